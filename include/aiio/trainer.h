/* SPDX-License-Identifier: MIT */
/*
 * The trainer drives one sitting: it fills the queue from the store, shows
 * card after card in a session, carries out every effect, and counts what the
 * end says. The ncurses screen and the plain session are two front ends of
 * it; both call trainer_do and print trainer_session through view.h.
 */
#ifndef AIIO_TRAINER_H
#define AIIO_TRAINER_H

#include "aiio/actions.h"
#include "aiio/app.h"
#include "aiio/queue.h"

struct exam_options;

struct study_options {
    const char *deck; /* NULL: all decks (plain, study), or the home's */
    const char *domain, *objective, *tag; /* NULL: all */
    int new_limit, review_limit;          /* -1: settings */
    int minutes;                          /* 0: no end by time */
    bool lift_limit, more_new;
    const struct exam_options *exam; /* screens: this mock exam instead */
};

struct trainer;

MUST_CHECK enum status trainer_open(struct app *app,
                                    const struct study_options *options,
                                    struct trainer **out, struct error *err);
void trainer_close(struct trainer *trainer);

const struct session *trainer_session(const struct trainer *trainer);

/*
 * Carries out one action. A failure that concerns the person (not saved,
 * nothing to undo) comes back as a message too; the session's state says what
 * can be done. Actions that only move a screen are not the trainer's.
 */
MUST_CHECK enum status trainer_do(struct trainer *trainer, enum action action,
                                  int arg, struct error *err);
/* What just happened, one line, or "": "took back: …". Cleared by the next. */
const char *trainer_message(const struct trainer *trainer);
/* Time the program was stopped (Ctrl-Z), and a look at the day and at other
   programs' writes afterwards. */
void trainer_stopped(struct trainer *trainer, int64_t ms);

/* The card's text may have changed (it was edited): shows it anew. */
MUST_CHECK enum status trainer_refresh(struct trainer *trainer,
                                       struct error *err);

struct trainer_summary {
    int answers, first_tries, first_tries_right;
    int64_t ms;
    int64_t tomorrow;          /* due tomorrow in what was studied */
    const char *const *missed; /* questions of missed cards */
    int missed_count;
    bool time_up; /* ended by minutes */
};
void trainer_summary(struct trainer *trainer, struct trainer_summary *summary);
int trainer_left(const struct trainer *trainer);
int64_t trainer_left_ms(const struct trainer *trainer); /* estimate */
int trainer_number(const struct trainer *trainer);      /* this card, from 1 */
/*
 * File and line a card came from, for $EDITOR, and the path its deck was
 * imported from; empty when it is not there any more.
 */
void trainer_origin(const struct trainer *trainer, struct buf *file, int *line,
                    struct buf *origin);

#endif
