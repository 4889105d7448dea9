/* SPDX-License-Identifier: MIT */
#include "trainer_private.h"

#include "outline.h"

#include <limits.h>
#include <string.h>

/* One deck being read into the queue. */
struct filling {
    struct trainer *trainer;
    struct outline outline;
    struct store_filter filter;
    struct moment now;
    int exam_day;
    int due; /* reviews offered */
};

static struct queue_item item_of(const struct filling *filling,
                                 const struct store_due *row)
{
    return (struct queue_item){
        .key = row->key,
        .objective = queue_objective(row->deck, row->objective),
        .state = row->state,
        .due_at_ms = row->has_day ? 0 : row->due_at_ms,
        .order = queue_order(row->deck, row->id, filling->now.day),
    };
}

static bool offer_review(void *context, const struct store_due *row)
{
    struct filling *filling = context;

    filling->due++;
    queue_offer_review(&filling->trainer->queue, item_of(filling, row));
    return true;
}

static bool add_learning(void *context, const struct store_due *row)
{
    struct filling *filling = context;

    queue_add_learning(&filling->trainer->queue, item_of(filling, row));
    return true;
}

static bool is_joined(const struct outline *outline, int64_t key)
{
    for (int i = 0; i < outline->joined_count; i++)
        if (outline->joined[i].key == key)
            return true;
    return false;
}

static bool offer_ahead(void *context, const struct store_due *row)
{
    struct filling *filling = context;
    struct queue_item item = item_of(filling, row);

    item.gain = queue_gain(&filling->trainer->app->fsrs, row->memory,
                           row->last_day, filling->now.day, filling->exam_day);
    if (item.gain > 0 && !is_joined(&filling->outline, row->key))
        queue_offer_ahead(&filling->trainer->queue, item);
    return true;
}

/* What was missed in an exam of today comes as if it were due. */
static void offer_joined(struct filling *filling)
{
    const struct store_filter *filter = &filling->filter;

    for (int i = 0; i < filling->outline.joined_count; i++) {
        const struct store_card *card = &filling->outline.joined[i];
        struct store_due row = {.key = card->key,
                                .deck = card->deck,
                                .id = card->id,
                                .objective = card->objective,
                                .state = card->progress.due.state,
                                .has_day = true};
        struct queue_item item = item_of(filling, &row);

        if (filter->tag ||
            (filter->domain >= 0 && filter->domain != card->domain) ||
            (filter->objective &&
             strcmp(filter->objective, card->objective) != 0))
            continue;
        item.gain = 1; /* it is asked although its day has not come */
        filling->due++;
        queue_offer_review(&filling->trainer->queue, item);
    }
}

/* ---- what a day allows ------------------------------------------------- */

static bool today_row(void *context, const struct store_activity *row)
{
    struct store_activity *today = context;

    *today = *row;
    return true;
}

static int reviews_left(const struct trainer *trainer,
                        const struct store_activity *today)
{
    int limit = trainer->options.review_limit >= 0
                    ? trainer->options.review_limit
                    : trainer->app->settings.reviews;

    if (trainer->options.lift_limit)
        return DECK_CARDS_MAX;
    return limit > today->reviews ? limit - (int)today->reviews : 0;
}

static struct new_plan new_plan(const struct filling *filling,
                                const struct store_activity *today)
{
    const struct study_options *options = &filling->trainer->options;

    return (struct new_plan){
        .day = filling->now.day,
        .limit = options->new_limit >= 0
                     ? options->new_limit
                     : filling->trainer->app->settings.new_cards,
        .used = (options->more_new ? 0 : (int)today->new_cards) +
                filling->trainer->queue.fresh_count,
        .plan_exam = options->new_limit < 0,
    };
}

/* ---- new cards --------------------------------------------------------- */

/* The objectives of a domain, and the domain's own id for cards that name it.
   Slot 0 is asked as a whole: NULL stands for any objective. */
static int objectives_of(const struct outline *outline, int slot,
                         const char **ids)
{
    int count = 0;

    if (slot == 0) {
        ids[count++] = NULL;
        return count;
    }
    for (int i = 0; i < outline->header.objective_count; i++)
        if (outline->header.objectives[i].domain == slot - 1)
            ids[count++] = outline->header.objectives[i].id;
    ids[count++] = outline->header.domains[slot - 1].id;
    return count;
}

