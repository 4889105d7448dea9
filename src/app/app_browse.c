/* SPDX-License-Identifier: MIT */
#include "aiio/browse.h"

#include "aiio/card_texts.h"
#include "aiio/fmt.h"

#include <limits.h>

/* ---- a card of the list -------------------------------------------------- */

enum status app_browse_line(struct app *app, int64_t key, struct arena *arena,
                            struct browse_line *line, struct error *err)
{
    struct buf json = {0}, question = {0};
    struct slice rest, escaped;
    enum status status = store_card_at(app->store, key, arena, &line->row, err);

    if (!status)
        status = store_card_json(app->store, key, &json, err);
    rest = buf_slice(&json);
    if (!status && card_texts_next(&rest, &escaped))
        card_text_unescape(&question, escaped);
    line->question = arena_string(arena, buf_slice(&question));
    buf_release(&question);
    buf_release(&json);
    return status;
}

static void standing_by_day(struct buf *out, const struct progress *progress,
                            const struct query_now *now)
{
    int day, left;

    if (progress->due.state == CARD_NEW) {
        buf_add_text(out, progress->reset_day ? "reset" : "new");
        return;
    }
    if (!progress->due.has_day || !query_due_day(progress, now, &day)) {
        buf_add_text(out, "learning");
        return;
    }
    left = days_between(now->moment.day, day);
    if (left > 0) {
        buf_add_text(out, "in ");
        fmt_interval_days(out, left);
    } else if (day == now->moment.day) {
        buf_add_text(out, "due");
    } else {
        fmt_interval_days(out, days_between(day, now->moment.day));
        buf_add_text(out, " late");
    }
}

void browse_standing(struct buf *out, const struct store_card *row,
                     const struct query_now *now)
{
    const struct progress *progress = &row->progress;

    if (row->retired)
        buf_add_text(out, "retired");
    else if (progress->suspended)
        buf_add_text(out, "suspended");
    else if (row->reserve)
        buf_add_text(out, "reserve");
    else if (progress->buried_until > now->moment.day)
        buf_add_text(out, "buried");
    else
        standing_by_day(out, progress, now);
}

/* ---- marks --------------------------------------------------------------- */

static bool is_so_already(enum entry_kind kind, const struct progress *at,
                          int tomorrow)
{
    return (kind == ENTRY_SUSPEND && at->suspended) ||
           (kind == ENTRY_RESUME && !at->suspended) ||
           (kind == ENTRY_BURY && at->buried_until >= tomorrow) ||
           (kind == ENTRY_FLAG && at->flagged) ||
           (kind == ENTRY_RESET && at->answers == 0 && at->reset_day == 0) ||
           (kind == ENTRY_UNFLAG && !at->flagged);
}

static void write_body(struct buf *body, enum entry_kind kind, int tomorrow,
                       struct slice note)
{
    const struct reset_body reset = {.by_learner = true};

    if (kind == ENTRY_RESET)
        reset_body_write(body, &reset);
    else if (kind == ENTRY_BURY)
        bury_body_write(body, tomorrow);
    else if (kind == ENTRY_NOTE)
        note_body_write(body, note);
}

enum status app_mark_cards(struct app *app, const int64_t *keys, int count,
                           enum entry_kind kind, struct slice note, int *done,
                           struct error *err)
{
    struct arena arena = {0};
    struct act *acts = mem_new((size_t)count + 1, sizeof(*acts));
    int tomorrow = app_now(app).day + 1;
    struct buf body = {0};
    enum status status = STATUS_OK;

    *done = 0;
    write_body(&body, kind, tomorrow, note);
    for (int i = 0; !status && i < count; i++) {
        struct store_card row = {0};
        struct act *act = &acts[*done];

        status = store_card_at(app->store, keys[i], &arena, &row, err);
        if (status || is_so_already(kind, &row.progress, tomorrow))
            continue;
        act->deck = row.deck;
        act->card = row.id;
        status = app_act_init(app, act, err);
        *done += 1;
    }
    if (!status && *done > 0)
        status = app_mark_all(app, acts, *done, kind, buf_slice(&body), err);
    buf_release(&body);
    mem_free(acts);
    arena_release(&arena);
    return status;
}

enum status app_note(struct app *app, const char *deck, const char *card,
                     struct arena *arena, const char **note, struct error *err)
{
    struct entry *entries = NULL;
    bool *is_void;
    int count = 0;
    enum status status =
        store_log_of_card(app->store, deck, card, arena, &entries, &count, err);

    *note = "";
    if (status)
        return status;
    is_void = arena_alloc(arena, (size_t)count + 1, sizeof(*is_void));
    entries_void(entries, count, is_void);
    *note = entries_note(entries, count, is_void, arena);
    return STATUS_OK;
}

/* ---- ahead of their day -------------------------------------------------- */

struct ahead {
    struct purpose *purpose;
    int limit;
};

static bool take_ahead(void *context, const struct store_due *row)
{
    struct ahead *ahead = context;

    ahead->purpose->keys[ahead->purpose->count++] = row->key;
    return ahead->purpose->count < ahead->limit;
}

enum status app_ahead(struct app *app, const char *deck, int limit,
                      struct arena *arena, struct purpose *purpose,
                      struct error *err)
{
    struct store_filter filter = {.domain = -1};
    struct store_deck found = {0};
    struct ahead ahead = {purpose, limit};
    enum status status = STATUS_OK;

    if (deck)
        status = store_deck_find(app->store, deck, arena, &found, err);
    filter.deck_key = found.key;
    *purpose = (struct purpose){
        .words = "cards ahead of their day",
        .keys = arena_alloc(arena, (size_t)limit + 1, sizeof(*purpose->keys))};
    if (status || limit == 0)
        return status;
    return store_due_reviews(app->store, &filter, INT_MIN, INT_MAX, take_ahead,
                             &ahead, err);
}
