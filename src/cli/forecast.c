/* SPDX-License-Identifier: MIT */
#include "command.h"

#include "aiio/fmt.h"
#include "aiio/json_out.h"

enum { WIDTH = 78 };

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

static void print_report(const struct forecast_report *report)
{
    struct arena arena = {0};
    struct lines lines = {.arena = &arena};
    struct buf out = {0};

    buf_printf(&out,
               "%s\nForecast of a mock exam drawn from this deck; the "
               "vendor's exam asks other questions.\n\n",
               report->title);
    view_forecast(&lines, report, WIDTH, glyphs_for(true));
    lines_print(&out, &lines);
    print(&out);
    buf_release(&out);
    arena_release(&arena);
}

enum status command_forecast(struct call *call, struct error *err)
{
    struct arena arena = {0};
    struct forecast_report report;
    enum status status = app_forecast(call->app, call_option(call, "deck"),
                                      true, &arena, &report, err);

    if (!status && call_has(call, "json"))
        print_report_json(&report);
    else if (!status)
        print_report(&report);
    arena_release(&arena);
    return status;
}
