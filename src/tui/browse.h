/* SPDX-License-Identifier: MIT */
/*
 * The screen of cards found: a list, or one card of it. The list is that of
 * the last search until another is made: a card that an act has made match no
 * more stays in it, so that the act can be taken back.
 */
#ifndef AIIO_TUI_BROWSE_H
#define AIIO_TUI_BROWSE_H

#include "aiio/browse.h"
#include "widgets.h"

struct browse {
    struct buf query;
    struct found found;
    bool *marked; /* by place in found */
    int marked_count;
    int selected;
    struct scroll list_scroll;
    int list_rows; /* of the last frame */
    bool looks;    /* at the selected card */
    struct scroll text_scroll;
    int text_rows, text_lines; /* of the last frame */
    bool confirms;             /* a reset */
    bool asks_note;            /* the line above is a note, else a query */
};

void browse_draw_list(struct tui *tui, struct browse *browse,
                      struct canvas *canvas);
void browse_draw_card(struct tui *tui, struct browse *browse,
                      struct canvas *canvas);

#endif
