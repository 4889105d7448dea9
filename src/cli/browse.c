/* SPDX-License-Identifier: MIT */
#include "aiio/browse.h"

#include "aiio/json_out.h"
#include "aiio/paths.h"
#include "command.h"

#include <string.h>
#include <unistd.h>

/* ---- JSON ---------------------------------------------------------------- */

static void json_due(struct json_out *out, const struct progress *progress,
                     const struct query_now *now)
{
    struct buf text = {0};
    int day;

    if (!query_due_day(progress, now, &day)) {
        json_null(out, "due");
        return;
    }
    day_format(&text, day);
    json_text(out, "due", buf_text(&text));
    buf_release(&text);
}

static void json_line(struct json_out *out, const struct browse_line *line,
                      const struct query_now *now)
{
    const struct progress *progress = &line->row.progress;

    json_open(out, NULL, '{');
    json_text(out, "deck", line->row.deck);
    json_text(out, "card", line->row.id);
    json_text(out, "objective", line->row.objective);
    json_text(out, "state", card_state_name(progress->due.state));
    json_due(out, progress, now);
    json_text(out, "question", line->question);
    json_double(out, "stability", progress->memory.stability);
    json_double(out, "difficulty", progress->memory.difficulty);
    json_int(out, "interval_days", progress->interval_days);
    json_int(out, "answers", progress->answers);
    json_int(out, "wrong", progress->wrong);
    json_int(out, "lapses", progress->lapses);
    json_bool(out, "suspended", progress->suspended);
    json_bool(out, "buried", progress->buried_until > now->moment.day);
    json_bool(out, "flagged", progress->flagged);
    json_bool(out, "reserve", line->row.reserve);
    json_bool(out, "retired", line->row.retired);
    json_close(out, '}');
}

/* ---- words --------------------------------------------------------------- */

static size_t name_bytes(const struct browse_line *line)
{
    return strlen(line->row.deck) + 1 + strlen(line->row.id);
}

/* Name, where it stands, flag, question: ids are ASCII, so bytes are cells. */
static void print_line(struct buf *out, const struct browse_line *line,
                       const struct query_now *now, size_t name_cells)
{
    struct slice rest = slice_of(line->question);
    struct slice question = slice_cut(&rest, '\n');
    struct buf standing = {0};

    browse_standing(&standing, &line->row, now);
    buf_printf(out, "%s/%s", line->row.deck, line->row.id);
    buf_add_repeat(out, " ", (int)(name_cells - name_bytes(line)));
    buf_printf(out, "  %-10s %c %.*s\n", buf_text(&standing),
               line->row.progress.flagged ? '*' : ' ', (int)question.len,
               question.ptr);
    buf_release(&standing);
}

/* ---- the command --------------------------------------------------------- */

/* Another program may take cards away between search and print. */
static enum status each_line(struct app *app, const struct found *found,
                             void (*each)(void *context,
                                          const struct browse_line *line),
                             void *context, struct error *err)
{
    struct arena arena = {0};
    enum status status = STATUS_OK;

    for (int i = 0; !status && i < found->count; i++) {
        struct browse_line line = {0};

        arena_reset(&arena);
        status = app_browse_line(app, found->keys[i], &arena, &line, err);
        if (!status)
            each(context, &line);
    }
    arena_release(&arena);
    return status;
}

struct printing {
    struct query_now now;
    struct buf text;
    struct json_out json;
    size_t name_cells;
};

static void print_json_line(void *context, const struct browse_line *line)
{
    struct printing *printing = context;

    json_line(&printing->json, line, &printing->now);
}

static void measure_name(void *context, const struct browse_line *line)
{
    struct printing *printing = context;

    if (name_bytes(line) > printing->name_cells)
        printing->name_cells = name_bytes(line);
}

static void print_word_line(void *context, const struct browse_line *line)
{
    struct printing *printing = context;

    print_line(&printing->text, line, &printing->now, printing->name_cells);
}

static enum status print_found(struct call *call, const struct found *found,
                               struct error *err)
{
    struct printing printing = {.now = app_query_now(call->app)};
    enum status status;

    printing.json = json_out(&printing.text, 0);
    if (call_has(call, "json")) {
        json_open(&printing.json, NULL, '[');
        status = each_line(call->app, found, print_json_line, &printing, err);
        json_close(&printing.json, ']');
        if (!status)
            print_json(&printing.text);
    } else {
        status = each_line(call->app, found, measure_name, &printing, err);
        if (!status)
            status =
                each_line(call->app, found, print_word_line, &printing, err);
        if (!status)
            print(&printing.text);
    }
    buf_release(&printing.text);
    return status;
}

static enum status search_and_print(struct call *call, const char *query,
                                    struct error *err)
{
    struct store *store = call->app->store;
    struct found found = {0};
    enum status status = app_search(call->app, query, &found, err);

    if (!status)
        status = store_begin_reading(store, err);
    if (!status) {
        status = print_found(call, &found, err);
        store_end_reading(store);
    }
    if (!status && found.count == 0)
        tell("no card matches");
    found_release(&found);
    return status;
}

static bool wants_screen(const struct call *call)
{
    return !call_has(call, "plain") && !call_has(call, "json") &&
           !call->app->settings.plain && !environment("AIIO_STUDY_PLAIN") &&
           isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
}

/* Without a terminal that a screen could use it is lines. */
static enum status run(struct call *call, const char *query, struct error *err)
{
    const struct study_options options = {.browse = query};
    struct error failure = {0};
    enum status status = STATUS_NO_TERMINAL;

    if (wants_screen(call))
        status = call->screens(call->app, &options, &call->signal, &failure);
    if (status == STATUS_NO_TERMINAL)
        return search_and_print(call, query, err);
    if (status)
        *err = failure;
    return status;
}

/* A query that does not parse is told before a screen is opened. */
enum status command_browse(struct call *call, struct error *err)
{
    struct buf text = {0};
    struct query *query = NULL;
    enum status status;

    for (int i = 0; i < call->argument_count; i++)
        buf_printf(&text, "%s%s", i ? " " : "", call->arguments[i]);
    status = query_parse(buf_slice(&text), &query, err);
    query_free(query);
    if (!status)
        status = run(call, buf_text(&text), err);
    buf_release(&text);
    return status;
}
