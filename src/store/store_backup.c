/* SPDX-License-Identifier: MIT */
#include "store_private.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* An empty file for its owner alone: VACUUM INTO fills it. */
static enum status make_empty(const char *path, struct error *err)
{
    int fd;

    if (unlink(path) != 0 && errno != ENOENT) /* left by a killed copy */
        return store_file_error(path, "the copy could not be begun", errno,
                                err);
    fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
              S_IRUSR | S_IWUSR);
    if (fd < 0)
        return store_file_error(path, "the copy could not be begun", errno,
                                err);
    (void)close(fd);
    return STATUS_OK;
}

static enum status vacuum_into(struct store *store, const char *path,
                               struct error *err)
{
    sqlite3_stmt *statement = NULL;
    bool locked = !store->unlocked;
    enum status status;

    store->unlocked = true;
    status = statement_get(store, SQL_VACUUM_INTO, &statement, err);
    if (!status) {
        bind_text(statement, ":path", path);
        status = statement_run(store, statement, err);
    }
    store->unlocked = !locked;
    return status;
}

static enum status check_copy(const char *path, struct error *err)
{
    sqlite3 *db = NULL;
    sqlite3_stmt *statement = NULL;
    bool good =
        sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK;

    good = good && sqlite3_prepare_v2(db, SQL_INTEGRITY, -1, &statement,
                                      NULL) == SQLITE_OK;
    good = good && sqlite3_step(statement) == SQLITE_ROW &&
           slice_is(column_slice(statement, 0), "ok");
    (void)sqlite3_finalize(statement);
    (void)sqlite3_close(db);
    if (good)
        return STATUS_OK;
    return error_set(err, STATUS_DAMAGED,
                     "%s: the copy is damaged, so the store may be too", path);
}

/* A file or, with a slash at its end, a folder. */
static enum status sync_path(const char *path, struct error *err)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    int number;

    if (fd >= 0 && fsync(fd) == 0) {
        (void)close(fd);
        return STATUS_OK;
    }
    number = errno;
    if (fd >= 0)
        (void)close(fd);
    return store_file_error(path, "could not be made safe on disk", number,
                            err);
}

static enum status put_in_place(const char *copy, const char *path,
                                struct error *err)
{
    const char *slash = strrchr(path, '/');
    struct buf folder = {0};
    enum status status = sync_path(copy, err);

    if (slash)
        buf_add(&folder, (struct slice){path, (size_t)(slash - path) + 1});
    else
        buf_add_text(&folder, ".");
    if (!status && rename(copy, path) != 0)
        status = store_file_error(path, "the copy could not be named so", errno,
                                  err);
    if (!status)
        status = sync_path(buf_text(&folder), err);
    buf_release(&folder);
    return status;
}

static enum status refuse_itself(const struct store *store, const char *path,
                                 struct error *err)
{
    struct stat here, there;

    if (stat(store->path, &here) != 0 || stat(path, &there) != 0 ||
        here.st_dev != there.st_dev || here.st_ino != there.st_ino)
        return STATUS_OK;
    return error_set(err, STATUS_REJECTED,
                     "%s: that is the store itself; name another file", path);
}

enum status store_backup(struct store *store, const char *path,
                         struct error *err)
{
    const char *front = path[0] == '/' ? "" : "./"; /* no name for SQLite */
    struct buf copy = {0};
    enum status status = refuse_itself(store, path, err);

    if (status)
        return status;
    buf_printf(&copy, "%s%s.tmp", front, path);
    status = make_empty(buf_text(&copy), err);
    if (!status)
        status = vacuum_into(store, buf_text(&copy), err);
    if (!status)
        status = check_copy(buf_text(&copy), err);
    if (!status)
        status = put_in_place(buf_text(&copy), path, err);
    if (status)
        (void)unlink(buf_text(&copy));
    buf_release(&copy);
    return status;
}
