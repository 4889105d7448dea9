/* SPDX-License-Identifier: MIT */
#include "exam_pages.h"

#include <string.h>

/* One mock exam on the screen: what is coming, questions, result, review. */
enum {
    FIVE_MS = 5 * 60000,
    TEN_MS = 2 * FIVE_MS,
    WAKE_MS = 30000,
    LENGTH_STEP = 5
};

/* ---- state --------------------------------------------------------------- */

static enum status load_plan(struct tui *tui, struct exam_screen *screen,
                             struct error *err)
{
    arena_reset(&screen->arena);
    return examiner_plan(tui->app, &screen->options, &screen->arena,
                         &screen->plan, err);
}

static void keep(char *into, const char *text, const char **option)
{
    size_t len = text ? strlen(text) : 0;

    if (len == 0 || len > DECK_ID_MAX)
        return;
    memcpy(into, text, len + 1);
    *option = into;
}

static void turn_to(struct exam_screen *screen, enum exam_phase phase)
{
    screen->phase = phase;
    screen->is_fresh = true;
    screen->scroll = (struct scroll){0};
}

static void finish(struct tui *tui, struct exam_screen *screen,
                   enum exam_why why)
{
    struct error err = {0};

    if (examiner_finish(screen->examiner, why, &err)) {
        tui_say(tui, err.text, true);
        return;
    }
    if (why == EXAM_TIME_UP)
        tui_say(tui, "the time is up: handed in as it stands", true);
    turn_to(screen, EXAM_PHASE_RESULT);
}

static const struct exam *exam_of(const struct exam_screen *screen)
{
    return screen->examiner ? examiner_exam(screen->examiner) : NULL;
}

static bool is_running(const struct exam_screen *screen)
{
    return screen->phase == EXAM_PHASE_QUESTION ||
           screen->phase == EXAM_PHASE_MAP || screen->phase == EXAM_PHASE_ASK;
}

/* True when the time was up, and the exam is over now. */
static bool watch_time(struct tui *tui, struct exam_screen *screen)
{
    int64_t left, limit;
    bool half, five;

    if (!is_running(screen))
        return false;
    left = examiner_left_ms(screen->examiner);
    limit = exam_of(screen)->limit_ms;
    if (left <= 0) {
        finish(tui, screen, EXAM_TIME_UP);
        return true;
    }
    half = 2 * left <= limit;
    five = left <= FIVE_MS && limit > TEN_MS;
    if (screen->hides_time)
        return false;
    if (five && !screen->five_told)
        tui_say(tui, "five minutes are left", false);
    else if (half && !screen->half_told)
        tui_say(tui, "half of the time is over", false);
    screen->half_told = half;
    screen->five_told = five;
    return false;
}

/* An exam whose time ran out while nobody was there is over. */
static bool hand_in_late(struct tui *tui, struct exam_screen *screen,
                         struct error *err)
{
    const struct exam_past *open = exam_plan_open(&screen->plan);

    if (!open || open->left_ms > 0)
        return true;
    if (examiner_open(tui->app, screen->plan.deck, open->id, &screen->examiner,
                      err))
        return false;
    finish(tui, screen, EXAM_TIME_UP);
    return true;
}

void *exam_open(struct tui *tui, const struct exam_options *options,
                struct error *err)
{
    struct exam_screen *screen = mem_new(1, sizeof(*screen));

    screen->options.questions = options->questions;
    screen->options.minutes = options->minutes;
    keep(screen->deck, options->deck, &screen->options.deck);
    keep(screen->domain, options->domain, &screen->options.domain);
    screen->is_fresh = true;
    if (load_plan(tui, screen, err) == STATUS_OK &&
        hand_in_late(tui, screen, err))
        return screen;
    arena_release(&screen->arena);
    mem_free(screen);
    return NULL;
}

/* However it is left: what was chosen is saved, and so is the time. */
static void exam_close(void *state)
{
    struct exam_screen *screen = state;
    struct error ignored = {0};

    if (screen->examiner && examiner_leave(screen->examiner, &ignored))
        ignored.code = STATUS_OK; /* the choices are in the log already */
    examiner_close(screen->examiner);
    arena_release(&screen->arena);
    mem_free(screen);
}

