/* SPDX-License-Identifier: MIT */
#include "aiio/app.h"

#include <string.h>

struct gathering {
    struct app *app;
    struct app_reviews *reviews;
    const char *deck;
    struct arena arena; /* of one card */
    struct error *err;
    enum status status;
};

/* The review a grade may still change, and the day of the one before. */
struct block {
    size_t last;
    int last_day;
    struct entry_id answer; /* none: nothing since the last reset */
};

static void add_answer(struct app_reviews *into, struct block *block,
                       const struct entry *entry,
                       const struct answer_body *body)
{
    bool is_first = entry_id_is_none(block->answer);
    int days = is_first ? 0 : days_between(block->last_day, entry->day);

    if (is_first)
        into->log.card_count++;
    mem_grow((void **)&into->reviews, &into->capacity,
             into->log.review_count + 1, sizeof(*into->reviews));
    block->last = into->log.review_count++;
    block->last_day = entry->day;
    block->answer = entry->id;
    into->reviews[block->last] = (struct optimize_review){
        .time_ms = entry->tick,
        .card = (uint32_t)into->log.card_count - 1,
        .elapsed_days =
            (uint16_t)(days < 0                   ? 0
                       : days > OPTIMIZE_DAYS_MAX ? OPTIMIZE_DAYS_MAX
                                                  : days),
        .grade = (uint8_t)body->grade,
        .is_history = body->seen};
}

static void add_entries(struct gathering *into, const struct entry *entries,
                        int count, const bool *is_void)
{
    struct block block = {0};

    for (int i = 0; i < count; i++) {
        struct answer_body answer = {0};
        struct grade_body grade;

        if (is_void[i])
            continue;
        if (entries[i].kind == ENTRY_RESET)
            block = (struct block){0};
        else if (entries[i].kind == ENTRY_ANSWER &&
                 answer_body_read(entries[i].body, &into->arena, &answer))
            add_answer(into->reviews, &block, &entries[i], &answer);
        else if (entries[i].kind == ENTRY_GRADE &&
                 !entry_id_is_none(block.answer) &&
                 entry_id_equal(entries[i].refers_to, block.answer) &&
                 grade_body_read(entries[i].body, &grade))
            into->reviews->reviews[block.last].grade = (uint8_t)grade.grade;
    }
}

static bool add_card(void *context, const struct store_card *card)
{
    struct gathering *into = context;
    struct entry *entries = NULL;
    struct progress progress;
    bool *is_void;
    int count = 0;

    if (card->retired ||
        (card->progress.answers == 0 && card->progress.reset_day == 0))
        return true; /* gone, or never answered */
    into->status = store_log_of_card(into->app->store, into->deck, card->id,
                                     &into->arena, &entries, &count, into->err);
    if (into->status)
        return false;
    is_void = arena_alloc(&into->arena, (size_t)count + 1, sizeof(*is_void));
    progress_fold(&progress, &into->app->fsrs, entries, count, is_void);
    add_entries(into, entries, count, is_void);
    arena_reset(&into->arena);
    return true;
}

enum status app_reviews(struct app *app, struct app_reviews *reviews,
                        struct error *err)
{
    struct gathering into = {.app = app, .reviews = reviews, .err = err};
    struct arena arena = {0};
    struct store_deck *decks = NULL;
    int count = 0;
    enum status status = store_decks(app->store, &arena, &decks, &count, err);

    *reviews = (struct app_reviews){0};
    for (int i = 0; !status && i < count; i++) {
        into.deck = decks[i].id;
        status =
            store_cards_each(app->store, decks[i].key, add_card, &into, err);
        if (!status)
            status = into.status;
    }
    optimize_sort(reviews->reviews, reviews->log.review_count);
    reviews->log.reviews = reviews->reviews;
    arena_release(&into.arena);
    arena_release(&arena);
    return status;
}

void app_reviews_release(struct app_reviews *reviews)
{
    mem_free(reviews->reviews);
    *reviews = (struct app_reviews){0};
}
