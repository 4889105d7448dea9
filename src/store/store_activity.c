/* SPDX-License-Identifier: MIT */
#include "store_private.h"

enum { ANSWER_CAP_MS = 60000 };

static struct store_activity activity_of_body(int day,
                                              const struct answer_body *body)
{
    return (struct store_activity){
        .day = day,
        .answers = !body->seen,
        .correct = !body->seen && body->correct,
        .new_cards = body->from == CARD_NEW && !body->owed,
        .reviews = body->from == CARD_REVIEW || body->owed,
        .ms = body->ms < 0               ? 0
              : body->ms > ANSWER_CAP_MS ? ANSWER_CAP_MS
                                         : body->ms,
    };
}

bool activity_of(const struct entry *answer, struct store_activity *out)
{
    struct arena arena = {0};
    struct answer_body body = {0};
    bool reads = answer->kind == ENTRY_ANSWER &&
                 answer_body_read(answer->body, &arena, &body);

    if (reads)
        *out = activity_of_body(answer->day, &body);
    arena_release(&arena);
    return reads;
}

static bool is_empty(const struct store_activity *activity)
{
    return !activity->answers && !activity->correct && !activity->new_cards &&
           !activity->reviews && !activity->ms;
}

static enum status run_on_day(struct store *store, enum sql sql, int day,
                              struct error *err)
{
    sqlite3_stmt *statement = NULL;
    enum status status = statement_get(store, sql, &statement, err);

    if (status)
        return status;
    bind_int(statement, ":day", day);
    return statement_run(store, statement, err);
}

enum status activity_add(struct store *store,
                         const struct store_activity *activity, int sign,
                         struct error *err)
{
    sqlite3_stmt *statement = NULL;
    enum status status = STATUS_OK;

    if (is_empty(activity))
        return STATUS_OK;
    status = statement_get(store, SQL_ACTIVITY_ADD, &statement, err);
    if (status)
        return status;
    bind_int(statement, ":day", activity->day);
    bind_int(statement, ":answers", sign * activity->answers);
    bind_int(statement, ":correct", sign * activity->correct);
    bind_int(statement, ":new_cards", sign * activity->new_cards);
    bind_int(statement, ":reviews", sign * activity->reviews);
    bind_int(statement, ":ms", sign * activity->ms);
    status = statement_run(store, statement, err);
    if (!status && sign < 0) /* a day without answers has no row */
        status = run_on_day(store, SQL_ACTIVITY_DROP_EMPTY, activity->day, err);
    return status;
}

enum status store_activity_add(struct store *store, int day,
                               const struct answer_body *answer, int sign,
                               struct error *err)
{
    const struct store_activity activity = activity_of_body(day, answer);

    return activity_add(store, &activity, sign, err);
}

static enum status sum_of_day(struct store *store, int day,
                              struct store_activity *sum, struct error *err)
{
    sqlite3_stmt *statement = NULL;
    bool row = true;
    enum status status =
        statement_get(store, SQL_LOG_ANSWERS_OF_DAY, &statement, err);

    if (status)
        return status;
    bind_int(statement, ":day", day);
    bind_int(statement, ":first", log_first_place(day));
    while (!status && row) {
        struct store_activity one;
        struct entry entry;
        bool is_void = false;

        status = statement_next(store, statement, &row, err);
        if (status || !row)
            break;
        entry = column_entry(statement, NULL);
        status = history_is_void(store, &entry, &is_void, err);
        if (status || is_void || !activity_of(&entry, &one))
            continue;
        sum->answers += one.answers;
        sum->correct += one.correct;
        sum->new_cards += one.new_cards;
        sum->reviews += one.reviews;
        sum->ms += one.ms;
    }
    statement_end(statement);
    return status;
}

enum status store_activity_refresh(struct store *store, int day,
                                   struct error *err)
{
    struct store_activity sum = {.day = day};
    enum status status = sum_of_day(store, day, &sum, err);

    if (!status)
        status = run_on_day(store, SQL_ACTIVITY_CLEAR_DAY, day, err);
    return status ? status : activity_add(store, &sum, 1, err);
}

enum status store_activity(struct store *store, int from_day, int to_day,
                           store_activity_row *row, void *context,
                           struct error *err)
{
    sqlite3_stmt *statement = NULL;
    bool more = true;
    enum status status = statement_get(store, SQL_ACTIVITY, &statement, err);

    if (status)
        return status;
    bind_int(statement, ":first", from_day);
    bind_int(statement, ":last", to_day);
    while (!status && more) {
        struct store_activity activity;

        status = statement_next(store, statement, &more, err);
        if (status || !more)
            return status;
        activity = (struct store_activity){
            .day = column_int(statement, 0),
            .answers = sqlite3_column_int64(statement, 1),
            .correct = sqlite3_column_int64(statement, 2),
            .new_cards = sqlite3_column_int64(statement, 3),
            .reviews = sqlite3_column_int64(statement, 4),
            .ms = sqlite3_column_int64(statement, 5),
        };
        more = row(context, &activity);
    }
    statement_end(statement);
    return status;
}
