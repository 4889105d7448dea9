/* SPDX-License-Identifier: MIT */
#include "store_private.h"

#include <stdlib.h>

/* ---- rows -------------------------------------------------------------- */

struct entry column_entry(sqlite3_stmt *statement, struct arena *arena)
{
    struct entry entry = {
        .id = column_id(statement, 0),
        .tick = sqlite3_column_int64(statement, 1),
        .at_ms = sqlite3_column_int64(statement, 2),
        .day = column_int(statement, 3),
        .offset_min = column_int(statement, 4),
        .machine = column_id(statement, 5),
        .kind = entry_kind_parse(column_slice(statement, 6)),
        .kind_name = column_string(statement, 6, arena),
        .deck = column_string(statement, 7, arena),
        .card = column_string(statement, 8, arena),
        .refers_to = column_id(statement, 9),
        .body = column_string(statement, 10, arena),
    };

    return entry;
}

void entry_list_add(struct entry_list *list, struct entry entry)
{
    void *items = list->items;

    mem_grow(&items, &list->capacity, (size_t)list->count + 1,
             sizeof(*list->items));
    list->items = items;
    list->items[list->count++] = entry;
}

void entry_list_release(struct entry_list *list)
{
    mem_free(list->items);
    *list = (struct entry_list){0};
}

enum status entry_list_read(struct store *store, sqlite3_stmt *statement,
                            struct arena *arena, struct entry_list *list,
                            struct error *err)
{
    bool row = true;
    enum status status = STATUS_OK;

    while (!status && row) {
        status = statement_next(store, statement, &row, err);
        if (!status && row)
            entry_list_add(list, column_entry(statement, arena));
    }
    return status;
}

/*
 * A tick is at least the time, and a study day begins at most 14 hours (the
 * easternmost zone) before the UTC day of its number; a day more is spared.
 */
int64_t log_first_place(int day)
{
    int64_t tick = ((int64_t)day - 2) * DAY_MS;

    if (tick < 0)
        return 0;
    return tick > STORE_TICK_MAX ? INT64_MAX : tick * LOG_PLACES;
}

/* ---- writing ----------------------------------------------------------- */

enum status log_insert(struct store *store, const struct entry *entry,
                       int64_t place, struct error *err)
{
    sqlite3_stmt *statement = NULL;
    const char *kind = entry->kind_name && entry->kind_name[0]
                           ? entry->kind_name
                           : entry_kind_name(entry->kind);
    enum status status = statement_get(store, SQL_LOG_INSERT, &statement, err);

    if (status)
        return status;
    bind_int(statement, ":place", place);
    bind_id(statement, ":id", &entry->id);
    bind_int(statement, ":tick", entry->tick);
    bind_int(statement, ":at", entry->at_ms);
    bind_int(statement, ":day", entry->day);
    bind_int(statement, ":offset", entry->offset_min);
    /* A machine may be unknown (an imported history); the column is not. */
    (void)sqlite3_bind_blob(
        statement, sqlite3_bind_parameter_index(statement, ":machine"),
        entry->machine.bytes, ENTRY_ID_BYTES, SQLITE_STATIC);
    bind_text(statement, ":kind", kind);
    bind_text(statement, ":deck", entry->deck);
    bind_text(statement, ":card", entry->card);
    bind_id(statement, ":refers_to", &entry->refers_to);
    bind_text(statement, ":body", entry->body ? entry->body : "{}");
    return statement_run(store, statement, err);
}

/* -1 when the log is empty. */
static enum status greatest_tick(struct store *store, int64_t *tick,
                                 struct error *err)
{
    sqlite3_stmt *statement = NULL;
    bool row = false;
    enum status status =
        statement_get(store, SQL_LOG_GREATEST_TICK, &statement, err);

    if (!status)
        status = statement_next(store, statement, &row, err);
    if (status || !row)
        return status;
    *tick = sqlite3_column_type(statement, 0) == SQLITE_NULL
                ? -1
                : sqlite3_column_int64(statement, 0);
    statement_end(statement);
    return STATUS_OK;
}

enum status store_log_append(struct store *store, struct entry *entry,
                             struct error *err)
{
    int64_t tick = -1;
    enum status status = greatest_tick(store, &tick, err);

