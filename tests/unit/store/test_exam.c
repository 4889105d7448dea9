/* SPDX-License-Identifier: MIT */
#include "support.h"

#define RECALL                                                                 \
    "{\"id\":\"recall\",\"question\":\"no \\\"distractors\\\": none\","        \
    "\"correct\":{\"id\":\"r\",\"text\":\"R\"}}"
#define DECK(brief)                                                            \
    DECK_HEAD CARD("a", "1.1", "") "," CARD(                                   \
        "kept", "1.2",                                                         \
        ",\"reserve\":true,\"short\":\"" brief "\"") "," RECALL DECK_TAIL

static const char end_text[] = "{\"chosen\":[\"w\"],\"marked\":false,"
                               "\"ms\":900,\"end\":true,\"correct\":false}";

static void end_exam_of(struct world *world, const char *id)
{
    struct store_card card = find_card(world, id);
    struct entry entry = make_entry(9, ENTRY_EXAM_CHOICE, id, end_text);

    OK(world, store_begin(world->store, &world->err));
    OK(world, store_log_append(world->store, &entry, &world->err));
    progress_apply(&card.progress, &world->fsrs, &entry);
    OK(world, store_progress_write(world->store, card.key, &card.progress,
                                   &world->err));
    OK(world, store_commit(world->store, &world->err));
}

static void what_an_exam_has_shown_leaves_reserve_for_good(void **state)
{
    struct world *world = *state;
    int64_t differences = -1;

    import_text(world, DECK("W"));
    assert_true(find_card(world, "kept").reserve);
    end_exam_of(world, "kept");
    assert_false(find_card(world, "kept").reserve);
    assert_true(find_card(world, "kept").progress.seen);
    OK(world,
       store_replay(world->store, &world->fsrs, &differences, &world->err));
    assert_int_equal(differences, 0);
    /* The file still says reserve, with another text. */
    import_text(world, DECK("Another"));
    assert_false(find_card(world, "kept").reserve);
    assert_int_equal(query(world, "SELECT bucket FROM card WHERE id = 'kept'"),
                     0);
    (void)query(world, "UPDATE card SET reserve = 1 WHERE id = 'kept'");
    OK(world, store_begin(world->store, &world->err));
    OK(world, store_replay(world->store, &world->fsrs, NULL, &world->err));
    OK(world, store_commit(world->store, &world->err));
    assert_false(find_card(world, "kept").reserve);
}

static void an_exam_is_drawn_from_cards_with_a_choice(void **state)
{
    struct world *world = *state;
    struct store_card *cards = NULL;
    int count = 0;

    import_text(world, DECK("W"));
    OK(world, store_cards_to_choose(world->store, 1, &world->arena, &cards,
                                    &count, &world->err));
    assert_int_equal(count, 2);
    assert_string_equal(cards[count - 1].id, "kept");
    assert_true(cards[count - 1].reserve);
}

static void entries_of_an_exam_come_in_their_order(void **state)
{
    struct world *world = *state;
    struct entry choice = make_entry(2, ENTRY_EXAM_CHOICE, "a", NULL);
    struct entry other = make_entry(3, ENTRY_EXAM_CHOICE, "a", NULL);
    struct entry end = make_entry(4, ENTRY_EXAM_END, "", NULL);
    struct entry undo = make_entry(5, ENTRY_UNDO, "a", NULL);
    struct entry *entries = NULL;
    int count = 0;

    append_entry(world, make_entry(1, ENTRY_EXAM_START, "", NULL));
    choice.refers_to = end.refers_to = undo.refers_to = id_of(1);
    other.refers_to = id_of(7);
    append_entry(world, choice);
    append_entry(world, other);
    append_entry(world, end);
    append_entry(world, undo);
    OK(world, store_log_of_exam(world->store, id_of(1), &world->arena, &entries,
                                &count, &world->err));
    assert_int_equal(count, 2);
    assert_int_equal(entries[0].kind, ENTRY_EXAM_CHOICE);
    assert_int_equal(entries[1].kind, ENTRY_EXAM_END);
    OK(world, store_log_of_deck(world->store, "d", &world->arena, &entries,
                                &count, &world->err));
    assert_int_equal(count, 2);
    assert_int_equal(entries[0].kind, ENTRY_EXAM_START);
    assert_int_equal(entries[1].kind, ENTRY_EXAM_END);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(what_an_exam_has_shown_leaves_reserve_for_good),
        TEST(an_exam_is_drawn_from_cards_with_a_choice),
        TEST(entries_of_an_exam_come_in_their_order),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
