/* SPDX-License-Identifier: MIT */
#include "aiio/query.h"

#include "aiio/rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* Study day 20,000; 09:00 UTC, an hour east of it, days begin at 4. */
enum { TODAY = 20000 };

static const struct query_now now = {
    .moment = {.at_ms = TODAY * DAY_MS + 8 * INT64_C(3600000),
               .day = TODAY,
               .offset_min = 60},
    .day_start = 4,
};

#define JSON(question, full)                                                   \
    "{\"id\":\"hidden-id\",\"objective\":\"9.9\",\"tags\":[\"hidden-tag\"],"   \
    "\"question\":\"" question "\",\"correct\":{\"id\":\"a\",\"text\":\""      \
    "The right one\",\"why\":\"it holds\"},\"full\":\"" full "\","             \
    "\"sources\":[{\"title\":\"hidden source\"}]}"

static const char plain[] =
    JSON("Where does NVLink stand?", "first line\\nsecond \\\"line\\\"");
static const char foreign[] = JSON("Über 日本 m²", "naïve x<y");

static bool matches(const char *text, const struct query_row *row)
{
    struct query *query = NULL;
    struct error err = {0};
    bool found;

    if (query_parse(slice_of(text), &query, &err) != STATUS_OK)
        fail_msg("%s: %s", text, err.text);
    found = query_matches(query, row, &now);
    query_free(query);
    return found;
}

static struct query_row row_of(const char *json,
                               const struct progress *progress)
{
    return (struct query_row){
        .text = slice_of(json),
        .deck = "nca-aiio",
        .id = "oom-shard",
        .objective = "2.7",
        .domain = "2",
        .tags = SLICE(" memory Fabric "),
        .progress = progress,
    };
}

struct expected {
    const char *query;
    bool matches;
};

static void assert_all(const struct expected *rows, size_t count,
                       const struct query_row *row)
{
    for (size_t i = 0; i < count; i++)
        if (matches(rows[i].query, row) != rows[i].matches)
            fail_msg("%s", rows[i].query);
}

#define ASSERT_ALL(rows, row)                                                  \
    assert_all(rows, sizeof(rows) / sizeof((rows)[0]), row)

static const struct progress untouched;

/* ---- texts --------------------------------------------------------------- */

static void texts_are_found_folded_and_nothing_beside_them(void **state)
{
    static const struct expected rows[] = {
        {"", true},
        {"   ", true},
        {"nvlink", true},
        {"NVLINK", true},
        {"vlin", true},
        {"right", true},
        {"holds", true},
        {"second", true},
        {"\"second \\\"line\\\"\"", true},
        {"\"does nvlink\"", true},
        {"\"nvlink does\"", false},
        {"does stand", true},
        {"stand does", true},
        {"does missing", false},
        {"hidden", false}, /* ids, tags, sources and names of members */
        {"question", false},
        {"correct", false},
        {"nsecond", false}, /* the n of an escape */
        {"\"line\\\\\"", false},
        {"\"one it\"", false}, /* not from one text into the next */
    };
    struct query_row row = row_of(plain, &untouched);

    (void)state;
    ASSERT_ALL(rows, &row);
}

static void marks_and_case_of_other_scripts_fold(void **state)
{
    static const struct expected rows[] = {
        {"uber", true},  {"ÜBER", true},    {"über", true},  {"日本", true},
        {"日", true},    {"本日", false},   {"naive", true}, {"NAÏVE", true},
        {"m²", true},    {"m2", false},     {"x<y", true},   {"x<z", false},
        {"right", true}, {"hidden", false}, {"ßber", false},
    };
    struct query_row row = row_of(foreign, &untouched);

    (void)state;
    ASSERT_ALL(rows, &row);
    row = row_of(plain, &untouched);
    assert_false(matches("日本", &row));
}

/* ---- and, or, not, brackets ---------------------------------------------- */

