/* SPDX-License-Identifier: MIT */
#include "aiio/day.h"

#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static int64_t at(const char *time)
{
    int64_t ms = 0;

    assert_true(time_parse(slice_of(time), &ms));
    return ms;
}

static int day(const char *text)
{
    int number = 0;

    assert_true(day_parse(slice_of(text), &number));
    return number;
}

static void dates_are_counted_from_1970(void **state)
{
    (void)state;
    assert_int_equal(day("1970-01-01"), 0);
    assert_int_equal(day("1969-12-31"), -1);
    assert_int_equal(day("2000-03-01"), 11017);
    assert_int_equal(day("2026-12-01"), 20788);
    assert_int_equal(day("0001-01-01"), -719162);
    assert_int_equal(day("9999-12-31"), 2932896);
    assert_true(at("0001-01-01T00:00:00.000Z") == TIME_MIN_MS);
    assert_true(at("9999-12-31T23:59:59.999Z") == TIME_MAX_MS);
}

static void every_day_is_its_date_and_back(void **state)
{
    int weekday = 0; /* 0001-01-01 was a Monday */

    (void)state;
    for (int i = -719162; i <= 2932896; i++) {
        int back = 0;

        if (!day_from_civil(civil_from_day(i), &back) || back != i ||
            weekday_from_day(i) != weekday)
            fail_msg("day %d", i);
        weekday = (weekday + 1) % 7;
    }
}

static void dates_that_do_not_exist_are_refused(void **state)
{
    static const char *const bad[] = {
        "2026-02-29", "1900-02-29", "2026-04-31", "2026-13-01",  "2026-00-01",
        "2026-01-00", "2026-1-01",  "0000-01-01", "2026-01-01 ", "+026-01-01",
        "2026/01/01", "20260101",   "",           "2026-01-1x",  "-001-01-01",
    };
    int number;

    (void)state;
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        assert_false(day_parse(slice_of(bad[i]), &number));
    assert_int_equal(day("2000-02-29"), 11016);
    assert_true(day_has_form(SLICE("2027-02-30")));
    assert_false(day_has_form(SLICE("tomorrow")));
    assert_string_equal(day_fault(SLICE("2027-02-30")),
                        "there is no such day in the calendar (YYYY-MM-DD)");
    assert_string_equal(day_fault(SLICE("1.2.2027")),
                        "expected a day as YYYY-MM-DD, such as 2027-01-31");
}

static void times_that_do_not_exist_are_refused(void **state)
{
    static const char *const bad[] = {
        "2026-12-01T24:00:00.000Z", "2026-12-01T07:60:00.000Z",
        "2026-12-01T07:00:60.000Z", "2026-12-01T07:00:00Z",
        "2026-12-01 07:00:00.000Z", "2026-12-01T07:00:00.000",
        "2026-12-01T07:00:00.00 Z", "",
    };
    int64_t ms;

    (void)state;
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        assert_false(time_parse(slice_of(bad[i]), &ms));
}

static void a_study_day_begins_at_four_in_the_morning(void **state)
{
    (void)state;
    assert_int_equal(day_from_time(at("2026-12-01T03:59:59.999Z"), 0, 4),
                     day("2026-11-30"));
    assert_int_equal(day_from_time(at("2026-12-01T04:00:00.000Z"), 0, 4),
                     day("2026-12-01"));
    assert_int_equal(day_from_time(at("1969-12-31T03:59:00.000Z"), 0, 4), -2);
}

/* Berlin, 28 March and 25 October 2026. */
static void
a_change_of_summer_time_neither_skips_nor_doubles_a_day(void **state)
{
    (void)state;
    assert_int_equal(day_from_time(at("2026-03-29T01:59:00.000Z"), 120, 4),
                     day("2026-03-28"));
    assert_int_equal(day_from_time(at("2026-03-29T02:00:00.000Z"), 120, 4),
                     day("2026-03-29"));
    assert_int_equal(day_from_time(at("2026-10-25T02:59:00.000Z"), 60, 4),
                     day("2026-10-24"));
    assert_int_equal(day_from_time(at("2026-10-25T03:00:00.000Z"), 60, 4),
                     day("2026-10-25"));
}

