/* SPDX-License-Identifier: MIT */
/*
 * What a showing says, as styled lines: both front ends print it, the screen
 * through its canvas and the plain session line by line. Layout as design
 * section 9. Nothing here decides anything.
 */
#ifndef AIIO_VIEW_H
#define AIIO_VIEW_H

#include "aiio/fmt.h"
#include "aiio/session.h"
#include "aiio/styled.h"

struct view_options {
    int width; /* cells; lines are at most this wide */
    const struct glyphs *glyphs;
    bool plain; /* for a screen reader: after an answer Right. or Wrong. is the
                   first line and the question is not said again; no marks
                   that need sight, figures by their alt */
    /* Of a mock exam: letters change a choice, and there may be none. */
    bool exam;
    int figure_shift; /* cells a wide figure is scrolled to the right */
    struct moment now;
};

/* Where things ended up, for scrolling and the cursor. -1: not there. */
struct view_places {
    int statement_line[DECK_STATEMENTS_MAX]; /* first line, by place */
    int focus_line;                          /* where the real cursor belongs */
    int answer_line; /* first line of the chosen or correct statement */
};

/*
 * Question, statements or answer, explanation, whatever is unfolded. While an
 * answer is not saved: the question and that it is not saved.
 */
void view_card(struct lines *out, const struct session *session,
               const struct view_options *options, struct view_places *places);
/*
 * One unfolded part alone (f g o r w, as the keys), after a blank line, for a
 * reader who has heard the rest. Nothing when the card has no such part.
 */
void view_part(struct lines *out, const struct session *session,
               const struct view_options *options, char which);
/*
 * A card that is looked at and not asked: question, every statement with its
 * why, all explanations, the learner's note ("" without one).
 */
void view_preview(struct lines *out, const struct card *card, const char *note,
                  const struct view_options *options);
/* "2 AI Infrastructure › 2.7 Network requirements" */
void view_heading(struct buf *out, const struct session *session,
                  const struct glyphs *glyphs);
/* "comes back in 10 min", "comes back tomorrow", "comes back on Fri 4 Dec
   (3 d)"; with the year when that is another one. */
void view_comes_back(struct buf *out, const struct schedule *schedule,
                     struct moment now);
/* "10 min", "3 d": for the grade keys of the footer. */
void view_interval(struct buf *out, const struct schedule *schedule,
                   struct moment now);
/* Why this date, in plain words: S, D and R before, S and D after, the days
   that the spread could have given, and the day. */
void view_why_date(struct lines *out, const struct session *session,
                   const struct view_options *options);

#endif
