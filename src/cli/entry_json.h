/* SPDX-License-Identifier: MIT */
/*
 * An entry of the log as `log --json` and `card --json` print it.
 */
#ifndef AIIO_CLI_ENTRY_JSON_H
#define AIIO_CLI_ENTRY_JSON_H

#include "aiio/entry.h"

/*
 * {"id", "at", "day", "kind", "deck", "card", "refers_to", "void", …}: the
 * columns, then the members of the body as they are. A grade that is not NULL
 * is the one in force: it and its schedule stand in the place of the answer's
 * own.
 */
void entry_write_json(struct buf *buf, const struct entry *entry, bool is_void,
                      const struct grade_body *grade);
/* "  right, good, comes back …" after an answer or a grade. */
void entry_print_answer(struct buf *out, const struct entry *entry);

#endif