static enum context exam_context(const struct tui *tui, const void *state)
{
    static const enum context contexts[] = {
        [EXAM_PHASE_START] = CONTEXT_EXAM_START,
        [EXAM_PHASE_QUESTION] = CONTEXT_EXAM,
        [EXAM_PHASE_MAP] = CONTEXT_EXAM_MAP,
        [EXAM_PHASE_ASK] = CONTEXT_EXAM_ASK,
        [EXAM_PHASE_RESULT] = CONTEXT_EXAM_RESULT,
        [EXAM_PHASE_REVIEW] = CONTEXT_EXAM_REVIEW,
    };

    (void)tui;
    return contexts[((const struct exam_screen *)state)->phase];
}

static void exam_draw_page(struct tui *tui, void *state, struct canvas *canvas)
{
    exam_page(tui, state, canvas);
}

static int64_t exam_wake(struct tui *tui, const void *state)
{
    const struct exam_screen *screen = state;
    int64_t left;

    (void)tui;
    if (!is_running(screen))
        return -1;
    left = examiner_left_ms(screen->examiner);
    return left <= 0 ? 0 : (left - 1) % WAKE_MS + 1;
}

static void exam_again(struct tui *tui, void *state, int64_t stopped_ms)
{
    struct exam_screen *screen = state;
    struct error err = {0};

    if (stopped_ms > 0 && is_running(screen) &&
        examiner_stopped(screen->examiner, stopped_ms, &err))
        tui_say(tui, err.text, true);
    watch_time(tui, screen);
}

static void scroll_page(struct exam_screen *screen, enum action action)
{
    if (action == ACTION_PAGE)
        action = ACTION_PAGE_DOWN;
    scroll_act(&screen->scroll, action, screen->rows, screen->lines);
}

/* ---- start page ---------------------------------------------------------- */

/* Opens the exam that was left, or an earlier one. */
static bool open_past(struct tui *tui, struct exam_screen *screen,
                      const struct exam_past *past)
{
    struct error err = {0};

    if (examiner_open(tui->app, screen->plan.deck, past->id, &screen->examiner,
                      &err) == STATUS_OK)
        return true;
    tui_say(tui, err.text, true);
    return false;
}

static void start(struct tui *tui, struct exam_screen *screen)
{
    const struct exam_past *open = exam_plan_open(&screen->plan);
    struct error err = {0};
    enum status status;

    if (screen->selected > 0) {
        if (open_past(tui, screen,
                      exam_past_at(&screen->plan, screen->selected)))
            turn_to(screen, EXAM_PHASE_RESULT);
        return;
    }
    if (open && !open_past(tui, screen, open))
        return;
    status = open ? examiner_resume(screen->examiner, &err)
                  : examiner_start(tui->app, &screen->options,
                                   &screen->examiner, &err);
    if (status) {
        tui_say(tui, err.text, true);
        examiner_close(screen->examiner);
        screen->examiner = NULL;
        return;
    }
    screen->half_told =
        2 * examiner_left_ms(screen->examiner) <= exam_of(screen)->limit_ms;
    screen->five_told = examiner_left_ms(screen->examiner) <= FIVE_MS;
    turn_to(screen, EXAM_PHASE_QUESTION);
}

static void change_length(struct tui *tui, struct exam_screen *screen, int by)
{
    struct error err = {0};
    int before = screen->options.questions;
    int wanted = screen->plan.wanted + by;

    if (exam_plan_open(&screen->plan) || wanted < LENGTH_STEP ||
        (by > 0 && screen->plan.questions < screen->plan.wanted))
        return;
    screen->options.questions = wanted;
    screen->options.minutes = 0; /* in proportion */
    if (load_plan(tui, screen, &err)) {
        tui_say(tui, err.text, true);
        screen->options.questions = before;
    }
}

/* Back from a result: the history has one more. */
static struct reply to_start(struct tui *tui, struct exam_screen *screen)
{
    struct error err = {0};

    examiner_close(screen->examiner);
    screen->examiner = NULL;
    if (load_plan(tui, screen, &err)) {
        tui_say(tui, err.text, true);
        return POP;
    }
    if (screen->selected > exam_past_count(&screen->plan))
        screen->selected = 0;
    turn_to(screen, EXAM_PHASE_START);
    return STAY;
}

