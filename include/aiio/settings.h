/* SPDX-License-Identifier: MIT */
/*
 * Settings: name = value lines of $XDG_CONFIG_HOME/aiio-study/config. One
 * table gives name, kind, range, default and words; reading, --help, the man
 * page and `aiio-study settings` are made from it.
 */
#ifndef AIIO_SETTINGS_H
#define AIIO_SETTINGS_H

#include "aiio/buf.h"
#include "aiio/error.h"
#include "aiio/session.h"
#include "aiio/steps.h"

enum tristate { TRISTATE_AUTO, TRISTATE_ALWAYS, TRISTATE_NEVER };

/* Of a mock exam that nobody is at. */
enum exam_clock { EXAM_CLOCK_RUNS, EXAM_CLOCK_PAUSES };

struct settings {
    int new_cards, reviews; /* limits a study day, over all decks */
    int statements;         /* shown at once, 2–8 */
    enum cover_when cover;
    enum exam_clock exam_clock;
    double retention; /* desired */
    int max_interval; /* days */
    struct step_list learning_steps, relearning_steps;
    int day_start; /* hour, 0–23 */
    bool fuzz, mouse, plain;
    enum tristate color, ascii;
    char db[1024]; /* "" = the usual place */
};

enum setting_kind {
    SETTING_INT,
    SETTING_REAL,
    SETTING_BOOL,   /* yes, no */
    SETTING_CHOICE, /* one of words */
    SETTING_STEPS,  /* "1m 10m" */
    SETTING_TEXT
};

struct setting {
    const char *name;
    enum setting_kind kind;
    double min, max;
    const char *choices;  /* "never reviews always" */
    const char *fallback; /* the default, as text */
    const char *words;
    size_t offset; /* into struct settings */
};

extern const struct setting settings_table[];
extern const int settings_count;

void settings_default(struct settings *settings);
const struct setting *setting_find(struct slice name);
/* Sets one from text; the message names value and range. */
MUST_CHECK enum status setting_set(struct settings *settings,
                                   const struct setting *setting,
                                   struct slice value, struct error *err);
void setting_print(struct buf *out, const struct settings *settings,
                   const struct setting *setting);
/* What is allowed, in words: "a whole number from 0 to 9999". */
void setting_range(struct buf *out, const struct setting *setting);
/*
 * Reads a whole config text (# comments, blank lines). The error has line,
 * column and file name; on failure settings are as they were.
 */
MUST_CHECK enum status settings_read(struct settings *settings,
                                     const char *file_name, struct slice text,
                                     struct error *err);
/* The text with name set to value: its line replaced or one added; comments
   and unknown order kept. */
void settings_edit(struct buf *out, struct slice text, struct slice name,
                   struct slice value);

#endif
