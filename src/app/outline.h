/* SPDX-License-Identifier: MIT */
/*
 * A deck's outline with its counts: what home and trainer both plan from.
 */
#ifndef AIIO_APP_OUTLINE_H
#define AIIO_APP_OUTLINE_H

#include "aiio/app.h"
#include "aiio/queue.h"

/*
 * Slot 0 holds the cards outside of every domain, slot d + 1 domain d. Days
 * before today count as today.
 */
struct outline_slot {
    int64_t fresh;    /* new cards that can be asked */
    int64_t learning; /* in steps that end today */
    int64_t due;      /* reviews */
    int64_t later;    /* in review and not due */
    int64_t total;    /* not retired */
};

struct outline {
    struct deck header; /* its outline and exam, no cards */
    struct store_deck deck;
    struct outline_slot *slots;
    int slot_count;
    int64_t days[HOME_DAYS]; /* reviews and day steps due, from today on */
    /* Missed in an exam of today, and not due anyway: counted as due. */
    struct store_card *joined;
    int joined_count;
    bool has_goal;
    struct goal_body goal;
    struct arena arena;
};

MUST_CHECK enum status outline_load(struct app *app, const char *deck, int day,
                                    struct outline *outline, struct error *err);
void outline_release(struct outline *outline);

/* Where *deck is NULL: the deck studied last, or the first. STATUS_NOT_FOUND
   when there is none. count: of all decks. */
MUST_CHECK enum status home_default_deck(struct app *app, struct arena *arena,
                                         const char **deck, int *count,
                                         struct error *err);

/* Standing goal with an exam day that is not past. */
bool outline_exam(const struct outline *outline, int day, int *exam_day);
struct outline_slot outline_sum(const struct outline *outline);

/*
 * How many new cards each slot gives today: used counts those already
 * introduced today over all decks. take has slot_count elements.
 */
struct new_plan {
    int day;
    int limit;      /* of the settings or --new */
    int used;       /* introduced today */
    bool plan_exam; /* the exam may raise the limit */
};
int outline_share_new(const struct outline *outline,
                      const struct new_plan *plan, int *take);

#endif
