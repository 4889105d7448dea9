/* SPDX-License-Identifier: MIT */
#include "store_private.h"

/* The text is the last column; fields come before it. As a blob it is not
   copied to end with a NUL. */
enum { COLUMN_KEY = 0, COLUMN_TAGS = 32 };

/* ---- when cards came ----------------------------------------------------- */

/*
 * Keys only grow and no card is ever deleted, so that a line a day will do:
 * "20423 1" says that cards from key 1 on came on day 20423.
 */
static const char fact[] = "added";

struct added {
    int64_t day, first_key;
};

struct added_list {
    struct added *items;
    size_t capacity;
    int count;
};

static enum status read_added(struct store *store, struct added_list *list,
                              struct error *err)
{
    struct buf text = {0};
    struct error none = {0};
    enum status status = store_fact_get(store, fact, &text, &none);
    struct slice rest = buf_slice(&text);

    while (rest.len > 0) {
        struct slice key = slice_cut(&rest, '\n'), day = slice_cut(&key, ' ');
        struct added added;

        if (!slice_to_int(day, INT32_MIN, INT32_MAX, &added.day) ||
            !slice_to_int(key, 1, INT64_MAX, &added.first_key))
            continue;
        mem_grow((void **)&list->items, &list->capacity,
                 (size_t)list->count + 1, sizeof(*list->items));
        list->items[list->count++] = added;
    }
    buf_release(&text);
    if (status && status != STATUS_NOT_FOUND)
        return error_set(err, status, "%s", none.text);
    return STATUS_OK;
}

enum status store_added_note(struct store *store, int day, int64_t first_key,
                             struct error *err)
{
    struct added_list list = {0};
    struct buf text = {0};
    enum status status = read_added(store, &list, err);

    if (!status && (list.count == 0 || list.items[list.count - 1].day != day)) {
        for (int i = 0; i < list.count; i++)
            buf_printf(&text, "%lld %lld\n", (long long)list.items[i].day,
                       (long long)list.items[i].first_key);
        buf_printf(&text, "%d %lld\n", day, (long long)first_key);
        status = store_fact_set(store, fact, buf_slice(&text), err);
    }
    mem_free(list.items);
    buf_release(&text);
    return status;
}

static bool added_day(const struct added_list *list, int64_t key, int *day)
{
    for (int i = list->count - 1; i >= 0; i--)
        if (list->items[i].first_key <= key) {
            *day = (int)list->items[i].day;
            return true;
        }
    return false;
}

/* ---- the search ---------------------------------------------------------- */

static struct store_found column_found(sqlite3_stmt *statement,
                                       const struct store_search *search,
                                       const struct added_list *added)
{
    struct store_found found = {
        .key = sqlite3_column_int64(statement, COLUMN_KEY)};

    if (search->text) {
        int column = search->fields ? COLUMN_TAGS + 1 : COLUMN_KEY + 1;

        found.text.ptr = sqlite3_column_blob(statement, column);
        found.text.len = (size_t)sqlite3_column_bytes(statement, column);
    }
    if (search->fields) {
        found.card = column_card(statement, NULL);
        found.tags = column_slice(statement, COLUMN_TAGS);
        found.has_added = added_day(added, found.key, &found.added_day);
    }
    return found;
}

enum status store_search(struct store *store, const struct store_search *search,
                         store_found_row *row, void *context, struct error *err)
{
    sqlite3_stmt *statement = NULL;
    struct added_list added = {0};
    bool more = true;
    enum status status = statement_get(store,
                                       !search->text    ? SQL_SEARCH_FIELDS
                                       : search->fields ? SQL_SEARCH_BOTH
                                                        : SQL_SEARCH_TEXT,
                                       &statement, err);

    if (!status && search->fields)
        status = read_added(store, &added, err);
    if (!status)
        bind_int(statement, ":retired", search->retired);
    while (!status) {
        struct store_found found;

        status = statement_next(store, statement, &more, err);
        if (status || !more)
            break;
        found = column_found(statement, search, &added);
        if (!row(context, &found)) {
            statement_end(statement);
            break;
        }
    }
    mem_free(added.items);
    return status;
}
