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
    if (days < 30.5)
        buf_printf(out, "%.0f d", days < 1 ? 1.0 : days);
    else if (days < 365)
        add_rounded(out, days / (365.25 / 12), "mo");
    else
        add_rounded(out, days / 365.25, "y");
}

void fmt_interval_ms(struct buf *out, int64_t ms)
{
    int64_t minutes = (ms + MINUTE_MS / 2) / MINUTE_MS;

    if (ms < MINUTE_MS)
        buf_add_text(out, ms <= 0 ? "now" : "1 min");
    else if (minutes < 60)
        buf_printf(out, "%lld min", (long long)minutes);
    else if (ms < DAY_MS)
        add_rounded(out, (double)ms / HOUR_MS, "h");
    else
        fmt_interval_days(out, round((double)ms / (double)DAY_MS));
}

void fmt_minutes(struct buf *out, int64_t ms)
{
    int64_t minutes = ms <= 0 ? 0 : (ms + MINUTE_MS / 2) / MINUTE_MS;

    if (minutes < 1)
        minutes = 1;
    if (minutes < 60)
        buf_printf(out, "%lld min", (long long)minutes);
    else
        buf_printf(out, "%lld h %lld min", (long long)(minutes / 60),
                   (long long)(minutes % 60));
}

void fmt_count(struct buf *out, int64_t n, const char *one, const char *many)
{
    buf_printf(out, "%lld %s", (long long)n, n == 1 ? one : many);
}

void fmt_sparkline(struct buf *out, const struct glyphs *glyphs,
                   const int64_t *values, int count)
{
    int64_t most = 1;

    for (int i = 0; i < count; i++)
        if (values[i] > most)
            most = values[i];
    for (int i = 0; i < count; i++) {
        int64_t value = values[i] < 0 ? 0 : values[i];

        /* Anything above nothing shows at least the second bar. */
        buf_add_text(
            out,
            glyphs->bars[value == 0 ? 0 : (value * 6 + most - 1) / most + 1]);
    }
}

int fmt_percent(int64_t part, int64_t whole)
{
    return whole > 0 ? (int)((200 * part + whole) / (2 * whole)) : 0;
}
