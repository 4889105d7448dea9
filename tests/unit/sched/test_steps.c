/* SPDX-License-Identifier: MIT */
#include "aiio/steps.h"

#include "aiio/rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { MINUTE = 60000, TODAY = 20788 };
#define NOW INT64_C(1796108591482)

static struct step_list steps(const char *text)
{
    struct step_list list = {{0}, 0};

    assert_true(step_list_parse(slice_of(text), &list));
    return list;
}

static struct scheduler make(const char *learning, const char *relearning)
{
    struct scheduler scheduler = {.retention = 0.9, .max_interval_days = 365};

    fsrs_prepare(&scheduler.fsrs, &fsrs_default);
    scheduler.learning = steps(learning);
    scheduler.relearning = steps(relearning);
    return scheduler;
}

struct outcome {
    struct schedule schedule[4];
    struct memory memory[4];
};

static struct outcome outcomes(const struct scheduler *scheduler,
                               struct standing standing)
{
    struct outcome o;

    steps_outcomes(scheduler, &standing, NOW, TODAY, o.schedule, o.memory);
    return o;
}

static int64_t wait(const struct outcome *o, enum grade grade)
{
    assert_false(o->schedule[grade - 1].has_day);
    return o->schedule[grade - 1].due_at_ms - NOW;
}

static int days(const struct outcome *o, enum grade grade)
{
    assert_true(o->schedule[grade - 1].has_day);
    return o->schedule[grade - 1].due_day - TODAY;
}

/* The literal checks of Anki's own tests. */
static void fuzz_gives_ankis_days(void **state)
{
    static const struct {
        double raw;
        int days[3];
    } rows[] = {{2.5, {2, 3, 4}},
                {7, {5, 7, 9}},
                {17, {14, 17, 20}},
                {37, {33, 37, 41}}};
    static const double draws[] = {0, 0.5, 0.99};

    (void)state;
    for (size_t i = 0; i < 4; i++)
        for (size_t j = 0; j < 3; j++)
            assert_int_equal(
                steps_fuzzed_days(rows[i].raw, draws[j], 1, 0, 36500),
                rows[i].days[j]);
}

static void fuzz_leaves_short_intervals_alone(void **state)
{
    (void)state;
    assert_int_equal(steps_fuzzed_days(0.2, 0.99, 1, 0, 365), 1);
    assert_int_equal(steps_fuzzed_days(2.49, 0, 1, 0, 365), 2);
    assert_int_equal(steps_fuzzed_days(2.49, 0.99, 1, 0, 365), 2);
}

static void fuzz_never_shrinks_a_growing_interval(void **state)
{
    (void)state;
    /* 37 by 33 … 41, the interval before was 35: 36 … 41. */
    assert_int_equal(steps_fuzzed_days(37, 0, 1, 35, 365), 36);
    assert_int_equal(steps_fuzzed_days(37, 0.99, 1, 35, 365), 41);
    assert_int_equal(steps_fuzzed_days(37, 0, 1, 37, 365), 33);
}

static void fuzz_respects_floor_and_maximum(void **state)
{
    (void)state;
    assert_int_equal(steps_fuzzed_days(37, 0, 50, 0, 365), 50);
    assert_int_equal(steps_fuzzed_days(37, 0.99, 50, 0, 365), 50);
    assert_int_equal(steps_fuzzed_days(1000, 0.99, 1, 0, 365), 365);
    /* 365 - (1 + 0.15 * 4.5 + 0.1 * 13 + 0.05 * 345) = 344.775 */
    assert_int_equal(steps_fuzzed_days(1000, 0, 1, 0, 365), 345);
    assert_int_equal(steps_fuzzed_days(10, 0.5, 400, 0, 365), 365);
}

static void the_seed_is_the_hash_plus_the_answers(void **state)
{
    (void)state;
    /* FNV-1a-64 of "a" is af63dc4c8601ec8c; the bytes are "a/a" here. */
    assert_true(steps_fuzz_seed("a", "a", 0) ==
                fnv1a(FNV1A_START, SLICE("a/a")));
    assert_true(steps_fuzz_seed("", "", 0) == fnv1a(FNV1A_START, SLICE("/")));
    assert_true(steps_fuzz_seed("a", "a", 3) ==
                steps_fuzz_seed("a", "a", 0) + 3);
}

