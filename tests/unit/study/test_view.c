/* SPDX-License-Identifier: MIT */
/*
 * Screens as text, one line a line. They are written after section 9 of the
 * design, counted by hand, at 80, 40 and 20 cells.
 */
#include "aiio/view.h"

#include "study/screen.h"

/* ---- asking ----------------------------------------------------------------
 */

static void a_question_is_asked_at_80_40_and_20_cells(void **state)
{
    struct shown shown;

    (void)state;
    set_up(&shown);
    show_in(&shown.session, &shown.shown, "1023");
    assert_screen(
        &shown, 80, "utf-8",
        "   A model of 70 billion parameters does not fit into the memory of "
        "one GPU.\n"
        "   What helps?\n"
        "\n"
        "   A  Add a DPU\n"
        "   B  Shard it over several GPUs with NVLink\n"
        "   C  Cool it\n"
        "   D  Add cores\n");
    assert_int_equal(shown.places.focus_line, 3);
    assert_int_equal(shown.places.statement_line[0], 3);
    assert_int_equal(shown.places.statement_line[3], 6);
    assert_int_equal(shown.places.statement_line[4], -1);
    assert_int_equal(shown.places.answer_line, -1);
    assert_int_equal(style_of(&shown, " A "), STYLE_KEY);
    assert_int_equal(style_of(&shown, "NVLink"), STYLE_CODE);
    assert_screen(&shown, 40, "ascii",
                  " A model of 70 billion parameters does\n"
                  " not fit into the memory of one GPU.\n"
                  " What helps?\n"
                  "\n"
                  " A  Add a DPU\n"
                  " B  Shard it over several GPUs with\n"
                  "    NVLink\n"
                  " C  Cool it\n"
                  " D  Add cores\n");
    assert_screen(&shown, 20, "utf-8",
                  " A model of 70\n"
                  " billion parameters\n"
                  " does not fit into\n"
                  " the memory of one\n"
                  " GPU. What helps?\n"
                  "\n"
                  " A  Add a DPU\n"
                  " B  Shard it over\n"
                  "    several GPUs\n"
                  "    with NVLink\n"
                  " C  Cool it\n"
                  " D  Add cores\n");
    assert_int_equal(shown.places.statement_line[2], 10);
    tear_down(&shown);
}

static void a_struck_statement_is_marked_and_styled(void **state)
{
    struct shown shown;

    (void)state;
    set_up(&shown);
    shown.card.question = "What helps?";
    show_in(&shown.session, &shown.shown, "1203");
    session_strike(&shown.session, 1);
    assert_screen(&shown, 80, "utf-8",
                  "   What helps?\n"
                  "\n"
                  "   A  Add a DPU\n"
                  "  -B  Cool it\n"
                  "   C  Shard it over several GPUs with NVLink\n"
                  "   D  Add cores\n");
    assert_int_equal(style_of(&shown, "Cool it"), STYLE_STRUCK);
    assert_int_equal(style_of(&shown, "-B"), STYLE_STRUCK);
    assert_screen(&shown, 30, "plain",
                  "What helps?\n"
                  "\n"
                  "A  Add a DPU\n"
                  "B, struck out  Cool it\n"
                  "C  Shard it over several GPUs\n"
                  "   with NVLink\n"
                  "D  Add cores\n");
    tear_down(&shown);
}

