/* SPDX-License-Identifier: MIT */
#include "aiio/insight.h"

#include <stdlib.h>
#include <string.h>

struct counting {
    struct stats *stats;
    struct misconceptions *misconceptions;
    const char *deck; /* NULL: all */
};

static bool is_asked_for(const char *deck, const char *wanted)
{
    return !wanted || !strcmp(deck, wanted);
}

/* ---- statistics ---------------------------------------------------------- */

static bool stats_row(void *context, const struct entry *entry,
                      const struct answer_body *body)
{
    struct counting *counting = context;
    struct fsrs_parameters parameters;
    struct arena arena = {0};
    const char *to = NULL;

    if (entry->kind == ENTRY_PARAMETERS) {
        if (parameters_body_read(entry->body, &parameters))
            stats_parameters(counting->stats, &parameters);
        return true;
    }
    if (!is_asked_for(entry->deck, counting->deck))
        return true;
    if (body)
        stats_answer(counting->stats, entry, body);
    else if (rename_body_read(entry->body, &arena, &to))
        stats_rename(counting->stats, entry->deck, entry->card, to);
    arena_release(&arena);
    return true;
}

/* The first study day on which it is asked; 0 is any day (store/sql.h). */
static int first_day(const struct progress *progress)
{
    int day = progress->due.state == CARD_NEW ? progress->reset_day
              : progress->due.has_day         ? progress->due.due_day
                                              : 0;

    return day > progress->buried_until ? day : progress->buried_until;
}

static bool card_row(void *context, const struct store_card *card)
{
    struct counting *counting = context;
    const struct progress *progress = &card->progress;
    enum card_state state = progress->due.state;
    bool hidden = card->retired || card->reserve || progress->suspended;
    struct stats_card_row row = {
        .deck = card->deck,
        .card = card->id,
        .objective = card->objective,
        .state = state,
        .retired = card->retired,
        .suspended = progress->suspended,
        .reserve = card->reserve,
        .is_due = !hidden && (state != CARD_NEW || progress->reset_day != 0),
        .due_day = first_day(progress),
        .stability = progress->memory.stability,
    };

    stats_add_card(counting->stats, &row);
    return true;
}

/* "2.7 Network requirements", where the outline knows it. */
static enum status add_titles(struct stats *stats,
                              const struct store_deck *deck, struct error *err)
{
    struct deck header = {0};
    enum status status = deck_read_header(slice_of(deck->header), &header, err);

    for (int i = 0; !status && i < stats->objective_count; i++) {
        struct stats_objective *row = &stats->objectives[i];
        int at = strcmp(row->deck, deck->id) != 0
                     ? -1
                     : deck_objective_index(&header, row->objective);

        if (at >= 0)
            row->title = arena_printf(&stats->arena, "%s %s", row->objective,
                                      header.objectives[at].title);
    }
    deck_release(&header);
    return status;
}

static enum status add_decks(struct app *app, struct counting *counting,
                             struct error *err)
{
    struct arena arena = {0};
    struct store_deck *decks = NULL;
    int count = 0;
    enum status status = store_decks(app->store, &arena, &decks, &count, err);

    for (int i = 0; !status && i < count; i++)
        if (is_asked_for(decks[i].id, counting->deck))
            status = store_cards_each(app->store, decks[i].key, card_row,
                                      counting, err);
    if (!status)
        stats_finish(counting->stats);
    for (int i = 0; !status && i < count; i++)
        status = add_titles(counting->stats, &decks[i], err);
    arena_release(&arena);
    return status;
}

enum status app_stats(struct app *app, const char *deck, struct stats *stats,
                      struct error *err)
{
    struct counting counting = {.stats = stats, .deck = deck};
    enum status status;

    stats_init(stats, app_now(app).day);
    status = store_begin_reading(app->store, err);
    if (status)
        return status;
    status = store_answers(app->store, stats_row, &counting, err);
    if (!status)
        status = add_decks(app, &counting, err);
    store_end_reading(app->store);
    return status;
}

/* ---- misconceptions ------------------------------------------------------ */

static bool fall_row(void *context, const struct entry *entry,
                     const struct answer_body *body)
{
    struct counting *counting = context;
    struct arena arena = {0};
    const char *to = NULL;

    if (entry->kind == ENTRY_PARAMETERS ||
        !is_asked_for(entry->deck, counting->deck))
        return true;
    if (body)
        misconceptions_answer(counting->misconceptions, entry, body);
    else if (rename_body_read(entry->body, &arena, &to))
        misconceptions_rename(counting->misconceptions, entry->deck,
                              entry->card, to);
    arena_release(&arena);
    return true;
}

struct reading {
    struct app *app;
    struct misconceptions *misconceptions;
    const char *deck; /* whose cards are read for pairs */
    enum status status;
    struct error *err;
};

/* A card that no deck has any more, or that is retired, believes nothing. */
static bool read_fallen(void *context, const char *deck, const char *id)
{
    struct reading *reading = context;
    struct store *store = reading->app->store;
    struct arena arena = {0};
    struct store_card row = {0};
    struct card card = {0};
    struct error missing = {0};

    reading->status = store_card_find(store, deck, id, &arena, &row, &missing);
    if (!reading->status && !row.retired)
        reading->status =
            store_card_load(store, row.key, &arena, &row, &card, &missing);
    if (!reading->status && !row.retired)
        misconceptions_card(reading->misconceptions, deck, &card, row.key);
    if (reading->status == STATUS_NOT_FOUND)
        reading->status = STATUS_OK;
    else if (reading->status)
        *reading->err = missing;
    arena_release(&arena);
    return !reading->status;
}

