/* SPDX-License-Identifier: MIT */
#include "aiio/file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* Every test works in a new folder, and removes what it made. */
static int enter_folder(void **state)
{
    char *name = strdup("/tmp/aiio-file-XXXXXX");

    *state = name;
    return name && mkdtemp(name) && chdir(name) == 0 ? 0 : -1;
}

static int leave_folder(void **state)
{
    int status = chdir("/");

    if (rmdir(*state) != 0)
        status = -1;
    free(*state);
    return status;
}

static void what_is_written_is_read_again(void **state)
{
    struct error err;
    struct buf text = {0};
    struct stat info;

    (void)state;
    assert_int_equal(file_write_atomic("a", 0600, SLICE("old"), &err), 0);
    assert_int_equal(file_write_atomic("a", 0640, SLICE("new\0er"), &err), 0);
    assert_int_equal(file_read("a", 6, true, &text, &err), 0);
    assert_int_equal(text.len, 6);
    assert_memory_equal(text.data, "new\0er", 6);
    assert_int_equal(stat("a", &info), 0);
    assert_int_equal(info.st_mode & 0777, 0640);
    buf_release(&text);
    assert_int_equal(unlink("a"), 0);
}

static void a_file_over_the_cap_is_rejected(void **state)
{
    struct error err;
    struct buf text = {0};

    (void)state;
    assert_int_equal(file_write_atomic("a", 0600, SLICE("1234567"), &err), 0);
    assert_int_equal(file_read("a", 6, true, &text, &err), STATUS_REJECTED);
    assert_string_equal(err.text, "a: has 7 bytes, at most 6 are read");
    assert_int_equal(text.len, 0);
    buf_release(&text);
    assert_int_equal(unlink("a"), 0);
}

static void only_regular_files_are_read_and_nothing_blocks(void **state)
{
    struct error err;
    struct buf text = {0};

    (void)state;
    assert_int_equal(mkfifo("fifo", 0600), 0);
    assert_int_equal(file_read("fifo", 9, true, &text, &err), STATUS_IO);
    assert_int_equal(file_read(".", 9, true, &text, &err), STATUS_IO);
    assert_int_equal(file_read("/dev/zero", 9, true, &text, &err), STATUS_IO);
    assert_int_equal(file_read("none", 9, true, &text, &err), STATUS_NOT_FOUND);
    assert_string_equal(
        err.text, "none: cannot open the file: No such file or directory");
    assert_null(text.data);
    assert_int_equal(unlink("fifo"), 0);
}

static void links_are_followed_only_where_they_may(void **state)
{
    struct error err;
    struct buf text = {0};

    (void)state;
    assert_int_equal(file_write_atomic("a", 0600, SLICE("x"), &err), 0);
    assert_int_equal(symlink("a", "link"), 0);
    assert_int_equal(file_read("link", 9, false, &text, &err), STATUS_REJECTED);
    assert_int_equal(file_read("link", 9, true, &text, &err), 0);
    assert_string_equal(buf_text(&text), "x");
    buf_release(&text);
    assert_int_equal(unlink("link"), 0);
    assert_int_equal(unlink("a"), 0);
}

static void a_failed_write_leaves_nothing_behind(void **state)
{
    struct error err;
    char **names;
    size_t count;

    (void)state;
    assert_int_equal(file_write_atomic("no/a", 0600, SLICE("x"), &err),
                     STATUS_NOT_FOUND);
    assert_int_equal(mkdir("a", 0700), 0);
    assert_int_not_equal(file_write_atomic("a", 0600, SLICE("x"), &err), 0);
    assert_int_equal(rmdir("a"), 0);
    assert_int_equal(file_list(".", "", &names, &count, &err), 0);
    assert_int_equal(count, 0);
    file_names_free(names, count);
}

static void folders_are_made_with_their_parents(void **state)
{
    struct error err;

    (void)state;
    assert_int_equal(file_make_folders("x/y//z/", 0700, &err), 0);
    assert_true(file_is_folder("x/y/z"));
    assert_int_equal(file_make_folders("x/y", 0700, &err), 0);
    assert_int_equal(file_write_atomic("x/f", 0600, SLICE(""), &err), 0);
    assert_true(file_exists("x/f"));
    assert_false(file_is_folder("x/f"));
    assert_int_not_equal(file_make_folders("x/f", 0700, &err), 0);
    assert_int_not_equal(file_make_folders("x/f/g", 0700, &err), 0);
    assert_int_equal(unlink("x/f"), 0);
    assert_int_equal(rmdir("x/y/z") | rmdir("x/y") | rmdir("x"), 0);
}

static void names_come_in_byte_order_without_hidden_ones(void **state)
{
    static const char *const files[] = {"b.json", "B.json", "a.txt", ".c.json"};
    struct error err;
    char **names;
    size_t count;

    (void)state;
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(file_write_atomic(files[i], 0600, SLICE(""), &err), 0);
    assert_int_equal(file_list(".", ".json", &names, &count, &err), 0);
    assert_int_equal(count, 2);
    assert_string_equal(names[0], "./B.json");
    assert_string_equal(names[1], "./b.json");
    file_names_free(names, count);
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(unlink(files[i]), 0);
    assert_int_equal(file_list("none", "", &names, &count, &err),
                     STATUS_NOT_FOUND);
    assert_null(names);
}

int main(void)
{
#define IN_FOLDER(test)                                                        \
    cmocka_unit_test_setup_teardown(test, enter_folder, leave_folder)
    const struct CMUnitTest tests[] = {
        IN_FOLDER(what_is_written_is_read_again),
        IN_FOLDER(a_file_over_the_cap_is_rejected),
        IN_FOLDER(only_regular_files_are_read_and_nothing_blocks),
        IN_FOLDER(links_are_followed_only_where_they_may),
        IN_FOLDER(a_failed_write_leaves_nothing_behind),
        IN_FOLDER(folders_are_made_with_their_parents),
        IN_FOLDER(names_come_in_byte_order_without_hidden_ones),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
