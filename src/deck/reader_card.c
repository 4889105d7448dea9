/* SPDX-License-Identifier: MIT */
#include "reader.h"

#include "aiio/rng.h"
#include "aiio/width.h"

#include <stdio.h>
#include <string.h>

#define COUNT(table) ((int)(sizeof(table) / sizeof((table)[0])))

/* Statements of a card as they are being read: correct ones, then the rest. */
struct statements {
    struct statement items[DECK_STATEMENTS_MAX];
    int count;
    bool too_many;
};

/* What a card's table fills: the card, and its statements by side. */
struct card_into {
    struct card card; /* first: offsets of the table are into it */
    struct statements correct, distractors;
    const cJSON *distractors_item;
};

/* ---- statements ---------------------------------------------------------- */

static const struct member statement_members[] = {
    {.name = "id", .kind = MEMBER_ID, .offset = offsetof(struct statement, id)},
    {.name = "text",
     .kind = MEMBER_TEXT,
     .required = true,
     .not_empty = true,
     .offset = offsetof(struct statement, text)},
    {.name = "why",
     .kind = MEMBER_TEXT,
     .offset = offsetof(struct statement, why)},
    {.name = "pin",
     .kind = MEMBER_BOOL,
     .offset = offsetof(struct statement, pin)},
};

/* Sixteen hex digits of the first text: an id that stays when it is reworded.
 */
static const char *id_from_text(struct reader *reader, const char *text)
{
    uint64_t hash = fnv1a(FNV1A_START, slice_of(text));

    return arena_printf(&reader->deck->arena, "s%016llx",
                        (unsigned long long)hash);
}

static void read_statement(struct reader *reader, const cJSON *item,
                           const struct path *path, struct statements *into,
                           bool correct)
{
    struct statement statement = {.text = "", .why = "", .correct = correct};

    if (!reader_is_object(reader, item, path))
        return;
    reader_object(reader, item, path, statement_members,
                  COUNT(statement_members), &statement);
    statement.id_given = statement.id != NULL;
    if (!statement.id)
        statement.id = id_from_text(reader, statement.text);
    if (reader->places)
        statement.place = (struct deck_place){
            reader->file_index, reader->places->items[item->valueint].value};
    if (into->count < DECK_STATEMENTS_MAX)
        into->items[into->count++] = statement;
    else
        into->too_many = true;
}

static void read_statement_list(struct reader *reader, const cJSON *item,
                                const struct path *path,
                                struct statements *into, bool correct)
{
    const cJSON *child;
    int index = 0;

    cJSON_ArrayForEach(child, item)
    {
        struct path here = {path, NULL, index++};

        read_statement(reader, child, &here, into, correct);
    }
}

static void read_correct(struct reader *reader, const cJSON *item,
                         const struct path *path, void *data)
{
    struct card_into *into = data;
    int count = cJSON_IsArray(item) ? cJSON_GetArraySize(item) : 0;

    if (cJSON_IsArray(item)) {
        if (count < 2 || count > DECK_STATEMENTS_MAX - 1)
            reader_error(reader, "range", item, path,
                         "a list of %d, expected one statement or a list of "
                         "2 to 7",
                         count);
        read_statement_list(reader, item, path, &into->correct, true);
        return;
    }
    if (cJSON_IsObject(item))
        read_statement(reader, item, path, &into->correct, true);
    else
        reader_error(reader, "type", item, path,
                     "expected an object or a list of 2 to 7, found %s",
                     reader_kind(item));
}

static void read_distractors(struct reader *reader, const cJSON *item,
                             const struct path *path, void *data)
{
    struct card_into *into = data;

    if (!reader_is_list(reader, item, path))
        return;
    into->distractors_item = item;
    read_statement_list(reader, item, path, &into->distractors, false);
}

/* The item of statement i of a side, to point at. */
static const cJSON *statement_item(const cJSON *card, bool correct, int index,
                                   const char *member)
{
    const cJSON *side = cJSON_GetObjectItemCaseSensitive(
        card, correct ? "correct" : "distractors");
    const cJSON *item =
        cJSON_IsArray(side) ? cJSON_GetArrayItem(side, index) : side;

    return cJSON_GetObjectItemCaseSensitive(item, member);
}

