/* SPDX-License-Identifier: MIT */
#include "aiio/settings.h"

#include "aiio/sanitise.h"

#include <string.h>

#define AT(field) offsetof(struct settings, field)

const struct setting settings_table[] = {
    {"new_cards", SETTING_INT, 0, 9999, NULL, "20",
     "new cards a study day, over all decks", AT(new_cards)},
    {"reviews", SETTING_INT, 0, 9999, NULL, "200",
     "reviews a study day, over all decks", AT(reviews)},
    {"statements", SETTING_INT, 2, 8, NULL, "4", "statements shown at once",
     AT(statements)},
    {"cover", SETTING_CHOICE, 0, 0, "never reviews always", "reviews",
     "when the statements stay covered until you know your answer", AT(cover)},
    {"retention", SETTING_REAL, 0.70, 0.99, NULL, "0.9",
     "desired retention: how likely you know a card when it comes back",
     AT(retention)},
    {"max_interval", SETTING_INT, 1, 36500, NULL, "365",
     "longest interval in days", AT(max_interval)},
    {"learning_steps", SETTING_STEPS, 0, 0, NULL, "1m 10m",
     "steps of a new card, up to ten, in s, m, h or d", AT(learning_steps)},
    {"relearning_steps", SETTING_STEPS, 0, 0, NULL, "10m",
     "steps of a card that was forgotten", AT(relearning_steps)},
    {"day_start", SETTING_INT, 0, 23, NULL, "4",
     "hour at which the study day changes", AT(day_start)},
    {"fuzz", SETTING_BOOL, 0, 0, NULL, "yes",
     "spread due days a little, so that cards do not come in a crowd",
     AT(fuzz)},
    {"exam_clock", SETTING_CHOICE, 0, 0, "runs pauses", "runs",
     "whether the clock of a mock exam runs on while the program is closed",
     AT(exam_clock)},
    {"color", SETTING_CHOICE, 0, 0, "auto always never", "auto",
     "colours on the screen; auto asks NO_COLOR", AT(color)},
    {"ascii", SETTING_CHOICE, 0, 0, "auto always never", "auto",
     "frames and marks of ASCII; auto asks the locale", AT(ascii)},
    {"mouse", SETTING_BOOL, 0, 0, NULL, "no",
     "the wheel scrolls (and the terminal cannot select text)", AT(mouse)},
    {"plain", SETTING_BOOL, 0, 0, NULL, "no",
     "study as plain lines, for screen readers", AT(plain)},
    {"db", SETTING_TEXT, 0, 1023, NULL, "",
     "the store, an absolute path; empty is the usual place", AT(db)},
};

const int settings_count =
    (int)(sizeof(settings_table) / sizeof(settings_table[0]));

static void *field(struct settings *settings, const struct setting *setting)
{
    return (char *)settings + setting->offset;
}

static const void *const_field(const struct settings *settings,
                               const struct setting *setting)
{
    return (const char *)settings + setting->offset;
}

void settings_default(struct settings *settings)
{
    *settings = (struct settings){0};
    for (int i = 0; i < settings_count; i++)
        if (setting_set(settings, &settings_table[i],
                        slice_of(settings_table[i].fallback), NULL))
            settings->db[0] = '\0'; /* a test holds every default in range */
}

const struct setting *setting_find(struct slice name)
{
    for (int i = 0; i < settings_count; i++)
        if (slice_is(name, settings_table[i].name))
            return &settings_table[i];
    return NULL;
}

/* ---- values -------------------------------------------------------------- */

/* Index of a word in a list separated by spaces, or -1. */
static int choice_index(const char *choices, struct slice value)
{
    struct slice rest = slice_of(choices);

    for (int i = 0; rest.len > 0; i++)
        if (slice_equal(slice_cut(&rest, ' '), value))
            return i;
    return -1;
}

static bool set_int(void *at, const struct setting *setting, struct slice value)
{
    int64_t number = 0;

    if (!slice_to_int(value, (int64_t)setting->min, (int64_t)setting->max,
                      &number))
        return false;
    *(int *)at = (int)number;
    return true;
}

static bool set_bool(void *at, struct slice value)
{
    bool yes = slice_is(value, "yes");

    if (!yes && !slice_is(value, "no"))
        return false;
    *(bool *)at = yes;
    return true;
}

static bool set_choice(void *at, const struct setting *setting,
                       struct slice value)
{
    int index = choice_index(setting->choices, value);

    /* Every choice is an enum that counts from 0 in the order of the words. */
    if (index >= 0)
        memcpy(at, &index, sizeof(index));
    return index >= 0;
}

static bool set_text(char *at, const struct setting *setting,
                     struct slice value)
{
    if (value.len > (size_t)setting->max || !text_is_safe(value, false) ||
        (value.len > 0 && value.ptr[0] != '/'))
        return false;
    if (value.len > 0)
        memcpy(at, value.ptr, value.len);
    at[value.len] = '\0';
    return true;
}

static bool set_value(struct settings *settings, const struct setting *setting,
                      struct slice value)
{
    void *at = field(settings, setting);