/* New cards of several objectives, read one objective after the other. */
struct fresh_list {
    const struct filling *filling;
    struct queue_item *items;
    size_t capacity;
    int count;
};

static bool add_fresh(void *context, const struct store_due *row)
{
    struct fresh_list *list = context;

    if (is_joined(&list->filling->outline, row->key))
        return true;
    mem_grow((void **)&list->items, &list->capacity, (size_t)list->count + 1,
             sizeof(*list->items));
    list->items[list->count++] = item_of(list->filling, row);
    return true;
}

/* One card an objective in turn, beginning with objective number first. */
static void add_in_turn(struct queue *queue, const struct fresh_list *list,
                        const int *starts, int objectives, int64_t first,
                        int take)
{
    int *next = mem_new((size_t)objectives, sizeof(*next));
    int left = list->count < take ? list->count : take;

    for (int64_t turn = first; left > 0; turn++) {
        int i = (int)(turn % objectives), at = starts[i] + next[i];

        if (at >= starts[i + 1])
            continue;
        queue_add_new(queue, list->items[at]);
        next[i]++;
        left--;
    }
    mem_free(next);
}

/*
 * Cards of the objectives in turn; whose turn it is comes from how many the
 * domain has given so far, so that one day continues the other.
 */
static enum status take_new(struct filling *filling, int slot, int take,
                            struct error *err)
{
    struct trainer *trainer = filling->trainer;
    struct outline *outline = &filling->outline;
    struct store_filter filter = filling->filter;
    struct fresh_list list = {.filling = filling};
    size_t most = (size_t)outline->header.objective_count + 2;
    const char **ids = arena_alloc(&outline->arena, most, sizeof(*ids));
    int *starts = arena_alloc(&outline->arena, most, sizeof(*starts));
    int count = objectives_of(outline, slot, ids);
    int64_t given = outline->slots[slot].total - outline->slots[slot].fresh;
    enum status status = STATUS_OK;

    for (int i = 0; !status && i < count; i++) {
        starts[i] = list.count;
        starts[i + 1] = list.count;
        if (filling->filter.objective && ids[i] &&
            strcmp(filling->filter.objective, ids[i]) != 0)
            continue;
        filter.objective = ids[i];
        filter.domain = ids[i] ? filling->filter.domain : STORE_NO_DOMAIN;
        status =
            store_due_new(trainer->app->store, &filter, filling->now.day,
                          take + outline->joined_count, add_fresh, &list, err);
        starts[i + 1] = list.count;
    }
    if (!status)
        add_in_turn(&trainer->queue, &list, starts, count, given, take);
    mem_free(list.items);
    return status;
}

static enum status take_all_new(struct filling *filling,
                                const struct store_activity *today,
                                struct error *err)
{
    struct outline *outline = &filling->outline;
    struct new_plan plan = new_plan(filling, today);
    int *take = arena_alloc(&outline->arena, (size_t)outline->slot_count,
                            sizeof(*take));
    enum status status = STATUS_OK;
    int only = filling->filter.domain;

    if (only >= 0) /* a filter gives its domain all of the day's new cards */
        for (int i = 0; i < outline->slot_count; i++)
            if (i != only + 1)
                outline->slots[i].fresh = 0;
    outline_share_new(outline, &plan, take);
    for (int i = 0; !status && i < outline->slot_count; i++)
        if (take[i] > 0)
            status = take_new(filling, i, take[i], err);
    return status;
}

/* ---- the queue of a day ------------------------------------------------ */

static enum status set_filter(struct filling *filling, struct error *err)
{
    const struct study_options *options = &filling->trainer->options;
    const struct deck *header = &filling->outline.header;

