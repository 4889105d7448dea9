/* SPDX-License-Identifier: MIT */
#include "widgets.h"

#include "aiio/insight.h"
#include "aiio/insight_view.h"
#include "aiio/width.h"
#include "aiio/wrap.h"

#include <string.h>

enum { NOTE_COLS = 60 };

/* Wrong statements that were believed, and one of them with both whys. */
struct believed {
    char deck[DECK_ID_MAX + 1];
    struct misconceptions all;
    int selected;
    bool is_open; /* the selected one is shown */
    struct scroll list, text;
    int rows, lines; /* of the text, for paging */
};

static void *believed_open(struct tui *tui, const char *deck, struct error *err)
{
    struct believed *state = mem_new(1, sizeof(*state));

    if (strlen(deck) <= DECK_ID_MAX)
        memcpy(state->deck, deck, strlen(deck) + 1);
    if (app_misconceptions(tui->app, state->deck, &state->all, err) ==
        STATUS_OK)
        return state;
    misconceptions_release(&state->all);
    mem_free(state);
    return NULL;
}

struct reply misconceptions_push(struct tui *tui, const char *deck)
{
    struct error err = {0};
    void *state = believed_open(tui, deck, &err);

    if (!state)
        tui_say(tui, err.text, true);
    return (struct reply){
        .kind = REPLY_PUSH, .screen = SCREEN_MISCONCEPTIONS, .state = state};
}

static void believed_close(void *data)
{
    struct believed *state = data;

    misconceptions_release(&state->all);
    mem_free(state);
}

static enum context believed_context(const struct tui *tui, const void *data)
{
    const struct believed *state = data;

    (void)tui;
    return state->is_open ? CONTEXT_MISCONCEPTION : CONTEXT_MISCONCEPTIONS;
}

/* Some were studied meanwhile. */
static void believed_again(struct tui *tui, void *data, int64_t stopped_ms)
{
    struct believed *state = data;
    struct misconceptions fresh = {0};
    struct error err = {0};

    (void)stopped_ms;
    if (app_misconceptions(tui->app, state->deck, &fresh, &err)) {
        tui_say(tui, err.text, true);
        misconceptions_release(&fresh);
        return;
    }
    misconceptions_release(&state->all);
    state->all = fresh;
    if (state->selected >= fresh.count)
        state->selected = fresh.count > 0 ? fresh.count - 1 : 0;
    if (fresh.count == 0)
        state->is_open = false;
}

/* ---- drawing ------------------------------------------------------------- */

static void add_none(struct lines *lines, int cols)
{
    struct wrap_box box = {.width = cols - 1,
                           .indent = cols >= NOTE_COLS ? 3 : 1,
                           .base = STYLE_NORMAL,
                           .bullet = "-"};

    box.first = (struct span){cols >= NOTE_COLS ? SLICE("   ") : SLICE(" "),
                              STYLE_NORMAL};
    wrap_text(lines, &box,
              SLICE("No wrong statement was chosen so far. Those that fool "
                    "you stand here: how often, when last, and whether you "
                    "have overcome them."));
}

/* " > 3x  the statement             overcome". */
static void add_item(struct tui *tui, struct lines *lines,
                     const struct misconception *item, bool selected, int cols)
{
    enum style style = selected         ? STYLE_EMPHASIS
                       : item->overcome ? STYLE_DIM
                                        : STYLE_NORMAL;
    const char *note = item->overcome        ? "overcome"
                       : item->believed == 0 ? "guessed"
                       : item->pair_card     ? "taken for another"
                                             : "";
    int end = cols >= NOTE_COLS ? cols - 20 : cols;

    lines_add(lines);
    lines_printf(lines, STYLE_NORMAL, " %s ",
                 selected ? tui->glyphs->pointer : " ");
    lines_printf(lines, style, "%3dx", item->times);
    lines_printf(lines, style, " %s ",
                 item->overcome ? tui->glyphs->right : " ");
    lines_span(lines, style, text_fit(slice_of(item->text), end - 11));
    if (cols >= NOTE_COLS) {
        lines_pad(lines, end + 1);
        lines_span(lines, STYLE_DIM, slice_of(note));
    }
}

