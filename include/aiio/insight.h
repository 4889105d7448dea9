/* SPDX-License-Identifier: MIT */
/*
 * What the app finds in the log for the learner: statistics, misconceptions,
 * and cards to study on purpose. Reads only; nothing is cached, so that every
 * number is the log's.
 */
#ifndef AIIO_INSIGHT_H
#define AIIO_INSIGHT_H

#include "aiio/app.h"
#include "aiio/misconceptions.h"
#include "aiio/stats.h"
#include "aiio/trainer.h"

/* deck NULL: all decks. The caller releases stats and misconceptions, also
   after a failure. */
MUST_CHECK enum status app_stats(struct app *app, const char *deck,
                                 struct stats *stats, struct error *err);
MUST_CHECK enum status app_misconceptions(struct app *app, const char *deck,
                                          struct misconceptions *misconceptions,
                                          struct error *err);

enum { WEAK_OBJECTIVES = 3, WEAK_CARDS = 20 };

/* Cards with a misconception that is not overcome, in the list's order. */
MUST_CHECK enum status app_misconceived(struct app *app, const char *deck,
                                        struct arena *arena,
                                        struct purpose *purpose,
                                        struct error *err);
/* Of the three weakest objectives of the statistics the 20 answered cards
   that are least known today (retrievability), the least known first. */
MUST_CHECK enum status app_weak(struct app *app, const char *deck,
                                struct arena *arena, struct purpose *purpose,
                                struct error *err);

#endif
