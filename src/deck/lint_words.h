/* SPDX-License-Identifier: MIT */
/*
 * Words of a text, and what kind of English word each is.
 */
#ifndef AIIO_DECK_LINT_WORDS_H
#define AIIO_DECK_LINT_WORDS_H

#include "aiio/mem.h"

enum word_class {
    WORD_FUNCTION = 1, /* "the", "which": says nothing of the matter */
    WORD_ABSOLUTE = 2, /* "always" */
    WORD_HEDGE = 4,    /* "usually" */
    WORD_CLAUSE = 8,   /* "because": begins a clause that qualifies */
    WORD_PRONOUN = 16, /* "they": begins a sentence */
    WORD_NEGATION = 32,
    WORD_ASKS = 64,    /* "which" */
    WORD_FINITE = 128, /* "is": a verb that makes a sentence */
};

enum { WORD_STEM_BYTES = 6 };

struct word {
    struct slice text; /* as it stands there */
    uint64_t hash;     /* of the word in lower case */
    uint64_t stem;     /* of its first letters: "switch" and "switches" */
    unsigned classes;
    bool has_digit, has_letter, is_upper, after_comma;
};

/* The known English words: open addressing by hash, 0 is an empty slot. */
enum { WORD_BOOK_SLOTS = 512 };

struct word_book {
    struct {
        uint64_t hash;
        unsigned classes;
    } slots[WORD_BOOK_SLOTS];
};

void word_book_fill(struct word_book *book);

struct words {
    const struct word_book *book; /* borrowed; NULL: no word has a class */
    struct word *items;
    size_t capacity;
    int count;
};

/* Replaces what words held; they borrow the text. */
void words_read(struct words *words, struct slice text);
void words_add(struct words *words, struct slice text);
void words_release(struct words *words);

bool words_have(const struct words *words, uint64_t hash);
/* Whether the words of part stand in whole, in a row. */
bool words_contain(const struct words *whole, const struct words *part);
/* A hash of count words from one on. */
uint64_t words_hash(const struct words *words, int from, int count);

#endif