/* Samoa went from UTC-10 to UTC+14 at the end of 29 December 2011. */
static void the_day_that_samoa_left_out_passes(void **state)
{
    int before = day_from_time(at("2011-12-30T09:59:00.000Z"), -600, 0);
    int after = day_from_time(at("2011-12-30T10:00:00.000Z"), 840, 0);

    (void)state;
    assert_int_equal(before, day("2011-12-29"));
    assert_int_equal(after, day("2011-12-31"));
    assert_int_equal(days_between(before, after), 2);
}

/* UTC+10:30 in winter, UTC+11 in summer; 5 April 2026 at 02:00. */
static void lord_howe_changes_by_half_an_hour(void **state)
{
    (void)state;
    assert_int_equal(day_from_time(at("2026-04-04T16:59:00.000Z"), 660, 4),
                     day("2026-04-04"));
    assert_int_equal(day_from_time(at("2026-04-04T17:29:00.000Z"), 630, 4),
                     day("2026-04-04"));
    assert_int_equal(day_from_time(at("2026-04-04T17:30:00.000Z"), 630, 4),
                     day("2026-04-05"));
}

/* Auckland (UTC+13) to Honolulu (UTC-10) in nine hours. */
static void a_flight_over_the_date_line_is_never_a_negative_time(void **state)
{
    int take_off = day_from_time(at("2026-12-01T20:00:00.000Z"), 780, 4);
    int landing = day_from_time(at("2026-12-02T05:00:00.000Z"), -600, 4);

    (void)state;
    assert_int_equal(take_off, day("2026-12-02"));
    assert_int_equal(landing, day("2026-12-01"));
    assert_int_equal(days_between(take_off, landing), 0);
}

static void a_clock_set_wrong_gives_a_day_within_the_calendar(void **state)
{
    (void)state;
    assert_int_equal(days_between(day("2026-12-01"), day("2020-01-01")), 0);
    assert_int_equal(days_between(day("2026-12-01"), day("2038-01-19")), 4067);
    assert_int_equal(day_from_time(INT64_MAX, 0, 0), 2932896);
    assert_int_equal(day_from_time(INT64_MIN, 0, 0), -719162);
    assert_int_equal(days_between(INT_MIN, INT_MAX), INT_MAX);
    assert_int_equal(days_between(INT_MAX, INT_MIN), 0);
}

static void days_and_times_are_written(void **state)
{
    struct buf out = {0};

    (void)state;
    day_format(&out, 20788);
    buf_add_char(&out, ' ');
    day_format_long(&out, 20788);
    buf_add_char(&out, ' ');
    time_format(&out, INT64_C(1796108591482));
    buf_add_char(&out, ' ');
    time_format(&out, -1);
    buf_add_char(&out, ' ');
    time_format_clock(&out, INT64_C(1796108591482), 345);
    assert_string_equal(buf_text(&out),
                        "2026-12-01 Tue 1 Dec 2026 2026-12-01T07:03:11.482Z "
                        "1969-12-31T23:59:59.999Z 12:48");
    buf_clear(&out);
    time_format_local(&out, INT64_C(1796108591482), 345);
    buf_add_char(&out, ' ');
    time_format_local(&out, INT64_C(1796108591482), -600);
    assert_string_equal(buf_text(&out),
                        "2026-12-01 12:48:11 2026-11-30 21:03:11");
    buf_release(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dates_are_counted_from_1970),
        cmocka_unit_test(every_day_is_its_date_and_back),
        cmocka_unit_test(dates_that_do_not_exist_are_refused),
        cmocka_unit_test(times_that_do_not_exist_are_refused),
        cmocka_unit_test(a_study_day_begins_at_four_in_the_morning),
        cmocka_unit_test(
            a_change_of_summer_time_neither_skips_nor_doubles_a_day),
        cmocka_unit_test(the_day_that_samoa_left_out_passes),
        cmocka_unit_test(lord_howe_changes_by_half_an_hour),
        cmocka_unit_test(a_flight_over_the_date_line_is_never_a_negative_time),
        cmocka_unit_test(a_clock_set_wrong_gives_a_day_within_the_calendar),
        cmocka_unit_test(days_and_times_are_written),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
