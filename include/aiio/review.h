/* SPDX-License-Identifier: MIT */
/*
 * Progress: where a learner stands with one card, as a pure fold of the
 * card's entries in (tick, id) order without what was undone. Due and step
 * come from the last standing answer or grade (a promise is a fact), stability
 * and difficulty from grades and days under the parameters in force.
 */
#ifndef AIIO_REVIEW_H
#define AIIO_REVIEW_H

#include "aiio/entry.h"

struct progress {
    struct memory memory;
    struct schedule due; /* state CARD_NEW: nothing is promised */
    int last_day;        /* of the last standing answer */
    int64_t last_at_ms;
    struct entry_id last_answer; /* none when new */
    bool last_correct;
    int answers, lapses; /* standing, since the last reset */
    int wrong;           /* standing answers that were wrong, ditto */
    int interval_days;   /* whole days promised by the last review
                            answer, 0 while in steps */
    bool suspended, flagged;
    int buried_until;  /* asked again from that study day on; 0 none */
    bool seen;         /* its last answer was taken back, or an exam has
                          shown its key: the next answer was seen before
                          it is given */
    bool shown;        /* by an exam: in reserve no longer. Known to a
                          fold; a store has it as a card's reserve */
    int reset_day;     /* due from this day after a reset, else 0 */
    uint64_t key_hash; /* FNV-1a of the key in force by resets, or 0 */
};

/* A zeroed progress is that of a card never touched. */

/* The scheduler's view of it; fuzz_seed from deck/card and answers. */
struct standing progress_standing(const struct progress *progress,
                                  const char *deck, const char *card);

/*
 * Applies one standing entry that is neither an undo nor a grade (those need
 * the entries around them: progress_fold). What the kind does not concern
 * stays. An answer whose body does not read, and unknown kinds, change
 * nothing.
 */
void progress_apply(struct progress *progress, const struct fsrs *fsrs,
                    const struct entry *entry);

/*
 * Folds the entries of one card, sorted by entry_compare, undos among them
 * and undos of undos. Void are: an entry that a standing later undo names, a
 * grade of a void answer, a grade of an answer that is not the last standing
 * one. Entries must all belong to the card (renames resolved by the caller).
 * void_out, when not NULL, takes count flags.
 */
void progress_fold(struct progress *progress, const struct fsrs *fsrs,
                   const struct entry *entries, int count, bool *void_out);

/* The state before the last standing answer, for another grade of it. */
void progress_before_last_answer(struct progress *before,
                                 const struct fsrs *fsrs,
                                 const struct entry *entries, int count);

/* Which of any entries (all cards, all kinds) are void by undo alone. */
void entries_void(const struct entry *entries, int count, bool *void_out);

#endif
