/* SPDX-License-Identifier: MIT */
#include "support.h"

static void answer(struct world *world, unsigned id, const char *card)
{
    append_entry(world, make_entry(id, ENTRY_ANSWER, card,
                                   answer_text(world, true, CARD_NEW, 20003)));
}

static void undo(struct world *world, unsigned id, unsigned of,
                 const char *card)
{
    append_entry(world, make_undo(id, of, card));
}

static void a_tick_is_above_the_greatest_and_not_below_the_clock(void **state)
{
    struct world *world = *state;
    struct entry entry = make_entry(1, ENTRY_FLAG, "a", NULL);

    entry.at_ms = 5000;
    OK(world, store_log_append(world->store, &entry, &world->err));
    assert_int_equal(entry.tick, 5000);
    entry.id = id_of(2);
    entry.at_ms = 4000; /* the clock was set back */
    OK(world, store_log_append(world->store, &entry, &world->err));
    assert_int_equal(entry.tick, 5001);
    entry.id = id_of(3);
    entry.at_ms = 9000;
    OK(world, store_log_append(world->store, &entry, &world->err));
    assert_int_equal(entry.tick, 9000);
}

static void a_clock_before_1970_counts_ticks_from_0(void **state)
{
    struct world *world = *state;
    struct entry entry = make_entry(1, ENTRY_FLAG, "a", NULL);

    entry.at_ms = -5000;
    OK(world, store_log_append(world->store, &entry, &world->err));
    assert_int_equal(entry.tick, 0);
}

static void a_second_try_finds_the_first(void **state)
{
    struct world *world = *state;
    struct entry entry = make_entry(1, ENTRY_FLAG, "a", NULL);
    bool found = true;

    OK(world,
       store_log_has(world->store, entry.id, entry.at_ms, &found, &world->err));
    assert_false(found);
    append_entry(world, make_entry(9, ENTRY_FLAG, "a", NULL)); /* is ahead */
    append_entry(world, entry);
    append_entry(world, make_entry(10, ENTRY_FLAG, "a", NULL));
    OK(world,
       store_log_has(world->store, entry.id, entry.at_ms, &found, &world->err));
    assert_true(found);
    OK(world, store_log_has(world->store, entry.id, entry.at_ms + DAY_MS,
                            &found, &world->err));
    assert_false(found); /* it is not looked for before that time */
}

static void an_undo_is_found_by_its_card_or_in_the_whole_log(void **state)
{
    struct world *world = *state;
    struct entry ours = make_undo(3, 1, "a"), foreign = make_undo(4, 2, ""),
                 found = {0};

    answer(world, 1, "a");
    answer(world, 2, "b");
    OK(world, store_log_find_named(world->store, &ours, &world->arena, &found,
                                   &world->err));
    assert_int_equal(found.id.bytes[15], 1);
    foreign.deck = "";
    OK(world, store_log_find_named(world->store, &foreign, &world->arena,
                                   &found, &world->err));
    assert_int_equal(found.id.bytes[15], 2);
    ours.refers_to = id_of(7);
    assert_int_equal(store_log_find_named(world->store, &ours, &world->arena,
                                          &found, &world->err),
                     STATUS_NOT_FOUND);
}

static void an_unknown_kind_is_kept_byte_for_byte(void **state)
{
    struct world *world = *state;
    struct entry entry = make_entry(1, ENTRY_UNKNOWN, "a", NULL), found;

    entry.kind_name = "from_tomorrow";
    entry.body = "{ \"x\" : 1.50 }";
    assert_true(merge_entry(world, entry));
    OK(world, store_log_find(world->store, id_of(1), &world->arena, &found,
                             &world->err));
    assert_int_equal(found.kind, ENTRY_UNKNOWN);
    assert_string_equal(found.kind_name, "from_tomorrow");
    assert_string_equal(found.body, "{ \"x\" : 1.50 }");
}

static void an_absent_entry_is_not_found(void **state)
{
    struct world *world = *state;
    struct entry found;
    bool has = true;

    OK(world, store_log_has(world->store, id_of(9), 0, &has, &world->err));
    assert_false(has);
    assert_int_equal(store_log_find(world->store, id_of(9), &world->arena,
                                    &found, &world->err),
                     STATUS_NOT_FOUND);
}

static void undo_of_an_undo_puts_back(void **state)
{
    struct world *world = *state;

    answer(world, 1, "a");
    undo(world, 2, 1, "a");
    expect_log(world, NULL, "1x 2");
    undo(world, 3, 2, "a");
    expect_log(world, NULL, "1 2x 3");
    undo(world, 4, 3, "a");
    expect_log(world, NULL, "1x 2 3x 4");
}

static void an_undo_before_what_it_names_does_not_count(void **state)
{
    struct world *world = *state;
    struct entry early = make_undo(1, 2, "a");

    early.tick = 1;
    assert_true(merge_entry(world, early));
    answer(world, 2, "a");
    expect_log(world, NULL, "1 2");
}

