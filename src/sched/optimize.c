/* SPDX-License-Identifier: MIT */
#include "aiio/optimize.h"

#include "sched/optimize_private.h"

#include "aiio/mem.h"

#include <math.h>
#include <string.h>

/* How far each parameter differs between learners: fsrs-rs's table. */
static const double spread[FSRS_PARAMETER_COUNT] = {
    6.43, 9.66, 17.58, 27.85, 0.57, 0.28, 0.6,  0.12, 0.39, 0.18, 0.33,
    0.3,  0.09, 0.16,  0.57,  0.25, 1.03, 0.31, 0.32, 0.14, 0.27};

/* And ln w0 … ln w3. Over 24 simulated learners and the folds of a real log
   1.0, 0.7, 0.5 and 0.35 were tried: 0.5 predicts best of those. */
#define LOG_SPREAD 0.5
/* w19 has a lower bound of its own in training: fsrs-rs's. */
#define W19_LOW 0.01
#define ENOUGH 1e-6
#define S_FIRST_MAX 100.0

enum {
    PASSES_MAX = 40,
    /* A sample for the start and the curvature: a sixteenth of the cards, or
       what holds that many targets. */
    SAMPLE_EVERY = 16,
    SAMPLE_TARGETS = 32000
};

/* One fit: what is minimised, and how the search's coordinates are read. */
struct fit {
    struct optimize_pack sample, whole;
    const struct optimize_pack *pack; /* of those, what is summed over */
    const struct optimize_options *options;
    double weight_sum;             /* of the whole log */
    struct fsrs_parameters center; /* distances are from here */
    bool is_few;                   /* x0 alone moves */
    bool first_by_logs;            /* x0 ... x3: ln w0 and increments */
    double share_from, share_to;   /* of the work, told as it goes */
    int passes, passes_max;
};

/* ---- coordinates --------------------------------------------------------- */

static double clamp(double x, double low, double high)
{
    return x < low ? low : x > high ? high : x;
}

static void to_parameters(const struct fit *fit, const double *x,
                          struct fsrs_parameters *parameters)
{
    double log_first = 0;

    for (int j = 0; j < FSRS_PARAMETER_COUNT; j++) {
        if (fit->first_by_logs && j < 4) {
            log_first += x[j];
            parameters->w[j] = exp(log_first);
        } else {
            parameters->w[j] = x[j] * spread[j];
        }
        parameters->w[j] = clamp(parameters->w[j], fsrs_low[j], fsrs_high[j]);
    }
}

static void set_box(const struct fit *fit, struct search *search,
                    const struct fsrs_parameters *start)
{
    double log_before = 0;

    for (int j = 0; j < FSRS_PARAMETER_COUNT; j++) {
        double low = j == 19 ? fmin(W19_LOW, start->w[19]) : fsrs_low[j];

        search->low[j] = low / spread[j];
        search->high[j] = fsrs_high[j] / spread[j];
        search->best.x[j] = start->w[j] / spread[j];
        if (fit->first_by_logs && j < 4) {
            double log_here = fmax(log(start->w[j]), j ? log_before : -1e9);

            search->low[j] = j ? 0 : log(fsrs_low[0]);
            search->high[j] = log(S_FIRST_MAX) - (j ? log(fsrs_low[0]) : 0);
            search->best.x[j] = log_here - (j ? log_before : 0);
            log_before = log_here;
        }
        search->best.x[j] =
            clamp(search->best.x[j], search->low[j], search->high[j]);
        if (fit->is_few && j > 0)
            search->low[j] = search->high[j] = search->best.x[j];
    }
}

/* ---- the objective ------------------------------------------------------- */

/* Distance to the center, and its gradient by w (by ln w for w0 … w3). */
static double add_distance(const struct fit *fit, const double *w,
                           double *gradient)
{
    double sum = 0;

    for (int j = 0; j < FSRS_PARAMETER_COUNT; j++) {
        bool is_log = fit->first_by_logs && j < 4;
        double width = is_log ? LOG_SPREAD : spread[j];
        double away =
            (is_log ? log(w[j] / fit->center.w[j]) : w[j] - fit->center.w[j]) /
            width;

        sum += away * away;
        gradient[j] =
            (is_log ? gradient[j] * w[j] : gradient[j]) + 2 * away / width;
    }
    return sum;
}

