/* SPDX-License-Identifier: MIT */
#include "store_private.h"

#include <string.h>

#include <math.h>

/* ---- the row of a card ------------------------------------------------- */

static void bind_schedule(sqlite3_stmt *statement,
                          const struct schedule *schedule)
{
    bind_int(statement, ":state", schedule->state);
    bind_int(statement, ":step", schedule->step);
    bind_int(statement, ":has_day", schedule->has_day);
    bind_int(statement, ":due_day", schedule->due_day);
    bind_int(statement, ":due_at", schedule->due_at_ms);
    bind_double(statement, ":interval", schedule->interval_days);
    bind_double(statement, ":retention", schedule->retention);
}

static void bind_counts(sqlite3_stmt *statement,
                        const struct progress *progress)
{
    bind_int(statement, ":last_day", progress->last_day);
    bind_int(statement, ":last_at", progress->last_at_ms);
    bind_id(statement, ":last_answer", &progress->last_answer);
    bind_int(statement, ":last_correct", progress->last_correct);
    bind_int(statement, ":answers", progress->answers);
    bind_int(statement, ":lapses", progress->lapses);
    bind_int(statement, ":wrong", progress->wrong);
    bind_int(statement, ":interval_days", progress->interval_days);
}

enum status progress_write_row(struct store *store, int64_t key,
                               const struct progress *progress,
                               struct error *err)
{
    sqlite3_stmt *statement = NULL;
    enum status status =
        statement_get(store, SQL_PROGRESS_WRITE, &statement, err);

    if (status)
        return status;
    bind_int(statement, ":key", key);
    bind_schedule(statement, &progress->due);
    bind_counts(statement, progress);
    bind_double(statement, ":stability", progress->memory.stability);
    bind_double(statement, ":difficulty", progress->memory.difficulty);
    bind_int(statement, ":model", FSRS_MODEL);
    bind_int(statement, ":suspended", progress->suspended);
    bind_int(statement, ":flagged", progress->flagged);
    bind_int(statement, ":buried_until", progress->buried_until);
    bind_int(statement, ":seen", progress->seen);
    bind_int(statement, ":shown", progress->shown);
    bind_int(statement, ":reset_day", progress->reset_day);
    bind_int(statement, ":key_hash", (int64_t)progress->key_hash);
    return statement_run(store, statement, err);
}

/* ---- tally ------------------------------------------------------------- */

enum { BUCKET_RETIRED = -2 };

/* Where a card is counted: a row of tally. */
struct bucket {
    int64_t deck;
    int domain, state, due_day;
};

static enum status read_bucket(struct store *store, int64_t key,
                               struct bucket *bucket, struct error *err)
{
    sqlite3_stmt *statement = NULL;
    enum status status = card_row(store, SQL_CARD_BUCKET, key, &statement, err);

    if (status)
        return status;
    bucket->deck = sqlite3_column_int64(statement, 0);
    bucket->domain = column_int(statement, 1);
    bucket->state = column_int(statement, 2);
    bucket->due_day = column_int(statement, 3);
    statement_end(statement);
    return STATUS_OK;
}

static enum status run_on_bucket(struct store *store, enum sql sql,
                                 const struct bucket *bucket, struct error *err)
{
    sqlite3_stmt *statement = NULL;
    enum status status = statement_get(store, sql, &statement, err);

    if (status)
        return status;
    bind_int(statement, ":deck", bucket->deck);
    bind_int(statement, ":domain", bucket->domain);
    bind_int(statement, ":state", bucket->state);
    bind_int(statement, ":due_day", bucket->due_day);
    return statement_run(store, statement, err);
}

static enum status take_from(struct store *store, const struct bucket *bucket,
                             struct error *err)
{
    enum status status = run_on_bucket(store, SQL_TALLY_TAKE, bucket, err);

    if (!status && sqlite3_changes(store->db) == 0)
        status = run_on_bucket(store, SQL_TALLY_DROP, bucket, err);
    return status;
}

static enum status move_tally(struct store *store, const struct bucket *from,
                              const struct bucket *to, struct error *err)
{
    enum status status = STATUS_OK;

    if (from->state == to->state && from->due_day == to->due_day)
        return STATUS_OK;
    if (from->state != BUCKET_RETIRED)
        status = take_from(store, from, err);
    if (!status && to->state != BUCKET_RETIRED)
        status = run_on_bucket(store, SQL_TALLY_ADD, to, err);
    return status;
}

