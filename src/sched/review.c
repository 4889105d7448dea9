/* SPDX-License-Identifier: MIT */
#include "aiio/review.h"

#include "aiio/rng.h"

#include <stdlib.h>
#include <string.h>

struct standing progress_standing(const struct progress *progress,
                                  const char *deck, const char *card)
{
    return (struct standing){
        .state = progress->due.state,
        .step = progress->due.step,
        .memory = progress->memory,
        .last_day = progress->last_day,
        .previous_interval_days = progress->interval_days,
        .fuzz_seed = steps_fuzz_seed(deck, card, progress->answers),
    };
}

/* ---- one entry ----------------------------------------------------------- */

/* An answer as given, or with another grade and what that one scheduled. */
static void apply_answer(struct progress *progress, const struct fsrs *fsrs,
                         const struct entry *entry,
                         const struct answer_body *body)
{
    enum card_state from = progress->due.state;
    int elapsed =
        from == CARD_NEW ? 0 : days_between(progress->last_day, entry->day);

    progress->memory = fsrs_next(fsrs, progress->memory, elapsed, body->grade);
    progress->due = body->schedule;
    /* The days promised, fuzz and all, from the day of the answer. */
    progress->interval_days =
        body->schedule.has_day && body->schedule.state == CARD_REVIEW
            ? days_between(entry->day, body->schedule.due_day)
            : 0;
    progress->last_day = entry->day;
    progress->last_at_ms = entry->at_ms;
    progress->last_answer = entry->id;
    progress->last_correct = body->correct;
    progress->answers++;
    progress->wrong += body->correct ? 0 : 1;
    progress->lapses +=
        from == CARD_REVIEW && body->grade == GRADE_AGAIN ? 1 : 0;
    progress->seen = false;
    progress->reset_day = 0;
}

static void apply_reset(struct progress *progress, const struct entry *entry)
{
    struct arena arena = {0};
    struct reset_body body;
    uint64_t key = progress->key_hash;
    bool applies = reset_body_read(entry->body, &arena, &body);

    if (applies && !body.by_learner) {
        key = fnv1a(FNV1A_START, slice_of(body.key));
        applies = key != progress->key_hash;
    }
    if (applies)
        *progress = (struct progress){
            .suspended = progress->suspended,
            .flagged = progress->flagged,
            .buried_until = progress->buried_until,
            .seen = progress->seen,
            .shown = progress->shown,
            .key_hash = key,
            /* A card never answered stays among the new ones. */
            .reset_day = progress->answers > 0 || progress->reset_day > 0
                             ? entry->day
                             : 0,
        };
    arena_release(&arena);
}

/* The end of an exam shows the key. Nothing else of an exam touches a card. */
static void apply_exam(struct progress *progress, const struct entry *entry)
{
    struct arena arena = {0};
    struct exam_choice_body body;

    if (exam_choice_body_read(entry->body, &arena, &body) && body.end) {
        progress->seen = true;
        progress->shown = true;
    }
    arena_release(&arena);
}

void progress_apply(struct progress *progress, const struct fsrs *fsrs,
                    const struct entry *entry)
{
    struct arena arena = {0};
    struct answer_body body;
    int until = 0;

    if (entry->kind == ENTRY_ANSWER &&
        answer_body_read(entry->body, &arena, &body))
        apply_answer(progress, fsrs, entry, &body);
    else if (entry->kind == ENTRY_RESET)
        apply_reset(progress, entry);
    else if (entry->kind == ENTRY_SUSPEND)
        progress->suspended = true;
    else if (entry->kind == ENTRY_RESUME)
        progress->suspended = false;
    else if (entry->kind == ENTRY_FLAG)
        progress->flagged = true;
    else if (entry->kind == ENTRY_UNFLAG)
        progress->flagged = false;
    else if (entry->kind == ENTRY_BURY && bury_body_read(entry->body, &until))
        progress->buried_until = until;
    else if (entry->kind == ENTRY_EXAM_CHOICE)
        apply_exam(progress, entry);
    arena_release(&arena);
}

/* ---- what is void -------------------------------------------------------- */

struct index_row {
    struct entry_id id;
    int at;
};

static int compare_rows(const void *a, const void *b)
{
    const struct index_row *left = a, *right = b;

    int order = memcmp(left->id.bytes, right->id.bytes, ENTRY_ID_BYTES);

    return order != 0 ? order : (left->at > right->at) - (left->at < right->at);
}

