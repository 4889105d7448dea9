/* SPDX-License-Identifier: MIT */
#include "widgets.h"

#include "aiio/width.h"
#include "aiio/wrap.h"

#include <string.h>

enum { LINE_BYTES_MAX = 4096 };

/* A line being written: a query, a note. The screen below takes it. */
struct line_state {
    const struct line_question *question;
    struct buf text;
    size_t at; /* byte at which the cursor stands */
    struct scroll scroll;
    bool reads;       /* what stands below: the cursor may be out of view */
    int rows, lines;  /* of the last frame */
    struct error why; /* it was refused */
};

void *line_open(const struct line_question *question, const char *text)
{
    struct line_state *state = mem_new(1, sizeof(*state));

    state->question = question;
    buf_add_text(&state->text, text);
    state->at = state->text.len;
    return state;
}

static void line_close(void *data)
{
    struct line_state *state = data;

    buf_release(&state->text);
    mem_free(state);
}

static enum context line_context(const struct tui *tui, const void *state)
{
    (void)tui;
    (void)state;
    return CONTEXT_TYPING;
}

/* ---- drawing ------------------------------------------------------------- */

/* The text broken where a row is full; the cursor's place among the rows. */
static void add_text(struct lines *lines, const struct line_state *state,
                     int margin, int cols, int *row, int *col)
{
    struct slice text = buf_slice(&state->text);
    size_t start = 0, at = 0;
    int cells = 0, room = cols - margin - 1;

    lines_add(lines);
    lines_pad(lines, margin);
    for (;;) {
        struct grapheme next =
            grapheme_first((struct slice){text.ptr + at, text.len - at});

        if (next.bytes == 0 || cells + next.cells > room) {
            lines_span(lines, STYLE_EMPHASIS,
                       (struct slice){text.ptr + start, at - start});
            start = at;
            cells = 0;
            if (next.bytes > 0) {
                lines_add(lines);
                lines_pad(lines, margin);
            }
        }
        if (at == state->at) {
            *row = lines->count - 1;
            *col = next.bytes > 0 ? margin + cells : lines->items[*row].cells;
        }
        if (next.bytes == 0)
            return;
        cells += next.cells;
        at += next.bytes;
    }
}

static void add_words(struct lines *lines, enum style style, const char *text,
                      int margin, int cols)
{
    struct wrap_box box = {.width = cols - 1,
                           .indent = margin,
                           .base = style,
                           .bullet = "",
                           .plain = true};

    wrap_text(lines, &box, slice_of(text));
}

static void line_draw(struct tui *tui, void *data, struct canvas *canvas)
{
    struct line_state *state = data;
    struct lines lines = {.arena = &tui->frame};
    int margin = canvas->cols >= 60 ? 3 : 1, row = 0, col = 0;
    struct hint enter = {"Enter", state->question->enter, 1};
    struct body body =
        draw_frame(tui, canvas, slice_of(state->question->heading), SLICE(""));

    add_words(&lines, STYLE_NORMAL, state->question->label, margin,
              canvas->cols);
    add_text(&lines, state, margin, canvas->cols, &row, &col);
    if (state->why.text[0]) {
        lines_add(&lines);
        add_words(&lines, STYLE_WARNING, state->why.text, margin, canvas->cols);
    }
    if (state->question->help) {
        lines_add(&lines);
        add_words(&lines, STYLE_DIM, state->question->help, margin,
                  canvas->cols);
    }
    body_fit(&body, lines.count);
    if (!state->reads)
        scroll_to(&state->scroll, row, body.rows, lines.count);
    state->rows = body.rows;
    state->lines = lines.count;
    draw_lines(tui, canvas, body, &lines, &state->scroll);
    canvas_cursor(canvas, body.first + row - state->scroll.top, col);
    draw_footer(tui, canvas, CONTEXT_TYPING, &enter, 1);
}

/* ---- editing ------------------------------------------------------------- */

