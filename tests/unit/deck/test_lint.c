/* SPDX-License-Identifier: MIT */
/* A bad and a good example for each rule of the lint. */
#include "aiio/lint.h"

#include "deck/lint_words.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define HEAD "{\"format\": \"aiio-deck\", \"id\": \"d\", \"title\": \"D\",\n"
#define OUTLINE                                                                \
    "\"outline\": [{\"id\": \"1\", \"title\": \"One\", \"weight\": 40,"        \
    " \"objectives\": [{\"id\": \"1.1\", \"title\": \"First\"}]},"             \
    " {\"id\": \"2\", \"title\": \"Two\", \"weight\": 60,"                     \
    " \"objectives\": [{\"id\": \"2.1\", \"title\": \"Second\"}]}],\n"
/* All that a card needs besides its question and statements. */
#define REST                                                                   \
    "\"short\": \"In short.\", \"full\": \"Full text of 40 GB.\","             \
    " \"sources\": [{\"title\": \"T\", \"url\": \"https://a.example/t\"}],"    \
    " \"as_of\": \"2026-11\""
#define STATEMENT(text) "{\"text\": \"" text "\", \"why\": \"Since it is.\"}"
#define CARD(question, a, b, c, rest)                                          \
    "{\"id\": \"c\", \"question\": \"" question                                \
    "\",\n\"correct\": " STATEMENT(a) ",\n\"distractors\": [" STATEMENT(       \
        b) ",\n" STATEMENT(c) "], " rest "}"
#define DECK(cards) HEAD "\"cards\": [\n" cards "]}"

struct run {
    struct deck deck;
    struct problems problems;
};

static void lint_with(struct run *run, const char *text,
                      const struct lint_other *others, int other_count)
{
    const struct deck_file file = {"f", slice_of(text)};
    struct lint_input input = {.deck = &run->deck,
                               .files = &file,
                               .file_count = 1,
                               .today_year = 2026,
                               .today_month = 12,
                               .others = others,
                               .other_count = other_count};

    *run = (struct run){0};
    assert_int_equal(deck_read(&file, 1, false, &run->deck, &run->problems),
                     STATUS_OK);
    lint_deck(&input, &run->problems);
    problems_place(&run->problems, 0, &file);
}

static void clear(struct run *run)
{
    deck_release(&run->deck);
    problems_release(&run->problems);
}

static int count_of(const struct run *run, const char *rule)
{
    int count = 0;

    for (int i = 0; i < run->problems.count; i++)
        count += !strcmp(run->problems.items[i].rule, rule);
    return count;
}

/* ---- rules of one card --------------------------------------------------- */

struct example {
    const char *rule;
    const char *bad, *expected; /* the one line that is told of it */
    const char *good;
};

#define AT(place, field) "f:" place ": warning: cards[0] \"c\": " field

