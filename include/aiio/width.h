/* SPDX-License-Identifier: MIT */
/*
 * Grapheme clusters and the cells they take, decided once for the whole
 * program on libutf8proc. A cluster takes the width of its first character
 * that has one; ambiguous characters take one cell; at most four combining
 * marks follow a base, more begin a cluster of no width (and are shown
 * nowhere).
 */
#ifndef AIIO_WIDTH_H
#define AIIO_WIDTH_H

#include "aiio/slice.h"

struct grapheme {
    size_t bytes; /* 0 only at the end of the text */
    int cells;    /* 0, 1 or 2 */
};

/* The first cluster of text. Invalid UTF-8 is a cluster of one byte, 1 cell. */
struct grapheme grapheme_first(struct slice text);
int text_cells(struct slice text);

/* The longest beginning of text that fits into max_cells. */
struct slice text_fit(struct slice text, int max_cells);

/* Bytes of the first character, 0 if it is not valid UTF-8 or text is empty. */
size_t utf8_first(struct slice text, uint32_t *code_point);
/* Offset of the first byte that is not valid UTF-8, or text.len. */
size_t utf8_valid_bytes(struct slice text);

#endif
