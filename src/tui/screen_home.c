/* SPDX-License-Identifier: MIT */
#include "widgets.h"

#include "aiio/examiner.h"
#include "aiio/width.h"
#include "aiio/wrap.h"

#include <string.h>

enum {
    TABLE_COLS = 74,   /* the table with all its columns */
    SHORT_COLS = 36,   /* without weight, with short heads; below: one number */
    PICTURE_COLS = 80, /* what stands beside the next days */
    AIRY_COLS = 86
};

struct home_state {
    struct arena arena;
    struct home home;
    char deck[DECK_ID_MAX + 1];
    int selected; /* 0 = all domains */
    struct scroll scroll;
    /* The whole log is read for it: after the first frame, never before. */
    struct forecast_report forecast;
    struct arena forecast_arena;
    bool was_drawn, has_looked;
};

/* ---- state --------------------------------------------------------------- */

static enum status load(struct tui *tui, struct home_state *state,
                        struct error *err)
{
    enum status status;

    state->was_drawn = state->has_looked = false;
    arena_reset(&state->arena);
    status = app_home(tui->app, state->deck[0] ? state->deck : NULL,
                      &state->arena, &state->home, err);
    if (status == STATUS_OK && strlen(state->home.deck) <= DECK_ID_MAX)
        memcpy(state->deck, state->home.deck, strlen(state->home.deck) + 1);
    if (state->selected > state->home.domain_count)
        state->selected = 0;
    return status;
}

void *home_open(struct tui *tui, const char *deck, struct error *err)
{
    struct home_state *state = mem_new(1, sizeof(*state));
    enum status status;

    if (deck && strlen(deck) <= DECK_ID_MAX)
        memcpy(state->deck, deck, strlen(deck));
    status = load(tui, state, err);
    if (status == STATUS_OK || status == STATUS_NOT_FOUND)
        return state; /* no deck yet: the screen says how to get one */
    arena_release(&state->arena);
    mem_free(state);
    return NULL;
}

const struct home *home_of(const void *state)
{
    return &((const struct home_state *)state)->home;
}

static void reload(struct tui *tui, struct home_state *state)
{
    struct error err = {0};

    if (load(tui, state, &err) && err.code != STATUS_NOT_FOUND)
        tui_say(tui, err.text, true);
}

void home_choose(struct tui *tui, void *state, const char *deck)
{
    struct home_state *home = state;

    home->deck[0] = '\0';
    if (strlen(deck) <= DECK_ID_MAX)
        memcpy(home->deck, deck, strlen(deck) + 1);
    home->selected = 0;
    reload(tui, home);
}

/* What the log says of an exam; a failure leaves the line out. */
static void look_ahead(struct tui *tui, struct home_state *state)
{
    struct error ignored = {0};

    arena_reset(&state->forecast_arena);
    if (!state->home.deck ||
        app_forecast(tui->app, state->home.deck, false, &state->forecast_arena,
                     &state->forecast, &ignored) != STATUS_OK)
        state->forecast = (struct forecast_report){0};
    state->has_looked = true;
}

static int64_t home_wake(struct tui *tui, const void *data)
{
    const struct home_state *state = data;

    (void)tui;
    return state->was_drawn && !state->has_looked ? 0 : -1;
}

static void home_again(struct tui *tui, void *data, int64_t stopped_ms)
{
    struct home_state *state = data;
    bool looks = state->was_drawn && !state->has_looked;

    (void)stopped_ms;
    reload(tui, state);
    if (looks)
        look_ahead(tui, state);
}

static void home_close(void *state)
{
    struct home_state *home = state;

    arena_release(&home->arena);
    arena_release(&home->forecast_arena);
    mem_free(home);
}

static enum context home_context(const struct tui *tui, const void *state)
{
    (void)tui;
    (void)state;
    return CONTEXT_HOME;
}

/* ---- drawing ------------------------------------------------------------- */

static void add_head(struct lines *lines, int cols)
{
    lines_add(lines);
    lines_pad(lines, cols >= TABLE_COLS   ? 41
                     : cols >= SHORT_COLS ? cols - 23
                                          : cols - 6);
    lines_span(lines, STYLE_DIM,
               cols >= TABLE_COLS   ? SLICE("new   learning   due    known")
               : cols >= SHORT_COLS ? SLICE("new  lrn   due  known")
                                    : SLICE("today"));
}

