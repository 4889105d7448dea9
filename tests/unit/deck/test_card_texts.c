/* SPDX-License-Identifier: MIT */
#include "aiio/card_texts.h"
#include "aiio/deck.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* All texts, unescaped, with a bar after each. */
static void assert_texts(const char *json, const char *expected)
{
    struct slice rest = slice_of(json), escaped;
    struct buf out = {0};

    while (card_texts_next(&rest, &escaped)) {
        card_text_unescape(&out, escaped);
        buf_add_char(&out, '|');
    }
    assert_string_equal(buf_text(&out), expected);
    buf_release(&out);
}

static void question_statements_whys_and_explanations_are_given(void **state)
{
    (void)state;
    assert_texts("{\"id\":\"question\",\"objective\":\"text\",\"tags\":[\"why\""
                 ",\"short\"],\"level\":1,\"question\":\"Q\",\"correct\":{"
                 "\"id\":\"a\",\"text\":\"T\",\"why\":\"W\"},\"distractors\":["
                 "{\"id\":\"b\",\"text\":\"U\",\"why\":\"V\",\"pin\":true}],"
                 "\"short\":\"S\",\"full\":\"F\",\"figure\":{\"alt\":\"A\","
                 "\"lines\":[\"text\"]},\"sources\":[{\"title\":\"N\",\"url\":"
                 "\"http://x\"}],\"as_of\":\"2026\",\"cover\":false}",
                 "Q|T|W|U|V|S|F|");
}

static void escapes_are_undone(void **state)
{
    (void)state;
    assert_texts("{\"question\":\"a\\\"b\\\\\",\"full\":\"\\u00e9\\n\\t\\/"
                 "\\ud83d\\ude00.\"}",
                 "a\"b\\|é\n\t/\xF0\x9F\x98\x80.|");
    assert_texts("{\"question\":\"\\\\\",\"why\":\"\\\\\\\"\"}", "\\|\\\"|");
}

static void what_is_no_card_gives_what_it_has(void **state)
{
    (void)state;
    assert_texts("", "");
    assert_texts("{}", "");
    assert_texts("\"", "");
    assert_texts("\"question\"", "");
    assert_texts("\"question\":", "");
    assert_texts("\"question\":\"", "|");
    assert_texts("\"question\":\"open", "|");
    assert_texts("\"question\":\"a\\", "|");
    assert_texts("\"question\": \"spaced\",\"text\":1", "");
    assert_texts("\"why\":\"\\u12\"", "|");
}

/* What the writer of cards makes is read. */
static void a_written_card_gives_its_texts(void **state)
{
    struct statement statements[] = {
        {.id = "a", .text = "say \"text\"", .why = "", .correct = true},
        {.id = "b", .text = "C:\\x\ny", .why = "because"}};
    struct card card = {.id = "c",
                        .objective = "",
                        .question = "What?",
                        .brief = "",
                        .full = "日本",
                        .as_of = "",
                        .statements = statements,
                        .statement_count = 2,
                        .correct_count = 1,
                        .cover = true,
                        .figure_alt = ""};
    struct buf json = {0};

    (void)state;
    deck_write_card(&json, &card);
    assert_texts(buf_text(&json), "What?|say \"text\"|C:\\x\ny|because|日本|");
    buf_release(&json);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(question_statements_whys_and_explanations_are_given),
        cmocka_unit_test(escapes_are_undone),
        cmocka_unit_test(what_is_no_card_gives_what_it_has),
        cmocka_unit_test(a_written_card_gives_its_texts),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
