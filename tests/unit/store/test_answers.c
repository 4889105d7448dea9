/* SPDX-License-Identifier: MIT */
#include "support.h"

/* "1:good 2:easy rename": what store_answers gives, by the entry's number. */
static bool note_answer(void *context, const struct entry *entry,
                        const struct answer_body *body)
{
    if (body)
        buf_printf(context, "%d:%s ", entry->id.bytes[15],
                   grade_name(body->grade));
    else
        buf_printf(context, "%s ", entry->kind_name);
    return true;
}

static void expect_answers(struct world *world, const char *expected)
{
    struct buf text = {0};

    OK(world, store_answers(world->store, note_answer, &text, &world->err));
    assert_string_equal(buf_text(&text), expected);
    buf_release(&text);
}

static void add_answer(struct world *world, unsigned id)
{
    append_entry(world,
                 make_entry(id, ENTRY_ANSWER, "a",
                            answer_text(world, true, CARD_REVIEW, 20005)));
}

static void add_grade(struct world *world, unsigned id, unsigned of,
                      enum grade grade)
{
    struct entry entry =
        make_entry(id, ENTRY_GRADE, "a", grade_text(world, grade, 20008));

    entry.refers_to = id_of(of);
    append_entry(world, entry);
}

static void the_last_standing_grade_is_in_force(void **state)
{
    struct world *world = *state;

    add_answer(world, 1);
    add_grade(world, 2, 1, GRADE_EASY);
    add_grade(world, 3, 1, GRADE_HARD);
    add_answer(world, 4);
    expect_answers(world, "1:hard 4:good ");
    append_entry(world, make_undo(5, 3, "a"));
    expect_answers(world, "1:easy 4:good ");
    add_grade(world, 6, 1, GRADE_AGAIN); /* another answer came between */
    expect_answers(world, "1:easy 4:good ");
    append_entry(world, make_undo(7, 4, "a"));
    expect_answers(world, "1:again "); /* now it has not */
    append_entry(world, make_undo(8, 1, "a"));
    expect_answers(world, "");
}

static void a_grade_after_a_reset_or_a_rename_is_folded(void **state)
{
    struct world *world = *state;

    add_answer(world, 1);
    append_entry(world,
                 make_entry(2, ENTRY_RESET, "a", "{\"by\":\"learner\"}"));
    add_grade(world, 3, 1, GRADE_EASY);
    append_entry(world, make_entry(4, ENTRY_RENAME, "b", "{\"to\":\"a\"}"));
    add_answer(world, 5);
    add_grade(world, 6, 5, GRADE_EASY);
    expect_answers(world, "1:good rename 5:easy ");
}

static void a_card_is_found_by_the_text_that_is_right_for_it(void **state)
{
    struct world *world = *state;
    struct card card = {0};
    bool found = false;

    import_text(world, DECK_HEAD
                "{\"id\":\"one\",\"question\":\"1?\",\"correct\":{\"id\":\"r\","
                "\"text\":\"so \\\"it\\\" is\"},\"distractors\":[{\"id\":\"w\","
                "\"text\":\"not so\"}]},"
                "{\"id\":\"two\",\"question\":\"2?\",\"correct\":{\"id\":\"r\","
                "\"text\":\"otherwise\"},\"distractors\":[{\"id\":\"w\","
                "\"text\":\"so \\\"it\\\" is\"}]}]}");
    OK(world, store_card_of_text(world->store, 1, find_card(world, "two").key,
                                 "so \"it\" is", &world->arena, &found, &card,
                                 &world->err));
    assert_true(found);
    assert_string_equal(card.id, "one");
    OK(world, store_card_of_text(world->store, 1, find_card(world, "one").key,
                                 "so \"it\" is", &world->arena, &found, &card,
                                 &world->err));
    assert_false(found); /* two has it among the wrong ones */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_last_standing_grade_is_in_force,
                                        setup, teardown),
        cmocka_unit_test_setup_teardown(
            a_grade_after_a_reset_or_a_rename_is_folded, setup, teardown),
        cmocka_unit_test_setup_teardown(
            a_card_is_found_by_the_text_that_is_right_for_it, setup, teardown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
