/* SPDX-License-Identifier: MIT */
#include "aiio/queue.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { EXAM_WEEK_DAYS = 7 };
#define SPARED_RECALL 0.95

void queue_init(struct queue *queue, int review_limit, int ahead_limit)
{
    *queue = (struct queue){.review_limit = review_limit,
                            .ahead_limit = ahead_limit};
}

void queue_release(struct queue *queue)
{
    mem_free(queue->reviews);
    mem_free(queue->ahead);
    mem_free(queue->fresh);
    mem_free(queue->learning);
    mem_free(queue->mixed);
    *queue = (struct queue){0};
}

uint64_t queue_order(const char *deck, const char *card, int day)
{
    struct rng rng =
        rng_seed(steps_fuzz_seed(deck, card, 0) ^
                 (uint64_t)(uint32_t)day * UINT64_C(0x9e3779b97f4a7c15));

    return rng_next(&rng);
}

uint64_t queue_objective(const char *deck, const char *objective)
{
    if (!objective || !objective[0])
        return 0;
    return steps_fuzz_seed(deck, objective, 0);
}

/* ---- heaps of a limited size --------------------------------------------- */

/* True when a is worse than b: it leaves the heap first. */
typedef bool is_worse(const struct queue_item *a, const struct queue_item *b);

static bool worse_order(const struct queue_item *a, const struct queue_item *b)
{
    return a->order != b->order ? a->order > b->order : a->key > b->key;
}

static bool worse_gain(const struct queue_item *a, const struct queue_item *b)
{
    if (a->gain < b->gain || a->gain > b->gain)
        return a->gain < b->gain;
    return worse_order(a, b);
}

static void swap(struct queue_item *items, int a, int b)
{
    struct queue_item other = items[a];

    items[a] = items[b];
    items[b] = other;
}

static void sift_up(struct queue_item *items, int at, is_worse *worse)
{
    while (at > 0 && worse(&items[at], &items[(at - 1) / 2])) {
        swap(items, at, (at - 1) / 2);
        at = (at - 1) / 2;
    }
}

static void sift_down(struct queue_item *items, int count, is_worse *worse)
{
    int at = 0;

    for (;;) {
        int child = 2 * at + 1;

        if (child >= count)
            return;
        if (child + 1 < count && worse(&items[child + 1], &items[child]))
            child++;
        if (!worse(&items[child], &items[at]))
            return;
        swap(items, at, child);
        at = child;
    }
}

/* The worst is at the top: it goes when a better one finds the heap full. */
struct heap {
    struct queue_item **items;
    int *count;
    int limit;
    size_t *capacity;
    is_worse *worse;
};

static void offer(const struct heap *heap, struct queue_item item)
{
    if (heap->limit <= 0)
        return;
    if (*heap->count < heap->limit) {
        mem_grow((void **)heap->items, heap->capacity, (size_t)*heap->count + 1,
                 sizeof(item));
        (*heap->items)[*heap->count] = item;
        sift_up(*heap->items, (*heap->count)++, heap->worse);
    } else if (heap->worse(*heap->items, &item)) {
        (*heap->items)[0] = item;
        sift_down(*heap->items, *heap->count, heap->worse);
    }
}

void queue_offer_review(struct queue *queue, struct queue_item item)
{
    struct heap heap = {&queue->reviews, &queue->review_count,
                        queue->review_limit, &queue->capacities[0],
                        worse_order};

    offer(&heap, item);
}

void queue_offer_ahead(struct queue *queue, struct queue_item item)
{
    struct heap heap = {&queue->ahead, &queue->ahead_count, queue->ahead_limit,
                        &queue->capacities[1], worse_gain};

    offer(&heap, item);
}

void queue_add_new(struct queue *queue, struct queue_item item)
{
    mem_grow((void **)&queue->fresh, &queue->capacities[2],
             (size_t)queue->fresh_count + 1, sizeof(item));
    queue->fresh[queue->fresh_count++] = item;
}

void queue_add_learning(struct queue *queue, struct queue_item item)
{
    int at = queue->learning_count;

    mem_grow((void **)&queue->learning, &queue->capacities[3], (size_t)at + 1,
             sizeof(item));
    while (at > queue->learning_next &&
           queue->learning[at - 1].due_at_ms > item.due_at_ms) {
        queue->learning[at] = queue->learning[at - 1];
        at--;
    }
    queue->learning[at] = item;
    queue->learning_count++;
}

