/* SPDX-License-Identifier: MIT */
/*
 * Looking through the cards: a search streams the store's rows through a
 * query and keeps the keys of what matches; whatever is shown of a card is
 * read when it is shown.
 */
#ifndef AIIO_BROWSE_H
#define AIIO_BROWSE_H

#include "aiio/app.h"
#include "aiio/query.h"
#include "aiio/trainer.h"

/* Keys of cards in deck order, one deck after the other. Owns them. */
struct found {
    int64_t *keys;
    size_t capacity;
    int count;
};

/* Replaces what found held. STATUS_USAGE when the query does not parse; then
   found stays as it was. */
MUST_CHECK enum status app_search(struct app *app, const char *query,
                                  struct found *found, struct error *err);
void found_release(struct found *found);

struct query_now app_query_now(const struct app *app);

/* A card in a list: where it stands, and its question. */
struct browse_line {
    struct store_card row;
    const char *question;
};
/* STATUS_NOT_FOUND when it is gone. Memory of the arena. */
MUST_CHECK enum status app_browse_line(struct app *app, int64_t key,
                                       struct arena *arena,
                                       struct browse_line *line,
                                       struct error *err);
/* Where it stands in at most ten cells: "new", "due", "3 d late", "in 5 d",
   "learning", "reset", "buried", "suspended", "reserve", "retired". */
void browse_standing(struct buf *out, const struct store_card *row,
                     const struct query_now *now);

/*
 * Reviews in the order in which they come due, overdue ones first, at most
 * limit, of a deck (NULL: all): to be studied ahead of their day. Memory of the
 * arena.
 */
MUST_CHECK enum status app_ahead(struct app *app, const char *deck, int limit,
                                 struct arena *arena, struct purpose *purpose,
                                 struct error *err);

/* ---- what is done with cards --------------------------------------------- */

/*
 * Marks cards in one transaction: ENTRY_SUSPEND, _RESUME, _BURY (until
 * tomorrow), _FLAG, _UNFLAG, _RESET, _NOTE with a text. Cards that are so
 * already are left out; done is how many were not.
 */
MUST_CHECK enum status app_mark_cards(struct app *app, const int64_t *keys,
                                      int count, enum entry_kind kind,
                                      struct slice note, int *done,
                                      struct error *err);
/* The learner's note of a card, "" without one. Memory of the arena. */
MUST_CHECK enum status app_note(struct app *app, const char *deck,
                                const char *card, struct arena *arena,
                                const char **note, struct error *err);

#endif
