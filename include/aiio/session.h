/* SPDX-License-Identifier: MIT */
/*
 * The session: one card being asked. A state machine that knows no screen and
 * no store. An act of the learner that must be kept comes back as an effect,
 * which holds facts alone; the app carries it out and reports session_saved
 * or session_unsaved, and until then nothing of the answer may be shown.
 *
 *     show ──► COVERED ──► ASKING ──► (effect) ──► ANSWERED ──► show …
 *         └──────────────────┘             └► UNSAVED (retry | leave)
 *     show ──► RECALL ──► REVEALED ──► (effect) ──► ANSWERED      recall cards
 *
 * The grades: a distractor, a choose-two not wholly right, or "I don't know"
 * is Again, always. The correct statement is Good, a right guess Again,
 * unless the learner grades otherwise. Recall cards take 1–4.
 */
#ifndef AIIO_SESSION_H
#define AIIO_SESSION_H

#include "aiio/review.h"

enum session_state {
    SESSION_IDLE, /* nothing shown yet, or the queue is empty */
    SESSION_COVERED,
    SESSION_ASKING,
    SESSION_RECALL,
    SESSION_REVEALED,
    SESSION_ANSWERED,
    SESSION_UNSAVED,
    SESSION_WAITING, /* only learning cards that are not due yet are left */
    SESSION_DONE
};

/* From that many falls for one statement on, the answer says so. */
enum { SESSION_FALLS_TOLD = 3 };

enum cover_when { COVER_NEVER, COVER_REVIEWS, COVER_ALWAYS };

struct session_config {
    struct scheduler scheduler;
    enum cover_when cover;
    int statements_shown; /* 2–8, 4 by default */
};

/* What the log says of earlier showings: for a balanced shuffle. */
struct showing_history {
    int places[16]; /* of the first correct statement, latest first */
    int place_count;
    unsigned fooled; /* bit i: statement i was chosen wrongly and the card
                        was not right on two different days since */
    int showings;    /* all of them: seeds the shuffle */
    int falls[DECK_STATEMENTS_MAX]; /* by statement: how often it was chosen
                                       wrongly, overcome or not */
};

/* A card as the app loads it. Everything is borrowed until the next show. */
struct session_card {
    int64_t key;
    const char *deck;                           /* id */
    const char *domain_title, *objective_title; /* "" without */
    const struct card *card;
    const char *note; /* the learner's own, NULL or "" without one */
    struct progress progress;
    struct showing_history history;
    const char *pair_question; /* for which the statement that fooled is right,
                                  NULL: none is known */
};

enum effect_kind { EFFECT_NONE, EFFECT_ANSWER, EFFECT_GRADE };

/* answer.schedule and answer.from are filled in by the app. */
struct effect {
    enum effect_kind kind;
    struct moment moment;
    struct answer_body answer;
    enum grade grade; /* EFFECT_GRADE */
};

/* What the learner has unfolded below an answer. */
struct session_unfolded {
    bool full, figure, others, sources, why_date;
};

struct session {
    struct session_config config;
    enum session_state state;
    struct session_card shown_card; /* its progress stays that before the
                                       answer, but for the flag */
    int shown[DECK_STATEMENTS_MAX]; /* indices of statements, in their order */
    int shown_count;
    unsigned struck, marked; /* bits by place on the screen */
    bool was_covered;        /* statements were covered when it was shown */
    struct session_unfolded unfolded;
    /* the answer, from session_choose on */
    unsigned chosen; /* bits by place */
    bool guess, correct, dont_know;
    int falls; /* for the distractor chosen, this one included; 0: none */
    enum grade grade;            /* in force */
    struct schedule outcomes[4]; /* by grade - 1, worked out at show, and */
    struct memory memories[4];   /* again with the answer's own moment */
    struct moment answered;      /* the answer's own moment */
    struct effect pending;
    char unsaved_why[256];
    /* time */
    int64_t shown_mono_ms, stopped_ms;
    int64_t wait_until_ms; /* SESSION_WAITING */
    bool looking_back;     /* previous card: nothing can be changed */
};

void session_init(struct session *session, const struct session_config *config);

/* Shows a card: covered, asking, or as a recall card. */
void session_show(struct session *session, const struct session_card *card,
                  struct moment now);
/*
 * Asks it in the order of an earlier answer that was taken back, uncovered,
 * with what was struck out and what was marked for choose-two. When the card
 * has lost one of those statements that it cannot be asked without, its
 * statements are shuffled anew.
 */
void session_show_as(struct session *session, const struct session_card *card,
                     const struct answer_body *as, struct moment now);
/*
 * Straight to ANSWERED, as answered by body (undo of a grade; looking back),
 * which is the card's last standing answer; its grade is the one in force.
 * before is the progress that the answer was given from: other grades are
 * worked out from it with the answer's own day and time.
 */
void session_show_answered(struct session *session,
                           const struct session_card *card,
                           const struct progress *before,
                           const struct answer_body *body, struct moment now);
/* As SESSION_IDLE, _WAITING or _DONE. */
void session_rest(struct session *session, enum session_state state,
                  int64_t wait_until_ms);

bool session_is_recall(const struct session *session);
int session_wanted(const struct session *session); /* statements to choose */

void session_uncover(struct session *session); /* COVERED or RECALL */
void session_cover(struct session *session);   /* v: covers again, before an
                                                  answer only */
/* Time the program did not run in front of the learner (Ctrl-Z). */
void session_stopped(struct session *session, int64_t ms);
/* Strikes a statement out, or takes it up again. */
void session_strike(struct session *session, int place);

/*
 * Letter place (0 = A). While covered it uncovers and chooses nothing. With
 * one statement to choose it answers; with more it marks, and answers not
 * before session_hand_in; a second time it takes its mark away. A letter that
 * is struck out is taken up again and chooses nothing. Places not shown do
 * nothing. EFFECT_NONE when nothing was answered.
 */
struct effect session_choose(struct session *session, int place, bool guess,
                             struct moment now);
struct effect session_hand_in(struct session *session, bool guess,
                              struct moment now);
struct effect session_dont_know(struct session *session, struct moment now);
/* REVEALED: answers a recall card. ANSWERED after a right choice, while the
   grade differs: another grade. A digit that changes nothing: EFFECT_NONE. */
struct effect session_grade(struct session *session, enum grade grade,
                            struct moment now);
/* Whether a digit may grade in this state. */
bool session_can_grade(const struct session *session);

/* The effect is durable, and this is what was scheduled. */
void session_saved(struct session *session, const struct effect *effect,
                   const struct schedule *scheduled);
void session_unsaved(struct session *session, const struct effect *effect,
                     const char *why);
/* Another grade was refused: the answer stands as it is. */
void session_refused(struct session *session);
void session_drop_unsaved(struct session *session); /* "leave without it" */

/* Toggles one of the unfolded parts, where there is one. */
bool session_unfold(struct session *session, char which); /* f g o r w */

#endif
