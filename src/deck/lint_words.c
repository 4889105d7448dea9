/* SPDX-License-Identifier: MIT */
#include "lint_words.h"

#include "aiio/rng.h"

#include <string.h>

/* ---- what kind of word ------------------------------------------------- */

struct known_word {
    const char *text;
    unsigned classes;
};

static const struct known_word known_words[] = {
    {"a", WORD_FUNCTION},
    {"about", WORD_FUNCTION},
    {"after", WORD_FUNCTION},
    {"all", WORD_FUNCTION | WORD_ABSOLUTE},
    {"also", WORD_FUNCTION},
    {"although", WORD_FUNCTION | WORD_CLAUSE},
    {"always", WORD_FUNCTION | WORD_ABSOLUTE},
    {"an", WORD_FUNCTION},
    {"and", WORD_FUNCTION},
    {"any", WORD_FUNCTION},
    {"are", WORD_FINITE | WORD_FUNCTION},
    {"as", WORD_FUNCTION | WORD_CLAUSE},
    {"at", WORD_FUNCTION},
    {"be", WORD_FUNCTION},
    {"because", WORD_FUNCTION | WORD_CLAUSE},
    {"been", WORD_FUNCTION},
    {"before", WORD_FUNCTION},
    {"being", WORD_FUNCTION},
    {"best", WORD_FUNCTION},
    {"between", WORD_FUNCTION},
    {"but", WORD_FUNCTION | WORD_CLAUSE},
    {"by", WORD_FUNCTION},
    {"can", WORD_FINITE | WORD_FUNCTION | WORD_HEDGE},
    {"cannot", WORD_FINITE | WORD_FUNCTION | WORD_NEGATION},
    {"could", WORD_FINITE | WORD_FUNCTION | WORD_HEDGE},
    {"did", WORD_FINITE | WORD_FUNCTION},
    {"do", WORD_FINITE | WORD_FUNCTION},
    {"does", WORD_FINITE | WORD_FUNCTION},
    {"each", WORD_FUNCTION},
    {"every", WORD_FUNCTION | WORD_ABSOLUTE},
    {"except", WORD_FUNCTION | WORD_NEGATION},
    {"false", WORD_NEGATION},
    {"first", WORD_FUNCTION},
    {"for", WORD_FUNCTION},
    {"from", WORD_FUNCTION},
    {"generally", WORD_FUNCTION | WORD_HEDGE},
    {"guarantee", WORD_ABSOLUTE},
    {"guaranteed", WORD_ABSOLUTE},
    {"guarantees", WORD_ABSOLUTE},
    {"had", WORD_FINITE | WORD_FUNCTION},
    {"has", WORD_FINITE | WORD_FUNCTION},
    {"have", WORD_FINITE | WORD_FUNCTION},
    {"how", WORD_FUNCTION | WORD_ASKS},
    {"if", WORD_FUNCTION | WORD_CLAUSE},
    {"impossible", WORD_ABSOLUTE},
    {"in", WORD_FUNCTION},
    {"incorrect", WORD_NEGATION},
    {"into", WORD_FUNCTION},
    {"is", WORD_FINITE | WORD_FUNCTION},
    {"it", WORD_FUNCTION | WORD_PRONOUN},
    {"its", WORD_FUNCTION},
    {"least", WORD_FUNCTION | WORD_NEGATION},
    {"likely", WORD_FUNCTION | WORD_HEDGE},
    {"many", WORD_FUNCTION},
    {"may", WORD_FINITE | WORD_FUNCTION | WORD_HEDGE},
    {"might", WORD_FINITE | WORD_FUNCTION | WORD_HEDGE},
    {"more", WORD_FUNCTION},
    {"most", WORD_FUNCTION},
    {"must", WORD_FINITE | WORD_FUNCTION | WORD_ABSOLUTE},
    {"never", WORD_FUNCTION | WORD_ABSOLUTE | WORD_NEGATION},
    {"no", WORD_FUNCTION},
    {"normally", WORD_FUNCTION | WORD_HEDGE},
    {"not", WORD_FUNCTION | WORD_NEGATION},
    {"of", WORD_FUNCTION},
    {"often", WORD_FUNCTION | WORD_HEDGE},
    {"on", WORD_FUNCTION},
    {"one", WORD_FUNCTION},
    {"only", WORD_FUNCTION | WORD_ABSOLUTE},
    {"or", WORD_FUNCTION},
    {"other", WORD_FUNCTION},
    {"out", WORD_FUNCTION},
    {"over", WORD_FUNCTION},
    {"same", WORD_FUNCTION},
    {"should", WORD_FINITE | WORD_FUNCTION},
    {"since", WORD_FUNCTION | WORD_CLAUSE},
    {"so", WORD_FUNCTION | WORD_CLAUSE},
    {"some", WORD_FUNCTION},
    {"sometimes", WORD_FUNCTION | WORD_HEDGE},
    {"such", WORD_FUNCTION},
    {"than", WORD_FUNCTION},
    {"that", WORD_FUNCTION | WORD_CLAUSE},
    {"the", WORD_FUNCTION},
    {"their", WORD_FUNCTION},
    {"them", WORD_FUNCTION},
    {"then", WORD_FUNCTION},
    {"there", WORD_FUNCTION | WORD_PRONOUN},
    {"these", WORD_FUNCTION | WORD_PRONOUN},
    {"they", WORD_FUNCTION | WORD_PRONOUN},
    {"this", WORD_FUNCTION | WORD_PRONOUN},
    {"those", WORD_FUNCTION | WORD_PRONOUN},
    {"through", WORD_FUNCTION},
    {"to", WORD_FUNCTION},
    {"two", WORD_FUNCTION},
    {"typically", WORD_FUNCTION | WORD_HEDGE},
    {"under", WORD_FUNCTION},
    {"untrue", WORD_NEGATION},
    {"unless", WORD_FUNCTION | WORD_CLAUSE},
    {"until", WORD_FUNCTION | WORD_CLAUSE},
    {"usually", WORD_FUNCTION | WORD_HEDGE},
    {"was", WORD_FINITE | WORD_FUNCTION},
    {"were", WORD_FINITE | WORD_FUNCTION},
    {"what", WORD_FUNCTION | WORD_ASKS},
    {"when", WORD_FUNCTION | WORD_CLAUSE},
    {"where", WORD_FUNCTION | WORD_CLAUSE},
    {"which", WORD_FUNCTION | WORD_CLAUSE | WORD_ASKS},
    {"while", WORD_FUNCTION | WORD_CLAUSE},
    {"who", WORD_FUNCTION | WORD_CLAUSE | WORD_ASKS},
    {"whose", WORD_FUNCTION | WORD_CLAUSE},
    {"why", WORD_FUNCTION},
    {"will", WORD_FINITE | WORD_FUNCTION},
    {"with", WORD_FUNCTION},
    {"without", WORD_FUNCTION},
    {"would", WORD_FINITE | WORD_FUNCTION},
    {"you", WORD_FUNCTION | WORD_PRONOUN},
    {"your", WORD_FUNCTION},
};

