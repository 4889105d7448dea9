/* SPDX-License-Identifier: MIT */
#include "aiio/app.h"

#include "aiio/clock.h"
#include "aiio/file.h"
#include "aiio/paths.h"

#include <string.h>

enum {
    CONFIG_MAX_BYTES = 1 << 20,
    HOST_ID_MAX_BYTES = 256,
    CLOCK_SLACK_MS = 120000 /* smaller steps are a clock being kept */
};

void app_init(struct app *app)
{
    *app = (struct app){0};
    settings_default(&app->settings);
    fsrs_prepare(&app->fsrs, &fsrs_default);
}

void app_release(struct app *app)
{
    store_close(app->store);
    buf_release(&app->notices);
    *app = (struct app){0};
}

enum status app_load_settings(struct app *app, struct error *err)
{
    struct buf path = {0}, text = {0};
    enum status status = STATUS_OK;

    if (app->config_option)
        buf_add_text(&path, app->config_option);
    else
        status = path_config(&path, err);
    if (status)
        goto done;
    if (!app->config_option && !file_exists(buf_text(&path)))
        goto done;
    status = file_read(buf_text(&path), CONFIG_MAX_BYTES, true, &text, err);
    if (!status)
        status = settings_read(&app->settings, buf_text(&path),
                               buf_slice(&text), err);
done:
    buf_release(&text);
    buf_release(&path);
    return status;
}

/* --db beats the environment, which beats the file, which beats the default. */
static enum status choose_store_path(const struct app *app, struct buf *path,
                                     struct error *err)
{
    const char *from_environment = environment("AIIO_STUDY_DB");

    if (app->db_option)
        buf_add_text(path, app->db_option);
    else if (from_environment)
        buf_add_text(path, from_environment);
    else if (app->settings.db[0])
        buf_add_text(path, app->settings.db);
    else
        return path_store(path, err);
    return STATUS_OK;
}

static enum status make_parent(const char *path, struct error *err)
{
    const char *slash = strrchr(path, '/');
    struct buf folder = {0};
    enum status status = STATUS_OK;

    if (slash && slash != path) {
        buf_add(&folder, (struct slice){path, (size_t)(slash - path)});
        if (!file_is_folder(buf_text(&folder)))
            status = file_make_folders(buf_text(&folder), 0700, err);
    }
    buf_release(&folder);
    return status;
}

static enum status read_machine(struct app *app, struct error *err)
{
    struct buf host = {0};
    struct error ignored = {0};
    enum status status;

    if (file_read("/etc/machine-id", HOST_ID_MAX_BYTES, true, &host,
                  &ignored) != STATUS_OK)
        buf_clear(&host); /* many systems have none: one store, one id */
    status = store_machine(app->store, slice_trim(buf_slice(&host)),
                           &app->machine, err);
    buf_release(&host);
    return status;
}

enum status app_refresh(struct app *app, struct error *err)
{
    struct fsrs_parameters parameters = fsrs_default;
    enum status status = store_parameters(app->store, &parameters, err);

    if (!status)
        fsrs_prepare(&app->fsrs, &parameters);
    return status;
}

enum status app_open(struct app *app, struct error *err)
{
    struct buf path = {0};
    enum status status = choose_store_path(app, &path, err);
    bool is_new = app->db_option && !file_exists(app->db_option);

    if (!status)
        status = make_parent(buf_text(&path), err);
    if (!status)
        status = store_open(buf_text(&path), true, &app->store, err);
    if (!status)
        status = app_refresh(app, err);
    if (!status)
        status = read_machine(app, err);
    if (!status && is_new)
        buf_printf(&app->notices, "a new store at %s\n", buf_text(&path));
    if (status) {
        store_close(app->store);
        app->store = NULL;
    }
    buf_release(&path);
    return status;
}

/* ---- what is told once --------------------------------------------------- */

static enum status tell_once(struct app *app, const char *fact,
                             struct slice about, const char *text,
                             struct error *err)
{
    struct buf told = {0};
    struct error none = {0};
    enum status status = store_fact_get(app->store, fact, &told, &none);

