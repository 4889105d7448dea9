/* SPDX-License-Identifier: MIT */
#include "aiio/entry.h"

#include <string.h>

static const char *const kind_names[ENTRY_KIND_COUNT] = {
#define KIND_ROW(constant, name) [constant] = name,
    ENTRY_KIND_TABLE(KIND_ROW)
#undef KIND_ROW
};

const char *entry_kind_name(enum entry_kind kind)
{
    return kind < ENTRY_KIND_COUNT ? kind_names[kind] : "";
}

enum entry_kind entry_kind_parse(struct slice name)
{
    for (int i = ENTRY_UNKNOWN + 1; i < ENTRY_KIND_COUNT; i++)
        if (slice_is(name, kind_names[i]))
            return (enum entry_kind)i;
    return ENTRY_UNKNOWN;
}

bool entry_id_equal(struct entry_id a, struct entry_id b)
{
    return memcmp(a.bytes, b.bytes, ENTRY_ID_BYTES) == 0;
}

bool entry_id_is_none(struct entry_id id)
{
    return entry_id_equal(id, (struct entry_id){{0}});
}

int entry_compare(const struct entry *a, const struct entry *b)
{
    if (a->tick != b->tick)
        return a->tick < b->tick ? -1 : 1;
    return memcmp(a->id.bytes, b->id.bytes, ENTRY_ID_BYTES);
}
