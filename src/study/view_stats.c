/* SPDX-License-Identifier: MIT */
#include "aiio/insight_view.h"

#include "aiio/width.h"
#include "aiio/wrap.h"

#include <math.h>
#include <string.h>

enum {
    WIDE = 60,   /* a margin, long labels, wide bars */
    NARROW = 36, /* below: a label stands on a line of its own */
    WEEKS = 53,  /* of a year, the week that has begun included */
    MINUTE_DAYS = 30,
    WEAK_SHOWN = 5,
    LABEL_WIDE = 32,
    LABEL_SHORT = 12,
    BAR_LEAST = 6,
    BAR_MOST = 20
};

struct sheet {
    struct lines *lines;
    const struct insight_view *view;
    int margin, label; /* cells */
};

/* ---- rows ---------------------------------------------------------------- */

static void title(struct sheet *sheet, const char *text)
{
    if (sheet->lines->count > 0)
        lines_add(sheet->lines);
    lines_add(sheet->lines);
    lines_pad(sheet->lines, sheet->margin);
    lines_span(sheet->lines, STYLE_TITLE,
               text_fit(slice_of(text), sheet->view->width - sheet->margin));
}

static void words(struct sheet *sheet, enum style style, const char *text)
{
    struct arena *arena = sheet->lines->arena;
    struct wrap_box box = {.width = sheet->view->width,
                           .indent = sheet->margin,
                           .base = style,
                           .bullet = "-",
                           .plain = true};

    box.first.text = slice_of(arena_printf(arena, "%*s", sheet->margin, ""));
    wrap_text(sheet->lines, &box,
              slice_of(arena_string(arena, slice_of(text))));
}

/* part of whole as a bar in what is left of the line, and where it should
   end; goal 0: anywhere. */
static void bar_to(struct sheet *sheet, double part, double goal, double whole)
{
    int used = sheet->lines->items[sheet->lines->count - 1].cells;
    int room = sheet->view->width - used - 3, full, mark;
    struct buf text = {0};

    if (sheet->view->plain || room < BAR_LEAST || !(whole > 0))
        return;
    room = room < BAR_MOST ? room : BAR_MOST;
    full = (int)round(part / whole * room);
    mark = (int)round(goal / whole * room);
    if (full == 0 && part > 0)
        full = 1; /* something never looks like nothing */
    buf_add_repeat(&text, sheet->view->glyphs->bars[7], full);
    lines_printf(sheet->lines, STYLE_NORMAL, "  %s", buf_text(&text));
    lines_pad(sheet->lines, used + 2 + mark);
    if (goal > 0 && full <= mark)
        lines_span(sheet->lines, STYLE_DIM, SLICE("|"));
    buf_release(&text);
}

static void bar(struct sheet *sheet, double part, double whole)
{
    bar_to(sheet, part, 0, whole);
}

/* "label    numbers    bar". */
static void row(struct sheet *sheet, enum style style, const char *label,
                const char *numbers)
{
    struct lines *lines = sheet->lines;
    struct slice kept = slice_of(arena_string(lines->arena, slice_of(label)));
    int width = sheet->view->width;

    lines_add(lines);
    lines_pad(lines, sheet->margin);
    if (width < NARROW) {
        lines_span(lines, style, text_fit(kept, width - sheet->margin));
        lines_add(lines);
        lines_pad(lines, sheet->margin + 1);
    } else {
        lines_span(lines, style, text_fit(kept, sheet->label - 1));
        lines_pad(lines, sheet->margin + sheet->label);
    }
    lines_printf(lines, style, "%s", numbers);
}

static void head(struct sheet *sheet, const char *label, const char *numbers)
{
    if (sheet->view->width >= NARROW)
        row(sheet, STYLE_DIM, label, numbers);
}

static double percent(double part, int64_t whole)
{
    return whole > 0 ? 100 * part / (double)whole : 0;
}

/* ---- days ---------------------------------------------------------------- */

/* Four shades up to the greatest day; what is not nothing is never blank. */
static int shade(int64_t answers, int64_t most)
{
    return answers <= 0 ? 0 : (int)((4 * answers + most - 1) / most);
}

static int64_t answers_on(const struct stats *stats, int day)
{
    int low = 0, high = stats->day_count;

    while (low < high) {
        int middle = (low + high) / 2;

        if (stats->days[middle].day < day)
            low = middle + 1;
        else
            high = middle;
    }
    return low < stats->day_count && stats->days[low].day == day
               ? stats->days[low].answers
               : 0;
}

static int first_week(const struct stats *stats, int weeks)
{
    return stats->today - weekday_from_day(stats->today) - 7 * (weeks - 1);
}

