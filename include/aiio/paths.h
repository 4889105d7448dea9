/* SPDX-License-Identifier: MIT */
/*
 * Where things lie: the XDG base directories. A variable with a relative path
 * is ignored. HOME unset: the user database is asked. Everything that reads
 * the environment of the program is here and in tui/.
 */
#ifndef AIIO_PATHS_H
#define AIIO_PATHS_H

#include "aiio/buf.h"
#include "aiio/error.h"

MUST_CHECK enum status path_store(struct buf *out, struct error *err);
MUST_CHECK enum status path_config(struct buf *out, struct error *err);
MUST_CHECK enum status path_state(struct buf *out, struct error *err);
/* The folder of bundled decks that exists, or STATUS_NOT_FOUND. */
MUST_CHECK enum status path_bundled_decks(struct buf *out, struct error *err);
/* realpath, for remembering where a deck came from. */
void path_absolute(struct buf *out, const char *path);
/* An environment variable that is set and not empty, or NULL. */
const char *environment(const char *name);

#endif
