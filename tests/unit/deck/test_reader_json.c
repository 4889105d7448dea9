/* SPDX-License-Identifier: MIT */
/* What tests/data/decks does not show: warnings, caps, and made ids. */
#include "aiio/deck.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define HEAD "{\"format\": \"aiio-deck\", \"id\": \"d\", \"title\": \"D\", "
#define CARD                                                                   \
    "{\"id\": \"c\", \"question\": \"Q\", \"correct\": {\"text\": \"A\"}}"

struct reading {
    struct deck deck;
    struct problems problems;
};

static enum status read_slice(struct reading *reading, struct slice text)
{
    const struct deck_file file = {"f", text};

    *reading = (struct reading){0};
    return deck_read(&file, 1, false, &reading->deck, &reading->problems);
}

static enum status read_text(struct reading *reading, const char *text)
{
    return read_slice(reading, slice_of(text));
}

static void clear(struct reading *reading)
{
    deck_release(&reading->deck);
    problems_release(&reading->problems);
}

static void assert_problem(const struct reading *reading, const char *expected)
{
    struct buf line = {0};
    bool found = false;

    for (int i = 0; i < reading->problems.count; i++) {
        buf_clear(&line);
        problem_print(&line, &reading->problems.items[i]);
        found = found || !strcmp(buf_text(&line), expected);
    }
    if (!found)
        print_error("last was: %s\n", buf_text(&line));
    buf_release(&line);
    assert_true(found);
}

static void an_unknown_key_is_warned_of_with_what_may_be_meant(void **state)
{
    struct reading reading;

    (void)state;
    assert_int_equal(read_text(&reading, HEAD
                               "\"Licence\": \"MIT\", \"zzz\": {\"a\": [1]}, "
                               "\"cards\": [" CARD "]}"),
                     STATUS_OK);
    assert_int_equal(reading.problems.warnings, 2);
    assert_string_equal(reading.problems.items[0].rule, "unknown-key");
    assert_problem(&reading, "f:1:50: warning: Licence: unknown key, did you "
                             "mean \"license\"?");
    assert_problem(&reading,
                   "f:1:68: warning: zzz: unknown key, it is not read");
    clear(&reading);
}

static void a_missing_id_is_told_with_a_proposal(void **state)
{
    struct reading reading;

    (void)state;
    assert_int_equal(read_text(&reading,
                               HEAD "\"cards\": [{\"question\": \"Why salt?\", "
                                    "\"correct\": {\"text\": \"A\"}}]}"),
                     STATUS_REJECTED);
    assert_problem(&reading, "f:1:60: cards[0]: id: missing; how about "
                             "\"why-salt\"?");
    clear(&reading);
}

static void hidden_characters_are_replaced_with_a_warning(void **state)
{
    struct reading reading;

    (void)state;
    assert_int_equal(
        read_text(&reading,
                  HEAD "\"cards\": [{\"id\": \"c\", \"question\": "
                       "\"a\\u202eb\xE2\x80\x8E\", \"tags\": [\"t\\u200f\"], "
                       "\"correct\": {\"text\": \"A\"}}]}"),
        STATUS_OK);
    assert_string_equal(reading.deck.cards[0].question, "a\xEF\xBF\xBD"
                                                        "b\xEF\xBF\xBD");
    assert_string_equal(reading.deck.cards[0].tags[0], "t\xEF\xBF\xBD");
    assert_int_equal(reading.problems.warnings, 2);
    assert_string_equal(reading.problems.items[0].rule, "hidden-character");
    clear(&reading);
}

static void an_objective_beside_the_outline_is_warned_of(void **state)
{
    struct reading reading;

    (void)state;
    assert_int_equal(
        read_text(&reading,
                  HEAD "\"cards\": [{\"id\": \"c\", \"objective\": \"9\", "
                       "\"question\": \"Q\", \"correct\": {\"text\": \"A\"}}], "
                       "\"outline\": [{\"id\": \"1\", \"title\": \"O\"}]}"),
        STATUS_OK);
    assert_int_equal(reading.problems.warnings, 1);
    assert_string_equal(reading.problems.items[0].rule, "objective");
    assert_int_equal(reading.problems.items[0].column, 85);
    clear(&reading);
}

