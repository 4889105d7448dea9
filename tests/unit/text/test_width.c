/* SPDX-License-Identifier: MIT */
#include "aiio/width.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define ACUTE "\xCC\x81"      /* U+0301 */
#define JOINER "\xE2\x80\x8D" /* U+200D */

static void assert_first(const char *text, size_t bytes, int cells)
{
    struct grapheme first = grapheme_first(slice_of(text));

    assert_int_equal(first.bytes, bytes);
    assert_int_equal(first.cells, cells);
}

static void clusters_have_the_cells_of_a_terminal(void **state)
{
    (void)state;
    assert_first("", 0, 0);
    assert_first("ab", 1, 1);
    assert_first("漢字", 3, 2);
    assert_first("😀😀", 4, 2);
    assert_first("e" ACUTE "x", 3, 1);
    assert_first("é", 2, 1);
    assert_first(ACUTE "x", 2, 0);
    assert_first("한글", 3, 2);
    assert_first("ｶ", 3, 1);         /* half-width katakana */
    assert_first("Ａ", 3, 2);        /* full-width A */
    assert_first("─", 3, 1);         /* ambiguous, one cell */
    assert_first("\xC2\xA0x", 2, 1); /* a space that does not break */
}

static void emoji_that_belong_together_are_one_cluster(void **state)
{
    (void)state;
    /* man, woman, girl, boy: 4 * 4 + 3 * 3 bytes */
    assert_first("👨" JOINER "👩" JOINER "👧" JOINER "👦!", 25, 2);
    assert_first("🇩🇪🇫🇷", 8, 2);
    assert_first("🇩x", 4, 1);
    assert_first("🇩" ACUTE "🇪", 6, 1); /* a mark stands between: no pair */
    assert_first("👍🏽", 8, 2);
    /* A heart and VS16: one cell, as glibc and tmux 3.3 lay it out. */
    assert_first("\xE2\x9D\xA4\xEF\xB8\x8F", 6, 1);
}

static void only_four_marks_follow_a_base(void **state)
{
    const char *text = "a" ACUTE ACUTE ACUTE ACUTE ACUTE ACUTE "b";

    (void)state;
    assert_first(text, 9, 1);
    assert_int_equal(text_cells(slice_of(text)), 2);
}

static void a_chain_of_joiners_ends(void **state)
{
    char text[7 * 1000 + 1] = "";

    (void)state;
    for (size_t i = 0; i < 1000; i++)
        memcpy(text + 7 * i, "👩" JOINER, 7);
    /* Three women and two joiners are 18 bytes, four and three 25: the next
       joiner would make it 28. */
    assert_first(text, 25, 2);
    /* The joiner left over has no width; 250 clusters of four women. */
    assert_first(text + 25, 3, 0);
    assert_int_equal(text_cells(slice_of(text)), 2 * 250);
}

/* a and 8 joiners are 25 bytes: without those at the end 1 is left. */
static void joiners_are_not_left_at_a_cut(void **state)
{
    char text[1 + 3 * 1000 + 2] = "a";

    (void)state;
    for (size_t i = 0; i < 1000; i++)
        memcpy(text + 1 + 3 * i, JOINER, 3);
    text[1 + 3 * 1000] = 'b';
    assert_first(text, 1, 1);
    assert_true(grapheme_first(slice_of(text + 1)).bytes <= 27);
    assert_int_equal(text_cells(slice_of(text)), 2);
    assert_first("👩" JOINER "x", 7, 2);
}

static void what_is_no_utf8_is_a_byte_of_one_cell(void **state)
{
    (void)state;
    assert_first("\xFFx", 1, 1);
    assert_first("\xE6\xBC", 1, 1);
    assert_first("a\xFF", 1, 1);
    assert_int_equal(text_cells(SLICE("\xE6\xBC(")), 3);
}

static void text_is_cut_at_a_cluster(void **state)
{
    (void)state;
    assert_true(slice_is(text_fit(SLICE("abc"), 2), "ab"));
    assert_true(slice_is(text_fit(SLICE("漢字"), 3), "漢"));
    assert_true(slice_is(text_fit(SLICE("漢字"), 1), ""));
    assert_true(slice_is(text_fit(SLICE("e" ACUTE "f"), 1), "e" ACUTE));
    assert_true(slice_is(text_fit(SLICE("abc"), -1), ""));
    assert_true(slice_is(text_fit(SLICE("abc"), 9), "abc"));
}

/* The rows of table 3-7 of the Unicode standard, and their neighbours. */
static void utf8_is_decoded_strictly(void **state)
{
    static const struct {
        const char *text;
        size_t bytes;
        uint32_t code_point;
    } rows[] = {
        {"A", 1, 'A'},
        {"\xC2\x80", 2, 0x80},
        {"\xDF\xBF", 2, 0x7FF},
        {"\xE0\xA0\x80", 3, 0x800},
        {"\xED\x9F\xBF", 3, 0xD7FF},
        {"\xEE\x80\x80", 3, 0xE000},
        {"\xEF\xBF\xBF", 3, 0xFFFF},
        {"\xF0\x90\x80\x80", 4, 0x10000},
        {"\xF4\x8F\xBF\xBF", 4, 0x10FFFF},
        {"\x80", 0, 0},
        {"\xC0\x80", 0, 0},
        {"\xC1\xBF", 0, 0},
        {"\xC2", 0, 0},
        {"\xC2\x41", 0, 0},
        {"\xE0\x9F\xBF", 0, 0},
        {"\xED\xA0\x80", 0, 0},
        {"\xED\xBF\xBF", 0, 0},
        {"\xF0\x8F\xBF\xBF", 0, 0},
        {"\xF4\x90\x80\x80", 0, 0},
        {"\xF5\x80\x80\x80", 0, 0},
        {"\xF0\x90\x80", 0, 0},
        {"", 0, 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        uint32_t code_point = 0;

        assert_int_equal(utf8_first(slice_of(rows[i].text), &code_point),
                         rows[i].bytes);
        assert_int_equal(code_point, rows[i].code_point);
    }
}

static void the_first_invalid_byte_is_found(void **state)
{
    (void)state;
    assert_int_equal(utf8_valid_bytes(SLICE("")), 0);
    assert_int_equal(utf8_valid_bytes(SLICE("a漢é")), 6);
    assert_int_equal(utf8_valid_bytes(SLICE("a漢\xE6\xBC")), 4);
    assert_int_equal(utf8_valid_bytes(SLICE("\xFF")), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clusters_have_the_cells_of_a_terminal),
        cmocka_unit_test(emoji_that_belong_together_are_one_cluster),
        cmocka_unit_test(only_four_marks_follow_a_base),
        cmocka_unit_test(a_chain_of_joiners_ends),
        cmocka_unit_test(joiners_are_not_left_at_a_cut),
        cmocka_unit_test(what_is_no_utf8_is_a_byte_of_one_cell),
        cmocka_unit_test(text_is_cut_at_a_cluster),
        cmocka_unit_test(utf8_is_decoded_strictly),
        cmocka_unit_test(the_first_invalid_byte_is_found),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
