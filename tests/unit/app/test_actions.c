/* SPDX-License-Identifier: MIT */
#include "aiio/actions.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* Keys that are not one printable character. */
static const char *const named[] = {
    "Enter", "Space", "Esc",  "Up",  "Down", "Left",     "Right",
    "PgUp",  "PgDn",  "Home", "End", "Tab",  "Backspace"};

static enum action action_of(enum context context, const char *key)
{
    int arg = 0;

    return action_for_key(context, key, &arg);
}

/* Whether one name of a row is the key; "a-h" is every letter between. */
static bool name_is(struct slice name, const char *key)
{
    if (name.len == 3 && name.ptr[1] == '-')
        return strlen(key) == 1 && key[0] >= name.ptr[0] &&
               key[0] <= name.ptr[2];
    return slice_is(name, key);
}

static int rows_with_key(enum context context, const char *key)
{
    int count = 0;

    for (int i = 0; i < actions_count; i++) {
        struct slice keys = slice_of(actions_table[i].keys);

        if (!(actions_table[i].contexts & 1u << context))
            continue;
        while (keys.len > 0)
            count += name_is(slice_cut(&keys, ' '), key);
    }
    return count;
}

/* Every printable key, alone and with Ctrl, and the named ones. */
static void no_key_has_two_meanings_in_one_context(void **state)
{
    (void)state;
    for (int c = 0; c < CONTEXT_COUNT; c++) {
        enum context context = (enum context)c;

        for (char letter = '!'; letter <= '~'; letter++) {
            const char key[] = {letter, '\0'}, control[] = {'^', letter, '\0'};

            if (rows_with_key(context, key) > 1 ||
                rows_with_key(context, control) > 1)
                fail_msg("%s: %c", context_title(context), letter);
        }
        for (size_t i = 0; i < sizeof(named) / sizeof(named[0]); i++)
            if (rows_with_key(context, named[i]) > 1)
                fail_msg("%s: %s", context_title(context), named[i]);
    }
}

/* No name is left out by the test above. */
static void every_name_in_the_table_is_a_key(void **state)
{
    (void)state;
    for (int i = 0; i < actions_count; i++) {
        struct slice keys = slice_of(actions_table[i].keys);

        while (keys.len > 0) {
            struct slice name = slice_cut(&keys, ' ');
            bool known = name.len == 1 || (name.len == 2 && *name.ptr == '^') ||
                         slice_is(name, "a-h") || slice_is(name, "A-H") ||
                         slice_is(name, "1-4");

            for (size_t k = 0; k < sizeof(named) / sizeof(named[0]); k++)
                known = known || slice_is(name, named[k]);
            if (!known)
                fail_msg("%.*s", (int)name.len, name.ptr);
        }
    }
}

static void where_statements_are_chosen_letters_mean_them_alone(void **state)
{
    static const enum context contexts[] = {CONTEXT_ASKING, CONTEXT_MARKING};

    (void)state;
    for (size_t c = 0; c < 2; c++)
        for (int place = 0; place < 8; place++) {
            const char lower[] = {"abcdefgh"[place], '\0'};
            const char upper[] = {"ABCDEFGH"[place], '\0'};
            int arg = -1;

            assert_int_equal(action_for_key(contexts[c], lower, &arg),
                             ACTION_CHOOSE);
            assert_int_equal(arg, place);
            arg = -1;
            assert_int_equal(action_for_key(contexts[c], upper, &arg),
                             ACTION_GUESS);
            assert_int_equal(arg, place);
            assert_int_equal(rows_with_key(contexts[c], lower), 1);
            assert_int_equal(rows_with_key(contexts[c], upper), 1);
        }
}

/* One key pressed twice never grades the next card. */
static void
what_chooses_never_grades_and_what_grades_never_chooses(void **state)
{
    (void)state;
    for (int c = 0; c < CONTEXT_COUNT; c++)
        for (char letter = '!'; letter <= '~'; letter++) {
            const char key[] = {letter, '\0'};
            enum action action = action_of((enum context)c, key);

            if (action == ACTION_GRADE)
                assert_in_range(letter, '1', '4');
            if (action == ACTION_CHOOSE || action == ACTION_GUESS)
                assert_false(letter >= '0' && letter <= '9');
        }
    assert_int_equal(action_of(CONTEXT_ASKING, "1"), ACTION_NONE);
    assert_int_equal(action_of(CONTEXT_WRONG, "1"), ACTION_NONE);
}

static void a_digit_is_its_grade(void **state)
{
    static const char *const digits[] = {"1", "2", "3", "4"};

    (void)state;
    for (int i = 0; i < 4; i++) {
        int arg = 0;

        assert_int_equal(action_for_key(CONTEXT_RIGHT, digits[i], &arg),
                         ACTION_GRADE);
        assert_int_equal(arg, i + 1);
    }
    assert_int_equal(action_of(CONTEXT_REVEALED, "5"), ACTION_NONE);
    assert_int_equal(action_of(CONTEXT_REVEALED, "0"), ACTION_NONE);
}

