/* SPDX-License-Identifier: MIT */
#include "view_private.h"

#include "aiio/insight_view.h"
#include "aiio/query.h"
#include "aiio/width.h"

static const struct span nothing = {{"", 0}, STYLE_NORMAL};

static const struct statement *statement_at(const struct page *page, int place)
{
    return &page->session->shown_card.card
                ->statements[page->session->shown[place]];
}

/* ---- verdict ------------------------------------------------------------- */

/* What is said to the eye; the ear hears right or wrong first. */
static const char *verdict(const struct session *session)
{
    if (session_is_recall(session))
        return session->correct ? "You knew it" : "You did not know it";
    if (session->correct)
        return session->guess ? "Right, and you said you were guessing"
                              : "Right";
    return session->dont_know ? "You did not know it" : "Wrong";
}

static bool is_open(const struct page *page)
{
    return page->options->exam && page->session->chosen == 0;
}

static void view_plain_verdict(struct page *page)
{
    const struct session *session = page->session;

    page_text(page, STYLE_NORMAL,
              is_open(page)      ? "Not answered."
              : session->correct ? "Right."
                                 : "Wrong.");
    if (session->correct && session->guess)
        page_text(page, STYLE_NORMAL, "You said you were guessing.");
    else if (session->dont_know && !session->correct)
        page_text(page, STYLE_NORMAL, "You did not know it.");
}

static void view_verdict(struct page *page)
{
    const struct session *session = page->session;
    const struct glyphs *glyphs = page->options->glyphs;

    if (page->options->plain) {
        view_plain_verdict(page);
        return;
    }
    page_text(page, session->correct ? STYLE_RIGHT : STYLE_WRONG,
              arena_printf(page->lines->arena, "%s %s",
                           session->correct ? glyphs->right : glyphs->wrong,
                           is_open(page) ? "Not answered" : verdict(session)));
    if (page->options->width >= WIDE_SCREEN)
        page_blank(page);
}

/* ---- statements with their whys ------------------------------------------ */

/* "your choice" at the right end of the statement's last line, or below. */
static void add_note(struct page *page, const char *note)
{
    struct lines *lines = page->lines;
    int column = page->width - text_cells(slice_of(note));

    if (lines->items[lines->count - 1].cells + 2 <= column) {
        lines_pad(lines, column);
        lines_span(lines, STYLE_DIM, slice_of(note));
        return;
    }
    page_item(page, page->hang, nothing, STYLE_DIM, note);
}

static bool is_chosen(const struct page *page, int place)
{
    return page->session->chosen & 1u << place;
}

/* One of several correct statements, not among those chosen. */
static bool is_missed(const struct page *page, int place)
{
    return statement_at(page, place)->correct && !is_chosen(page, place) &&
           session_wanted(page->session) > 1 && !page->session->dont_know;
}

static const char *note_of(const struct page *page, int place)
{
    bool obvious = page->session->correct && session_wanted(page->session) == 1;

    if (is_chosen(page, place))
        return obvious ? "" : "your choice";
    return is_missed(page, place) ? "missed" : "";
}

/* What a statement is called where no mark is seen. */
static const char *plain_label(const struct page *page, int place)
{
    bool correct = statement_at(page, place)->correct;

    if (is_chosen(page, place))
        return correct ? "Your choice, correct" : "Your choice, wrong";
    if (is_missed(page, place))
        return "Correct, missed";
    return correct ? "Correct" : "Also wrong";
}

static void view_why(struct page *page, const char *why)
{
    if (!why[0])
        return;
    if (page->options->plain)
        page_labelled(page, "Why", why);
    else
        page_item(page, page->hang, nothing, STYLE_NORMAL, why);
}

