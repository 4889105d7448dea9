/* SPDX-License-Identifier: MIT */
#include "aiio/view.h"

#include "aiio/width.h"
#include "view_private.h"

#include <string.h>

enum { READABLE_CELLS = 76, NARROW_SCREEN = 30 };

/* ---- pages --------------------------------------------------------------- */

struct page page_of(struct lines *lines, const struct session *session,
                    const struct view_options *options)
{
    struct page page = {.lines = lines, .session = session, .options = options};

    page.margin = options->plain ? 0 : options->width >= WIDE_SCREEN ? 3 : 1;
    page.hang = options->width >= NARROW_SCREEN ? 5 : 2;
    page.width = options->width - 1;
    if (page.width > page.margin + READABLE_CELLS)
        page.width = page.margin + READABLE_CELLS;
    if (page.width < 1)
        page.width = 1;
    return page;
}

void page_blank(struct page *page)
{
    if (page->lines->count > 0)
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
    bool plain = page->options->plain;
    struct slice kept =
        slice_of(arena_printf(page->lines->arena, plain ? "%*s%s: " : "%*s%s  ",
                              page->margin, "", label));

    /* On a narrow screen the label stands alone. */
    if (page->options->width < WIDE_SCREEN && !plain) {
        page_text(page, STYLE_TITLE, label);
        page_text(page, STYLE_NORMAL, text);
        return;
    }
    page_item(page, plain ? 0 : text_cells(kept) - page->margin,
              (struct span){kept, STYLE_TITLE}, STYLE_NORMAL, text);
}

void page_hints_begin(struct page *page)
{
    lines_add(page->lines);
    lines_pad(page->lines, page->margin);
}

void page_hint(struct page *page, const char *key, const char *words)
{
    struct lines *lines = page->lines;
    struct slice gap = page->options->plain ? SLICE(", ") : SLICE("   ");
    int cells = text_cells(slice_of(key)) + 1 + text_cells(slice_of(words));
    int used = lines->items[lines->count - 1].cells;

    if (used + (int)gap.len + cells > page->width && used > page->margin)
        page_hints_begin(page);
    else if (used > page->margin)
        lines_span(lines, STYLE_DIM, gap);
    lines_span(lines, STYLE_KEY, slice_of(key));
    lines_span(lines, STYLE_DIM, SLICE(" "));
    lines_span(lines, STYLE_DIM, slice_of(words));
}

/* ---- asking -------------------------------------------------------------- */

static int bits(unsigned set)
{
    int count = 0;

    for (; set; set &= set - 1)
        count++;
    return count;
}

/* "  *B " or, to be heard, "B, marked  ". */
static struct slice letter_of(const struct page *page, int place)
{
    bool marked = page->session->marked & 1u << place;
    bool struck = page->session->struck & 1u << place;

    if (page->options->plain)
        return slice_of(arena_printf(page->lines->arena, "%c%s  ", 'A' + place,
                                     struck                ? ", struck out"
                                     : !marked             ? ""
                                     : page->options->exam ? ", chosen"
                                                           : ", marked"));
    return slice_of(
        arena_printf(page->lines->arena, "%*s%s%c ", page->margin - 1, "",
                     struck ? "-" : (marked ? "*" : " "), 'A' + place));
}

static void view_statement(struct page *page, int place)
{
    const struct session *session = page->session;
    const struct statement *statement =
        &session->shown_card.card->statements[session->shown[place]];
    bool marked = session->marked & 1u << place;
    bool struck = session->struck & 1u << place;
    enum style letter =
        struck ? STYLE_STRUCK : (marked ? STYLE_EMPHASIS : STYLE_KEY);

    page_item(page, 3, (struct span){letter_of(page, place), letter},
              struck ? STYLE_STRUCK : STYLE_NORMAL, statement->text);
}

static const char *number_word(int number)
{
    static const char *const words[] = {"none", "one", "two",   "three", "four",
                                        "five", "six", "seven", "eight"};

    return words[number];
}

/* What is still to be done before a choose-two can be handed in. */
static void view_marking(struct page *page)
{
    int wanted = session_wanted(page->session);
    int missing = wanted - bits(page->session->marked);

    page_blank(page);
    if (page->options->plain)
        page_text(page, STYLE_DIM,
                  arena_printf(page->lines->arena,
                               "Choose %s: their letters on one line.",
                               number_word(wanted)));
    else if (missing == 0 && page->options->exam)
        page_text(page, STYLE_DIM,
                  arena_printf(page->lines->arena, "choose %s: chosen",
                               number_word(wanted)));
    else if (missing == 0)
        page_text(page, STYLE_DIM,
                  arena_printf(page->lines->arena,
                               "choose %s: Enter hands them in",
                               number_word(wanted)));
    else
        page_text(page, STYLE_DIM,
                  arena_printf(page->lines->arena, "choose %s: mark %s%s",
                               number_word(wanted), number_word(missing),
                               missing < wanted ? " more" : ""));
}

