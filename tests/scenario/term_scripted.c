/* SPDX-License-Identifier: MIT */
#include "tui/term.h"

#include "clock_scripted.h"
#include "scenario.h"

#include <stdio.h>
#include <string.h>

struct term {
    struct scenario *scenario;
    struct slice keys; /* what is left of a `keys` or `type` step */
    bool typing, pasting;
};

/* tui_run opens its terminal itself, so the scenario waits here. */
static struct term terminal;

void term_scripted_use(struct scenario *scenario)
{
    terminal = (struct term){.scenario = scenario};
}

enum status term_open(const struct term_options *options, struct term **out,
                      struct error *err)
{
    (void)err;
    terminal.scenario->ascii |= options->ascii;
    terminal.keys = SLICE("");
    *out = &terminal;
    return STATUS_OK;
}

void term_close(struct term *term)
{
    (void)term;
}

void term_size(const struct term *term, int *rows, int *cols)
{
    *rows = term->scenario->rows;
    *cols = term->scenario->cols;
}

bool term_is_ascii(const struct term *term)
{
    return term->scenario->ascii;
}

void term_redraw(struct term *term)
{
    (void)term;
}

int term_run(struct term *term, char *const arguments[])
{
    (void)term;
    (void)arguments;
    return 0; /* an editor that changed nothing */
}

/* ---- drawing ------------------------------------------------------------- */

static bool is_ascii(const char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text >= 0x80)
            return false;
    return true;
}

static bool is_control(const char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text < 0x20 || *text == 0x7F)
            return true;
    return false;
}

/* A wide cluster is followed by its right half, and nothing moves a cursor. */
static void draw_row(struct scenario *scenario, struct canvas *canvas, int row)
{
    struct buf *out = &scenario->shown[row];
    int owed = 0;

    buf_clear(out);
    for (int col = 0; col < canvas->cols; col++) {
        const struct cell *cell = canvas_at(canvas, row, col);

        if ((cell->cells == 0) != (owed > 0) || is_control(cell->text))
            script_fail(scenario, "row %d, column %d is no cell", row + 1,
                        col + 1);
        owed = cell->cells == 2 ? 1 : 0;
        if (cell->cells == 0)
            continue;
        if (!cell->text[0])
            buf_add_char(out, ' ');
        else if (scenario->ascii && !is_ascii(cell->text))
            buf_add_text(out, cell->cells == 2 ? "??" : "?");
        else
            buf_add_text(out, cell->text);
    }
}

void term_draw(struct term *term, struct canvas *canvas)
{
    struct scenario *scenario = term->scenario;

    for (int row = 0; row < scenario->shown_rows; row++)
        buf_release(&scenario->shown[row]);
    mem_free(scenario->shown);
    scenario->shown = mem_new((size_t)canvas->rows, sizeof(*scenario->shown));
    scenario->shown_rows = canvas->rows;
    for (int row = 0; row < canvas->rows; row++)
        draw_row(scenario, canvas, row);
    scenario->cursor_row = canvas->cursor_row;
    scenario->cursor_col = canvas->cursor_col;
    if (canvas->cursor_row >= scenario->rows ||
        canvas->cursor_col >= scenario->cols)
        script_fail(scenario, "the cursor is outside of the screen");
}

/* ---- @right and @wrong --------------------------------------------------- */

/* "   B  text" of a row: the letter, and the text after it. */
static char letter_of_row(struct slice row, struct slice *text)
{
    size_t at = 0;

    while (at < row.len && row.ptr[at] == ' ')
        at++;
    if (at == 0 || at > 3 || at + 4 > row.len || row.ptr[at] < 'A' ||
        row.ptr[at] > 'H' || row.ptr[at + 1] != ' ')
        return '\0';
    *text = slice_trim((struct slice){row.ptr + at + 1, row.len - at - 1});
    return row.ptr[at];
}

static const struct statement *statement_starting(const struct deck *deck,
                                                  struct slice text)
{
    for (int i = 0; i < deck->card_count; i++)
        for (int j = 0; j < deck->cards[i].statement_count; j++)
            if (slice_starts(slice_of(deck->cards[i].statements[j].text), text))
                return &deck->cards[i].statements[j];
    return NULL;
}

