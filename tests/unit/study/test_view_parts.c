/* SPDX-License-Identifier: MIT */
/*
 * Plain mode, what can be unfolded, odd cases, and words.
 */
#include "aiio/view.h"

#include "study/screen.h"

/* ---- to the ear ------------------------------------------------------------
 */

static void plain_says_right_or_wrong_first(void **state)
{
    struct shown shown;
    struct effect effect;

    (void)state;
    set_up_rich(&shown);
    choose(&shown, "1023", 0, false);
    assert_screen(&shown, 80, "plain",
                  "Wrong.\n"
                  "Correct, B: Shard it over several GPUs with NVLink\n"
                  "Why: Each GPU then holds a part of the weights.\n"
                  "Your choice, wrong, A: Add a DPU\n"
                  "Why: A DPU has no GPU memory.\n"
                  "\n"
                  "In short: Too big for one, so share it.\n"
                  "f full explanation, g figure, o other statements, r "
                  "sources\n");
    tear_down(&shown);
    set_up(&shown);
    choose(&shown, "10", 1, true);
    assert_screen(&shown, 80, "plain",
                  "Right.\n"
                  "You said you were guessing.\n"
                  "Your choice, correct, B: Shard it over several GPUs with "
                  "NVLink\n"
                  "Why: Each GPU then holds a part of the weights.\n"
                  "\n"
                  "In short: Too big for one, so share it.\n"
                  "o other statements\n");
    show_in(&shown.session, &shown.shown, "10");
    effect = session_dont_know(&shown.session, moment_at(0));
    save(&shown.session, &effect);
    shown.session.looking_back = true;
    shown.card.question = "What helps?";
    assert_screen(&shown, 80, "plain",
                  "What helps?\n"
                  "\n"
                  "Wrong.\n"
                  "You did not know it.\n"
                  "Correct, B: Shard it over several GPUs with NVLink\n"
                  "Why: Each GPU then holds a part of the weights.\n"
                  "\n"
                  "In short: Too big for one, so share it.\n"
                  "o other statements\n");
    tear_down(&shown);
}

static void one_part_is_said_alone(void **state)
{
    struct view_options options = options_for(80, "plain");
    struct shown shown;

    (void)state;
    set_up_rich(&shown);
    choose(&shown, "1023", 0, false);
    shown.lines = (struct lines){.arena = &shown.arena};
    view_part(&shown.lines, &shown.session, &options, 'g');
    join(&shown, 80);
    assert_string_equal(
        buf_text(&shown.text),
        "\nFigure: Four GPUs in a row, each joined to the next.\n");
    shown.lines = (struct lines){.arena = &shown.arena};
    view_part(&shown.lines, &shown.session, &options, 'o');
    join(&shown, 80);
    assert_string_equal(buf_text(&shown.text),
                        "\nAlso wrong, C: Cool it\n"
                        "Why: Heat is not the limit.\n"
                        "Also wrong, D: Add cores\n"
                        "Why: Cores do not hold weights.\n");
    shown.lines = (struct lines){.arena = &shown.arena};
    view_part(&shown.lines, &shown.session, &options, 'z');
    assert_int_equal(shown.lines.count, 0);
    choose(&shown, "10", 0, false);
    view_part(&shown.lines, &shown.session, &options, 'o');
    assert_int_equal(shown.lines.count, 0);
    tear_down(&shown);
}

/* ---- unfolded --------------------------------------------------------------
 */

static void what_is_unfolded_stands_below_and_leaves_the_hints(void **state)
{
    struct shown shown;

    (void)state;
    set_up_rich(&shown);
    shown.card.question = "What helps?";
    choose(&shown, "1023", 1, false);
    session_unfold(&shown.session, 'f');
    session_unfold(&shown.session, 'g');
    session_unfold(&shown.session, 'o');
    assert_screen(&shown, 80, "utf-8",
                  "   What helps?\n"
                  "\n"
                  "   ✓ Right\n"
                  "\n"
                  "   ✓ B  Shard it over several GPUs with NVLink\n"
                  "        Each GPU then holds a part of the weights.\n"
                  "\n"
                  "   In short  Too big for one, so share it.\n"
                  "\n"
                  "   In depth.\n"
                  "   • one thing\n"
                  "   • another\n"
                  "\n"
                  "   GPU0 ---- GPU1 ---- GPU2 ---- GPU3\n"
                  "     |         |         |         |\n"
                  "\n"
                  "   ✗ A  Add a DPU\n"
                  "        A DPU has no GPU memory.\n"
                  "   ✗ C  Cool it\n"
                  "        Heat is not the limit.\n"
                  "   ✗ D  Add cores\n"
                  "        Cores do not hold weights.\n"
                  "\n"
                  "   r sources\n");
    tear_down(&shown);
}

