/* SPDX-License-Identifier: MIT */
#include "aiio/forecast.h"

#include "aiio/mem.h"
#include "aiio/queue.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- calibration ------------------------------------------------------- */

static const double prior_var_a = 0.25, prior_var_b = 0.0625;

static double logit(double p)
{
    static const double least = 0.001;

    p = p < least ? least : p > 1 - least ? 1 - least : p;
    return log(p / (1 - p));
}

static double logistic(double z)
{
    return 1 / (1 + exp(-z));
}

/* Gradient and negative Hessian of the log posterior at (a, b). */
struct slope {
    double a, b;
    double aa, ab, bb;
};

static struct slope slope_at(const struct forecast_outcome *outcomes, int count,
                             double a, double b)
{
    struct slope slope = {.a = -a / prior_var_a,
                          .b = -(b - 1) / prior_var_b,
                          .aa = 1 / prior_var_a,
                          .bb = 1 / prior_var_b};

    for (int i = 0; i < count; i++) {
        double x = logit(outcomes[i].retrievability);
        double p = logistic(a + b * x);
        double rest = (outcomes[i].correct ? 1 : 0) - p, weight = p * (1 - p);

        slope.a += rest;
        slope.b += rest * x;
        slope.aa += weight;
        slope.ab += weight * x;
        slope.bb += weight * x * x;
    }
    return slope;
}

/* The posterior is log-concave: Newton's steps reach its one mode. */
struct forecast_fit forecast_fit(const struct forecast_outcome *outcomes,
                                 int count)
{
    struct forecast_fit fit = {.b = 1};

    for (int i = 0; i < 50; i++) {
        struct slope slope = slope_at(outcomes, count, fit.a, fit.b);
        double det = slope.aa * slope.bb - slope.ab * slope.ab;
        double step_a = (slope.bb * slope.a - slope.ab * slope.b) / det;
        double step_b = (slope.aa * slope.b - slope.ab * slope.a) / det;

        fit.var_a = slope.bb / det;
        fit.cov = -slope.ab / det;
        fit.var_b = slope.aa / det;
        fit.a += step_a;
        fit.b += step_b;
        if (fabs(step_a) + fabs(step_b) < 1e-10)
            break;
    }
    return fit;
}

/* ---- draws of a distribution ------------------------------------------- */

/* Marsaglia's polar method. */
static double draw_normal(struct rng *rng)
{
    for (;;) {
        double x = 2 * rng_unit(rng) - 1, y = 2 * rng_unit(rng) - 1;
        double square = x * x + y * y;

        if (square > 0 && square < 1)
            return x * sqrt(-2 * log(square) / square);
    }
}

/* Marsaglia, Tsang, A Simple Method for Generating Gamma Variables (2000). */
static double draw_gamma(struct rng *rng, double shape)
{
    double d, c;

    if (shape < 1)
        return draw_gamma(rng, shape + 1) * pow(1 - rng_unit(rng), 1 / shape);
    d = shape - 1.0 / 3;
    c = 1 / sqrt(9 * d);
    for (;;) {
        double x = draw_normal(rng), v = 1 + c * x;

        if (v <= 0)
            continue;
        v = v * v * v;
        if (log(1 - rng_unit(rng)) < x * x / 2 + d - d * v + d * log(v))
            return d * v;
    }
}

static double draw_beta(struct rng *rng, double a, double b)
{
    double x = draw_gamma(rng, a), y = draw_gamma(rng, b);

    return x / (x + y);
}

/* ---- one exam ---------------------------------------------------------- */

enum which { TODAY, STOPPED, KEPT, WHICH_COUNT };

/* What one draw of the parameters holds. */
struct belief {
    double a, b;
    double day_form;
    double *unseen; /* rate of each domain */
};

