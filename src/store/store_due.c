/* SPDX-License-Identifier: MIT */
#include "store_private.h"

/* One question about what is due, asked of one deck or of each. */
struct asking {
    struct store *store;
    enum sql sql;
    const struct store_filter *filter;
    int first, last; /* study days; last is the day of the others */
    int limit;       /* cards, new ones only */
    store_due_row *row;
    void *context;
    struct buf tag;
    bool go_on;
};

static void bind_filter(sqlite3_stmt *statement,
                        const struct store_filter *filter, int64_t deck_key,
                        struct slice tag)
{
    bind_int(statement, ":deck", deck_key);
    bind_int(statement, ":domain", filter->domain);
    if (filter->objective)
        bind_text(statement, ":objective", filter->objective);
    if (filter->tag)
        bind_slice(statement, ":tag", tag);
}

static void bind_asking(sqlite3_stmt *statement, const struct asking *asking,
                        int64_t deck_key)
{
    const struct store_filter *filter = asking->filter;

    bind_filter(statement, filter, deck_key, buf_slice(&asking->tag));
    if (asking->sql == SQL_DUE_REVIEWS) {
        bind_int(statement, ":first", asking->first);
        bind_int(statement, ":last", asking->last);
    } else {
        bind_int(statement, ":day", asking->last);
    }
    if (asking->sql == SQL_DUE_NEW)
        bind_text(statement, ":one", filter->objective);
    if (asking->sql == SQL_DUE_NEW || asking->sql == SQL_DUE_NEW_ALL)
        bind_int(statement, ":limit", asking->limit);
}

static struct store_due column_due(sqlite3_stmt *statement)
{
    struct store_due due = {
        .key = sqlite3_column_int64(statement, 0),
        .id = column_string(statement, 1, NULL),
        .objective = column_string(statement, 2, NULL),
        .state = (enum card_state)(column_int(statement, 3) & 3),
        .has_day = column_int(statement, 4) != 0,
        .due_day = column_int(statement, 5),
        .due_at_ms = sqlite3_column_int64(statement, 6),
        .memory = {.stability = sqlite3_column_double(statement, 7),
                   .difficulty = sqlite3_column_double(statement, 8)},
        .last_day = column_int(statement, 9),
    };
    int reset_day = column_int(statement, 10);

    if (due.state == CARD_NEW && reset_day != 0) {
        due.has_day = true;
        due.due_day = reset_day;
    }
    return due;
}

static enum status deck_name(struct store *store, int64_t key,
                             struct arena *arena, const char **name,
                             struct error *err)
{
    sqlite3_stmt *statement = NULL;
    bool row = false;
    enum status status = statement_get(store, SQL_DECK_ID, &statement, err);

    *name = "";
    if (status)
        return status;
    bind_int(statement, ":key", key);
    status = statement_next(store, statement, &row, err);
    if (!row)
        return status;
    *name = column_string(statement, 0, arena);
    statement_end(statement);
    return STATUS_OK;
}

static enum status ask_deck(struct asking *asking, int64_t deck_key,
                            struct error *err)
{
    struct arena arena = {0};
    const char *name = "";
    sqlite3_stmt *statement = NULL;
    bool row = true;
    enum status status = deck_name(asking->store, deck_key, &arena, &name, err);

    if (!status)
        status = statement_get(asking->store, asking->sql, &statement, err);
    if (!status)
        bind_asking(statement, asking, deck_key);
    while (!status && asking->go_on) {
        struct store_due due;

        status = statement_next(asking->store, statement, &row, err);
        if (status || !row)
            break;
        due = column_due(statement);
        due.deck_key = deck_key;
        due.deck = name;
        asking->go_on = asking->row(asking->context, &due);
    }
    if (statement && !asking->go_on)
        statement_end(statement);
    arena_release(&arena);
    return status;
}

static enum status ask(struct asking *asking, struct error *err)
{
    int64_t key = asking->filter->deck_key;
    enum status status = STATUS_OK;

