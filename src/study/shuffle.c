/* SPDX-License-Identifier: MIT */
#include "aiio/shuffle.h"

#include "aiio/rng.h"

/* A draw without replacement: the order of a list, changed in place. */
static void mix(int *items, int count, struct rng *rng)
{
    for (int i = count - 1; i > 0; i--) {
        int j = (int)rng_below(rng, (uint64_t)i + 1), other = items[i];

        items[i] = items[j];
        items[j] = other;
    }
}

/* Up to room of a list, beginning where the showing before left off. */
static int take_turns(const int *list, int count, int showings, int room,
                      int *picked)
{
    int taken = room < count ? room : count;

    for (int n = 0; n < taken; n++)
        picked[n] = list[((long long)showings * taken + n) % count];
    return taken;
}

/* The distractors of a showing: those that fooled the learner, then others. */
static int pick_distractors(const struct card *card,
                            const struct showing_history *history, int room,
                            int *picked)
{
    int fooled[DECK_STATEMENTS_MAX], others[DECK_STATEMENTS_MAX];
    int fooled_count = 0, other_count = 0, count;

    for (int i = card->correct_count; i < card->statement_count; i++) {
        if (history->fooled & 1u << i)
            fooled[fooled_count++] = i;
        else
            others[other_count++] = i;
    }
    count = take_turns(fooled, fooled_count, history->showings, room, picked);
    return count + take_turns(others, other_count, history->showings,
                              room - count, picked + count);
}

/* The place that the first correct statement had least often of late. */
static int least_used_place(const struct showing_history *history, int places,
                            struct rng *rng)
{
    int used[DECK_STATEMENTS_MAX] = {0}, order[DECK_STATEMENTS_MAX];
    int best = 0;

    for (int i = 0; i < history->place_count; i++)
        if (history->places[i] >= 0 && history->places[i] < places)
            used[history->places[i]]++;
    for (int i = 0; i < places; i++)
        order[i] = i;
    mix(order, places, rng); /* ties are broken by the seed */
    best = order[0];
    for (int i = 1; i < places; i++)
        if (used[order[i]] < used[best])
            best = order[i];
    return best;
}

static void move_to(int *shown, int count, int statement, int place)
{
    int at = 0;

    while (at < count && shown[at] != statement)
        at++;
    if (at == count)
        return;
    for (; at < place; at++)
        shown[at] = shown[at + 1];
    for (; at > place; at--)
        shown[at] = shown[at - 1];
    shown[place] = statement;
}

/* Pinned statements go last, in the order of the file. */
static int pins_last(const struct card *card, int *shown, int count)
{
    int kept[DECK_STATEMENTS_MAX] = {0}, pinned[DECK_STATEMENTS_MAX] = {0};
    int free_count = 0, pin_count = 0;

    for (int i = 0; i < count; i++)
        if (!card->statements[shown[i]].pin)
            kept[free_count++] = shown[i];
    for (int i = 0; i < card->statement_count; i++)
        for (int j = 0; j < count; j++)
            if (shown[j] == i && card->statements[i].pin)
                pinned[pin_count++] = i;
    for (int i = 0; i < free_count; i++)
        shown[i] = kept[i];
    for (int i = 0; i < pin_count; i++)
        shown[free_count + i] = pinned[i];
    return free_count;
}

int shuffle_statements(const char *deck, const struct card *card,
                       const struct showing_history *history, int shown_max,
                       int shown[DECK_STATEMENTS_MAX])
{
    struct rng rng =
        rng_seed(steps_fuzz_seed(deck, card->id, history->showings));
    int count = 0, movable, room;

    if (card->statement_count == card->correct_count)
        return 0; /* a recall card shows no choice */
    /* At least one distractor stands beside the correct ones. */
    room = shown_max - card->correct_count;
    if (room < 1)
        room = 1;
    for (int i = 0; i < card->correct_count; i++)
        shown[count++] = i;
    count += pick_distractors(card, history, room, shown + count);
    mix(shown, count, &rng);
    movable = pins_last(card, shown, count);
    if (movable > 0 && !card->statements[0].pin)
        move_to(shown, movable, 0, least_used_place(history, movable, &rng));
    return count;
}
