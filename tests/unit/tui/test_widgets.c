/* SPDX-License-Identifier: MIT */
#include "tui/widgets.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* ---- hints --------------------------------------------------------------- */

/* 1 + "a one" 5 + 3 + "b two" 5 + 3 + "c three" 7 + 3 + "? help" 6. */
enum { ALL_CELLS = 33 };

static const struct hint four[] = {
    {"a", "one", 3}, {"b", "two", 5}, {"c", "three", 4}, {"?", "help", 0}};

static void assert_kept(int cells, const char *expected)
{
    bool kept[4];
    char found[5] = "";

    hints_fit(four, 4, cells, kept);
    for (int i = 0; i < 4; i++)
        found[i] = kept[i] ? four[i].keys[0] : '-';
    assert_string_equal(found, expected);
}

static void all_hints_are_kept_where_they_fit(void **state)
{
    (void)state;
    assert_kept(ALL_CELLS, "abc?");
    assert_kept(200, "abc?");
}

static void the_greatest_number_goes_first_and_help_last(void **state)
{
    (void)state;
    assert_kept(ALL_CELLS - 1, "a-c?"); /* 25 cells */
    assert_kept(25, "a-c?");
    assert_kept(24, "a--?"); /* 15 cells */
    assert_kept(15, "a--?");
    assert_kept(14, "---?"); /* 7 cells */
    assert_kept(7, "---?");
    assert_kept(6, "----");
    assert_kept(0, "----");
}

static void of_equal_hints_the_right_one_goes_first(void **state)
{
    static const struct hint equal[] = {{"a", "", 4}, {"b", "", 4}};
    bool kept[2];

    (void)state;
    hints_fit(equal, 2, 5, kept); /* both need 1 + 1 + 3 + 1 = 6 */
    assert_true(kept[0]);
    assert_false(kept[1]);
}

static void a_hint_is_measured_in_cells_not_bytes(void **state)
{
    static const struct hint wide[] = {{"日本", "", 1}}; /* 4 cells */
    bool kept[1];

    (void)state;
    hints_fit(wide, 1, 5, kept);
    assert_true(kept[0]);
    hints_fit(wide, 1, 4, kept);
    assert_false(kept[0]);
}

static void important_hints_stand_closer_before_one_goes(void **state)
{
    static const struct hint important[] = {
        {"1", "", 1}, {"2", "", 2}, {"?", "", 0}};
    bool kept[3];

    (void)state;
    /* 1 + 3 + 2 gaps of 3 = 10; of 2 = 8 */
    assert_int_equal(hints_fit(important, 3, 10, kept), 3);
    assert_int_equal(hints_fit(important, 3, 9, kept), 2);
    assert_true(kept[0] && kept[1] && kept[2]);
    assert_int_equal(hints_fit(important, 3, 8, kept), 2);
    assert_true(kept[0] && kept[1] && kept[2]);
    hints_fit(important, 3, 7, kept);
    assert_true(kept[0] && !kept[1] && kept[2]);
}

static void no_hints_are_no_trouble(void **state)
{
    (void)state;
    hints_fit(four, 0, 80, NULL);
}

/* ---- scrolling ----------------------------------------------------------- */

/* Twenty lines on six rows. */
static int after(int top, enum action action)
{
    struct scroll scroll = {top};

    scroll_act(&scroll, action, 6, 20);
    return scroll.top;
}

static void each_action_moves_its_way(void **state)
{
    (void)state;
    assert_int_equal(after(3, ACTION_DOWN), 4);
    assert_int_equal(after(3, ACTION_UP), 2);
    assert_int_equal(after(3, ACTION_HALF_DOWN), 6);
    assert_int_equal(after(3, ACTION_HALF_UP), 0);
    assert_int_equal(after(3, ACTION_PAGE_DOWN), 8); /* one line is kept */
    assert_int_equal(after(8, ACTION_PAGE_UP), 3);
    assert_int_equal(after(8, ACTION_TOP), 0);
    assert_int_equal(after(8, ACTION_BOTTOM), 14);
    assert_int_equal(after(8, ACTION_GRADE), 8);
}

static void nothing_scrolls_beyond_an_end(void **state)
{
    (void)state;
    assert_int_equal(after(0, ACTION_UP), 0);
    assert_int_equal(after(14, ACTION_DOWN), 14);
    assert_int_equal(after(12, ACTION_PAGE_DOWN), 14);
    assert_int_equal(after(2, ACTION_PAGE_UP), 0);
}

static void an_action_says_whether_it_moved(void **state)
{
    struct scroll scroll = {13};

    (void)state;
    assert_true(scroll_act(&scroll, ACTION_DOWN, 6, 20));
    assert_false(scroll_act(&scroll, ACTION_DOWN, 6, 20));
    assert_false(scroll_act(&scroll, ACTION_CHOOSE, 6, 20));
}

static void a_page_of_one_row_still_moves(void **state)
{
    struct scroll scroll = {0};

    (void)state;
    assert_true(scroll_act(&scroll, ACTION_PAGE_DOWN, 1, 3));
    assert_int_equal(scroll.top, 1);
    assert_true(scroll_act(&scroll, ACTION_PAGE_UP, 1, 3));
    assert_int_equal(scroll.top, 0);
}

static void a_text_shorter_than_the_screen_does_not_scroll(void **state)
{
    struct scroll scroll = {0};

    (void)state;
    assert_false(scroll_act(&scroll, ACTION_BOTTOM, 6, 5));
    assert_int_equal(scroll.top, 0);
}

static void more_is_said_while_lines_remain_below(void **state)
{
    struct scroll scroll = {13};

    (void)state;
    assert_true(scroll_more(&scroll, 6, 20));
    scroll.top = 14;
    assert_false(scroll_more(&scroll, 6, 20));
}

static void a_line_is_brought_into_view_by_the_shortest_way(void **state)
{
    struct scroll scroll = {5};

    (void)state;
    scroll_to(&scroll, 7, 6, 20);
    assert_int_equal(scroll.top, 5);
    scroll_to(&scroll, 11, 6, 20);
    assert_int_equal(scroll.top, 6);
    scroll_to(&scroll, 2, 6, 20);
    assert_int_equal(scroll.top, 2);
    scroll_to(&scroll, 0, 6, 3);
    assert_int_equal(scroll.top, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_hints_are_kept_where_they_fit),
        cmocka_unit_test(the_greatest_number_goes_first_and_help_last),
        cmocka_unit_test(of_equal_hints_the_right_one_goes_first),
        cmocka_unit_test(a_hint_is_measured_in_cells_not_bytes),
        cmocka_unit_test(important_hints_stand_closer_before_one_goes),
        cmocka_unit_test(no_hints_are_no_trouble),
        cmocka_unit_test(each_action_moves_its_way),
        cmocka_unit_test(nothing_scrolls_beyond_an_end),
        cmocka_unit_test(an_action_says_whether_it_moved),
        cmocka_unit_test(a_page_of_one_row_still_moves),
        cmocka_unit_test(a_text_shorter_than_the_screen_does_not_scroll),
        cmocka_unit_test(more_is_said_while_lines_remain_below),
        cmocka_unit_test(a_line_is_brought_into_view_by_the_shortest_way),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