static size_t slot_of(const struct word_book *book, uint64_t hash)
{
    size_t at = (size_t)(hash ^ hash >> 32) % WORD_BOOK_SLOTS;

    while (book->slots[at].hash != 0 && book->slots[at].hash != hash)
        at = (at + 1) % WORD_BOOK_SLOTS;
    return at;
}

void word_book_fill(struct word_book *book)
{
    size_t count = sizeof(known_words) / sizeof(known_words[0]);

    *book = (struct word_book){0};
    for (size_t i = 0; i < count; i++) {
        uint64_t hash = fnv1a(FNV1A_START, slice_of(known_words[i].text));
        size_t slot = slot_of(book, hash);

        book->slots[slot].hash = hash;
        book->slots[slot].classes = known_words[i].classes;
    }
}

/* ---- words of a text --------------------------------------------------- */

enum kind { OTHER, LETTER, CAPITAL, DIGIT, PAUSE };

/* Bytes above ASCII belong to letters, as far as this goes. */
static enum kind kind_of(unsigned char c)
{
    if ((c >= 'a' && c <= 'z') || c >= 0x80)
        return LETTER;
    if (c >= 'A' && c <= 'Z')
        return CAPITAL;
    if (c >= '0' && c <= '9')
        return DIGIT;
    return c == ',' || c == ';' || c == ':' || c == '(' || c == ')' ? PAUSE
                                                                    : OTHER;
}

