/* SPDX-License-Identifier: MIT */
#include "aiio/deck.h"

#include "aiio/rng.h"

#include <stdlib.h>
#include <string.h>

static const char *const change_names[CHANGE_COUNT] = {
    [CHANGE_NEW] = "added",         [CHANGE_REWORDED] = "reworded",
    [CHANGE_KEY] = "key_changed",   [CHANGE_UNCHANGED] = "unchanged",
    [CHANGE_RESTORED] = "restored", [CHANGE_RETIRED] = "retired",
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
    int index; /* into existing */
};

static int compare_ids(const void *a, const void *b)
{
    const struct by_id *left = a, *right = b;

    return strcmp(left->id, right->id);
}

struct planning {
    const struct plan_input *input;
    struct plan *plan;
    struct by_id *index;
    bool *taken; /* existing cards that the file has */
    struct buf json;
};

static int find_existing(const struct planning *planning, const char *id)
{
    struct by_id wanted = {id, 0};
    const struct by_id *found =
        planning->input->existing_count > 0
            ? bsearch(&wanted, planning->index,
                      (size_t)planning->input->existing_count,
                      sizeof(*planning->index), compare_ids)
            : NULL;

    return found ? found->index : -1;
}

static const char *old_name(const struct plan_input *input, const char *id)
{
    for (int i = 0; i < input->rename_count; i++)
        if (!strcmp(input->renames[i][1], id))
            return input->renames[i][0];
    return NULL;
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

static bool id_is_used(const struct card *card, const char *id, int but)
{
    for (int i = 0; i < card->statement_count; i++)
        if (i != but && !strcmp(card->statements[i].id, id))
            return true;
    return false;
}

/*
 * Statements without an id of their own take those the store has: by text
 * first, then by place on the same side, so that a mended typo is a rewording.
 */
static void adopt_ids(struct card *card, const struct card *old,
                      struct arena *arena)
{
    bool matched[DECK_STATEMENTS_MAX] = {false};

    for (int i = 0; i < card->statement_count; i++) {
        struct statement *statement = &card->statements[i];
        const struct statement *same = with_text(old, statement->text);

        if (statement->id_given || !same || id_is_used(card, same->id, i))
            continue;
        statement->id = arena_string(arena, slice_of(same->id));
        matched[i] = true;
    }
    for (int i = 0; i < card->statement_count; i++) {
        struct statement *statement = &card->statements[i];

        if (statement->id_given || matched[i] || i >= old->statement_count ||
            old->statements[i].correct != statement->correct ||
            id_is_used(card, old->statements[i].id, i))
            continue;
        statement->id = arena_string(arena, slice_of(old->statements[i].id));
    }
}

/* A text (or an id) that both know and that stands on the other side now. */
static bool changes_sides(const struct card *card, const struct card *old)
{
    for (int i = 0; i < card->statement_count; i++) {
        const struct statement *now = &card->statements[i];
        const struct statement *was =
            now->id_given ? card_statement(old, slice_of(now->id))
                          : with_text(old, now->text);

        if (was && was->correct != now->correct)
            return true;
    }
    return false;
}

/* The correct ids differ by one that the file itself has given. */
static bool given_key_differs(const struct card *card, const struct card *old)
{
    struct buf now = {0}, was = {0};
    bool given = true, differs;

    for (int i = 0; i < card->correct_count; i++)
        given = given && card->statements[i].id_given;
    card_answer_key(&now, card);
    card_answer_key(&was, old);
    differs = given && strcmp(buf_text(&now), buf_text(&was)) != 0;
    buf_release(&now);
    buf_release(&was);
    return differs || card->correct_count != old->correct_count;
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

static enum status compare_card(struct planning *planning,
                                struct plan_item *item, struct card *card,
                                struct error *err)
{
    struct arena arena = {0};
    struct card old = {0};
    struct buf stored = {0};
    enum status status = planning->input->load(planning->input->context,
                                               item->key, &stored, err);

    if (!status)
        status = deck_read_card(buf_slice(&stored), &arena, &old, err);
    if (!status) {
        uint64_t was = plan_hash(buf_slice(&stored));

        adopt_ids(card, &old, &planning->plan->arena);
        hash_card(planning, item);
        if (item->hash == was)
            item->change = CHANGE_UNCHANGED;
        else if (changes_sides(card, &old) || given_key_differs(card, &old))
            item->change = CHANGE_KEY;
        else
            item->change = CHANGE_REWORDED;
        item->detail = item->change == CHANGE_KEY ? "answer key"
                       : item->change == CHANGE_UNCHANGED
                           ? ""
                           : describe(card, &old);
    }
    buf_release(&stored);
    arena_release(&arena);
    return status;
}

static enum status plan_card(struct planning *planning, struct card *card,
                             struct plan_item *item, struct error *err)
{
    const struct plan_input *input = planning->input;
    const char *old_id = old_name(input, card->id);
    int at = find_existing(planning, card->id);
    enum status status = STATUS_OK;

    *item = (struct plan_item){.id = card->id, .card = card, .detail = ""};
    hash_card(planning, item);
    if (at < 0 && old_id) {
        at = find_existing(planning, old_id);
        item->renamed_from = at >= 0 ? old_id : NULL;
    }
    if (at < 0) {
        item->change = CHANGE_NEW;
        return STATUS_OK;
    }
    planning->taken[at] = true;
    item->key = input->existing[at].key;
    item->change = CHANGE_UNCHANGED;
    if (item->hash != input->existing[at].hash)
        status = compare_card(planning, item, card, err);
    if (input->existing[at].retired) {
        item->also_restored = item->change != CHANGE_UNCHANGED;
        if (!item->also_restored)
            item->change = CHANGE_RESTORED;
    }
    return status;
}

/* ---- cards that look renamed --------------------------------------------- */

/* The question and the correct texts: what a renamed card keeps. */
static uint64_t likeness(const struct card *card)
{
    uint64_t hash = fnv1a(FNV1A_START, slice_of(card->question));

    for (int i = 0; i < card->correct_count; i++)
        hash = fnv1a(hash, slice_of(card->statements[i].text));
    return hash;
}

struct like {
    uint64_t hash;
    const char *id;
};

static int compare_likes(const void *a, const void *b)
{
    const struct like *left = a, *right = b;

    return (left->hash > right->hash) - (left->hash < right->hash);
}

static enum status like_of_existing(struct planning *planning, int at,
                                    struct like *like, struct error *err)
{
    struct arena arena = {0};
    struct card card = {0};
    enum status status;

    buf_clear(&planning->json);
    status = planning->input->load(planning->input->context,
                                   planning->input->existing[at].key,
                                   &planning->json, err);
    if (!status)
        status = deck_read_card(buf_slice(&planning->json), &arena, &card, err);
    if (!status)
        *like =
            (struct like){likeness(&card), planning->input->existing[at].id};
    arena_release(&arena);
    return status;
}

static void add_pair(struct plan *plan, size_t *capacity, const char *from,
                     const char *to)
{
    mem_grow((void **)&plan->renames, capacity, (size_t)plan->rename_count + 1,
             sizeof(*plan->renames));
    plan->renames[plan->rename_count][0] =
        arena_string(&plan->arena, slice_of(from));
    plan->renames[plan->rename_count++][1] = to;
}

static enum status find_renames(struct planning *planning, struct error *err)
{
    struct plan *plan = planning->plan;
    int gone = plan->counts[CHANGE_RETIRED], count = 0;
    struct like *likes;
    size_t capacity = 0;
    enum status status = STATUS_OK;

    if (gone == 0 || plan->counts[CHANGE_NEW] == 0)
        return STATUS_OK;
    likes = mem_new((size_t)gone, sizeof(*likes));
    for (int i = 0; !status && i < planning->input->existing_count; i++)
        if (!planning->taken[i] && !planning->input->existing[i].retired)
            status = like_of_existing(planning, i, &likes[count++], err);
    qsort(likes, (size_t)count, sizeof(*likes), compare_likes);
    for (int i = 0; !status && i < plan->count; i++) {
        struct like wanted, *found;

        if (plan->items[i].change != CHANGE_NEW)
            continue;
        wanted.hash = likeness(plan->items[i].card);
        found = bsearch(&wanted, likes, (size_t)count, sizeof(*likes),
                        compare_likes);
        if (found)
            add_pair(plan, &capacity, found->id, plan->items[i].id);
    }
    mem_free(likes);
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

    planning->index = mem_new(existing + 1, sizeof(*planning->index));
    planning->taken = mem_new(existing + 1, sizeof(*planning->taken));
    for (int i = 0; i < input->existing_count; i++)
        planning->index[i] = (struct by_id){input->existing[i].id, i};
    if (existing > 1)
        qsort(planning->index, existing, sizeof(*planning->index), compare_ids);
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
    struct planning planning = {.input = input, .plan = plan};
    enum status status = STATUS_OK;

    *plan = (struct plan){0};
    prepare(&planning);
    for (int i = 0; !status && i < input->deck->card_count; i++)
        status = plan_card(&planning, &input->deck->cards[i],
                           &plan->items[plan->count++], err);
    add_retired(&planning);
    count_changes(plan);
    if (!status)
        status = find_renames(&planning, err);
    mem_free(planning.index);
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
            plan->items[i].renamed_from || plan->items[i].moved)
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
