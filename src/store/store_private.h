/* SPDX-License-Identifier: MIT */
/*
 * What the files of this folder share: the handle, statements with their
 * parameters and columns, and the few functions that one noun lends another.
 */
#ifndef AIIO_STORE_PRIVATE_H
#define AIIO_STORE_PRIVATE_H

#include "aiio/store.h"

#include "sql.h"

#include <sqlite3.h>

struct store {
    sqlite3 *db; /* NULL after a reopen that failed */
    sqlite3_stmt *statements[SQL_COUNT];
    char *path;
    bool created;
    bool unlocked; /* schema changes and copies are allowed */
};

/* ---- statements (statement.c) ------------------------------------------ */

extern const char *const sql_texts[SQL_COUNT];

/*
 * A statement ready for its parameters. It stays the store's: run it with
 * statement_run, or statement_next until it says that there is no row, or
 * end it before that.
 */
MUST_CHECK enum status statement_get(struct store *store, enum sql sql,
                                     sqlite3_stmt **out, struct error *err);
MUST_CHECK enum status
statement_run(struct store *store, sqlite3_stmt *statement, struct error *err);
MUST_CHECK enum status statement_next(struct store *store,
                                      sqlite3_stmt *statement, bool *row,
                                      struct error *err);
void statement_end(sqlite3_stmt *statement);
void statements_finalize(struct store *store);
/* Runs one statement of the schema or a setting: constant text only. */
MUST_CHECK enum status store_run_text(struct store *store, const char *sql,
                                      struct error *err);
/* A number that a constant statement gives, as PRAGMA user_version. */
MUST_CHECK enum status store_read_number(struct store *store, const char *sql,
                                         int64_t *out, struct error *err);
/* The error that SQLite reports, in our words, naming the store. */
enum status store_error(const struct store *store, int code, struct error *err);
/* The same for an errno of a file. */
enum status store_file_error(const char *path, const char *what, int number,
                             struct error *err);

/* Texts and ids are borrowed until the statement is reset. */
void bind_int(sqlite3_stmt *statement, const char *name, int64_t value);
void bind_double(sqlite3_stmt *statement, const char *name, double value);
void bind_text(sqlite3_stmt *statement, const char *name, const char *text);
void bind_slice(sqlite3_stmt *statement, const char *name, struct slice text);
/* None is NULL. */
void bind_id(sqlite3_stmt *statement, const char *name,
             const struct entry_id *id);

struct slice column_slice(sqlite3_stmt *statement, int column);
const char *column_string(sqlite3_stmt *statement, int column,
                          struct arena *arena);
int column_int(sqlite3_stmt *statement, int column);
struct entry_id column_id(sqlite3_stmt *statement, int column);

/* ---- schema (schema.c) ------------------------------------------------- */

/* Looks at the first bytes of the file and nothing else; version 0: new. */
MUST_CHECK enum status schema_check_header(const struct store *store,
                                           int64_t *version, struct error *err);
/* Brings the schema from a version to STORE_VERSION, in one transaction. */
MUST_CHECK enum status schema_migrate(struct store *store, struct error *err);

/* ---- log (store_log.c, store_history.c) -------------------------------- */

struct entry_list {
    struct entry *items;
    size_t capacity;
    int count;
};

void entry_list_add(struct entry_list *list, struct entry entry);
void entry_list_release(struct entry_list *list);
/* The columns of SQL_ENTRY. Texts go into the arena; NULL borrows them. */
struct entry column_entry(sqlite3_stmt *statement, struct arena *arena);
/* All rows of a bound statement that begins with SQL_ENTRY. */
MUST_CHECK enum status entry_list_read(struct store *store,
                                       sqlite3_stmt *statement,
                                       struct arena *arena,
                                       struct entry_list *list,
                                       struct error *err);
/* The places of one tick; see sql.h. */
enum { LOG_PLACES = 1024 };
/* A place below those of all entries of a study day and later ones. */
int64_t log_first_place(int day);
/* One row, at a place of its tick that is free. */
MUST_CHECK enum status log_insert(struct store *store,
                                  const struct entry *entry, int64_t place,
                                  struct error *err);
/* The entry that by refers to, if it is one of the same deck and card. */
MUST_CHECK enum status log_find_of_card(struct store *store,
                                        const struct entry *by,
                                        struct arena *arena,
                                        struct entry *entry, bool *found,
                                        struct error *err);
/* Adds the undos that name an entry of the list, and the undos of those. */
MUST_CHECK enum status history_add_undos(struct store *store,
                                         struct arena *arena,
                                         struct entry_list *list,
                                         struct error *err);
/* Whether a standing later undo names the entry. */
MUST_CHECK enum status history_is_void(struct store *store,
                                       const struct entry *entry, bool *is_void,
                                       struct error *err);
/* The id by which a card is known now. */
MUST_CHECK enum status
history_current_name(struct store *store, const char *deck, const char *card,
                     struct arena *arena, const char **name, struct error *err);

/* Ids that standing undos name, filled from the newest undo backwards. */
struct void_set {
    struct void_slot *slots;
    size_t count, capacity;
};
MUST_CHECK enum status void_set_load(struct store *store, struct void_set *set,
                                     struct error *err);
/* Takes an undo into account; later ones must have been given before. */
void void_set_add(struct void_set *set, const struct entry *undo);
bool void_set_has(const struct void_set *set, const struct entry *entry);
void void_set_release(struct void_set *set);

/* ---- cards, counts ----------------------------------------------------- */

/* The columns of SQL_CARD. */
struct store_card column_card(sqlite3_stmt *row, struct arena *arena);
/* Runs sql with the card's :key and stops at its row: end the statement after
   reading it. STATUS_NOT_FOUND when there is none. */
MUST_CHECK enum status card_row(struct store *store, enum sql sql, int64_t key,
                                sqlite3_stmt **statement, struct error *err);
/* Writes progress and leaves tally as it is. */
MUST_CHECK enum status progress_write_row(struct store *store, int64_t key,
                                          const struct progress *progress,
                                          struct error *err);
/* Numbers within 1e-9 of each other, the rest exactly. */
bool progress_equal(const struct progress *a, const struct progress *b);
/* The fold of a card's log, as a replay makes it. */
MUST_CHECK enum status progress_from_log(struct store *store, const char *deck,
                                         const char *card,
                                         const struct fsrs *fsrs,
                                         struct progress *progress,
                                         struct error *err);
MUST_CHECK enum status tally_refresh(struct store *store, int64_t deck_key,
                                     struct error *err);
/* What an answer adds to its day; false when its body does not read. */
bool activity_of(const struct entry *answer, struct store_activity *out);
MUST_CHECK enum status activity_add(struct store *store,
                                    const struct store_activity *activity,
                                    int sign, struct error *err);
/* The deck after key, 0 when there is none. */
MUST_CHECK enum status deck_next(struct store *store, int64_t *key,
                                 struct error *err);

#endif
