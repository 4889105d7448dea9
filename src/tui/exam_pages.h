/* SPDX-License-Identifier: MIT */
/*
 * The screen of a mock exam: its state, and its pages as functions of it.
 */
#ifndef AIIO_TUI_EXAM_PAGES_H
#define AIIO_TUI_EXAM_PAGES_H

#include "aiio/exam_view.h"
#include "aiio/examiner.h"
#include "widgets.h"

enum exam_phase {
    EXAM_PHASE_START,
    EXAM_PHASE_QUESTION,
    EXAM_PHASE_MAP,
    EXAM_PHASE_ASK, /* hand in? */
    EXAM_PHASE_RESULT,
    EXAM_PHASE_REVIEW
};

struct exam_screen {
    struct arena arena; /* of the plan */
    struct exam_options options;
    char deck[DECK_ID_MAX + 1], domain[DECK_ID_MAX + 1];
    struct exam_plan plan;
    int selected; /* of the start page: 0 the new one, then earlier ones */
    struct examiner *examiner; /* NULL on the start page */
    enum exam_phase phase;
    enum exam_which filter; /* of the review */
    bool is_fresh;          /* the page has changed since the last frame */
    bool hides_time, half_told, five_told;
    struct scroll scroll;
    int rows, lines; /* of the last frame */
    int columns;     /* of the map */
    struct view_places places;
};

/* Earlier exams that are over; the start page lists them from 1 on. */
int exam_past_count(const struct exam_plan *plan);
const struct exam_past *exam_past_at(const struct exam_plan *plan, int at);

void exam_page(struct tui *tui, struct exam_screen *screen,
               struct canvas *canvas);

#endif
