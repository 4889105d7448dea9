/* SPDX-License-Identifier: MIT */
/*
 * Statistics and misconceptions as styled lines, with pictures made of
 * characters: the screens scroll them, the commands print them.
 */
#ifndef AIIO_VIEW_STATS_H
#define AIIO_VIEW_STATS_H

#include "aiio/fmt.h"
#include "aiio/misconceptions.h"
#include "aiio/stats.h"
#include "aiio/styled.h"

/* Lines are at most width cells wide, and say the same at any. */
struct view_stats_options {
    int width;
    const struct glyphs *glyphs;
};

void view_stats(struct lines *out, const struct stats *stats,
                const struct view_stats_options *options);

/* "3 x  card: statement", for a list. */
void view_misconception_row(struct lines *out, const struct misconception *item,
                            const struct view_stats_options *options);
/* Question, what was believed and why it fails, what is right and why; beside
   it the card for which the statement is right. */
void view_misconception(struct lines *out, const struct misconception *item,
                        const struct view_stats_options *options);

#endif