static size_t before(const struct line_state *state)
{
    struct slice rest = buf_slice(&state->text);
    size_t at = 0;

    while (at < state->at) {
        size_t bytes =
            grapheme_first((struct slice){rest.ptr + at, rest.len - at}).bytes;

        if (at + bytes >= state->at)
            break;
        at += bytes;
    }
    return at;
}

static size_t after(const struct line_state *state)
{
    struct slice rest = buf_slice(&state->text);

    return state->at + grapheme_first((struct slice){rest.ptr + state->at,
                                                     rest.len - state->at})
                           .bytes;
}

static size_t word_before(const struct line_state *state)
{
    const char *text = buf_text(&state->text);
    size_t at = state->at;

    while (at > 0 && text[at - 1] == ' ')
        at--;
    while (at > 0 && text[at - 1] != ' ')
        at--;
    return at;
}

static void erase_from(struct line_state *state, size_t from)
{
    struct buf text = {0};

    buf_add(&text, (struct slice){buf_text(&state->text), from});
    buf_add_text(&text, buf_text(&state->text) + state->at);
    buf_release(&state->text);
    state->text = text;
    state->at = from;
}

static void insert(struct line_state *state, struct slice typed)
{
    struct buf text = {0};

    if (state->text.len + typed.len > LINE_BYTES_MAX)
        return;
    buf_add(&text, (struct slice){buf_text(&state->text), state->at});
    buf_add(&text, typed);
    buf_add_text(&text, buf_text(&state->text) + state->at);
    buf_release(&state->text);
    state->text = text;
    state->at += typed.len;
}

/* A key that is one character; names of keys are longer and ASCII. */
static bool is_character(const char *key)
{
    uint32_t ignored;

    return key[0] && utf8_first(slice_of(key), &ignored) == strlen(key) &&
           (unsigned char)key[0] >= 0x20 && key[0] != 0x7F;
}

static struct reply take(struct tui *tui, struct line_state *state)
{
    struct screen *below = &tui->stack[tui->depth - 2];
    struct slice text = slice_trim(buf_slice(&state->text));
    const char *kept = arena_string(&tui->frame, text);

    if (screen_row(below->kind)->take(tui, below->state, kept, &state->why) ==
        STATUS_OK)
        return POP;
    /* The cursor goes to where the error is. */
    state->at = (size_t)(text.ptr - buf_text(&state->text));
    for (int column = 1; column < state->why.column; column++) {
        uint32_t ignored;
        struct slice rest = buf_slice(&state->text);

        state->at += utf8_first(
            (struct slice){rest.ptr + state->at, rest.len - state->at},
            &ignored);
    }
    if (state->why.column == 0)
        state->at = state->text.len;
    return STAY;
}

static struct reply line_act(struct tui *tui, void *data, const char *key,
                             enum action action, int arg)
{
    struct line_state *state = data;

    (void)arg;
    state->reads = action == ACTION_PAGE_DOWN || action == ACTION_PAGE_UP;
    if (state->reads) {
        scroll_act(&state->scroll, action, state->rows, state->lines);
        return STAY;
    }
    state->why.text[0] = '\0';
    if (action == ACTION_TAKE)
        return take(tui, state);
    if (action == ACTION_BACK)
        return POP;
    if (action == ACTION_ERASE)
        erase_from(state, before(state));
    else if (action == ACTION_ERASE_WORD)
        erase_from(state, word_before(state));
    else if (action == ACTION_SHIFT_LEFT)
        state->at = before(state);
    else if (action == ACTION_SHIFT_RIGHT)
        state->at = after(state);
    else if (action == ACTION_TOP)
        state->at = 0;
    else if (action == ACTION_BOTTOM)
        state->at = state->text.len;
    else if (!strcmp(key, "Space"))
        insert(state, SLICE(" "));
    else if (is_character(key))
        insert(state, slice_of(key));
    if (action == ACTION_ERASE_ALL) {
        buf_clear(&state->text);
        state->at = 0;
    }
    return STAY;
}

const struct screen_row screen_line = {
    .name = "line",
    .text_field = true,
    .context = line_context,
    .draw = line_draw,
    .act = line_act,
    .close = line_close,
};
