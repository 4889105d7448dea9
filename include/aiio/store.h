/* SPDX-License-Identifier: MIT */
/*
 * What is remembered: one SQLite file with the decks, the append-only log of
 * the learner's acts, and caches that a replay of the log can make again
 * (progress on the row of a card, counts in tally and activity).
 *
 * journal_mode=PERSIST and synchronous=FULL: what store_commit confirmed
 * survives kill -9 and power loss, and the file at rest is one complete file;
 * the journal beside it is kept for its blocks, and begins with zeros unless
 * a transaction was cut off.
 * A store of a newer version, of another program, or damaged, is refused and
 * left as it is. All SQL stands in store/sql.h. Not for threads.
 *
 * Texts in rows live in the arena that the call is given; rows handed to a
 * callback live until it returns. A callback returns false to stop early; it
 * may call the store, but not the function that is calling it.
 */
#ifndef AIIO_STORE_H
#define AIIO_STORE_H

#include "aiio/progress_report.h"
#include "aiio/review.h"

struct store;

enum { STORE_VERSION = 1, STORE_APPLICATION_ID = 0x41494953 /* "AIIS" */ };

/* ---- life -------------------------------------------------------------- */

/*
 * Opens path, making it (mode 0600, under a folder the caller made) when
 * create is set. Migrates older versions, after a copy to PATH.vN-backup.
 * STATUS_BUSY, _DAMAGED, _TOO_NEW, _FOREIGN, _READ_ONLY, _NO_SPACE, _IO.
 */
MUST_CHECK enum status store_open(const char *path, bool create,
                                  struct store **out, struct error *err);
void store_close(struct store *store); /* NULL is fine */
const char *store_path(const struct store *store);
bool store_was_created(const struct store *store);

/*
 * One transaction at a time; begin takes the write lock (BEGIN IMMEDIATE,
 * two seconds of patience). A commit that fails leaves no transaction open
 * and may still have been saved: store_reopen, then store_log_has.
 */
MUST_CHECK enum status store_begin(struct store *store, struct error *err);
MUST_CHECK enum status store_commit(struct store *store, struct error *err);
void store_rollback(struct store *store);
/*
 * Several reads as one: they see one state, and SQLite locks and looks at the
 * file once instead of for each. Nothing may be written before the end, and
 * no key waited for.
 */
MUST_CHECK enum status store_begin_reading(struct store *store,
                                           struct error *err);
void store_end_reading(struct store *store);
/* Closes and opens the same file again; on failure the store stays closed
   and every call answers STATUS_IO until a reopen succeeds. */
MUST_CHECK enum status store_reopen(struct store *store, struct error *err);

/* Changes when another connection has written: PRAGMA data_version. */
MUST_CHECK enum status store_data_version(struct store *store, int64_t *out,
                                          struct error *err);

/* A random 128-bit id (getrandom). */
MUST_CHECK enum status store_new_id(struct entry_id *id, struct error *err);
/*
 * This machine's id, made on first use and again when host (/etc/machine-id,
 * may be empty) differs from the one the store remembers. Outside of a
 * transaction it makes its own when it has to write.
 */
MUST_CHECK enum status store_machine(struct store *store, struct slice host,
                                     struct entry_id *machine,
                                     struct error *err);
/* Small facts of this file that are no log entries: "told-clock", … */
MUST_CHECK enum status store_fact_get(struct store *store, const char *name,
                                      struct buf *value, struct error *err);
MUST_CHECK enum status store_fact_set(struct store *store, const char *name,
                                      struct slice value, struct error *err);

/* ---- log --------------------------------------------------------------- */

/*
 * Appends one entry of a new id; entry->tick is set to max(greatest tick + 1,
 * at_ms). Before a second try, store_log_has tells whether the first one was
 * saved.
 */
MUST_CHECK enum status store_log_append(struct store *store,
                                        struct entry *entry, struct error *err);
/*
 * Entries of another machine's log, ticks and all, in the caller's
 * transaction; added[i] says whether entries[i] was. An id that the log has
 * already is skipped, whatever else the entry says; of several entries with
 * one id the first in the order of the log is taken. Looks through the log
 * once for all of them: give many at a time. STATUS_REJECTED, and nothing to
 * be committed, for an entry without an id, for a tick below 0 or above
 * STORE_TICK_MAX, and when a tick would have more than 1,024 entries.
 */
#define STORE_TICK_MAX (INT64_C(1) << 52)
MUST_CHECK enum status store_log_merge(struct store *store,
                                       const struct entry *entries, int count,
                                       bool *added, struct error *err);
