/* SPDX-License-Identifier: MIT */
#include "widgets.h"

#include "aiio/width.h"
#include "study_rest.h"

#include <string.h>

enum { COMFORTABLE_COLS = 60, FIGURE_STEP = 8, MINUTE_MS = 60000 };

/* One sitting on the screen: cards, waiting, and the end. */
struct study {
    struct trainer *trainer;
    struct trainer_summary summary;
    bool strike;   /* x was pressed: a letter follows */
    bool is_fresh; /* the state has changed since the last frame */
    bool unfolds;  /* a key has, and this was unfolded before it */
    struct session_unfolded unfolded_before;
    int figure_shift;
    struct scroll scroll;
    int rows, lines; /* of the last frame, for paging */
    struct view_places places;
};

void *study_open(struct tui *tui, const struct study_options *options,
                 struct error *err)
{
    struct study *study = mem_new(1, sizeof(*study));

    if (trainer_open(tui->app, options, &study->trainer, err) == STATUS_OK)
        return study;
    mem_free(study);
    return NULL;
}

static void study_close(void *state)
{
    struct study *study = state;

    trainer_close(study->trainer);
    mem_free(study);
}

bool study_is_over(const void *state)
{
    const struct study *study = state;

    return trainer_session(study->trainer)->state == SESSION_DONE;
}

static enum status study_origin(struct tui *tui, void *state,
                                struct card_origin *origin, struct error *err)
{
    const struct study *study = state;

    (void)tui;
    return trainer_origin(study->trainer, origin, err);
}

static void study_edited(struct tui *tui, void *state)
{
    struct study *study = state;
    struct error err = {0};

    if (trainer_refresh(study->trainer, &err))
        tui_say(tui, err.text, true);
}

static enum context study_context(const struct tui *tui, const void *state)
{
    const struct study *study = state;

    (void)tui;
    return context_of(trainer_session(study->trainer));
}

/* Until the next card comes: it is shown ahead of its time. */
static int64_t waiting_ms(struct tui *tui, const struct session *session)
{
    return session->wait_until_ms - QUEUE_AHEAD_MS - app_now(tui->app).at_ms;
}

static int64_t study_wake(struct tui *tui, const void *state)
{
    const struct study *study = state;
    const struct session *session = trainer_session(study->trainer);
    int64_t left;

    if (session->state != SESSION_WAITING)
        return -1;
    left = waiting_ms(tui, session);
    /* The minutes on the screen stay true. */
    return left > MINUTE_MS ? MINUTE_MS : left > 0 ? left : 1000;
}

static void study_again(struct tui *tui, void *state, int64_t stopped_ms)
{
    struct study *study = state;
    struct error err = {0};

    if (stopped_ms > 0)
        trainer_stopped(study->trainer, stopped_ms);
    if (trainer_session(study->trainer)->state == SESSION_WAITING &&
        trainer_do(study->trainer, ACTION_NEXT, 0, &err) != STATUS_OK)
        tui_say(tui, err.text, true);
}

/* ---- cards --------------------------------------------------------------- */

static void heading(struct tui *tui, const struct study *study,
                    struct buf *left, struct buf *right)
{
    struct buf time = {0};

    view_heading(left, trainer_session(study->trainer), tui->glyphs);
    if (left->len == 0)
        buf_add_text(left, "aiio-study");
    fmt_minutes(&time, trainer_left_ms(study->trainer));
    if (trainer_is_ahead(study->trainer))
        buf_printf(right, "%s %s ",
                   tui->canvas.cols >= COMFORTABLE_COLS ? "ahead of its day"
                                                        : "ahead",
                   tui->glyphs->dot);
    buf_printf(right, "%d left %s %s", trainer_left(study->trainer),
               tui->glyphs->dot, buf_text(&time));
    buf_release(&time);
}

static struct view_options view_options(struct tui *tui,
                                        const struct study *study, int cols)
{
    return (struct view_options){
        .width = cols,
        .glyphs = tui->glyphs,
        .figure_shift = study->figure_shift,
        .now = app_now(tui->app),
    };
}

static const char *interval(struct tui *tui, const struct schedule *schedule)
{
    struct buf text = {0};
    const char *kept;

    view_interval(&text, schedule, app_now(tui->app));
    kept = arena_string(&tui->frame, buf_slice(&text));
    buf_release(&text);
    return kept;
}

/*
 * "1 again 1 min  2 hard 6 min  Enter good 10 min …": what each key will do,
 * Enter at the grade that it keeps. One hint stands for all where undo and
 * help would have to go.
 */
static int grade_hints(struct tui *tui, const struct session *session,
                       struct hint *hints)
{
    static const char *const keys[] = {"1", "2", "3", "4"};
    bool answered = session->state == SESSION_ANSWERED, all = true, kept[6];
    int cols = tui->canvas.cols, count = 0;

