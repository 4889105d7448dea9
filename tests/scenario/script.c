/* SPDX-License-Identifier: MIT */
#include "scenario.h"

#include <stdarg.h>
#include <stdio.h>

static void rewrite(struct scenario *scenario, struct slice line)
{
    buf_add(&scenario->rewritten, line);
    buf_add_char(&scenario->rewritten, '\n');
}

static struct slice take_line(struct scenario *scenario)
{
    scenario->line++;
    return slice_cut(&scenario->unread, '\n');
}

static void take_block(struct scenario *scenario)
{
    struct step *step = &scenario->step;

    step->block_count = 0;
    while (slice_starts(scenario->unread, SLICE("|"))) {
        struct slice line = take_line(scenario);

        line.ptr++;
        line.len--;
        if (step->block_count < BLOCK_LINES_MAX)
            step->block[step->block_count++] = line;
    }
}

bool script_next(struct scenario *scenario)
{
    while (scenario->unread.len > 0) {
        struct slice whole = take_line(scenario);
        struct slice rest = slice_trim(whole);

        rewrite(scenario, whole);
        if (rest.len == 0 || slice_starts(rest, SLICE("#")))
            continue;
        scenario->step.line = scenario->line;
        scenario->step.verb = slice_cut(&rest, ' ');
        scenario->step.rest = slice_trim(rest);
        take_block(scenario);
        return true;
    }
    return false;
}

void script_fail(struct scenario *scenario, const char *format, ...)
{
    char text[4096];
    va_list arguments;

    if (script_failed(scenario))
        return;
    va_start(arguments, format);
    vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    buf_printf(&scenario->failure, "%s:%d: %s\n", scenario->path,
               scenario->step.line, text);
}

bool script_failed(const struct scenario *scenario)
{
    return scenario->failure.len > 0;
}

int64_t script_ms(struct slice text)
{
    static const struct {
        char unit;
        int64_t ms;
    } units[] = {{'s', 1000}, {'m', 60000}, {'h', 3600000}, {'d', DAY_MS}};
    int64_t number = 0;

    if (text.len < 2)
        return -1;
    for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
        if (text.ptr[text.len - 1] == units[i].unit &&
            slice_to_int((struct slice){text.ptr, text.len - 1}, 0, 100000,
                         &number))
            return number * units[i].ms;
    return -1;
}

bool script_size(struct slice text, int *rows, int *cols)
{
    int64_t width = 0, height = 0;
    struct slice first = slice_cut(&text, 'x');

    if (!slice_to_int(first, 1, 1000, &width) ||
        !slice_to_int(text, 1, 1000, &height))
        return false;
    *rows = (int)height;
    *cols = (int)width;
    return true;
}
