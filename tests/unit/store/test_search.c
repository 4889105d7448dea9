/* SPDX-License-Identifier: MIT */
#include "store/support.h"

/* "a:1.1:0 b:…": id, objective and, once known, the day it was added. */
static bool note_found(void *context, const struct store_found *found)
{
    struct buf *out = context;

    buf_printf(out, "%s%s:%s:%d", out->len ? " " : "", found->card.id,
               found->card.objective, found->has_added ? found->added_day : 0);
    return true;
}

static bool note_text(void *context, const struct store_found *found)
{
    struct buf *out = context;

    buf_add(out, found->text);
    return false; /* one is enough */
}

static void expect_found(struct world *world, bool retired,
                         const char *expected)
{
    const struct store_search search = {.retired = retired};
    struct buf out = {0};

    OK(world,
       store_search(world->store, &search, note_found, &out, &world->err));
    assert_string_equal(buf_text(&out), expected);
    buf_release(&out);
}

static void cards_come_in_deck_order_with_the_day_they_were_added(void **state)
{
    struct world *world = *state;

    /* support.h imports on day 20,000; keys go on from there */
    import_text(world, DECK_HEAD CARD("b", "1.1", "") "," CARD(
                           "a", "2.1", ",\"tags\":[\"x\"]") DECK_TAIL);
    expect_found(world, false, "b:1.1:20000 a:2.1:20000");
    import_text(world, DECK_HEAD CARD("c", "1.2", "") "," CARD("b", "1.1", "")
                           DECK_TAIL);
    expect_found(world, false, "c:1.2:20000 b:1.1:20000");
    expect_found(world, true, "c:1.2:20000 b:1.1:20000 a:2.1:20000");
}

static void days_are_noted_once_and_the_last_one_counts(void **state)
{
    struct world *world = *state;
    struct buf fact = {0};

    import_text(world, DECK_HEAD CARD("a", "1.1", "") "," CARD(
                           "b", "1.1", "") "," CARD("c", "1.1", "") DECK_TAIL);
    OK(world, store_added_note(world->store, 20000, 3, &world->err));
    OK(world, store_added_note(world->store, 20007, 3, &world->err));
    OK(world, store_fact_get(world->store, "added", &fact, &world->err));
    assert_string_equal(buf_text(&fact), "20000 1\n20007 3\n");
    expect_found(world, false, "a:1.1:20000 b:1.1:20000 c:1.1:20007");
    /* cards of before the counting have no day, and what is no line is none */
    OK(world, store_fact_set(world->store, "added",
                             SLICE("x\n20007 2\n 3\n20008\n"), &world->err));
    expect_found(world, false, "a:1.1:0 b:1.1:20007 c:1.1:20007");
    buf_release(&fact);
}

static void a_text_comes_as_it_is_kept_and_a_search_can_stop(void **state)
{
    static const struct store_search both = {.text = true};
    static const char expected[] =
        "{\"id\":\"a\",\"objective\":\"1.1\",\"question\":\"q a?\",\"correct\":"
        "{\"id\":\"y\",\"text\":\"yes\"},\"distractors\":[{\"id\":\"n\","
        "\"text\":\"no\"}]}";
    struct world *world = *state;
    struct buf out = {0};

    import_text(world, DECK_HEAD CARD("a", "1.1", "") "," CARD("b", "1.1", "")
                           DECK_TAIL);
    OK(world, store_search(world->store, &both, note_text, &out, &world->err));
    assert_string_equal(buf_text(&out), expected);
    buf_release(&out);
}

static bool is_not_b(void *context, struct slice json)
{
    (void)context;
    return !slice_starts(json, SLICE("{\"id\":\"b\""));
}

static void note_key(void *context, int64_t key)
{
    struct buf *out = context;

    buf_printf(out, "%s%lld", out->len ? " " : "", (long long)key);
}

static void expect_keys(struct world *world, bool retired, const char *expected)
{
    struct buf out = {0};

    OK(world, store_search_texts(world->store, retired, is_not_b, note_key,
                                 &out, &world->err));
    assert_string_equal(buf_text(&out), expected);
    buf_release(&out);
}

/* Keys are given as cards come: a 1, b 2, c 3, d 4. */
static void texts_are_matched_and_their_keys_come_in_deck_order(void **state)
{
    struct world *world = *state;

    expect_keys(world, false, "");
    import_text(world, DECK_HEAD CARD("a", "1.1", "") "," CARD(
                           "b", "1.1", "") "," CARD("c", "1.1", "") DECK_TAIL);
    expect_keys(world, false, "1 3");
    import_text(world, DECK_HEAD CARD("d", "1.1", "") "," CARD(
                           "c", "1.1", "") "," CARD("b", "1.1", "") DECK_TAIL);
    expect_keys(world, false, "4 3");
    expect_keys(world, true, "4 1 3"); /* a retired card keeps its place */
}

/* 100,000 cards are streamed: nothing may be sorted first. */
static void a_search_sorts_nothing(void **state)
{
    static const enum sql searches[] = {SQL_SEARCH_TEXTS, SQL_SEARCH_ORDER,
                                        SQL_SEARCH_ACTIVE, SQL_SEARCH_FIELDS,
                                        SQL_SEARCH_BOTH};
    struct world *world = *state;

    world->store->unlocked = true;
    for (size_t i = 0; i < sizeof(searches) / sizeof(searches[0]); i++) {
        sqlite3_stmt *statement = NULL;
        struct buf text = {0};

        buf_printf(&text, "EXPLAIN QUERY PLAN %s", sql_texts[searches[i]]);
        assert_int_equal(sqlite3_prepare_v2(world->store->db, buf_text(&text),
                                            -1, &statement, NULL),
                         SQLITE_OK);
        while (sqlite3_step(statement) == SQLITE_ROW) {
            const char *step = column_slice(statement, 3).ptr;

            assert_null(strstr(step, "TEMP B-TREE"));
            assert_null(strstr(step, "SCAN card "));
        }
        sqlite3_finalize(statement);
        buf_release(&text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(
            cards_come_in_deck_order_with_the_day_they_were_added, setup,
            teardown),
        cmocka_unit_test_setup_teardown(
            days_are_noted_once_and_the_last_one_counts, setup, teardown),
        cmocka_unit_test_setup_teardown(
            a_text_comes_as_it_is_kept_and_a_search_can_stop, setup, teardown),
        cmocka_unit_test_setup_teardown(
            texts_are_matched_and_their_keys_come_in_deck_order, setup,
            teardown),
        cmocka_unit_test_setup_teardown(a_search_sorts_nothing, setup,
                                        teardown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
