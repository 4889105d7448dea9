/* SPDX-License-Identifier: MIT */
/*
 * A screen: what it draws, which context its keys belong to, and what a key
 * does. Drawing is a function of state onto the canvas; a handler changes
 * state and returns what should happen next, and draws nothing. Screens are
 * rows of one table in screen.c.
 */
#ifndef AIIO_TUI_SCREEN_H
#define AIIO_TUI_SCREEN_H

#include "aiio/trainer.h"
#include "aiio/view.h"
#include "canvas.h"
#include "term.h"

enum screen_kind {
    SCREEN_HOME,
    SCREEN_GOAL,  /* asks for the exam day */
    SCREEN_DECKS, /* deck picker */
    SCREEN_STUDY,
    SCREEN_EXAM, /* a mock exam, from its start page to its review */
    SCREEN_HELP,
    SCREEN_STATS,
    SCREEN_MISCONCEPTIONS,
    SCREEN_LINE, /* asks for a line: a query, a note */
    SCREEN_BROWSE,
    SCREEN_COUNT
};

struct tui;

enum reply_kind {
    REPLY_STAY,
    REPLY_PUSH,   /* open another screen above this one */
    REPLY_POP,    /* close this one; closing the last ends the program */
    REPLY_QUIT,   /* end the program */
    REPLY_EDITOR, /* run the editor on the card, then import the file */
    REPLY_REDRAW  /* everything is sent again */
};

struct reply {
    enum reply_kind kind;
    enum screen_kind screen; /* REPLY_PUSH */
    void *state;             /* of the new screen; owned by it */
};

#define STAY ((struct reply){.kind = REPLY_STAY})
#define POP ((struct reply){.kind = REPLY_POP})

struct screen {
    enum screen_kind kind;
    void *state;
};

struct screen_row {
    const char *name;
    bool text_field; /* takes pasted text */
    enum context (*context)(const struct tui *tui, const void *state);
    void (*draw)(struct tui *tui, void *state, struct canvas *canvas);
    /* key: a name as term.h gives it; action and arg by its context. */
    struct reply (*act)(struct tui *tui, void *state, const char *key,
                        enum action action, int arg);
    /* Milliseconds until it wants to be drawn again, -1: never. NULL: -1. */
    int64_t (*wake)(struct tui *tui, const void *state);
    /* The one above was closed, or the program was resumed. May be NULL. */
    void (*again)(struct tui *tui, void *state, int64_t stopped_ms);
    void (*close)(void *state);
    /* With REPLY_EDITOR only: the card to be edited, and that it was. */
    enum status (*origin)(struct tui *tui, void *state,
                          struct card_origin *origin, struct error *err);
    void (*edited)(struct tui *tui, void *state);
    /* Of a screen that asks for a line: what was written. When it is refused
       (err->column: where), the person goes on writing. */
    enum status (*take)(struct tui *tui, void *state, const char *text,
                        struct error *err);
};

const struct screen_row *screen_row(enum screen_kind kind);

enum { SCREEN_DEPTH_MAX = 8 };

struct tui {
    struct app *app;
    struct term *term;
    const struct glyphs *glyphs;
    struct canvas canvas;
    struct screen stack[SCREEN_DEPTH_MAX];
    int depth;
    struct arena frame;  /* of the frame being drawn */
    struct buf message;  /* one line, until the next key */
    bool message_is_bad; /* drawn as a warning */
};

/* Shows one line until the next key. */
void tui_say(struct tui *tui, const char *text, bool is_bad);
/* Takes back the last act of any kind (or puts it back), and says which. */
void tui_undo(struct tui *tui, bool redo);

/* ---- states of the screens ---------------------------------------------- */

void *home_open(struct tui *tui, const char *deck, struct error *err);
const struct home *home_of(const void *state);
/* Shows another deck from now on. */
void home_choose(struct tui *tui, void *state, const char *deck);
void *goal_open(const struct home *home);
void *decks_open(struct tui *tui, struct error *err);
void *study_open(struct tui *tui, const struct study_options *options,
                 struct error *err);
/* On the start page of what the options ask for. */
struct exam_options;
void *exam_open(struct tui *tui, const struct exam_options *options,
                struct error *err);
/* No card is left to be asked. */
bool study_is_over(const void *state);
/* Opens the list above this screen. */
struct reply misconceptions_push(struct tui *tui, const char *deck);
void *help_open(enum context context);
void *stats_open(struct tui *tui, const char *deck, struct error *err);
/* Studies what collect finds, due or not; none is said when it finds nothing.
 */
struct reply study_on_purpose(struct tui *tui, const char *deck,
                              enum status (*collect)(struct app *app,
                                                     const char *deck,
                                                     struct arena *arena,
                                                     struct purpose *purpose,
                                                     struct error *err),
                              const char *none);
/* The trainer of a study screen, for the editor. */
struct trainer *study_trainer(void *state);
/* query NULL: all cards. STATUS_USAGE when it does not parse. */
void *browse_open(struct tui *tui, const char *query, struct error *err);

/* What is asked for in one line, and text that helps to write it. */
struct line_question {
    const char *heading, *label, *enter; /* enter: what Enter will do */
    const char *help;                    /* lines; NULL: none */
};
/* Given to take of the screen below. question is static, text is copied. */
void *line_open(const struct line_question *question, const char *text);

extern const struct screen_row screen_home, screen_goal, screen_decks,
    screen_study, screen_help, screen_stats, screen_misconceptions, screen_line,
    screen_browse, screen_exam;

#endif
