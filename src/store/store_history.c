/* SPDX-License-Identifier: MIT */
#include "store_private.h"

#include "aiio/rng.h"

#include <stdlib.h>
#include <string.h>

/* ---- what standing undos name ------------------------------------------ */

struct void_slot {
    struct entry_id id; /* none: free */
    int64_t tick;       /* of the latest undo that names it */
    struct entry_id by;
};

static struct void_slot *find_slot(const struct void_set *set,
                                   struct entry_id id)
{
    uint64_t hash = 0;
    size_t i;

    /* Ids from outside may be chosen: all bytes take part. */
    hash = fnv1a(FNV1A_START,
                 (struct slice){(const char *)id.bytes, ENTRY_ID_BYTES});
    for (i = hash % set->capacity; !entry_id_is_none(set->slots[i].id);
         i = (i + 1) % set->capacity)
        if (entry_id_equal(set->slots[i].id, id))
            break;
    return &set->slots[i];
}

static void grow_set(struct void_set *set)
{
    struct void_set larger = {.capacity =
                                  set->capacity ? 2 * set->capacity : 64};

    larger.slots = mem_new(larger.capacity, sizeof(*larger.slots));
    for (size_t i = 0; i < set->capacity; i++)
        if (!entry_id_is_none(set->slots[i].id))
            *find_slot(&larger, set->slots[i].id) = set->slots[i];
    larger.count = set->count;
    void_set_release(set);
    *set = larger;
}

bool void_set_has(const struct void_set *set, const struct entry *entry)
{
    const struct void_slot *slot;
    struct entry undo;

    if (set->capacity == 0)
        return false;
    slot = find_slot(set, entry->id);
    if (entry_id_is_none(slot->id))
        return false;
    undo = (struct entry){.id = slot->by, .tick = slot->tick};
    return entry_compare(&undo, entry) > 0;
}

void void_set_add(struct void_set *set, const struct entry *undo)
{
    struct void_slot *slot;

    if (entry_id_is_none(undo->refers_to) || void_set_has(set, undo))
        return;
    if (2 * (set->count + 1) > set->capacity)
        grow_set(set);
    slot = find_slot(set, undo->refers_to);
    if (!entry_id_is_none(slot->id))
        return; /* a later one names it already */
    *slot = (struct void_slot){undo->refers_to, undo->tick, undo->id};
    set->count++;
}

void void_set_release(struct void_set *set)
{
    mem_free(set->slots);
    *set = (struct void_set){0};
}

enum status void_set_load(struct store *store, struct void_set *set,
                          struct error *err)
{
    sqlite3_stmt *statement = NULL;
    bool row = true;
    enum status status = statement_get(store, SQL_LOG_UNDOS, &statement, err);

    while (!status && row) {
        status = statement_next(store, statement, &row, err);
        if (!status && row) {
            struct entry undo = column_entry(statement, NULL);

            void_set_add(set, &undo);
        }
    }
    return status;
}

/* ---- undos of some entries --------------------------------------------- */

static bool list_has(const struct entry_list *list, struct entry_id id)
{
    for (int i = list->count - 1; i >= 0; i--)
        if (entry_id_equal(list->items[i].id, id))
            return true;
    return false;
}

static enum status add_undos_of(struct store *store, struct entry_id id,
                                struct arena *arena, struct entry_list *list,
                                struct error *err)
{
    sqlite3_stmt *statement = NULL;
    bool row = true;
    enum status status =
        statement_get(store, SQL_LOG_UNDOS_OF, &statement, err);

    if (status)
        return status;
    bind_id(statement, ":id", &id);
    while (!status && row) {
        status = statement_next(store, statement, &row, err);
        if (status || !row || list_has(list, column_id(statement, 0)))
            continue;
        entry_list_add(list, column_entry(statement, arena));
    }
    return status;
}

enum status history_add_undos(struct store *store, struct arena *arena,
                              struct entry_list *list, struct error *err)
{
    enum status status = STATUS_OK;

    for (int i = 0; !status && i < list->count; i++)
        status = add_undos_of(store, list->items[i].id, arena, list, err);
    return status;
}

static int compare_entries(const void *a, const void *b)
{
    return entry_compare(a, b);
}

static void sort_entries(struct entry_list *list)
{
    if (list->count > 1)
        qsort(list->items, (size_t)list->count, sizeof(*list->items),
              compare_entries);
}

enum status history_is_void(struct store *store, const struct entry *entry,
                            bool *is_void, struct error *err)
{
    struct arena arena = {0};
    struct entry_list list = {0};
    struct void_set set = {0};
    enum status status;

    entry_list_add(&list, *entry);
    status = history_add_undos(store, &arena, &list, err);
    if (!status) {
        sort_entries(&list);
        for (int i = list.count - 1; i >= 0; i--)
            if (list.items[i].kind == ENTRY_UNDO)
                void_set_add(&set, &list.items[i]);
        *is_void = void_set_has(&set, entry);
    }
    void_set_release(&set);
    entry_list_release(&list);
    arena_release(&arena);
    return status;
}

