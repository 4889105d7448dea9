/* SPDX-License-Identifier: MIT */
/*
 * One scenario: a file of steps, the program it drives, and what the scripted
 * terminal showed last. README.md beside this file has the steps. The first
 * step that fails ends the scenario.
 */
#ifndef AIIO_SCENARIO_H
#define AIIO_SCENARIO_H

#include "aiio/app.h"
#include "tui/canvas.h"

enum { BLOCK_LINES_MAX = 128 };

/* A step, and the lines that start with | below it, without that |. */
struct step {
    int line;
    struct slice verb, rest;
    struct slice block[BLOCK_LINES_MAX];
    int block_count;
};

struct scenario {
    const char *path;
    struct buf text;
    struct slice unread;
    int line;
    struct step step; /* the one being carried out */

    char folder[32]; /* of the store; the working directory */
    const char *start_folder;
    struct app app;
    bool is_open; /* app has its store */
    struct arena arena;
    struct deck *decks; /* for @right and @wrong */
    size_t deck_capacity;
    int deck_count;

    int rows, cols;
    bool ascii;
    struct buf *shown; /* a row each, as the terminal has it */
    int shown_rows, cursor_row, cursor_col;
    int64_t waiting_ms; /* what is left of a `wait` */

    bool prints;          /* rewrite what was expected instead of checking */
    struct buf rewritten; /* the file with what is really shown */
    struct buf failure;   /* why it failed; empty: it has not */
};

/* ---- script.c ------------------------------------------------------------ */

/* Reads the next step into scenario->step; false at the end of the file. */
bool script_next(struct scenario *scenario);
void script_fail(struct scenario *scenario, const char *format, ...)
    __attribute__((format(__printf__, 2, 3)));
bool script_failed(const struct scenario *scenario);
/* "10m", "3 d": a number and s, m, h or d. -1 when it is not one. */
int64_t script_ms(struct slice text);
/* "80x24" into rows and cols. */
bool script_size(struct slice text, int *rows, int *cols);

/* ---- check.c ------------------------------------------------------------- */

/* The steps that look and do nothing: screen, cursor, log. True when the
   step was one of them. */
bool check_step(struct scenario *scenario);

/* ---- steps.c ------------------------------------------------------------- */

/* The steps that need no screen: date, wait, deck, setting, fail-store … */
bool outside_step(struct scenario *scenario);
void scenario_open(struct scenario *scenario);
void scenario_close(struct scenario *scenario);

/* ---- term_scripted.c ----------------------------------------------------- */

/* The scenario that the scripted terminal reads from now on. */
void term_scripted_use(struct scenario *scenario);

#endif
