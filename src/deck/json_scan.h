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

/* Where values and the keys of members stand: bytes from the beginning. */
struct json_places {
    uint32_t *values;
    uint32_t *keys; /* of the same index: the key before that value, or 0 */
    size_t count, capacity, key_capacity;
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
