/* SPDX-License-Identifier: MIT */
/* What the files of the optimiser share: weights, packed cards, the search. */
#ifndef AIIO_OPTIMIZE_PRIVATE_H
#define AIIO_OPTIMIZE_PRIVATE_H

#include "aiio/optimize.h"

/* Whether a review is a target; the first one of its card never is. */
bool optimize_is_target(const struct optimize_review *review, bool is_first);

/* ---- optimize_pack.c: cards side by side --------------------------------- */

/*
 * Cards of a log sorted by length, four beside one another, so that one step
 * is one review of each (optimize_lanes.h). Blocks of groups are what threads
 * share out and what sums are added up by.
 */
struct optimize_step {
    float days[4], grade[4], weight[4];
};

struct optimize_group {
    size_t first; /* step */
    int length;   /* of its longest card */
    uint8_t first_grade[4];
};

struct optimize_pack {
    struct optimize_step *steps;
    struct optimize_group *groups;
    size_t *blocks; /* first group of each, and the end */
    size_t block_count, review_count;
    double weight_sum; /* over the targets */
};

/*
 * weights[i] is what review i counts as a target, 0: history. Of each card
 * what follows its last target is left out; only cards whose number is a
 * multiple of every are taken.
 */
void optimize_pack(struct optimize_pack *pack, const struct optimize_log *log,
                   const float *weights, size_t every);
void optimize_pack_release(struct optimize_pack *pack);

/* ---- optimize_gradient.c ------------------------------------------------- */

/* Weighted sum of the losses; gradient by w0 … w20. */
double optimize_sum(const struct optimize_pack *pack,
                    const struct fsrs_parameters *parameters, int threads,
                    double gradient[FSRS_PARAMETER_COUNT]);

/*
 * Fisher's information: the sum of v dR/dw_i dR/dw_j / (R (1-R)), which is
 * what the curvature of the loss would be on the average, were the model
 * right. One thread: meant for a sample.
 */
void optimize_information(const struct optimize_pack *pack,
                          const struct fsrs_parameters *parameters,
                          double information[][FSRS_PARAMETER_COUNT]);

/* ---- optimize_search.c: Fisher scoring within a box ---------------------- */

enum { SEARCH_SIZE = FSRS_PARAMETER_COUNT };

struct search_point {
    double x[SEARCH_SIZE], gradient[SEARCH_SIZE], value;
};

/*
 * A search for the least value of a function within low <= x <= high: every
 * step goes to the least of the parabola of gradient and curvature within the
 * box, damped as Levenberg and Marquardt do when the function disagrees.
 */
struct search {
    double low[SEARCH_SIZE], high[SEARCH_SIZE]; /* equal: does not move */
    struct search_point best;                   /* x set by the caller */
    double enough; /* ends when it predicts a decrease below that twice */
    int evaluations_max;
    /* Fills value and gradient at x; false: stop, what for is its business. */
    bool (*evaluate)(void *context, struct search_point *point);
    /* About the second derivatives at x: symmetric, positive definite. */
    void (*find_curvature)(void *context, const double *x,
                           double (*curvature)[SEARCH_SIZE]);
    void *context;
    /* Inside. */
    double curvature[SEARCH_SIZE][SEARCH_SIZE];
    int evaluations;
};

/* Minimises from best.x; false when evaluate said so. */
bool search_run(struct search *search);

/* ---- optimize_rs.c: fsrs-rs's preparation -------------------------------- */

struct optimize_rs {
    double first[4];      /* stabilities after a first answer */
    size_t counts[4];     /* how many targets they were fitted to */
    size_t kept, initial; /* after the outlier filter; of first intervals */
    bool is_enough;       /* to train anything but first[] */
};

/*
 * Its outlier filter, stabilities after a first answer and weights, as
 * SPEC 2.1 of fsrs-rs 6.5: weights come in as 1 for every target, and leave
 * as what it trains with. Returns how many are left.
 */
size_t optimize_rs_prepare(struct optimize_rs *rs,
                           const struct optimize_log *log, float *weights);
/* Order and gaps of w0 ... w3 again, after training. */
void optimize_rs_order(const struct optimize_rs *rs, double first[4]);

/* ---- optimize.c ---------------------------------------------------------- */

/* 1/4 + 3/4 (i / (n-1))^3 in the order of time, where a weight is not 0. */
void optimize_weigh_recent(float *weights, size_t review_count, size_t targets);

/* ---- optimize_metrics.c -------------------------------------------------- */

/* What was predicted of a target, and what came. */
struct optimize_guess {
    double recall;
    uint16_t bin; /* like targets: days, answers and lapses so far */
    bool passed;
};

/* Guesses at targets first ... last - 1, one each. Returns how many. */
size_t optimize_guess(const struct optimize_log *log,
                      const struct fsrs_parameters *parameters, size_t first,
                      size_t last, struct optimize_guess *guesses);
/* -ln of the probability that was given to what came. */
double optimize_loss(const struct optimize_guess *guess);
/* Reorders the guesses. calibration may be NULL. */
void optimize_measure(struct optimize_guess *guesses, size_t count,
                      struct optimize_metrics *metrics,
                      struct optimize_calibration *calibration);

#endif
