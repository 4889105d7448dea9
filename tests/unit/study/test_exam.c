/* SPDX-License-Identifier: MIT */
#include "aiio/exam.h"

#include "study/support.h"

static const double thirds[] = {38, 40, 22};
static const struct exam_scope everything = {.domain = -1, .objective = -1};

/* 50 questions at 38, 40 and 22 % are 19, 20 and 11 exactly. */
static void shares_follow_the_weights(void **state)
{
    const int plenty[] = {90, 90, 90};
    int take[3];

    (void)state;
    assert_int_equal(exam_share(thirds, plenty, 3, 50, take), 50);
    assert_int_equal(take[0], 19);
    assert_int_equal(take[1], 20);
    assert_int_equal(take[2], 11);
    /* 20: 7.6, 8.0, 4.4; the one left goes to the remainder 0.6. */
    exam_share(thirds, plenty, 3, 20, take);
    assert_int_equal(take[0], 8);
    assert_int_equal(take[1], 8);
    assert_int_equal(take[2], 4);
    /* 7: 2.66, 2.8, 1.54; two are left, for 0.8 and 0.66. */
    exam_share(thirds, plenty, 3, 7, take);
    assert_int_equal(take[0], 3);
    assert_int_equal(take[1], 3);
    assert_int_equal(take[2], 1);
}

/* Domain 2 has 5 of the 20 it should give: 45 are shared 38 to 22 among the
   others, 28.5 and 16.5, and the tie goes to the earlier one. */
static void what_a_domain_lacks_the_others_give(void **state)
{
    const int scarce[] = {90, 5, 90}, few[] = {2, 1, 1};
    int take[3];

    (void)state;
    assert_int_equal(exam_share(thirds, scarce, 3, 50, take), 50);
    assert_int_equal(take[0], 29);
    assert_int_equal(take[1], 5);
    assert_int_equal(take[2], 16);
    assert_int_equal(exam_share(thirds, few, 3, 50, take), 4);
    assert_int_equal(take[0], 2);
    assert_int_equal(take[1], 1);
    assert_int_equal(take[2], 1);
}

static void cards_without_a_domain_come_last(void **state)
{
    const double weights[] = {0, 60, 40};
    const int available[] = {10, 3, 2};
    const double none[] = {0, 0};
    const int both[] = {6, 3};
    int take[3];

    (void)state;
    assert_int_equal(exam_share(weights, available, 3, 7, take), 7);
    assert_int_equal(take[0], 2);
    assert_int_equal(take[1], 3);
    assert_int_equal(take[2], 2);
    /* A deck without weights: by what there is. */
    exam_share(none, both, 2, 6, take);
    assert_int_equal(take[0], 4);
    assert_int_equal(take[1], 2);
}

/* ---- drawing ------------------------------------------------------------- */

enum { CANDIDATES = 60 };

/* Domain 0 has objectives 0 (20 cards) and 1 (10), domain 1 objective 2. */
static void make_candidates(struct exam_candidate *candidates)
{
    for (int i = 0; i < CANDIDATES; i++)
        candidates[i] = (struct exam_candidate){
            .domain = i < 30 ? 0 : 1,
            .objective = i < 20   ? 0
                         : i < 30 ? 1
                                  : 2,
            .last_shown = 100 + i,
        };
}

static bool is_drawn(const int *drawn, int count, int candidate)
{
    for (int i = 0; i < count; i++)
        if (drawn[i] == candidate)
            return true;
    return false;
}

/* Weights 60 and 40: 6 and 4 of 10. In domain 0 the objectives have two
   thirds and one third of the cards: 4 and 2. Those shown longest ago come. */
static void a_draw_spreads_over_objectives_oldest_first(void **state)
{
    static const int expected[] = {0, 1, 2, 3, 20, 21, 30, 31, 32, 33};
    const double weights[] = {60, 40};
    struct exam_candidate candidates[CANDIDATES];
    int drawn[EXAM_QUESTIONS_MAX];

    (void)state;
    make_candidates(candidates);
    assert_int_equal(
        exam_draw(candidates, CANDIDATES, weights, 2, 10, 7, drawn), 10);
    for (int i = 0; i < 10; i++)
        assert_true(is_drawn(drawn, 10, expected[i]));
}

static void reserve_comes_first_then_what_was_never_shown(void **state)
{
    const double weights[] = {60, 40};
    struct exam_candidate candidates[CANDIDATES];
    int drawn[EXAM_QUESTIONS_MAX];

    (void)state;
    make_candidates(candidates);
    candidates[19].reserve = true;
    candidates[28].reserve = true;
    candidates[29].reserve = true;
    candidates[59].last_shown = EXAM_NEVER;
    exam_draw(candidates, CANDIDATES, weights, 2, 10, 7, drawn);
    assert_true(is_drawn(drawn, 10, 19));
    assert_true(is_drawn(drawn, 10, 28));
    assert_true(is_drawn(drawn, 10, 29));
    assert_true(is_drawn(drawn, 10, 59));
    /* The share of objective 1 is full: 0 gives the rest of domain 0. */
    assert_true(is_drawn(drawn, 10, 0));
    assert_true(is_drawn(drawn, 10, 2));
    assert_false(is_drawn(drawn, 10, 20));
    assert_false(is_drawn(drawn, 10, 3));
}