static const struct example examples[] = {
    {"long-key",
     CARD("How?", "With a cache that holds each of the pages it has read",
          "With a large disk", "With a small disk", REST),
     AT("4:21", "correct.text: 53 characters, the longest distractor has 17: "
                "move detail into the why [long-key]"),
     CARD("How?", "With a cache of pages", "With a larger disk",
          "With a smaller disk", REST)},
    {"echo",
     CARD("Which network carries storage?", "The storage fabric",
          "The console line", "The compute fabric", REST),
     AT("4:21", "correct.text: \"storage\" of the question stands in no "
                "distractor: say it otherwise, or give a distractor a word of "
                "it [echo]"),
     CARD("Which network carries storage?", "The storage fabric",
          "The console network", "The compute fabric", REST)},
    {"form",
     CARD("How?", "It is cached.", "It is swapped", "It is paged", REST),
     AT("4:21", "correct.text: 1 of 3 statements end with a full stop: all or "
                "none [form]"),
     CARD("How?", "It is cached.", "It is swapped.", "It is paged.", REST)},
    {"form",
     CARD("How?", "They are kept in the cache", "A swap to the local disk",
          "A read over the slow network", REST),
     AT("4:21", "correct.text: is a sentence, the others are not so: give all "
                "one form [form]"),
     CARD("How?", "A copy in the cache", "A swap to the local disk",
          "A read over the slow network", REST)},
    {"form",
     CARD("How?", "A copy in the cache", "a swap to the local disk",
          "A read over the slow network", REST),
     AT("5:26", "distractors[0].text: begins without a capital, the others "
                "are not so: give all one form [form]"),
     CARD("How?", "A copy by nvme-cli", "nvme-cli and its copies",
          "A read over the slow network", REST)},
    {"alike", CARD("How?", "Two links", "Two links.", "Three links", REST),
     AT("5:26", "distractors[0].text: the same as statement 1: let each say "
                "its own [alike]"),
     CARD("How?", "x + y", "x - y", "x", REST)},
    {"alike",
     CARD("How?", "At 2,048 bytes each", "At 2048 bytes each", "At 4", REST),
     AT("5:26", "distractors[0].text: the same as statement 1: let each say "
                "its own [alike]"),
     CARD("How?", "5 MHz", "5 mHz", "4 MHz", REST)},
    {"alike",
     CARD("How?", "A link between two of the racks",
          "A link between two of the racks and a switch", "A cable", REST),
     AT("5:26", "distractors[0].text: contains statement 1: let each "
                "say something of its own [alike]"),
     CARD("How?", "Two links", "Two links and a switch", "A cable", REST)},
    {"of-the-above",
     CARD("How?", "All of the above", "With a disk", "With a cable", REST),
     AT("4:21", "correct.text: \"All of the above\" names other statements, "
                "which are shuffled: say what is meant [of-the-above]"),
     CARD("How?", "Above the rack", "With all of the disks", "With a cable",
          REST)},
    {"of-the-above",
     CARD("How?", "With a bus", "With a disk", "B and C only", REST),
     AT("6:10", "distractors[1].text: \"B and C only\" names other "
                "statements, which are shuffled: say what is meant "
                "[of-the-above]"),
     CARD("How?", "With a bus", "With a disk", "With plan B and disk C", REST)},
    {"of-the-above",
     CARD("How?", "All choices are correct", "With a disk", "With a cable",
          REST),
     AT("4:21", "correct.text: \"All choices are correct\" names other "
                "statements, which are shuffled: say what is meant "
                "[of-the-above]"),
     CARD("How?", "All of the disks at once", "With one of the two disks",
          "None in the rack", REST)},
    {"of-the-above",
     "{\"id\": \"c\", \"question\": \"How?\", \"correct\": {\"text\": "
     "\"So\", \"why\": \"B is wrong.\"}}",
     AT("3:66", "correct.why: names a statement by place or letter: say what "
                "it claims [of-the-above]"),
     "{\"id\": \"c\", \"question\": \"How?\", \"correct\": {\"text\": "
     "\"So\", \"why\": \"Plan B was wrong.\"}, \"distractors\": [{\"text\": "
     "\"None of these\", \"pin\": true}]}"},
    {"negative",
     CARD("Which part stays warm when the fan does not turn?", "The cable",
          "The fan", "The switch", REST),
     NULL, /* a condition */
     CARD("Which path has the least loss?", "The cable", "The fan",
          "The switch", REST)},
    {"negative",
     CARD("Which part does not need power?", "The cable", "The fan",
          "The switch", REST),
     AT("3:25", "question: \"not\" turns the question round: ask for what is "
                "so, or write *not* [negative]"),
     CARD("A node does not start. Which part is *not* to blame?", "The cable",
          "The fan", "The switch", REST)},
    {"incomplete",
     "{\"id\": \"c\", \"question\": \"How?\", \"correct\": {\"text\": \"So\"},"
     " " REST "}",
     AT("3:44", "correct.why: no why: say what makes the statement right "
                "[incomplete]"),
     "{\"id\": \"c\", \"question\": \"How?\", \"correct\": " STATEMENT(
         "So") ", " REST "}"},
    {"incomplete",
     "{\"id\": \"c\", \"question\": \"How?\", \"correct\": " STATEMENT(
         "So") ", \"short\": \"S\", \"full\": \"F\", \"as_of\": \"2026-11\"}",
     AT("3:1", "no sources: explain the answer, say where it can be looked up "
               "and when it was true [incomplete]"),
     "{\"id\": \"c\", \"question\": \"How?\", \"correct\": " STATEMENT(
         "So") ", " REST "}"},
    {"stale",
     "{\"id\": \"c\", \"question\": \"How?\", \"correct\": " STATEMENT(
         "So") ",\n\"as_of\": \"2025-05\"}",
     AT("4:10", "as_of: 2025-05 is 19 months ago: look it up again and set "
                "as_of [stale]"),
     "{\"id\": \"c\", \"question\": \"How?\", \"correct\": " STATEMENT(
         "So") ",\n\"as_of\": \"2025-06-30\"}"},
    {"stale",
     "{\"id\": \"c\", \"question\": \"How?\", \"correct\": " STATEMENT(
         "So") ",\n\"as_of\": \"2027-01\"}",
     AT("4:10", "as_of: 2027-01 is in the future: set the month of the last "
                "look [stale]"),
     "{\"id\": \"c\", \"question\": \"How?\", \"correct\": " STATEMENT(
         "So") ",\n\"as_of\": \"2026-12\"}"},
    {"link",
     "{\"id\": \"c\", \"question\": \"How?\", \"correct\": " STATEMENT(
         "So") ",\n\"sources\": [{\"title\": \"T\", \"url\": "
               "\"http://a.example\"}]}",
     AT("4:12", "sources: http://a.example is no https URL: use the https "
                "address [link]"),
     "{\"id\": \"c\", \"question\": \"How?\", \"correct\": " STATEMENT(
         "So") ",\n" REST "}"},
    {"figure-width",
     CARD("How?", "So", "Thus", "Not",
          REST ",\n\"figure\": {\"alt\": \"A line\", \"lines\": [\"123456789 "
               "123456789 123456789 123456789 123456789 123456789 123456789 "
               "1234567\"]}"),
     AT("7:11", "figure: line 1 is 77 cells wide: 76 fit [figure-width]"),
     CARD("How?", "So", "Thus", "Not",
          REST ",\n\"figure\": {\"alt\": \"A line\", \"lines\": [\"123456789 "
               "123456789 123456789 123456789 123456789 123456789 123456789 "
               "123456\"]}")},
    {"figure-character",
     CARD("How?", "So", "Thus", "Not",
          REST ",\n\"figure\": {\"alt\": \"A line\", \"lines\": [\"a\", \"a "
               "\xE2\x9A\xA0 b\"]}"),
     AT("7:11", "figure: line 2 has U+26A0: draw with ASCII, box drawing, "
                "blocks or arrows [figure-character]"),
     CARD("How?", "So", "Thus", "Not",
          REST ",\n\"figure\": {\"alt\": \"A line\", \"lines\": [\"\xE2\x94\x8C"
               " \xE2\x86\x92 \xC2\xB7 \xE2\x96\x88\"]}")},
    {"number", CARD("How much of 8 TB?", "41 GB", "40 GB", "8 TB", REST),
     AT("4:21", "correct.text: the number 41 stands in no full text, source "
                "or question: say where it comes from [number]"),
     CARD("How much of 8 TB?", "40 GB", "8 TB", "H100 and FP8", REST)},
    {"cover", CARD("Which of these is a bus?", "PCIe", "NFS", "DHCP", REST),
     AT("3:25", "question: \"which of these\" asks for the statements: ask "
                "outright, or say \"cover\": false [cover]"),
     CARD("Which of these is a bus?", "PCIe", "NFS", "DHCP",
          REST ", \"cover\": false")},
};

