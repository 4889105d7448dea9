/* SPDX-License-Identifier: MIT */
#include "aiio/fmt.h"

#include "aiio/width.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <math.h>

static void assert_text(struct buf *buf, const char *expected)
{
    assert_string_equal(buf_text(buf), expected);
    buf_release(buf);
}

/* A month is 365.25 / 12 days: 31 / 30.4375 = 1.018, 76 / 30.4375 = 2.497,
   302 / 30.4375 = 9.92, 303 / 30.4375 = 9.955, 364 / 30.4375 = 11.96. */
static void intervals_in_days_use_the_unit_people_use(void **state)
{
    static const struct {
        double days;
        const char *text;
    } rows[] = {
        {0, "0 d"},       {1, "1 d"},      {3.4, "3 d"},
        {29, "29 d"},     {30, "30 d"},    {31, "1.0 mo"},
        {76, "2.5 mo"},   {302, "9.9 mo"}, {303, "10 mo"},
        {364, "12 mo"},   {365, "1.0 y"},  {438.3, "1.2 y"},
        {3652.5, "10 y"}, {-5, "0 d"},     {(double)NAN, "0 d"},
        {0.4, "0 d"},     {0.5, "1 d"},    {-0.1, "0 d"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct buf buf = {0};

        fmt_interval_days(&buf, rows[i].days);
        assert_text(&buf, rows[i].text);
    }
}

/* 84,600,000 ms are 23.5 hours, 5,184,000,000 ms are 60 days. */
static void intervals_in_ms_begin_with_now(void **state)
{
    static const struct {
        int64_t ms;
        const char *text;
    } rows[] = {
        {INT64_MIN, "now"},     {-1, "now"},         {0, "now"},
        {1, "1 min"},           {59000, "1 min"},    {90000, "2 min"},
        {600000, "10 min"},     {3569999, "59 min"}, {3570000, "1.0 h"},
        {5400000, "1.5 h"},     {82800000, "23 h"},  {84599999, "23 h"},
        {84600000, "1 d"},      {86400000, "1 d"},   {172800000, "2 d"},
        {5184000000, "2.0 mo"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct buf buf = {0};

        fmt_interval_ms(&buf, rows[i].ms);
        assert_text(&buf, rows[i].text);
    }
}

static void minutes_turn_into_hours(void **state)
{
    static const struct {
        int64_t ms;
        const char *text;
    } rows[] = {
        {INT64_MIN, "1 min"},    {0, "1 min"},
        {900000, "15 min"},      {3569999, "59 min"},
        {3570000, "1 h"},        {3600000, "1 h"},
        {4800000, "1 h 20 min"}, {INT64_MAX, "2562047788015 h 13 min"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct buf buf = {0};

        fmt_minutes(&buf, rows[i].ms);
        assert_text(&buf, rows[i].text);
    }
}

static void counts_have_their_noun(void **state)
{
    struct buf buf = {0};

    (void)state;
    fmt_count(&buf, 1, "card", "cards");
    buf_add_char(&buf, ',');
    fmt_count(&buf, 0, "card", "cards");
    buf_add_char(&buf, ',');
    fmt_count(&buf, 12, "card", "cards");
    assert_text(&buf, "1 card,0 cards,12 cards");
}

/* 7 steps over the greatest: 50 of 100 is 3.5, rounded 4. */
static void a_sparkline_is_scaled_to_the_greatest(void **state)
{
    static const int64_t values[] = {0, 1, 50, 100, -3};
    static const int64_t zeros[] = {0, 0};
    static const int64_t great[] = {INT64_MAX, INT64_MAX / 2, INT64_MIN};
    struct buf buf = {0};

    (void)state;
    fmt_sparkline(&buf, glyphs_for(false), values, 5);
    assert_text(&buf, "▁▂▅█▁");
    fmt_sparkline(&buf, glyphs_for(true), values, 5);
    assert_text(&buf, ".:+@.");
    fmt_sparkline(&buf, glyphs_for(false), zeros, 2);
    assert_text(&buf, "▁▁");
    fmt_sparkline(&buf, glyphs_for(false), great, 3);
    assert_text(&buf, "█▅▁");
    fmt_sparkline(&buf, glyphs_for(false), zeros, 0);
    assert_text(&buf, "");
}

static void per_cents_are_rounded_half_up(void **state)
{
    (void)state;
    assert_int_equal(fmt_percent(0, 0), 0);
    assert_int_equal(fmt_percent(1, 3), 33);
    assert_int_equal(fmt_percent(2, 3), 67);
    assert_int_equal(fmt_percent(1, 200), 1);
    assert_int_equal(fmt_percent(1, 201), 0);
    assert_int_equal(fmt_percent(7, 7), 100);
    assert_int_equal(fmt_percent(INT64_MAX, INT64_MAX), 100);
    assert_int_equal(fmt_percent(-1, 7), 0);
    assert_int_equal(fmt_percent(9, 7), 100);
    assert_int_equal(fmt_percent(INT64_MAX / 4, INT64_MAX), 25);
    assert_int_equal(fmt_percent(INT64_MIN, INT64_MIN), 0);
}

static void every_glyph_but_the_ellipsis_takes_one_cell(void **state)
{
    (void)state;
    for (int ascii = 0; ascii < 2; ascii++) {
        const struct glyphs *g = glyphs_for(ascii == 1);
        const char *const all[] = {g->right,   g->wrong,      g->more,
                                   g->pointer, g->above,      g->bullet,
                                   g->dot,     g->horizontal, g->arrow};

        for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
            assert_int_equal(text_cells(slice_of(all[i])), 1);
        for (size_t i = 0; i < 8; i++)
            assert_int_equal(text_cells(slice_of(g->bars[i])), 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(intervals_in_days_use_the_unit_people_use),
        cmocka_unit_test(intervals_in_ms_begin_with_now),
        cmocka_unit_test(minutes_turn_into_hours),
        cmocka_unit_test(counts_have_their_noun),
        cmocka_unit_test(a_sparkline_is_scaled_to_the_greatest),
        cmocka_unit_test(per_cents_are_rounded_half_up),
        cmocka_unit_test(every_glyph_but_the_ellipsis_takes_one_cell),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
