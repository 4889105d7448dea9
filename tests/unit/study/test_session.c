/* SPDX-License-Identifier: MIT */
#include "aiio/session.h"

#include "study/asked.h"

/* ---- choosing --------------------------------------------------------------
 */

static void the_correct_statement_is_graded_good(void **state)
{
    struct asked asked;
    struct effect effect;

    (void)state;
    ask(&asked);
    assert_int_equal(asked.session.state, SESSION_ASKING);
    effect = session_choose(&asked.session, SHARD, false, moment_at(8000));
    assert_int_equal(effect.kind, EFFECT_ANSWER);
    assert_true(effect.answer.correct);
    assert_int_equal(effect.answer.grade, GRADE_GOOD);
    assert_int_equal(effect.answer.chosen_count, 1);
    assert_string_equal(effect.answer.chosen[0], "shard");
    assert_int_equal(effect.answer.shown_count, 4);
    assert_string_equal(effect.answer.shown[0], "dpu");
    assert_string_equal(effect.answer.shown[3], "cpu");
    assert_true(effect.answer.ms == 8000);
    assert_true(effect.moment.at_ms == NOW_MS + 8000);
    save(&asked.session, &effect);
    assert_int_equal(asked.session.state, SESSION_ANSWERED);
    assert_true(session_can_grade(&asked.session));
}

static void a_distractor_is_again_and_cannot_be_graded(void **state)
{
    struct asked asked;
    struct effect effect;

    (void)state;
    ask(&asked);
    effect = session_choose(&asked.session, DPU, false, moment_at(0));
    assert_false(effect.answer.correct);
    assert_int_equal(effect.answer.grade, GRADE_AGAIN);
    save(&asked.session, &effect);
    assert_false(session_can_grade(&asked.session));
    assert_nothing(session_grade(&asked.session, GRADE_GOOD, moment_at(1)));
}

static void a_right_guess_is_again_unless_graded(void **state)
{
    struct asked asked;
    struct effect effect;

    (void)state;
    ask(&asked);
    effect = session_choose(&asked.session, SHARD, true, moment_at(0));
    assert_true(effect.answer.correct);
    assert_true(effect.answer.guess);
    assert_int_equal(effect.answer.grade, GRADE_AGAIN);
    save(&asked.session, &effect);
    effect = session_grade(&asked.session, GRADE_HARD, moment_at(1));
    assert_int_equal(effect.kind, EFFECT_GRADE);
    assert_int_equal(effect.grade, GRADE_HARD);
}

static void not_knowing_is_again_and_chooses_nothing(void **state)
{
    struct asked asked;
    struct effect effect;

    (void)state;
    ask(&asked);
    effect = session_dont_know(&asked.session, moment_at(0));
    assert_int_equal(effect.kind, EFFECT_ANSWER);
    assert_int_equal(effect.answer.chosen_count, 0);
    assert_false(effect.answer.correct);
    assert_int_equal(effect.answer.grade, GRADE_AGAIN);
    save(&asked.session, &effect);
    assert_true(asked.session.dont_know);
    assert_false(session_can_grade(&asked.session));
}

static void places_that_are_not_shown_do_nothing(void **state)
{
    struct asked asked;

    (void)state;
    ask(&asked);
    assert_nothing(
        session_choose(&asked.session, NOT_THERE, false, moment_at(0)));
    assert_nothing(session_choose(&asked.session, -1, false, moment_at(0)));
    assert_nothing(session_choose(&asked.session, 31, true, moment_at(0)));
    assert_nothing(session_choose(&asked.session, 99, true, moment_at(0)));
    session_strike(&asked.session, 99);
    assert_int_equal(asked.session.struck, 0);
    assert_int_equal(asked.session.state, SESSION_ASKING);
}

static void a_struck_letter_is_taken_up_again_and_chooses_nothing(void **state)
{
    struct asked asked;
    struct effect effect;

    (void)state;
    ask(&asked);
    session_strike(&asked.session, DPU);
    session_strike(&asked.session, CPU);
    assert_int_equal(asked.session.struck, 1u << DPU | 1u << CPU);
    assert_nothing(session_choose(&asked.session, DPU, false, moment_at(0)));
    assert_int_equal(asked.session.struck, 1u << CPU);
    effect = session_choose(&asked.session, SHARD, false, moment_at(0));
    assert_int_equal(effect.answer.struck_count, 1);
    assert_string_equal(effect.answer.struck[0], "cpu");
}

/* 30 s on the clock, 12 of them stopped. */
static void time_stopped_does_not_count(void **state)
{
    struct asked asked;
    struct effect effect;

    (void)state;
    ask(&asked);
    session_stopped(&asked.session, 12000);
    session_stopped(&asked.session, -500);
    effect = session_choose(&asked.session, SHARD, false, moment_at(30000));
    assert_true(effect.answer.ms == 18000);
}

