/* SPDX-License-Identifier: MIT */
#include "aiio/exam.h"

#include <math.h>

/* Two shares closer than this are the same. */
#define EXACT 1e-9

/* ---- shares -------------------------------------------------------------- */

/* Sharing among the slots that are not full. */
struct sharing {
    const double *weights; /* all above 0, but for slots that are done */
    const int *available;
    int *take;
    bool *done; /* full, or of no weight in this pass */
    int count;
};

static double sum_of_weights(const struct sharing *sharing)
{
    double sum = 0;

    for (int i = 0; i < sharing->count; i++)
        sum += sharing->done[i] ? 0 : sharing->weights[i];
    return sum;
}

/* Slots whose share is more than they have give all of it; how much that is.
   The others share anew what then is left. */
static int fill_slots(const struct sharing *sharing, int left)
{
    double sum = sum_of_weights(sharing);
    int given = 0;

    for (int i = 0; i < sharing->count; i++) {
        if (sharing->done[i] ||
            left * sharing->weights[i] / sum < sharing->available[i])
            continue;
        sharing->take[i] = sharing->available[i];
        sharing->done[i] = true;
        given += sharing->available[i];
    }
    return given;
}

/* Whole parts, and one more for the largest remainders. */
static void share_rest(const struct sharing *sharing, int left)
{
    double sum = sum_of_weights(sharing);
    int given = 0;

    for (int i = 0; i < sharing->count; i++) {
        if (sharing->done[i])
            continue;
        sharing->take[i] = (int)floor(left * sharing->weights[i] / sum + EXACT);
        given += sharing->take[i];
    }
    for (; given < left; given++) {
        int best = -1;
        double most = 0;

        for (int i = 0; i < sharing->count; i++) {
            double lacks = left * sharing->weights[i] / sum - sharing->take[i];

            if (sharing->done[i] || (best >= 0 && lacks <= most + EXACT))
                continue;
            best = i;
            most = lacks;
        }
        sharing->take[best]++;
    }
}

/* Shares left among the slots that take part; returns how many were given. */
static int share_pass(const double *weights, const int *available, int count,
                      int left, int *take)
{
    struct sharing sharing = {.weights = weights,
                              .available = available,
                              .take = take,
                              .done = mem_new((size_t)count + 1, sizeof(bool)),
                              .count = count};
    int given = 0, filled;

    for (int i = 0; i < count; i++)
        sharing.done[i] = !(weights[i] > 0) || available[i] <= take[i];
    do {
        filled = fill_slots(&sharing, left - given);
        given += filled;
    } while (filled > 0);
    if (sum_of_weights(&sharing) > 0 && given < left) {
        share_rest(&sharing, left - given);
        given = left;
    }
    mem_free(sharing.done);
    return given;
}

int exam_share(const double *weights, const int *available, int count, int n,
               int *take)
{
    double *others = mem_new((size_t)count + 1, sizeof(*others));
    int given;

    for (int i = 0; i < count; i++) {
        take[i] = 0;
        others[i] = weights[i] > 0 ? 0 : available[i];
    }
    given = share_pass(weights, available, count, n, take);
    if (given < n)
        given += share_pass(others, available, count, n - given, take);
    mem_free(others);
    return given;
}

/* ---- drawing ------------------------------------------------------------- */

struct drawing {
    const struct exam_candidate *candidates;
    uint64_t *ties; /* a random number each */
    bool *taken;
    int count, domain, n;
    int size; /* candidates of the domain */
};

/* Part of the domain's share that the objective of a candidate still lacks. */
static double behind(const struct drawing *drawing, int candidate)
{
    int objective = drawing->candidates[candidate].objective;
    int has = 0, took = 0;

    for (int i = 0; i < drawing->count; i++) {
        if (drawing->candidates[i].domain != drawing->domain ||
            drawing->candidates[i].objective != objective)
            continue;
        has++;
        took += drawing->taken[i];
    }
    return (double)drawing->n * has / drawing->size - took;
}

/* Whether candidate a comes before b; behind_a and _b as above. */
static bool before(const struct drawing *drawing, int a, double behind_a, int b,
                   double behind_b)
{
    const struct exam_candidate *left = &drawing->candidates[a];
    const struct exam_candidate *right = &drawing->candidates[b];

    if (left->reserve != right->reserve)
        return left->reserve;
    if (fabs(behind_a - behind_b) > EXACT)
        return behind_a > behind_b;
    if (left->last_shown != right->last_shown)
        return left->last_shown < right->last_shown;
    return drawing->ties[a] < drawing->ties[b];
}

static int draw_one(const struct drawing *drawing)
{
    int best = -1, objective = 0;
    double best_behind = 0, lacks = 0;
    bool known = false;

    for (int i = 0; i < drawing->count; i++) {
        const struct exam_candidate *candidate = &drawing->candidates[i];

        if (drawing->taken[i] || candidate->domain != drawing->domain)
            continue;
        /* Neighbours are mostly of one objective: it is counted once. */
        if (!known || candidate->objective != objective)
            lacks = behind(drawing, i);
        known = true;
        objective = candidate->objective;
        if (best < 0 || before(drawing, i, lacks, best, best_behind)) {
            best = i;
            best_behind = lacks;
        }
    }
    return best;
}

static int draw_domain(struct drawing *drawing, int *drawn)
{
    drawing->size = 0;
    for (int i = 0; i < drawing->count; i++)
        drawing->size += drawing->candidates[i].domain == drawing->domain;
    for (int n = 0; n < drawing->n; n++) {
        drawn[n] = draw_one(drawing);
        drawing->taken[drawn[n]] = true;
    }
    return drawing->n;
}

static void mix(int *items, int count, struct rng *rng)
{
    for (int i = count - 1; i > 0; i--) {
        int j = (int)rng_below(rng, (uint64_t)i + 1), other = items[i];

        items[i] = items[j];
        items[j] = other;
    }
}

int exam_draw(const struct exam_candidate *candidates, int count,
              const double *weights, int domains, int n, uint64_t seed,
              int *drawn)
{
    struct drawing drawing = {.candidates = candidates, .count = count};
    struct rng rng = rng_seed(seed);
    int *available = mem_new((size_t)domains + 1, sizeof(*available));
    int *take = mem_new((size_t)domains + 1, sizeof(*take));
    int total = 0;

    drawing.ties = mem_new((size_t)count + 1, sizeof(*drawing.ties));
    drawing.taken = mem_new((size_t)count + 1, sizeof(*drawing.taken));
    for (int i = 0; i < count; i++) {
        available[candidates[i].domain]++;
        drawing.ties[i] = rng_next(&rng);
    }
    exam_share(weights, available, domains, n, take);
    for (int d = 0; d < domains; d++) {
        drawing.domain = d;
        drawing.n = take[d];
        total += draw_domain(&drawing, drawn + total);
    }
    mix(drawn, total, &rng);
    mem_free(drawing.taken);
    mem_free(drawing.ties);
    mem_free(take);
    mem_free(available);
    return total;
}
