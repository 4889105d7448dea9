/* SPDX-License-Identifier: MIT */
#include "aiio/insight_view.h"
#include "aiio/misconceptions.h"

#include "study/support.h"

static struct statement four[4];
static struct card card;

static void set_up_card(const char *id)
{
    card = (struct card){.question = "How?"};
    set_choice(&card, four);
    card.id = id;
}

/* chosen NULL: right. */
static void answer(struct misconceptions *all, const char *id, int day,
                   const char *chosen, bool guess)
{
    struct entry entry = {.day = day, .deck = "deck", .card = id};
    struct answer_body body = {.correct = !chosen, .guess = guess};

    body.chosen[0] = chosen ? chosen : "shard";
    body.chosen_count = 1;
    misconceptions_answer(all, &entry, &body);
}

static void falls_are_counted_by_statement(void **state)
{
    struct misconceptions all;

    (void)state;
    set_up_card("oom");
    misconceptions_init(&all);
    answer(&all, "oom", 10, "dpu", false);
    answer(&all, "oom", 11, "dpu", true);
    answer(&all, "oom", 12, "gone-from-the-card", false);
    answer(&all, "other", 12, NULL, false);
    misconceptions_card(&all, "deck", &card, 7);
    misconceptions_sort(&all);
    assert_int_equal(all.count, 1);
    assert_string_equal(all.items[0].statement, "dpu");
    assert_int_equal(all.items[0].times, 2);
    assert_int_equal(all.items[0].believed, 1);
    assert_int_equal(all.items[0].last_day, 11);
    assert_int_equal(all.items[0].key, 7);
    assert_string_equal(all.items[0].text, "Add a DPU");
    assert_string_equal(all.items[0].right_text, "Shard it");
    assert_false(all.items[0].overcome);
    misconceptions_release(&all);
}

static bool overcome_after(const int *right_days, int count, int wrong_day)
{
    struct misconceptions all;
    bool overcome;

    set_up_card("oom");
    misconceptions_init(&all);
    answer(&all, "oom", 10, "dpu", false);
    for (int i = 0; i < count; i++)
        answer(&all, "oom", right_days[i], NULL, false);
    if (wrong_day > 0)
        answer(&all, "oom", wrong_day, "dpu", false);
    misconceptions_card(&all, "deck", &card, 1);
    overcome = all.items[0].overcome;
    misconceptions_release(&all);
    return overcome;
}

static void right_on_two_days_after_overcomes_it(void **state)
{
    (void)state;
    assert_false(overcome_after((int[]){11}, 1, 0));
    assert_false(overcome_after((int[]){11, 11}, 2, 0));
    assert_true(overcome_after((int[]){10, 11}, 2, 0));
    assert_true(overcome_after((int[]){11, 14}, 2, 0));
    assert_false(overcome_after((int[]){11, 14}, 2, 15)); /* fallen again */
}

/* Three statements of one card: one overcome, two not, of which one was
   believed and the other, though more often, a guess. */
static void what_was_believed_comes_first(void **state)
{
    struct misconceptions all;

    (void)state;
    set_up_card("oom");
    misconceptions_init(&all);
    answer(&all, "oom", 1, four[1].id, false);
    answer(&all, "oom", 1, four[1].id, false);
    answer(&all, "oom", 2, NULL, false);
    answer(&all, "oom", 3, NULL, false);
    answer(&all, "oom", 4, four[2].id, true);
    answer(&all, "oom", 5, four[2].id, true);
    answer(&all, "oom", 6, four[3].id, false);
    misconceptions_card(&all, "deck", &card, 1);
    misconceptions_sort(&all);
    assert_int_equal(all.count, 3);
    assert_string_equal(all.items[0].statement, four[3].id);
    assert_string_equal(all.items[1].statement, four[2].id);
    assert_string_equal(all.items[2].statement, four[1].id);
    assert_true(all.items[2].overcome);
    misconceptions_release(&all);
}