static struct reply act_start(struct tui *tui, struct exam_screen *screen,
                              enum action action)
{
    const struct exam_past *open = exam_plan_open(&screen->plan);
    struct scroll cursor = {screen->selected};

    if (action == ACTION_BACK)
        return POP;
    if (action == ACTION_EXAM_START)
        start(tui, screen);
    else if (action == ACTION_EXAM_BREAK_OFF && open &&
             open_past(tui, screen, open))
        finish(tui, screen, EXAM_BROKEN_OFF);
    else if (action == ACTION_EXAM_LONGER)
        change_length(tui, screen, LENGTH_STEP);
    else if (action == ACTION_EXAM_SHORTER)
        change_length(tui, screen, -LENGTH_STEP);
    else if (scroll_act(&cursor, action, 1,
                        exam_past_count(&screen->plan) + 1)) {
        screen->selected = cursor.top;
        screen->is_fresh = true;
    } else {
        scroll_page(screen, action);
    }
    return STAY;
}

/* ---- questions ----------------------------------------------------------- */

static void go(struct exam_screen *screen, int question)
{
    if (question < 0 || question >= exam_of(screen)->count)
        return;
    examiner_go(screen->examiner, question);
    screen->is_fresh = true;
}

static void step(struct tui *tui, struct exam_screen *screen, int by)
{
    const struct exam *exam = exam_of(screen);
    int next = exam_next(exam, exam->over ? screen->filter : EXAM_ALL,
                         exam->at + by, by);

    if (next < 0)
        tui_say(tui,
                by < 0       ? "this is the first one"
                : exam->over ? "this is the last one"
                             : "this is the last one; H hands in",
                false);
    else
        go(screen, next);
}

static void choose(struct tui *tui, struct exam_screen *screen,
                   enum action action, int place)
{
    struct error err = {0};
    enum status status = action == ACTION_CHOOSE
                             ? examiner_choose(screen->examiner, place, &err)
                             : examiner_mark(screen->examiner, &err);
    struct buf said = {0};

    if (status) {
        buf_printf(&said, "not saved: %s", err.text);
        tui_say(tui, buf_text(&said), true);
    } else if (action == ACTION_CHOOSE &&
               place < examiner_session(screen->examiner)->shown_count) {
        /* A letter whose statement is not on the screen scrolls to it. */
        scroll_to(&screen->scroll, screen->places.statement_line[place],
                  screen->rows, screen->lines);
    }
    buf_release(&said);
}

static struct reply act_question(struct tui *tui, struct exam_screen *screen,
                                 enum action action, int arg)
{
    if (action == ACTION_BACK)
        return POP;
    if (action == ACTION_CHOOSE || action == ACTION_EXAM_MARK)
        choose(tui, screen, action, arg);
    else if (action == ACTION_EXAM_NEXT)
        step(tui, screen, 1);
    else if (action == ACTION_EXAM_BEFORE)
        step(tui, screen, -1);
    else if (action == ACTION_EXAM_MAP)
        turn_to(screen, EXAM_PHASE_MAP);
    else if (action == ACTION_EXAM_HAND_IN)
        turn_to(screen, EXAM_PHASE_ASK);
    else if (action == ACTION_EXAM_HIDE_TIME)
        screen->hides_time = !screen->hides_time;
    else
        scroll_page(screen, action);
    return STAY;
}

static struct reply act_map(struct exam_screen *screen, enum action action)
{
    const struct exam *exam = exam_of(screen);
    int by = action == ACTION_EXAM_NEXT     ? 1
             : action == ACTION_EXAM_BEFORE ? -1
             : action == ACTION_DOWN        ? screen->columns
             : action == ACTION_UP          ? -screen->columns
                                            : 0;

    if (action == ACTION_BACK || action == ACTION_EXAM_JUMP)
        turn_to(screen, EXAM_PHASE_QUESTION);
    else if (action == ACTION_EXAM_HAND_IN)
        turn_to(screen, EXAM_PHASE_ASK);
    else if (action == ACTION_TOP || action == ACTION_PAGE_UP)
        go(screen, 0);
    else if (action == ACTION_BOTTOM || action == ACTION_PAGE_DOWN)
        go(screen, exam->count - 1);
    else
        go(screen, exam->at + by);
    return STAY;
}

