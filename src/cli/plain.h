/* SPDX-License-Identifier: MIT */
/*
 * What plain sessions share: lines said, lines read, and minutes in words.
 */
#ifndef AIIO_CLI_PLAIN_H
#define AIIO_CLI_PLAIN_H

#include "aiio/styled.h"

#include "aiio/buf.h"

enum { PLAIN_LINE_BYTES = 256, PLAIN_WIDTH = 77 };

void plain_say(const char *text);
void plain_lines(const struct lines *lines, int from);
/* "1 hour 20 minutes": words, because they are read aloud. */
void plain_minutes(struct buf *out, int64_t ms);
/*
 * False at the end of the input, and when what is said goes nowhere: nothing
 * is answered that could not be read. A line that is no text, or too long,
 * comes back as one that is not understood.
 */
bool plain_read(char line[PLAIN_LINE_BYTES]);

#endif