/* A row of the table: "All domains" or one domain. */
static void add_row(struct lines *lines, const struct home_domain *row,
                    bool selected, const struct glyphs *glyphs, int cols)
{
    enum style style = selected ? STYLE_EMPHASIS : STYLE_NORMAL;
    int width = cols >= TABLE_COLS   ? 30
                : cols >= SHORT_COLS ? cols - 26
                                     : cols - 9;
    struct slice title = slice_of(row->title);

    lines_add(lines);
    lines_printf(lines, STYLE_NORMAL, " %s ", selected ? glyphs->pointer : " ");
    if (row->id) {
        lines_printf(lines, style, "%s ", row->id);
        width -= text_cells(slice_of(row->id)) + 1;
    }
    lines_cut(lines, style, title, width > 1 ? width : 1, glyphs->ellipsis);
    if (cols >= TABLE_COLS) {
        if (row->id && row->weight > 0) {
            lines_pad(lines, 33);
            lines_printf(lines, STYLE_DIM, "%3.0f %%", row->weight);
        }
        lines_pad(lines, 39);
        lines_printf(lines, style, "%5lld %10lld %5lld %6lld of %lld",
                     (long long)row->fresh, (long long)row->learning,
                     (long long)row->due, (long long)row->known,
                     (long long)row->total);
        return;
    }
    if (cols < SHORT_COLS) {
        int64_t today = row->fresh + row->learning + row->due;

        lines_pad(lines, cols - 6);
        lines_printf(lines, style, "%5lld", (long long)today);
        return;
    }
    lines_pad(lines, cols - 23);
    lines_printf(lines, style, "%3lld %4lld %5lld %6lld", (long long)row->fresh,
                 (long long)row->learning, (long long)row->due,
                 (long long)row->known);
}

static void add_picture(struct lines *lines, const struct home *home,
                        const struct glyphs *glyphs, int cols)
{
    const char *gap = cols >= AIRY_COLS ? "      " : "   ";
    struct buf text = {0};

    fmt_sparkline(&text, glyphs, home->days, HOME_DAYS);
    lines_add(lines);
    lines_add(lines);
    lines_printf(lines, STYLE_NORMAL, "   Next %d days %s", HOME_DAYS,
                 buf_text(&text));
    if (cols < PICTURE_COLS)
        lines_add(lines);
    lines_printf(lines, STYLE_DIM, "%s%d of the last %d days", gap,
                 home->studied_days, home->window_days);
    if (home->right_percent >= 0) {
        if (cols < PICTURE_COLS)
            lines_add(lines);
        lines_printf(lines, STYLE_DIM, "%s%d %% right this month", gap,
                     home->right_percent);
    }
    buf_release(&text);
}

/* "A mock exam today: 71 % (58-83)", and the pace until the exam. */
static void add_forecast(struct lines *lines,
                         const struct forecast_report *report, int cols)
{
    const struct forecast_score *score = &report->forecast.today;
    struct buf day = {0};

    if (cols < SHORT_COLS)
        return;
    if (report->forecast.is_enough) {
        lines_add(lines);
        lines_printf(lines, STYLE_DIM,
                     "   A mock exam today: %.0f %% (%.0f-%.0f)", score->score,
                     score->low, score->high);
    }
    if (report->exam_day == 0 || report->seen_by == 0)
        return;
    if (!report->forecast.is_enough || cols < PICTURE_COLS) {
        lines_add(lines);
        lines_span(lines, STYLE_DIM, SLICE(" "));
    }
    day_format_long(&day, report->seen_by);
    lines_printf(lines, STYLE_DIM, "  %d new a day, all seen by %s",
                 report->new_a_day, buf_text(&day));
    buf_release(&day);
}

static void add_backlog(struct lines *lines, const struct home *home)
{
    struct buf time = {0};

    if (home->backlog == 0)
        return;
    fmt_minutes(&time, home->left_ms);
    lines_add(lines);
    lines_add(lines);
    lines_printf(lines, STYLE_WARNING,
                 "   %lld due, %s a day; backlog gone in %d %s",
                 (long long)home->all.due, buf_text(&time), home->backlog_days,
                 home->backlog_days == 1 ? "day" : "days");
    lines_add(lines);
    lines_span(lines, STYLE_DIM,
               SLICE("   + lifts the limit, n takes new cards"));
    buf_release(&time);
}

