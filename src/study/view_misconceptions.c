/* SPDX-License-Identifier: MIT */
#include "aiio/insight_view.h"

#include "aiio/width.h"
#include "aiio/wrap.h"

enum { SIDE_BY_SIDE = 60, GUTTER = 3, READABLE = 76 };

static void paragraph(struct lines *lines, int margin, int hang, int width,
                      struct span first, enum style style, const char *text)
{
    struct wrap_box box = {
        .width = width, .indent = margin + hang, .base = style, .bullet = "-"};

    box.first = (struct span){
        slice_of(arena_printf(lines->arena, "%*s%.*s", margin, "",
                              (int)first.text.len, first.text.ptr)),
        first.style};
    wrap_text(lines, &box, slice_of(text));
}

/* ---- two statements ------------------------------------------------------ */

static void tell_one(struct lines *lines, const struct told *told, int margin,
                     int width)
{
    struct span mark = {slice_of(told->mark), told->style};
    struct span none = {SLICE(""), STYLE_NORMAL};
    int hang = text_cells(mark.text);

    paragraph(lines, margin, hang, width, mark, told->style, told->text);
    if (told->why[0])
        paragraph(lines, margin, hang, width, none, STYLE_NORMAL, told->why);
}

void told_beside(struct lines *out, const struct told *left,
                 const struct told *right, int margin, int width)
{
    struct lines sides[2] = {{.arena = out->arena}, {.arena = out->arena}};
    int half = (width - margin - GUTTER) / 2;

    if (width < SIDE_BY_SIDE) {
        tell_one(out, left, margin, width);
        tell_one(out, right, margin, width);
        return;
    }
    tell_one(&sides[0], left, margin, margin + half);
    tell_one(&sides[1], right, 0, half);
    lines_beside(out, &sides[0], &sides[1], margin + half + GUTTER);
}

/* ---- a misconception ----------------------------------------------------- */

void misconception_history(struct buf *out, const struct misconception *item)
{
    fmt_count(out, item->times, "time", "times");
    if (item->believed == 0)
        buf_add_text(out, item->times == 1 ? ", a guess" : ", all guesses");
    else if (item->believed < item->times)
        buf_printf(out, ", %d of them a guess", item->times - item->believed);
    buf_add_text(out, ", last on ");
    day_format_long(out, item->last_day);
    buf_add_text(out, item->overcome ? ", overcome" : ", not overcome");
}

static void blank(struct lines *out)
{
    if (out->count > 0)
        lines_add(out);
}

void misconception_view(struct lines *out, const struct misconception *item,
                        const struct insight_view *view)
{
    int margin = view->plain ? 0 : view->width >= SIDE_BY_SIDE ? 3 : 1;
    int width = view->width - 1 < margin + READABLE ? view->width - 1
                                                    : margin + READABLE;
    const char *right = view->plain ? "Correct: " : view->glyphs->right;
    const char *wrong = view->plain ? "You chose: " : view->glyphs->wrong;
    struct span none = {SLICE(""), STYLE_NORMAL};
    struct arena *arena = out->arena;
    struct told believed = {arena_printf(arena, "%s ", wrong), STYLE_WRONG,
                            item->text, item->why};
    struct told correct = {arena_printf(arena, "%s ", right), STYLE_RIGHT,
                           item->right_text, item->right_why};
    struct buf history = {0};

    blank(out);
    paragraph(out, margin, 0, width, none, STYLE_NORMAL, item->question);
    blank(out);
    told_beside(out, &believed, &correct, margin,
                view->plain ? SIDE_BY_SIDE - 1 : width);
    misconception_history(&history, item);
    blank(out);
    paragraph(out, margin, 0, width, none, STYLE_DIM,
              arena_string(arena, buf_slice(&history)));
    buf_release(&history);
    if (!item->pair_card)
        return;
    blank(out);
    paragraph(out, margin, 0, width, none, STYLE_TITLE,
              "Taken for another: that statement is right here");
    paragraph(out, margin, 0, width, none, STYLE_NORMAL, item->pair_question);
    believed = (struct told){arena_printf(arena, "%s ", right), STYLE_RIGHT,
                             item->text, item->pair_why};
    tell_one(out, &believed, margin, width);
}
