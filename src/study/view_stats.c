/* SPDX-License-Identifier: MIT */
#include "aiio/view_stats.h"

#include "aiio/width.h"
#include "aiio/wrap.h"

#include <string.h>

enum { LABEL_CELLS = 22, BAR_CELLS = 20, OBJECTIVES = 8, WEEK = 7 };

struct drawing {
    struct lines *out;
    const struct stats *stats;
    const struct view_stats_options *options;
};

/* ---- parts ------------------------------------------------------------- */

static void head(struct drawing *drawing, const char *title)
{
    lines_add(drawing->out);
    lines_add(drawing->out);
    lines_printf(drawing->out, STYLE_TITLE, " %s", title);
}

static void label(struct drawing *drawing, const char *text)
{
    int room = LABEL_CELLS - 2;

    if (drawing->options->width < 50)
        room = 12;
    lines_add(drawing->out);
    lines_span(drawing->out, STYLE_NORMAL, SLICE("   "));
    lines_cut(drawing->out, STYLE_NORMAL, slice_of(text), room,
              drawing->options->glyphs->ellipsis);
    lines_pad(drawing->out, room + 4);
}

static void note(struct drawing *drawing, const char *text)
{
    lines_add(drawing->out);
    lines_printf(drawing->out, STYLE_DIM, "   %s", text);
}

/* "71 %" of tries, or a dash. */
static void percent(struct drawing *drawing, int64_t part, int64_t whole)
{
    if (whole == 0)
        lines_printf(drawing->out, STYLE_DIM, "   - ");
    else
        lines_printf(drawing->out, STYLE_NORMAL, "%3d %%",
                     fmt_percent(part, whole));
}

static void bar(struct drawing *drawing, int64_t value, int64_t most)
{
    int room = drawing->options->width < 60 ? BAR_CELLS / 2 : BAR_CELLS;
    int cells = most > 0 ? (int)((value * room + most / 2) / most) : 0;
    struct buf text = {0};

    if (value > 0 && cells == 0)
        cells = 1;
    buf_add_repeat(&text, drawing->options->glyphs->bars[7], cells);
    lines_span(drawing->out, STYLE_NORMAL,
               slice_of(arena_string(drawing->out->arena, buf_slice(&text))));
    buf_release(&text);
}

static void sparkline(struct drawing *drawing, const int64_t *values, int count)
{
    struct buf text = {0};
    int most = drawing->options->width - 4;

    lines_add(drawing->out);
    lines_span(drawing->out, STYLE_NORMAL, SLICE("   "));
    fmt_sparkline(&text, drawing->options->glyphs, values,
                  count < most ? count : most);
    lines_span(drawing->out, STYLE_NORMAL,
               slice_of(arena_string(drawing->out->arena, buf_slice(&text))));
    buf_release(&text);
}

/* "1", "2-3", "91 and more": days of a band. */
static const char *band_name(struct drawing *drawing, int band)
{
    int from = stats_bands[band];

    if (band == STATS_BANDS - 1)
        return arena_printf(drawing->out->arena, "%d days and more", from);
    if (stats_bands[band + 1] - 1 == from)
        return arena_printf(drawing->out->arena, "%d %s", from,
                            from == 1 ? "day" : "days");
    return arena_printf(drawing->out->arena, "%d-%d days", from,
                        stats_bands[band + 1] - 1);
}

/* ---- answers ----------------------------------------------------------- */

static void add_span(struct drawing *drawing, const char *name, int from)
{
    struct stats_day sum = {0};
    struct buf minutes = {0};
    const struct stats *stats = drawing->stats;

    for (int i = 0; i < stats->day_count; i++) {
        if (stats->days[i].day < from)
            continue;
        sum.answers += stats->days[i].answers;
        sum.correct += stats->days[i].correct;
        sum.ms += stats->days[i].ms;
    }
    fmt_minutes(&minutes, sum.ms);
    label(drawing, name);
    lines_printf(drawing->out, STYLE_NORMAL,
                 drawing->options->width < 50 ? "%6lld  " : "%6lld answers  ",
                 (long long)sum.answers);
    percent(drawing, sum.correct, sum.answers);
    lines_printf(drawing->out, STYLE_NORMAL, " right  %s", buf_text(&minutes));
    buf_release(&minutes);
}

static int64_t answers_on(const struct stats *stats, int day)
{
    int low = 0, high = stats->day_count;

    while (low < high) {
        int middle = low + (high - low) / 2;

        if (stats->days[middle].day < day)
            low = middle + 1;
        else
            high = middle;
    }
    return low < stats->day_count && stats->days[low].day == day
               ? stats->days[low].answers
               : 0;
}

static const char *shade(const struct glyphs *glyphs, int64_t value,
                         int64_t most)
{
    return value <= 0 ? glyphs->bars[0]
                      : glyphs->bars[1 + (6 * value + most - 1) / most];
}

