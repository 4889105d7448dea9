/* SPDX-License-Identifier: MIT */
#include "plan_alike.h"

#include "aiio/rng.h"

#include <stdlib.h>
#include <string.h>

static const char *const change_names[CHANGE_COUNT] = {
    [CHANGE_NEW] = "added",       [CHANGE_REWORDED] = "reworded",
    [CHANGE_KEY] = "key_changed", [CHANGE_UNCHANGED] = "unchanged",
    [CHANGE_MOVED] = "moved",     [CHANGE_RESTORED] = "restored",
    [CHANGE_RETIRED] = "retired",
};

const char *change_name(enum change change)
{
    return change_names[change];
}

uint64_t plan_hash(struct slice canonical_json)
{
    return fnv1a(FNV1A_START, canonical_json);
}

/* ---- looking cards up by id ---------------------------------------------- */

struct by_id {
    const char *id;
    int index;
};

struct id_index {
    struct by_id *items;
    int count;
};

static int compare_ids(const void *a, const void *b)
{
    const struct by_id *left = a, *right = b;

    return strcmp(left->id, right->id);
}

static int find_id(const struct id_index *index, const char *id)
{
    struct by_id wanted = {id, 0};
    const struct by_id *found =
        index->count > 0 ? bsearch(&wanted, index->items, (size_t)index->count,
                                   sizeof(*index->items), compare_ids)
                         : NULL;

    return found ? found->index : -1;
}

static void sort_index(struct id_index *index)
{
    if (index->count > 1)
        qsort(index->items, (size_t)index->count, sizeof(*index->items),
              compare_ids);
}

struct planning {
    const struct plan_input *input;
    struct plan *plan;
    struct id_index known; /* cards of the store */
    bool *taken;           /* of them those that the file has */
    int furthest;          /* place in the store of a card before, or -1 */
    struct buf json;
};

static const char *old_name(const struct plan_input *input, const char *id)
{
    for (int i = 0; i < input->rename_count; i++)
        if (!strcmp(input->renames[i][1], id))
            return input->renames[i][0];
    return NULL;
}

/*
 * A rename concerns this deck when the file has the new card, or the store
 * the old one and the file no longer; one that is done already is no error.
 */
static enum status check_rename(const struct planning *planning,
                                const struct id_index *file,
                                const char *const rename[2], struct error *err)
{
    const char *from = rename[0], *to = rename[1];
    bool from_stored = find_id(&planning->known, from) >= 0;
    bool from_filed = find_id(file, from) >= 0;
    bool to_filed = find_id(file, to) >= 0;

    if (to_filed && find_id(&planning->known, to) >= 0)
        return from_stored && !from_filed
                   ? error_set(err, STATUS_REJECTED,
                               "cannot rename \"%s\" to \"%s\": the store has "
                               "a card of that id already",
                               from, to)
                   : STATUS_OK;
    if (to_filed && from_filed)
        return error_set(err, STATUS_REJECTED,
                         "cannot rename \"%s\" to \"%s\": the file has both",
                         from, to);
    if (to_filed && !from_stored)
        return error_set(err, STATUS_NOT_FOUND,
                         "cannot rename \"%s\" to \"%s\": the store has no "
                         "card \"%s\"",
                         from, to, from);
    if (!to_filed && from_stored && !from_filed)
        return error_set(err, STATUS_NOT_FOUND,
                         "cannot rename \"%s\" to \"%s\": the file has no "
                         "card \"%s\"",
                         from, to, to);
    return STATUS_OK;
}

static enum status check_renames(const struct planning *planning,
                                 struct error *err)
{
    const struct plan_input *input = planning->input;
    struct id_index file = {NULL, input->deck->card_count};
    enum status status = STATUS_OK;

    if (input->rename_count == 0)
        return STATUS_OK;
    file.items = mem_new((size_t)file.count + 1, sizeof(*file.items));
    for (int i = 0; i < file.count; i++)
        file.items[i] = (struct by_id){input->deck->cards[i].id, i};
    sort_index(&file);
    for (int i = 0; !status && i < input->rename_count; i++)
        status = check_rename(planning, &file, input->renames[i], err);
    mem_free(file.items);
    return status;
}

/* ---- statements ---------------------------------------------------------- */

static const struct statement *with_text(const struct card *card,
                                         const char *text)
{
    for (int i = 0; i < card->statement_count; i++)
        if (!strcmp(card->statements[i].text, text))
            return &card->statements[i];
    return NULL;
}

/* The statement of the same side and place, as at is in its card. */
static const struct statement *at_place(const struct card *card,
                                        const struct card *other, int at)
{
    bool correct = card->statements[at].correct;
    int there = correct ? at : at - card->correct_count + other->correct_count;

    if (there >= (correct ? other->correct_count : other->statement_count))
        return NULL;
    return &other->statements[there];
}

