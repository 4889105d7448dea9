/* SPDX-License-Identifier: MIT */
#include "store_private.h"

#include <string.h>

/* The list moves into the arena. */
static void hand_over(struct entry_list *list, struct arena *arena,
                      struct entry **entries, int *count)
{
    *entries = arena_alloc(arena, (size_t)list->count + 1, sizeof(**entries));
    if (list->count > 0)
        memcpy(*entries, list->items,
               (size_t)list->count * sizeof(*list->items));
    *count = list->count;
    entry_list_release(list);
}

enum status store_log_of_deck(struct store *store, const char *deck,
                              struct arena *arena, struct entry **entries,
                              int *count, struct error *err)
{
    struct entry_list list = {0};
    sqlite3_stmt *statement = NULL;
    enum status status = statement_get(store, SQL_LOG_OF_CARD, &statement, err);

    if (!status) {
        bind_text(statement, ":deck", deck);
        bind_text(statement, ":card", "");
        status = entry_list_read(store, statement, arena, &list, err);
    }
    hand_over(&list, arena, entries, count);
    return status;
}

enum status store_log_of_exam(struct store *store, struct entry_id start,
                              struct arena *arena, struct entry **entries,
                              int *count, struct error *err)
{
    struct entry_list list = {0};
    sqlite3_stmt *statement = NULL;
    enum status status = statement_get(store, SQL_LOG_OF_EXAM, &statement, err);

    if (!status) {
        bind_id(statement, ":id", &start);
        status = entry_list_read(store, statement, arena, &list, err);
    }
    hand_over(&list, arena, entries, count);
    return status;
}

enum status store_cards_to_choose(struct store *store, int64_t deck_key,
                                  struct arena *arena,
                                  struct store_card **cards, int *count,
                                  struct error *err)
{
    struct store_card *list = NULL;
    size_t capacity = 0;
    sqlite3_stmt *statement = NULL;
    bool row = true;
    enum status status =
        statement_get(store, SQL_CARDS_TO_CHOOSE, &statement, err);

    *count = 0;
    if (!status)
        bind_int(statement, ":deck", deck_key);
    while (!status && row) {
        status = statement_next(store, statement, &row, err);
        if (status || !row)
            break;
        mem_grow((void **)&list, &capacity, (size_t)*count + 1, sizeof(*list));
        list[(*count)++] = column_card(statement, arena);
    }
    *cards = arena_alloc(arena, (size_t)*count + 1, sizeof(*list));
    if (*count > 0)
        memcpy(*cards, list, (size_t)*count * sizeof(*list));
    mem_free(list);
    return status;
}
