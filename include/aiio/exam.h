/* SPDX-License-Identifier: MIT */
/*
 * A mock exam: which cards are drawn, what the learner has chosen so far, how
 * long it may still take, and what it was worth. Pure: the candidates, the
 * seed and every time are parameters; what is chosen comes in as a fact that
 * is in the log already (exam_note), so that an exam read from the log and one
 * that is being sat are the same.
 */
#ifndef AIIO_EXAM_H
#define AIIO_EXAM_H

#include "aiio/entry.h"
#include "aiio/rng.h"

/* ---- drawing ------------------------------------------------------------- */

/*
 * Shares n over slots by their weights: largest remainder (Hamilton's method;
 * ties go to the earlier slot). A slot gives at most what it has, and the rest
 * is shared among the others in the same way; slots of weight 0 give only
 * when all others are empty, by what they have. Returns the sum of take:
 * n, or all there is.
 */
int exam_share(const double *weights, const int *available, int count, int n,
               int *take);

enum { EXAM_NEVER = INT32_MIN };

struct exam_candidate {
    int domain;     /* index into the weights */
    int objective;  /* any number that is the same for the same one */
    bool reserve;   /* kept for exams: comes first */
    int last_shown; /* study day in study or in an exam; EXAM_NEVER */
};

/*
 * Draws n of the candidates: so many a domain as exam_share says; within a
 * domain those in reserve first; then the objective that is furthest behind
 * its share (its part of the domain's candidates), and of that the card that
 * was not shown for the longest; ties by the seed. drawn takes indices, in an
 * order of the exam that is seeded too. Returns how many: fewer than n when
 * there are no more. n at most EXAM_QUESTIONS_MAX.
 */
int exam_draw(const struct exam_candidate *candidates, int count,
              const double *weights, int domains, int n, uint64_t seed,
              int *drawn);

/* ---- sitting ------------------------------------------------------------- */

struct exam_question {
    unsigned right; /* bits by place of the statements shown */
    int shown_count;
    int domain, objective; /* indices into the outline, -1 without */
    bool seen;             /* known from study or an exam before this one */
    bool withdrawn;        /* the deck has lost it since: it does not count */
    /* from the log */
    unsigned chosen;
    unsigned complete; /* the last choice of as many as are wanted, or 0 */
    bool marked;
    int64_t ms;
    int lost, won; /* changed from right to wrong, from wrong to right */
    bool correct;  /* once it is over, as the log says */
};

struct exam {
    struct exam_question *questions; /* borrowed */
    int count;
    int64_t start_ms;  /* UTC, of exam_start */
    int64_t latest_ms; /* of the entries so far: time never runs back */
    int64_t limit_ms;
    bool pauses;
    int64_t away_ms; /* nobody was there */
    int breaks;      /* how often that was */
    int at;          /* the question on the screen */
    bool over;
    enum exam_why why;
    int64_t used_ms; /* once it is over */
};

int exam_wanted(const struct exam_question *question);
bool exam_is_answered(const struct exam_question *question);

/*
 * What is chosen after letter place (0 = A). With one to choose it replaces
 * the choice. With more a letter marks or takes its mark away, and one too
 * many is not taken. Unchanged where it changes nothing.
 */
unsigned exam_choose(const struct exam *exam, int question, int place);
/* A choice or mark that is in the log. */
void exam_note(struct exam *exam, int question, unsigned chosen, bool marked,
               int64_t ms, int64_t at_ms);
/* Taken up again at at_ms after away_ms. */
void exam_note_break(struct exam *exam, int64_t away_ms, int64_t at_ms);
/* It is over: every question is marked right or wrong. */
void exam_end(struct exam *exam, enum exam_why why, int64_t now_ms);

/* Time spent by the clock of the exam, at most its limit: wall clock from the
   start on, less what it paused. A clock set back counts as standing still. */
int64_t exam_used_ms(const struct exam *exam, int64_t now_ms);
int64_t exam_left_ms(const struct exam *exam, int64_t now_ms);

enum exam_which { EXAM_ALL, EXAM_ANSWERED, EXAM_OPEN, EXAM_MARKED, EXAM_WRONG };
bool exam_is(const struct exam_question *question, enum exam_which which);
int exam_count(const struct exam *exam, enum exam_which which);
/* The next such question from at on in steps of by (1 or -1), or -1. */
int exam_next(const struct exam *exam, enum exam_which which, int at, int by);

/* ---- score --------------------------------------------------------------- */

struct exam_score {
    int right, of;
    double percent, low, high; /* 0–100; the interval holds 90 % */
};

/*
 * Wilson's interval for right of of, z = 1.6449 (90 %): Wilson (1927),
 * "Probable inference, the law of succession, and statistical inference".
 * It answers how a learner who knows that share would vary from exam to exam.
 * With of = 0: 0, 0 and 100.
 */
struct exam_score exam_score_of(int right, int of);

enum exam_seen { EXAM_SEEN_OR_NOT, EXAM_SEEN, EXAM_UNSEEN };

/* Which questions are scored; -1: any domain, any objective. */
struct exam_scope {
    int domain, objective;
    enum exam_seen seen;
};
/* Of an exam that is over. What was not answered is wrong. */
struct exam_score exam_score(const struct exam *exam, struct exam_scope scope);

/* Changes of the whole exam, and the mean time a question in milliseconds. */
struct exam_changes {
    int lost, won;
    int64_t ms_a_question;
};
struct exam_changes exam_changes(const struct exam *exam);

#endif