static void draw_list(struct tui *tui, struct believed *state,
                      struct canvas *canvas)
{
    struct lines lines = {.arena = &tui->frame};
    struct buf note = {0};
    struct body body;
    int open = 0;

    for (int i = 0; i < state->all.count; i++)
        open += state->all.items[i].overcome ? 0 : 1;
    buf_printf(&note, "%d not overcome", open);
    body = draw_frame(tui, canvas, SLICE("Misconceptions"), buf_slice(&note));
    if (state->all.count == 0)
        add_none(&lines, canvas->cols);
    for (int i = 0; i < state->all.count; i++)
        add_item(tui, &lines, &state->all.items[i], i == state->selected,
                 canvas->cols);
    body_fit(&body, lines.count);
    scroll_to(&state->list, state->selected, body.rows, lines.count);
    draw_lines(tui, canvas, body, &lines, &state->list);
    canvas_cursor(canvas, body.first + state->selected - state->list.top, 1);
    draw_footer(tui, canvas, CONTEXT_MISCONCEPTIONS, NULL, 0);
    buf_release(&note);
}

static void draw_one(struct tui *tui, struct believed *state,
                     struct canvas *canvas)
{
    const struct misconception *item = &state->all.items[state->selected];
    struct lines lines = {.arena = &tui->frame};
    struct insight_view view = {.width = canvas->cols, .glyphs = tui->glyphs};
    struct buf note = {0};
    struct body body;

    buf_printf(&note, "%d of %d", state->selected + 1, state->all.count);
    body = draw_frame(tui, canvas, slice_of(item->card), buf_slice(&note));
    misconception_view(&lines, item, &view);
    body_fit(&body, lines.count);
    draw_lines(tui, canvas, body, &lines, &state->text);
    state->rows = body.rows;
    state->lines = lines.count;
    canvas_cursor(canvas, body.first, canvas->cols >= NOTE_COLS ? 3 : 1);
    draw_footer(tui, canvas, CONTEXT_MISCONCEPTION, NULL, 0);
    buf_release(&note);
}

static void believed_draw(struct tui *tui, void *data, struct canvas *canvas)
{
    struct believed *state = data;

    if (state->is_open)
        draw_one(tui, state, canvas);
    else
        draw_list(tui, state, canvas);
}

/* ---- keys ---------------------------------------------------------------- */

static struct reply act_on_text(struct believed *state, enum action action)
{
    if (action == ACTION_BACK) {
        state->is_open = false;
    } else if (action == ACTION_NEXT) {
        state->text.top = 0;
        if (state->selected + 1 < state->all.count)
            state->selected++;
        else
            state->is_open = false;
    } else {
        scroll_act(&state->text,
                   action == ACTION_PAGE ? ACTION_PAGE_DOWN : action,
                   state->rows, state->lines);
    }
    return STAY;
}

static struct reply believed_act(struct tui *tui, void *data, const char *key,
                                 enum action action, int arg)
{
    struct believed *state = data;
    struct scroll cursor = {state->selected};

    (void)key;
    (void)arg;
    if (action == ACTION_STUDY_THESE)
        return study_on_purpose(tui, state->deck, app_misconceived,
                                "there is none that is not overcome");
    if (state->is_open)
        return act_on_text(state, action);
    if (action == ACTION_BACK)
        return POP;
    if (action == ACTION_OPEN && state->all.count > 0) {
        state->is_open = true;
        state->text.top = 0;
        return STAY;
    }
    scroll_act(&cursor, action, 1, state->all.count);
    state->selected = cursor.top;
    return STAY;
}

const struct screen_row screen_misconceptions = {
    .name = "misconceptions",
    .context = believed_context,
    .draw = believed_draw,
    .act = believed_act,
    .again = believed_again,
    .close = believed_close,
};
