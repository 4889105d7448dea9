/* SPDX-License-Identifier: MIT */
#include "support.h"

static void after_the_greatest_tick_of_a_merge_there_is_room(void **state)
{
    struct world *world = *state;
    struct entry entry = make_entry(1, ENTRY_FLAG, "a", NULL);

    entry.tick = 4503599627370496;
    assert_true(merge_entry(world, entry));
    entry.id = id_of(2);
    OK(world, store_log_append(world->store, &entry, &world->err));
    assert_int_equal(entry.tick, 4503599627370497);
    entry.id = id_of(3);
    entry.at_ms = 9007199254740992; /* 2^53: its place would not fit */
    assert_int_equal(store_log_append(world->store, &entry, &world->err),
                     STATUS_REJECTED);
    expect_log(world, NULL, "1 2");
}

static void expect_refused(struct world *world, const struct entry *entries,
                           int count, const char *why)
{
    bool added[2];

    OK(world, store_begin(world->store, &world->err));
    assert_int_equal(
        store_log_merge(world->store, entries, count, added, &world->err),
        STATUS_REJECTED);
    assert_non_null(strstr(world->err.text, why));
    store_rollback(world->store);
}

static void
a_merge_refuses_ticks_out_of_range_and_entries_without_id(void **state)
{
    struct world *world = *state;
    struct entry entries[2] = {make_entry(1, ENTRY_FLAG, "a", NULL),
                               make_entry(2, ENTRY_FLAG, "a", NULL)};

    entries[1].tick = 4503599627370497;
    expect_refused(world, entries, 2,
                   "has tick 4503599627370497; it must be within 0 and "
                   "4503599627370496");
    entries[1].tick = INT64_MAX;
    expect_refused(world, entries, 2, "has tick 9223372036854775807");
    entries[1].tick = -1;
    expect_refused(world, entries, 2, "has tick -1");
    entries[1].tick = 1;
    entries[1].id = id_of(0);
    entries[1].id.bytes[0] = 0;
    expect_refused(world, entries, 2, "has no id");
    expect_log(world, NULL, "");
}

static void a_merged_entry_keeps_its_tick_and_comes_once(void **state)
{
    struct world *world = *state;
    struct entry entry = make_entry(1, ENTRY_FLAG, "a", NULL), found;

    entry.tick = 77;
    assert_true(merge_entry(world, entry));
    assert_false(merge_entry(world, entry));
    OK(world, store_log_find(world->store, id_of(1), &world->arena, &found,
                             &world->err));
    assert_int_equal(found.tick, 77);
    assert_string_equal(found.card, "a");
    assert_int_equal(found.kind, ENTRY_FLAG);
}

static void an_id_comes_once_whatever_a_foreign_entry_says(void **state)
{
    struct world *world = *state;
    struct entry entries[5];
    bool added[5] = {true, false, false, true, true};

    append_entry(world, make_entry(1, ENTRY_SUSPEND, "a", NULL));
    for (int i = 0; i < 5; i++) {
        entries[i] = make_entry(2, ENTRY_FLAG, "b", NULL);
        entries[i].tick = 900 - i;
        entries[i].deck = "e";
    }
    entries[0].id = id_of(1); /* another tick, deck, card and kind */
    entries[1].id = id_of(3);
    entries[4].tick = 899;
    OK(world, store_begin(world->store, &world->err));
    OK(world, store_log_merge(world->store, entries, 5, added, &world->err));
    OK(world, store_commit(world->store, &world->err));
    assert_false(added[0]);
    assert_true(added[1]);
    assert_false(added[2]);
    assert_true(added[3]); /* of tick 897: the first of its id */
    assert_false(added[4]);
    expect_log(world, NULL, "2 3 1");
    assert_int_equal(query(world, "SELECT tick FROM log WHERE id ="
                                  " x'01000000000000000000000000000002'"),
                     897);
    expect_history(world, "a", "1");
}

/* Merges an entry with a tick, one at a time. */
static void merge_at(struct world *world, unsigned id, int64_t tick)
{
    struct entry entry = make_entry(id, ENTRY_ANSWER, "a",
                                    answer_text(world, true, CARD_NEW, 20003));

    entry.tick = tick;
    assert_true(merge_entry(world, entry));
}

static void entries_of_one_tick_stand_by_id_however_they_come(void **state)
{
    struct world *world = *state;

    merge_at(world, 4, 50);
    merge_at(world, 9, 51);
    merge_at(world, 2, 50);
    merge_at(world, 3, 50);
    merge_at(world, 8, 49);
    merge_at(world, 5, 50);
    merge_at(world, 1, 50);
    expect_log(world, NULL, "8 1 2 3 4 5 9");
    expect_history(world, "a", "8 1 2 3 4 5 9");
    assert_int_equal(query(world, "SELECT min(place) FROM log"
                                  " WHERE tick = 50"),
                     51200);
    assert_int_equal(query(world, "SELECT max(place) FROM log"
                                  " WHERE tick = 50"),
                     51204);
    assert_int_equal(query(world, "SELECT count(*) FROM pragma_integrity_check"
                                  " WHERE integrity_check = 'ok'"),
                     1);
}

static void a_merge_in_any_order_gives_the_same_log(void **state)
{
    static const unsigned ids[6] = {5, 3, 6, 1, 4, 2};
    struct world *world = *state;
    struct entry entries[6];
    bool added[6];

    merge_at(world, 7, 50);
    for (int i = 0; i < 6; i++) {
        entries[i] = make_entry(ids[i], ENTRY_FLAG, "a", NULL);
        entries[i].tick = ids[i] < 4 ? 50 : 51;
    }
    OK(world, store_begin(world->store, &world->err));
    OK(world, store_log_merge(world->store, entries, 6, added, &world->err));
    OK(world, store_commit(world->store, &world->err));
    expect_log(world, NULL, "1 2 3 7 4 5 6");
}

static void a_tick_has_room_for_1024_entries(void **state)
{
    struct world *world = *state;
    struct entry entries[1024], late = make_entry(2000, ENTRY_FLAG, "a", NULL);
    bool added[1024];

    for (int i = 0; i < 1024; i++) {
        entries[i] = make_entry((unsigned)(1 + i), ENTRY_FLAG, "a", NULL);
        entries[i].tick = 50;
    }
    OK(world, store_begin(world->store, &world->err));
    OK(world,
       store_log_merge(world->store, entries + 1, 1023, added, &world->err));
    OK(world, store_log_merge(world->store, entries, 1, added, &world->err));
    OK(world, store_commit(world->store, &world->err));
    assert_int_equal(query(world, "SELECT max(place) FROM log"), 52223);
    late.tick = 50;
    expect_refused(world, &late, 1, "more than 1024 entries of tick 50");
    assert_int_equal(query(world, "SELECT count(*) FROM log"), 1024);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(after_the_greatest_tick_of_a_merge_there_is_room),
        TEST(a_merge_refuses_ticks_out_of_range_and_entries_without_id),
        TEST(a_merged_entry_keeps_its_tick_and_comes_once),
        TEST(an_id_comes_once_whatever_a_foreign_entry_says),
        TEST(entries_of_one_tick_stand_by_id_however_they_come),
        TEST(a_merge_in_any_order_gives_the_same_log),
        TEST(a_tick_has_room_for_1024_entries),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
