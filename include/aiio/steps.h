/* SPDX-License-Identifier: MIT */
/*
 * When a card comes back: learning steps, intervals, fuzz. Anki's rules as
 * the design states them; all of it pure and the same on every machine.
 */
#ifndef AIIO_STEPS_H
#define AIIO_STEPS_H

#include "aiio/day.h"
#include "aiio/fsrs.h"

enum card_state { CARD_NEW, CARD_LEARNING, CARD_REVIEW, CARD_RELEARNING };

const char *card_state_name(enum card_state state); /* "new", "learning", … */
bool card_state_parse(struct slice name, enum card_state *state);
const char *grade_name(enum grade grade); /* "again", "hard", … */
bool grade_parse(struct slice name, enum grade *grade);

enum { STEPS_MAX = 10 };

/* Learning steps in milliseconds, shortest first by convention. */
struct step_list {
    int64_t ms[STEPS_MAX];
    int count;
};

/* "1m 10m 2h 1d"; an empty text is no steps. Units s m h d. */
bool step_list_parse(struct slice text, struct step_list *out);
void step_list_format(struct buf *out, const struct step_list *steps);

/* Everything the scheduler is told: settings and parameters in force. */
struct scheduler {
    struct fsrs fsrs;
    struct step_list learning, relearning;
    double retention; /* desired, 0.70 … 0.99 */
    int max_interval_days;
    bool fuzz;
};

/*
 * What an answer scheduled, and what the log keeps of it. With has_day the
 * card is due on due_day, else at due_at_ms (a learning step).
 */
struct schedule {
    enum card_state state;
    int step; /* index into the steps, 0 in review */
    bool has_day;
    int due_day;
    int64_t due_at_ms;
    double interval_days; /* before fuzz and rounding; step length for steps */
    double retention;     /* desired, in force then */
};

/* Where a card stands when it is answered. */
struct standing {
    enum card_state state;
    int step;
    struct memory memory;
    int last_day;               /* study day of the last standing answer */
    int previous_interval_days; /* days promised by the last review, or 0 */
    uint64_t fuzz_seed;         /* steps_fuzz_seed of the card */
};

/*
 * FNV-1a-64 of "deck/card" plus the number of standing answers since the last
 * reset: one draw u for all four grades.
 */
uint64_t steps_fuzz_seed(const char *deck, const char *card, int answers);

/*
 * The four outcomes, Again first, of an answer at a moment. elapsed days are
 * max(0, day - last_day), 0 on a first answer. schedule[g-1], memory[g-1].
 */
void steps_outcomes(const struct scheduler *scheduler,
                    const struct standing *standing, int64_t at_ms, int day,
                    struct schedule schedule[4], struct memory memory[4]);

/*
 * Whole days for a raw interval (in days, clamped to [1, max] here):
 * lo and hi after Anki's fuzz range, floor is the least allowed, previous the
 * interval before (0: none), u in [0, 1).
 */
int steps_fuzzed_days(double raw_days, double u, int floor_days,
                      int previous_days, int max_days);

#endif
