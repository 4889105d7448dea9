/* SPDX-License-Identifier: MIT */
#include "aiio/wrap.h"

#include "aiio/width.h"

#include <string.h>
#include <utf8proc.h>

/* Spans being collected. */
struct spans {
    struct arena *arena;
    struct span *items;
    int count, capacity;
};

static void add(struct spans *spans, struct slice text, enum style style)
{
    if (text.len == 0)
        return;
    if (spans->count == spans->capacity) {
        int capacity = spans->capacity * 2 + 4;
        struct span *moved =
            arena_alloc(spans->arena, (size_t)capacity, sizeof(*moved));

        if (spans->count > 0)
            memcpy(moved, spans->items, (size_t)spans->count * sizeof(*moved));
        spans->items = moved;
        spans->capacity = capacity;
    }
    spans->items[spans->count++] = (struct span){text, style};
}

/* Offset of the backtick that closes the code span opened at at, or 0. */
static size_t code_end(struct slice line, size_t at)
{
    const char *found = memchr(line.ptr + at + 1, '`', line.len - at - 1);
    size_t end = found ? (size_t)(found - line.ptr) : 0;

    return end > at + 1 ? end : 0;
}

/* ---- characters beside a star -------------------------------------------- */

/* Category of the character at from; CN (unassigned) for invalid UTF-8. */
static utf8proc_category_t category_at(struct slice line, size_t from)
{
    uint32_t code_point;

    if (utf8_first((struct slice){line.ptr + from, line.len - from},
                   &code_point) == 0)
        return UTF8PROC_CATEGORY_CN;
    return utf8proc_category((utf8proc_int32_t)code_point);
}

/* Category of the character that ends before at > 0. */
static utf8proc_category_t category_before(struct slice line, size_t at)
{
    size_t from = at - 1;

    while (from > 0 && at - from < 4 &&
           ((unsigned char)line.ptr[from] & 0xC0) == 0x80)
        from--;
    return category_at((struct slice){line.ptr, at}, from);
}

static bool is_letter_or_digit(utf8proc_category_t category)
{
    return (category >= UTF8PROC_CATEGORY_LU &&
            category <= UTF8PROC_CATEGORY_LO) ||
           category == UTF8PROC_CATEGORY_ND;
}

static bool opens_emphasis(struct slice line, size_t at)
{
    utf8proc_category_t before;

    if (at + 1 == line.len || line.ptr[at + 1] == '*' ||
        category_at(line, at + 1) == UTF8PROC_CATEGORY_ZS)
        return false;
    if (at == 0 || line.ptr[at - 1] == '"' || line.ptr[at - 1] == '\'')
        return true;
    before = category_before(line, at);
    return before == UTF8PROC_CATEGORY_ZS || before == UTF8PROC_CATEGORY_PS ||
           before == UTF8PROC_CATEGORY_PI;
}

static bool closes_emphasis(struct slice line, size_t at)
{
    if (line.ptr[at - 1] == '*' ||
        category_before(line, at) == UTF8PROC_CATEGORY_ZS)
        return false;
    return at + 1 == line.len || !is_letter_or_digit(category_at(line, at + 1));
}

/* ---- spans --------------------------------------------------------------- */

/* Offset of the * that closes the emphasis opened at at, or 0. */
static size_t emphasis_end(struct slice line, size_t at)
{
    for (size_t i = at + 1; i < line.len; i++) {
        if (line.ptr[i] == '`') {
            size_t end = code_end(line, i);

            i = end ? end : i;
        } else if (line.ptr[i] == '*' && closes_emphasis(line, i)) {
            return i;
        }
    }
    return 0;
}

static struct slice part_of(struct slice line, size_t from, size_t to)
{
    return (struct slice){line.ptr + from, to - from};
}

/* Text in which stars are literal: code, and what is between it in style. */
static void add_with_code(struct spans *spans, struct slice text,
                          enum style style)
{
    size_t plain = 0, i = 0;

    while (i < text.len) {
        size_t end = text.ptr[i] == '`' ? code_end(text, i) : 0;

        if (end == 0) {
            i++;
            continue;
        }
        add(spans, part_of(text, plain, i), style);
        add(spans, part_of(text, i + 1, end), STYLE_CODE);
        i = plain = end + 1;
    }
    add(spans, part_of(text, plain, text.len), style);
}

int markup_spans(struct arena *arena, struct slice line, enum style base,
                 struct span **spans)
{
    struct spans list = {.arena = arena};
    bool may_close = true;
    size_t plain = 0;

    for (size_t i = 0, end; i < line.len; i++) {
        if (line.ptr[i] == '`') {
            end = code_end(line, i);
            i = end ? end : i;
        } else if (line.ptr[i] == '*' && may_close && opens_emphasis(line, i)) {
            end = emphasis_end(line, i);
            /* Where no star closes this one, none closes a later one: to
               search again would take quadratic time. */
            may_close = end > 0;
            if (end == 0)
                continue;
            add_with_code(&list, part_of(line, plain, i), base);
            add_with_code(&list, part_of(line, i + 1, end), STYLE_EMPHASIS);
            i = end;
            plain = end + 1;
        }
    }
    if (plain < line.len)
        add_with_code(&list, part_of(line, plain, line.len), base);
    *spans = list.items;
    return list.count;
}
