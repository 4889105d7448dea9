/* SPDX-License-Identifier: MIT */
#include "store_private.h"

#include <stdlib.h>
#include <string.h>

/*
 * Places in the deck are numbers with room between them, so that a card put
 * in the middle does not move all that follow.
 */
enum {
    STRIDE = 1024,
    LARGE = 10000 /* cards, from which on an import gets a larger cache */
};

struct place {
    int64_t key, seq;
};

struct importing {
    struct store *store;
    const struct store_import *import;
    int64_t deck_key;
    int64_t last_seq;
    bool known;   /* the deck was here before */
    bool has_log; /* the log names it */
    bool wrote;   /* a row of a card */
    struct place *places;
    size_t place_capacity;
    int place_count;
    struct buf json, tags;
    int64_t first_key; /* of the cards that were not here before */
};

/* ---- the row of the deck ----------------------------------------------- */

static enum status write_deck(struct importing *importing, enum sql sql,
                              struct error *err)
{
    const struct store_import *import = importing->import;
    sqlite3_stmt *statement = NULL;
    enum status status = statement_get(importing->store, sql, &statement, err);

    if (status)
        return status;
    if (sql == SQL_DECK_INSERT)
        bind_text(statement, ":id", import->deck->id);
    else
        bind_int(statement, ":key", importing->deck_key);
    bind_text(statement, ":title", import->deck->title);
    bind_text(statement, ":revision", import->deck->revision);
    bind_slice(statement, ":header", buf_slice(&importing->json));
    bind_text(statement, ":origin", import->origin);
    return statement_run(importing->store, statement, err);
}

static bool deck_differs(const struct importing *importing,
                         const struct store_deck *row)
{
    const struct store_import *import = importing->import;

    return strcmp(row->header, buf_text(&importing->json)) != 0 ||
           strcmp(row->title, import->deck->title) != 0 ||
           strcmp(row->revision, import->deck->revision) != 0 ||
           strcmp(row->origin, import->origin ? import->origin : "") != 0;
}

static enum status put_deck(struct importing *importing, bool *changed,
                            struct error *err)
{
    struct store *store = importing->store;
    struct arena arena = {0};
    struct store_deck row = {0};
    struct error missing = {0};
    enum status status = store_deck_find(store, importing->import->deck->id,
                                         &arena, &row, &missing);

    buf_clear(&importing->json);
    deck_write_header(&importing->json, importing->import->deck);
    importing->known = status == STATUS_OK;
    *changed = true;
    if (importing->known) {
        importing->deck_key = row.key;
        *changed = deck_differs(importing, &row);
        if (*changed)
            status = write_deck(importing, SQL_DECK_UPDATE, err);
    } else if (status == STATUS_NOT_FOUND) {
        status = write_deck(importing, SQL_DECK_INSERT, err);
        importing->deck_key = sqlite3_last_insert_rowid(store->db);
    } else {
        error_set(err, status, "%s", missing.text);
    }
    arena_release(&arena);
    return status;
}

/* ---- what is there ----------------------------------------------------- */

static enum status ask_log(struct importing *importing, struct error *err)
{
    sqlite3_stmt *statement = NULL;
    enum status status =
        statement_get(importing->store, SQL_LOG_HAS_DECK, &statement, err);

    if (status)
        return status;
    bind_text(statement, ":deck", importing->import->deck->id);
    status =
        statement_next(importing->store, statement, &importing->has_log, err);
    if (importing->has_log)
        statement_end(statement);
    return status;
}

static int compare_places(const void *a, const void *b)
{
    const struct place *left = a, *right = b;

    return (left->key > right->key) - (left->key < right->key);
}

static enum status load_places(struct importing *importing, struct error *err)
{
    sqlite3_stmt *statement = NULL;
    bool row = true;
    enum status status =
        statement_get(importing->store, SQL_DECK_PLACES, &statement, err);

