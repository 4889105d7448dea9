/* SPDX-License-Identifier: MIT */
#include "aiio/store.h"

#include "store_private.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BUSY_MS = 2000 };

/* ---- the file ---------------------------------------------------------- */

/* True when the file was made: empty, for its owner alone, by no link. */
static enum status make_file(const char *path, bool *made, struct error *err)
{
    int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                  S_IRUSR | S_IWUSR);
    int failed;

    *made = false;
    if (fd < 0 && errno == EEXIST)
        return STATUS_OK;
    if (fd < 0 && errno == ENOENT)
        return error_set(err, STATUS_IO, "%s: the folder is not there", path);
    if (fd < 0)
        return store_file_error(path, "the store could not be made", errno,
                                err);
    *made = true;
    failed = fchmod(fd, S_IRUSR | S_IWUSR); /* whatever the umask */
    if (close(fd) != 0 || failed)
        return store_file_error(path, "the store could not be made", errno,
                                err);
    return STATUS_OK;
}

static bool can_access(const char *path, int how)
{
    return faccessat(AT_FDCWD, path, how, AT_EACCESS) == 0;
}

static enum status check_writable(const char *path, struct error *err)
{
    char *folder;
    const char *slash = strrchr(path, '/');
    size_t length = slash ? (size_t)(slash - path) + 1 : 0;
    bool writable = can_access(path, R_OK | W_OK);
    struct arena arena = {0};

    folder =
        arena_string(&arena, slash ? (struct slice){path, length} : SLICE("."));
    writable = writable && can_access(folder, W_OK | X_OK);
    arena_release(&arena);
    if (writable)
        return STATUS_OK;
    return error_set(err, STATUS_READ_ONLY,
                     "%s: the store or its folder cannot be written (%s)", path,
                     strerror(errno));
}

/* Looks at what stands there without opening it: a FIFO would block. */
static enum status check_file(const char *path, struct error *err)
{
    struct stat file;

    if (stat(path, &file) != 0 && errno == ENOENT)
        return lstat(path, &file) == 0
                   ? error_set(err, STATUS_IO, "%s: a link to nothing", path)
                   : error_set(err, STATUS_NOT_FOUND, "%s: there is no store",
                               path);
    if (stat(path, &file) != 0)
        return store_file_error(path, "the store cannot be reached", errno,
                                err);
    if (S_ISDIR(file.st_mode))
        return error_set(err, STATUS_IO, "%s: a folder, not a store", path);
    if (!S_ISREG(file.st_mode))
        return error_set(err, STATUS_IO, "%s: not a regular file, so no store",
                         path);
    return check_writable(path, err);
}

/* ---- the connection ---------------------------------------------------- */

/* Statements of the table only, and no change of the schema after start. */
static int authorize(void *context, int action, const char *first,
                     const char *second, const char *database,
                     const char *trigger)
{
    const struct store *store = context;

    (void)second;
    (void)database;
    (void)trigger;
    if (store->unlocked)
        return SQLITE_OK;
    switch (action) {
    case SQLITE_SELECT:
    case SQLITE_READ:
    case SQLITE_INSERT:
    case SQLITE_UPDATE:
    case SQLITE_DELETE:
    case SQLITE_FUNCTION:
    case SQLITE_TRANSACTION:
    case SQLITE_RECURSIVE:
        return SQLITE_OK;
    case SQLITE_PRAGMA:
        return first && !strcmp(first, "data_version") ? SQLITE_OK
                                                       : SQLITE_DENY;
    default:
        return SQLITE_DENY;
    }
}

static void lower_limits(sqlite3 *db)
{
    static const struct {
        int id, value;
    } limits[] = {
        {SQLITE_LIMIT_LENGTH, 80 << 20},
        {SQLITE_LIMIT_SQL_LENGTH, 16 << 10},
        {SQLITE_LIMIT_COLUMN, 64},
        {SQLITE_LIMIT_EXPR_DEPTH, 64},
        {SQLITE_LIMIT_COMPOUND_SELECT, 8},
        {SQLITE_LIMIT_FUNCTION_ARG, 8},
        {SQLITE_LIMIT_ATTACHED, 1}, /* VACUUM INTO needs one */
        {SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 256},
        {SQLITE_LIMIT_VARIABLE_NUMBER, 64},
        {SQLITE_LIMIT_TRIGGER_DEPTH, 4},
        {SQLITE_LIMIT_WORKER_THREADS, 0},
    };

    for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); i++)
        (void)sqlite3_limit(db, limits[i].id, limits[i].value);
}

static void harden(struct store *store)
{
    sqlite3 *db = store->db;

    (void)sqlite3_busy_timeout(db, BUSY_MS);
    (void)sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    (void)sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    (void)sqlite3_db_config(db, SQLITE_DBCONFIG_DQS_DML, 0, NULL);
    (void)sqlite3_db_config(db, SQLITE_DBCONFIG_DQS_DDL, 0, NULL);
    lower_limits(db);
    (void)sqlite3_set_authorizer(db, authorize, store);
}

static enum status set_pragmas(struct store *store, struct error *err)
{
#define SQL_LINE(text) text,
    static const char *const pragmas[] = {SQL_PRAGMAS(SQL_LINE)};
#undef SQL_LINE
    enum status status = STATUS_OK;

    for (size_t i = 0; !status && i < sizeof(pragmas) / sizeof(pragmas[0]); i++)
        status = store_run_text(store, pragmas[i], err);
    return status;
}

