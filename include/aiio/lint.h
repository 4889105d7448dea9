/* SPDX-License-Identifier: MIT */
/*
 * What the reader cannot say of a deck: whether its cards can be answered by
 * their form alone, whether they repeat one another or a text of somebody
 * else, and what they lack. Every finding is a warning; each rule is a row of
 * one table and says why it exists.
 *
 * A rule that looks at one card needs nothing but the card. A rule that looks
 * at the deck (how often the right statement is the longest one) speaks only
 * when chance does not explain what it found: more than 1.96 standard
 * deviations of the binomial distribution from it.
 *
 * Words are runs of letters and digits, ASCII letters in lower case; rules
 * that need English words are left out when the deck's language is another.
 */
#ifndef AIIO_LINT_H
#define AIIO_LINT_H

#include "aiio/deck.h"

enum {
    LINT_SHOWN = 10,        /* findings of a rule that are told one by one */
    LINT_FIGURE_CELLS = 76, /* what an 80-column screen leaves a figure */
    LINT_MONTHS = 18,       /* until a fact has to be looked up again */
    LINT_COPIED_WORDS = 8,  /* in a row */
    LINT_SHINGLE_WORDS = 5,
};

/* One row of the table, for --explain and the manual. */
struct lint_rule {
    const char *id;     /* "longest-key" */
    const char *words;  /* one line: what it finds */
    const char *why;    /* why it matters, and what to do */
    const char *source; /* where that is known from */
};

int lint_rule_count(void);
struct lint_rule lint_rule(int index);
/* Index of a rule, or -1. */
int lint_rule_index(const char *id);

/* A deck or a plain text that is not to be repeated. */
struct lint_other {
    const char *name;
    const struct deck *deck; /* NULL: a text */
    struct slice text;       /* of a text */
};

struct lint_input {
    const struct deck *deck;
    const struct deck_file *files; /* what the deck was read from */
    int file_count;
    int today_year, today_month; /* 1–12; what "as_of" is compared with */
    const struct lint_other *others;
    int other_count;
};

/*
 * Adds the findings, at most LINT_SHOWN of a rule and then one that counts the
 * rest, with place and without line and column (problems_place). Linear in the
 * deck and the other texts, but for a sort.
 */
void lint_deck(const struct lint_input *input, struct problems *problems);

#endif
