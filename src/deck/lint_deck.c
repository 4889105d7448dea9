/* SPDX-License-Identifier: MIT */
/* What shows over a whole deck alone: shares, tested against chance. */
#include "lint_private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- lengths ----------------------------------------------------------- */

void lint_count_lengths(struct lint *lint, const struct lint_card *card)
{
    struct lint_counts *counts = &lint->counts;
    const struct card *of = card->card;
    int key, least = 1 << 30, most = 0;
    double chance;

    if (of->correct_count != 1 || of->statement_count < 3)
        return;
    key = lint_length(of->statements[0].text);
    for (int i = 1; i < of->statement_count; i++) {
        int length = lint_length(of->statements[i].text);

        least = length < least ? length : least;
        most = length > most ? length : most;
    }
    chance = 1.0 / of->statement_count;
    counts->length_cards++;
    counts->longest += key > most;
    counts->shortest += key < least;
    counts->chance += chance;
    counts->variance += chance * (1 - chance);
}

static void compare_length(struct lint *lint, int count, const char *which)
{
    static const double margin = 0.08;
    const struct lint_counts *counts = &lint->counts;
    double cards = counts->length_cards;

    /* Ties make "the single longest" rarer than chance: that is no cue. */
    if (count <= counts->chance + margin * cards ||
        lint_is_chance(count, counts->chance, counts->variance))
        return;
    lint_found(lint, NULL, "",
               "the right statement is the %s one in %d of %d cards, chance "
               "gives %.0f: even the lengths out",
               which, count, counts->length_cards, counts->chance);
}

void lint_lengths(struct lint *lint)
{
    compare_length(lint, lint->counts.longest, "longest");
    compare_length(lint, lint->counts.shortest, "shortest");
}

/* ---- absolutes and hedges ---------------------------------------------- */

static bool has_class(const struct words *words, unsigned classes)
{
    for (int i = 0; i < words->count; i++)
        if (words->items[i].classes & classes)
            return true;
    return false;
}

/* A hedge, or a clause that follows a comma. */
static bool is_hedged(const struct words *words)
{
    for (int i = 0; i < words->count; i++) {
        const struct word *word = &words->items[i];

        if ((word->classes & WORD_HEDGE) ||
            (word->after_comma && (word->classes & WORD_CLAUSE)))
            return true;
    }
    return false;
}

void lint_count_absolutes(struct lint *lint, const struct lint_card *card)
{
    for (int i = 0; i < card->card->statement_count; i++) {
        struct lint_share *share =
            &lint->counts.absolute[!card->card->statements[i].correct];

        share->all++;
        share->marked += has_class(&card->statements[i], WORD_ABSOLUTE);
    }
}

void lint_count_hedges(struct lint *lint, const struct lint_card *card)
{
    for (int i = 0; i < card->card->statement_count; i++) {
        struct lint_share *share =
            &lint->counts.hedged[!card->card->statements[i].correct];

        share->all++;
        share->marked += is_hedged(&card->statements[i]);
    }
}

static double percent_of(const struct lint_share *share)
{
    return share->all > 0 ? 100.0 * share->marked / share->all : 0;
}

/* More in a hundred of a than of b, by 5 and by more than chance explains:
   the difference of two shares, with their common share as its spread. */
static bool is_more(const struct lint_share *a, const struct lint_share *b)
{
    static const double margin = 5;
    double common, spread, difference = percent_of(a) - percent_of(b);

    if (a->all == 0 || b->all == 0 || difference <= margin)
        return false;
    common = (double)(a->marked + b->marked) / (a->all + b->all);
    spread = common * (1 - common) * (1.0 / a->all + 1.0 / b->all);
    return !lint_is_chance(difference / 100, 0, spread);
}

void lint_absolutes(struct lint *lint)
{
    const struct lint_share *shares = lint->counts.absolute;

    if (is_more(&shares[1], &shares[0]))
        lint_found(lint, NULL, "",
                   "%.0f %% of the distractors have an absolute word, %.0f %% "
                   "of the right statements: take them out",
                   percent_of(&shares[1]), percent_of(&shares[0]));
}

void lint_hedges(struct lint *lint)
{
    const struct lint_share *shares = lint->counts.hedged;

    if (is_more(&shares[0], &shares[1]))
        lint_found(lint, NULL, "",
                   "%.0f %% of the right statements are hedged or qualified, "
                   "%.0f %% of the distractors: qualify both alike",
                   percent_of(&shares[0]), percent_of(&shares[1]));
}

/* ---- outline ----------------------------------------------------------- */

/* One that the outline does not know was told by the reader. */
void lint_outline_card(struct lint *lint, const struct lint_card *card)
{
    const struct deck *deck = lint->input->deck;
    int objective = deck_objective_index(deck, card->card->objective);

    if (objective >= 0)
        lint->counts.per_objective[objective]++;
    else if (deck->objective_count > 0 && !card->card->objective[0])
        lint_found(lint, card, "objective",
                   "no objective: say which one of the outline it serves");
}

void lint_outline(struct lint *lint)
{
    const struct deck *deck = lint->input->deck;

    for (int i = 0; i < deck->objective_count; i++)
        if (lint->counts.per_objective[i] == 0)
            lint_found(lint, NULL, "outline",
                       "objective %s has no card: write one, or take it out",
                       deck->objectives[i].id);
}

void lint_weights(struct lint *lint)
{
    static const double margin = 2;
    const struct deck *deck = lint->input->deck;
    double weights = 0;

    for (int i = 0; i < deck->domain_count; i++)
        weights += deck->domains[i].weight;
    for (int i = 0; weights > 0 && i < deck->domain_count; i++) {
        double share, weight = 100 * deck->domains[i].weight / weights;
        int cards = 0;

        for (int j = 0; j < deck->objective_count; j++)
            if (deck->objectives[j].domain == i)
                cards += lint->counts.per_objective[j];
        share = 100.0 * cards / deck->card_count;
        /* In a small deck one card is more than the margin. */
        if (fabs(share - weight) > margin &&
            fabs(share - weight) * deck->card_count > 100)
            lint_found(lint, NULL, "outline",
                       "domain %s has %.1f %% of the cards and weighs %.1f "
                       "%%: %s some",
                       deck->domains[i].id, share, weight,
                       share < weight ? "add" : "take out");
    }
}
