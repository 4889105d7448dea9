/* SPDX-License-Identifier: MIT */
/*
 * Inside the trainer: its state, the filling of its queue, the loading of a
 * card. Nobody but src/app/trainer*.c includes this.
 */
#ifndef AIIO_TRAINER_PRIVATE_H
#define AIIO_TRAINER_PRIVATE_H

#include "aiio/trainer.h"

/* A card answered in this sitting, and how its first try went. */
struct asked {
    int64_t key;
    int answers, taken_back;
    bool counts, right; /* of the first try; it counts unless seen before */
};

/* A card in hand: everything its session borrows lives in the arena. */
struct loaded {
    struct arena arena;
    struct session_card session_card;
    struct card card;
    struct queue_item item;
    struct act act; /* of its answer, for another try and for undo */
};

struct trainer {
    struct app *app;
    struct study_options options;
    struct arena arena; /* options' texts, questions that were missed */
    struct queue queue;
    int day;
    int64_t data_version;

    struct deck outline; /* of the deck of the card loaded last */
    int64_t outline_version;

    struct session session;
    struct loaded *current;
    /* the card before, as it was answered; NULL when there is none */
    struct loaded *previous;
    struct session previous_session;
    struct session set_aside; /* the current one while looking back */

    struct buf message;
    int64_t start_mono_ms, stopped_ms;
    int number;
    int64_t answer_ms; /* an average answer, for estimates */
    struct trainer_summary summary;
    const char **missed; /* questions, for the summary */
    int64_t *missed_keys;
    size_t missed_capacity, missed_key_capacity;
    int missed_next; /* which of them is looked at next */
    bool looks_at_missed;
    struct asked *asked;
    size_t asked_capacity;
    int asked_count;
};

/* Reads what is due into a fresh queue: once a sitting, and again when the
   study day changes. */
MUST_CHECK enum status trainer_fill(struct trainer *trainer, struct error *err);

/* ---- trainer_purpose.c --------------------------------------------------- */

/* Copies the purpose of the options into the trainer's arena. */
void trainer_keep_purpose(struct trainer *trainer);
/* The cards of the purpose, but for those answered in this sitting. */
MUST_CHECK enum status trainer_fill_purpose(struct trainer *trainer,
                                            struct error *err);

/*
 * On the third fall for a statement: looks for the card for which it is right.
 * Finding none, or failing, says nothing.
 */
void trainer_find_pair(struct trainer *trainer);

/* Loads a card with its history. NULL and a status when it is gone. */
MUST_CHECK enum status trainer_load(struct trainer *trainer, int64_t key,
                                    struct loaded **out, struct error *err);
/* What the card's last standing answer was given from. */
MUST_CHECK enum status trainer_load_before(struct trainer *trainer,
                                           struct loaded *loaded,
                                           struct progress *before,
                                           struct error *err);
/* Sets grade and schedule of an answer to those in force: a standing grade
   entry may have changed them since. */
MUST_CHECK enum status trainer_grade_in_force(struct trainer *trainer,
                                              struct loaded *loaded,
                                              const struct entry *answer,
                                              struct answer_body *body,
                                              struct error *err);
void loaded_free(struct loaded *loaded);

enum { TRAINER_ANSWER_MS_MAX = 60000 };

/* ---- trainer.c ----------------------------------------------------------- */

/* Shows the next card, or rests; hurry takes a card that still waits. */
MUST_CHECK enum status trainer_advance(struct trainer *trainer, bool hurry,
                                       struct error *err);
/* Owns loaded from now on and frees the one before. */
void trainer_set_current(struct trainer *trainer, struct loaded *loaded);
/* The card just answered becomes the one that "previous" looks back at. */
void trainer_remember_previous(struct trainer *trainer);
void trainer_look_forward(struct trainer *trainer);

/* ---- trainer_acts.c ------------------------------------------------------ */

/* Records what the session wants kept; on failure the session is UNSAVED. */
MUST_CHECK enum status trainer_carry_out(struct trainer *trainer,
                                         struct effect effect,
                                         struct error *err);
/* Counts an answer of the current card for what the end says. */
void trainer_count_answer(struct trainer *trainer,
                          const struct answer_body *body);
/* The same for one that was taken back and put back in this sitting. */
void trainer_count_again(struct trainer *trainer,
                         const struct answer_body *body);
/* A learning card comes back in this sitting; its time may have changed. */
void trainer_schedule(struct trainer *trainer, struct loaded *loaded,
                      const struct schedule *schedule);
/* Takes an answer out of what the end says again. */
void trainer_forget_answer(struct trainer *trainer, int64_t key, int64_t ms);
MUST_CHECK enum status trainer_retry(struct trainer *trainer,
                                     struct error *err);
MUST_CHECK enum status trainer_mark_and_leave(struct trainer *trainer,
                                              enum entry_kind kind,
                                              const char *said,
                                              struct error *err);
/* Shows the card as its last standing answer has it. */
MUST_CHECK enum status trainer_show_answered(struct trainer *trainer,
                                             struct loaded *loaded,
                                             struct error *err);
/* Looks at the next missed card, or rests at the end again after the last. */
MUST_CHECK enum status trainer_look_at_missed(struct trainer *trainer,
                                              struct error *err);
MUST_CHECK enum status trainer_toggle_flag(struct trainer *trainer,
                                           struct error *err);

/* ---- trainer_undo.c ------------------------------------------------------ */

MUST_CHECK enum status trainer_undo(struct trainer *trainer, bool redo,
                                    struct error *err);

#endif
