/* SPDX-License-Identifier: MIT */
#include "aiio/styled.h"

#include "aiio/width.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Growing copies inside the arena: a frame is small, and freed whole. */
static void *grow(struct arena *arena, void *old, int count, size_t size)
{
    void *moved = arena_alloc(arena, (size_t)count * 2 + 8, size);

    if (old)
        memcpy(moved, old, (size_t)count * size);
    return moved;
}

static bool is_full(int count)
{
    /* 0, 8, 24, 56 …: where grow() was asked for the next size. */
    int capacity = 0;

    while (capacity < count)
        capacity = capacity * 2 + 8;
    return capacity == count;
}

struct line *lines_add(struct lines *lines)
{
    if (lines->count == lines->capacity) {
        lines->items = grow(lines->arena, lines->items, lines->count,
                            sizeof(*lines->items));
        lines->capacity = lines->count * 2 + 8;
    }
    lines->items[lines->count] = (struct line){0};
    return &lines->items[lines->count++];
}

void lines_span(struct lines *lines, enum style style, struct slice text)
{
    struct line *line =
        lines->count > 0 ? &lines->items[lines->count - 1] : lines_add(lines);

    if (text.len == 0)
        return;
    if (!line->spans || is_full(line->count))
        line->spans =
            grow(lines->arena, line->spans, line->count, sizeof(*line->spans));
    line->spans[line->count++] = (struct span){text, style};
    line->cells += text_cells(text);
}

void lines_cut(struct lines *lines, enum style style, struct slice text,
               int cells, const char *ellipsis)
{
    struct slice end = slice_of(ellipsis);

    if (text_cells(text) <= cells) {
        lines_span(lines, style, text);
        return;
    }
    lines_span(lines, style, text_fit(text, cells - text_cells(end)));
    lines_span(lines, style, text_fit(end, cells));
}

void lines_printf(struct lines *lines, enum style style, const char *format,
                  ...)
{
    va_list args, again;
    char *text;
    int len;

    va_start(args, format);
    va_copy(again, args);
    len = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (len > 0) {
        text = arena_alloc(lines->arena, (size_t)len + 1, 1);
        vsnprintf(text, (size_t)len + 1, format, again);
        lines_span(lines, style, (struct slice){text, (size_t)len});
    }
    va_end(again);
}

void lines_pad(struct lines *lines, int cells)
{
    int missing =
        cells - (lines->count > 0 ? lines->items[lines->count - 1].cells : 0);
    char *blanks;

    if (missing <= 0)
        return;
    blanks = arena_alloc(lines->arena, (size_t)missing + 1, 1);
    memset(blanks, ' ', (size_t)missing);
    lines_span(lines, STYLE_NORMAL, (struct slice){blanks, (size_t)missing});
}

void lines_print(struct buf *out, const struct lines *lines)
{
    for (int i = 0; i < lines->count; i++) {
        for (int j = 0; j < lines->items[i].count; j++)
            buf_add(out, lines->items[i].spans[j].text);
        buf_add_char(out, '\n');
    }
}

void lines_beside(struct lines *lines, const struct lines *left,
                  const struct lines *right, int column)
{
    const struct lines *sides[] = {left, right};

    for (int i = 0; i < left->count || i < right->count; i++) {
        lines_add(lines);
        for (int side = 0; side < 2; side++) {
            const struct line *line =
                i < sides[side]->count ? &sides[side]->items[i] : NULL;

            if (side > 0 && line && line->count > 0)
                lines_pad(lines, column);
            for (int s = 0; line && s < line->count; s++)
                lines_span(lines, line->spans[s].style, line->spans[s].text);
        }
    }
}
