/* SPDX-License-Identifier: MIT */
#include "widgets.h"

#include "aiio/insight.h"
#include "aiio/view_stats.h"

#include <string.h>

/* Statistics of home's deck, and the forecast; one long text. */
struct stats_state {
    struct stats stats;
    struct forecast_report forecast;
    struct arena arena;
    struct scroll scroll;
    int rows, lines; /* of the last frame, for paging */
};

static void stats_close(void *data)
{
    struct stats_state *state = data;

    stats_release(&state->stats);
    arena_release(&state->arena);
    mem_free(state);
}

void *stats_open(struct tui *tui, const char *deck, struct error *err)
{
    struct stats_state *state = mem_new(1, sizeof(*state));
    enum status status = app_stats(tui->app, deck, &state->stats, err);

    if (!status)
        status = app_forecast(tui->app, deck, true, &state->arena,
                              &state->forecast, err);
    if (!status)
        return state;
    stats_close(state);
    return NULL;
}

static enum context stats_context(const struct tui *tui, const void *data)
{
    (void)tui;
    (void)data;
    return CONTEXT_READING;
}

static void stats_draw(struct tui *tui, void *data, struct canvas *canvas)
{
    struct stats_state *state = data;
    struct lines lines = {.arena = &tui->frame};
    struct body body = draw_frame(tui, canvas, SLICE("Statistics"),
                                  slice_of(state->forecast.title));
    const struct view_stats_options options = {canvas->cols - 1, tui->glyphs};

    lines_add(&lines);
    lines_printf(&lines, STYLE_TITLE, " Forecast of a mock exam of this deck");
    view_forecast(&lines, &state->forecast, options.width, tui->glyphs);
    lines_add(&lines);
    view_stats(&lines, &state->stats, &options);
    body_fit(&body, lines.count);
    draw_lines(tui, canvas, body, &lines, &state->scroll);
    state->rows = body.rows;
    state->lines = lines.count;
    canvas_cursor(canvas, body.first, 1);
    draw_footer(tui, canvas, CONTEXT_READING, NULL, 0);
}

static struct reply stats_act(struct tui *tui, void *data, const char *key,
                              enum action action, int arg)
{
    struct stats_state *state = data;

    (void)tui;
    (void)key;
    (void)arg;
    if (action == ACTION_BACK)
        return POP;
    if (action == ACTION_PAGE)
        action = ACTION_PAGE_DOWN;
    scroll_act(&state->scroll, action, state->rows, state->lines);
    return STAY;
}

const struct screen_row screen_stats = {
    .name = "statistics",
    .context = stats_context,
    .draw = stats_draw,
    .act = stats_act,
    .close = stats_close,
};