struct making {
    const struct forecast_input *input;
    struct forecast_fit fit;
    struct rng rng;
    struct belief belief;
    int *by_domain;  /* cards, domain after domain */
    int *first;      /* where each begins; domain_count + 1 */
    int fresh;       /* unseen cards that study will show */
    int pace;        /* new cards a day by the plan */
    int revise_days; /* at the end of the plan */
    bool *is_missed; /* of the days until the exam: one life for all cards */
    double *scores[WHICH_COUNT];        /* of all, FORECAST_DRAWS each */
    double *domain_scores[WHICH_COUNT]; /* domain after domain */
};

static double calibrated(const struct belief *belief, double retrievability,
                         double form)
{
    double p = logistic(belief->a + belief->b * logit(retrievability) + form);

    return p < FORECAST_SUREST ? p : FORECAST_SUREST;
}

static double recall(const struct forecast_input *input, struct memory memory,
                     int last_day, int day)
{
    int days = day - last_day < 1 ? 1 : day - last_day;

    return fsrs_retrievability(&input->fsrs, memory.stability, days);
}

/* A card on its way to the exam. */
struct walk {
    struct memory memory;
    int last_day, due_day;
};

static void answer(const struct forecast_input *input, struct walk *walk,
                   int day, bool correct)
{
    int days = day > walk->last_day ? day - walk->last_day : 0;
    double interval;

    walk->memory = fsrs_next(&input->fsrs, walk->memory, days,
                             correct ? GRADE_GOOD : GRADE_AGAIN);
    if (!correct || days == 0) /* the step of the same day */
        walk->memory = fsrs_next(&input->fsrs, walk->memory, 0, GRADE_GOOD);
    interval = round(
        fsrs_interval(&input->fsrs, walk->memory.stability, input->retention));
    if (interval > input->max_interval_days)
        interval = input->max_interval_days;
    walk->last_day = day;
    walk->due_day = day + (interval < 1 ? 1 : (int)interval);
}

static bool answers_review(struct making *making, const struct walk *walk,
                           int day)
{
    double r = recall(making->input, walk->memory, walk->last_day, day);

    return rng_unit(&making->rng) < calibrated(&making->belief, r, 0);
}

/* The next day from day on that is not missed. */
static int studied_day(struct making *making, int day)
{
    const struct forecast_input *input = making->input;

    while (day < input->exam_day && making->is_missed[day - input->day])
        day++;
    return day;
}

/* Reviews until the exam day, and one in the days that revise. */
static void follow(struct making *making, struct walk *walk, int from)
{
    static const double safe = 0.95;
    const struct forecast_input *input = making->input;
    int revision = input->exam_day - 1;

    while (walk->due_day < input->exam_day) {
        int day =
            studied_day(making, walk->due_day < from ? from : walk->due_day);

        if (day >= input->exam_day)
            return;
        answer(input, walk, day, answers_review(making, walk, day));
    }
    if (making->revise_days > 1)
        revision -= (int)rng_below(&making->rng, (uint64_t)making->revise_days);
    revision = studied_day(making, revision);
    if (making->revise_days > 0 && revision < input->exam_day &&
        revision > walk->last_day && revision >= from &&
        recall(input, walk->memory, walk->last_day, input->exam_day) <= safe)
        answer(input, walk, revision, answers_review(making, walk, revision));
}

/* Recall on the exam day when the plan is kept; negative: still unseen. */
static double recall_if_kept(struct making *making,
                             const struct forecast_card *card)
{
    const struct forecast_input *input = making->input;
    struct walk walk = {card->memory, card->last_day, card->due_day};
    int from = input->day;

    if (!card->seen) {
        int day;

        if (card->reserve || making->pace == 0)
            return -1;
        day = input->day +
              (int)(rng_below(&making->rng, (uint64_t)making->fresh) /
                    (uint64_t)making->pace);
        day = studied_day(making, day);
        if (day >= input->exam_day)
            return -1;
        walk = (struct walk){.last_day = day};
        answer(input, &walk, day,
               rng_unit(&making->rng) < making->belief.unseen[card->domain]);
        from = day + 1;
    }
    follow(making, &walk, from);
    return recall(input, walk.memory, walk.last_day, input->exam_day);
}

