/* SPDX-License-Identifier: MIT */
#include "scenario.h"

#include "aiio/file.h"
#include "clock_scripted.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

/* The store's path is short and always the same, as messages name it. */
#define STORE_FILE "study.db"
#define CONFIG_FILE "config"

void scenario_open(struct scenario *scenario)
{
    struct error err = {0};

    if (scenario->is_open)
        return;
    app_init(&scenario->app);
    setenv("AIIO_STUDY_DB", STORE_FILE, 1);
    scenario->app.config_option = CONFIG_FILE;
    scenario->is_open = true;
    if (app_load_settings(&scenario->app, &err) ||
        app_open(&scenario->app, &err))
        script_fail(scenario, "%s", err.text);
}

void scenario_close(struct scenario *scenario)
{
    if (scenario->is_open)
        app_release(&scenario->app);
    scenario->is_open = false;
}

/* ---- time ---------------------------------------------------------------- */

/* 2026-12-01T09:00, local time; `date 2026-12-01T09:00 +60` is east. */
static void set_date(struct scenario *scenario)
{
    struct slice rest = scenario->step.rest, date = slice_cut(&rest, ' ');
    int64_t at_ms = 0, offset = 0;
    struct buf full = {0};

    buf_add(&full, date);
    buf_add_text(&full, ":00.000Z");
    if (slice_starts(rest, SLICE("+")))
        rest = (struct slice){rest.ptr + 1, rest.len - 1};
    if (!time_parse(buf_slice(&full), &at_ms) ||
        (rest.len > 0 && !slice_to_int(rest, -900, 900, &offset)))
        script_fail(scenario, "that is no date");
    clock_set(at_ms - offset * 60000, (int)offset);
    buf_release(&full);
}

static void wait_outside(struct scenario *scenario)
{
    int64_t ms = script_ms(scenario->step.rest);

    if (ms < 0)
        script_fail(scenario, "wait wants a time like 10m");
    else
        clock_advance(ms);
}

/* ---- decks and settings -------------------------------------------------- */

static void keep_deck(struct scenario *scenario, const char *path)
{
    struct problems problems = {0};
    struct error err = {0};

    mem_grow((void **)&scenario->decks, &scenario->deck_capacity,
             (size_t)scenario->deck_count + 1, sizeof(*scenario->decks));
    scenario->decks[scenario->deck_count] = (struct deck){0};
    if (app_read_deck(path, &scenario->decks[scenario->deck_count], &problems,
                      &err))
        script_fail(scenario, "%s", err.text);
    scenario->deck_count++;
    problems_release(&problems);
}

static void import_deck(struct scenario *scenario)
{
    const char *path =
        arena_printf(&scenario->arena, "%s/%.*s", scenario->start_folder,
                     (int)scenario->step.rest.len, scenario->step.rest.ptr);
    struct import_options options = {
        .paths = &path, .path_count = 1, .yes = true};
    struct import_report report = {0};
    struct error err = {0};

    scenario_open(scenario);
    if (script_failed(scenario))
        return;
    if (app_import(&scenario->app, &options, &report, &err))
        script_fail(scenario, "%s", err.text);
    import_report_release(&report);
    if (!script_failed(scenario))
        keep_deck(scenario, path);
}

/* A line of the configuration file, read when the program starts. */
static void add_setting(struct scenario *scenario)
{
    struct slice value = scenario->step.rest, name = slice_cut(&value, ' ');
    struct buf text = {0};
    struct error err = {0};

    scenario_close(scenario);
    if (file_read(CONFIG_FILE, 10000, true, &text, &err))
        script_fail(scenario, "%s", err.text);
    buf_printf(&text, "%.*s = %.*s\n", (int)name.len, name.ptr, (int)value.len,
               value.ptr);
    if (file_write_atomic(CONFIG_FILE, 0600, buf_slice(&text), &err))
        script_fail(scenario, "%s", err.text);
    buf_release(&text);
}

/* No file can grow any more, as on a full disk; root is no exception. */
static void fail_store(struct scenario *scenario)
{
    struct rlimit limit = {0};

    if (getrlimit(RLIMIT_FSIZE, &limit))
        script_fail(scenario, "the limit of files cannot be read");
    limit.rlim_cur = slice_is(scenario->step.rest, "on") ? 0 : limit.rlim_max;
    if (setrlimit(RLIMIT_FSIZE, &limit))
        script_fail(scenario, "the limit of files cannot be set");
}

/* ---- table --------------------------------------------------------------- */

static void set_size(struct scenario *scenario)
{
    if (!script_size(scenario->step.rest, &scenario->rows, &scenario->cols))
        script_fail(scenario, "that is no size");
}

static void set_ascii(struct scenario *scenario)
{
    scenario->ascii = true;
}

bool outside_step(struct scenario *scenario)
{
    static const struct {
        const char *verb;
        void (*run)(struct scenario *scenario);
    } verbs[] = {
        {"date", set_date},         {"wait", wait_outside},
        {"deck", import_deck},      {"setting", add_setting},
        {"fail-store", fail_store}, {"size", set_size},
        {"ascii", set_ascii},
    };

    for (size_t i = 0; i < sizeof(verbs) / sizeof(verbs[0]); i++)
        if (slice_is(scenario->step.verb, verbs[i].verb)) {
            verbs[i].run(scenario);
            return true;
        }
    return check_step(scenario);
}