/* The names of months above the weeks in which they begin. */
static void months(struct sheet *sheet, const struct stats *stats, int weeks)
{
    static const char *const names[] = {"Jan", "Feb", "Mar", "Apr",
                                        "May", "Jun", "Jul", "Aug",
                                        "Sep", "Oct", "Nov", "Dec"};
    int start = first_week(stats, weeks), column = sheet->margin + 4;

    lines_add(sheet->lines);
    lines_pad(sheet->lines, column);
    for (int week = 0; week + 3 <= weeks; week++) {
        struct civil last = civil_from_day(start + 7 * week + 6);
        const struct line *line = &sheet->lines->items[sheet->lines->count - 1];

        if (last.day > 7 || line->cells > column + week)
            continue;
        lines_pad(sheet->lines, column + week);
        lines_span(sheet->lines, STYLE_DIM, slice_of(names[last.month - 1]));
        lines_span(sheet->lines, STYLE_DIM, SLICE(" "));
    }
}

static void heat_map(struct sheet *sheet, const struct stats *stats)
{
    static const char *const labels[] = {"Mon", "", "Wed", "",
                                         "Fri", "", "Sun"};
    int weeks = sheet->view->width - sheet->margin - 5;
    int start;
    int64_t most = 1;

    weeks = weeks < WEEKS ? weeks : WEEKS;
    start = first_week(stats, weeks);
    for (int i = 0; i < stats->day_count; i++)
        if (stats->days[i].day >= start && stats->days[i].answers > most)
            most = stats->days[i].answers;
    months(sheet, stats, weeks);
    for (int weekday = 0; weekday < 7; weekday++) {
        struct buf text = {0};

        for (int week = 0; week < weeks; week++) {
            int day = start + 7 * week + weekday;

            if (day <= stats->today)
                buf_add_text(&text,
                             sheet->view->glyphs
                                 ->shades[shade(answers_on(stats, day), most)]);
        }
        lines_add(sheet->lines);
        lines_pad(sheet->lines, sheet->margin);
        lines_printf(sheet->lines, STYLE_DIM, "%-4s", labels[weekday]);
        lines_printf(sheet->lines, STYLE_NORMAL, "%s", buf_text(&text));
        buf_release(&text);
    }
}

/* A line of bars, and what they say in words; plain: the words alone. */
static void spark(struct sheet *sheet, const int64_t *values, int count,
                  const char *said)
{
    struct buf text = {0};
    int room = sheet->view->width - sheet->margin;

    if (!sheet->view->plain) {
        fmt_sparkline(&text, sheet->view->glyphs, values,
                      count < room ? count : room);
        lines_add(sheet->lines);
        lines_pad(sheet->lines, sheet->margin);
        lines_printf(sheet->lines, STYLE_NORMAL, "%s", buf_text(&text));
    }
    words(sheet, STYLE_DIM, said);
    buf_release(&text);
}

static void view_days(struct sheet *sheet, const struct stats *stats)
{
    const struct stats_day *sum = &stats->sum;
    int64_t minutes[MINUTE_DAYS] = {0}, ms = 0;
    struct buf said = {0}, spent = {0};

    title(sheet, "Answers a day, the last year");
    if (!sheet->view->plain)
        heat_map(sheet, stats);
    if (sum->answers == 0) {
        buf_add_text(&said, "no answer yet");
    } else {
        fmt_count(&said, sum->answers, "answer", "answers");
        buf_add_text(&said, " on ");
        fmt_count(&said, stats->day_count, "day", "days");
        buf_printf(&said, ", %d %% right",
                   fmt_percent(sum->correct, sum->answers));
    }
    words(sheet, STYLE_DIM, buf_text(&said));
    title(sheet, "Minutes a day, the last 30 days");
    for (int i = 0; i < stats->day_count; i++) {
        int ago = stats->today - stats->days[i].day;

        if (ago < 0 || ago >= MINUTE_DAYS)
            continue;
        minutes[MINUTE_DAYS - 1 - ago] = stats->days[i].ms / 1000;
        ms += stats->days[i].ms;
    }
    buf_clear(&said);
    fmt_minutes(&spent, ms);
    buf_printf(&said, "%s in these days",
               ms > 0 ? buf_text(&spent) : "nothing");
    buf_clear(&spent);
    fmt_minutes(&spent, sum->ms);
    if (sum->ms > 0)
        buf_printf(&said, ", %s in all", buf_text(&spent));
    spark(sheet, minutes, MINUTE_DAYS, buf_text(&said));
    buf_release(&spent);
    buf_release(&said);
}

static void view_due(struct sheet *sheet, const struct stats *stats)
{
    int64_t sum = 0;

    for (int i = 0; i < STATS_DUE_DAYS; i++)
        sum += stats->due[i];
    title(sheet, "Due, the next 30 days");
    spark(sheet, stats->due, STATS_DUE_DAYS,
          arena_printf(sheet->lines->arena,
                       "%lld today, %lld tomorrow, %lld in 30 days",
                       (long long)stats->due[0], (long long)stats->due[1],
                       (long long)sum));
}

