/* SPDX-License-Identifier: MIT */
#include "aiio/view.h"

#include "aiio/width.h"
#include "view_private.h"

enum { READABLE_CELLS = 76, WIDE_SCREEN = 60 };

/* ---- pages --------------------------------------------------------------- */

struct page page_of(struct lines *lines, const struct session *session,
                    const struct view_options *options)
{
    struct page page = {.lines = lines, .session = session, .options = options};

    page.margin = options->plain ? 0 : options->width >= WIDE_SCREEN ? 3 : 1;
    page.width = options->width - 1;
    if (page.width > page.margin + READABLE_CELLS)
        page.width = page.margin + READABLE_CELLS;
    if (page.width < 1)
        page.width = 1;
    return page;
}

void page_blank(struct page *page)
{
    lines_add(page->lines);
}

void page_item(struct page *page, int indent, struct span first,
               enum style style, const char *text)
{
    struct wrap_box box = {
        .width = page->width,
        .indent = page->margin + indent,
        .first = first,
        .base = style,
        .bullet = page->options->glyphs->bullet,
    };

    wrap_text(page->lines, &box, slice_of(text));
}

void page_text(struct page *page, enum style style, const char *text)
{
    page_item(page, 0, (struct span){SLICE(""), STYLE_NORMAL}, style, text);
}

void page_labelled(struct page *page, const char *label, const char *text)
{
    struct slice kept = slice_of(
        arena_printf(page->lines->arena, "%*s%s  ", page->margin, "", label));
    struct wrap_box box = {
        .width = page->width,
        .indent = text_cells(kept),
        .first = {kept, STYLE_TITLE},
        .base = STYLE_NORMAL,
        .bullet = page->options->glyphs->bullet,
    };

    /* On a narrow screen the label stands alone. */
    if (page->options->width < WIDE_SCREEN && !page->options->plain) {
        page_text(page, STYLE_TITLE, label);
        page_text(page, STYLE_NORMAL, text);
        return;
    }
    wrap_text(page->lines, &box, slice_of(text));
}

/* ---- asking -------------------------------------------------------------- */

static void view_statement(struct page *page, int place)
{
    const struct session *session = page->session;
    const struct statement *statement =
        &session->shown_card.card->statements[session->shown[place]];
    bool marked = session->marked & 1u << place;
    bool struck = session->struck & 1u << place;
    char mark = struck ? '-' : marked ? '*' : ' ';
    struct slice letter =
        slice_of(page->options->plain
                     ? arena_printf(page->lines->arena, "%c  ", 'A' + place)
                     : arena_printf(page->lines->arena, "%*s%c%c ",
                                    page->margin - 1, "", mark, 'A' + place));

    page_item(page, page->options->plain ? 3 : 3,
              (struct span){letter, struck   ? STYLE_STRUCK
                                    : marked ? STYLE_EMPHASIS
                                             : STYLE_KEY},
              struck ? STYLE_STRUCK : STYLE_NORMAL, statement->text);
    if (page->options->plain && (marked || struck))
        page_text(page, STYLE_DIM, marked ? "   (marked)" : "   (struck out)");
}

static void view_statements(struct page *page, struct view_places *places)
{
    const struct session *session = page->session;
    int wanted = session_wanted(session), marked = 0;

    for (unsigned set = session->marked; set; set &= set - 1)
        marked++;
    page_blank(page);
    places->focus_line = page->lines->count;
    for (int i = 0; i < session->shown_count; i++) {
        places->statement_line[i] = page->lines->count;
        view_statement(page, i);
    }
    if (wanted < 2)
        return;
    page_blank(page);
    page_text(page, STYLE_DIM,
              marked == wanted
                  ? "Enter hands them in"
                  : arena_printf(page->lines->arena, "choose %d: mark %d more",
                                 wanted, wanted - marked));
}

static void view_covered(struct page *page, struct view_places *places)
{
    const struct session *session = page->session;

    page_blank(page);
    places->focus_line = page->lines->count;
    page_text(page, STYLE_DIM,
              session->state == SESSION_RECALL
                  ? "Say the answer to yourself, then Space shows it."
              : page->options->plain
                  ? "Say the answer to yourself, then Enter shows the "
                    "statements."
                  : "Say the answer to yourself, then Space shows the "
                    "statements.");
}

void view_card(struct lines *out, const struct session *session,
               const struct view_options *options, struct view_places *places)
{
    struct page page = page_of(out, session, options);

    *places = (struct view_places){.focus_line = 0, .answer_line = -1};
    for (int i = 0; i < DECK_STATEMENTS_MAX; i++)
        places->statement_line[i] = -1;
    if (!session->shown_card.card)
        return;
    page_text(&page, STYLE_NORMAL, session->shown_card.card->question);
    if (session->state == SESSION_COVERED || session->state == SESSION_RECALL)
        view_covered(&page, places);
    else if (session->state == SESSION_ASKING)
        view_statements(&page, places);
    else
        view_answer(&page, places);
}

/* ---- heading and intervals ----------------------------------------------- */

void view_heading(struct buf *out, const struct session *session,
                  const struct glyphs *glyphs)
{
    const struct session_card *shown = &session->shown_card;

    if (!shown->card)
        return;
    if (shown->domain_title[0])
        buf_add_text(out, shown->domain_title);
    if (shown->domain_title[0] && shown->objective_title[0])
        buf_printf(out, " %s ", glyphs->arrow);
    buf_add_text(out, shown->objective_title);
    if (out->len == 0)
        buf_add_text(out, shown->deck);
    if (session->looking_back)
        buf_printf(out, " %s previous card", glyphs->dot);
}

void view_interval(struct buf *out, const struct schedule *schedule,
                   struct moment now)
{
    if (schedule->has_day)
        fmt_interval_days(out, schedule->due_day - now.day);
    else
        fmt_interval_ms(out, schedule->due_at_ms - now.at_ms);
}

void view_comes_back(struct buf *out, const struct schedule *schedule,
                     struct moment now)
{
    int days = schedule->due_day - now.day;

    if (!schedule->has_day) {
        int64_t ms = schedule->due_at_ms - now.at_ms;

        buf_add_text(out, ms > 0 ? "comes back in " : "comes back ");
        fmt_interval_ms(out, ms);
    } else if (days == 1) {
        buf_add_text(out, "comes back tomorrow");
    } else {
        buf_add_text(out, "comes back in ");
        fmt_interval_days(out, days);
    }
}
