/* SPDX-License-Identifier: MIT */
#include "aiio/settings.h"

#include "aiio/file.h"
#include "aiio/paths.h"
#include "command.h"

#include <string.h>

enum { CONFIG_MAX_BYTES = 1 << 20 };

static void print_setting(struct buf *out, const struct settings *settings,
                          const struct setting *setting)
{
    size_t start = out->len;

    buf_printf(out, "%s = ", setting->name);
    setting_print(out, settings, setting);
    while (out->len - start < 30)
        buf_add_char(out, ' ');
    buf_printf(out, "  # %s\n", setting->words);
}

static enum status find_setting(const char *name, const struct setting **out,
                                struct error *err)
{
    const char *names[64], *near;
    int count = 0;

    *out = setting_find(slice_of(name));
    if (*out)
        return STATUS_OK;
    for (int i = 0; i < settings_count && count < 64; i++)
        names[count++] = settings_table[i].name;
    near = nearest(name, names, count);
    return error_set(err, STATUS_USAGE,
                     near ? "there is no setting \"%.60s\"; did you mean %s?"
                          : "there is no setting \"%.60s\"; \"aiio-study "
                            "settings\" lists them%s",
                     name, near ? near : "");
}

static enum status config_path(const struct app *app, struct buf *path,
                               struct error *err)
{
    if (!app->config_option)
        return path_config(path, err);
    buf_add_text(path, app->config_option);
    return STATUS_OK;
}

static enum status make_folder_of(const char *path, struct error *err)
{
    struct buf folder = {0};
    const char *slash = strrchr(path, '/');
    enum status status = STATUS_OK;

    if (slash && slash != path) {
        buf_add(&folder, (struct slice){path, (size_t)(slash - path)});
        status = file_make_folders(buf_text(&folder), 0700, err);
    }
    buf_release(&folder);
    return status;
}

/* The line of the file is replaced; its comments and order stay. */
static enum status write_setting(struct app *app, const struct setting *setting,
                                 const char *value, struct error *err)
{
    struct buf path = {0}, text = {0}, edited = {0};
    enum status status =
        setting_set(&app->settings, setting, slice_of(value), err);

    if (!status)
        status = config_path(app, &path, err);
    if (!status && file_exists(buf_text(&path)))
        status = file_read(buf_text(&path), CONFIG_MAX_BYTES, true, &text, err);
    if (!status)
        status = make_folder_of(buf_text(&path), err);
    if (!status) {
        settings_edit(&edited, buf_slice(&text), slice_of(setting->name),
                      slice_of(value));
        status =
            file_write_atomic(buf_text(&path), 0600, buf_slice(&edited), err);
    }
    buf_release(&edited);
    buf_release(&text);
    buf_release(&path);
    return status;
}

enum status command_settings(struct call *call, struct error *err)
{
    struct app *app = call->app;
    const struct setting *setting = NULL;
    struct buf out = {0};
    enum status status = STATUS_OK;

    if (call->argument_count > 0)
        status = find_setting(call->arguments[0], &setting, err);
    if (!status && call->argument_count == 2)
        status = write_setting(app, setting, call->arguments[1], err);
    if (!status && setting) {
        setting_print(&out, &app->settings, setting);
        buf_add_char(&out, '\n');
    }
    for (int i = 0; !status && !setting && i < settings_count; i++)
        print_setting(&out, &app->settings, &settings_table[i]);
    if (!status)
        print(&out);
    buf_release(&out);
    return status;
}