/* ---- mixing -------------------------------------------------------------- */

static int compare_order(const void *a, const void *b)
{
    return worse_order(a, b) ? 1 : -1;
}

/* Reviews, due and ahead, in their seeded order. */
static void join_reviews(struct queue *queue)
{
    int room = queue->review_limit - queue->review_count;

    /* The gain decides who is taken, the order when it comes. */
    while (queue->ahead_count > room && queue->ahead_count > 0) {
        queue->ahead[0] = queue->ahead[--queue->ahead_count];
        sift_down(queue->ahead, queue->ahead_count, worse_gain);
    }
    for (int i = 0; i < queue->ahead_count; i++) {
        mem_grow((void **)&queue->reviews, &queue->capacities[0],
                 (size_t)queue->review_count + 1, sizeof(*queue->reviews));
        queue->reviews[queue->review_count++] = queue->ahead[i];
    }
    queue->ahead_count = 0;
    if (queue->review_count > 1)
        qsort(queue->reviews, (size_t)queue->review_count,
              sizeof(*queue->reviews), compare_order);
}

void queue_arrange(struct queue *queue)
{
    int reviews, fresh, total;

    join_reviews(queue);
    reviews = queue->review_count;
    fresh = queue->fresh_count;
    total = reviews + fresh;
    mem_grow((void **)&queue->mixed, &queue->capacities[4], (size_t)total + 1,
             sizeof(*queue->mixed));
    /* Bresenham: of n cards, n * fresh / total to the nearest are new ones. */
    for (int n = 0, taken = 0; n < total; n++) {
        bool is_fresh =
            (2 * (int64_t)(n + 1) * fresh + total) / (2 * (int64_t)total) >
            taken;

        queue->mixed[n] =
            is_fresh ? queue->fresh[taken] : queue->reviews[n - taken];
        taken += is_fresh;
    }
    queue->mixed_count = total;
    queue->mixed_next = 0;
    queue->review_count = 0;
    queue->fresh_count = 0;
}

/* ---- taking cards -------------------------------------------------------- */

/* Learning cards due by a time; more than it ever looks at are not counted. */
static int due_by(const struct queue *queue, int64_t until_ms)
{
    int at = queue->learning_next, most = 2 * QUEUE_LOOK;

    while (at < queue->learning_count && at < queue->learning_next + most &&
           queue->learning[at].due_at_ms <= until_ms)
        at++;
    return at - queue->learning_next;
}

/* Item n goes, those before it move up by one: the first place is free. */
static struct queue_item take_out(struct queue_item *items, int n)
{
    struct queue_item item = items[n];

    memmove(items + 1, items, (size_t)n * sizeof(item));
    return item;
}

/* What would come next, in order: due cards, mixed ones, waiting ones. */
struct candidates {
    int due, mixed, all;
};

static const struct queue_item *
candidate(const struct queue *queue, const struct candidates *candidates, int n)
{
    if (n < candidates->due)
        return &queue->learning[queue->learning_next + n];
    if (n < candidates->due + candidates->mixed)
        return &queue->mixed[queue->mixed_next + n - candidates->due];
    return &queue->learning[queue->learning_next + n - candidates->mixed];
}

/* The next one of another objective among the next eight, or the next. */
static int choose(const struct queue *queue,
                  const struct candidates *candidates)
{
    if (queue->last_objective == 0)
        return 0;
    for (int n = 0; n < candidates->all && n < QUEUE_LOOK; n++)
        if (candidate(queue, candidates, n)->objective != queue->last_objective)
            return n;
    return 0;
}

static struct queue_item take(struct queue *queue,
                              const struct candidates *candidates, int n)
{
    int after_due = n - candidates->due;
    struct queue_item item;

    if (after_due >= 0 && after_due < candidates->mixed) {
        item = take_out(queue->mixed + queue->mixed_next, after_due);
        queue->mixed_next++;
        return item;
    }
    item = take_out(queue->learning + queue->learning_next,
                    after_due < 0 ? n : n - candidates->mixed);
    queue->learning_next++;
    if (queue->learning_next == queue->learning_count)
        queue->learning_next = queue->learning_count = 0;
    return item;
}

static enum queue_result hand_out(struct queue *queue, struct queue_item from,
                                  struct queue_item *item)
{
    *item = from;
    queue->last_objective = from.objective;
    queue->out_key = from.key;
    return QUEUE_CARD;
}