    for (int i = 0; i < 4; i++)
        hints[i] = (struct hint){
            answered && i == (int)session->grade - 1 ? "Enter" : keys[i],
            arena_printf(&tui->frame, "%s %s", grade_name((enum grade)(i + 1)),
                         interval(tui, &session->outcomes[i])),
            2};
    hints[4] = (struct hint){"u", "undo", 1};
    hints[5] = (struct hint){"?", "help", 0};
    hints_fit(hints, 6, cols, kept);
    for (int i = 0; i < 6; i++)
        all = all && kept[i];
    if (all)
        return 4;
    if (answered)
        hints[count++] = (struct hint){
            "Enter",
            cols < COMFORTABLE_COLS
                ? ""
                : interval(tui, &session->outcomes[session->grade - 1]),
            1};
    hints[count++] = (struct hint){"1-4", "grade", 2};
    return count;
}

static const char *comes_back(struct tui *tui, const struct session *session)
{
    const struct schedule *schedule = &session->outcomes[session->grade - 1];
    struct buf text = {0};
    const char *words;

    if (tui->canvas.cols < COMFORTABLE_COLS)
        return interval(tui, schedule);
    buf_printf(&text, "next %s ", tui->glyphs->dot);
    view_comes_back(&text, schedule, app_now(tui->app));
    words = arena_string(&tui->frame, buf_slice(&text));
    buf_release(&text);
    return words;
}

/* The letters that are shown, and no others. */
static int letter_hints(struct tui *tui, const struct session *session,
                        struct hint *hints)
{
    int last = session->shown_count - 1;

    hints[0] =
        (struct hint){arena_printf(&tui->frame, "a-%c", 'a' + last),
                      session_wanted(session) > 1 ? "mark" : "choose", 1};
    hints[1] = (struct hint){arena_printf(&tui->frame, "A-%c", 'A' + last),
                             "I am guessing", 4};
    return 2;
}

static void card_footer(struct tui *tui, struct canvas *canvas,
                        const struct study *study)
{
    const struct session *session = trainer_session(study->trainer);
    enum context context = context_of(session);
    struct hint hints[6];
    int count = 0;

    if (study->strike) {
        hints[count++] = (struct hint){"x", "then a letter strikes it out", 1};
        draw_footer(tui, canvas, CONTEXT_COUNT, hints, count);
        return;
    }
    if (context == CONTEXT_RIGHT || context == CONTEXT_REVEALED)
        count = grade_hints(tui, session, hints);
    else if (context == CONTEXT_WRONG)
        hints[count++] = (struct hint){"Enter", comes_back(tui, session), 1};
    else if (context == CONTEXT_BACK)
        hints[count++] = (struct hint){"Enter", "go on", 1};
    else if ((context == CONTEXT_ASKING || context == CONTEXT_MARKING) &&
             session->shown_count > 0)
        count = letter_hints(tui, session, hints);
    draw_footer(tui, canvas, context, hints, count);
}

/* The cursor stands on the focus, for screen readers and eyes alike. */
static void place_cursor(struct canvas *canvas, struct body body,
                         const struct study *study)
{
    int row = study->places.focus_line - study->scroll.top;

    if (row < 0 || row >= body.rows)
        row = 0;
    canvas_cursor(canvas, body.first + row,
                  canvas->cols >= COMFORTABLE_COLS ? 3 : 1);
}

static bool same_line(const struct line *a, const struct line *b)
{
    if (a->count != b->count)
        return false;
    for (int i = 0; i < a->count; i++)
        if (!slice_equal(a->spans[i].text, b->spans[i].text))
            return false;
    return true;
}

/* What a key has unfolded comes into view: its end, or its beginning where
   it is longer than the screen. */
static void show_unfolded(struct study *study, const struct lines *lines,
                          int rows, const struct view_options *options)
{
    struct session before = *trainer_session(study->trainer);
    struct lines old = {.arena = lines->arena};
    struct view_places ignored;
    int first = 0, grown;

    before.unfolded = study->unfolded_before;
    view_card(&old, &before, options, &ignored);
    grown = lines->count - old.count;
    while (first < old.count && first < lines->count &&
           same_line(&old.items[first], &lines->items[first]))
        first++;
    if (grown > 0 && first + grown > study->scroll.top + rows)
        study->scroll.top = grown > rows ? first : first + grown - rows;
}

static void draw_card(struct tui *tui, struct study *study,
                      struct canvas *canvas)
{
    const struct session *session = trainer_session(study->trainer);
    struct view_options options = view_options(tui, study, canvas->cols);
    struct lines lines = {.arena = &tui->frame};
    struct buf left = {0}, right = {0};
    struct body body;