static void sources_have_their_addresses_and_their_date(void **state)
{
    struct shown shown;

    (void)state;
    set_up_rich(&shown);
    shown.card.question = "What helps?";
    shown.card.full = shown.card.brief = "";
    shown.card.figure_line_count = 0;
    choose(&shown, "10", 1, false);
    session_unfold(&shown.session, 'r');
    session_unfold(&shown.session, 'o');
    assert_screen(&shown, 80, "utf-8",
                  "   What helps?\n"
                  "\n"
                  "   ✓ Right\n"
                  "\n"
                  "   ✓ B  Shard it over several GPUs with NVLink\n"
                  "        Each GPU then holds a part of the weights.\n"
                  "\n"
                  "   ✗ A  Add a DPU\n"
                  "        A DPU has no GPU memory.\n"
                  "\n"
                  "   Sources, as of 2026-11\n"
                  "   NVLink\n"
                  "     https://example.org/nvlink\n"
                  "   A book\n");
    tear_down(&shown);
}

/* The figure has 34 cells; at 30 there is room for 28, six can be shifted. */
static void a_wide_figure_says_what_it_shows_and_moves(void **state)
{
    struct view_options options = options_for(30, "ascii");
    struct shown shown;

    (void)state;
    set_up_rich(&shown);
    choose(&shown, "1023", 1, false);
    options.figure_shift = 4;
    shown.lines = (struct lines){.arena = &shown.arena};
    view_part(&shown.lines, &shown.session, &options, 'g');
    join(&shown, 30);
    assert_string_equal(buf_text(&shown.text), "\n Four GPUs in a row, each\n"
                                               " joined to the next.\n"
                                               "  ---- GPU1 ---- GPU2 ---- GP\n"
                                               "         |         |         \n"
                                               " h and l move the figure\n");
    options.figure_shift = 400;
    shown.lines = (struct lines){.arena = &shown.arena};
    view_part(&shown.lines, &shown.session, &options, 'g');
    join(&shown, 30);
    assert_string_equal(buf_text(&shown.text), "\n Four GPUs in a row, each\n"
                                               " joined to the next.\n"
                                               " --- GPU1 ---- GPU2 ---- GPU3\n"
                                               "       |         |         |\n"
                                               " h and l move the figure\n");
    options.figure_shift = -3;
    shown.lines = (struct lines){.arena = &shown.arena};
    view_part(&shown.lines, &shown.session, &options, 'g');
    join(&shown, 30);
    assert_string_equal(buf_text(&shown.text), "\n Four GPUs in a row, each\n"
                                               " joined to the next.\n"
                                               " GPU0 ---- GPU1 ---- GPU2 ---\n"
                                               "   |         |         |     \n"
                                               " h and l move the figure\n");
    tear_down(&shown);
}

/* One cell of a character of two is cut off: a space stands for the other. */
static void a_wide_character_at_the_edge_keeps_the_columns(void **state)
{
    static const char *const wide[] = {"図図図図図図図図", "abcdefghijklmnop"};
    struct view_options options = options_for(12, "utf-8");
    struct shown shown;

    (void)state;
    set_up_rich(&shown);
    shown.card.figure_alt = "";
    shown.card.figure_lines = (const char **)(uintptr_t)wide;
    choose(&shown, "1023", 1, false);
    options.figure_shift = 1;
    shown.lines = (struct lines){.arena = &shown.arena};
    view_part(&shown.lines, &shown.session, &options, 'g');
    join(&shown, 12);
    assert_string_equal(buf_text(&shown.text), "\n  図図図図\n"
                                               " bcdefghijk\n"
                                               " h and l\n"
                                               " move the\n"
                                               " figure\n");
    tear_down(&shown);
}

/* ---- not saved, nothing, tiny ----------------------------------------------
 */

