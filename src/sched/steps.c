/* SPDX-License-Identifier: MIT */
#include "aiio/steps.h"

#include "aiio/rng.h"

#include <math.h>

static const char *const state_names[] = {"new", "learning", "review",
                                          "relearning"};
static const char *const grade_names[] = {"again", "hard", "good", "easy"};

const char *card_state_name(enum card_state state)
{
    return state_names[state];
}

bool card_state_parse(struct slice name, enum card_state *state)
{
    for (int i = CARD_NEW; i <= CARD_RELEARNING; i++)
        if (slice_is(name, state_names[i])) {
            *state = (enum card_state)i;
            return true;
        }
    return false;
}

const char *grade_name(enum grade grade)
{
    return grade_names[grade - 1];
}

bool grade_parse(struct slice name, enum grade *grade)
{
    for (int i = GRADE_AGAIN; i <= GRADE_EASY; i++)
        if (slice_is(name, grade_names[i - 1])) {
            *grade = (enum grade)i;
            return true;
        }
    return false;
}

/* ---- lists of steps ------------------------------------------------------ */

static const struct unit {
    char letter;
    int64_t ms;
} units[] = {
    {'d', DAY_MS}, {'h', DAY_MS / 24}, {'m', DAY_MS / 1440}, {'s', 1000}};

enum { UNIT_COUNT = sizeof(units) / sizeof(units[0]) };

static bool parse_step(struct slice word, int64_t *ms)
{
    int64_t number = 0;

    if (word.len < 2)
        return false;
    for (int i = 0; i < UNIT_COUNT; i++) {
        if (word.ptr[word.len - 1] != units[i].letter)
            continue;
        if (!slice_to_int((struct slice){word.ptr, word.len - 1}, 1,
                          365 * DAY_MS / units[i].ms, &number))
            return false;
        *ms = number * units[i].ms;
        return true;
    }
    return false;
}

bool step_list_parse(struct slice text, struct step_list *out)
{
    struct step_list list = {{0}, 0};
    struct slice rest = slice_trim(text);

    while (rest.len > 0) {
        struct slice word = slice_cut(&rest, ' ');

        rest = slice_trim(rest);
        if (list.count == STEPS_MAX || !parse_step(word, &list.ms[list.count]))
            return false;
        list.count++;
    }
    *out = list;
    return true;
}

void step_list_format(struct buf *out, const struct step_list *steps)
{
    for (int i = 0; i < steps->count; i++) {
        int unit = 0;

        while (unit < UNIT_COUNT - 1 && steps->ms[i] % units[unit].ms != 0)
            unit++;
        buf_printf(out, "%s%lld%c", i > 0 ? " " : "",
                   (long long)(steps->ms[i] / units[unit].ms),
                   units[unit].letter);
    }
}

/* ---- intervals ----------------------------------------------------------- */

uint64_t steps_fuzz_seed(const char *deck, const char *card, int answers)
{
    uint64_t hash = fnv1a(FNV1A_START, slice_of(deck));

    hash = fnv1a(hash, SLICE("/"));
    hash = fnv1a(hash, slice_of(card));
    return hash + (uint64_t)answers;
}

static double clamp(double x, double low, double high)
{
    return x < low ? low : x > high ? high : x;
}

static double above(double x, double from, double to)
{
    double part = (x < to ? x : to) - from;

    return part > 0 ? part : 0;
}

int steps_fuzzed_days(double raw_days, double u, int floor_days,
                      int previous_days, int max_days)
{
    double raw = clamp(raw_days, 1, max_days);
    int days = (int)round(raw), lo = days, hi = days;

    if (raw >= 2.5) {
        double delta = 1 + 0.15 * above(raw, 2.5, 7) +
                       0.10 * above(raw, 7, 20) +
                       0.05 * above(raw, 20, HUGE_VAL);

        lo = (int)clamp(round(raw - delta), 1, max_days);
        hi = (int)clamp(round(raw + delta), 1, max_days);
        if (lo == hi && hi > 2 && hi < max_days)
            hi = lo + 1;
    }
    if (previous_days > 0 && days > previous_days && lo <= previous_days)
        lo = previous_days + 1;
    if (lo < floor_days)
        lo = floor_days;
    if (hi < lo)
        hi = lo;
    days = (int)floor(lo + u * (hi - lo + 1));
    if (days > hi)
        days = hi; /* the sum can round up to hi + 1 */
    return days < max_days ? days : max_days;
}

/* ---- outcomes ------------------------------------------------------------ */

/* What the four outcomes of one answer share. */
struct answer {
    const struct scheduler *scheduler;
    const struct standing *standing;
    const struct step_list *steps; /* those that this answer moves along */
    int64_t at_ms;
    int day;
    double u;
};

static struct schedule on_step(const struct answer *answer,
                               enum card_state state, int step, int64_t ms)
{
    struct schedule schedule = {.state = state, .step = step};

    schedule.retention = answer->scheduler->retention;
    schedule.interval_days = (double)ms / (double)DAY_MS;
    if (ms >= DAY_MS) {
        schedule.has_day = true;
        schedule.due_day = answer->day + (int)((ms + DAY_MS / 2) / DAY_MS);
    } else {
        schedule.due_at_ms = answer->at_ms + ms;
    }
    return schedule;
}

