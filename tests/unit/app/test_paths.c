/* SPDX-License-Identifier: MIT */
#include "aiio/paths.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

typedef enum status path_function(struct buf *out, struct error *err);

static void set(const char *name, const char *value)
{
    assert_int_equal(value ? setenv(name, value, 1) : unsetenv(name), 0);
}

static int clean_environment(void **state)
{
    (void)state;
    set("XDG_DATA_HOME", NULL);
    set("XDG_CONFIG_HOME", NULL);
    set("XDG_STATE_HOME", NULL);
    set("AIIO_STUDY_DECKS", NULL);
    set("HOME", "/home/ada");
    return 0;
}

static void assert_path(path_function *path, const char *expected)
{
    struct buf out = {0};
    struct error err = {0};

    assert_int_equal(path(&out, &err), STATUS_OK);
    assert_string_equal(buf_text(&out), expected);
    buf_release(&out);
}

static void without_variables_paths_are_below_home(void **state)
{
    (void)state;
    assert_path(path_store, "/home/ada/.local/share/aiio-study/study.db");
    assert_path(path_config, "/home/ada/.config/aiio-study/config");
    assert_path(path_state, "/home/ada/.local/state/aiio-study");
}

static void the_variables_of_xdg_are_heeded(void **state)
{
    (void)state;
    set("XDG_DATA_HOME", "/data");
    set("XDG_CONFIG_HOME", "/config folder");
    set("XDG_STATE_HOME", "/state");
    assert_path(path_store, "/data/aiio-study/study.db");
    assert_path(path_config, "/config folder/aiio-study/config");
    assert_path(path_state, "/state/aiio-study");
}

static void a_relative_or_empty_variable_is_ignored(void **state)
{
    (void)state;
    set("XDG_DATA_HOME", "data");
    set("XDG_CONFIG_HOME", "");
    set("XDG_STATE_HOME", "./state");
    assert_path(path_store, "/home/ada/.local/share/aiio-study/study.db");
    assert_path(path_config, "/home/ada/.config/aiio-study/config");
    assert_path(path_state, "/home/ada/.local/state/aiio-study");
}

static void without_home_the_user_database_is_asked(void **state)
{
    static const char *const homes[] = {NULL, "", "relative"};

    (void)state;
    for (size_t i = 0; i < sizeof(homes) / sizeof(homes[0]); i++) {
        struct buf out = {0};
        struct error err = {0};

        set("HOME", homes[i]);
        if (path_store(&out, &err))
            assert_int_equal(err.code, STATUS_FAILED); /* a user without one */
        else
            assert_int_equal(buf_text(&out)[0], '/');
        buf_release(&out);
        /* An absolute variable needs no home. */
        set("XDG_DATA_HOME", "/data");
        assert_path(path_store, "/data/aiio-study/study.db");
        set("XDG_DATA_HOME", NULL);
    }
}

static void
the_variable_names_the_bundled_decks_when_the_folder_exists(void **state)
{
    char folder[] = "/tmp/aiio-decks-XXXXXX";
    struct buf out = {0};
    struct error err = {0};

    (void)state;
    assert_non_null(mkdtemp(folder));
    set("AIIO_STUDY_DECKS", folder);
    assert_path(path_bundled_decks, folder);
    assert_int_equal(rmdir(folder), 0);
    /* The folder is gone: another place, or none. */
    if (path_bundled_decks(&out, &err) == STATUS_OK)
        assert_string_not_equal(buf_text(&out), folder);
    else
        assert_int_equal(err.code, STATUS_NOT_FOUND);
    buf_release(&out);
}

static void a_path_becomes_absolute_and_an_unknown_one_stays(void **state)
{
    char folder[] = "/tmp/aiio-path-XXXXXX";
    struct buf out = {0}, dotted = {0};

    (void)state;
    assert_non_null(mkdtemp(folder));
    buf_printf(&dotted, "%s/../%s/.", folder, folder + sizeof("/tmp"));
    path_absolute(&out, buf_text(&dotted));
    assert_string_equal(buf_text(&out), folder);
    assert_int_equal(rmdir(folder), 0);
    buf_clear(&out);
    path_absolute(&out, "no/such/file");
    assert_string_equal(buf_text(&out), "no/such/file");
    buf_release(&dotted);
    buf_release(&out);
}

static void an_empty_variable_counts_as_not_set(void **state)
{
    (void)state;
    set("AIIO_STUDY_DECKS", "");
    assert_null(environment("AIIO_STUDY_DECKS"));
    set("AIIO_STUDY_DECKS", NULL);
    assert_null(environment("AIIO_STUDY_DECKS"));
    set("AIIO_STUDY_DECKS", "x");
    assert_string_equal(environment("AIIO_STUDY_DECKS"), "x");
}

#define PATH_TEST(name) cmocka_unit_test_setup(name, clean_environment)

int main(void)
{
    const struct CMUnitTest tests[] = {
        PATH_TEST(without_variables_paths_are_below_home),
        PATH_TEST(the_variables_of_xdg_are_heeded),
        PATH_TEST(a_relative_or_empty_variable_is_ignored),
        PATH_TEST(without_home_the_user_database_is_asked),
        PATH_TEST(the_variable_names_the_bundled_decks_when_the_folder_exists),
        PATH_TEST(a_path_becomes_absolute_and_an_unknown_one_stays),
        PATH_TEST(an_empty_variable_counts_as_not_set),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
