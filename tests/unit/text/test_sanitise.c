/* SPDX-License-Identifier: MIT */
#include "aiio/sanitise.h"

#include "aiio/width.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define FFFD "\xEF\xBF\xBD"

static size_t encode(uint32_t c, char *out)
{
    if (c < 0x80) {
        out[0] = (char)c;
        return 1;
    }
    if (c < 0x800) {
        out[0] = (char)(0xC0 | c >> 6);
        out[1] = (char)(0x80 | (c & 0x3F));
        return 2;
    }
    if (c < 0x10000) {
        out[0] = (char)(0xE0 | c >> 12);
        out[1] = (char)(0x80 | (c >> 6 & 0x3F));
        out[2] = (char)(0x80 | (c & 0x3F));
        return 3;
    }
    out[0] = (char)(0xF0 | c >> 18);
    out[1] = (char)(0x80 | (c >> 12 & 0x3F));
    out[2] = (char)(0x80 | (c >> 6 & 0x3F));
    out[3] = (char)(0x80 | (c & 0x3F));
    return 4;
}

/* The list of the header, written a second time. */
static bool is_listed(uint32_t c)
{
    return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x061C || c == 0x200E ||
           c == 0x200F || c == 0x2028 || c == 0x2029 ||
           (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) ||
           c == 0xFEFF || (c >= 0xE0000 && c <= 0xE007F) ||
           (c >= 0xD800 && c <= 0xDFFF);
}

static void exactly_the_listed_code_points_are_replaced(void **state)
{
    struct buf out = {0};
    char text[4];

    (void)state;
    for (uint32_t c = 0; c <= 0x10FFFF; c++) {
        struct slice whole = {text, encode(c, text)};
        bool safe = !is_listed(c);

        buf_clear(&out);
        sanitise(&out, whole, false);
        if (code_point_is_safe(c) != safe || text_is_safe(whole, false) != safe)
            fail_msg("U+%04X", (unsigned)c);
        if (slice_equal(buf_slice(&out), whole) != safe)
            fail_msg("U+%04X comes out wrong", (unsigned)c);
        if (!text_is_safe(buf_slice(&out), false))
            fail_msg("U+%04X leaves something", (unsigned)c);
    }
    assert_false(code_point_is_safe(0x110000));
    buf_release(&out);
}

static void escape_sequences_become_visible_text(void **state)
{
    static const struct {
        const char *text, *clean;
    } rows[] = {
        {"a\x1B[2Jb", "a" FFFD "[2Jb"},
        {"\xC2\x9B"
         "31m",
         FFFD "31m"},
        {"x\r\ty", "x" FFFD FFFD "y"},
        {"caf\xC3\xA9", "caf\xC3\xA9"},
        {"\xC3", FFFD},
        {"\xE6\xBC(", FFFD FFFD "("},
        {"\xF4\x90\x80\x80", FFFD FFFD FFFD FFFD},
        {"", ""},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct buf out = {0};

        sanitise(&out, slice_of(rows[i].text), false);
        assert_string_equal(buf_text(&out), rows[i].clean);
        buf_release(&out);
    }
}

static void new_lines_stay_where_they_are_allowed(void **state)
{
    struct buf out = {0};

    (void)state;
    assert_true(text_is_safe(SLICE("a\nb"), true));
    assert_false(text_is_safe(SLICE("a\nb"), false));
    assert_false(text_is_safe(SLICE("a\r\nb"), true));
    sanitise(&out, SLICE("a\nb"), true);
    sanitise(&out, SLICE("a\nb"), false);
    assert_string_equal(buf_text(&out), "a\nba" FFFD "b");
    buf_release(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exactly_the_listed_code_points_are_replaced),
        cmocka_unit_test(escape_sequences_become_visible_text),
        cmocka_unit_test(new_lines_stay_where_they_are_allowed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