/* Per target, so that a sample has the same shape as the whole. */
static bool evaluate(void *context, struct search_point *point)
{
    struct fit *fit = context;
    const struct optimize_options *options = fit->options;
    double scale = fit->weight_sum / fit->pack->weight_sum;
    double by_w[FSRS_PARAMETER_COUNT];
    struct fsrs_parameters parameters;

    if (options->go_on &&
        !options->go_on(options->context,
                        fit->share_from + (fit->share_to - fit->share_from) *
                                              fit->passes / fit->passes_max))
        return false;
    fit->passes++;
    to_parameters(fit, point->x, &parameters);
    point->value =
        optimize_sum(fit->pack, &parameters, options->threads, by_w) * scale;
    for (int j = 0; j < FSRS_PARAMETER_COUNT; j++)
        by_w[j] *= scale;
    point->value += add_distance(fit, parameters.w, by_w);
    point->value /= fit->weight_sum;
    for (int j = 0; j < FSRS_PARAMETER_COUNT; j++)
        point->gradient[j] = by_w[j] * spread[j] / fit->weight_sum;
    /* An increment moves the stability of its grade and of those above. */
    for (int j = 3; fit->first_by_logs && j >= 0; j--)
        point->gradient[j] =
            by_w[j] / fit->weight_sum + (j < 3 ? point->gradient[j + 1] : 0);
    return true;
}

/*
 * The curvature in the search's coordinates, from Fisher's information: by w,
 * or ln w where those are fitted, then by the increments of ln w.
 */
static void find_curvature(void *context, const double *x,
                           double (*by_x)[SEARCH_SIZE])
{
    const struct fit *fit = context;
    double scale = 1 / fit->sample.weight_sum;
    struct fsrs_parameters at;

    to_parameters(fit, x, &at);
    optimize_information(&fit->sample, &at, by_x);
    for (int i = 0; i < SEARCH_SIZE; i++) {
        bool is_log = fit->first_by_logs && i < 4;
        double unit = is_log ? at.w[i] : spread[i];
        double width = is_log ? LOG_SPREAD : 1;

        for (int j = 0; j < SEARCH_SIZE; j++) {
            by_x[i][j] *= unit * scale;
            by_x[j][i] *= unit;
        }
        by_x[i][i] += 2 / (width * width) / fit->weight_sum;
    }
    for (int i = 2; fit->first_by_logs && i >= 0; i--)
        for (int j = 0; j < SEARCH_SIZE; j++)
            by_x[i][j] += by_x[i + 1][j];
    for (int i = 2; fit->first_by_logs && i >= 0; i--)
        for (int j = 0; j < SEARCH_SIZE; j++)
            by_x[j][i] += by_x[j][i + 1];
}

/* ---- weights ------------------------------------------------------------- */

/* Which reviews are targets, as weights of 1; how many. */
static size_t weigh(const struct optimize_log *log, float *weights)
{
    bool *seen = mem_new(log->card_count + 1, sizeof(*seen));
    size_t count = 0;

    for (size_t i = 0; i < log->review_count; i++) {
        const struct optimize_review *review = &log->reviews[i];

        weights[i] = optimize_is_target(review, !seen[review->card]);
        count += weights[i] != 0;
        seen[review->card] = true;
    }
    mem_free(seen);
    return count;
}

size_t optimize_targets(const struct optimize_log *log)
{
    float *weights = mem_new(log->review_count + 1, sizeof(*weights));
    size_t count = weigh(log, weights);

    mem_free(weights);
    return count;
}

void optimize_weigh_recent(float *weights, size_t review_count, size_t targets)
{
    size_t at = 0;

    for (size_t i = 0; i < review_count; i++) {
        double age = (double)at / (double)(targets > 1 ? targets - 1 : 1);

        if (weights[i] == 0)
            continue;
        weights[i] = (float)(0.25 + 0.75 * age * age * age);
        at++;
    }
}

/* ---- the fit ------------------------------------------------------------- */

static double sum_of(const float *weights, size_t count)
{
    double sum = 0;

    for (size_t i = 0; i < count; i++)
        sum += (double)weights[i];
    return sum;
}

