/* SPDX-License-Identifier: MIT */
#include "sched/optimize_private.h"

#include "aiio/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define S_MIN 0.001
#define S_FIRST_MAX 100.0
#define EPSILON 2.220446049250313e-16

enum {
    GROUP_SMALL = 6,      /* fewer targets are outliers */
    REMOVE_AT_LEAST = 20, /* targets a first grade may lose */
    REMOVE_SHARE = 20,    /* or one of that many */
    DAYS_LONG = 100,
    DAYS_LONG_EASY = 365,
    KEPT_ENOUGH = 64,
    KEPT_FEW = 8,
    REVIEWS_OF_CARD = 256
};

/* Cards alike: first grade, and days until their first target. */
struct group {
    int grade, days;
    size_t count, passes;
    bool kept;
};

/* A card while the log is read. */
struct track {
    int first_grade, first_days; /* 0: none yet */
    uint32_t reviews;
};

struct groups {
    struct group *items;
    size_t count;
    int index[4][OPTIMIZE_DAYS_MAX + 1]; /* + 1; 0: no such group */
};

/* ---- the outlier filter -------------------------------------------------- */

static struct group *group_of(struct groups *groups, int grade, int days)
{
    int index = groups->index[grade - 1][days];

    return index > 0 ? &groups->items[index - 1] : NULL;
}

static void count_target(struct groups *groups, size_t *capacity, int grade,
                         int days, bool passed)
{
    struct group *group = group_of(groups, grade, days);

    if (!group) {
        void *items = groups->items;

        mem_grow(&items, capacity, groups->count + 1, sizeof(*group));
        groups->items = items;
        group = &groups->items[groups->count++];
        *group = (struct group){.grade = grade, .days = days};
        groups->index[grade - 1][days] = (int)groups->count;
    }
    group->count++;
    group->passes += passed;
}

static int by_size(const void *a, const void *b)
{
    const struct group *x = a, *y = b;

    if (x->grade != y->grade)
        return x->grade - y->grade;
    if (x->count != y->count)
        return x->count < y->count ? -1 : 1;
    return x->days - y->days;
}

/* From the smallest group up, until a twentieth of its grade is gone. */
static void filter(struct groups *groups)
{
    size_t total = 0, removed = 0;

    if (groups->count > 0)
        qsort(groups->items, groups->count, sizeof(*groups->items), by_size);
    for (size_t i = 0; i < groups->count; i++) {
        struct group *group = &groups->items[i];
        int long_days = group->grade == GRADE_EASY ? DAYS_LONG_EASY : DAYS_LONG;

        groups->index[group->grade - 1][group->days] = (int)i + 1;
        if (i == 0 || group[-1].grade != group->grade) {
            total = removed = 0;
            for (size_t k = i;
                 k < groups->count && groups->items[k].grade == group->grade;
                 k++)
                total += groups->items[k].count;
        }
        if (removed + group->count < REMOVE_AT_LEAST ||
            removed + group->count < total / REMOVE_SHARE)
            removed += group->count;
        else
            group->kept =
                group->count >= GROUP_SMALL && group->days <= long_days;
    }
}

/* ---- stabilities after a first answer ------------------------------------ */

static double loss_at(const struct groups *groups, int grade, double pass_rate,
                      double stability)
{
    double k = fsrs_default.w[20], factor = pow(0.9, -1 / k) - 1;
    double sum = 0;

    for (size_t i = 0; i < groups->count; i++) {
        const struct group *group = &groups->items[i];
        double count = (double)group->count, share, r;

        if (group->grade != grade || !group->kept)
            continue;
        share = ((double)group->passes + pass_rate) / (count + 1);
        r = pow(1 + factor * group->days / stability, -k);
        sum -= count * (share * log(r) + (1 - share) * log(1 - r));
    }
    return sum + fabs(stability - fsrs_default.w[grade - 1]) / 16;
}

static double fit_first(const struct groups *groups, int grade,
                        double pass_rate)
{
    double low = S_MIN, high = S_FIRST_MAX;

    for (int i = 0; i < 1000 && high - low > EPSILON; i++) {
        double third = (high - low) / 3, a = low + third, b = high - third;

        if (loss_at(groups, grade, pass_rate, a) <
            loss_at(groups, grade, pass_rate, b))
            high = b;
        else
            low = a;
    }
    return (low + high) / 2;
}

/* a^x b^(1-x) */
static double between(double a, double b, double x)
{
    return pow(a, x) * pow(b, 1 - x);
}

/* What lies beyond b, when b = between(that, far, x). */
static double beyond(double b, double far, double x)
{
    return between(b, far, 1 / x);
}

enum { HAS_1 = 1, HAS_2 = 2, HAS_3 = 4, HAS_4 = 8 };

