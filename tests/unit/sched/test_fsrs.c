/* SPDX-License-Identifier: MIT */
#include "aiio/fsrs.h"

#include "sched/csv.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define TOLERANCE 1e-11

enum { SET_COUNT = 6 };

static void load_sets(struct fsrs sets[SET_COUNT])
{
    FILE *file = csv_open("parameters.csv");
    double row[1 + FSRS_PARAMETER_COUNT];

    for (int i = 0; i < SET_COUNT; i++) {
        struct fsrs_parameters parameters;

        assert_true(csv_row(file, row, 1 + FSRS_PARAMETER_COUNT));
        memcpy(parameters.w, row + 1, sizeof(parameters.w));
        fsrs_prepare(&sets[i], &parameters);
    }
    fclose(file);
}

static void memory_follows_the_reference_on_every_history(void **state)
{
    FILE *file = csv_open("memory.csv");
    struct fsrs sets[SET_COUNT];
    struct memory memory = {0};
    double row[6], worst = 0;
    int history = -1, set = -1, rows = 0;

    (void)state;
    load_sets(sets);
    for (; csv_row(file, row, 6); rows++) {
        if ((int)row[1] != history || (int)row[0] != set)
            memory = (struct memory){0};
        set = (int)row[0];
        history = (int)row[1];
        memory =
            fsrs_next(&sets[set], memory, (int)row[3], (enum grade)(int)row[2]);
        worst = fmax(worst, relative_difference(memory.stability, row[4]));
        worst = fmax(worst, relative_difference(memory.difficulty, row[5]));
    }
    fclose(file);
    assert_int_equal(rows, 12750);
    assert_true(worst <= TOLERANCE);
}

static struct fsrs with_decay(double decay)
{
    struct fsrs_parameters parameters = fsrs_default;
    struct fsrs fsrs;

    parameters.w[20] = decay;
    fsrs_prepare(&fsrs, &parameters);
    return fsrs;
}

static void intervals_and_whole_days_follow_the_reference(void **state)
{
    FILE *file = csv_open("interval.csv");
    double row[5], worst = 0;
    int rows = 0;

    (void)state;
    for (; csv_row(file, row, 5); rows++) {
        struct fsrs fsrs = with_decay(row[0]);
        double days = fsrs_interval(&fsrs, row[2], row[1]);

        worst = fmax(worst, relative_difference(days, row[3]));
        assert_true(fmin(fmax(round(days), 1), 36500) == row[4]);
    }
    fclose(file);
    assert_int_equal(rows, 4446);
    assert_true(worst <= TOLERANCE);
}

static void retrievability_follows_the_reference(void **state)
{
    FILE *file = csv_open("retrievability.csv");
    double row[4], worst = 0;
    int rows = 0;

    (void)state;
    for (; csv_row(file, row, 4); rows++) {
        struct fsrs fsrs = with_decay(row[0]);
        double r = fsrs_retrievability(&fsrs, row[1], row[2]);

        worst = fmax(worst, relative_difference(r, row[3]));
    }
    fclose(file);
    assert_int_equal(rows, 3564);
    assert_true(worst <= TOLERANCE);
}

static void recall_is_ninety_per_cent_after_the_stability(void **state)
{
    struct fsrs fsrs = with_decay(0.1542);

    (void)state;
    assert_true(fabs(fsrs_retrievability(&fsrs, 17, 17) - 0.9) < 1e-14);
    assert_true(fabs(fsrs_interval(&fsrs, 17, 0.9) - 17) < 1e-11);
}

static void state_stays_in_its_bounds(void **state)
{
    struct fsrs fsrs = with_decay(0.1542);
    struct memory memory = {0};

    (void)state;
    for (int i = 0; i < 200; i++)
        memory = fsrs_next(&fsrs, memory, 36500, GRADE_EASY);
    assert_true(memory.stability == 36500);
    assert_true(memory.difficulty == 1);
    for (int i = 0; i < 2000; i++)
        memory = fsrs_next(&fsrs, memory, 0, GRADE_AGAIN);
    assert_true(memory.stability >= 0.001 && memory.stability < 1);
    assert_true(memory.difficulty > 9.9 && memory.difficulty <= 10);
}