static void view_statements(struct page *page, struct view_places *places)
{
    const struct session *session = page->session;

    page_blank(page);
    places->focus_line = page->lines->count;
    for (int i = 0; i < session->shown_count; i++) {
        places->statement_line[i] = page->lines->count;
        view_statement(page, i);
    }
    if (session_wanted(session) > 1)
        view_marking(page);
}

static void view_covered(struct page *page, struct view_places *places)
{
    const char *key = page->options->plain ? "Enter" : "Space";

    page_blank(page);
    places->focus_line = page->lines->count;
    page_text(page, STYLE_DIM,
              page->session->state == SESSION_RECALL
                  ? arena_printf(page->lines->arena,
                                 "Say the answer to yourself; %s shows it.",
                                 key)
                  : arena_printf(page->lines->arena,
                                 "The statements are covered. Say the answer "
                                 "to yourself; %s shows them.",
                                 key));
}

/* Before it is saved nothing of an answer may be seen. */
static void view_unsaved(struct page *page, struct view_places *places)
{
    page_blank(page);
    places->focus_line = page->lines->count;
    page_text(page, STYLE_WARNING,
              arena_printf(page->lines->arena, "Not saved: %s",
                           page->session->unsaved_why));
}

/* To the ear the question is not said again before the verdict. */
static bool shows_question(const struct page *page)
{
    const struct session *session = page->session;

    return !page->options->plain || session->looking_back ||
           (session->state != SESSION_ANSWERED &&
            session->state != SESSION_REVEALED);
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
    if (shows_question(&page))
        page_text(&page, STYLE_NORMAL, session->shown_card.card->question);
    if (session->state == SESSION_COVERED || session->state == SESSION_RECALL)
        view_covered(&page, places);
    else if (session->state == SESSION_ASKING)
        view_statements(&page, places);
    else if (session->state == SESSION_ANSWERED ||
             session->state == SESSION_REVEALED)
        view_answer(&page, places);
    else if (session->state == SESSION_UNSAVED)
        view_unsaved(&page, places);
}

/* ---- heading and intervals ----------------------------------------------- */

void view_heading(struct buf *out, const struct session *session,
                  const struct glyphs *glyphs)
{
    const struct session_card *shown = &session->shown_card;

    if (!shown->card)
        return;
    buf_add_text(out, shown->domain_title);
    if (shown->domain_title[0] && shown->objective_title[0])
        buf_printf(out, " %s ", glyphs->arrow);
    buf_add_text(out, shown->objective_title);
    if (!shown->domain_title[0] && !shown->objective_title[0])
        buf_add_text(out, shown->deck);
    if (session->looking_back)
        buf_printf(out, " %s previous card", glyphs->dot);
}

void view_interval(struct buf *out, const struct schedule *schedule,
                   struct moment now)
{
    if (schedule->has_day)
        fmt_interval_days(out, days_between(now.day, schedule->due_day));
    else
        fmt_interval_ms(out, schedule->due_at_ms - now.at_ms);
}

/* "Fri 4 Dec", with its year when that is another one. */
static void add_day(struct buf *out, int day, int today)
{
    day_format_long(out, day);
    if (civil_from_day(day).year == civil_from_day(today).year)
        buf_truncate(out, (size_t)(strrchr(out->data, ' ') - out->data));
}

void view_comes_back(struct buf *out, const struct schedule *schedule,
                     struct moment now)
{
    int days = days_between(now.day, schedule->due_day);

    buf_add_text(out, "comes back ");
    if (!schedule->has_day) {
        int64_t ms = schedule->due_at_ms - now.at_ms;

        buf_add_text(out, ms > 0 ? "in " : "");
        fmt_interval_ms(out, ms);
    } else if (days <= 1) {
        buf_add_text(out, days == 1 ? "tomorrow" : "today");
    } else {
        buf_add_text(out, "on ");
        add_day(out, schedule->due_day, now.day);
        buf_add_text(out, " (");
        fmt_interval_days(out, days);
        buf_add_text(out, ")");
    }
}
