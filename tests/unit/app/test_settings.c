/* SPDX-License-Identifier: MIT */
#include "aiio/settings.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static bool accepts(struct settings *settings, const char *name,
                    const char *value)
{
    const struct setting *setting = setting_find(slice_of(name));
    struct error err = {0};

    assert_non_null(setting);
    return setting_set(settings, setting, slice_of(value), &err) == STATUS_OK;
}

static void assert_printed(const struct settings *settings, const char *name,
                           const char *expected)
{
    struct buf out = {0};

    setting_print(&out, settings, setting_find(slice_of(name)));
    assert_string_equal(buf_text(&out), expected);
    buf_release(&out);
}

static void defaults_are_those_of_the_design(void **state)
{
    struct settings settings;

    (void)state;
    settings_default(&settings);
    assert_int_equal(settings.new_cards, 20);
    assert_int_equal(settings.reviews, 200);
    assert_int_equal(settings.statements, 4);
    assert_int_equal(settings.cover, COVER_REVIEWS);
    assert_true(settings.retention == 0.90);
    assert_int_equal(settings.max_interval, 365);
    assert_int_equal(settings.learning_steps.count, 2);
    assert_int_equal(settings.learning_steps.ms[0], 60000);
    assert_int_equal(settings.learning_steps.ms[1], 600000);
    assert_int_equal(settings.relearning_steps.count, 1);
    assert_int_equal(settings.relearning_steps.ms[0], 600000);
    assert_int_equal(settings.day_start, 4);
    assert_true(settings.fuzz);
    assert_false(settings.mouse);
    assert_false(settings.plain);
    assert_int_equal(settings.color, TRISTATE_AUTO);
    assert_int_equal(settings.ascii, TRISTATE_AUTO);
    assert_string_equal(settings.db, "");
}

static void every_default_is_in_its_range_and_prints_as_written(void **state)
{
    struct settings settings;
    struct error err = {0};

    (void)state;
    settings_default(&settings);
    for (int i = 0; i < settings_count; i++) {
        const struct setting *setting = &settings_table[i];

        assert_int_equal(
            setting_set(&settings, setting, slice_of(setting->fallback), &err),
            STATUS_OK);
        assert_printed(&settings, setting->name, setting->fallback);
        assert_ptr_equal(setting_find(slice_of(setting->name)), setting);
        assert_true(strlen(setting->words) > 0);
    }
    assert_null(setting_find(SLICE("nothing")));
    assert_null(setting_find(SLICE("")));
}

static void values_out_of_range_are_refused(void **state)
{
    static const struct {
        const char *name, *value;
        bool fine;
    } rows[] = {
        {"new_cards", "0", true},
        {"new_cards", "9999", true},
        {"new_cards", "10000", false},
        {"new_cards", "-1", false},
        {"new_cards", "1.5", false},
        {"new_cards", "", false},
        {"new_cards", "5 ", false},
        {"new_cards", "99999999999999999999", false},
        {"statements", "1", false},
        {"statements", "2", true},
        {"statements", "8", true},
        {"statements", "9", false},
        {"cover", "always", true},
        {"cover", "Always", false},
        {"cover", "al", false},
        {"cover", "", false},
        {"retention", "0.7", true},
        {"retention", "0.99", true},
        {"retention", "0.699", false},
        {"retention", "1", false},
        {"retention", "nan", false},
        {"retention", "0x1p-1", false},
        {"max_interval", "0", false},
        {"max_interval", "36500", true},
        {"learning_steps", "", true},
        {"learning_steps", "1m 10m 1h 1d", true},
        {"learning_steps", "1 m", false},
        {"learning_steps", "0m", false},
        {"learning_steps", "1m 1m 1m 1m 1m 1m 1m 1m 1m 1m", true},
        {"learning_steps", "1m 1m 1m 1m 1m 1m 1m 1m 1m 1m 1m", false},
        {"day_start", "23", true},
        {"day_start", "24", false},
        {"fuzz", "no", true},
        {"fuzz", "true", false},
        {"color", "never", true},
        {"color", "maybe", false},
        {"db", "/tmp/a b.db", true},
        {"db", "/tmp/\x1B[2J", false},
        {"db", "/tmp/\xFF", false},
    };
    struct settings settings;

    (void)state;
    settings_default(&settings);
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        if (accepts(&settings, rows[i].name, rows[i].value) != rows[i].fine)
            fail_msg("%s = %s", rows[i].name, rows[i].value);
}

static void a_path_of_1023_bytes_fits_and_one_more_does_not(void **state)
{
    struct settings settings;
    char path[1025];

    (void)state;
    settings_default(&settings);
    memset(path, 'x', sizeof(path));
    path[0] = '/';
    path[1024] = '\0';
    assert_false(accepts(&settings, "db", path));
    assert_string_equal(settings.db, "");
    path[1023] = '\0';
    assert_true(accepts(&settings, "db", path));
    assert_string_equal(settings.db, path);
}

