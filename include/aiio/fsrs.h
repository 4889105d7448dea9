/* SPDX-License-Identifier: MIT */
/*
 * FSRS-6, the memory model: how stability and difficulty follow from grades
 * and elapsed days. Formulas after the open-spaced-repetition group's
 * "The Algorithm" (FSRS-6) as fsrs-rs 6.6 computes them, in double precision.
 * w0 … w20 are the parameters; k = w20, f = 0.9^(-1/k) - 1.
 *
 *   retrievability  R(t, S) = (1 + f t / S)^(-k)            so R(S, S) = 0.9
 *   first answer    S = w[G-1],  D = w4 - e^(w5 (G-1)) + 1
 *   difficulty      D' = w7 D0(4) + (1 - w7)(D - w6 (G-3)(10-D)/9)
 *   t = 0           S' = S q,  q = e^(w17 (G-3+w18)) S^(-w19), q >= 1 for G > 1
 *   t > 0, G > 1    S' = S (1 + e^w8 (11-D) S^(-w9) (e^(w10 (1-R)) - 1) h b)
 *   t > 0, G = 1    S' = min(w11 D^(-w12) ((S+1)^w13 - 1) e^(w14 (1-R)),
 *                            S / e^(w17 w18))
 *
 * h = w15 for Hard, b = w16 for Easy, else 1. Stability is in days and stays
 * in [0.001, 36500], difficulty in [1, 10]. A lapse may not raise S.
 */
#ifndef AIIO_FSRS_H
#define AIIO_FSRS_H

#include "aiio/error.h"

enum { FSRS_PARAMETER_COUNT = 21, FSRS_MODEL = 6 };

enum grade { GRADE_AGAIN = 1, GRADE_HARD, GRADE_GOOD, GRADE_EASY };

struct fsrs_parameters {
    double w[FSRS_PARAMETER_COUNT];
};

/* Stability in days (0: never answered) and difficulty. */
struct memory {
    double stability, difficulty;
};

extern const struct fsrs_parameters fsrs_default;
extern const double fsrs_low[FSRS_PARAMETER_COUNT];
extern const double fsrs_high[FSRS_PARAMETER_COUNT];

/*
 * 21 numbers as they are, 19 (FSRS-5) and 17 (FSRS-4.5) converted; clipped to
 * the bounds. Any other count, or a number that is not finite, is refused.
 */
MUST_CHECK enum status fsrs_parameters_set(struct fsrs_parameters *parameters,
                                           const double *numbers, int count,
                                           struct error *err);

/*
 * The model prepared for many steps: what depends on the parameters alone is
 * worked out once. A value; copy it freely.
 */
struct fsrs {
    double w[FSRS_PARAMETER_COUNT];
    double factor;    /* f */
    double growth;    /* e^w8 */
    double easy_d0;   /* D0(4), not clamped */
    double lapse_cap; /* e^(w17 w18) */
    double first_difficulty[4];
    double same_day[4]; /* e^(w17 (G - 3 + w18)) */
};

void fsrs_prepare(struct fsrs *fsrs, const struct fsrs_parameters *parameters);

/* The state after an answer, elapsed_days >= 0 after the one before. */
struct memory fsrs_next(const struct fsrs *fsrs, struct memory memory,
                        int elapsed_days, enum grade grade);
double fsrs_retrievability(const struct fsrs *fsrs, double stability,
                           double elapsed_days);
/* Days until R falls to the desired retention (0 < retention < 1). */
double fsrs_interval(const struct fsrs *fsrs, double stability,
                     double retention);

#endif