/* An exam that was left, and what one of today has put into the queue. */
static void add_exam(struct lines *lines, const struct home *home, int cols)
{
    struct buf time = {0};

    if (home->has_exam_open) {
        fmt_minutes(&time, home->exam_left_ms);
        lines_add(lines);
        lines_add(lines);
        lines_printf(lines, STYLE_WARNING, "   Mock exam stopped at %d of %d",
                     home->exam_answered, home->exam_questions);
        if (cols < SHORT_COLS + 20)
            lines_add(lines);
        lines_printf(lines, STYLE_DIM, "%s%s left   x takes it up again",
                     cols < SHORT_COLS + 20 ? "   " : ", ", buf_text(&time));
    }
    if (home->joined > 0) {
        lines_add(lines);
        lines_add(lines);
        lines_printf(lines, STYLE_DIM, "   %d due from today's mock exam",
                     home->joined);
    }
    buf_release(&time);
}

static void add_no_deck(struct lines *lines, int cols)
{
    struct wrap_box box = {.width = cols - 1,
                           .indent = 3,
                           .first = {SLICE("   "), STYLE_NORMAL},
                           .base = STYLE_NORMAL,
                           .bullet = "-"};

    wrap_text(lines, &box,
              SLICE("There is no deck yet. Import one with\n"
                    "`aiio-study import FILE.json`\n"
                    "and see `aiio-study help deck` for a deck of ten lines "
                    "to start from."));
}

static void heading_note(struct tui *tui, const struct home *home,
                         struct buf *note)
{
    int today = app_now(tui->app).day;

    day_format_long(note, today);
    if (home->has_exam) {
        int days = home->exam_day - today;

        buf_printf(note, " %s exam ", tui->glyphs->dot);
        if (days == 1)
            buf_add_text(note, "tomorrow");
        else
            buf_printf(note, "in %d days", days);
    }
}

static void home_footer(struct tui *tui, struct canvas *canvas,
                        const struct home_state *state)
{
    const struct home *home = &state->home;
    static const struct hint without_deck[] = {{"?", "help", 0},
                                               {"q", "quit", 1}};
    struct hint hint = {"Enter", "", 1};
    struct buf time = {0};

    if (!home->deck) {
        draw_footer(tui, canvas, CONTEXT_COUNT, without_deck, 2);
        return;
    }
    fmt_minutes(&time, home->left_ms);
    if (home->left == 0 && state->selected == 0)
        hint.words = "nothing is due";
    else if (state->selected > 0)
        hint.words = "study this domain";
    else
        hint.words = arena_printf(&tui->frame, "study %lld, %s",
                                  (long long)home->left, buf_text(&time));
    draw_footer(tui, canvas, CONTEXT_HOME, &hint, 1);
    buf_release(&time);
}

static void add_table(struct lines *lines, const struct home_state *state,
                      const struct glyphs *glyphs, int cols)
{
    const struct home *home = &state->home;
    struct home_domain all = home->all;

    all.title = "All domains";
    add_head(lines, cols);
    add_row(lines, &all, state->selected == 0, glyphs, cols);
    for (int i = 0; i < home->domain_count; i++)
        add_row(lines, &home->domains[i], state->selected == i + 1, glyphs,
                cols);
}

static void home_draw(struct tui *tui, void *data, struct canvas *canvas)
{
    struct home_state *state = data;
    const struct home *home = &state->home;
    struct lines lines = {.arena = &tui->frame};
    struct buf note = {0};
    struct body body;
    int first;

    heading_note(tui, home, &note);
    body = draw_frame(tui, canvas, SLICE("aiio-study"), buf_slice(&note));
    buf_release(&note);
    if (home->deck) {
        lines_add(&lines);
        lines_span(&lines, STYLE_NORMAL, SLICE("   "));
        lines_cut(&lines, STYLE_TITLE, slice_of(home->title), canvas->cols - 4,
                  tui->glyphs->ellipsis);
        first = lines.count + 1;
        add_table(&lines, state, tui->glyphs, canvas->cols);
        add_picture(&lines, home, tui->glyphs, canvas->cols);
        if (state->has_looked)
            add_forecast(&lines, &state->forecast, canvas->cols);
        add_backlog(&lines, home);
        add_exam(&lines, home, canvas->cols);
    } else {
        first = 0;
        add_no_deck(&lines, canvas->cols);
    }
    body_fit(&body, lines.count);
    scroll_to(&state->scroll, first + state->selected, body.rows, lines.count);
    if (lines.count <= body.rows || state->selected == 0)
        state->scroll.top = 0;
    draw_lines(tui, canvas, body, &lines, &state->scroll);
    canvas_cursor(canvas,
                  body.first + first + state->selected - state->scroll.top, 1);
    home_footer(tui, canvas, state);
    state->was_drawn = true;
}

/* ---- keys ---------------------------------------------------------------- */

