/* SPDX-License-Identifier: MIT */
#include "aiio/fmt.h"

#include <math.h>

enum { MINUTE_MS = 60000, HOUR_MS = 60 * MINUTE_MS, DAY_MS = 24 * HOUR_MS };

static const struct glyphs utf8_glyphs = {
    .right = "✓",
    .wrong = "✗",
    .more = "▾",
    .pointer = "▸",
    .above = "▴",
    .bullet = "•",
    .dot = "·",
    .horizontal = "─",
    .arrow = "›",
    .ellipsis = "…",
    .bars = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"},
    .shades = {"·", "░", "▒", "▓", "█"},
};

static const struct glyphs ascii_glyphs = {
    .right = "+",
    .wrong = "x",
    .more = "v",
    .pointer = ">",
    .above = "^",
    .bullet = "-",
    .dot = "|",
    .horizontal = "-",
    .arrow = ">",
    .ellipsis = "...",
    .bars = {".", ":", "-", "=", "+", "*", "#", "@"},
    .shades = {".", ":", "+", "#", "@"},
};

const struct glyphs *glyphs_for(bool ascii)
{
    return ascii ? &ascii_glyphs : &utf8_glyphs;
}

/* One decimal below ten, none from ten on: 2.5 mo, 11 mo. */
static void add_rounded(struct buf *out, double value, const char *unit)
{
    if (value < 9.95)
        buf_printf(out, "%.1f %s", value, unit);
    else
        buf_printf(out, "%.0f %s", value, unit);
}

void fmt_interval_days(struct buf *out, double days)
{
    double whole = days > 0 ? round(days) : 0; /* 0 for no number, too */

    if (whole < 31)
        buf_printf(out, "%.0f d", whole);
    else if (whole < 365)
        add_rounded(out, days / (365.25 / 12), "mo");
    else
        add_rounded(out, days / 365.25, "y");
}

/* Half a minute more is a minute more, without an overflow. */
static int64_t whole_minutes(int64_t ms)
{
    int64_t minutes = ms / MINUTE_MS + (ms % MINUTE_MS >= MINUTE_MS / 2);

    return minutes < 1 ? 1 : minutes;
}

void fmt_interval_ms(struct buf *out, int64_t ms)
{
    int64_t minutes = whole_minutes(ms);

    if (ms <= 0)
        buf_add_text(out, "now");
    else if (minutes < 60)
        buf_printf(out, "%lld min", (long long)minutes);
    else if (ms < DAY_MS - HOUR_MS / 2) /* later it would be 24 h */
        add_rounded(out, (double)ms / HOUR_MS, "h");
    else
        fmt_interval_days(out, (double)ms / DAY_MS);
}

void fmt_minutes(struct buf *out, int64_t ms)
{
    long long minutes = (long long)whole_minutes(ms);

    if (minutes < 60)
        buf_printf(out, "%lld min", minutes);
    else if (minutes % 60 == 0)
        buf_printf(out, "%lld h", minutes / 60);
    else
        buf_printf(out, "%lld h %lld min", minutes / 60, minutes % 60);
}

void fmt_count(struct buf *out, int64_t n, const char *one, const char *many)
{
    buf_printf(out, "%lld %s", (long long)n, n == 1 ? one : many);
}

/* In floating point, because 7 times a great value would overflow. */
static int bar_index(int64_t value, int64_t most)
{
    int bar;

    if (value <= 0)
        return 0;
    bar = (int)round((double)value / (double)most * 7);
    return bar < 1 ? 1 : bar;
}

void fmt_sparkline(struct buf *out, const struct glyphs *glyphs,
                   const int64_t *values, int count)
{
    int64_t most = 1;

    for (int i = 0; i < count; i++)
        if (values[i] > most)
            most = values[i];
    for (int i = 0; i < count; i++)
        buf_add_text(out, glyphs->bars[bar_index(values[i], most)]);
}

int fmt_percent(int64_t part, int64_t whole)
{
    if (part <= 0 || whole <= 0)
        return 0;
    if (part >= whole)
        return 100;
    while (whole > INT64_MAX / 400) {
        whole /= 2;
        part /= 2;
    }
    return (int)((200 * part + whole) / (2 * whole));
}