static void a_made_id_gives_way_to_one_that_was_written(void **state)
{
    struct reading reading;
    struct buf text = {0};
    const struct statement *statements;

    (void)state;
    assert_int_equal(read_text(&reading, HEAD "\"cards\": [" CARD "]}"),
                     STATUS_OK);
    buf_printf(&text,
               HEAD "\"cards\": [{\"id\": \"c\", \"question\": \"Q\", "
                    "\"correct\": {\"text\": \"A\"}, \"distractors\": "
                    "[{\"id\": \"%s\", \"text\": \"B\"}]}]}",
               reading.deck.cards[0].statements[0].id);
    clear(&reading);
    assert_int_equal(read_slice(&reading, buf_slice(&text)), STATUS_OK);
    statements = reading.deck.cards[0].statements;
    assert_false(statements[0].id_given);
    assert_true(statements[1].id_given);
    assert_string_not_equal(statements[0].id, statements[1].id);
    assert_true(deck_id_is_valid(slice_of(statements[0].id)));
    clear(&reading);
    buf_release(&text);
}

static void only_so_many_problems_are_kept_and_all_are_counted(void **st)
{
    struct reading reading;
    struct buf text = {0};

    (void)st;
    buf_add_text(&text, HEAD "\"cards\": [");
    for (int i = 0; i < 450; i++)
        buf_printf(&text, "%s{\"idd\": 1, \"id\": \"c%d\"}", i ? "," : "", i);
    buf_add_text(&text, "]}");
    assert_int_equal(read_slice(&reading, buf_slice(&text)), STATUS_REJECTED);
    assert_int_equal(reading.problems.errors, 900);
    assert_int_equal(reading.problems.warnings, 450);
    assert_int_equal(reading.problems.count, 100 + 400);
    clear(&reading);
    buf_release(&text);
}

/* An object of a hundred thousand keys, each of them twice. */
static void hostile_keys_take_no_time(void **state)
{
    enum { KEYS = 100000 };
    struct reading reading;
    struct buf text = {0};

    (void)state;
    buf_add_text(&text, HEAD);
    for (int i = 0; i < 2 * KEYS; i++)
        buf_printf(&text, "\"k%d\": 0,", i % KEYS);
    buf_add_text(&text, "\"cards\": [" CARD "]}");
    assert_int_equal(read_slice(&reading, buf_slice(&text)), STATUS_REJECTED);
    assert_int_equal(reading.problems.errors, KEYS);
    clear(&reading);
    buf_release(&text);
}

static void an_outline_beyond_a_thousand_is_refused_once(void **state)
{
    struct reading reading;
    struct buf text = {0};

    (void)state;
    buf_add_text(&text, HEAD "\"cards\": [" CARD "], \"outline\": [");
    for (int i = 0; i <= DECK_OUTLINE_MAX + 1; i++)
        buf_printf(&text, "%s{\"id\": \"o%d\", \"title\": \"O\"}", i ? "," : "",
                   i);
    buf_add_text(&text, "]}");
    assert_int_equal(read_slice(&reading, buf_slice(&text)), STATUS_REJECTED);
    assert_int_equal(reading.problems.errors, 1);
    assert_string_equal(reading.problems.items[0].rule, "size");
    clear(&reading);
    buf_release(&text);
}

static void cards_know_where_they_stand(void **state)
{
    struct reading reading;

    (void)state;
    assert_int_equal(read_text(&reading, HEAD "\"cards\": [" CARD "]}"),
                     STATUS_OK);
    assert_int_equal(reading.deck.cards[0].place.file, 0);
    assert_int_equal(reading.deck.cards[0].place.offset, 59);
    assert_int_equal(reading.deck.cards[0].statements[0].place.offset, 99);
    clear(&reading);
}

static void no_file_is_no_deck(void **state)
{
    struct deck deck;
    struct problems problems = {0};

    (void)state;
    assert_int_equal(deck_read(NULL, 0, false, &deck, &problems),
                     STATUS_REJECTED);
    deck_release(&deck);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_unknown_key_is_warned_of_with_what_may_be_meant),
        cmocka_unit_test(a_missing_id_is_told_with_a_proposal),
        cmocka_unit_test(hidden_characters_are_replaced_with_a_warning),
        cmocka_unit_test(an_objective_beside_the_outline_is_warned_of),
        cmocka_unit_test(a_made_id_gives_way_to_one_that_was_written),
        cmocka_unit_test(only_so_many_problems_are_kept_and_all_are_counted),
        cmocka_unit_test(hostile_keys_take_no_time),
        cmocka_unit_test(an_outline_beyond_a_thousand_is_refused_once),
        cmocka_unit_test(cards_know_where_they_stand),
        cmocka_unit_test(no_file_is_no_deck),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
