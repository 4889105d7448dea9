/* SPDX-License-Identifier: MIT */
#include "aiio/exam.h"

#include <math.h>

static int bits(unsigned set)
{
    int count = 0;

    for (; set; set &= set - 1)
        count++;
    return count;
}

/* ---- choices ------------------------------------------------------------- */

int exam_wanted(const struct exam_question *question)
{
    return bits(question->right);
}

bool exam_is_answered(const struct exam_question *question)
{
    return question->chosen != 0 &&
           bits(question->chosen) == exam_wanted(question);
}

unsigned exam_choose(const struct exam *exam, int question, int place)
{
    const struct exam_question *asked = &exam->questions[question];
    unsigned bit;

    if (exam->over || place < 0 || place >= asked->shown_count)
        return asked->chosen;
    bit = 1u << place;
    if (exam_wanted(asked) <= 1)
        return bit;
    if (asked->chosen & bit)
        return asked->chosen & ~bit;
    return bits(asked->chosen) < exam_wanted(asked) ? asked->chosen | bit
                                                    : asked->chosen;
}

static void advance(struct exam *exam, int64_t at_ms)
{
    if (at_ms > exam->latest_ms)
        exam->latest_ms = at_ms;
}

void exam_note(struct exam *exam, int question, unsigned chosen, bool marked,
               int64_t ms, int64_t at_ms)
{
    struct exam_question *asked = &exam->questions[question];

    asked->chosen = chosen;
    asked->marked = marked;
    if (ms > asked->ms)
        asked->ms = ms;
    advance(exam, at_ms);
    /* Half of a choose-two is on its way from one choice to another. */
    if (!exam_is_answered(asked) || chosen == asked->complete)
        return;
    if (asked->complete == asked->right)
        asked->lost++;
    else if (asked->complete != 0 && chosen == asked->right)
        asked->won++;
    asked->complete = chosen;
}

void exam_note_break(struct exam *exam, int64_t away_ms, int64_t at_ms)
{
    exam->away_ms += away_ms;
    exam->breaks++;
    advance(exam, at_ms);
}

void exam_end(struct exam *exam, enum exam_why why, int64_t now_ms)
{
    exam->used_ms = exam_used_ms(exam, now_ms);
    exam->over = true;
    exam->why = why;
    for (int i = 0; i < exam->count; i++) {
        struct exam_question *question = &exam->questions[i];

        question->correct =
            !question->withdrawn && question->chosen == question->right;
    }
}

/* ---- time ---------------------------------------------------------------- */

int64_t exam_used_ms(const struct exam *exam, int64_t now_ms)
{
    int64_t now = now_ms > exam->latest_ms ? now_ms : exam->latest_ms;
    int64_t used = now - exam->start_ms - (exam->pauses ? exam->away_ms : 0);

    if (exam->over)
        return exam->used_ms;
    return used < 0 ? 0 : used > exam->limit_ms ? exam->limit_ms : used;
}

int64_t exam_left_ms(const struct exam *exam, int64_t now_ms)
{
    return exam->limit_ms - exam_used_ms(exam, now_ms);
}

/* ---- finding ------------------------------------------------------------- */

bool exam_is(const struct exam_question *question, enum exam_which which)
{
    switch (which) {
    case EXAM_ANSWERED:
        return exam_is_answered(question);
    case EXAM_OPEN:
        return !exam_is_answered(question);
    case EXAM_MARKED:
        return question->marked;
    case EXAM_WRONG:
        return !question->correct && !question->withdrawn;
    case EXAM_ALL:
        break;
    }
    return true;
}

int exam_count(const struct exam *exam, enum exam_which which)
{
    int count = 0;

    for (int i = 0; i < exam->count; i++)
        count += exam_is(&exam->questions[i], which);
    return count;
}

int exam_next(const struct exam *exam, enum exam_which which, int at, int by)
{
    for (; at >= 0 && at < exam->count; at += by)
        if (exam_is(&exam->questions[at], which))
            return at;
    return -1;
}

/* ---- score --------------------------------------------------------------- */

struct exam_score exam_score_of(int right, int of)
{
    const double z = 1.6449;
    struct exam_score score = {.right = right, .of = of, .high = 100};
    double p, n = of, middle, half, scale;

    if (of <= 0)
        return score;
    p = right / n;
    scale = 1 + z * z / n;
    middle = (p + z * z / (2 * n)) / scale;
    half = z / scale * sqrt(p * (1 - p) / n + z * z / (4 * n * n));
    score.percent = 100 * p;
    score.low = 100 * fmax(0, middle - half);
    score.high = 100 * fmin(1, middle + half);
    return score;
}

struct exam_score exam_score(const struct exam *exam, struct exam_scope scope)
{
    int right = 0, of = 0;

    for (int i = 0; i < exam->count; i++) {
        const struct exam_question *question = &exam->questions[i];

        if (question->withdrawn ||
            (scope.domain >= 0 && question->domain != scope.domain) ||
            (scope.objective >= 0 && question->objective != scope.objective) ||
            (scope.seen == EXAM_SEEN && !question->seen) ||
            (scope.seen == EXAM_UNSEEN && question->seen))
            continue;
        of++;
        right += question->correct;
    }
    return exam_score_of(right, of);
}

struct exam_changes exam_changes(const struct exam *exam)
{
    struct exam_changes changes = {0};

    for (int i = 0; i < exam->count; i++) {
        changes.lost += exam->questions[i].lost;
        changes.won += exam->questions[i].won;
        changes.ms_a_question += exam->questions[i].ms;
    }
    if (exam->count > 0)
        changes.ms_a_question /= exam->count;
    return changes;
}
