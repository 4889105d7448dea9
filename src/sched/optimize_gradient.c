/* SPDX-License-Identifier: MIT */
#include "sched/optimize_private.h"

#include "sched/optimize_lanes.h"

#include "aiio/mem.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#define S_MIN 0.001
#define S_MAX 36500.0
#define S_FIRST_MAX 100.0
#define D_MIN 1.0
#define D_MAX 10.0
#define R_EDGE 1e-7

/*
 * What S is differentiated by: its own first value, w4 … w20. D depends on
 * w4 … w7 alone.
 */
enum { SLOT_FIRST, SLOT_4, SLOT_COUNT = SLOT_4 + 17, D_SLOTS = 4 };
#define SLOT(j) (SLOT_4 + (j)-4)

/* With AVX2 a step of four reviews is half as many instructions. */
#if defined(__x86_64__) && defined(__gnu_linux__) && defined(__OPTIMIZE__) &&  \
    !defined(__SANITIZE_ADDRESS__) && !defined(__clang__)
#define FOR_EACH_MACHINE __attribute__((target_clones("avx2", "default")))
#else
#define FOR_EACH_MACHINE
#endif

/* The parameters, and what depends on them alone. */
struct model {
    struct fsrs fsrs;
    const double *w;     /* of fsrs */
    double factor_slope; /* df/dw20 */
    double log_w11;
    double easy_d0_slope; /* -dD0(4)/dw5 */
    double first_s[4], first_d[4], first_d_slope4[4], first_d_slope5[4];
};

/* Of four cards: the state before a review, and its derivatives. */
struct state {
    lanes s, d, ds[SLOT_COUNT], dd[D_SLOTS];
};

struct sums {
    lanes loss, by[SLOT_COUNT];
};

/* One review of each card. */
struct review {
    lanes days, grade, weight;
    lanes_mask again, hard, easy, same_day;
    lanes s, d, r;
    lanes r_by_s, r_by_w20; /* at fixed S: r_by_w20 */
};

/* S after the review, and what it changes with. by_w: w8 … w19. */
struct change {
    lanes s, by_s, by_d, by_r, by_w[12];
};
#define BY(j) by_w[(j)-8]

static void model_prepare(struct model *m,
                          const struct fsrs_parameters *parameters)
{
    const double *w;

    fsrs_prepare(&m->fsrs, parameters);
    w = m->w = m->fsrs.w;
    m->factor_slope = (m->fsrs.factor + 1) * log(0.9) / (w[20] * w[20]);
    m->log_w11 = log(w[11]);
    m->easy_d0_slope = 3 * exp(3 * w[5]);
    for (int i = 0; i < 4; i++) {
        double d = w[4] - exp(w[5] * i) + 1;
        bool moves = d >= D_MIN && d <= D_MAX;

        m->first_s[i] = fmin(fmax(w[i], S_MIN), S_FIRST_MAX);
        m->first_d[i] = m->fsrs.first_difficulty[i];
        m->first_d_slope4[i] = moves;
        m->first_d_slope5[i] = moves ? -i * exp(w[5] * i) : 0;
    }
}

/* ---- one review of four cards -------------------------------------------- */

LANES_INLINE void state_first(const struct model *m, const uint8_t *grades,
                              struct state *state)
{
    memset(state, 0, sizeof(*state));
    for (int lane = 0; lane < LANES; lane++) {
        int i = grades[lane] - 1;

        state->s[lane] = m->first_s[i];
        state->d[lane] = m->first_d[i];
        state->dd[0][lane] = m->first_d_slope4[i];
        state->dd[1][lane] = m->first_d_slope5[i];
    }
    state->ds[SLOT_FIRST] = lanes_all(1);
}

LANES_INLINE lanes load(const float *from)
{
    lanes_float x;

    memcpy(&x, from, sizeof(x));
    return lanes_of(x);
}

/* R, and the loss of those that are targets. */
LANES_INLINE void recall(const struct model *m, const struct optimize_step *in,
                         const struct state *state, struct review *review,
                         struct sums *sums)
{
    double k = m->w[20];
    lanes ratio, base, ln_base, edged, p, slope;

    review->days = load(in->days);
    review->grade = load(in->grade);
    review->weight = load(in->weight);
    review->again = review->grade == 1;
    review->hard = review->grade == 2;
    review->easy = review->grade == 4;
    review->same_day = review->days == 0;
    review->s = state->s;
    review->d = state->d;
    ratio = review->days / state->s;
    base = 1 + m->fsrs.factor * ratio;
    ln_base = lanes_log(base);
    review->r = lanes_exp(-k * ln_base);
    slope = k * review->r / base * ratio;
    review->r_by_s = slope * m->fsrs.factor / state->s;
    review->r_by_w20 = -review->r * ln_base - slope * m->factor_slope;

