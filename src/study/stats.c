/* SPDX-License-Identifier: MIT */
#include "aiio/stats.h"

#include "card_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DECAY = 20, HOUR_MIN = 60, MINUTE_MS = 60000 };

const int stats_bands[STATS_BANDS] = {0, 1, 2, 4, 8, 15, 31, 91};

/* The last standing answer of a card, and what its objective will be given. */
struct stats_card {
    int order; /* of the last answer: a rename may bring two cards together */
    int last_day;
    double interval, retention, decay; /* as that answer was scheduled */
    struct stats_tries tries;
    struct stats_retention reviews;
};

void stats_init(struct stats *stats, int today)
{
    *stats = (struct stats){.today = today};
    stats->table = mem_new(1, sizeof(*stats->table));
    stats->decay = fsrs_default.w[DECAY];
}

void stats_release(struct stats *stats)
{
    if (stats->table)
        card_table_release(stats->table);
    mem_free(stats->table);
    mem_free(stats->days);
    mem_free(stats->cards);
    mem_free(stats->objectives);
    arena_release(&stats->arena);
    *stats = (struct stats){0};
}

/* ---- answers ------------------------------------------------------------- */

/* A clock that was set back brings days out of their order. */
static struct stats_day *day_of(struct stats *stats, int day)
{
    int at = stats->day_count;

    while (at > 0 && stats->days[at - 1].day > day)
        at--;
    if (at > 0 && stats->days[at - 1].day == day)
        return &stats->days[at - 1];
    mem_grow((void **)&stats->days, &stats->day_capacity,
             (size_t)stats->day_count + 1, sizeof(*stats->days));
    memmove(&stats->days[at + 1], &stats->days[at],
            (size_t)(stats->day_count - at) * sizeof(*stats->days));
    stats->day_count++;
    stats->days[at] = (struct stats_day){.day = day};
    return &stats->days[at];
}

static struct stats_card *card_of(struct stats *stats, const char *deck,
                                  const char *card, bool *is_first)
{
    int index = card_table_find(stats->table, deck, card);

    *is_first = index < 0;
    if (index >= 0)
        return &stats->cards[index];
    mem_grow((void **)&stats->cards, &stats->card_capacity,
             (size_t)stats->card_count + 1, sizeof(*stats->cards));
    index = stats->card_count++;
    stats->cards[index] = (struct stats_card){0};
    card_table_set(stats->table, &stats->arena, deck, card, index);
    return &stats->cards[index];
}

static void add_try(struct stats_tries *tries, bool correct)
{
    tries->answers++;
    tries->correct += correct ? 1 : 0;
}

static void add_review(struct stats_retention *retention, bool recalled,
                       double desired)
{
    retention->reviews++;
    retention->recalled += recalled ? 1 : 0;
    retention->desired += desired;
}

int stats_band(double days)
{
    int band = STATS_BANDS - 1;

    while (band > 0 && !(days >= stats_bands[band]))
        band--;
    return band;
}

double stats_predicted(double interval_days, double retention, double decay,
                       int days)
{
    if (!(interval_days > 1) || !(retention > 0 && retention < 1))
        return -1;
    return pow(1 + (pow(retention, -1 / decay) - 1) * days / interval_days,
               -decay);
}

static void review(struct stats *stats, struct stats_card *card, int day,
                   bool recalled)
{
    int days = days_between(card->last_day, day);
    double predicted =
        stats_predicted(card->interval, card->retention, card->decay, days);
    struct stats_decile *decile;
    int at;

    add_review(&card->reviews, recalled, card->retention);
    add_review(&stats->intervals[stats_band(days)], recalled, card->retention);
    if (!(predicted >= 0))
        return;
    at = (int)(predicted * STATS_DECILES);
    decile = &stats->deciles[at < STATS_DECILES - 1 ? at : STATS_DECILES - 1];
    decile->reviews++;
    decile->recalled += recalled ? 1 : 0;
    decile->predicted += predicted;
}

static void confidence(struct stats *stats, const struct answer_body *body)
{
    if (body->shown_count == 0)
        return;
    if (body->chosen_count == 0)
        stats->dont_know++;
    else
        add_try(body->guess ? &stats->guess : &stats->sure, body->correct);
}

static int hour_of(const struct entry *entry)
{
    int64_t minutes = entry->at_ms / MINUTE_MS - (entry->at_ms % MINUTE_MS < 0);
    int64_t hour = (minutes + entry->offset_min) / HOUR_MIN -
                   ((minutes + entry->offset_min) % HOUR_MIN < 0);

    return (int)(((hour % STATS_HOURS) + STATS_HOURS) % STATS_HOURS);
}

static void counted(struct stats *stats, struct stats_card *card, bool is_first,
                    const struct entry *entry, const struct answer_body *body)
{
    add_try(&stats->hours[hour_of(entry)], body->correct);
    confidence(stats, body);
    if (body->from == CARD_NEW || body->from == CARD_REVIEW)
        add_try(&card->tries, body->correct);
    if (body->from == CARD_REVIEW && !is_first)
        review(stats, card, entry->day, body->grade > GRADE_AGAIN);
}

