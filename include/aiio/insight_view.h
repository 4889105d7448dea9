/* SPDX-License-Identifier: MIT */
/*
 * Statistics and misconceptions as styled lines: the screens draw them, the
 * commands print them plain. Nothing here counts or decides anything.
 */
#ifndef AIIO_INSIGHT_VIEW_H
#define AIIO_INSIGHT_VIEW_H

#include "aiio/fmt.h"
#include "aiio/misconceptions.h"
#include "aiio/stats.h"
#include "aiio/styled.h"

struct insight_view {
    int width; /* cells; lines are at most this wide */
    const struct glyphs *glyphs;
    bool plain; /* no pictures: what they show is said in numbers */
};

/* All statistics: pictures in characters beside their numbers. */
void stats_view(struct lines *out, const struct stats *stats,
                const struct insight_view *view);

/* The card's question, the statement believed and the right one with both
   whys (side by side where there is room), its history, and its pair. */
void misconception_view(struct lines *out, const struct misconception *item,
                        const struct insight_view *view);
/* "3 times, 1 of them a guess, last on 1 Dec 2026, not overcome" */
void misconception_history(struct buf *out, const struct misconception *item);

/*
 * Two statements with their whys next to each other: right beside wrong from
 * 60 cells on, else one below the other.
 */
struct told {
    const char *mark; /* before the text: "✓ ", "✓ B  " */
    enum style style;
    const char *text, *why;
};
void told_beside(struct lines *out, const struct told *left,
                 const struct told *right, int margin, int width);

#endif
