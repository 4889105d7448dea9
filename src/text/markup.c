/* SPDX-License-Identifier: MIT */
#include "aiio/wrap.h"

#include <string.h>

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

static bool is_word(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
           (c >= 'A' && c <= 'Z') || (unsigned char)c >= 0x80;
}

static bool opens_emphasis(struct slice line, size_t at)
{
    if (at + 1 >= line.len || line.ptr[at + 1] == ' ' ||
        line.ptr[at + 1] == '*')
        return false;
    return at == 0 || strchr(" ([{\"'", line.ptr[at - 1]) != NULL;
}

/* Offset of the * that closes the emphasis opened at at, or 0. */
static size_t emphasis_end(struct slice line, size_t at)
{
    for (size_t i = at + 2; i < line.len; i++) {
        if (line.ptr[i] == '`') {
            size_t end = code_end(line, i);

            i = end ? end : i;
            continue;
        }
        if (line.ptr[i] == '*' && line.ptr[i - 1] != ' ' &&
            line.ptr[i - 1] != '*' &&
            (i + 1 == line.len || !is_word(line.ptr[i + 1])))
            return i;
    }
    return 0;
}

int markup_spans(struct arena *arena, struct slice line, enum style base,
                 struct span **out)
{
    struct spans spans = {.arena = arena};
    size_t plain = 0, i = 0;

    while (i < line.len) {
        bool code = line.ptr[i] == '`';
        size_t end = code ? code_end(line, i)
                     : line.ptr[i] == '*' && opens_emphasis(line, i)
                         ? emphasis_end(line, i)
                         : 0;

        if (end == 0) {
            i++;
            continue;
        }
        add(&spans, (struct slice){line.ptr + plain, i - plain}, base);
        add(&spans, (struct slice){line.ptr + i + 1, end - i - 1},
            code ? STYLE_CODE : STYLE_EMPHASIS);
        i = end + 1;
        plain = i;
    }
    add(&spans, (struct slice){line.ptr + plain, line.len - plain}, base);
    *out = spans.items;
    return spans.count;
}