static void operators_bind_as_in_anki(void **state)
{
    static const struct expected rows[] = {
        {"-missing", true},
        {"-nvlink", false},
        {"--nvlink", true},
        {"missing or nvlink", true},
        {"nvlink or missing", true},
        {"missing OR absent", false},
        /* (right and missing) or nvlink */
        {"right missing or nvlink", true},
        {"right (missing or nvlink)", true},
        {"missing (right or nvlink)", false},
        {"-(missing or absent)", true},
        {"-(missing or nvlink)", false},
        {"-(nvlink missing)", true},
        {"nvlink and right", true},
        {"nvlink AND missing", false},
        {"((nvlink))", true},
        {"(nvlink)(right)", true},
        {"\"nvlink\"right", true},
        {"\"or\"", false},
        {"\"-missing\"", false},
        {"or-x", false}, /* a word of its own */
        {"nvlink or missing or absent", true},
        {"missing or absent or nvlink right", true},
    };
    struct query_row row = row_of(plain, &untouched);

    (void)state;
    ASSERT_ALL(rows, &row);
}

/* ---- fields -------------------------------------------------------------- */

static void fields_are_compared_whole_and_folded(void **state)
{
    static const struct expected rows[] = {
        {"deck:nca-aiio", true},  {"deck:nca", false},
        {"deck:nca*", true},      {"DECK:NCA-AIIO", true},
        {"domain:2", true},       {"domain:1", false},
        {"-domain:1", true},      {"objective:2.7", true},
        {"objective:2", false},   {"objective:2.*", true},
        {"tag:memory", true},     {"tag:fabric", true},
        {"tag:\"FABRIC\"", true}, {"tag:mem", false},
        {"tag:*m*r*", true},      {"tag:*z*", false},
        {"tag:*", true},          {"id:oom*", true},
        {"id:*shard", true},      {"id:shard", false},
        {"id:oom**shard", true},  {"domain:2 tag:memory nvlink", true},
    };
    struct query_row row = row_of(plain, &untouched);

    (void)state;
    ASSERT_ALL(rows, &row);
    row.tags = SLICE("");
    row.domain = "";
    assert_false(matches("tag:*", &row));
    assert_false(matches("domain:2", &row));
}

static void a_new_card_has_no_day_and_no_memory(void **state)
{
    static const struct expected rows[] = {
        {"is:new", true},        {"is:due", false},
        {"is:learning", false},  {"is:review", false},
        {"is:wrong", false},     {"is:leech", false},
        {"due<=100", false},     {"due>-100", false},
        {"stability<10", false}, {"difficulty>=0", false},
        {"interval<1", false},   {"lapses=0", true},
        {"answers:0", true},     {"wrong!=0", false},
        {"is:suspended", false}, {"is:flagged", false},
        {"is:buried", false},    {"is:retired", false},
        {"is:reserve", false},   {"added:7", false},
        {"-due<=100", true},
    };
    struct query_row row = row_of(plain, &untouched);

    (void)state;
    ASSERT_ALL(rows, &row);
}

/* Due in 7 days, S 9.5, D 5.25, 6 answers, 2 wrong, 4 lapses. */
static void a_review_has_numbers(void **state)
{
    static const struct expected rows[] = {
        {"is:review", true},
        {"is:new", false},
        {"is:due", false},
        {"due<=7", true},
        {"due<7", false},
        {"due>=7", true},
        {"due>6", true},
        {"due:7", true},
        {"due=7", true},
        {"due!=7", false},
        {"due=-1", false},
        {"DUE<=7", true},
        {"stability<10", true},
        {"stability<9.5", false},
        {"stability>=9.5", true},
        {"difficulty>5.2", true},
        {"difficulty<5.2", false},
        {"interval=12", true},
        {"answers=6", true},
        {"wrong>=2", true},
        {"wrong>2", false},
        {"lapses>=3", true},
        {"lapses>=5", false},
        {"is:leech", true},
        {"is:wrong", false},
        {"-lapses>=5", true},
        {"lapses>=3 due<=7 stability<10", true},
    };
    struct progress progress = {
        .memory = {.stability = 9.5, .difficulty = 5.25},
        .due = {.state = CARD_REVIEW, .has_day = true, .due_day = TODAY + 7},
        .answers = 6,
        .wrong = 2,
        .lapses = 4,
        .interval_days = 12,
        .last_correct = true,
    };
    struct query_row row = row_of(plain, &progress);

    (void)state;
    ASSERT_ALL(rows, &row);
    progress.lapses = 3;
    assert_false(matches("is:leech", &row));
    progress.last_correct = false;
    assert_true(matches("is:wrong", &row));
}

