/* SPDX-License-Identifier: MIT */
#include "support.h"

#define THREE                                                                  \
    DECK_HEAD CARD("a", "1.1", ",\"tags\":[\"x\",\"yy\"]") "," CARD(           \
        "b", "2.1", "") "," CARD("c", "1.2", ",\"reserve\":true") DECK_TAIL

static void a_first_import_makes_deck_cards_and_counts(void **state)
{
    struct world *world = *state;
    struct store_deck deck = {0};
    struct store_card card;
    int64_t totals[3] = {-1, -1, -1};

    import_text(world, THREE);
    OK(world,
       store_deck_find(world->store, "d", &world->arena, &deck, &world->err));
    assert_string_equal(deck.title, "D");
    assert_string_equal(deck.origin, "/decks/d.json");
    assert_int_equal(deck.cards, 3);
    card = find_card(world, "a");
    assert_string_equal(card.objective, "1.1");
    assert_int_equal(card.domain, 0);
    assert_int_equal(card.progress.due.state, CARD_NEW);
    card = find_card(world, "b");
    assert_int_equal(card.domain, 1);
    assert_false(card.reserve);
    assert_true(find_card(world, "c").reserve);
    OK(world, store_totals(world->store, deck.key, totals, 3, &world->err));
    assert_int_equal(totals[0], 0);
    assert_int_equal(totals[1], 2);
    assert_int_equal(totals[2], 1);
}

static void the_same_again_writes_nothing(void **state)
{
    struct world *world = *state;
    struct stat before, after;
    int64_t version = 0, same = 0;
    struct store *other = NULL;

    import_text(world, THREE);
    OK(world, store_open(world->path, false, &other, &world->err));
    OK(world, store_data_version(other, &version, &world->err));
    assert_int_equal(stat(world->path, &before), 0);
    import_text(world, THREE);
    assert_int_equal(stat(world->path, &after), 0);
    OK(world, store_data_version(other, &same, &world->err));
    assert_int_equal(version, same);
    assert_int_equal(before.st_mtime, after.st_mtime);
    store_close(other);
}

static void a_card_reads_back_as_it_was(void **state)
{
    struct world *world = *state;
    struct store_card row;
    struct card card = {0};

    import_text(world, THREE);
    row = find_card(world, "a");
    OK(world, store_card_load(world->store, row.key, &world->arena, &row, &card,
                              &world->err));
    assert_string_equal(card.id, "a");
    assert_string_equal(card.question, "q a?");
    assert_int_equal(card.statement_count, 2);
    assert_string_equal(card.statements[0].text, "yes");
    assert_int_equal(card.tag_count, 2);
}

static void a_card_gone_is_retired_and_comes_back_with_its_history(void **state)
{
    struct world *world = *state;
    struct progress progress;
    struct store_card card;

    import_text(world, THREE);
    card = find_card(world, "b");
    progress = card.progress;
    progress.flagged = true;
    OK(world,
       store_progress_write(world->store, card.key, &progress, &world->err));
    import_text(world, DECK_HEAD CARD("a", "1.1", "") DECK_TAIL);
    assert_true(find_card(world, "b").retired);
    assert_int_equal(query(world, "SELECT sum(cards) FROM tally"), 1);
    import_text(world, THREE);
    card = find_card(world, "b");
    assert_false(card.retired);
    assert_true(card.progress.flagged);
    assert_int_equal(query(world, "SELECT sum(cards) FROM tally"), 3);
}

static bool note_id(void *context, struct slice json)
{
    struct buf *out = context;
    struct arena arena = {0};
    struct card card = {0};
    struct error err = {0};

    assert_int_equal(deck_read_card(json, &arena, &card, &err), STATUS_OK);
    buf_printf(out, "%s ", card.id);
    arena_release(&arena);
    return true;
}

static void expect_order(struct world *world, const char *expected)
{
    struct buf out = {0};

    OK(world, store_deck_cards(world->store, 1, note_id, &out, &world->err));
    assert_string_equal(buf_text(&out), expected);
    buf_release(&out);
}

#define A CARD("a", "1.1", "")
#define B CARD("b", "1.1", "")
#define C CARD("c", "1.1", "")
#define X CARD("x", "1.1", "")

