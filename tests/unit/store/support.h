/* SPDX-License-Identifier: MIT */
/*
 * What the tests of the store share: a store in a folder of its own, decks
 * written as JSON, entries with short ids. Included by one test each.
 */
#ifndef TESTS_STORE_SUPPORT_H
#define TESTS_STORE_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "store/store_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct world {
    char folder[64];
    char path[96];
    struct store *store;
    struct fsrs fsrs;
    struct error err;
    struct arena arena;
};

#define OK(world, call)                                                        \
    do {                                                                       \
        if ((call) != STATUS_OK)                                               \
            fail_msg("%s: %s", #call, (world)->err.text);                      \
    } while (0)

static inline void world_folder(struct world *world)
{
    *world = (struct world){.folder = "/tmp/aiio-store-XXXXXX"};
    assert_non_null(mkdtemp(world->folder));
    (void)snprintf(world->path, sizeof(world->path), "%s/study.db",
                   world->folder);
    fsrs_prepare(&world->fsrs, &fsrs_default);
}

static inline int setup(void **state)
{
    struct world *world = mem_new(1, sizeof(*world));

    world_folder(world);
    OK(world, store_open(world->path, true, &world->store, &world->err));
    *state = world;
    return 0;
}

static inline int setup_folder(void **state)
{
    struct world *world = mem_new(1, sizeof(*world));

    world_folder(world);
    *state = world;
    return 0;
}

static inline int teardown(void **state)
{
    struct world *world = *state;
    char command[128];

    store_close(world->store);
    arena_release(&world->arena);
    (void)snprintf(command, sizeof(command), "rm -rf '%s'", world->folder);
    assert_int_equal(system(command), 0);
    mem_free(world);
    return 0;
}

/* ---- entries ----------------------------------------------------------- */

static inline struct entry_id id_of(unsigned number)
{
    struct entry_id id = {{0}};

    id.bytes[0] = 1;
    id.bytes[13] = (uint8_t)(number >> 16);
    id.bytes[14] = (uint8_t)(number >> 8);
    id.bytes[15] = (uint8_t)number;
    return id;
}

static inline struct entry make_entry(unsigned id, enum entry_kind kind,
                                      const char *card, const char *body)
{
    return (struct entry){
        .id = id_of(id),
        .at_ms = 20000 * DAY_MS + 1000 * (int64_t)id,
        .day = 20000,
        .machine = id_of(0xaaaaaa),
        .kind = kind,
        .kind_name = entry_kind_name(kind),
        .deck = "d",
        .card = card,
        .body = body ? body : "{}",
    };
}

static inline struct entry make_undo(unsigned id, unsigned of, const char *card)
{
    struct entry entry = make_entry(id, ENTRY_UNDO, card, NULL);

    entry.refers_to = id_of(of);
    return entry;
}

static inline void append_entry(struct world *world, struct entry entry)
{
    OK(world, store_log_append(world->store, &entry, &world->err));
}

/* Merges one entry; whether it was added. */
static inline bool merge_entry(struct world *world, struct entry entry)
{
    bool added = false;

    OK(world, store_begin(world->store, &world->err));
    OK(world, store_log_merge(world->store, &entry, 1, &added, &world->err));
    OK(world, store_commit(world->store, &world->err));
    return added;
}

/* The body of an answer, in the world's arena: right is Good. */
static inline const char *answer_text(struct world *world, bool right,
                                      enum card_state from, int due_day)
{
    struct buf text = {0};
    const char *copy;
    struct answer_body body = {
        .shown = {"y", "n"},
        .chosen = {right ? "y" : "n"},
        .shown_count = 2,
        .chosen_count = 1,
        .correct = right,
        .grade = right ? GRADE_GOOD : GRADE_AGAIN,
        .ms = 70000,
        .from = from,
        .schedule = {.state = CARD_REVIEW,
                     .has_day = true,
                     .due_day = due_day,
                     .interval_days = due_day - 20000,
                     .retention = 0.9},
    };

    answer_body_write(&text, &body);
    copy = arena_string(&world->arena, buf_slice(&text));
    buf_release(&text);
    return copy;
}

/* Adds an answer to the counts of its day, or takes it from them. */
static inline void count_answer(struct world *world, const struct entry *entry,
                                int sign)
{
    struct answer_body body = {0};

    assert_true(answer_body_read(entry->body, &world->arena, &body));
    OK(world,
       store_activity_add(world->store, entry->day, &body, sign, &world->err));
}

static inline const char *grade_text(struct world *world, enum grade grade,
                                     int due_day)
{
    struct buf text = {0};
    const char *copy;
    struct grade_body body = {.grade = grade,
                              .schedule = {.state = CARD_REVIEW,
                                           .has_day = true,
                                           .due_day = due_day,
                                           .interval_days = due_day - 20000,
                                           .retention = 0.9}};

    grade_body_write(&text, &body);
    copy = arena_string(&world->arena, buf_slice(&text));
    buf_release(&text);
    return copy;
}

/* What store_log_each showed: "1 2x 3", x for void. */
static inline bool note_row(void *context, const struct entry *entry,
                            bool is_void)
{
    struct buf *out = context;

    buf_printf(out, "%s%d%s", out->len ? " " : "",
               entry->id.bytes[14] << 8 | entry->id.bytes[15],
               is_void ? "x" : "");
    return true;
}

static inline void expect_log(struct world *world,
                              const struct store_log_filter *filter,
                              const char *expected)
{
    static const struct store_log_filter all;
    struct buf out = {0};

    OK(world, store_log_each(world->store, filter ? filter : &all, note_row,
                             &out, &world->err));
    assert_string_equal(buf_text(&out), expected);
    buf_release(&out);
}

static inline void expect_history(struct world *world, const char *card,
                                  const char *expected)
{
    struct entry *entries = NULL;
    struct buf out = {0};
    int count = 0;

    OK(world, store_log_of_card(world->store, "d", card, &world->arena,
                                &entries, &count, &world->err));
    for (int i = 0; i < count; i++)
        note_row(&out, &entries[i], false);
    assert_string_equal(buf_text(&out), expected);
    buf_release(&out);
}

/* ---- decks ------------------------------------------------------------- */

static inline enum status plan_load(void *context, int64_t key,
                                    struct buf *json, struct error *err)
{
    return store_card_json(context, key, json, err);
}

/* Imports a deck text; renames may be NULL. */
static inline void import_with(struct world *world, const char *json,
                               const char *const (*renames)[2],
                               int rename_count)
{
    struct deck_file file = {"deck.json", slice_of(json)};
    struct deck deck = {0};
    struct plan plan = {0};
    struct problems problems = {0};
    struct arena arena = {0};
    struct plan_existing *existing = NULL;
    int count = 0;
    struct plan_input input;
    struct store_import import;

    if (deck_read(&file, 1, false, &deck, &problems) != STATUS_OK)
        fail_msg("%s", problems.count ? problems.items[0].message : "no deck");
    OK(world, store_deck_existing(world->store, deck.id, &arena, &existing,
                                  &count, &world->err));
    input = (struct plan_input){&deck,        existing,  count,       renames,
                                rename_count, plan_load, world->store};
    OK(world, plan_make(&input, &plan, &world->err));
    import = (struct store_import){
        .deck = &deck,
        .plan = &plan,
        .origin = "/decks/d.json",
        .moment = {.at_ms = 500, .day = 20000},
        .machine = id_of(0xaaaaaa),
        .fsrs = &world->fsrs,
    };
    OK(world, store_begin(world->store, &world->err));
    OK(world, store_import(world->store, &import, &world->err));
    OK(world, store_commit(world->store, &world->err));
    plan_release(&plan);
    arena_release(&arena);
    problems_release(&problems);
    deck_release(&deck);
}

static inline void import_text(struct world *world, const char *json)
{
    import_with(world, json, NULL, 0);
}

#define DECK_HEAD                                                              \
    "{\"format\":\"aiio-deck\",\"format_version\":1,\"id\":\"d\","             \
    "\"title\":\"D\",\"outline\":["                                            \
    "{\"id\":\"1\",\"title\":\"One\",\"weight\":60,\"objectives\":["           \
    "{\"id\":\"1.1\",\"title\":\"a\"},{\"id\":\"1.2\",\"title\":\"b\"}]},"     \
    "{\"id\":\"2\",\"title\":\"Two\",\"weight\":40,\"objectives\":["           \
    "{\"id\":\"2.1\",\"title\":\"c\"}]}],\"cards\":["
#define CARD(id, objective, more)                                              \
    "{\"id\":\"" id "\",\"objective\":\"" objective "\",\"question\":\"q " id  \
    "?\",\"correct\":{\"id\":\"y\",\"text\":\"yes\"},\"distractors\":["        \
    "{\"id\":\"n\",\"text\":\"no\"}]" more "}"
#define DECK_TAIL "]}"

static inline struct store_card find_card(struct world *world, const char *id)
{
    struct store_card card = {0};

    OK(world, store_card_find(world->store, "d", id, &world->arena, &card,
                              &world->err));
    return card;
}

/* A number that a query gives, on a second connection. */
static inline int64_t query(struct world *world, const char *sql)
{
    sqlite3 *db = NULL;
    sqlite3_stmt *statement = NULL;
    int64_t number = -1;

    assert_int_equal(sqlite3_open(world->path, &db), SQLITE_OK);
    if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) != SQLITE_OK)
        fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    if (sqlite3_step(statement) == SQLITE_ROW)
        number = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return number;
}

#endif