/* ---- one key twice ---------------------------------------------------------
 */

static void a_key_pressed_twice_does_nothing_the_second_time(void **state)
{
    struct asked asked;
    struct effect effect;

    (void)state;
    ask(&asked);
    effect = session_choose(&asked.session, SHARD, false, moment_at(0));
    /* before it is saved, and after */
    assert_nothing(session_choose(&asked.session, SHARD, false, moment_at(1)));
    assert_nothing(session_dont_know(&asked.session, moment_at(1)));
    save(&asked.session, &effect);
    assert_nothing(session_choose(&asked.session, SHARD, false, moment_at(2)));
    assert_nothing(session_dont_know(&asked.session, moment_at(2)));
    assert_int_equal(asked.session.grade, GRADE_GOOD);
    /* the digit, twice */
    effect = session_grade(&asked.session, GRADE_EASY, moment_at(3));
    assert_nothing(session_grade(&asked.session, GRADE_EASY, moment_at(3)));
    save(&asked.session, &effect);
    assert_nothing(session_grade(&asked.session, GRADE_EASY, moment_at(4)));
    /* and on the next card */
    session_show(&asked.session, &asked.shown, moment_at(5));
    assert_nothing(session_grade(&asked.session, GRADE_EASY, moment_at(6)));
    assert_int_equal(asked.session.state, SESSION_ASKING);
}

static void a_digit_does_not_grade_a_recall_card_not_revealed(void **state)
{
    struct asked asked;

    (void)state;
    ask_recall(&asked);
    assert_nothing(session_grade(&asked.session, GRADE_EASY, moment_at(0)));
    assert_nothing(session_choose(&asked.session, 0, false, moment_at(0)));
    assert_nothing(session_dont_know(&asked.session, moment_at(0)));
    assert_int_equal(asked.session.state, SESSION_RECALL);
}

/* ---- covered ---------------------------------------------------------------
 */

static enum session_state shown_state(enum cover_when cover, bool is_review,
                                      bool may_cover)
{
    struct asked asked;

    set_up(&asked, cover);
    asked.card.cover = may_cover;
    if (is_review)
        asked.shown.progress = in_review();
    session_show(&asked.session, &asked.shown, moment_at(0));
    return asked.session.state;
}

static void reviews_are_covered_by_the_setting(void **state)
{
    (void)state;
    assert_int_equal(shown_state(COVER_NEVER, true, true), SESSION_ASKING);
    assert_int_equal(shown_state(COVER_REVIEWS, true, true), SESSION_COVERED);
    assert_int_equal(shown_state(COVER_REVIEWS, false, true), SESSION_ASKING);
    assert_int_equal(shown_state(COVER_ALWAYS, false, true), SESSION_COVERED);
    assert_int_equal(shown_state(COVER_ALWAYS, true, false), SESSION_ASKING);
}

static void a_letter_uncovers_first_and_chooses_nothing(void **state)
{
    struct asked asked;
    struct effect effect;

    (void)state;
    set_up(&asked, COVER_ALWAYS);
    session_show(&asked.session, &asked.shown, moment_at(0));
    session_strike(&asked.session, 0);
    assert_int_equal(asked.session.struck, 0);
    assert_nothing(session_choose(&asked.session, 0, true, moment_at(0)));
    assert_int_equal(asked.session.state, SESSION_ASKING);
    session_cover(&asked.session);
    assert_int_equal(asked.session.state, SESSION_COVERED);
    session_uncover(&asked.session);
    effect = session_choose(&asked.session, 0, false, moment_at(0));
    assert_int_equal(effect.kind, EFFECT_ANSWER);
    assert_true(effect.answer.covered);
}

static void not_knowing_answers_a_covered_card(void **state)
{
    struct asked asked;
    struct effect effect;

    (void)state;
    set_up(&asked, COVER_ALWAYS);
    session_show(&asked.session, &asked.shown, moment_at(0));
    effect = session_dont_know(&asked.session, moment_at(0));
    assert_int_equal(effect.kind, EFFECT_ANSWER);
    assert_true(effect.answer.covered);
}

/* ---- choose two ------------------------------------------------------------
 */