static void
each_rule_finds_its_bad_example_and_lets_the_good_one_be(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(examples) / sizeof(examples[0]); i++) {
        const struct example *example = &examples[i];
        struct buf text = {0}, line = {0};
        struct run run;

        assert_true(lint_rule_index(example->rule) >= 0);
        buf_printf(&text, DECK("%s"), example->bad);
        lint_with(&run, buf_text(&text), NULL, 0);
        for (int j = 0; j < run.problems.count; j++)
            if (!strcmp(run.problems.items[j].rule, example->rule))
                problem_print(&line, &run.problems.items[j]);
        /* NULL: two good ones */
        assert_string_equal(buf_text(&line),
                            example->expected ? example->expected : "");
        clear(&run);
        buf_clear(&text);
        buf_printf(&text, DECK("%s"), example->good);
        lint_with(&run, buf_text(&text), NULL, 0);
        if (count_of(&run, example->rule) > 0)
            print_error("%s\n", example->good);
        assert_int_equal(count_of(&run, example->rule), 0);
        clear(&run);
        buf_release(&text);
        buf_release(&line);
    }
}

/* ---- rules of the deck --------------------------------------------------- */

/* Cards 0 … count - 1; of each marked ones the bad, of the rest the good. */
static void make_deck(struct buf *text, int count, int marked, const char *bad,
                      const char *good)
{
    buf_clear(text);
    buf_add_text(text, HEAD "\"cards\": [\n");
    for (int i = 0; i < count; i++) {
        buf_printf(text, "%s{\"id\": \"c%d\", %s}", i > 0 ? ",\n" : "", i,
                   i < marked ? bad : good);
    }
    buf_add_text(text, "]}");
}

