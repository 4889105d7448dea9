/* SPDX-License-Identifier: MIT */
/*
 * 795 reviews of 60 cards through the scheduler of ts-fsrs 5.4.2 (no fuzz,
 * elapsed days are differences of UTC dates), each with its four previews.
 * Its state and step stand for the card before each review; the memory is
 * carried on here. Where its rules are not ours, the difference has a name
 * below and the expectation is worked out from it.
 */
#include "aiio/steps.h"

#include "sched/csv.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define TS_TOLERANCE 1.2e-5 /* it rounds to eight decimals */

enum { CONFIG_COUNT = 6, CONFIG_LONG_TERM = 4, COLUMN_COUNT = 15 };

static const struct {
    const char *learning, *relearning;
    double retention;
    int max_interval_days;
} configs[CONFIG_COUNT] = {
    {"1m 10m", "10m", 0.9, 36500}, {"1m 10m 1h", "5m 30m", 0.87, 36500},
    {"", "", 0.9, 36500},          {"10m 1d", "1d", 0.9, 36500},
    {"", "", 0.9, 36500},          {"1m 10m", "10m", 0.93, 30},
};

static struct scheduler make_scheduler(int config)
{
    struct scheduler scheduler = {
        .retention = configs[config].retention,
        .max_interval_days = configs[config].max_interval_days,
    };
    struct fsrs_parameters parameters = fsrs_default;

    if (config == CONFIG_LONG_TERM)
        parameters.w[17] = parameters.w[18] = parameters.w[19] = 0;
    fsrs_prepare(&scheduler.fsrs, &parameters);
    assert_true(step_list_parse(slice_of(configs[config].learning),
                                &scheduler.learning));
    assert_true(step_list_parse(slice_of(configs[config].relearning),
                                &scheduler.relearning));
    return scheduler;
}

struct review {
    int config, card;
    int64_t now;
    enum grade grade;
    enum card_state state; /* after */
    int step, days;
    struct memory memory;
    int64_t due[4]; /* what each grade would do, in ms from now */
};

static int next_review(FILE *file, struct review *review)
{
    double row[COLUMN_COUNT];

    if (!csv_row(file, row, COLUMN_COUNT))
        return 0;
    review->config = (int)row[0];
    review->card = (int)row[1];
    review->now = (int64_t)row[2];
    review->grade = (enum grade)(int)row[3];
    review->state = (enum card_state)(int)row[5];
    review->step = (int)row[6];
    review->days = (int)row[7];
    review->memory = (struct memory){row[8], row[9]};
    for (int i = 0; i < 4; i++)
        review->due[i] = (int64_t)row[11 + i] - review->now;
    return 1;
}

static int64_t wait_ms(const struct schedule *schedule, int64_t now, int day)
{
    return schedule->has_day ? (schedule->due_day - day) * DAY_MS
                             : schedule->due_at_ms - now;
}

static int64_t whole_days(const struct scheduler *scheduler,
                          struct memory memory)
{
    double days = round(fsrs_interval(&scheduler->fsrs, memory.stability,
                                      scheduler->retention));

    return (int64_t)fmin(fmax(days, 1), scheduler->max_interval_days);
}

/* Differences by name, counted so that none goes away unseen. */
struct differences {
    int whole_minutes;        /* ts: Hard on the first step rounds to them */
    int hard_on_a_later_step; /* ts: always the mean of steps one and two */
    int no_order_in_steps;    /* ts: no "grade below + 1" while in steps */
    int hard_at_most_good;    /* ts: hard = min(hard, good) */
    int beyond_the_maximum;   /* ts: good = hard + 1 may exceed the maximum */
    int again_below_hard;     /* ts, long term: hard >= again + 1 in review */
    int same_day_again;       /* ts, long term: the formulas of t > 0, R = 1 */
};

