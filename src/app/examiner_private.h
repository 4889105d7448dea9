/* SPDX-License-Identifier: MIT */
/*
 * Inside the examiner: its state, and the reading of exams from the log.
 * Nobody but src/app/examiner*.c and outline.c includes this.
 */
#ifndef AIIO_EXAMINER_PRIVATE_H
#define AIIO_EXAMINER_PRIVATE_H

#include "aiio/examiner.h"

/* One question with its card; card NULL: the deck has lost it. */
struct exam_card {
    const char *id; /* as the card is called now */
    struct card *card;
    const char *domain_title, *objective_title;
    int shown[DECK_STATEMENTS_MAX]; /* indices of statements */
};

struct examiner {
    struct app *app;
    struct arena arena;
    struct store_deck deck;
    struct deck outline;
    struct exam_past facts;
    struct exam exam;
    struct exam_card *cards;
    struct session session; /* of the question on the screen */
    int session_of;         /* which one that is, -1: none */
    bool sitting;           /* the learner is at it: time passes */
    int64_t shown_mono_ms;  /* the question is on the screen since then */
};

/* ---- examiner_draw.c ----------------------------------------------------- */

/* An exam that is drawn and not written. */
struct examiner_draw {
    struct arena *arena; /* borrowed */
    struct store_deck deck;
    struct deck outline;
    int number; /* exams of the deck before it: it makes the seed */
    int domain; /* it is limited to, -1: all */
    int wanted, questions, minutes;
    struct store_card *cards; /* a candidate each */
    struct exam_candidate *candidates;
    int count;
    int *drawn; /* indices, in the order of the exam */
};
MUST_CHECK enum status examiner_draw(struct app *app,
                                     const struct exam_options *options,
                                     struct examiner_draw *draw,
                                     struct error *err);
/* The same with the statements of each card shuffled, as the log has it. */
MUST_CHECK enum status examiner_draw_body(struct app *app,
                                          struct examiner_draw *draw,
                                          struct exam_start_body *body,
                                          struct error *err);
void examiner_draw_release(struct examiner_draw *draw);

/* ---- examiner_log.c ------------------------------------------------------ */

/* What the log says of one exam, its entries applied to facts and exam. */
MUST_CHECK enum status examiner_read(struct examiner *examiner,
                                     const struct exam_start_body *body,
                                     struct error *err);
/* Questions, cards and outline of a start, before any choice. */
MUST_CHECK enum status examiner_load(struct examiner *examiner,
                                     const struct exam_start_body *body,
                                     struct error *err);
/* Bits of the places of a question at which these statements stand. */
unsigned examiner_places(const struct examiner *examiner, int question,
                         const char *const *ids, int count);

/* The exam of a deck that is not over, if there is one. */
MUST_CHECK enum status examiner_unfinished(struct app *app, const char *deck,
                                           struct arena *arena,
                                           struct exam_past *open, bool *found,
                                           struct error *err);

/*
 * Cards missed in the exams that ended on that day, unless it was declined,
 * which were not answered since, can be asked, and are not due anyway.
 */
MUST_CHECK enum status exam_joined(struct app *app, const char *deck, int day,
                                   struct arena *arena,
                                   struct store_card **cards, int *count,
                                   struct error *err);

#endif
