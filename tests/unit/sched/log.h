/* SPDX-License-Identifier: MIT */
/*
 * Entries for tests of the fold: written by hand, with ids from a number.
 */
#ifndef TESTS_SCHED_LOG_H
#define TESTS_SCHED_LOG_H

#include "aiio/mem.h"
#include "aiio/review.h"

#include <string.h>

static inline struct entry_id id_of(unsigned number)
{
    struct entry_id id = {{0}};

    id.bytes[0] = 0x80;
    id.bytes[14] = (uint8_t)(number >> 8);
    id.bytes[15] = (uint8_t)number;
    return id;
}

/* Number and tick are the same; refers is a number, 0 for none. */
static inline struct entry make_entry(unsigned number, enum entry_kind kind,
                                      int day, unsigned refers,
                                      const char *body)
{
    struct entry entry = {
        .id = id_of(number),
        .tick = number,
        .at_ms = day * DAY_MS,
        .day = day,
        .kind = kind,
        .kind_name = entry_kind_name(kind),
        .deck = "deck",
        .card = "card",
        .body = body,
    };

    if (refers > 0)
        entry.refers_to = id_of(refers);
    return entry;
}

/* Literal bodies: what each grade of a review scheduled. */
#define AGAIN_BODY                                                             \
    "{\"correct\":false,\"grade\":\"again\",\"state\":\"relearning\","         \
    "\"step\":0,\"due_at\":\"2026-12-01T07:10:00.000Z\","                      \
    "\"interval\":0.0069,\"retention\":0.9}"
#define GOOD_BODY                                                              \
    "{\"correct\":true,\"grade\":\"good\",\"state\":\"review\",\"step\":0,"    \
    "\"due_day\":\"2026-12-11\",\"interval\":9.7,\"retention\":0.9}"
#define EASY_BODY                                                              \
    "{\"grade\":\"easy\",\"state\":\"review\",\"step\":0,"                     \
    "\"due_day\":\"2026-12-31\",\"interval\":31,\"retention\":0.9}"

#endif