static bool is_free(const struct card *card, const char *id)
{
    return card_statement(card, slice_of(id)) == NULL;
}

/* An id of one's own, that no statement has or had. */
static const char *fresh_id(const struct card *card, const struct card *old,
                            const char *made, struct arena *arena)
{
    while (!is_free(card, made) || !is_free(old, made))
        made = arena_printf(
            arena, "s%016llx",
            (unsigned long long)fnv1a(FNV1A_START, slice_of(made)));
    return made;
}

/*
 * Statements without an id of their own take those the store has: by text
 * first, then by place on the same side, so that a mended typo is a rewording.
 */
static void adopt_ids(struct card *card, const struct card *old,
                      struct arena *arena)
{
    const char *made[DECK_STATEMENTS_MAX];
    enum { BY_TEXT, BY_PLACE, STEPS };

    for (int i = 0; i < card->statement_count; i++) {
        made[i] = card->statements[i].id;
        if (!card->statements[i].id_given)
            card->statements[i].id = "";
    }
    for (int step = BY_TEXT; step < STEPS; step++)
        for (int i = 0; i < card->statement_count; i++) {
            struct statement *statement = &card->statements[i];
            const struct statement *was = step == BY_TEXT
                                              ? with_text(old, statement->text)
                                              : at_place(card, old, i);

            if (!statement->id[0] && was && is_free(card, was->id))
                statement->id = arena_string(arena, slice_of(was->id));
        }
    for (int i = 0; i < card->statement_count; i++)
        if (!card->statements[i].id[0])
            card->statements[i].id = fresh_id(card, old, made[i], arena);
}

/* "s" and sixteen hex digits: what a statement without an id is given. */
static bool is_made(const char *id)
{
    return id[0] == 's' && strlen(id) == 17 &&
           strspn(id + 1, "0123456789abcdef") == 16;
}

/*
 * The statement as the store knows it. An author who gives ids to statements
 * that had none has not changed what they say.
 */
static const struct statement *counterpart(const struct statement *now,
                                           const struct card *old)
{
    const struct statement *was;

    if (now->id_given) {
        was = card_statement(old, slice_of(now->id));
        if (was)
            return was;
    }
    was = with_text(old, now->text);
    return was && now->id_given && !is_made(was->id) ? NULL : was;
}

/*
 * A known statement stands on the other side now, a correct one that the file
 * names is new, or there are more or fewer to choose.
 */
static bool key_changes(const struct card *card, const struct card *old)
{
    for (int i = 0; i < card->statement_count; i++) {
        const struct statement *now = &card->statements[i];
        const struct statement *was = counterpart(now, old);

        if (was ? was->correct != now->correct : now->correct && now->id_given)
            return true;
    }
    return card->correct_count != old->correct_count;
}

static const char *describe(const struct card *card, const struct card *old)
{
    if (strcmp(card->question, old->question) != 0)
        return "question";
    for (int i = 0; i < card->statement_count; i++) {
        const struct statement *was =
            card_statement(old, slice_of(card->statements[i].id));

        if (!was)
            return "statements";
        if (strcmp(was->text, card->statements[i].text) != 0)
            return "a statement";
        if (strcmp(was->why, card->statements[i].why) != 0)
            return "a why";
    }
    return card->statement_count != old->statement_count ? "statements"
                                                         : "explanation";
}

/* ---- one card ------------------------------------------------------------ */

static void hash_card(struct planning *planning, struct plan_item *item)
{
    buf_clear(&planning->json);
    deck_write_card(&planning->json, item->card);
    item->hash = plan_hash(buf_slice(&planning->json));
}

static const char *describe_key(struct arena *arena, const struct card *card,
                                const struct card *old)
{
    struct buf now = {0}, was = {0};
    const char *words;

    card_answer_key(&now, card);
    card_answer_key(&was, old);
    words = arena_printf(arena, "answer key: %s, was %s", buf_text(&now),
                         buf_text(&was));
    buf_release(&now);
    buf_release(&was);
    return words;
}

/* The canonical text of the card as it was, under the id that it has now. */
static bool is_same(const struct card *old, const char *id, uint64_t hash)
{
    struct card renamed = *old;
    struct buf json = {0};
    bool same;

    renamed.id = id;
    deck_write_card(&json, &renamed);
    same = plan_hash(buf_slice(&json)) == hash;
    buf_release(&json);
    return same;
}

static enum status compare_card(struct planning *planning,
                                struct plan_item *item, struct card *card,
                                struct error *err)
{
    struct arena arena = {0}, *kept = &planning->plan->arena;
    struct card old = {0};
    enum status status =
        plan_load_card(planning->input, item->key, &arena, &old, err);

    if (!status) {
        adopt_ids(card, &old, kept);
        hash_card(planning, item);
        if (key_changes(card, &old)) {
            item->change = CHANGE_KEY;
            item->detail = describe_key(kept, card, &old);
        } else if (!is_same(&old, card->id, item->hash)) {
            item->change = CHANGE_REWORDED;
            item->detail = describe(card, &old);
        }
    }
    arena_release(&arena);
    return status;
}

