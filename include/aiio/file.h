/* SPDX-License-Identifier: MIT */
/*
 * Whole files, read with a cap and written atomically. The store is never
 * opened through here: closing any descriptor of it would drop its locks.
 */
#ifndef AIIO_FILE_H
#define AIIO_FILE_H

#include "aiio/buf.h"
#include "aiio/error.h"

/*
 * Appends the file to out. Only a regular file of at most cap_bytes; FIFOs,
 * devices and folders are refused without blocking. "-" is not special.
 * follow_links = false refuses a symbolic link in the last component.
 */
MUST_CHECK enum status file_read(const char *path, size_t cap_bytes,
                                 bool follow_links, struct buf *out,
                                 struct error *err);

/*
 * Writes a temporary file beside path, syncs it, renames it over path and
 * syncs the folder: after a crash either the old or the new file is there.
 */
MUST_CHECK enum status file_write_atomic(const char *path, unsigned mode,
                                         struct slice text, struct error *err);

/* mkdir -p with mode; existing folders are left as they are. */
MUST_CHECK enum status file_make_folders(const char *path, unsigned mode,
                                         struct error *err);

bool file_is_folder(const char *path);
bool file_exists(const char *path);
/* NFS, SMB, sshfs …: their locks are not to be relied on. */
bool file_is_on_network(const char *path);

/*
 * Names of the regular entries of a folder that end in suffix, in byte order,
 * as whole paths. names is one allocation a string plus the array: release
 * with file_names_free. Hidden files are left out; file_read judges the rest.
 */
MUST_CHECK enum status file_list(const char *folder, const char *suffix,
                                 char ***names, size_t *count,
                                 struct error *err);
void file_names_free(char **names, size_t count);

#endif