static void view_hours(struct sheet *sheet, const struct stats *stats)
{
    int64_t most = 0;

    title(sheet, "Hours of the day, local time then");
    for (int i = 0; i < STATS_HOURS; i++)
        if (stats->hours[i].answers > most)
            most = stats->hours[i].answers;
    if (most == 0) {
        words(sheet, STYLE_DIM, "no answer yet");
        return;
    }
    head(sheet, "hour", "answers  right");
    for (int i = 0; i < STATS_HOURS; i++) {
        const struct stats_tries *hour = &stats->hours[i];

        if (hour->answers == 0)
            continue;
        row(sheet, STYLE_NORMAL,
            arena_printf(sheet->lines->arena, "%d-%d", i, i + 1),
            arena_printf(sheet->lines->arena, "%7lld  %3.0f %%",
                         (long long)hour->answers,
                         percent((double)hour->correct, hour->answers)));
        bar(sheet, (double)hour->answers, (double)most);
    }
}

/* ---- recall -------------------------------------------------------------- */

static const char *band_name(struct sheet *sheet, int band)
{
    int from = stats_bands[band];

    if (band == STATS_BANDS - 1)
        return arena_printf(sheet->lines->arena, "%d d and more", from);
    if (stats_bands[band + 1] == from + 1)
        return from == 0 ? "same day"
                         : arena_printf(sheet->lines->arena, "%d d", from);
    return arena_printf(sheet->lines->arena, "%d-%d d", from,
                        stats_bands[band + 1] - 1);
}

static void retention_row(struct sheet *sheet, const char *label,
                          const struct stats_retention *retention)
{
    double recalled = percent((double)retention->recalled, retention->reviews);
    double desired = percent(retention->desired, retention->reviews);

    row(sheet, STYLE_NORMAL, label,
        arena_printf(sheet->lines->arena, "%7lld %5.0f %% %5.0f %%",
                     (long long)retention->reviews, recalled, desired));
    bar_to(sheet, recalled, desired, 100);
}

static void view_retention(struct sheet *sheet, const struct stats *stats)
{
    struct stats_retention sum = {0};

    for (int i = 0; i < STATS_BANDS; i++) {
        sum.reviews += stats->intervals[i].reviews;
        sum.recalled += stats->intervals[i].recalled;
        sum.desired += stats->intervals[i].desired;
    }
    title(sheet, "Retention, true against desired");
    if (sum.reviews == 0) {
        words(sheet, STYLE_DIM, "no review yet");
        return;
    }
    head(sheet, "by interval", "reviews   true  desired");
    for (int i = 0; i < STATS_BANDS; i++)
        if (stats->intervals[i].reviews > 0)
            retention_row(sheet, band_name(sheet, i), &stats->intervals[i]);
    retention_row(sheet, "all", &sum);
    lines_add(sheet->lines);
    head(sheet, "by objective", "reviews   true  desired");
    for (int i = 0; i < stats->objective_count; i++) {
        const struct stats_objective *objective = &stats->objectives[i];

        if (objective->retention.reviews > 0)
            retention_row(sheet,
                          objective->title          ? objective->title
                          : objective->objective[0] ? objective->objective
                                                    : "without objective",
                          &objective->retention);
    }
}

static void view_weakest(struct sheet *sheet, const struct stats *stats)
{
    int count = stats_weak_count(stats, WEAK_SHOWN);

    title(sheet, "Weakest objectives");
    if (count == 0) {
        words(sheet, STYLE_DIM, "none yet: it takes five first tries");
        return;
    }
    head(sheet, "", "1st tries right");
    for (int i = 0; i < count; i++) {
        const struct stats_objective *objective = &stats->objectives[i];
        double share =
            percent((double)objective->tries.correct, objective->tries.answers);

        row(sheet, STYLE_NORMAL,
            objective->title ? objective->title : objective->objective,
            arena_printf(sheet->lines->arena, "%9lld %3.0f %%",
                         (long long)objective->tries.answers, share));
        bar(sheet, share, 100);
    }
}

static void view_calibration(struct sheet *sheet, const struct stats *stats)
{
    bool any = false;

    title(sheet, "Calibration: recall as predicted");
    for (int i = 0; i < STATS_DECILES; i++) {
        const struct stats_decile *decile = &stats->deciles[i];
        double recalled = percent((double)decile->recalled, decile->reviews);

        if (decile->reviews == 0)
            continue;
        if (!any)
            head(sheet, "predicted", "reviews   mean    true");
        any = true;
        row(sheet, STYLE_NORMAL,
            arena_printf(sheet->lines->arena, "%d-%d %%", 10 * i, 10 * i + 10),
            arena_printf(sheet->lines->arena, "%7lld %4.0f %% %5.0f %%",
                         (long long)decile->reviews,
                         percent(decile->predicted, decile->reviews),
                         recalled));
        bar(sheet, recalled, 100);
    }
    if (!any)
        words(sheet, STYLE_DIM, "no review after more than a day yet");
}