struct deck_example {
    const char *rule, *bad, *good;
    int count, most; /* cards, and marked ones that are let be */
    const char *message;
};

#define OPTIONS(question, a, b, c, d)                                          \
    "\"question\": \"" question "\", \"correct\": {\"text\": \"" a             \
    "\"}, \"distractors\": [{\"text\": \"" b "\"}, {\"text\": \"" c            \
    "\"}, {\"text\": \"" d "\"}]"

/*
 * 40 cards of four statements: chance is 10 of them, its deviation
 * sqrt(40 * 0.25 * 0.75) = 2.74; 1.96 of these are 5.4 and 8 points are 3.2,
 * so 15 are let be and 16 are told. 40 keys and 120 distractors: see each.
 */
static const struct deck_example deck_examples[] = {
    {"longest-key", OPTIONS("Q", "longer", "bbb", "ccc", "ddd"),
     OPTIONS("Q", "aaa", "bbb", "ccc", "ddd"), 40, 15,
     "the right statement is the longest one in 16 of 40 cards, chance gives "
     "10: even the lengths out"},
    {"longest-key", OPTIONS("Q", "a", "bbb", "ccc", "ddd"),
     OPTIONS("Q", "aaa", "bbb", "ccc", "ddd"), 40, 15,
     "the right statement is the shortest one in 16 of 40 cards, chance gives "
     "10: even the lengths out"},
    /* n of 120 against 0 of 40: with n = 11, the common share is 11/160, its
       spread sqrt(0.0640 * (1/40 + 1/120)) = 0.0462 and the difference 9.2
       points, 1.98 of it; with n = 10: 8.3 points, 1.89. One a card. */
    {"absolutes", OPTIONS("Q", "aaa", "always bbb", "ccc", "ddd"),
     OPTIONS("Q", "aaa", "bbb", "ccc", "ddd"), 40, 10,
     "9 % of the distractors have an absolute word, 0 % of the right "
     "statements: take them out"},
    /* n of 40 against 0 of 120: with n = 3 7.5 points, and the spread
       sqrt(0.01875 * 0.98125 / 30) = 0.0248: 3.03 of it; 2 are 5 points and
       not more than that. */
    {"hedges", OPTIONS("Q", "usually aaa", "bbb", "ccc", "ddd"),
     OPTIONS("Q", "aaa", "bbb", "ccc", "ddd"), 40, 2,
     "8 % of the right statements are hedged or qualified, 0 % of the "
     "distractors: qualify both alike"},
    {"negative", OPTIONS("Which is *not* so?", "aaa", "bbb", "ccc", "ddd"),
     OPTIONS("Which is so?", "aaa", "bbb", "ccc", "ddd"), 40, 2,
     "3 of 40 questions ask what is not so: at most 5 in a hundred"},
};

static void
rules_of_the_deck_speak_when_chance_does_not_explain_it(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(deck_examples) / sizeof(deck_examples[0]);
         i++) {
        const struct deck_example *example = &deck_examples[i];
        struct buf text = {0};
        struct run run;
        const char *message = "";

        make_deck(&text, example->count, example->most, example->bad,
                  example->good);
        lint_with(&run, buf_text(&text), NULL, 0);
        assert_int_equal(count_of(&run, example->rule), 0);
        clear(&run);
        make_deck(&text, example->count, example->most + 1, example->bad,
                  example->good);
        lint_with(&run, buf_text(&text), NULL, 0);
        assert_int_equal(count_of(&run, example->rule), 1);
        for (int j = 0; j < run.problems.count; j++)
            if (!strcmp(run.problems.items[j].rule, example->rule))
                message = run.problems.items[j].message;
        assert_string_equal(message, example->message);
        clear(&run);
        buf_release(&text);
    }
}

static void an_objective_needs_a_card_and_a_card_an_objective(void **state)
{
    struct run run;

    (void)state;
    lint_with(&run,
              HEAD OUTLINE "\"cards\": ["
                           "{\"id\": \"a\", \"question\": \"Q\", \"correct\": "
                           "{\"text\": \"A\"}, \"objective\": \"1.1\"},\n"
                           "{\"id\": \"b\", \"question\": \"R\", \"correct\": "
                           "{\"text\": \"B\"}}]}",
              NULL, 0);
    assert_int_equal(count_of(&run, "objective"), 2);
    clear(&run);
    lint_with(&run,
              HEAD OUTLINE "\"cards\": ["
                           "{\"id\": \"a\", \"question\": \"Q\", \"correct\": "
                           "{\"text\": \"A\"}, \"objective\": \"1.1\"},\n"
                           "{\"id\": \"b\", \"question\": \"R\", \"correct\": "
                           "{\"text\": \"B\"}, \"objective\": \"2.1\"}]}",
              NULL, 0);
    assert_int_equal(count_of(&run, "objective"), 0);
    clear(&run);
}

