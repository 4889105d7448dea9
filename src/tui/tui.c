/* SPDX-License-Identifier: MIT */
#include "tui.h"

#include "aiio/fmt.h"
#include "aiio/paths.h"
#include "screen.h"
#include "widgets.h"

#include <string.h>

/* ---- messages ------------------------------------------------------------ */

void tui_say(struct tui *tui, const char *text, bool is_bad)
{
    struct slice rest = slice_of(text);

    buf_clear(&tui->message);
    buf_add(&tui->message, slice_cut(&rest, '\n'));
    tui->message_is_bad = is_bad;
}

void tui_undo(struct tui *tui, bool redo)
{
    struct arena arena = {0};
    struct entry undone = {0};
    struct error err = {0};
    struct buf said = {0};

    if (app_undo(tui->app, NULL, redo, &arena, &undone, &err)) {
        tui_say(tui,
                err.code == STATUS_NOT_FOUND ? "nothing to take back"
                                             : err.text,
                err.code != STATUS_NOT_FOUND);
    } else {
        buf_add_text(&said, redo ? "put back: " : "took back: ");
        app_describe(&said, &undone);
        if (!redo)
            buf_printf(&said, " %s U puts it back", tui->glyphs->dot);
        tui_say(tui, buf_text(&said), false);
    }
    buf_release(&said);
    arena_release(&arena);
}

/* What the app has to tell once goes to the line of messages, one after the
   other: the next key shows the next one. */
static void take_notice(struct tui *tui)
{
    struct slice rest = buf_slice(&tui->app->notices);
    struct buf left = {0};

    if (rest.len == 0 || tui->message.len > 0)
        return;
    tui_say(tui, buf_text(&tui->app->notices), false);
    slice_cut(&rest, '\n');
    buf_add(&left, rest);
    buf_release(&tui->app->notices);
    tui->app->notices = left;
}

/* ---- stack --------------------------------------------------------------- */

static struct screen *top_screen(struct tui *tui)
{
    return &tui->stack[tui->depth - 1];
}

static void push(struct tui *tui, enum screen_kind kind, void *state)
{
    if (!state)
        return; /* it could not be opened, and said so */
    if (tui->depth == SCREEN_DEPTH_MAX) {
        screen_row(kind)->close(state);
        return;
    }
    tui->stack[tui->depth++] = (struct screen){kind, state};
}

static void wake_up(struct tui *tui, int64_t stopped_ms)
{
    if (tui->depth > 0) {
        struct screen *screen = top_screen(tui);

        if (screen_row(screen->kind)->again)
            screen_row(screen->kind)->again(tui, screen->state, stopped_ms);
    }
}

static void pop(struct tui *tui)
{
    struct screen *screen = top_screen(tui);

    tui->depth--;
    screen_row(screen->kind)->close(screen->state);
    wake_up(tui, 0);
}

/* ---- frame --------------------------------------------------------------- */

static void draw_too_small(struct tui *tui)
{
    struct span span = {SLICE("needs 20x6, q quits"), STYLE_NORMAL};

    canvas_text(&tui->canvas, 0, 0, tui->canvas.cols, span);
}

static void draw(struct tui *tui)
{
    struct screen *screen = top_screen(tui);
    int rows, cols;

    term_size(tui->term, &rows, &cols);
    canvas_reset(&tui->canvas, rows, cols);
    arena_reset(&tui->frame);
    if (rows < USABLE_ROWS || cols < USABLE_COLS)
        draw_too_small(tui);
    else
        screen_row(screen->kind)->draw(tui, screen->state, &tui->canvas);
    term_draw(tui->term, &tui->canvas);
}

/* ---- editor -------------------------------------------------------------- */

/* "imported: 1 card reworded, 2 cards retired". */
static void say_changes(struct buf *said, const int counts[CHANGE_COUNT])
{
    static const struct {
        enum change change;
        const char *one, *many;
    } words[] = {
        {CHANGE_NEW, "new card", "new cards"},
        {CHANGE_REWORDED, "card reworded", "cards reworded"},
        {CHANGE_KEY, "card with another answer key",
         "cards with another answer key"},
        {CHANGE_RESTORED, "card restored", "cards restored"},
        {CHANGE_RETIRED, "card retired", "cards retired"},
        {CHANGE_MOVED, "card moved", "cards moved"},
    };
    const char *before = "imported: ";

    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        int count = counts[words[i].change];

        if (count == 0)
            continue;
        buf_add_text(said, before);
        fmt_count(said, count, words[i].one, words[i].many);
        before = ", ";
    }
}

/* The first error whole, and that there are others. */
static void say_errors(struct buf *said, const struct problems *problems)
{
    int i = 0;

    while (problems->items[i].severity != SEVERITY_ERROR)
        i++;
    problem_print(said, &problems->items[i]);
    if (problems->errors > 1) {
        buf_add_text(said, "; and ");
        fmt_count(said, problems->errors - 1, "more error", "more errors");
    }
}

static void import_again(struct tui *tui, const struct screen *screen,
                         const char *path)
{
    struct import_options options = {.paths = &path, .path_count = 1};
    struct import_report report = {0};
    struct error err = {0};
    struct buf said = {0};
    bool failed = app_import(tui->app, &options, &report, &err) != STATUS_OK;

    if (failed && report.problems.errors > 0)
        say_errors(&said, &report.problems);
    else if (failed)
        buf_add_text(&said, err.text);
    else if (!report.changed)
        buf_add_text(&said, "no card was changed");
    else
        say_changes(&said, report.counts);
    tui_say(tui, buf_text(&said), failed);
    if (!failed && report.changed)
        screen_row(screen->kind)->edited(tui, screen->state);
    buf_release(&said);
    import_report_release(&report);
}