    if (status)
        return status;
    bind_int(statement, ":deck", importing->deck_key);
    while (!status && row) {
        void *grown = importing->places;

        status = statement_next(importing->store, statement, &row, err);
        if (status || !row)
            break;
        mem_grow(&grown, &importing->place_capacity,
                 (size_t)importing->place_count + 1,
                 sizeof(*importing->places));
        importing->places = grown;
        importing->places[importing->place_count++] =
            (struct place){sqlite3_column_int64(statement, 0),
                           sqlite3_column_int64(statement, 1)};
    }
    if (importing->place_count > 1)
        qsort(importing->places, (size_t)importing->place_count,
              sizeof(*importing->places), compare_places);
    return status;
}

/* Where the next card of the file stands: its old place when that is behind
   the card before, else the next one free. */
static int64_t next_seq(struct importing *importing,
                        const struct plan_item *item, bool *moved)
{
    const struct place wanted = {.key = item->key};
    const struct place *place = NULL;

    if (importing->place_count > 0 && item->key != 0)
        place =
            bsearch(&wanted, importing->places, (size_t)importing->place_count,
                    sizeof(*importing->places), compare_places);
    *moved = !place || place->seq <= importing->last_seq;
    if (!*moved)
        importing->last_seq = place->seq;
    else if (importing->known)
        importing->last_seq++;
    else
        importing->last_seq += STRIDE;
    return importing->last_seq;
}

/* ---- rows of cards ----------------------------------------------------- */

static void bind_card(struct importing *importing, sqlite3_stmt *statement,
                      const struct plan_item *item, int64_t seq)
{
    const struct card *card = item->card;

    buf_clear(&importing->tags);
    for (int i = 0; i < card->tag_count; i++)
        buf_printf(&importing->tags, " %s", card->tags[i]);
    if (card->tag_count > 0)
        buf_add_char(&importing->tags, ' ');
    bind_text(statement, ":id", card->id);
    bind_int(statement, ":seq", seq);
    bind_text(statement, ":objective", card->objective);
    bind_int(statement, ":domain",
             deck_domain_of(importing->import->deck, card->objective));
    bind_slice(statement, ":tags", buf_slice(&importing->tags));
    bind_int(statement, ":hash", (int64_t)item->hash);
    bind_int(statement, ":reserve", card->reserve);
}

static enum status write_text(struct importing *importing, enum sql sql,
                              const struct card *card, int64_t key,
                              struct error *err)
{
    sqlite3_stmt *statement = NULL;
    enum status status = statement_get(importing->store, sql, &statement, err);

    if (status)
        return status;
    buf_clear(&importing->json);
    deck_write_card(&importing->json, card);
    bind_int(statement, ":key", key);
    bind_slice(statement, ":body", buf_slice(&importing->json));
    return statement_run(importing->store, statement, err);
}

/* What the log says of a card, into its row; tally comes at the end. */
static enum status fold_card(struct importing *importing, const char *id,
                             int64_t key, struct error *err)
{
    const struct progress untouched = {0};
    struct progress progress = {0};
    enum status status =
        progress_from_log(importing->store, importing->import->deck->id, id,
                          importing->import->fsrs, &progress, err);

    if (status || progress_equal(&progress, &untouched))
        return status;
    return progress_write_row(importing->store, key, &progress, err);
}

static enum status add_card(struct importing *importing,
                            const struct plan_item *item, int64_t seq,
                            struct error *err)
{
    sqlite3_stmt *statement = NULL;
    int64_t key;
    enum status status =
        statement_get(importing->store, SQL_CARD_INSERT, &statement, err);

    if (status)
        return status;
    bind_int(statement, ":deck", importing->deck_key);
    bind_card(importing, statement, item, seq);
    status = statement_run(importing->store, statement, err);
    key = sqlite3_last_insert_rowid(importing->store->db);
    if (!status)
        status =
            write_text(importing, SQL_CARD_TEXT_INSERT, item->card, key, err);
    if (importing->first_key == 0)
        importing->first_key = key;
    if (!status && importing->has_log)
        status = fold_card(importing, item->card->id, key, err);
    return status;
}

