/* SPDX-License-Identifier: MIT */
/*
 * Members of a body, read leniently where they are absent and strictly where
 * they are there. Nobody but src/sched/body*.c includes this.
 */
#ifndef AIIO_SCHED_BODY_PRIVATE_H
#define AIIO_SCHED_BODY_PRIVATE_H

#include "aiio/entry.h"
#include "aiio/json_out.h"

#include <cjson/cJSON.h>

/* An object, or NULL. */
cJSON *body_parse(const char *json);
const cJSON *body_member(const cJSON *object, const char *name);
/* False when it is absent or no text. */
bool body_read_text(const cJSON *object, const char *name, struct slice *text);
/*
 * Absent leaves the value as it is; anything but the type, within its range,
 * is false. A whole number, a truth, a number of 0 and more, a list of ids.
 */
bool body_read_int(const cJSON *object, const char *name, double min,
                   double max, int64_t *value);
bool body_read_bool(const cJSON *object, const char *name, bool *value);
bool body_read_real(const cJSON *object, const char *name, double max,
                    double *value);
bool body_read_ids(const cJSON *object, const char *name, struct arena *arena,
                   const char **ids, int *count);
void body_write_ids(struct json_out *out, const char *name,
                    const char *const *ids, int count);

#endif