enum status tally_refresh(struct store *store, int64_t deck_key,
                          struct error *err)
{
    static const enum sql steps[] = {SQL_TALLY_CLEAR, SQL_TALLY_FILL};
    enum status status = STATUS_OK;

    for (int i = 0; !status && i < 2; i++) {
        sqlite3_stmt *statement = NULL;

        status = statement_get(store, steps[i], &statement, err);
        if (status)
            break;
        bind_int(statement, ":deck", deck_key);
        status = statement_run(store, statement, err);
    }
    return status;
}

/* ---- progress ---------------------------------------------------------- */

enum status store_progress_write(struct store *store, int64_t key,
                                 const struct progress *progress,
                                 struct error *err)
{
    struct bucket before = {0}, after = {0};
    enum status status = read_bucket(store, key, &before, err);

    if (!status)
        status = progress_write_row(store, key, progress, err);
    if (!status)
        status = read_bucket(store, key, &after, err);
    return status ? status : move_tally(store, &before, &after, err);
}

static bool near(double a, double b)
{
    return fabs(a - b) <= 1e-9 * fmax(1e-300, fmax(fabs(a), fabs(b)));
}

static bool schedule_equal(const struct schedule *a, const struct schedule *b)
{
    return a->state == b->state && a->step == b->step &&
           a->has_day == b->has_day && a->due_day == b->due_day &&
           a->due_at_ms == b->due_at_ms &&
           near(a->interval_days, b->interval_days) &&
           near(a->retention, b->retention);
}

bool progress_equal(const struct progress *a, const struct progress *b)
{
    return near(a->memory.stability, b->memory.stability) &&
           near(a->memory.difficulty, b->memory.difficulty) &&
           schedule_equal(&a->due, &b->due) && a->last_day == b->last_day &&
           a->last_at_ms == b->last_at_ms &&
           entry_id_equal(a->last_answer, b->last_answer) &&
           a->last_correct == b->last_correct && a->answers == b->answers &&
           a->lapses == b->lapses && a->wrong == b->wrong &&
           a->interval_days == b->interval_days &&
           a->suspended == b->suspended && a->flagged == b->flagged &&
           a->buried_until == b->buried_until && a->seen == b->seen &&
           a->reset_day == b->reset_day && a->key_hash == b->key_hash;
}

enum status progress_from_log(struct store *store, const char *deck,
                              const char *card, const struct fsrs *fsrs,
                              struct progress *progress, struct error *err)
{
    struct arena arena = {0};
    struct entry *entries = NULL;
    int count = 0;
    enum status status =
        store_log_of_card(store, deck, card, &arena, &entries, &count, err);

    *progress = (struct progress){0};
    if (!status && count > 0)
        progress_fold(progress, fsrs, entries, count, NULL);
    arena_release(&arena);
    return status;
}

static enum status refold_named(struct store *store, const char *deck,
                                const char *card, const struct fsrs *fsrs,
                                struct error *err)
{
    struct arena arena = {0};
    struct store_card row = {0};
    struct progress progress = {0};
    struct error missing = {0};
    enum status status =
        store_card_find(store, deck, card, &arena, &row, &missing);

    if (status == STATUS_NOT_FOUND)
        status = STATUS_OK; /* no deck has it: there is nothing to cache */
    else if (status)
        error_set(err, status, "%s", missing.text);
    else
        status = progress_from_log(store, deck, row.id, fsrs, &progress, err);
    if (!status && row.key != 0)
        status = store_progress_write(store, row.key, &progress, err);
    arena_release(&arena);
    return status;
}

/* An entry may be from before a rename or, where the id is used again, from
   after it: both cards are folded. */
enum status store_progress_refold(struct store *store, const char *deck,
                                  const char *card, const struct fsrs *fsrs,
                                  struct error *err)
{
    struct arena arena = {0};
    const char *name = card;
    enum status status =
        history_current_name(store, deck, card, &arena, &name, err);

    if (!status)
        status = refold_named(store, deck, name, fsrs, err);
    if (!status && strcmp(name, card) != 0)
        status = refold_named(store, deck, card, fsrs, err);
    arena_release(&arena);
    return status;
}
