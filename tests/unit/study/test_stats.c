/* SPDX-License-Identifier: MIT */
#include "aiio/stats.h"

#include "study/support.h"

/*
 * The log below, by hand. Card a: new on day 100 (right), review on day 104
 * (4 days, recalled), review on day 114 (10 days, lapsed), relearning the
 * same day. Card b: new on day 100 (wrong guess), new again on day 101 as
 * seen. All scheduled with retention 0.9 and interval 5.
 */
struct given {
    const char *card;
    int day, hour, offset_min;
    enum card_state from;
    bool correct;
    enum grade grade;
    int64_t ms;
    bool guess, seen;
    int shown, chosen;
};

static const struct given lines[] = {
    {"a", 100, 8, 60, CARD_NEW, true, GRADE_GOOD, 4000, false, false, 4, 1},
    {"b", 100, 8, 60, CARD_NEW, false, GRADE_AGAIN, 90000, true, false, 4, 1},
    {"b", 101, 23, 120, CARD_NEW, true, GRADE_GOOD, 1000, false, true, 4, 1},
    {"a", 104, 0, -240, CARD_REVIEW, true, GRADE_HARD, 6000, false, false, 4,
     1},
    {"a", 114, 12, 0, CARD_REVIEW, false, GRADE_AGAIN, 2000, false, false, 4,
     0},
    {"a", 114, 12, 0, CARD_RELEARNING, true, GRADE_GOOD, 500, false, false, 0,
     0},
};

static void feed(struct stats *stats, const struct given *line)
{
    struct entry entry = {
        .at_ms = line->day * DAY_MS + line->hour * INT64_C(3600000),
        .day = line->day,
        .offset_min = line->offset_min,
        .kind = ENTRY_ANSWER,
        .deck = "deck",
        .card = line->card,
    };
    struct answer_body body = {
        .shown_count = line->shown,
        .chosen_count = line->chosen,
        .correct = line->correct,
        .grade = line->grade,
        .ms = line->ms,
        .guess = line->guess,
        .seen = line->seen,
        .from = line->from,
        .schedule = {.state = CARD_REVIEW,
                     .interval_days = 5,
                     .retention = 0.9},
    };

    stats_answer(stats, &entry, &body);
}

static void feed_all(struct stats *stats)
{
    stats_init(stats, 120);
    for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
        feed(stats, &lines[i]);
}

static void days_hours_and_time_are_counted(void **state)
{
    struct stats stats;

    (void)state;
    feed_all(&stats);
    stats_finish(&stats);
    assert_int_equal(stats.day_count, 4);
    assert_int_equal(stats.days[0].day, 100);
    assert_int_equal(stats.days[0].answers, 2);
    assert_int_equal(stats.days[0].correct, 1);
    assert_int_equal(stats.days[0].ms, 64000); /* 4 s and 60 s of 90 */
    assert_int_equal(stats.days[1].answers, 0);
    assert_int_equal(stats.days[1].seen, 1);
    assert_int_equal(stats.days[1].ms, 1000);
    assert_int_equal(stats.sum.answers, 5);
    assert_int_equal(stats.sum.correct, 3);
    assert_int_equal(stats.answered_cards, 2);
    assert_int_equal(stats.hours[9].answers, 2);  /* 08:00 UTC, an hour east */
    assert_int_equal(stats.hours[20].answers, 1); /* midnight, 4 h west */
    assert_int_equal(stats.hours[1].answers, 0);  /* seen */
    assert_int_equal(stats.hours[12].correct, 1);
    assert_int_equal(stats.pace[CARD_NEW].answers, 3);
    assert_int_equal(stats.pace[CARD_NEW].ms, 65000);
    assert_int_equal(stats.pace[CARD_REVIEW].ms, 8000);
    stats_release(&stats);
}

static void confidence_is_what_was_said_before(void **state)
{
    struct stats stats;

    (void)state;
    feed_all(&stats);
    assert_int_equal(stats.sure.answers, 2); /* the recall card has none */
    assert_int_equal(stats.sure.correct, 2);
    assert_int_equal(stats.guess.answers, 1);
    assert_int_equal(stats.guess.correct, 0);
    assert_int_equal(stats.dont_know, 1);
    stats_release(&stats);
}