/* Weights 40 and 60: of 100 cards 38 … 42 may be of the first domain. */
static void shares_follow_the_weights_within_two_points(void **state)
{
    static const int shares[][2] = {{37, 2}, {38, 0}, {42, 0}, {43, 2}};

    (void)state;
    for (size_t i = 0; i < sizeof(shares) / sizeof(shares[0]); i++) {
        struct buf text = {0};
        struct run run;

        buf_add_text(&text, HEAD OUTLINE "\"cards\": [\n");
        for (int j = 0; j < 100; j++)
            buf_printf(&text,
                       "%s{\"id\": \"c%d\", \"question\": \"Q\", \"correct\": "
                       "{\"text\": \"A\"}, \"objective\": \"%d.1\"}",
                       j > 0 ? ",\n" : "", j, j < shares[i][0] ? 1 : 2);
        buf_add_text(&text, "]}");
        lint_with(&run, buf_text(&text), NULL, 0);
        assert_int_equal(count_of(&run, "weights"), shares[i][1]);
        clear(&run);
        buf_release(&text);
    }
}

/* ---- repetition ---------------------------------------------------------- */

#define TWO(first, second)                                                     \
    DECK("{\"id\": \"a\", \"question\": \"" first                              \
         "\", \"correct\": {\"text\": \"So\"}},\n"                             \
         "{\"id\": \"b\", \"question\": \"" second                             \
         "\", \"correct\": {\"text\": \"So\"}}")

/*
 * Shingles of "one … nine": 5, and "So" is one more. With "ten" for "nine" 4
 * and "So" are common of 7 in all: 71 %. With "x" for "six": "one … five" and
 * "So" are common of 10 in all: 20 %.
 */
static void near_duplicates_have_half_of_their_shingles_in_common(void **state)
{
    struct run run;

    (void)state;
    lint_with(&run,
              TWO("one two three four five six seven eight nine",
                  "one two three four five six seven eight ten"),
              NULL, 0);
    assert_int_equal(count_of(&run, "near-duplicate"), 1);
    for (int i = 0; i < run.problems.count; i++)
        if (!strcmp(run.problems.items[i].rule, "near-duplicate")) {
            assert_string_equal(run.problems.items[i].card, "b");
            assert_string_equal(
                run.problems.items[i].message,
                "71 % of its runs of five words are those of \"a\": retire "
                "one, or ask from another side");
        }
    clear(&run);
    lint_with(&run,
              TWO("one two three four five six seven eight nine",
                  "one two three four five x seven eight nine"),
              NULL, 0);
    assert_int_equal(count_of(&run, "near-duplicate"), 0);
    clear(&run);
}

/* What is right in one is wrong in the other; or the numbers differ. */
static void cards_that_teach_a_difference_are_none(void **state)
{
    struct run run;

    (void)state;
    lint_with(&run,
              DECK("{\"id\": \"a\", \"question\": \"one two three four five "
                   "six\", \"correct\": {\"text\": \"A\"}, "
                   "\"distractors\": [{\"text\": \"B\"}]},\n"
                   "{\"id\": \"b\", \"question\": \"one two three four five "
                   "six\", \"correct\": {\"text\": \"B\"}, "
                   "\"distractors\": [{\"text\": \"A\"}]}"),
              NULL, 0);
    assert_int_equal(count_of(&run, "near-duplicate"), 0);
    clear(&run);
    lint_with(&run,
              TWO("one two three four five six seven eight 9",
                  "one two three four five six seven eight 10"),
              NULL, 0);
    assert_int_equal(count_of(&run, "near-duplicate"), 0);
    clear(&run);
}

static void cards_are_compared_with_those_of_another_deck(void **state)
{
    struct run other, run;
    struct lint_other others[1] = {{.name = "old.json"}};

    (void)state;
    lint_with(&other, TWO("one two three four five six", "un deux trois"), NULL,
              0);
    others[0].deck = &other.deck;
    lint_with(&run, TWO("one two three four five six", "eins zwei drei vier"),
              others, 1);
    assert_int_equal(count_of(&run, "near-duplicate"), 1);
    for (int i = 0; i < run.problems.count; i++)
        if (!strcmp(run.problems.items[i].rule, "near-duplicate"))
            assert_string_equal(
                run.problems.items[i].message,
                "100 % of its runs of five words are those of \"a\" in "
                "old.json: retire one, or ask from another side");
    clear(&run);
    clear(&other);
}

