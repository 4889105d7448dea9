/* SPDX-License-Identifier: MIT */
/*
 * A grid of cells, drawn on by functions of state and copied out by term.c.
 * Nothing here knows curses. Whatever falls outside is clipped.
 */
#ifndef AIIO_TUI_CANVAS_H
#define AIIO_TUI_CANVAS_H

#include "aiio/styled.h"

enum { CELL_BYTES = 28, CANVAS_SIDE_MAX = 4096 };

struct cell {
    char text[CELL_BYTES]; /* one cluster, ended by a NUL; "" = blank */
    unsigned char cells;   /* 1 or 2; 0: the right half of a wide cluster */
    unsigned char style;   /* enum style */
};

struct canvas {
    int rows, cols;
    int cursor_row, cursor_col;
    struct cell *cells;
    size_t capacity;
};

/* Makes it that large (at least 1 x 1) and blank. */
void canvas_reset(struct canvas *canvas, int rows, int cols);
void canvas_release(struct canvas *canvas);

struct cell *canvas_at(struct canvas *canvas, int row, int col);
/* Draws text from col on, at most up to limit (a column); returns the column
   after it. A wide cluster that would be halved is left out. */
int canvas_text(struct canvas *canvas, int row, int col, int limit,
                struct span span);
int canvas_line(struct canvas *canvas, int row, int col, int limit,
                const struct line *line);
/* The same glyph over a whole row. */
void canvas_rule(struct canvas *canvas, int row, const char *glyph);
/* The character of ASCII that draws the same line or arrow, or NULL. */
const char *canvas_ascii(const char *cluster);
/*
 * What a terminal is sent for a cell that is not blank, in as many cells. Where
 * the C library and we disagree about a width the rest of the line would
 * shear: such a cluster is shown as U+FFFD. In ASCII, a stand-in or "?".
 */
const char *canvas_shown(const struct cell *cell, bool ascii);
void canvas_cursor(struct canvas *canvas, int row, int col);

#endif
