/* SPDX-License-Identifier: MIT */
#include "widgets.h"

/* All keys, those of the screen it was opened from first. */
struct help {
    enum context context;
    struct scroll scroll;
    int rows, lines; /* of the last frame, for paging */
};

void *help_open(enum context context)
{
    struct help *help = mem_new(1, sizeof(*help));

    help->context = context;
    return help;
}

static enum context help_context(const struct tui *tui, const void *state)
{
    (void)tui;
    (void)state;
    return CONTEXT_READING;
}

static void add_context(struct lines *lines, enum context context)
{
    struct buf text = {0};
    struct slice rest;

    actions_print_help(&text, context);
    rest = buf_slice(&text);
    lines_add(lines);
    lines_printf(lines, STYLE_TITLE, " %s", context_title(context));
    while (rest.len > 0) {
        struct slice line = slice_cut(&rest, '\n');

        lines_add(lines);
        lines_span(lines, STYLE_NORMAL, SLICE(" "));
        lines_span(lines, STYLE_NORMAL,
                   slice_of(arena_string(lines->arena, line)));
    }
    lines_add(lines);
    buf_release(&text);
}

static void help_draw(struct tui *tui, void *state, struct canvas *canvas)
{
    struct help *help = state;
    struct lines lines = {.arena = &tui->frame};
    struct body body = draw_frame(tui, canvas, SLICE("Keys"),
                                  SLICE("aiio-study " AIIO_VERSION));

    add_context(&lines, help->context);
    for (int i = 0; i < CONTEXT_COUNT; i++)
        if (i != (int)help->context)
            add_context(&lines, (enum context)i);
    draw_lines(tui, canvas, body, &lines, &help->scroll);
    help->rows = body.rows;
    help->lines = lines.count;
    canvas_cursor(canvas, body.first, 1);
    draw_footer(tui, canvas, CONTEXT_READING, NULL, 0);
}

static struct reply help_act(struct tui *tui, void *state, const char *key,
                             enum action action, int arg)
{
    struct help *help = state;

    (void)tui;
    (void)key;
    (void)arg;
    if (action == ACTION_BACK || action == ACTION_OPEN)
        return POP;
    if (action == ACTION_PAGE)
        action = ACTION_PAGE_DOWN;
    scroll_act(&help->scroll, action, help->rows, help->lines);
    return STAY;
}

const struct screen_row screen_help = {
    .name = "help",
    .context = help_context,
    .draw = help_draw,
    .act = help_act,
    .close = mem_free,
};