/* A column a week, Monday on top; the last column is this week. */
static void add_year(struct drawing *drawing)
{
    static const char *const names[WEEK] = {"Mon", "", "Wed", "",
                                            "Fri", "", ""};
    const struct stats *stats = drawing->stats;
    int weeks =
        drawing->options->width - 8 < 53 ? drawing->options->width - 8 : 53;
    int monday = stats->today - weekday_from_day(stats->today);
    int first = monday - WEEK * (weeks - 1);
    int64_t most = 1;

    for (int i = 0; i < stats->day_count; i++)
        if (stats->days[i].day >= first && stats->days[i].answers > most)
            most = stats->days[i].answers;
    for (int row = 0; row < WEEK; row++) {
        struct buf text = {0};

        for (int week = 0; week < weeks; week++) {
            int day = first + WEEK * week + row;

            buf_add_text(&text, day > stats->today
                                    ? " "
                                    : shade(drawing->options->glyphs,
                                            answers_on(stats, day), most));
        }
        lines_add(drawing->out);
        lines_printf(drawing->out, STYLE_DIM, "   %-4s", names[row]);
        lines_span(
            drawing->out, STYLE_NORMAL,
            slice_of(arena_string(drawing->out->arena, buf_slice(&text))));
        buf_release(&text);
    }
}

static void add_answers(struct drawing *drawing)
{
    const struct stats *stats = drawing->stats;

    lines_add(drawing->out);
    lines_printf(drawing->out, STYLE_TITLE, " Answers");
    add_span(drawing, "today", stats->today);
    add_span(drawing, "last 7 days", stats->today - 6);
    add_span(drawing, "last 30 days", stats->today - 29);
    add_span(drawing, "all", INT32_MIN);
    head(drawing, "The year");
    add_year(drawing);
    head(drawing, "Due on the next 30 days");
    sparkline(drawing, stats->due, STATS_DUE_DAYS);
    lines_printf(drawing->out, STYLE_DIM, "  %lld today",
                 (long long)stats->due[0]);
}

/* ---- retention --------------------------------------------------------- */

static void retention_row(struct drawing *drawing, const char *name,
                          const struct stats_retention *retention)
{
    if (retention->reviews == 0)
        return;
    label(drawing, name);
    percent(drawing, retention->recalled, retention->reviews);
    lines_printf(drawing->out, STYLE_NORMAL, "  of %.0f %%  %lld reviews",
                 100 * retention->desired / (double)retention->reviews,
                 (long long)retention->reviews);
}

static void add_retention(struct drawing *drawing)
{
    const struct stats *stats = drawing->stats;
    int64_t reviews = 0;

    head(drawing, "Reviews recalled, of what was desired, by interval");
    for (int i = 0; i < STATS_BANDS; i++) {
        retention_row(drawing, band_name(drawing, i), &stats->intervals[i]);
        reviews += stats->intervals[i].reviews;
    }
    if (reviews == 0) {
        note(drawing, "no review yet");
        return;
    }
    head(drawing, "Predicted against recalled");
    for (int i = 0; i < STATS_DECILES; i++) {
        const struct stats_decile *decile = &stats->deciles[i];

        if (decile->reviews == 0)
            continue;
        label(drawing,
              arena_printf(drawing->out->arena, "%.0f %% predicted",
                           100 * decile->predicted / (double)decile->reviews));
        percent(drawing, decile->recalled, decile->reviews);
        lines_printf(drawing->out, STYLE_NORMAL, "  %lld reviews",
                     (long long)decile->reviews);
    }
}

static void add_objectives(struct drawing *drawing)
{
    const struct stats *stats = drawing->stats;
    int count =
        stats->ranked_count < OBJECTIVES ? stats->ranked_count : OBJECTIVES;

    head(drawing, "Weakest objectives, right at the first try");
    if (count == 0)
        note(drawing, "none has five tries yet");
    for (int i = 0; i < count; i++) {
        const struct stats_objective *objective = &stats->objectives[i];
        const char *title =
            arena_printf(drawing->out->arena, "%s %s", objective->objective,
                         objective->title ? objective->title : "");

        lines_add(drawing->out);
        lines_span(drawing->out, STYLE_NORMAL, SLICE("   "));
        percent(drawing, objective->tries.correct, objective->tries.answers);
        lines_printf(drawing->out, STYLE_DIM, " of %-4lld ",
                     (long long)objective->tries.answers);
        lines_cut(drawing->out, STYLE_NORMAL, slice_of(title),
                  drawing->options->width - 18,
                  drawing->options->glyphs->ellipsis);
    }
}

/* ---- the learner ------------------------------------------------------- */

static void tries_row(struct drawing *drawing, const char *name,
                      const struct stats_tries *tries)
{
    label(drawing, name);
    percent(drawing, tries->correct, tries->answers);
    lines_printf(drawing->out, STYLE_NORMAL, " right of %lld",
                 (long long)tries->answers);
}