static void
a_config_is_read_with_comments_and_the_last_line_counts(void **state)
{
    static const char text[] = "# mine\n"
                               "\n"
                               "  new_cards=5  \r\n"
                               "cover = always\n"
                               "color = never\n"
                               "ascii = always\n"
                               "learning_steps = 90s  2h 1d\n"
                               "relearning_steps =\n"
                               "mouse = yes\n"
                               "db = /srv/my = own.db\n"
                               "new_cards = 7";
    struct settings settings;
    struct error err = {0};

    (void)state;
    settings_default(&settings);
    assert_int_equal(settings_read(&settings, "config", SLICE(text), &err),
                     STATUS_OK);
    assert_int_equal(settings.new_cards, 7);
    assert_int_equal(settings.cover, COVER_ALWAYS);
    assert_int_equal(settings.color, TRISTATE_NEVER);
    assert_int_equal(settings.ascii, TRISTATE_ALWAYS);
    assert_int_equal(settings.relearning_steps.count, 0);
    assert_true(settings.mouse);
    assert_string_equal(settings.db, "/srv/my = own.db");
    assert_printed(&settings, "learning_steps", "90s 2h 1d");
    assert_printed(&settings, "cover", "always");
    assert_printed(&settings, "color", "never");
    assert_int_equal(settings_read(&settings, "config", SLICE(""), &err),
                     STATUS_OK);
    assert_int_equal(settings.new_cards, 7);
}

static void an_error_names_file_line_value_and_range(void **state)
{
    static const struct {
        const char *text, *message;
        int line, column;
    } rows[] = {
        {"reviews = 1\n\nnew_cards = 99999\n",
         "f:3:13: new_cards: \"99999\", expected a whole number from 0 to 9999",
         3, 13},
        {" cover = often",
         "f:1:10: cover: \"often\", expected never, reviews, always", 1, 10},
        {"retention=2",
         "f:1:11: retention: \"2\", expected a number from 0.70 "
         "to 0.99",
         1, 11},
        {"fuzz = 1", "f:1:8: fuzz: \"1\", expected yes or no", 1, 8},
        {"learning_steps = 1x",
         "f:1:18: learning_steps: \"1x\", expected up to ten steps such as "
         "\"1m 10m 1d\", or nothing",
         1, 18},
        {"  nwe_cards = 1",
         "f:1:3: there is no setting \"nwe_cards\"; \"aiio-study settings\" "
         "lists them",
         1, 3},
        {"#\nnew_cards 5", "f:2:1: expected name = value", 2, 1},
        {"db = a\x1B[2J",
         "f:1:6: db: \"a\xEF\xBF\xBD[2J\", expected an absolute path of at "
         "most 1023 bytes, or nothing",
         1, 6},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct settings settings;
        struct error err = {0};

        settings_default(&settings);
        assert_int_equal(
            settings_read(&settings, "f", slice_of(rows[i].text), &err),
            STATUS_REJECTED);
        assert_string_equal(err.text, rows[i].message);
        assert_int_equal(err.line, rows[i].line);
        assert_int_equal(err.column, rows[i].column);
    }
}

static void a_refused_config_changes_nothing(void **state)
{
    struct settings settings;
    struct error err = {0};

    (void)state;
    settings_default(&settings);
    assert_int_equal(settings_read(&settings, "f",
                                   SLICE("new_cards = 5\nreviews = x\n"), &err),
                     STATUS_REJECTED);
    assert_int_equal(settings.new_cards, 20);
    assert_int_equal(settings.reviews, 200);
}

static void an_edit_replaces_one_line_and_keeps_the_rest(void **state)
{
    static const struct {
        const char *text, *expected;
    } rows[] = {
        {"", "fuzz = no\n"},
        {"# why\nmouse = yes", "# why\nmouse = yes\nfuzz = no\n"},
        {"# fuzz = yes\n  fuzz=yes\nodd = 1\n",
         "# fuzz = yes\nfuzz = no\nodd = 1\n"},
        {"fuzz = yes\nmouse = no\nfuzz = yes\n", "fuzz = no\nmouse = no\n"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct buf out = {0};

        settings_edit(&out, slice_of(rows[i].text), SLICE("fuzz"), SLICE("no"));
        assert_string_equal(buf_text(&out), rows[i].expected);
        buf_release(&out);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_are_those_of_the_design),
        cmocka_unit_test(every_default_is_in_its_range_and_prints_as_written),
        cmocka_unit_test(values_out_of_range_are_refused),
        cmocka_unit_test(a_path_of_1023_bytes_fits_and_one_more_does_not),
        cmocka_unit_test(
            a_config_is_read_with_comments_and_the_last_line_counts),
        cmocka_unit_test(an_error_names_file_line_value_and_range),
        cmocka_unit_test(a_refused_config_changes_nothing),
        cmocka_unit_test(an_edit_replaces_one_line_and_keeps_the_rest),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