static void an_answer_not_saved_is_not_told(void **state)
{
    struct shown shown;
    struct effect effect;

    (void)state;
    set_up(&shown);
    shown.card.question = "What helps?";
    show_in(&shown.session, &shown.shown, "1023");
    effect = session_choose(&shown.session, 1, false, moment_at(0));
    session_unsaved(&shown.session, &effect, "no space left");
    assert_screen(&shown, 80, "utf-8",
                  "   What helps?\n"
                  "\n"
                  "   Not saved: no space left\n");
    assert_int_equal(style_of(&shown, "Not saved"), STYLE_WARNING);
    session_drop_unsaved(&shown.session);
    assert_screen(&shown, 80, "utf-8", "   What helps?\n");
    session_rest(&shown.session, SESSION_DONE, 0);
    assert_screen(&shown, 80, "utf-8", "");
    tear_down(&shown);
}

/* Lines never exceed the width, down to two cells (draw looks); a wide
   character needs two. */
static void any_width_will_do(void **state)
{
    struct shown shown;

    (void)state;
    set_up_rich(&shown);
    choose(&shown, "1023", 0, false);
    for (const char *keys = "fgorw"; *keys; keys++)
        session_unfold(&shown.session, *keys);
    for (int width = 120; width >= 2; width--) {
        struct view_options options = options_for(width, "utf-8");

        draw(&shown, &options);
        options.plain = true;
        draw(&shown, &options);
    }
    for (int width = 1; width >= -1; width--) {
        struct view_options options = options_for(width, "utf-8");

        shown.lines = (struct lines){.arena = &shown.arena};
        view_card(&shown.lines, &shown.session, &options, &shown.places);
        assert_in_range(shown.lines.count, 1, 100000);
    }
    tear_down(&shown);
}

static void a_correct_statement_not_shown_then_is_shown_now(void **state)
{
    struct answer_body body = {.shown = {"dpu", "gone"},
                               .chosen = {"dpu"},
                               .shown_count = 2,
                               .chosen_count = 1,
                               .grade = GRADE_AGAIN};
    struct progress before = {0};
    struct shown shown;

    (void)state;
    set_up(&shown);
    shown.card.question = "What helps?";
    shown.card.brief = "";
    session_show_answered(&shown.session, &shown.shown, &before, &body,
                          moment_at(0));
    assert_screen(&shown, 40, "utf-8",
                  " What helps?\n"
                  "\n"
                  " ✗ Wrong\n"
                  " ✗ A  Add a DPU             your choice\n"
                  "      A DPU has no GPU memory.\n"
                  " Shard it over several GPUs with NVLink\n"
                  " Each GPU then holds a part of the\n"
                  " weights.\n");
    tear_down(&shown);
}

/* ---- words -----------------------------------------------------------------
 */

static void assert_heading(const struct session *session, bool ascii,
                           const char *expected)
{
    struct buf out = {0};

    view_heading(&out, session, glyphs_for(ascii));
    assert_string_equal(buf_text(&out), expected);
    buf_release(&out);
}

static void the_heading_names_domain_and_objective(void **state)
{
    struct shown shown;

    (void)state;
    set_up(&shown);
    assert_heading(&shown.session, false, "");
    show_in(&shown.session, &shown.shown, "10");
    assert_heading(&shown.session, false, "2 AI Infrastructure › 2.2 Memory");
    shown.session.looking_back = true;
    assert_heading(&shown.session, true,
                   "2 AI Infrastructure > 2.2 Memory | previous card");
    shown.session.looking_back = false;
    shown.session.shown_card.objective_title = "";
    assert_heading(&shown.session, false, "2 AI Infrastructure");
    shown.session.shown_card.domain_title = "";
    assert_heading(&shown.session, false, "nca");
    tear_down(&shown);
}

static void assert_comes_back(struct schedule schedule, const char *expected,
                              const char *interval)
{
    struct buf out = {0};

    view_comes_back(&out, &schedule, moment_at(0));
    assert_string_equal(buf_text(&out), expected);
    buf_clear(&out);
    view_interval(&out, &schedule, moment_at(0));
    assert_string_equal(buf_text(&out), interval);
    buf_release(&out);
}

static struct schedule on_day(int day)
{
    return (struct schedule){
        .state = CARD_REVIEW, .has_day = true, .due_day = day};
}

/* Today is Tuesday, 1 December 2026. */
static void a_card_says_when_it_comes_back(void **state)
{
    struct schedule step = {.state = CARD_LEARNING,
                            .due_at_ms = NOW_MS + 600000};

    (void)state;
    assert_comes_back(step, "comes back in 10 min", "10 min");
    step.due_at_ms = NOW_MS;
    assert_comes_back(step, "comes back now", "now");
    assert_comes_back(on_day(TODAY), "comes back today", "0 d");
    assert_comes_back(on_day(TODAY - 9), "comes back today", "0 d");
    assert_comes_back(on_day(TODAY + 1), "comes back tomorrow", "1 d");
    assert_comes_back(on_day(TODAY + 3), "comes back on Fri 4 Dec (3 d)",
                      "3 d");
    assert_comes_back(on_day(TODAY + 31),
                      "comes back on Fri 1 Jan 2027 (1.0 mo)", "1.0 mo");
}

