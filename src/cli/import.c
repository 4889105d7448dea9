/* SPDX-License-Identifier: MIT */
#include "command.h"
#include "problems.h"

#include "aiio/fmt.h"
#include "aiio/json_out.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* ---- what an import did -------------------------------------------------- */

static void json_counts(struct json_out *out, const int *counts)
{
    for (int i = 0; i < CHANGE_COUNT; i++)
        json_int(out, change_name((enum change)i), counts[i]);
}

static void print_report_json(const struct import_report *report, bool dry_run)
{
    struct buf text = {0};
    struct json_out out = json_out(&text, 0);

    json_open(&out, NULL, '{');
    json_counts(&out, report->counts);
    json_bool(&out, "dry_run", dry_run);
    json_open(&out, "decks", '[');
    for (int i = 0; i < report->deck_count; i++) {
        if (!report->decks[i].deck.id || !report->decks[i].deck.id[0])
            continue; /* it could not be read: its problems say why */
        json_open(&out, NULL, '{');
        json_text(&out, "deck", report->decks[i].deck.id);
        json_counts(&out, report->decks[i].plan.counts);
        json_close(&out, '}');
    }
    json_close(&out, ']');
    problems_write_json(&out, &report->problems);
    json_close(&out, '}');
    print_json(&text);
    buf_release(&text);
}

static const char *change_words(enum change change)
{
    static const char *const words[CHANGE_COUNT] = {
        [CHANGE_NEW] = "new",
        [CHANGE_REWORDED] = "reworded",
        [CHANGE_KEY] = "answer key changed",
        [CHANGE_UNCHANGED] = "unchanged",
        [CHANGE_MOVED] = "moved",
        [CHANGE_RESTORED] = "restored",
        [CHANGE_RETIRED] = "retired",
    };

    return words[change];
}

static void print_cards(struct buf *out, const struct plan *plan)
{
    for (int i = 0; i < plan->count; i++) {
        const struct plan_item *item = &plan->items[i];

        if (item->change == CHANGE_UNCHANGED && !item->renamed_from)
            continue;
        buf_printf(out, "  %-18s  %s", change_words(item->change), item->id);
        if (item->renamed_from)
            buf_printf(out, "  (was %s)", item->renamed_from);
        if (item->detail[0])
            buf_printf(out, "  (%s)", item->detail);
        buf_add_char(out, '\n');
    }
}

static void print_renames(struct buf *out, const struct plan *plan)
{
    for (int i = 0; i < plan->rename_count; i++)
        buf_printf(out,
                   "  looks renamed: %s -> %s; --rename %s=%s keeps the "
                   "history\n",
                   plan->renames[i][0], plan->renames[i][1],
                   plan->renames[i][0], plan->renames[i][1]);
}

static void print_deck(struct buf *out, const struct deck_report *report,
                       bool dry_run, bool verbose)
{
    const struct plan *plan = &report->plan;
    bool first = true;

    buf_printf(out, "%s: ", report->deck.id);
    for (int i = 0; i < CHANGE_COUNT; i++) {
        if (plan->counts[i] == 0)
            continue;
        buf_printf(out, "%s%d %s", first ? "" : ", ", plan->counts[i],
                   change_words((enum change)i));
        first = false;
    }
    if (!plan_changes_anything(plan))
        buf_add_text(out, dry_run ? "; nothing would change"
                                  : "; no card was changed");
    else if (dry_run)
        buf_add_text(out, "; nothing was written (--dry-run)");
    buf_add_char(out, '\n');
    if (verbose || dry_run)
        print_cards(out, plan);
    print_renames(out, plan);
}

static void print_report(const struct import_report *report, bool dry_run,
                         bool verbose)
{
    struct buf text = {0};

    for (int i = 0; i < report->deck_count; i++)
        print_deck(&text, &report->decks[i], dry_run, verbose);
    print(&text);
    buf_release(&text);
}

/* ---- import -------------------------------------------------------------- */

/* How far an import is, for a person who waits. */
struct waiting {
    const struct app *app;
    int64_t started_ms, told_ms;
    bool shown; /* something stands on the line */
};

enum { PATIENCE_MS = 1000, TELL_EVERY_MS = 200 };

static bool report_progress(void *context, uint64_t done, uint64_t total)
{
    struct waiting *waiting = context;
    int64_t now_ms = app_now(waiting->app).mono_ms;

    if (now_ms - waiting->started_ms < PATIENCE_MS ||
        now_ms - waiting->told_ms < TELL_EVERY_MS)
        return true;
    waiting->told_ms = now_ms;
    waiting->shown = true;
    fprintf(stderr, "\r%3d %%", fmt_percent((int64_t)done, (int64_t)total));
    fflush(stderr);
    return true;
}

static void clear_progress(struct waiting *waiting)
{
    if (waiting->shown)
        fputs("\r     \r", stderr);
    waiting->shown = false;
}

static bool confirm(void *context, const char *question)
{
    char line[16];

    clear_progress(context);
    tell("%s. Go on? y/N", question);
    return fgets(line, sizeof(line), stdin) &&
           (line[0] == 'y' || line[0] == 'Y');
}

/* --rename old=new, as often as it is given. */
static enum status read_renames(const struct call *call, struct arena *arena,
                                struct import_options *options,
                                struct error *err)
{
    const char *(*pairs)[2] =
        arena_alloc(arena, (size_t)call->given_count + 1, sizeof(*pairs));

    for (int i = 0; i < call->given_count; i++) {
        struct slice rest = slice_of(call->given[i].value), old;

        if (strcmp(call->given[i].row->name, "rename") != 0)
            continue;
        old = slice_cut(&rest, '=');
        if (!deck_id_is_valid(old) || !deck_id_is_valid(rest))
            return error_set(err, STATUS_USAGE,
                             "--rename: \"%.80s\", expected OLD=NEW",
                             call->given[i].value);
        pairs[options->rename_count][0] = arena_string(arena, old);
        pairs[options->rename_count++][1] = arena_string(arena, rest);
    }
    options->renames = (const char *const(*)[2])pairs;
    return STATUS_OK;
}

enum status command_import(struct call *call, struct error *err)
{
    struct arena arena = {0};
    struct import_report report = {0};
    struct waiting waiting = {.app = call->app,
                              .started_ms = app_now(call->app).mono_ms};
    struct import_options options = {
        .paths = call->arguments,
        .path_count = call->argument_count,
        .dry_run = call_has(call, "dry-run"),
        .yes = call_has(call, "yes"),
        .confirm = isatty(STDIN_FILENO) ? confirm : NULL,
        .report = isatty(STDERR_FILENO) ? report_progress : NULL,
        .context = &waiting,
    };
    enum status status = read_renames(call, &arena, &options, err);

    if (!status)
        status = app_import(call->app, &options, &report, err);
    clear_progress(&waiting);
    if (call_has(call, "json"))
        print_report_json(&report, options.dry_run);
    else
        problems_tell(&report.problems);
    if (!status && !call_has(call, "json"))
        print_report(&report, options.dry_run, call_has(call, "v"));
    import_report_release(&report);
    arena_release(&arena);
    return status;
}
