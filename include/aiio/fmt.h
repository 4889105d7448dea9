/* SPDX-License-Identifier: MIT */
/*
 * Numbers and times in words, and pictures made of characters. All append to
 * a buf. Glyphs come from one of two sets, so that ASCII works everywhere.
 */
#ifndef AIIO_FMT_H
#define AIIO_FMT_H

#include "aiio/buf.h"

struct glyphs {
    const char *right, *wrong;          /* ✓ ✗   + x */
    const char *more, *pointer, *above; /* ▾ ▸ ▴   v > ^ */
    const char *bullet, *dot;           /* • ·     - | */
    const char *horizontal;             /* ─       - */
    const char *arrow;                  /* ›       > */
    const char *ellipsis;               /* …       ... */
    const char *bars[8];                /* ▁ … █   . : - = + * # @ */
    const char *shades[5];              /* · ░ ▒ ▓ █   . : + # @ */
};

const struct glyphs *glyphs_for(bool ascii);

/*
 * What a key will do. Whole days up to 30 ("0 d", "30 d"), then months, and
 * years from 365 days on, with one decimal below ten: "1.0 mo", "2.5 mo",
 * "12 mo", "1.0 y". A month is a twelfth of 365.25 days. Less than nothing,
 * or no number, is "0 d".
 */
void fmt_interval_days(struct buf *out, double days);
/* "now" for nothing and less, "1 min" up to "59 min", "1.0 h" up to "23 h",
   then days as above. */
void fmt_interval_ms(struct buf *out, int64_t ms);
/* "15 min", "1 h", "1 h 20 min"; under a minute "1 min". */
void fmt_minutes(struct buf *out, int64_t ms);
/* 1 card, 2 cards. */
void fmt_count(struct buf *out, int64_t n, const char *one, const char *many);
/*
 * One bar a value. Zero and less is the first bar; the others share seven
 * steps up to the greatest value, rounded, and get at least the second bar,
 * so that something never looks like nothing.
 */
void fmt_sparkline(struct buf *out, const struct glyphs *glyphs,
                   const int64_t *values, int count);
/* part of whole in whole per cent, rounded half up, from 0 to 100; 0 for
   whole = 0. */
int fmt_percent(int64_t part, int64_t whole);

#endif
