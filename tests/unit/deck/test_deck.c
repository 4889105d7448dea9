/* SPDX-License-Identifier: MIT */
#include "aiio/deck.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* The grammar of decks/README.md: 1 to 64 of a-z 0-9 . _ -, first a letter
   or a digit. */
static void an_id_has_the_grammar_of_the_format(void **state)
{
    static const char *const good[] = {
        "a", "0", "a.b_c-d", "9-",
        "0123456789012345678901234567890123456789012345678901234567890123"};
    static const char *const bad[] = {
        "",
        "-a",
        ".a",
        "_",
        "A",
        "a b",
        "a/b",
        "\xC3\xA9",
        "a\n",
        "01234567890123456789012345678901234567890123456789012345678901234"};

    (void)state;
    for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++)
        assert_true(deck_id_is_valid(slice_of(good[i])));
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        assert_false(deck_id_is_valid(slice_of(bad[i])));
}

static void an_id_is_proposed_from_the_words_of_a_text(void **state)
{
    static const struct {
        const char *text, *id;
    } cases[] = {
        {"What is 2 + 2?", "what-is-2-2"},
        {"  GPUs & CPUs!  ", "gpus-cpus"},
        {"\xC3\x9C"
         "ber \xE2\x82\xAC",
         "ber"},
        {"", "card-1"},
        {"\xE6\x97\xA5\xE6\x9C\xAC", "card-1"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct buf id = {0};

        deck_id_propose(&id, slice_of(cases[i].text));
        assert_string_equal(buf_text(&id), cases[i].id);
        buf_release(&id);
    }
}

static void a_proposal_for_any_text_is_a_valid_id(void **state)
{
    struct buf text = {0}, id = {0};

    (void)state;
    for (int i = 0; i < 100; i++) {
        buf_add_text(&text, i % 3 ? "Word" : " -");
        buf_clear(&id);
        deck_id_propose(&id, buf_slice(&text));
        assert_true(deck_id_is_valid(buf_slice(&id)));
    }
    buf_release(&text);
    buf_release(&id);
}

static void an_objective_and_its_domain_are_found_by_id(void **state)
{
    struct domain domains[] = {{"1", "One", 60}, {"2", "Two", 40}};
    struct objective objectives[] = {{"1.1", "A", 0}, {"2.1", "B", 1}};
    const struct deck deck = {.domains = domains,
                              .domain_count = 2,
                              .objectives = objectives,
                              .objective_count = 2};

    (void)state;
    assert_int_equal(deck_objective_index(&deck, "2.1"), 1);
    assert_int_equal(deck_objective_index(&deck, "2"), -1);
    assert_int_equal(deck_domain_index(&deck, "2"), 1);
    assert_int_equal(deck_domain_of(&deck, "2.1"), 1);
    assert_int_equal(deck_domain_of(&deck, "1"), 0);
    assert_int_equal(deck_domain_of(&deck, ""), -1);
}

static void an_answer_key_is_the_sorted_ids_of_what_is_correct(void **state)
{
    struct statement statements[] = {
        {.id = "c", .correct = true},
        {.id = "a", .correct = true},
        {.id = "b"},
    };
    const struct card card = {
        .statements = statements, .statement_count = 3, .correct_count = 2};
    struct buf key = {0};

    (void)state;
    card_answer_key(&key, &card);
    assert_string_equal(buf_text(&key), "a c");
    buf_release(&key);
    assert_ptr_equal(card_statement(&card, SLICE("b")), &statements[2]);
    assert_null(card_statement(&card, SLICE("d")));
}

static void a_problem_is_printed_with_its_place_and_path(void **state)
{
    struct problem problem = {.severity = SEVERITY_ERROR,
                              .file = "x.json",
                              .line = 12,
                              .column = 3,
                              .card_index = 3,
                              .card = "gang-scheduling",
                              .field = "correct.why",
                              .message = "missing"};
    struct buf line = {0};

    (void)state;
    problem_print(&line, &problem);
    assert_string_equal(buf_text(&line),
                        "x.json:12:3: cards[3] \"gang-scheduling\": "
                        "correct.why: missing");
    problem.severity = SEVERITY_WARNING;
    problem.card_index = -1;
    problem.card = "";
    problem.field = "title";
    problem.file = "a\x1B[31m";
    buf_clear(&line);
    problem_print(&line, &problem);
    assert_string_equal(buf_text(&line),
                        "a\xEF\xBF\xBD[31m:12:3: warning: title: missing");
    buf_release(&line);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_id_has_the_grammar_of_the_format),
        cmocka_unit_test(an_id_is_proposed_from_the_words_of_a_text),
        cmocka_unit_test(a_proposal_for_any_text_is_a_valid_id),
        cmocka_unit_test(an_objective_and_its_domain_are_found_by_id),
        cmocka_unit_test(an_answer_key_is_the_sorted_ids_of_what_is_correct),
        cmocka_unit_test(a_problem_is_printed_with_its_place_and_path),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