static enum status append(struct importing *importing, enum entry_kind kind,
                          const char *card, const struct buf *body,
                          struct error *err)
{
    const struct store_import *import = importing->import;
    struct entry entry = {
        .at_ms = import->moment.at_ms,
        .day = import->moment.day,
        .offset_min = import->moment.offset_min,
        .machine = import->machine,
        .kind = kind,
        .kind_name = entry_kind_name(kind),
        .deck = import->deck->id,
        .card = card,
        .body = buf_text(body),
    };
    enum status status = store_new_id(&entry.id, err);

    importing->has_log = true;
    return status ? status : store_log_append(importing->store, &entry, err);
}

static enum status check_rename(struct importing *importing,
                                const struct plan_item *item, struct error *err)
{
    struct arena arena = {0};
    struct store_card row = {0};
    struct error missing = {0};
    const char *deck = importing->import->deck->id;
    enum status status = store_card_find(importing->store, deck, item->card->id,
                                         &arena, &row, &missing);

    if (status == STATUS_NOT_FOUND || (!status && row.key == item->key))
        status = STATUS_OK;
    else if (!status)
        status = error_set(err, STATUS_REJECTED,
                           "%s: cannot rename \"%s\" to \"%s\": the store has "
                           "a card of that id already",
                           deck, item->renamed_from, item->card->id);
    else
        error_set(err, status, "%s", missing.text);
    arena_release(&arena);
    return status;
}

/* Entries that a change of a card leaves in the log. */
static enum status log_change(struct importing *importing,
                              const struct plan_item *item, struct error *err)
{
    const struct card *card = item->card;
    struct buf key = {0}, body = {0};
    enum status status = STATUS_OK;

    if (item->renamed_from) {
        rename_body_write(&body, card->id);
        status =
            append(importing, ENTRY_RENAME, item->renamed_from, &body, err);
    }
    if (!status && item->change == CHANGE_KEY) {
        struct reset_body reset = {0};

        card_answer_key(&key, card);
        reset.key = buf_text(&key);
        buf_clear(&body);
        reset_body_write(&body, &reset);
        status = append(importing, ENTRY_RESET, card->id, &body, err);
    }
    buf_release(&body);
    buf_release(&key);
    /* What an exam has shown stays out of reserve, whatever the file says. */
    if (status || (!item->renamed_from && item->change != CHANGE_KEY &&
                   !(card->reserve && importing->has_log)))
        return status;
    return fold_card(importing, card->id, item->key, err);
}

static enum status change_card(struct importing *importing,
                               const struct plan_item *item, int64_t seq,
                               struct error *err)
{
    sqlite3_stmt *statement = NULL;
    enum status status = STATUS_OK;

    if (item->renamed_from)
        status = check_rename(importing, item, err);
    if (!status)
        status =
            statement_get(importing->store, SQL_CARD_CHANGE, &statement, err);
    if (status)
        return status;
    bind_int(statement, ":key", item->key);
    bind_card(importing, statement, item, seq);
    status = statement_run(importing->store, statement, err);
    if (!status)
        status = write_text(importing, SQL_CARD_TEXT_CHANGE, item->card,
                            item->key, err);
    return status ? status : log_change(importing, item, err);
}

static enum status run_on_card(struct importing *importing, enum sql sql,
                               int64_t key, int64_t seq, struct error *err)
{
    sqlite3_stmt *statement = NULL;
    enum status status = statement_get(importing->store, sql, &statement, err);

    if (status)
        return status;
    bind_int(statement, ":key", key);
    if (sql == SQL_CARD_MOVE)
        bind_int(statement, ":seq", seq);
    return statement_run(importing->store, statement, err);
}

