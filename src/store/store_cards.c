/* SPDX-License-Identifier: MIT */
#include "store_private.h"

#include <string.h>

struct store_card column_card(sqlite3_stmt *row, struct arena *arena)
{
    struct store_card card = {
        .key = sqlite3_column_int64(row, 0),
        .deck_key = sqlite3_column_int64(row, 1),
        .deck = column_string(row, 2, arena),
        .id = column_string(row, 3, arena),
        .objective = column_string(row, 4, arena),
        .domain = column_int(row, 5),
        .retired = column_int(row, 6) != 0,
        .reserve = column_int(row, 7) != 0,
        .hash = (uint64_t)sqlite3_column_int64(row, 31),
    };
    struct progress *progress = &card.progress;

    progress->due = (struct schedule){
        .state = (enum card_state)(column_int(row, 8) & 3),
        .step = column_int(row, 9),
        .has_day = column_int(row, 12) != 0,
        .due_day = column_int(row, 13),
        .due_at_ms = sqlite3_column_int64(row, 14),
        .interval_days = sqlite3_column_double(row, 15),
        .retention = sqlite3_column_double(row, 16),
    };
    progress->memory = (struct memory){
        .stability = sqlite3_column_double(row, 10),
        .difficulty = sqlite3_column_double(row, 11),
    };
    progress->last_day = column_int(row, 17);
    progress->last_at_ms = sqlite3_column_int64(row, 18);
    progress->last_answer = column_id(row, 19);
    progress->last_correct = column_int(row, 20) != 0;
    progress->answers = column_int(row, 21);
    progress->lapses = column_int(row, 22);
    progress->wrong = column_int(row, 23);
    progress->interval_days = column_int(row, 24);
    progress->suspended = column_int(row, 25) != 0;
    progress->flagged = column_int(row, 26) != 0;
    progress->buried_until = column_int(row, 27);
    progress->seen = column_int(row, 28) != 0;
    progress->reset_day = column_int(row, 29);
    progress->key_hash = (uint64_t)sqlite3_column_int64(row, 30);
    return card;
}

static enum status find_in_deck(struct store *store, const char *deck,
                                const char *card, struct arena *arena,
                                struct store_card *out, struct error *err)
{
    sqlite3_stmt *statement = NULL;
    bool row = false;
    enum status status = statement_get(store, SQL_CARD_FIND, &statement, err);

    if (status)
        return status;
    bind_text(statement, ":deck", deck);
    bind_text(statement, ":card", card);
    status = statement_next(store, statement, &row, err);
    if (status)
        return status;
    if (!row)
        return error_set(err, STATUS_NOT_FOUND,
                         "deck \"%s\" has no card \"%s\"", deck, card);
    *out = column_card(statement, arena);
    statement_end(statement);
    return STATUS_OK;
}

static enum status find_anywhere(struct store *store, const char *card,
                                 struct arena *arena, struct store_card *out,
                                 struct error *err)
{
    sqlite3_stmt *statement = NULL;
    struct buf names = {0};
    bool row = true;
    int found = 0;
    enum status status =
        statement_get(store, SQL_CARD_FIND_ANYWHERE, &statement, err);

    if (status)
        return status;
    bind_text(statement, ":card", card);
    while (!status && row) {
        status = statement_next(store, statement, &row, err);
        if (status || !row)
            break;
        *out = column_card(statement, arena);
        buf_printf(&names, "%s%s/%s", found++ ? ", " : "", out->deck, out->id);
    }
    if (!status && found == 0)
        status =
            error_set(err, STATUS_NOT_FOUND, "no deck has a card \"%s\"", card);
    else if (!status && found > 1)
        status = error_set(err, STATUS_NOT_FOUND,
                           "several decks have a card \"%s\"; name one of %s",
                           card, buf_text(&names));
    buf_release(&names);
    return status;
}

/* A card that was renamed is found by its former ids as well. */
static enum status find_renamed(struct store *store, const char *deck,
                                const char *card, struct arena *arena,
                                struct store_card *out, struct error *err)
{
    const char *name = card;
    struct error missing = {0};
    enum status status = find_in_deck(store, deck, card, arena, out, &missing);

    if (status == STATUS_NOT_FOUND) {
        status = history_current_name(store, deck, card, arena, &name, err);
        if (status)
            return status;
        status = strcmp(name, card) != 0
                     ? find_in_deck(store, deck, name, arena, out, &missing)
                     : STATUS_NOT_FOUND;
    }
    return status ? error_set(err, status, "%s", missing.text) : STATUS_OK;
}

enum status store_card_find(struct store *store, const char *deck,
                            const char *card, struct arena *arena,
                            struct store_card *out, struct error *err)
{
    return deck ? find_renamed(store, deck, card, arena, out, err)
                : find_anywhere(store, card, arena, out, err);
}

enum status card_row(struct store *store, enum sql sql, int64_t key,
                     sqlite3_stmt **statement, struct error *err)
{
    bool row = false;
    enum status status = statement_get(store, sql, statement, err);

    if (status)
        return status;
    bind_int(*statement, ":key", key);
    status = statement_next(store, *statement, &row, err);
    if (!status && !row)
        status = error_set(err, STATUS_NOT_FOUND, "the store has no card %lld",
                           (long long)key);
    return status;
}

enum status store_card_json(struct store *store, int64_t key, struct buf *json,
                            struct error *err)
{
    sqlite3_stmt *statement = NULL;
    enum status status = card_row(store, SQL_CARD_TEXT, key, &statement, err);

    if (status)
        return status;
    buf_add(json, column_slice(statement, 0));
    statement_end(statement);
    return STATUS_OK;
}

enum status store_card_at(struct store *store, int64_t key, struct arena *arena,
                          struct store_card *out, struct error *err)
{
    sqlite3_stmt *statement = NULL;
    enum status status = card_row(store, SQL_CARD_BY_KEY, key, &statement, err);

    if (status)
        return status;
    *out = column_card(statement, arena);
    statement_end(statement);
    return STATUS_OK;
}

enum status store_card_load(struct store *store, int64_t key,
                            struct arena *arena, struct store_card *out,
                            struct card *card, struct error *err)
{
    struct buf json = {0};
    enum status status = store_card_at(store, key, arena, out, err);

    if (!status)
        status = store_card_json(store, key, &json, err);
    if (!status) {
        status = deck_read_card(buf_slice(&json), arena, card, err);
        if (status)
            error_wrap(err, "%s: card %s/%s", store->path, out->deck, out->id);
    }
    buf_release(&json);
    return status;
}
