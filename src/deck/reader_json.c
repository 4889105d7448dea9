/* SPDX-License-Identifier: MIT */
#include "reader.h"

#include "aiio/rng.h"

#include <stdlib.h>
#include <string.h>

#define COUNT(table) ((int)(sizeof(table) / sizeof((table)[0])))

/* ---- ids of cards, over all files ---------------------------------------- */

/* Open addressing; an empty slot is NULL. */
struct id_set {
    const char **slots;
    size_t size, count; /* size is a power of two */
};

static size_t slot_of(const struct id_set *set, const char *id)
{
    size_t i = (size_t)fnv1a(FNV1A_START, slice_of(id)) & (set->size - 1);

    while (set->slots[i] && strcmp(set->slots[i], id) != 0)
        i = (i + 1) & (set->size - 1);
    return i;
}

static void grow(struct id_set *set)
{
    struct id_set larger = {.size = set->size ? set->size * 2 : 1024,
                            .count = set->count};

    larger.slots = mem_new(larger.size, sizeof(*larger.slots));
    for (size_t i = 0; i < set->size; i++)
        if (set->slots[i])
            larger.slots[slot_of(&larger, set->slots[i])] = set->slots[i];
    mem_free(set->slots);
    *set = larger;
}

bool reader_claim_id(struct reader *reader, const char *id)
{
    struct id_set *set = reader->ids;
    size_t i;

    if (2 * (set->count + 1) > set->size)
        grow(set);
    i = slot_of(set, id);
    if (set->slots[i])
        return false;
    set->slots[i] = id;
    set->count++;
    return true;
}

static const struct member cards_members[] = {
    {.name = "cards", .kind = MEMBER_IGNORE, .required = true}};

/* ---- trees of pieces of the text ----------------------------------------- */

/* Values of one tree: what cJSON takes for them stays below 100 MiB. */
enum { TREE_VALUES_MAX = 1 << 20 };

static void on_fault(void *context, uint32_t where, const char *message)
{
    struct reader *reader = context;
    struct problem problem = {
        .severity = SEVERITY_ERROR,
        .rule = "syntax",
        .file = reader->file->name,
        .card_index = -1,
        .card = "",
        .field = "",
        .message = message,
        .place = {reader->file_index, where},
    };

    reader->errors++;
    problems_add(reader->problems, &problem);
}

/* Numbers the tree in document order, as json_scan has numbered its places. */
static void number_items(cJSON *item, int *next)
{
    for (; item; item = item->next) {
        item->valueint = (*next)++;
        if (item->child)
            number_items(item->child, next);
    }
}

/* The tree of one value of the text, numbered; NULL (and told) if too large. */
static cJSON *parse_at(struct reader *reader, uint32_t index)
{
    const struct json_place *place = &reader->places->items[index];
    struct slice text = reader->file->text;
    int next = (int)index;
    cJSON *item;

    if (place->next - index > TREE_VALUES_MAX) {
        on_fault(reader, place->value, "more than a million values in one");
        return NULL;
    }
    item = cJSON_ParseWithLengthOpts(text.ptr + place->value,
                                     text.len - place->value, NULL, false);
    if (item)
        number_items(item, &next);
    else
        on_fault(reader, place->value, "cannot be read");
    return item;
}

/* ---- cards --------------------------------------------------------------- */

static uint32_t count_items(const struct json_places *places, uint32_t list)
{
    uint32_t count = 0;

    for (uint32_t i = list + 1; i < places->items[list].next;
         i = places->items[i].next)
        count++;
    return count;
}

/* One card's tree at a time: it stays in the cache, and small. */
static void read_card_at(struct reader *reader, uint32_t at, int index)
{
    struct path list = {NULL, "cards", 0}, here = {&list, NULL, index};
    struct deck *deck = reader->deck;
    cJSON *item = parse_at(reader, at);

    if (item && reader_is_object(reader, item, &here)) {
        reader->card_index = index;
        reader_card(reader, item, &deck->cards[deck->card_count++]);
        reader->card_index = -1;
    }
    cJSON_Delete(item);
}

