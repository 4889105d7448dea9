/* SPDX-License-Identifier: MIT */
#include "aiio/file.h"

#include "aiio/mem.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

enum { READ_BYTES = 64 * 1024 };

static enum status io_error(struct error *err, const char *doing,
                            const char *path)
{
    enum status status = STATUS_IO;

    if (errno == ENOENT || errno == ENOTDIR)
        status = STATUS_NOT_FOUND;
    else if (errno == ENOSPC || errno == EDQUOT || errno == EFBIG)
        status = STATUS_NO_SPACE;
    else if (errno == EROFS)
        status = STATUS_READ_ONLY;
    return error_set(err, status, "%s: cannot %s: %s", path, doing,
                     strerror(errno));
}

/* ---- reading ------------------------------------------------------------- */

static enum status check_regular(int fd, const char *path, size_t cap_bytes,
                                 struct error *err)
{
    struct stat info;

    if (fstat(fd, &info) < 0)
        return io_error(err, "look at the file", path);
    if (S_ISDIR(info.st_mode))
        return error_set(err, STATUS_IO, "%s: is a folder, expected a file",
                         path);
    if (!S_ISREG(info.st_mode))
        return error_set(err, STATUS_IO,
                         "%s: is no regular file; pipes and devices are not "
                         "read",
                         path);
    if ((uint64_t)info.st_size > cap_bytes)
        return error_set(err, STATUS_REJECTED,
                         "%s: has %lld bytes, at most %zu are read", path,
                         (long long)info.st_size, cap_bytes);
    return STATUS_OK;
}

static enum status read_all(int fd, const char *path, size_t cap_bytes,
                            struct buf *out, struct error *err)
{
    char *chunk = mem_new(READ_BYTES, 1);
    size_t start = out->len;
    enum status status = STATUS_OK;
    ssize_t n;

    while ((n = read(fd, chunk, READ_BYTES)) != 0) {
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0) {
            status = io_error(err, "read the file", path);
            break;
        }
        if (out->len - start + (size_t)n > cap_bytes) {
            status = error_set(err, STATUS_REJECTED,
                               "%s: has more than %zu bytes", path, cap_bytes);
            break;
        }
        buf_add(out, (struct slice){chunk, (size_t)n});
    }
    mem_free(chunk);
    return status;
}

enum status file_read(const char *path, size_t cap_bytes, bool follow_links,
                      struct buf *out, struct error *err)
{
    /* O_NONBLOCK: the open of a FIFO must not wait for a writer. */
    int flags =
        O_RDONLY | O_CLOEXEC | O_NONBLOCK | (follow_links ? 0 : O_NOFOLLOW);
    int fd = open(path, flags);
    enum status status;

    if (fd < 0 && errno == ELOOP && !follow_links)
        return error_set(err, STATUS_REJECTED,
                         "%s: is a symbolic link; a deck folder holds files",
                         path);
    if (fd < 0)
        return io_error(err, "open the file", path);
    status = check_regular(fd, path, cap_bytes, err);
    if (!status)
        status = read_all(fd, path, cap_bytes, out, err);
    close(fd);
    return status;
}

/* ---- writing ------------------------------------------------------------- */

static enum status write_all(int fd, const char *path, struct slice text,
                             struct error *err)
{
    while (text.len > 0) {
        ssize_t n = write(fd, text.ptr, text.len);

        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return io_error(err, "write the file", path);
        text.ptr += n;
        text.len -= (size_t)n;
    }
    if (fsync(fd) < 0)
        return io_error(err, "write the file to disk", path);
    return STATUS_OK;
}

/* "folder/name" gives "folder", "name" gives ".". */
static void parent_of(const char *path, struct buf *folder)
{
    const char *slash = strrchr(path, '/');

    if (!slash)
        buf_add_char(folder, '.');
    else
        buf_add(folder, (struct slice){
                            path, slash == path ? 1 : (size_t)(slash - path)});
}

static enum status sync_folder(const char *path, struct error *err)
{
    struct buf folder = {0};
    enum status status = STATUS_OK;
    int fd;