static enum status put_card(struct importing *importing,
                            const struct plan_item *item, struct error *err)
{
    bool moved = false, same = item->change == CHANGE_UNCHANGED ||
                               item->change == CHANGE_MOVED;
    int64_t seq;

    importing->wrote = importing->wrote || !same;
    if (item->change == CHANGE_RETIRED)
        return run_on_card(importing, SQL_CARD_RETIRE, item->key, 0, err);
    seq = next_seq(importing, item, &moved);
    if (item->key == 0)
        return add_card(importing, item, seq, err);
    if (!same || item->renamed_from)
        return change_card(importing, item, seq, err);
    if (moved)
        return run_on_card(importing, SQL_CARD_MOVE, item->key, seq, err);
    return STATUS_OK;
}

/* ---- the whole --------------------------------------------------------- */

/* An outline that changed may put a card that did not into another domain. */
static enum status refresh_domains(struct importing *importing,
                                   struct error *err)
{
    struct store *store = importing->store;
    sqlite3_stmt *cards = NULL, *set = NULL;
    bool row = true;
    enum status status = statement_get(store, SQL_DECK_OBJECTIVES, &cards, err);

    if (!status)
        status = statement_get(store, SQL_CARD_SET_DOMAIN, &set, err);
    if (status)
        return status;
    bind_int(cards, ":deck", importing->deck_key);
    while (!status && row) {
        int domain;

        status = statement_next(store, cards, &row, err);
        if (status || !row)
            break;
        domain = deck_domain_of(importing->import->deck,
                                column_string(cards, 1, NULL));
        if (domain == column_int(cards, 2))
            continue;
        bind_int(set, ":key", sqlite3_column_int64(cards, 0));
        bind_int(set, ":domain", domain);
        status = statement_run(store, set, err);
    }
    statement_end(cards);
    return status;
}

/* The authorizer knows no settings: it is lifted for this one. */
static enum status set_cache(struct store *store, const char *sql,
                             struct error *err)
{
    bool unlocked = store->unlocked;
    enum status status;

    store->unlocked = true;
    status = store_run_text(store, sql, err);
    store->unlocked = unlocked;
    return status;
}

enum { REPORT_CARDS = 1000 };

static bool go_on(const struct importing *importing, int done)
{
    const struct store_import *import = importing->import;

    return !import->report || import->report(import->context, (uint64_t)done,
                                             (uint64_t)import->plan->count);
}

static enum status put_each(struct importing *importing, struct error *err)
{
    const struct plan *plan = importing->import->plan;
    enum status status = STATUS_OK;

    for (int i = 0; !status && i < plan->count; i++) {
        if (i % REPORT_CARDS == 0 && !go_on(importing, i))
            return error_set(err, STATUS_CANCELLED,
                             "cancelled, nothing was imported");
        status = put_card(importing, &plan->items[i], err);
    }
    return status;
}

static enum status put_cards(struct importing *importing, struct error *err)
{
    const struct plan *plan = importing->import->plan;
    bool large = plan->count - plan->counts[CHANGE_UNCHANGED] >= LARGE;
    enum status small = STATUS_OK, status = ask_log(importing, err);

    if (!status && importing->known)
        status = load_places(importing, err);
    if (!status && large)
        status = set_cache(importing->store, SQL_CACHE_LARGE, err);
    if (!status)
        status = put_each(importing, err);
    if (large) /* whatever happened; the first error is the one to tell */
        small =
            set_cache(importing->store, SQL_CACHE_SMALL, status ? NULL : err);
    return status ? status : small;
}

enum status store_import(struct store *store, const struct store_import *import,
                         struct error *err)
{
    struct importing importing = {.store = store, .import = import};
    bool deck_changed = false;
    enum status status = put_deck(&importing, &deck_changed, err);

    if (!status)
        status = put_cards(&importing, err);
    if (!status && importing.first_key != 0)
        status = store_added_note(store, import->moment.day,
                                  importing.first_key, err);
    if (!status && deck_changed && importing.known)
        status = refresh_domains(&importing, err);
    if (!status && (deck_changed || importing.wrote))
        status = tally_refresh(store, importing.deck_key, err);
    mem_free(importing.places);
    buf_release(&importing.tags);
    buf_release(&importing.json);
    return status;
}