static struct schedule in_review(const struct answer *answer, double stability,
                                 int floor_days, int *days)
{
    const struct scheduler *scheduler = answer->scheduler;
    double raw =
        clamp(fsrs_interval(&scheduler->fsrs, stability, scheduler->retention),
              1, scheduler->max_interval_days);

    *days =
        scheduler->fuzz
            ? steps_fuzzed_days(raw, answer->u, floor_days,
                                answer->standing->previous_interval_days,
                                scheduler->max_interval_days)
            : (int)clamp(round(raw), floor_days, scheduler->max_interval_days);
    if (*days > scheduler->max_interval_days)
        *days = scheduler->max_interval_days;
    return (struct schedule){
        .state = CARD_REVIEW,
        .has_day = true,
        .due_day = answer->day + *days,
        .interval_days = raw,
        .retention = scheduler->retention,
    };
}

/* Hard repeats its step; on the first one it is the mean of the first two, or
   half as long again (at most a day more) when there is one only. */
static int64_t hard_ms(const struct step_list *steps, int step)
{
    if (step > 0 && step < STEPS_MAX)
        return steps->ms[step];
    if (steps->count > 1)
        return (steps->ms[0] + steps->ms[1]) / 2;
    if (steps->ms[0] / 2 > DAY_MS)
        return steps->ms[0] + DAY_MS;
    return steps->ms[0] + steps->ms[0] / 2;
}

static bool stays_in_steps(const struct answer *answer, enum grade grade,
                           int step)
{
    if (answer->steps->count == 0 || grade == GRADE_EASY)
        return false;
    if (grade == GRADE_AGAIN)
        return true;
    if (step >= answer->steps->count) /* the list was shortened meanwhile */
        return grade == GRADE_HARD;
    return grade == GRADE_HARD || step + 1 < answer->steps->count;
}

static struct schedule next_step(const struct answer *answer, enum grade grade,
                                 enum card_state state, int step)
{
    const struct step_list *steps = answer->steps;

    if (step >= steps->count)
        step = steps->count - 1;
    if (grade == GRADE_AGAIN)
        return on_step(answer, state, 0, steps->ms[0]);
    if (grade == GRADE_HARD)
        return on_step(answer, state, step, hard_ms(steps, step));
    return on_step(answer, state, step + 1, steps->ms[step + 1]);
}

static void learning_outcomes(const struct answer *answer,
                              const struct memory memory[4],
                              struct schedule schedule[4])
{
    const struct standing *standing = answer->standing;
    enum card_state state =
        standing->state == CARD_RELEARNING ? CARD_RELEARNING : CARD_LEARNING;
    int step = standing->state == CARD_NEW ? 0 : standing->step;
    int days[4] = {0, 0, 0, 0};

    for (int i = 0; i < 4; i++) {
        enum grade grade = (enum grade)(i + 1);

        if (stays_in_steps(answer, grade, step))
            schedule[i] = next_step(answer, grade, state, step);
        else
            schedule[i] = in_review(
                answer, memory[i].stability,
                i > 1 && days[i - 1] > 0 ? days[i - 1] + 1 : 1, &days[i]);
    }
    /* Easy is at least a day more than Good would be, step or not. */
    if (days[2] == 0 && days[3] > 0) {
        int good = 0;

        in_review(answer, memory[2].stability, 1, &good);
        schedule[3] =
            in_review(answer, memory[3].stability, good + 1, &days[3]);
    }
}

static void review_outcomes(const struct answer *answer,
                            const struct memory memory[4],
                            struct schedule schedule[4])
{
    int days = 0;

    if (answer->steps->count > 0)
        schedule[0] = on_step(answer, CARD_RELEARNING, 0, answer->steps->ms[0]);
    else
        schedule[0] = in_review(answer, memory[0].stability, 1, &days);
    days = 0;
    for (int i = 1; i < 4; i++)
        schedule[i] = in_review(answer, memory[i].stability, days + 1, &days);
}

void steps_outcomes(const struct scheduler *scheduler,
                    const struct standing *standing, int64_t at_ms, int day,
                    struct schedule schedule[4], struct memory memory[4])
{
    struct rng rng = rng_seed(standing->fuzz_seed);
    int elapsed =
        standing->state == CARD_NEW ? 0 : days_between(standing->last_day, day);
    struct answer answer = {
        .scheduler = scheduler,
        .standing = standing,
        .steps =
            standing->state == CARD_REVIEW || standing->state == CARD_RELEARNING
                ? &scheduler->relearning
                : &scheduler->learning,
        .at_ms = at_ms,
        .day = day,
        .u = rng_unit(&rng),
    };

    for (int i = 0; i < 4; i++)
        memory[i] = fsrs_next(&scheduler->fsrs, standing->memory, elapsed,
                              (enum grade)(i + 1));
    if (standing->state == CARD_REVIEW)
        review_outcomes(&answer, memory, schedule);
    else
        learning_outcomes(&answer, memory, schedule);
}
