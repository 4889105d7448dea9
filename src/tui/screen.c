/* SPDX-License-Identifier: MIT */
#include "screen.h"

static const struct screen_row *const rows[SCREEN_COUNT] = {
    [SCREEN_HOME] = &screen_home,
    [SCREEN_GOAL] = &screen_goal,
    [SCREEN_DECKS] = &screen_decks,
    [SCREEN_STUDY] = &screen_study,
    [SCREEN_HELP] = &screen_help,
    [SCREEN_STATS] = &screen_stats,
    [SCREEN_MISCONCEPTIONS] = &screen_misconceptions,
    [SCREEN_LINE] = &screen_line,
    [SCREEN_BROWSE] = &screen_browse,
    [SCREEN_EXAM] = &screen_exam,
};

const struct screen_row *screen_row(enum screen_kind kind)
{
    return rows[kind];
}
