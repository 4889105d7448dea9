/* SPDX-License-Identifier: MIT */
/*
 * Problems of decks, as import and check print them.
 */
#ifndef AIIO_CLI_PROBLEMS_H
#define AIIO_CLI_PROBLEMS_H

#include "aiio/deck.h"
#include "aiio/json_out.h"

/* A member "problems" with all that were kept. */
void problems_write_json(struct json_out *out, const struct problems *problems);
/* A line each to standard error, and how many more there are. */
void problems_tell(const struct problems *problems);

#endif