static void choose_two_says_how_many_are_missing(void **state)
{
    struct shown shown;

    (void)state;
    set_up(&shown);
    shown.card.question = "Which two?";
    shown.four[1].correct = true;
    shown.card.correct_count = 2;
    show_in(&shown.session, &shown.shown, "0213");
    assert_screen(&shown, 80, "utf-8",
                  "   Which two?\n"
                  "\n"
                  "   A  Shard it over several GPUs with NVLink\n"
                  "   B  Cool it\n"
                  "   C  Add a DPU\n"
                  "   D  Add cores\n"
                  "\n"
                  "   choose two: mark two\n");
    session_choose(&shown.session, 2, false, moment_at(0));
    assert_screen(&shown, 20, "ascii",
                  " Which two?\n"
                  "\n"
                  " A  Shard it over\n"
                  "    several GPUs\n"
                  "    with NVLink\n"
                  " B  Cool it\n"
                  "*C  Add a DPU\n"
                  " D  Add cores\n"
                  "\n"
                  " choose two: mark\n"
                  " one more\n");
    session_choose(&shown.session, 0, false, moment_at(0));
    assert_screen(&shown, 40, "utf-8",
                  " Which two?\n"
                  "\n"
                  "*A  Shard it over several GPUs with\n"
                  "    NVLink\n"
                  " B  Cool it\n"
                  "*C  Add a DPU\n"
                  " D  Add cores\n"
                  "\n"
                  " choose two: Enter hands them in\n");
    tear_down(&shown);
}

/* ---- covered and recall ----------------------------------------------------
 */

static void covered_statements_are_one_quiet_line(void **state)
{
    struct shown shown;

    (void)state;
    set_up(&shown);
    shown.shown.progress = in_review();
    session_show(&shown.session, &shown.shown, moment_at(0));
    assert_screen(
        &shown, 80, "utf-8",
        "   A model of 70 billion parameters does not fit into the memory of "
        "one GPU.\n"
        "   What helps?\n"
        "\n"
        "   The statements are covered. Say the answer to yourself; Space "
        "shows them.\n");
    assert_int_equal(style_of(&shown, "covered"), STYLE_DIM);
    assert_int_equal(shown.places.focus_line, 3);
    shown.card.question = "Why?";
    assert_screen(&shown, 20, "plain",
                  "Why?\n"
                  "\n"
                  "The statements are\n"
                  "covered. Say the\n"
                  "answer to yourself;\n"
                  "Enter shows them.\n");
    tear_down(&shown);
}

static void a_recall_card_shows_its_answer_and_asks_for_a_grade(void **state)
{
    struct shown shown;

    (void)state;
    set_up(&shown);
    shown.card.question = "What helps?";
    shown.card.statement_count = 1;
    session_show(&shown.session, &shown.shown, moment_at(0));
    assert_screen(&shown, 80, "utf-8",
                  "   What helps?\n"
                  "\n"
                  "   Say the answer to yourself; Space shows it.\n");
    session_uncover(&shown.session);
    assert_screen(&shown, 80, "utf-8",
                  "   What helps?\n"
                  "\n"
                  "   The answer\n"
                  "   Shard it over several GPUs with NVLink\n"
                  "   Each GPU then holds a part of the weights.\n"
                  "\n"
                  "   In short  Too big for one, so share it.\n"
                  "\n"
                  "   How well did you know it?\n"
                  "   1 again   2 hard   3 good   4 easy\n");
    assert_int_equal(shown.places.answer_line, 3);
    assert_int_equal(style_of(&shown, "Shard"), STYLE_RIGHT);
    assert_int_equal(style_of(&shown, "3"), STYLE_KEY);
    assert_screen(&shown, 20, "ascii",
                  " What helps?\n"
                  "\n"
                  " The answer\n"
                  " Shard it over\n"
                  " several GPUs with\n"
                  " NVLink\n"
                  " Each GPU then\n"
                  " holds a part of\n"
                  " the weights.\n"
                  "\n"
                  " In short\n"
                  " Too big for one,\n"
                  " so share it.\n"
                  "\n"
                  " How well did you\n"
                  " know it?\n"
                  " 1 again   2 hard\n"
                  " 3 good   4 easy\n");
    assert_screen(&shown, 60, "plain",
                  "The answer: Shard it over several GPUs with NVLink\n"
                  "Why: Each GPU then holds a part of the weights.\n"
                  "\n"
                  "In short: Too big for one, so share it.\n"
                  "\n"
                  "How well did you know it?\n"
                  "1 again, 2 hard, 3 good, 4 easy\n");
    tear_down(&shown);
}