/* k = 0.1542: (0.9^(-1/k) - 1) = 0.980346; 4 days of 5: (1 + 0.784277)^-k =
   0.914586; 10 of 5: (1 + 1.960693)^-k = 0.845885. */
static void recall_stands_against_promise_and_prediction(void **state)
{
    struct stats stats;

    (void)state;
    feed_all(&stats);
    assert_int_equal(stats.intervals[3].reviews, 1); /* 4-7 days */
    assert_int_equal(stats.intervals[3].recalled, 1);
    assert_near(stats.intervals[3].desired, 0.9, 1e-12);
    assert_int_equal(stats.intervals[4].reviews, 1); /* 8-14 days */
    assert_int_equal(stats.intervals[4].recalled, 0);
    assert_int_equal(stats.deciles[9].reviews, 1);
    assert_near(stats.deciles[9].predicted, 0.914586, 1e-5);
    assert_int_equal(stats.deciles[8].reviews, 1);
    assert_near(stats.deciles[8].predicted, 0.845885, 1e-5);
    stats_release(&stats);
}

static void a_prediction_is_the_promise_at_its_interval(void **state)
{
    (void)state;
    assert_near(stats_predicted(10, 0.9, 0.1542, 10), 0.9, 1e-12);
    assert_near(stats_predicted(10, 0.9, 0.1542, 0), 1, 1e-12);
    /* k = 0.5: 0.8^-2 - 1 = 0.5625; (1 + 2 * 0.5625)^-0.5 = 0.685994 */
    assert_near(stats_predicted(3, 0.8, 0.5, 6), 0.685994, 1e-6);
    assert_true(stats_predicted(1, 0.9, 0.1542, 1) < 0); /* clamped */
    assert_true(stats_predicted(5, 0, 0.1542, 1) < 0);
}

static void parameters_in_force_then_make_the_prediction(void **state)
{
    static const struct given first = {
        "a", 100, 0, 0, CARD_NEW, true, GRADE_GOOD, 0, false, false, 4, 1};
    static const struct given second = {
        "a", 110, 0, 0, CARD_REVIEW, true, GRADE_GOOD, 0, false, false, 4, 1};
    struct fsrs_parameters parameters = fsrs_default;
    struct stats stats;

    (void)state;
    parameters.w[20] = 0.5;
    stats_init(&stats, 120);
    feed(&stats, &first);
    stats_parameters(&stats, &parameters); /* after the promise: no matter */
    feed(&stats, &second);
    assert_int_equal(stats.deciles[8].reviews, 1);
    assert_near(stats.deciles[8].predicted, 0.845885, 1e-5);
    stats_release(&stats);
}

static void add(struct stats *stats, const char *card, const char *objective,
                enum card_state state, double stability, int due_day)
{
    struct stats_card_row row = {.deck = "deck",
                                 .card = card,
                                 .objective = objective,
                                 .state = state,
                                 .is_due = state != CARD_NEW,
                                 .due_day = due_day,
                                 .stability = stability};

    stats_add_card(stats, &row);
}

static void cards_are_counted_by_state_stability_and_day(void **state)
{
    struct stats_card_row hidden = {.deck = "deck",
                                    .card = "s",
                                    .objective = "1.1",
                                    .state = CARD_REVIEW,
                                    .suspended = true,
                                    .stability = 40};
    struct stats stats;

    (void)state;
    stats_init(&stats, 120);
    add(&stats, "a", "1.1", CARD_REVIEW, 0.5, 90); /* overdue: today */
    add(&stats, "b", "1.1", CARD_REVIEW, 1, 121);
    add(&stats, "c", "1.2", CARD_LEARNING, 14.9, 0); /* a step: today */
    add(&stats, "d", "1.2", CARD_REVIEW, 91, 150);   /* beyond the 30 days */
    add(&stats, "e", "1.2", CARD_NEW, 0, 0);
    stats_add_card(&stats, &hidden);
    hidden.retired = true;
    stats_add_card(&stats, &hidden);
    assert_int_equal(stats.due[0], 2);
    assert_int_equal(stats.due[1], 1);
    assert_int_equal(stats.due[29], 0);
    assert_int_equal(stats.states[CARD_REVIEW], 3);
    assert_int_equal(stats.states[CARD_LEARNING], 1);
    assert_int_equal(stats.states[CARD_NEW], 1);
    assert_int_equal(stats.suspended, 1);
    assert_int_equal(stats.stabilities[0], 1);
    assert_int_equal(stats.stabilities[1], 1);
    assert_int_equal(stats.stabilities[4], 1); /* 8 up to 15 */
    assert_int_equal(stats.stabilities[6], 1); /* 31 up to 91 */
    assert_int_equal(stats.stabilities[7], 1);
    assert_int_equal(stats.objectives[0].cards, 3); /* not the retired one */
    stats_release(&stats);
}

