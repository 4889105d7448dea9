/* SPDX-License-Identifier: MIT */
/*
 * Misconceptions: which wrong statement the learner believed, how often, when
 * last, and whether it is overcome. Fed with standing answers in the order of
 * the log and renames among them, then with the text of each card that has a
 * fall, then (for pairs) with every card, then sorted.
 *
 * - A fall is a wrong answer in which the statement was chosen; it was
 *   believed unless the learner said before the feedback that it is a guess.
 * - It is overcome when the card was answered right on two different study
 *   days after the last fall for it: the rule by which the shuffle goes on
 *   showing it (session.h).
 * - A statement that the card has lost, or that is correct by now, is none.
 * - Its pair is another card for which the same text is correct: it is known
 *   where it belongs, and taken for the other.
 */
#ifndef AIIO_MISCONCEPTIONS_H
#define AIIO_MISCONCEPTIONS_H

#include "aiio/entry.h"

struct misconception {
    const char *deck, *card, *statement; /* ids */
    int times, believed, last_day;
    bool overcome;
    int64_t key; /* of the store */
    const char *question, *text, *why, *right_text, *right_why;
    const char *pair_card, *pair_question, *pair_why; /* NULL: no pair */
};

struct fallen_card; /* what is kept of a card while the log is read */

struct misconceptions {
    struct misconception *items;
    int count;
    /* private */
    struct fallen_card *cards;
    int card_count;
    struct fall *falls;
    int fall_count;
    size_t capacity, card_capacity, fall_capacity;
    struct card_table *table;
    struct arena arena;
};

void misconceptions_init(struct misconceptions *misconceptions);
void misconceptions_release(struct misconceptions *misconceptions);

/* One standing answer; texts are copied. */
void misconceptions_answer(struct misconceptions *misconceptions,
                           const struct entry *entry,
                           const struct answer_body *body);
void misconceptions_rename(struct misconceptions *misconceptions,
                           const char *deck, const char *from, const char *to);

/* Calls back with each card that has a fall, by its name now. */
typedef bool misconceptions_fallen(void *context, const char *deck,
                                   const char *card);
void misconceptions_each_fallen(const struct misconceptions *misconceptions,
                                misconceptions_fallen *row, void *context);
/* The card's text as it stands: makes its items. key is the store's. */
void misconceptions_card(struct misconceptions *misconceptions,
                         const char *deck, const struct card *card,
                         int64_t key);
/* Any card: the pair of those items whose text is correct here. The first
   one offered counts. */
void misconceptions_offer_pair(struct misconceptions *misconceptions,
                               const char *deck, const struct card *card);
/*
 * What matters before the exam first: not overcome before overcome, then the
 * most often believed, the most falls, the latest; then by name.
 */
void misconceptions_sort(struct misconceptions *misconceptions);

#endif
