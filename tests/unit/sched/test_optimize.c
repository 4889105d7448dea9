/* SPDX-License-Identifier: MIT */
#include "aiio/optimize.h"

#include "aiio/mem.h"
#include "sched/optimize_private.h"
#include "sched/reviews.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void assert_near(double value, double expected, double tolerance)
{
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.10g, expected %.10g", value, expected);
}

/* ---- what fsrs-rs does before it trains ---------------------------------- */

/* Counts and stabilities: of the binding 0.5.0 (fsrs-rs 6.5.0) on that log. */
static void first_stabilities_are_those_of_fsrs_rs(void **state)
{
    static const double expected[4] = {0.04048884317521134, 0.4396934963462373,
                                       2.3064999999994793, 8.295600000000007};
    struct optimize_csv *csv;
    struct optimize_log log = load_log(&csv);
    float *weights = mem_new(log.review_count, sizeof(*weights));
    bool seen[200] = {false};
    struct optimize_rs rs;
    size_t targets = 0;

    (void)state;
    for (size_t i = 0; i < log.review_count; i++) {
        weights[i] =
            optimize_is_target(&log.reviews[i], !seen[log.reviews[i].card]);
        targets += weights[i] != 0;
        seen[log.reviews[i].card] = true;
    }
    assert_int_equal(targets, 1800);
    assert_int_equal(optimize_rs_prepare(&rs, &log, weights), 1374);
    assert_int_equal(rs.kept, 1374);
    assert_int_equal(rs.initial, 152);
    assert_true(rs.is_enough);
    for (int i = 0; i < 4; i++)
        assert_near(rs.first[i], expected[i], 1e-9);
    mem_free(weights);
    optimize_csv_free(csv);
}

/* s2 = s1^.41 s3^.59, s3 = s4^.54 s2^.46, and back: worked out by hand. */
static void gaps_are_filled_by_geometric_means(void **state)
{
    struct {
        size_t counts[4];
        double first[4], expected[4];
    } cases[] = {
        {{9, 0, 9, 9}, {1, 0, 4, 9}, {1, 2.2657677705915966, 4, 9}},
        {{9, 9, 0, 9}, {1, 2, 0, 8}, {1, 2, 4.228072162245522, 8}},
        {{9, 0, 0, 0}, {0.424, 0, 0, 0}, {0.424, 2.5862, 4.613, 16.5912}},
        {{9, 3, 0, 0},
         {5, 2, 0, 0},
         {5, 5, 5, 5}}, /* out of order: the rarer one gives way */
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct optimize_rs rs = {.kept = 99};

        memcpy(rs.counts, cases[i].counts, sizeof(rs.counts));
        optimize_rs_order(&rs, cases[i].first);
        for (int j = 0; j < 4; j++)
            assert_near(cases[i].first[j], cases[i].expected[j], 1e-9);
    }
}

/* ---- metrics ------------------------------------------------------------- */

static void metrics_of_five_guesses_by_hand(void **state)
{
    struct optimize_guess guesses[] = {{0.5, 1, false},
                                       {0.5, 1, true},
                                       {0.8, 1, true},
                                       {0.8, 2, true},
                                       {0.25, 2, false}};
    struct optimize_calibration calibration;
    struct optimize_metrics metrics;

    (void)state;
    optimize_measure(guesses, 5, &metrics, &calibration);
    /* (ln 2 + ln 2 + 2 ln 1.25 + ln 4/3) / 5 */
    assert_near(metrics.log_loss, 0.42405270722, 1e-10);
    /* bin 1: 1.8 predicted, 2 came, of 3; bin 2: 1.05 and 1 of 2:
       sqrt((0.2^2 / 3 + 0.05^2 / 2) / 5) */
    assert_near(metrics.rmse_bins, 0.05400617248673217, 1e-12);
    /* of 6 pairs 5 are in order, one ties */
    assert_near(metrics.auc, 5.5 / 6, 1e-12);
    assert_int_equal(metrics.targets, 5);
    assert_near(calibration.deciles[0].predicted, 0.25, 1e-12);
    assert_near(calibration.deciles[0].actual, 0, 1e-12);
}

/* The reference's figures of the defaults on that log. */
static void defaults_do_as_the_reference_says(void **state)
{
    struct optimize_csv *csv;
    struct optimize_log log = load_log(&csv);
    struct optimize_metrics all, later;

    (void)state;
    assert_int_equal(optimize_targets(&log), 1800);
    optimize_evaluate(&log, &fsrs_default, 0, SIZE_MAX, &all, NULL);
    assert_near(all.log_loss, 0.28441, 5e-6);
    optimize_evaluate(&log, &fsrs_default, 300, SIZE_MAX, &later, NULL);
    assert_int_equal(later.targets, 1500);
    assert_near(later.log_loss, 0.27186, 5e-6);
    assert_near(later.rmse_bins, 0.06028, 5e-6);
    assert_near(later.auc, 0.5870, 5e-5);
    optimize_csv_free(csv);
}

