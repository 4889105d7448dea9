/* SPDX-License-Identifier: MIT */
/*
 * The app: one struct made in main, with settings, store and clock. It
 * carries out what the front ends ask for: import, answer, grade, undo,
 * suspend … each in one short transaction. It prints nothing; what people
 * should be told once comes back as notices.
 */
#ifndef AIIO_APP_H
#define AIIO_APP_H

#include "aiio/fmt.h"
#include "aiio/forecast.h"
#include "aiio/optimize.h"
#include "aiio/settings.h"
#include "aiio/store.h"
#include "aiio/styled.h"

struct app {
    struct settings settings;
    struct fsrs fsrs;    /* parameters in force */
    struct store *store; /* NULL until app_open */
    struct entry_id machine;
    struct buf notices; /* lines for the person, each said once */
    const char *db_option, *config_option; /* --db, --config, or NULL */
};

void app_init(struct app *app);
void app_release(struct app *app);

/* Reads the config file (or its absence); needs no store. */
MUST_CHECK enum status app_load_settings(struct app *app, struct error *err);
/* Opens or makes the store, reads parameters and machine id; a notice says
   when --db named one that was not there. */
MUST_CHECK enum status app_open(struct app *app, struct error *err);
/* On a store without decks: imports the bundled one; did says whether. */
MUST_CHECK enum status app_first_start(struct app *app, bool *did,
                                       struct error *err);
/*
 * Adds to the notices, each once: a clock that was set back, an entry more
 * than a day ahead of it, a store on a network file system.
 */
MUST_CHECK enum status app_look_around(struct app *app, struct error *err);
struct moment app_now(const struct app *app);
struct scheduler app_scheduler(const struct app *app);
/* After another program wrote: parameters may have changed. */
MUST_CHECK enum status app_refresh(struct app *app, struct error *err);

/* ---- decks ------------------------------------------------------------- */

struct import_options {
    const char *const *paths;
    int path_count;
    bool dry_run, yes;
    const char *const (*renames)[2];
    int rename_count;
    /* Asked before many cards retire; NULL refuses. */
    bool (*confirm)(void *context, const char *question);
    progress_report *report; /* NULL: nobody is told */
    void *context;
};

struct deck_report {
    struct deck deck;
    struct plan plan;
    const char *path;
    bool done;
};

struct import_report {
    struct deck_report *decks;
    int deck_count;
    struct problems problems;
    int counts[CHANGE_COUNT];
    bool changed;
};

/* Reads a path (file or folder) into a deck. */
MUST_CHECK enum status app_read_deck(const char *path, struct deck *deck,
                                     struct problems *problems,
                                     struct error *err);
struct check_options {
    const char *const *paths;
    int path_count;
    const char *const *against; /* decks and texts not to be repeated */
    int against_count;
    int today; /* study day, for the age of as_of */
};

/*
 * Reads each path and lints it (lint.h). Errors and warnings go to problems;
 * cards is how many were read. STATUS_REJECTED when a deck has an error; a
 * warning is none.
 */
MUST_CHECK enum status app_check(const struct check_options *options,
                                 struct problems *problems, int *cards,
                                 struct error *err);
/*
 * File and line of a card in the deck at path. STATUS_REJECTED: the place of
 * the first error instead. An empty file: the card is not there.
 */
MUST_CHECK enum status app_card_place(const char *path, const char *card,
                                      struct buf *file, int *line,
                                      struct error *err);
/*
 * Where a card stands for an editor: file and line, and the path its deck was
 * imported from. A file that does not parse is given as well, with the line of
 * its first error: it can be mended there. Release it whatever was answered.
 */
struct card_origin {
    struct buf file, path;
    int line;
};
MUST_CHECK enum status app_card_origin(struct app *app, const char *deck,
                                       const char *card,
                                       struct card_origin *origin,
                                       struct error *err);
void card_origin_release(struct card_origin *origin);
/*
 * All paths are read and planned first; when one is rejected nothing is
 * imported. STATUS_REJECTED with problems, or with the message.
 */
MUST_CHECK enum status app_import(struct app *app,
                                  const struct import_options *options,
                                  struct import_report *report,
                                  struct error *err);
void import_report_release(struct import_report *report);

/* ---- acts -------------------------------------------------------------- */

/* An act to record; deck and card as the log names them. */
struct act {
    const char *deck, *card;
    struct moment moment;
    struct entry_id id;     /* made by app_act_init before the first try */
    bool tried;             /* it may have been recorded already */
    struct entry_id answer; /* of a grade: the answer it is for */
    uint64_t card_hash;     /* of the text that was answered; 0: any */
};
MUST_CHECK enum status app_act_init(struct app *app, struct act *act,
                                    struct error *err);

/*
 * Records an answer on top of whatever the store has by now: reads progress,
 * works out the schedule, writes entry, progress and counts. body->schedule
 * and ->from are set; progress is the state after. Trying again with the same
 * act never doubles it. STATUS_REJECTED when the card has another text by now:
 * the choice was made among statements that no longer stand.
 */
MUST_CHECK enum status app_answer(struct app *app, struct act *act,
                                  struct answer_body *body,
                                  struct progress *progress, struct error *err);
