/* SPDX-License-Identifier: MIT */
/*
 * Today's cards and their order. Promises:
 *
 * - Learning cards that are due come first; then reviews and new cards, mixed
 *   evenly; then learning cards due within twenty minutes; then nothing, and
 *   the caller is told when the next one comes.
 * - Reviews come in an order seeded by card and study day. Of more reviews
 *   than the limit those that the order puts first are taken; no memory is
 *   used beyond the limit however many are offered.
 * - Before an exam, cards due after it are taken in too, those first that
 *   gain most in recall on that day (queue_gain).
 * - Two cards of one objective do not follow each other when another
 *   objective is among the next eight, learning cards included.
 * - No work after an answer grows with the deck.
 *
 * The same offers give the same order on every machine.
 */
#ifndef AIIO_QUEUE_H
#define AIIO_QUEUE_H

#include "aiio/day.h"
#include "aiio/fsrs.h"
#include "aiio/mem.h"
#include "aiio/rng.h"
#include "aiio/steps.h"

struct queue_item {
    int64_t key;        /* of the store */
    uint64_t objective; /* FNV-1a of deck/objective; 0 without one */
    enum card_state state;
    int64_t due_at_ms; /* learning and relearning */
    uint64_t order;    /* queue_order; smaller comes first */
    double gain;       /* offered ahead only */
};

struct queue {
    struct queue_item *reviews; /* a heap until arranged */
    struct queue_item *ahead;   /* a heap until arranged */
    struct queue_item *fresh;
    struct queue_item *learning; /* sorted by due time, from learning_next */
    struct queue_item *mixed;    /* what queue_arrange made of the others */
    int review_count, review_limit, ahead_count, ahead_limit;
    int fresh_count, learning_count, learning_next, mixed_count, mixed_next;
    size_t capacities[5];
    struct queue_item front; /* put back by an undo */
    bool has_front;
    uint64_t last_objective;
    int64_t out_key; /* of the card handed out last, 0: none */
};

enum { QUEUE_AHEAD_MS = 20 * 60 * 1000, QUEUE_LOOK = 8 };

void queue_init(struct queue *queue, int review_limit, int ahead_limit);
void queue_release(struct queue *queue);

uint64_t queue_order(const char *deck, const char *card, int day);
uint64_t queue_objective(const char *deck, const char *objective);

void queue_offer_review(struct queue *queue, struct queue_item item);
void queue_offer_ahead(struct queue *queue, struct queue_item item);
void queue_add_new(struct queue *queue, struct queue_item item);
void queue_add_learning(struct queue *queue, struct queue_item item);
/* Call once after the offers; later additions go through queue_add_…. */
void queue_arrange(struct queue *queue);

enum queue_result { QUEUE_CARD, QUEUE_WAIT, QUEUE_EMPTY };

/*
 * Takes the next card out. QUEUE_WAIT: only learning cards beyond twenty
 * minutes are left, item is the earliest and stays in; with hurry it is
 * taken. A card handed out comes back only through queue_add_learning or
 * queue_put_back.
 */
enum queue_result queue_next(struct queue *queue, int64_t now_ms, bool hurry,
                             struct queue_item *item);
void queue_put_back(struct queue *queue, struct queue_item item);
/* Takes a card out wherever it is (suspended, buried, answered elsewhere). */
void queue_remove(struct queue *queue, int64_t key);
/* Cards left for now: all that queue_next would still give today. */
int queue_left(const struct queue *queue);

/* ---- plans ------------------------------------------------------------- */

struct queue_domain {
    double weight;  /* of the outline; all 0: equal */
    int introduced; /* cards answered before */
    int available;  /* new cards left */
    int take;       /* out */
};

/*
 * Shares n new cards over the domains so that introduced + take follows the
 * weights as closely as may be (the greatest deficit gets the next card,
 * ties the earlier domain); a domain without new cards gives its share away.
 */
void queue_share_new(struct queue_domain *domains, int count, int n);

/*
 * New cards a day so that unseen cards are seen all seven days before the
 * exam: ceil(unseen / days left for it), at least normal. Within those seven
 * days they are spread over what is left; from the exam day on it is normal.
 */
int queue_new_per_day(int unseen, int day, int exam_day, int normal);

/* The last ceil(cards / review_limit) days before the exam. */
bool queue_pulls_in(int cards, int review_limit, int day, int exam_day);

/*
 * What a Good answer today adds to the recall on the exam day; 0 when recall
 * there is above 0.95 anyway.
 */
double queue_gain(const struct fsrs *fsrs, struct memory memory, int last_day,
                  int day, int exam_day);

#endif