static void a_grade_falls_with_its_answer_and_with_a_later_one(void **state)
{
    struct world *world = *state;
    struct entry grade =
        make_entry(2, ENTRY_GRADE, "a", grade_text(world, GRADE_EASY, 20008));

    grade.refers_to = id_of(1);
    answer(world, 1, "a");
    append_entry(world, grade);
    expect_log(world, NULL, "1 2");
    undo(world, 3, 1, "a");
    expect_log(world, NULL, "1x 2x 3");
    undo(world, 4, 3, "a");
    answer(world, 5, "a");
    grade.id = id_of(6);
    append_entry(world, grade); /* of the answer before the last */
    expect_log(world, NULL, "1 2 3x 4 5 6x");
}

static void filters_choose_by_day_kind_deck_and_card(void **state)
{
    struct world *world = *state;
    struct entry entry;
    struct store_log_filter since = {.has_since = true, .since_day = 20001};
    struct store_log_filter kind = {.kind = ENTRY_FLAG};
    struct store_log_filter deck = {.deck = "e"};
    struct store_log_filter card = {.deck = "d", .card = "a"};

    answer(world, 1, "a");
    append_entry(world, make_entry(2, ENTRY_FLAG, "b", NULL));
    entry = make_entry(3, ENTRY_FLAG, "a", NULL);
    entry.day = 20001;
    append_entry(world, entry);
    entry = make_entry(4, ENTRY_SUSPEND, "x", NULL);
    entry.deck = "e";
    append_entry(world, entry);
    expect_log(world, &since, "3");
    expect_log(world, &kind, "2 3");
    expect_log(world, &deck, "4");
    expect_log(world, &card, "1 3");
    card.has_since = true;
    card.since_day = 20001;
    expect_log(world, &card, "3");
}

static void a_history_has_undos_that_name_no_card(void **state)
{
    struct world *world = *state;
    struct entry foreign = make_undo(2, 1, "");

    answer(world, 1, "a");
    foreign.deck = "";
    append_entry(world, foreign);
    foreign = make_undo(3, 2, "");
    foreign.deck = "";
    append_entry(world, foreign);
    answer(world, 4, "b");
    expect_history(world, "a", "1 2 3");
}

static void a_rename_takes_the_history_along(void **state)
{
    struct world *world = *state;

    answer(world, 1, "a");
    append_entry(world, make_entry(2, ENTRY_RENAME, "a", "{\"to\":\"b\"}"));
    answer(world, 3, "b");
    answer(world, 4, "a"); /* another card under the old id */
    append_entry(world, make_entry(5, ENTRY_RENAME, "b", "{\"to\":\"c\"}"));
    answer(world, 6, "c");
    expect_history(world, "c", "1 2 3 5 6");
    expect_history(world, "b", "");
    expect_history(world, "a", "4");
    undo(world, 7, 5, "b");
    expect_history(world, "b", "1 2 3 5 7");
    expect_history(world, "c", "6");
}

static void a_rename_there_and_back_is_one_history(void **state)
{
    struct world *world = *state;

    answer(world, 1, "a");
    append_entry(world, make_entry(2, ENTRY_RENAME, "a", "{\"to\":\"b\"}"));
    answer(world, 3, "b");
    append_entry(world, make_entry(4, ENTRY_RENAME, "b", "{\"to\":\"a\"}"));
    answer(world, 5, "a");
    expect_history(world, "a", "1 2 3 4 5");
    expect_history(world, "b", "");
}

/* Id of the last act, 0 when there is none. */
static int last_act(struct world *world, bool redo)
{
    struct entry entry = {0};
    enum status status = store_log_last_act(world->store, id_of(0xaaaaaa), redo,
                                            &world->arena, &entry, &world->err);

    if (status == STATUS_NOT_FOUND)
        return 0;
    OK(world, status);
    return entry.id.bytes[15];
}

static void undo_goes_back_act_by_act_and_redo_forward(void **state)
{
    struct world *world = *state;

    assert_int_equal(last_act(world, false), 0);
    answer(world, 1, "a");
    answer(world, 2, "b");
    assert_int_equal(last_act(world, false), 2);
    assert_int_equal(last_act(world, true), 0);
    undo(world, 3, 2, "b");
    assert_int_equal(last_act(world, false), 1);
    undo(world, 4, 1, "a");
    assert_int_equal(last_act(world, false), 0);
    assert_int_equal(last_act(world, true), 4);
    undo(world, 5, 4, "a"); /* puts 1 back */
    assert_int_equal(last_act(world, false), 1);
    assert_int_equal(last_act(world, true), 3);
    undo(world, 6, 3, "b"); /* puts 2 back */
    assert_int_equal(last_act(world, false), 2);
    assert_int_equal(last_act(world, true), 0);
}

static void a_new_act_ends_redo(void **state)
{
    struct world *world = *state;

    answer(world, 1, "a");
    undo(world, 2, 1, "a");
    assert_int_equal(last_act(world, true), 2);
    append_entry(world, make_entry(3, ENTRY_FLAG, "a", NULL));
    assert_int_equal(last_act(world, true), 0);
    assert_int_equal(last_act(world, false), 3);
}

