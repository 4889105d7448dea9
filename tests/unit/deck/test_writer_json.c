/* SPDX-License-Identifier: MIT */
/* The expected texts are written by hand from the format (decks/README.md). */
#include "aiio/deck.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* Every member, in an order that is not the format's, and some defaults. */
static const char every_member[] =
    "{\"cards\": [{\"reserve\": true, \"cover\": false, \"as_of\": "
    "\"2026-11\",\n\"sources\": [{\"url\": \"https://a.b\", \"title\": "
    "\"T\"}, {\"title\": \"U\"}], \"figure\": {\"lines\": [\"o o\", \"\"], "
    "\"alt\": \"dots\"}, \"full\": \"a\\nb\", \"short\": \"s\", "
    "\"distractors\": [{\"pin\": true, \"id\": \"n\", \"text\": \"None\"}, "
    "{\"pin\": false, \"why\": \"\", \"text\": \"5\", \"id\": \"five\"}], "
    "\"correct\": {\"why\": \"w\", \"text\": \"4\", \"id\": \"four\"}, "
    "\"question\": \"2+2?\", \"level\": 2, \"tags\": [\"x\", \"y\"], "
    "\"objective\": \"1.1\", \"id\": \"sum\"}], ";
static const char every_member_of_the_deck[] =
    "\"outline\": [{\"objectives\": [{\"title\": \"Sums\", \"id\": \"1.1\"}], "
    "\"weight\": 62.5, \"title\": \"One\", \"id\": \"1\"}, {\"id\": \"2\", "
    "\"title\": \"Two\", \"weight\": 0, \"objectives\": []}], \"exam\": "
    "{\"minutes\": 60, \"questions\": 50}, \"license\": \"MIT\", "
    "\"language\": \"en\", \"revision\": \"r1\", \"title\": \"D\", \"id\": "
    "\"d\", \"format_version\": 1.0, \"format\": \"aiio-deck\"}";

static void read_text(struct deck *deck, const char *a, const char *b)
{
    struct buf text = {0};
    struct problems problems = {0};
    struct deck_file file = {"test", {NULL, 0}};

    buf_add_text(&text, a);
    buf_add_text(&text, b);
    file.text = buf_slice(&text);
    assert_int_equal(deck_read(&file, 1, false, deck, &problems), STATUS_OK);
    assert_int_equal(problems.count, 0);
    problems_release(&problems);
    buf_release(&text);
}

static void a_card_is_written_in_the_order_of_the_format(void **state)
{
    struct deck deck;
    struct buf out = {0};

    (void)state;
    read_text(&deck, every_member, every_member_of_the_deck);
    deck_write_card(&out, &deck.cards[0]);
    assert_string_equal(
        buf_text(&out),
        "{\"id\":\"sum\",\"objective\":\"1.1\",\"tags\":[\"x\",\"y\"],"
        "\"level\":2,\"question\":\"2+2?\",\"correct\":{\"id\":\"four\","
        "\"text\":\"4\",\"why\":\"w\"},\"distractors\":[{\"id\":\"n\","
        "\"text\":\"None\",\"pin\":true},{\"id\":\"five\",\"text\":\"5\"}],"
        "\"short\":\"s\",\"full\":\"a\\nb\",\"figure\":{\"alt\":\"dots\","
        "\"lines\":[\"o o\",\"\"]},\"sources\":[{\"title\":\"T\",\"url\":"
        "\"https://a.b\"},{\"title\":\"U\"}],\"as_of\":\"2026-11\","
        "\"cover\":false,\"reserve\":true}");
    buf_release(&out);
    deck_release(&deck);
}

static void a_header_has_all_but_the_cards(void **state)
{
    struct deck deck, again;
    struct buf out = {0};
    struct error err = {0};

    (void)state;
    read_text(&deck, every_member, every_member_of_the_deck);
    deck_write_header(&out, &deck);
    assert_string_equal(
        buf_text(&out),
        "{\"format\":\"aiio-deck\",\"format_version\":1,\"id\":\"d\","
        "\"title\":\"D\",\"revision\":\"r1\",\"language\":\"en\","
        "\"license\":\"MIT\",\"exam\":{\"questions\":50,\"minutes\":60},"
        "\"outline\":[{\"id\":\"1\",\"title\":\"One\",\"weight\":62.5,"
        "\"objectives\":[{\"id\":\"1.1\",\"title\":\"Sums\"}]},{\"id\":\"2\","
        "\"title\":\"Two\"}]}");
    assert_int_equal(deck_read_header(buf_slice(&out), &again, &err),
                     STATUS_OK);
    assert_int_equal(again.exam_minutes, 60);
    assert_int_equal(deck_domain_of(&again, "1.1"), 0);
    deck_release(&again);
    buf_release(&out);
    deck_release(&deck);
}