/* ---- the learner --------------------------------------------------------- */

static void view_confidence(struct sheet *sheet, const struct stats *stats)
{
    const struct {
        const char *label;
        const struct stats_tries *tries;
    } rows[] = {{"sure", &stats->sure}, {"guessing", &stats->guess}};

    title(sheet, "Sure, and guessing");
    if (stats->sure.answers + stats->guess.answers + stats->dont_know == 0) {
        words(sheet, STYLE_DIM, "no choice yet");
        return;
    }
    head(sheet, "you said", "answers  right");
    for (int i = 0; i < 2; i++) {
        double share =
            percent((double)rows[i].tries->correct, rows[i].tries->answers);

        if (rows[i].tries->answers == 0)
            continue;
        row(sheet, STYLE_NORMAL, rows[i].label,
            arena_printf(sheet->lines->arena, "%7lld  %3.0f %%",
                         (long long)rows[i].tries->answers, share));
        bar(sheet, share, 100);
    }
    row(sheet, STYLE_NORMAL, "don't know",
        arena_printf(sheet->lines->arena, "%7lld",
                     (long long)stats->dont_know));
}

static void view_pace(struct sheet *sheet, const struct stats *stats)
{
    struct buf said = {0};
    double most = 0;

    title(sheet, "Time a card");
    if (stats->answered_cards == 0) {
        words(sheet, STYLE_DIM, "no answer yet");
        return;
    }
    for (int i = 0; i < STATS_STATES; i++)
        if (stats->pace[i].answers > 0)
            most = fmax(most, (double)stats->pace[i].ms /
                                  (double)stats->pace[i].answers);
    head(sheet, "answered as", "answers  each");
    for (int i = 0; i < STATS_STATES; i++) {
        const struct stats_pace *pace = &stats->pace[i];
        double each;

        if (pace->answers == 0)
            continue;
        each = (double)pace->ms / (double)pace->answers;
        row(sheet, STYLE_NORMAL, card_state_name((enum card_state)i),
            arena_printf(sheet->lines->arena, "%7lld %3.0f s",
                         (long long)pace->answers, each / 1000));
        bar(sheet, each, most);
    }
    buf_printf(&said, "%.0f s so far for each of ",
               (double)stats->sum.ms / 1000 / (double)stats->answered_cards);
    fmt_count(&said, stats->answered_cards, "card", "cards");
    words(sheet, STYLE_DIM, buf_text(&said));
    buf_release(&said);
}

/* ---- cards --------------------------------------------------------------- */

static void count_row(struct sheet *sheet, const char *label, int64_t count,
                      int64_t all)
{
    if (count == 0)
        return;
    row(sheet, STYLE_NORMAL, label,
        arena_printf(sheet->lines->arena, "%7lld", (long long)count));
    bar(sheet, (double)count, (double)all);
}

static void view_cards(struct sheet *sheet, const struct stats *stats)
{
    int64_t all = stats->suspended + stats->reserve, answered = 0;

    for (int i = 0; i < STATS_STATES; i++)
        all += stats->states[i];
    for (int i = 0; i < STATS_BANDS; i++)
        answered += stats->stabilities[i];
    title(sheet, "Cards by state");
    for (int i = 0; i < STATS_STATES; i++)
        count_row(sheet, card_state_name((enum card_state)i), stats->states[i],
                  all);
    count_row(sheet, "suspended", stats->suspended, all);
    count_row(sheet, "for the exam", stats->reserve, all);
    title(sheet, "Cards by stability");
    if (answered == 0)
        words(sheet, STYLE_DIM, "no card answered yet");
    for (int i = 0; i < STATS_BANDS; i++)
        count_row(sheet, i == 0 ? "under 1 d" : band_name(sheet, i),
                  stats->stabilities[i], answered);
}

void stats_view(struct lines *out, const struct stats *stats,
                const struct insight_view *view)
{
    struct sheet sheet = {.lines = out, .view = view};

    sheet.margin = view->plain ? 0 : view->width >= WIDE ? 3 : 1;
    sheet.label = view->width >= WIDE ? LABEL_WIDE : LABEL_SHORT;
    view_days(&sheet, stats);
    view_due(&sheet, stats);
    view_retention(&sheet, stats);
    view_weakest(&sheet, stats);
    view_confidence(&sheet, stats);
    view_calibration(&sheet, stats);
    view_pace(&sheet, stats);
    view_hours(&sheet, stats);
    view_cards(&sheet, stats);
}
