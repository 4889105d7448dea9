/* SPDX-License-Identifier: MIT */
#include "json_scan.h"

#include "eight.h"

#include "aiio/rng.h"
#include "aiio/width.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBER_MAX_BYTES = 63 }; /* slice_to_double takes that many */

struct key {
    uint64_t hash; /* of the decoded text */
    uint32_t where;
};

struct scan {
    struct slice text;
    size_t at;
    int depth;
    bool readable; /* by cJSON, with nothing lost */
    struct json_places *places;
    struct key *keys; /* of all objects open, the innermost last */
    size_t key_count, key_capacity;
    json_fault *fault;
    void *context;
};

/* ---- faults -------------------------------------------------------------- */

static void tell(struct scan *scan, size_t where, const char *message)
{
    scan->readable = false;
    scan->fault(scan->context, (uint32_t)where, message);
}

/* A fault of grammar: nothing behind it can be understood. */
static bool stop(struct scan *scan, size_t where, const char *message)
{
    tell(scan, where, message);
    return false;
}

/* "expected …, found …", or that the input ends. */
static bool expected(struct scan *scan, const char *what)
{
    char message[160];
    unsigned char c;

    if (scan->at >= scan->text.len) {
        snprintf(message, sizeof(message), "the input ends, expected %s", what);
        return stop(scan, scan->text.len, message);
    }
    c = (unsigned char)scan->text.ptr[scan->at];
    if (c > 0x20 && c < 0x7F)
        snprintf(message, sizeof(message), "expected %s, found \"%c\"", what,
                 c);
    else
        snprintf(message, sizeof(message), "expected %s, found byte 0x%02x",
                 what, c);
    return stop(scan, scan->at, message);
}

static char peek(const struct scan *scan)
{
    return scan->at < scan->text.len ? scan->text.ptr[scan->at] : '\0';
}

