/* SPDX-License-Identifier: MIT */
#include "view_private.h"

#include "aiio/width.h"

/* ---- figure -------------------------------------------------------------- */

static int widest(const struct card *card)
{
    int cells = 0;

    for (int i = 0; i < card->figure_line_count; i++) {
        int line = text_cells(slice_of(card->figure_lines[i]));

        if (line > cells)
            cells = line;
    }
    return cells;
}

/* What is left of a line after shift cells, within room. */
static void add_shifted(struct page *page, struct slice line, int shift,
                        int room)
{
    struct slice gone = text_fit(line, shift);
    int cells = text_cells(gone);

    line = (struct slice){line.ptr + gone.len, line.len - gone.len};
    lines_add(page->lines);
    lines_pad(page->lines, page->margin);
    if (cells < shift && line.len > 0) {
        /* The edge goes through a wide character: half of it is a space. */
        size_t cut = grapheme_first(line).bytes;

        line = (struct slice){line.ptr + cut, line.len - cut};
        lines_span(page->lines, STYLE_NORMAL, SLICE(" "));
        room--;
    }
    lines_span(page->lines, STYLE_NORMAL, text_fit(line, room));
}

static void view_figure(struct page *page)
{
    const struct card *card = page->session->shown_card.card;
    int room = page->options->width - page->margin - 1;
    int cells = widest(card), shift = page->options->figure_shift;

    if (page->options->plain) {
        page_labelled(page, "Figure", card->figure_alt);
        return;
    }
    if (room < 1)
        room = 1;
    if (shift > cells - room)
        shift = cells - room;
    if (shift < 0)
        shift = 0;
    if (cells > room && card->figure_alt[0])
        page_text(page, STYLE_DIM, card->figure_alt);
    for (int i = 0; i < card->figure_line_count; i++)
        add_shifted(page, slice_of(card->figure_lines[i]), shift, room);
    if (cells > room)
        page_text(page, STYLE_DIM, "h and l move the figure");
}

/* ---- text, others, sources ----------------------------------------------- */

static void view_full(struct page *page)
{
    page_text(page, STYLE_NORMAL, page->session->shown_card.card->full);
}

static void view_others(struct page *page)
{
    for (int i = 0; i < page->session->shown_count; i++)
        if (!view_is_told(page, i))
            view_told(page, i);
}

static void add_source(struct page *page, const struct source *source)
{
    struct wrap_box box = {.width = page->width,
                           .indent = page->margin,
                           .bullet = "",
                           .base = STYLE_NORMAL,
                           .plain = true};

    if (source->title[0])
        wrap_text(page->lines, &box, slice_of(source->title));
    box.indent += page->options->plain ? 0 : 2;
    box.base = STYLE_DIM;
    if (source->url[0])
        wrap_text(page->lines, &box, slice_of(source->url));
}

static void view_sources(struct page *page)
{
    const struct card *card = page->session->shown_card.card;

    page_text(page, STYLE_TITLE,
              card->as_of[0] ? arena_printf(page->lines->arena,
                                            "Sources, as of %s", card->as_of)
                             : "Sources");
    for (int i = 0; i < card->source_count; i++)
        add_source(page, &card->sources[i]);
}

/* ---- what is unfolded ---------------------------------------------------- */

static void view_why(struct page *page)
{
    view_why_date(page->lines, page->session, page->options);
}

struct part {
    char key;
    bool is_there, is_unfolded;
    void (*view)(struct page *page);
};

enum { PART_COUNT = 5 };

static void list_parts(const struct session *session,
                       struct part parts[PART_COUNT])
{
    const struct card *card = session->shown_card.card;
    const struct session_unfolded *unfolded = &session->unfolded;

    parts[0] = (struct part){'f', card->full[0], unfolded->full, view_full};
    parts[1] = (struct part){'g', card->figure_line_count > 0, unfolded->figure,
                             view_figure};
    parts[2] = (struct part){'o', view_has_others(session), unfolded->others,
                             view_others};
    parts[3] = (struct part){'r', card->source_count > 0, unfolded->sources,
                             view_sources};
    parts[4] = (struct part){'w', session->state == SESSION_ANSWERED,
                             unfolded->why_date, view_why};
}

void view_unfolded(struct page *page)
{
    struct part parts[PART_COUNT];

    list_parts(page->session, parts);
    for (int i = 0; i < PART_COUNT; i++) {
        if (!parts[i].is_there || !parts[i].is_unfolded)
            continue;
        page_blank(page);
        parts[i].view(page);
    }
}

void view_part(struct lines *out, const struct session *session,
               const struct view_options *options, char which)
{
    struct page page = page_of(out, session, options);
    struct part parts[PART_COUNT];

    if (session->state != SESSION_ANSWERED &&
        session->state != SESSION_REVEALED)
        return;
    list_parts(session, parts);
    for (int i = 0; i < PART_COUNT; i++)
        if (parts[i].key == which && parts[i].is_there) {
            lines_add(out);
            parts[i].view(&page);
        }
}
