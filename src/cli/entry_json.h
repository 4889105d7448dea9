/* SPDX-License-Identifier: MIT */
/*
 * An entry of the log as `log --json` and `card --json` print it.
 */
#ifndef AIIO_CLI_ENTRY_JSON_H
#define AIIO_CLI_ENTRY_JSON_H

#include "aiio/entry.h"

/*
 * {"id", "at", "day", "kind", "deck", "card", "refers_to", "void", …}: the
 * columns, then the members of the body as they are; grade, when not NULL,
 * stands in the place of the answer's first one.
 */
void entry_write_json(struct buf *buf, const struct entry *entry, bool is_void,
                      const char *grade);
/* "  right, good, comes back …" after an answer or a grade. */
void entry_print_answer(struct buf *out, const struct entry *entry);

#endif
