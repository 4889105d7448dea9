/* SPDX-License-Identifier: MIT */
/*
 * What a session shows, as one text with a line a line.
 */
#ifndef AIIO_TESTS_STUDY_SCREEN_H
#define AIIO_TESTS_STUDY_SCREEN_H

#include "study/support.h"

struct shown {
    struct session session;
    struct session_card shown;
    struct card card;
    struct statement four[4];
    struct source sources[2];
    struct arena arena;
    struct lines lines;
    struct view_places places;
    struct buf text;
};

static const char *const figure[] = {
    "GPU0 ---- GPU1 ---- GPU2 ---- GPU3",
    "  |         |         |         |",
};

static inline void set_up(struct shown *shown)
{
    struct session_config config = config_of(COVER_REVIEWS);

    memset(shown, 0, sizeof(*shown));
    set_choice(&shown->card, shown->four);
    shown->card.question =
        "A model of 70 billion parameters does not fit into the memory of one "
        "GPU. What helps?";
    shown->four[0].text = "Shard it over several GPUs with `NVLink`";
    shown->four[0].why = "Each GPU then holds a part of the weights.";
    shown->card.brief = "Too big for one, so share it.";
    shown->shown = shown_of(&shown->card);
    session_init(&shown->session, &config);
}

/* With everything that can be unfolded. */
static inline void set_up_rich(struct shown *shown)
{
    set_up(shown);
    shown->card.full = "In depth.\n- one `thing`\n- another";
    shown->card.figure_alt = "Four GPUs in a row, each joined to the next.";
    shown->card.figure_lines = (const char **)(uintptr_t)figure;
    shown->card.figure_line_count = 2;
    shown->sources[0] = (struct source){"NVLink", "https://example.org/nvlink"};
    shown->sources[1] = (struct source){"A book", ""};
    shown->card.sources = shown->sources;
    shown->card.source_count = 2;
    shown->card.as_of = "2026-11";
}

static inline void tear_down(struct shown *shown)
{
    buf_release(&shown->text);
    arena_release(&shown->arena);
}

static inline void join(struct shown *shown, int width)
{
    buf_clear(&shown->text);
    for (int i = 0; i < shown->lines.count; i++) {
        const struct line *line = &shown->lines.items[i];

        assert_in_range(line->cells, 0, width);
        for (int j = 0; j < line->count; j++)
            buf_add(&shown->text, line->spans[j].text);
        buf_add_char(&shown->text, '\n');
    }
}

static inline struct view_options options_for(int width, const char *kind)
{
    return (struct view_options){
        .width = width,
        .glyphs = glyphs_for(strcmp(kind, "utf-8") != 0),
        .plain = !strcmp(kind, "plain"),
        .now = moment_at(0),
    };
}

static inline void draw(struct shown *shown, const struct view_options *options)
{
    arena_reset(&shown->arena);
    shown->lines = (struct lines){.arena = &shown->arena};
    view_card(&shown->lines, &shown->session, options, &shown->places);
    join(shown, options->width > 0 ? options->width : 1);
}

static inline void assert_screen(struct shown *shown, int width,
                                 const char *kind, const char *expected)
{
    struct view_options options = options_for(width, kind);

    draw(shown, &options);
    assert_string_equal(buf_text(&shown->text), expected);
}

/* The style of the span that has this text somewhere. */
static inline enum style style_of(const struct shown *shown, const char *text)
{
    for (int i = 0; i < shown->lines.count; i++)
        for (int j = 0; j < shown->lines.items[i].count; j++) {
            const struct span *span = &shown->lines.items[i].spans[j];

            for (size_t at = 0; at < span->text.len; at++)
                if (slice_starts((struct slice){span->text.ptr + at,
                                                span->text.len - at},
                                 slice_of(text)))
                    return span->style;
        }
    fail_msg("no span with \"%s\"", text);
    return STYLE_COUNT;
}

static inline void choose(struct shown *shown, const char *order, int place,
                          bool guess)
{
    struct effect effect;

    show_in(&shown->session, &shown->shown, order);
    effect = session_choose(&shown->session, place, guess, moment_at(0));
    save(&shown->session, &effect);
}

#endif
