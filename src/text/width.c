/* SPDX-License-Identifier: MIT */
#include "aiio/width.h"

#include <utf8proc.h>

enum { MARKS_MAX = 4, JOINER = 0x200D };

size_t utf8_first(struct slice text, uint32_t *code_point)
{
    utf8proc_int32_t value = -1;
    utf8proc_ssize_t bytes;

    if (text.len == 0)
        return 0;
    if ((unsigned char)text.ptr[0] < 0x80) {
        *code_point = (unsigned char)text.ptr[0];
        return 1;
    }
    bytes =
        utf8proc_iterate((const utf8proc_uint8_t *)text.ptr,
                         text.len > 4 ? 4 : (utf8proc_ssize_t)text.len, &value);
    if (bytes <= 0)
        return 0;
    *code_point = (uint32_t)value;
    return (size_t)bytes;
}

size_t utf8_valid_bytes(struct slice text)
{
    size_t at = 0;

    while (at < text.len) {
        uint32_t code_point;
        size_t bytes = utf8_first((struct slice){text.ptr + at, text.len - at},
                                  &code_point);

        if (bytes == 0)
            break;
        at += bytes;
    }
    return at;
}

static bool is_mark(uint32_t code_point)
{
    utf8proc_category_t category =
        utf8proc_category((utf8proc_int32_t)code_point);

    return category == UTF8PROC_CATEGORY_MN || category == UTF8PROC_CATEGORY_ME;
}

static bool is_regional(uint32_t code_point)
{
    return code_point >= 0x1F1E6 && code_point <= 0x1F1FF;
}

/* A cluster while it grows. */
struct growth {
    struct grapheme now;
    size_t solid_bytes; /* without joiners at the end */
    uint32_t previous;
    utf8proc_int32_t state;
    int marks;
};

static bool joins(struct growth *growth, uint32_t next)
{
    if (is_mark(next))
        growth->marks++;
    if (growth->now.bytes == 0)
        return true;
    return !utf8proc_grapheme_break_stateful((utf8proc_int32_t)growth->previous,
                                             (utf8proc_int32_t)next,
                                             &growth->state) &&
           growth->marks <= MARKS_MAX;
}

static void join(struct growth *growth, uint32_t next, size_t bytes)
{
    if (growth->now.cells == 0)
        growth->now.cells = utf8proc_charwidth((utf8proc_int32_t)next);
    if (is_regional(growth->previous) && is_regional(next))
        growth->now.cells = 2;
    growth->now.bytes += bytes;
    if (next != JOINER)
        growth->solid_bytes = growth->now.bytes;
    growth->previous = next;
}

struct grapheme grapheme_first(struct slice text)
{
    struct growth growth = {.marks = 0};
    uint32_t next = 0;

    /* Most text is ASCII, and ASCII followed by ASCII joins nothing. */
    if (text.len > 0 && (unsigned char)text.ptr[0] < 0x80 &&
        (text.len == 1 || (unsigned char)text.ptr[1] < 0x80))
        return (struct grapheme){1, text.ptr[0] >= 0x20 && text.ptr[0] < 0x7F};
    while (growth.now.bytes < text.len) {
        size_t at = growth.now.bytes;
        size_t bytes =
            utf8_first((struct slice){text.ptr + at, text.len - at}, &next);

        if (bytes == 0 && at == 0)
            return (struct grapheme){1, 1};
        if (bytes == 0 || !joins(&growth, next))
            break;
        if (at + bytes > GRAPHEME_MAX_BYTES) {
            /* A joiner left at the end would draw in what follows. */
            if (growth.solid_bytes > 0)
                growth.now.bytes = growth.solid_bytes;
            break;
        }
        join(&growth, next, bytes);
    }
    return growth.now;
}

int text_cells(struct slice text)
{
    int cells = 0;

    while (text.len > 0) {
        struct grapheme next = grapheme_first(text);

        cells += next.cells;
        text.ptr += next.bytes;
        text.len -= next.bytes;
    }
    return cells;
}

struct slice text_fit(struct slice text, int max_cells)
{
    struct slice rest = text;
    int cells = 0;

    while (rest.len > 0) {
        struct grapheme next = grapheme_first(rest);

        if (cells + next.cells > max_cells)
            break;
        cells += next.cells;
        rest.ptr += next.bytes;
        rest.len -= next.bytes;
    }
    return (struct slice){text.ptr, text.len - rest.len};
}