static void a_graded_recall_card_says_whether_it_was_known(void **state)
{
    struct shown shown;
    struct effect effect;

    (void)state;
    set_up(&shown);
    shown.card.question = "What helps?";
    shown.card.statement_count = 1;
    shown.card.brief = "";
    session_show(&shown.session, &shown.shown, moment_at(0));
    session_uncover(&shown.session);
    effect = session_grade(&shown.session, GRADE_HARD, moment_at(0));
    save(&shown.session, &effect);
    assert_screen(&shown, 40, "utf-8",
                  " What helps?\n"
                  "\n"
                  " ✓ You knew it\n"
                  " Shard it over several GPUs with NVLink\n"
                  " Each GPU then holds a part of the\n"
                  " weights.\n");
    tear_down(&shown);
}

/* ---- answered --------------------------------------------------------------
 */

static void a_wrong_answer_shows_the_correct_statement_first(void **state)
{
    struct shown shown;

    (void)state;
    set_up_rich(&shown);
    shown.card.question = "What helps?";
    choose(&shown, "1023", 0, false);
    assert_screen(&shown, 80, "utf-8",
                  "   What helps?\n"
                  "\n"
                  "   ✗ Wrong\n"
                  "\n"
                  "   ✓ B  Shard it over several GPUs with NVLink\n"
                  "        Each GPU then holds a part of the weights.\n"
                  "   ✗ A  Add a DPU                                           "
                  "        your choice\n"
                  "        A DPU has no GPU memory.\n"
                  "\n"
                  "   In short  Too big for one, so share it.\n"
                  "   f full explanation   g figure   o other statements   r "
                  "sources\n");
    assert_int_equal(shown.places.focus_line, 2);
    assert_int_equal(shown.places.answer_line, 4);
    assert_int_equal(shown.places.statement_line[1], 4);
    assert_int_equal(shown.places.statement_line[0], 6);
    assert_int_equal(shown.places.statement_line[2], -1);
    assert_int_equal(style_of(&shown, "Wrong"), STYLE_WRONG);
    assert_int_equal(style_of(&shown, "Shard"), STYLE_RIGHT);
    assert_int_equal(style_of(&shown, "Add a DPU"), STYLE_WRONG);
    assert_int_equal(style_of(&shown, "your choice"), STYLE_DIM);
    assert_int_equal(style_of(&shown, "f"), STYLE_NORMAL); /* "of", above */
    assert_int_equal(style_of(&shown, "full expl"), STYLE_DIM);
    assert_screen(&shown, 40, "ascii",
                  " What helps?\n"
                  "\n"
                  " x Wrong\n"
                  " + B  Shard it over several GPUs with\n"
                  "      NVLink\n"
                  "      Each GPU then holds a part of the\n"
                  "      weights.\n"
                  " x A  Add a DPU             your choice\n"
                  "      A DPU has no GPU memory.\n"
                  "\n"
                  " In short\n"
                  " Too big for one, so share it.\n"
                  " f full explanation   g figure\n"
                  " o other statements   r sources\n");
    assert_screen(&shown, 20, "utf-8",
                  " What helps?\n"
                  "\n"
                  " ✗ Wrong\n"
                  " ✓ B  Shard it over\n"
                  "   several GPUs\n"
                  "   with NVLink\n"
                  "   Each GPU then\n"
                  "   holds a part of\n"
                  "   the weights.\n"
                  " ✗ A  Add a DPU\n"
                  "   your choice\n"
                  "   A DPU has no GPU\n"
                  "   memory.\n"
                  "\n"
                  " In short\n"
                  " Too big for one,\n"
                  " so share it.\n"
                  " f full explanation\n"
                  " g figure\n"
                  " o other statements\n"
                  " r sources\n");
    tear_down(&shown);
}