    edged = lanes_clamp(review->r, R_EDGE, 1 - R_EDGE);
    p = lanes_select(review->again, 1 - edged, edged);
    sums->loss -= review->weight * lanes_log(p);
    slope = lanes_only(review->r == edged, review->weight / p);
    slope = lanes_select(review->again, slope, -slope);
    for (int j = 0; j < SLOT_COUNT; j++)
        sums->by[j] += slope * review->r_by_s * state->ds[j];
    sums->by[SLOT(20)] += slope * review->r_by_w20;
}

/* S (1 + e^w8 (11-D) S^-w9 (e^(w10 (1-R)) - 1) h b) */
LANES_INLINE void after_success(const struct model *m, const struct review *in,
                                lanes power, lanes exponential, lanes ln_s,
                                struct change *out)
{
    const double *w = m->w;
    lanes_mask here = ~in->again & ~in->same_day;
    lanes one = lanes_all(1);
    lanes factor = lanes_select(in->hard, lanes_all(w[15]), one) *
                   lanes_select(in->easy, lanes_all(w[16]), one);
    lanes by_d = in->s * power * (exponential - 1);
    lanes plain = by_d * (11 - in->d), grown = plain * factor;
    lanes by_r = in->s * power * (11 - in->d) * exponential * factor;

    out->s = in->s + grown;
    out->by_s = 1 + grown * (1 - w[9]) / in->s;
    out->by_d = -by_d * factor;
    out->by_r = -by_r * w[10];
    out->BY(8) = lanes_only(here, grown);
    out->BY(9) = lanes_only(here, -grown * ln_s);
    out->BY(10) = lanes_only(here, by_r * (1 - in->r));
    out->BY(15) = lanes_only(here & in->hard, plain);
    out->BY(16) = lanes_only(here & in->easy, plain);
}

/* min(w11 D^-w12 ((S+1)^w13 - 1) e^(w14 (1-R)), S / e^(w17 w18)) */
LANES_INLINE void after_lapse(const struct model *m, const struct review *in,
                              lanes outer, lanes power, lanes ln_s1, lanes ln_d,
                              struct change *out)
{
    const double *w = m->w;
    lanes_mask here = in->again & ~in->same_day, capped;
    lanes s = outer * (power - 1), cap = in->s / m->fsrs.lapse_cap;

    capped = cap < s;
    out->s = lanes_select(here, lanes_select(capped, cap, s), out->s);
    out->by_s =
        lanes_select(here,
                     lanes_select(capped, lanes_all(1 / m->fsrs.lapse_cap),
                                  outer * power * w[13] / (in->s + 1)),
                     out->by_s);
    out->BY(17) = lanes_only(here & capped, -cap * w[18]);
    out->BY(18) = lanes_only(here & capped, -cap * w[17]);
    s = lanes_only(~capped, s);
    out->by_d = lanes_select(here, -s * w[12] / in->d, out->by_d);
    out->by_r = lanes_select(here, -s * w[14], out->by_r);
    here &= ~capped;
    out->BY(11) = lanes_only(here, s / w[11]);
    out->BY(12) = lanes_only(here, -s * ln_d);
    out->BY(13) = lanes_only(here, outer * power * ln_s1);
    out->BY(14) = lanes_only(here, s * (1 - in->r));
}

/* S q, q = e^(w17 (G-3+w18)) S^-w19, at least 1 after a pass */
LANES_INLINE void after_same_day(const struct model *m, const struct review *in,
                                 lanes q, lanes ln_s, struct change *out)
{
    const double *w = m->w;
    lanes_mask here = in->same_day, kept = ~in->again & (q < 1);
    lanes s = in->s * q;

    out->s = lanes_select(here, lanes_select(kept, in->s, s), out->s);
    out->by_s = lanes_select(
        here, lanes_select(kept, lanes_all(1), q * (1 - w[19])), out->by_s);
    out->by_d = lanes_only(~here, out->by_d);
    out->by_r = lanes_only(~here, out->by_r);
    here &= ~kept;
    out->BY(17) += lanes_only(here, s * (in->grade - 3 + w[18]));
    out->BY(18) += lanes_only(here, s * w[17]);
    out->BY(19) = lanes_only(here, -s * ln_s);
}

