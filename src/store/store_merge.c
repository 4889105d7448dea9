/* SPDX-License-Identifier: MIT */
#include "store_private.h"

#include <stdlib.h>
#include <string.h>

/* An entry to be added, unless its id turns out to be there. */
struct candidate {
    const struct entry *entry;
    bool there;
};

struct candidates {
    struct candidate *items;
    int count;
};

static int compare_order(const void *a, const void *b)
{
    const struct candidate *left = a, *right = b;

    return entry_compare(left->entry, right->entry);
}

static int compare_id(const void *a, const void *b)
{
    const struct candidate *left = a, *right = b;

    return memcmp(left->entry->id.bytes, right->entry->id.bytes,
                  ENTRY_ID_BYTES);
}

static int compare_id_then_order(const void *a, const void *b)
{
    int difference = compare_id(a, b);

    return difference ? difference : compare_order(a, b);
}

/* By id, each id once: the entry that is first in the order of the log. */
static void sort_by_id(struct candidates *candidates)
{
    struct candidate *items = candidates->items;
    int kept = 0;

    qsort(items, (size_t)candidates->count, sizeof(*items),
          compare_id_then_order);
    for (int i = 0; i < candidates->count; i++)
        if (kept == 0 || compare_id(&items[kept - 1], &items[i]) != 0)
            items[kept++] = items[i];
    candidates->count = kept;
}

/* One look through the whole log, since it has no index by id and a foreign
   entry may name any tick, deck and card. */
static enum status mark_known(struct store *store,
                              struct candidates *candidates, struct error *err)
{
    sqlite3_stmt *statement = NULL;
    bool row = true;
    enum status status = statement_get(store, SQL_LOG_IDS, &statement, err);

    while (!status && row) {
        struct entry entry = {0};
        struct candidate key = {.entry = &entry}, *known;

        status = statement_next(store, statement, &row, err);
        if (status || !row)
            break;
        entry.id = column_id(statement, 0);
        known = bsearch(&key, candidates->items, (size_t)candidates->count,
                        sizeof(key), compare_id);
        if (known)
            known->there = true;
    }
    return status;
}

/* The place of an entry among those of its tick, by id, and the last place of
   the tick that is taken; -1: none is. */
static enum status find_place(struct store *store, const struct entry *entry,
                              int64_t *place, int64_t *last, struct error *err)
{
    const int64_t first = entry->tick * LOG_PLACES;
    sqlite3_stmt *statement = NULL;
    bool row = false;
    enum status status = statement_get(store, SQL_LOG_PLACE, &statement, err);

    if (status)
        return status;
    bind_id(statement, ":id", &entry->id);
    bind_int(statement, ":first", first);
    bind_int(statement, ":last", first + LOG_PLACES - 1);
    status = statement_next(store, statement, &row, err);
    if (status || !row)
        return status;
    *place = sqlite3_column_int64(statement, 0);
    *last = sqlite3_column_int64(statement, 1);
    statement_end(statement);
    if (*last == first + LOG_PLACES - 1)
        return error_set(err, STATUS_REJECTED,
                         "%s: more than %d entries of tick %lld", store->path,
                         LOG_PLACES, (long long)entry->tick);
    return STATUS_OK;
}

static enum status add_entry(struct store *store, const struct entry *entry,
                             struct error *err)
{
    int64_t place = 0, last = -1;
    enum status status = find_place(store, entry, &place, &last, err);

    for (; !status && last >= place; last--) { /* from the end: none collide */
        sqlite3_stmt *statement = NULL;

        status = statement_get(store, SQL_LOG_MOVE_UP, &statement, err);
        if (status)
            break;
        bind_int(statement, ":place", last);
        status = statement_run(store, statement, err);
    }
    return status ? status : log_insert(store, entry, place, err);
}

static enum status check(const struct store *store, const struct entry *entry,
                         struct error *err)
{
    if (entry_id_is_none(entry->id))
        return error_set(err, STATUS_REJECTED,
                         "%s: an entry to be merged has no id", store->path);
    if (entry->tick < 0 || entry->tick > STORE_TICK_MAX)
        return error_set(err, STATUS_REJECTED,
                         "%s: an entry to be merged has tick %lld; it must be "
                         "within 0 and %lld",
                         store->path, (long long)entry->tick,
                         (long long)STORE_TICK_MAX);
    return STATUS_OK;
}

enum status store_log_merge(struct store *store, const struct entry *entries,
                            int count, bool *added, struct error *err)
{
    struct candidates candidates = {.count = count};
    enum status status = STATUS_OK;

    for (int i = 0; !status && i < count; i++)
        status = check(store, &entries[i], err);
    if (status || count == 0)
        return status;
    candidates.items = mem_new((size_t)count, sizeof(*candidates.items));
    for (int i = 0; i < count; i++) {
        candidates.items[i].entry = &entries[i];
        added[i] = false;
    }
    sort_by_id(&candidates);
    status = mark_known(store, &candidates, err);
    /* In order, so that entries of one tick need not make room for others. */
    qsort(candidates.items, (size_t)candidates.count, sizeof(*candidates.items),
          compare_order);
    for (int i = 0; !status && i < candidates.count; i++) {
        if (candidates.items[i].there)
            continue;
        status = add_entry(store, candidates.items[i].entry, err);
        added[candidates.items[i].entry - entries] = !status;
    }
    mem_free(candidates.items);
    return status;
}
