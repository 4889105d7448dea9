/* SPDX-License-Identifier: MIT */
/*
 * Forecast: what score a mock exam drawn from the learner's own deck would
 * give, with how sure that is. The vendor's exam asks other questions; this
 * says nothing of it.
 *
 * The model, and why:
 *
 * - A seen card is answered with p' where logit p' = a + b logit R. R is the
 *   retrievability FSRS gives for t days since the last answer, t at least 1:
 *   a card failed minutes ago was read and is not known. R is learnt from
 *   answers that hold lucky guesses nobody admitted, so nothing is added for
 *   guessing.
 * - a ~ N(0, 0.5^2) and b ~ N(1, 0.25^2) before the data, fitted on what R
 *   was at each answer of the past with t >= 1, under the parameters in force
 *   then. With few answers the priors hold: then R is taken at its word.
 *   Posterior by Laplace: the mode by Newton's method, covariance the inverse
 *   of the negative Hessian there.
 * - No p' is above 0.98: what is known is missed now and then, by a slip of
 *   the finger or of reading, and a fit on answers around R = 0.9 knows
 *   nothing of what happens near 1.
 * - An unseen card is answered at the rate of first sights of its domain:
 *   pooled rate m ~ Beta(2 + right, 3 + wrong) over all domains (2 of 5 before
 *   the data: better than one of four, worse than a coin), the domain's rate
 *   ~ Beta(10 m + right, 10 (1 - m) + wrong): ten answers' worth of shrinkage.
 * - A day has its form: one u ~ N(0, 0.2^2) is added to every logit of an
 *   exam. That is 4 points either way around 75 %.
 * - Each of FORECAST_DRAWS seeded draws takes (a, b), the rates, u, the cards
 *   of each domain without replacement, and an answer for each. The score is
 *   the mean of the draws, low and high their 5 and 95 % points.
 *
 * Three exams: today; on the exam day if the plan is kept, where each drawn
 * card is followed through its reviews, new cards are introduced at the pace
 * of the plan, the last days revise, and days are missed as often as lately;
 * on the exam day if study ends today.
 * Cards in reserve are unseen in all three: only an exam shows them.
 *
 * How often the interval held the score of 1,000 simulated learners who are not
 * as the model thinks (other forgetting curve, noise per card and learner,
 * guesses, slips, missed days; end points randomised, since scores are whole
 * numbers), tests/unit/study/test_forecast 1000:
 *
 *   asked     today   exam day, plan kept   exam day, study ended
 *   90 %      91.3 %        86.2 %                93.9 %
 */
#ifndef AIIO_FORECAST_H
#define AIIO_FORECAST_H

#include "aiio/entry.h"
#include "aiio/fsrs.h"
#include "aiio/rng.h"

enum {
    FORECAST_DRAWS = 2000,
    FORECAST_ANSWERS_NEEDED = 50, /* answers of any kind */
    FORECAST_REVIEWS_NEEDED = 20, /* of them a day or more after another */
};

#define FORECAST_SUREST 0.98

struct forecast_card {
    int domain; /* 0 … domain_count - 1 */
    bool seen, reserve;
    struct memory memory; /* of a seen card */
    int last_day, due_day;
};

/* A past answer at t >= 1: the R it had then, and how it went. */
struct forecast_outcome {
    double retrievability;
    bool correct;
};

struct forecast_domain {
    int questions;    /* of the exam */
    int right, wrong; /* first sights of its cards */
};

struct forecast_input {
    const struct forecast_card *cards;
    int card_count;
    const struct forecast_outcome *outcomes;
    int outcome_count;
    int answers; /* of any kind, so far */
    const struct forecast_domain *domains;
    int domain_count;
    struct fsrs fsrs;
    double retention;
    int max_interval_days;
    int new_per_day, reviews_per_day; /* the limits of the settings */
    double missed;                    /* share of days without study, 0 … 1 */
    int day, exam_day;                /* exam_day 0: none is set */
    uint64_t seed;
};

/* In per cent of the questions; low and high hold 90 % of the draws. */
struct forecast_score {
    double score, low, high;
};

/* a and b of the calibration, and their covariance. */
struct forecast_fit {
    double a, b;
    double var_a, cov, var_b;
};

struct forecast {
    bool is_enough; /* else the scores are not filled */
    int answers_missing, reviews_missing;
    bool has_exam;
    struct forecast_fit fit;
    struct forecast_score today, exam, exam_stopped;
    /* One a domain, in memory of the caller; may be NULL. */
    struct forecast_score *domains_today, *domains_exam, *domains_stopped;
    /* FORECAST_DRAWS scores in ascending order, ditto. */
    double *draws_today, *draws_exam, *draws_stopped;
};

/* The calibration alone: the mode of its posterior. */
struct forecast_fit forecast_fit(const struct forecast_outcome *outcomes,
                                 int count);
void forecast_make(const struct forecast_input *input, struct forecast *out);

/* ---- what the log says ------------------------------------------------- */

/*
 * Reads outcomes and first sights off a log, entry by entry in its order. A
 * card of the log is found by its id among those of the deck; what the deck
 * does not have any more is passed over. New parameters refold what each card
 * was answered so far, so that R is what the program believed then.
 */
struct forecast_track; /* of one card: its answers since a reset */

struct forecast_history {
    const char *const *ids; /* of the deck's cards, ascending */
    const int *domains;     /* of each */
    int card_count;
    struct fsrs fsrs; /* in force at the entry that is read */
    struct forecast_track *tracks;
    struct forecast_outcome *outcomes;
    size_t outcome_capacity;
    int outcome_count, answers;
    struct forecast_domain *firsts; /* of the caller; right and wrong count */
};

/* Ids, domains and firsts are borrowed until the release. */
void forecast_history_init(struct forecast_history *history,
                           const char *const *ids, const int *domains,
                           int card_count, struct forecast_domain *firsts);
void forecast_history_add(struct forecast_history *history,
                          const struct entry *entry, bool is_void);
void forecast_history_release(struct forecast_history *history);

#endif
