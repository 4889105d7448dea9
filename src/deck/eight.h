/* SPDX-License-Identifier: MIT */
/*
 * Eight bytes of a text at a time: decks are long and mostly plain ASCII.
 * After Mycroft's test for a zero byte (comp.arch, 1987).
 */
#ifndef AIIO_DECK_EIGHT_H
#define AIIO_DECK_EIGHT_H

#include "aiio/slice.h"

#include <string.h>

#define EIGHT_ONES UINT64_C(0x0101010101010101)
#define EIGHT_HIGH (EIGHT_ONES * 0x80)

static inline uint64_t eight_load(const char *text)
{
    uint64_t word;

    memcpy(&word, text, sizeof(word));
    return word;
}

static inline bool eight_is_ascii(uint64_t word)
{
    return (word & EIGHT_HIGH) == 0;
}

/* Is some byte less than n (at most 0x80)? */
static inline bool eight_has_less(uint64_t word, unsigned n)
{
    return ((word - EIGHT_ONES * n) & ~word & EIGHT_HIGH) != 0;
}

static inline bool eight_has(uint64_t word, unsigned char c)
{
    return eight_has_less(word ^ (EIGHT_ONES * c), 1);
}

#endif
