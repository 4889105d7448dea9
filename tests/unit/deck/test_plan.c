/* SPDX-License-Identifier: MIT */
/* Expected changes are the rows of the table in decks/README.md. */
#include "aiio/deck.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { ROWS_MAX = 40 };

/* A store of canonical cards, filled by importing a deck into nothing. */
struct shelf {
    struct plan_existing rows[ROWS_MAX];
    char *json[ROWS_MAX];
    int count, loads;
    struct arena arena;
};

struct world {
    struct shelf shelf;
    struct deck deck;
    struct plan plan;
    const char *renames[4][2];
    int rename_count;
    struct error err;
};

static enum status load(void *context, int64_t key, struct buf *json,
                        struct error *err)
{
    struct shelf *shelf = context;

    (void)err;
    shelf->loads++;
    buf_add_text(json, shelf->json[key - 1]);
    return STATUS_OK;
}

static void read_cards(struct deck *deck, const char *cards)
{
    struct buf text = {0};
    struct problems problems = {0};
    struct deck_file file = {"test", {NULL, 0}};

    buf_printf(&text,
               "{\"format\": \"aiio-deck\", \"id\": \"d\", \"title\": \"D\", "
               "\"cards\": [%s]}",
               cards);
    file.text = buf_slice(&text);
    assert_int_equal(deck_read(&file, 1, false, deck, &problems), STATUS_OK);
    problems_release(&problems);
    buf_release(&text);
}

/* Puts the cards of the deck on the shelf, as an import would have. */
static void store(struct world *world, const char *cards)
{
    struct shelf *shelf = &world->shelf;
    struct deck deck;

    read_cards(&deck, cards);
    for (int i = 0; i < deck.card_count; i++) {
        struct buf json = {0};

        deck_write_card(&json, &deck.cards[i]);
        shelf->json[shelf->count] =
            arena_string(&shelf->arena, buf_slice(&json));
        shelf->rows[shelf->count] = (struct plan_existing){
            .id = arena_string(&shelf->arena, slice_of(deck.cards[i].id)),
            .key = shelf->count + 1,
            .hash = plan_hash(buf_slice(&json)),
        };
        shelf->count++;
        buf_release(&json);
    }
    deck_release(&deck);
}

static enum status try_plan(struct world *world, const char *cards)
{
    struct plan_input input = {
        .deck = &world->deck,
        .existing = world->shelf.rows,
        .existing_count = world->shelf.count,
        .renames = (const char *const(*)[2])world->renames,
        .rename_count = world->rename_count,
        .load = load,
        .context = &world->shelf,
    };

    read_cards(&world->deck, cards);
    return plan_make(&input, &world->plan, &world->err);
}

static void plan(struct world *world, const char *cards)
{
    assert_int_equal(try_plan(world, cards), STATUS_OK);
}

static void clear(struct world *world)
{
    plan_release(&world->plan);
    deck_release(&world->deck);
    arena_release(&world->shelf.arena);
    *world = (struct world){0};
}

/* One card stored, one in the file: what changes? */
static enum change change_of(const char *before, const char *after)
{
    struct world world = {0};
    enum change change;

    store(&world, before);
    plan(&world, after);
    assert_int_equal(world.plan.count, 1);
    change = world.plan.items[0].change;
    assert_int_equal(world.plan.counts[change], 1);
    clear(&world);
    return change;
}

#define GIVEN(question, correct, wrong)                                        \
    "{\"id\": \"c\", \"question\": \"" question "\", \"correct\": "            \
    "{\"id\": \"" correct "\", \"text\": \"text of " correct "\"}, "           \
    "\"distractors\": [{\"id\": \"" wrong "\", \"text\": \"text of " wrong     \
    "\"}]}"
#define BARE(question, correct, wrong)                                         \
    "{\"id\": \"c\", \"question\": \"" question "\", \"correct\": "            \
    "{\"text\": \"" correct "\"}, \"distractors\": [{\"text\": \"" wrong       \
    "\"}]}"
#define SIMPLE(id, question, correct)                                          \
    "{\"id\": \"" id "\", \"question\": \"" question "\", \"correct\": "       \
    "{\"text\": \"" correct "\"}}"

static void the_same_card_is_unchanged_and_not_even_loaded(void **state)
{
    struct world world = {0};

    (void)state;
    store(&world, GIVEN("Q", "a", "b"));
    plan(&world, GIVEN("Q", "a", "b"));
    assert_int_equal(world.plan.items[0].change, CHANGE_UNCHANGED);
    assert_int_equal(world.plan.items[0].key, 1);
    assert_int_equal(world.shelf.loads, 0);
    assert_false(plan_changes_anything(&world.plan));
    clear(&world);
}

static void other_words_are_a_rewording(void **state)
{
    (void)state;
    assert_int_equal(change_of(GIVEN("Q", "a", "b"), GIVEN("Q2", "a", "b")),
                     CHANGE_REWORDED);
    assert_int_equal(change_of(BARE("Q", "x", "y"), BARE("Q2", "x", "y")),
                     CHANGE_REWORDED);
}

