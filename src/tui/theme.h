/* SPDX-License-Identifier: MIT */
/*
 * What a style looks like: attributes and one of the eight ANSI colours of
 * the foreground. The background is the terminal's own, always.
 */
#ifndef AIIO_TUI_THEME_H
#define AIIO_TUI_THEME_H

#include "aiio/styled.h"

enum { LOOK_BOLD = 1, LOOK_DIM = 2, LOOK_UNDERLINE = 4, LOOK_REVERSE = 8 };

struct look {
    unsigned attributes;
    int color; /* -1: the terminal's own */
};

struct look theme_look(enum style style);

#endif
