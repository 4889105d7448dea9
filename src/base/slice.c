/* SPDX-License-Identifier: MIT */
#include "aiio/slice.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBER_MAX_BYTES = 64 };

struct slice slice_of(const char *text)
{
    return (struct slice){text ? text : "", text ? strlen(text) : 0};
}

bool slice_equal(struct slice a, struct slice b)
{
    return a.len == b.len && (a.len == 0 || memcmp(a.ptr, b.ptr, a.len) == 0);
}

bool slice_is(struct slice a, const char *text)
{
    return slice_equal(a, slice_of(text));
}

bool slice_starts(struct slice text, struct slice prefix)
{
    return text.len >= prefix.len &&
           slice_equal((struct slice){text.ptr, prefix.len}, prefix);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

struct slice slice_trim(struct slice text)
{
    while (text.len > 0 && is_blank(text.ptr[0])) {
        text.ptr++;
        text.len--;
    }
    while (text.len > 0 && is_blank(text.ptr[text.len - 1]))
        text.len--;
    return text;
}

struct slice slice_cut(struct slice *rest, char separator)
{
    const char *found =
        rest->len ? memchr(rest->ptr, separator, rest->len) : NULL;
    struct slice first = *rest;

    if (!found) {
        if (rest->len)
            rest->ptr += rest->len;
        rest->len = 0;
        return first;
    }
    first.len = (size_t)(found - rest->ptr);
    rest->ptr += first.len + 1;
    rest->len -= first.len + 1;
    return first;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

bool slice_to_int(struct slice text, int64_t min, int64_t max, int64_t *out)
{
    bool negative = text.len > 0 && text.ptr[0] == '-';
    int64_t value = 0;
    size_t i = negative ? 1 : 0;

    if (i == text.len)
        return false;
    for (; i < text.len; i++) {
        int digit = text.ptr[i] - '0';

        if (!is_digit(text.ptr[i]) || value < (INT64_MIN + digit) / 10)
            return false;
        value = value * 10 - digit; /* negative: INT64_MIN fits too */
    }
    if (!negative && value == INT64_MIN)
        return false;
    value = negative ? value : -value;
    if (value < min || value > max)
        return false;
    *out = value;
    return true;
}

/* Digits with one point and an exponent at most: no hex, no "inf", no space.
   The program never sets LC_NUMERIC, so strtod's point is a point. */
static bool looks_like_decimal(struct slice text)
{
    bool digits = false;

    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i];

        if (is_digit(c))
            digits = true;
        else if (c != '.' && c != '-' && c != '+' && c != 'e' && c != 'E')
            return false;
    }
    return digits && (is_digit(text.ptr[0]) || text.ptr[0] == '-');
}

bool slice_to_double(struct slice text, double min, double max, double *out)
{
    char copy[NUMBER_MAX_BYTES], *end = NULL;
    double value;

    if (text.len == 0 || text.len >= sizeof(copy) || !looks_like_decimal(text))
        return false;
    memcpy(copy, text.ptr, text.len);
    copy[text.len] = '\0';
    value = strtod(copy, &end);
    if (end != copy + text.len || !isfinite(value) || value < min ||
        value > max)
        return false;
    *out = value;
    return true;
}

void hex_encode(const uint8_t *bytes, size_t n, char *out)
{
    static const char digits[] = "0123456789abcdef";

    for (size_t i = 0; i < n; i++) {
        out[2 * i] = digits[bytes[i] >> 4];
        out[2 * i + 1] = digits[bytes[i] & 15];
    }
    out[2 * n] = '\0';
}

static int hex_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

bool hex_decode(struct slice text, uint8_t *bytes, size_t n)
{
    if (text.len != 2 * n)
        return false;
    for (size_t i = 0; i < n; i++) {
        int high = hex_value(text.ptr[2 * i]);
        int low = hex_value(text.ptr[2 * i + 1]);

        if (high < 0 || low < 0)
            return false;
        bytes[i] = (uint8_t)(high * 16 + low);
    }
    return true;
}
