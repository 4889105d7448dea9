/* SPDX-License-Identifier: MIT */
#include "widgets.h"

#include "aiio/width.h"
#include "aiio/wrap.h"

#include <string.h>

enum { FRAME_ROWS = 10, HINT_GAP = 3, IMPORTANT = 2 };

static struct span span_of(enum style style, struct slice text)
{
    return (struct span){text, style};
}

/* ---- frame --------------------------------------------------------------- */

/* Text that ends in an ellipsis where it does not fit before limit. */
static int draw_cut(struct tui *tui, struct canvas *canvas, int row, int limit,
                    struct span span)
{
    struct slice ellipsis = slice_of(tui->glyphs->ellipsis);
    int end;

    if (text_cells(span.text) + 1 <= limit)
        return canvas_text(canvas, row, 1, limit, span);
    end = canvas_text(canvas, row, 1, limit - text_cells(ellipsis), span);
    return canvas_text(canvas, row, end, limit, span_of(span.style, ellipsis));
}

static void draw_heading(struct tui *tui, struct canvas *canvas,
                         struct slice heading, struct slice note)
{
    int note_cells = text_cells(note), limit = canvas->cols - 1;

    if (note_cells > 0 && canvas->cols >= note_cells + 12) {
        limit = canvas->cols - note_cells - 2;
        canvas_text(canvas, 0, canvas->cols - note_cells - 1, canvas->cols,
                    span_of(STYLE_DIM, note));
    }
    draw_cut(tui, canvas, 0, limit, span_of(STYLE_TITLE, heading));
}

/* The message as lines, at most so many: the last is cut when more follow. */
static struct lines message_lines(struct tui *tui, int cols, int most)
{
    enum style style = tui->message_is_bad ? STYLE_WARNING : STYLE_EMPHASIS;
    struct lines lines = {.arena = &tui->frame};
    struct wrap_box box = {.width = cols - 1,
                           .indent = 1,
                           .first = {SLICE(" "), style},
                           .base = style,
                           .plain = true};

    if (tui->message.len > 0)
        wrap_text(&lines, &box, buf_slice(&tui->message));
    if (lines.count > most) {
        lines.count = most;
        lines_span(&lines, style, slice_of(tui->glyphs->ellipsis));
    }
    return lines;
}

/* Its last line stands in a row, the others above. */
static void draw_message(struct canvas *canvas, int last,
                         const struct lines *lines)
{
    for (int i = 0; i < lines->count; i++) {
        int row = last - lines->count + 1 + i;
        int end = canvas_line(canvas, row, 0, canvas->cols, &lines->items[i]);

        canvas_text(canvas, row, end, canvas->cols,
                    span_of(STYLE_NORMAL, SLICE(" ")));
    }
}

struct body draw_frame(struct tui *tui, struct canvas *canvas,
                       struct slice heading, struct slice note)
{
    bool framed = canvas->rows >= FRAME_ROWS;
    int first = framed ? 2 : 1, last = canvas->rows - 2;
    struct lines message = message_lines(tui, canvas->cols, last - first);

    draw_heading(tui, canvas, heading, note);
    if (framed) {
        canvas_rule(canvas, 1, tui->glyphs->horizontal);
        canvas_rule(canvas, last, tui->glyphs->horizontal);
    }
    draw_message(canvas, last, &message);
    if (message.count > 0)
        last -= message.count;
    else if (framed)
        last--;
    return (struct body){first, last - first + 1, framed};
}

/* ---- footer -------------------------------------------------------------- */

static int hint_cells(const struct hint *hint)
{
    int cells = text_cells(slice_of(hint->keys));

    return hint->words[0] ? cells + 1 + text_cells(slice_of(hint->words))
                          : cells;
}

static int hints_cells(const struct hint *hints, int count, const bool *kept,
                       int gap)
{
    int cells = 1; /* the margin on the left */

    for (int i = 0, shown = 0; i < count; i++)
        if (kept[i])
            cells += hint_cells(&hints[i]) + (shown++ ? gap : 0);
    return cells;
}

int hints_fit(const struct hint *hints, int count, int cells, bool *kept)
{
    int gap = HINT_GAP;

    /* The important ones stand closer together before one of them goes. */
    for (int i = 0; i < count; i++)
        kept[i] = hints[i].priority <= IMPORTANT;
    if (hints_cells(hints, count, kept, gap) > cells)
        gap--;
    for (int i = 0; i < count; i++)
        kept[i] = true;
    while (hints_cells(hints, count, kept, gap) > cells) {
        int drop = -1;

        for (int i = 0; i < count; i++)
            if (kept[i] &&
                (drop < 0 || hints[i].priority >= hints[drop].priority))
                drop = i;
        if (drop < 0)
            break;
        kept[drop] = false;
    }
    return gap;
}