    filling->filter = (struct store_filter){
        .deck_key = filling->outline.deck.key,
        .domain = -1,
        .objective = options->objective,
        .tag = options->tag,
    };
    if (options->domain) {
        filling->filter.domain = deck_domain_index(header, options->domain);
        if (filling->filter.domain < 0 && options->deck)
            return error_set(err, STATUS_NOT_FOUND,
                             "deck \"%s\" has no domain \"%s\"", options->deck,
                             options->domain);
    }
    if (options->objective) {
        filling->filter.domain = deck_domain_of(header, options->objective);
        if (filling->filter.domain < 0 && options->deck)
            return error_set(err, STATUS_NOT_FOUND,
                             "deck \"%s\" has no objective \"%s\"",
                             options->deck, options->objective);
    }
    return STATUS_OK;
}

/* A deck that lacks the domain or objective asked for has nothing to give. */
static bool filtered_out(const struct filling *filling)
{
    const struct study_options *options = &filling->trainer->options;

    return (options->domain || options->objective) &&
           filling->filter.domain < 0;
}

static enum status offer_before_exam(struct filling *filling, int review_limit,
                                     struct error *err)
{
    struct trainer *trainer = filling->trainer;
    struct outline_slot sum = outline_sum(&filling->outline);
    int cards = sum.total > INT_MAX ? INT_MAX : (int)sum.total;

    if (!outline_exam(&filling->outline, filling->now.day,
                      &filling->exam_day) ||
        !queue_pulls_in(cards, review_limit, filling->now.day,
                        filling->exam_day))
        return STATUS_OK;
    return store_due_reviews(trainer->app->store, &filling->filter,
                             filling->exam_day + 1, INT_MAX, offer_ahead,
                             filling, err);
}

/* What is due counts over all decks before the first new card is taken. */
struct day_fill {
    struct moment now;
    struct store_activity today;
    int due, limit;
};

static enum status fill_from_deck(struct trainer *trainer, const char *deck,
                                  struct day_fill *day, bool fresh,
                                  struct error *err)
{
    struct filling filling = {.trainer = trainer, .now = day->now};
    struct store *store = trainer->app->store;
    enum status status =
        outline_load(trainer->app, deck, day->now.day, &filling.outline, err);

    if (!status)
        status = set_filter(&filling, err);
    if (status || filtered_out(&filling))
        goto done;
    if (fresh) {
        status = take_all_new(&filling, &day->today, err);
        goto done;
    }
    status = store_due_learning(store, &filling.filter, day->now.day,
                                add_learning, &filling, err);
    if (!status)
        status = store_due_reviews(store, &filling.filter, INT_MIN,
                                   day->now.day, offer_review, &filling, err);
    if (!status)
        offer_joined(&filling);
    if (!status)
        status =
            offer_before_exam(&filling, trainer->app->settings.reviews, err);
    day->due += filling.due;
done:
    outline_release(&filling.outline);
    return status;
}

static enum status fill_all(struct trainer *trainer, struct day_fill *day,
                            bool fresh, struct error *err)
{
    struct arena arena = {0};
    struct store_deck *decks = NULL;
    int count = 0;
    enum status status;

    if (trainer->options.deck)
        return fill_from_deck(trainer, trainer->options.deck, day, fresh, err);
    status = store_decks(trainer->app->store, &arena, &decks, &count, err);
    for (int i = 0; !status && i < count; i++)
        status = fill_from_deck(trainer, decks[i].id, day, fresh, err);
    arena_release(&arena);
    return status;
}

enum status trainer_fill(struct trainer *trainer, struct error *err)
{
    struct app *app = trainer->app;
    struct day_fill day = {.now = app_now(app)};
    enum status status;

    if (trainer->options.purpose.words)
        return trainer_fill_purpose(trainer, err);
    status = store_activity(app->store, day.now.day, day.now.day, today_row,
                            &day.today, err);
    day.limit = reviews_left(trainer, &day.today);
    queue_release(&trainer->queue);
    queue_init(&trainer->queue, day.limit, day.limit);
    trainer->day = day.now.day;
    if (!status)
        status = fill_all(trainer, &day, false, err);
    /* No new cards while more reviews are due than the day allows. */
    if (!status && (day.due <= day.limit || trainer->options.more_new))
        status = fill_all(trainer, &day, true, err);
    if (!status)
        queue_arrange(&trainer->queue);
    return status;
}