static struct reply study(struct tui *tui, struct home_state *state,
                          struct study_options options)
{
    struct error err = {0};
    void *screen;

    if (!state->home.deck)
        return STAY;
    options.deck = state->home.deck;
    options.new_limit = -1;
    options.review_limit = -1;
    if (state->selected > 0)
        options.domain = state->home.domains[state->selected - 1].id;
    screen = study_open(tui, &options, &err);
    if (!screen)
        tui_say(tui, err.text, true);
    return (struct reply){
        .kind = REPLY_PUSH, .screen = SCREEN_STUDY, .state = screen};
}

static struct reply undo(struct tui *tui, struct home_state *state, bool redo)
{
    tui_undo(tui, redo);
    reload(tui, state);
    return STAY;
}

/* The deck and domain that home shows, where there are others. */
static struct reply browse(struct tui *tui, const struct home_state *state)
{
    const struct home *home = &state->home;
    struct error err = {0};
    struct buf query = {0};
    void *screen;

    if (home->deck_count > 1)
        buf_printf(&query, "deck:%s", home->deck);
    if (state->selected > 0)
        buf_printf(&query, "%sdomain:%s", query.len ? " " : "",
                   home->domains[state->selected - 1].id);
    screen = browse_open(tui, buf_text(&query), &err);
    buf_release(&query);
    if (!screen)
        tui_say(tui, err.text, true);
    return (struct reply){
        .kind = REPLY_PUSH, .screen = SCREEN_BROWSE, .state = screen};
}

static struct reply pick_deck(struct tui *tui)
{
    struct error err = {0};
    void *screen = decks_open(tui, &err);

    if (!screen)
        tui_say(tui, err.text, true);
    return (struct reply){
        .kind = REPLY_PUSH, .screen = SCREEN_DECKS, .state = screen};
}

/* Of the domain that is selected, as studying is. */
static struct reply open_exam(struct tui *tui, const struct home_state *state)
{
    struct exam_options options = {.deck = state->home.deck};
    struct error err = {0};
    void *screen;

    if (!state->home.deck)
        return STAY;
    if (state->selected > 0)
        options.domain = state->home.domains[state->selected - 1].id;
    screen = exam_open(tui, &options, &err);
    if (!screen)
        tui_say(tui, err.text, true);
    return (struct reply){
        .kind = REPLY_PUSH, .screen = SCREEN_EXAM, .state = screen};
}

static struct reply show_stats(struct tui *tui, const struct home_state *state)
{
    struct error err = {0};
    void *screen = stats_open(tui, state->home.deck, &err);

    if (!screen)
        tui_say(tui, err.text, true);
    return (struct reply){
        .kind = REPLY_PUSH, .screen = SCREEN_STATS, .state = screen};
}

static struct reply home_act(struct tui *tui, void *data, const char *key,
                             enum action action, int arg)
{
    struct home_state *state = data;
    struct scroll cursor = {state->selected};

    (void)key;
    (void)arg;
    if (action == ACTION_BACK)
        return POP;
    if (action == ACTION_STUDY)
        return study(tui, state, (struct study_options){0});
    if (action == ACTION_FIVE_MINUTES)
        return study(tui, state, (struct study_options){.minutes = 5});
    if (action == ACTION_MORE_NEW)
        return study(tui, state, (struct study_options){.more_new = true});
    if (action == ACTION_LIFT_LIMIT)
        return study(tui, state, (struct study_options){.lift_limit = true});
    if (action == ACTION_UNDO || action == ACTION_REDO)
        return undo(tui, state, action == ACTION_REDO);
    if (action == ACTION_BROWSE && state->home.deck)
        return browse(tui, state);
    if (action == ACTION_EXAM)
        return open_exam(tui, state);
    if (action == ACTION_CHOOSE_DECK)
        return pick_deck(tui);
    if (action == ACTION_STATS && state->home.deck)
        return show_stats(tui, state);
    if (action == ACTION_MISCONCEPTIONS && state->home.deck)
        return misconceptions_push(tui, state->home.deck);
    if (action == ACTION_GOAL && state->home.deck)
        return (struct reply){.kind = REPLY_PUSH,
                              .screen = SCREEN_GOAL,
                              .state = goal_open(&state->home)};
    scroll_act(&cursor, action, 1, state->home.domain_count + 1);
    state->selected = cursor.top;
    return STAY;
}

const struct screen_row screen_home = {
    .name = "home",
    .context = home_context,
    .draw = home_draw,
    .act = home_act,
    .wake = home_wake,
    .again = home_again,
    .close = home_close,
};
