/* SPDX-License-Identifier: MIT */
#include "sched/optimize_private.h"

#include <math.h>
#include <string.h>

/* A first step, before anything is known of the curvature. */
#define FIRST_STEP 0.1
/* A step must bring that share of what its slope promises. */
#define SUFFICIENT 1e-4
enum { HALVINGS_MAX = 12 };

static double dot(const double *a, const double *b)
{
    double sum = 0;

    for (int i = 0; i < SEARCH_SIZE; i++)
        sum += a[i] * b[i];
    return sum;
}

/* Whether x_i lies on a bound, with the descent pointing outside. */
static bool is_held(const struct search *search, int i)
{
    const struct search_point *at = &search->best;

    return search->low[i] >= search->high[i] ||
           (at->x[i] <= search->low[i] && at->gradient[i] > 0) ||
           (at->x[i] >= search->high[i] && at->gradient[i] < 0);
}

static void keep_free(const bool *held, double *vector)
{
    for (int i = 0; i < SEARCH_SIZE; i++)
        if (held[i])
            vector[i] = 0;
}

/* The two loops of L-BFGS, over the coordinates that are free to move. */
static void apply_curvature(const struct search *search, const bool *held,
                            double *direction)
{
    double alpha[SEARCH_PAIRS];
    const struct search_pair *pair;
    int count = search->pair_count;

    for (int k = count - 1; k >= 0; k--) {
        pair = &search->pairs[k];
        alpha[k] = dot(pair->step, direction) / pair->product;
        for (int i = 0; i < SEARCH_SIZE; i++)
            direction[i] -= alpha[k] * pair->change[i];
        keep_free(held, direction);
    }
    pair = &search->pairs[count - 1];
    for (int i = 0; i < SEARCH_SIZE; i++)
        direction[i] *= pair->product / dot(pair->change, pair->change);
    for (int k = 0; k < count; k++) {
        double beta;

        pair = &search->pairs[k];
        beta = dot(pair->change, direction) / pair->product;
        for (int i = 0; i < SEARCH_SIZE; i++)
            direction[i] += (alpha[k] - beta) * pair->step[i];
        keep_free(held, direction);
    }
}

/* Downhill from the best point; returns the slope along it, 0 at a minimum. */
static double find_direction(struct search *search, double *direction)
{
    bool held[SEARCH_SIZE];
    double slope = 0, length;

    for (int i = 0; i < SEARCH_SIZE; i++)
        held[i] = is_held(search, i);
    if (search->pair_count > 0) {
        memcpy(direction, search->best.gradient, sizeof(search->best.gradient));
        keep_free(held, direction);
        apply_curvature(search, held, direction);
        slope = -dot(search->best.gradient, direction);
        if (!(slope < 0))
            search->pair_count = 0;
    }
    if (search->pair_count == 0) {
        memcpy(direction, search->best.gradient, sizeof(search->best.gradient));
        keep_free(held, direction);
        length = sqrt(dot(direction, direction));
        if (!(length > 0))
            return 0;
        for (int i = 0; i < SEARCH_SIZE; i++)
            direction[i] *= FIRST_STEP / length;
        slope = -dot(search->best.gradient, direction);
    }
    for (int i = 0; i < SEARCH_SIZE; i++)
        direction[i] = -direction[i];
    return slope;
}

/* The curvature along the step from the best point to the next one. */
static void remember(struct search *search, const struct search_point *next)
{
    struct search_pair pair;

    for (int i = 0; i < SEARCH_SIZE; i++) {
        pair.step[i] = next->x[i] - search->best.x[i];
        pair.change[i] = next->gradient[i] - search->best.gradient[i];
    }
    pair.product = dot(pair.step, pair.change);
    if (!(pair.product > 1e-10 * dot(pair.step, pair.step)))
        return;
    if (search->pair_count == SEARCH_PAIRS)
        memmove(search->pairs, search->pairs + 1,
                sizeof(search->pairs) - sizeof(pair));
    else
        search->pair_count++;
    search->pairs[search->pair_count - 1] = pair;
}

enum outcome { MOVED, STALLED, STOPPED };

/* Along the direction, bent at the bounds, half as far until it pays. */
static enum outcome step(struct search *search, const double *direction)
{
    double length = 1;

    for (int k = 0; k < HALVINGS_MAX; k++, length /= 2) {
        struct search_point next;
        double promised = 0;

        if (search->evaluations >= search->evaluations_max)
            return STALLED;
        for (int i = 0; i < SEARCH_SIZE; i++) {
            next.x[i] = fmin(
                fmax(search->best.x[i] + length * direction[i], search->low[i]),
                search->high[i]);
            promised +=
                search->best.gradient[i] * (next.x[i] - search->best.x[i]);
        }
        search->evaluations++;
        if (!search->evaluate(search->context, &next))
            return STOPPED;
        if (next.value <= search->best.value + SUFFICIENT * promised) {
            remember(search, &next);
            search->best = next;
            return MOVED;
        }
    }
    return STALLED;
}

bool search_run(struct search *search)
{
    int small = 0;

    search->evaluations = 1;
    if (!search->evaluate(search->context, &search->best))
        return false;
    while (search->evaluations < search->evaluations_max && small < 2) {
        double direction[SEARCH_SIZE];
        double slope = find_direction(search, direction);
        bool is_steepest = search->pair_count == 0;
        enum outcome outcome;

        if (!(slope < 0))
            break;
        /* Half the slope is what a parabola along the step loses. */
        small = !is_steepest && -slope / 2 < search->enough ? small + 1 : 0;
        outcome = step(search, direction);
        if (outcome == STOPPED)
            return false;
        if (outcome == STALLED && is_steepest)
            break;
        if (outcome == STALLED)
            search->pair_count = 0;
    }
    return true;
}