static void eight_words_in_a_row_are_a_copy_and_seven_are_none(void **state)
{
    const struct lint_other others[] = {
        {.name = "page.txt",
         .text = SLICE("The card, he said: one two THREE four five six seven "
                       "eight nine.")}};
    struct run run;

    (void)state;
    lint_with(&run,
              TWO("Say one two three four five six seven eight nine, please",
                  "Say one two three four five six seven"),
              others, 1);
    assert_int_equal(count_of(&run, "copied"), 1);
    for (int i = 0; i < run.problems.count; i++)
        if (!strcmp(run.problems.items[i].rule, "copied"))
            assert_string_equal(
                run.problems.items[i].message,
                "9 words in a row are copied, from \"one two three four five "
                "six seven eight\" on: say it in words of your own");
    clear(&run);
}

/* ---- the run ------------------------------------------------------------- */

static void after_ten_findings_of_a_rule_the_rest_is_counted(void **state)
{
    struct buf text = {0};
    struct run run;

    (void)state;
    make_deck(&text, 13, 13,
              "\"question\": \"Q\", \"correct\": {\"text\": "
              "\"A\", \"why\": \"So.\"}, \"short\": \"S\", "
              "\"full\": \"F\", \"as_of\": \"2026-11\"",
              "");
    lint_with(&run, buf_text(&text), NULL, 0);
    assert_int_equal(count_of(&run, "incomplete"), 11);
    assert_string_equal(run.problems.items[run.problems.count - 1].message,
                        "3 findings more of incomplete");
    assert_int_equal(run.problems.items[run.problems.count - 1].line, 0);
    clear(&run);
    buf_release(&text);
}

static void english_rules_are_left_out_in_other_languages(void **state)
{
    struct run run;

    (void)state;
    lint_with(&run,
              HEAD "\"language\": \"de\", \"cards\": [" CARD(
                  "Wie?", "All of the above", "So", "Nein", REST) "]}",
              NULL, 0);
    assert_int_equal(count_of(&run, "of-the-above"), 0);
    clear(&run);
}

static void words_are_runs_of_letters_and_digits(void **state)
{
    static const char *const expected[] = {
        "It", "isn't", "1,024.5", "GB", "caf\xC3\xA9", "nvidia", "smi"};
    static struct word_book book;
    struct words words = {.book = &book};

    (void)state;
    word_book_fill(&book);
    words_read(&words,
               SLICE("It isn't 1,024.5 GB: 'caf\xC3\xA9', `nvidia-smi`."));
    assert_int_equal(words.count, 7);
    for (int i = 0; i < words.count; i++)
        assert_true(slice_is(words.items[i].text, expected[i]));
    assert_true(words.items[1].classes & WORD_NEGATION);
    assert_true(words.items[2].has_digit && !words.items[2].has_letter);
    words_release(&words);
}

static void every_rule_says_why_and_from_where(void **state)
{
    (void)state;
    assert_int_equal(lint_rule_index("no-such-rule"), -1);
    for (int i = 0; i < lint_rule_count(); i++) {
        struct lint_rule rule = lint_rule(i);

        assert_int_equal(lint_rule_index(rule.id), i);
        assert_true(strlen(rule.words) > 20 && strlen(rule.why) > 60 &&
                    strlen(rule.source) > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(
            each_rule_finds_its_bad_example_and_lets_the_good_one_be),
        cmocka_unit_test(
            rules_of_the_deck_speak_when_chance_does_not_explain_it),
        cmocka_unit_test(an_objective_needs_a_card_and_a_card_an_objective),
        cmocka_unit_test(shares_follow_the_weights_within_two_points),
        cmocka_unit_test(near_duplicates_have_half_of_their_shingles_in_common),
        cmocka_unit_test(cards_that_teach_a_difference_are_none),
        cmocka_unit_test(cards_are_compared_with_those_of_another_deck),
        cmocka_unit_test(eight_words_in_a_row_are_a_copy_and_seven_are_none),
        cmocka_unit_test(after_ten_findings_of_a_rule_the_rest_is_counted),
        cmocka_unit_test(english_rules_are_left_out_in_other_languages),
        cmocka_unit_test(words_are_runs_of_letters_and_digits),
        cmocka_unit_test(every_rule_says_why_and_from_where),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