static void cards_stand_in_the_order_of_the_file(void **state)
{
    struct world *world = *state;

    import_text(world, DECK_HEAD A "," B "," C DECK_TAIL);
    expect_order(world, "a b c ");
    import_text(world, DECK_HEAD A "," X "," B "," C DECK_TAIL);
    expect_order(world, "a x b c ");
    import_text(world, DECK_HEAD C "," A "," X "," B DECK_TAIL);
    expect_order(world, "c a x b ");
    import_text(world, DECK_HEAD C "," X "," B DECK_TAIL);
    expect_order(world, "c x b ");
    import_text(world, DECK_HEAD C "," X "," B "," A DECK_TAIL);
    expect_order(world, "c x b a ");
}

static void a_card_put_in_the_middle_moves_no_other(void **state)
{
    struct world *world = *state;
    int64_t before, after;

    import_text(world, DECK_HEAD A "," B "," C DECK_TAIL);
    before = query(world, "SELECT sum(seq) FROM card");
    import_text(world, DECK_HEAD A "," X "," B "," C DECK_TAIL);
    after = query(world, "SELECT sum(seq) FROM card WHERE id <> 'x'");
    assert_int_equal(before, after);
}

static void a_changed_key_leaves_a_reset_and_the_card_is_owed(void **state)
{
    struct world *world = *state;
    struct store_card card;

    import_text(world, DECK_HEAD A DECK_TAIL);
    append_entry(world, make_entry(1, ENTRY_ANSWER, "a",
                                   answer_text(world, true, CARD_NEW, 20009)));
    OK(world, store_progress_refold(world->store, "d", "a", &world->fsrs,
                                    &world->err));
    assert_int_equal(find_card(world, "a").progress.due.state, CARD_REVIEW);
    import_text(world, DECK_HEAD
                "{\"id\":\"a\",\"objective\":\"1.1\",\"question\":\"q a?\","
                "\"correct\":{\"id\":\"n\",\"text\":\"no\"},\"distractors\":["
                "{\"id\":\"y\",\"text\":\"yes\"}]}" DECK_TAIL);
    card = find_card(world, "a");
    assert_int_equal(card.progress.due.state, CARD_NEW);
    assert_int_equal(card.progress.reset_day, 20000);
    assert_int_equal(
        query(world, "SELECT count(*) FROM log WHERE kind = 'reset'"), 1);
    /* counted among the reviews of that day */
    assert_int_equal(query(world, "SELECT cards FROM tally WHERE state = 2"
                                  " AND due_day = 20000"),
                     1);
}

static void a_renamed_card_keeps_its_history(void **state)
{
    static const char *const renames[][2] = {{"a", "x"}};
    struct world *world = *state;
    struct store_card card;
    int64_t key;

    import_text(world, DECK_HEAD A "," B DECK_TAIL);
    key = find_card(world, "a").key;
    append_entry(world, make_entry(1, ENTRY_ANSWER, "a",
                                   answer_text(world, true, CARD_NEW, 20009)));
    OK(world, store_progress_refold(world->store, "d", "a", &world->fsrs,
                                    &world->err));
    import_with(world, DECK_HEAD X "," B DECK_TAIL, renames, 1);
    card = find_card(world, "x");
    assert_int_equal(card.key, key);
    assert_int_equal(card.progress.answers, 1);
    assert_int_equal(query(world, "SELECT count(*) FROM card"), 2);
    /* an act that names the old id reaches the card */
    append_entry(world, make_undo(2, 1, "a"));
    OK(world, store_progress_refold(world->store, "d", "a", &world->fsrs,
                                    &world->err));
    assert_int_equal(find_card(world, "x").progress.answers, 0);
}

static void a_card_the_log_knows_already_gets_its_progress(void **state)
{
    struct world *world = *state;
    struct store_card card;

    append_entry(world, make_entry(1, ENTRY_ANSWER, "b",
                                   answer_text(world, true, CARD_NEW, 20005)));
    append_entry(world, make_entry(2, ENTRY_SUSPEND, "c", NULL));
    import_text(world, DECK_HEAD A "," B "," C DECK_TAIL);
    card = find_card(world, "b");
    assert_int_equal(card.progress.due.state, CARD_REVIEW);
    assert_int_equal(card.progress.due.due_day, 20005);
    assert_true(find_card(world, "c").progress.suspended);
    assert_int_equal(query(world, "SELECT cards FROM tally WHERE state = 2"
                                  " AND due_day = 20005"),
                     1);
}