void view_told(struct page *page, int place)
{
    const struct statement *statement = statement_at(page, place);
    const struct glyphs *glyphs = page->options->glyphs;
    struct arena *arena = page->lines->arena;
    enum style style = statement->correct       ? STYLE_RIGHT
                       : is_chosen(page, place) ? STYLE_WRONG
                                                : STYLE_EMPHASIS;
    const char *mark;

    if (page->options->plain) {
        page_labelled(page,
                      arena_printf(arena, "%s, %c", plain_label(page, place),
                                   'A' + place),
                      statement->text);
    } else {
        mark = arena_printf(arena, "%*s%s %c  ", page->margin, "",
                            statement->correct ? glyphs->right : glyphs->wrong,
                            'A' + place);
        page_item(page, page->hang, (struct span){slice_of(mark), style}, style,
                  statement->text);
        if (note_of(page, place)[0])
            add_note(page, note_of(page, place));
    }
    view_why(page, statement->why);
}

bool view_is_told(const struct page *page, int place)
{
    return statement_at(page, place)->correct || is_chosen(page, place);
}

/* Correct ones first, then what was chosen wrongly. */
static void view_sides(struct page *page, struct view_places *places)
{
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < page->session->shown_count; i++) {
            if (!view_is_told(page, i) ||
                statement_at(page, i)->correct != (pass == 0))
                continue;
            places->statement_line[i] = page->lines->count;
            if (places->answer_line < 0)
                places->answer_line = page->lines->count;
            view_told(page, i);
        }
}

/* A statement as told_beside takes it: "✓ B  …". */
static struct told told_at(const struct page *page, int place)
{
    const struct statement *statement = statement_at(page, place);
    const struct glyphs *glyphs = page->options->glyphs;

    return (struct told){
        arena_printf(page->lines->arena, "%s %c  ",
                     statement->correct ? glyphs->right : glyphs->wrong,
                     'A' + place),
        statement->correct ? STYLE_RIGHT : STYLE_WRONG, statement->text,
        statement->why};
}

/* The statement that has fooled again and again beside the right one; false
   when there are not two of them to put there. */
static bool view_pair(struct page *page, struct view_places *places)
{
    const struct session *session = page->session;
    int wrong = -1, right = -1;
    struct told sides[2];

    for (int i = 0; i < session->shown_count; i++) {
        if (statement_at(page, i)->correct)
            right = i;
        else if (is_chosen(page, i))
            wrong = i;
    }
    if (page->options->plain || session_wanted(session) != 1 || wrong < 0 ||
        right < 0)
        return false;
    sides[0] = told_at(page, wrong);
    sides[1] = told_at(page, right);
    places->answer_line = page->lines->count;
    places->statement_line[wrong] = places->statement_line[right] =
        page->lines->count;
    told_beside(page->lines, &sides[0], &sides[1], page->margin, page->width);
    return true;
}

static void view_falls(struct page *page)
{
    const char *question = page->session->shown_card.pair_question;

    page_text(page, STYLE_WARNING,
              arena_printf(page->lines->arena,
                           "You have chosen this wrong statement %d times now.",
                           page->session->falls));
    if (question && page->options->plain)
        page_labelled(page, "It is right for another question", question);
}

/* What the statement is right for, below the two of them. */
static void view_pair_question(struct page *page)
{
    const char *question = page->session->shown_card.pair_question;

    if (!question || page->options->plain)
        return;
    page_blank(page);
    page_text(page, STYLE_DIM, "Your choice is right for another question:");
    page_text(page, STYLE_NORMAL, question);
}

static bool is_shown(const struct page *page, int statement)
{
    for (int i = 0; i < page->session->shown_count; i++)
        if (page->session->shown[i] == statement)
            return true;
    return false;
}

/* The answer of a recall card; or what the deck has had since the answer. */
static void view_unshown(struct page *page, struct view_places *places)
{
    const struct card *card = page->session->shown_card.card;

    for (int i = 0; i < card->correct_count; i++) {
        if (is_shown(page, i))
            continue;
        if (places->answer_line < 0)
            places->answer_line = page->lines->count;
        if (page->options->plain)
            page_labelled(page, "The answer", card->statements[i].text);
        else
            page_text(page, STYLE_RIGHT, card->statements[i].text);
        if (page->options->plain)
            view_why(page, card->statements[i].why);
        else if (card->statements[i].why[0])
            page_text(page, STYLE_NORMAL, card->statements[i].why);
    }
}