static void a_right_answer_shows_why_it_holds(void **state)
{
    struct shown shown;

    (void)state;
    set_up(&shown);
    shown.card.question = "What helps?";
    choose(&shown, "1023", 1, false);
    assert_screen(&shown, 80, "ascii",
                  "   What helps?\n"
                  "\n"
                  "   + Right\n"
                  "\n"
                  "   + B  Shard it over several GPUs with NVLink\n"
                  "        Each GPU then holds a part of the weights.\n"
                  "\n"
                  "   In short  Too big for one, so share it.\n"
                  "   o other statements\n");
    choose(&shown, "1023", 1, true);
    assert_screen(&shown, 40, "utf-8",
                  " What helps?\n"
                  "\n"
                  " ✓ Right, and you said you were\n"
                  " guessing\n"
                  " ✓ B  Shard it over several GPUs with\n"
                  "      NVLink\n"
                  "      Each GPU then holds a part of the\n"
                  "      weights.\n"
                  "\n"
                  " In short\n"
                  " Too big for one, so share it.\n"
                  " o other statements\n");
    tear_down(&shown);
}

static void not_knowing_shows_the_correct_statement(void **state)
{
    struct shown shown;
    struct effect effect;

    (void)state;
    set_up(&shown);
    shown.card.question = "What helps?";
    show_in(&shown.session, &shown.shown, "10");
    shown.card.brief = "";
    effect = session_dont_know(&shown.session, moment_at(0));
    save(&shown.session, &effect);
    assert_screen(&shown, 80, "utf-8",
                  "   What helps?\n"
                  "\n"
                  "   ✗ You did not know it\n"
                  "\n"
                  "   ✓ B  Shard it over several GPUs with NVLink\n"
                  "        Each GPU then holds a part of the weights.\n"
                  "\n"
                  "   o other statements\n");
    tear_down(&shown);
}

/* "your choice" takes 11 cells and two before it: of 79 - 13 = 66 cells the
   statement has 58, and a 59th does not leave room. */
static void the_note_goes_below_a_statement_that_fills_its_line(void **state)
{
    static const char fits[] =
        "aaaaaaaaa aaaaaaaaa aaaaaaaaa aaaaaaaaa aaaaaaaaa aaaaaaaa";
    static const char full[] =
        "aaaaaaaaa aaaaaaaaa aaaaaaaaa aaaaaaaaa aaaaaaaaa aaaaaaaaa";
    struct shown shown;

    (void)state;
    set_up(&shown);
    shown.card.question = "?";
    shown.card.brief = "";
    shown.four[0].why = shown.four[1].why = "";
    shown.four[0].text = "Yes";
    shown.four[1].text = fits;
    choose(&shown, "10", 0, false);
    assert_screen(&shown, 80, "utf-8",
                  "   ?\n\n   ✗ Wrong\n\n   ✓ B  Yes\n"
                  "   ✗ A  aaaaaaaaa aaaaaaaaa aaaaaaaaa aaaaaaaaa aaaaaaaaa "
                  "aaaaaaaa  your choice\n");
    shown.four[1].text = full;
    assert_screen(&shown, 80, "utf-8",
                  "   ?\n\n   ✗ Wrong\n\n   ✓ B  Yes\n"
                  "   ✗ A  aaaaaaaaa aaaaaaaaa aaaaaaaaa aaaaaaaaa aaaaaaaaa "
                  "aaaaaaaaa\n"
                  "        your choice\n");
    tear_down(&shown);
}

