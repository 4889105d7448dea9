/* SPDX-License-Identifier: MIT */
#include "command.h"

#include "aiio/json_out.h"
#include "entry_json.h"

#include <string.h>

/* A card, where it stands, and its history. */
struct shown {
    struct store_card row;
    struct card card;
    struct entry *entries;
    bool *is_void;
    int count;
    int today, offset_min;
    const char *note;      /* the learner's, "" without one */
    double retrievability; /* now; 0 when new */
};

static double retrievability(const struct app *app, const struct progress *at,
                             int today)
{
    int elapsed = today - at->last_day;

    if (!(at->memory.stability > 0))
        return 0;
    return fsrs_retrievability(&app->fsrs, at->memory.stability,
                               elapsed > 0 ? elapsed : 0);
}

static enum status load(struct app *app, const char *name, struct arena *arena,
                        struct shown *shown, struct error *err)
{
    struct progress ignored;
    enum status status = app_find_card(app, name, arena, &shown->row, err);

    if (!status)
        status = store_card_load(app->store, shown->row.key, arena, &shown->row,
                                 &shown->card, err);
    if (!status)
        status = store_log_of_card(app->store, shown->row.deck, shown->row.id,
                                   arena, &shown->entries, &shown->count, err);
    if (status)
        return status;
    shown->is_void =
        arena_alloc(arena, (size_t)shown->count + 1, sizeof(*shown->is_void));
    progress_fold(&ignored, &app->fsrs, shown->entries, shown->count,
                  shown->is_void);
    shown->note =
        entries_note(shown->entries, shown->count, shown->is_void, arena);
    shown->today = app_now(app).day;
    shown->offset_min = app_now(app).offset_min;
    shown->retrievability =
        retrievability(app, &shown->row.progress, shown->today);
    return STATUS_OK;
}

/* ---- JSON ---------------------------------------------------------------- */

static void json_due(struct json_out *out, const struct progress *progress)
{
    struct buf text = {0};

    if (progress->due.state == CARD_NEW)
        return;
    if (progress->due.has_day)
        day_format(&text, progress->due.due_day);
    else
        time_format(&text, progress->due.due_at_ms);
    json_text(out, progress->due.has_day ? "due_day" : "due_at",
              buf_text(&text));
    buf_release(&text);
}

static void json_standing(struct json_out *out, const struct shown *shown)
{
    const struct progress *progress = &shown->row.progress;

    json_text(out, "deck", shown->row.deck);
    json_text(out, "card", shown->row.id);
    json_text(out, "state", card_state_name(progress->due.state));
    json_double(out, "stability", progress->memory.stability);
    json_double(out, "difficulty", progress->memory.difficulty);
    json_double(out, "retrievability", shown->retrievability);
    json_due(out, progress);
    json_int(out, "interval_days", progress->interval_days);
    json_int(out, "answers", progress->answers);
    json_int(out, "lapses", progress->lapses);
    json_bool(out, "suspended", progress->suspended);
    json_bool(out, "flagged", progress->flagged);
    json_bool(out, "retired", shown->row.retired);
}

static void print_card_json(const struct shown *shown)
{
    struct buf text = {0}, part = {0};
    struct json_out out = json_out(&text, 0);

    json_open(&out, NULL, '{');
    json_standing(&out, shown);
    json_text(&out, "note", shown->note);
    deck_write_card(&part, &shown->card);
    json_raw(&out, "text", buf_slice(&part));
    json_open(&out, "history", '[');
    for (int i = 0; i < shown->count; i++) {
        buf_clear(&part);
        entry_write_json(&part, &shown->entries[i], shown->is_void[i], NULL);
        json_raw(&out, NULL, buf_slice(&part));
    }
    json_close(&out, ']');
    json_close(&out, '}');
    print_json(&text);
    buf_release(&part);
    buf_release(&text);
}

/* ---- words --------------------------------------------------------------- */

/* Of a step the minute counts: in local time, as people live by it. */
static void print_due(struct buf *out, const struct schedule *due,
                      int offset_min)
{
    if (due->has_day) {
        day_format_long(out, due->due_day);
        return;
    }
    day_format_long(out, day_from_time(due->due_at_ms, offset_min, 0));
    buf_add_char(out, ' ');
    time_format_clock(out, due->due_at_ms, offset_min);
}

static void print_standing(struct buf *out, const struct shown *shown)
{
    const struct progress *at = &shown->row.progress;

    buf_printf(out, "\n%s", card_state_name(at->due.state));
    if (at->due.state == CARD_NEW) {
        buf_add_text(out, ", not answered yet\n");
        return;
    }
    buf_add_text(out, ", due ");
    print_due(out, &at->due, shown->offset_min);
    buf_printf(out, ", %d %s, %d %s\n", at->answers,
               at->answers == 1 ? "answer" : "answers", at->lapses,
               at->lapses == 1 ? "lapse" : "lapses");
    buf_printf(out,
               "stability %.1f days (recall falls to 90 %% in that time), "
               "difficulty %.1f of 10, recall today %.0f %%\n",
               at->memory.stability, at->memory.difficulty,
               shown->retrievability * 100);
    if (at->due.has_day && at->due.state == CARD_REVIEW)
        buf_printf(out,
                   "why that day: recall falls to %.0f %% %.1f days after the "
                   "last answer; the day is spread a little around it\n",
                   at->due.retention * 100, at->due.interval_days);
}

static void print_marks(struct buf *out, const struct shown *shown)
{
    if (shown->row.progress.suspended)
        buf_add_text(out, "suspended: not asked until it is resumed\n");
    if (shown->row.progress.flagged)
        buf_add_text(out, "flagged\n");
    if (shown->note[0])
        buf_printf(out, "note: %s\n", shown->note);
    if (shown->row.retired)
        buf_add_text(out, "retired: its deck no longer has it\n");
    if (shown->row.reserve)
        buf_add_text(out, "reserve: kept for mock exams\n");
}

static void print_history(struct buf *out, const struct shown *shown)
{
    if (shown->count > 0)
        buf_add_text(out, "\n");
    for (int i = 0; i < shown->count; i++) {
        day_format(out, shown->entries[i].day);
        buf_printf(out, "  %s", shown->entries[i].kind_name);
        entry_print_answer(out, &shown->entries[i]);
        buf_printf(out, "%s\n", shown->is_void[i] ? "  (taken back)" : "");
    }
}

static void print_card(const struct shown *shown)
{
    struct buf out = {0};
    const struct card *card = &shown->card;

    buf_printf(&out, "%s/%s\n\n%s\n\n", shown->row.deck, shown->row.id,
               card->question);
    for (int i = 0; i < card->statement_count; i++) {
        const struct statement *statement = &card->statements[i];

        buf_printf(&out, "  %s %s\n", statement->correct ? "+" : "x",
                   statement->text);
        if (statement->why[0])
            buf_printf(&out, "    %s\n", statement->why);
    }
    print_standing(&out, shown);
    print_marks(&out, shown);
    print_history(&out, shown);
    print(&out);
    buf_release(&out);
}

enum status command_card(struct call *call, struct error *err)
{
    struct arena arena = {0};
    struct shown shown = {0};
    enum status status =
        load(call->app, call->arguments[0], &arena, &shown, err);

    if (!status && call_has(call, "json"))
        print_card_json(&shown);
    else if (!status)
        print_card(&shown);
    arena_release(&arena);
    return status;
}
