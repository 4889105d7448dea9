/* SPDX-License-Identifier: MIT */
#include "widgets.h"

#include "aiio/insight.h"
#include "aiio/view_stats.h"

/* A list of wrong statements that were believed; Enter opens one. */
struct misconceptions_state {
    struct misconceptions all;
    struct arena arena;
    const char *deck;
    int selected;
    bool is_open; /* the selected one is shown */
    struct scroll list, text;
    int rows, lines; /* of the text's last frame */
};

static void misconceptions_close(void *data)
{
    struct misconceptions_state *state = data;

    misconceptions_release(&state->all);
    arena_release(&state->arena);
    mem_free(state);
}

void *misconceptions_open(struct tui *tui, const char *deck, struct error *err)
{
    struct misconceptions_state *state = mem_new(1, sizeof(*state));

    state->deck = arena_string(&state->arena, slice_of(deck));
    if (app_misconceptions(tui->app, deck, &state->all, err) == STATUS_OK)
        return state;
    misconceptions_close(state);
    return NULL;
}

static enum context misconceptions_context(const struct tui *tui,
                                           const void *data)
{
    const struct misconceptions_state *state = data;

    (void)tui;
    return state->is_open ? CONTEXT_READING : CONTEXT_MISCONCEPTIONS;
}

/* After a session of them some may be overcome. */
static void misconceptions_again(struct tui *tui, void *data, int64_t stopped)
{
    struct misconceptions_state *state = data;
    struct error err = {0};

    (void)stopped;
    misconceptions_release(&state->all);
    if (app_misconceptions(tui->app, state->deck, &state->all, &err))
        tui_say(tui, err.text, true);
    if (state->selected >= state->all.count)
        state->selected = state->all.count > 0 ? state->all.count - 1 : 0;
}

static void add_list(struct tui *tui, struct misconceptions_state *state,
                     struct lines *lines, int cols)
{
    const struct view_stats_options options = {cols - 4, tui->glyphs};

    for (int i = 0; i < state->all.count; i++) {
        lines_add(lines);
        lines_printf(lines, STYLE_NORMAL, " %s ",
                     i == state->selected ? tui->glyphs->pointer : " ");
        view_misconception_row(lines, &state->all.items[i], &options);
    }
    if (state->all.count == 0) {
        lines_add(lines);
        lines_printf(lines, STYLE_NORMAL,
                     "   No wrong statement was chosen yet.");
    }
}

static void misconceptions_draw(struct tui *tui, void *data,
                                struct canvas *canvas)
{
    struct misconceptions_state *state = data;
    struct lines lines = {.arena = &tui->frame};
    const char *note = arena_printf(&tui->frame, "%d", state->all.count);
    struct body body =
        draw_frame(tui, canvas, SLICE("Misconceptions"), slice_of(note));
    const struct view_stats_options options = {canvas->cols - 1, tui->glyphs};
    struct scroll *scroll = state->is_open ? &state->text : &state->list;
    int row = 0;

    if (state->is_open) {
        lines_add(&lines);
        view_misconception(&lines, &state->all.items[state->selected],
                           &options);
    } else {
        add_list(tui, state, &lines, canvas->cols);
    }
    body_fit(&body, lines.count);
    if (!state->is_open) {
        scroll_to(scroll, state->selected, body.rows, lines.count);
        row = state->selected - scroll->top;
    }
    draw_lines(tui, canvas, body, &lines, scroll);
    state->rows = body.rows;
    state->lines = lines.count;
    canvas_cursor(canvas, body.first + row, 1);
    draw_footer(tui, canvas, misconceptions_context(tui, state), NULL, 0);
}

static struct reply study_these(struct tui *tui,
                                struct misconceptions_state *state)
{
    struct study_options options = {
        .deck = state->deck, .new_limit = -1, .review_limit = -1};
    struct error err = {0};
    struct arena arena = {0};
    void *screen = NULL;

    if (app_misconceived(tui->app, state->deck, &arena, &options.purpose,
                         &err) == STATUS_OK)
        screen = study_open(tui, &options, &err);
    arena_release(&arena);
    if (!screen) {
        tui_say(tui, err.text, true);
        return STAY;
    }
    return (struct reply){
        .kind = REPLY_PUSH, .screen = SCREEN_STUDY, .state = screen};
}

static struct reply misconceptions_act(struct tui *tui, void *data,
                                       const char *key, enum action action,
                                       int arg)
{
    struct misconceptions_state *state = data;
    struct scroll cursor = {state->selected};

    (void)key;
    (void)arg;
    if (state->is_open) {
        if (action == ACTION_BACK)
            state->is_open = false;
        scroll_act(&state->text,
                   action == ACTION_PAGE ? ACTION_PAGE_DOWN : action,
                   state->rows, state->lines);
        return STAY;
    }
    if (action == ACTION_BACK)
        return POP;
    if (action == ACTION_STUDY)
        return study_these(tui, state);
    if (action == ACTION_OPEN && state->all.count > 0) {
        state->is_open = true;
        state->text.top = 0;
        return STAY;
    }
    scroll_act(&cursor, action, 1, state->all.count);
    state->selected = cursor.top < 0                   ? 0
                      : cursor.top >= state->all.count ? state->all.count - 1
                                                       : cursor.top;
    if (state->all.count == 0)
        state->selected = 0;
    return STAY;
}

const struct screen_row screen_misconceptions = {
    .name = "misconceptions",
    .context = misconceptions_context,
    .draw = misconceptions_draw,
    .act = misconceptions_act,
    .again = misconceptions_again,
    .close = misconceptions_close,
};