static void choose_two_says_which_was_missed(void **state)
{
    struct shown shown;
    struct effect effect;

    (void)state;
    set_up(&shown);
    shown.card.question = "Which two?";
    shown.card.brief = "";
    shown.four[1].correct = true;
    shown.card.correct_count = 2;
    show_in(&shown.session, &shown.shown, "2013");
    session_choose(&shown.session, 1, false, moment_at(0));
    assert_screen(&shown, 40, "utf-8",
                  " Which two?\n"
                  "\n"
                  " A  Cool it\n"
                  "*B  Shard it over several GPUs with\n"
                  "    NVLink\n"
                  " C  Add a DPU\n"
                  " D  Add cores\n"
                  "\n"
                  " choose two: mark one more\n");
    session_choose(&shown.session, 3, false, moment_at(0));
    assert_screen(&shown, 60, "plain",
                  "Which two?\n"
                  "\n"
                  "A  Cool it\n"
                  "B, marked  Shard it over several GPUs with NVLink\n"
                  "C  Add a DPU\n"
                  "D, marked  Add cores\n"
                  "\n"
                  "Choose two: their letters on one line.\n");
    effect = session_hand_in(&shown.session, false, moment_at(0));
    save(&shown.session, &effect);
    assert_screen(&shown, 80, "utf-8",
                  "   Which two?\n"
                  "\n"
                  "   ✗ Wrong\n"
                  "\n"
                  "   ✓ B  Shard it over several GPUs with NVLink              "
                  "        your choice\n"
                  "        Each GPU then holds a part of the weights.\n"
                  "   ✓ C  Add a DPU                                           "
                  "             missed\n"
                  "        A DPU has no GPU memory.\n"
                  "   ✗ D  Add cores                                           "
                  "        your choice\n"
                  "        Cores do not hold weights.\n"
                  "\n"
                  "   o other statements\n");
    assert_screen(&shown, 60, "plain",
                  "Wrong.\n"
                  "Your choice, correct, B: Shard it over several GPUs with\n"
                  "NVLink\n"
                  "Why: Each GPU then holds a part of the weights.\n"
                  "Correct, missed, C: Add a DPU\n"
                  "Why: A DPU has no GPU memory.\n"
                  "Your choice, wrong, D: Add cores\n"
                  "Why: Cores do not hold weights.\n"
                  "\n"
                  "o other statements\n");
    tear_down(&shown);
}

static void not_knowing_two_misses_none(void **state)
{
    struct shown shown;
    struct effect effect;

    (void)state;
    set_up(&shown);
    shown.card.question = "Which two?";
    shown.card.brief = "";
    shown.four[1].correct = true;
    shown.card.correct_count = 2;
    show_in(&shown.session, &shown.shown, "012");
    effect = session_dont_know(&shown.session, moment_at(0));
    save(&shown.session, &effect);
    assert_screen(&shown, 40, "utf-8",
                  " Which two?\n"
                  "\n"
                  " ✗ You did not know it\n"
                  " ✓ A  Shard it over several GPUs with\n"
                  "      NVLink\n"
                  "      Each GPU then holds a part of the\n"
                  "      weights.\n"
                  " ✓ B  Add a DPU\n"
                  "      A DPU has no GPU memory.\n"
                  "\n"
                  " o other statements\n");
    tear_down(&shown);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_question_is_asked_at_80_40_and_20_cells),
        cmocka_unit_test(a_struck_statement_is_marked_and_styled),
        cmocka_unit_test(choose_two_says_how_many_are_missing),
        cmocka_unit_test(covered_statements_are_one_quiet_line),
        cmocka_unit_test(a_recall_card_shows_its_answer_and_asks_for_a_grade),
        cmocka_unit_test(a_graded_recall_card_says_whether_it_was_known),
        cmocka_unit_test(a_wrong_answer_shows_the_correct_statement_first),
        cmocka_unit_test(a_right_answer_shows_why_it_holds),
        cmocka_unit_test(not_knowing_shows_the_correct_statement),
        cmocka_unit_test(the_note_goes_below_a_statement_that_fills_its_line),
        cmocka_unit_test(choose_two_says_which_was_missed),
        cmocka_unit_test(not_knowing_two_misses_none),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
