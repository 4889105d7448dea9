/* SPDX-License-Identifier: MIT */
#include "view_private.h"

#include "aiio/width.h"

#include <stdio.h>

static const struct statement *statement_at(const struct page *page, int place)
{
    return &page->session->shown_card.card
                ->statements[page->session->shown[place]];
}

/* ---- verdict ------------------------------------------------------------- */

static const char *verdict(const struct session *session)
{
    if (session_is_recall(session))
        return session->correct ? "You knew it" : "You did not know it";
    if (session->correct)
        return session->guess ? "Right, and you said you were guessing"
                              : "Right";
    return session->dont_know ? "You did not know it" : "Wrong";
}

static void view_verdict(struct page *page)
{
    const struct session *session = page->session;
    const struct glyphs *glyphs = page->options->glyphs;
    const char *text = verdict(session);

    if (page->options->plain) {
        page_text(page, STYLE_NORMAL,
                  arena_printf(page->lines->arena, "%s.", text));
        return;
    }
    page_text(page, session->correct ? STYLE_RIGHT : STYLE_WRONG,
              arena_printf(page->lines->arena, "%s %s",
                           session->correct ? glyphs->right : glyphs->wrong,
                           text));
}

/* ---- statements with their whys ------------------------------------------ */

/* "your choice" at the right end of the statement's last line, or below. */
static void add_note(struct page *page, const char *note, int indent)
{
    struct lines *lines = page->lines;
    int cells = text_cells(slice_of(note));
    int column = page->width - cells;

    if (page->options->plain)
        return;
    if (lines->items[lines->count - 1].cells + 2 <= column) {
        lines_pad(lines, column);
        lines_span(lines, STYLE_DIM, slice_of(note));
        return;
    }
    page_item(page, indent, (struct span){SLICE(""), STYLE_NORMAL}, STYLE_DIM,
              note);
}

/* What a statement is called in plain mode, where no mark is seen. */
static const char *plain_label(const struct page *page, bool correct,
                               bool chosen)
{
    const struct session *session = page->session;

    if (!chosen)
        return correct ? "The correct statement" : "Another statement";
    return correct            ? "Your choice, correct"
           : session->correct ? "Your choice"
                              : "Your choice, wrong";
}

static const char *note_of(const struct page *page, bool correct, bool chosen)
{
    const struct session *session = page->session;

    if (chosen && (!correct || session_wanted(session) > 1))
        return "your choice";
    if (correct && !chosen && session_wanted(session) > 1 &&
        !session->dont_know)
        return "missed";
    return NULL;
}

static void view_told(struct page *page, int place)
{
    const struct statement *statement = statement_at(page, place);
    const struct glyphs *glyphs = page->options->glyphs;
    bool chosen = page->session->chosen & 1u << place;
    bool correct = statement->correct;
    const char *note = note_of(page, correct, chosen);
    enum style style = correct ? STYLE_RIGHT : chosen ? STYLE_WRONG : STYLE_DIM;
    struct slice mark;

    if (page->options->plain) {
        page_text(page, STYLE_NORMAL,
                  arena_printf(page->lines->arena, "%s, %c: %s",
                               plain_label(page, correct, chosen), 'A' + place,
                               statement->text));
        if (statement->why[0])
            page_text(
                page, STYLE_NORMAL,
                arena_printf(page->lines->arena, "Why: %s", statement->why));
        return;
    }
    mark = slice_of(arena_printf(page->lines->arena, "%*s%s %c  ", page->margin,
                                 "", correct ? glyphs->right : glyphs->wrong,
                                 'A' + place));
    page_item(page, 5, (struct span){mark, style}, style, statement->text);
    if (note)
        add_note(page, note, 5);
    if (statement->why[0])
        page_item(page, 5, (struct span){SLICE(""), STYLE_NORMAL}, STYLE_NORMAL,
                  statement->why);
}

static bool is_told(const struct page *page, int place)
{
    return statement_at(page, place)->correct ||
           (page->session->chosen & 1u << place);
}

static void view_sides(struct page *page, struct view_places *places)
{
    const struct session *session = page->session;

    /* Correct ones first, then what was chosen wrongly. */
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < session->shown_count; i++) {
            bool correct = statement_at(page, i)->correct;

            if (!is_told(page, i) || correct != (pass == 0))
                continue;
            places->statement_line[i] = page->lines->count;
            if (places->answer_line < 0)
                places->answer_line = page->lines->count;
            view_told(page, i);
        }
}

/* A correct statement that the showing no longer has (the deck changed). */
static void view_recalled(struct page *page)
{
    const struct card *card = page->session->shown_card.card;

    for (int i = 0; i < card->correct_count; i++) {
        page_text(page, STYLE_RIGHT, card->statements[i].text);
        if (card->statements[i].why[0])
            page_text(page, STYLE_NORMAL, card->statements[i].why);
    }
}

/* ---- hints --------------------------------------------------------------- */

static bool has_others(const struct page *page)
{
    for (int i = 0; i < page->session->shown_count; i++)
        if (!is_told(page, i))
            return true;
    return false;
}

static void add_hint(struct page *page, const char *key, const char *words)
{
    struct lines *lines = page->lines;
    int cells = 2 + text_cells(slice_of(words));
    int used = lines->items[lines->count - 1].cells;

    if (used > page->margin) {
        if (used + 3 + cells > page->width) {
            lines_add(lines);
            lines_pad(lines, page->margin);
        } else {
            lines_span(lines, STYLE_DIM, SLICE("   "));
        }
    }
    lines_span(lines, STYLE_KEY, slice_of(key));
    lines_span(lines, STYLE_DIM, SLICE(" "));
    lines_span(lines, STYLE_DIM, slice_of(words));
}

/* Keys for what the card has and what is not unfolded yet. */
static void view_hints(struct page *page)
{
    const struct card *card = page->session->shown_card.card;
    const struct session_unfolded *shown = &page->session->unfolded;

    lines_add(page->lines);
    lines_pad(page->lines, page->margin);
    if (card->full[0] && !shown->full)
        add_hint(page, "f", "full explanation");
    if (card->figure_line_count > 0 && !shown->figure)
        add_hint(page, "g", "figure");
    if (has_others(page) && !shown->others)
        add_hint(page, "o", "other statements");
    if (card->source_count > 0 && !shown->sources)
        add_hint(page, "r", "sources");
    if (page->lines->items[page->lines->count - 1].cells <= page->margin)
        page->lines->count--; /* nothing is left to unfold */
}

/* ---- the whole answer ---------------------------------------------------- */

void view_answer(struct page *page, struct view_places *places)
{
    const struct session *session = page->session;
    const struct card *card = session->shown_card.card;

    page_blank(page);
    places->focus_line = page->lines->count;
    if (session->state == SESSION_REVEALED)
        page_text(page, STYLE_TITLE, "The answer");
    else
        view_verdict(page);
    if (session->shown_count > 0)
        view_sides(page, places);
    else
        view_recalled(page);
    if (card->brief[0]) {
        page_blank(page);
        page_labelled(page, "In short", card->brief);
    }
    view_unfolded(page);
    if (session->state == SESSION_REVEALED && page->options->plain) {
        page_blank(page);
        page_text(page, STYLE_DIM,
                  "How well did you know it? 1 again, 2 hard, 3 good, 4 easy");
    }
    view_hints(page);
}
