/* SPDX-License-Identifier: MIT */
#include "store_private.h"

/* The text is read as a blob: as text it would be copied to end with a NUL. */
enum { COLUMN_TAGS = 32, COLUMN_TEXT = 33 };

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

/* ---- cards with their fields --------------------------------------------- */

static struct slice column_text(sqlite3_stmt *statement, int column)
{
    struct slice text = {sqlite3_column_blob(statement, column), 0};

    text.len = (size_t)sqlite3_column_bytes(statement, column);
    return text;
}

static struct store_found column_found(sqlite3_stmt *statement, bool text,
                                       const struct added_list *added)
{
    struct store_found found = {.card = column_card(statement, NULL),
                                .tags = column_slice(statement, COLUMN_TAGS)};

    if (text)
        found.text = column_text(statement, COLUMN_TEXT);
    found.has_added = added_day(added, found.card.key, &found.added_day);
    return found;
}

enum status store_search(struct store *store, const struct store_search *search,
                         store_found_row *row, void *context, struct error *err)
{
    sqlite3_stmt *statement = NULL;
    struct added_list added = {0};
    bool more = true;
    enum status status =
        statement_get(store, search->text ? SQL_SEARCH_BOTH : SQL_SEARCH_FIELDS,
                      &statement, err);

    if (!status)
        status = read_added(store, &added, err);
    if (!status)
        bind_int(statement, ":retired", search->retired);
    while (!status) {
        struct store_found found;

        status = statement_next(store, statement, &more, err);
        if (status || !more)
            break;
        found = column_found(statement, search->text, &added);
        if (!row(context, &found)) {
            statement_end(statement);
            break;
        }
    }
    mem_free(added.items);
    return status;
}

/* ---- texts alone --------------------------------------------------------- */

/* A set of keys: a bit each. */
struct key_set {
    uint64_t *bits;
    size_t capacity;
    bool any;
};

static void key_add(struct key_set *set, int64_t key)
{
    size_t at = (size_t)key / 64;

    mem_grow((void **)&set->bits, &set->capacity, at + 1, sizeof(*set->bits));
    set->bits[at] |= UINT64_C(1) << (key % 64);
    set->any = true;
}

static bool key_is_in(const struct key_set *set, int64_t key)
{
    size_t at = (size_t)key / 64;

    return at < set->capacity && set->bits[at] >> (key % 64) & 1;
}

static enum status match_texts(struct store *store, store_text_matches *matches,
                               void *context, struct key_set *set,
                               struct error *err)
{
    sqlite3_stmt *statement = NULL;
    bool more = true;
    enum status status =
        statement_get(store, SQL_SEARCH_TEXTS, &statement, err);

    while (!status) {
        status = statement_next(store, statement, &more, err);
        if (status || !more)
            break;
        if (matches(context, column_text(statement, 1)))
            key_add(set, sqlite3_column_int64(statement, 0));
    }
    return status;
}

/* Whether there are retired cards at all: their rows need not be read then. */
static enum status any_retired(struct store *store, bool *any,
                               struct error *err)
{
    sqlite3_stmt *statement = NULL;
    bool row = false;
    enum status status =
        statement_get(store, SQL_SEARCH_RETIRED, &statement, err);

    if (!status)
        status = statement_next(store, statement, &row, err);
    if (!status && row) {
        *any = column_int(statement, 0) != 0;
        statement_end(statement);
    }
    return status;
}

/*
 * The texts are read as they lie in the file, which is fastest; then the
 * order of the decks is gone through, off its index, for those that matched.
 */
enum status store_search_texts(struct store *store, bool retired,
                               store_text_matches *matches, store_key_row *row,
                               void *context, struct error *err)
{
    sqlite3_stmt *statement = NULL;
    struct key_set set = {0};
    bool more = true, filter = false;
    enum status status = match_texts(store, matches, context, &set, err);

    if (!status && set.any && !retired)
        status = any_retired(store, &filter, err);
    if (!status && set.any)
        status =
            statement_get(store, filter ? SQL_SEARCH_ACTIVE : SQL_SEARCH_ORDER,
                          &statement, err);
    while (!status && set.any) {
        int64_t key;

        status = statement_next(store, statement, &more, err);
        if (status || !more)
            break;
        key = sqlite3_column_int64(statement, 0);
        if (key_is_in(&set, key))
            row(context, key);
    }
    mem_free(set.bits);
    return status;
}
