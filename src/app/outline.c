/* SPDX-License-Identifier: MIT */
#include "outline.h"

#include "examiner_private.h"

#include <limits.h>

struct count_into {
    struct outline *outline;
    int day;
};

static void count_due(struct count_into *into, struct outline_slot *slot,
                      const struct store_count *row)
{
    int ahead = row->due_day - into->day;

    if (row->state == CARD_NEW) {
        if (ahead <= 0)
            slot->fresh += row->cards;
        return;
    }
    if (ahead < HOME_DAYS)
        into->outline->days[ahead > 0 ? ahead : 0] += row->cards;
    if (row->state != CARD_REVIEW)
        slot->learning += ahead <= 0 ? row->cards : 0;
    else if (ahead <= 0)
        slot->due += row->cards;
    else
        slot->later += row->cards;
}

static bool count_row(void *context, const struct store_count *row)
{
    struct count_into *into = context;
    int slot = row->domain + 1;

    if (slot < 0 || slot >= into->outline->slot_count)
        slot = 0;
    count_due(into, &into->outline->slots[slot], row);
    return true;
}

static enum status load_counts(struct app *app, int day,
                               struct outline *outline, struct error *err)
{
    struct count_into into = {outline, day};
    int64_t *totals = arena_alloc(&outline->arena, (size_t)outline->slot_count,
                                  sizeof(*totals));
    enum status status =
        store_counts(app->store, outline->deck.key, count_row, &into, err);

    if (!status)
        status = store_totals(app->store, outline->deck.key, totals,
                              outline->slot_count, err);
    for (int i = 0; i < outline->slot_count; i++)
        outline->slots[i].total = totals[i];
    return status;
}

/* What joins today's queue moves from where it was counted to what is due. */
static void count_joined(struct outline *outline, const struct store_card *card,
                         int day)
{
    int slot = card->domain + 1, ahead = card->progress.due.due_day - day;
    struct outline_slot *counted =
        &outline->slots[slot < outline->slot_count ? slot : 0];

    if (card->progress.due.state == CARD_NEW)
        counted->fresh--;
    else if (card->progress.due.state == CARD_REVIEW)
        counted->later--;
    if (card->progress.due.state != CARD_NEW && ahead >= 0 && ahead < HOME_DAYS)
        outline->days[ahead]--;
    counted->due++;
    outline->days[0]++;
}

static enum status load_joined(struct app *app, int day,
                               struct outline *outline, struct error *err)
{
    enum status status =
        exam_joined(app, outline->deck.id, day, &outline->arena,
                    &outline->joined, &outline->joined_count, err);

    for (int i = 0; !status && i < outline->joined_count; i++)
        count_joined(outline, &outline->joined[i], day);
    return status;
}

enum status outline_load(struct app *app, const char *deck, int day,
                         struct outline *outline, struct error *err)
{
    enum status status;

    *outline = (struct outline){0};
    status =
        store_deck_find(app->store, deck, &outline->arena, &outline->deck, err);
    if (!status)
        status = deck_read_header(slice_of(outline->deck.header),
                                  &outline->header, err);
    if (status)
        return status;
    outline->slot_count = outline->header.domain_count + 1;
    outline->slots = arena_alloc(&outline->arena, (size_t)outline->slot_count,
                                 sizeof(*outline->slots));
    status = load_counts(app, day, outline, err);
    if (!status)
        status = load_joined(app, day, outline, err);
    if (!status)
        status = store_goal(app->store, outline->deck.id, &outline->has_goal,
                            &outline->goal, err);
    return status;
}

void outline_release(struct outline *outline)
{
    deck_release(&outline->header);
    arena_release(&outline->arena);
    *outline = (struct outline){0};
}

bool outline_exam(const struct outline *outline, int day, int *exam_day)
{
    if (!outline->has_goal || !outline->goal.has_exam_day ||
        outline->goal.exam_day <= day)
        return false;
    *exam_day = outline->goal.exam_day;
    return true;
}

struct outline_slot outline_sum(const struct outline *outline)
{
    struct outline_slot sum = {0};

    for (int i = 0; i < outline->slot_count; i++) {
        sum.fresh += outline->slots[i].fresh;
        sum.learning += outline->slots[i].learning;
        sum.due += outline->slots[i].due;
        sum.later += outline->slots[i].later;
        sum.total += outline->slots[i].total;
    }
    return sum;
}

static int at_most_int(int64_t n)
{
    return n > INT_MAX ? INT_MAX : n < 0 ? 0 : (int)n;
}

int outline_share_new(const struct outline *outline,
                      const struct new_plan *plan, int *take)
{
    int count = outline->slot_count, exam_day = 0, n = plan->limit;
    struct outline_slot sum = outline_sum(outline);
    struct queue_domain *domains = mem_new((size_t)count, sizeof(*domains));
    int taken = 0;

    if (plan->plan_exam && outline_exam(outline, plan->day, &exam_day))
        n = queue_new_per_day(at_most_int(sum.fresh + plan->used), plan->day,
                              exam_day, plan->limit);
    n = n > plan->used ? n - plan->used : 0;
    for (int i = 0; i < count; i++) {
        const struct outline_slot *slot = &outline->slots[i];

        domains[i].weight = i > 0 ? outline->header.domains[i - 1].weight : 0;
        domains[i].available = at_most_int(slot->fresh);
        domains[i].introduced = at_most_int(slot->total - slot->fresh);
    }
    queue_share_new(domains, count, n);
    for (int i = 0; i < count; i++) {
        take[i] = domains[i].take;
        taken += domains[i].take;
    }
    mem_free(domains);
    return taken;
}