static void tell_duplicate(struct reader *reader, const cJSON *card,
                           const struct card_into *into, int at,
                           const char *member)
{
    bool correct = at < into->correct.count;
    int index = correct ? at : at - into->correct.count;
    const cJSON *item = statement_item(card, correct, index, member);
    struct path side = {NULL, correct ? "correct" : "distractors", 0};
    struct path element = {&side, NULL, index};
    bool listed = !correct || into->correct.count > 1;
    struct path here = {listed ? &element : &side, member, 0};

    reader_error(reader, "duplicate", item, &here,
                 "duplicate: another statement of this card has the same %s",
                 member);
}

/* True when some earlier statement has the same text (or the same id). */
static bool stands_before(const struct card *card, int at, bool compare_text)
{
    const struct statement *this = &card->statements[at];

    for (int i = 0; i < at; i++) {
        const struct statement *other = &card->statements[i];

        if (compare_text ? this->text[0] && !strcmp(other->text, this->text)
                         : this->id_given && other->id_given &&
                               !strcmp(other->id, this->id))
            return true;
    }
    return false;
}

static bool id_is_taken(const struct card *card, int at)
{
    for (int i = 0; i < card->statement_count; i++)
        if (i != at && !strcmp(card->statements[i].id, card->statements[at].id))
            return true;
    return false;
}

/* An author may have written by hand the id that a text would get. */
static void make_id_unique(struct reader *reader, struct card *card, int at)
{
    struct statement *statement = &card->statements[at];

    while (!statement->id_given && id_is_taken(card, at))
        statement->id = id_from_text(reader, statement->id);
}

static void join_statements(struct reader *reader, const cJSON *item,
                            struct card_into *into)
{
    struct card *card = &into->card;
    int total = into->correct.count + into->distractors.count;
    struct path path = {NULL, "distractors", 0};

    if (into->distractors.too_many || total > DECK_STATEMENTS_MAX) {
        if (into->distractors_item)
            reader_error(reader, "range", into->distractors_item, &path,
                         "a card has at most 8 statements");
        return;
    }
    card->statements = arena_alloc(&reader->deck->arena, (size_t)total + 1,
                                   sizeof(*card->statements));
    memcpy(card->statements, into->correct.items,
           (size_t)into->correct.count * sizeof(*card->statements));
    memcpy(card->statements + into->correct.count, into->distractors.items,
           (size_t)into->distractors.count * sizeof(*card->statements));
    card->statement_count = total;
    card->correct_count = into->correct.count;
    for (int i = 1; i < total; i++) {
        if (stands_before(card, i, false))
            tell_duplicate(reader, item, into, i, "id");
        else if (stands_before(card, i, true))
            tell_duplicate(reader, item, into, i, "text");
    }
    for (int i = 0; i < total; i++)
        make_id_unique(reader, card, i);
}

/* ---- lists of texts ------------------------------------------------------ */