static void another_correct_id_changes_the_key(void **state)
{
    (void)state;
    assert_int_equal(change_of(GIVEN("Q", "a", "b"), GIVEN("Q", "b", "a")),
                     CHANGE_KEY);
    assert_int_equal(change_of(GIVEN("Q", "a", "b"), GIVEN("Q", "z", "b")),
                     CHANGE_KEY);
    /* Another distractor leaves the key as it is. */
    assert_int_equal(change_of(GIVEN("Q", "a", "b"), GIVEN("Q", "a", "z")),
                     CHANGE_REWORDED);
}

static void a_typo_mended_in_a_statement_without_id_is_a_rewording(void **state)
{
    struct world world = {0};
    char id[18];

    (void)state;
    store(&world, BARE("Q", "teh text", "y"));
    plan(&world, BARE("Q", "the text", "y"));
    assert_int_equal(world.plan.items[0].change, CHANGE_REWORDED);
    /* It keeps the id of its first text. */
    memcpy(id, strstr(world.shelf.json[0], "\"correct\":{\"id\":\"") + 17, 17);
    id[17] = '\0';
    assert_string_equal(world.deck.cards[0].statements[0].id, id);
    clear(&world);
}

static void a_known_text_that_changes_sides_changes_the_key(void **state)
{
    (void)state;
    assert_int_equal(change_of(BARE("Q", "x", "y"), BARE("Q", "y", "x")),
                     CHANGE_KEY);
    assert_int_equal(change_of(BARE("Q", "x", "y"), BARE("Q", "y", "new")),
                     CHANGE_KEY);
}

static void both_texts_new_is_a_rewording_by_place(void **state)
{
    (void)state;
    assert_int_equal(change_of(BARE("Q", "x", "y"), BARE("Q", "x2", "y2")),
                     CHANGE_REWORDED);
}

static void giving_ids_to_statements_keeps_the_history(void **state)
{
    (void)state;
    assert_int_equal(
        change_of(BARE("Q", "text of a", "text of b"), GIVEN("Q", "a", "b")),
        CHANGE_REWORDED);
    assert_int_equal(
        change_of(BARE("Q", "text of a", "text of b"), GIVEN("Q", "b", "a")),
        CHANGE_KEY);
}

static void a_text_that_comes_back_does_not_take_the_id_it_once_gave(void **st)
{
    struct world world = {0};
    const struct statement *statements;
    char id[DECK_ID_MAX + 1], card[200];

    (void)st;
    read_cards(&world.deck, SIMPLE("c", "Q", "first"));
    snprintf(id, sizeof(id), "%s", world.deck.cards[0].statements[0].id);
    deck_release(&world.deck);
    /* Its text was "first" and was reworded; now "first" is another. */
    snprintf(card, sizeof(card),
             "{\"id\": \"c\", \"question\": \"Q\", \"correct\": "
             "{\"id\": \"%s\", \"text\": \"second\"}}",
             id);
    store(&world, card);
    plan(&world, BARE("Q", "second", "first"));
    statements = world.deck.cards[0].statements;
    assert_string_equal(statements[0].id, id);
    assert_string_not_equal(statements[1].id, id);
    assert_int_equal(world.plan.items[0].change, CHANGE_REWORDED);
    clear(&world);
}

static void new_gone_and_returned_cards_are_told_apart(void **state)
{
    struct world world = {0};

    (void)state;
    store(&world, SIMPLE("a", "Qa", "1") "," SIMPLE("b", "Qb", "2") "," SIMPLE(
                      "c", "Qc", "3") "," SIMPLE("d", "Qd", "4"));
    world.shelf.rows[1].retired = true;
    world.shelf.rows[3].retired = true;
    plan(&world, SIMPLE("new", "Qn", "5") "," SIMPLE("b", "Qb", "2") "," SIMPLE(
                     "d", "Qd!", "4"));
    assert_int_equal(world.plan.count, 5);
    assert_int_equal(world.plan.items[0].change, CHANGE_NEW);
    assert_int_equal(world.plan.items[0].key, 0);
    assert_int_equal(world.plan.items[1].change, CHANGE_RESTORED);
    assert_int_equal(world.plan.items[2].change, CHANGE_REWORDED);
    assert_true(world.plan.items[2].also_restored);
    assert_int_equal(world.plan.items[3].change, CHANGE_RETIRED);
    assert_string_equal(world.plan.items[3].id, "a");
    assert_string_equal(world.plan.items[4].id, "c");
    assert_int_equal(world.plan.existing_active, 2);
    clear(&world);
}

static void a_card_that_was_moved_is_said_to_be(void **state)
{
    struct world world = {0};

    (void)state;
    store(&world, SIMPLE("a", "Qa", "1") "," SIMPLE("b", "Qb", "2"));
    plan(&world, SIMPLE("b", "Qb", "2") "," SIMPLE("a", "Qa", "1"));
    assert_int_equal(world.plan.items[0].change, CHANGE_UNCHANGED);
    assert_int_equal(world.plan.items[1].change, CHANGE_MOVED);
    assert_int_equal(world.plan.counts[CHANGE_UNCHANGED], 1);
    assert_int_equal(world.plan.counts[CHANGE_MOVED], 1);
    assert_true(plan_changes_anything(&world.plan));
    clear(&world);
}

