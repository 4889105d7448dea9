/* SPDX-License-Identifier: MIT */
#include "widgets.h"

#include "aiio/width.h"

#include <string.h>

/* Which deck home shows. */
struct decks {
    struct arena arena;
    struct store_deck *items;
    int count, selected, rows;
    struct scroll scroll;
};

void *decks_open(struct tui *tui, struct error *err)
{
    struct decks *decks = mem_new(1, sizeof(*decks));

    if (store_decks(tui->app->store, &decks->arena, &decks->items,
                    &decks->count, err) == STATUS_OK)
        return decks;
    mem_free(decks);
    return NULL;
}

static void decks_close(void *state)
{
    struct decks *decks = state;

    arena_release(&decks->arena);
    mem_free(decks);
}

static enum context decks_context(const struct tui *tui, const void *state)
{
    (void)tui;
    (void)state;
    return CONTEXT_DECKS;
}

static void decks_draw(struct tui *tui, void *state, struct canvas *canvas)
{
    struct decks *decks = state;
    struct lines lines = {.arena = &tui->frame};
    struct body body = draw_frame(tui, canvas, SLICE("Decks"), SLICE(""));

    for (int i = 0; i < decks->count; i++) {
        const struct store_deck *deck = &decks->items[i];
        bool selected = i == decks->selected;
        const char *cards = arena_printf(&tui->frame, "   %d %s", deck->cards,
                                         deck->cards == 1 ? "card" : "cards");
        int room = canvas->cols - 4 - text_cells(slice_of(cards));

        lines_add(&lines);
        lines_printf(&lines, STYLE_NORMAL, " %s ",
                     selected ? tui->glyphs->pointer : " ");
        lines_cut(&lines, selected ? STYLE_EMPHASIS : STYLE_NORMAL,
                  slice_of(deck->title), room > 4 ? room : 4,
                  tui->glyphs->ellipsis);
        lines_span(&lines, STYLE_DIM, slice_of(cards));
    }
    body_fit(&body, lines.count);
    scroll_to(&decks->scroll, decks->selected, body.rows, lines.count);
    draw_lines(tui, canvas, body, &lines, &decks->scroll);
    decks->rows = body.rows;
    canvas_cursor(canvas, body.first + decks->selected - decks->scroll.top, 1);
    draw_footer(tui, canvas, CONTEXT_DECKS, NULL, 0);
}

static int clamp(int value, int count)
{
    return value < 0 ? 0 : value >= count ? count - 1 : value;
}

static struct reply decks_act(struct tui *tui, void *state, const char *key,
                              enum action action, int arg)
{
    struct decks *decks = state;
    struct scroll cursor = {decks->selected};

    (void)key;
    (void)arg;
    if (action == ACTION_BACK)
        return POP;
    if (action == ACTION_OPEN && decks->count > 0) {
        struct screen *below = &tui->stack[tui->depth - 2];

        home_choose(tui, below->state, decks->items[decks->selected].id);
        return POP;
    }
    scroll_act(&cursor, action, 1, decks->count);
    decks->selected = clamp(cursor.top, decks->count);
    return STAY;
}

const struct screen_row screen_decks = {
    .name = "decks",
    .context = decks_context,
    .draw = decks_draw,
    .act = decks_act,
    .close = decks_close,
};
