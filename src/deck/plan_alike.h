/* SPDX-License-Identifier: MIT */
/*
 * Cards that look renamed: one is gone from the file and another is new, and
 * both ask the same, or say mostly the same with the same statement right.
 * Linear: cards are found by hashes of their folded texts.
 */
#ifndef AIIO_DECK_PLAN_ALIKE_H
#define AIIO_DECK_PLAN_ALIKE_H

#include "aiio/deck.h"

/* A card as the store has it, into the arena. */
MUST_CHECK enum status plan_load_card(const struct plan_input *input,
                                      int64_t key, struct arena *arena,
                                      struct card *card, struct error *err);

/* Fills the pairs of a plan whose items and counts are complete. */
MUST_CHECK enum status plan_find_renames(const struct plan_input *input,
                                         struct plan *plan, struct error *err);

#endif
