/* SPDX-License-Identifier: MIT */
#include "store_private.h"

#include <stdlib.h>
#include <string.h>

struct replaying {
    struct store *store;
    const struct fsrs *fsrs;
    bool write;
    int64_t differences;
};

/* ---- cards ------------------------------------------------------------- */

static enum status next_card(struct replaying *replaying, int64_t after,
                             struct arena *arena, struct store_card *card,
                             struct error *err)
{
    sqlite3_stmt *statement = NULL;
    bool row = false;
    enum status status =
        statement_get(replaying->store, SQL_CARD_NEXT, &statement, err);

    card->key = 0;
    if (status)
        return status;
    bind_int(statement, ":key", after);
    status = statement_next(replaying->store, statement, &row, err);
    if (row) {
        *card = column_card(statement, arena);
        statement_end(statement);
    }
    return status;
}

static enum status replay_card(struct replaying *replaying,
                               const struct store_card *card, struct error *err)
{
    struct progress progress = {0};
    enum status status =
        progress_from_log(replaying->store, card->deck, card->id,
                          replaying->fsrs, &progress, err);

    if (status || (progress_equal(&progress, &card->progress) &&
                   !(progress.shown && card->reserve)))
        return status;
    replaying->differences++;
    if (!replaying->write)
        return STATUS_OK;
    return progress_write_row(replaying->store, card->key, &progress, err);
}

static enum status replay_cards(struct replaying *replaying, struct error *err)
{
    struct store_card card = {0};
    struct arena arena = {0};
    enum status status;

    do {
        arena_reset(&arena);
        status = next_card(replaying, card.key, &arena, &card, err);
        if (!status && card.key != 0)
            status = replay_card(replaying, &card, err);
    } while (!status && card.key != 0);
    arena_release(&arena);
    return status;
}

/* ---- tally ------------------------------------------------------------- */

static enum status replay_tally(struct replaying *replaying, struct error *err)
{
    struct store *store = replaying->store;
    sqlite3_stmt *statement = NULL;
    int64_t key = 0;
    bool row = false;
    enum status status =
        statement_get(store, SQL_TALLY_DIFFERENCES, &statement, err);

    if (!status)
        status = statement_next(store, statement, &row, err);
    if (row) {
        replaying->differences += sqlite3_column_int64(statement, 0);
        statement_end(statement);
    }
    if (status || !replaying->write)
        return status;
    status = deck_next(store, &key, err);
    while (!status && key != 0) {
        status = tally_refresh(store, key, err);
        if (!status)
            status = deck_next(store, &key, err);
    }
    return status;
}

/* ---- activity ---------------------------------------------------------- */

struct days {
    struct store_activity *items; /* by day */
    size_t capacity;
    int count;
};

static int compare_days(const void *a, const void *b)
{
    const struct store_activity *left = a, *right = b;

    return (left->day > right->day) - (left->day < right->day);
}

/* Entries come in their order, so that a day is nearly always the last. */
static struct store_activity *day_of(struct days *days, int day)
{
    void *grown = days->items;
    int at = days->count;

    while (at > 0 && days->items[at - 1].day > day)
        at--;
    if (at > 0 && days->items[at - 1].day == day)
        return &days->items[at - 1];
    mem_grow(&grown, &days->capacity, (size_t)days->count + 1,
             sizeof(*days->items));
    days->items = grown;
    memmove(days->items + at + 1, days->items + at,
            (size_t)(days->count - at) * sizeof(*days->items));
    days->count++;
    days->items[at] = (struct store_activity){.day = day};
    return &days->items[at];
}

static bool count_answer(void *context, const struct entry *entry, bool is_void)
{
    struct store_activity one, *day;

    if (is_void || !activity_of(entry, &one))
        return true;
    if (!one.answers && !one.new_cards && !one.reviews && !one.ms)
        return true;
    day = day_of(context, entry->day);
    day->answers += one.answers;
    day->correct += one.correct;
    day->new_cards += one.new_cards;
    day->reviews += one.reviews;
    day->ms += one.ms;
    return true;
}

struct comparing {
    const struct days *days;
    int64_t differences;
    int matched;
};

static bool compare_day(void *context, const struct store_activity *row)
{
    struct comparing *comparing = context;
    const struct days *days = comparing->days;
    const struct store_activity *truth = NULL;

    if (days->count > 0)
        truth = bsearch(row, days->items, (size_t)days->count,
                        sizeof(*days->items), compare_days);
    if (truth)
        comparing->matched++;
    if (!truth || truth->answers != row->answers ||
        truth->correct != row->correct || truth->new_cards != row->new_cards ||
        truth->reviews != row->reviews || truth->ms != row->ms)
        comparing->differences++;
    return true;
}

static enum status rewrite_days(struct store *store, const struct days *days,
                                struct error *err)
{
    sqlite3_stmt *statement = NULL;
    enum status status =
        statement_get(store, SQL_ACTIVITY_CLEAR, &statement, err);

    if (!status)
        status = statement_run(store, statement, err);
    for (int i = 0; !status && i < days->count; i++)
        status = activity_add(store, &days->items[i], 1, err);
    return status;
}

static enum status replay_activity(struct replaying *replaying,
                                   struct error *err)
{
    const struct store_log_filter filter = {.kind = ENTRY_ANSWER};
    struct days days = {0};
    struct comparing comparing = {.days = &days};
    enum status status =
        store_log_each(replaying->store, &filter, count_answer, &days, err);

    if (!status)
        status = store_activity(replaying->store, INT32_MIN, INT32_MAX,
                                compare_day, &comparing, err);
    replaying->differences +=
        comparing.differences + days.count - comparing.matched;
    if (!status && replaying->write)
        status = rewrite_days(replaying->store, &days, err);
    mem_free(days.items);
    return status;
}

enum status store_replay(struct store *store, const struct fsrs *fsrs,
                         int64_t *differences, struct error *err)
{
    struct replaying replaying = {
        .store = store, .fsrs = fsrs, .write = !differences};
    enum status status = replay_cards(&replaying, err);

    if (!status)
        status = replay_tally(&replaying, err);
    if (!status)
        status = replay_activity(&replaying, err);
    if (!status && differences)
        *differences = replaying.differences;
    return status;
}