static void assert_why(struct shown *shown, int width, const char *expected)
{
    struct view_options options = options_for(width, "utf-8");

    shown->lines = (struct lines){.arena = &shown->arena};
    view_why_date(&shown->lines, &shown->session, &options);
    join(shown, width);
    assert_string_equal(buf_text(&shown->text), expected);
}

/* S0(1) = 0.212 and D0(1) = 6.4133 are parameters 0 and 4. */
static void a_new_card_says_why_its_step(void **state)
{
    struct shown shown;

    (void)state;
    set_up(&shown);
    choose(&shown, "1023", 0, false);
    assert_why(&shown, 80,
               "   Why this date\n"
               "   Before: a new card, nothing was known.\n"
               "   After \"again\": stability 0.2 days, difficulty 6.4.\n"
               "   It is in its learning steps, number 1 of 2. It comes back "
               "in 1 min.\n"
               "   Stability is the number of days until the chance to recall "
               "it is 90 %.\n");
    tear_down(&shown);
}

/*
 * S = 10, D = 5, answered ten days later: R(10, 10) = 0.9, and a Good makes S
 * 32.03 (a script after fsrs.h). Fuzz of 32.03 after steps.h: delta = 1 +
 * 0.15 * 4.5 + 0.10 * 13 + 0.05 * 12.03 = 3.58, so 28 to 36 days. A Hard of
 * the same has S 23.25 (h = w15 = 0.6014: 10 * (1 + 0.6014 * 2.2027)), and
 * at most 26 days, which is below.
 */
static void a_review_says_what_the_answer_made_of_it(void **state)
{
    struct shown shown;

    (void)state;
    set_up(&shown);
    shown.shown.progress = in_review();
    choose(&shown, "1023", 1, false);
    assert_why(&shown, 80,
               "   Why this date\n"
               "   Before: stability 10.0 days, difficulty 5.0 of 10. The last "
               "answer was 10\n"
               "   days ago, so the chance to recall it was 90 %.\n"
               "   After \"good\": stability 32.0 days, difficulty 5.0.\n"
               "   Recall falls to the 90 % wanted after 32.0 days. In whole "
               "days that is 32.\n"
               "   It comes back on Sat 2 Jan 2027 (1.1 mo).\n"
               "   Stability is the number of days until the chance to recall "
               "it is 90 %.\n");
    shown.session.config.scheduler.fuzz = true;
    shown.session.outcomes[GRADE_GOOD - 1].due_day = TODAY + 30;
    assert_why(&shown, 80,
               "   Why this date\n"
               "   Before: stability 10.0 days, difficulty 5.0 of 10. The last "
               "answer was 10\n"
               "   days ago, so the chance to recall it was 90 %.\n"
               "   After \"good\": stability 32.0 days, difficulty 5.0.\n"
               "   Recall falls to the 90 % wanted after 32.0 days. So that "
               "cards do not come\n"
               "   in a crowd, the day is drawn from 28 to 36 days: it is 30. "
               "It comes back on\n"
               "   Thu 31 Dec (30 d).\n"
               "   Stability is the number of days until the chance to recall "
               "it is 90 %.\n");
    tear_down(&shown);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_says_right_or_wrong_first),
        cmocka_unit_test(one_part_is_said_alone),
        cmocka_unit_test(what_is_unfolded_stands_below_and_leaves_the_hints),
        cmocka_unit_test(sources_have_their_addresses_and_their_date),
        cmocka_unit_test(a_wide_figure_says_what_it_shows_and_moves),
        cmocka_unit_test(a_wide_character_at_the_edge_keeps_the_columns),
        cmocka_unit_test(an_answer_not_saved_is_not_told),
        cmocka_unit_test(any_width_will_do),
        cmocka_unit_test(a_correct_statement_not_shown_then_is_shown_now),
        cmocka_unit_test(the_heading_names_domain_and_objective),
        cmocka_unit_test(a_card_says_when_it_comes_back),
        cmocka_unit_test(a_new_card_says_why_its_step),
        cmocka_unit_test(a_review_says_what_the_answer_made_of_it),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