/* A search over a pack, until share of the work; false: cancelled. */
static bool search_pack(struct fit *fit, struct search *search,
                        const struct optimize_pack *pack, double share)
{
    bool done;

    fit->pack = pack;
    fit->share_to = share;
    fit->passes = 0;
    fit->passes_max = search->evaluations_max = PASSES_MAX;
    done = search_run(search);
    fit->share_from = share;
    return done;
}

/* Minimises from *parameters; false when it was cancelled. */
static bool minimise(struct fit *fit, const struct optimize_log *log,
                     const float *weights, size_t targets, bool is_warm,
                     struct fsrs_parameters *parameters)
{
    size_t every = targets / SAMPLE_TARGETS;
    struct search search = {.enough = ENOUGH,
                            .evaluate = evaluate,
                            .find_curvature = find_curvature,
                            .context = fit};
    bool done = true;

    every = every < 1 ? 1 : every < SAMPLE_EVERY ? every : SAMPLE_EVERY;
    set_box(fit, &search, parameters);
    fit->weight_sum = sum_of(weights, log->review_count);
    optimize_pack(&fit->sample, log, weights, every);
    if (every > 1 && fit->sample.weight_sum * 64 < fit->weight_sum) {
        optimize_pack_release(
            &fit->sample); /* a few cards hold the most of it */
        every = 1;
        optimize_pack(&fit->sample, log, weights, every);
    }
    if (every == 1 || !is_warm)
        done = search_pack(fit, &search, &fit->sample, every == 1 ? 1 : 0.2);
    if (every > 1 && done) {
        optimize_pack(&fit->whole, log, weights, 1);
        done = search_pack(fit, &search, &fit->whole, 1);
        optimize_pack_release(&fit->whole);
    }
    optimize_pack_release(&fit->sample);
    if (done)
        to_parameters(fit, search.best.x, parameters);
    return done;
}

static enum status fit_log(const struct optimize_log *log,
                           const struct optimize_options *options,
                           const struct fsrs_parameters *warm,
                           struct optimize_fit *out, struct error *err)
{
    bool is_rs = options->objective == OPTIMIZE_FSRS_RS;
    float *weights = mem_new(log->review_count + 1, sizeof(*weights));
    size_t targets = weigh(log, weights);
    struct fit fit = {
        .options = options, .center = fsrs_default, .first_by_logs = !is_rs};
    struct optimize_fit result = {.parameters = warm ? *warm : options->start};
    struct optimize_rs rs;
    enum status status = STATUS_OK;

    if (targets == 0)
        status = error_set(err, STATUS_REJECTED,
                           "nothing to learn from: no review came a day or "
                           "more after another of its card");
    if (options->objective == OPTIMIZE_RECENCY)
        optimize_weigh_recent(weights, log->review_count, targets);
    if (is_rs) {
        targets = optimize_rs_prepare(&rs, log, weights);
        memcpy(fit.center.w, rs.first, sizeof(rs.first));
        result.parameters = warm ? *warm : fit.center;
    }
    result.few_targets = fit.is_few = !is_rs && targets < OPTIMIZE_FEW;
    if (!status && (!is_rs || rs.is_enough) &&
        !minimise(&fit, log, weights, targets, warm != NULL,
                  &result.parameters))
        status = error_set(err, STATUS_CANCELLED, "cancelled");
    if (is_rs && rs.is_enough)
        optimize_rs_order(&rs, result.parameters.w);
    result.passes = fit.passes;
    if (!status)
        *out = result;
    mem_free(weights);
    return status;
}

enum status optimize_fit(const struct optimize_log *log,
                         const struct optimize_options *options,
                         struct optimize_fit *fit, struct error *err)
{
    return fit_log(log, options, NULL, fit, err);
}

double optimize_gradient(const struct optimize_log *log,
                         const struct fsrs_parameters *parameters, int threads,
                         double gradient[FSRS_PARAMETER_COUNT])
{
    float *weights = mem_new(log->review_count + 1, sizeof(*weights));
    struct optimize_pack pack;
    double loss;

    weigh(log, weights);
    optimize_pack(&pack, log, weights, 1);
    loss = optimize_sum(&pack, parameters, threads, gradient);
    optimize_pack_release(&pack);
    mem_free(weights);
    return loss;
}

