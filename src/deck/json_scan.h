/* SPDX-License-Identifier: MIT */
/*
 * A strict look at a JSON text before cJSON sees it, which keeps no places,
 * hides duplicate keys, cuts strings at \u0000 and accepts what is no UTF-8
 * or follows the end. The scan finds all of that and remembers where every
 * value stands, in document order (an object before its members), so that a
 * walk over cJSON's tree in the same order knows each place.
 */
#ifndef AIIO_DECK_JSON_SCAN_H
#define AIIO_DECK_JSON_SCAN_H

#include "aiio/deck.h"

enum { JSON_VALUES_MAX = 1 << 24 };

/* Where a value stands, and its key when it is a member: bytes. */
struct json_place {
    uint32_t value;
    uint32_t key;  /* 0 when there is none */
    uint32_t next; /* index of the first value behind this one and its own */
};

struct json_places {
    struct json_place *items;
    size_t count, capacity;
};

/* Told of each fault; where is a byte offset. */
typedef void json_fault(void *context, uint32_t where, const char *message);

/*
 * True when cJSON may read the text and nothing is hidden from it. Duplicate
 * keys are told, but leave the text readable (the first one counts).
 */
bool json_scan(struct slice text, struct json_places *places, json_fault *fault,
               void *context);
void json_places_release(struct json_places *places);

#endif