static double chance_of(struct making *making, const struct forecast_card *card,
                        enum which which)
{
    const struct forecast_input *input = making->input;
    const struct belief *belief = &making->belief;
    double r = -1;

    if (which == KEPT)
        r = recall_if_kept(making, card);
    else if (card->seen)
        r = recall(input, card->memory, card->last_day,
                   which == TODAY ? input->day : input->exam_day);
    if (r < 0)
        return logistic(logit(belief->unseen[card->domain]) + belief->day_form);
    return calibrated(belief, r, belief->day_form);
}

static void draw_belief(struct making *making)
{
    static const double day_form = 0.2, shrinkage = 10;
    const struct forecast_input *input = making->input;
    const struct forecast_fit *fit = &making->fit;
    struct rng *rng = &making->rng;
    double first = draw_normal(rng), second = draw_normal(rng);
    double root = sqrt(fit->var_a), right = 0, wrong = 0, pooled;

    /* Cholesky's factors of the covariance. */
    making->belief.a = fit->a + root * first;
    making->belief.b =
        fit->b + fit->cov / root * first +
        sqrt(fmax(0, fit->var_b - fit->cov * fit->cov / fit->var_a)) * second;
    making->belief.day_form = day_form * draw_normal(rng);
    for (int d = 0; d < input->domain_count; d++) {
        right += input->domains[d].right;
        wrong += input->domains[d].wrong;
    }
    pooled = draw_beta(rng, 2 + right, 3 + wrong);
    for (int d = 0; d < input->domain_count; d++)
        making->belief.unseen[d] =
            draw_beta(rng, shrinkage * pooled + input->domains[d].right,
                      shrinkage * (1 - pooled) + input->domains[d].wrong);
}

/* Moves questions cards of a domain to the front of its part. */
static int draw_cards(struct making *making, int domain)
{
    int *cards = making->by_domain + making->first[domain];
    int count = making->first[domain + 1] - making->first[domain];
    int asked = making->input->domains[domain].questions;

    asked = asked < count ? asked : count;
    for (int i = 0; i < asked; i++) {
        int j = i + (int)rng_below(&making->rng, (uint64_t)(count - i));
        int swap = cards[i];

        cards[i] = cards[j];
        cards[j] = swap;
    }
    return asked;
}

static void draw_exam(struct making *making, int draw, enum which which)
{
    const struct forecast_input *input = making->input;
    int right = 0, all = 0;

    for (int d = 0; d < input->domain_count; d++) {
        int asked = draw_cards(making, d), correct = 0;

        for (int i = 0; i < asked; i++) {
            const struct forecast_card *card =
                &input->cards[making->by_domain[making->first[d] + i]];

            correct += rng_unit(&making->rng) < chance_of(making, card, which);
        }
        making->domain_scores[which][(ptrdiff_t)d * FORECAST_DRAWS + draw] =
            asked ? 100.0 * correct / asked : 0;
        right += correct;
        all += asked;
    }
    making->scores[which][draw] = all ? 100.0 * right / all : 0;
}

/* ---- scores ------------------------------------------------------------ */

static int compare_scores(const void *a, const void *b)
{
    double left = *(const double *)a, right = *(const double *)b;

    return (left > right) - (left < right);
}

static struct forecast_score score_of(double *draws)
{
    struct forecast_score score = {0};

    for (int i = 0; i < FORECAST_DRAWS; i++)
        score.score += draws[i] / FORECAST_DRAWS;
    qsort(draws, FORECAST_DRAWS, sizeof(*draws), compare_scores);
    score.low = draws[FORECAST_DRAWS / 20];
    score.high = draws[FORECAST_DRAWS - 1 - FORECAST_DRAWS / 20];
    return score;
}

