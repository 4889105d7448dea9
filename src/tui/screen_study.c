/* SPDX-License-Identifier: MIT */
#include "widgets.h"

#include "aiio/wrap.h"

#include <string.h>

enum { COMFORTABLE_COLS = 60 };

/* One sitting on the screen: cards, waiting, and the end. */
struct study {
    struct trainer *trainer;
    struct trainer_summary summary;
    bool strike;   /* x was pressed: a letter follows */
    bool is_fresh; /* the state has changed since the last frame */
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

const struct trainer *study_trainer(const void *state)
{
    return ((const struct study *)state)->trainer;
}

static enum context study_context(const struct tui *tui, const void *state)
{
    const struct study *study = state;

    (void)tui;
    return context_of(trainer_session(study->trainer));
}

static int64_t study_wake(struct tui *tui, const void *state)
{
    const struct study *study = state;
    const struct session *session = trainer_session(study->trainer);
    int64_t left;

    if (session->state != SESSION_WAITING)
        return -1;
    left = session->wait_until_ms - app_now(tui->app).at_ms - QUEUE_AHEAD_MS;
    return left > 0 ? left : 1000;
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

/* "Enter 3 d   1 again 10 min   2 hard 1 d …": what each key will do. */
static int grade_hints(struct tui *tui, const struct session *session,
                       struct hint *hints)
{
    static const char *const digits[] = {"1", "2", "3", "4"};
    int count = 0;

    if (session->state == SESSION_ANSWERED)
        hints[count++] = (struct hint){
            "Enter", interval(tui, &session->outcomes[session->grade - 1]), 1};
    for (int i = 0; i < 4; i++)
        hints[count++] = (struct hint){
            digits[i],
            arena_printf(&tui->frame, "%s %s", grade_name((enum grade)(i + 1)),
                         interval(tui, &session->outcomes[i])),
            2};
    return count;
}

static const char *comes_back(struct tui *tui, const struct session *session)
{
    struct buf text = {0};
    const char *words;

    buf_printf(&text, "next %s ", tui->glyphs->dot);
    if (tui->canvas.cols < COMFORTABLE_COLS)
        buf_add_text(&text,
                     interval(tui, &session->outcomes[session->grade - 1]));
    else
        view_comes_back(&text, &session->outcomes[session->grade - 1],
                        app_now(tui->app));
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
    /* On a small screen what is new comes first, not the question again. */
    if (study->is_fresh && lines.count > body.rows &&
        (session->state == SESSION_ANSWERED ||
         session->state == SESSION_REVEALED))
        study->scroll.top = study->places.focus_line;
    study->is_fresh = false;
    draw_lines(tui, canvas, body, &lines, &study->scroll);
    study->rows = body.rows;
    study->lines = lines.count;
    place_cursor(canvas, body, study);
    card_footer(tui, canvas, study);
    buf_release(&left);
    buf_release(&right);
}

/* ---- not saved, waiting, the end ----------------------------------------- */

static void add(struct lines *lines, enum style style, const char *text,
                int cols)
{
    struct wrap_box box = {
        .width = cols - 1,
        .indent = cols >= COMFORTABLE_COLS ? 3 : 1,
        .first = {cols >= COMFORTABLE_COLS ? SLICE("   ") : SLICE(" "),
                  STYLE_NORMAL},
        .base = style,
        .bullet = "-",
        .plain = true};

    /* Lines borrow their text; many a caller's is gone before the frame. */
    wrap_text(lines, &box,
              slice_of(arena_string(lines->arena, slice_of(text))));
}

static void unsaved_lines(struct tui *tui, const struct study *study,
                          struct lines *lines, int cols)
{
    const struct session *session = trainer_session(study->trainer);

    (void)tui;
    add(lines, STYLE_WARNING, "Not saved", cols);
    lines_add(lines);
    add(lines, STYLE_NORMAL, session->unsaved_why, cols);
    lines_add(lines);
    add(lines, STYLE_NORMAL,
        "Your answer is kept here. r tries again, and records it once; q "
        "leaves without it.",
        cols);
}

static void waiting_lines(struct tui *tui, const struct study *study,
                          struct lines *lines, int cols)
{
    const struct session *session = trainer_session(study->trainer);
    struct buf text = {0}, time = {0};

    fmt_minutes(&time, session->wait_until_ms - app_now(tui->app).at_ms);
    buf_printf(&text, "The next card comes in %s. Enter shows it now.",
               buf_text(&time));
    add(lines, STYLE_TITLE, "Only cards in their learning steps are left",
        cols);
    lines_add(lines);
    add(lines, STYLE_NORMAL, buf_text(&text), cols);
    buf_release(&time);
    buf_release(&text);
}

static void count_line(struct lines *lines, const struct trainer_summary *sum,
                       int cols)
{
    struct buf text = {0}, time = {0};

    fmt_minutes(&time, sum->ms);
    fmt_count(&text, sum->answers, "answer", "answers");
    buf_printf(&text, " in %s", buf_text(&time));
    if (sum->first_tries > 0)
        buf_printf(&text, ", %d of %d right at the first try",
                   sum->first_tries_right, sum->first_tries);
    add(lines, STYLE_NORMAL, buf_text(&text), cols);
    buf_release(&time);
    buf_release(&text);
}

static void end_lines(struct study *study, struct lines *lines, int cols)
{
    const struct trainer_summary *sum = &study->summary;
    struct buf text = {0};

    add(lines, STYLE_TITLE,
        sum->time_up        ? "Time is up"
        : sum->answers == 0 ? "Nothing is due here"
                            : "Done for today",
        cols);
    lines_add(lines);
    count_line(lines, sum, cols);
    fmt_count(&text, sum->tomorrow, "card comes", "cards come");
    buf_add_text(&text, " back tomorrow");
    add(lines, STYLE_NORMAL, buf_text(&text), cols);
    if (sum->missed_count > 0) {
        lines_add(lines);
        add(lines, STYLE_EMPHASIS, "Missed at the first try", cols);
    }
    for (int i = 0; i < sum->missed_count; i++)
        add(lines, STYLE_NORMAL, sum->missed[i], cols);
    buf_release(&text);
}

static void draw_rest(struct tui *tui, struct study *study,
                      struct canvas *canvas)
{
    const struct session *session = trainer_session(study->trainer);
    struct lines lines = {.arena = &tui->frame};
    struct body body = draw_frame(tui, canvas, SLICE("aiio-study"), SLICE(""));

    if (session->state == SESSION_UNSAVED)
        unsaved_lines(tui, study, &lines, canvas->cols);
    else if (session->state == SESSION_WAITING)
        waiting_lines(tui, study, &lines, canvas->cols);
    else
        end_lines(study, &lines, canvas->cols);
    draw_lines(tui, canvas, body, &lines, &study->scroll);
    study->rows = body.rows;
    study->lines = lines.count;
    canvas_cursor(canvas, body.first, canvas->cols >= COMFORTABLE_COLS ? 3 : 1);
    draw_footer(tui, canvas, context_of(session), NULL, 0);
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
    enum status status = trainer_do(study->trainer, action, arg, &err);

    session = trainer_session(study->trainer);
    if (session->state != before || session->looking_back != back ||
        trainer_number(study->trainer) != number || action == ACTION_UNDO)
        look_at_top(study);
    if (trainer_message(study->trainer)[0])
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
    if (action == ACTION_STRIKE)
        study->strike = true;
    else if (action == ACTION_PAGE)
        page(tui, study);
    else if (action == ACTION_SHIFT_LEFT || action == ACTION_SHIFT_RIGHT)
        study->figure_shift += action == ACTION_SHIFT_RIGHT ? 8
                               : study->figure_shift > 0    ? -8
                                                            : 0;
    else if (is_choice(action) && bring_into_view(study, arg))
        return STAY;
    else if (!scroll_act(&study->scroll, action, study->rows, study->lines))
        do_action(tui, study, action, arg);
    return STAY;
}

const struct screen_row screen_study = {
    .name = "study",
    .context = study_context,
    .draw = study_draw,
    .act = study_act,
    .wake = study_wake,
    .again = study_again,
    .close = study_close,
};
