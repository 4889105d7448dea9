/* SPDX-License-Identifier: MIT */
#include "widgets.h"

#include "aiio/width.h"
#include "aiio/wrap.h"

enum { KEYS_CELLS = 15, BESIDE_COLS = 36 };

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

/* "  keys          words": the words wrap beside the keys, or below them. */
static void add_key(struct lines *lines, struct slice line, int cols)
{
    struct slice keys =
        line.len > KEYS_CELLS ? (struct slice){line.ptr, KEYS_CELLS} : line;
    struct slice words = {line.ptr + keys.len, line.len - keys.len};
    struct wrap_box box = {.width = cols - 1,
                           .indent = KEYS_CELLS + 1,
                           .base = STYLE_NORMAL,
                           .bullet = "-",
                           .plain = true};

    box.first.text =
        slice_of(arena_printf(lines->arena, " %.*s", (int)keys.len, keys.ptr));
    if (cols < BESIDE_COLS) {
        lines_add(lines);
        lines_span(lines, STYLE_NORMAL, text_fit(box.first.text, cols));
        box.first = (struct span){SLICE(""), STYLE_NORMAL};
        box.indent = 4;
    }
    wrap_text(lines, &box,
              slice_of(arena_string(lines->arena, slice_trim(words))));
}

static void add_context(struct lines *lines, enum context context, int cols)
{
    struct buf text = {0};
    struct slice rest;

    actions_print_help(&text, context);
    rest = buf_slice(&text);
    lines_add(lines);
    lines_printf(lines, STYLE_TITLE, " %s", context_title(context));
    while (rest.len > 0)
        add_key(lines, slice_cut(&rest, '\n'), cols);
    lines_add(lines);
    buf_release(&text);
}

static void help_draw(struct tui *tui, void *state, struct canvas *canvas)
{
    struct help *help = state;
    struct lines lines = {.arena = &tui->frame};
    struct body body = draw_frame(tui, canvas, SLICE("Keys"),
                                  SLICE("aiio-study " AIIO_VERSION));

    add_context(&lines, help->context, canvas->cols);
    for (int i = 0; i < CONTEXT_COUNT; i++)
        if (i != (int)help->context)
            add_context(&lines, (enum context)i, canvas->cols);
    body_fit(&body, lines.count);
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