static void try_it(struct stats *stats, const char *card, bool correct)
{
    struct given line = {.card = card,
                         .day = 100,
                         .correct = correct,
                         .grade = correct ? GRADE_GOOD : GRADE_AGAIN,
                         .shown = 4,
                         .chosen = 1};

    feed(stats, &line);
}

/* x 4 of 5, y 3 of 5, z 0 of 4: too few to be ranked. */
static void the_weakest_objective_comes_first(void **state)
{
    struct stats stats;

    (void)state;
    stats_init(&stats, 120);
    for (int i = 0; i < 5; i++) {
        try_it(&stats, "a", i > 0);
        try_it(&stats, "b", i > 1);
        if (i < 4)
            try_it(&stats, "c", false);
    }
    add(&stats, "c", "z", CARD_LEARNING, 1, 0);
    add(&stats, "a", "x", CARD_LEARNING, 1, 0);
    add(&stats, "b", "y", CARD_LEARNING, 1, 0);
    stats_finish(&stats);
    assert_int_equal(stats.ranked_count, 2);
    assert_string_equal(stats.objectives[0].objective, "y");
    assert_int_equal(stats.objectives[0].tries.correct, 3);
    assert_string_equal(stats.objectives[1].objective, "x");
    assert_string_equal(stats.objectives[2].objective, "z");
    assert_int_equal(stats_weak_count(&stats, 3), 2);
    assert_int_equal(stats_weak_count(&stats, 1), 1);
    stats_release(&stats);
}

static void a_renamed_card_takes_its_answers_along(void **state)
{
    static const struct given review = {"new-name",  110,   0,          0,
                                        CARD_REVIEW, true,  GRADE_GOOD, 0,
                                        false,       false, 4,          1};
    struct stats stats;

    (void)state;
    stats_init(&stats, 120);
    try_it(&stats, "old-name", true);
    stats_rename(&stats, "deck", "old-name", "new-name");
    feed(&stats, &review);
    try_it(&stats, "old-name", false); /* another card, by a name set free */
    add(&stats, "new-name", "x", CARD_REVIEW, 1, 0);
    add(&stats, "old-name", "y", CARD_LEARNING, 1, 0);
    stats_finish(&stats);
    assert_int_equal(stats.answered_cards, 2);
    assert_int_equal(stats.intervals[4].reviews, 1); /* 10 days */
    assert_string_equal(stats.objectives[0].objective, "x");
    assert_int_equal(stats.objectives[0].tries.answers, 2);
    assert_int_equal(stats.objectives[1].tries.answers, 1);
    stats_release(&stats);
}

static void a_clock_set_back_keeps_days_in_order(void **state)
{
    static const int days[] = {105, 103, 104, 103};
    struct stats stats;

    (void)state;
    stats_init(&stats, 120);
    for (int i = 0; i < 4; i++) {
        struct given line = {.card = "a", .day = days[i], .grade = GRADE_AGAIN};

        feed(&stats, &line);
    }
    assert_int_equal(stats.day_count, 3);
    assert_int_equal(stats.days[0].day, 103);
    assert_int_equal(stats.days[0].answers, 2);
    assert_int_equal(stats.days[2].day, 105);
    stats_release(&stats);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(days_hours_and_time_are_counted),
        cmocka_unit_test(confidence_is_what_was_said_before),
        cmocka_unit_test(recall_stands_against_promise_and_prediction),
        cmocka_unit_test(a_prediction_is_the_promise_at_its_interval),
        cmocka_unit_test(parameters_in_force_then_make_the_prediction),
        cmocka_unit_test(cards_are_counted_by_state_stability_and_day),
        cmocka_unit_test(the_weakest_objective_comes_first),
        cmocka_unit_test(a_renamed_card_takes_its_answers_along),
        cmocka_unit_test(a_clock_set_back_keeps_days_in_order),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
