/* SPDX-License-Identifier: MIT */
#include "browse.h"

#include "aiio/width.h"
#include "aiio/wrap.h"

#include <string.h>

enum {
    WIDE_COLS = 60,
    NARROW_COLS = 36,
    STANDING_CELLS = 10,
    OBJECTIVE_CELLS = 8,
    PANE_ROWS = 7,      /* the card below the list, a blank line and all */
    PANE_FROM_ROWS = 16 /* of a body */
};

static enum context context_now(const struct browse *browse)
{
    return browse->confirms ? CONTEXT_CONFIRM
           : browse->looks  ? CONTEXT_LOOK
                            : CONTEXT_BROWSE;
}

/* "3 of 244", and how many are marked. */
static struct slice note_of(struct tui *tui, const struct browse *browse)
{
    struct buf text = {0};
    const char *kept;

    if (browse->marked_count > 0)
        buf_printf(&text, "%d marked %s ", browse->marked_count,
                   tui->glyphs->dot);
    if (browse->found.count > 0)
        buf_printf(&text, "%d of %d", browse->selected + 1,
                   browse->found.count);
    kept = arena_string(&tui->frame, buf_slice(&text));
    buf_release(&text);
    return slice_of(kept);
}

static void add_query(struct tui *tui, struct lines *lines,
                      const struct browse *browse, int cols)
{
    lines_add(lines);
    lines_span(lines, STYLE_KEY, SLICE(" / "));
    if (browse->query.len > 0)
        lines_cut(lines, STYLE_NORMAL, buf_slice(&browse->query), cols - 4,
                  tui->glyphs->ellipsis);
    else
        lines_span(lines, STYLE_DIM, text_fit(SLICE("all cards"), cols - 4));
}

/* ---- a row of the list --------------------------------------------------- */

/* The first line of a text, without its markup. */
static const char *first_line(struct arena *arena, const char *text)
{
    struct slice rest = slice_of(text);
    struct span *spans = NULL;
    int count =
        markup_spans(arena, slice_cut(&rest, '\n'), STYLE_NORMAL, &spans);
    struct buf plain = {0};
    const char *kept;

    for (int i = 0; i < count; i++)
        buf_add(&plain, spans[i].text);
    kept = arena_string(arena, buf_slice(&plain));
    buf_release(&plain);
    return kept;
}

/* Objective, flag and where it stands, right-aligned. */
static void add_columns(struct tui *tui, struct lines *lines,
                        const struct browse_line *line, int cols)
{
    struct query_now now = app_query_now(tui->app);
    struct buf standing = {0};
    struct slice text;

    browse_standing(&standing, &line->row, &now);
    text = slice_of(arena_string(&tui->frame, buf_slice(&standing)));
    buf_release(&standing);
    if (cols >= WIDE_COLS) {
        lines_pad(lines, cols - STANDING_CELLS - OBJECTIVE_CELLS - 3);
        lines_span(
            lines, STYLE_DIM,
            text_fit(slice_of(line->row.objective), OBJECTIVE_CELLS - 1));
    }
    lines_pad(lines, cols - STANDING_CELLS - 3);
    lines_span(lines, STYLE_EMPHASIS,
               line->row.progress.flagged ? SLICE("*") : SLICE(" "));
    lines_pad(lines, cols - 1 - text_cells(text));
    lines_span(lines, STYLE_DIM, text);
}

static void add_card(struct tui *tui, struct lines *lines,
                     const struct browse *browse, int place, int cols)
{
    bool selected = place == browse->selected;
    int beside = cols >= WIDE_COLS     ? STANDING_CELLS + OBJECTIVE_CELLS + 4
                 : cols >= NARROW_COLS ? STANDING_CELLS + 4
                                       : 1;
    struct browse_line line = {0};
    struct error err = {0};

    lines_add(lines);
    lines_printf(lines, STYLE_NORMAL, " %s%s ",
                 selected ? tui->glyphs->pointer : " ",
                 browse->marked[place] ? tui->glyphs->bullet : " ");
    if (app_browse_line(tui->app, browse->found.keys[place], &tui->frame, &line,
                        &err)) {
        lines_span(lines, STYLE_DIM, SLICE("not here any more"));
        return;
    }
    lines_cut(lines, selected ? STYLE_EMPHASIS : STYLE_NORMAL,
              slice_of(first_line(&tui->frame, line.question)),
              cols - 4 - beside, tui->glyphs->ellipsis);
    if (cols >= NARROW_COLS)
        add_columns(tui, lines, &line, cols);
}

/* ---- the card below the list --------------------------------------------- */

static void add_pane(struct tui *tui, struct lines *lines, int64_t key,
                     int cols)
{
    struct store_card row = {0};
    struct card card = {0};
    struct error err = {0};
    struct wrap_box box = {.width = cols - 1,
                           .indent = 5,
                           .base = STYLE_NORMAL,
                           .bullet = tui->glyphs->bullet};

    if (store_card_load(tui->app->store, key, &tui->frame, &row, &card, &err))
        return;
    lines_add(lines);
    lines_printf(lines, STYLE_DIM, "   %s/%s", row.deck, row.id);
    box.indent = 3;
    wrap_text(lines, &box, slice_of(card.question));
    box.indent = 5;
    for (int i = 0; i < card.correct_count; i++) {
        box.first = (struct span){
            slice_of(arena_printf(&tui->frame, "   %s ", tui->glyphs->right)),
            STYLE_RIGHT};
        box.base = STYLE_RIGHT;
        wrap_text(lines, &box, slice_of(card.statements[i].text));
    }
}

