/* SPDX-License-Identifier: MIT */
/*
 * Which statements a showing has, and in which order. Seeded by card and
 * number of showings; the place of the correct statement is the one used
 * least in its last showings; pinned statements come last; of more
 * distractors than fit, those that fooled the learner stay (or take turns,
 * when even they are too many) and the others take turns.
 */
#ifndef AIIO_SHUFFLE_H
#define AIIO_SHUFFLE_H

#include "aiio/session.h"

/* Writes indices of card->statements to shown; returns how many. */
int shuffle_statements(const char *deck, const struct card *card,
                       const struct showing_history *history, int shown_max,
                       int shown[DECK_STATEMENTS_MAX]);

#endif