static bool offer_pair(void *context, struct slice json)
{
    struct reading *reading = context;
    struct arena arena = {0};
    struct card card;

    reading->status = deck_read_card(json, &arena, &card, reading->err);
    if (!reading->status)
        misconceptions_offer_pair(reading->misconceptions, reading->deck,
                                  &card);
    arena_release(&arena);
    return !reading->status;
}

static enum status read_pairs(struct reading *reading)
{
    struct store *store = reading->app->store;
    struct arena arena = {0};
    struct store_deck *decks = NULL;
    int count = 0;
    enum status status =
        store_decks(store, &arena, &decks, &count, reading->err);

    for (int i = 0; !status && i < count; i++) {
        bool wanted = false;

        for (int m = 0; !wanted && m < reading->misconceptions->count; m++)
            wanted =
                !strcmp(reading->misconceptions->items[m].deck, decks[i].id);
        reading->deck = decks[i].id;
        if (wanted)
            status = store_deck_cards(store, decks[i].key, offer_pair, reading,
                                      reading->err);
        if (!status)
            status = reading->status;
    }
    arena_release(&arena);
    return status;
}

enum status app_misconceptions(struct app *app, const char *deck,
                               struct misconceptions *misconceptions,
                               struct error *err)
{
    struct counting counting = {.misconceptions = misconceptions, .deck = deck};
    struct reading reading = {
        .app = app, .misconceptions = misconceptions, .err = err};
    enum status status;

    misconceptions_init(misconceptions);
    status = store_begin_reading(app->store, err);
    if (status)
        return status;
    status = store_answers(app->store, fall_row, &counting, err);
    if (!status) {
        misconceptions_each_fallen(misconceptions, read_fallen, &reading);
        status = reading.status;
    }
    if (!status)
        status = read_pairs(&reading);
    store_end_reading(app->store);
    misconceptions_sort(misconceptions);
    return status;
}

enum status app_misconceived(struct app *app, const char *deck,
                             struct arena *arena, struct purpose *purpose,
                             struct error *err)
{
    struct misconceptions all;
    enum status status = app_misconceptions(app, deck, &all, err);

    *purpose = (struct purpose){.words = "misconceptions"};
    purpose->keys =
        arena_alloc(arena, (size_t)all.count + 1, sizeof(*purpose->keys));
    for (int i = 0; !status && i < all.count; i++) {
        bool there = all.items[i].overcome;

        for (int k = 0; !there && k < purpose->count; k++)
            there = purpose->keys[k] == all.items[i].key;
        if (!there)
            purpose->keys[purpose->count++] = all.items[i].key;
    }
    misconceptions_release(&all);
    return status;
}

/* ---- what is weak -------------------------------------------------------- */

struct weak_card {
    int64_t key;
    double recall; /* today */
};

struct weak {
    struct app *app;
    const struct stats *stats;
    int today, objectives; /* how many of the first ones */
    struct weak_card *cards;
    size_t capacity;
    int count;
};

static bool weak_row(void *context, const struct store_card *card)
{
    struct weak *weak = context;
    const struct progress *progress = &card->progress;
    bool wanted = false;

    for (int i = 0; !wanted && i < weak->objectives; i++)
        wanted =
            !strcmp(weak->stats->objectives[i].objective, card->objective) &&
            !strcmp(weak->stats->objectives[i].deck, card->deck);
    if (!wanted || progress->due.state == CARD_NEW || card->retired ||
        card->reserve || progress->suspended)
        return true;
    mem_grow((void **)&weak->cards, &weak->capacity, (size_t)weak->count + 1,
             sizeof(*weak->cards));
    weak->cards[weak->count++] = (struct weak_card){
        card->key,
        fsrs_retrievability(&weak->app->fsrs, progress->memory.stability,
                            days_between(progress->last_day, weak->today))};
    return true;
}

static int compare_weak(const void *a, const void *b)
{
    const struct weak_card *x = a, *y = b;

    if (x->recall < y->recall || x->recall > y->recall)
        return x->recall < y->recall ? -1 : 1;
    return (x->key > y->key) - (x->key < y->key);
}

static void take_weak(struct weak *weak, struct arena *arena,
                      struct purpose *purpose)
{
    int take = weak->count < WEAK_CARDS ? weak->count : WEAK_CARDS;

    if (weak->count > 1)
        qsort(weak->cards, (size_t)weak->count, sizeof(*weak->cards),
              compare_weak);
    purpose->keys = arena_alloc(arena, (size_t)take + 1, sizeof(int64_t));
    for (int i = 0; i < take; i++)
        purpose->keys[i] = weak->cards[i].key;
    purpose->count = take;
}

enum status app_weak(struct app *app, const char *deck, struct arena *arena,
                     struct purpose *purpose, struct error *err)
{
    struct stats stats;
    struct weak weak = {.app = app, .stats = &stats, .today = app_now(app).day};
    enum status status = app_stats(app, deck, &stats, err);

    *purpose = (struct purpose){.words = "weakest objectives"};
    weak.objectives = stats_weak_count(&stats, WEAK_OBJECTIVES);
    if (!status)
        status = store_cards_each(app->store, 0, weak_row, &weak, err);
    if (!status)
        take_weak(&weak, arena, purpose);
    mem_free(weak.cards);
    stats_release(&stats);
    return status;
}
