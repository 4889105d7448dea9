/* SPDX-License-Identifier: MIT */
#include "aiio/slice.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static bool reads_int(const char *text, int64_t min, int64_t max,
                      int64_t expected)
{
    int64_t value = 0;

    return slice_to_int(slice_of(text), min, max, &value) && value == expected;
}

static bool refuses_int(const char *text, int64_t min, int64_t max)
{
    int64_t value = 77;

    return !slice_to_int(slice_of(text), min, max, &value) && value == 77;
}

static void integers_are_read_to_their_limits(void **state)
{
    (void)state;
    assert_true(reads_int("0", 0, 9, 0));
    assert_true(reads_int("-12", -100, 9, -12));
    assert_true(
        reads_int("9223372036854775807", INT64_MIN, INT64_MAX, INT64_MAX));
    assert_true(
        reads_int("-9223372036854775808", INT64_MIN, INT64_MAX, INT64_MIN));
}

static void what_is_no_integer_in_range_is_refused(void **state)
{
    static const char *const bad[] = {"",
                                      "-",
                                      "+1",
                                      " 1",
                                      "1 ",
                                      "1.0",
                                      "0x1",
                                      "1e3",
                                      "--1",
                                      "9223372036854775808",
                                      "10",
                                      "-1",
                                      "-9223372036854775809",
                                      "99999999999999999999999"};

    (void)state;
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        assert_true(refuses_int(bad[i], 0, 9));
    assert_true(refuses_int("9223372036854775808", INT64_MIN, INT64_MAX));
    assert_true(refuses_int("-9223372036854775809", INT64_MIN, INT64_MAX));
}

static void decimals_are_read_whole_or_not_at_all(void **state)
{
    static const char *const bad[] = {"",   "inf", "nan",   "0x1p3", " 1",
                                      "1 ", "1,5", "1e999", "1-2",   "e5",
                                      "1e", "-",   "2.5",   "-0.1"};
    double value = 77;

    (void)state;
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        assert_false(slice_to_double(slice_of(bad[i]), 0, 2, &value));
    assert_true(slice_to_double(SLICE("0.5"), 0, 2, &value));
    assert_true(value >= 0.5 && value <= 0.5);
    assert_true(slice_to_double(SLICE("-2.5e-1"), -1, 2, &value));
    assert_true(value >= -0.25 && value <= -0.25);
}

static void cut_gives_every_part_and_then_nothing(void **state)
{
    struct slice rest = SLICE("a,,bc");

    (void)state;
    assert_true(slice_is(slice_cut(&rest, ','), "a"));
    assert_true(slice_is(slice_cut(&rest, ','), ""));
    assert_true(slice_is(slice_cut(&rest, ','), "bc"));
    assert_int_equal(rest.len, 0);
    assert_true(slice_is(slice_cut(&rest, ','), ""));
    rest = (struct slice){NULL, 0};
    assert_int_equal(slice_cut(&rest, ',').len, 0);
}

static void trim_starts_and_comparison(void **state)
{
    (void)state;
    assert_true(slice_is(slice_trim(SLICE(" \t a b\r\n")), "a b"));
    assert_true(slice_is(slice_trim(SLICE(" \n ")), ""));
    assert_true(slice_starts(SLICE("review"), SLICE("re")));
    assert_true(slice_starts(SLICE("re"), SLICE("")));
    assert_false(slice_starts(SLICE("r"), SLICE("re")));
    assert_true(slice_equal(slice_of(NULL), SLICE("")));
    assert_false(slice_equal(SLICE("a"), SLICE("b")));
}

static void hex_goes_there_and_back(void **state)
{
    static const uint8_t bytes[] = {0x00, 0x7f, 0xa5, 0xff};
    uint8_t back[4] = {0};
    char text[9];

    (void)state;
    hex_encode(bytes, 4, text);
    assert_string_equal(text, "007fa5ff");
    assert_true(hex_decode(SLICE("007fa5ff"), back, 4));
    assert_memory_equal(back, bytes, 4);
    assert_false(hex_decode(SLICE("007fa5f"), back, 4));
    assert_false(hex_decode(SLICE("007fa5fg"), back, 4));
    assert_false(hex_decode(SLICE("007fa5ff0"), back, 4));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integers_are_read_to_their_limits),
        cmocka_unit_test(what_is_no_integer_in_range_is_refused),
        cmocka_unit_test(decimals_are_read_whole_or_not_at_all),
        cmocka_unit_test(cut_gives_every_part_and_then_nothing),
        cmocka_unit_test(trim_starts_and_comparison),
        cmocka_unit_test(hex_goes_there_and_back),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
