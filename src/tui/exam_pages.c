/* SPDX-License-Identifier: MIT */
#include "exam_pages.h"

#include "aiio/width.h"
#include "aiio/wrap.h"

enum { WIDE_COLS = 60, MINUTE_MS = 60000, SCORES_MAX = 40 };

/* ---- lines --------------------------------------------------------------- */

static void add_text(struct lines *lines, int cols, enum style style,
                     const char *text)
{
    int margin = cols >= WIDE_COLS ? 3 : 1;
    struct wrap_box box = {.width = cols > 80 ? 79 : cols - 1,
                           .indent = margin,
                           .first = {SLICE(""), STYLE_NORMAL},
                           .base = style,
                           .bullet = "-",
                           .plain = true};

    wrap_text(lines, &box, slice_of(text));
}

static struct exam_view view_of(const struct tui *tui, int cols)
{
    return (struct exam_view){.width = cols, .glyphs = tui->glyphs};
}

static const char *kept(struct tui *tui, struct buf *text)
{
    const char *copy = arena_string(&tui->frame, buf_slice(text));

    buf_release(text);
    return copy;
}

static const char *minutes(struct tui *tui, int64_t ms)
{
    struct buf text = {0};

    fmt_minutes(&text, ms);
    return kept(tui, &text);
}

/* ---- start page ---------------------------------------------------------- */

int exam_past_count(const struct exam_plan *plan)
{
    int count = 0;

    for (int i = 0; i < plan->past_count; i++)
        count += plan->past[i].over;
    return count;
}

const struct exam_past *exam_past_at(const struct exam_plan *plan, int at)
{
    for (int i = 0; i < plan->past_count; i++)
        if (plan->past[i].over && --at == 0)
            return &plan->past[i];
    return NULL;
}

static void add_plan(struct tui *tui, struct lines *lines,
                     const struct exam_plan *plan, int cols)
{
    int margin = cols >= WIDE_COLS ? 3 : 1, names = cols - 8;

    if (names > 44)
        names = 44;
    for (int i = 0; i < plan->domain_count; i++) {
        lines_add(lines);
        lines_pad(lines, margin);
        lines_span(lines, STYLE_NORMAL,
                   text_fit(slice_of(plan->domains[i].title), names));
        lines_pad(lines, margin + names + 1);
        lines_printf(lines, STYLE_NORMAL, "%3d", plan->domains[i].questions);
    }
    lines_add(lines);
    if (plan->questions < plan->wanted)
        add_text(lines, cols, STYLE_DIM,
                 arena_printf(&tui->frame,
                              "There are no more than these %d to ask.",
                              plan->questions));
    if (plan->reserve > 0)
        add_text(lines, cols, STYLE_DIM,
                 arena_printf(&tui->frame,
                              "%d of them are kept for exams and were never "
                              "shown to you.",
                              plan->reserve));
    add_text(lines, cols, STYLE_DIM,
             "As in the real exam nothing is told before the end.");
    add_text(lines, cols, STYLE_DIM,
             plan->pauses ? "The clock pauses while the program is closed."
                          : "The clock runs on while the program is closed.");
}

static void add_scores(struct tui *tui, struct lines *lines,
                       const struct exam_plan *plan, int cols)
{
    int64_t scores[SCORES_MAX];
    int past = exam_past_count(plan),
        count = past < SCORES_MAX ? past : SCORES_MAX;
    struct buf text = {0};

    if (count < 2 || cols < WIDE_COLS)
        return;
    /* Oldest first, as one reads. */
    for (int i = 0; i < count; i++) {
        const struct exam_end_body *end = &exam_past_at(plan, count - i)->end;

        scores[i] = fmt_percent(end->right, end->of);
    }
    fmt_sparkline(&text, tui->glyphs, scores, count);
    lines_printf(lines, STYLE_DIM, "   %s", buf_text(&text));
    buf_release(&text);
}

static void add_past(struct tui *tui, struct lines *lines,
                     const struct exam_screen *screen, int cols)
{
    const struct exam_plan *plan = &screen->plan;
    struct exam_view view = view_of(tui, cols);
    int count = exam_past_count(plan);

    if (count == 0)
        return;
    lines_add(lines);
    add_text(lines, cols, STYLE_TITLE, "Earlier exams");
    add_scores(tui, lines, plan, cols);
    for (int i = 1; i <= count; i++) {
        const struct exam_past *past = exam_past_at(plan, i);

        lines_add(lines);
        lines_printf(lines, STYLE_NORMAL, "%s%s ", cols >= WIDE_COLS ? " " : "",
                     screen->selected == i ? tui->glyphs->pointer : " ");
        exam_view_past(lines, past->day,
                       exam_score_of(past->end.right, past->end.of),
                       past->end.used_ms, past->domain, &view);
    }
}

