/* SPDX-License-Identifier: MIT */
/*
 * A slice is a borrowed piece of text: not ended by a NUL, never owned. Text
 * from outside travels as slices. Numbers are parsed strictly: the whole
 * slice, in decimal, within a range, or not at all.
 */
#ifndef AIIO_SLICE_H
#define AIIO_SLICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct slice {
    const char *ptr;
    size_t len;
};

#define SLICE(literal) ((struct slice){(literal), sizeof(literal) - 1})

/* NULL gives the empty slice. */
struct slice slice_of(const char *text);
bool slice_equal(struct slice a, struct slice b);
bool slice_is(struct slice a, const char *text);
bool slice_starts(struct slice text, struct slice prefix);
struct slice slice_trim(struct slice text); /* space, tab, CR and LF */

/* Cuts off and returns what stands before the separator; the rest stays. */
struct slice slice_cut(struct slice *rest, char separator);

bool slice_to_int(struct slice text, int64_t min, int64_t max, int64_t *out);
bool slice_to_double(struct slice text, double min, double max, double *out);

/* Lower-case hex. hex_decode wants exactly 2 * n digits. */
void hex_encode(const uint8_t *bytes, size_t n, char *out);
bool hex_decode(struct slice text, uint8_t *bytes, size_t n);

#endif