static const char *editor(void)
{
    const char *name = environment("VISUAL");

    if (!name)
        name = environment("EDITOR");
    return name ? name : "vi";
}

/* The person's own setting may hold options: the shell splits it. */
static void run_editor(struct tui *tui)
{
    const struct screen *screen = top_screen(tui);
    struct card_origin origin = {.line = 1};
    struct buf script = {0}, plus = {0};
    struct error err = {0};

    if (screen_row(screen->kind)->origin(tui, screen->state, &origin, &err)) {
        tui_say(tui, err.text, true);
    } else {
        char shell[] = "/bin/sh", option[] = "-c", name[] = "sh";
        char *arguments[7];

        buf_printf(&script, "%s \"$1\" \"$2\"", editor());
        buf_printf(&plus, "+%d", origin.line);
        arguments[0] = shell;
        arguments[1] = option;
        arguments[2] = script.data;
        arguments[3] = name;
        arguments[4] = plus.data;
        arguments[5] = origin.file.data;
        arguments[6] = NULL;
        if (term_run(tui->term, arguments) == 0)
            import_again(tui, screen, buf_text(&origin.path));
        else
            tui_say(tui, "the editor did not end well; nothing was imported",
                    true);
        wake_up(tui, 0);
    }
    card_origin_release(&origin);
    buf_release(&plus);
    buf_release(&script);
}

/* ---- loop ---------------------------------------------------------------- */

static void carry_out(struct tui *tui, struct reply reply)
{
    if (reply.kind == REPLY_PUSH)
        push(tui, reply.screen, reply.state);
    else if (reply.kind == REPLY_POP)
        pop(tui);
    else if (reply.kind == REPLY_QUIT)
        while (tui->depth > 0)
            pop(tui);
    else if (reply.kind == REPLY_EDITOR)
        run_editor(tui);
    else if (reply.kind == REPLY_REDRAW)
        term_redraw(tui->term);
}

static struct reply on_key(struct tui *tui, const struct term_event *event)
{
    struct screen *screen = top_screen(tui);
    const struct screen_row *row = screen_row(screen->kind);
    int rows, cols, arg = 0;
    enum action action;

    /* What is pasted is no key press, except where text is asked for. */
    if (event->pasted && !row->text_field)
        return STAY;
    buf_clear(&tui->message);
    action = action_for_key(row->context(tui, screen->state), event->key, &arg);
    term_size(tui->term, &rows, &cols);
    if (rows < USABLE_ROWS || cols < USABLE_COLS)
        return action == ACTION_BACK || !strcmp(event->key, "q") ? POP : STAY;
    if (action == ACTION_REDRAW)
        return (struct reply){.kind = REPLY_REDRAW};
    if (action == ACTION_HELP)
        return (struct reply){.kind = REPLY_PUSH,
                              .screen = SCREEN_HELP,
                              .state =
                                  help_open(row->context(tui, screen->state))};
    return row->act(tui, screen->state, event->key, action, arg);
}

static int64_t timeout(struct tui *tui)
{
    struct screen *screen = top_screen(tui);
    const struct screen_row *row = screen_row(screen->kind);

    return row->wake ? row->wake(tui, screen->state) : -1;
}

/* Returns the signal that ended it, or 0. */
static int loop(struct tui *tui)
{
    while (tui->depth > 0) {
        struct term_event event;

        take_notice(tui);
        draw(tui);
        term_wait(tui->term, timeout(tui), &event);
        if (event.kind == TERM_GONE)
            return event.signal;
        if (event.kind == TERM_RESUMED)
            wake_up(tui, event.stopped_ms);
        else if (event.kind == TERM_TIMER)
            wake_up(tui, 0);
        else if (event.kind == TERM_KEY)
            carry_out(tui, on_key(tui, &event));
    }
    return 0;
}

/* ---- starting ------------------------------------------------------------ */

/* The setting (or --color) beats NO_COLOR. */
static bool wants_color(const struct app *app)
{
    if (app->settings.color != TRISTATE_AUTO)
        return app->settings.color == TRISTATE_ALWAYS;
    return !environment("NO_COLOR");
}

static enum status open_first(struct tui *tui,
                              const struct study_options *options,
                              struct error *err)
{
    enum screen_kind kind = !options          ? SCREEN_HOME
                            : options->browse ? SCREEN_BROWSE
                            : options->exam   ? SCREEN_EXAM
                                              : SCREEN_STUDY;
    void *state = !options          ? home_open(tui, NULL, err)
                  : options->browse ? browse_open(tui, options->browse, err)
                  : options->exam   ? exam_open(tui, options->exam, err)
                                    : study_open(tui, options, err);

    if (!state)
        return err->code;
    push(tui, kind, state);
    if (!options && !home_of(state)->asked_goal && home_of(state)->deck)
        push(tui, SCREEN_GOAL, goal_open(home_of(state)));
    return STATUS_OK;
}

enum status tui_run(struct app *app, const struct study_options *options,
                    int *signal, struct error *err)
{
    struct term_options wanted = {
        .color = wants_color(app),
        .ascii = app->settings.ascii == TRISTATE_ALWAYS,
        .mouse = app->settings.mouse,
    };
    struct tui tui = {.app = app};
    enum status status;

    *signal = 0;
    status = term_open(&wanted, &tui.term, err);
    if (status)
        return status;
    tui.glyphs = glyphs_for(term_is_ascii(tui.term));
    status = open_first(&tui, options, err);
    if (!status)
        *signal = loop(&tui);
    while (tui.depth > 0)
        pop(&tui);
    term_close(tui.term);
    canvas_release(&tui.canvas);
    arena_release(&tui.frame);
    buf_release(&tui.message);
    return status;
}
