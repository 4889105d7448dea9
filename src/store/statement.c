/* SPDX-License-Identifier: MIT */
#include "store_private.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define SQL_TEXT(name, text) text,
const char *const sql_texts[SQL_COUNT] = {SQL_TABLE(SQL_TEXT)};
#undef SQL_TEXT

/* ---- errors ------------------------------------------------------------ */

static enum status status_of_errno(int number)
{
    switch (number) {
    case ENOSPC:
    case EDQUOT:
        return STATUS_NO_SPACE;
    case EACCES:
    case EPERM:
    case EROFS:
        return STATUS_READ_ONLY;
    case ENOENT:
        return STATUS_NOT_FOUND;
    default:
        return STATUS_IO;
    }
}

enum status store_file_error(const char *path, const char *what, int number,
                             struct error *err)
{
    return error_set(err, status_of_errno(number), "%s: %s: %s", path, what,
                     strerror(number));
}

static enum status status_of_code(int code, int number)
{
    switch (code & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return STATUS_BUSY;
    case SQLITE_READONLY:
        return STATUS_READ_ONLY;
    case SQLITE_FULL:
        return STATUS_NO_SPACE;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        return STATUS_DAMAGED;
    case SQLITE_TOOBIG:
        return STATUS_REJECTED;
    case SQLITE_IOERR:
    case SQLITE_CANTOPEN:
        return number == ENOENT ? STATUS_IO : status_of_errno(number);
    default:
        return STATUS_FAILED;
    }
}

enum status store_error(const struct store *store, int code, struct error *err)
{
    int number = store->db ? sqlite3_system_errno(store->db) : 0;
    enum status status = status_of_code(code, number);
    const char *path = store->path;

    if (status == STATUS_BUSY)
        return error_set(err, status,
                         "%s: another program has the store open and is "
                         "writing to it; try again",
                         path);
    if (status == STATUS_NO_SPACE)
        return error_set(err, status,
                         "%s: no space left on its disk, or a quota is reached",
                         path);
    if (status == STATUS_READ_ONLY)
        return error_set(err, status,
                         "%s: the store or its folder cannot be written", path);
    if (status == STATUS_DAMAGED)
        return error_set(err, status,
                         "%s: the store is damaged (%s); it was left as it is",
                         path, sqlite3_errstr(code));
    return error_set(err, status, "%s: %s", path,
                     store->db && sqlite3_errcode(store->db) != SQLITE_OK
                         ? sqlite3_errmsg(store->db)
                         : sqlite3_errstr(code));
}

static enum status check_open(const struct store *store, struct error *err)
{
    if (store->db)
        return STATUS_OK;
    return error_set(err, STATUS_IO, "%s: the store could not be opened again",
                     store->path);
}

/* ---- statements -------------------------------------------------------- */

enum status statement_get(struct store *store, enum sql sql, sqlite3_stmt **out,
                          struct error *err)
{
    enum status status = check_open(store, err);

    *out = NULL;
    if (status)
        return status;
    if (!store->statements[sql]) {
        int code = sqlite3_prepare_v3(store->db, sql_texts[sql], -1,
                                      SQLITE_PREPARE_PERSISTENT,
                                      &store->statements[sql], NULL);
        if (code == SQLITE_ERROR) /* a good schema prepares all of them */
            return error_set(err, STATUS_DAMAGED,
                             "%s: the store is damaged (%s); it was left as it "
                             "is",
                             store->path, sqlite3_errmsg(store->db));
        if (code != SQLITE_OK)
            return store_error(store, code, err);
    }
    *out = store->statements[sql];
    return STATUS_OK;
}

void statement_end(sqlite3_stmt *statement)
{
    (void)sqlite3_reset(statement);
    (void)sqlite3_clear_bindings(statement);
}

enum status statement_next(struct store *store, sqlite3_stmt *statement,
                           bool *row, struct error *err)
{
    int code = sqlite3_step(statement);
    enum status status = STATUS_OK;

    *row = code == SQLITE_ROW;
    if (*row)
        return STATUS_OK;
    if (code != SQLITE_DONE)
        status = store_error(store, code, err);
    statement_end(statement);
    return status;
}

enum status statement_run(struct store *store, sqlite3_stmt *statement,
                          struct error *err)
{
    bool row = true;
    enum status status = STATUS_OK;

    while (!status && row)
        status = statement_next(store, statement, &row, err);
    return status;
}

void statements_finalize(struct store *store)
{
    for (int i = 0; i < SQL_COUNT; i++) {
        (void)sqlite3_finalize(store->statements[i]);
        store->statements[i] = NULL;
    }
}

enum status store_read_number(struct store *store, const char *sql,
                              int64_t *out, struct error *err)
{
    sqlite3_stmt *statement = NULL;
    enum status status = STATUS_OK;
    int code = sqlite3_prepare_v2(store->db, sql, -1, &statement, NULL);

    if (code == SQLITE_OK)
        code = sqlite3_step(statement);
    if (code == SQLITE_ROW)
        *out = sqlite3_column_int64(statement, 0);
    else if (code != SQLITE_DONE)
        status = store_error(store, code, err);
    (void)sqlite3_finalize(statement);
    return status;
}

enum status store_run_text(struct store *store, const char *sql,
                           struct error *err)
{
    int64_t ignored = 0;

    return store_read_number(store, sql, &ignored, err);
}

/* ---- parameters and columns -------------------------------------------- */

/* A parameter that the statement does not have is a broken program. */
static int parameter(sqlite3_stmt *statement, const char *name)
{
    int index = sqlite3_bind_parameter_index(statement, name);

    if (index == 0)
        abort();
    return index;
}

void bind_int(sqlite3_stmt *statement, const char *name, int64_t value)
{
    (void)sqlite3_bind_int64(statement, parameter(statement, name), value);
}

void bind_double(sqlite3_stmt *statement, const char *name, double value)
{
    (void)sqlite3_bind_double(statement, parameter(statement, name), value);
}

void bind_slice(sqlite3_stmt *statement, const char *name, struct slice text)
{
    (void)sqlite3_bind_text64(statement, parameter(statement, name),
                              text.ptr ? text.ptr : "", text.len, SQLITE_STATIC,
                              SQLITE_UTF8);
}

void bind_text(sqlite3_stmt *statement, const char *name, const char *text)
{
    bind_slice(statement, name, slice_of(text));
}

void bind_id(sqlite3_stmt *statement, const char *name,
             const struct entry_id *id)
{
    int index = parameter(statement, name);

    if (entry_id_is_none(*id))
        (void)sqlite3_bind_null(statement, index);
    else
        (void)sqlite3_bind_blob(statement, index, id->bytes, ENTRY_ID_BYTES,
                                SQLITE_STATIC);
}

struct slice column_slice(sqlite3_stmt *statement, int column)
{
    const char *text = (const char *)sqlite3_column_text(statement, column);

    return (struct slice){text ? text : "",
                          (size_t)sqlite3_column_bytes(statement, column)};
}

const char *column_string(sqlite3_stmt *statement, int column,
                          struct arena *arena)
{
    struct slice text = column_slice(statement, column);

    return arena ? arena_string(arena, text) : text.ptr;
}

int column_int(sqlite3_stmt *statement, int column)
{
    return sqlite3_column_int(statement, column);
}

struct entry_id column_id(sqlite3_stmt *statement, int column)
{
    struct entry_id id = {{0}};
    const void *blob = sqlite3_column_blob(statement, column);

    if (blob && sqlite3_column_bytes(statement, column) == ENTRY_ID_BYTES)
        memcpy(id.bytes, blob, ENTRY_ID_BYTES);
    return id;
}
