/* SPDX-License-Identifier: MIT */
#include "store_private.h"

#include <string.h>

/* ---- migrations -------------------------------------------------------- */

#define SQL_LINE(text) text,
static const char *const version_1[] = {SQL_SCHEMA_1(SQL_LINE)};
#undef SQL_LINE

/* Append-only: element n makes version n + 1 of version n. */
static const struct migration {
    const char *const *statements;
    size_t count;
} migrations[] = {
    {version_1, sizeof(version_1) / sizeof(version_1[0])},
};

_Static_assert(sizeof(migrations) / sizeof(migrations[0]) == STORE_VERSION,
               "a version is a migration");

static enum status run_migration(struct store *store,
                                 const struct migration *migration,
                                 struct error *err)
{
    enum status status = STATUS_OK;

    for (size_t i = 0; !status && i < migration->count; i++)
        status = store_run_text(store, migration->statements[i], err);
    return status;
}

/* Another program may have done it while this one waited for the lock. */
static enum status migrate_locked(struct store *store, struct error *err)
{
    int64_t version = 0;
    enum status status =
        store_read_number(store, SQL_USER_VERSION, &version, err);

    if (!status && version > STORE_VERSION)
        status = error_set(err, STATUS_TOO_NEW,
                           "%s: the store is of version %lld, this program "
                           "knows up to %d; a newer aiio-study is needed",
                           store->path, (long long)version, STORE_VERSION);
    if (!status && version == 0)
        store->created = true;
    for (; !status && version < STORE_VERSION; version++)
        status = run_migration(store, &migrations[version], err);
    return status;
}

enum status schema_migrate(struct store *store, struct error *err)
{
    enum status status = store_begin(store, err);

    if (status)
        return status;
    status = migrate_locked(store, err);
    if (!status)
        status = store_commit(store, err);
    else
        store_rollback(store);
    return status;
}

/* ---- the first bytes --------------------------------------------------- */

enum {
    HEADER_BYTES = 100, /* of the SQLite file format, section 1.3 */
    HEADER_USER_VERSION = 60,
    HEADER_APPLICATION_ID = 68
};

static uint32_t big_endian(const unsigned char *bytes)
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 |
           (uint32_t)bytes[2] << 8 | (uint32_t)bytes[3];
}

static enum status judge_header(const char *path, const unsigned char *header,
                                int64_t *version, struct error *err)
{
    static const char magic[16] = "SQLite format 3";

    *version = 0;
    if (memcmp(header, magic, sizeof(magic)) != 0)
        return error_set(err, STATUS_DAMAGED,
                         "%s: this is not a store: it is no database, or its "
                         "beginning is damaged; it was left as it is",
                         path);
    if (big_endian(header + HEADER_APPLICATION_ID) != STORE_APPLICATION_ID)
        return error_set(err, STATUS_FOREIGN,
                         "%s: this is the database of another program; it was "
                         "left as it is",
                         path);
    *version = big_endian(header + HEADER_USER_VERSION);
    if (*version < 1 || *version > STORE_VERSION)
        return error_set(err, STATUS_TOO_NEW,
                         "%s: the store is of version %lld, this program "
                         "knows up to %d; a newer aiio-study is needed; it "
                         "was left as it is",
                         path, (long long)*version, STORE_VERSION);
    return STATUS_OK;
}

/*
 * Read through SQLite's own descriptor: closing another one of the same file
 * would drop the locks of this process. No lock is taken and no journal is
 * played back for a file that is not ours.
 */
enum status schema_check_header(const struct store *store, int64_t *version,
                                struct error *err)
{
    unsigned char header[HEADER_BYTES] = {0};
    sqlite3_file *file = NULL;
    sqlite3_int64 size = 0;
    int code = sqlite3_file_control(store->db, "main",
                                    SQLITE_FCNTL_FILE_POINTER, &file);

    *version = 0;
    if (code == SQLITE_OK && file && file->pMethods)
        code = file->pMethods->xFileSize(file, &size);
    else
        code = SQLITE_CANTOPEN;
    if (code == SQLITE_OK && size == 0)
        return STATUS_OK;
    if (code == SQLITE_OK && size < HEADER_BYTES)
        return judge_header(store->path, header, version, err);
    if (code == SQLITE_OK)
        code = file->pMethods->xRead(file, header, HEADER_BYTES, 0);
    if (code != SQLITE_OK)
        return store_error(store, code, err);
    return judge_header(store->path, header, version, err);
}
