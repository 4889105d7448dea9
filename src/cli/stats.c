/* SPDX-License-Identifier: MIT */
#include "command.h"

#include "aiio/insight.h"
#include "aiio/insight_view.h"
#include "aiio/json_out.h"

/* ---- JSON ---------------------------------------------------------------- */

static void write_day(struct json_out *out, const char *name, int day)
{
    struct buf text = {0};

    day_format(&text, day);
    json_text(out, name, buf_text(&text));
    buf_release(&text);
}

/* The mean of a sum, null where nothing was summed up. */
static void write_mean(struct json_out *out, const char *name, double sum,
                       int64_t count)
{
    if (count > 0)
        json_double(out, name, sum / (double)count);
    else
        json_null(out, name);
}

static void write_tries(struct json_out *out, const char *name,
                        const struct stats_tries *tries)
{
    json_open(out, name, '{');
    json_int(out, "answers", tries->answers);
    json_int(out, "correct", tries->correct);
    json_close(out, '}');
}

/* "from_days" and "to_days" of a band; the last has no end. */
static void write_band(struct json_out *out, int band)
{
    json_int(out, "from_days", stats_bands[band]);
    if (band < STATS_BANDS - 1)
        json_int(out, "to_days", stats_bands[band + 1] - 1);
    else
        json_null(out, "to_days");
}

static void write_retention(struct json_out *out,
                            const struct stats_retention *retention)
{
    json_int(out, "reviews", retention->reviews);
    json_int(out, "recalled", retention->recalled);
    write_mean(out, "desired", retention->desired, retention->reviews);
}

static void write_days(struct json_out *out, const struct stats *stats)
{
    json_open(out, "days", '[');
    for (int i = 0; i < stats->day_count; i++) {
        json_open(out, NULL, '{');
        write_day(out, "day", stats->days[i].day);
        json_int(out, "answers", stats->days[i].answers);
        json_int(out, "correct", stats->days[i].correct);
        json_int(out, "seen", stats->days[i].seen);
        json_int(out, "ms", stats->days[i].ms);
        json_close(out, '}');
    }
    json_close(out, ']');
    json_open(out, "hours", '[');
    for (int i = 0; i < STATS_HOURS; i++) {
        json_open(out, NULL, '{');
        json_int(out, "hour", i);
        json_int(out, "answers", stats->hours[i].answers);
        json_int(out, "correct", stats->hours[i].correct);
        json_close(out, '}');
    }
    json_close(out, ']');
}

static void write_recall(struct json_out *out, const struct stats *stats)
{
    json_open(out, "retention", '[');
    for (int i = 0; i < STATS_BANDS; i++) {
        json_open(out, NULL, '{');
        write_band(out, i);
        write_retention(out, &stats->intervals[i]);
        json_close(out, '}');
    }
    json_close(out, ']');
    json_open(out, "calibration", '[');
    for (int i = 0; i < STATS_DECILES; i++) {
        const struct stats_decile *decile = &stats->deciles[i];

        json_open(out, NULL, '{');
        json_int(out, "from_percent", (int64_t)10 * i);
        json_int(out, "to_percent", (int64_t)10 * (i + 1));
        json_int(out, "reviews", decile->reviews);
        json_int(out, "recalled", decile->recalled);
        write_mean(out, "predicted", decile->predicted, decile->reviews);
        json_close(out, '}');
    }
    json_close(out, ']');
}

static void write_objectives(struct json_out *out, const struct stats *stats)
{
    json_open(out, "objectives", '[');
    for (int i = 0; i < stats->objective_count; i++) {
        const struct stats_objective *row = &stats->objectives[i];

        json_open(out, NULL, '{');
        json_text(out, "deck", row->deck);
        json_text(out, "objective", row->objective);
        json_int(out, "cards", row->cards);
        json_int(out, "answered", row->answered);
        json_int(out, "tries", row->tries.answers);
        json_int(out, "right", row->tries.correct);
        write_retention(out, &row->retention);
        json_close(out, '}');
    }
    json_close(out, ']');
}

static void write_cards(struct json_out *out, const struct stats *stats)
{
    json_open(out, "due", '[');
    for (int i = 0; i < STATS_DUE_DAYS; i++) {
        json_open(out, NULL, '{');
        write_day(out, "day", stats->today + i);
        json_int(out, "due", stats->due[i]);
        json_close(out, '}');
    }
    json_close(out, ']');
    json_open(out, "cards", '{');
    for (int i = 0; i < STATS_STATES; i++)
        json_int(out, card_state_name((enum card_state)i), stats->states[i]);
    json_int(out, "suspended", stats->suspended);
    json_int(out, "reserve", stats->reserve);
    json_close(out, '}');
    json_open(out, "stability", '[');
    for (int i = 0; i < STATS_BANDS; i++) {
        json_open(out, NULL, '{');
        json_int(out, "from_days", stats_bands[i]);
        if (i < STATS_BANDS - 1)
            json_int(out, "below_days", stats_bands[i + 1]);
        else
            json_null(out, "below_days");
        json_int(out, "cards", stats->stabilities[i]);
        json_close(out, '}');
    }
    json_close(out, ']');
}

