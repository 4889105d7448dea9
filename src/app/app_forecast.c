/* SPDX-License-Identifier: MIT */
#include "aiio/app.h"

#include "aiio/exam.h"
#include "outline.h"

#include <stdlib.h>
#include <string.h>

enum {
    QUESTIONS = 50, /* of a deck that does not say */
    WINDOW_DAYS = 40
};

struct known {
    const char *id;
    struct forecast_card card;
};

struct gathering {
    struct outline outline;
    struct known *known;
    size_t capacity;
    /* the same by id, as the forecast takes them */
    struct forecast_card *cards;
    const char **ids;
    int *domains;
    int count;
    struct forecast_domain *slots; /* of the outline; one alone without it */
    int slot_count;
    struct forecast_history history;
    int active_days, first_active, day;
    struct arena ids_arena;
};

/* ---- the deck ---------------------------------------------------------- */

static bool add_card(void *context, const struct store_card *row)
{
    struct gathering *into = context;
    const struct progress *progress = &row->progress;
    int domain = row->domain < 0                   ? 0
                 : row->domain >= into->slot_count ? into->slot_count - 1
                                                   : row->domain;

    if (row->retired)
        return true;
    mem_grow((void **)&into->known, &into->capacity, (size_t)into->count + 1,
             sizeof(*into->known));
    into->known[into->count++] = (struct known){
        .id = arena_string(&into->ids_arena, slice_of(row->id)),
        .card = {
            .domain = domain,
            .seen = progress->memory.stability > 0,
            .reserve = row->reserve,
            .memory = progress->memory,
            .last_day = progress->last_day,
            .due_day =
                progress->due.has_day ? progress->due.due_day : into->day,
        }};
    return true;
}

static int compare_known(const void *a, const void *b)
{
    return strcmp(((const struct known *)a)->id, ((const struct known *)b)->id);
}

static void arrange_cards(struct gathering *into)
{
    size_t count = (size_t)into->count;

    if (into->count > 1)
        qsort(into->known, count, sizeof(*into->known), compare_known);
    into->cards = mem_new(count + 1, sizeof(*into->cards));
    into->ids = mem_new(count + 1, sizeof(*into->ids));
    into->domains = mem_new(count + 1, sizeof(*into->domains));
    for (int i = 0; i < into->count; i++) {
        into->ids[i] = into->known[i].id;
        into->cards[i] = into->known[i].card;
        into->domains[i] = into->known[i].card.domain;
    }
}

/* As a mock exam draws them; without weights all cards are one domain's. */
static void share_questions(struct gathering *into)
{
    const struct deck *header = &into->outline.header;
    size_t slots = (size_t)into->slot_count;
    double *weights = mem_new(slots, sizeof(*weights));
    int *available = mem_new(slots, sizeof(*available));
    int *take = mem_new(slots, sizeof(*take));

    for (int d = 0; d < header->domain_count; d++)
        weights[d] = header->domains[d].weight;
    for (int i = 0; i < into->count; i++)
        available[into->domains[i]]++;
    exam_share(weights, available, into->slot_count,
               header->exam_questions ? header->exam_questions : QUESTIONS,
               take);
    for (int d = 0; d < into->slot_count; d++)
        into->slots[d].questions = take[d];
    mem_free(take);
    mem_free(available);
    mem_free(weights);
}

/* ---- the log ----------------------------------------------------------- */

static bool add_entry(void *context, const struct entry *entry, bool is_void)
{
    struct gathering *into = context;

    if (entry->kind == ENTRY_PARAMETERS ||
        !strcmp(entry->deck, into->outline.deck.id))
        forecast_history_add(&into->history, entry, is_void);
    return true;
}

static bool add_day(void *context, const struct store_activity *row)
{
    struct gathering *into = context;

    if (row->answers == 0 || row->day >= into->day)
        return true;
    if (into->active_days++ == 0)
        into->first_active = row->day;
    return true;
}

static enum status gather(struct app *app, struct gathering *into,
                          struct error *err)
{
    const struct deck *header = &into->outline.header;
    struct store_log_filter all = {.kind = ENTRY_UNKNOWN};
    enum status status;

    into->slot_count = header->domain_count > 0 ? header->domain_count : 1;
    into->slots = mem_new((size_t)into->slot_count, sizeof(*into->slots));
    status = store_cards_each(app->store, into->outline.deck.key, add_card,
                              into, err);
    if (status)
        return status;
    arrange_cards(into);
    share_questions(into);
    forecast_history_init(&into->history, into->ids, into->domains, into->count,
                          into->slots);
    status = store_log_each(app->store, &all, add_entry, into, err);
    if (!status)
        status = store_activity(app->store, into->day - WINDOW_DAYS,
                                into->day - 1, add_day, into, err);
    return status;
}