/* Controls, and what Unicode calls white space. */
static bool is_space_or_control(uint32_t c)
{
    return c <= 0x20 || (c >= 0x7F && c <= 0xA0) || c == 0x1680 ||
           (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 ||
           c == 0x202F || c == 0x205F || c == 0x3000;
}

static bool is_tag(struct slice tag)
{
    if (tag.len == 0 || tag.len > DECK_TAG_MAX_BYTES)
        return false;
    while (tag.len > 0) {
        uint32_t c = 0;
        size_t bytes = utf8_first(tag, &c);

        if (bytes == 0 || is_space_or_control(c))
            return false;
        tag.ptr += bytes;
        tag.len -= bytes;
    }
    return true;
}

/* What cannot be seen becomes U+FFFD, which may be a byte longer. */
static void read_tag(struct reader *reader, const cJSON *item,
                     const struct path *path, struct card *card)
{
    const char *tag = NULL;

    if (!cJSON_IsString(item)) {
        reader_error(reader, "type", item, path, "expected a string, found %s",
                     reader_kind(item));
        return;
    }
    if (is_tag(slice_of(item->valuestring)))
        tag = reader_text(reader, item, path, false);
    if (tag && is_tag(slice_of(tag)))
        card->tags[card->tag_count++] = tag;
    else
        reader_error(reader, "tag", item, path,
                     "a tag has 1 to 100 bytes without white space and "
                     "control characters");
}

static void read_tags(struct reader *reader, const cJSON *item,
                      const struct path *path, void *data)
{
    struct card_into *into = data;
    const cJSON *child;
    int index = 0;

    if (!reader_is_list(reader, item, path))
        return;
    into->card.tags =
        arena_alloc(&reader->deck->arena, (size_t)cJSON_GetArraySize(item) + 1,
                    sizeof(*into->card.tags));
    cJSON_ArrayForEach(child, item)
    {
        struct path here = {path, NULL, index++};

        read_tag(reader, child, &here, &into->card);
    }
}

static void read_figure_lines(struct reader *reader, const cJSON *item,
                              const struct path *path, void *data)
{
    enum { LINES_MAX = 60 };
    struct card *card = data;
    int count = cJSON_GetArraySize(item), index = 0;
    const cJSON *child;

    if (!reader_is_list(reader, item, path))
        return;
    if (count < 1 || count > LINES_MAX)
        reader_error(reader, "range", item, path,
                     "%d lines, expected 1 to 60 lines", count);
    card->figure_lines = arena_alloc(&reader->deck->arena, (size_t)count + 1,
                                     sizeof(*card->figure_lines));
    cJSON_ArrayForEach(child, item)
    {
        struct path here = {path, NULL, index++};
        const char *text = reader_text(reader, child, &here, false);

        if (text)
            card->figure_lines[card->figure_line_count++] = text;
    }
}

static const struct member figure_members[] = {
    {.name = "alt",
     .kind = MEMBER_TEXT,
     .required = true,
     .not_empty = true,
     .offset = offsetof(struct card, figure_alt)},
    {.name = "lines",
     .kind = MEMBER_CUSTOM,
     .required = true,
     .read = read_figure_lines},
};

static void read_figure(struct reader *reader, const cJSON *item,
                        const struct path *path, void *data)
{
    struct card_into *into = data;

    if (reader_is_object(reader, item, path))
        reader_object(reader, item, path, figure_members, COUNT(figure_members),
                      &into->card);
}

/* ---- sources and dates --------------------------------------------------- */

static bool is_url(const char *text)
{
    struct slice url = slice_of(text);
    size_t scheme = slice_starts(url, SLICE("https://"))  ? 8
                    : slice_starts(url, SLICE("http://")) ? 7
                                                          : 0;

    for (size_t i = 0; i < url.len; i++)
        if ((unsigned char)url.ptr[i] <= 0x20)
            return false;
    return scheme > 0 && url.len > scheme;
}

static void read_url(struct reader *reader, const cJSON *item,
                     const struct path *path, void *data)
{
    struct source *source = data;
    const char *url;

    if (!cJSON_IsString(item)) {
        reader_error(reader, "type", item, path, "expected a string, found %s",
                     reader_kind(item));
        return;
    }
    if (!is_url(item->valuestring)) {
        reader_error(reader, "url", item, path,
                     "expected a link that begins with https:// or http:// "
                     "and a host");
        return;
    }
    url = reader_text(reader, item, path, false);
    if (url)
        source->url = url;
}

static const struct member source_members[] = {
    {.name = "title",
     .kind = MEMBER_LINE,
     .required = true,
     .not_empty = true,
     .offset = offsetof(struct source, title)},
    {.name = "url", .kind = MEMBER_CUSTOM, .read = read_url},
};

static void read_sources(struct reader *reader, const cJSON *item,
                         const struct path *path, void *data)
{
    struct card *card = &((struct card_into *)data)->card;
    const cJSON *child;
    int index = 0;

    if (!reader_is_list(reader, item, path))
        return;
    card->sources =
        arena_alloc(&reader->deck->arena, (size_t)cJSON_GetArraySize(item) + 1,
                    sizeof(*card->sources));
    cJSON_ArrayForEach(child, item)
    {
        struct path here = {path, NULL, index++};
        struct source source = {"", ""};

        if (!reader_is_object(reader, child, &here))
            continue;
        reader_object(reader, child, &here, source_members,
                      COUNT(source_members), &source);
        card->sources[card->source_count++] = source;
    }
}

static int two_digits(const char *text)
{
    if (text[0] < '0' || text[0] > '9' || text[1] < '0' || text[1] > '9')
        return -1;
    return (text[0] - '0') * 10 + text[1] - '0';
}

static bool is_date(const char *text)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    size_t len = strlen(text);
    int century, year, month, day, most;

    if ((len != 7 && len != 10) || text[4] != '-')
        return false;
    century = two_digits(text);
    year = two_digits(text + 2);
    month = two_digits(text + 5);
    if (century < 0 || year < 0 || month < 1 || month > 12)
        return false;
    if (len == 7)
        return true;
    day = two_digits(text + 8);
    year += century * 100;
    most = days[month - 1];
    if (month == 2 && (year % 400 == 0 || (year % 4 == 0 && year % 100 != 0)))
        most = 29;
    return text[7] == '-' && day >= 1 && day <= most;
}

