/* SPDX-License-Identifier: MIT */
/*
 * A search for cards: a line of text, parsed and matched. No part of it ever
 * becomes SQL. Pure: cards and the day are given.
 *
 *     gpu memory        both stand in the card's texts, in any of them
 *     "tensor core"     these words in a row; \" is a quote, \\ a backslash
 *     a or b    -a    (a or b) c       "and" may be said, and binds closer
 *     deck:ID domain:ID objective:ID tag:NAME id:ID     * is any characters
 *     is:due|new|learning|review|suspended|buried|reserve|leech|flagged|
 *        retired|wrong
 *     due<=7  lapses>=3  stability<10   with < <= > >= = != and these names:
 *        due (days from today, negative when overdue), interval, stability
 *        (days), difficulty, answers, wrong, lapses
 *     added:7           imported in the last seven days, today among them
 *
 * A text is looked for in the question, each statement and its why, the short
 * and the full explanation, folded (fold.h), wherever in a word it stands;
 * values of fields are compared whole, folded. What a card does not have yet
 * (due, interval, stability and difficulty of a new one) matches no number.
 *
 * is:due is what home counts today: due by day, and neither suspended, buried
 * nor in reserve. is:learning is learning and relearning; new, learning and
 * review leave no card out. is:wrong: the last answer was. is:leech: four
 * lapses or more. Retired cards are found only by a query that says is:retired
 * somewhere (query_needs).
 */
#ifndef AIIO_QUERY_H
#define AIIO_QUERY_H

#include "aiio/day.h"
#include "aiio/error.h"
#include "aiio/review.h"

enum {
    QUERY_BYTES_MAX = 4096,
    QUERY_DEPTH_MAX = 100, /* brackets in brackets */
    LEECH_LAPSES = 4
};

struct query;

/*
 * Owns a copy of all it needs. An empty text matches every card. STATUS_USAGE
 * with err->column (characters, from 1) and a message that names it: "query,
 * column 5: this quote is not closed".
 */
MUST_CHECK enum status query_parse(struct slice text, struct query **out,
                                   struct error *err);
void query_free(struct query *query); /* NULL is fine */

/* What of a row the query looks at; the rest may be left empty. */
enum { QUERY_TEXT = 1, QUERY_FIELDS = 2, QUERY_RETIRED = 4 };
unsigned query_needs(const struct query *query);

/* All borrowed for the call. */
struct query_row {
    struct slice text; /* QUERY_TEXT: canonical JSON of the card */
    /* QUERY_FIELDS, from here on */
    const char *deck, *id, *objective;
    const char *domain; /* id; "" without one */
    struct slice tags;  /* separated by spaces */
    bool retired, reserve;
    bool has_added;
    int added_day; /* study day */
    const struct progress *progress;
};

/* Today; day_start is the hour at which a study day begins. */
struct query_now {
    struct moment moment;
    int day_start;
};

/* Not const: the query folds texts into room of its own. */
bool query_matches(struct query *query, const struct query_row *row,
                   const struct query_now *now);

/*
 * The first study day on which a card is asked again, burial aside: the due
 * day of a review, the day of a step, the day of a reset. False for new cards.
 */
bool query_due_day(const struct progress *progress, const struct query_now *now,
                   int *day);

#endif