/* ---- keys ---------------------------------------------------------------- */

bool view_has_others(const struct session *session)
{
    const struct page page = {.session = session};

    for (int i = 0; i < session->shown_count; i++)
        if (!view_is_told(&page, i))
            return true;
    return false;
}

static bool has_unfolded(const struct session *session)
{
    return session->unfolded.full || session->unfolded.figure ||
           session->unfolded.others || session->unfolded.sources ||
           session->unfolded.why_date;
}

/* Keys for what the card has and what is not unfolded yet. */
static void view_hints(struct page *page)
{
    const struct card *card = page->session->shown_card.card;
    const struct session_unfolded *shown = &page->session->unfolded;
    const struct {
        bool is_there;
        const char *key, *words;
    } hints[] = {
        {card->full[0] && !shown->full, "f", "full explanation"},
        {card->figure_line_count > 0 && !shown->figure, "g", "figure"},
        {view_has_others(page->session) && !shown->others, "o",
         "other statements"},
        {card->source_count > 0 && !shown->sources, "r", "sources"},
    };
    bool begun = false;

    for (size_t i = 0; i < sizeof(hints) / sizeof(hints[0]); i++) {
        if (!hints[i].is_there)
            continue;
        if (!begun && (!card->brief[0] || has_unfolded(page->session)))
            page_blank(page);
        if (!begun)
            page_hints_begin(page);
        begun = true;
        page_hint(page, hints[i].key, hints[i].words);
    }
}

static void view_grades(struct page *page)
{
    static const char *const digits[] = {"1", "2", "3", "4"};

    page_blank(page);
    page_text(page, STYLE_DIM, "How well did you know it?");
    page_hints_begin(page);
    for (int i = 0; i < 4; i++)
        page_hint(page, digits[i], grade_name((enum grade)(i + 1)));
}

void view_note(struct page *page, const char *note)
{
    if (!note || !note[0])
        return;
    page_blank(page);
    page_labelled(page, "Your note", note);
}

/*
 * A card that is missed again and again is told of when it happens: what
 * brings it to an end is a reason of one's own, or leaving it out.
 */
static void view_leech(struct page *page)
{
    const struct session *session = page->session;
    const struct progress *before = &session->shown_card.progress;
    const char *dot = page->options->glyphs->dot;
    int lapses = before->lapses + 1;

    if (session->state != SESSION_ANSWERED || session->grade != GRADE_AGAIN ||
        before->due.state != CARD_REVIEW || lapses < LEECH_LAPSES)
        return;
    page_blank(page);
    page_text(page, STYLE_WARNING,
              page->options->plain
                  ? arena_printf(page->lines->arena,
                                 "Missed %d times. n and your words keep a "
                                 "note, @ suspends the card.",
                                 lapses)
                  : arena_printf(page->lines->arena,
                                 "Missed %d times %s n write why %s @ suspend",
                                 lapses, dot, dot));
}

/* ---- the whole answer ---------------------------------------------------- */

void view_answer(struct page *page, struct view_places *places)
{
    const struct session *session = page->session;
    const struct card *card = session->shown_card.card;

    page_blank(page);
    places->focus_line = page->lines->count;
    if (session->state == SESSION_ANSWERED)
        view_verdict(page);
    else if (!page->options->plain)
        page_text(page, STYLE_TITLE, "The answer");
    if (session->falls >= SESSION_FALLS_TOLD)
        view_falls(page);
    if (session->falls < SESSION_FALLS_TOLD || !view_pair(page, places))
        view_sides(page, places);
    if (session->falls >= SESSION_FALLS_TOLD)
        view_pair_question(page);
    view_unshown(page, places);
    view_leech(page);
    if (card->brief[0]) {
        page_blank(page);
        page_labelled(page, "In short", card->brief);
    }
    view_note(page, session->shown_card.note);
    view_unfolded(page);
    view_hints(page);
    if (session->state == SESSION_REVEALED)
        view_grades(page);
}