/* S2 = S1^a S3^(1-a) and S3 = S4^b S2^(1-b) give what is missing. */
static void fill_gaps(double s[4], int has)
{
    const double a = 0.41, b = 0.54, ab = a + b - a * b;

    if (has == (HAS_1 | HAS_4)) {
        s[1] = between(s[0], s[3], a / ab);
        s[2] = between(s[3], s[0], b / ab);
    } else if (has == (HAS_1 | HAS_2)) {
        s[2] = beyond(s[1], s[0], 1 - a);
    } else if (!(has & HAS_2) && (has & HAS_1)) {
        s[1] = between(s[0], s[2], a);
    } else if (!(has & HAS_2)) {
        s[1] = beyond(s[2], s[3], 1 - b);
    } else if (!(has & HAS_3) && (has & HAS_4)) {
        s[2] = between(s[3], s[1], b);
    }
    if (!(has & HAS_4))
        s[3] = beyond(s[2], s[1], b);
    if (!(has & HAS_1))
        s[0] = beyond(s[1], s[2], a);
}

void optimize_rs_order(const struct optimize_rs *rs, double first[4])
{
    static const int pairs[6][2] = {{0, 1}, {1, 2}, {2, 3},
                                    {0, 2}, {1, 3}, {0, 3}};
    int has = 0, known = 0, last = 0;

    for (int i = 0; i < 4; i++)
        if (rs->counts[i] > 0) {
            has |= 1 << i;
            known++;
            last = i;
        }
    for (int i = 0; i < 6; i++) {
        int low = pairs[i][0], high = pairs[i][1];

        if (!(has & 1 << low) || !(has & 1 << high) ||
            first[low] <= first[high])
            continue;
        if (rs->counts[low] > rs->counts[high])
            first[high] = first[low];
        else
            first[low] = first[high];
    }
    if (known <= 1) {
        double factor = known ? first[last] / fsrs_default.w[last] : 1;

        for (int i = 0; i < 4; i++)
            first[i] = fsrs_default.w[i] * factor;
    } else if (known < 4) {
        fill_gaps(first, has);
    }
    for (int i = 0; i < 4; i++)
        first[i] = fmin(fmax(first[i], S_MIN), S_FIRST_MAX);
}

/* ---- the log ------------------------------------------------------------- */

/* First grade and first interval of every card. */
static struct track *read_cards(const struct optimize_log *log,
                                const float *weights, struct groups *groups)
{
    struct track *tracks = mem_new(log->card_count + 1, sizeof(*tracks));
    size_t capacity = 0;

    for (size_t i = 0; i < log->review_count; i++) {
        const struct optimize_review *review = &log->reviews[i];
        struct track *track = &tracks[review->card];

        if (!track->first_grade)
            track->first_grade = review->grade;
        if (weights[i] == 0 || track->first_days)
            continue;
        track->first_days = review->elapsed_days;
        count_target(groups, &capacity, track->first_grade,
                     review->elapsed_days, review->grade > GRADE_AGAIN);
    }
    return tracks;
}

/* Leaves out the cards of removed groups; the pass rate of what is kept. */
static double keep(struct optimize_rs *rs, const struct optimize_log *log,
                   struct groups *groups, struct track *tracks, float *weights)
{
    size_t passes = 0;

    for (size_t i = 0; i < log->review_count; i++) {
        const struct track *track = &tracks[log->reviews[i].card];
        const struct group *group =
            group_of(groups, track->first_grade, track->first_days);

        if (weights[i] == 0)
            continue;
        if (group && !group->kept) {
            weights[i] = 0;
            continue;
        }
        rs->kept++;
        passes += log->reviews[i].grade > GRADE_AGAIN;
    }
    return rs->kept ? (double)passes / (double)rs->kept : 0;
}

/* The weights count over all that is kept, long histories left out after. */
static size_t leave_out_long(const struct optimize_log *log,
                             struct track *tracks, float *weights)
{
    size_t left = 0;

    for (size_t i = 0; i < log->review_count; i++) {
        if (++tracks[log->reviews[i].card].reviews > REVIEWS_OF_CARD)
            weights[i] = 0;
        left += weights[i] != 0;
    }
    return left;
}

size_t optimize_rs_prepare(struct optimize_rs *rs,
                           const struct optimize_log *log, float *weights)
{
    struct groups *groups = mem_new(1, sizeof(*groups));
    struct track *tracks = read_cards(log, weights, groups);
    double pass_rate;
    size_t left;

    *rs = (struct optimize_rs){0};
    filter(groups);
    pass_rate = keep(rs, log, groups, tracks, weights);
    for (size_t i = 0; i < groups->count; i++) {
        const struct group *group = &groups->items[i];

        if (group->kept) {
            rs->counts[group->grade - 1] += group->count;
            rs->initial += group->count;
        }
    }
    memcpy(rs->first, fsrs_default.w, sizeof(rs->first));
    if (rs->kept >= KEPT_FEW) {
        for (int grade = GRADE_AGAIN; grade <= GRADE_EASY; grade++)
            if (rs->counts[grade - 1] > 0)
                rs->first[grade - 1] = fit_first(groups, grade, pass_rate);
        optimize_rs_order(rs, rs->first);
    }
    optimize_weigh_recent(weights, log->review_count, rs->kept);
    left = leave_out_long(log, tracks, weights);
    rs->is_enough =
        rs->kept >= KEPT_ENOUGH && rs->kept > rs->initial && left > 0;
    mem_free(tracks);
    mem_free(groups->items);
    mem_free(groups);
    return left;
}
