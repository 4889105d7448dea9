/* SPDX-License-Identifier: MIT */
#include "aiio/fold.h"

#include "aiio/width.h"

#include <string.h>
#include <utf8proc.h>

enum { PARTS_MAX = 32, BLOCK = 64 };

/* ---- folding ------------------------------------------------------------- */

static void fold_character(struct buf *out, uint32_t code_point,
                           struct slice bytes)
{
    utf8proc_int32_t parts[PARTS_MAX];
    int boundary = 0;
    utf8proc_ssize_t count = utf8proc_decompose_char(
        (utf8proc_int32_t)code_point, parts, PARTS_MAX,
        UTF8PROC_DECOMPOSE | UTF8PROC_CASEFOLD | UTF8PROC_STRIPMARK, &boundary);

    if (count < 0 || count > PARTS_MAX) {
        buf_add(out, bytes);
        return;
    }
    for (int i = 0; i < count; i++) {
        utf8proc_uint8_t text[4];
        utf8proc_ssize_t len = utf8proc_encode_char(parts[i], text);

        buf_add(out, (struct slice){(const char *)text, (size_t)len});
    }
}

static size_t ascii_bytes(struct slice text)
{
    size_t at = 0;

    while (at < text.len && (unsigned char)text.ptr[at] < 0x80)
        at++;
    return at;
}

static void fold_ascii(struct buf *out, struct slice text)
{
    size_t start = out->len;

    buf_add(out, text);
    for (size_t i = start; i < out->len; i++)
        if (out->data[i] >= 'A' && out->data[i] <= 'Z')
            out->data[i] = (char)(out->data[i] | 0x20);
}

void fold(struct buf *out, struct slice text)
{
    while (text.len > 0) {
        size_t bytes = ascii_bytes(text);
        uint32_t code_point = 0;

        if (bytes > 0) {
            fold_ascii(out, (struct slice){text.ptr, bytes});
        } else if ((bytes = utf8_first(text, &code_point)) > 0) {
            fold_character(out, code_point, (struct slice){text.ptr, bytes});
        } else {
            bytes = 1;
            buf_add_char(out, text.ptr[0]);
        }
        text.ptr += bytes;
        text.len -= bytes;
    }
}

/* ---- finding ------------------------------------------------------------- */

/* The compiler makes vectors of a loop of a fixed length. */
bool text_is_ascii(struct slice text)
{
    const unsigned char *p = (const unsigned char *)text.ptr;
    size_t left = text.len;
    unsigned char any = 0;

    for (; left >= BLOCK; p += BLOCK, left -= BLOCK) {
        for (int i = 0; i < BLOCK; i++)
            any |= p[i];
        if (any & 0x80)
            return false;
    }
    for (size_t i = 0; i < left; i++)
        any |= p[i];
    return !(any & 0x80);
}

/* What is looked for: two of its bytes, span apart, are compared first. */
struct wanted {
    struct slice folded;
    size_t span;
    unsigned char first, last, first_case, last_case;
};

static unsigned char case_bit(unsigned char c)
{
    return c >= 'a' && c <= 'z' ? 0x20 : 0;
}

static bool stands_at(const unsigned char *p, const struct wanted *wanted)
{
    const unsigned char *q = (const unsigned char *)wanted->folded.ptr;

    for (size_t i = 0; i < wanted->folded.len; i++)
        if ((p[i] | case_bit(q[i])) != q[i])
            return false;
    return true;
}

/* Whether both bytes stand at one of BLOCK places: without a branch, for the
   compiler makes vectors of it. */
static bool block_may(const unsigned char *p, const struct wanted *wanted)
{
    const unsigned char *q = p + wanted->span;
    unsigned char first = wanted->first, last = wanted->last;
    unsigned char first_case = wanted->first_case;
    unsigned char last_case = wanted->last_case;
    unsigned char any = 0;

    for (int i = 0; i < BLOCK; i++)
        any |= (unsigned char)(((p[i] | first_case) == first) &
                               ((q[i] | last_case) == last));
    return any;
}

static bool stands_among(const unsigned char *p, size_t places,
                         const struct wanted *wanted)
{
    for (size_t i = 0; i < places; i++)
        if ((p[i] | wanted->first_case) == wanted->first &&
            (p[i + wanted->span] | wanted->last_case) == wanted->last &&
            stands_at(p + i, wanted))
            return true;
    return false;
}

bool fold_find(struct slice text, struct slice folded)
{
    struct wanted wanted = {.folded = folded, .span = folded.len - 1};
    const unsigned char *p = (const unsigned char *)text.ptr;
    size_t places;

    if (text.len < folded.len)
        return false;
    wanted.first = (unsigned char)folded.ptr[0];
    wanted.last = (unsigned char)folded.ptr[wanted.span];
    wanted.first_case = case_bit(wanted.first);
    wanted.last_case = case_bit(wanted.last);
    for (places = text.len - wanted.span; places >= BLOCK;
         places -= BLOCK, p += BLOCK)
        if (block_may(p, &wanted) && stands_among(p, BLOCK, &wanted))
            return true;
    return stands_among(p, places, &wanted);
}