static void write_time(struct json_out *out, const struct stats *stats)
{
    json_open(out, "time", '[');
    for (int i = 0; i < STATS_STATES; i++) {
        json_open(out, NULL, '{');
        json_text(out, "from", card_state_name((enum card_state)i));
        json_int(out, "answers", stats->pace[i].answers);
        json_int(out, "ms", stats->pace[i].ms);
        json_close(out, '}');
    }
    json_close(out, ']');
    json_int(out, "answered_cards", stats->answered_cards);
    json_open(out, "confidence", '{');
    write_tries(out, "sure", &stats->sure);
    write_tries(out, "guess", &stats->guess);
    json_int(out, "dont_know", stats->dont_know);
    json_close(out, '}');
}

static void print_stats_json(const struct stats *stats)
{
    struct buf text = {0};
    struct json_out out = json_out(&text, 0);

    json_open(&out, NULL, '{');
    write_day(&out, "day", stats->today);
    write_days(&out, stats);
    write_recall(&out, stats);
    write_objectives(&out, stats);
    write_time(&out, stats);
    write_cards(&out, stats);
    json_close(&out, '}');
    print_json(&text);
    buf_release(&text);
}

/* ---- command ------------------------------------------------------------- */

static void print_lines(const struct lines *lines)
{
    struct buf text = {0};

    for (int i = 0; i < lines->count; i++) {
        for (int s = 0; s < lines->items[i].count; s++)
            buf_add(&text, lines->items[i].spans[s].text);
        buf_add_char(&text, '\n');
    }
    print(&text);
    buf_release(&text);
}

static struct insight_view plain_view(void)
{
    return (struct insight_view){
        .width = 77, .glyphs = glyphs_for(true), .plain = true};
}

static enum status check_deck(const struct call *call, struct error *err)
{
    const char *deck = call_option(call, "deck");
    struct arena arena = {0};
    struct store_deck found;
    enum status status =
        deck ? store_deck_find(call->app->store, deck, &arena, &found, err)
             : STATUS_OK;

    arena_release(&arena);
    return status;
}

static void print_stats(const struct stats *stats)
{
    struct insight_view view = plain_view();
    struct arena arena = {0};
    struct lines lines = {.arena = &arena};

    stats_view(&lines, stats, &view);
    print_lines(&lines);
    arena_release(&arena);
}

enum status command_stats(struct call *call, struct error *err)
{
    struct stats stats = {0};
    enum status status = check_deck(call, err);

    if (status)
        return status;
    status = app_stats(call->app, call_option(call, "deck"), &stats, err);
    if (!status && call_has(call, "json"))
        print_stats_json(&stats);
    else if (!status)
        print_stats(&stats);
    stats_release(&stats);
    return status;
}

/* ---- misconceptions ------------------------------------------------------ */

static void print_misconceptions_json(const struct misconceptions *all)
{
    struct buf text = {0};
    struct json_out out = json_out(&text, 0);

    json_open(&out, NULL, '[');
    for (int i = 0; i < all->count; i++) {
        const struct misconception *item = &all->items[i];

        json_open(&out, NULL, '{');
        json_text(&out, "deck", item->deck);
        json_text(&out, "card", item->card);
        json_text(&out, "statement", item->statement);
        json_int(&out, "times", item->times);
        json_int(&out, "believed", item->believed);
        write_day(&out, "last_day", item->last_day);
        json_bool(&out, "overcome", item->overcome);
        json_text(&out, "text", item->text);
        if (item->pair_card)
            json_text(&out, "pair", item->pair_card);
        else
            json_null(&out, "pair");
        json_close(&out, '}');
    }
    json_close(&out, ']');
    print_json(&text);
    buf_release(&text);
}

static void print_misconceptions(const struct misconceptions *all)
{
    struct insight_view view = plain_view();
    struct arena arena = {0};
    struct lines lines = {.arena = &arena};

    for (int i = 0; i < all->count; i++) {
        if (i > 0)
            lines_add(&lines);
        lines_add(&lines);
        lines_printf(&lines, STYLE_TITLE, "%s/%s", all->items[i].deck,
                     all->items[i].card);
        misconception_view(&lines, &all->items[i], &view);
    }
    print_lines(&lines);
    arena_release(&arena);
}

enum status command_misconceptions(struct call *call, struct error *err)
{
    struct misconceptions all = {0};
    enum status status = check_deck(call, err);

    if (status)
        return status;
    status =
        app_misconceptions(call->app, call_option(call, "deck"), &all, err);
    if (!status && call_has(call, "json"))
        print_misconceptions_json(&all);
    else if (!status)
        print_misconceptions(&all);
    misconceptions_release(&all);
    return status;
}