static void due_is_what_home_counts_today(void **state)
{
    struct progress progress = {
        .due = {.state = CARD_REVIEW, .has_day = true, .due_day = TODAY},
        .answers = 1,
    };
    struct query_row row = row_of(plain, &progress);

    (void)state;
    assert_true(matches("is:due due=0", &row));
    progress.due.due_day = TODAY - 3;
    assert_true(matches("is:due due=-3", &row));
    progress.suspended = true;
    assert_false(matches("is:due", &row));
    assert_true(matches("is:suspended due=-3", &row));
    progress.suspended = false;
    progress.buried_until = TODAY + 1;
    assert_false(matches("is:due", &row));
    assert_true(matches("is:buried", &row));
    progress.buried_until = TODAY; /* asked again today */
    assert_true(matches("is:due -is:buried", &row));
    row.reserve = true;
    assert_false(matches("is:due", &row));
    assert_true(matches("is:reserve", &row));
    row.reserve = false;
    row.retired = true;
    assert_false(matches("is:due", &row));
    assert_true(matches("is:retired", &row));
}

/* 08:00 UTC and ten minutes; at 03:00 UTC next morning local time is 4. */
static void a_step_has_the_day_of_its_time(void **state)
{
    struct progress progress = {
        .due = {.state = CARD_LEARNING,
                .due_at_ms = TODAY * DAY_MS + 8 * INT64_C(3600000) + 600000},
        .answers = 1,
    };
    struct query_row row = row_of(plain, &progress);

    (void)state;
    assert_true(matches("is:learning is:due due=0", &row));
    progress.due.due_at_ms = (TODAY + 1) * DAY_MS + 3 * INT64_C(3600000) - 1;
    assert_true(matches("due=0", &row));
    progress.due.due_at_ms++;
    assert_true(matches("due=1 is:due", &row));
    progress.due.state = CARD_RELEARNING;
    assert_true(matches("is:learning", &row));
}

static void a_reset_card_is_new_and_owed(void **state)
{
    struct progress progress = {.reset_day = TODAY - 1};
    struct query_row row = row_of(plain, &progress);

    (void)state;
    assert_true(matches("is:new is:due due=-1", &row));
}

static void added_counts_days_with_today_among_them(void **state)
{
    struct query_row row = row_of(plain, &untouched);

    (void)state;
    row.has_added = true;
    row.added_day = TODAY;
    assert_true(matches("added:1", &row));
    row.added_day = TODAY - 6;
    assert_true(matches("added:7", &row));
    assert_false(matches("added:6", &row));
    assert_true(matches("-added:6", &row));
}

static void what_a_query_needs_is_told(void **state)
{
    static const struct {
        const char *query;
        unsigned needs;
    } rows[] = {
        {"", 0},
        {"gpu", QUERY_TEXT},
        {"is:new", QUERY_FIELDS},
        {"gpu is:retired", QUERY_TEXT | QUERY_FIELDS | QUERY_RETIRED},
        {"due<3 or x", QUERY_TEXT | QUERY_FIELDS},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct query *query = NULL;

        assert_int_equal(query_parse(slice_of(rows[i].query), &query, NULL),
                         STATUS_OK);
        assert_int_equal(query_needs(query), rows[i].needs);
        query_free(query);
    }
}

/* ---- errors -------------------------------------------------------------- */