/* Another grade for act->answer. STATUS_REJECTED when that is not the card's
   last standing answer any more: another program has been there meanwhile. */
MUST_CHECK enum status app_grade(struct app *app, struct act *act,
                                 enum grade grade, struct schedule *schedule,
                                 struct progress *progress, struct error *err);
/* suspend resume bury flag unflag note reset: body as entry.h, or NULL. */
MUST_CHECK enum status app_mark(struct app *app, struct act *act,
                                enum entry_kind kind, struct slice body,
                                struct error *err);
/* The same for several cards at once, each act with its own id: all of them
   are recorded or none. At least one. */
MUST_CHECK enum status app_mark_all(struct app *app, struct act *acts,
                                    int count, enum entry_kind kind,
                                    struct slice body, struct error *err);
MUST_CHECK enum status app_set_goal(struct app *app, const char *deck,
                                    const struct goal_body *goal,
                                    struct error *err);
/*
 * Takes back this machine's last act (id NULL) or the entry named; with redo
 * puts the last one taken back in force again. undone is the entry that
 * changed its standing, in the arena. STATUS_NOT_FOUND: nothing to undo.
 */
MUST_CHECK enum status app_undo(struct app *app, const struct entry_id *id,
                                bool redo, struct arena *arena,
                                struct entry *undone, struct error *err);
/* "suspend of oom-shard": an entry in words, for "took back: …". */
void app_describe(struct buf *out, const struct entry *entry);
/* DECK/CARD or CARD. */
MUST_CHECK enum status app_find_card(struct app *app, const char *name,
                                     struct arena *arena,
                                     struct store_card *card,
                                     struct error *err);

/* ---- forecast ---------------------------------------------------------- */

struct forecast_report {
    const char *deck, *title;
    int day, exam_day;        /* exam_day 0: none is set, or it is past */
    struct forecast forecast; /* its domain scores in the arena */
    const char **domains;     /* "1 Essential AI Knowledge" */
    int domain_count;
    int answers, reviews; /* reviews: a day or more after another answer */
    int first_right, first_count; /* first sights of a card */
    /* the plan until the exam */
    int unseen, reserve;   /* new cards, and those an exam has to show first */
    int new_a_day;         /* by the plan */
    int left_at_own_limit; /* unseen at the exam if the limit were kept */
    int seen_by;           /* study day on which all are seen; 0: none new */
    int revise_from;       /* first day on which the queue revises */
};

/* Reads the whole log of a deck (NULL: the one home shows). Without the exam
   day's scores, which are simulated, it takes a fortieth of the time. */
MUST_CHECK enum status app_forecast(struct app *app, const char *deck,
                                    bool with_exam, struct arena *arena,
                                    struct forecast_report *report,
                                    struct error *err);

/* The scores and the plan as lines; a narrow one leaves a column out. */
void view_forecast(struct lines *out, const struct forecast_report *report,
                   int width, const struct glyphs *glyphs);

/* ---- parameters -------------------------------------------------------- */

/*
 * The standing answers of every card that is not retired, as a log for
 * optimize.h: by the order of the log, each block between two resets a card of
 * its own, what was answered after the key was seen as history. Owns reviews.
 */
struct app_reviews {
    struct optimize_log log;
    struct optimize_review *reviews;
    size_t capacity;
};
MUST_CHECK enum status app_reviews(struct app *app, struct app_reviews *reviews,
                                   struct error *err);
void app_reviews_release(struct app_reviews *reviews);
/*
 * Puts parameters in force, with words on how they came about: an entry, and
 * S and D of every card under them, in one transaction. Due days stay.
 */
MUST_CHECK enum status app_adopt(struct app *app,
                                 const struct fsrs_parameters *parameters,
                                 const char *how, struct error *err);
/* Takes the last of them back. STATUS_NOT_FOUND when the defaults hold. */
MUST_CHECK enum status app_revert(struct app *app, struct error *err);

/* ---- home -------------------------------------------------------------- */

struct home_domain {
    const char *id, *title;
    double weight;
    int64_t new_left;                           /* of all, without the limit */
    int64_t fresh, learning, due, known, total; /* fresh: new ones today */
};

enum { HOME_DAYS = 14 };

struct home {
    const char *deck, *title;
    int64_t deck_key;
    struct home_domain all;
    struct home_domain *domains;
    int domain_count, deck_count;
    int64_t days[HOME_DAYS];       /* due from today on */
    int studied_days, window_days; /* of the last 40 */
    int right_percent;             /* this month, -1 without answers */
    int64_t left;                  /* what Enter would study */
    int64_t left_ms;               /* estimate */
    int64_t backlog;               /* due beyond the limit */
    int backlog_days;
    bool asked_goal, has_exam;
    int exam_day;
    struct goal_body goal;
    int joined; /* of what is due: missed in a mock exam of today */
    /* a mock exam that is not over */
    bool has_exam_open;
    int exam_answered, exam_questions;
    int64_t exam_left_ms;
};

/* Everything the home screen says, read off counts. deck NULL: the one
   studied last, or the first. Memory of the arena. */
MUST_CHECK enum status app_home(struct app *app, const char *deck,
                                struct arena *arena, struct home *home,
                                struct error *err);

#endif