static void a_pass_on_the_same_day_never_lowers_stability(void **state)
{
    struct fsrs fsrs = with_decay(0.1542);
    struct memory memory = {500, 5};

    (void)state;
    for (int grade = GRADE_HARD; grade <= GRADE_EASY; grade++)
        assert_true(fsrs_next(&fsrs, memory, 0, (enum grade)grade).stability >=
                    500);
}

static void old_lists_of_parameters_are_converted(void **state)
{
    /* 17: w4 + 2 w5, ln(3 w5 + 1)/3, w6 + 0.5 by hand: 5 + 2, ln 4 / 3. */
    double numbers[21] = {0.4,  0.6,  2.4,  5.8,  5,    1,    0.86,
                          0.01, 1.49, 0.14, 0.94, 2.18, 0.05, 0.34,
                          1.26, 0.29, 2.61, 0.5,  0.6};
    struct fsrs_parameters p;
    struct error err = {0};

    (void)state;
    assert_int_equal(fsrs_parameters_set(&p, numbers, 17, &err), STATUS_OK);
    assert_true(p.w[4] == 7);
    assert_true(fabs(p.w[5] - 0.46209812037329687) < 1e-15);
    assert_true(fabs(p.w[6] - 1.36) < 1e-15);
    assert_true(p.w[17] == 0 && p.w[18] == 0 && p.w[19] == 0);
    assert_true(p.w[20] == 0.5);
    assert_int_equal(fsrs_parameters_set(&p, numbers, 19, &err), STATUS_OK);
    assert_true(p.w[4] == 5 && p.w[17] == 0.5 && p.w[18] == 0.6);
    assert_true(p.w[19] == 0 && p.w[20] == 0.5);
}

static void other_lists_of_parameters_are_refused(void **state)
{
    double numbers[35] = {0};
    struct fsrs_parameters p = fsrs_default;
    struct error err = {0};

    (void)state;
    assert_int_equal(fsrs_parameters_set(&p, numbers, 20, &err),
                     STATUS_REJECTED);
    assert_int_equal(fsrs_parameters_set(&p, numbers, 0, &err),
                     STATUS_REJECTED);
    assert_int_equal(fsrs_parameters_set(&p, numbers, 34, &err),
                     STATUS_REJECTED);
    numbers[3] = (double)NAN;
    assert_int_equal(fsrs_parameters_set(&p, numbers, 21, &err),
                     STATUS_REJECTED);
    assert_memory_equal(&p, &fsrs_default, sizeof(p));
}

static void parameters_out_of_bounds_are_clipped(void **state)
{
    double numbers[21];
    struct fsrs_parameters p;
    struct error err = {0};

    (void)state;
    for (int i = 0; i < 21; i++)
        numbers[i] = i % 2 ? 1e300 : -1e300;
    assert_int_equal(fsrs_parameters_set(&p, numbers, 21, &err), STATUS_OK);
    assert_true(p.w[0] == 0.001 && p.w[1] == 100 && p.w[20] == 0.1);
    assert_int_equal(fsrs_parameters_set(&p, numbers, 17, &err), STATUS_OK);
    numbers[5] = -1;
    assert_int_equal(fsrs_parameters_set(&p, numbers, 17, &err), STATUS_OK);
    assert_true(p.w[5] == 0.001); /* not the logarithm of -2 */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_follows_the_reference_on_every_history),
        cmocka_unit_test(intervals_and_whole_days_follow_the_reference),
        cmocka_unit_test(retrievability_follows_the_reference),
        cmocka_unit_test(recall_is_ninety_per_cent_after_the_stability),
        cmocka_unit_test(state_stays_in_its_bounds),
        cmocka_unit_test(a_pass_on_the_same_day_never_lowers_stability),
        cmocka_unit_test(old_lists_of_parameters_are_converted),
        cmocka_unit_test(other_lists_of_parameters_are_refused),
        cmocka_unit_test(parameters_out_of_bounds_are_clipped),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