void stats_answer(struct stats *stats, const struct entry *entry,
                  const struct answer_body *body)
{
    struct stats_day *day = day_of(stats, entry->day);
    int64_t ms =
        body->ms < STATS_ANSWER_MS_MAX ? body->ms : STATS_ANSWER_MS_MAX;
    bool is_first;
    struct stats_card *card =
        card_of(stats, entry->deck, entry->card, &is_first);

    day->answers += body->seen ? 0 : 1;
    day->correct += !body->seen && body->correct ? 1 : 0;
    day->seen += body->seen ? 1 : 0;
    day->ms += ms;
    stats->pace[body->from].answers++;
    stats->pace[body->from].ms += ms;
    if (!body->seen)
        counted(stats, card, is_first, entry, body);
    card->order = ++stats->answer_count;
    card->last_day = entry->day;
    card->interval = body->schedule.interval_days;
    card->retention = body->schedule.retention;
    card->decay = stats->decay;
}

void stats_parameters(struct stats *stats,
                      const struct fsrs_parameters *parameters)
{
    stats->decay = parameters->w[DECAY];
}

/* ---- renames ------------------------------------------------------------- */

static void add_counts(struct stats_card *to, const struct stats_card *from)
{
    to->tries.answers += from->tries.answers;
    to->tries.correct += from->tries.correct;
    to->reviews.reviews += from->reviews.reviews;
    to->reviews.recalled += from->reviews.recalled;
    to->reviews.desired += from->reviews.desired;
}

void stats_rename(struct stats *stats, const char *deck, const char *from,
                  const char *to)
{
    int moved = card_table_find(stats->table, deck, from);
    int there = card_table_find(stats->table, deck, to);

    if (moved < 0 || moved == there)
        return;
    card_table_set(stats->table, &stats->arena, deck, from, -1);
    if (there >= 0) {
        struct stats_card *old = &stats->cards[there];

        if (old->order > stats->cards[moved].order) {
            add_counts(old, &stats->cards[moved]);
            return;
        }
        add_counts(&stats->cards[moved], old);
    }
    card_table_set(stats->table, &stats->arena, deck, to, moved);
}

/* ---- cards --------------------------------------------------------------- */

static struct stats_objective *
objective_of(struct stats *stats, const char *deck, const char *objective)
{
    struct stats_objective *found;

    /* Cards come in deck order: it is mostly the last one. */
    for (int i = stats->objective_count - 1; i >= 0; i--)
        if (!strcmp(stats->objectives[i].objective, objective) &&
            !strcmp(stats->objectives[i].deck, deck))
            return &stats->objectives[i];
    mem_grow((void **)&stats->objectives, &stats->objective_capacity,
             (size_t)stats->objective_count + 1, sizeof(*stats->objectives));
    found = &stats->objectives[stats->objective_count];
    *found = (struct stats_objective){
        .place = stats->objective_count++,
        .deck = arena_string(&stats->arena, slice_of(deck)),
        .objective = arena_string(&stats->arena, slice_of(objective)),
    };
    return found;
}

static void count_due(struct stats *stats, const struct stats_card_row *row)
{
    int ahead = days_between(stats->today, row->due_day);

    if (row->is_due && ahead < STATS_DUE_DAYS)
        stats->due[ahead]++;
}

void stats_add_card(struct stats *stats, const struct stats_card_row *row)
{
    struct stats_objective *objective =
        objective_of(stats, row->deck, row->objective);
    int index = card_table_find(stats->table, row->deck, row->card);

    if (index >= 0) {
        const struct stats_card *card = &stats->cards[index];

        objective->tries.answers += card->tries.answers;
        objective->tries.correct += card->tries.correct;
        objective->retention.reviews += card->reviews.reviews;
        objective->retention.recalled += card->reviews.recalled;
        objective->retention.desired += card->reviews.desired;
    }
    if (row->retired)
        return;
    objective->cards++;
    objective->answered += index >= 0 ? 1 : 0;
    if (row->suspended)
        stats->suspended++;
    else if (row->reserve)
        stats->reserve++;
    else
        stats->states[row->state]++;
    if (row->state != CARD_NEW)
        stats->stabilities[stats_band(row->stability)]++;
    count_due(stats, row);
}

static int compare_objectives(const void *a, const void *b)
{
    const struct stats_objective *x = a, *y = b;
    bool x_ranked = x->tries.answers >= STATS_WEAK_TRIES;
    bool y_ranked = y->tries.answers >= STATS_WEAK_TRIES;
    int64_t left = x->tries.correct * y->tries.answers;
    int64_t right = y->tries.correct * x->tries.answers;

    if (x_ranked != y_ranked)
        return x_ranked ? -1 : 1;
    if (x_ranked && left != right)
        return left < right ? -1 : 1;
    return x->place - y->place;
}

void stats_finish(struct stats *stats)
{
    stats->sum = (struct stats_day){0};
    for (int i = 0; i < stats->day_count; i++) {
        stats->sum.answers += stats->days[i].answers;
        stats->sum.correct += stats->days[i].correct;
        stats->sum.seen += stats->days[i].seen;
        stats->sum.ms += stats->days[i].ms;
    }
    for (size_t i = 0; i < stats->table->capacity; i++)
        if (stats->table->slots[i].card && stats->table->slots[i].index >= 0)
            stats->answered_cards++;
    if (stats->objective_count > 1)
        qsort(stats->objectives, (size_t)stats->objective_count,
              sizeof(*stats->objectives), compare_objectives);
    while (stats->ranked_count < stats->objective_count &&
           stats->objectives[stats->ranked_count].tries.answers >=
               STATS_WEAK_TRIES)
        stats->ranked_count++;
}

int stats_weak_count(const struct stats *stats, int most)
{
    int count = 0;

    while (count < most && count < stats->ranked_count &&
           stats->objectives[count].tries.correct <
               stats->objectives[count].tries.answers)
        count++;
    return count;
}
