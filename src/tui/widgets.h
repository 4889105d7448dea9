/* SPDX-License-Identifier: MIT */
/*
 * What screens share: the frame with its heading, the footer that drops what
 * does not fit, and a scrolled run of lines.
 */
#ifndef AIIO_TUI_WIDGETS_H
#define AIIO_TUI_WIDGETS_H

#include "screen.h"

enum { USABLE_ROWS = 6, USABLE_COLS = 20 };

/* Rows between heading and footer; frames are left out on a low screen. */
struct body {
    int first, rows;
    bool framed;
};

/*
 * Heading on the left, note on the right (dropped first), rules when there
 * is room, and the message of tui, wrapped: its last line is in the lower
 * rule's row, the others take rows of the body, all but one of them.
 */
struct body draw_frame(struct tui *tui, struct canvas *canvas,
                       struct slice heading, struct slice note);

/* One hint of the footer; the lowest priority number goes last. */
struct hint {
    const char *keys, *words;
    int priority;
};

/* Picks the hints that fit into cells, in order; flags in kept. Returns the
   cells between two of them. */
int hints_fit(const struct hint *hints, int count, int cells, bool *kept);
/*
 * The footer of a context from the table of keys, with hints of the screen's
 * own before it (they may be NULL).
 */
void draw_footer(struct tui *tui, struct canvas *canvas, enum context context,
                 const struct hint *own, int own_count);

/* A run of lines that may be longer than the body. */
struct scroll {
    int top;
};

/* Leaves the last row of a body without a frame to "▾ 9 lines" when so many
   lines overflow it; a framed body has the lower rule for that. */
void body_fit(struct body *body, int count);
/* Draws what fits from scroll->top on, clamping it, and "▾ 9 lines"; the body
   was fitted to the lines. */
void draw_lines(struct tui *tui, struct canvas *canvas, struct body body,
                const struct lines *lines, struct scroll *scroll);
/* Moves by an action; false when the action moves nothing. */
bool scroll_act(struct scroll *scroll, enum action action, int rows, int count);
/* Whether lines remain below. */
bool scroll_more(const struct scroll *scroll, int rows, int count);
/* Brings a line into view. */
void scroll_to(struct scroll *scroll, int line, int rows, int count);

#endif