enum queue_result queue_next(struct queue *queue, int64_t now_ms, bool hurry,
                             struct queue_item *item)
{
    struct candidates next = {
        .due = due_by(queue, now_ms),
        .mixed = queue->mixed_count - queue->mixed_next,
    };

    if (queue->has_front) {
        queue->has_front = false;
        return hand_out(queue, queue->front, item);
    }
    next.all = due_by(queue, now_ms + QUEUE_AHEAD_MS) + next.mixed;
    if (next.all == 0 && queue->learning_count == queue->learning_next)
        return QUEUE_EMPTY;
    if (next.all == 0 && !hurry) {
        *item = queue->learning[queue->learning_next];
        return QUEUE_WAIT;
    }
    return hand_out(queue, take(queue, &next, choose(queue, &next)), item);
}

void queue_put_back(struct queue *queue, struct queue_item item)
{
    if (queue->has_front && queue->mixed_next > 0)
        queue->mixed[--queue->mixed_next] = queue->front;
    else if (queue->has_front)
        queue_add_learning(queue, queue->front);
    queue->front = item;
    queue->has_front = true;
    queue->out_key = 0;
}

static int remove_from(struct queue_item *items, int first, int count,
                       int64_t key)
{
    int kept = first;

    for (int i = first; i < count; i++)
        if (items[i].key != key)
            items[kept++] = items[i];
    return kept;
}

void queue_remove(struct queue *queue, int64_t key)
{
    if (queue->has_front && queue->front.key == key)
        queue->has_front = false;
    queue->learning_count = remove_from(queue->learning, queue->learning_next,
                                        queue->learning_count, key);
    /* The card handed out last is not among them: no need to look. */
    if (key != queue->out_key)
        queue->mixed_count = remove_from(queue->mixed, queue->mixed_next,
                                         queue->mixed_count, key);
}

int queue_left(const struct queue *queue)
{
    return queue->mixed_count - queue->mixed_next + queue->learning_count -
           queue->learning_next + (queue->has_front ? 1 : 0);
}

/* ---- plans --------------------------------------------------------------- */

/* How far a domain is behind its share if it got the next card. */
static double deficit(const struct queue_domain *domain, double weights,
                      int count, int total)
{
    double share = weights > 0 ? domain->weight / weights : 1.0 / count;

    return share * (total + 1) - (domain->introduced + domain->take);
}

void queue_share_new(struct queue_domain *domains, int count, int n)
{
    double weights = 0;
    int total = 0;

    for (int i = 0; i < count; i++) {
        domains[i].take = 0;
        weights += domains[i].weight;
        total += domains[i].introduced;
    }
    for (; n > 0; n--, total++) {
        int best = -1;
        double most = 0;

        for (int i = 0; i < count; i++) {
            double d = deficit(&domains[i], weights, count, total);

            if (domains[i].take < domains[i].available &&
                (best < 0 || d > most)) {
                best = i;
                most = d;
            }
        }
        if (best < 0)
            return;
        domains[best].take++;
    }
}

int queue_new_per_day(int unseen, int day, int exam_day, int normal)
{
    int days = exam_day - EXAM_WEEK_DAYS - day, wanted;

    if (exam_day <= day || unseen <= 0)
        return normal;
    if (days < 1)
        days = exam_day - day;
    wanted = unseen / days + (unseen % days > 0);
    return wanted > normal ? wanted : normal;
}

bool queue_pulls_in(int cards, int review_limit, int day, int exam_day)
{
    int days;

    if (exam_day <= day || review_limit <= 0)
        return false;
    days = cards / review_limit + (cards % review_limit > 0);
    return exam_day - day <= days;
}

double queue_gain(const struct fsrs *fsrs, struct memory memory, int last_day,
                  int day, int exam_day)
{
    int elapsed = days_between(last_day, day);
    double as_is, reviewed;
    struct memory after;

    if (!(memory.stability > 0) || exam_day <= day)
        return 0;
    as_is = fsrs_retrievability(fsrs, memory.stability,
                                days_between(last_day, exam_day));
    if (as_is > SPARED_RECALL)
        return 0;
    after = fsrs_next(fsrs, memory, elapsed, GRADE_GOOD);
    reviewed = fsrs_retrievability(fsrs, after.stability, exam_day - day);
    return reviewed > as_is ? reviewed - as_is : 0;
}