/* ---- the fit ------------------------------------------------------------- */

/* 0.27841 and 0.27634: full-batch fits of the reference, by L-BFGS; ours of
   the plain objective holds w0 ... w3 closer. Never above fsrs-rs's 0.28140. */
static void fits_reach_what_the_reference_reaches(void **state)
{
    static const double expected[] = {0.2766, 0.2780, 0.2784};
    struct optimize_csv *csv;
    struct optimize_log log = load_log(&csv);
    struct optimize_options options = plain_options();

    (void)state;
    for (int objective = 0; objective < 3; objective++) {
        struct optimize_metrics metrics, before, after;
        struct optimize_fit fit;

        options.objective = (enum optimize_objective)objective;
        assert_int_equal(optimize_fit(&log, &options, &fit, NULL), STATUS_OK);
        optimize_evaluate(&log, &fit.parameters, 0, SIZE_MAX, &metrics, NULL);
        assert_near(metrics.log_loss, expected[objective], 5e-4);
        assert_false(fit.few_targets);
        for (int i = 0; i < FSRS_PARAMETER_COUNT; i++)
            assert_true(fit.parameters.w[i] >= fsrs_low[i] &&
                        fit.parameters.w[i] <= fsrs_high[i]);
        for (int i = 1; i < 4; i++)
            assert_true(fit.parameters.w[i] >= fit.parameters.w[i - 1]);
        assert_int_equal(
            optimize_time_series(&log, &options, &before, &after, NULL),
            STATUS_OK);
        assert_near(before.log_loss, 0.27186, 5e-6);
        assert_true(after.log_loss < 0.2692);
    }
    optimize_csv_free(csv);
}

static void few_targets_move_one_factor(void **state)
{
    struct optimize_csv *csv;
    struct optimize_log log = load_log(&csv);
    struct optimize_options options = plain_options();
    struct optimize_fit fit;
    double factor;

    (void)state;
    log.review_count = 400;
    assert_int_equal(optimize_fit(&log, &options, &fit, NULL), STATUS_OK);
    assert_true(fit.few_targets);
    factor = fit.parameters.w[0] / fsrs_default.w[0];
    assert_true(fabs(factor - 1) > 0.01);
    for (int i = 1; i < 4; i++)
        assert_near(fit.parameters.w[i] / fsrs_default.w[i], factor, 1e-9);
    for (int i = 4; i < FSRS_PARAMETER_COUNT; i++)
        assert_near(fit.parameters.w[i], fsrs_default.w[i], 1e-12);
    optimize_csv_free(csv);
}

static bool go_on_twice(void *context, double share)
{
    int *calls = context;

    assert_true(share >= 0 && share <= 1);
    return ++*calls < 3;
}

static void cancelling_leaves_the_fit_untouched(void **state)
{
    struct optimize_csv *csv;
    struct optimize_log log = load_log(&csv);
    struct optimize_options options = plain_options();
    struct optimize_fit fit = {.passes = 77};
    struct optimize_metrics before = {.targets = 5}, after = {.targets = 6};
    int calls = 0;

    (void)state;
    options.go_on = go_on_twice;
    options.context = &calls;
    assert_int_equal(optimize_fit(&log, &options, &fit, NULL),
                     STATUS_CANCELLED);
    assert_int_equal(calls, 3);
    assert_int_equal(fit.passes, 77);
    calls = 0;
    assert_int_equal(
        optimize_time_series(&log, &options, &before, &after, NULL),
        STATUS_CANCELLED);
    assert_int_equal(before.targets + after.targets, 11);
    optimize_csv_free(csv);
}

/* One card; one grade only; ten thousand days; nothing but failures. */
static void odd_logs_give_finite_parameters(void **state)
{
    struct optimize_review reviews[600];
    struct optimize_options options = plain_options();

    (void)state;
    for (int kind = 0; kind < 6; kind++) {
        struct optimize_log log = {reviews, 600, kind == 5 ? 300 : 1};
        struct optimize_fit fit;

        for (int i = 0; i < 600; i++)
            reviews[i] = (struct optimize_review){
                .card = kind == 5 ? (uint32_t)(i / 2) : 0,
                .grade = (uint8_t)(kind < 4 ? kind + 1 : 1 + i % 4),
                .elapsed_days = kind == 4 ? OPTIMIZE_DAYS_MAX : 3};
        for (int objective = 0; objective < 3; objective++) {
            options.objective = (enum optimize_objective)objective;
            assert_int_equal(optimize_fit(&log, &options, &fit, NULL),
                             STATUS_OK);
            for (int i = 0; i < FSRS_PARAMETER_COUNT; i++)
                assert_true(isfinite(fit.parameters.w[i]));
        }
    }
}

