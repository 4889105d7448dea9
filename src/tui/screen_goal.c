/* SPDX-License-Identifier: MIT */
#include "widgets.h"

#include "aiio/wrap.h"

#include <string.h>

enum { DATE_BYTES = 10 };

/* The first start asks for the exam day; Enter alone means later. */
struct goal {
    char *deck;
    char text[DATE_BYTES + 1];
    char wrong[128];
};

void *goal_open(const char *deck)
{
    struct goal *goal = mem_new(1, sizeof(*goal));

    goal->deck = mem_new(strlen(deck) + 1, 1);
    memcpy(goal->deck, deck, strlen(deck));
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
        {"Enter", "take it; empty means later", 1},
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
    draw_lines(tui, canvas, body, &lines, &scroll);
    canvas_cursor(canvas, body.first + field - scroll.top,
                  lines.items[field].cells);
    draw_footer(tui, canvas, CONTEXT_COUNT, hints, 2);
}

static struct reply set_goal(struct tui *tui, struct goal *goal, bool later)
{
    struct goal_body body = {.declined = true};
    struct error err = {0};
    int today = app_now(tui->app).day;

    if (!later && goal->text[0]) {
        if (!day_parse(slice_of(goal->text), &body.exam_day)) {
            memcpy(goal->wrong, "that is no date: year-month-day is meant", 41);
            return STAY;
        }
        if (body.exam_day <= today) {
            memcpy(goal->wrong, "that day is not in the future", 30);
            return STAY;
        }
        body.has_exam_day = true;
        body.declined = false;
    }
    if (app_set_goal(tui->app, goal->deck, &body, &err))
        tui_say(tui, err.text, true);
    return POP;
}

static struct reply goal_act(struct tui *tui, void *state, const char *key,
                             enum action action, int arg)
{
    struct goal *goal = state;
    size_t len = strlen(goal->text);

    (void)action;
    (void)arg;
    goal->wrong[0] = '\0';
    if (!strcmp(key, "Enter") || !strcmp(key, "Esc") || !strcmp(key, "q"))
        return set_goal(tui, goal, key[0] != 'E' || key[1] == 's');
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