static void a_new_card_takes_the_learning_steps(void **state)
{
    struct scheduler scheduler = make("1m 10m", "10m");
    struct outcome o = outcomes(&scheduler, (struct standing){0});

    (void)state;
    assert_int_equal(wait(&o, GRADE_AGAIN), MINUTE);
    assert_int_equal(wait(&o, GRADE_HARD), 330000);
    assert_int_equal(wait(&o, GRADE_GOOD), 10 * MINUTE);
    assert_int_equal(days(&o, GRADE_EASY), 8); /* S = 8.2956 */
    assert_int_equal(o.schedule[0].step, 0);
    assert_int_equal(o.schedule[1].step, 0);
    assert_int_equal(o.schedule[2].step, 1);
    assert_int_equal(o.schedule[2].state, CARD_LEARNING);
    assert_int_equal(o.schedule[3].state, CARD_REVIEW);
    assert_true(o.memory[2].stability == 2.3065);
}

static void hard_repeats_a_later_step(void **state)
{
    struct scheduler scheduler = make("1m 10m 1h", "10m");
    struct outcome o =
        outcomes(&scheduler, (struct standing){.state = CARD_LEARNING,
                                               .step = 1,
                                               .memory = {2.3065, 2.1},
                                               .last_day = TODAY});

    (void)state;
    assert_int_equal(wait(&o, GRADE_AGAIN), MINUTE);
    assert_int_equal(wait(&o, GRADE_HARD), 10 * MINUTE);
    assert_int_equal(wait(&o, GRADE_GOOD), 60 * MINUTE);
    assert_int_equal(o.schedule[1].step, 1);
}

static void hard_on_a_single_step_is_half_as_long_again(void **state)
{
    struct scheduler scheduler = make("10m", "10m");
    struct outcome o = outcomes(&scheduler, (struct standing){0});

    (void)state;
    assert_int_equal(wait(&o, GRADE_HARD), 15 * MINUTE);
    scheduler = make("4d", "10m");
    o = outcomes(&scheduler, (struct standing){0});
    assert_int_equal(days(&o, GRADE_HARD), 5); /* at most a day more */
}

static void the_last_step_graduates(void **state)
{
    struct scheduler scheduler = make("1m 10m", "10m");
    struct standing standing = {.state = CARD_LEARNING,
                                .step = 1,
                                .memory = {2.3065, 2.118103970459015},
                                .last_day = TODAY};
    struct outcome o = outcomes(&scheduler, standing);

    (void)state;
    assert_int_equal(days(&o, GRADE_GOOD), 2); /* same day: q = 1 */
    assert_true(days(&o, GRADE_EASY) >= 3);
    standing.step = 7; /* the list was longer once */
    o = outcomes(&scheduler, standing);
    assert_int_equal(days(&o, GRADE_GOOD), 2);
    assert_int_equal(wait(&o, GRADE_HARD), 10 * MINUTE);
    assert_int_equal(wait(&o, GRADE_AGAIN), MINUTE);
}

static void a_step_of_a_day_is_a_due_day(void **state)
{
    struct scheduler scheduler = make("10m 1d", "36h");
    struct outcome o = outcomes(&scheduler, (struct standing){0});

    (void)state;
    assert_int_equal(days(&o, GRADE_GOOD), 1);
    assert_int_equal(o.schedule[2].state, CARD_LEARNING);
    assert_true(o.schedule[2].interval_days == 1);
    o = outcomes(&scheduler, (struct standing){.state = CARD_REVIEW,
                                               .memory = {10, 5},
                                               .last_day = TODAY - 10});
    assert_int_equal(days(&o, GRADE_AGAIN), 2); /* 36 h, rounded */
    assert_int_equal(o.schedule[0].state, CARD_RELEARNING);
}