static void letters_mark_and_enter_hands_in(void **state)
{
    struct asked asked;
    struct effect effect;

    (void)state;
    ask_two(&asked);
    assert_int_equal(session_wanted(&asked.session), 2);
    assert_nothing(session_hand_in(&asked.session, false, moment_at(0)));
    assert_nothing(session_choose(&asked.session, 1, false, moment_at(0)));
    assert_nothing(session_hand_in(&asked.session, false, moment_at(0)));
    assert_nothing(session_choose(&asked.session, 0, false, moment_at(0)));
    assert_int_equal(asked.session.marked, 3);
    /* a third one does not fit, a second press takes the mark away */
    assert_nothing(session_choose(&asked.session, 2, false, moment_at(0)));
    assert_int_equal(asked.session.marked, 3);
    assert_nothing(session_choose(&asked.session, 0, false, moment_at(0)));
    assert_nothing(session_choose(&asked.session, 2, false, moment_at(0)));
    assert_int_equal(asked.session.marked, 6);
    effect = session_hand_in(&asked.session, false, moment_at(0));
    assert_true(effect.answer.correct);
    assert_int_equal(effect.answer.grade, GRADE_GOOD);
    assert_int_equal(effect.answer.chosen_count, 2);
}

static void one_right_of_two_is_wrong(void **state)
{
    struct asked asked;
    struct effect effect;

    (void)state;
    ask_two(&asked);
    assert_nothing(session_choose(&asked.session, 1, false, moment_at(0)));
    assert_nothing(session_choose(&asked.session, 3, false, moment_at(0)));
    effect = session_hand_in(&asked.session, false, moment_at(0));
    assert_false(effect.answer.correct);
    assert_int_equal(effect.answer.grade, GRADE_AGAIN);
}

static void a_guessed_mark_makes_the_answer_a_guess(void **state)
{
    struct asked asked;
    struct effect effect;

    (void)state;
    ask_two(&asked);
    /* taken back with its mark */
    assert_nothing(session_choose(&asked.session, 0, true, moment_at(0)));
    assert_nothing(session_choose(&asked.session, 0, false, moment_at(0)));
    assert_false(asked.session.guess);
    assert_nothing(session_choose(&asked.session, 1, false, moment_at(0)));
    assert_nothing(session_choose(&asked.session, 2, true, moment_at(0)));
    effect = session_hand_in(&asked.session, false, moment_at(0));
    assert_true(effect.answer.guess);
    assert_int_equal(effect.answer.grade, GRADE_AGAIN);
}

static void striking_takes_a_mark_away(void **state)
{
    struct asked asked;

    (void)state;
    ask_two(&asked);
    assert_nothing(session_choose(&asked.session, 1, false, moment_at(0)));
    session_strike(&asked.session, 1);
    assert_int_equal(asked.session.marked, 0);
    assert_int_equal(asked.session.struck, 2);
}

/* ---- recall ----------------------------------------------------------------
 */

static void a_recall_card_is_revealed_then_graded(void **state)
{
    struct asked asked;
    struct effect effect;

    (void)state;
    ask_recall(&asked);
    assert_true(session_is_recall(&asked.session));
    session_uncover(&asked.session);
    assert_int_equal(asked.session.state, SESSION_REVEALED);
    assert_true(session_can_grade(&asked.session));
    assert_nothing(session_grade(&asked.session, (enum grade)0, moment_at(0)));
    assert_nothing(session_grade(&asked.session, (enum grade)5, moment_at(0)));
    effect = session_grade(&asked.session, GRADE_HARD, moment_at(4000));
    assert_int_equal(effect.kind, EFFECT_ANSWER);
    assert_true(effect.answer.correct);
    assert_int_equal(effect.answer.grade, GRADE_HARD);
    assert_int_equal(effect.answer.shown_count, 0);
    assert_true(effect.answer.ms == 4000);
    save(&asked.session, &effect);
    effect = session_grade(&asked.session, GRADE_AGAIN, moment_at(5000));
    save(&asked.session, &effect);
    assert_false(asked.session.correct);
    assert_true(session_can_grade(&asked.session));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_correct_statement_is_graded_good),
        cmocka_unit_test(a_distractor_is_again_and_cannot_be_graded),
        cmocka_unit_test(a_right_guess_is_again_unless_graded),
        cmocka_unit_test(not_knowing_is_again_and_chooses_nothing),
        cmocka_unit_test(places_that_are_not_shown_do_nothing),
        cmocka_unit_test(a_struck_letter_is_taken_up_again_and_chooses_nothing),
        cmocka_unit_test(time_stopped_does_not_count),
        cmocka_unit_test(a_key_pressed_twice_does_nothing_the_second_time),
        cmocka_unit_test(a_digit_does_not_grade_a_recall_card_not_revealed),
        cmocka_unit_test(reviews_are_covered_by_the_setting),
        cmocka_unit_test(a_letter_uncovers_first_and_chooses_nothing),
        cmocka_unit_test(not_knowing_answers_a_covered_card),
        cmocka_unit_test(letters_mark_and_enter_hands_in),
        cmocka_unit_test(one_right_of_two_is_wrong),
        cmocka_unit_test(a_guessed_mark_makes_the_answer_a_guess),
        cmocka_unit_test(striking_takes_a_mark_away),
        cmocka_unit_test(a_recall_card_is_revealed_then_graded),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
