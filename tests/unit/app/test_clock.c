/* SPDX-License-Identifier: MIT */
/* Needs the time-zone database (Debian: tzdata). */
#include "aiio/clock.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

#include <cmocka.h>

enum { DAY_START_HOUR = 4 };

/* A moment in a zone; offset and study day by hand from the zone's rules. */
struct row {
    const char *utc;
    int offset_min;
    const char *day;
};

static void set_zone(const char *zone)
{
    assert_int_equal(setenv("TZ", zone, 1), 0);
    tzset();
}

static int reset_zone(void **state)
{
    (void)state;
    unsetenv("TZ");
    tzset();
    return 0;
}

static int64_t ms_of(const char *utc)
{
    int64_t at_ms = 0;

    assert_true(time_parse(slice_of(utc), &at_ms));
    return at_ms;
}

/* What the clock does for the moment that it reads. */
static int offset_of(int64_t at_ms)
{
    time_t at = (time_t)(at_ms / 1000);
    struct tm local = {0};

    assert_non_null(localtime_r(&at, &local));
    return (int)(local.tm_gmtoff / 60);
}

static int day_of(const char *zone, const char *utc)
{
    int64_t at_ms = ms_of(utc);

    set_zone(zone);
    return day_from_time(at_ms, offset_of(at_ms), DAY_START_HOUR);
}

static void assert_rows(const char *zone, const struct row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct buf day = {0};

        day_format(&day, day_of(zone, rows[i].utc));
        assert_string_equal(buf_text(&day), rows[i].day);
        assert_int_equal(offset_of(ms_of(rows[i].utc)), rows[i].offset_min);
        buf_release(&day);
    }
}

#define ASSERT_ROWS(zone, rows)                                                \
    assert_rows(zone, rows, sizeof(rows) / sizeof((rows)[0]))

/* 29 March 2026: 02:00 CET becomes 03:00 CEST at 01:00 UTC. 25 October 2026:
   03:00 CEST becomes 02:00 CET at 01:00 UTC. */
static void
berlin_changes_the_day_at_four_by_the_clock_on_the_wall(void **state)
{
    static const struct row rows[] = {
        {"2026-03-29T00:59:59.999Z", 60, "2026-03-28"},
        {"2026-03-29T01:00:00.000Z", 120, "2026-03-28"},
        {"2026-03-29T01:59:59.999Z", 120, "2026-03-28"},
        {"2026-03-29T02:00:00.000Z", 120, "2026-03-29"},
        {"2026-10-25T00:59:59.999Z", 120, "2026-10-24"},
        {"2026-10-25T01:00:00.000Z", 60, "2026-10-24"},
        {"2026-10-25T02:59:59.999Z", 60, "2026-10-24"},
        {"2026-10-25T03:00:00.000Z", 60, "2026-10-25"},
    };

    (void)state;
    ASSERT_ROWS("Europe/Berlin", rows);
}

/* Samoa went from UTC-10 to UTC+14 at the end of 29 December 2011; its next
   midnight began the 31st. The first four hours of that belong to the study
   day of the 30th, which is as short as that. */
static void apia_jumps_over_a_date_and_no_study_day_goes_back(void **state)
{
    static const struct row rows[] = {
        {"2011-12-29T13:59:59.999Z", -600, "2011-12-28"},
        {"2011-12-29T14:00:00.000Z", -600, "2011-12-29"},
        {"2011-12-30T09:59:59.999Z", -600, "2011-12-29"},
        {"2011-12-30T10:00:00.000Z", 840, "2011-12-30"},
        {"2011-12-30T13:59:59.999Z", 840, "2011-12-30"},
        {"2011-12-30T14:00:00.000Z", 840, "2011-12-31"},
    };

    (void)state;
    ASSERT_ROWS("Pacific/Apia", rows);
    /* From breakfast on the 29th to that on the 31st, 24 hours later. */
    assert_int_equal(
        days_between(day_of("Pacific/Apia", "2011-12-29T18:00:00.000Z"),
                     day_of("Pacific/Apia", "2011-12-30T18:00:00.000Z")),
        2);
}