/* The card of the store that this one is, or -1. */
static int find_existing(const struct planning *planning,
                         struct plan_item *item)
{
    const char *from;
    int at = find_id(&planning->known, item->id);

    if (at >= 0)
        return at;
    from = old_name(planning->input, item->id);
    at = from ? find_id(&planning->known, from) : -1;
    if (at >= 0)
        item->renamed_from =
            arena_string(&planning->plan->arena, slice_of(from));
    return at;
}

static enum status plan_card(struct planning *planning, struct card *card,
                             struct plan_item *item, struct error *err)
{
    const struct plan_existing *existing;
    enum status status = STATUS_OK;
    bool moved;
    int at;

    *item = (struct plan_item){.id = card->id, .card = card, .detail = ""};
    at = find_existing(planning, item);
    hash_card(planning, item);
    if (at < 0) {
        item->change = CHANGE_NEW;
        return STATUS_OK;
    }
    if (planning->taken[at])
        return error_set(err, STATUS_REJECTED,
                         "\"%s\" cannot become \"%s\": another card is named "
                         "as its new id",
                         planning->input->existing[at].id, card->id);
    planning->taken[at] = true;
    existing = &planning->input->existing[at];
    item->key = existing->key;
    item->change = CHANGE_UNCHANGED;
    moved = at < planning->furthest;
    if (at > planning->furthest)
        planning->furthest = at;
    if (item->hash != existing->hash)
        status = compare_card(planning, item, card, err);
    if (existing->retired) {
        item->also_restored = item->change != CHANGE_UNCHANGED;
        if (!item->also_restored)
            item->change = CHANGE_RESTORED;
    } else if (moved && item->change == CHANGE_UNCHANGED &&
               !item->renamed_from) {
        item->change = CHANGE_MOVED;
    }
    return status;
}

/* ---- the plan ------------------------------------------------------------ */

static void add_retired(struct planning *planning)
{
    const struct plan_input *input = planning->input;
    struct plan *plan = planning->plan;

    for (int i = 0; i < input->existing_count; i++) {
        if (input->existing[i].retired)
            continue;
        plan->existing_active++;
        if (planning->taken[i])
            continue;
        plan->items[plan->count++] = (struct plan_item){
            .change = CHANGE_RETIRED,
            .id = arena_string(&plan->arena, slice_of(input->existing[i].id)),
            .key = input->existing[i].key,
            .detail = "",
        };
    }
}

static void prepare(struct planning *planning)
{
    const struct plan_input *input = planning->input;
    size_t existing = (size_t)input->existing_count;

    planning->known.items =
        mem_new(existing + 1, sizeof(*planning->known.items));
    planning->known.count = input->existing_count;
    planning->taken = mem_new(existing + 1, sizeof(*planning->taken));
    for (int i = 0; i < input->existing_count; i++)
        planning->known.items[i] = (struct by_id){input->existing[i].id, i};
    sort_index(&planning->known);
    planning->plan->items =
        mem_new((size_t)input->deck->card_count + existing + 1,
                sizeof(*planning->plan->items));
}

static void count_changes(struct plan *plan)
{
    memset(plan->counts, 0, sizeof(plan->counts));
    for (int i = 0; i < plan->count; i++) {
        plan->counts[plan->items[i].change]++;
        if (plan->items[i].also_restored)
            plan->counts[CHANGE_RESTORED]++;
    }
}

enum status plan_make(const struct plan_input *input, struct plan *plan,
                      struct error *err)
{
    struct planning planning = {.input = input, .plan = plan, .furthest = -1};
    enum status status;

    *plan = (struct plan){0};
    prepare(&planning);
    status = check_renames(&planning, err);
    for (int i = 0; !status && i < input->deck->card_count; i++)
        status = plan_card(&planning, &input->deck->cards[i],
                           &plan->items[plan->count++], err);
    add_retired(&planning);
    count_changes(plan);
    if (!status)
        status = plan_find_renames(input, plan, err);
    mem_free(planning.known.items);
    mem_free(planning.taken);
    buf_release(&planning.json);
    if (status)
        plan_release(plan);
    return status;
}

bool plan_retires_many(const struct plan *plan)
{
    int gone = plan->counts[CHANGE_RETIRED];

    return gone >= 5 && 5 * gone > plan->existing_active;
}

bool plan_changes_anything(const struct plan *plan)
{
    for (int i = 0; i < plan->count; i++)
        if (plan->items[i].change != CHANGE_UNCHANGED ||
            plan->items[i].renamed_from)
            return true;
    return false;
}

void plan_release(struct plan *plan)
{
    mem_free(plan->items);
    mem_free(plan->renames);
    arena_release(&plan->arena);
    *plan = (struct plan){0};
}