/* The letter of the first statement on the screen that is right, or not. */
static char find_letter(struct scenario *scenario, bool correct)
{
    for (int row = 0; row < scenario->shown_rows; row++) {
        struct slice text = {0};
        char letter = letter_of_row(buf_slice(&scenario->shown[row]), &text);

        for (int i = 0; letter && i < scenario->deck_count; i++) {
            const struct statement *found =
                statement_starting(&scenario->decks[i], text);

            if (found && found->correct == correct)
                return letter;
        }
    }
    script_fail(scenario, "no such statement is on the screen");
    return '?';
}

/* @right @wrong; @Right @Wrong press the letter with Shift. */
static void name_pseudo_key(struct scenario *scenario, struct slice name,
                            char key[16])
{
    bool shift = name.ptr[1] == 'R' || name.ptr[1] == 'W';
    char letter =
        find_letter(scenario, name.ptr[1] == 'r' || name.ptr[1] == 'R');

    snprintf(key, 16, "%c", shift ? letter : letter - 'A' + 'a');
}

/* ---- steps --------------------------------------------------------------- */

static bool take_key(struct term *term, struct term_event *event)
{
    struct slice name = {term->keys.ptr, 1};

    if (term->keys.len == 0)
        return false;
    if (term->typing) {
        term->keys.ptr++;
        term->keys.len--;
    } else {
        name = slice_cut(&term->keys, ' ');
        term->keys = slice_trim(term->keys);
    }
    event->kind = TERM_KEY;
    event->pasted = term->pasting;
    if (!term->typing && name.len > 1 && name.ptr[0] == '@')
        name_pseudo_key(term->scenario, name, event->key);
    else
        snprintf(event->key, sizeof(event->key), "%.*s", (int)name.len,
                 name.ptr);
    return true;
}

/* Time passes until the program wants to wake up, or the wait is over. */
static bool take_wait(struct term *term, int64_t timeout_ms,
                      struct term_event *event)
{
    struct scenario *scenario = term->scenario;

    if (timeout_ms == 0)
        timeout_ms = 1;
    if (timeout_ms > 0 && timeout_ms <= scenario->waiting_ms) {
        clock_advance(timeout_ms);
        scenario->waiting_ms -= timeout_ms;
        event->kind = TERM_TIMER;
        return true;
    }
    clock_advance(scenario->waiting_ms);
    scenario->waiting_ms = 0;
    return false;
}

static bool resize(struct scenario *scenario, struct term_event *event)
{
    if (!script_size(scenario->step.rest, &scenario->rows, &scenario->cols))
        script_fail(scenario, "that is no size");
    event->kind = TERM_RESIZE;
    return true;
}

static bool stop(struct scenario *scenario, struct term_event *event)
{
    event->kind = TERM_RESUMED;
    event->stopped_ms = script_ms(scenario->step.rest);
    clock_advance(event->stopped_ms);
    return true;
}

/* Carries out a step; true when it made an event. */
static bool take_step(struct term *term, struct term_event *event)
{
    struct scenario *scenario = term->scenario;
    struct slice verb = scenario->step.verb;

    if (slice_is(verb, "keys") || slice_is(verb, "type") ||
        slice_is(verb, "paste")) {
        term->keys = scenario->step.rest;
        term->typing = !slice_is(verb, "keys");
        term->pasting = slice_is(verb, "paste");
        return false;
    }
    if (slice_is(verb, "resize"))
        return resize(scenario, event);
    if (slice_is(verb, "stopped"))
        return stop(scenario, event);
    if (slice_is(verb, "wait")) {
        scenario->waiting_ms = script_ms(scenario->step.rest);
        if (scenario->waiting_ms < 0)
            script_fail(scenario, "wait wants a time like 10m");
    } else if (slice_is(verb, "hang-up")) {
        event->kind = TERM_GONE;
        return true;
    } else if (!slice_is(verb, "fail-store") && check_step(scenario)) {
        return false;
    } else if (!outside_step(scenario)) {
        script_fail(scenario, "no step of a running program");
    }
    return false;
}

void term_wait(struct term *term, int64_t timeout_ms, struct term_event *event)
{
    struct scenario *scenario = term->scenario;

    *event = (struct term_event){.kind = TERM_GONE};
    while (!script_failed(scenario)) {
        if (scenario->waiting_ms > 0 && take_wait(term, timeout_ms, event))
            return;
        if (take_key(term, event) || !script_next(scenario) ||
            take_step(term, event))
            break;
    }
    if (script_failed(scenario))
        event->kind = TERM_GONE;
}