static void read_cards(struct reader *reader, const cJSON *root)
{
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(root, "cards");
    const struct json_places *places = reader->places;
    struct path path = {NULL, "cards", 0};
    struct deck *deck = reader->deck;
    uint32_t size, at;
    int index = 0;

    if (!list || !reader_is_list(reader, list, &path))
        return;
    at = (uint32_t)list->valueint;
    size = count_items(places, at);
    if (size > DECK_CARDS_PER_FILE_MAX ||
        size + (uint32_t)deck->card_count > DECK_CARDS_MAX) {
        reader_error(reader, "size", list, &path,
                     "%u cards, at most 200000 are read from a file and "
                     "1000000 from a deck",
                     (unsigned)size);
        return;
    }
    mem_grow((void **)&deck->cards, &reader->card_capacity,
             (size_t)deck->card_count + size, sizeof(*deck->cards));
    for (uint32_t i = at + 1; i < places->items[at].next;
         i = places->items[i].next)
        read_card_at(reader, i, index++);
}

/* ---- files --------------------------------------------------------------- */

/* In a deck of one file the complaint points at the list itself. */
static void check_empty_list(struct reader *reader, const cJSON *root)
{
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(root, "cards");
    struct path path = {NULL, "cards", 0};

    if (cJSON_IsArray(list) &&
        count_items(reader->places, (uint32_t)list->valueint) == 0)
        reader_error(reader, "empty", list, &path, "no cards in this deck");
}

static void read_root(struct reader *reader, const cJSON *root, bool is_folder)
{
    bool first = reader->file_index == 0;

    if (!reader_is_object(reader, root, NULL))
        return;
    if (!first)
        reader_object(reader, root, NULL, cards_members, COUNT(cards_members),
                      reader->deck);
    else
        reader_header(reader, root, !is_folder);
    if (!is_folder)
        check_empty_list(reader, root);
    read_cards(reader, root);
}

/* The value of a member of the root: cards come later, what is not known
   never, and for both something of the right kind stands in. */
static cJSON *root_value(struct reader *reader, uint32_t index, const char *key)
{
    char first = reader->file->text.ptr[reader->places->items[index].value];
    cJSON *value = !reader_knows(key) ? cJSON_CreateNull()
                   : !strcmp(key, "cards") && first == '['
                       ? cJSON_CreateArray()
                       : parse_at(reader, index);

    if (value)
        value->valueint = (int)index;
    return value;
}

static bool add_member(struct reader *reader, cJSON *root, uint32_t index)
{
    struct slice text = reader->file->text;
    uint32_t at = reader->places->items[index].key;
    cJSON *key =
        cJSON_ParseWithLengthOpts(text.ptr + at, text.len - at, NULL, false);
    cJSON *value = key ? root_value(reader, index, key->valuestring) : NULL;

    if (value)
        cJSON_AddItemToObject(root, key->valuestring, value);
    cJSON_Delete(key);
    return value != NULL;
}

static cJSON *parse_root(struct reader *reader)
{
    const struct json_places *places = reader->places;
    char first = reader->file->text.ptr[places->items[0].value];
    uint32_t members = 0;
    cJSON *root;

    if (first == '[')
        return cJSON_CreateArray();
    if (first != '{')
        return parse_at(reader, 0);
    root = cJSON_CreateObject();
    for (uint32_t i = 1; i < places->count; i = places->items[i].next) {
        if (members++ == TREE_VALUES_MAX) {
            on_fault(reader, places->items[i].key,
                     "more than a million members");
            break;
        }
        if (!add_member(reader, root, i))
            break;
    }
    return root;
}

static void read_file(struct reader *reader, bool is_folder)
{
    struct json_places places = {0};
    int errors;
    cJSON *root;

    reader->places = &places;
    if (reader->file->text.len > DECK_FILE_MAX_BYTES) {
        on_fault(reader, 0, "larger than 64 MiB");
    } else if (json_scan(reader->file->text, &places, on_fault, reader)) {
        errors = reader->errors;
        root = parse_root(reader);
        if (root && reader->errors == errors)
            read_root(reader, root, is_folder);
        cJSON_Delete(root);
    }
    reader->places = NULL;
    json_places_release(&places);
}

/* ---- lines and columns --------------------------------------------------- */

struct placed {
    struct problem problem;
    int index; /* as it was told: the order of problems of one place */
};

static int compare_places(const void *a, const void *b)
{
    const struct placed *left = a, *right = b;
    const struct deck_place *l = &left->problem.place;
    const struct deck_place *r = &right->problem.place;

    if (l->file != r->file)
        return l->file < r->file ? -1 : 1;
    if (l->offset != r->offset)
        return l->offset < r->offset ? -1 : 1;
    return left->index - right->index;
}