static void reviews_rise_from_grade_to_grade(void **state)
{
    struct scheduler scheduler = make("1m 10m", "10m");

    (void)state;
    for (uint64_t seed = 0; seed < 200; seed++) {
        struct standing standing = {.state = CARD_REVIEW,
                                    .memory = {3, 9},
                                    .last_day = TODAY - 1,
                                    .previous_interval_days = 3,
                                    .fuzz_seed = seed};
        struct outcome o;

        scheduler.fuzz = seed > 0;
        o = outcomes(&scheduler, standing);
        assert_int_equal(wait(&o, GRADE_AGAIN), 10 * MINUTE);
        assert_true(days(&o, GRADE_HARD) < days(&o, GRADE_GOOD));
        assert_true(days(&o, GRADE_GOOD) < days(&o, GRADE_EASY));
    }
}

static void without_relearning_steps_a_lapse_stays_in_review(void **state)
{
    struct scheduler scheduler = make("1m 10m", "");
    struct outcome o =
        outcomes(&scheduler, (struct standing){.state = CARD_REVIEW,
                                               .memory = {10, 5},
                                               .last_day = TODAY - 10});

    (void)state;
    assert_int_equal(o.schedule[0].state, CARD_REVIEW);
    assert_int_equal(days(&o, GRADE_AGAIN), 1);
}

static void no_interval_exceeds_the_maximum(void **state)
{
    struct scheduler scheduler = make("1m 10m", "10m");
    struct outcome o =
        outcomes(&scheduler, (struct standing){.state = CARD_REVIEW,
                                               .memory = {30000, 1},
                                               .last_day = TODAY - 365});

    (void)state;
    for (int grade = GRADE_HARD; grade <= GRADE_EASY; grade++)
        assert_int_equal(days(&o, (enum grade)grade), 365);
}

static void an_answer_before_the_last_counts_no_days(void **state)
{
    struct scheduler scheduler = make("1m 10m", "10m");
    struct outcome back =
        outcomes(&scheduler, (struct standing){.state = CARD_REVIEW,
                                               .memory = {10, 5},
                                               .last_day = TODAY + 3000});
    struct outcome same =
        outcomes(&scheduler, (struct standing){.state = CARD_REVIEW,
                                               .memory = {10, 5},
                                               .last_day = TODAY});

    (void)state;
    assert_memory_equal(back.memory, same.memory, sizeof(same.memory));
}

static void lists_of_steps_are_read_and_written(void **state)
{
    static const char *const bad[] = {
        "10",    "m",    "0m",
        "-1m",   "1.5m", "1w",
        "1m,2m", "366d", "1m 1m 1m 1m 1m 1m 1m 1m 1m 1m 1m"};
    struct step_list list = steps("  90s 1m  10m 2h 1d ");
    struct buf out = {0};

    (void)state;
    assert_int_equal(list.count, 5);
    assert_true(list.ms[0] == 90000 && list.ms[4] == DAY_MS);
    step_list_format(&out, &list);
    assert_string_equal(buf_text(&out), "90s 1m 10m 2h 1d");
    buf_release(&out);
    assert_int_equal(steps("").count, 0);
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        assert_false(step_list_parse(slice_of(bad[i]), &list));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fuzz_gives_ankis_days),
        cmocka_unit_test(fuzz_leaves_short_intervals_alone),
        cmocka_unit_test(fuzz_never_shrinks_a_growing_interval),
        cmocka_unit_test(fuzz_respects_floor_and_maximum),
        cmocka_unit_test(the_seed_is_the_hash_plus_the_answers),
        cmocka_unit_test(a_new_card_takes_the_learning_steps),
        cmocka_unit_test(hard_repeats_a_later_step),
        cmocka_unit_test(hard_on_a_single_step_is_half_as_long_again),
        cmocka_unit_test(the_last_step_graduates),
        cmocka_unit_test(a_step_of_a_day_is_a_due_day),
        cmocka_unit_test(reviews_rise_from_grade_to_grade),
        cmocka_unit_test(without_relearning_steps_a_lapse_stays_in_review),
        cmocka_unit_test(no_interval_exceeds_the_maximum),
        cmocka_unit_test(an_answer_before_the_last_counts_no_days),
        cmocka_unit_test(lists_of_steps_are_read_and_written),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
