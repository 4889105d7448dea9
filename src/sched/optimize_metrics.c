/* SPDX-License-Identifier: MIT */
#include "sched/optimize_private.h"

#include "aiio/mem.h"

#include <math.h>
#include <stdlib.h>

#define R_EDGE 1e-7

/* Bins of RMSE(bins), by powers: days, answers and lapses so far. */
enum { DAY_BINS = 16, ANSWER_BINS = 32, LAPSE_BINS = 40 };
enum { BIN_COUNT = DAY_BINS * ANSWER_BINS * LAPSE_BINS };

/* A card while the log is read. */
struct track {
    struct memory memory;
    uint32_t targets, lapses;
};

static int power_below(double x, double base)
{
    return (int)floor(log(x) / log(base));
}

/* The bins of the open-spaced-repetition group's benchmark. */
static uint16_t bin_of(const struct track *track, int elapsed_days)
{
    int days = power_below(elapsed_days, 3.62);
    int answers = power_below(track->targets + 2.0, 1.89);
    int lapses = track->lapses ? 1 + power_below(track->lapses, 1.73) : 0;

    return (uint16_t)((days * ANSWER_BINS + answers) * LAPSE_BINS + lapses);
}

size_t optimize_guess(const struct optimize_log *log,
                      const struct fsrs_parameters *parameters, size_t first,
                      size_t last, struct optimize_guess *guesses)
{
    struct track *tracks = mem_new(log->card_count + 1, sizeof(*tracks));
    struct fsrs fsrs;
    size_t at = 0, count = 0;

    fsrs_prepare(&fsrs, parameters);
    for (size_t i = 0; i < log->review_count && at < last; i++) {
        const struct optimize_review *review = &log->reviews[i];
        struct track *track = &tracks[review->card];
        bool is_first = !(track->memory.stability > 0);

        if (optimize_is_target(review, is_first)) {
            if (at++ >= first)
                guesses[count++] = (struct optimize_guess){
                    .recall = fsrs_retrievability(
                        &fsrs, track->memory.stability, review->elapsed_days),
                    .bin = bin_of(track, review->elapsed_days),
                    .passed = review->grade > GRADE_AGAIN};
            track->targets++;
            track->lapses += review->grade == GRADE_AGAIN;
        }
        track->memory = fsrs_next(&fsrs, track->memory, review->elapsed_days,
                                  (enum grade)review->grade);
    }
    mem_free(tracks);
    return count;
}

double optimize_loss(const struct optimize_guess *guess)
{
    double r = fmin(fmax(guess->recall, R_EDGE), 1 - R_EDGE);

    return -log(guess->passed ? r : 1 - r);
}

static double log_loss(const struct optimize_guess *guesses, size_t count)
{
    double sum = 0;

    for (size_t i = 0; i < count; i++)
        sum += optimize_loss(&guesses[i]);
    return sum / (double)count;
}

static double rmse_bins(const struct optimize_guess *guesses, size_t count)
{
    struct bin {
        double predicted, passed, count;
    } *bins = mem_new(BIN_COUNT, sizeof(*bins));
    double sum = 0;

    for (size_t i = 0; i < count; i++) {
        struct bin *bin = &bins[guesses[i].bin];

        bin->predicted += guesses[i].recall;
        bin->passed += guesses[i].passed;
        bin->count++;
    }
    for (int i = 0; i < BIN_COUNT; i++) {
        double away = bins[i].predicted - bins[i].passed;

        if (bins[i].count > 0)
            sum += away * away / bins[i].count;
    }
    mem_free(bins);
    return sqrt(sum / (double)count);
}

static int by_recall(const void *a, const void *b)
{
    double x = ((const struct optimize_guess *)a)->recall;
    double y = ((const struct optimize_guess *)b)->recall;

    return (x > y) - (x < y);
}

/* How often a pass was rated above a lapse; ties count a half. Sorted. */
static double area(const struct optimize_guess *guesses, size_t count)
{
    double ranks = 0, passes = 0, lapses;
    size_t end;

    for (size_t i = 0; i < count; i = end) {
        double passed = 0;

        for (end = i; end < count && guesses[end].recall == guesses[i].recall;
             end++)
            passed += guesses[end].passed;
        ranks += passed * ((double)(i + end) + 1) / 2;
        passes += passed;
    }
    lapses = (double)count - passes;
    if (passes == 0 || lapses == 0)
        return nan("");
    return (ranks - passes * (passes + 1) / 2) / (passes * lapses);
}

static void calibrate(const struct optimize_guess *guesses, size_t count,
                      struct optimize_calibration *calibration)
{
    *calibration = (struct optimize_calibration){0};
    for (size_t i = 0; i < count; i++) {
        struct optimize_decile *decile = &calibration->deciles[i * 10 / count];

        decile->predicted += guesses[i].recall;
        decile->actual += guesses[i].passed;
        decile->targets++;
    }
    for (int d = 0; d < 10; d++) {
        struct optimize_decile *decile = &calibration->deciles[d];
        double targets = (double)decile->targets;

        if (decile->targets > 0) {
            decile->predicted /= targets;
            decile->actual /= targets;
        }
    }
}

void optimize_measure(struct optimize_guess *guesses, size_t count,
                      struct optimize_metrics *metrics,
                      struct optimize_calibration *calibration)
{
    *metrics = (struct optimize_metrics){nan(""), nan(""), nan(""), count};
    if (count > 0) {
        qsort(guesses, count, sizeof(*guesses), by_recall);
        metrics->log_loss = log_loss(guesses, count);
        metrics->rmse_bins = rmse_bins(guesses, count);
        metrics->auc = area(guesses, count);
    }
    if (calibration)
        calibrate(guesses, count, calibration);
}

void optimize_evaluate(const struct optimize_log *log,
                       const struct fsrs_parameters *parameters, size_t first,
                       size_t last, struct optimize_metrics *metrics,
                       struct optimize_calibration *calibration)
{
    size_t targets = optimize_targets(log);
    struct optimize_guess *guesses;

    last = last < targets ? last : targets;
    first = first < last ? first : last;
    guesses = mem_new(last - first + 1, sizeof(*guesses));
    optimize_measure(guesses,
                     optimize_guess(log, parameters, first, last, guesses),
                     metrics, calibration);
    mem_free(guesses);
}
