/* SPDX-License-Identifier: MIT */
/*
 * Notes, cards missed again and again, and cards that are looked at.
 */
#include "aiio/view.h"

#include "study/screen.h"

/* A review answered wrongly after so many lapses. */
static void miss(struct shown *shown, int lapses, const char *note)
{
    set_up(shown);
    shown->shown.progress.due.state = CARD_REVIEW;
    shown->shown.progress.answers = 9;
    shown->shown.progress.lapses = lapses;
    shown->shown.note = note;
    choose(shown, "10", 0, false);
}

static void the_fourth_lapse_is_told_and_each_one_after(void **state)
{
    static const struct {
        int lapses;
        const char *words;
    } rows[] = {{2, NULL},
                {3, "Missed 4 times \xC2\xB7 n write why \xC2\xB7 @ suspend"},
                {7, "Missed 8 times \xC2\xB7 n write why \xC2\xB7 @ suspend"}};
    struct shown shown;

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        struct view_options options = options_for(80, "utf-8");

        miss(&shown, rows[i].lapses, NULL);
        draw(&shown, &options);
        join(&shown, 80);
        if (rows[i].words)
            assert_non_null(strstr(buf_text(&shown.text), rows[i].words));
        else
            assert_null(strstr(buf_text(&shown.text), "Missed"));
        tear_down(&shown);
    }
}

static void a_miss_that_is_no_lapse_is_not_told(void **state)
{
    struct view_options options = options_for(80, "utf-8");
    struct shown shown;

    (void)state;
    miss(&shown, 5, NULL);
    shown.session.shown_card.progress.due.state = CARD_RELEARNING;
    draw(&shown, &options);
    join(&shown, 80);
    assert_null(strstr(buf_text(&shown.text), "Missed"));
    tear_down(&shown);
}

static void a_note_stands_with_the_explanation(void **state)
{
    struct shown shown;

    (void)state;
    miss(&shown, 0, "like a bridge");
    assert_screen(&shown, 80, "plain",
                  "Wrong.\n"
                  "Correct, B: Shard it over several GPUs with NVLink\n"
                  "Why: Each GPU then holds a part of the weights.\n"
                  "Your choice, wrong, A: Add a DPU\n"
                  "Why: A DPU has no GPU memory.\n"
                  "\n"
                  "In short: Too big for one, so share it.\n"
                  "\n"
                  "Your note: like a bridge\n");
    tear_down(&shown);
}

static void a_card_looked_at_shows_all_of_it(void **state)
{
    struct view_options options = options_for(80, "ascii");
    struct shown shown;

    (void)state;
    set_up_rich(&shown);
    shown.card.statement_count = 2;
    shown.lines = (struct lines){.arena = &shown.arena};
    view_preview(&shown.lines, &shown.card, "like a bridge", &options);
    join(&shown, 80);
    assert_string_equal(
        buf_text(&shown.text),
        "   A model of 70 billion parameters does not fit into the memory of "
        "one GPU.\n"
        "   What helps?\n"
        "\n"
        "   + A  Shard it over several GPUs with NVLink\n"
        "        Each GPU then holds a part of the weights.\n"
        "   x B  Add a DPU\n"
        "        A DPU has no GPU memory.\n"
        "\n"
        "   In short  Too big for one, so share it.\n"
        "\n"
        "   Your note  like a bridge\n"
        "\n"
        "   In depth.\n"
        "   - one thing\n"
        "   - another\n"
        "\n"
        "   GPU0 ---- GPU1 ---- GPU2 ---- GPU3\n"
        "     |         |         |         |\n"
        "\n"
        "   Sources, as of 2026-11\n"
        "   NVLink\n"
        "     https://example.org/nvlink\n"
        "   A book\n");
    tear_down(&shown);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_fourth_lapse_is_told_and_each_one_after),
        cmocka_unit_test(a_miss_that_is_no_lapse_is_not_told),
        cmocka_unit_test(a_note_stands_with_the_explanation),
        cmocka_unit_test(a_card_looked_at_shows_all_of_it),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
