/* SPDX-License-Identifier: MIT */
#include "command.h"

#include "aiio/fmt.h"
#include "aiio/json_out.h"

/* All decks together: what a prompt or a mail wants to know. */
struct due {
    int today;
    int64_t fresh, learning, review;
    int64_t days[HOME_DAYS];
};

static enum status add_deck(struct app *app, const char *deck, struct due *due,
                            struct error *err)
{
    struct arena arena = {0};
    struct home home;
    enum status status = app_home(app, deck, &arena, &home, err);

    if (!status) {
        due->fresh += home.all.fresh;
        due->learning += home.all.learning;
        due->review += home.all.due;
        for (int i = 0; i < HOME_DAYS; i++)
            due->days[i] += home.days[i];
    }
    arena_release(&arena);
    return status;
}

static void print_due_json(const struct due *due)
{
    struct buf text = {0}, day = {0};
    struct json_out out = json_out(&text, 0);

    day_format(&day, due->today);
    json_open(&out, NULL, '{');
    json_text(&out, "day", buf_text(&day));
    json_int(&out, "new", due->fresh);
    json_int(&out, "learning", due->learning);
    json_int(&out, "review", due->review);
    json_open(&out, "forecast", '[');
    for (int i = 0; i < HOME_DAYS; i++) {
        buf_clear(&day);
        day_format(&day, due->today + i);
        json_open(&out, NULL, '{');
        json_text(&out, "day", buf_text(&day));
        json_int(&out, "due", due->days[i]);
        json_close(&out, '}');
    }
    json_close(&out, ']');
    json_close(&out, '}');
    print_json(&text);
    buf_release(&day);
    buf_release(&text);
}

static void print_due(const struct due *due)
{
    struct buf text = {0};

    buf_printf(&text, "today: %lld new, %lld learning, %lld to review\n",
               (long long)due->fresh, (long long)due->learning,
               (long long)due->review);
    for (int i = 1; i < HOME_DAYS; i++) {
        day_format_long(&text, due->today + i);
        buf_printf(&text, ": %lld\n", (long long)due->days[i]);
    }
    print(&text);
    buf_release(&text);
}

/* For a prompt: %n new, %l learning, %r reviews, %t all of them, %% a sign. */
static enum status format_due(struct buf *out, const char *format,
                              const struct due *due, struct error *err)
{
    for (const char *at = format; *at; at++) {
        int64_t number = 0;

        if (*at != '%' || at[1] == '%') {
            buf_add_char(out, *at);
            at += *at == '%';
            continue;
        }
        at++;
        if (*at == 'n')
            number = due->fresh;
        else if (*at == 'l')
            number = due->learning;
        else if (*at == 'r')
            number = due->review;
        else if (*at == 't')
            number = due->fresh + due->learning + due->review;
        else
            return error_set(err, STATUS_USAGE,
                             "--format: \"%%%.1s\", expected %%n (new), %%l "
                             "(learning), %%r (reviews), %%t (all) or %%%%",
                             at);
        buf_printf(out, "%lld", (long long)number);
    }
    buf_add_char(out, '\n');
    return STATUS_OK;
}

static enum status print_formatted(const char *format, const struct due *due,
                                   struct error *err)
{
    struct buf out = {0};
    enum status status = format_due(&out, format, due, err);

    if (!status)
        print(&out);
    buf_release(&out);
    return status;
}

static bool today_row(void *context, const struct store_activity *row)
{
    *(struct store_activity *)context = *row;
    return true;
}

/* What a day takes counts over all decks: new cards, and none of them while
   more reviews are due than the day allows. */
static enum status limit_new(struct app *app, struct due *due,
                             struct error *err)
{
    struct store_activity today = {0};
    const struct settings *settings = &app->settings;
    enum status status = store_activity(app->store, due->today, due->today,
                                        today_row, &today, err);
    int64_t left = settings->new_cards - today.new_cards;

    if (due->fresh > left)
        due->fresh = left > 0 ? left : 0;
    if (due->review + today.reviews > settings->reviews)
        due->fresh = 0;
    return status;
}

enum status command_due(struct call *call, struct error *err)
{
    struct arena arena = {0};
    struct store_deck *decks = NULL;
    struct due due = {.today = app_now(call->app).day};
    int count = 0;
    enum status status =
        store_decks(call->app->store, &arena, &decks, &count, err);

    for (int i = 0; !status && i < count; i++)
        status = add_deck(call->app, decks[i].id, &due, err);
    arena_release(&arena);
    if (!status && count > 1)
        status = limit_new(call->app, &due, err);
    if (status)
        return status;
    if (call_has(call, "format"))
        return print_formatted(call_option(call, "format"), &due, err);
    if (call_has(call, "json"))
        print_due_json(&due);
    else
        print_due(&due);
    return STATUS_OK;
}
