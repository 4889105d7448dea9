/* SPDX-License-Identifier: MIT */
/*
 * From the effect on: saving, undo, looking back, unfolding.
 */
#include "aiio/session.h"

#include "study/asked.h"

/* ---- saving ----------------------------------------------------------------
 */

static void an_answer_not_saved_is_kept_for_another_try(void **state)
{
    struct asked asked;
    struct effect effect, again;

    (void)state;
    ask(&asked);
    effect = session_choose(&asked.session, SHARD, false, moment_at(1000));
    session_unsaved(&asked.session, &effect, "disk full");
    assert_int_equal(asked.session.state, SESSION_UNSAVED);
    assert_string_equal(asked.session.unsaved_why, "disk full");
    assert_nothing(session_choose(&asked.session, FAN, false, moment_at(2000)));
    assert_nothing(session_grade(&asked.session, GRADE_EASY, moment_at(2000)));
    assert_false(session_unfold(&asked.session, 'w'));
    again = asked.session.pending;
    assert_int_equal(again.kind, EFFECT_ANSWER);
    assert_true(again.moment.at_ms == effect.moment.at_ms);
    assert_string_equal(again.answer.chosen[0], "shard");
    save(&asked.session, &again);
    assert_int_equal(asked.session.state, SESSION_ANSWERED);
    assert_int_equal(asked.session.pending.kind, EFFECT_NONE);
    assert_string_equal(asked.session.unsaved_why, "");
}

static void an_answer_not_saved_can_be_left(void **state)
{
    struct asked asked;
    struct effect effect;

    (void)state;
    ask(&asked);
    effect = session_choose(&asked.session, SHARD, false, moment_at(0));
    session_unsaved(&asked.session, &effect, "disk full");
    session_drop_unsaved(&asked.session);
    assert_int_equal(asked.session.state, SESSION_IDLE);
    assert_int_equal(asked.session.pending.kind, EFFECT_NONE);
}

static void a_long_reason_is_cut_at_a_character(void **state)
{
    struct asked asked;
    struct effect effect;
    char why[400];

    (void)state;
    /* 254 letters, then characters of two bytes: the first does not fit */
    memset(why, 'x', 254);
    for (size_t i = 254; i < sizeof(why); i += 2)
        memcpy(why + i, "é", 2);
    why[sizeof(why) - 2] = '\0';
    ask(&asked);
    effect = session_choose(&asked.session, SHARD, false, moment_at(0));
    session_unsaved(&asked.session, &effect, why);
    assert_int_equal(strlen(asked.session.unsaved_why), 254);
}

/* ---- what comes of it ------------------------------------------------------
 */

/* A new card: Good is the second step, ten minutes from the answer itself. */
static void outcomes_count_from_the_moment_of_the_answer(void **state)
{
    struct asked asked;
    struct effect effect;

    (void)state;
    ask(&asked);
    assert_true(asked.session.outcomes[GRADE_GOOD - 1].due_at_ms ==
                NOW_MS + 600000);
    effect = session_choose(&asked.session, SHARD, false, moment_at(90000));
    save(&asked.session, &effect);
    assert_true(asked.session.outcomes[GRADE_GOOD - 1].due_at_ms ==
                NOW_MS + 690000);
    assert_true(asked.session.outcomes[GRADE_AGAIN - 1].due_at_ms ==
                NOW_MS + 150000);
}

static void what_was_scheduled_replaces_what_was_expected(void **state)
{
    struct asked asked;
    struct effect effect;
    struct schedule scheduled = {
        .state = CARD_REVIEW, .has_day = true, .due_day = TODAY + 9};

    (void)state;
    ask(&asked);
    effect = session_choose(&asked.session, SHARD, false, moment_at(0));
    session_saved(&asked.session, &effect, &scheduled);
    assert_int_equal(asked.session.outcomes[GRADE_GOOD - 1].due_day, TODAY + 9);
}

/* ---- undo ------------------------------------------------------------------
 */

