/* SPDX-License-Identifier: MIT */
#include "aiio/app.h"

#include "aiio/wrap.h"

enum { WIDE = 76, NAME_CELLS = 32, NARROW_NAME_CELLS = 9 };

struct words {
    struct lines *out;
    const struct forecast_report *report;
    int width;
    const struct glyphs *glyphs;
};

/* A sentence, wrapped; it takes over the text. */
static void say(struct words *words, struct buf *text)
{
    struct wrap_box box = {
        .width = words->width,
        .indent = 3,
        .first = {SLICE("   "), STYLE_NORMAL},
        .base = STYLE_NORMAL,
        .plain = true,
    };

    wrap_text(words->out, &box,
              slice_of(arena_string(words->out->arena, buf_slice(text))));
    buf_release(text);
}

/* ---- scores ------------------------------------------------------------ */

static void add_score(struct words *words, struct forecast_score score)
{
    const char *text =
        arena_printf(words->out->arena, "%.0f-%.0f", score.low, score.high);

    lines_printf(words->out, STYLE_EMPHASIS, "  %3.0f %%", score.score);
    lines_printf(words->out, STYLE_DIM, " %-6s", text);
}

/* A narrow screen has no room for the third. */
static void add_row(struct words *words, const char *name,
                    struct forecast_score today, struct forecast_score exam,
                    struct forecast_score stopped)
{
    bool wide = words->width >= WIDE;
    int cells = wide ? NAME_CELLS : NARROW_NAME_CELLS;

    lines_add(words->out);
    lines_span(words->out, STYLE_NORMAL, SLICE("   "));
    lines_cut(words->out, STYLE_NORMAL, slice_of(name), cells,
              words->glyphs->ellipsis);
    lines_pad(words->out, cells + 3);
    add_score(words, today);
    if (!words->report->forecast.has_exam)
        return;
    add_score(words, exam);
    if (wide)
        add_score(words, stopped);
}

static void add_scores(struct words *words)
{
    const struct forecast_report *report = words->report;
    const struct forecast *forecast = &report->forecast;
    bool wide = words->width >= WIDE;
    struct buf text = {0};

    lines_add(words->out);
    lines_pad(words->out, (wide ? NAME_CELLS : NARROW_NAME_CELLS) + 3);
    lines_printf(words->out, STYLE_DIM, "  %-12s", "today");
    if (forecast->has_exam)
        lines_printf(words->out, STYLE_DIM, "  %-11s%s", "exam day",
                     wide ? "  if you stop" : "");
    add_row(words, "All", forecast->today, forecast->exam,
            forecast->exam_stopped);
    for (int d = 0; d < report->domain_count; d++)
        add_row(words, report->domains[d], forecast->domains_today[d],
                forecast->domains_exam[d], forecast->domains_stopped[d]);
    lines_add(words->out);
    buf_add_text(&text, "In per cent of the questions; 9 of 10 such exams end "
                        "within the two numbers.");
    say(words, &text);
}

static void add_few(struct words *words)
{
    const struct forecast_report *report = words->report;
    struct buf text = {0};

    buf_printf(&text,
               "Not enough data yet: %d answers so far, %d needed; %d of them "
               "a day or more after another of the same card, %d needed.",
               report->answers, FORECAST_ANSWERS_NEEDED, report->reviews,
               FORECAST_REVIEWS_NEEDED);
    say(words, &text);
}

/* ---- the plan ---------------------------------------------------------- */

static void add_pace(struct words *words)
{
    const struct forecast_report *report = words->report;
    struct buf text = {0};

    fmt_count(&text, report->unseen, "new card", "new cards");
    if (report->reserve > 0)
        buf_printf(&text, " and %d in reserve for a mock exam",
                   report->reserve);
    if (report->unseen > 0)
        buf_printf(&text, "; %d a day", report->new_a_day);
    if (report->seen_by != 0) {
        buf_add_text(&text, ", all seen by ");
        day_format_long(&text, report->seen_by);
    }
    buf_add_char(&text, '.');
    if (report->exam_day == 0)
        buf_add_text(&text, " No exam day is set.");
    say(words, &text);
}

static void add_plan(struct words *words)
{
    const struct forecast_report *report = words->report;
    struct buf text = {0};

    add_pace(words);
    if (report->left_at_own_limit > 0) {
        buf_printf(&text,
                   "With your own limit of new cards %d would stay unseen.",
                   report->left_at_own_limit);
        say(words, &text);
    }
    if (report->revise_from != 0) {
        buf_add_text(&text, "From ");
        day_format_long(&text, report->revise_from);
        buf_add_text(&text,
                     " on the queue revises what is due after the exam.");
        say(words, &text);
    }
}

void view_forecast(struct lines *out, const struct forecast_report *report,
                   int width, const struct glyphs *glyphs)
{
    struct words words = {out, report, width, glyphs};
    struct buf text = {0};

    if (report->forecast.is_enough)
        add_scores(&words);
    else
        add_few(&words);
    if (report->first_count > 0) {
        buf_printf(&text, "Cards seen for the first time: %d of %d right.",
                   report->first_right, report->first_count);
        say(&words, &text);
    }
    lines_add(out);
    add_plan(&words);
}
