/* SPDX-License-Identifier: MIT */
/*
 * Names of cards to numbers of the caller's: statistics and misconceptions
 * meet cards in the order of the log and keep something for each. A rename
 * gives the number to another name.
 */
#ifndef AIIO_STUDY_CARD_TABLE_H
#define AIIO_STUDY_CARD_TABLE_H

#include "aiio/mem.h"

struct card_name {
    const char *deck, *card; /* NULL: a free slot */
    int index;               /* -1: none, or given away */
};

struct card_table {
    struct card_name *slots;
    size_t capacity, used;
};

void card_table_release(struct card_table *table);
/* -1 when the name has none. */
int card_table_find(const struct card_table *table, const char *deck,
                    const char *card);
/* Copies a new name into the arena. */
void card_table_set(struct card_table *table, struct arena *arena,
                    const char *deck, const char *card, int index);

#endif
