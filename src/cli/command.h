/* SPDX-License-Identifier: MIT */
/*
 * A command of the program: one row of the table in main.c. Its usage, help,
 * completion and part of the man page are printed from the row.
 */
#ifndef AIIO_CLI_COMMAND_H
#define AIIO_CLI_COMMAND_H

#include "aiio/app.h"

#include <stdio.h>

struct option_row {
    const char *name;     /* without the dashes; one letter: -v */
    const char *argument; /* NULL: a switch */
    const char *words;
    bool many; /* may be given more than once */
};

enum { COMMANDS_MAX = 64, OPTIONS_MAX = 16, CALL_OPTIONS_MAX = 64 };

struct study_options;

/* What the command line says, once parsed. Texts are those of argv. */
struct call {
    struct app *app;
    const struct command *command;
    const struct command *commands; /* the whole table */
    int command_count;
    const char *const *arguments;
    int argument_count;
    struct {
        const struct option_row *row;
        const char *value;
    } given[CALL_OPTIONS_MAX];
    int given_count;
    int signal; /* raised again by main at the end */
    /* tui_run (tui/tui.h): the two front ends do not know one another. */
    enum status (*screens)(struct app *app, const struct study_options *options,
                           int *signal, struct error *err);
};

struct command {
    const char *name;
    const char *arguments; /* "PATH…", "[DECK] [DAY|none]" */
    int min, max;          /* how many; max -1: any */
    const char *words;     /* one line */
    const char *examples;  /* lines, may be NULL */
    enum { NEEDS_NOTHING, NEEDS_SETTINGS, NEEDS_STORE } needs;
    bool hidden;
    const struct option_row *options; /* ends with a name of NULL, or NULL */
    enum status (*run)(struct call *call, struct error *err);
};

/* The value of an option ("" for a switch), NULL when it was not given. */
const char *call_option(const struct call *call, const char *name);
bool call_has(const struct call *call, const char *name);
/* A whole number within a range; fallback when it was not given. */
MUST_CHECK enum status call_int(const struct call *call, const char *name,
                                int64_t min, int64_t max, int64_t fallback,
                                int64_t *out, struct error *err);

/*
 * Parses what follows the command's name. *wants_help is set by -h or --help.
 * STATUS_USAGE with what was found and what was expected.
 */
MUST_CHECK enum status call_parse(struct call *call, int argc, char **argv,
                                  bool *wants_help, struct error *err);

/* The row of a name; what it could have meant is said when there is none. */
MUST_CHECK enum status find_command(const struct command **out,
                                    const struct call *call, const char *name,
                                    struct error *err);

/* The nearest of the names, or NULL: for "did you mean". */
const char *nearest(const char *word, const char *const *names, int count);

/* "usage: aiio-study import PATH… [OPTIONS]" and the rest of the help. */
void command_usage(struct buf *out, const struct command *command);

/* Appends to standard output, made harmless; whether all of it went is seen
   at the end. */
void print(const struct buf *text);
/* Writes out what was printed; 0, or the errno of what went wrong so far. */
int print_flush(void);
/* Moves a finished JSON text out, with a new line. */
void print_json(struct buf *text);
/* A line to standard error, made harmless. */
void tell(const char *format, ...) __attribute__((format(__printf__, 1, 2)));
/* What the app has to say once, made harmless; it is gone afterwards. */
void tell_notices(struct app *app, FILE *stream);

/* ---- the commands: one a file, mostly ------------------------------------ */

enum status command_import(struct call *call, struct error *err);
enum status command_check(struct call *call, struct error *err);
enum status command_study(struct call *call, struct error *err);
enum status command_forecast(struct call *call, struct error *err);
enum status command_optimize(struct call *call, struct error *err);
enum status command_due(struct call *call, struct error *err);
enum status command_stats(struct call *call, struct error *err);
enum status command_misconceptions(struct call *call, struct error *err);
enum status command_browse(struct call *call, struct error *err);
enum status command_log(struct call *call, struct error *err);
enum status command_card(struct call *call, struct error *err);
enum status command_undo(struct call *call, struct error *err);
enum status command_mark(struct call *call, struct error *err);
enum status command_export(struct call *call, struct error *err);
enum status command_exam(struct call *call, struct error *err);
enum status command_goal(struct call *call, struct error *err);
enum status command_decks(struct call *call, struct error *err);
enum status command_settings(struct call *call, struct error *err);
enum status command_keys(struct call *call, struct error *err);
enum status command_completion(struct call *call, struct error *err);
enum status command_help(struct call *call, struct error *err);
enum status command_man(struct call *call, struct error *err);

/* The session as plain lines (plain.c). */
enum status plain_run(struct app *app, const struct study_options *options,
                      struct error *err);
/* A mock exam as plain lines (plain_exam.c). */
struct exam_options;
enum status plain_exam_run(struct app *app, const struct exam_options *options,
                           struct error *err);

#endif