    parent_of(path, &folder);
    fd = open(buf_text(&folder), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0 || (fsync(fd) < 0 && errno != EINVAL))
        status = io_error(err, "write the folder to disk", buf_text(&folder));
    if (fd >= 0)
        close(fd);
    buf_release(&folder);
    return status;
}

enum status file_write_atomic(const char *path, unsigned mode,
                              struct slice text, struct error *err)
{
    struct buf name = {0};
    enum status status;
    int fd;

    buf_printf(&name, "%s.XXXXXX", path);
    fd = mkstemp(name.data);
    if (fd < 0) {
        status = io_error(err, "make a file", buf_text(&name));
        buf_release(&name);
        return status;
    }
    status = fchmod(fd, (mode_t)mode) < 0
                 ? io_error(err, "set the rights", buf_text(&name))
                 : write_all(fd, path, text, err);
    if (close(fd) < 0 && !status)
        status = io_error(err, "close the file", path);
    if (!status && rename(buf_text(&name), path) < 0)
        status = io_error(err, "put the new file in place", path);
    if (status)
        unlink(buf_text(&name));
    else
        status = sync_folder(path, err);
    buf_release(&name);
    return status;
}

/* ---- folders ------------------------------------------------------------- */

enum status file_make_folders(const char *path, unsigned mode,
                              struct error *err)
{
    struct buf part = {0};
    struct slice rest = slice_of(path);
    enum status status = STATUS_OK;

    while (!status && rest.len > 0) {
        const char *start = rest.ptr;
        struct slice name = slice_cut(&rest, '/');

        if (start != path)
            buf_add_char(&part, '/');
        buf_add(&part, name);
        if (name.len == 0 || file_is_folder(buf_text(&part)))
            continue;
        if (mkdir(buf_text(&part), (mode_t)mode) < 0 && errno != EEXIST)
            status = io_error(err, "make the folder", buf_text(&part));
    }
    if (!status && !file_is_folder(path))
        status =
            error_set(err, STATUS_IO, "%s: is a file, expected a folder", path);
    buf_release(&part);
    return status;
}

bool file_is_folder(const char *path)
{
    struct stat info;

    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

bool file_exists(const char *path)
{
    struct stat info;

    return lstat(path, &info) == 0;
}

bool file_is_on_network(const char *path)
{
    /* Magic numbers of statfs(2). */
    static const unsigned long network[] = {
        0x6969,     /* NFS */
        0x517B,     /* SMB */
        0xFF534D42, /* CIFS */
        0xFE534D42, /* SMB 2 */
        0x65735546, /* FUSE, sshfs among them */
        0x01021997, /* 9P */
    };
    struct statfs info;

    if (statfs(path, &info) < 0)
        return false;
    for (size_t i = 0; i < sizeof(network) / sizeof(network[0]); i++)
        if (((unsigned long)info.f_type & 0xFFFFFFFF) == network[i])
            return true;
    return false;
}

static bool ends_with(const char *name, const char *suffix)
{
    size_t n = strlen(name), m = strlen(suffix);

    return n >= m && memcmp(name + n - m, suffix, m) == 0;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

enum status file_list(const char *folder, const char *suffix, char ***names,
                      size_t *count, struct error *err)
{
    DIR *stream = opendir(folder);
    struct dirent *entry;
    size_t capacity = 0;
    enum status status = STATUS_OK;

    *names = NULL;
    *count = 0;
    if (!stream)
        return io_error(err, "list the folder", folder);
    for (errno = 0; (entry = readdir(stream)) != NULL; errno = 0) {
        struct buf path = {0};

        if (entry->d_name[0] == '.' || !ends_with(entry->d_name, suffix))
            continue;
        buf_printf(&path, "%s/%s", folder, entry->d_name);
        mem_grow((void **)names, &capacity, *count + 1, sizeof(**names));
        (*names)[(*count)++] = path.data; /* moves into the list */
    }
    /* Half a list would look like a deck whose other cards are gone. */
    if (errno) {
        status = io_error(err, "list the folder", folder);
        file_names_free(*names, *count);
        *names = NULL;
        *count = 0;
    }
    closedir(stream);
    if (*count > 1)
        qsort(*names, *count, sizeof(**names), compare_names);
    return status;
}

void file_names_free(char **names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        mem_free(names[i]);
    mem_free(names);
}