static void a_log_without_targets_is_refused(void **state)
{
    struct optimize_review reviews[] = {{.grade = 3}, {.grade = 1}};
    struct optimize_log log = {reviews, 2, 1}, empty = {reviews, 0, 0};
    struct optimize_options options = plain_options();
    struct optimize_metrics before, after;
    struct optimize_fit fit;

    (void)state;
    assert_int_equal(optimize_fit(&log, &options, &fit, NULL), STATUS_REJECTED);
    assert_int_equal(optimize_fit(&empty, &options, &fit, NULL),
                     STATUS_REJECTED);
    assert_int_equal(
        optimize_time_series(&log, &options, &before, &after, NULL), STATUS_OK);
    assert_true(isnan(before.log_loss) && isnan(after.auc));
}

/* ---- whether to take it ------------------------------------------------- */

/* 360 answers say too little against the defaults, and enough against a set
   whose stabilities hardly grow. */
static void better_is_what_the_last_fifth_shows(void **state)
{
    struct optimize_csv *csv;
    struct optimize_log log = load_log(&csv);
    struct optimize_options options = plain_options();
    struct optimize_judgement judgement;

    (void)state;
    assert_int_equal(optimize_judge(&log, &options, &judgement, NULL),
                     STATUS_OK);
    assert_int_equal(judgement.targets, 360);
    assert_true(judgement.gain > -0.01 && judgement.gain < 0.01);
    assert_false(judgement.is_better);
    options.start.w[8] = 0.5;
    assert_int_equal(optimize_judge(&log, &options, &judgement, NULL),
                     STATUS_OK);
    assert_true(judgement.gain > judgement.error && judgement.error > 0);
    assert_true(judgement.is_better);
    log.review_count = 12;
    assert_int_equal(optimize_judge(&log, &options, &judgement, NULL),
                     STATUS_OK);
    assert_false(judgement.is_better);
    optimize_csv_free(csv);
}

/* ---- the search ---------------------------------------------------------- */

/* (x0 - 3)^2 + 10 (x1 - x0)^2 + |x2 - 1|, x1 at most 2: the least is at
   x0 = 23/11, x1 = 2, x2 = 1. */
static bool evaluate_kinked(void *context, struct search_point *point)
{
    const double *x = point->x;

    (void)context;
    memset(point->gradient, 0, sizeof(point->gradient));
    point->value = (x[0] - 3) * (x[0] - 3) +
                   10 * (x[1] - x[0]) * (x[1] - x[0]) + fabs(x[2] - 1);
    point->gradient[0] = 2 * (x[0] - 3) - 20 * (x[1] - x[0]);
    point->gradient[1] = 20 * (x[1] - x[0]);
    point->gradient[2] = x[2] < 1 ? -1 : 1;
    return true;
}

static void curve_kinked(void *context, const double *x,
                         double (*curvature)[SEARCH_SIZE])
{
    (void)context;
    (void)x;
    memset(curvature, 0, SEARCH_SIZE * sizeof(*curvature));
    for (int i = 0; i < SEARCH_SIZE; i++)
        curvature[i][i] = 1;
    curvature[0][0] = 22;
    curvature[0][1] = curvature[1][0] = -20;
    curvature[1][1] = 20;
}

static void search_finds_the_least_at_a_bound_and_a_kink(void **state)
{
    struct search search = {.enough = 1e-12,
                            .evaluations_max = 100,
                            .evaluate = evaluate_kinked,
                            .find_curvature = curve_kinked};

    (void)state;
    for (int i = 0; i < 3; i++) {
        search.low[i] = -5;
        search.high[i] = i == 1 ? 2 : 5;
    }
    search.best.x[2] = 0.3;
    assert_true(search_run(&search));
    assert_near(search.best.x[0], 23.0 / 11, 1e-6);
    assert_near(search.best.x[1], 2, 0);
    assert_near(search.best.x[2], 1, 1e-3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_stabilities_are_those_of_fsrs_rs),
        cmocka_unit_test(gaps_are_filled_by_geometric_means),
        cmocka_unit_test(metrics_of_five_guesses_by_hand),
        cmocka_unit_test(defaults_do_as_the_reference_says),
        cmocka_unit_test(fits_reach_what_the_reference_reaches),
        cmocka_unit_test(few_targets_move_one_factor),
        cmocka_unit_test(cancelling_leaves_the_fit_untouched),
        cmocka_unit_test(odd_logs_give_finite_parameters),
        cmocka_unit_test(a_log_without_targets_is_refused),
        cmocka_unit_test(better_is_what_the_last_fifth_shows),
        cmocka_unit_test(search_finds_the_least_at_a_bound_and_a_kink),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