static void errors_name_column_and_why(void **state)
{
    static const struct {
        const char *query;
        int column;
        const char *why;
    } rows[] = {
        {"\"gpu", 1, "this quote is not closed"},
        {"gpu \"", 5, "this quote is not closed"},
        {"日本 \"x", 4, "this quote is not closed"},
        {"a \"b\\\"", 3, "this quote is not closed"},
        {"tag:\"x", 5, "this quote is not closed"},
        {"(gpu", 1, "this bracket is not closed"},
        {"a (b (c)", 3, "this bracket is not closed"},
        {"gpu)", 4, "this bracket closes nothing"},
        {")", 1, "this bracket closes nothing"},
        {"()", 1, "nothing stands between these brackets"},
        {"a (  )", 3, "nothing stands between these brackets"},
        {"or", 1, "\"or\" wants something on both sides"},
        {"a or", 3, "\"or\" wants something on both sides"},
        {"a or or b", 3, "\"or\" wants something on both sides"},
        {"or b", 1, "\"or\" wants something on both sides"},
        {"(a or )", 4, "\"or\" wants something on both sides"},
        {"and b", 1, "\"and\" wants something on both sides"},
        {"a and", 3, "\"and\" wants something on both sides"},
        {"a and or b", 3, "\"and\" wants something on both sides"},
        {"-", 1, "- wants something right after it"},
        {"a - b", 3, "- wants something right after it"},
        {"(-)", 2, "- wants something right after it"},
        {"\"\"", 1, "there is nothing to look for"},
        {"x \xCC\x88", 3, "there is nothing to look for"}, /* a mark alone */
        {"domian:2", 1, "there is no field \"domian\"; there are deck"},
        {"http://x", 1, "there is no field \"http\""},
        {"x laps>=3", 3, "there is no number \"laps\""},
        {"is:lech", 4, "a card is not \"lech\"; there are due new learning"},
        {"is:", 4, "is: wants a value right after it"},
        {"tag: x", 5, "tag: wants a value right after it"},
        {"tag:\"\"", 5, "tag: wants a value right after it"},
        {"due<=soon", 6, "due: \"soon\" is no number"},
        {"due<=", 6, "due: \"\" is no number"},
        {"due:soon", 5, "due: \"soon\" is no number"},
        {"lapses>=3x", 9, "lapses: \"3x\" is no number"},
        {"stability<nan", 11, "stability: \"nan\" is no number"},
        {"added:0", 7, "added:0, expected a number of days from 1 to 99999"},
        {"added:x", 7, "added:x, expected a number of days"},
        {"added<7", 6, "added is no number"},
        {"tag=x", 4, "tag is no number"},
        {"gpu \xFF", 5, "this is no UTF-8"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct query *query = NULL;
        struct error err = {0};
        char expected[160];

        (void)snprintf(expected, sizeof(expected), "query, column %d: %s",
                       rows[i].column, rows[i].why);
        if (query_parse(slice_of(rows[i].query), &query, &err) !=
                STATUS_USAGE ||
            err.column != rows[i].column ||
            strncmp(err.text, expected, strlen(expected)) != 0)
            fail_msg("%s: %d: %s", rows[i].query, err.column, err.text);
        assert_null(query);
    }
}

/* ---- hostile queries ----------------------------------------------------- */

/* Whatever it is, it parses and matches, or is refused with a column. */
static enum status try(struct slice text)
{
    struct query_row row = row_of(foreign, &untouched);
    struct query *query = NULL;
    struct error err = {0};
    enum status status = query_parse(text, &query, &err);

    if (status == STATUS_OK) {
        (void)query_matches(query, &row, &now);
        query_free(query);
        return status;
    }
    assert_int_equal(status, STATUS_USAGE);
    assert_true(err.column >= 1 && err.column <= (int)text.len + 1);
    assert_true(err.text[0] != '\0');
    return status;
}

static enum status try_repeated(const char *piece, int times, const char *end)
{
    struct buf text = {0};
    enum status status;

    buf_add_repeat(&text, piece, times);
    buf_add_text(&text, end);
    status = try(buf_slice(&text));
    buf_release(&text);
    return status;
}

static void brackets_nest_a_hundred_deep(void **state)
{
    struct buf text = {0};

    (void)state;
    for (int depth = 99; depth <= 101; depth++) {
        buf_clear(&text);
        buf_add_repeat(&text, "(", depth);
        buf_add_text(&text, "x");
        buf_add_repeat(&text, ")", depth);
        assert_int_equal(try(buf_slice(&text)),
                         depth <= 100 ? STATUS_OK : STATUS_USAGE);
    }
    buf_release(&text);
    assert_int_equal(try_repeated("(", 1000, "x"), STATUS_USAGE);
    assert_int_equal(try_repeated("-(", 1000, "x"), STATUS_USAGE);
    assert_int_equal(try_repeated(")", 1000, ""), STATUS_USAGE);
    assert_int_equal(try_repeated("(x) ", 1000, ""), STATUS_OK);
}

static void long_queries_parse_up_to_the_cap(void **state)
{
    (void)state;
    assert_int_equal(try_repeated("a", 4096, ""), STATUS_OK);
    assert_int_equal(try_repeated("a", 4097, ""), STATUS_USAGE);
    assert_int_equal(try_repeated("a ", 2048, ""), STATUS_OK);
    assert_int_equal(try_repeated("a or ", 800, "b"), STATUS_OK);
    assert_int_equal(try_repeated("-", 4000, "b"), STATUS_OK);
    assert_int_equal(try_repeated("\"a\"", 1365, ""), STATUS_OK);
    assert_int_equal(try_repeated("x", 1000000, ""), STATUS_USAGE);
    /* stars that may all be tried again */
    assert_int_equal(try_repeated("tag:*a*a*a*a*a*a*a*a*b ", 170, ""),
                     STATUS_OK);
}

/* 200,000 queries of pieces and of bytes, from a seed. */
static void any_bytes_are_parsed_or_refused(void **state)
{
    static const char *const pieces[] = {
        "(",        ")",      "\"",  "-",    "or", " ",       "and",
        ":",        "is",     "due", "<=",   "7",  "tag:",    "*",
        "\\",       "\\\"",   "日",  "\xFF", "a",  "is:new",  "due<=7",
        "lapses>=", "added:", "\t",  "=",    "!=", "\xCC\x88"};
    struct rng rng = rng_seed(4711);
    char text[64];

    (void)state;
    for (int i = 0; i < 200000; i++) {
        size_t len = 0, parts = rng_next(&rng) % 12;

        for (size_t p = 0; p < parts; p++) {
            const char *piece =
                pieces[rng_next(&rng) % (sizeof(pieces) / sizeof(pieces[0]))];

            if (i % 4 == 3) { /* bytes, none of them NUL */
                text[len++] = (char)(rng_next(&rng) % 255 + 1);
            } else if (len + strlen(piece) < sizeof(text)) {
                memcpy(text + len, piece, strlen(piece));
                len += strlen(piece);
            }
        }
        (void)try((struct slice){text, len});
    }
}

/* A card's JSON may be anything, too. */
static void any_card_text_is_survived(void **state)
{
    static const char *const texts[] = {
        "", "{", "\"", "\"text\":\"\\", "\"why\":\"\\ud800\"", "\xFF\xFE"};

    (void)state;
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        struct query_row row = row_of(texts[i], &untouched);

        (void)matches("a", &row);
        (void)matches("日 or x", &row);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_are_found_folded_and_nothing_beside_them),
        cmocka_unit_test(marks_and_case_of_other_scripts_fold),
        cmocka_unit_test(operators_bind_as_in_anki),
        cmocka_unit_test(fields_are_compared_whole_and_folded),
        cmocka_unit_test(a_new_card_has_no_day_and_no_memory),
        cmocka_unit_test(a_review_has_numbers),
        cmocka_unit_test(due_is_what_home_counts_today),
        cmocka_unit_test(a_step_has_the_day_of_its_time),
        cmocka_unit_test(a_reset_card_is_new_and_owed),
        cmocka_unit_test(added_counts_days_with_today_among_them),
        cmocka_unit_test(what_a_query_needs_is_told),
        cmocka_unit_test(errors_name_column_and_why),
        cmocka_unit_test(brackets_nest_a_hundred_deep),
        cmocka_unit_test(long_queries_parse_up_to_the_cap),
        cmocka_unit_test(any_bytes_are_parsed_or_refused),
        cmocka_unit_test(any_card_text_is_survived),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