static void undo_skips_other_machines_and_what_is_no_act(void **state)
{
    struct world *world = *state;
    struct entry other = make_entry(2, ENTRY_FLAG, "a", NULL);

    answer(world, 1, "a");
    other.machine = id_of(0xbbbbbb);
    append_entry(world, other);
    append_entry(world, make_entry(3, ENTRY_RESET, "a", "{\"key\":\"y\"}"));
    append_entry(world, make_entry(4, ENTRY_RENAME, "q", "{\"to\":\"r\"}"));
    assert_int_equal(last_act(world, false), 1);
}

static void a_reset_by_the_learner_can_be_taken_back(void **state)
{
    struct world *world = *state;
    struct reset_body body = {.by_learner = true};
    struct buf text = {0};

    reset_body_write(&text, &body);
    answer(world, 1, "a");
    append_entry(world, make_entry(2, ENTRY_RESET, "a", buf_text(&text)));
    assert_int_equal(last_act(world, false), 2);
    buf_release(&text);
}

static void a_grade_of_a_voided_answer_is_not_the_last_act(void **state)
{
    struct world *world = *state;
    struct entry grade =
        make_entry(2, ENTRY_GRADE, "a", grade_text(world, GRADE_EASY, 20008));

    answer(world, 1, "a");
    grade.refers_to = id_of(1);
    append_entry(world, grade);
    assert_int_equal(last_act(world, false), 2);
    undo(world, 3, 1, "a");
    assert_int_equal(last_act(world, false), 0);
}

static void goal(struct world *world, unsigned id, int day)
{
    struct goal_body body = {.has_exam_day = true, .exam_day = day};
    struct buf text = {0};

    goal_body_write(&text, &body);
    append_entry(world, make_entry(id, ENTRY_GOAL, "", buf_text(&text)));
    buf_release(&text);
}

static void the_last_standing_goal_counts(void **state)
{
    struct world *world = *state;
    struct goal_body body = {0};
    bool found = true;

    OK(world, store_goal(world->store, "d", &found, &body, &world->err));
    assert_false(found);
    goal(world, 1, 20100);
    goal(world, 2, 20200);
    OK(world, store_goal(world->store, "d", &found, &body, &world->err));
    assert_true(found);
    assert_int_equal(body.exam_day, 20200);
    undo(world, 3, 2, "");
    OK(world, store_goal(world->store, "d", &found, &body, &world->err));
    assert_int_equal(body.exam_day, 20100);
    OK(world, store_goal(world->store, "e", &found, &body, &world->err));
    assert_false(found);
}

static void the_last_standing_parameters_are_in_force(void **state)
{
    struct world *world = *state;
    struct fsrs_parameters set = fsrs_default, got;
    struct entry entry;
    struct buf text = {0};

    OK(world, store_parameters(world->store, &got, &world->err));
    assert_true(got.w[0] == fsrs_default.w[0]);
    set.w[0] = 1.5;
    parameters_body_write(&text, &set, "by hand");
    entry = make_entry(1, ENTRY_PARAMETERS, "", buf_text(&text));
    entry.deck = "";
    append_entry(world, entry);
    append_entry(world, make_entry(2, ENTRY_PARAMETERS, "", "{\"w\":[]}"));
    OK(world, store_parameters(world->store, &got, &world->err));
    assert_true(got.w[0] == 1.5);
    undo(world, 3, 1, "");
    OK(world, store_parameters(world->store, &got, &world->err));
    assert_true(got.w[0] == fsrs_default.w[0]);
    buf_release(&text);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(a_tick_is_above_the_greatest_and_not_below_the_clock),
        TEST(a_clock_before_1970_counts_ticks_from_0),
        TEST(a_second_try_finds_the_first),
        TEST(an_undo_is_found_by_its_card_or_in_the_whole_log),
        TEST(an_unknown_kind_is_kept_byte_for_byte),
        TEST(an_absent_entry_is_not_found),
        TEST(undo_of_an_undo_puts_back),
        TEST(an_undo_before_what_it_names_does_not_count),
        TEST(a_grade_falls_with_its_answer_and_with_a_later_one),
        TEST(filters_choose_by_day_kind_deck_and_card),
        TEST(a_history_has_undos_that_name_no_card),
        TEST(a_rename_takes_the_history_along),
        TEST(a_rename_there_and_back_is_one_history),
        TEST(undo_goes_back_act_by_act_and_redo_forward),
        TEST(a_new_act_ends_redo),
        TEST(undo_skips_other_machines_and_what_is_no_act),
        TEST(a_reset_by_the_learner_can_be_taken_back),
        TEST(a_grade_of_a_voided_answer_is_not_the_last_act),
        TEST(the_last_standing_goal_counts),
        TEST(the_last_standing_parameters_are_in_force),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
