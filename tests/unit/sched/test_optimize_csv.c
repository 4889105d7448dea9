/* SPDX-License-Identifier: MIT */
#include "aiio/optimize.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define HEADER "card_id,review_time,rating,elapsed_days"

/* Lines up to a NULL; the status of the first that fails. */
static enum status read(struct optimize_csv *csv, const char *const *lines,
                        struct error *err)
{
    for (; *lines; lines++)
        if (optimize_csv_line(csv, slice_of(*lines), err))
            return err->code;
    return STATUS_OK;
}

static void rows_come_in_any_order_and_cards_by_any_name(void **state)
{
    static const char *const lines[] = {
        " duration , rating,review_time_ms,card_id,elapsed_days\r\n",
        "9,3,2000,b,-1\n",
        "",
        "9,1,1000, a ,5\n",
        "9,4,3000,a,2\n",
        "9,2,2000,a,1\n",
        NULL};
    struct optimize_csv *csv = optimize_csv_new();
    struct optimize_log log;
    struct error err = {0};

    (void)state;
    assert_int_equal(read(csv, lines, &err), STATUS_OK);
    assert_int_equal(optimize_csv_log(csv, &log, &err), STATUS_OK);
    assert_int_equal(log.review_count, 4);
    assert_int_equal(log.card_count, 2);
    assert_int_equal(log.reviews[0].time_ms, 1000);
    assert_int_equal(log.reviews[0].card, 1);
    assert_int_equal(log.reviews[0].grade, 1);
    /* of one time, in the order of the file */
    assert_int_equal(log.reviews[1].card, 0);
    assert_int_equal(log.reviews[1].elapsed_days, 0);
    assert_int_equal(log.reviews[2].card, 1);
    assert_int_equal(log.reviews[2].grade, 2);
    assert_int_equal(log.reviews[3].elapsed_days, 2);
    optimize_csv_free(csv);
}

static void what_is_wrong_is_named_by_line(void **state)
{
    static const struct {
        const char *row, *message;
    } cases[] = {
        {"a,1,5,0", "rating: \"5\", expected 1 (again)"},
        {"a,1,3,-1", "elapsed_days: \"-1\", expected whole days from 0"},
        {"a,1,3,1000000000", "elapsed_days: \"1000000000\""},
        {"a,1,3,1.5", "elapsed_days: \"1.5\""},
        {"a,soon,3,1", "review_time: \"soon\", expected milliseconds"},
        {"a,1,3", "a row of too few columns"},
        {",1,3,1", "card_id: \"\""},
        {"a,nan,3,1", "review_time: \"nan\""},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const char *lines[] = {HEADER, "a,0,3,0", cases[i].row, NULL};
        struct optimize_csv *csv = optimize_csv_new();
        struct error err = {0};

        assert_int_equal(read(csv, lines, &err), STATUS_REJECTED);
        assert_int_equal(err.line, 3);
        if (!strstr(err.text, cases[i].message))
            fail_msg("%s", err.text);
        optimize_csv_free(csv);
    }
}

static void a_header_that_lacks_a_column_and_an_empty_log(void **state)
{
    static const char *const headless[] = {"1,2,3,4", NULL};
    static const char *const empty[] = {HEADER, NULL};
    struct optimize_csv *csv = optimize_csv_new();
    struct optimize_log log;
    struct error err = {0};

    (void)state;
    assert_int_equal(read(csv, headless, &err), STATUS_REJECTED);
    assert_non_null(strstr(err.text, "the header has no column card_id"));
    optimize_csv_free(csv);
    csv = optimize_csv_new();
    assert_int_equal(read(csv, empty, &err), STATUS_OK);
    assert_int_equal(optimize_csv_log(csv, &log, &err), STATUS_REJECTED);
    optimize_csv_free(csv);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_come_in_any_order_and_cards_by_any_name),
        cmocka_unit_test(what_is_wrong_is_named_by_line),
        cmocka_unit_test(a_header_that_lacks_a_column_and_an_empty_log),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