static void a_seed_gives_the_same_exam_and_another_one_another(void **state)
{
    const double weights[] = {60, 40};
    struct exam_candidate candidates[CANDIDATES];
    int drawn[3][EXAM_QUESTIONS_MAX];
    int same = 0, other = 0;

    (void)state;
    make_candidates(candidates);
    for (int i = 0; i < CANDIDATES; i++)
        candidates[i].last_shown = EXAM_NEVER;
    exam_draw(candidates, CANDIDATES, weights, 2, 10, 7, drawn[0]);
    exam_draw(candidates, CANDIDATES, weights, 2, 10, 7, drawn[1]);
    exam_draw(candidates, CANDIDATES, weights, 2, 10, 8, drawn[2]);
    for (int i = 0; i < 10; i++) {
        same += drawn[0][i] == drawn[1][i];
        other += drawn[0][i] == drawn[2][i];
    }
    assert_int_equal(same, 10);
    assert_true(other < 10);
}

static void fewer_cards_than_asked_for_are_all_drawn(void **state)
{
    const double weights[] = {60, 40};
    struct exam_candidate candidates[CANDIDATES];
    int drawn[EXAM_QUESTIONS_MAX];

    (void)state;
    make_candidates(candidates);
    assert_int_equal(
        exam_draw(candidates, CANDIDATES, weights, 2, 500, 1, drawn), 60);
    for (int i = 0; i < CANDIDATES; i++)
        assert_true(is_drawn(drawn, 60, i));
    assert_int_equal(exam_draw(candidates, 0, weights, 2, 50, 1, drawn), 0);
}

/* ---- score --------------------------------------------------------------- */

/*
 * 37 of 50, z = 1.6449: z² = 2.70570, z²/n = 0.0541139, 1 + z²/n = 1.0541139.
 * Middle (0.74 + 0.0270570) / 1.0541139 = 0.7276794. Half width
 * 1.6449 / 1.0541139 · sqrt(0.74 · 0.26 / 50 + 2.70570 / 10000) =
 * 1.5604576 · sqrt(0.003848 + 0.00027057) = 1.5604576 · 0.0641761 = 0.1001441.
 */
static void the_interval_is_wilsons(void **state)
{
    struct exam_score score = exam_score_of(37, 50);

    (void)state;
    assert_near(score.percent, 74, 1e-9);
    assert_near(score.low, 62.75353, 1e-4);
    assert_near(score.high, 82.78235, 1e-4);
    /* All right: the upper end is 1, the lower one n / (n + z²). */
    score = exam_score_of(10, 10);
    assert_near(score.low, 78.70486, 1e-4);
    assert_near(score.high, 100, 1e-9);
    score = exam_score_of(0, 10);
    assert_near(score.low, 0, 1e-9);
    assert_near(score.high, 21.29514, 1e-4);
    score = exam_score_of(0, 0);
    assert_near(score.high - score.low, 100, 1e-9);
}

/* ---- sitting ------------------------------------------------------------- */

static struct exam make_exam(struct exam_question *questions, int count)
{
    for (int i = 0; i < count; i++)
        questions[i] = (struct exam_question){
            .right = 1, .shown_count = 4, .domain = i % 2, .objective = i};
    return (struct exam){.questions = questions,
                         .count = count,
                         .start_ms = 1000000,
                         .latest_ms = 1000000,
                         .limit_ms = 600000};
}

static void a_letter_replaces_the_choice_and_two_are_marked(void **state)
{
    struct exam_question questions[2];
    struct exam exam = make_exam(questions, 2);

    (void)state;
    questions[1].right = 3;
    assert_int_equal(exam_choose(&exam, 0, 2), 4);
    questions[0].chosen = 4;
    assert_int_equal(exam_choose(&exam, 0, 0), 1);
    assert_int_equal(exam_choose(&exam, 0, 4), 4); /* no such letter */
    assert_int_equal(exam_choose(&exam, 1, 2), 4);
    questions[1].chosen = 4;
    assert_int_equal(exam_choose(&exam, 1, 0), 5);
    questions[1].chosen = 5;
    assert_int_equal(exam_choose(&exam, 1, 1), 5); /* a third is not taken */
    assert_int_equal(exam_choose(&exam, 1, 2), 1);
    assert_true(exam_is_answered(&questions[1]));
    questions[1].chosen = 1;
    assert_false(exam_is_answered(&questions[1]));
}