/* ---- the time series ----------------------------------------------------- */

/* The number of the review that target number n (of them all) is. */
static size_t find_target(const float *weights, size_t n)
{
    size_t i = 0;

    for (size_t seen = 0;; i++) {
        if (weights[i] != 0 && seen++ == n)
            return i;
    }
}

/* Passes on what share of all the folds is done. */
struct folds {
    const struct optimize_options *options;
    int fold;
};

static bool folds_go_on(void *context, double share)
{
    const struct folds *folds = context;

    return folds->options->go_on(folds->options->context,
                                 (folds->fold + share) / OPTIMIZE_FOLDS);
}

enum status optimize_time_series(const struct optimize_log *log,
                                 const struct optimize_options *options,
                                 struct optimize_metrics *before,
                                 struct optimize_metrics *after,
                                 struct error *err)
{
    float *weights = mem_new(log->review_count + 1, sizeof(*weights));
    size_t targets = weigh(log, weights), size = targets / (OPTIMIZE_FOLDS + 1);
    size_t first = targets - OPTIMIZE_FOLDS * size;
    struct optimize_guess *guesses =
        mem_new(OPTIMIZE_FOLDS * size + 1, sizeof(*guesses));
    struct folds folds = {.options = options};
    struct optimize_options inner = *options;
    struct optimize_fit fit = {.parameters = options->start};
    enum status status = STATUS_OK;

    if (options->go_on)
        inner.go_on = folds_go_on;
    inner.context = &folds;
    for (; !status && size > 0 && folds.fold < OPTIMIZE_FOLDS; folds.fold++) {
        size_t from = first + (size_t)folds.fold * size;
        struct optimize_log part = *log;

        part.review_count = find_target(weights, from);
        status = fit_log(&part, &inner, folds.fold ? &fit.parameters : NULL,
                         &fit, err);
        if (!status)
            optimize_guess(log, &fit.parameters, from, from + size,
                           guesses + (size_t)folds.fold * size);
    }
    if (!status) {
        optimize_measure(guesses, OPTIMIZE_FOLDS * size, after, NULL);
        optimize_evaluate(log, &options->start, size > 0 ? first : SIZE_MAX,
                          SIZE_MAX, before, NULL);
    }
    mem_free(guesses);
    mem_free(weights);
    return status;
}

/* ---- whether to take it -------------------------------------------------- */

/* Mean and standard error of the paired differences. */
static void compare(const struct optimize_guess *old,
                    const struct optimize_guess *new, size_t count,
                    struct optimize_judgement *judgement)
{
    double sum = 0, squares = 0, n = (double)count;

    for (size_t i = 0; i < count; i++)
        sum += optimize_loss(&old[i]) - optimize_loss(&new[i]);
    for (size_t i = 0; i < count; i++) {
        double away = optimize_loss(&old[i]) - optimize_loss(&new[i]) - sum / n;

        squares += away * away;
    }
    judgement->gain = sum / n;
    judgement->error = sqrt(squares / (n - 1) / n);
    judgement->is_better = judgement->gain > judgement->error;
}

enum status optimize_judge(const struct optimize_log *log,
                           const struct optimize_options *options,
                           struct optimize_judgement *judgement,
                           struct error *err)
{
    float *weights = mem_new(log->review_count + 1, sizeof(*weights));
    size_t targets = weigh(log, weights), size = targets / 5;
    struct optimize_guess *old = mem_new(size + 1, sizeof(*old));
    struct optimize_guess *new = mem_new(size + 1, sizeof(*new));
    struct optimize_judgement result = {.targets = size};
    struct optimize_log part = *log;
    struct optimize_fit fit;
    enum status status = STATUS_OK;

    if (size >= 2) {
        part.review_count = find_target(weights, targets - size);
        status = fit_log(&part, options, NULL, &fit, err);
        if (!status) {
            optimize_guess(log, &options->start, targets - size, targets, old);
            optimize_guess(log, &fit.parameters, targets - size, targets, new);
            compare(old, new, size, &result);
        }
    }
    if (!status)
        *judgement = result;
    mem_free(new);
    mem_free(old);
    mem_free(weights);
    return status;
}