/* Whether the log has an entry that this store appended with an at_ms not
   below since_ms. Linear in what came since then. */
MUST_CHECK enum status store_log_has(struct store *store, struct entry_id id,
                                     int64_t since_ms, bool *found,
                                     struct error *err);
/* Looks through the whole log. STATUS_NOT_FOUND when there is none. */
MUST_CHECK enum status store_log_find(struct store *store, struct entry_id id,
                                      struct arena *arena, struct entry *entry,
                                      struct error *err);
/* The entry that by refers to: among those of by's deck and card, where a
   grade or undo of this program names one, and then as above. */
MUST_CHECK enum status store_log_find_named(struct store *store,
                                            const struct entry *by,
                                            struct arena *arena,
                                            struct entry *entry,
                                            struct error *err);
/*
 * All entries of a card in order, under this and former ids (renames
 * resolved), with the undos that name them and the undos of those.
 */
MUST_CHECK enum status store_log_of_card(struct store *store, const char *deck,
                                         const char *card, struct arena *arena,
                                         struct entry **entries, int *count,
                                         struct error *err);

struct store_log_filter {
    bool has_since;
    int since_day;        /* study day, stored */
    const char *deck;     /* NULL: all */
    const char *card;     /* NULL: all; former ids are followed */
    enum entry_kind kind; /* ENTRY_UNKNOWN: all kinds */
};
typedef bool store_log_row(void *context, const struct entry *entry,
                           bool is_void);
MUST_CHECK enum status store_log_each(struct store *store,
                                      const struct store_log_filter *filter,
                                      store_log_row *row, void *context,
                                      struct error *err);
/*
 * The same, each answer with the grade that is in force for it when a later
 * one than its own stands (grade entries are listed too).
 */
typedef bool store_graded_row(void *context, const struct entry *entry,
                              bool is_void, const struct grade_body *in_force);
MUST_CHECK enum status store_log_graded(struct store *store,
                                        const struct store_log_filter *filter,
                                        store_graded_row *row, void *context,
                                        struct error *err);
/*
 * For statistics: standing answers in the order of the log, grade and
 * schedule in force, with renames and parameters among them (body NULL).
 */
typedef bool store_answer_row(void *context, const struct entry *entry,
                              const struct answer_body *body);
MUST_CHECK enum status store_answers(struct store *store, store_answer_row *row,
                                     void *context, struct error *err);
/*
 * The last standing act of this machine that undo can take back (answer,
 * grade, reset by the learner, suspend, resume, bury, flag, unflag, note,
 * goal). With redo the last standing undo of such an act, as long as no act
 * came after it: an undo of it puts the act it names back. A grade falls with
 * its answer. STATUS_NOT_FOUND when there is nothing.
 */
MUST_CHECK enum status
store_log_last_act(struct store *store, struct entry_id machine, bool redo,
                   struct arena *arena, struct entry *entry, struct error *err);
/* The last standing goal of a deck; parameters in force (or the default). */
MUST_CHECK enum status store_goal(struct store *store, const char *deck,
                                  bool *found, struct goal_body *goal,
                                  struct error *err);
MUST_CHECK enum status store_parameters(struct store *store,
                                        struct fsrs_parameters *parameters,
                                        struct error *err);

/* ---- exams ------------------------------------------------------------- */

/*
 * What belongs to a deck and to no card of it, in order: goals, starts and
 * ends of exams. store_log_of_exam: what refers to one exam_start, in order.
 */
MUST_CHECK enum status store_log_of_deck(struct store *store, const char *deck,
                                         struct arena *arena,
                                         struct entry **entries, int *count,
                                         struct error *err);
MUST_CHECK enum status store_log_of_exam(struct store *store,
                                         struct entry_id start,
                                         struct arena *arena,
                                         struct entry **entries, int *count,
                                         struct error *err);
struct store_card;
/* Cards with distractors that are not retired or suspended, in deck order,
   those in reserve included. Linear in the deck. */
MUST_CHECK enum status store_cards_to_choose(struct store *store,
                                             int64_t deck_key,
                                             struct arena *arena,
                                             struct store_card **cards,
                                             int *count, struct error *err);

/* ---- decks ------------------------------------------------------------- */

struct store_deck {
    int64_t key;
    const char *id, *title, *revision, *header; /* deck_read_header reads it */
    const char *origin; /* absolute path it was imported from, or "" */
    int cards;          /* not retired */
};
MUST_CHECK enum status store_decks(struct store *store, struct arena *arena,
                                   struct store_deck **decks, int *count,
                                   struct error *err);
