/* SPDX-License-Identifier: MIT */
#include "store_private.h"

static struct store_deck column_deck(sqlite3_stmt *statement,
                                     struct arena *arena)
{
    return (struct store_deck){
        .key = sqlite3_column_int64(statement, 0),
        .id = column_string(statement, 1, arena),
        .title = column_string(statement, 2, arena),
        .revision = column_string(statement, 3, arena),
        .header = column_string(statement, 4, arena),
        .origin = column_string(statement, 5, arena),
        .cards = column_int(statement, 6),
    };
}

enum status store_decks(struct store *store, struct arena *arena,
                        struct store_deck **decks, int *count,
                        struct error *err)
{
    sqlite3_stmt *statement = NULL;
    int capacity = 0;
    bool row = true;
    enum status status = statement_get(store, SQL_DECKS, &statement, err);

    *decks = NULL;
    *count = 0;
    while (!status && row) {
        status = statement_next(store, statement, &row, err);
        if (status || !row)
            break;
        if (*count == capacity) { /* the arena keeps the smaller arrays */
            struct store_deck *larger;

            capacity = capacity ? 2 * capacity : 8;
            larger = arena_alloc(arena, (size_t)capacity, sizeof(*larger));
            for (int i = 0; i < *count; i++)
                larger[i] = (*decks)[i];
            *decks = larger;
        }
        (*decks)[(*count)++] = column_deck(statement, arena);
    }
    return status;
}

static enum status no_such_deck(struct store *store, const char *id,
                                struct error *err)
{
    struct arena arena = {0};
    struct buf names = {0};
    struct store_deck *decks = NULL;
    int count = 0;
    enum status status = store_decks(store, &arena, &decks, &count, err);

    for (int i = 0; i < count; i++)
        buf_printf(&names, "%s%s", i ? ", " : "", decks[i].id);
    if (!status && count > 0)
        status = error_set(err, STATUS_NOT_FOUND, "no deck \"%s\"; there is %s",
                           id, buf_text(&names));
    else if (!status)
        status = error_set(err, STATUS_NOT_FOUND,
                           "no deck \"%s\"; the store has none yet", id);
    buf_release(&names);
    arena_release(&arena);
    return status;
}

enum status store_deck_find(struct store *store, const char *id,
                            struct arena *arena, struct store_deck *deck,
                            struct error *err)
{
    sqlite3_stmt *statement = NULL;
    bool row = false;
    enum status status = statement_get(store, SQL_DECK_FIND, &statement, err);

    if (status)
        return status;
    bind_text(statement, ":id", id);
    status = statement_next(store, statement, &row, err);
    if (status)
        return status;
    if (!row)
        return no_such_deck(store, id, err);
    *deck = column_deck(statement, arena);
    statement_end(statement);
    return STATUS_OK;
}

enum status deck_next(struct store *store, int64_t *key, struct error *err)
{
    sqlite3_stmt *statement = NULL;
    bool row = false;
    enum status status = statement_get(store, SQL_DECK_NEXT, &statement, err);

    if (status)
        return status;
    bind_int(statement, ":key", *key);
    status = statement_next(store, statement, &row, err);
    *key = row ? sqlite3_column_int64(statement, 0) : 0;
    if (row)
        statement_end(statement);
    return status;
}

enum status store_deck_existing(struct store *store, const char *deck_id,
                                struct arena *arena,
                                struct plan_existing **existing, int *count,
                                struct error *err)
{
    struct plan_existing *items = NULL;
    size_t capacity = 0;
    sqlite3_stmt *statement = NULL;
    bool row = true;
    enum status status =
        statement_get(store, SQL_DECK_EXISTING, &statement, err);

    *existing = NULL;
    *count = 0;
    if (status)
        return status;
    bind_text(statement, ":deck", deck_id);
    while (!status && row) {
        void *grown = items;

        status = statement_next(store, statement, &row, err);
        if (status || !row)
            break;
        mem_grow(&grown, &capacity, (size_t)*count + 1, sizeof(*items));
        items = grown;
        items[(*count)++] = (struct plan_existing){
            .key = sqlite3_column_int64(statement, 0),
            .id = column_string(statement, 1, arena),
            .hash = (uint64_t)sqlite3_column_int64(statement, 2),
            .retired = column_int(statement, 3) != 0,
        };
    }
    if (!status) {
        *existing = arena_alloc(arena, (size_t)*count + 1, sizeof(**existing));
        for (int i = 0; i < *count; i++)
            (*existing)[i] = items[i];
    }
    mem_free(items);
    return status;
}

enum status store_deck_cards(struct store *store, int64_t deck_key,
                             store_json_row *row, void *context,
                             struct error *err)
{
    sqlite3_stmt *statement = NULL;
    bool more = true;
    enum status status = statement_get(store, SQL_DECK_CARDS, &statement, err);

    if (status)
        return status;
    bind_int(statement, ":deck", deck_key);
    while (!status && more) {
        status = statement_next(store, statement, &more, err);
        if (status || !more)
            return status;
        more = row(context, column_slice(statement, 0));
    }
    statement_end(statement);
    return status;
}
