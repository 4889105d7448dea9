/* SPDX-License-Identifier: MIT */
#include "sched/csv.h"
#include "sched/optimize_lanes.h"
#include "sched/reviews.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { HISTORIES = 200, REVIEWS_MAX = 64 };

/* The histories of memory.csv, once each. */
struct histories {
    struct optimize_review reviews[HISTORIES][REVIEWS_MAX];
    size_t counts[HISTORIES];
};

static void load_histories(struct histories *histories)
{
    FILE *file = csv_open("memory.csv");
    double row[6];

    memset(histories, 0, sizeof(*histories));
    while (csv_row(file, row, 6) && row[0] == 0) {
        int history = (int)row[1];
        size_t at = histories->counts[history]++;

        assert_true(at < REVIEWS_MAX);
        histories->reviews[history][at] = (struct optimize_review){
            .grade = (uint8_t)row[2], .elapsed_days = (uint16_t)row[3]};
    }
    fclose(file);
}

static void load_sets(struct fsrs_parameters *sets)
{
    FILE *file = csv_open("parameters.csv");
    double row[1 + FSRS_PARAMETER_COUNT];

    for (int i = 0; i < 6; i++) {
        assert_true(csv_row(file, row, 1 + FSRS_PARAMETER_COUNT));
        memcpy(sets[i].w, row + 1, sizeof(sets[i].w));
    }
    fclose(file);
}

static double largest(const double *numbers)
{
    double most = 0;

    for (int j = 0; j < FSRS_PARAMETER_COUNT; j++)
        most = fmax(most, fabs(numbers[j]));
    return most;
}

/* Of the fourth order: over four points. */
static double difference(const struct optimize_log *log,
                         const struct fsrs_parameters *parameters, int j,
                         double width)
{
    double ignored[FSRS_PARAMETER_COUNT];
    struct fsrs_parameters at[4] = {*parameters, *parameters, *parameters,
                                    *parameters};
    static const int steps[4] = {-2, -1, 1, 2};
    static const double factors[4] = {1, -8, 8, -1};
    double sum = 0;

    for (int i = 0; i < 4; i++) {
        at[i].w[j] += steps[i] * width;
        sum += factors[i] * optimize_gradient(log, &at[i], 1, ignored);
    }
    return sum / (12 * width);
}

static void gradient_and_loss_follow_the_reference(void **state)
{
    static struct histories histories;
    FILE *file = csv_open("gradient.csv");
    struct fsrs_parameters sets[6];
    double row[3 + FSRS_PARAMETER_COUNT], worst = 0, worst_loss = 0;
    int cases = 0;

    (void)state;
    load_histories(&histories);
    load_sets(sets);
    for (; csv_row(file, row, 3 + FSRS_PARAMETER_COUNT); cases++) {
        int history = (int)row[1];
        struct optimize_log log = {histories.reviews[history],
                                   histories.counts[history], 1};
        double gradient[FSRS_PARAMETER_COUNT];
        double loss = optimize_gradient(&log, &sets[(int)row[0]], 1, gradient);

        worst_loss = fmax(worst_loss, relative_difference(loss, row[2]));
        for (int j = 0; j < FSRS_PARAMETER_COUNT; j++)
            worst =
                fmax(worst, fabs(gradient[j] - row[3 + j]) / largest(row + 3));
    }
    fclose(file);
    assert_int_equal(cases, 120);
    assert_true(worst_loss < 1e-12);
    assert_true(worst < 1e-11);
}

/* A wide difference may reach over a kink, a narrow one loses digits. */
static double distance(const struct optimize_log *log,
                       const struct fsrs_parameters *parameters, int j,
                       double gradient)
{
    double unit = fmax(parameters->w[j], 0.02), least = HUGE_VAL;

    for (double width = 1e-6; width < 3e-3; width *= 4) {
        double w = parameters->w[j], reach = 2 * width * unit;

        if (w - reach < fsrs_low[j] || w + reach > fsrs_high[j])
            break; /* S and D have bounds there too */
        least = fmin(least, fabs(gradient -
                                 difference(log, parameters, j, width * unit)));
    }
    return least < HUGE_VAL ? least : 0;
}

