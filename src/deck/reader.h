/* SPDX-License-Identifier: MIT */
/*
 * Inside the reader: objects are read by tables of their members, and every
 * complaint knows its place and path.
 */
#ifndef AIIO_DECK_READER_H
#define AIIO_DECK_READER_H

#include "json_scan.h"

#include <cjson/cJSON.h>

struct reader {
    struct deck *deck;
    struct problems *problems;
    const struct deck_file *file; /* being read */
    int file_index;
    const struct json_places *places; /* NULL: a row of the store */
    int card_index;                   /* in this file, -1 outside of cards */
    const char *card_id;              /* usable id of that card, or "" */
    int errors;
    bool outline_is_full;
    size_t card_capacity;
    struct id_set *ids; /* of cards, over all files */
};

/* A path is a chain on the stack; it is written out in complaints only. */
struct path {
    const struct path *up;
    const char *name; /* NULL: an index */
    int index;
};

enum member_kind {
    MEMBER_TEXT, /* may have new lines */
    MEMBER_LINE,
    MEMBER_ID,
    MEMBER_BOOL,
    MEMBER_WHOLE,  /* from min to max, into an int */
    MEMBER_REAL,   /* from min to max, into a double */
    MEMBER_CUSTOM, /* read does it */
    MEMBER_IGNORE  /* known, and read elsewhere */
};

struct member {
    const char *name;
    enum member_kind kind;
    bool required, not_empty;
    size_t offset; /* into the struct that is filled */
    double min, max;
    void (*read)(struct reader *reader, const cJSON *item,
                 const struct path *path, void *into);
};

void reader_complain(struct reader *reader, enum severity severity,
                     const char *rule, const cJSON *item,
                     const struct path *path, const char *format, ...)
    __attribute__((format(__printf__, 6, 7)));
#define reader_error(reader, rule, item, path, ...)                            \
    reader_complain(reader, SEVERITY_ERROR, rule, item, path, __VA_ARGS__)

/* "a string", "a list" …: what was found. */
const char *reader_kind(const cJSON *item);
/* False, and told, when it is not an object (or a list). */
bool reader_is_object(struct reader *reader, const cJSON *item,
                      const struct path *path);
bool reader_is_list(struct reader *reader, const cJSON *item,
                    const struct path *path);
/*
 * Fills a struct from an object by a table: unknown members are warned of,
 * the first of a name counts, required ones that are missing are told.
 */
void reader_object(struct reader *reader, const cJSON *item,
                   const struct path *path, const struct member *members,
                   int count, void *into);
/* A clean copy of a text in the deck's arena; NULL when it was refused. */
const char *reader_text(struct reader *reader, const cJSON *item,
                        const struct path *path, bool new_lines);

/* ---- all but the cards (reader_deck.c) ----------------------------------- */

/* Reads the members of a deck; with_cards: it must have the member "cards". */
void reader_header(struct reader *reader, const cJSON *root, bool with_cards);
/* Is this the name of a member of a deck? */
bool reader_knows(const char *key);

/* ---- cards (reader_card.c) ----------------------------------------------- */

void reader_card(struct reader *reader, const cJSON *item, struct card *card);
/* True when the id was not there before. */
bool reader_claim_id(struct reader *reader, const char *id);

#endif
