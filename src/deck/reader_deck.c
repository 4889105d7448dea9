/* SPDX-License-Identifier: MIT */
#include "reader.h"

#include <string.h>

#define COUNT(table) ((int)(sizeof(table) / sizeof((table)[0])))

/* ---- outline ------------------------------------------------------------- */

static void check_outline_id(struct reader *reader, const cJSON *item,
                             const struct path *path, const char *id)
{
    struct path here = {path, "id", 0};
    const cJSON *place = cJSON_GetObjectItemCaseSensitive(item, "id");

    if (id[0] && deck_domain_of(reader->deck, id) >= 0)
        reader_error(reader, "duplicate", place, &here,
                     "duplicate: the outline has \"%s\" before", id);
}

/* An outline is short, so that ids are found in it by looking at each. */
static bool has_outline_room(struct reader *reader, const cJSON *item,
                             const struct path *path)
{
    const struct deck *deck = reader->deck;

    if (deck->domain_count + deck->objective_count < DECK_OUTLINE_MAX)
        return true;
    if (!reader->outline_is_full)
        reader_error(reader, "size", item, path,
                     "more than 1000 domains and objectives");
    reader->outline_is_full = true;
    return false;
}

static const struct member objective_members[] = {
    {.name = "id",
     .kind = MEMBER_ID,
     .required = true,
     .offset = offsetof(struct objective, id)},
    {.name = "title",
     .kind = MEMBER_LINE,
     .required = true,
     .not_empty = true,
     .offset = offsetof(struct objective, title)},
};

/* Grows in the arena; an outline is short. */
static void *append(struct arena *arena, void *items, int count, size_t size)
{
    char *moved;

    if (count & (count - 1))
        return items; /* room is doubled at powers of two */
    moved = arena_alloc(arena, count ? (size_t)count * 2 : 1, size);
    if (count > 0)
        memcpy(moved, items, (size_t)count * size);
    return moved;
}

static void read_objective(struct reader *reader, const cJSON *item,
                           const struct path *path, int domain)
{
    struct deck *deck = reader->deck;
    struct objective objective = {.id = "", .title = "", .domain = domain};

    if (!reader_is_object(reader, item, path) ||
        !has_outline_room(reader, item, path))
        return;
    reader_object(reader, item, path, objective_members,
                  COUNT(objective_members), &objective);
    check_outline_id(reader, item, path, objective.id);
    deck->objectives = append(&deck->arena, deck->objectives,
                              deck->objective_count, sizeof(objective));
    deck->objectives[deck->objective_count++] = objective;
}

static void read_objectives(struct reader *reader, const cJSON *item,
                            const struct path *path, void *data)
{
    const cJSON *child;
    int index = 0;

    (void)data;
    if (!reader_is_list(reader, item, path))
        return;
    cJSON_ArrayForEach(child, item)
    {
        struct path here = {path, NULL, index++};

        read_objective(reader, child, &here, reader->deck->domain_count - 1);
    }
}

static const struct member domain_members[] = {
    {.name = "id",
     .kind = MEMBER_ID,
     .required = true,
     .offset = offsetof(struct domain, id)},
    {.name = "title",
     .kind = MEMBER_LINE,
     .required = true,
     .not_empty = true,
     .offset = offsetof(struct domain, title)},
    {.name = "weight",
     .kind = MEMBER_REAL,
     .min = 0,
     .max = 100,
     .offset = offsetof(struct domain, weight)},
    {.name = "objectives", .kind = MEMBER_CUSTOM, .read = read_objectives},
};

static void read_domain(struct reader *reader, const cJSON *item,
                        const struct path *path)
{
    struct deck *deck = reader->deck;
    const cJSON *id = cJSON_GetObjectItemCaseSensitive(item, "id");
    struct domain domain = {"", "", 0};
    int at = deck->domain_count;

    if (!reader_is_object(reader, item, path) ||
        !has_outline_room(reader, item, path))
        return;
    if (cJSON_IsString(id) && deck_id_is_valid(slice_of(id->valuestring))) {
        check_outline_id(reader, item, path, id->valuestring);
        domain.id = id->valuestring;
    }
    /* Its own id counts as taken while its objectives are read. */
    deck->domains = append(&deck->arena, deck->domains, at, sizeof(domain));
    deck->domains[at] = domain;
    deck->domain_count++;
    domain.id = "";
    reader_object(reader, item, path, domain_members, COUNT(domain_members),
                  &domain);
    deck->domains[at] = domain;
}