    heading(tui, study, &left, &right);
    body = draw_frame(tui, canvas, buf_slice(&left), buf_slice(&right));
    view_card(&lines, session, &options, &study->places);
    body_fit(&body, lines.count);
    /* On a small screen what is new comes first, not the question again. */
    if (study->is_fresh && lines.count > body.rows &&
        (session->state == SESSION_ANSWERED ||
         session->state == SESSION_REVEALED))
        study->scroll.top = study->places.focus_line;
    else if (study->unfolds)
        show_unfolded(study, &lines, body.rows, &options);
    study->is_fresh = false;
    study->unfolds = false;
    draw_lines(tui, canvas, body, &lines, &study->scroll);
    study->rows = body.rows;
    study->lines = lines.count;
    place_cursor(canvas, body, study);
    card_footer(tui, canvas, study);
    buf_release(&left);
    buf_release(&right);
}

/* ---- not saved, waiting, the end ----------------------------------------- */

static int end_hints(const struct trainer_summary *summary, struct hint *hints)
{
    int count = 0;

    if (summary->missed_count > 0)
        hints[count++] = (struct hint){"Enter", "look at what was missed", 1};
    if (summary->more_new)
        hints[count++] = (struct hint){"n", "more new cards", 7};
    if (summary->more_reviews)
        hints[count++] = (struct hint){"+", "more reviews", 8};
    return count;
}

static void draw_rest(struct tui *tui, struct study *study,
                      struct canvas *canvas)
{
    const struct session *session = trainer_session(study->trainer);
    struct hint hints[3];
    int count = 0;
    struct lines lines = {.arena = &tui->frame};
    struct body body = draw_frame(tui, canvas, SLICE("aiio-study"), SLICE(""));

    if (session->state == SESSION_UNSAVED)
        rest_unsaved(&lines, session, canvas->cols);
    else if (session->state == SESSION_WAITING)
        rest_waiting(&lines, waiting_ms(tui, session), canvas->cols);
    else
        rest_end(&lines, &study->summary, canvas->cols);
    body_fit(&body, lines.count);
    draw_lines(tui, canvas, body, &lines, &study->scroll);
    study->rows = body.rows;
    study->lines = lines.count;
    canvas_cursor(canvas, body.first, canvas->cols >= COMFORTABLE_COLS ? 3 : 1);
    if (session->state == SESSION_DONE)
        count = end_hints(&study->summary, hints);
    draw_footer(tui, canvas, context_of(session), hints, count);
}

static bool is_card(const struct session *session)
{
    return session->state == SESSION_COVERED ||
           session->state == SESSION_ASKING ||
           session->state == SESSION_RECALL ||
           session->state == SESSION_REVEALED ||
           session->state == SESSION_ANSWERED;
}

static void study_draw(struct tui *tui, void *state, struct canvas *canvas)
{
    struct study *study = state;
    const struct session *session = trainer_session(study->trainer);

    if (is_card(session)) {
        draw_card(tui, study, canvas);
        return;
    }
    if (session->state == SESSION_DONE)
        trainer_summary(study->trainer, &study->summary);
    draw_rest(tui, study, canvas);
}

/* ---- the learner's note ----------------------------------------------------
 */

static const struct line_question ask_note = {
    .heading = "Write why",
    .label = "Your note, shown with the explanation; an empty one is taken "
             "away:",
    .enter = "keep it",
};

static enum status study_take(struct tui *tui, void *state, const char *text,
                              struct error *err)
{
    struct study *study = state;
    enum status status = trainer_note(study->trainer, text, err);

    if (!status && trainer_message(study->trainer)[0])
        tui_say(tui, trainer_message(study->trainer), false);
    return status;
}

/* ---- keys ---------------------------------------------------------------- */

/* A new card or state starts at its top, with nothing shifted. */
static void look_at_top(struct study *study)
{
    study->scroll.top = 0;
    study->figure_shift = 0;
    study->is_fresh = true;
}

static void do_action(struct tui *tui, struct study *study, enum action action,
                      int arg)
{
    const struct session *session = trainer_session(study->trainer);
    enum session_state before = session->state;
    int number = trainer_number(study->trainer);
    bool back = session->looking_back;
    struct error err = {0};
    enum status status;

    study->unfolded_before = session->unfolded;
    status = trainer_do(study->trainer, action, arg, &err);
    session = trainer_session(study->trainer);
    if (session->state != before || session->looking_back != back ||
        trainer_number(study->trainer) != number || action == ACTION_UNDO)
        look_at_top(study);
    study->unfolds = true;
    /* What is not saved says so itself. */
    if (trainer_message(study->trainer)[0] && session->state != SESSION_UNSAVED)
        tui_say(tui, trainer_message(study->trainer), status != STATUS_OK);
}