static void draw_pane(struct tui *tui, const struct browse *browse,
                      struct canvas *canvas, struct body body)
{
    struct lines lines = {.arena = &tui->frame};

    add_pane(tui, &lines, browse->found.keys[browse->selected], canvas->cols);
    for (int i = 0; i < body.rows && i < lines.count; i++)
        canvas_line(canvas, body.first + i, 0, canvas->cols, &lines.items[i]);
}

static void add_nothing(struct lines *lines, int cols)
{
    struct wrap_box box = {.width = cols - 1,
                           .indent = cols >= WIDE_COLS ? 3 : 1,
                           .base = STYLE_NORMAL,
                           .bullet = "",
                           .plain = true};

    lines_add(lines);
    wrap_text(lines, &box, SLICE("No card matches. / changes the search."));
}

void browse_draw_list(struct tui *tui, struct browse *browse,
                      struct canvas *canvas)
{
    static const struct hint without_cards[] = {
        {"/", "search", 1}, {"?", "help", 0}, {"q", "back", 2}};
    struct lines lines = {.arena = &tui->frame};
    struct scroll none = {0};
    struct body body =
        draw_frame(tui, canvas, SLICE("Browse"), note_of(tui, browse));
    struct body pane = body, list = body;
    int count = browse->found.count;

    add_query(tui, &lines, browse, canvas->cols);
    if (body.rows >= PANE_FROM_ROWS && count > 0) {
        list.rows -= PANE_ROWS;
        pane.first += list.rows + 1;
        pane.rows = PANE_ROWS - 1;
        draw_pane(tui, browse, canvas, pane);
    }
    browse->list_rows = list.rows > 1 ? list.rows - 1 : 1;
    scroll_to(&browse->list_scroll, browse->selected, browse->list_rows, count);
    if (count == 0)
        add_nothing(&lines, canvas->cols);
    for (int i = browse->list_scroll.top;
         i < count && i < browse->list_scroll.top + browse->list_rows; i++)
        add_card(tui, &lines, browse, i, canvas->cols);
    if (list.rows < 2)
        none.top = lines.count - 1;
    draw_lines(tui, canvas, list, &lines, &none);
    canvas_cursor(canvas,
                  list.first + (list.rows > 1) + browse->selected -
                      browse->list_scroll.top,
                  1);
    if (count == 0)
        draw_footer(tui, canvas, CONTEXT_COUNT, without_cards, 3);
    else
        draw_footer(tui, canvas, context_now(browse), NULL, 0);
}

/* ---- one card ------------------------------------------------------------ */

static void add_standing(struct tui *tui, struct lines *lines,
                         const struct store_card *row, int cols)
{
    struct query_now now = app_query_now(tui->app);
    const struct progress *at = &row->progress;
    struct buf text = {0};
    struct wrap_box box = {.width = cols - 1,
                           .indent = cols >= WIDE_COLS ? 3 : 1,
                           .base = STYLE_DIM,
                           .bullet = "",
                           .plain = true};
    int day;

    buf_printf(&text, "%s/%s, ", row->deck, row->id);
    browse_standing(&text, row, &now);
    if (query_due_day(at, &now, &day)) {
        buf_add_text(&text, ", ");
        day_format_long(&text, day);
    }
    if (at->answers > 0) {
        buf_add_text(&text, ", ");
        fmt_count(&text, at->answers, "answer", "answers");
        buf_printf(&text, ", %d wrong, ", at->wrong);
        fmt_count(&text, at->lapses, "lapse", "lapses");
        buf_printf(&text, ", stability %.1f d", at->memory.stability);
    }
    if (at->flagged)
        buf_add_text(&text, ", flagged");
    lines_add(lines);
    wrap_text(lines, &box,
              slice_of(arena_string(&tui->frame, buf_slice(&text))));
    buf_release(&text);
}

void browse_draw_card(struct tui *tui, struct browse *browse,
                      struct canvas *canvas)
{
    struct lines lines = {.arena = &tui->frame};
    struct view_options options = {
        .width = canvas->cols, .glyphs = tui->glyphs, .now = app_now(tui->app)};
    struct store_card row = {0};
    struct card card = {0};
    const char *note = "";
    struct error err = {0};
    struct body body;
    enum status status =
        store_card_load(tui->app->store, browse->found.keys[browse->selected],
                        &tui->frame, &row, &card, &err);

    if (!status)
        status = app_note(tui->app, row.deck, row.id, &tui->frame, &note, &err);
    if (status)
        tui_say(tui, err.text, true);
    body = draw_frame(tui, canvas, slice_of(status ? "" : row.id),
                      note_of(tui, browse));
    if (!status) {
        view_preview(&lines, &card, note, &options);
        add_standing(tui, &lines, &row, canvas->cols);
    }
    body_fit(&body, lines.count);
    draw_lines(tui, canvas, body, &lines, &browse->text_scroll);
    browse->text_rows = body.rows;
    browse->text_lines = lines.count;
    canvas_cursor(canvas, body.first, canvas->cols >= WIDE_COLS ? 3 : 1);
    draw_footer(tui, canvas, context_now(browse), NULL, 0);
}