static void a_gone_and_a_new_card_alike_look_renamed(void **state)
{
    struct world world = {0};

    (void)state;
    store(&world,
          SIMPLE("a", "What is it?", "1") "," SIMPLE("b", "Other", "2"));
    plan(&world,
         SIMPLE("a2", "what is  it", "one") "," SIMPLE("z", "Zed", "9"));
    assert_int_equal(world.plan.rename_count, 1);
    assert_string_equal(world.plan.renames[0][0], "a");
    assert_string_equal(world.plan.renames[0][1], "a2");
    clear(&world);
    store(&world, BARE("Q", "x", "y"));
    plan(&world, "{\"id\": \"n\", \"question\": \"Rewritten\", \"correct\": "
                 "{\"text\": \"x\"}, \"distractors\": [{\"text\": \"y\"}, "
                 "{\"text\": \"z\"}]}");
    assert_int_equal(world.plan.rename_count, 1);
    clear(&world);
}

static void a_rename_asked_for_keeps_the_card(void **state)
{
    struct world world = {0};

    (void)state;
    store(&world, SIMPLE("a", "Q", "1"));
    world.renames[0][0] = "a";
    world.renames[0][1] = "b";
    world.rename_count = 1;
    plan(&world, SIMPLE("b", "Q", "1"));
    assert_int_equal(world.plan.count, 1);
    assert_int_equal(world.plan.items[0].change, CHANGE_UNCHANGED);
    assert_string_equal(world.plan.items[0].renamed_from, "a");
    assert_int_equal(world.plan.items[0].key, 1);
    assert_true(plan_changes_anything(&world.plan));
    clear(&world);
}

static void a_rename_that_cannot_be_is_refused(void **state)
{
    static const struct {
        const char *from, *to, *cards;
        enum status status;
    } cases[] = {
        {"nobody", "b", SIMPLE("b", "Q", "1"), STATUS_NOT_FOUND},
        {"a", "nobody", SIMPLE("b", "Q", "1"), STATUS_NOT_FOUND},
        {"a", "b", SIMPLE("a", "Q", "1") "," SIMPLE("b", "Q2", "1"),
         STATUS_REJECTED},
        /* Another deck's business, or done already. */
        {"x", "y", SIMPLE("a", "Q", "1"), STATUS_OK},
        {"gone", "a", SIMPLE("a", "Q", "1"), STATUS_OK},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct world world = {0};

        store(&world, SIMPLE("a", "Q", "1"));
        world.renames[0][0] = cases[i].from;
        world.renames[0][1] = cases[i].to;
        world.rename_count = 1;
        assert_int_equal(try_plan(&world, cases[i].cards), cases[i].status);
        clear(&world);
    }
}

/* Five or more and more than a fifth: design, section 3. */
static void many_are_five_and_more_than_a_fifth(void **state)
{
    struct plan plan = {.existing_active = 24};

    (void)state;
    plan.counts[CHANGE_RETIRED] = 5;
    assert_true(plan_retires_many(&plan));
    plan.existing_active = 25;
    assert_false(plan_retires_many(&plan));
    plan.existing_active = 4;
    plan.counts[CHANGE_RETIRED] = 4;
    assert_false(plan_retires_many(&plan));
}

static void changes_are_named_as_json_names_them(void **state)
{
    (void)state;
    assert_string_equal(change_name(CHANGE_NEW), "added");
    assert_string_equal(change_name(CHANGE_KEY), "key_changed");
    assert_string_equal(change_name(CHANGE_RETIRED), "retired");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_card_is_unchanged_and_not_even_loaded),
        cmocka_unit_test(other_words_are_a_rewording),
        cmocka_unit_test(another_correct_id_changes_the_key),
        cmocka_unit_test(
            a_typo_mended_in_a_statement_without_id_is_a_rewording),
        cmocka_unit_test(a_known_text_that_changes_sides_changes_the_key),
        cmocka_unit_test(both_texts_new_is_a_rewording_by_place),
        cmocka_unit_test(giving_ids_to_statements_keeps_the_history),
        cmocka_unit_test(
            a_text_that_comes_back_does_not_take_the_id_it_once_gave),
        cmocka_unit_test(new_gone_and_returned_cards_are_told_apart),
        cmocka_unit_test(a_card_that_was_moved_is_said_to_be),
        cmocka_unit_test(a_gone_and_a_new_card_alike_look_renamed),
        cmocka_unit_test(a_rename_asked_for_keeps_the_card),
        cmocka_unit_test(a_rename_that_cannot_be_is_refused),
        cmocka_unit_test(many_are_five_and_more_than_a_fifth),
        cmocka_unit_test(changes_are_named_as_json_names_them),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
