/* SPDX-License-Identifier: MIT */
#include "tui/canvas.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <string.h>

static struct canvas canvas;

static int fresh(void **state)
{
    (void)state;
    canvas_reset(&canvas, 2, 6);
    return 0;
}

static int release(void **state)
{
    (void)state;
    canvas_release(&canvas);
    return 0;
}

static int put(int row, int col, int limit, const char *text)
{
    struct span span = {slice_of(text), STYLE_RIGHT};

    return canvas_text(&canvas, row, col, limit, span);
}

static const char *at(int row, int col)
{
    return canvas_at(&canvas, row, col)->text;
}

static void a_fresh_canvas_is_blank(void **state)
{
    (void)state;
    for (int i = 0; i < 12; i++) {
        assert_string_equal(canvas.cells[i].text, "");
        assert_int_equal(canvas.cells[i].cells, 1);
        assert_int_equal(canvas.cells[i].style, STYLE_NORMAL);
    }
}

static void a_canvas_is_never_smaller_than_one_cell(void **state)
{
    (void)state;
    canvas_reset(&canvas, 0, -3);
    assert_int_equal(canvas.rows, 1);
    assert_int_equal(canvas.cols, 1);
    canvas_reset(&canvas, 100000, 1);
    assert_int_equal(canvas.rows, CANVAS_SIDE_MAX);
}

static void a_second_reset_wipes_what_was_drawn(void **state)
{
    (void)state;
    put(0, 0, 6, "abc");
    canvas_reset(&canvas, 2, 3);
    assert_string_equal(at(0, 0), "");
    assert_int_equal(canvas_at(&canvas, 0, 0)->style, STYLE_NORMAL);
}

static void text_stands_where_it_is_put_and_in_its_style(void **state)
{
    (void)state;
    assert_int_equal(put(1, 2, 6, "ab"), 4);
    assert_string_equal(at(1, 2), "a");
    assert_string_equal(at(1, 3), "b");
    assert_string_equal(at(1, 4), "");
    assert_int_equal(canvas_at(&canvas, 1, 3)->style, STYLE_RIGHT);
    assert_string_equal(at(0, 2), "");
}

static void text_ends_at_its_limit_and_at_the_edge(void **state)
{
    (void)state;
    assert_int_equal(put(0, 0, 3, "abcdef"), 3);
    assert_string_equal(at(0, 3), "");
    assert_int_equal(put(1, 4, 100, "xyz"), 6);
    assert_string_equal(at(1, 5), "y");
}

static void text_outside_changes_nothing(void **state)
{
    (void)state;
    assert_int_equal(put(-1, 0, 6, "abc"), 0);
    assert_int_equal(put(2, 0, 6, "abc"), 0);
    assert_int_equal(put(0, 6, 6, "abc"), 6);
    assert_int_equal(put(0, -1, 6, "abc"), -1);
    for (int i = 0; i < 12; i++)
        assert_string_equal(canvas.cells[i].text, "");
}

static void a_wide_cluster_takes_two_cells(void **state)
{
    (void)state;
    assert_int_equal(put(0, 0, 6, "日本"), 4);
    assert_string_equal(at(0, 0), "日");
    assert_int_equal(canvas_at(&canvas, 0, 0)->cells, 2);
    assert_int_equal(canvas_at(&canvas, 0, 1)->cells, 0);
    assert_string_equal(at(0, 2), "本");
}

static void a_wide_cluster_is_not_halved_at_the_edge(void **state)
{
    (void)state;
    assert_int_equal(put(0, 1, 6, "日本語"), 5);
    assert_string_equal(at(0, 5), "");
    assert_int_equal(canvas_at(&canvas, 0, 5)->cells, 1);
    assert_int_equal(put(1, 0, 3, "a日"), 3);
    assert_int_equal(put(1, 0, 2, "b日"), 1);
}

/* Drawing over half of a wide cluster must not leave its other half. */
static void half_of_a_wide_cluster_does_not_stay_behind(void **state)
{
    (void)state;
    put(0, 0, 6, "日本");
    put(0, 1, 2, "x");
    assert_int_equal(canvas_at(&canvas, 0, 0)->cells, 1);
    assert_string_equal(at(0, 0), "");
    assert_string_equal(at(0, 1), "x");
    put(0, 2, 3, "y");
    assert_string_equal(at(0, 2), "y");
    assert_int_equal(canvas_at(&canvas, 0, 3)->cells, 1);
    assert_string_equal(at(0, 3), "");
}

static void a_combining_mark_stays_in_the_cell_of_its_letter(void **state)
{
    (void)state;
    assert_int_equal(put(0, 0, 6, "e\xCC\x81x"), 2);
    assert_string_equal(at(0, 0), "e\xCC\x81");
    assert_string_equal(at(0, 1), "x");
}

static void a_rule_fills_its_row(void **state)
{
    (void)state;
    canvas_rule(&canvas, 1, "-");
    canvas_rule(&canvas, 2, "-");
    for (int col = 0; col < 6; col++) {
        assert_string_equal(at(1, col), "-");
        assert_string_equal(at(0, col), "");
    }
}

static void the_cursor_stays_inside(void **state)
{
    (void)state;
    canvas_cursor(&canvas, 5, 9);
    assert_int_equal(canvas.cursor_row, 1);
    assert_int_equal(canvas.cursor_col, 5);
    canvas_cursor(&canvas, -1, -1);
    assert_int_equal(canvas.cursor_row, 0);
    assert_int_equal(canvas.cursor_col, 0);
}

static void the_spans_of_a_line_follow_each_other(void **state)
{
    struct span spans[] = {{SLICE("ab"), STYLE_KEY}, {SLICE("cd"), STYLE_DIM}};
    struct line line = {.spans = spans, .count = 2, .cells = 4};

    (void)state;
    assert_int_equal(canvas_line(&canvas, 0, 1, 6, &line), 5);
    assert_string_equal(at(0, 3), "c");
    assert_int_equal(canvas_at(&canvas, 0, 2)->style, STYLE_KEY);
    assert_int_equal(canvas_at(&canvas, 0, 3)->style, STYLE_DIM);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, fresh, release)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_fresh_canvas_is_blank),
        TEST(a_canvas_is_never_smaller_than_one_cell),
        TEST(a_second_reset_wipes_what_was_drawn),
        TEST(text_stands_where_it_is_put_and_in_its_style),
        TEST(text_ends_at_its_limit_and_at_the_edge),
        TEST(text_outside_changes_nothing),
        TEST(a_wide_cluster_takes_two_cells),
        TEST(a_wide_cluster_is_not_halved_at_the_edge),
        TEST(half_of_a_wide_cluster_does_not_stay_behind),
        TEST(a_combining_mark_stays_in_the_cell_of_its_letter),
        TEST(a_rule_fills_its_row),
        TEST(the_cursor_stays_inside),
        TEST(the_spans_of_a_line_follow_each_other),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