static void an_undone_answer_is_asked_as_it_was(void **state)
{
    struct asked asked;
    struct effect effect;

    (void)state;
    ask(&asked);
    session_strike(&asked.session, CPU);
    effect = session_choose(&asked.session, DPU, false, moment_at(0));
    save(&asked.session, &effect);
    session_show_as(&asked.session, &asked.shown, &effect.answer,
                    moment_at(9000));
    assert_int_equal(asked.session.state, SESSION_ASKING);
    assert_int_equal(asked.session.shown_count, 4);
    assert_int_equal(asked.session.shown[SHARD], 0);
    assert_int_equal(asked.session.shown[CPU], 3);
    assert_int_equal(asked.session.struck, 1u << CPU);
    assert_int_equal(asked.session.chosen, 0);
    effect = session_choose(&asked.session, SHARD, false, moment_at(10000));
    assert_true(effect.answer.ms == 1000);
}

static void an_undone_choose_two_has_its_marks(void **state)
{
    struct asked asked;
    struct effect effect;

    (void)state;
    ask_two(&asked);
    assert_nothing(session_choose(&asked.session, 1, true, moment_at(0)));
    assert_nothing(session_choose(&asked.session, 3, false, moment_at(0)));
    effect = session_hand_in(&asked.session, false, moment_at(0));
    save(&asked.session, &effect);
    session_show_as(&asked.session, &asked.shown, &effect.answer, moment_at(1));
    assert_int_equal(asked.session.marked, 1u << 1 | 1u << 3);
    assert_true(asked.session.guess);
}

static void an_undone_covered_answer_stays_uncovered(void **state)
{
    struct asked asked;
    struct answer_body as = {
        .shown = {"dpu", "shard"}, .shown_count = 2, .covered = true};

    (void)state;
    set_up(&asked, COVER_ALWAYS);
    session_show_as(&asked.session, &asked.shown, &as, moment_at(0));
    assert_int_equal(asked.session.state, SESSION_ASKING);
    assert_true(asked.session.was_covered);
    assert_int_equal(asked.session.shown_count, 2);
}

static void an_undone_recall_answer_is_revealed(void **state)
{
    struct asked asked;
    struct answer_body as = {.grade = GRADE_GOOD};

    (void)state;
    ask_recall(&asked);
    session_show_as(&asked.session, &asked.shown, &as, moment_at(0));
    assert_int_equal(asked.session.state, SESSION_REVEALED);
}

/* The deck has a new correct statement since, the answer showed the old. */
static void what_cannot_be_asked_any_more_is_shuffled_anew(void **state)
{
    struct asked asked;
    struct answer_body as = {.shown = {"old", "dpu", "dpu", "fan"},
                             .shown_count = 4};

    (void)state;
    set_up(&asked, COVER_NEVER);
    session_show_as(&asked.session, &asked.shown, &as, moment_at(0));
    assert_int_equal(asked.session.shown_count, 4);
    as.shown[0] = "shard";
    session_show_as(&asked.session, &asked.shown, &as, moment_at(0));
    assert_int_equal(asked.session.shown_count, 3);
}

static struct answer_body right_answer(void)
{
    return (struct answer_body){
        .shown = {"dpu", "shard", "fan", "cpu"},
        .struck = {"cpu"},
        .chosen = {"shard"},
        .shown_count = 4,
        .struck_count = 1,
        .chosen_count = 1,
        .correct = true,
        .grade = GRADE_GOOD,
        .from = CARD_REVIEW,
        .schedule = {.state = CARD_REVIEW,
                     .has_day = true,
                     .due_day = TODAY + 30,
                     .interval_days = 30,
                     .retention = 0.9},
    };
}

/*
 * An undone grade: back to ANSWERED, and another grade counts from the day and
 * time of the answer, yesterday at this hour.
 */
static void an_undone_grade_returns_to_grading(void **state)
{
    struct asked asked;
    struct progress before = in_review();
    struct answer_body body = right_answer();
    struct effect effect;

    (void)state;
    set_up(&asked, COVER_REVIEWS);
    asked.shown.progress = before;
    asked.shown.progress.last_answer.bytes[0] = 1;
    asked.shown.progress.last_day = TODAY - 1;
    asked.shown.progress.last_at_ms = NOW_MS - DAY_MS;
    asked.shown.progress.flagged = true;
    session_show_answered(&asked.session, &asked.shown, &before, &body,
                          moment_at(0));
    assert_int_equal(asked.session.state, SESSION_ANSWERED);
    assert_true(asked.session.correct);
    assert_int_equal(asked.session.grade, GRADE_GOOD);
    assert_int_equal(asked.session.chosen, 1u << SHARD);
    assert_int_equal(asked.session.struck, 1u << CPU);
    assert_int_equal(asked.session.outcomes[GRADE_GOOD - 1].due_day,
                     TODAY + 30);
    assert_int_equal(asked.session.outcomes[GRADE_AGAIN - 1].state,
                     CARD_RELEARNING);
    assert_true(asked.session.outcomes[GRADE_AGAIN - 1].due_at_ms ==
                NOW_MS - DAY_MS + 600000);
    assert_int_equal(asked.session.shown_card.progress.last_day, TODAY - 10);
    assert_true(asked.session.shown_card.progress.flagged);
    effect = session_grade(&asked.session, GRADE_EASY, moment_at(1000));
    assert_int_equal(effect.kind, EFFECT_GRADE);
}