static void add_learner(struct drawing *drawing)
{
    const struct stats *stats = drawing->stats;
    int64_t hours[STATS_HOURS];

    head(drawing, "Confidence");
    tries_row(drawing, "when sure", &stats->sure);
    tries_row(drawing, "when guessing", &stats->guess);
    label(drawing, "did not know");
    lines_printf(drawing->out, STYLE_NORMAL, "%lld",
                 (long long)stats->dont_know);
    head(drawing, "Time an answer");
    for (int i = 0; i < STATS_STATES; i++) {
        const struct stats_pace *pace = &stats->pace[i];

        if (pace->answers == 0)
            continue;
        label(drawing, card_state_name((enum card_state)i));
        lines_printf(drawing->out, STYLE_NORMAL, "%3.0f s  of %lld answers",
                     (double)pace->ms / 1000 / (double)pace->answers,
                     (long long)pace->answers);
    }
    head(drawing, "Hours of the day, from midnight on");
    for (int i = 0; i < STATS_HOURS; i++)
        hours[i] = stats->hours[i].answers;
    sparkline(drawing, hours, STATS_HOURS);
}

/* ---- cards ------------------------------------------------------------- */

static void count_row(struct drawing *drawing, const char *name, int64_t value,
                      int64_t most)
{
    label(drawing, name);
    lines_printf(drawing->out, STYLE_NORMAL, "%6lld  ", (long long)value);
    bar(drawing, value, most);
}

static void add_cards(struct drawing *drawing)
{
    const struct stats *stats = drawing->stats;
    int64_t most =
        stats->suspended > stats->reserve ? stats->suspended : stats->reserve;

    head(drawing, "Cards");
    for (int i = 0; i < STATS_STATES; i++)
        most = stats->states[i] > most ? stats->states[i] : most;
    for (int i = 0; i < STATS_STATES; i++)
        count_row(drawing, card_state_name((enum card_state)i),
                  stats->states[i], most);
    if (stats->suspended > 0)
        count_row(drawing, "suspended", stats->suspended, most);
    if (stats->reserve > 0)
        count_row(drawing, "in reserve", stats->reserve, most);
    head(drawing, "Cards by stability");
    most = 0;
    for (int i = 0; i < STATS_BANDS; i++)
        most = stats->stabilities[i] > most ? stats->stabilities[i] : most;
    for (int i = 0; i < STATS_BANDS; i++)
        if (stats->stabilities[i] > 0)
            count_row(drawing, band_name(drawing, i), stats->stabilities[i],
                      most);
}

void view_stats(struct lines *out, const struct stats *stats,
                const struct view_stats_options *options)
{
    struct drawing drawing = {out, stats, options};

    add_answers(&drawing);
    add_retention(&drawing);
    add_objectives(&drawing);
    add_learner(&drawing);
    add_cards(&drawing);
}

/* ---- misconceptions ---------------------------------------------------- */

void view_misconception_row(struct lines *out, const struct misconception *item,
                            const struct view_stats_options *options)
{
    const char *times = arena_printf(out->arena, "%d x  ", item->times);
    int room = options->width - text_cells(slice_of(times)) -
               (item->overcome ? 10 : 0);

    lines_printf(out, STYLE_DIM, "%s", times);
    lines_cut(out, item->overcome ? STYLE_DIM : STYLE_NORMAL,
              slice_of(item->text), room > 8 ? room : 8,
              options->glyphs->ellipsis);
    if (item->overcome)
        lines_printf(out, STYLE_DIM, "  overcome");
}

static void add_text(struct lines *out,
                     const struct view_stats_options *options, const char *mark,
                     enum style style, const char *text)
{
    struct wrap_box box = {
        .width = options->width,
        .indent = 5,
        .first = {slice_of(arena_printf(out->arena, "   %s ", mark)), style},
        .base = STYLE_NORMAL,
        .bullet = options->glyphs->bullet,
    };

    wrap_text(out, &box, slice_of(text));
}

void view_misconception(struct lines *out, const struct misconception *item,
                        const struct view_stats_options *options)
{
    const struct glyphs *glyphs = options->glyphs;

    add_text(out, options, " ", STYLE_NORMAL, item->question);
    lines_add(out);
    add_text(out, options, glyphs->wrong, STYLE_WRONG, item->text);
    add_text(out, options, " ", STYLE_NORMAL, item->why);
    lines_add(out);
    add_text(out, options, glyphs->right, STYLE_RIGHT, item->right_text);
    add_text(out, options, " ", STYLE_NORMAL, item->right_why);
    if (item->pair_card) {
        lines_add(out);
        lines_add(out);
        lines_printf(out, STYLE_TITLE, "   It is right for another card");
        add_text(out, options, " ", STYLE_NORMAL, item->pair_question);
        add_text(out, options, glyphs->right, STYLE_RIGHT, item->text);
        add_text(out, options, " ", STYLE_NORMAL, item->pair_why);
    }
    lines_add(out);
    lines_add(out);
    lines_printf(out, STYLE_DIM, "   chosen %d %s, %d of them without doubt%s",
                 item->times, item->times == 1 ? "time" : "times",
                 item->believed, item->overcome ? "; overcome since" : "");
}
