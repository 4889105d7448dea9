/* SPDX-License-Identifier: MIT */
#include "widgets.h"

#include "aiio/wrap.h"

#include <stdio.h>
#include <string.h>

enum { DATE_BYTES = 10 };

/* The first start asks for the exam day; an empty field means none yet. */
struct goal {
    char *deck;
    struct goal_body before; /* what is set: its day stands in the field */
    bool asked;
    char text[DATE_BYTES + 1];
    char wrong[128];
};

void *goal_open(const struct home *home)
{
    struct goal *goal = mem_new(1, sizeof(*goal));
    const char *deck = home->deck;
    struct buf day = {0};

    goal->deck = mem_new(strlen(deck) + 1, 1);
    memcpy(goal->deck, deck, strlen(deck));
    goal->asked = home->asked_goal;
    goal->before = home->goal;
    if (home->goal.has_exam_day) {
        day_format(&day, home->goal.exam_day);
        memcpy(goal->text, buf_text(&day), DATE_BYTES);
    }
    buf_release(&day);
    return goal;
}

static void goal_close(void *state)
{
    struct goal *goal = state;

    mem_free(goal->deck);
    mem_free(goal);
}

static enum context goal_context(const struct tui *tui, const void *state)
{
    (void)tui;
    (void)state;
    return CONTEXT_READING;
}

static void add_text(struct lines *lines, int width, enum style style,
                     const char *text)
{
    struct wrap_box box = {.width = width - 1,
                           .indent = 3,
                           .first = {SLICE("   "), STYLE_NORMAL},
                           .base = style,
                           .bullet = "-",
                           .plain = true};

    wrap_text(lines, &box, slice_of(text));
}

static void goal_draw(struct tui *tui, void *state, struct canvas *canvas)
{
    struct goal *goal = state;
    struct lines lines = {.arena = &tui->frame};
    struct scroll scroll = {0};
    struct body body =
        draw_frame(tui, canvas, SLICE("aiio-study"), slice_of(goal->deck));
    static const struct hint hints[] = {
        {"Enter", "take it; empty means no day yet", 1},
        {"Esc", "later", 2},
    };
    int field;

    add_text(&lines, canvas->cols, STYLE_NORMAL,
             "When is your exam? New cards are then spread so that you have "
             "seen all of them a week before, and the last days revise.");
    lines_add(&lines);
    field = lines.count;
    lines_add(&lines);
    lines_span(&lines, STYLE_EMPHASIS, SLICE("   Exam day (2027-01-31): "));
    lines_printf(&lines, STYLE_NORMAL, "%s", goal->text);
    if (goal->wrong[0]) {
        lines_add(&lines);
        add_text(&lines, canvas->cols, STYLE_WARNING, goal->wrong);
    }
    if (field >= body.rows)
        scroll.top = field - body.rows + 1;
    body_fit(&body, lines.count);
    draw_lines(tui, canvas, body, &lines, &scroll);
    canvas_cursor(canvas, body.first + field - scroll.top,
                  lines.items[field].cells);
    draw_footer(tui, canvas, CONTEXT_COUNT, hints, 2);
}

static struct reply set_goal(struct tui *tui, struct goal *goal)
{
    struct goal_body body = goal->before;
    struct error err = {0};

    body.has_exam_day = goal->text[0] != '\0';
    body.declined = !body.has_exam_day;
    if (body.has_exam_day && !day_parse(slice_of(goal->text), &body.exam_day)) {
        snprintf(goal->wrong, sizeof(goal->wrong), "that is no date: %s",
                 day_fault(slice_of(goal->text)));
        return STAY;
    }
    if (body.has_exam_day && body.exam_day <= app_now(tui->app).day) {
        memcpy(goal->wrong, "that day is not in the future", 30);
        return STAY;
    }
    if (app_set_goal(tui->app, goal->deck, &body, &err))
        tui_say(tui, err.text, true);
    else if (goal->asked && goal->before.has_exam_day && !body.has_exam_day)
        tui_say(tui, "the exam day is taken out", false);
    return POP;
}

/* Later: at the first start that is an answer too, afterwards it is none. */
static struct reply leave(struct tui *tui, struct goal *goal)
{
    if (goal->asked)
        return POP;
    goal->text[0] = '\0';
    return set_goal(tui, goal);
}

static struct reply goal_act(struct tui *tui, void *state, const char *key,
                             enum action action, int arg)
{
    struct goal *goal = state;
    size_t len = strlen(goal->text);

    (void)action;
    (void)arg;
    goal->wrong[0] = '\0';
    if (!strcmp(key, "Enter"))
        return set_goal(tui, goal);
    if (!strcmp(key, "Esc") || !strcmp(key, "q"))
        return leave(tui, goal);
    if (!strcmp(key, "^U"))
        goal->text[0] = '\0';
    if (!strcmp(key, "Backspace") && len > 0)
        goal->text[len - 1] = '\0';
    else if (key[1] == '\0' && strchr("0123456789-", key[0]) &&
             len < DATE_BYTES)
        goal->text[len] = key[0];
    return STAY;
}

const struct screen_row screen_goal = {
    .name = "goal",
    .text_field = true,
    .context = goal_context,
    .draw = goal_draw,
    .act = goal_act,
    .close = goal_close,
};
