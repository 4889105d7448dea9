/* SPDX-License-Identifier: MIT */
#include "plan_alike.h"

#include "aiio/rng.h"

#include <stdlib.h>

enum status plan_load_card(const struct plan_input *input, int64_t key,
                           struct arena *arena, struct card *card,
                           struct error *err)
{
    struct buf stored = {0};
    enum status status = input->load(input->context, key, &stored, err);

    if (!status)
        status = deck_read_card(buf_slice(&stored), arena, card, err);
    buf_release(&stored);
    return status;
}

/* Letters and digits only, in lower case; all of it where there are none. */
static uint64_t fold_hash(uint64_t hash, const char *text)
{
    bool any = false;

    for (const char *p = text; *p; p++) {
        char c = *p >= 'A' && *p <= 'Z' ? (char)(*p - 'A' + 'a') : *p;

        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c < 0) {
            hash = fnv1a(hash, (struct slice){&c, 1});
            any = true;
        }
    }
    return any ? hash : fnv1a(hash, slice_of(text));
}

/* What makes two cards alike: one question, or most statements. */
struct like {
    uint64_t question, correct;
    uint64_t statements[DECK_STATEMENTS_MAX];
    int count;
    const char *id;
    bool paired;
};

static struct like like_of(const struct card *card, const char *id)
{
    struct like like = {.question = fold_hash(FNV1A_START, card->question),
                        .correct = FNV1A_START,
                        .count = card->statement_count,
                        .id = id};

    for (int i = 0; i < card->statement_count; i++) {
        const struct statement *statement = &card->statements[i];

        like.statements[i] = fold_hash(FNV1A_START, statement->text);
        if (statement->correct)
            like.correct = fold_hash(like.correct, statement->text);
    }
    return like;
}

static bool most_alike(const struct like *a, const struct like *b)
{
    int most = a->count > b->count ? a->count : b->count, same = 0;

    for (int i = 0; i < a->count; i++)
        for (int j = 0; j < b->count; j++)
            same += a->statements[i] == b->statements[j];
    return same >= 2 && 2 * same > most;
}

/* A card that is gone, under the hash of its question or of what is right. */
struct trace {
    uint64_t hash;
    struct like *like;
    bool by_question;
};

struct gone {
    struct like *likes;
    struct trace *traces; /* two a card, sorted by hash */
    size_t count, trace_count;
};

static int compare_traces(const void *a, const void *b)
{
    const struct trace *left = a, *right = b;

    if (left->hash != right->hash)
        return left->hash < right->hash ? -1 : 1;
    return (left->like > right->like) - (left->like < right->like);
}

static struct like *find_alike(const struct gone *gone, uint64_t hash,
                               const struct like *wanted, bool by_question)
{
    enum { LOOKED_AT = 8 }; /* so that a thousand equal cards stay linear */
    size_t low = 0, high = gone->trace_count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (gone->traces[middle].hash < hash)
            low = middle + 1;
        else
            high = middle;
    }
    for (size_t i = low; i < low + LOOKED_AT && i < gone->trace_count; i++) {
        const struct trace *trace = &gone->traces[i];

        if (trace->hash != hash)
            break;
        if (trace->by_question == by_question && !trace->like->paired &&
            (by_question || most_alike(trace->like, wanted)))
            return trace->like;
    }
    return NULL;
}

static enum status load_gone(const struct plan_input *input,
                             const struct plan *plan, struct gone *gone,
                             struct error *err)
{
    enum status status = STATUS_OK;

    for (int i = 0; !status && i < plan->count; i++) {
        struct arena arena = {0};
        struct card card = {0};
        struct like *like = &gone->likes[gone->count];

        if (plan->items[i].change != CHANGE_RETIRED)
            continue;
        status = plan_load_card(input, plan->items[i].key, &arena, &card, err);
        if (!status) {
            *like = like_of(&card, plan->items[i].id);
            gone->traces[gone->trace_count++] =
                (struct trace){like->question, like, true};
            gone->traces[gone->trace_count++] =
                (struct trace){like->correct, like, false};
            gone->count++;
        }
        arena_release(&arena);
    }
    if (gone->count > 0)
        qsort(gone->traces, gone->trace_count, sizeof(*gone->traces),
              compare_traces);
    return status;
}

static void add_pair(struct plan *plan, size_t *capacity, struct like *from,
                     const char *to)
{
    mem_grow((void **)&plan->renames, capacity, (size_t)plan->rename_count + 1,
             sizeof(*plan->renames));
    plan->renames[plan->rename_count][0] = from->id;
    plan->renames[plan->rename_count++][1] = to;
    from->paired = true;
}

enum status plan_find_renames(const struct plan_input *input, struct plan *plan,
                              struct error *err)
{
    size_t retired = (size_t)plan->counts[CHANGE_RETIRED], capacity = 0;
    struct gone gone = {0};
    enum status status;

    if (retired == 0 || plan->counts[CHANGE_NEW] == 0)
        return STATUS_OK;
    gone.likes = mem_new(retired, sizeof(*gone.likes));
    gone.traces = mem_new(2 * retired, sizeof(*gone.traces));
    status = load_gone(input, plan, &gone, err);
    for (int i = 0; !status && i < plan->count; i++) {
        struct like wanted, *found;

        if (plan->items[i].change != CHANGE_NEW)
            continue;
        wanted = like_of(plan->items[i].card, plan->items[i].id);
        found = find_alike(&gone, wanted.question, &wanted, true);
        if (!found)
            found = find_alike(&gone, wanted.correct, &wanted, false);
        if (found)
            add_pair(plan, &capacity, found, wanted.id);
    }
    mem_free(gone.traces);
    mem_free(gone.likes);
    return status;
}
