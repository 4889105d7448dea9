/* SPDX-License-Identifier: MIT */
/*
 * Parameters of FSRS-6 (fsrs.h) fitted to a learner's own answers. Pure: a
 * log of reviews in memory gives 21 parameters, and how far the predictions
 * are off before and after. The same log gives the same bits, whatever the
 * number of threads.
 *
 * Targets. A review a day or more after the one before of its card is a
 * target: y = 1 when it was passed (grade above Again), and the model says
 * R, the probability of that, from the answers before. Every other review
 * (the first, those of the same day, those marked) is history and moves the
 * state alone. The loss of a target is what its outcome surprised by,
 *
 *   loss = -ln R  when y = 1,  -ln (1 - R)  when y = 0,
 *
 * with R kept within 1e-7 of 0 and 1. Log loss is its mean.
 *
 * Objective. With a weight v for every target, and s_j how far parameter j
 * differs between learners,
 *
 *   F(w) = sum of v loss  +  sum over j of ((w_j - default_j) / s_j)^2.
 *
 * The second sum keeps what the log says nothing of at the defaults. The
 * stabilities after a first answer, w0 <= w1 <= w2 <= w3, differ by factors:
 * they are fitted as ln w0 and three increments that are never negative, and
 * held by ((ln w_j - ln default_j) / s)^2.
 *
 * Gradient. The state (S, D) before a review depends on w through all the
 * answers before it. One pass over a card carries dS/dw and dD/dw along:
 *
 *   dS'/dw_j = (dS'/dS) dS/dw_j + (dS'/dD) dD/dw_j + dS'/dw_j at fixed S, D
 *   dD'/dw_j = (dD'/dD) dD/dw_j + dD'/dw_j at fixed D
 *   dF/dw_j += v (dloss/dR) ((dR/dS) dS/dw_j + dR/dw_j)
 *
 * where S' depends on S also through R. A state outside of its bounds is put
 * on the bound and no longer moves with w; a lapse held by its cap moves with
 * the cap, and a pass on the same day that would shrink S leaves it.
 *
 * Minimum. Near it F is about a parabola, whose curvature is on the average
 * Fisher's information, the sum of v (dR/dw_i)(dR/dw_j) / (R (1-R)): the same
 * derivatives again. Every step goes to the least of that parabola within
 * fsrs_low and fsrs_high, a shorter one when F disagrees (Levenberg and
 * Marquardt), first on a sixteenth of the cards, then on all of them; there
 * the sixteenth gives the curvature. It ends when the decrease it predicts is
 * below 1e-6 a target twice in a row: 4 to 8 passes over a long log, where
 * L-BFGS took 17 to 25 and stalled at the kinks (caps, clamps, q >= 1).
 */
#ifndef AIIO_OPTIMIZE_H
#define AIIO_OPTIMIZE_H

#include "aiio/error.h"
#include "aiio/fsrs.h"
#include "aiio/slice.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    OPTIMIZE_DAYS_MAX = 36500,       /* between two reviews of a card */
    OPTIMIZE_REVIEWS_MAX = 50000000, /* in a log */
    /* With fewer targets one common factor on w0 … w3 is all that moves. */
    OPTIMIZE_FEW = 400,
    OPTIMIZE_FOLDS = 5
};

struct optimize_review {
    int64_t time_ms;
    uint32_t card; /* 0 … cards - 1, in the order of their first review */
    uint16_t elapsed_days; /* since the card's review before; 0 the same day */
    uint8_t grade;         /* enum grade */
    bool is_history;       /* never a target: the key was known */
};

/*
 * In the order of time. What stands between two resets of a card is a card of
 * its own. Borrowed by the functions below.
 */
struct optimize_log {
    const struct optimize_review *reviews;
    size_t review_count, card_count;
};

enum optimize_objective {
    /*
     * Every target counts the same. The default: log loss on a second log of
     * the same learner, mean of 12 simulated learners, is .33960 from 10,000
     * reviews (recency .33969, fsrs-rs .33982) and .34194 from 1,000 (.34181,
     * .34477); .35616 from 100,000 of another (.35622, .35620); on later
     * answers of a real log .43441 (.43475, .43530).
     */
    OPTIMIZE_PLAIN,
    /* Target i of n in time has the weight 1/4 + 3/4 (i / (n-1))^3. */
    OPTIMIZE_RECENCY,
    /* As fsrs-rs 6.5: no outliers, recency, S after a first answer fitted
       first, the distance to that start instead of to the defaults. */
    OPTIMIZE_FSRS_RS
};