/* The three formulas have two powers each, worked out for all at once. */
LANES_INLINE void stability(const struct model *m, const struct review *in,
                            struct change *out)
{
    const double *w = m->w;
    lanes_mask lapse = in->again & ~in->same_day;
    lanes ln_s = lanes_log(lanes_select(lapse, in->s + 1, in->s));
    lanes ln_d = lanes_log(in->d), forgotten = 1 - in->r;
    lanes of_lapse = m->log_w11 - w[12] * ln_d + w[14] * forgotten;
    lanes of_success = w[8] - w[9] * ln_s;
    lanes of_same_day = w[17] * (in->grade - 3 + w[18]) - w[19] * ln_s;
    lanes outer = lanes_exp(lanes_select(
        in->same_day, of_same_day, lanes_select(lapse, of_lapse, of_success)));
    lanes inner =
        lanes_exp(lanes_select(lapse, w[13] * ln_s, w[10] * forgotten));

    after_success(m, in, outer, inner, ln_s, out);
    after_lapse(m, in, outer, inner, ln_s, ln_d, out);
    after_same_day(m, in, outer, ln_s, out);
}

LANES_INLINE void move_stability(const struct model *m,
                                 const struct review *review,
                                 struct state *state)
{
    struct change change;
    lanes_mask moves;
    lanes by_s;

    stability(m, review, &change);
    moves = lanes_within(change.s, S_MIN, S_MAX);
    by_s = lanes_only(moves, change.by_s + change.by_r * review->r_by_s);
    for (int j = 0; j < SLOT_COUNT; j++)
        state->ds[j] *= by_s;
    for (int j = 0; j < D_SLOTS; j++)
        state->ds[SLOT_4 + j] += lanes_only(moves, change.by_d) * state->dd[j];
    for (int j = 8; j < 20; j++)
        state->ds[SLOT(j)] += lanes_only(moves, change.BY(j));
    state->ds[SLOT(20)] += lanes_only(moves, change.by_r * review->r_by_w20);
    state->s = lanes_clamp(change.s, S_MIN, S_MAX);
}

/* w7 D0(4) + (1 - w7)(D - w6 (G-3)(10-D)/9) */
LANES_INLINE void move_difficulty(const struct model *m,
                                  const struct review *review,
                                  struct state *state)
{
    const double *w = m->w;
    double kept = 1 - w[7];
    lanes way = (review->grade - 3) * (10 - review->d) / 9;
    lanes damped = review->d - w[6] * way;
    lanes d = w[7] * m->fsrs.easy_d0 + kept * damped;
    lanes by_d = kept * (1 + w[6] * (review->grade - 3) / 9);
    lanes_mask moves = lanes_within(d, D_MIN, D_MAX);

    by_d = lanes_only(moves, by_d);
    state->dd[0] = by_d * state->dd[0] + lanes_only(moves, lanes_all(w[7]));
    state->dd[1] = by_d * state->dd[1] +
                   lanes_only(moves, lanes_all(-w[7] * m->easy_d0_slope));
    state->dd[2] = by_d * state->dd[2] + lanes_only(moves, -kept * way);
    state->dd[3] =
        by_d * state->dd[3] + lanes_only(moves, m->fsrs.easy_d0 - damped);
    state->d = lanes_clamp(d, D_MIN, D_MAX);
}

/* ---- sums ---------------------------------------------------------------- */

/* Loss and gradient of one block, of one group after another. */
struct block_sum {
    double loss, gradient[FSRS_PARAMETER_COUNT];
};

static void add_group(struct block_sum *sum, const struct sums *sums,
                      const uint8_t *first_grade)
{
    for (int lane = 0; lane < LANES; lane++) {
        sum->loss += sums->loss[lane];
        sum->gradient[first_grade[lane] - 1] += sums->by[SLOT_FIRST][lane];
        for (int j = 4; j < FSRS_PARAMETER_COUNT; j++)
            sum->gradient[j] += sums->by[SLOT(j)][lane];
    }
}

FOR_EACH_MACHINE static void sum_group(const struct model *m,
                                       const struct optimize_step *steps,
                                       const struct optimize_group *group,
                                       struct sums *out)
{
    struct sums sums;
    struct state state;
    struct review review;

    memset(&sums, 0, sizeof(sums));
    state_first(m, group->first_grade, &state);
    for (int i = 1; i < group->length; i++) {
        recall(m, &steps[group->first + (size_t)i], &state, &review, &sums);
        move_stability(m, &review, &state);
        move_difficulty(m, &review, &state);
    }
    *out = sums;
}

/* ---- information --------------------------------------------------------- */

/* Of four cards; only i <= j is filled. */
struct information {
    lanes by[SLOT_COUNT][SLOT_COUNT];
};