/* UTC+10:30, in summer UTC+11: 02:00 becomes 02:30 on 4 October 2026, and
   02:00 becomes 01:30 on 5 April 2026. */
static void lord_howe_changes_by_half_an_hour(void **state)
{
    static const struct row rows[] = {
        {"2026-04-04T14:59:59.999Z", 660, "2026-04-04"},
        {"2026-04-04T15:00:00.000Z", 630, "2026-04-04"},
        {"2026-04-04T17:29:59.999Z", 630, "2026-04-04"},
        {"2026-04-04T17:30:00.000Z", 630, "2026-04-05"},
        {"2026-10-03T15:29:59.999Z", 630, "2026-10-03"},
        {"2026-10-03T15:30:00.000Z", 660, "2026-10-03"},
        {"2026-10-03T16:59:59.999Z", 660, "2026-10-03"},
        {"2026-10-03T17:00:00.000Z", 660, "2026-10-04"},
    };

    (void)state;
    ASSERT_ROWS("Australia/Lord_Howe", rows);
}

/* Auckland is UTC+13 in December, Honolulu UTC-10. */
static void a_flight_over_the_date_line_never_counts_days_back(void **state)
{
    /* Eastwards: 08:00 on Tuesday, then 18:00 on the Monday before. */
    int start = day_of("Pacific/Auckland", "2026-11-30T19:00:00.000Z");
    int end = day_of("Pacific/Honolulu", "2026-12-01T04:00:00.000Z");

    (void)state;
    assert_int_equal(end, start - 1);
    assert_int_equal(days_between(start, end), 0);
    /* Westwards: 20:00 on Monday, then 05:00 on Wednesday. */
    start = day_of("Pacific/Honolulu", "2026-12-01T06:00:00.000Z");
    end = day_of("Pacific/Auckland", "2026-12-01T16:00:00.000Z");
    assert_int_equal(days_between(start, end), 2);
}

static void the_clock_reads_now_with_the_offset_of_the_zone(void **state)
{
    struct moment first, second;
    int64_t before, after;

    (void)state;
    set_zone("Asia/Kathmandu"); /* UTC+05:45 all the year */
    before = (int64_t)time(NULL) * 1000 - 1000;
    first = clock_now(DAY_START_HOUR);
    second = clock_now(DAY_START_HOUR);
    after = (int64_t)time(NULL) * 1000 + 2000;
    assert_in_range(first.at_ms, before, after);
    assert_true(second.mono_ms >= first.mono_ms);
    assert_int_equal(first.offset_min, 345);
    assert_int_equal(first.day, day_from_time(first.at_ms, 345, 4));
    set_zone("Pacific/Honolulu");
    assert_int_equal(clock_now(0).offset_min, -600);
}

static void the_hour_of_the_day_start_is_heeded(void **state)
{
    struct moment now;

    (void)state;
    set_zone("UTC");
    now = clock_now(0);
    /* 86,400,000 ms a day, without a shift. */
    assert_int_equal(now.day, now.at_ms / 86400000);
    now = clock_now(23);
    assert_int_equal(now.day, (now.at_ms - 23 * INT64_C(3600000)) / 86400000);
}

#define ZONE_TEST(name) cmocka_unit_test_teardown(name, reset_zone)

int main(void)
{
    const struct CMUnitTest tests[] = {
        ZONE_TEST(berlin_changes_the_day_at_four_by_the_clock_on_the_wall),
        ZONE_TEST(apia_jumps_over_a_date_and_no_study_day_goes_back),
        ZONE_TEST(lord_howe_changes_by_half_an_hour),
        ZONE_TEST(a_flight_over_the_date_line_never_counts_days_back),
        ZONE_TEST(the_clock_reads_now_with_the_offset_of_the_zone),
        ZONE_TEST(the_hour_of_the_day_start_is_heeded),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