/* ---- renames ----------------------------------------------------------- */

struct rename {
    struct entry entry; /* card: the id until then */
    const char *to;
};

struct renames {
    struct rename *items;
    size_t capacity;
    int count;
};

static enum status load_renames(struct store *store, const char *deck,
                                struct arena *arena, struct renames *renames,
                                struct error *err)
{
    struct entry_list list = {0};
    sqlite3_stmt *statement = NULL;
    enum status status = statement_get(store, SQL_LOG_RENAMES, &statement, err);

    if (status)
        return status;
    bind_text(statement, ":deck", deck);
    status = entry_list_read(store, statement, arena, &list, err);
    for (int i = 0; !status && i < list.count; i++) {
        struct rename rename = {.entry = list.items[i]};
        void *items = renames->items;
        bool is_void = false;

        status = history_is_void(store, &rename.entry, &is_void, err);
        if (status || is_void ||
            !rename_body_read(rename.entry.body, arena, &rename.to))
            continue;
        mem_grow(&items, &renames->capacity, (size_t)renames->count + 1,
                 sizeof(*renames->items));
        renames->items = items;
        renames->items[renames->count++] = rename;
    }
    entry_list_release(&list);
    return status;
}

enum status history_current_name(struct store *store, const char *deck,
                                 const char *card, struct arena *arena,
                                 const char **name, struct error *err)
{
    struct renames renames = {0};
    enum status status = load_renames(store, deck, arena, &renames, err);

    *name = card;
    for (int i = 0; !status && i < renames.count; i++)
        if (!strcmp(renames.items[i].entry.card, *name))
            *name = renames.items[i].to;
    mem_free(renames.items);
    return status;
}

/* ---- the history of a card --------------------------------------------- */

struct collecting {
    struct store *store;
    struct arena *arena;
    const struct renames *renames;
    const char *deck;
    struct entry_list *list;
};

static enum status read_card(struct collecting *collecting, const char *card,
                             struct entry_list *list, struct error *err)
{
    sqlite3_stmt *statement = NULL;
    enum status status =
        statement_get(collecting->store, SQL_LOG_OF_CARD, &statement, err);

    if (status)
        return status;
    bind_text(statement, ":deck", collecting->deck);
    bind_text(statement, ":card", card);
    return entry_list_read(collecting->store, statement, collecting->arena,
                           list, err);
}

/*
 * What a card was called id holds the entries of that id up to the rename
 * number before (all of them: the count), down to the rename that gave an
 * earlier stretch of the same id away. An earlier rename to this id within
 * the stretch brings another id's entries along.
 */
static enum status collect(struct collecting *collecting, const char *id,
                           int before, struct error *err)
{
    const struct rename *renames = collecting->renames->items;
    int count = collecting->renames->count, after = -1;
    struct entry_list list = {0};
    enum status status = read_card(collecting, id, &list, err);

    for (int i = 0; i < before; i++)
        if (!strcmp(renames[i].entry.card, id))
            after = i;
    for (int i = 0; !status && i < list.count; i++) {
        const struct entry *entry = &list.items[i];

        if (before < count && entry_compare(entry, &renames[before].entry) > 0)
            continue;
        if (after >= 0 && entry_compare(entry, &renames[after].entry) <= 0)
            continue;
        entry_list_add(collecting->list, *entry);
    }
    entry_list_release(&list);
    for (int i = after + 1; !status && i < before; i++)
        if (!strcmp(renames[i].to, id) &&
            strcmp(renames[i].entry.card, id) != 0)
            status = collect(collecting, renames[i].entry.card, i, err);
    return status;
}

enum status store_log_of_card(struct store *store, const char *deck,
                              const char *card, struct arena *arena,
                              struct entry **entries, int *count,
                              struct error *err)
{
    struct entry_list list = {0};
    struct renames renames = {0};
    struct collecting collecting = {store, arena, &renames, deck, &list};
    enum status status = load_renames(store, deck, arena, &renames, err);

    *entries = NULL;
    *count = 0;
    if (!status)
        status = collect(&collecting, card, renames.count, err);
    if (!status)
        status = history_add_undos(store, arena, &list, err);
    if (!status) {
        sort_entries(&list);
        *entries =
            arena_alloc(arena, (size_t)list.count + 1, sizeof(**entries));
        if (list.count > 0)
            memcpy(*entries, list.items,
                   (size_t)list.count * sizeof(**entries));
        *count = list.count;
    }
    mem_free(renames.items);
    entry_list_release(&list);
    return status;
}