static int64_t min64(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t max64(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* ts: the mean of two steps is rounded to whole minutes. */
static int64_t whole_minutes(int64_t ms)
{
    return (ms + 30000) / 60000 * 60000;
}

/* What ts-fsrs should say where Good, Hard and Easy are days in review. */
static void check_review(const struct scheduler *scheduler,
                         const struct review *review,
                         const struct memory memory[4], const int64_t ours[4],
                         struct differences *found)
{
    int64_t hard = whole_days(scheduler, memory[1]);
    int64_t good = whole_days(scheduler, memory[2]);
    int64_t easy = whole_days(scheduler, memory[3]);
    int64_t max = scheduler->max_interval_days;
    int64_t theirs[4] = {review->due[0]};

    if (review->config == CONFIG_LONG_TERM) {
        int64_t again = min64(whole_days(scheduler, memory[0]), hard);

        theirs[0] = again * DAY_MS;
        found->again_below_hard += hard <= again;
        hard = hard > again ? hard : again + 1;
    } else {
        found->hard_at_most_good += hard > good;
        hard = min64(hard, good);
    }
    good = good > hard ? good : hard + 1;
    easy = easy > good ? easy : good + 1;
    theirs[1] = hard * DAY_MS;
    theirs[2] = good * DAY_MS;
    theirs[3] = easy * DAY_MS;
    for (int i = 0; i < 4; i++) {
        assert_int_equal(review->due[i], theirs[i]);
        if (theirs[i] > max * DAY_MS) {
            found->beyond_the_maximum++;
            assert_int_equal(ours[i], max * DAY_MS);
        }
    }
}

static void check_previews(const struct scheduler *scheduler,
                           const struct standing *standing,
                           const struct review *review,
                           struct differences *found)
{
    const struct step_list *steps = standing->state == CARD_RELEARNING
                                        ? &scheduler->relearning
                                        : &scheduler->learning;
    struct schedule schedule[4];
    struct memory memory[4];
    int day = day_from_time(review->now, 0, 0);
    bool in_review =
        standing->state == CARD_REVIEW || review->config == CONFIG_LONG_TERM;
    int64_t ours[4];

    steps_outcomes(scheduler, standing, review->now, day, schedule, memory);
    for (int i = 0; i < 4; i++)
        ours[i] = wait_ms(&schedule[i], review->now, day);
    if (in_review)
        check_review(scheduler, review, memory, ours, found);
    for (int i = 0; i < 4; i++) {
        if (i == 1 && !in_review && standing->step > 0 && steps->count > 1) {
            found->hard_on_a_later_step++;
            assert_int_equal(review->due[1],
                             whole_minutes((steps->ms[0] + steps->ms[1]) / 2));
            assert_int_equal(ours[1], steps->ms[standing->step]);
        } else if (i == 1 && !in_review && steps->count > 0) {
            found->whole_minutes += ours[1] % 60000 != 0;
            assert_int_equal(review->due[1], whole_minutes(ours[1]));
        } else if (i > 0 && !in_review && ours[i] >= DAY_MS &&
                   schedule[i].state == CARD_REVIEW) {
            int64_t raw = whole_days(scheduler, memory[i]);
            int64_t least = i > 1 && schedule[i - 1].state == CARD_REVIEW
                                ? ours[i - 1] / DAY_MS + 1
                                : 1;

            if (i == 3)
                least = max64(least, whole_days(scheduler, memory[2]) + 1);
            found->no_order_in_steps += raw < least;
            assert_int_equal(review->due[i], raw * DAY_MS);
            assert_int_equal(ours[i], min64(max64(raw, least),
                                            scheduler->max_interval_days) *
                                          DAY_MS);
        } else if (ours[i] != review->due[i] && !in_review) {
            print_error("config %d card %d grade %d: %lld, ts %lld\n",
                        review->config, review->card, i + 1, (long long)ours[i],
                        (long long)review->due[i]);
            fail();
        } else if (ours[i] != review->due[i]) {
            /* Only the named differences of check_review may do this. */
            assert_true(whole_days(scheduler, memory[1]) >
                            whole_days(scheduler, memory[2]) ||
                        review->config == CONFIG_LONG_TERM ||
                        review->due[i] > scheduler->max_interval_days * DAY_MS);
        }
    }
}

static void reviews_and_previews_follow_ts_fsrs(void **state)
{
    FILE *file = csv_open("scheduler.csv");
    struct scheduler schedulers[CONFIG_COUNT];
    struct differences found = {0};
    struct standing standing = {0};
    struct review review;
    int config = -1, card = -1, rows = 0;

    (void)state;
    for (int i = 0; i < CONFIG_COUNT; i++)
        schedulers[i] = make_scheduler(i);
    for (; next_review(file, &review); rows++) {
        const struct scheduler *scheduler = &schedulers[review.config];
        int day = day_from_time(review.now, 0, 0);
        int elapsed;

        if (review.config != config || review.card != card)
            standing = (struct standing){0};
        config = review.config;
        card = review.card;
        elapsed = standing.state == CARD_NEW
                      ? -1
                      : days_between(standing.last_day, day);
        check_previews(scheduler, &standing, &review, &found);
        standing.memory =
            fsrs_next(&scheduler->fsrs, standing.memory, elapsed, review.grade);
        if (config == CONFIG_LONG_TERM && elapsed == 0 &&
            review.grade == GRADE_AGAIN) {
            found.same_day_again++;
            standing.memory = review.memory;
        }
        assert_true(relative_difference(standing.memory.stability,
                                        review.memory.stability) <=
                    TS_TOLERANCE);
        assert_true(relative_difference(standing.memory.difficulty,
                                        review.memory.difficulty) <=
                    TS_TOLERANCE);
        standing.state = review.state;
        standing.step = review.step;
        standing.last_day = day;
    }
    fclose(file);
    assert_int_equal(rows, 795);
    assert_true(found.whole_minutes > 0 && found.hard_on_a_later_step > 0 &&
                found.no_order_in_steps > 0 && found.beyond_the_maximum > 0 &&
                found.again_below_hard > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reviews_and_previews_follow_ts_fsrs),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