/* STATUS_NOT_FOUND, naming the decks there are. */
MUST_CHECK enum status store_deck_find(struct store *store, const char *id,
                                       struct arena *arena,
                                       struct store_deck *deck,
                                       struct error *err);
/* Every card of a deck for plan_make; ids in the arena. */
MUST_CHECK enum status store_deck_existing(struct store *store,
                                           const char *deck_id,
                                           struct arena *arena,
                                           struct plan_existing **existing,
                                           int *count, struct error *err);
/* Appends the canonical JSON of a card. */
MUST_CHECK enum status store_card_json(struct store *store, int64_t key,
                                       struct buf *json, struct error *err);

struct store_import {
    const struct deck *deck;
    const struct plan *plan;
    const char *origin;
    struct moment moment;
    struct entry_id machine;
    const struct fsrs *fsrs; /* for cards whose history was here before */
    progress_report *report; /* NULL: nobody is told */
    void *context;
};
/*
 * Carries out a plan inside the caller's transaction: rows of new cards (a
 * card the log knows already gets its progress by a fold), texts of changed
 * ones, a reset entry for each changed key, rename entries, retired flags,
 * outline, tally. A plan that changes nothing writes nothing.
 */
MUST_CHECK enum status store_import(struct store *store,
                                    const struct store_import *import,
                                    struct error *err);
typedef bool store_json_row(void *context, struct slice canonical_json);
/* Cards that are not retired, in deck order: for export. */
MUST_CHECK enum status store_deck_cards(struct store *store, int64_t deck_key,
                                        store_json_row *row, void *context,
                                        struct error *err);

/* ---- cards and progress ------------------------------------------------ */

struct store_card {
    int64_t key;
    int64_t deck_key;
    const char *deck, *id, *objective;
    int domain; /* index in the outline, -1 without */
    bool retired, reserve;
    uint64_t hash; /* of the text, plan_hash */
    struct progress progress;
};

/* STATUS_NOT_FOUND. deck NULL: the one deck that has it (else told). */
MUST_CHECK enum status store_card_find(struct store *store, const char *deck,
                                       const char *card, struct arena *arena,
                                       struct store_card *out,
                                       struct error *err);
MUST_CHECK enum status store_card_load(struct store *store, int64_t key,
                                       struct arena *arena,
                                       struct store_card *out,
                                       struct card *card, struct error *err);
/* Every row of a deck (0: of all decks) in deck order, retired ones too. */
typedef bool store_card_row(void *context, const struct store_card *card);
MUST_CHECK enum status store_cards_each(struct store *store, int64_t deck_key,
                                        store_card_row *row, void *context,
                                        struct error *err);
/*
 * The first card of the deck, but for one, for which that text is a correct
 * statement. Looks through the texts of the deck.
 */
MUST_CHECK enum status store_card_of_text(struct store *store, int64_t deck_key,
                                          int64_t but, const char *text,
                                          struct arena *arena, bool *found,
                                          struct card *card, struct error *err);
/* The same without the text. */
MUST_CHECK enum status store_card_at(struct store *store, int64_t key,
                                     struct arena *arena,
                                     struct store_card *out, struct error *err);
/* Writes the cache of one card and moves it in tally. In a transaction. */
MUST_CHECK enum status store_progress_write(struct store *store, int64_t key,
                                            const struct progress *progress,
                                            struct error *err);
/* Folds the card's log again and writes the result (undo, grade, merge). */
MUST_CHECK enum status store_progress_refold(struct store *store,
                                             const char *deck, const char *card,
                                             const struct fsrs *fsrs,
                                             struct error *err);
/* Adds to (or with sign -1 takes from) the study day of an answer. */
MUST_CHECK enum status store_activity_add(struct store *store, int day,
                                          const struct answer_body *answer,
                                          int sign, struct error *err);
/*
 * The counts of one study day from the log again: after an undo of an entry
 * by its id, an undo of an undo, or a merge. Linear in that day's answers.
 */
MUST_CHECK enum status store_activity_refresh(struct store *store, int day,
                                              struct error *err);
/*
 * Every cache from the log again, in the caller's transaction. With
 * differences not NULL nothing is written and it counts the rows that
 * differ (numbers by more than 1e-9 relative).
 */
MUST_CHECK enum status store_replay(struct store *store,
                                    const struct fsrs *fsrs,
                                    int64_t *differences, struct error *err);

/* ---- what is due ------------------------------------------------------- */