static void read_outline(struct reader *reader, const cJSON *item,
                         const struct path *path, void *data)
{
    const cJSON *child;
    int index = 0;

    (void)data;
    if (!reader_is_list(reader, item, path))
        return;
    cJSON_ArrayForEach(child, item)
    {
        struct path here = {path, NULL, index++};

        read_domain(reader, child, &here);
    }
}

/* ---- members of the deck ------------------------------------------------- */

static void read_format(struct reader *reader, const cJSON *item,
                        const struct path *path, void *data)
{
    (void)data;
    if (!cJSON_IsString(item))
        reader_error(reader, "format", item, path,
                     "expected \"aiio-deck\", found %s", reader_kind(item));
    else if (strcmp(item->valuestring, "aiio-deck") != 0)
        reader_error(reader, "format", item, path,
                     "expected \"aiio-deck\", found \"%.60s\"",
                     item->valuestring);
}

static void read_version(struct reader *reader, const cJSON *item,
                         const struct path *path, void *data)
{
    (void)data;
    if (!cJSON_IsNumber(item) || item->valuedouble < 1 || item->valuedouble > 1)
        reader_error(reader, "format", item, path,
                     "expected 1, the version this program reads");
}

static const struct member exam_members[] = {
    {.name = "questions",
     .kind = MEMBER_WHOLE,
     .required = true,
     .min = 1,
     .max = 1000,
     .offset = offsetof(struct deck, exam_questions)},
    {.name = "minutes",
     .kind = MEMBER_WHOLE,
     .required = true,
     .min = 1,
     .max = 1000,
     .offset = offsetof(struct deck, exam_minutes)},
};

static void read_exam(struct reader *reader, const cJSON *item,
                      const struct path *path, void *data)
{
    if (reader_is_object(reader, item, path))
        reader_object(reader, item, path, exam_members, COUNT(exam_members),
                      data);
}

#define LINE(member_name, field)                                               \
    {                                                                          \
        .name = (member_name), .kind = MEMBER_LINE,                            \
        .offset = offsetof(struct deck, field)                                 \
    }

/* Cards come after the outline they name, wherever they stand. */
#define DECK_MEMBERS(cards_required)                                           \
    {.name = "format",                                                         \
     .kind = MEMBER_CUSTOM,                                                    \
     .required = true,                                                         \
     .read = read_format},                                                     \
        {.name = "format_version",                                             \
         .kind = MEMBER_CUSTOM,                                                \
         .read = read_version},                                                \
        {.name = "id",                                                         \
         .kind = MEMBER_ID,                                                    \
         .required = true,                                                     \
         .offset = offsetof(struct deck, id)},                                 \
        {.name = "title",                                                      \
         .kind = MEMBER_LINE,                                                  \
         .required = true,                                                     \
         .not_empty = true,                                                    \
         .offset = offsetof(struct deck, title)},                              \
        LINE("revision", revision), LINE("language", language),                \
        LINE("license", license),                                              \
        {.name = "exam", .kind = MEMBER_CUSTOM, .read = read_exam},            \
        {.name = "outline", .kind = MEMBER_CUSTOM, .read = read_outline},      \
    {                                                                          \
        .name = "cards", .kind = MEMBER_IGNORE, .required = (cards_required)   \
    }

static const struct member deck_members[] = {DECK_MEMBERS(true)};
static const struct member header_members[] = {DECK_MEMBERS(false)};

void reader_header(struct reader *reader, const cJSON *root, bool with_cards)
{
    reader_object(reader, root, NULL,
                  with_cards ? deck_members : header_members,
                  COUNT(deck_members), reader->deck);
}

bool reader_knows(const char *key)
{
    for (int i = 0; i < COUNT(deck_members); i++)
        if (!strcmp(deck_members[i].name, key))
            return true;
    return false;
}