static int table_hints(struct tui *tui, enum context context,
                       struct hint *hints)
{
    int count = 0;

    for (int i = 0; i < actions_count; i++) {
        const struct action_row *row = &actions_table[i];
        struct buf keys = {0};

        if (!row->hint || !(row->contexts & 1u << context))
            continue;
        action_keys_print(&keys, row);
        hints[count++] =
            (struct hint){arena_string(&tui->frame, buf_slice(&keys)),
                          row->hint, row->priority};
        buf_release(&keys);
    }
    return count;
}

void draw_footer(struct tui *tui, struct canvas *canvas, enum context context,
                 const struct hint *own, int own_count)
{
    size_t most = (size_t)actions_count + (size_t)own_count;
    struct hint *hints = arena_alloc(&tui->frame, most, sizeof(*hints));
    bool *kept = arena_alloc(&tui->frame, most, sizeof(*kept));
    int row = canvas->rows - 1, col = 1, count = own_count, gap;

    if (own_count > 0)
        memcpy(hints, own, (size_t)own_count * sizeof(*hints));
    count += table_hints(tui, context, hints + own_count);
    gap = hints_fit(hints, count, canvas->cols, kept);
    for (int i = 0; i < count; i++) {
        if (!kept[i])
            continue;
        col = canvas_text(canvas, row, col, canvas->cols,
                          span_of(STYLE_KEY, slice_of(hints[i].keys)));
        if (hints[i].words[0])
            col = canvas_text(canvas, row, col + 1, canvas->cols,
                              span_of(STYLE_NORMAL, slice_of(hints[i].words)));
        col += gap;
    }
}

/* ---- scrolling ----------------------------------------------------------- */

static void clamp(struct scroll *scroll, int rows, int count)
{
    if (scroll->top > count - rows)
        scroll->top = count - rows;
    if (scroll->top < 0)
        scroll->top = 0;
}

bool scroll_more(const struct scroll *scroll, int rows, int count)
{
    return scroll->top + rows < count;
}

void body_fit(struct body *body, int count)
{
    if (!body->framed && count > body->rows && body->rows > 1)
        body->rows--;
}

/* In the lower rule where no message stands, else in the row left for it. */
static void draw_more(struct tui *tui, struct canvas *canvas, struct body body,
                      int below)
{
    const char *text =
        arena_printf(&tui->frame, " %s %d %s ", tui->glyphs->more, below,
                     below == 1 ? "line" : "lines");
    int row = body.framed ? canvas->rows - 2 : body.first + body.rows;
    int col = canvas->cols - text_cells(slice_of(text)) - 1;

    for (int i = col; body.framed && i < canvas->cols; i++)
        if (strcmp(canvas_at(canvas, row, i)->text, tui->glyphs->horizontal) !=
            0)
            return;
    canvas_text(canvas, row, col, canvas->cols,
                span_of(STYLE_DIM, slice_of(text)));
}

void draw_lines(struct tui *tui, struct canvas *canvas, struct body body,
                const struct lines *lines, struct scroll *scroll)
{
    clamp(scroll, body.rows, lines->count);
    for (int i = 0; i < body.rows && scroll->top + i < lines->count; i++)
        canvas_line(canvas, body.first + i, 0, canvas->cols,
                    &lines->items[scroll->top + i]);
    if (scroll_more(scroll, body.rows, lines->count))
        draw_more(tui, canvas, body, lines->count - scroll->top - body.rows);
}

bool scroll_act(struct scroll *scroll, enum action action, int rows, int count)
{
    int before = scroll->top, page = rows > 1 ? rows - 1 : 1;
    int by = action == ACTION_DOWN        ? 1
             : action == ACTION_UP        ? -1
             : action == ACTION_HALF_DOWN ? (rows + 1) / 2
             : action == ACTION_HALF_UP   ? -((rows + 1) / 2)
             : action == ACTION_PAGE_DOWN ? page
             : action == ACTION_PAGE_UP   ? -page
             : action == ACTION_TOP       ? -count
             : action == ACTION_BOTTOM    ? count
                                          : 0;

    scroll->top += by;
    clamp(scroll, rows, count);
    return scroll->top != before;
}

void scroll_to(struct scroll *scroll, int line, int rows, int count)
{
    if (line < scroll->top)
        scroll->top = line;
    else if (line >= scroll->top + rows)
        scroll->top = line - rows + 1;
    clamp(scroll, rows, count);
}
