/* SPDX-License-Identifier: MIT */
#include "aiio/fsrs.h"

#include <math.h>
#include <stddef.h>

#define S_MIN 0.001
#define S_MAX 36500.0
#define S_FIRST_MAX 100.0
#define D_MIN 1.0
#define D_MAX 10.0
/* Decay of FSRS-4.5 and FSRS-5, whose parameters had none. */
#define OLD_DECAY 0.5

const struct fsrs_parameters fsrs_default = {
    {0.212,  1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194,
     0.001,  1.8722, 0.1666, 0.796,  1.4835, 0.0614, 0.2629,
     1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542}};

const double fsrs_low[FSRS_PARAMETER_COUNT] = {
    0.001, 0.001, 0.001, 0.001, 1, 0.001, 0.001, 0.001, 0,   0,  0.001,
    0.001, 0.001, 0.001, 0,     0, 1,     0,     0,     0.0, 0.1};

const double fsrs_high[FSRS_PARAMETER_COUNT] = {
    100, 100,  100, 100, 10, 4, 4, 0.75, 4.5, 0.8, 3.5,
    5,   0.25, 0.9, 4,   1,  6, 2, 2,    0.8, 0.8};

static double clamp(double x, double low, double high)
{
    return x < low ? low : x > high ? high : x;
}

/* ---- parameters ---------------------------------------------------------- */

/* FSRS-4.5 had no short-term memory and another scale of difficulty. */
static void from_17(double *w)
{
    w[5] = clamp(w[5], 0, fsrs_high[5]);
    w[4] = w[5] * 2 + w[4];
    w[5] = log(w[5] * 3 + 1) / 3;
    w[6] += 0.5;
    w[17] = 0;
    w[18] = 0;
    w[19] = 0;
    w[20] = OLD_DECAY;
}

enum status fsrs_parameters_set(struct fsrs_parameters *parameters,
                                const double *numbers, int count,
                                struct error *err)
{
    double w[FSRS_PARAMETER_COUNT] = {0};

    if (count != 17 && count != 19 && count != FSRS_PARAMETER_COUNT)
        return error_set(err, STATUS_REJECTED,
                         "%d parameters; FSRS-6 has 21 (19 of FSRS-5 and 17 "
                         "of FSRS-4.5 are converted)",
                         count);
    for (int i = 0; i < count; i++) {
        if (!isfinite(numbers[i]))
            return error_set(err, STATUS_REJECTED,
                             "parameter w%d is not a finite number", i);
        w[i] = numbers[i];
    }
    if (count == 17)
        from_17(w);
    if (count == 19)
        w[20] = OLD_DECAY;
    for (int i = 0; i < FSRS_PARAMETER_COUNT; i++)
        parameters->w[i] = clamp(w[i], fsrs_low[i], fsrs_high[i]);
    return STATUS_OK;
}

static double difficulty_of_first(const double *w, int grade)
{
    return w[4] - exp(w[5] * (grade - 1)) + 1;
}

void fsrs_prepare(struct fsrs *fsrs, const struct fsrs_parameters *parameters)
{
    const double *w = parameters->w;

    for (int i = 0; i < FSRS_PARAMETER_COUNT; i++)
        fsrs->w[i] = w[i];
    fsrs->factor = exp(log(0.9) / -w[20]) - 1;
    fsrs->growth = exp(w[8]);
    fsrs->easy_d0 = difficulty_of_first(w, GRADE_EASY);
    fsrs->lapse_cap = exp(w[17] * w[18]);
    for (int grade = GRADE_AGAIN; grade <= GRADE_EASY; grade++) {
        fsrs->first_difficulty[grade - 1] =
            clamp(difficulty_of_first(w, grade), D_MIN, D_MAX);
        fsrs->same_day[grade - 1] = exp(w[17] * (grade - 3 + w[18]));
    }
}

/* ---- memory -------------------------------------------------------------- */

double fsrs_retrievability(const struct fsrs *fsrs, double stability,
                           double elapsed_days)
{
    return pow(1 + fsrs->factor * elapsed_days / stability, -fsrs->w[20]);
}

double fsrs_interval(const struct fsrs *fsrs, double stability,
                     double retention)
{
    return stability / fsrs->factor * (pow(retention, -1 / fsrs->w[20]) - 1);
}

static double after_same_day(const struct fsrs *fsrs, double s,
                             enum grade grade)
{
    double q = fsrs->same_day[grade - 1] * pow(s, -fsrs->w[19]);

    return grade >= GRADE_HARD && q < 1 ? s : s * q;
}

static double after_lapse(const struct fsrs *fsrs, struct memory m, double r)
{
    const double *w = fsrs->w;
    double s = w[11] * pow(m.difficulty, -w[12]) *
               (pow(m.stability + 1, w[13]) - 1) * exp(w[14] * (1 - r));
    double cap = m.stability / fsrs->lapse_cap;

    return s < cap ? s : cap;
}

static double after_success(const struct fsrs *fsrs, struct memory m, double r,
                            enum grade grade)
{
    const double *w = fsrs->w;
    double factor = grade == GRADE_HARD   ? w[15]
                    : grade == GRADE_EASY ? w[16]
                                          : 1;

    return m.stability *
           (1 + fsrs->growth * (11 - m.difficulty) * pow(m.stability, -w[9]) *
                    (exp(w[10] * (1 - r)) - 1) * factor);
}

static double next_difficulty(const struct fsrs *fsrs, double d,
                              enum grade grade)
{
    const double *w = fsrs->w;
    double damped = d - w[6] * ((int)grade - 3) * (10 - d) / 9;

    return clamp(w[7] * fsrs->easy_d0 + (1 - w[7]) * damped, D_MIN, D_MAX);
}

struct memory fsrs_next(const struct fsrs *fsrs, struct memory memory,
                        int elapsed_days, enum grade grade)
{
    struct memory next;

    if (!(memory.stability > 0))
        return (struct memory){clamp(fsrs->w[grade - 1], S_MIN, S_FIRST_MAX),
                               fsrs->first_difficulty[grade - 1]};
    memory.stability = clamp(memory.stability, S_MIN, S_MAX);
    memory.difficulty = clamp(memory.difficulty, D_MIN, D_MAX);
    if (elapsed_days <= 0) {
        next.stability = after_same_day(fsrs, memory.stability, grade);
    } else {
        double r = fsrs_retrievability(fsrs, memory.stability, elapsed_days);

        next.stability = grade == GRADE_AGAIN
                             ? after_lapse(fsrs, memory, r)
                             : after_success(fsrs, memory, r, grade);
    }
    next.stability = clamp(next.stability, S_MIN, S_MAX);
    next.difficulty = next_difficulty(fsrs, memory.difficulty, grade);
    return next;
}
