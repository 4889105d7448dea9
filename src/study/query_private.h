/* SPDX-License-Identifier: MIT */
/*
 * Inside a query: the tree that query_parse.c makes and query.c matches.
 */
#ifndef AIIO_STUDY_QUERY_PRIVATE_H
#define AIIO_STUDY_QUERY_PRIVATE_H

#include "aiio/query.h"

enum node_kind {
    NODE_EVERY, /* all below match; none below: matches */
    NODE_SOME,  /* one below matches */
    NODE_TEXT,
    NODE_FIELD, /* which: enum query_field */
    NODE_IS,    /* which: enum query_is */
    NODE_NUMBER /* which: enum query_number */
};

enum query_field {
    FIELD_DECK,
    FIELD_DOMAIN,
    FIELD_OBJECTIVE,
    FIELD_TAG,
    FIELD_ID,
    FIELD_COUNT
};

enum query_is {
    IS_DUE,
    IS_NEW,
    IS_LEARNING,
    IS_REVIEW,
    IS_SUSPENDED,
    IS_BURIED,
    IS_RESERVE,
    IS_LEECH,
    IS_FLAGGED,
    IS_RETIRED,
    IS_WRONG,
    IS_COUNT
};

enum query_number {
    NUMBER_DUE,
    NUMBER_INTERVAL,
    NUMBER_STABILITY,
    NUMBER_DIFFICULTY,
    NUMBER_ANSWERS,
    NUMBER_WRONG,
    NUMBER_LAPSES,
    NUMBER_COUNT,
    NUMBER_ADDED = NUMBER_COUNT /* added:N, which has no operator */
};

enum query_compare { LESS = 1, EQUAL = 2, GREATER = 4 }; /* bits */

struct node {
    enum node_kind kind;
    int which;
    bool negated;
    struct node *first, *next;
    struct slice text; /* folded */
    struct slice json; /* NODE_TEXT: as JSON would write it, folded */
    bool is_ascii;
    unsigned compare; /* NODE_NUMBER */
    double number;
};

struct query {
    struct arena arena;
    struct node *root;
    unsigned needs;
    struct buf plain, folded; /* room of query_matches */
    int row_is_ascii;         /* of the row at hand; -1: not looked yet */
};

#endif
