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

/* The part of a line that is left after shift cells. */
static struct slice shifted(struct slice line, int shift)
{
    struct slice gone = text_fit(line, shift);

    return (struct slice){line.ptr + gone.len, line.len - gone.len};
}

static void view_figure(struct page *page)
{
    const struct card *card = page->session->shown_card.card;
    int room = page->options->width - page->margin - 1;
    int cells = widest(card), shift = page->options->figure_shift;

    page_blank(page);
    if (page->options->plain) {
        page_labelled(page, "Figure", card->figure_alt);
        return;
    }
    if (cells > room)
        page_text(page, STYLE_DIM, card->figure_alt);
    if (cells > room && shift > cells - room)
        shift = cells - room;
    if (cells <= room)
        shift = 0;
    for (int i = 0; i < card->figure_line_count; i++) {
        struct slice line = shifted(slice_of(card->figure_lines[i]), shift);

        lines_add(page->lines);
        lines_pad(page->lines, page->margin);
        lines_span(page->lines, STYLE_NORMAL, text_fit(line, room));
    }
    if (cells > room)
        page_text(page, STYLE_DIM, "h and l move the figure");
}

/* ---- others and sources -------------------------------------------------- */

static void view_others(struct page *page)
{
    const struct session *session = page->session;

    page_blank(page);
    for (int i = 0; i < session->shown_count; i++) {
        const struct statement *statement =
            &session->shown_card.card->statements[session->shown[i]];
        struct slice letter;

        if (statement->correct || (session->chosen & 1u << i))
            continue;
        letter = slice_of(arena_printf(
            page->lines->arena, "%*s%s %c  ", page->margin, "",
            page->options->plain ? "" : page->options->glyphs->wrong, 'A' + i));
        page_item(page, 5, (struct span){letter, STYLE_DIM}, STYLE_EMPHASIS,
                  statement->text);
        if (statement->why[0])
            page_item(page, 5, (struct span){SLICE(""), STYLE_NORMAL},
                      STYLE_NORMAL, statement->why);
    }
}

static void view_sources(struct page *page)
{
    const struct card *card = page->session->shown_card.card;

    page_blank(page);
    page_text(page, STYLE_TITLE,
              card->as_of[0] ? arena_printf(page->lines->arena,
                                            "Sources, as of %s", card->as_of)
                             : "Sources");
    for (int i = 0; i < card->source_count; i++) {
        struct wrap_box box = {.width = page->width,
                               .indent = page->margin + 2,
                               .first = {SLICE(""), STYLE_NORMAL},
                               .base = STYLE_NORMAL,
                               .bullet = "",
                               .plain = true};

        wrap_text(page->lines, &box, slice_of(card->sources[i].title));
        box.base = STYLE_DIM;
        if (card->sources[i].url[0])
            wrap_text(page->lines, &box, slice_of(card->sources[i].url));
    }
}

/* ---- why this date ------------------------------------------------------- */

static void add_state(struct page *page, const char *when, struct memory memory)
{
    page_text(page, STYLE_NORMAL,
              arena_printf(page->lines->arena,
                           "%s: stability %.1f days, difficulty %.1f of 10",
                           when, memory.stability, memory.difficulty));
}

static void add_promise(struct page *page)
{
    const struct session *session = page->session;
    const struct schedule *schedule = &session->outcomes[session->grade - 1];
    struct buf text = {0};

    if (!schedule->has_day) {
        buf_printf(&text, "It is in learning step %d and ", schedule->step + 1);
        view_comes_back(&text, schedule, page->options->now);
        buf_add_text(&text, ".");
    } else {
        buf_printf(&text,
                   "Recall falls to %.0f %% after %.1f days; the day is "
                   "spread a little around that, so that cards do not come "
                   "in a crowd: ",
                   schedule->retention * 100, schedule->interval_days);
        day_format_long(&text, schedule->due_day);
        buf_add_text(&text, ".");
    }
    page_text(page, STYLE_NORMAL,
              arena_string(page->lines->arena, buf_slice(&text)));
    buf_release(&text);
}

void view_why_date(struct lines *out, const struct session *session,
                   const struct view_options *options)
{
    struct page page = page_of(out, session, options);
    const struct progress *before = &session->shown_card.progress;

    if (session->grade < GRADE_AGAIN)
        return;
    page_text(&page, STYLE_TITLE, "Why this date");
    if (before->memory.stability > 0)
        page_text(
            &page, STYLE_NORMAL,
            arena_printf(out->arena, "Graded %s.", grade_name(session->grade)));
    add_state(&page, "Now", session->memories[session->grade - 1]);
    page_text(&page, STYLE_DIM,
              "Stability is the number of days until recall falls to 90 %.");
    add_promise(&page);
}

/* ---- what is unfolded ---------------------------------------------------- */

void view_unfolded(struct page *page)
{
    const struct session *session = page->session;
    const struct session_unfolded *shown = &session->unfolded;
    const struct card *card = session->shown_card.card;

    if (shown->full && card->full[0]) {
        page_blank(page);
        page_text(page, STYLE_NORMAL, card->full);
    }
    if (shown->figure && card->figure_line_count > 0)
        view_figure(page);
    if (shown->others)
        view_others(page);
    if (shown->sources && card->source_count > 0)
        view_sources(page);
    if (shown->why_date) {
        page_blank(page);
        view_why_date(page->lines, session, page->options);
    }
}

void view_part(struct lines *out, const struct session *session,
               const struct view_options *options, char which)
{
    struct session alone = *session;
    struct page page = page_of(out, &alone, options);

    alone.unfolded = (struct session_unfolded){
        .full = which == 'f',
        .figure = which == 'g',
        .others = which == 'o',
        .sources = which == 'r',
        .why_date = which == 'w',
    };
    view_unfolded(&page);
}