    if (status)
        return status;
    tick++;
    entry->tick = tick > entry->at_ms ? tick : entry->at_ms;
    if (entry->tick > INT64_MAX / LOG_PLACES)
        return error_set(err, STATUS_REJECTED,
                         "%s: the log has no room after tick %lld", store->path,
                         (long long)entry->tick);
    return log_insert(store, entry, entry->tick * LOG_PLACES, err);
}

/* ---- finding ----------------------------------------------------------- */

enum status store_log_has(struct store *store, struct entry_id id,
                          int64_t since_ms, bool *found, struct error *err)
{
    sqlite3_stmt *statement = NULL;
    enum status status = statement_get(store, SQL_LOG_HAS, &statement, err);

    *found = false;
    if (status)
        return status;
    bind_int(statement, ":first", since_ms * LOG_PLACES);
    bind_id(statement, ":id", &id);
    status = statement_next(store, statement, found, err);
    if (*found)
        statement_end(statement);
    return status;
}

static enum status read_one(struct store *store, sqlite3_stmt *statement,
                            struct arena *arena, struct entry *entry,
                            bool *found, struct error *err)
{
    enum status status = statement_next(store, statement, found, err);

    if (status || !*found)
        return status;
    *entry = column_entry(statement, arena);
    statement_end(statement);
    return STATUS_OK;
}

enum status store_log_find(struct store *store, struct entry_id id,
                           struct arena *arena, struct entry *entry,
                           struct error *err)
{
    char hex[2 * ENTRY_ID_BYTES + 1] = {0};
    sqlite3_stmt *statement = NULL;
    bool found = false;
    enum status status = statement_get(store, SQL_LOG_FIND, &statement, err);

    if (status)
        return status;
    bind_id(statement, ":id", &id);
    status = read_one(store, statement, arena, entry, &found, err);
    if (status || found)
        return status;
    hex_encode(id.bytes, ENTRY_ID_BYTES, hex);
    return error_set(err, STATUS_NOT_FOUND, "the log has no entry %.32s", hex);
}

enum status log_find_of_card(struct store *store, const struct entry *by,
                             struct arena *arena, struct entry *entry,
                             bool *found, struct error *err)
{
    sqlite3_stmt *statement = NULL;
    enum status status =
        statement_get(store, SQL_LOG_FIND_OF_CARD, &statement, err);

    *found = false;
    if (status)
        return status;
    bind_text(statement, ":deck", by->deck);
    bind_text(statement, ":card", by->card);
    bind_id(statement, ":id", &by->refers_to);
    return read_one(store, statement, arena, entry, found, err);
}

enum status store_log_find_named(struct store *store, const struct entry *by,
                                 struct arena *arena, struct entry *entry,
                                 struct error *err)
{
    const struct entry_id id = by->refers_to;
    bool found = false;
    enum status status = log_find_of_card(store, by, arena, entry, &found, err);

    if (status || found)
        return status;
    return store_log_find(store, id, arena, entry, err);
}

/* ---- listing ----------------------------------------------------------- */

struct listing {
    struct store *store;
    const struct store_log_filter *filter;
    store_log_row *row;
    void *context;
    struct void_set set;
};

/*
 * Nearly every grade follows its answer with neither another answer nor a
 * reset of the card between them: then it is void with its answer, and no
 * history has to be folded. found is false where that is not so.
 */
static enum status grade_of_last(struct listing *listing,
                                 const struct entry *grade, bool *found,
                                 bool *is_void, struct error *err)
{
    sqlite3_stmt *statement = NULL;
    struct arena arena = {0};
    struct answer_body body;
    struct grade_body other;
    enum status status =
        statement_get(listing->store, SQL_LOG_GRADED_LAST, &statement, err);

    if (status)
        return status;
    bind_id(statement, ":answer", &grade->refers_to);
    bind_text(statement, ":deck", grade->deck);
    bind_text(statement, ":card", grade->card);
    bind_int(statement, ":tick", grade->tick);
    status = statement_next(listing->store, statement, found, err);
    if (!status && *found) {
        struct entry answer = column_entry(statement, &arena);

        *is_void = void_set_has(&listing->set, &answer) ||
                   !answer_body_read(answer.body, &arena, &body) ||
                   !grade_body_read(grade->body, &other);
        statement_end(statement);
    }
    arena_release(&arena);
    return status;
}

/*
 * A grade is void with its answer, and when another answer came between:
 * that is the fold's to say.
 */
