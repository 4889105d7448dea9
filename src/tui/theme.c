/* SPDX-License-Identifier: MIT */
#include "theme.h"

enum { OWN = -1, RED = 1, GREEN = 2, YELLOW = 3, CYAN = 6 };

static const struct look looks[STYLE_COUNT] = {
    [STYLE_NORMAL] = {0, OWN},
    [STYLE_TITLE] = {LOOK_BOLD, OWN},
    [STYLE_CODE] = {0, CYAN},
    [STYLE_EMPHASIS] = {LOOK_BOLD, OWN},
    [STYLE_RIGHT] = {LOOK_BOLD, GREEN},
    [STYLE_WRONG] = {LOOK_BOLD, RED},
    [STYLE_DIM] = {LOOK_DIM, OWN},
    [STYLE_KEY] = {LOOK_BOLD, OWN},
    [STYLE_SELECTED] = {LOOK_REVERSE, OWN},
    [STYLE_WARNING] = {LOOK_BOLD, YELLOW},
    [STYLE_STRUCK] = {LOOK_DIM, OWN},
};

struct look theme_look(enum style style)
{
    return looks[style < STYLE_COUNT ? style : STYLE_NORMAL];
}
