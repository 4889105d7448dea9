/* SPDX-License-Identifier: MIT */
#include "sched/optimize_private.h"

#include <math.h>
#include <string.h>

/* A step must bring that share of what its slope promises. */
#define SUFFICIENT 1e-4
/* How much of the diagonal is added after a step that failed, and when that
   is enough to give up. */
#define DAMPING_FIRST 1e-2
#define DAMPING_MAX 1e5
#define DAMPING_FACTOR 10
#define SMALLEST_PIVOT 1e-12

typedef double matrix[SEARCH_SIZE][SEARCH_SIZE];

/* Whether x_i lies on a bound, with the descent pointing outside. */
static bool is_held(const struct search *search, int i)
{
    const struct search_point *at = &search->best;

    return search->low[i] >= search->high[i] ||
           (at->x[i] <= search->low[i] && at->gradient[i] >= 0) ||
           (at->x[i] >= search->high[i] && at->gradient[i] <= 0);
}

/* vector = a^-1 vector by Cholesky; a is positive definite. */
static void solve(double (*a)[SEARCH_SIZE], double *vector)
{
    for (int i = 0; i < SEARCH_SIZE; i++)
        for (int j = 0; j <= i; j++) {
            double sum = a[i][j];

            for (int k = 0; k < j; k++)
                sum -= a[i][k] * a[j][k];
            a[i][j] = i == j ? sqrt(fmax(sum, SMALLEST_PIVOT)) : sum / a[j][j];
        }
    for (int i = 0; i < SEARCH_SIZE; i++) {
        for (int k = 0; k < i; k++)
            vector[i] -= a[i][k] * vector[k];
        vector[i] /= a[i][i];
    }
    for (int i = SEARCH_SIZE - 1; i >= 0; i--) {
        for (int k = i + 1; k < SEARCH_SIZE; k++)
            vector[i] -= a[k][i] * vector[k];
        vector[i] /= a[i][i];
    }
}

/* The least of the parabola over what is free, what is fixed kept as it is. */
static void solve_free(const struct search *search, double damping,
                       const bool *fixed, double *step)
{
    double right[SEARCH_SIZE];
    matrix a;

    for (int i = 0; i < SEARCH_SIZE; i++) {
        right[i] = fixed[i] ? step[i] : -search->best.gradient[i];
        for (int j = 0; j < SEARCH_SIZE; j++) {
            bool both = !fixed[i] && !fixed[j];

            a[i][j] = both ? search->curvature[i][j] : i == j;
            if (!fixed[i] && fixed[j])
                right[i] -= search->curvature[i][j] * step[j];
        }
        if (!fixed[i])
            a[i][i] *= 1 + damping;
    }
    solve(a, right);
    memcpy(step, right, sizeof(right));
}

/*
 * From the best point to the least of the parabola within the box: what runs
 * into a bound is fixed there, and the rest solved again.
 */
static void find_step(const struct search *search, double damping, double *step)
{
    bool fixed[SEARCH_SIZE], more = true;

    for (int i = 0; i < SEARCH_SIZE; i++) {
        fixed[i] = is_held(search, i);
        step[i] = 0;
    }
    while (more) {
        more = false;
        solve_free(search, damping, fixed, step);
        for (int i = 0; i < SEARCH_SIZE; i++) {
            double low = search->low[i] - search->best.x[i];
            double high = search->high[i] - search->best.x[i];

            if (fixed[i] || (step[i] >= low && step[i] <= high))
                continue;
            step[i] = step[i] < low ? low : high;
            fixed[i] = more = true;
        }
    }
}

enum outcome { MOVED, STALLED, STOPPED };

/* One step that pays, damped more after each that does not. */
static enum outcome move(struct search *search, double *damping,
                         double *promise)
{
    for (; *damping < DAMPING_MAX;
         *damping = fmax(*damping * DAMPING_FACTOR, DAMPING_FIRST)) {
        struct search_point next;
        double step[SEARCH_SIZE];

        find_step(search, *damping, step);
        *promise = 0;
        for (int i = 0; i < SEARCH_SIZE; i++) {
            next.x[i] = fmin(fmax(search->best.x[i] + step[i], search->low[i]),
                             search->high[i]);
            *promise -=
                search->best.gradient[i] * (next.x[i] - search->best.x[i]);
        }
        if (!(*promise > 0))
            continue;
        if (search->evaluations >= search->evaluations_max)
            return STALLED;
        search->evaluations++;
        if (!search->evaluate(search->context, &next))
            return STOPPED;
        if (next.value <= search->best.value - SUFFICIENT * *promise) {
            search->best = next;
            *damping = *damping > DAMPING_FIRST ? *damping / DAMPING_FACTOR : 0;
            return MOVED;
        }
    }
    return STALLED;
}

bool search_run(struct search *search)
{
    double damping = 0, promise = 0;
    enum outcome outcome = MOVED;
    int small = 0;

    search->evaluations = 1;
    if (!search->evaluate(search->context, &search->best))
        return false;
    while (outcome == MOVED && small < 2 &&
           search->evaluations < search->evaluations_max) {
        search->find_curvature(search->context, search->best.x,
                               search->curvature);
        outcome = move(search, &damping, &promise);
        /* Half of it is what the parabola says is lost. */
        small = promise / 2 < search->enough ? small + 1 : 0;
    }
    return outcome != STOPPED;
}