static struct reply act_ask(struct tui *tui, struct exam_screen *screen,
                            enum action action)
{
    if (action == ACTION_EXAM_YES)
        finish(tui, screen, EXAM_HANDED_IN);
    else if (action == ACTION_BACK)
        turn_to(screen, EXAM_PHASE_QUESTION);
    return STAY;
}

/* ---- afterwards ---------------------------------------------------------- */

/* All, wrong, marked, and all again; one that has none is left out. */
static void change_filter(struct tui *tui, struct exam_screen *screen)
{
    static const enum exam_which order[] = {EXAM_ALL, EXAM_WRONG, EXAM_MARKED};
    const struct exam *exam = exam_of(screen);
    bool begins = screen->phase == EXAM_PHASE_RESULT;
    int at = screen->filter == EXAM_WRONG    ? 1
             : screen->filter == EXAM_MARKED ? 2
                                             : 0;
    int first = -1;

    for (int i = 1; first < 0 && i <= 3; i++) {
        screen->filter = order[(begins ? i : at + i) % 3];
        first = exam_next(exam, screen->filter, 0, 1);
    }
    if (screen->filter == EXAM_ALL)
        tui_say(tui, "all questions", false);
    turn_to(screen, EXAM_PHASE_REVIEW);
    go(screen, first);
}

static void decline(struct tui *tui, struct exam_screen *screen)
{
    const struct exam_past *facts = examiner_facts(screen->examiner);
    bool joins = facts->end.join;
    struct error err = {0};

    if (facts->end_day != app_now(tui->app).day)
        return;
    if (examiner_join(screen->examiner, !joins, &err))
        tui_say(tui, err.text, true);
}

static struct reply act_result(struct tui *tui, struct exam_screen *screen,
                               enum action action)
{
    if (action == ACTION_BACK)
        return to_start(tui, screen);
    if (action == ACTION_EXAM_REVIEW) {
        screen->filter = EXAM_ALL;
        turn_to(screen, EXAM_PHASE_REVIEW);
        go(screen, 0);
    } else if (action == ACTION_EXAM_FILTER) {
        change_filter(tui, screen);
    } else if (action == ACTION_EXAM_DECLINE) {
        decline(tui, screen);
    } else {
        scroll_page(screen, action);
    }
    return STAY;
}

static struct reply act_review(struct tui *tui, struct exam_screen *screen,
                               enum action action)
{
    char which = action == ACTION_FULL      ? 'f'
                 : action == ACTION_FIGURE  ? 'g'
                 : action == ACTION_OTHERS  ? 'o'
                 : action == ACTION_SOURCES ? 'r'
                                            : '\0';

    if (action == ACTION_BACK)
        turn_to(screen, EXAM_PHASE_RESULT);
    else if (action == ACTION_EXAM_FILTER)
        change_filter(tui, screen);
    else if (action == ACTION_EXAM_NEXT ||
             (action == ACTION_PAGE &&
              !scroll_more(&screen->scroll, screen->rows, screen->lines)))
        step(tui, screen, 1);
    else if (action == ACTION_EXAM_BEFORE)
        step(tui, screen, -1);
    else if (which)
        examiner_unfold(screen->examiner, which);
    else
        scroll_page(screen, action);
    return STAY;
}

static struct reply exam_act(struct tui *tui, void *state, const char *key,
                             enum action action, int arg)
{
    struct exam_screen *screen = state;

    (void)key;
    if (watch_time(tui, screen))
        return STAY;
    switch (screen->phase) {
    case EXAM_PHASE_START:
        return act_start(tui, screen, action);
    case EXAM_PHASE_QUESTION:
        return act_question(tui, screen, action, arg);
    case EXAM_PHASE_MAP:
        return act_map(screen, action);
    case EXAM_PHASE_ASK:
        return act_ask(tui, screen, action);
    case EXAM_PHASE_RESULT:
        return act_result(tui, screen, action);
    case EXAM_PHASE_REVIEW:
        break;
    }
    return act_review(tui, screen, action);
}

const struct screen_row screen_exam = {
    .name = "exam",
    .context = exam_context,
    .draw = exam_draw_page,
    .act = exam_act,
    .wake = exam_wake,
    .again = exam_again,
    .close = exam_close,
};