static void looking_back_changes_nothing(void **state)
{
    struct asked asked;
    struct progress before = in_review();
    struct answer_body body = right_answer();

    (void)state;
    set_up(&asked, COVER_REVIEWS);
    session_show_answered(&asked.session, &asked.shown, &before, &body,
                          moment_at(0));
    asked.session.looking_back = true;
    assert_false(session_can_grade(&asked.session));
    assert_nothing(session_grade(&asked.session, GRADE_EASY, moment_at(0)));
    assert_nothing(session_choose(&asked.session, DPU, false, moment_at(0)));
    assert_true(session_unfold(&asked.session, 'o'));
}

/* ---- resting and unfolding -------------------------------------------------
 */

static void resting_forgets_the_card(void **state)
{
    struct asked asked;

    (void)state;
    ask(&asked);
    session_rest(&asked.session, SESSION_WAITING, 1234);
    assert_int_equal(asked.session.state, SESSION_WAITING);
    assert_true(asked.session.wait_until_ms == 1234);
    assert_null(asked.session.shown_card.card);
    assert_int_equal(asked.session.config.statements_shown, 4);
    assert_false(session_is_recall(&asked.session));
    assert_int_equal(session_wanted(&asked.session), 0);
    assert_nothing(session_choose(&asked.session, 0, false, moment_at(0)));
    assert_nothing(session_dont_know(&asked.session, moment_at(0)));
    assert_nothing(session_grade(&asked.session, GRADE_EASY, moment_at(0)));
    assert_false(session_unfold(&asked.session, 'f'));
    session_uncover(&asked.session);
    assert_int_equal(asked.session.state, SESSION_WAITING);
    session_rest(&asked.session, SESSION_DONE, 0);
    assert_int_equal(asked.session.state, SESSION_DONE);
}

static void only_what_the_card_has_unfolds_after_an_answer(void **state)
{
    struct source source = {"Docs", "https://example.org"};
    struct asked asked;
    struct effect effect;

    (void)state;
    ask(&asked);
    asked.card.sources = &source;
    asked.card.source_count = 1;
    assert_false(session_unfold(&asked.session, 'r'));
    effect = session_choose(&asked.session, SHARD, false, moment_at(0));
    save(&asked.session, &effect);
    assert_false(session_unfold(&asked.session, 'f'));
    assert_false(session_unfold(&asked.session, 'g'));
    assert_false(session_unfold(&asked.session, 'z'));
    assert_true(session_unfold(&asked.session, 'r'));
    assert_true(session_unfold(&asked.session, 'o'));
    assert_true(session_unfold(&asked.session, 'w'));
    assert_true(asked.session.unfolded.sources);
    assert_true(session_unfold(&asked.session, 'r'));
    assert_false(asked.session.unfolded.sources);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_answer_not_saved_is_kept_for_another_try),
        cmocka_unit_test(an_answer_not_saved_can_be_left),
        cmocka_unit_test(a_long_reason_is_cut_at_a_character),
        cmocka_unit_test(outcomes_count_from_the_moment_of_the_answer),
        cmocka_unit_test(what_was_scheduled_replaces_what_was_expected),
        cmocka_unit_test(an_undone_answer_is_asked_as_it_was),
        cmocka_unit_test(an_undone_choose_two_has_its_marks),
        cmocka_unit_test(an_undone_covered_answer_stays_uncovered),
        cmocka_unit_test(an_undone_recall_answer_is_revealed),
        cmocka_unit_test(what_cannot_be_asked_any_more_is_shuffled_anew),
        cmocka_unit_test(an_undone_grade_returns_to_grading),
        cmocka_unit_test(looking_back_changes_nothing),
        cmocka_unit_test(resting_forgets_the_card),
        cmocka_unit_test(only_what_the_card_has_unfolds_after_an_answer),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
