/* SPDX-License-Identifier: MIT */
/*
 * What a mock exam says besides its questions, as styled lines for both front
 * ends: what is coming, the map, the result, the list of earlier ones. A
 * question itself is a session's (view.h). Nothing here decides anything.
 */
#ifndef AIIO_EXAM_VIEW_H
#define AIIO_EXAM_VIEW_H

#include "aiio/exam.h"
#include "aiio/fmt.h"
#include "aiio/styled.h"

struct exam_view {
    int width; /* cells */
    const struct glyphs *glyphs;
    bool plain; /* to be heard: words instead of marks and tables */
};

/* "3 unanswered, 2 marked" */
void exam_view_open(struct buf *out, const struct exam *exam);

/*
 * The map: number, chosen letters or "-", and * where marked; columns as many
 * as fit. line_of_at is the line of the question on the screen, columns how
 * many questions a line has, for keys that move through the map.
 */
void exam_view_map(struct lines *out, const struct exam *exam,
                   const struct exam_view *view, int *line_of_at, int *columns);

struct exam_result {
    const struct exam *exam;
    const struct deck *outline;
    int target_percent; /* the learner's own, 0: none */
    bool joins;         /* what was missed joins today's queue */
    bool is_today;      /* it can: the exam ended on this study day */
};
void exam_view_result(struct lines *out, const struct exam_result *result,
                      const struct exam_view *view);

/* "Tue 1 Dec 2026   74 %   37 of 50   48 min": a line of the history. */
void exam_view_past(struct lines *out, int day, struct exam_score score,
                    int64_t used_ms, const char *domain,
                    const struct exam_view *view);

#endif