static enum kind kind_at(struct slice text, size_t at)
{
    return at < text.len ? kind_of((unsigned char)text.ptr[at]) : OTHER;
}

static bool is_letter(enum kind kind)
{
    return kind == LETTER || kind == CAPITAL;
}

/* A point or comma within a number belongs to it, an apostrophe to a word. */
static bool joins(struct slice text, size_t at)
{
    enum kind before = at > 0 ? kind_at(text, at - 1) : OTHER;
    enum kind after = kind_at(text, at + 1);
    char c = text.ptr[at];

    if (c == '\'')
        return is_letter(before) && is_letter(after);
    return (c == '.' || c == ',') && before == DIGIT && after == DIGIT;
}

/* The word that begins at at; its text may be empty. */
static struct word word_at(struct slice text, size_t at)
{
    struct word word = {.hash = FNV1A_START, .is_upper = true};
    size_t end = at;

    for (; end < text.len; end++) {
        unsigned char c = (unsigned char)text.ptr[end];
        enum kind kind = kind_of(c);

        if ((kind == OTHER || kind == PAUSE) && !joins(text, end))
            break;
        word.has_digit = word.has_digit || kind == DIGIT;
        word.has_letter = word.has_letter || is_letter(kind);
        word.is_upper = word.is_upper && kind == CAPITAL;
        /* FNV-1a of the word in lower case; "1,024" is "1024". */
        if (c == ',')
            continue;
        word.hash ^= kind == CAPITAL ? c | 0x20u : c;
        word.hash *= FNV1A_PRIME;
        if (end - at < WORD_STEM_BYTES)
            word.stem = word.hash;
    }
    word.text = (struct slice){text.ptr + at, end - at};
    return word;
}

static unsigned classes_of(const struct word_book *book,
                           const struct word *word)
{
    size_t len = word->text.len;

    if (len > 3 && !memcmp(word->text.ptr + len - 3, "n't", 3))
        return WORD_FUNCTION | WORD_FINITE | WORD_NEGATION;
    return book ? book->slots[slot_of(book, word->hash)].classes : 0;
}

void words_add(struct words *words, struct slice text)
{
    bool pause = false;
    size_t at = 0, most = (size_t)words->count + text.len / 2 + 1;

    mem_grow((void **)&words->items, &words->capacity, most,
             sizeof(*words->items));
    while (at < text.len) {
        struct word word = word_at(text, at);

        if (word.text.len == 0) {
            pause = pause || kind_at(text, at) == PAUSE;
            at++;
            continue;
        }
        word.classes = classes_of(words->book, &word);
        word.after_comma = pause;
        pause = false;
        words->items[words->count++] = word;
        at += word.text.len;
    }
}

void words_read(struct words *words, struct slice text)
{
    words->count = 0;
    words_add(words, text);
}

void words_release(struct words *words)
{
    mem_free(words->items);
    *words = (struct words){.book = words->book};
}

bool words_have(const struct words *words, uint64_t hash)
{
    for (int i = 0; i < words->count; i++)
        if (words->items[i].hash == hash)
            return true;
    return false;
}

bool words_contain(const struct words *whole, const struct words *part)
{
    for (int from = 0; from + part->count <= whole->count; from++) {
        int same = 0;

        while (same < part->count &&
               whole->items[from + same].hash == part->items[same].hash)
            same++;
        if (same == part->count)
            return true;
    }
    return false;
}

/* FNV-1a's step, a word at a time; the shift carries high bits down. */
uint64_t words_hash(const struct words *words, int from, int count)
{
    uint64_t hash = FNV1A_START;

    for (int i = from; i < from + count; i++) {
        hash = (hash ^ words->items[i].hash) * FNV1A_PRIME;
        hash ^= hash >> 29;
    }
    return hash;
}
