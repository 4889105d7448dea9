/* SPDX-License-Identifier: MIT */
#include "widgets.h"

#include "aiio/insight.h"
#include "aiio/insight_view.h"

#include <string.h>

/* Statistics of the deck that home shows, on one scrollable screen. */
struct stats_state {
    char deck[DECK_ID_MAX + 1];
    struct stats stats;
    struct forecast_report forecast;
    struct arena arena; /* of the forecast */
    struct scroll scroll;
    int rows, lines; /* of the last frame, for paging */
};

static enum status load(struct tui *tui, struct stats_state *state,
                        struct stats *stats, struct error *err)
{
    enum status status = app_stats(tui->app, state->deck, stats, err);

    if (status)
        return status;
    arena_reset(&state->arena); /* app_forecast fills the report anew */
    return app_forecast(tui->app, state->deck, true, &state->arena,
                        &state->forecast, err);
}

void *stats_open(struct tui *tui, const char *deck, struct error *err)
{
    struct stats_state *state = mem_new(1, sizeof(*state));

    if (strlen(deck) <= DECK_ID_MAX)
        memcpy(state->deck, deck, strlen(deck) + 1);
    if (load(tui, state, &state->stats, err) == STATUS_OK)
        return state;
    stats_release(&state->stats);
    arena_release(&state->arena);
    mem_free(state);
    return NULL;
}

static void stats_close(void *data)
{
    struct stats_state *state = data;

    stats_release(&state->stats);
    arena_release(&state->arena);
    mem_free(state);
}

static enum context stats_context(const struct tui *tui, const void *state)
{
    (void)tui;
    (void)state;
    return CONTEXT_STATS;
}

/* Answers were given meanwhile, above this screen or in another program. */
static void stats_again(struct tui *tui, void *data, int64_t stopped_ms)
{
    struct stats_state *state = data;
    struct stats fresh = {0};
    struct error err = {0};

    (void)stopped_ms;
    if (load(tui, state, &fresh, &err)) {
        tui_say(tui, err.text, true);
        stats_release(&fresh);
        return;
    }
    stats_release(&state->stats);
    state->stats = fresh;
}

static void stats_draw(struct tui *tui, void *data, struct canvas *canvas)
{
    struct stats_state *state = data;
    struct lines lines = {.arena = &tui->frame};
    struct insight_view view = {.width = canvas->cols, .glyphs = tui->glyphs};
    struct body body =
        draw_frame(tui, canvas, SLICE("Statistics"), slice_of(state->deck));

    lines_add(&lines);
    lines_printf(&lines, STYLE_TITLE,
                 "   Forecast of a mock exam of this deck");
    view_forecast(&lines, &state->forecast, view.width - 1, tui->glyphs);
    stats_view(&lines, &state->stats, &view);
    body_fit(&body, lines.count);
    draw_lines(tui, canvas, body, &lines, &state->scroll);
    state->rows = body.rows;
    state->lines = lines.count;
    canvas_cursor(canvas, body.first, 1);
    draw_footer(tui, canvas, CONTEXT_STATS, NULL, 0);
}

static struct reply stats_act(struct tui *tui, void *data, const char *key,
                              enum action action, int arg)
{
    struct stats_state *state = data;

    (void)key;
    (void)arg;
    if (action == ACTION_BACK)
        return POP;
    if (action == ACTION_STUDY_THESE)
        return study_on_purpose(tui, state->deck, app_weak,
                                "no objective is weak so far");
    if (action == ACTION_MISCONCEPTIONS)
        return misconceptions_push(tui, state->deck);
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
    .again = stats_again,
    .close = stats_close,
};
