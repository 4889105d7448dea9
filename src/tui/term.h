/* SPDX-License-Identifier: MIT */
/*
 * The terminal. term.c is the only file that includes curses; the scenario
 * tests link a scripted terminal in its place.
 */
#ifndef AIIO_TUI_TERM_H
#define AIIO_TUI_TERM_H

#include "aiio/error.h"
#include "canvas.h"

#include <stdbool.h>
#include <stdint.h>

struct term;

struct term_options {
    bool color;
    bool ascii; /* asked for; a locale that is not UTF-8 gets it anyway */
    bool mouse;
};

enum term_event_kind {
    TERM_KEY,
    TERM_RESIZE,
    TERM_RESUMED, /* the program was stopped (or an editor ran) */
    TERM_TIMER,   /* the time given to term_wait is over */
    TERM_GONE     /* hang-up, end of input, or a signal to end */
};

struct term_event {
    enum term_event_kind kind;
    char key[16];       /* "a", "A", "1", "Enter", "Space", "Down", "^D" … */
    bool pasted;        /* between the marks of bracketed paste */
    int64_t stopped_ms; /* TERM_RESUMED */
    int signal;         /* TERM_GONE: to be raised again at the end */
};

/* STATUS_NO_TERMINAL, with the reason, before anything was drawn. */
MUST_CHECK enum status term_open(const struct term_options *options,
                                 struct term **out, struct error *err);
/* Gives the terminal back as it was; NULL is fine. */
void term_close(struct term *term);

void term_size(const struct term *term, int *rows, int *cols);
bool term_is_ascii(const struct term *term);
/* Sends what differs from the screen, the cursor last. */
void term_draw(struct term *term, struct canvas *canvas);
/* The next draw sends everything. */
void term_redraw(struct term *term);
/* Waits for an event, at most timeout_ms (-1: for ever). */
void term_wait(struct term *term, int64_t timeout_ms, struct term_event *event);
/*
 * Runs a program on the terminal (an editor) and waits for its end; the
 * screen is taken up again afterwards. Its exit status, or -1.
 */
int term_run(struct term *term, char *const arguments[]);

#endif
