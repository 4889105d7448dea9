/* SPDX-License-Identifier: MIT */
/*
 * The examiner holds a mock exam: it draws one from the store, writes every
 * choice to the log before it counts, finds one that was left in the middle,
 * and gives both front ends what they show. What an exam is stands in exam.h,
 * how it stands in the log in entry.h.
 */
#ifndef AIIO_EXAMINER_H
#define AIIO_EXAMINER_H

#include "aiio/app.h"
#include "aiio/exam.h"
#include "aiio/session.h"

struct exam_options {
    const char *deck;       /* NULL: the only one, or the one studied last */
    const char *domain;     /* NULL: all */
    int questions, minutes; /* 0: as the deck says, or in its proportion */
};

/* An exam of the log. */
struct exam_past {
    struct entry_id id;
    int64_t at_ms;
    int day, offset_min;
    int questions, minutes;
    const char *domain; /* "" = all */
    bool over;
    struct exam_end_body end; /* once it is over, */
    int end_day;              /* on this study day */
    int answered;             /* of one that is not over: how many, */
    int64_t left_ms;          /* and the time left by its clock */
};

struct exam_plan_row {
    const char *title; /* "1 Essential AI Knowledge" */
    int questions;
};

/* What is coming: the start page. Memory of the arena. */
struct exam_plan {
    const char *deck, *title;
    int wanted, questions, minutes; /* questions: fewer when the deck has */
    int reserve;                    /* of them never asked before */
    struct exam_plan_row *domains;
    int domain_count;
    bool pauses;
    int target_percent; /* the learner's own, 0: none */
    /* newest first; the one to be taken up again is the first, if any */
    struct exam_past *past;
    int past_count;
};
MUST_CHECK enum status examiner_plan(struct app *app,
                                     const struct exam_options *options,
                                     struct arena *arena,
                                     struct exam_plan *plan, struct error *err);
/* The exam of a plan that is not over, or NULL. */
const struct exam_past *exam_plan_open(const struct exam_plan *plan);
/* The exams of a deck alone, newest first. */
MUST_CHECK enum status examiner_past(struct app *app, const char *deck,
                                     struct arena *arena,
                                     struct exam_past **past, int *count,
                                     struct error *err);

struct examiner;

/* Draws and begins one. STATUS_REJECTED while one of the deck is not over,
   STATUS_NOT_FOUND when no card can be asked. */
MUST_CHECK enum status examiner_start(struct app *app,
                                      const struct exam_options *options,
                                      struct examiner **out, struct error *err);
/* Reads one; it is neither taken up again nor ended by that. */
MUST_CHECK enum status examiner_open(struct app *app, const char *deck,
                                     struct entry_id id, struct examiner **out,
                                     struct error *err);
/* Takes it up again; what passed since its last entry is away time. */
MUST_CHECK enum status examiner_resume(struct examiner *examiner,
                                       struct error *err);
void examiner_close(struct examiner *examiner);

const struct exam *examiner_exam(const struct examiner *examiner);
/* The outline of the deck, without cards. */
const struct deck *examiner_outline(const struct examiner *examiner);
int64_t examiner_left_ms(const struct examiner *examiner);
/* Of the exam_start: id and day. */
const struct exam_past *examiner_facts(const struct examiner *examiner);
/* Id of a question's card. */
const char *examiner_card(const struct examiner *examiner, int question);
/* Ids of what was shown and chosen, into texts; returns how many. */
int examiner_shown(const struct examiner *examiner, int question,
                   const char *texts[DECK_STATEMENTS_MAX]);

/* The question on the screen for view.h: being asked with what is chosen
   marked, or told with all whys once the exam is over. Its card is NULL when
   the deck has lost it. */
const struct session *examiner_session(struct examiner *examiner);
void examiner_unfold(struct examiner *examiner, char which); /* f g o r */

/* Moves; a question that is not there is the nearest. */
void examiner_go(struct examiner *examiner, int question);
/* Recorded before it counts. Nothing happens once the time is up. */
MUST_CHECK enum status examiner_choose(struct examiner *examiner, int place,
                                       struct error *err);
MUST_CHECK enum status examiner_mark(struct examiner *examiner,
                                     struct error *err);
/* The program was stopped (Ctrl-Z). */
MUST_CHECK enum status examiner_stopped(struct examiner *examiner, int64_t ms,
                                        struct error *err);
/* Leaving: the time spent on the question is kept. */
MUST_CHECK enum status examiner_leave(struct examiner *examiner,
                                      struct error *err);
/*
 * Hands it in. In one transaction: an end for each question, after which its
 * card is in reserve no longer and its next answer is seen, and the end of
 * the exam. What was missed joins today's queue until it is declined.
 */
MUST_CHECK enum status examiner_finish(struct examiner *examiner,
                                       enum exam_why why, struct error *err);
MUST_CHECK enum status examiner_join(struct examiner *examiner, bool join,
                                     struct error *err);

#endif
