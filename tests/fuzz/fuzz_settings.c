/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as the config file: refused with a place and nothing changed, or
 * accepted; then what it says is printed, read back and edited without a
 * difference.
 */
#include "aiio/settings.h"

#include <math.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void insist(bool holds)
{
    if (!holds)
        abort();
}

static void print_all(struct buf *out, const struct settings *settings)
{
    for (int i = 0; i < settings_count; i++) {
        buf_printf(out, "%s = ", settings_table[i].name);
        setting_print(out, settings, &settings_table[i]);
        buf_add_char(out, '\n');
    }
}

static void check_same(const struct settings *a, const struct settings *b)
{
    struct buf first = {0}, second = {0};

    print_all(&first, a);
    print_all(&second, b);
    insist(slice_equal(buf_slice(&first), buf_slice(&second)));
    /* Reals are printed with six digits. */
    insist(fabs(a->retention - b->retention) < 1e-6);
    buf_release(&first);
    buf_release(&second);
}

static void check_reads_as(struct slice text, const struct settings *settings)
{
    struct settings again;
    struct error err = {0};

    settings_default(&again);
    insist(!settings_read(&again, "config", text, &err));
    check_same(settings, &again);
}

/* Each setting written to its own value, one after the other. */
static void check_edited(struct slice text, const struct settings *settings)
{
    struct buf edited = {0};

    buf_add(&edited, text);
    for (int i = 0; i < settings_count; i++) {
        struct buf value = {0}, next = {0};

        setting_print(&value, settings, &settings_table[i]);
        settings_edit(&next, buf_slice(&edited),
                      slice_of(settings_table[i].name), buf_slice(&value));
        buf_release(&value);
        buf_release(&edited);
        edited = next;
    }
    check_reads_as(buf_slice(&edited), settings);
    buf_release(&edited);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct slice text = {(const char *)data, size};
    struct settings settings, untouched;
    struct error err = {0};
    struct buf printed = {0};

    settings_default(&settings);
    settings_default(&untouched);
    if (settings_read(&settings, "config", text, &err)) {
        insist(err.code == STATUS_REJECTED && err.line > 0 && err.column > 0);
        insist(err.text[0] != '\0');
        check_same(&settings, &untouched);
        return 0;
    }
    print_all(&printed, &settings);
    check_reads_as(buf_slice(&printed), &settings);
    check_edited(text, &settings);
    buf_release(&printed);
    return 0;
}