static void fill_scores(struct making *making, enum which which,
                        struct forecast_score *all,
                        struct forecast_score *domains, double *draws)
{
    *all = score_of(making->scores[which]);
    if (draws)
        memcpy(draws, making->scores[which], FORECAST_DRAWS * sizeof(*draws));
    for (int d = 0; domains && d < making->input->domain_count; d++)
        domains[d] = score_of(
            &making->domain_scores[which][(ptrdiff_t)d * FORECAST_DRAWS]);
}

/* ---- the whole --------------------------------------------------------- */

static void sort_by_domain(struct making *making)
{
    const struct forecast_input *input = making->input;
    int at = 0;

    for (int d = 0; d < input->domain_count; d++) {
        making->first[d] = at;
        for (int i = 0; i < input->card_count; i++)
            if (input->cards[i].domain == d)
                making->by_domain[at++] = i;
    }
    making->first[input->domain_count] = at;
}

static void plan(struct making *making)
{
    const struct forecast_input *input = making->input;
    int limit = input->reviews_per_day;

    for (int i = 0; i < input->card_count; i++)
        making->fresh += !input->cards[i].seen && !input->cards[i].reserve;
    making->pace = queue_new_per_day(making->fresh, input->day, input->exam_day,
                                     input->new_per_day);
    making->revise_days =
        limit > 0 ? (input->card_count + limit - 1) / limit : 0;
}

static void make_scores(struct making *making, bool has_exam)
{
    for (int draw = 0; draw < FORECAST_DRAWS; draw++) {
        draw_belief(making);
        draw_exam(making, draw, TODAY);
        if (!has_exam)
            continue;
        for (int i = 0; i < making->input->exam_day - making->input->day; i++)
            making->is_missed[i] =
                rng_unit(&making->rng) < making->input->missed;
        draw_exam(making, draw, STOPPED);
        draw_exam(making, draw, KEPT);
    }
}

void forecast_make(const struct forecast_input *input, struct forecast *out)
{
    size_t domains = (size_t)input->domain_count;
    struct making making = {.input = input, .rng = rng_seed(input->seed)};

    out->answers_missing = FORECAST_ANSWERS_NEEDED - input->answers;
    out->reviews_missing = FORECAST_REVIEWS_NEEDED - input->outcome_count;
    out->is_enough = out->answers_missing <= 0 && out->reviews_missing <= 0;
    out->has_exam = input->exam_day > input->day;
    if (!out->is_enough)
        return;
    out->fit = making.fit = forecast_fit(input->outcomes, input->outcome_count);
    making.belief.unseen = mem_new(domains, sizeof(double));
    making.by_domain = mem_new((size_t)input->card_count + 1, sizeof(int));
    making.first = mem_new(domains + 1, sizeof(int));
    making.is_missed = mem_new(
        (size_t)days_between(input->day, input->exam_day) + 1, sizeof(bool));
    for (int i = 0; i < WHICH_COUNT; i++) {
        making.scores[i] = mem_new(FORECAST_DRAWS, sizeof(double));
        making.domain_scores[i] =
            mem_new(domains * FORECAST_DRAWS, sizeof(double));
    }
    sort_by_domain(&making);
    plan(&making);
    make_scores(&making, out->has_exam);
    fill_scores(&making, TODAY, &out->today, out->domains_today,
                out->draws_today);
    if (out->has_exam) {
        fill_scores(&making, STOPPED, &out->exam_stopped, out->domains_stopped,
                    out->draws_stopped);
        fill_scores(&making, KEPT, &out->exam, out->domains_exam,
                    out->draws_exam);
    }
    for (int i = 0; i < WHICH_COUNT; i++) {
        mem_free(making.scores[i]);
        mem_free(making.domain_scores[i]);
    }
    mem_free(making.is_missed);
    mem_free(making.first);
    mem_free(making.by_domain);
    mem_free(making.belief.unseen);
}