    asking->go_on = true;
    if (asking->filter->tag)
        buf_printf(&asking->tag, " %s ", asking->filter->tag);
    if (key != 0) {
        status = ask_deck(asking, key, err);
    } else {
        status = deck_next(asking->store, &key, err);
        while (!status && key != 0 && asking->go_on) {
            status = ask_deck(asking, key, err);
            if (!status)
                status = deck_next(asking->store, &key, err);
        }
    }
    buf_release(&asking->tag);
    return status;
}

enum status store_due_reviews(struct store *store,
                              const struct store_filter *filter, int from_day,
                              int to_day, store_due_row *row, void *context,
                              struct error *err)
{
    struct asking asking = {.store = store,
                            .sql = SQL_DUE_REVIEWS,
                            .filter = filter,
                            .first = from_day,
                            .last = to_day,
                            .row = row,
                            .context = context};

    return ask(&asking, err);
}

enum status store_due_learning(struct store *store,
                               const struct store_filter *filter, int day,
                               store_due_row *row, void *context,
                               struct error *err)
{
    struct asking asking = {.store = store,
                            .sql = SQL_DUE_LEARNING,
                            .filter = filter,
                            .last = day,
                            .row = row,
                            .context = context};

    return ask(&asking, err);
}

enum status store_due_new(struct store *store,
                          const struct store_filter *filter, int day, int limit,
                          store_due_row *row, void *context, struct error *err)
{
    struct asking asking = {.store = store,
                            .sql = filter->objective ? SQL_DUE_NEW
                                                     : SQL_DUE_NEW_ALL,
                            .filter = filter,
                            .last = day,
                            .limit = limit,
                            .row = row,
                            .context = context};

    return ask(&asking, err);
}

/* ---- counts ------------------------------------------------------------ */

enum status store_counts(struct store *store, int64_t deck_key,
                         store_count_row *row, void *context, struct error *err)
{
    sqlite3_stmt *statement = NULL;
    bool more = true;
    enum status status = statement_get(store, SQL_COUNTS, &statement, err);

    if (status)
        return status;
    bind_int(statement, ":deck", deck_key);
    while (!status && more) {
        struct store_count count;

        status = statement_next(store, statement, &more, err);
        if (status || !more)
            return status;
        count = (struct store_count){
            .deck_key = deck_key,
            .domain = column_int(statement, 0),
            .state = (enum card_state)(column_int(statement, 1) & 3),
            .due_day = column_int(statement, 2),
            .cards = sqlite3_column_int64(statement, 3),
        };
        more = row(context, &count);
    }
    statement_end(statement);
    return status;
}

enum status store_totals(struct store *store, int64_t deck_key, int64_t *totals,
                         int domains, struct error *err)
{
    sqlite3_stmt *statement = NULL;
    bool row = true;
    enum status status = statement_get(store, SQL_TOTALS, &statement, err);

    for (int i = 0; i < domains; i++)
        totals[i] = 0;
    if (status)
        return status;
    bind_int(statement, ":deck", deck_key);
    while (!status && row) {
        int slot;

        status = statement_next(store, statement, &row, err);
        if (status || !row)
            break;
        slot = column_int(statement, 0) + 1;
        if (slot >= 0 && slot < domains)
            totals[slot] += sqlite3_column_int64(statement, 1);
    }
    return status;
}

enum status store_card_exists(struct store *store,
                              const struct store_filter *filter, bool *exists,
                              struct error *err)
{
    struct buf tag = {0};
    sqlite3_stmt *statement = NULL;
    enum status status = statement_get(store, SQL_CARD_EXISTS, &statement, err);

    *exists = false;
    if (status)
        return status;
    buf_printf(&tag, " %s ", filter->tag ? filter->tag : "");
    bind_filter(statement, filter, filter->deck_key, buf_slice(&tag));
    status = statement_next(store, statement, exists, err);
    if (*exists)
        statement_end(statement);
    buf_release(&tag);
    return status;
}
