/* SPDX-License-Identifier: MIT */
/*
 * Grapheme clusters and the cells they take, decided once for the whole
 * program on libutf8proc. A cluster takes the width of its first character
 * that has one, so a heart with the variation selector U+FE0F takes one cell,
 * as glibc and tmux lay it out. A pair of regional indicators (a flag) is one
 * cluster of two cells, a single one takes one cell. Ambiguous characters
 * take one cell.
 *
 * A cluster has an end whatever the text is: at most four combining marks
 * follow a base, and at most GRAPHEME_MAX_BYTES belong together. What is
 * beyond begins a new cluster; marks and joiners there have no width (and
 * are shown nowhere).
 */
#ifndef AIIO_WIDTH_H
#define AIIO_WIDTH_H

#include "aiio/slice.h"

enum { GRAPHEME_MAX_BYTES = 27 };

struct grapheme {
    size_t bytes; /* 0 only at the end of the text, <= GRAPHEME_MAX_BYTES */
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
