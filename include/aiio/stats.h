/* SPDX-License-Identifier: MIT */
/*
 * Statistics: numbers over the log and the rows of cards. Fed first with
 * standing answers in the order of the log (grade and schedule in force),
 * renames and parameters among them, then with every card, then finished.
 *
 * What is counted, so that a few lines of SQL over the log say the same:
 *
 * - Days are the study days stored with the answers, hours the local ones
 *   (UTC plus the stored offset): neither a change of the clocks nor a journey
 *   moves history.
 * - An answer marked seen (asked again after its answer was seen) counts as
 *   seen, and its time as time; in nothing else.
 * - Time of an answer: ms, capped at 60 s.
 * - A review is an answer given in the state review; it is recalled when its
 *   grade is above Again (a right guess is not). Its interval is the study
 *   days since the card's last standing answer, its desired retention the one
 *   that answer was scheduled with.
 * - What a review was predicted to be comes from the promise in the log: raw
 *   interval I for desired retention r, so that after t days (fsrs.h)
 *       R(t) = (1 + (r^(-1/k) - 1) t / I)^(-k),
 *   k from the parameters in force when the promise was made. An interval of
 *   one day was clamped and tells no prediction: it is left out.
 * - A first try is an answer given in the state new or review, steps left
 *   out. Objectives with at least STATS_WEAK_TRIES of them are ranked by the
 *   share that was right, the weakest first.
 * - Sure is a choice without, a guess one with "I am guessing"; recall cards
 *   have neither.
 * - Cards are those not retired; a card is counted as suspended or in reserve
 *   before its state. Due are those asked on a day by what is promised so
 *   far, those of days gone by today.
 */
#ifndef AIIO_STATS_H
#define AIIO_STATS_H

#include "aiio/entry.h"

enum {
    STATS_HOURS = 24,
    STATS_STATES = 4, /* enum card_state */
    STATS_BANDS = 8,
    STATS_DECILES = 10,
    STATS_DUE_DAYS = 30,
    STATS_WEAK_TRIES = 5,
    STATS_ANSWER_MS_MAX = 60000
};

/* First day of each band of intervals and stabilities: 0 1 2 4 8 15 31 91. */
extern const int stats_bands[STATS_BANDS];

struct stats_tries {
    int64_t answers, correct;
};

struct stats_day {
    int day;
    int64_t answers, correct, seen, ms;
};

struct stats_pace {
    int64_t answers, ms;
};

struct stats_retention {
    int64_t reviews, recalled;
    double desired; /* sum over the reviews */
};

struct stats_decile {
    int64_t reviews, recalled;
    double predicted; /* sum over the reviews */
};

struct stats_objective {
    const char *deck, *objective; /* "" for cards without one */
    const char *title;            /* NULL until somebody sets it */
    int place;                    /* in deck order */
    int64_t cards, answered;      /* not retired; answered at least once */
    struct stats_tries tries;
    struct stats_retention retention;
};

struct stats_card; /* what is kept of each card while the log is read */

struct stats {
    int today;
    struct stats_day *days; /* those with an answer, oldest first */
    int day_count;
    struct stats_day sum; /* over all days */
    struct stats_tries hours[STATS_HOURS];
    struct stats_pace pace[STATS_STATES]; /* by the state before; seen too */
    int64_t answered_cards;
    struct stats_retention intervals[STATS_BANDS];
    struct stats_decile deciles[STATS_DECILES];
    struct stats_tries sure, guess;
    int64_t dont_know;
    int64_t due[STATS_DUE_DAYS];
    int64_t states[STATS_STATES], suspended, reserve;
    int64_t
        stabilities[STATS_BANDS]; /* of cards in some other state than new */
    struct stats_objective *objectives; /* weakest first, ranked ones before */
    int objective_count, ranked_count;
    /* private */
    double decay;
    int answer_count;
    struct stats_card *cards;
    int card_count;
    size_t day_capacity, card_capacity, objective_capacity;
    struct card_table *table;
    struct arena arena;
};

void stats_init(struct stats *stats, int today);
void stats_release(struct stats *stats);

/* One standing answer; texts are copied. */
void stats_answer(struct stats *stats, const struct entry *entry,
                  const struct answer_body *body);
void stats_rename(struct stats *stats, const char *deck, const char *from,
                  const char *to);
void stats_parameters(struct stats *stats,
                      const struct fsrs_parameters *parameters);

/* A card as the store has it, after all answers. */
struct stats_card_row {
    const char *deck, *card, *objective;
    enum card_state state;
    bool retired, suspended, reserve;
    bool is_due; /* asked again some day */
    int due_day; /* the first on which it is; anything up to today is today */
    double stability;
};
void stats_add_card(struct stats *stats, const struct stats_card_row *row);
/* Ranks the objectives. */
void stats_finish(struct stats *stats);

/* Of the ranked objectives those that were not always right, at most most. */
int stats_weak_count(const struct stats *stats, int most);

/* What the promise says of a review after days (above); < 0: it says nothing.
   decay is k. */
double stats_predicted(double interval_days, double retention, double decay,
                       int days);
/* The band of a number of days. */
int stats_band(double days);

#endif