/* v dR/dw_i dR/dw_j / (R (1-R)) of one review. */
LANES_INLINE void add_information(const struct review *review,
                                  const struct state *state,
                                  struct information *sum)
{
    lanes r = lanes_clamp(review->r, R_EDGE, 1 - R_EDGE);
    lanes scale = review->weight / (r * (1 - r)), by[SLOT_COUNT];

    for (int j = 0; j < SLOT_COUNT; j++)
        by[j] = review->r_by_s * state->ds[j];
    by[SLOT(20)] += review->r_by_w20;
    for (int i = 0; i < SLOT_COUNT; i++) {
        lanes scaled = scale * by[i];

        for (int j = i; j < SLOT_COUNT; j++)
            sum->by[i][j] += scaled * by[j];
    }
}

FOR_EACH_MACHINE static void inform_group(const struct model *m,
                                          const struct optimize_step *steps,
                                          const struct optimize_group *group,
                                          struct information *sum)
{
    struct sums sums;
    struct state state;
    struct review review;

    memset(&sums, 0, sizeof(sums));
    memset(sum, 0, sizeof(*sum));
    state_first(m, group->first_grade, &state);
    for (int i = 1; i < group->length; i++) {
        recall(m, &steps[group->first + (size_t)i], &state, &review, &sums);
        add_information(&review, &state, sum);
        move_stability(m, &review, &state);
        move_difficulty(m, &review, &state);
    }
}

static int parameter_of(int slot, int first_grade)
{
    return slot == SLOT_FIRST ? first_grade - 1 : slot - SLOT_4 + 4;
}

void optimize_information(const struct optimize_pack *pack,
                          const struct fsrs_parameters *parameters,
                          double information[][FSRS_PARAMETER_COUNT])
{
    struct model model;
    struct information sum;

    model_prepare(&model, parameters);
    memset(information, 0, FSRS_PARAMETER_COUNT * sizeof(*information));
    for (size_t g = 0; g < pack->blocks[pack->block_count]; g++) {
        const struct optimize_group *group = &pack->groups[g];

        inform_group(&model, pack->steps, group, &sum);
        for (int i = 0; i < SLOT_COUNT; i++)
            for (int j = i; j < SLOT_COUNT; j++)
                for (int lane = 0; lane < LANES; lane++) {
                    int a = parameter_of(i, group->first_grade[lane]);
                    int b = parameter_of(j, group->first_grade[lane]);

                    information[a][b] += sum.by[i][j][lane];
                }
    }
    for (int i = 0; i < FSRS_PARAMETER_COUNT; i++)
        for (int j = 0; j < i; j++)
            information[i][j] = information[j][i];
}

/* ---- a pass -------------------------------------------------------------- */

/* A pass over a pack, shared by threads that take block after block. */
struct pass {
    const struct optimize_pack *pack;
    struct model model;
    struct block_sum *sums;
    atomic_size_t next;
};

static void *run_blocks(void *context)
{
    struct pass *pass = context;
    const struct optimize_pack *pack = pass->pack;
    size_t block;

    while ((block = atomic_fetch_add(&pass->next, 1)) < pack->block_count) {
        for (size_t g = pack->blocks[block]; g < pack->blocks[block + 1]; g++) {
            struct sums sums;

            sum_group(&pass->model, pack->steps, &pack->groups[g], &sums);
            add_group(&pass->sums[block], &sums, pack->groups[g].first_grade);
        }
    }
    return NULL;
}

double optimize_sum(const struct optimize_pack *pack,
                    const struct fsrs_parameters *parameters, int threads,
                    double gradient[FSRS_PARAMETER_COUNT])
{
    enum { THREADS_MAX = 16 };
    struct pass pass = {.pack = pack};
    pthread_t helpers[THREADS_MAX];
    int helper_count = 0;
    double loss = 0;

    model_prepare(&pass.model, parameters);
    atomic_init(&pass.next, 0);
    pass.sums = mem_new(pack->block_count + 1, sizeof(*pass.sums));
    while (helper_count + 1 < threads && helper_count < THREADS_MAX &&
           (size_t)helper_count + 1 < pack->block_count &&
           !pthread_create(&helpers[helper_count], NULL, run_blocks, &pass))
        helper_count++;
    run_blocks(&pass);
    for (int i = 0; i < helper_count; i++)
        pthread_join(helpers[i], NULL);
    memset(gradient, 0, FSRS_PARAMETER_COUNT * sizeof(*gradient));
    for (size_t block = 0; block < pack->block_count; block++) {
        loss += pass.sums[block].loss;
        for (int j = 0; j < FSRS_PARAMETER_COUNT; j++)
            gradient[j] += pass.sums[block].gradient[j];
    }
    mem_free(pass.sums);
    return loss;
}
