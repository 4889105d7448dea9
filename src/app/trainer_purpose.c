/* SPDX-License-Identifier: MIT */
#include "trainer_private.h"

#include <string.h>

void trainer_keep_purpose(struct trainer *trainer)
{
    struct purpose *purpose = &trainer->options.purpose;
    int64_t *keys;

    if (!purpose->words)
        return;
    purpose->words = arena_string(&trainer->arena, slice_of(purpose->words));
    keys =
        arena_alloc(&trainer->arena, (size_t)purpose->count + 1, sizeof(*keys));
    if (purpose->count > 0)
        memcpy(keys, purpose->keys, (size_t)purpose->count * sizeof(*keys));
    purpose->keys = keys;
}

static bool is_answered(const struct trainer *trainer, int64_t key)
{
    for (int i = 0; i < trainer->asked_count; i++)
        if (trainer->asked[i].key == key)
            return trainer->asked[i].answers > 0;
    return false;
}

/* A filter of the command line narrows what is asked on purpose, too. */
static bool has_tag(const struct card *card, const char *tag)
{
    for (int i = 0; i < card->tag_count; i++)
        if (!strcmp(card->tags[i], tag))
            return true;
    return false;
}

static enum status is_in_domain(struct trainer *trainer,
                                const struct store_card *row, bool *is_in,
                                struct error *err)
{
    struct arena arena = {0};
    struct store_deck deck = {0};
    struct deck header = {0};
    enum status status =
        store_deck_find(trainer->app->store, row->deck, &arena, &deck, err);

    if (!status)
        status = deck_read_header(slice_of(deck.header), &header, err);
    *is_in = !status && row->domain >= 0 &&
             row->domain == deck_domain_index(&header, trainer->options.domain);
    deck_release(&header);
    arena_release(&arena);
    return status;
}

static enum status is_wanted(struct trainer *trainer,
                             const struct store_card *row,
                             const struct card *card, bool *wanted,
                             struct error *err)
{
    const struct study_options *options = &trainer->options;

    *wanted =
        !row->retired && !row->reserve && !row->progress.suspended &&
        !is_answered(trainer, row->key) &&
        (!options->deck || !strcmp(options->deck, row->deck)) &&
        (!options->objective || !strcmp(options->objective, row->objective)) &&
        (!options->tag || has_tag(card, options->tag));
    return *wanted && options->domain ? is_in_domain(trainer, row, wanted, err)
                                      : STATUS_OK;
}

enum status trainer_fill_purpose(struct trainer *trainer, struct error *err)
{
    const struct purpose *purpose = &trainer->options.purpose;
    int limit = trainer->options.review_limit;
    enum status status = STATUS_OK;

    if (limit < 0 || limit > purpose->count)
        limit = purpose->count;
    queue_release(&trainer->queue);
    queue_init(&trainer->queue, limit, 0);
    trainer->day = app_now(trainer->app).day;
    for (int i = 0; !status && i < purpose->count; i++) {
        struct arena arena = {0};
        struct store_card row = {0};
        struct card card = {0};
        struct error gone = {0};
        bool wanted = false;

        status = store_card_load(trainer->app->store, purpose->keys[i], &arena,
                                 &row, &card, &gone);
        if (!status)
            status = is_wanted(trainer, &row, &card, &wanted, &gone);
        if (wanted)
            queue_offer_review(
                &trainer->queue,
                (struct queue_item){
                    .key = row.key,
                    .objective = queue_objective(row.deck, row.objective),
                    .state = row.progress.due.state,
                    .order = (uint64_t)i,
                });
        if (status == STATUS_NOT_FOUND)
            status = STATUS_OK;
        else if (status)
            *err = gone;
        arena_release(&arena);
    }
    if (!status)
        queue_arrange(&trainer->queue);
    return status;
}

void trainer_find_pair(struct trainer *trainer)
{
    struct session *session = &trainer->session;
    struct loaded *loaded = trainer->current;
    struct store_card row = {0};
    struct card unused, pair = {0};
    struct error ignored = {0};
    bool found = false;

    if (session->falls < SESSION_FALLS_TOLD)
        return;
    for (int i = 0; i < session->shown_count && !found; i++) {
        const struct statement *statement =
            &session->shown_card.card->statements[session->shown[i]];

        if (!(session->chosen & 1u << i) || statement->correct)
            continue;
        if (store_card_load(trainer->app->store, session->shown_card.key,
                            &loaded->arena, &row, &unused, &ignored) ||
            store_card_of_text(trainer->app->store, row.deck_key, row.key,
                               statement->text, &loaded->arena, &found, &pair,
                               &ignored))
            return;
    }
    if (found)
        session->shown_card.pair_question = pair.question;
}

bool trainer_is_ahead(const struct trainer *trainer)
{
    const struct session *session = &trainer->session;
    const struct progress *progress = &session->shown_card.progress;

    return trainer->options.purpose.words && session->shown_card.card &&
           progress->due.state == CARD_REVIEW &&
           progress->due.due_day > trainer->day;
}

const char *trainer_purpose(const struct trainer *trainer)
{
    return trainer->options.purpose.words;
}
