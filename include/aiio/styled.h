/* SPDX-License-Identifier: MIT */
/*
 * Styled text: what the pure core hands to both front ends. A line is a row
 * of spans; a span is a text in one style. Styles are roles, never colours.
 */
#ifndef AIIO_STYLED_H
#define AIIO_STYLED_H

#include "aiio/buf.h"
#include "aiio/mem.h"

enum style {
    STYLE_NORMAL,
    STYLE_TITLE,    /* names of screens and decks */
    STYLE_CODE,     /* `…` */
    STYLE_EMPHASIS, /* *…* */
    STYLE_RIGHT,    /* the correct statement */
    STYLE_WRONG,    /* a distractor that was chosen */
    STYLE_DIM,      /* less important */
    STYLE_KEY,      /* a key the learner can press */
    STYLE_SELECTED, /* the focus of a list */
    STYLE_WARNING,  /* not saved, time is up */
    STYLE_STRUCK,   /* struck out by the learner */
    STYLE_COUNT
};

struct span {
    struct slice text; /* clean (see sanitise.h), without a new line */
    enum style style;
};

struct line {
    struct span *spans;
    int count;
    int cells; /* sum of the widths of its spans */
};

/* All memory is the arena's: lines live as long as it does. */
struct lines {
    struct arena *arena; /* borrowed */
    struct line *items;
    int count, capacity;
};

/* Appends an empty line, or a span to the last line (made if need be). */
struct line *lines_add(struct lines *lines);
void lines_span(struct lines *lines, enum style style, struct slice text);
void lines_printf(struct lines *lines, enum style style, const char *format,
                  ...) __attribute__((format(__printf__, 3, 4)));
/* A span of at most so many cells, which ends in the ellipsis when cut. */
void lines_cut(struct lines *lines, enum style style, struct slice text,
               int cells, const char *ellipsis);
/* The texts alone, a new line after each. */
void lines_print(struct buf *out, const struct lines *lines);
/* Pads the last line with spaces up to a column of cells. */
void lines_pad(struct lines *lines, int cells);
/* Two runs of lines next to each other, the right one from a column on. */
void lines_beside(struct lines *lines, const struct lines *left,
                  const struct lines *right, int column);

#endif