static void read_as_of(struct reader *reader, const cJSON *item,
                       const struct path *path, void *data)
{
    struct card_into *into = data;

    if (!cJSON_IsString(item))
        reader_error(reader, "type", item, path, "expected a string, found %s",
                     reader_kind(item));
    else if (!is_date(item->valuestring))
        reader_error(reader, "date", item, path,
                     "expected YYYY-MM or YYYY-MM-DD of a day there is");
    else
        into->card.as_of =
            arena_string(&reader->deck->arena, slice_of(item->valuestring));
}

/* ---- the card ------------------------------------------------------------ */

#define TEXT(member_name, field)                                               \
    {                                                                          \
        .name = (member_name), .kind = MEMBER_TEXT,                            \
        .offset = offsetof(struct card, field)                                 \
    }

static const struct member card_members[] = {
    {.name = "id",
     .kind = MEMBER_ID,
     .required = true,
     .offset = offsetof(struct card, id)},
    {.name = "objective",
     .kind = MEMBER_ID,
     .offset = offsetof(struct card, objective)},
    {.name = "tags", .kind = MEMBER_CUSTOM, .read = read_tags},
    {.name = "level",
     .kind = MEMBER_WHOLE,
     .min = 1,
     .max = 3,
     .offset = offsetof(struct card, level)},
    {.name = "question",
     .kind = MEMBER_TEXT,
     .required = true,
     .not_empty = true,
     .offset = offsetof(struct card, question)},
    {.name = "correct",
     .kind = MEMBER_CUSTOM,
     .required = true,
     .read = read_correct},
    {.name = "distractors", .kind = MEMBER_CUSTOM, .read = read_distractors},
    TEXT("short", brief),
    TEXT("full", full),
    {.name = "figure", .kind = MEMBER_CUSTOM, .read = read_figure},
    {.name = "sources", .kind = MEMBER_CUSTOM, .read = read_sources},
    {.name = "as_of", .kind = MEMBER_CUSTOM, .read = read_as_of},
    {.name = "cover",
     .kind = MEMBER_BOOL,
     .offset = offsetof(struct card, cover)},
    {.name = "reserve",
     .kind = MEMBER_BOOL,
     .offset = offsetof(struct card, reserve)},
};

static void check_id(struct reader *reader, const cJSON *item,
                     const struct card *card)
{
    struct path path = {NULL, "id", 0};

    if (card->id[0] && reader->ids && !reader_claim_id(reader, card->id))
        reader_error(reader, "duplicate",
                     cJSON_GetObjectItemCaseSensitive(item, "id"), &path,
                     "duplicate: a card before has the id \"%s\"", card->id);
}

static void check_objective(struct reader *reader, const cJSON *item,
                            const struct card *card)
{
    struct path path = {NULL, "objective", 0};

    if (card->objective[0] && reader->problems &&
        reader->deck->domain_count > 0 &&
        deck_domain_of(reader->deck, card->objective) < 0)
        reader_complain(reader, SEVERITY_WARNING, "objective",
                        cJSON_GetObjectItemCaseSensitive(item, "objective"),
                        &path, "the outline has no objective \"%s\"",
                        card->objective);
}

void reader_card(struct reader *reader, const cJSON *item, struct card *card)
{
    const cJSON *id = cJSON_GetObjectItemCaseSensitive(item, "id");
    struct card_into into = {.card = {.id = "",
                                      .objective = "",
                                      .question = "",
                                      .brief = "",
                                      .full = "",
                                      .as_of = "",
                                      .figure_alt = "",
                                      .cover = true}};

    /* Complaints name the card, wherever its id stands among the members. */
    reader->card_id =
        cJSON_IsString(id) && deck_id_is_valid(slice_of(id->valuestring))
            ? id->valuestring
            : "";
    reader_object(reader, item, NULL, card_members, COUNT(card_members), &into);
    join_statements(reader, item, &into);
    check_id(reader, item, &into.card);
    check_objective(reader, item, &into.card);
    if (reader->places)
        into.card.place = (struct deck_place){
            reader->file_index, reader->places->items[item->valueint].value};
    *card = into.card;
    reader->card_id = "";
}