static bool is_space(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

static void skip_space(struct scan *scan)
{
    while (scan->at < scan->text.len && is_space(scan->text.ptr[scan->at]))
        scan->at++;
}

/* ---- bytes ----------------------------------------------------------------
 */

/* Offset of the first byte that is not valid UTF-8; most text is ASCII. */
static size_t valid_bytes(struct slice text)
{
    size_t at = 0;

    while (at < text.len) {
        uint32_t c;
        size_t bytes;

        if (at + 8 <= text.len && eight_is_ascii(eight_load(text.ptr + at))) {
            at += 8;
            continue;
        }
        bytes = utf8_first((struct slice){text.ptr + at, text.len - at}, &c);
        if (bytes == 0)
            break;
        at += bytes;
    }
    return at;
}

/* ---- strings ------------------------------------------------------------- */

/* Four hex digits at at, or -1. */
static int hex4(const struct scan *scan, size_t at)
{
    uint8_t bytes[2];

    if (at + 4 > scan->text.len ||
        !hex_decode((struct slice){scan->text.ptr + at, 4}, bytes, 2))
        return -1;
    return bytes[0] * 256 + bytes[1];
}

static uint64_t hash_code_point(uint64_t hash, uint32_t c)
{
    char bytes[4];
    size_t n = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;

    if (n == 1) {
        bytes[0] = (char)c;
    } else {
        for (size_t i = n - 1; i > 0; i--, c >>= 6)
            bytes[i] = (char)(0x80 | (c & 0x3F));
        bytes[0] = (char)((0xF00u >> n & 0xF0u) | c);
    }
    return fnv1a(hash, (struct slice){bytes, n});
}

/* \uXXXX at the backslash, with its second half where it needs one. */
static uint64_t scan_unicode(struct scan *scan, uint64_t hash)
{
    size_t where = scan->at;
    int first = hex4(scan, where + 2), second;

    if (first < 0) {
        tell(scan, where, "an escape \\u needs four hex digits");
        scan->at += 2;
        return hash;
    }
    scan->at += 6;
    if (first == 0)
        tell(scan, where, "U+0000 (NUL) cannot stand in a text");
    if (first < 0xD800 || first > 0xDFFF)
        return hash_code_point(hash, (uint32_t)first);
    second = first < 0xDC00 && peek(scan) == '\\' &&
                     scan->at + 1 < scan->text.len &&
                     scan->text.ptr[scan->at + 1] == 'u'
                 ? hex4(scan, scan->at + 2)
                 : -1;
    if (second < 0xDC00 || second > 0xDFFF) {
        tell(scan, where, "half of a surrogate pair stands alone");
        return hash;
    }
    scan->at += 6;
    return hash_code_point(hash, 0x10000u +
                                     (((uint32_t)first - 0xD800u) << 10) +
                                     ((uint32_t)second - 0xDC00u));
}

static uint64_t scan_escape(struct scan *scan, uint64_t hash)
{
    static const char names[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
    const char *found;

    if (scan->at + 1 >= scan->text.len) {
        scan->at = scan->text.len;
        return hash;
    }
    if (scan->text.ptr[scan->at + 1] == 'u')
        return scan_unicode(scan, hash);
    found = memchr(names, scan->text.ptr[scan->at + 1], sizeof(names) - 1);
    if (!found)
        tell(scan, scan->at, "there is no such escape in JSON");
    scan->at += 2;
    return found ? hash_code_point(hash, (unsigned char)values[found - names])
                 : hash;
}

/* Bytes that stand for themselves, from at on: eight at a time, then one. */
static size_t plain_bytes(const struct scan *scan)
{
    size_t end = scan->at;

    for (; end + 8 <= scan->text.len; end += 8) {
        uint64_t word = eight_load(scan->text.ptr + end);

        if (eight_has(word, '"') || eight_has(word, '\\') ||
            eight_has_less(word, 0x20))
            break;
    }
    while (end < scan->text.len && scan->text.ptr[end] != '"' &&
           scan->text.ptr[end] != '\\' &&
           (unsigned char)scan->text.ptr[end] >= 0x20)
        end++;
    return end - scan->at;
}

/* At the opening quote. hash is wanted for keys only. */
static bool scan_string(struct scan *scan, uint64_t *hash)
{
    uint64_t value = FNV1A_START;

    scan->at++;
    while (scan->at < scan->text.len) {
        size_t plain = plain_bytes(scan);

        if (hash)
            value =
                fnv1a(value, (struct slice){scan->text.ptr + scan->at, plain});
        scan->at += plain;
        if (scan->at >= scan->text.len)
            break;
        if (peek(scan) == '"') {
            scan->at++;
            if (hash)
                *hash = value;
            return true;
        }
        if (peek(scan) == '\\') {
            value = scan_escape(scan, value);
            continue;
        }
        tell(scan, scan->at,
             "a control character stands in a text; a new line is written "
             "\\n");
        scan->at++;
    }
    return stop(scan, scan->text.len, "the input ends within a text");
}

/* ---- numbers and words --------------------------------------------------- */

static size_t digits_at(const struct scan *scan, size_t at)
{
    size_t end = at;

    while (end < scan->text.len && scan->text.ptr[end] >= '0' &&
           scan->text.ptr[end] <= '9')
        end++;
    return end - at;
}

/* Length of the number at at by JSON's grammar, 0 when there is none. */
static size_t number_bytes(const struct scan *scan)
{
    size_t end = scan->at + (peek(scan) == '-' ? 1 : 0);
    size_t whole = digits_at(scan, end), part;

    if (whole == 0 || (whole > 1 && scan->text.ptr[end] == '0'))
        return 0;
    end += whole;
    if (end < scan->text.len && scan->text.ptr[end] == '.') {
        part = digits_at(scan, end + 1);
        if (part == 0)
            return 0;
        end += 1 + part;
    }
    if (end < scan->text.len && (scan->text.ptr[end] | 0x20) == 'e') {
        char next = end + 1 < scan->text.len ? scan->text.ptr[end + 1] : '\0';
        size_t sign = next == '+' || next == '-' ? 1 : 0;

        part = digits_at(scan, end + 1 + sign);
        if (part == 0)
            return 0;
        end += 1 + sign + part;
    }
    return end - scan->at;
}

static bool scan_number(struct scan *scan)
{
    size_t bytes = number_bytes(scan);
    double value;

    if (bytes == 0)
        return stop(scan, scan->at, "this is not a JSON number");
    if (bytes > NUMBER_MAX_BYTES)
        tell(scan, scan->at, "this number has too many digits");
    else if (!slice_to_double((struct slice){scan->text.ptr + scan->at, bytes},
                              -DBL_MAX, DBL_MAX, &value))
        tell(scan, scan->at, "this number is too large");
    scan->at += bytes;
    return true;
}

static bool is_word_byte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c >= '0' && c <= '9');
}

static bool scan_word(struct scan *scan)
{
    static const char *const words[] = {"true", "false", "null"};
    size_t end = scan->at;

    while (end < scan->text.len && is_word_byte(scan->text.ptr[end]))
        end++;
    for (int i = 0; i < 3; i++)
        if (slice_is((struct slice){scan->text.ptr + scan->at, end - scan->at},
                     words[i])) {
            scan->at = end;
            return true;
        }
    return expected(scan, "a value");
}

/* ---- values -------------------------------------------------------------- */

/* The index of the value that begins here, or -1: too many. */
static int64_t add_place(struct scan *scan, size_t key)
{
    struct json_places *places = scan->places;

    if (places->count == JSON_VALUES_MAX)
        return -1;
    if (places->count == places->capacity)
        mem_grow((void **)&places->items, &places->capacity, places->count + 1,
                 sizeof(*places->items));
    places->items[places->count] = (struct json_place){
        (uint32_t)scan->at, (uint32_t)key, (uint32_t)places->count + 1};
    return (int64_t)places->count++;
}

