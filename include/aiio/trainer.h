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
/* Cards asked on purpose, due or not, in this order: keys of the store. */
struct purpose {
    const char *words; /* "misconceptions"; NULL: what is due today */
    int64_t *keys;
    int count;
};

struct study_options {
    const char *deck; /* NULL: all decks (plain, study), or the home's */
    const char *domain, *objective, *tag; /* NULL: all */
    int new_limit, review_limit;          /* -1: settings */
    int minutes;                          /* 0: no end by time */
    bool lift_limit, more_new;
    struct purpose purpose; /* copied */
    const char *browse;     /* not NULL: no sitting, but the cards this finds */
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
    bool time_up;                /* ended by minutes */
    bool more_new, more_reviews; /* ACTION_MORE_NEW, _LIFT_LIMIT give cards */
};
void trainer_summary(struct trainer *trainer, struct trainer_summary *summary);
/* What was asked for on purpose, or NULL; and whether the card shown is not
   due yet: it is scheduled with the days that have really passed. */
const char *trainer_purpose(const struct trainer *trainer);
bool trainer_is_ahead(const struct trainer *trainer);
int trainer_left(const struct trainer *trainer);
int64_t trainer_left_ms(const struct trainer *trainer); /* estimate */
int trainer_number(const struct trainer *trainer);      /* this card, from 1 */
/*
 * File and line a card came from, for $EDITOR, and the path its deck was
 * imported from; the place of the deck's first error where it has become one
 * that cannot be read. Else the message names what is not there any more.
 */
MUST_CHECK enum status trainer_origin(const struct trainer *trainer,
                                      struct card_origin *origin,
                                      struct error *err);

/* Keeps a note of the card shown, "" takes it away; it is shown at once. */
MUST_CHECK enum status trainer_note(struct trainer *trainer, const char *text,
                                    struct error *err);
/* The note of the card shown, "" without one. */
const char *trainer_note_of(const struct trainer *trainer);

#endif
