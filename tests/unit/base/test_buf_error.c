/* SPDX-License-Identifier: MIT */
#include "aiio/buf.h"
#include "aiio/error.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void a_buf_is_text_at_every_moment(void **state)
{
    struct buf buf = {0};

    (void)state;
    assert_string_equal(buf_text(&buf), "");
    buf_add_text(&buf, "one");
    buf_add_char(&buf, ' ');
    buf_printf(&buf, "%d+%s", 2, "3");
    buf_add_repeat(&buf, "ab", 3);
    assert_string_equal(buf_text(&buf), "one 2+3ababab");
    assert_int_equal(buf_slice(&buf).len, 13);
    buf_truncate(&buf, 3);
    assert_string_equal(buf_text(&buf), "one");
    buf_truncate(&buf, 99);
    assert_string_equal(buf_text(&buf), "one");
    buf_clear(&buf);
    assert_string_equal(buf_text(&buf), "");
    buf_release(&buf);
    assert_null(buf.data);
}

static void a_buf_holds_long_texts_and_nuls(void **state)
{
    struct buf buf = {0};

    (void)state;
    buf_add(&buf, (struct slice){"a\0b", 3});
    assert_int_equal(buf.len, 3);
    buf_printf(&buf, "%10000s", "x");
    assert_int_equal(buf.len, 10003);
    assert_int_equal(buf.data[10002], 'x');
    assert_int_equal(buf.data[10003], 0);
    buf_release(&buf);
}

static void an_error_holds_code_place_and_message(void **state)
{
    struct error err = {0};

    (void)state;
    assert_int_equal(error_set_at(&err, 3, 7, "bad %s", "key"),
                     STATUS_REJECTED);
    assert_int_equal(err.line, 3);
    assert_int_equal(err.column, 7);
    assert_string_equal(err.text, "bad key");
    assert_int_equal(error_wrap(&err, "deck %d", 1), STATUS_REJECTED);
    assert_string_equal(err.text, "deck 1: bad key");
    assert_int_equal(error_set(&err, STATUS_BUSY, "waited"), STATUS_BUSY);
    assert_int_equal(err.line, 0);
    assert_int_equal(error_set(NULL, STATUS_IO, "x"), STATUS_IO);
}

/* 1,023 bytes fit: 341 characters of three bytes fill them exactly. */
static void a_long_message_is_cut_at_a_character(void **state)
{
    struct buf text = {0};
    struct error err;

    (void)state;
    buf_add_repeat(&text, "…", 400);
    error_set(&err, STATUS_FAILED, "a%s", buf_text(&text));
    assert_int_equal(strlen(err.text), 1021); /* 1 + 340 * 3 */
    error_wrap(&err, "%s", "bb");
    assert_true(strlen(err.text) <= 1023);
    assert_int_equal((strlen(err.text) - 5) % 3, 0);
    buf_release(&text);
}

static void statuses_have_exit_codes_and_words(void **state)
{
    (void)state;
    assert_int_equal(status_exit(STATUS_OK), 0);
    assert_int_equal(status_exit(STATUS_NOT_FOUND), 1);
    assert_int_equal(status_exit(STATUS_USAGE), 2);
    assert_int_equal(status_exit(STATUS_REJECTED), 3);
    assert_int_equal(status_exit(STATUS_BUSY), 4);
    assert_int_equal(status_exit(STATUS_TOO_NEW), 5);
    assert_string_equal(status_words(STATUS_DAMAGED), "the store is damaged");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_buf_is_text_at_every_moment),
        cmocka_unit_test(a_buf_holds_long_texts_and_nuls),
        cmocka_unit_test(an_error_holds_code_place_and_message),
        cmocka_unit_test(a_long_message_is_cut_at_a_character),
        cmocka_unit_test(statuses_have_exit_codes_and_words),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