static void gradient_is_what_central_differences_say(void **state)
{
    static struct histories histories;
    struct fsrs_parameters sets[6];
    double worst = 0;

    (void)state;
    load_histories(&histories);
    load_sets(sets);
    for (int set = 0; set < 6; set++)
        for (int history = 0; history < HISTORIES; history += 4) {
            struct optimize_log log = {histories.reviews[history],
                                       histories.counts[history], 1};
            double gradient[FSRS_PARAMETER_COUNT], most;

            optimize_gradient(&log, &sets[set], 1, gradient);
            most = fmax(largest(gradient), 1e-3);
            for (int j = 0; j < FSRS_PARAMETER_COUNT; j++)
                worst = fmax(worst,
                             distance(&log, &sets[set], j, gradient[j]) / most);
        }
    assert_true(worst < 1e-6);
}

static void threads_do_not_change_a_bit(void **state)
{
    struct optimize_csv *csv;
    struct optimize_log log = load_log(&csv);
    double one[FSRS_PARAMETER_COUNT], five[FSRS_PARAMETER_COUNT];
    double loss = optimize_gradient(&log, &fsrs_default, 1, one);
    struct optimize_options options = plain_options();
    struct optimize_fit fit, other;

    (void)state;
    assert_true(loss == optimize_gradient(&log, &fsrs_default, 5, five));
    assert_memory_equal(one, five, sizeof(one));
    assert_int_equal(optimize_fit(&log, &options, &fit, NULL), STATUS_OK);
    options.threads = 5;
    assert_int_equal(optimize_fit(&log, &options, &other, NULL), STATUS_OK);
    assert_memory_equal(&fit.parameters, &other.parameters,
                        sizeof(fit.parameters));
    optimize_csv_free(csv);
}

static void a_target_marked_as_history_counts_nothing(void **state)
{
    struct optimize_review reviews[] = {{.grade = 3},
                                        {.grade = 3, .elapsed_days = 2},
                                        {.grade = 1, .elapsed_days = 9},
                                        {.grade = 3, .elapsed_days = 1}};
    struct optimize_log log = {reviews, 4, 1};
    double ignored[FSRS_PARAMETER_COUNT];
    double whole = optimize_gradient(&log, &fsrs_default, 1, ignored);
    double last, others;

    (void)state;
    reviews[1].is_history = reviews[2].is_history = true;
    last = optimize_gradient(&log, &fsrs_default, 1, ignored);
    reviews[1].is_history = reviews[2].is_history = false;
    reviews[3].is_history = true;
    others = optimize_gradient(&log, &fsrs_default, 1, ignored);
    assert_true(fabs(whole - last - others) < 1e-12);
    assert_true(last > 0 && others > 0);
}

static void exp_and_ln_are_those_of_the_library(void **state)
{
    double worst_exp = 0, worst_log = 0;

    (void)state;
    for (double x = -60; x < 60; x += 0.00317) {
        lanes y = lanes_exp(lanes_all(x));

        worst_exp = fmax(worst_exp, fabs(y[2] / exp(x) - 1));
        y = lanes_log(lanes_all(exp(x)));
        worst_log = fmax(worst_log, fabs(y[1] - log(exp(x))) /
                                        fmax(fabs(log(exp(x))), 1e-3));
    }
    assert_true(worst_exp < 5e-16);
    assert_true(worst_log < 5e-16);
    assert_true(lanes_log(lanes_all(1))[0] == 0);
    assert_true(lanes_exp(lanes_all(0))[3] == 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gradient_and_loss_follow_the_reference),
        cmocka_unit_test(gradient_is_what_central_differences_say),
        cmocka_unit_test(threads_do_not_change_a_bit),
        cmocka_unit_test(a_target_marked_as_history_counts_nothing),
        cmocka_unit_test(exp_and_ln_are_those_of_the_library),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
