/* SPDX-License-Identifier: MIT */
/*
 * Markup and wrapping: text of a deck to styled lines of a width.
 *
 * Markup is \n for a new line, a line that starts with "- " for a bullet,
 * `code` and *emphasis*. Everything else is literal. A code span runs to the
 * next backtick of its line; without one the backtick is literal. Emphasis
 * opens with a * that follows a line start, space or opening bracket or quote
 * and is followed by neither space nor *; it closes with a * that follows
 * neither space nor * and is not followed by a letter or digit, on the same
 * line; within code nothing is markup. So a*b, *.c and 2 * 3 * 4 are literal.
 *
 * Lines break at spaces, after - and / between letters, and between wide
 * characters; a word wider than the box breaks at a grapheme. Code spans keep
 * their spaces. Trailing spaces of a broken line vanish.
 */
#ifndef AIIO_WRAP_H
#define AIIO_WRAP_H

#include "aiio/styled.h"

/* Spans of one line of deck text (no new line in it), memory of the arena. */
int markup_spans(struct arena *arena, struct slice line, enum style base,
                 struct span **spans);

struct wrap_box {
    int width;          /* cells of the whole line, indents included; >= 1 */
    int indent;         /* of the following lines */
    struct span first;  /* what stands on the first line before the text,
                           padded to indent; may be empty */
    enum style base;    /* style of text without markup */
    const char *bullet; /* "•" or "-" */
    bool plain;         /* no markup: the text is literal */
};

/* Appends the text to lines. An empty text appends one (blank) line. */
void wrap_text(struct lines *lines, const struct wrap_box *box,
               struct slice text);

#endif
