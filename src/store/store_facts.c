/* SPDX-License-Identifier: MIT */
#include "store_private.h"

#include "aiio/rng.h"

#include <errno.h>
#include <string.h>
#include <sys/random.h>

enum { HASH_HEX = 16 };

enum status store_new_id(struct entry_id *id, struct error *err)
{
    ssize_t got;

    do {
        got = getrandom(id->bytes, ENTRY_ID_BYTES, 0);
    } while (got < 0 && errno == EINTR);
    if (got != ENTRY_ID_BYTES)
        return error_set(err, STATUS_FAILED, "no random numbers: %s",
                         strerror(errno));
    return STATUS_OK;
}

enum status store_fact_get(struct store *store, const char *name,
                           struct buf *value, struct error *err)
{
    sqlite3_stmt *statement = NULL;
    bool row = false;
    enum status status = statement_get(store, SQL_META_GET, &statement, err);

    if (status)
        return status;
    bind_text(statement, ":name", name);
    status = statement_next(store, statement, &row, err);
    if (status)
        return status;
    if (!row)
        return error_set(err, STATUS_NOT_FOUND, "the store has no fact \"%s\"",
                         name);
    buf_add(value, column_slice(statement, 0));
    statement_end(statement);
    return STATUS_OK;
}

enum status store_fact_set(struct store *store, const char *name,
                           struct slice value, struct error *err)
{
    sqlite3_stmt *statement = NULL;
    enum status status = statement_get(store, SQL_META_SET, &statement, err);

    if (status)
        return status;
    bind_text(statement, ":name", name);
    bind_slice(statement, ":value", value);
    return statement_run(store, statement, err);
}

/* ---- this machine ------------------------------------------------------ */

/* An absent fact is an empty one. */
static enum status get_or_empty(struct store *store, const char *name,
                                struct buf *value, struct error *err)
{
    struct error missing = {0};
    enum status status = store_fact_get(store, name, value, &missing);

    if (status == STATUS_NOT_FOUND)
        return STATUS_OK;
    return status ? error_set(err, status, "%s", missing.text) : STATUS_OK;
}

static enum status renew_machine(struct store *store, struct slice host,
                                 struct entry_id *machine, struct error *err)
{
    char hex[2 * ENTRY_ID_BYTES + 1] = {0};
    enum status status = store_new_id(machine, err);

    if (status)
        return status;
    hex_encode(machine->bytes, ENTRY_ID_BYTES, hex);
    status = store_fact_set(
        store, "machine", (struct slice){hex, 2 * (size_t)ENTRY_ID_BYTES}, err);
    return status ? status : store_fact_set(store, "host", host, err);
}

/* The host's id is nobody's business: its hash tells a copy as well. */
static struct slice hash_host(struct slice host, char hex[HASH_HEX + 1])
{
    uint64_t hash = fnv1a(FNV1A_START, host);
    uint8_t bytes[HASH_HEX / 2];

    for (int i = 0; i < HASH_HEX / 2; i++)
        bytes[i] = (uint8_t)(hash >> (8 * i));
    hex_encode(bytes, sizeof(bytes), hex);
    return (struct slice){hex, HASH_HEX};
}

static enum status read_machine(struct store *store, struct slice host,
                                struct entry_id *machine, bool *same,
                                struct error *err)
{
    struct buf id = {0}, known = {0};
    enum status status = get_or_empty(store, "machine", &id, err);

    if (!status)
        status = get_or_empty(store, "host", &known, err);
    *same = !status && slice_equal(buf_slice(&known), host) &&
            hex_decode(buf_slice(&id), machine->bytes, ENTRY_ID_BYTES);
    buf_release(&known);
    buf_release(&id);
    return status;
}

/* In a transaction: another program may have renewed it meanwhile. */
static enum status settle_machine(struct store *store, struct slice host,
                                  struct entry_id *machine, struct error *err)
{
    bool same = false;
    enum status status = read_machine(store, host, machine, &same, err);

    return status || same ? status : renew_machine(store, host, machine, err);
}

enum status store_machine(struct store *store, struct slice host,
                          struct entry_id *machine, struct error *err)
{
    char hex[HASH_HEX + 1] = {0};
    struct slice hash = hash_host(host, hex);
    bool same = false;
    enum status status = read_machine(store, hash, machine, &same, err);

    if (status || same)
        return status;
    if (!sqlite3_get_autocommit(store->db)) /* the caller's transaction */
        return settle_machine(store, hash, machine, err);
    status = store_begin(store, err);
    if (status)
        return status;
    status = settle_machine(store, hash, machine, err);
    if (!status)
        return store_commit(store, err);
    store_rollback(store);
    return status;
}