static void a_changed_outline_moves_cards_that_did_not_change(void **state)
{
    struct world *world = *state;

    import_text(world, DECK_HEAD CARD("a", "2.1", "") DECK_TAIL);
    assert_int_equal(find_card(world, "a").domain, 1);
    import_text(world, "{\"format\":\"aiio-deck\",\"format_version\":1,"
                       "\"id\":\"d\",\"title\":\"D\",\"outline\":["
                       "{\"id\":\"2\",\"title\":\"Two\",\"objectives\":["
                       "{\"id\":\"2.1\",\"title\":\"c\"}]}],\"cards\":[" CARD(
                           "a", "2.1", "") DECK_TAIL);
    assert_int_equal(find_card(world, "a").domain, 0);
    assert_int_equal(query(world, "SELECT domain FROM tally"), 0);
}

static void a_file_in_another_order_changes_only_the_order(void **state)
{
    struct world *world = *state;

    import_text(world, DECK_HEAD A "," B DECK_TAIL);
    import_text(world, DECK_HEAD B "," A DECK_TAIL);
    expect_order(world, "b a ");
    assert_int_equal(query(world, "SELECT count(*) FROM log"), 0);
}

static void finding_a_card_says_which_decks_have_it(void **state)
{
    struct world *world = *state;
    struct store_card card = {0};

    import_text(world, DECK_HEAD A DECK_TAIL);
    OK(world, store_card_find(world->store, NULL, "a", &world->arena, &card,
                              &world->err));
    assert_string_equal(card.deck, "d");
    import_text(world,
                "{\"format\":\"aiio-deck\",\"format_version\":1,"
                "\"id\":\"e\",\"title\":\"E\",\"cards\":[" CARD("a", "9.9", "")
                    DECK_TAIL);
    assert_int_equal(store_card_find(world->store, NULL, "a", &world->arena,
                                     &card, &world->err),
                     STATUS_NOT_FOUND);
    assert_non_null(strstr(world->err.text, "d/a, e/a"));
    assert_int_equal(store_card_find(world->store, "d", "zz", &world->arena,
                                     &card, &world->err),
                     STATUS_NOT_FOUND);
    assert_int_equal(store_card_find(world->store, NULL, "zz", &world->arena,
                                     &card, &world->err),
                     STATUS_NOT_FOUND);
}

static void a_deck_not_found_names_those_there_are(void **state)
{
    struct world *world = *state;
    struct store_deck deck = {0};

    import_text(world, DECK_HEAD A DECK_TAIL);
    assert_int_equal(
        store_deck_find(world->store, "zz", &world->arena, &deck, &world->err),
        STATUS_NOT_FOUND);
    assert_non_null(strstr(world->err.text, "there is d"));
}

static void text_that_looks_like_sql_is_text(void **state)
{
    struct world *world = *state;
    struct store_filter filter = {
        .domain = -1, .objective = "'; DROP TABLE card; --", .tag = "' OR 1"};
    struct store_card card = {0};

    import_text(world, DECK_HEAD A DECK_TAIL);
    OK(world,
       store_due_new(world->store, &filter, 20000, 5, NULL, NULL, &world->err));
    assert_int_equal(store_card_find(world->store, "d", "' OR '1'='1",
                                     &world->arena, &card, &world->err),
                     STATUS_NOT_FOUND);
    assert_int_equal(query(world, "SELECT count(*) FROM card"), 1);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(a_first_import_makes_deck_cards_and_counts),
        TEST(the_same_again_writes_nothing),
        TEST(a_card_reads_back_as_it_was),
        TEST(a_card_gone_is_retired_and_comes_back_with_its_history),
        TEST(cards_stand_in_the_order_of_the_file),
        TEST(a_card_put_in_the_middle_moves_no_other),
        TEST(a_changed_key_leaves_a_reset_and_the_card_is_owed),
        TEST(a_renamed_card_keeps_its_history),
        TEST(a_card_the_log_knows_already_gets_its_progress),
        TEST(a_changed_outline_moves_cards_that_did_not_change),
        TEST(a_file_in_another_order_changes_only_the_order),
        TEST(finding_a_card_says_which_decks_have_it),
        TEST(a_deck_not_found_names_those_there_are),
        TEST(text_that_looks_like_sql_is_text),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
