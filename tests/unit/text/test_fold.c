/* SPDX-License-Identifier: MIT */
#include "aiio/fold.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void assert_folds(const char *text, const char *expected)
{
    struct buf out = {0};

    fold(&out, slice_of(text));
    assert_string_equal(buf_text(&out), expected);
    buf_release(&out);
}

static void case_and_marks_fold_away(void **state)
{
    (void)state;
    assert_folds("", "");
    assert_folds("GPU [x] {y} @Z`", "gpu [x] {y} @z`");
    assert_folds("Über", "uber");
    assert_folds("U\xCC\x88"
                 "ber",
                 "uber"); /* U and U+0308 */
    assert_folds("STRAẞE straße", "strasse strasse");
    assert_folds("ΣΊΣΥΦΟΣ", "σισυφοσ");
    assert_folds("σίσυφος", "σισυφοσ"); /* final sigma */
    assert_folds("İ", "i");
    assert_folds("\xE2\x84\xAA", "k"); /* U+212A, the sign of kelvin */
    assert_folds("ﬁn", "fin");
    assert_folds("日本 が", "日本 か"); /* the voice mark is a mark */
    assert_folds("m²", "m²");           /* not NFKD */
}

static void what_is_no_text_stays(void **state)
{
    (void)state;
    assert_folds("A\xFF\xC3", "a\xFF\xC3");
    assert_folds("\xED\xA0\x80", "\xED\xA0\x80"); /* a surrogate */
}

static void ascii_is_told_from_the_rest_at_every_length(void **state)
{
    char text[200];

    (void)state;
    memset(text, 'a', sizeof(text));
    for (size_t len = 0; len <= sizeof(text); len++) {
        assert_true(text_is_ascii((struct slice){text, len}));
        for (size_t at = 0; at < len; at++) {
            text[at] = (char)0x80;
            assert_false(text_is_ascii((struct slice){text, len}));
            text[at] = 'a';
        }
    }
}

static bool finds(const char *text, const char *folded)
{
    return fold_find(slice_of(text), slice_of(folded));
}

static void letters_are_found_in_either_case_and_nothing_else(void **state)
{
    (void)state;
    assert_true(finds("The GPU", "gpu"));
    assert_true(finds("gpu", "gpu"));
    assert_false(finds("gp", "gpu"));
    assert_false(finds("", "g"));
    assert_true(finds("aab", "ab"));
    assert_true(finds("x[1]", "[1]"));
    assert_false(finds("x{1}", "[1]")); /* '{' is '[' and 0x20 */
    assert_false(finds("@", "`"));
    assert_false(finds("A\x01", "a!"));
    assert_true(finds("日本", "本"));
}

/* Every place of a long text, those at the edges of blocks among them. */
static void a_text_is_found_wherever_it_stands(void **state)
{
    static const char *const wanted[] = {"q", "qz", "quz", "q0123456789z"};
    char text[210];

    (void)state;
    for (size_t w = 0; w < 4; w++) {
        size_t len = strlen(wanted[w]);

        for (size_t at = 0; at + len <= sizeof(text); at++) {
            memset(text, 'q', sizeof(text));
            if (len == 1)
                memset(text, 'z', sizeof(text));
            memcpy(text + at, wanted[w], len);
            assert_true(fold_find((struct slice){text, sizeof(text)},
                                  slice_of(wanted[w])));
            text[at + len - 1] = '.';
            assert_false(fold_find((struct slice){text, sizeof(text)},
                                   slice_of(wanted[w])));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(case_and_marks_fold_away),
        cmocka_unit_test(what_is_no_text_stays),
        cmocka_unit_test(ascii_is_told_from_the_rest_at_every_length),
        cmocka_unit_test(letters_are_found_in_either_case_and_nothing_else),
        cmocka_unit_test(a_text_is_found_wherever_it_stands),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
