/* SPDX-License-Identifier: MIT */
#include "aiio/paths.h"

#include "aiio/file.h"

#include <limits.h>
#include <pwd.h>
#include <stdlib.h>
#include <unistd.h>

const char *environment(const char *name)
{
    const char *value = getenv(name);

    return value && value[0] ? value : NULL;
}

/* The XDG specification wants relative paths to be ignored. */
static const char *absolute(const char *name)
{
    const char *value = environment(name);

    return value && value[0] == '/' ? value : NULL;
}

static const char *home(void)
{
    const char *value = absolute("HOME");
    const struct passwd *user;

    if (value)
        return value;
    user = getpwuid(getuid());
    return user && user->pw_dir && user->pw_dir[0] == '/' ? user->pw_dir : NULL;
}

/* $VARIABLE/aiio-study/rest, else ~/fallback/aiio-study/rest. */
static enum status base_path(struct buf *out, const char *variable,
                             const char *fallback, const char *rest,
                             struct error *err)
{
    const char *base = absolute(variable), *folder = home();

    if (base)
        buf_printf(out, "%s/aiio-study%s", base, rest);
    else if (folder)
        buf_printf(out, "%s/%s/aiio-study%s", folder, fallback, rest);
    else
        return error_set(err, STATUS_FAILED,
                         "there is no home folder: HOME is not set and the "
                         "user database names none; say --db and --config");
    return STATUS_OK;
}

enum status path_store(struct buf *out, struct error *err)
{
    return base_path(out, "XDG_DATA_HOME", ".local/share", "/study.db", err);
}

enum status path_config(struct buf *out, struct error *err)
{
    return base_path(out, "XDG_CONFIG_HOME", ".config", "/config", err);
}

enum status path_state(struct buf *out, struct error *err)
{
    return base_path(out, "XDG_STATE_HOME", ".local/state", "", err);
}

enum status path_bundled_decks(struct buf *out, struct error *err)
{
    const char *const places[] = {environment("AIIO_STUDY_DECKS"),
                                  AIIO_DECKS_INSTALLED, AIIO_DECKS_BUILT};

    for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++)
        if (places[i] && file_is_folder(places[i])) {
            buf_add_text(out, places[i]);
            return STATUS_OK;
        }
    return error_set(err, STATUS_NOT_FOUND, "the bundled decks are not there");
}

void path_absolute(struct buf *out, const char *path)
{
    char *real = realpath(path, NULL);

    buf_add_text(out, real ? real : path);
    free(real);
}
