/* SPDX-License-Identifier: MIT */
#include "aiio/card_texts.h"

#include <string.h>
#include <utf8proc.h>

/* ---- walking ------------------------------------------------------------- */

/* The string that begins after an opening quote; rest goes behind it. */
static struct slice cut_string(struct slice *rest)
{
    struct slice text = {rest->ptr, 0};
    const char *end = rest->ptr + rest->len, *at = rest->ptr;

    while (at < end) {
        const char *quote = memchr(at, '"', (size_t)(end - at)), *back = quote;

        if (!quote)
            break;
        while (back > text.ptr && back[-1] == '\\')
            back--;
        at = quote + 1;
        if ((quote - back) % 2 == 0) {
            text.len = (size_t)(quote - text.ptr);
            *rest = (struct slice){at, (size_t)(end - at)};
            return text;
        }
    }
    *rest = (struct slice){end, 0};
    return (struct slice){end, 0};
}

static bool is_searched(struct slice key)
{
    return slice_equal(key, SLICE("text")) || slice_equal(key, SLICE("why")) ||
           slice_equal(key, SLICE("question")) ||
           slice_equal(key, SLICE("short")) || slice_equal(key, SLICE("full"));
}

bool card_texts_next(struct slice *rest, struct slice *escaped)
{
    while (rest->len > 0) {
        const char *quote = memchr(rest->ptr, '"', rest->len);
        struct slice text;

        if (!quote)
            return false;
        rest->len -= (size_t)(quote + 1 - rest->ptr);
        rest->ptr = quote + 1;
        text = cut_string(rest);
        /* A member's name is followed by a colon, and its text by no space. */
        if (rest->len < 2 || rest->ptr[0] != ':' || rest->ptr[1] != '"' ||
            !is_searched(text))
            continue;
        rest->ptr += 2;
        rest->len -= 2;
        *escaped = cut_string(rest);
        return true;
    }
    return false;
}

/* ---- escapes ------------------------------------------------------------- */

static bool read_unit(struct slice text, uint32_t *unit)
{
    uint8_t bytes[2];

    if (text.len < 6 || text.ptr[0] != '\\' || text.ptr[1] != 'u' ||
        !hex_decode((struct slice){text.ptr + 2, 4}, bytes, 2))
        return false;
    *unit = (uint32_t)bytes[0] << 8 | bytes[1];
    return true;
}

/* Bytes of an escape by code units: one, or a pair of surrogates. */
static size_t unescape_unit(struct buf *out, struct slice text)
{
    uint32_t high, low;
    utf8proc_uint8_t bytes[4];
    utf8proc_ssize_t len;
    size_t used = 6;

    if (!read_unit(text, &high))
        return 0;
    if (high >= 0xD800 && high < 0xDC00 &&
        read_unit((struct slice){text.ptr + 6, text.len - 6}, &low) &&
        low >= 0xDC00 && low < 0xE000) {
        high = 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
        used = 12;
    }
    len = utf8proc_encode_char((utf8proc_int32_t)high, bytes);
    buf_add(out, (struct slice){(const char *)bytes, (size_t)len});
    return used;
}

static size_t unescape_one(struct buf *out, struct slice text)
{
    static const char letters[] = "nrtbf", meant[] = "\n\r\t\b\f";
    const char *letter;

    if (text.len < 2)
        return 0;
    if (text.ptr[1] == 'u')
        return unescape_unit(out, text);
    letter = memchr(letters, text.ptr[1], sizeof(letters) - 1);
    buf_add_char(out, letter ? meant[letter - letters] : text.ptr[1]);
    return 2;
}

void card_text_unescape(struct buf *out, struct slice escaped)
{
    while (escaped.len > 0) {
        const char *slash = memchr(escaped.ptr, '\\', escaped.len);
        size_t plain = slash ? (size_t)(slash - escaped.ptr) : escaped.len;
        size_t used;

        buf_add(out, (struct slice){escaped.ptr, plain});
        escaped.ptr += plain;
        escaped.len -= plain;
        if (escaped.len == 0)
            return;
        used = unescape_one(out, escaped);
        if (used == 0)
            return; /* no escape that a writer of ours makes */
        escaped.ptr += used;
        escaped.len -= used;
    }
}