static enum status grade_is_void(struct listing *listing,
                                 const struct entry *grade, bool *is_void,
                                 struct error *err)
{
    static const struct fsrs no_model;
    struct arena arena = {0};
    struct progress ignored = {0};
    struct entry *entries = NULL;
    bool *flags;
    int count = 0;
    enum status status =
        store_log_of_card(listing->store, grade->deck, grade->card, &arena,
                          &entries, &count, err);

    if (!status) {
        struct fsrs fsrs = no_model;

        fsrs_prepare(&fsrs, &fsrs_default);
        flags = arena_alloc(&arena, (size_t)count + 1, sizeof(*flags));
        progress_fold(&ignored, &fsrs, entries, count, flags);
        for (int i = 0; i < count; i++)
            if (entry_id_equal(entries[i].id, grade->id))
                *is_void = flags[i];
    }
    arena_release(&arena);
    return status;
}

static enum status show(struct listing *listing, const struct entry *entry,
                        bool *go_on, struct error *err)
{
    bool is_void = void_set_has(&listing->set, entry), found = false;
    enum status status = STATUS_OK;

    if (!is_void && entry->kind == ENTRY_GRADE)
        status = grade_of_last(listing, entry, &found, &is_void, err);
    if (!status && !is_void && !found && entry->kind == ENTRY_GRADE)
        status = grade_is_void(listing, entry, &is_void, err);
    if (!status)
        *go_on = listing->row(listing->context, entry, is_void);
    return status;
}

static enum status list_card(struct listing *listing, const char *deck,
                             struct error *err)
{
    const struct store_log_filter *filter = listing->filter;
    struct arena arena = {0};
    struct entry *entries = NULL;
    int count = 0;
    bool go_on = true;
    enum status status = store_log_of_card(listing->store, deck, filter->card,
                                           &arena, &entries, &count, err);

    for (int i = 0; !status && go_on && i < count; i++) {
        if (filter->has_since && entries[i].day < filter->since_day)
            continue;
        if (filter->kind != ENTRY_UNKNOWN && entries[i].kind != filter->kind)
            continue;
        status = show(listing, &entries[i], &go_on, err);
    }
    arena_release(&arena);
    return status;
}

static enum status list_all(struct listing *listing, struct error *err)
{
    const struct store_log_filter *filter = listing->filter;
    sqlite3_stmt *statement = NULL;
    bool row = true, go_on = true;
    enum status status = statement_get(
        listing->store, filter->has_since ? SQL_LOG_SINCE : SQL_LOG_ALL,
        &statement, err);

    if (status)
        return status;
    if (filter->has_since) {
        bind_int(statement, ":since", filter->since_day);
        bind_int(statement, ":first", log_first_place(filter->since_day));
    }
    if (filter->deck)
        bind_text(statement, ":deck", filter->deck);
    if (filter->kind != ENTRY_UNKNOWN)
        bind_text(statement, ":kind", entry_kind_name(filter->kind));
    while (!status && row && go_on) {
        struct entry entry;

        status = statement_next(listing->store, statement, &row, err);
        if (status || !row)
            break;
        entry = column_entry(statement, NULL);
        status = show(listing, &entry, &go_on, err);
    }
    if (status || !go_on)
        statement_end(statement);
    return status;
}

/* Every deck that has the card, one after the other. */
static enum status list_card_of_decks(struct listing *listing,
                                      struct error *err)
{
    struct arena arena = {0};
    struct store_deck *decks = NULL;
    int count = 0;
    enum status status =
        store_decks(listing->store, &arena, &decks, &count, err);

    for (int i = 0; !status && i < count; i++)
        status = list_card(listing, decks[i].id, err);
    arena_release(&arena);
    return status;
}

enum status store_log_each(struct store *store,
                           const struct store_log_filter *filter,
                           store_log_row *row, void *context, struct error *err)
{
    struct listing listing = {
        .store = store, .filter = filter, .row = row, .context = context};
    enum status status = void_set_load(store, &listing.set, err);

    if (!status && filter->card && filter->deck)
        status = list_card(&listing, filter->deck, err);
    else if (!status && filter->card)
        status = list_card_of_decks(&listing, err);
    else if (!status)
        status = list_all(&listing, err);
    void_set_release(&listing.set);
    return status;
}
