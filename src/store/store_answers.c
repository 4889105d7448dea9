/* SPDX-License-Identifier: MIT */
#include "store_private.h"

#include "aiio/json_out.h"

#include <stdlib.h>
#include <string.h>

/* Another grade that stands, by the answer it is for. */
struct regrade {
    struct entry_id answer;
    int order; /* the last one counts */
    struct grade_body body;
};

struct graded {
    store_graded_row *row;
    void *context;
    struct regrade *regrades;
    size_t capacity;
    int count;
};

/* Grades come after their answers, so they are collected first. */
static bool collect_grade(void *context, const struct entry *entry,
                          bool is_void)
{
    struct graded *graded = context;
    struct grade_body body;

    if (is_void || !grade_body_read(entry->body, &body))
        return true;
    mem_grow((void **)&graded->regrades, &graded->capacity,
             (size_t)graded->count + 1, sizeof(*graded->regrades));
    graded->regrades[graded->count] =
        (struct regrade){entry->refers_to, graded->count, body};
    graded->count++;
    return true;
}

static int compare_answers(const void *a, const void *b)
{
    const struct regrade *x = a, *y = b;

    return memcmp(x->answer.bytes, y->answer.bytes, ENTRY_ID_BYTES);
}

static int compare_regrades(const void *a, const void *b)
{
    const struct regrade *x = a, *y = b;
    int by_answer = compare_answers(a, b);

    return by_answer ? by_answer : x->order - y->order;
}

/* One grade an answer, the last, sorted for the search. */
static void arrange_regrades(struct graded *graded)
{
    struct regrade *all = graded->regrades;
    int kept = 0;

    if (graded->count == 0)
        return;
    qsort(all, (size_t)graded->count, sizeof(*all), compare_regrades);
    for (int i = 1; i < graded->count; i++) {
        if (compare_answers(&all[kept], &all[i]) != 0)
            kept++;
        all[kept] = all[i];
    }
    graded->count = kept + 1;
}

static bool give_row(void *context, const struct entry *entry, bool is_void)
{
    struct graded *graded = context;
    struct regrade key = {.answer = entry->id};
    const struct regrade *found = NULL;

    if (entry->kind == ENTRY_ANSWER && graded->count > 0)
        found = bsearch(&key, graded->regrades, (size_t)graded->count,
                        sizeof(key), compare_answers);
    return graded->row(graded->context, entry, is_void,
                       found ? &found->body : NULL);
}

enum status store_log_graded(struct store *store,
                             const struct store_log_filter *filter,
                             store_graded_row *row, void *context,
                             struct error *err)
{
    struct graded graded = {.row = row, .context = context};
    struct store_log_filter grades = *filter;
    enum status status;

    grades.kind = ENTRY_GRADE;
    status = store_log_each(store, &grades, collect_grade, &graded, err);
    arrange_regrades(&graded);
    if (!status)
        status = store_log_each(store, filter, give_row, &graded, err);
    mem_free(graded.regrades);
    return status;
}

/* ---- answers ------------------------------------------------------------- */

struct answers {
    store_answer_row *row;
    void *context;
    struct arena arena;
};

static bool answer_row(void *context, const struct entry *entry, bool is_void,
                       const struct grade_body *grade)
{
    struct answers *answers = context;
    struct answer_body body = {0};

    if (is_void)
        return true;
    if (entry->kind == ENTRY_RENAME || entry->kind == ENTRY_PARAMETERS)
        return answers->row(answers->context, entry, NULL);
    arena_reset(&answers->arena);
    if (entry->kind != ENTRY_ANSWER ||
        !answer_body_read(entry->body, &answers->arena, &body))
        return true;
    if (grade) {
        body.grade = grade->grade;
        body.schedule = grade->schedule;
    }
    return answers->row(answers->context, entry, &body);
}

enum status store_answers(struct store *store, store_answer_row *row,
                          void *context, struct error *err)
{
    static const struct store_log_filter everything;
    struct answers answers = {.row = row, .context = context};
    enum status status =
        store_log_graded(store, &everything, answer_row, &answers, err);

    arena_release(&answers.arena);
    return status;
}

/* ---- cards --------------------------------------------------------------- */

enum status store_cards_each(struct store *store, int64_t deck_key,
                             store_card_row *row, void *context,
                             struct error *err)
{
    sqlite3_stmt *statement = NULL;
    struct arena arena = {0};
    bool more = true;
    enum status status = statement_get(store, SQL_CARDS_EACH, &statement, err);

    if (status)
        return status;
    bind_int(statement, ":deck", deck_key);
    while (!status && more) {
        struct store_card card;

        status = statement_next(store, statement, &more, err);
        if (status || !more)
            break;
        arena_reset(&arena);
        card = column_card(statement, &arena);
        if (!row(context, &card)) {
            statement_end(statement);
            break;
        }
    }
    arena_release(&arena);
    return status;
}

/* The text is looked for where JSON has it; reading the card is the proof. */
static bool is_correct_for(const struct card *card, const char *text)
{
    for (int i = 0; i < card->correct_count; i++)
        if (!strcmp(card->statements[i].text, text))
            return true;
    return false;
}

enum status store_card_of_text(struct store *store, int64_t deck_key,
                               int64_t but, const char *text,
                               struct arena *arena, bool *found,
                               struct card *card, struct error *err)
{
    sqlite3_stmt *statement = NULL;
    struct buf json = {0};
    struct json_out out = json_out(&json, 0);
    bool row = true;
    enum status status =
        statement_get(store, SQL_CARDS_WITH_TEXT, &statement, err);

    *found = false;
    if (status)
        return status;
    json_text(&out, NULL, text);
    bind_int(statement, ":deck", deck_key);
    bind_int(statement, ":but", but);
    bind_slice(statement, ":text", buf_slice(&json));
    while (!status && row && !*found) {
        status = statement_next(store, statement, &row, err);
        if (!status && row)
            status =
                deck_read_card(column_slice(statement, 0), arena, card, err);
        *found = !status && row && is_correct_for(card, text);
    }
    if (status || row)
        statement_end(statement);
    buf_release(&json);
    return status;
}