/* One day in ten before anything is known of the learner's habits. */
static double missed_share(const struct gathering *into)
{
    int days = into->active_days ? into->day - into->first_active : 0;

    return (1.0 + days - into->active_days) / (10.0 + days);
}

/* ---- the report -------------------------------------------------------- */

static void fill_plan(struct forecast_report *report,
                      const struct settings *settings,
                      const struct gathering *into)
{
    int days = report->exam_day - report->day, limit = settings->reviews;

    for (int i = 0; i < into->count; i++) {
        report->reserve += !into->cards[i].seen && into->cards[i].reserve;
        report->unseen += !into->cards[i].seen && !into->cards[i].reserve;
    }
    report->new_a_day = queue_new_per_day(
        report->unseen, report->day, report->exam_day, settings->new_cards);
    if (report->exam_day == 0)
        return;
    if (report->unseen > days * settings->new_cards)
        report->left_at_own_limit = report->unseen - days * settings->new_cards;
    if (report->unseen > 0 && report->new_a_day > 0)
        report->seen_by =
            report->day - 1 +
            (report->unseen + report->new_a_day - 1) / report->new_a_day;
    if (limit > 0)
        report->revise_from =
            report->exam_day - (into->count + limit - 1) / limit;
}

static void fill_names(struct forecast_report *report,
                       const struct gathering *into, struct arena *arena)
{
    const struct deck *header = &into->outline.header;

    report->deck = arena_string(arena, slice_of(into->outline.deck.id));
    report->title = arena_string(arena, slice_of(into->outline.deck.title));
    report->domain_count = header->domain_count;
    report->domains = arena_alloc(arena, (size_t)header->domain_count + 1,
                                  sizeof(*report->domains));
    for (int d = 0; d < header->domain_count; d++)
        report->domains[d] = arena_printf(arena, "%s %s", header->domains[d].id,
                                          header->domains[d].title);
}

static void make(struct app *app, struct forecast_report *report,
                 const struct gathering *into, bool with_exam,
                 struct arena *arena)
{
    size_t slots = (size_t)into->slot_count;
    struct forecast_input input = {
        .cards = into->cards,
        .card_count = into->count,
        .outcomes = into->history.outcomes,
        .outcome_count = into->history.outcome_count,
        .answers = into->history.answers,
        .domains = into->slots,
        .domain_count = into->slot_count,
        .fsrs = app->fsrs,
        .retention = app->settings.retention,
        .max_interval_days = app->settings.max_interval,
        .new_per_day = app->settings.new_cards,
        .reviews_per_day = app->settings.reviews,
        .missed = missed_share(into),
        .day = report->day,
        .exam_day = with_exam ? report->exam_day : 0,
        .seed = queue_order(report->deck, "forecast", report->day),
    };
    struct forecast *forecast = &report->forecast;

    forecast->domains_today =
        arena_alloc(arena, slots, sizeof(*forecast->domains_today));
    forecast->domains_exam =
        arena_alloc(arena, slots, sizeof(*forecast->domains_exam));
    forecast->domains_stopped =
        arena_alloc(arena, slots, sizeof(*forecast->domains_stopped));
    forecast_make(&input, forecast);
    report->answers = input.answers;
    report->reviews = input.outcome_count;
    for (int d = 0; d < into->slot_count; d++) {
        report->first_right += into->slots[d].right;
        report->first_count += into->slots[d].right + into->slots[d].wrong;
    }
}

static void gathering_release(struct gathering *into)
{
    if (into->history.tracks)
        forecast_history_release(&into->history);
    outline_release(&into->outline);
    mem_free(into->known);
    mem_free(into->cards);
    mem_free(into->ids);
    mem_free(into->domains);
    mem_free(into->slots);
    arena_release(&into->ids_arena);
}

enum status app_forecast(struct app *app, const char *deck, bool with_exam,
                         struct arena *arena, struct forecast_report *report,
                         struct error *err)
{
    struct gathering into = {.day = app_now(app).day};
    int deck_count = 0;
    enum status status = home_default_deck(app, arena, &deck, &deck_count, err);

    *report = (struct forecast_report){.day = into.day};
    if (!status)
        status = outline_load(app, deck, into.day, &into.outline, err);
    if (!status)
        status = gather(app, &into, err);
    if (!status) {
        if (!outline_exam(&into.outline, into.day, &report->exam_day))
            report->exam_day = 0;
        fill_names(report, &into, arena);
        fill_plan(report, &app->settings, &into);
        make(app, report, &into, with_exam, arena);
    }
    gathering_release(&into);
    return status;
}