static void changes_are_counted_between_whole_choices(void **state)
{
    struct exam_question questions[3];
    struct exam exam = make_exam(questions, 3);
    struct exam_changes changes;

    (void)state;
    questions[2].right = 3;
    exam_note(&exam, 0, 1, false, 5000, 1001000);  /* right */
    exam_note(&exam, 0, 2, false, 9000, 1002000);  /* wrong: lost */
    exam_note(&exam, 0, 4, false, 9500, 1003000);  /* wrong to wrong */
    exam_note(&exam, 0, 1, true, 9900, 1004000);   /* right: won */
    exam_note(&exam, 1, 2, false, 3000, 1005000);  /* wrong at first */
    exam_note(&exam, 1, 2, true, 4000, 1006000);   /* only marked */
    exam_note(&exam, 2, 1, false, 1000, 1007000);  /* half */
    exam_note(&exam, 2, 5, false, 2000, 1008000);  /* wrong */
    exam_note(&exam, 2, 1, false, 3000, 1009000);  /* half again */
    exam_note(&exam, 2, 3, false, 13100, 1010000); /* right: won */
    changes = exam_changes(&exam);
    assert_int_equal(changes.lost, 1);
    assert_int_equal(changes.won, 2);
    /* (9900 + 4000 + 13100) / 3 */
    assert_int_equal(changes.ms_a_question, 9000);
    assert_int_equal(exam_count(&exam, EXAM_MARKED), 2);
    assert_int_equal(exam_count(&exam, EXAM_OPEN), 0);
}

static void a_score_is_of_what_it_is_asked_of(void **state)
{
    struct exam_question questions[5];
    struct exam exam = make_exam(questions, 5);
    struct exam_scope scope = everything;

    (void)state;
    questions[0].seen = true;
    questions[4].withdrawn = true;
    exam_note(&exam, 0, 1, false, 0, 1001000);
    exam_note(&exam, 1, 2, true, 0, 1002000);
    exam_note(&exam, 2, 1, false, 0, 1003000);
    exam_end(&exam, EXAM_HANDED_IN, 1200000);
    assert_int_equal(exam_score(&exam, everything).right, 2);
    assert_int_equal(exam_score(&exam, everything).of, 4);
    scope.seen = EXAM_SEEN;
    assert_int_equal(exam_score(&exam, scope).of, 1);
    scope.seen = EXAM_UNSEEN;
    assert_int_equal(exam_score(&exam, scope).right, 1);
    assert_int_equal(exam_score(&exam, scope).of, 3);
    scope.domain = 1;
    assert_int_equal(exam_score(&exam, scope).right, 0);
    assert_int_equal(exam_score(&exam, scope).of, 2);
    assert_int_equal(exam_next(&exam, EXAM_WRONG, 0, 1), 1);
    assert_int_equal(exam_next(&exam, EXAM_WRONG, 2, 1), 3);
    assert_int_equal(exam_next(&exam, EXAM_MARKED, 4, -1), 1);
    assert_int_equal(exam_next(&exam, EXAM_MARKED, 2, 1), -1);
}

/* ---- time ---------------------------------------------------------------- */

/* Ten minutes from 1000000 on, away for four of them. */
static void the_clock_runs_on_or_pauses(void **state)
{
    struct exam_question questions[2];
    struct exam exam = make_exam(questions, 2);

    (void)state;
    exam_note(&exam, 0, 1, false, 0, 1060000);
    assert_int_equal(exam_used_ms(&exam, 1120000), 120000);
    exam_note_break(&exam, 240000, 1300000);
    assert_int_equal(exam_used_ms(&exam, 1300000), 300000);
    assert_int_equal(exam_left_ms(&exam, 1400000), 200000);
    assert_int_equal(exam_left_ms(&exam, 1600000), 0);
    assert_int_equal(exam_left_ms(&exam, 9900000), 0);
    exam.pauses = true;
    assert_int_equal(exam_used_ms(&exam, 1300000), 60000);
    assert_int_equal(exam_left_ms(&exam, 1400000), 440000);
    assert_int_equal(exam.breaks, 1);
}

static void a_clock_set_back_stands_still(void **state)
{
    struct exam_question questions[2];
    struct exam exam = make_exam(questions, 2);

    (void)state;
    exam_note(&exam, 0, 1, false, 0, 1060000);
    assert_int_equal(exam_used_ms(&exam, 500000), 60000);
    exam_note(&exam, 1, 1, false, 0, 700000);
    assert_int_equal(exam_used_ms(&exam, 700000), 60000);
    exam_end(&exam, EXAM_TIME_UP, 9900000);
    assert_int_equal(exam_used_ms(&exam, 99000000), 600000);
    assert_int_equal(exam_left_ms(&exam, 99000000), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shares_follow_the_weights),
        cmocka_unit_test(what_a_domain_lacks_the_others_give),
        cmocka_unit_test(cards_without_a_domain_come_last),
        cmocka_unit_test(a_draw_spreads_over_objectives_oldest_first),
        cmocka_unit_test(reserve_comes_first_then_what_was_never_shown),
        cmocka_unit_test(a_seed_gives_the_same_exam_and_another_one_another),
        cmocka_unit_test(fewer_cards_than_asked_for_are_all_drawn),
        cmocka_unit_test(the_interval_is_wilsons),
        cmocka_unit_test(a_letter_replaces_the_choice_and_two_are_marked),
        cmocka_unit_test(changes_are_counted_between_whole_choices),
        cmocka_unit_test(a_score_is_of_what_it_is_asked_of),
        cmocka_unit_test(the_clock_runs_on_or_pauses),
        cmocka_unit_test(a_clock_set_back_stands_still),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