/* A copy beside the store before an older one is changed. */
static enum status keep_old_version(struct store *store, int64_t version,
                                    struct error *err)
{
    struct arena arena = {0};
    enum status status =
        store_backup(store,
                     arena_printf(&arena, "%s.v%lld-backup", store->path,
                                  (long long)version),
                     err);

    arena_release(&arena);
    return status;
}

static enum status upgrade(struct store *store, int64_t version,
                           struct error *err)
{
    enum status status = STATUS_OK;

    if (version > 0)
        status = keep_old_version(store, version, err);
    return status ? status : schema_migrate(store, err);
}

static void disconnect(struct store *store)
{
    statements_finalize(store);
    (void)sqlite3_close(store->db);
    store->db = NULL;
}

/*
 * A crash in the very first transaction may leave a torn beginning beside the
 * journal that takes it back: that is for SQLite to mend before we judge. A
 * journal that has done its work begins with zeros.
 */
static bool journal_waits(const struct store *store)
{
    struct arena arena = {0};
    unsigned char first = 0;
    int fd = open(arena_printf(&arena, "%s-journal", store->path),
                  O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    bool waits = fd >= 0 && read(fd, &first, 1) == 1 && first != 0;

    if (fd >= 0)
        (void)close(fd);
    arena_release(&arena);
    return waits;
}

/* The version as it is once a journal that was left has been played back. */
static enum status settle_version(struct store *store, int64_t *version,
                                  struct error *err)
{
    int64_t tables = 0;
    enum status status = set_pragmas(store, err);

    if (!status)
        status = store_read_number(store, SQL_TOUCH, &tables, err);
    return status ? status : schema_check_header(store, version, err);
}

static enum status connect(struct store *store, struct error *err)
{
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX |
                      SQLITE_OPEN_PRIVATECACHE | SQLITE_OPEN_EXRESCODE;
    struct error judged = {0};
    int64_t version = 0;
    enum status status = STATUS_OK;
    int code = sqlite3_open_v2(store->path, &store->db, flags, NULL);

    if (code != SQLITE_OK)
        status = store_error(store, code, &judged);
    else
        status = schema_check_header(store, &version, &judged);
    if (status && (status != STATUS_DAMAGED || !journal_waits(store))) {
        error_set(err, status, "%s", judged.text);
        goto done;
    }
    harden(store);
    store->unlocked = true;
    status = settle_version(store, &version, err);
    if (!status && version < STORE_VERSION)
        status = upgrade(store, version, err);
    store->unlocked = false;
done:
    if (status)
        disconnect(store);
    return status;
}

/* SQLite reads "file:…" and ":memory:" as something else than a file. */
static char *copy_path(const char *path)
{
    size_t length = strlen(path);
    char *copy = mem_new(length + 3, 1);
    size_t at = 0;

    if (path[0] == ':' || !strncmp(path, "file:", 5)) {
        copy[at++] = '.';
        copy[at++] = '/';
    }
    memcpy(copy + at, path, length + 1);
    return copy;
}

/* ---- life -------------------------------------------------------------- */

enum status store_open(const char *path, bool create, struct store **out,
                       struct error *err)
{
    struct store *store;
    bool made = false;
    enum status status = STATUS_OK;

    *out = NULL;
    if (create)
        status = make_file(path, &made, err);
    if (!status)
        status = check_file(path, err);
    if (status)
        return status;
    store = mem_new(1, sizeof(*store));
    store->path = copy_path(path);
    status = connect(store, err);
    if (status) {
        store_close(store);
        return status;
    }
    *out = store;
    return STATUS_OK;
}

void store_close(struct store *store)
{
    if (!store)
        return;
    disconnect(store);
    mem_free(store->path);
    mem_free(store);
}

const char *store_path(const struct store *store)
{
    return store->path;
}

bool store_was_created(const struct store *store)
{
    return store->created;
}

enum status store_reopen(struct store *store, struct error *err)
{
    enum status status;

    disconnect(store);
    status = check_file(store->path, err);
    return status ? status : connect(store, err);
}

/* ---- transactions ------------------------------------------------------ */

static enum status run_plain(struct store *store, enum sql sql,
                             struct error *err)
{
    sqlite3_stmt *statement = NULL;
    enum status status = statement_get(store, sql, &statement, err);

    return status ? status : statement_run(store, statement, err);
}

enum status store_begin(struct store *store, struct error *err)
{
    return run_plain(store, SQL_BEGIN, err);
}

enum status store_begin_reading(struct store *store, struct error *err)
{
    return run_plain(store, SQL_BEGIN_READING, err);
}

void store_end_reading(struct store *store)
{
    struct error ignored = {0};

    if (store_commit(store, &ignored))
        store_rollback(store);
}

enum status store_commit(struct store *store, struct error *err)
{
    enum status status = run_plain(store, SQL_COMMIT, err);

    if (status)
        store_rollback(store);
    return status;
}

void store_rollback(struct store *store)
{
    enum status status = STATUS_OK;

    /* After some failures SQLite has rolled back by itself. */
    if (store->db && !sqlite3_get_autocommit(store->db))
        status = run_plain(store, SQL_ROLLBACK, NULL);
    (void)status;
}

enum status store_data_version(struct store *store, int64_t *out,
                               struct error *err)
{
    sqlite3_stmt *statement = NULL;
    bool row = false;
    enum status status =
        statement_get(store, SQL_DATA_VERSION, &statement, err);

    if (!status)
        status = statement_next(store, statement, &row, err);
    if (!status && row) {
        *out = sqlite3_column_int64(statement, 0);
        statement_end(statement);
    }
    return status;
}