static int compare_ids(const void *a, const void *b)
{
    const struct index_row *left = a, *right = b;

    return memcmp(left->id.bytes, right->id.bytes, ENTRY_ID_BYTES);
}

static int find_entry(const struct index_row *rows, int count,
                      struct entry_id id)
{
    struct index_row wanted = {id, 0};
    const struct index_row *found =
        count > 0
            ? bsearch(&wanted, rows, (size_t)count, sizeof(*rows), compare_ids)
            : NULL;

    return found ? found->at : -1;
}

/*
 * From the newest to the oldest: when an undo is reached, every later undo of
 * it has been. An undo reaches back only, so that a hostile log has no cycle.
 */
void entries_void(const struct entry *entries, int count, bool *void_out)
{
    struct index_row *rows = mem_new((size_t)count + 1, sizeof(*rows));

    for (int i = 0; i < count; i++) {
        rows[i] = (struct index_row){entries[i].id, i};
        void_out[i] = false;
    }
    if (count > 1)
        qsort(rows, (size_t)count, sizeof(*rows), compare_rows);
    for (int i = count - 1; i >= 0; i--) {
        int target;

        if (entries[i].kind != ENTRY_UNDO || void_out[i])
            continue;
        target = find_entry(rows, count, entries[i].refers_to);
        if (target >= 0 && target < i)
            void_out[target] = true;
    }
    mem_free(rows);
}

/* ---- the whole fold ------------------------------------------------------ */

/* The last standing answer, kept so that a later grade can work it out again
   from the state before it. */
struct last_answer {
    const struct entry *entry;
    struct progress before;
};

/* True when the grade stands; then progress is that of the other grade. */
static bool apply_grade(struct progress *progress, const struct fsrs *fsrs,
                        const struct entry *entry,
                        const struct last_answer *last)
{
    struct arena arena = {0};
    struct grade_body grade;
    struct answer_body body;
    struct progress again = last->before;
    bool stands = last->entry &&
                  entry_id_equal(last->entry->id, entry->refers_to) &&
                  grade_body_read(entry->body, &grade) &&
                  answer_body_read(last->entry->body, &arena, &body);

    if (stands) {
        body.grade = grade.grade;
        body.schedule = grade.schedule;
        apply_answer(&again, fsrs, last->entry, &body);
        /* Marks set since the answer are no business of its grade. */
        again.suspended = progress->suspended;
        again.flagged = progress->flagged;
        again.buried_until = progress->buried_until;
        again.seen = progress->seen;
        again.shown = progress->shown;
        *progress = again;
    }
    arena_release(&arena);
    return stands;
}

static void fold(struct progress *progress, struct last_answer *last,
                 const struct fsrs *fsrs, const struct entry *entries,
                 int count, bool *is_void)
{
    *progress = (struct progress){0};
    *last = (struct last_answer){0};
    for (int i = 0; i < count; i++) {
        const struct entry *entry = &entries[i];
        struct progress before = *progress;

        if (entry->kind == ENTRY_GRADE && !is_void[i])
            is_void[i] = !apply_grade(progress, fsrs, entry, last);
        else if (entry->kind == ENTRY_ANSWER && is_void[i])
            progress->seen = true;
        else if (!is_void[i])
            progress_apply(progress, fsrs, entry);
        if (entry->kind == ENTRY_ANSWER && !is_void[i] &&
            progress->answers != before.answers)
            *last = (struct last_answer){entry, before};
        else if (entry->kind == ENTRY_RESET && !is_void[i] &&
                 progress->answers == 0)
            *last = (struct last_answer){0};
    }
}

void progress_fold(struct progress *progress, const struct fsrs *fsrs,
                   const struct entry *entries, int count, bool *void_out)
{
    bool *is_void = mem_new((size_t)count + 1, sizeof(*is_void));
    struct last_answer last;

    entries_void(entries, count, is_void);
    fold(progress, &last, fsrs, entries, count, is_void);
    if (void_out)
        memcpy(void_out, is_void, (size_t)count * sizeof(*is_void));
    mem_free(is_void);
}

void progress_before_last_answer(struct progress *before,
                                 const struct fsrs *fsrs,
                                 const struct entry *entries, int count)
{
    bool *is_void = mem_new((size_t)count + 1, sizeof(*is_void));
    struct progress after;
    struct last_answer last;

    entries_void(entries, count, is_void);
    fold(&after, &last, fsrs, entries, count, is_void);
    *before = last.before;
    mem_free(is_void);
}