static void enter_and_space_never_answer(void **state)
{
    static const struct {
        enum context context;
        enum action enter;
    } rows[] = {
        {CONTEXT_COVERED, ACTION_UNCOVER}, {CONTEXT_ASKING, ACTION_NONE},
        {CONTEXT_MARKING, ACTION_HAND_IN}, {CONTEXT_RECALL, ACTION_UNCOVER},
        {CONTEXT_REVEALED, ACTION_NONE},   {CONTEXT_RIGHT, ACTION_NEXT},
        {CONTEXT_WRONG, ACTION_NEXT},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        assert_int_equal(action_of(rows[i].context, "Enter"), rows[i].enter);
        assert_int_equal(action_of(rows[i].context, "Space"), ACTION_PAGE);
    }
}

static void every_context_has_a_title_a_way_out_and_help(void **state)
{
    (void)state;
    for (int c = 0; c < CONTEXT_COUNT; c++) {
        enum context context = (enum context)c;
        enum action out = action_of(context, "q");

        assert_non_null(context_title(context));
        assert_int_equal(action_of(context, "^L"), ACTION_REDRAW);
        if (context == CONTEXT_TYPING) { /* letters are what is written */
            assert_int_equal(out, ACTION_NONE);
            assert_int_equal(action_of(context, "?"), ACTION_NONE);
            assert_int_equal(action_of(context, "Esc"), ACTION_BACK);
            continue;
        }
        assert_true(out == ACTION_BACK || out == ACTION_LEAVE);
        assert_int_equal(action_of(context, "?"), context == CONTEXT_READING
                                                      ? ACTION_BACK
                                                      : ACTION_HELP);
    }
}

static void every_row_has_words_and_help_goes_last(void **state)
{
    (void)state;
    for (int i = 0; i < actions_count; i++) {
        const struct action_row *row = &actions_table[i];

        assert_true(row->contexts != 0);
        assert_true(row->contexts < 1u << CONTEXT_COUNT);
        assert_true(strlen(row->keys) > 0 && strlen(row->help) > 0);
        if (row->action == ACTION_HELP)
            assert_int_equal(row->priority, 0);
        else
            assert_true(row->priority > 0);
    }
}

static void keys_print_as_people_read_them(void **state)
{
    static const struct action_row rows[] = {
        {ACTION_BACK, 1, "q Esc", "back", "back", 1},
        {ACTION_BACK, 1, "q Esc", NULL, "back", 1},
        {ACTION_PAGE_DOWN, 1, "PgDn ^F", NULL, "down", 1},
        {ACTION_BURY, 1, "-", NULL, "bury", 1},
    };
    struct buf out = {0};

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        action_keys_print(&out, &rows[i]);
        buf_add_char(&out, ';');
    }
    assert_string_equal(buf_text(&out), "q;q Esc;PgDn Ctrl-F;-;");
    buf_release(&out);
}

static void the_help_of_a_context_names_its_keys_alone(void **state)
{
    struct buf out = {0};

    (void)state;
    actions_print_help(&out, CONTEXT_UNSAVED);
    assert_non_null(strstr(buf_text(&out), "try to save the answer again"));
    assert_non_null(strstr(buf_text(&out), "  q Esc"));
    assert_null(strstr(buf_text(&out), "suspend"));
    buf_release(&out);
}

static void states_of_the_session_have_their_context(void **state)
{
    static const struct {
        enum session_state state;
        enum context context;
    } rows[] = {
        {SESSION_COVERED, CONTEXT_COVERED},
        {SESSION_RECALL, CONTEXT_RECALL},
        {SESSION_REVEALED, CONTEXT_REVEALED},
        {SESSION_UNSAVED, CONTEXT_UNSAVED},
        {SESSION_WAITING, CONTEXT_WAITING},
        {SESSION_DONE, CONTEXT_DONE},
        {SESSION_IDLE, CONTEXT_DONE},
    };
    static struct session session;

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        session.state = rows[i].state;
        assert_int_equal(context_of(&session), rows[i].context);
    }
    session.state = SESSION_ANSWERED;
    session.looking_back = true;
    assert_int_equal(context_of(&session), CONTEXT_BACK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_key_has_two_meanings_in_one_context),
        cmocka_unit_test(every_name_in_the_table_is_a_key),
        cmocka_unit_test(where_statements_are_chosen_letters_mean_them_alone),
        cmocka_unit_test(
            what_chooses_never_grades_and_what_grades_never_chooses),
        cmocka_unit_test(a_digit_is_its_grade),
        cmocka_unit_test(enter_and_space_never_answer),
        cmocka_unit_test(every_context_has_a_title_a_way_out_and_help),
        cmocka_unit_test(every_row_has_words_and_help_goes_last),
        cmocka_unit_test(keys_print_as_people_read_them),
        cmocka_unit_test(the_help_of_a_context_names_its_keys_alone),
        cmocka_unit_test(states_of_the_session_have_their_context),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