static const char *headline(struct tui *tui, const struct exam_plan *plan)
{
    const struct exam_past *open = exam_plan_open(plan);

    if (open)
        return arena_printf(&tui->frame,
                            "Mock exam stopped at %d of %d, %s "
                            "left",
                            open->answered, open->questions,
                            minutes(tui, open->left_ms));
    return arena_printf(&tui->frame, "%d %s, %s", plan->questions,
                        plan->questions == 1 ? "question" : "questions",
                        minutes(tui, (int64_t)plan->minutes * MINUTE_MS));
}

static void draw_start(struct tui *tui, struct exam_screen *screen,
                       struct canvas *canvas)
{
    const struct exam_plan *plan = &screen->plan;
    bool open = exam_plan_open(plan) != NULL;
    struct lines lines = {.arena = &tui->frame};
    struct body body =
        draw_frame(tui, canvas, SLICE("Mock exam"), slice_of(plan->deck));
    struct hint hints[4] = {
        {"Enter",
         screen->selected > 0 ? "open"
         : open               ? "resume"
                              : "start",
         1},
        {"d", "end and score", 2},
        {"+ -", "longer, shorter", 5},
    };
    int focus = 0, past = exam_past_count(plan);

    lines_add(&lines);
    lines_printf(
        &lines, STYLE_NORMAL, "%s%s ", canvas->cols >= WIDE_COLS ? " " : "",
        screen->selected == 0 && past > 0 ? tui->glyphs->pointer : " ");
    lines_span(&lines, STYLE_TITLE,
               text_fit(slice_of(headline(tui, plan)), canvas->cols - 3));
    if (!open) {
        lines_add(&lines);
        add_plan(tui, &lines, plan, canvas->cols);
    }
    add_past(tui, &lines, screen, canvas->cols);
    if (screen->selected > 0)
        focus = lines.count - past + screen->selected - 1;
    body_fit(&body, lines.count);
    if (screen->is_fresh)
        scroll_to(&screen->scroll, focus, body.rows, lines.count);
    draw_lines(tui, canvas, body, &lines, &screen->scroll);
    focus -= screen->scroll.top;
    canvas_cursor(canvas, body.first + (focus < 0 ? 0 : focus), 1);
    screen->rows = body.rows;
    screen->lines = lines.count;
    if (!open)
        hints[1] = hints[2];
    draw_footer(tui, canvas, CONTEXT_EXAM_START, hints, 2);
}

/* ---- questions ----------------------------------------------------------- */

static const char *question_heading(struct tui *tui,
                                    const struct exam_screen *screen)
{
    const struct exam *exam = examiner_exam(screen->examiner);
    const struct exam_question *question = &exam->questions[exam->at];
    const char *verdict = !exam->over             ? ""
                          : question->withdrawn   ? "withdrawn"
                          : question->correct     ? "right"
                          : question->chosen == 0 ? "not answered"
                                                  : "wrong";
    const char *dot = tui->glyphs->dot;

    return arena_printf(
        &tui->frame, "Question %d of %d%s%s%s%s%s%s%s%s", exam->at + 1,
        exam->count, exam->over ? " " : "", exam->over ? dot : "",
        exam->over ? " " : "", verdict, question->marked ? " " : "",
        question->marked ? dot : "", question->marked ? " " : "",
        question->marked ? "marked" : "");
}

static const char *question_note(struct tui *tui,
                                 const struct exam_screen *screen)
{
    static const char *const filters[] = {
        [EXAM_ALL] = "all",          [EXAM_ANSWERED] = "answered",
        [EXAM_OPEN] = "open",        [EXAM_MARKED] = "marked only",
        [EXAM_WRONG] = "wrong only",
    };

    if (examiner_exam(screen->examiner)->over)
        return filters[screen->filter];
    if (screen->hides_time)
        return "";
    return arena_printf(&tui->frame, "%s left",
                        minutes(tui, examiner_left_ms(screen->examiner)));
}

static int question_hints(struct tui *tui, const struct exam_screen *screen,
                          struct hint *hints)
{
    const struct session *session = examiner_session(screen->examiner);

    if (examiner_exam(screen->examiner)->over) {
        hints[0] = (struct hint){"w", "all, wrong, marked", 3};
        return 1;
    }
    if (session->shown_count == 0)
        return 0;
    hints[0] = (struct hint){
        arena_printf(&tui->frame, "a-%c", 'a' + session->shown_count - 1),
        session_wanted(session) > 1 ? "choose two" : "choose", 1};
    return 1;
}

static void draw_question(struct tui *tui, struct exam_screen *screen,
                          struct canvas *canvas)
{
    bool over = examiner_exam(screen->examiner)->over;
    struct lines lines = {.arena = &tui->frame};
    struct view_options options = {.width = canvas->cols,
                                   .glyphs = tui->glyphs,
                                   .exam = true,
                                   .now = app_now(tui->app)};
    struct hint hints[2];
    struct body body =
        draw_frame(tui, canvas, slice_of(question_heading(tui, screen)),
                   slice_of(question_note(tui, screen)));
    int focus;