static void a_choose_two_card_has_a_list(void **state)
{
    struct deck deck;
    struct buf out = {0};

    (void)state;
    read_text(&deck,
              "{\"format\": \"aiio-deck\", \"id\": \"d\", \"title\": \"D\", "
              "\"cards\": [{\"id\": \"c\", \"question\": \"Q\", \"correct\": ",
              "[{\"id\": \"b\", \"text\": \"B\"}, {\"id\": \"a\", \"text\": "
              "\"A\"}]}]}");
    deck_write_card(&out, &deck.cards[0]);
    assert_string_equal(buf_text(&out),
                        "{\"id\":\"c\",\"question\":\"Q\",\"correct\":["
                        "{\"id\":\"b\",\"text\":\"B\"},{\"id\":\"a\","
                        "\"text\":\"A\"}]}");
    buf_clear(&out);
    card_answer_key(&out, &deck.cards[0]);
    assert_string_equal(buf_text(&out), "a b");
    buf_release(&out);
    deck_release(&deck);
}

static void a_deck_written_in_parts_is_a_file(void **state)
{
    struct deck deck;
    struct buf out = {0};

    (void)state;
    read_text(&deck,
              "{\"format\": \"aiio-deck\", \"id\": \"d\", \"title\": \"D\", "
              "\"cards\": [{\"id\": \"c\", \"question\": \"Q\", \"correct\": ",
              "{\"id\": \"b\", \"text\": \"B\"}}, {\"id\": \"e\", "
              "\"question\": \"R\", \"correct\": {\"id\": \"b\", \"text\": "
              "\"B\"}}]}");
    deck_write_begin(&out, &deck);
    deck_write_next(&out, &deck.cards[0], true);
    deck_write_next(&out, &deck.cards[1], false);
    deck_write_end(&out);
    assert_string_equal(buf_text(&out), "{\n"
                                        "  \"format\": \"aiio-deck\",\n"
                                        "  \"format_version\": 1,\n"
                                        "  \"id\": \"d\",\n"
                                        "  \"title\": \"D\",\n"
                                        "  \"cards\": [\n"
                                        "    {\n"
                                        "      \"id\": \"c\",\n"
                                        "      \"question\": \"Q\",\n"
                                        "      \"correct\": {\n"
                                        "        \"id\": \"b\",\n"
                                        "        \"text\": \"B\"\n"
                                        "      }\n"
                                        "    },\n"
                                        "    {\n"
                                        "      \"id\": \"e\",\n"
                                        "      \"question\": \"R\",\n"
                                        "      \"correct\": {\n"
                                        "        \"id\": \"b\",\n"
                                        "        \"text\": \"B\"\n"
                                        "      }\n"
                                        "    }\n"
                                        "  ]\n"
                                        "}\n");
    buf_release(&out);
    deck_release(&deck);
}

static void a_row_that_is_no_card_is_damage(void **state)
{
    static const char *const rows[] = {"", "[]", "{}", "{\"id\":\"c\"",
                                       "{\"id\":\"c\",\"question\":1}"};

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct arena arena = {0};
        struct card card;
        struct error err = {0};

        assert_int_equal(deck_read_card(slice_of(rows[i]), &arena, &card, &err),
                         STATUS_DAMAGED);
        arena_release(&arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_card_is_written_in_the_order_of_the_format),
        cmocka_unit_test(a_header_has_all_but_the_cards),
        cmocka_unit_test(a_choose_two_card_has_a_list),
        cmocka_unit_test(a_deck_written_in_parts_is_a_file),
        cmocka_unit_test(a_row_that_is_no_card_is_damage),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