/* The domain of cards whose objective the outline does not know. */
enum { STORE_NO_DOMAIN = -2 };

struct store_filter {
    int64_t deck_key;      /* 0: all decks */
    int domain;            /* -1: all */
    const char *objective; /* NULL: all */
    const char *tag;       /* NULL: all */
};

/* Only what a queue needs of a card; not the text. */
struct store_due {
    int64_t key;
    int64_t deck_key;
    const char *deck, *id, *objective;
    enum card_state state;
    bool has_day;
    int due_day;
    int64_t due_at_ms;
    struct memory memory;
    int last_day;
};
typedef bool store_due_row(void *context, const struct store_due *row);

/*
 * Cards that can be asked (not retired, suspended, buried beyond day, or kept
 * in reserve). Reviews due in from_day … to_day by due day; learning and
 * relearning cards by time; new cards in deck order. A card that was reset is
 * owed: it comes among the reviews from its reset_day on, with state CARD_NEW,
 * and is counted there. With deck_key 0 one deck comes after the other.
 */
MUST_CHECK enum status store_due_reviews(struct store *store,
                                         const struct store_filter *filter,
                                         int from_day, int to_day,
                                         store_due_row *row, void *context,
                                         struct error *err);
MUST_CHECK enum status store_due_learning(struct store *store,
                                          const struct store_filter *filter,
                                          int day, store_due_row *row,
                                          void *context, struct error *err);
MUST_CHECK enum status store_due_new(struct store *store,
                                     const struct store_filter *filter, int day,
                                     int limit, store_due_row *row,
                                     void *context, struct error *err);

/* Whether the filter leaves a card at all, due or not. Linear when not. */
MUST_CHECK enum status store_card_exists(struct store *store,
                                         const struct store_filter *filter,
                                         bool *exists, struct error *err);

/* Counts of a deck's cards that can be asked, from tally: one row each. */
struct store_count {
    int64_t deck_key;
    int domain;
    enum card_state state;
    int due_day; /* reviews and day steps; 0 for others; a buried card's
                    first day on which it is asked */
    int64_t cards;
};
typedef bool store_count_row(void *context, const struct store_count *row);
MUST_CHECK enum status store_counts(struct store *store, int64_t deck_key,
                                    store_count_row *row, void *context,
                                    struct error *err);
/* Cards not retired, suspended ones and reserve included, by domain + 1. */
MUST_CHECK enum status store_totals(struct store *store, int64_t deck_key,
                                    int64_t *totals, int domains,
                                    struct error *err);

/* Standing answers of one study day over all decks. */
struct store_activity {
    int day;
    int64_t answers, correct;   /* all but those marked seen */
    int64_t new_cards, reviews; /* by the state before the answer */
    int64_t ms;                 /* each capped at 60 s */
};
typedef bool store_activity_row(void *context,
                                const struct store_activity *row);
MUST_CHECK enum status store_activity(struct store *store, int from_day,
                                      int to_day, store_activity_row *row,
                                      void *context, struct error *err);

/* ---- searches ------------------------------------------------------------ */

/* All borrowed for the call. */
struct store_found {
    struct store_card card;
    struct slice tags; /* separated by spaces */
    struct slice text; /* canonical JSON, when it was asked for */
    bool has_added;    /* false for cards older than the counting of that */
    int added_day;     /* study day on which an import brought it */
};
struct store_search {
    bool text;    /* wanted */
    bool retired; /* retired cards as well */
};
typedef bool store_found_row(void *context, const struct store_found *row);
/* Every card, deck after deck in deck order; no text is kept. */
MUST_CHECK enum status store_search(struct store *store,
                                    const struct store_search *search,
                                    store_found_row *row, void *context,
                                    struct error *err);
/*
 * The keys of cards whose canonical JSON matches, in the same order. Every
 * text is shown to matches first (in no order), then row has the keys. Several
 * reads: begin reading before, where others may write.
 */
typedef bool store_text_matches(void *context, struct slice json);
typedef void store_key_row(void *context, int64_t key);
MUST_CHECK enum status store_search_texts(struct store *store, bool retired,
                                          store_text_matches *matches,
                                          store_key_row *row, void *context,
                                          struct error *err);
/* Cards from a key on came on a day (unless a later day is noted). */
MUST_CHECK enum status store_added_note(struct store *store, int day,
                                        int64_t first_key, struct error *err);

/* A complete copy by VACUUM INTO, checked, synced, renamed to path. */
MUST_CHECK enum status store_backup(struct store *store, const char *path,
                                    struct error *err);

#endif