struct position {
    size_t at;
    int line, column;
};

/* On to an offset behind: one pass over a text for all of its problems. */
static void move_to(struct position *position, struct slice text, size_t offset)
{
    for (; position->at < offset && position->at < text.len; position->at++) {
        unsigned char c = (unsigned char)text.ptr[position->at];

        if (c == '\n') {
            position->line++;
            position->column = 1;
        } else if ((c & 0xC0) != 0x80) {
            position->column++;
        }
    }
}

static struct position begin_of(struct slice text)
{
    bool has_mark = slice_starts(text, SLICE("\xEF\xBB\xBF"));

    return (struct position){has_mark ? 3 : 0, 1, 1};
}

void problems_place(struct problems *problems, int first,
                    const struct deck_file *files)
{
    int count = problems->count - first, file = -1;
    struct placed *sorted = mem_new((size_t)count + 1, sizeof(*sorted));
    struct position position = {0, 1, 1};

    for (int i = 0; i < count; i++)
        sorted[i] = (struct placed){problems->items[first + i], i};
    if (count > 1)
        qsort(sorted, (size_t)count, sizeof(*sorted), compare_places);
    for (int i = 0; i < count; i++) {
        struct problem *problem = &sorted[i].problem;
        struct slice text = files[problem->place.file].text;

        if (problem->place.file != file)
            position = begin_of(text);
        file = problem->place.file;
        move_to(&position, text, problem->place.offset);
        if (problem->place.offset != DECK_PLACE_NONE) {
            problem->line = position.line;
            problem->column = position.column;
        }
        problems->items[first + i] = *problem;
    }
    mem_free(sorted);
}

/* ---- the deck ------------------------------------------------------------ */

static void check_any_card(struct reader *reader, const struct deck_file *files,
                           int file_count)
{
    struct path path = {NULL, "cards", 0};

    if (reader->errors > 0 || reader->deck->card_count > 0 || file_count == 0)
        return;
    reader->file = &files[0];
    reader->file_index = 0;
    reader_error(reader, "empty", NULL, &path, "no cards in this deck");
}

static struct deck empty_deck(void)
{
    return (struct deck){
        .id = "", .title = "", .revision = "", .language = "", .license = ""};
}

enum status deck_read(const struct deck_file *files, int file_count,
                      bool is_folder, struct deck *deck,
                      struct problems *problems)
{
    struct id_set ids = {0};
    struct reader reader = {.deck = deck,
                            .problems = problems,
                            .card_index = -1,
                            .card_id = "",
                            .ids = &ids};
    int first = problems->count;

    *deck = empty_deck();
    for (int i = 0; i < file_count; i++) {
        reader.file = &files[i];
        reader.file_index = i;
        read_file(&reader, is_folder);
    }
    check_any_card(&reader, files, file_count);
    problems_place(problems, first, files);
    mem_free(ids.slots);
    if (reader.errors > 0 || file_count == 0) {
        deck_release(deck);
        return STATUS_REJECTED;
    }
    return STATUS_OK;
}

/* ---- rows of the store --------------------------------------------------- */

enum status deck_read_card(struct slice json, struct arena *arena,
                           struct card *card, struct error *err)
{
    struct deck deck = empty_deck();
    struct reader reader = {.deck = &deck, .card_index = 0, .card_id = ""};
    cJSON *root = cJSON_ParseWithLength(json.ptr, json.len);

    deck.arena = *arena;
    if (cJSON_IsObject(root))
        reader_card(&reader, root, card);
    else
        reader.errors++;
    *arena = deck.arena;
    cJSON_Delete(root);
    return reader.errors ? error_set(err, STATUS_DAMAGED,
                                     "the text of a card in the store is "
                                     "damaged")
                         : STATUS_OK;
}

enum status deck_read_header(struct slice json, struct deck *deck,
                             struct error *err)
{
    struct reader reader = {.deck = deck, .card_index = -1, .card_id = ""};
    cJSON *root = cJSON_ParseWithLength(json.ptr, json.len);

    *deck = empty_deck();
    if (cJSON_IsObject(root))
        reader_header(&reader, root, false);
    else
        reader.errors++;
    cJSON_Delete(root);
    if (!reader.errors)
        return STATUS_OK;
    deck_release(deck);
    return error_set(err, STATUS_DAMAGED,
                     "the outline of a deck in the store is damaged");
}