static bool is_choice(enum action action)
{
    return action == ACTION_CHOOSE || action == ACTION_GUESS;
}

/* A letter whose statement is not on the screen scrolls to it first. */
static bool bring_into_view(struct study *study, int place)
{
    const struct session *session = trainer_session(study->trainer);
    int line;

    if (session->state != SESSION_ASKING || place >= session->shown_count)
        return false;
    line = study->places.statement_line[place];
    if (line < 0 ||
        (line >= study->scroll.top && line < study->scroll.top + study->rows))
        return false;
    scroll_to(&study->scroll, line, study->rows, study->lines);
    return true;
}

static struct reply strike_out(struct tui *tui, struct study *study,
                               enum action action, int arg)
{
    study->strike = false;
    if (is_choice(action))
        do_action(tui, study, ACTION_STRIKE, arg);
    return STAY;
}

/* Pages while text remains; then goes on where there is something to go to. */
static void page(struct tui *tui, struct study *study)
{
    const struct session *session = trainer_session(study->trainer);

    if (scroll_more(&study->scroll, study->rows, study->lines))
        scroll_act(&study->scroll, ACTION_PAGE_DOWN, study->rows, study->lines);
    else if (session->state == SESSION_COVERED ||
             session->state == SESSION_RECALL)
        do_action(tui, study, ACTION_UNCOVER, 0);
    else if (session->state == SESSION_ANSWERED)
        do_action(tui, study, ACTION_NEXT, 0);
}

/* Not beyond its widest line: a key pressed too often is no debt. */
static void shift_figure(struct study *study, int by, int cols)
{
    const struct card *card = trainer_session(study->trainer)->shown_card.card;
    int room = cols - (cols >= COMFORTABLE_COLS ? 3 : 1) - 1, most = 0;

    for (int i = 0; card && i < card->figure_line_count; i++) {
        int over = text_cells(slice_of(card->figure_lines[i])) - room;

        most = over > most ? over : most;
    }
    study->figure_shift += by;
    if (study->figure_shift > most)
        study->figure_shift = most;
    if (study->figure_shift < 0)
        study->figure_shift = 0;
}

static struct reply study_act(struct tui *tui, void *state, const char *key,
                              enum action action, int arg)
{
    struct study *study = state;
    const struct session *session = trainer_session(study->trainer);

    (void)key;
    if (study->strike)
        return strike_out(tui, study, action, arg);
    if (action == ACTION_BACK) {
        if (!session->looking_back)
            return POP;
        action = ACTION_NEXT;
    }
    if (action == ACTION_LEAVE) {
        do_action(tui, study, action, 0);
        return POP;
    }
    if (action == ACTION_EDIT)
        return (struct reply){.kind = REPLY_EDITOR};
    if (action == ACTION_NOTE)
        return (struct reply){
            .kind = REPLY_PUSH,
            .screen = SCREEN_LINE,
            .state = line_open(&ask_note, trainer_note_of(study->trainer))};
    if (action == ACTION_STRIKE)
        study->strike = true;
    else if (action == ACTION_PAGE)
        page(tui, study);
    else if (action == ACTION_SHIFT_LEFT || action == ACTION_SHIFT_RIGHT)
        shift_figure(study,
                     action == ACTION_SHIFT_RIGHT ? FIGURE_STEP : -FIGURE_STEP,
                     tui->canvas.cols);
    else if (is_choice(action) && bring_into_view(study, arg))
        return STAY;
    else if (!scroll_act(&study->scroll, action, study->rows, study->lines))
        do_action(tui, study, action, arg);
    return STAY;
}

struct reply study_on_purpose(struct tui *tui, const char *deck,
                              enum status (*collect)(struct app *app,
                                                     const char *deck,
                                                     struct arena *arena,
                                                     struct purpose *purpose,
                                                     struct error *err),
                              const char *none)
{
    struct study_options options = {
        .deck = deck, .new_limit = -1, .review_limit = -1};
    struct arena arena = {0};
    struct error err = {0};
    void *screen = NULL;
    enum status status =
        collect(tui->app, deck, &arena, &options.purpose, &err);

    if (!status && options.purpose.count > 0)
        screen = study_open(tui, &options, &err);
    if (!screen)
        tui_say(tui, status || options.purpose.count > 0 ? err.text : none,
                status || options.purpose.count > 0);
    arena_release(&arena);
    return screen ? (struct reply){.kind = REPLY_PUSH,
                                   .screen = SCREEN_STUDY,
                                   .state = screen}
                  : STAY;
}

const struct screen_row screen_study = {
    .name = "study",
    .context = study_context,
    .draw = study_draw,
    .act = study_act,
    .wake = study_wake,
    .again = study_again,
    .close = study_close,
    .origin = study_origin,
    .edited = study_edited,
    .take = study_take,
};
