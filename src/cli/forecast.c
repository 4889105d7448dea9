/* SPDX-License-Identifier: MIT */
#include "command.h"

#include "aiio/fmt.h"
#include "aiio/json_out.h"

/* ---- JSON ---------------------------------------------------------------- */

static void write_score(struct json_out *out, const char *name,
                        struct forecast_score score)
{
    json_open(out, name, '{');
    json_double(out, "score", score.score);
    json_double(out, "low", score.low);
    json_double(out, "high", score.high);
    json_close(out, '}');
}

static void write_scores(struct json_out *out,
                         const struct forecast_report *report)
{
    const struct forecast *forecast = &report->forecast;

    write_score(out, "today", forecast->today);
    if (forecast->has_exam) {
        write_score(out, "exam", forecast->exam);
        write_score(out, "exam_stopped", forecast->exam_stopped);
    }
    json_open(out, "domains", '[');
    for (int d = 0; d < report->domain_count; d++) {
        json_open(out, NULL, '{');
        json_text(out, "domain", report->domains[d]);
        write_score(out, "today", forecast->domains_today[d]);
        if (forecast->has_exam) {
            write_score(out, "exam", forecast->domains_exam[d]);
            write_score(out, "exam_stopped", forecast->domains_stopped[d]);
        }
        json_close(out, '}');
    }
    json_close(out, ']');
}

static void write_day(struct json_out *out, const char *name, int day)
{
    struct buf text = {0};

    if (day != 0)
        day_format(&text, day);
    json_text(out, name, buf_text(&text));
    buf_release(&text);
}

static void write_plan(struct json_out *out,
                       const struct forecast_report *report)
{
    json_open(out, "plan", '{');
    write_day(out, "exam_day", report->exam_day);
    json_int(out, "unseen", report->unseen);
    json_int(out, "reserve", report->reserve);
    json_int(out, "new_a_day", report->new_a_day);
    write_day(out, "seen_by", report->seen_by);
    write_day(out, "revise_from", report->revise_from);
    json_int(out, "left_at_own_limit", report->left_at_own_limit);
    json_close(out, '}');
}

static void print_report_json(const struct forecast_report *report)
{
    struct buf text = {0};
    struct json_out out = json_out(&text, 0);

    json_open(&out, NULL, '{');
    json_text(&out, "deck", report->deck);
    if (report->forecast.is_enough) {
        write_scores(&out, report);
    } else {
        json_text(&out, "status", "not enough data");
        json_int(&out, "needed", FORECAST_ANSWERS_NEEDED);
        json_int(&out, "reviews_needed", FORECAST_REVIEWS_NEEDED);
    }
    json_int(&out, "answered", report->answers);
    json_int(&out, "reviews", report->reviews);
    json_open(&out, "first_sight", '{');
    json_int(&out, "right", report->first_right);
    json_int(&out, "answers", report->first_count);
    json_close(&out, '}');
    write_plan(&out, report);
    json_close(&out, '}');
    print_json(&text);
    buf_release(&text);
}

/* ---- words --------------------------------------------------------------- */

static void add_score(struct buf *out, struct forecast_score score)
{
    buf_printf(out, "  %3.0f %% %3.0f-%-3.0f", score.score, score.low,
               score.high);
}

static void add_row(struct buf *out, const char *name,
                    const struct forecast *forecast,
                    struct forecast_score today, struct forecast_score exam,
                    struct forecast_score stopped)
{
    buf_printf(out, "  %-34.34s", name);
    add_score(out, today);
    if (forecast->has_exam) {
        add_score(out, exam);
        add_score(out, stopped);
    }
    buf_add_char(out, '\n');
}

static void add_scores(struct buf *out, const struct forecast_report *report)
{
    const struct forecast *forecast = &report->forecast;

    buf_printf(out, "  %-34s  %-13s", "", "today");
    if (forecast->has_exam)
        buf_printf(out, "  %-13s  %s", "exam day", "if you stop");
    buf_add_char(out, '\n');
    add_row(out, "All", forecast, forecast->today, forecast->exam,
            forecast->exam_stopped);
    for (int d = 0; d < report->domain_count; d++)
        add_row(out, report->domains[d], forecast, forecast->domains_today[d],
                forecast->domains_exam[d], forecast->domains_stopped[d]);
    buf_add_text(out, "\n  In per cent of the questions; 9 of 10 such exams "
                      "end within the two numbers.\n");
}

static void add_few(struct buf *out, const struct forecast_report *report)
{
    buf_printf(out, "  Not enough data yet: %d answers so far, %d needed",
               report->answers, FORECAST_ANSWERS_NEEDED);
    buf_printf(out,
               ";\n  %d of them a day or more after another of the same card, "
               "%d needed.\n",
               report->reviews, FORECAST_REVIEWS_NEEDED);
}

static void add_plan(struct buf *out, const struct forecast_report *report)
{
    buf_printf(out, "\n  %d new cards", report->unseen);
    if (report->reserve > 0)
        buf_printf(out, " and %d in reserve for a mock exam", report->reserve);
    buf_printf(out, "; %d a day", report->new_a_day);
    if (report->exam_day == 0) {
        buf_add_text(out, ". No exam day is set (aiio-study goal).\n");
        return;
    }
    if (report->seen_by != 0) {
        buf_add_text(out, ", all seen by ");
        day_format_long(out, report->seen_by);
    }
    buf_add_text(out, ".\n");
    if (report->left_at_own_limit > 0)
        buf_printf(out,
                   "  With your own limit of new cards %d would stay "
                   "unseen.\n",
                   report->left_at_own_limit);
    if (report->revise_from != 0) {
        buf_add_text(out, "  From ");
        day_format_long(out, report->revise_from);
        buf_add_text(out, " on the queue revises what is due after the "
                          "exam.\n");
    }
}

static void print_report(const struct forecast_report *report)
{
    struct buf out = {0};

    buf_printf(&out, "%s\n", report->title);
    buf_add_text(&out, "Forecast of a mock exam drawn from this deck; the "
                       "vendor's exam asks other questions.\n\n");
    if (report->forecast.is_enough)
        add_scores(&out, report);
    else
        add_few(&out, report);
    if (report->first_count > 0)
        buf_printf(&out, "  Cards seen for the first time: %d of %d right.\n",
                   report->first_right, report->first_count);
    add_plan(&out, report);
    print(&out);
    buf_release(&out);
}

enum status command_forecast(struct call *call, struct error *err)
{
    struct arena arena = {0};
    struct forecast_report report;
    enum status status = app_forecast(call->app, call_option(call, "deck"),
                                      &arena, &report, err);

    if (!status && call_has(call, "json"))
        print_report_json(&report);
    else if (!status)
        print_report(&report);
    arena_release(&arena);
    return status;
}
