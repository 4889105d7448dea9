/* SPDX-License-Identifier: MIT */
#include "scenario.h"

#include <limits.h>

static struct slice without_end_blanks(struct slice text)
{
    while (text.len > 0 && text.ptr[text.len - 1] == ' ')
        text.len--;
    return text;
}

static void rewrite_line(struct scenario *scenario, struct slice line)
{
    buf_add_char(&scenario->rewritten, '|');
    buf_add(&scenario->rewritten, line);
    buf_add_char(&scenario->rewritten, '\n');
}

static void show_lines(struct buf *out, const char *title,
                       const struct slice *lines, int count)
{
    buf_printf(out, "---- %s\n", title);
    for (int i = 0; i < count; i++) {
        buf_add_char(out, '|');
        buf_add(out, lines[i]);
        buf_add_char(out, '\n');
    }
}

/* Compares the block of the step with what is there. */
static void compare(struct scenario *scenario, const char *what,
                    const struct slice *lines, int count)
{
    const struct step *step = &scenario->step;
    int most = step->block_count > count ? step->block_count : count;

    for (int i = 0; i < count; i++)
        rewrite_line(scenario, lines[i]);
    for (int i = 0; i < most && !scenario->prints; i++) {
        struct slice wanted =
            i < step->block_count ? step->block[i] : SLICE("");
        struct slice found = i < count ? lines[i] : SLICE("");

        if (i < step->block_count && i < count && slice_equal(wanted, found))
            continue;
        script_fail(scenario, "%s: line %d differs", what, i + 1);
        show_lines(&scenario->failure, "expected", step->block,
                   step->block_count);
        show_lines(&scenario->failure, "found", lines, count);
        return;
    }
}

static void check_screen(struct scenario *scenario)
{
    struct slice *lines =
        mem_new((size_t)scenario->shown_rows + 1, sizeof(*lines));

    for (int i = 0; i < scenario->shown_rows; i++)
        lines[i] = without_end_blanks(buf_slice(&scenario->shown[i]));
    compare(scenario, "screen", lines, scenario->shown_rows);
    mem_free(lines);
}

/* Counted from 1, as people count. */
static void check_cursor(struct scenario *scenario)
{
    struct buf found = {0};

    buf_printf(&found, "row %d column %d", scenario->cursor_row + 1,
               scenario->cursor_col + 1);
    if (!scenario->prints &&
        !slice_equal(scenario->step.rest, buf_slice(&found)))
        script_fail(scenario, "the cursor stands on %s", buf_text(&found));
    buf_release(&found);
}

/* ---- the log ------------------------------------------------------------- */

static void add_answer(struct scenario *scenario, struct buf *out,
                       const struct entry *entry)
{
    struct answer_body body = {0};

    if (!answer_body_read(entry->body, &scenario->arena, &body)) {
        buf_add_text(out, " unreadable");
        return;
    }
    for (int i = 0; i < body.chosen_count; i++)
        buf_printf(out, "%s%s", i > 0 ? "," : " ", body.chosen[i]);
    if (body.chosen_count == 0)
        buf_add_text(out, " -");
    buf_printf(out, " %s %s%s%s%s", body.correct ? "right" : "wrong",
               grade_name(body.grade), body.guess ? " guess" : "",
               body.covered ? " covered" : "", body.seen ? " seen" : "");
    for (int i = 0; i < body.struck_count; i++)
        buf_printf(out, " struck:%s", body.struck[i]);
}

struct log_rows {
    struct scenario *scenario;
    struct slice *rows;
    size_t capacity;
    int count;
};

static bool add_row(void *context, const struct entry *entry, bool is_void)
{
    struct log_rows *log = context;
    struct buf text = {0};
    struct grade_body grade = {0};

    buf_printf(&text, "%s %s", entry->kind_name, entry->card);
    if (entry->kind == ENTRY_ANSWER)
        add_answer(log->scenario, &text, entry);
    if (entry->kind == ENTRY_GRADE && grade_body_read(entry->body, &grade))
        buf_printf(&text, " %s", grade_name(grade.grade));
    buf_add_text(&text, is_void ? " (taken back)" : "");
    mem_grow((void **)&log->rows, &log->capacity, (size_t)log->count + 1,
             sizeof(*log->rows));
    log->rows[log->count++] = slice_of(arena_string(
        &log->scenario->arena, without_end_blanks(buf_slice(&text))));
    buf_release(&text);
    return true;
}

/* `log 2`: the last two rows; `log` alone: all of it. */
static void check_log(struct scenario *scenario)
{
    struct log_rows log = {.scenario = scenario};
    struct store_log_filter filter = {0};
    struct error err = {0};
    int64_t count = INT_MAX;

    scenario_open(scenario);
    if (scenario->step.rest.len > 0 &&
        !slice_to_int(scenario->step.rest, 0, BLOCK_LINES_MAX, &count))
        script_fail(scenario, "log wants a number");
    if (!script_failed(scenario) &&
        store_log_each(scenario->app.store, &filter, add_row, &log, &err))
        script_fail(scenario, "%s", err.text);
    if (count > log.count)
        count = log.count;
    mem_grow((void **)&log.rows, &log.capacity, (size_t)log.count + 1,
             sizeof(*log.rows));
    compare(scenario, "log", log.rows + log.count - count, (int)count);
    mem_free(log.rows);
}

bool check_step(struct scenario *scenario)
{
    struct slice verb = scenario->step.verb;

    if (slice_is(verb, "screen"))
        check_screen(scenario);
    else if (slice_is(verb, "cursor"))
        check_cursor(scenario);
    else if (slice_is(verb, "log"))
        check_log(scenario);
    else
        return false;
    return true;
}
