/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as the text of a deck: made harmless, marked up and wrapped at
 * three widths. No line is wider than it may be, nothing but markup and
 * spaces is lost, and memory grows with the text, not with its square (time
 * is watched by the fuzzer's limit).
 */
#include "aiio/sanitise.h"
#include "aiio/width.h"
#include "aiio/wrap.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Of the arena: a line and a few spans a byte, doubled while they grow. */
enum { MEMORY_START_BYTES = 1 << 16, MEMORY_BYTES = 1024 };

static void insist(bool holds)
{
    if (!holds)
        abort();
}

static void add_without_spaces(struct buf *out, struct slice text)
{
    while (text.len > 0)
        buf_add(out, slice_cut(&text, ' '));
}

/* Spans lie in the line in order, and between them are only marks. */
static void check_spans(struct slice line, const struct span *spans, int count)
{
    const char *at = line.ptr, *end = line.ptr + line.len;

    for (int i = 0; i < count; i++) {
        insist(spans[i].text.len > 0 && spans[i].text.ptr >= at);
        for (; at < spans[i].text.ptr; at++)
            insist(*at == '*' || *at == '`');
        at += spans[i].text.len;
        insist(at <= end);
    }
    for (; at < end; at++)
        insist(*at == '*' || *at == '`');
}

/* What has to be on the screen, without its spaces. */
static void add_expected(struct buf *out, struct slice line)
{
    struct arena arena = {0};
    struct span *spans = NULL;
    int count;

    if (slice_starts(line, SLICE("- "))) {
        buf_add_text(out, "•");
        line.ptr += 2;
        line.len -= 2;
    }
    count = markup_spans(&arena, line, STYLE_NORMAL, &spans);
    if (count > 0)
        check_spans(line, spans, count);
    for (int i = 0; i < count; i++)
        add_without_spaces(out, spans[i].text);
    insist(arena.used_bytes <= MEMORY_START_BYTES + MEMORY_BYTES * line.len);
    arena_release(&arena);
}

/* Whether a line holds one visible cluster and nothing that could go. */
static bool is_single_cluster(const struct line *line)
{
    int visible = 0;

    for (int i = 0; i < line->count; i++) {
        struct slice rest = line->spans[i].text;

        while (rest.len > 0) {
            struct grapheme next = grapheme_first(rest);

            visible += next.cells > 0;
            rest.ptr += next.bytes;
            rest.len -= next.bytes;
        }
    }
    return visible == 1;
}

static void check_line(struct buf *shown, const struct line *line, int width)
{
    int cells = 0;

    for (int i = 0; i < line->count; i++) {
        cells += text_cells(line->spans[i].text);
        add_without_spaces(shown, line->spans[i].text);
    }
    insist(cells == line->cells);
    insist(cells <= width || is_single_cluster(line));
}

static void check_wrapped(struct slice text, struct slice expected, int width)
{
    struct wrap_box box = {.width = width, .indent = width / 8, .bullet = "•"};
    struct arena arena = {0};
    struct lines lines = {.arena = &arena};
    struct buf shown = {0};

    wrap_text(&lines, &box, text);
    for (int i = 0; i < lines.count; i++)
        check_line(&shown, &lines.items[i], width);
    insist(slice_equal(buf_slice(&shown), expected));
    insist(arena.used_bytes <= MEMORY_START_BYTES + MEMORY_BYTES * text.len);
    buf_release(&shown);
    arena_release(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const int widths[] = {1, 20, 80};
    struct buf text = {0}, expected = {0};
    struct slice rest;

    sanitise(&text, (struct slice){(const char *)data, size}, true);
    insist(text_is_safe(buf_slice(&text), true));
    rest = buf_slice(&text);
    while (rest.len > 0)
        add_expected(&expected, slice_cut(&rest, '\n'));
    for (size_t i = 0; i < sizeof(widths) / sizeof(widths[0]); i++)
        check_wrapped(buf_slice(&text), buf_slice(&expected), widths[i]);
    buf_release(&expected);
    buf_release(&text);
    return 0;
}
