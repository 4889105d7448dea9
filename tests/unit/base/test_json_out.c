/* SPDX-License-Identifier: MIT */
#include "aiio/json_out.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <math.h>

static void assert_json(struct buf *buf, const char *expected)
{
    assert_string_equal(buf_text(buf), expected);
    buf_release(buf);
}

static void every_kind_of_value_is_written(int indent, struct buf *buf)
{
    struct json_out out = json_out(buf, indent);

    json_open(&out, NULL, '{');
    json_text(&out, "a", "x");
    json_open(&out, "b", '[');
    json_int(&out, NULL, INT64_MIN);
    json_bool(&out, NULL, true);
    json_null(&out, NULL);
    json_close(&out, ']');
    json_open(&out, "c", '{');
    json_close(&out, '}');
    json_raw(&out, "d", SLICE("[1]"));
    json_close(&out, '}');
}

static void compact_json_has_no_spaces(void **state)
{
    struct buf buf = {0};

    (void)state;
    every_kind_of_value_is_written(0, &buf);
    assert_json(&buf, "{\"a\":\"x\",\"b\":[-9223372036854775808,true,null],"
                      "\"c\":{},\"d\":[1]}");
}

static void indented_json_has_a_line_a_value(void **state)
{
    struct buf buf = {0};

    (void)state;
    every_kind_of_value_is_written(2, &buf);
    assert_json(&buf, "{\n  \"a\": \"x\",\n  \"b\": [\n"
                      "    -9223372036854775808,\n    true,\n    null\n  ],\n"
                      "  \"c\": {},\n  \"d\": [1]\n}");
}

static void strings_are_harmless_on_a_terminal(void **state)
{
    static const struct {
        const char *text, *json;
    } rows[] = {
        {"a\"b\\c/", "\"a\\\"b\\\\c/\""},
        {"\n\t\x1B\x7F", "\"\\n\\t\\u001b\\u007f\""},
        {"\xC2\x9B", "\"\\u009b\""},                /* U+009B, a C1 control */
        {"\xE2\x80\xAE", "\"\\u202e\""},            /* right-to-left override */
        {"\xE2\x80\xA8", "\"\\u2028\""},            /* line separator */
        {"\xF3\xA0\x81\x81", "\"\\udb40\\udc41\""}, /* U+E0041, a tag */
        {"\xF0\x9F\x98\x80", "\"\xF0\x9F\x98\x80\""},
        {"\xFF\xC3", "\"\xEF\xBF\xBD\xEF\xBF\xBD\""},
        {"\xED\xA0\x80", "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\""},
        {"\xC0\xAF", "\"\xEF\xBF\xBD\xEF\xBF\xBD\""},
        {"", "\"\""},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct buf buf = {0};
        struct json_out out = json_out(&buf, 0);

        json_text(&out, NULL, rows[i].text);
        assert_json(&buf, rows[i].json);
    }
}

static void a_nul_inside_a_string_is_escaped(void **state)
{
    struct buf buf = {0};
    struct json_out out = json_out(&buf, 0);

    (void)state;
    json_string(&out, NULL, (struct slice){"a\0b", 3});
    assert_json(&buf, "\"a\\u0000b\"");
}

static void doubles_take_their_shortest_form(void **state)
{
    static const struct {
        double value;
        const char *json;
    } rows[] = {
        {0.1, "0.1"},
        {1.0 / 3.0, "0.3333333333333333"},
        {0.1 + 0.2, "0.30000000000000004"},
        {2.0, "2"},
        {1e300, "1e+300"},
        {5e-324, "5e-324"},
        {(double)NAN, "null"},
        {(double)-INFINITY, "null"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct buf buf = {0};
        struct json_out out = json_out(&buf, 0);

        json_double(&out, NULL, rows[i].value);
        assert_json(&buf, rows[i].json);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(compact_json_has_no_spaces),
        cmocka_unit_test(indented_json_has_a_line_a_value),
        cmocka_unit_test(strings_are_harmless_on_a_terminal),
        cmocka_unit_test(a_nul_inside_a_string_is_escaped),
        cmocka_unit_test(doubles_take_their_shortest_form),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
