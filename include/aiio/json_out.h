/* SPDX-License-Identifier: MIT */
/*
 * JSON written as a stream into a buf: entries of the log, decks, --json.
 * cJSON reads our JSON; it does not write it, because it leaves control-like
 * characters (bidirectional marks, U+2028) unescaped, prints integers above
 * 2^53 as doubles, and wants a tree of every card of a deck.
 *
 * Compact when indent is 0, else that many spaces a level. Commas and new
 * lines are the writer's business. Strings must be UTF-8; what is not becomes
 * U+FFFD. Every C0, C1, bidirectional, tag and line-separator character is
 * escaped, so that the output is safe on a terminal.
 */
#ifndef AIIO_JSON_OUT_H
#define AIIO_JSON_OUT_H

#include "aiio/buf.h"

struct json_out {
    struct buf *buf; /* borrowed */
    int indent;
    int depth;
    bool comma; /* a value stands before the next one on this level */
};

struct json_out json_out(struct buf *buf, int indent);

/* key is NULL inside arrays and at the top. */
void json_open(struct json_out *out, const char *key, char bracket); /* { [ */
void json_close(struct json_out *out, char bracket);                 /* } ] */
void json_string(struct json_out *out, const char *key, struct slice text);
void json_text(struct json_out *out, const char *key, const char *text);
void json_int(struct json_out *out, const char *key, int64_t value);
/* Shortest form that reads back as the same double; NaN and ∞ become null. */
void json_double(struct json_out *out, const char *key, double value);
void json_bool(struct json_out *out, const char *key, bool value);
void json_null(struct json_out *out, const char *key);
/* A value that is JSON already. */
void json_raw(struct json_out *out, const char *key, struct slice json);

#endif