    switch (setting->kind) {
    case SETTING_INT:
        return set_int(at, setting, value);
    case SETTING_REAL:
        return slice_to_double(value, setting->min, setting->max, at);
    case SETTING_BOOL:
        return set_bool(at, value);
    case SETTING_CHOICE:
        return set_choice(at, setting, value);
    case SETTING_STEPS:
        return step_list_parse(value, at);
    case SETTING_TEXT:
        return set_text(at, setting, value);
    }
    return false;
}

enum status setting_set(struct settings *settings,
                        const struct setting *setting, struct slice value,
                        struct error *err)
{
    struct buf range = {0}, shown = {0};
    enum status status;

    if (set_value(settings, setting, value))
        return STATUS_OK;
    setting_range(&range, setting);
    if (value.len > 80)
        value.len = 80;
    sanitise(&shown, value, false);
    status = error_set(err, STATUS_REJECTED, "%s: \"%s\", expected %s",
                       setting->name, buf_text(&shown), buf_text(&range));
    buf_release(&shown);
    buf_release(&range);
    return status;
}

void setting_print(struct buf *out, const struct settings *settings,
                   const struct setting *setting)
{
    const void *at = const_field(settings, setting);
    struct slice rest = slice_of(setting->choices);
    int index = 0;

    switch (setting->kind) {
    case SETTING_INT:
        buf_printf(out, "%d", *(const int *)at);
        break;
    case SETTING_REAL:
        buf_printf(out, "%g", *(const double *)at);
        break;
    case SETTING_BOOL:
        buf_add_text(out, *(const bool *)at ? "yes" : "no");
        break;
    case SETTING_CHOICE:
        memcpy(&index, at, sizeof(index));
        for (int i = 0; i < index; i++)
            slice_cut(&rest, ' ');
        buf_add(out, slice_cut(&rest, ' '));
        break;
    case SETTING_STEPS:
        step_list_format(out, at);
        break;
    case SETTING_TEXT:
        buf_add_text(out, at);
        break;
    }
}

void setting_range(struct buf *out, const struct setting *setting)
{
    struct slice rest = slice_of(setting->choices);

    switch (setting->kind) {
    case SETTING_INT:
        buf_printf(out, "a whole number from %g to %g", setting->min,
                   setting->max);
        break;
    case SETTING_REAL:
        buf_printf(out, "a number from %.2f to %.2f", setting->min,
                   setting->max);
        break;
    case SETTING_BOOL:
        buf_add_text(out, "yes or no");
        break;
    case SETTING_CHOICE:
        while (rest.len > 0) {
            buf_add(out, slice_cut(&rest, ' '));
            buf_add_text(out, rest.len > 0 ? ", " : "");
        }
        break;
    case SETTING_STEPS:
        buf_add_text(out, "up to ten steps such as \"1m 10m 1d\", or nothing");
        break;
    case SETTING_TEXT:
        buf_printf(out, "an absolute path of at most %g bytes, or nothing",
                   setting->max);
        break;
    }
}

/* ---- the config file ----------------------------------------------------- */

static enum status read_line(struct settings *settings, struct slice line,
                             int number, const char *file, struct error *err)
{
    struct slice rest = line, name = slice_trim(slice_cut(&rest, '='));
    const struct setting *setting = setting_find(name);
    struct error inner = {0};
    struct buf shown = {0};
    int column = (int)(name.ptr - line.ptr) + 1;

    if (!memchr(line.ptr, '=', line.len))
        return error_set_at(err, number, column,
                            "%s:%d:%d: expected name = value", file, number,
                            column);
    if (!setting) {
        sanitise(&shown, name.len > 60 ? (struct slice){name.ptr, 60} : name,
                 false);
        error_set_at(err, number, column,
                     "%s:%d:%d: there is no setting \"%s\"; "
                     "\"aiio-study settings\" lists them",
                     file, number, column, buf_text(&shown));
        buf_release(&shown);
        return STATUS_REJECTED;
    }
    rest = slice_trim(rest);
    column = (int)(rest.ptr - line.ptr) + 1;
    if (setting_set(settings, setting, rest, &inner))
        return error_set_at(err, number, column, "%s:%d:%d: %s", file, number,
                            column, inner.text);
    return STATUS_OK;
}

enum status settings_read(struct settings *settings, const char *file_name,
                          struct slice text, struct error *err)
{
    struct settings read = *settings;
    int number = 0;

    while (text.len > 0) {
        struct slice line = slice_cut(&text, '\n');
        struct slice trimmed = slice_trim(line);
        enum status status;

        number++;
        if (trimmed.len == 0 || trimmed.ptr[0] == '#')
            continue;
        status = read_line(&read, line, number, file_name, err);
        if (status)
            return status;
    }
    *settings = read;
    return STATUS_OK;
}

void settings_edit(struct buf *out, struct slice text, struct slice name,
                   struct slice value)
{
    bool there = false;

    while (text.len > 0) {
        struct slice line = slice_cut(&text, '\n'), rest = line;
        struct slice first = slice_trim(slice_cut(&rest, '='));

        if (slice_equal(first, name)) {
            if (there)
                continue; /* the last one counted: one is enough */
            there = true;
            buf_add(out, name);
            buf_add_text(out, " = ");
            line = value;
        }
        buf_add(out, line);
        buf_add_char(out, '\n');
    }
    if (there)
        return;
    buf_add(out, name);
    buf_add_text(out, " = ");
    buf_add(out, value);
    buf_add_char(out, '\n');
}
