/* SPDX-License-Identifier: MIT */
/*
 * Inside the lint: what its rules share. A rule is a row of the table in
 * lint.c; its functions stand in the file of their subject.
 */
#ifndef AIIO_DECK_LINT_PRIVATE_H
#define AIIO_DECK_LINT_PRIVATE_H

#include "aiio/lint.h"

#include "lint_words.h"

enum { LINT_RULES_MAX = 32 };

/* A card with its words, made once for all rules. */
struct lint_card {
    const struct card *card;
    int index;         /* in the deck */
    int index_in_file; /* as problems count */
    struct words question;
    struct words statements[DECK_STATEMENTS_MAX];
};

/* Statements of one side: how many, and how many have a mark. */
struct lint_share {
    int marked, all;
};

/* What the rules of the deck count on the way. */
struct lint_counts {
    int length_cards;        /* with one key and two distractors or more */
    int longest, shortest;   /* cards in which the key is that */
    double chance, variance; /* of being it */
    struct lint_share absolute[2], hedged[2]; /* [0] keys, [1] distractors */
    int questions, negative;
    int *per_objective;
    int without_objective;
};

struct lint {
    const struct lint_input *input;
    struct problems *problems;
    bool english;
    struct word_book book;
    int rule; /* that runs */
    int found[LINT_RULES_MAX];
    struct lint_card at; /* the card in hand */
    struct words scratch;
    struct lint_counts counts;
    struct lint_copies *copies; /* lint_copies.c */
};

/*
 * A finding of the rule that runs: in a member of the card in hand, named from
 * the card ("full", "distractors[1].why"); card NULL: of the deck.
 */
void lint_found(struct lint *lint, const struct lint_card *card,
                const char *member, const char *format, ...)
    __attribute__((format(__printf__, 4, 5)));
/* The same of a statement; member "text" or "why". */
void lint_found_in(struct lint *lint, const struct lint_card *card,
                   int statement, const char *member, const char *format, ...)
    __attribute__((format(__printf__, 5, 6)));
/* Characters, as good as cells for comparing lengths. */
int lint_length(const char *text);
/* Whether p and its spread explain count of n: within 1.96 deviations. */
bool lint_is_chance(double count, double expected, double variance);

/* ---- rules of one card (lint_card.c, lint_form.c) ------------------------ */

void lint_missing(struct lint *lint, const struct lint_card *card);
void lint_stale(struct lint *lint, const struct lint_card *card);
void lint_link(struct lint *lint, const struct lint_card *card);
void lint_figure(struct lint *lint, const struct lint_card *card);
void lint_figure_character(struct lint *lint, const struct lint_card *card);
void lint_number(struct lint *lint, const struct lint_card *card);
void lint_cover(struct lint *lint, const struct lint_card *card);

void lint_long_key(struct lint *lint, const struct lint_card *card);
void lint_echo(struct lint *lint, const struct lint_card *card);
void lint_form(struct lint *lint, const struct lint_card *card);
void lint_alike(struct lint *lint, const struct lint_card *card);
void lint_of_the_above(struct lint *lint, const struct lint_card *card);
void lint_negative(struct lint *lint, const struct lint_card *card);

/* ---- rules of the deck (lint_deck.c) ------------------------------------- */

void lint_count_lengths(struct lint *lint, const struct lint_card *card);
void lint_lengths(struct lint *lint);
void lint_count_absolutes(struct lint *lint, const struct lint_card *card);
void lint_absolutes(struct lint *lint);
void lint_count_hedges(struct lint *lint, const struct lint_card *card);
void lint_hedges(struct lint *lint);
void lint_negatives(struct lint *lint);
void lint_outline_card(struct lint *lint, const struct lint_card *card);
void lint_outline(struct lint *lint);
void lint_weights(struct lint *lint);

/* ---- repetition (lint_copies.c) ------------------------------------------ */

void lint_note_shingles(struct lint *lint, const struct lint_card *card);
void lint_duplicates(struct lint *lint);
void lint_copied(struct lint *lint, const struct lint_card *card);
void lint_copies_release(struct lint *lint);

#endif