    view_card(&lines, examiner_session(screen->examiner), &options,
              &screen->places);
    if (lines.count == 0)
        add_text(&lines, canvas->cols, STYLE_DIM,
                 "The deck does not have this card any more; it does not "
                 "count.");
    focus = over ? 0 : screen->places.focus_line;
    body_fit(&body, lines.count);
    if (screen->is_fresh)
        screen->scroll.top = 0;
    draw_lines(tui, canvas, body, &lines, &screen->scroll);
    focus -= screen->scroll.top;
    if (focus < 0 || focus >= body.rows)
        focus = 0;
    canvas_cursor(canvas, body.first + focus, 1);
    screen->rows = body.rows;
    screen->lines = lines.count;
    draw_footer(tui, canvas, over ? CONTEXT_EXAM_REVIEW : CONTEXT_EXAM, hints,
                question_hints(tui, screen, hints));
}

/* ---- the other pages ----------------------------------------------------- */

static void draw_map(struct tui *tui, struct exam_screen *screen,
                     struct canvas *canvas)
{
    const struct exam *exam = examiner_exam(screen->examiner);
    struct exam_view view = view_of(tui, canvas->cols);
    struct lines lines = {.arena = &tui->frame};
    struct buf text = {0};
    struct body body = draw_frame(tui, canvas, SLICE("Map"),
                                  slice_of(question_note(tui, screen)));
    int line = 0;

    exam_view_map(&lines, exam, &view, &line, &screen->columns);
    lines_add(&lines);
    exam_view_open(&text, exam);
    add_text(&lines, canvas->cols, STYLE_DIM, kept(tui, &text));
    body_fit(&body, lines.count);
    scroll_to(&screen->scroll, line, body.rows, lines.count);
    draw_lines(tui, canvas, body, &lines, &screen->scroll);
    canvas_cursor(canvas, body.first + line - screen->scroll.top,
                  (canvas->cols >= WIDE_COLS ? 2 : 0) +
                      9 * (exam->at % screen->columns));
    draw_footer(tui, canvas, CONTEXT_EXAM_MAP, NULL, 0);
}

static void draw_ask(struct tui *tui, struct exam_screen *screen,
                     struct canvas *canvas)
{
    struct lines lines = {.arena = &tui->frame};
    struct scroll scroll = {0};
    struct buf text = {0};
    struct body body = draw_frame(tui, canvas, SLICE("Mock exam"),
                                  slice_of(question_note(tui, screen)));

    exam_view_open(&text, examiner_exam(screen->examiner));
    buf_add_text(&text, ". Hand in? y/N");
    add_text(&lines, canvas->cols, STYLE_WARNING, kept(tui, &text));
    body_fit(&body, lines.count);
    draw_lines(tui, canvas, body, &lines, &scroll);
    canvas_cursor(canvas, body.first, 1);
    draw_footer(tui, canvas, CONTEXT_EXAM_ASK, NULL, 0);
}

static void draw_result(struct tui *tui, struct exam_screen *screen,
                        struct canvas *canvas)
{
    const struct exam_past *facts = examiner_facts(screen->examiner);
    struct exam_view view = view_of(tui, canvas->cols);
    struct lines lines = {.arena = &tui->frame};
    struct exam_result result = {
        .exam = examiner_exam(screen->examiner),
        .outline = examiner_outline(screen->examiner),
        .target_percent = screen->plan.target_percent,
        .joins = facts->end.join,
        .is_today = facts->end_day == app_now(tui->app).day,
    };
    struct buf day = {0};
    struct body body;
    struct hint hints[] = {
        {"d", result.joins ? "leave them out" : "put them in", 4}};
    bool missed = result.is_today && exam_count(result.exam, EXAM_WRONG) > 0;

    day_format_long(&day, facts->day);
    body = draw_frame(tui, canvas, SLICE("Result of the mock exam"),
                      slice_of(kept(tui, &day)));
    exam_view_result(&lines, &result, &view);
    body_fit(&body, lines.count);
    if (screen->is_fresh)
        screen->scroll.top = 0;
    draw_lines(tui, canvas, body, &lines, &screen->scroll);
    canvas_cursor(canvas, body.first, 1);
    screen->rows = body.rows;
    screen->lines = lines.count;
    draw_footer(tui, canvas, CONTEXT_EXAM_RESULT, hints, missed ? 1 : 0);
}

void exam_page(struct tui *tui, struct exam_screen *screen,
               struct canvas *canvas)
{
    switch (screen->phase) {
    case EXAM_PHASE_START:
        draw_start(tui, screen, canvas);
        break;
    case EXAM_PHASE_QUESTION:
    case EXAM_PHASE_REVIEW:
        draw_question(tui, screen, canvas);
        break;
    case EXAM_PHASE_MAP:
        draw_map(tui, screen, canvas);
        break;
    case EXAM_PHASE_ASK:
        draw_ask(tui, screen, canvas);
        break;
    case EXAM_PHASE_RESULT:
        draw_result(tui, screen, canvas);
        break;
    }
    screen->is_fresh = false;
}