struct optimize_options {
    enum optimize_objective objective;
    struct fsrs_parameters start; /* the set in force */
    int threads; /* 1 … 16, the result does not depend on it */
    /* Called between passes with the share done, 0 … 1; false cancels. */
    bool (*go_on)(void *context, double share);
    void *context;
};

/* How far predictions are off. NaN where there is nothing to say it from. */
struct optimize_metrics {
    double log_loss;  /* mean over the targets */
    double rmse_bins; /* predicted against actual, over like targets */
    double auc;       /* 1/2: no better than chance at telling them apart */
    size_t targets;
};

/* Predicted and actual share by tenths of the prediction. */
struct optimize_calibration {
    struct optimize_decile {
        double predicted, actual;
        size_t targets;
    } deciles[10];
};

struct optimize_fit {
    struct fsrs_parameters parameters;
    int passes;       /* over the whole log */
    bool few_targets; /* one common factor alone was moved */
};

/*
 * Fits. STATUS_REJECTED without a single target, STATUS_CANCELLED when go_on
 * said so; *fit is untouched then.
 */
MUST_CHECK enum status optimize_fit(const struct optimize_log *log,
                                    const struct optimize_options *options,
                                    struct optimize_fit *fit,
                                    struct error *err);

/*
 * How parameters do on targets first … last - 1 in the order of time (0 and
 * SIZE_MAX: all of them). calibration may be NULL.
 */
void optimize_evaluate(const struct optimize_log *log,
                       const struct fsrs_parameters *parameters, size_t first,
                       size_t last, struct optimize_metrics *metrics,
                       struct optimize_calibration *calibration);

/*
 * Honest figures: the targets in time are cut into six parts; each of the
 * last five is predicted with what is fitted to the parts before it, and with
 * the start. STATUS_CANCELLED as above. Below 6 targets the metrics are NaN.
 */
MUST_CHECK enum status
optimize_time_series(const struct optimize_log *log,
                     const struct optimize_options *options,
                     struct optimize_metrics *before,
                     struct optimize_metrics *after, struct error *err);

/* Whether a fit is worth taking: on the last fifth of the targets. */
struct optimize_judgement {
    double gain;  /* mean of loss with the start minus loss with the fit */
    double error; /* its standard error, from target to target */
    size_t targets;
    bool is_better; /* gain > error */
};

/*
 * Fits to the first four fifths of the targets and compares with the start on
 * the rest, answer by answer. Below 10 targets nothing is better.
 * STATUS_REJECTED, STATUS_CANCELLED as above.
 */
MUST_CHECK enum status optimize_judge(const struct optimize_log *log,
                                      const struct optimize_options *options,
                                      struct optimize_judgement *judgement,
                                      struct error *err);

/* Reviews by time; those of one time stay in their order. */
void optimize_sort(struct optimize_review *reviews, size_t count);

/* How many targets a log has. */
size_t optimize_targets(const struct optimize_log *log);

/*
 * Sum of the losses over the targets, and its gradient (21 numbers, by w0 …
 * w20): what the fit minimises, without the distance to the defaults.
 */
double optimize_gradient(const struct optimize_log *log,
                         const struct fsrs_parameters *parameters, int threads,
                         double gradient[FSRS_PARAMETER_COUNT]);

/* ---- logs as text -------------------------------------------------------- */

/*
 * A log as CSV, taken in line by line: a header that names card_id,
 * review_time (or review_time_ms, Unix milliseconds), rating (or
 * review_rating, 1 … 4) and elapsed_days (0 … OPTIMIZE_DAYS_MAX; what it says
 * of a card's first review is ignored), in any order, among other columns.
 * Rows come in any order. A zeroed struct is ready; owns its memory.
 */
struct optimize_csv;

struct optimize_csv *optimize_csv_new(void);
void optimize_csv_free(struct optimize_csv *csv);
/* STATUS_REJECTED with the line in err. Lines end at the caller's cut. */
MUST_CHECK enum status optimize_csv_line(struct optimize_csv *csv,
                                         struct slice line, struct error *err);
/* The log, ordered by time; borrowed from csv. STATUS_REJECTED when empty. */
MUST_CHECK enum status optimize_csv_log(struct optimize_csv *csv,
                                        struct optimize_log *log,
                                        struct error *err);

#endif
