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
};

const struct glyphs *glyphs_for(bool ascii);

/* "10 min", "3 d", "2.5 mo", "1.2 y": what a key will do. */
void fmt_interval_days(struct buf *out, double days);
void fmt_interval_ms(struct buf *out, int64_t ms);
/* "15 min", "1 h 20 min"; under a minute "1 min". */
void fmt_minutes(struct buf *out, int64_t ms);
/* 1 card, 2 cards. */
void fmt_count(struct buf *out, int64_t n, const char *one, const char *many);
/* One bar a value, scaled to the greatest; zero is the lowest bar. */
void fmt_sparkline(struct buf *out, const struct glyphs *glyphs,
                   const int64_t *values, int count);
/* part of whole in whole per cent, rounded half up; 0 for whole = 0. */
int fmt_percent(int64_t part, int64_t whole);

#endif