static int compare_keys(const void *a, const void *b)
{
    const struct key *left = a, *right = b;

    if (left->hash != right->hash)
        return left->hash < right->hash ? -1 : 1;
    return (left->where > right->where) - (left->where < right->where);
}

/* A duplicate is told, and leaves the text readable: the first one counts. */
static void tell_duplicate(struct scan *scan, const struct key *key)
{
    bool readable = scan->readable;

    tell(scan, key->where, "duplicate key: it stands in this object before");
    scan->readable = readable;
}

/* Few keys are compared each with each; sorted, duplicates are neighbours. */
static void tell_duplicates(struct scan *scan, size_t first)
{
    enum { FEW = 16 };
    size_t count = scan->key_count - first;
    struct key *keys;

    if (count < 2)
        return;
    keys = scan->keys + first;
    if (count > FEW) {
        qsort(keys, count, sizeof(*keys), compare_keys);
        for (size_t i = 1; i < count; i++)
            if (keys[i].hash == keys[i - 1].hash)
                tell_duplicate(scan, &keys[i]);
        return;
    }
    for (size_t i = 1; i < count; i++)
        for (size_t j = 0; j < i; j++)
            if (keys[i].hash == keys[j].hash) {
                tell_duplicate(scan, &keys[i]);
                break;
            }
}

static bool scan_value(struct scan *scan, size_t key);

static bool scan_member(struct scan *scan)
{
    struct key key = {0, (uint32_t)scan->at};

    if (peek(scan) != '"' || scan->at >= scan->text.len)
        return expected(scan, "a key in quotes");
    if (!scan_string(scan, &key.hash))
        return false;
    if (scan->key_count == scan->key_capacity)
        mem_grow((void **)&scan->keys, &scan->key_capacity, scan->key_count + 1,
                 sizeof(*scan->keys));
    scan->keys[scan->key_count++] = key;
    skip_space(scan);
    if (peek(scan) != ':')
        return expected(scan, "\":\"");
    scan->at++;
    skip_space(scan);
    return scan_value(scan, key.where);
}

static bool scan_items(struct scan *scan, char close)
{
    bool object = close == '}';

    scan->at++;
    skip_space(scan);
    if (peek(scan) == close) {
        scan->at++;
        return true;
    }
    for (;;) {
        if (object ? !scan_member(scan) : !scan_value(scan, 0))
            return false;
        skip_space(scan);
        if (peek(scan) == close) {
            scan->at++;
            return true;
        }
        if (peek(scan) != ',')
            return expected(scan, object ? "\",\" or \"}\"" : "\",\" or \"]\"");
        scan->at++;
        skip_space(scan);
    }
}

static bool scan_nested(struct scan *scan, char close)
{
    size_t keys = scan->key_count;
    bool fine;

    if (scan->depth == DECK_DEPTH_MAX)
        return stop(scan, scan->at, "nested more than 32 deep");
    scan->depth++;
    fine = scan_items(scan, close);
    scan->depth--;
    if (close == '}')
        tell_duplicates(scan, keys);
    scan->key_count = keys;
    return fine;
}

static bool scan_value(struct scan *scan, size_t key)
{
    char c = peek(scan);
    int64_t index;

    if (scan->at >= scan->text.len)
        return expected(scan, "a value");
    index = add_place(scan, key);
    if (index < 0)
        return stop(scan, scan->at, "more than 16 million values");
    if (c == '"')
        return scan_string(scan, NULL);
    if (c == '{' || c == '[') {
        bool fine = scan_nested(scan, c == '{' ? '}' : ']');
        scan->places->items[index].next = (uint32_t)scan->places->count;
        return fine;
    }
    if (c == '-' || c == '+' || c == '.' || (c >= '0' && c <= '9'))
        return scan_number(scan);
    return scan_word(scan);
}

/* ---- the whole text ------------------------------------------------------ */

static bool scan_whole(struct scan *scan)
{
    size_t valid = valid_bytes(scan->text);

    if (valid < scan->text.len)
        return stop(scan, valid, "not valid UTF-8");
    if (slice_starts(scan->text, SLICE("\xEF\xBB\xBF")))
        scan->at = 3;
    skip_space(scan);
    if (scan->at == scan->text.len)
        return stop(scan, scan->at, "the file is empty");
    if (!scan_value(scan, 0))
        return false;
    skip_space(scan);
    if (scan->at < scan->text.len)
        return stop(scan, scan->at, "text stands after the end of the deck");
    return true;
}

bool json_scan(struct slice text, struct json_places *places, json_fault *fault,
               void *context)
{
    struct scan scan = {.text = text,
                        .readable = true,
                        .places = places,
                        .fault = fault,
                        .context = context};
    bool fine = scan_whole(&scan);

    mem_free(scan.keys);
    return fine && scan.readable;
}

void json_places_release(struct json_places *places)
{
    mem_free(places->items);
    *places = (struct json_places){0};
}
