/* SPDX-License-Identifier: MIT */
#include "card_table.h"

#include "aiio/rng.h"

#include <string.h>

static struct card_name *slot_of(const struct card_table *table,
                                 const char *deck, const char *card)
{
    uint64_t hash = fnv1a(FNV1A_START, slice_of(deck));
    size_t i;

    hash = fnv1a(fnv1a(hash, SLICE("/")), slice_of(card));
    for (i = hash % table->capacity; table->slots[i].card;
         i = (i + 1) % table->capacity)
        if (!strcmp(table->slots[i].card, card) &&
            !strcmp(table->slots[i].deck, deck))
            break;
    return &table->slots[i];
}

static void grow(struct card_table *table)
{
    struct card_table larger = {.capacity =
                                    table->capacity ? 2 * table->capacity : 64};

    larger.slots = mem_new(larger.capacity, sizeof(*larger.slots));
    larger.used = table->used;
    for (size_t i = 0; i < table->capacity; i++)
        if (table->slots[i].card)
            *slot_of(&larger, table->slots[i].deck, table->slots[i].card) =
                table->slots[i];
    card_table_release(table);
    *table = larger;
}

void card_table_release(struct card_table *table)
{
    mem_free(table->slots);
    *table = (struct card_table){0};
}

int card_table_find(const struct card_table *table, const char *deck,
                    const char *card)
{
    const struct card_name *slot =
        table->capacity ? slot_of(table, deck, card) : NULL;

    return slot && slot->card ? slot->index : -1;
}

void card_table_set(struct card_table *table, struct arena *arena,
                    const char *deck, const char *card, int index)
{
    struct card_name *slot;

    if (2 * (table->used + 1) > table->capacity)
        grow(table);
    slot = slot_of(table, deck, card);
    if (!slot->card) {
        slot->deck = arena_string(arena, slice_of(deck));
        slot->card = arena_string(arena, slice_of(card));
        table->used++;
    }
    slot->index = index;
}