    if (status == STATUS_NOT_FOUND)
        status = STATUS_OK; /* not told yet */
    else if (status)
        *err = none;
    if (!status && !slice_equal(buf_slice(&told), about)) {
        status = store_begin(app->store, err);
        if (!status)
            status = store_fact_set(app->store, fact, about, err);
        if (!status)
            status = store_commit(app->store, err);
        else
            store_rollback(app->store);
        buf_printf(&app->notices, "%s\n", text);
    }
    buf_release(&told);
    return status;
}

/* The newest act of this machine against the clock of now. */
static enum status check_clock(struct app *app, struct error *err)
{
    struct arena arena = {0};
    struct entry last = {0};
    struct error none = {0};
    struct buf text = {0};
    char id[2 * ENTRY_ID_BYTES + 1];
    struct moment now = app_now(app);
    enum status status = store_log_last_act(app->store, app->machine, false,
                                            &arena, &last, &none);

    if (status == STATUS_OK && last.at_ms > now.at_ms + CLOCK_SLACK_MS) {
        hex_encode(last.id.bytes, ENTRY_ID_BYTES, id);
        if (last.at_ms > now.at_ms + DAY_MS)
            buf_printf(&text,
                       "the last entry lies more than a day in the future; if "
                       "the clock was wrong then, aiio-study undo %s takes it "
                       "back",
                       id);
        else
            buf_add_text(&text, "the clock was set back since the last "
                                "answer; elapsed days count as 0 until then");
        status =
            tell_once(app, "told-clock", slice_of(id), buf_text(&text), err);
    } else if (status == STATUS_NOT_FOUND) {
        status = STATUS_OK;
    } else if (status) {
        *err = none;
    }
    buf_release(&text);
    arena_release(&arena);
    return status;
}

enum status app_look_around(struct app *app, struct error *err)
{
    enum status status = check_clock(app, err);

    if (!status && file_is_on_network(store_path(app->store)))
        status = tell_once(app, "told-network", SLICE("yes"),
                           "the store lies on a network file system, whose "
                           "locks may fail: two programs at once could damage "
                           "it; --db names another place",
                           err);
    return status;
}

enum status app_first_start(struct app *app, bool *did, struct error *err)
{
    struct arena arena = {0};
    struct store_deck *decks = NULL;
    struct import_report report = {0};
    struct import_options options = {.path_count = 1, .yes = true};
    struct buf folder = {0};
    struct error missing = {0};
    const char *path = NULL;
    int count = 0;
    enum status status = store_decks(app->store, &arena, &decks, &count, err);

    *did = false;
    if (status || count > 0)
        goto done;
    if (path_bundled_decks(&folder, &missing) != STATUS_OK)
        goto done; /* home then says how to import one */
    buf_add_text(&folder, "/nca-aiio");
    path = buf_text(&folder);
    if (!file_is_folder(path))
        goto done;
    options.paths = &path;
    status = app_import(app, &options, &report, err);
    if (status)
        goto done;
    buf_printf(&app->notices, "imported the bundled deck: %d cards from %s\n",
               report.counts[CHANGE_NEW], path);
    *did = true;
done:
    import_report_release(&report);
    buf_release(&folder);
    arena_release(&arena);
    return status;
}

struct moment app_now(const struct app *app)
{
    return clock_now(app->settings.day_start);
}

struct scheduler app_scheduler(const struct app *app)
{
    const struct settings *settings = &app->settings;

    return (struct scheduler){
        .fsrs = app->fsrs,
        .learning = settings->learning_steps,
        .relearning = settings->relearning_steps,
        .retention = settings->retention,
        .max_interval_days = settings->max_interval,
        .fuzz = settings->fuzz,
    };
}

enum status app_find_card(struct app *app, const char *name,
                          struct arena *arena, struct store_card *card,
                          struct error *err)
{
    struct slice rest = slice_of(name);
    struct slice first = slice_cut(&rest, '/');

    if (!strchr(name, '/'))
        return store_card_find(app->store, NULL, name, arena, card, err);
    return store_card_find(app->store, arena_string(arena, first),
                           arena_string(arena, rest), arena, card, err);
}