static void a_text_that_is_right_elsewhere_is_a_pair(void **state)
{
    struct statement right = {.id = "it",
                              .text = "Add a DPU",
                              .why = "It carries the traffic.",
                              .correct = true};
    struct card other = {.id = "traffic",
                         .question = "What frees the CPU?",
                         .statements = &right,
                         .statement_count = 1,
                         .correct_count = 1};
    struct misconceptions all;

    (void)state;
    set_up_card("oom");
    misconceptions_init(&all);
    answer(&all, "oom", 1, "dpu", false);
    misconceptions_card(&all, "deck", &card, 1);
    misconceptions_offer_pair(&all, "another-deck", &other);
    assert_null(all.items[0].pair_card);
    misconceptions_offer_pair(&all, "deck", &card); /* itself is none */
    assert_null(all.items[0].pair_card);
    misconceptions_offer_pair(&all, "deck", &other);
    assert_string_equal(all.items[0].pair_card, "traffic");
    assert_string_equal(all.items[0].pair_why, "It carries the traffic.");
    misconceptions_release(&all);
}

static bool note_card(void *context, const char *deck, const char *id)
{
    (void)deck;
    buf_printf(context, "%s ", id);
    return true;
}

static void a_rename_brings_falls_together(void **state)
{
    struct misconceptions all;
    struct buf names = {0};

    (void)state;
    set_up_card("oom");
    misconceptions_init(&all);
    answer(&all, "old", 10, "dpu", false);
    answer(&all, "oom", 11, "dpu", true);
    answer(&all, "oom", 12, NULL, false);
    misconceptions_rename(&all, "deck", "old", "oom");
    answer(&all, "oom", 13, NULL, false);
    misconceptions_each_fallen(&all, note_card, &names);
    assert_string_equal(buf_text(&names), "oom ");
    misconceptions_card(&all, "deck", &card, 1);
    assert_int_equal(all.count, 1);
    assert_int_equal(all.items[0].times, 2);
    assert_int_equal(all.items[0].believed, 1);
    assert_int_equal(all.items[0].last_day, 11);
    assert_true(all.items[0].overcome);
    buf_release(&names);
    misconceptions_release(&all);
}

static void assert_history(const struct misconception *item,
                           const char *expected)
{
    struct buf text = {0};

    misconception_history(&text, item);
    assert_string_equal(buf_text(&text), expected);
    buf_release(&text);
}

static void its_history_is_said_in_words(void **state)
{
    struct misconception item = {.times = 1, .believed = 1, .last_day = TODAY};

    (void)state;
    assert_history(&item, "1 time, last on Tue 1 Dec 2026, not overcome");
    item.believed = 0;
    assert_history(&item,
                   "1 time, a guess, last on Tue 1 Dec 2026, not overcome");
    item.times = 3;
    item.believed = 2;
    item.overcome = true;
    assert_history(&item, "3 times, 1 of them a guess, last on Tue 1 Dec "
                          "2026, overcome");
}

static void assert_beside(int width, const char *expected)
{
    struct told left = {"x ", STYLE_WRONG, "Add a DPU", "It has no memory."};
    struct told right = {"+ ", STYLE_RIGHT, "Shard it", ""};
    struct arena arena = {0};
    struct lines lines = {.arena = &arena};
    struct buf text = {0};

    told_beside(&lines, &left, &right, 3, width);
    for (int i = 0; i < lines.count; i++) {
        for (int s = 0; s < lines.items[i].count; s++)
            buf_add(&text, lines.items[i].spans[s].text);
        buf_add_char(&text, '\n');
    }
    assert_string_equal(buf_text(&text), expected);
    buf_release(&text);
    arena_release(&arena);
}

/* 60 cells: a margin of 3, two columns of 27 and 3 between them. */
static void two_statements_stand_side_by_side(void **state)
{
    (void)state;
    assert_beside(60, "   x Add a DPU                   + Shard it\n"
                      "     It has no memory.\n");
    assert_beside(40, "   x Add a DPU\n"
                      "     It has no memory.\n"
                      "   + Shard it\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(falls_are_counted_by_statement),
        cmocka_unit_test(right_on_two_days_after_overcomes_it),
        cmocka_unit_test(what_was_believed_comes_first),
        cmocka_unit_test(a_text_that_is_right_elsewhere_is_a_pair),
        cmocka_unit_test(a_rename_brings_falls_together),
        cmocka_unit_test(its_history_is_said_in_words),
        cmocka_unit_test(two_statements_stand_side_by_side),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
