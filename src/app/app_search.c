/* SPDX-License-Identifier: MIT */
#include "aiio/browse.h"

/* ---- domains ------------------------------------------------------------- */

/* The outlines of the decks, for the ids of domains. */
struct outlines {
    struct deck *headers;
    int64_t *keys;
    int count;
};

static void release_outlines(struct outlines *outlines)
{
    for (int i = 0; i < outlines->count; i++)
        deck_release(&outlines->headers[i]);
    mem_free(outlines->headers);
    mem_free(outlines->keys);
}

static enum status load_outlines(struct app *app, struct outlines *outlines,
                                 struct error *err)
{
    struct arena arena = {0};
    struct store_deck *decks = NULL;
    int count = 0;
    enum status status = store_decks(app->store, &arena, &decks, &count, err);

    outlines->headers = mem_new((size_t)count + 1, sizeof(*outlines->headers));
    outlines->keys = mem_new((size_t)count + 1, sizeof(*outlines->keys));
    for (int i = 0; !status && i < count; i++) {
        outlines->keys[outlines->count] = decks[i].key;
        status = deck_read_header(slice_of(decks[i].header),
                                  &outlines->headers[outlines->count++], err);
    }
    arena_release(&arena);
    return status;
}

static const char *domain_id(const struct outlines *outlines,
                             const struct store_card *card)
{
    for (int i = 0; i < outlines->count; i++)
        if (outlines->keys[i] == card->deck_key && card->domain >= 0 &&
            card->domain < outlines->headers[i].domain_count)
            return outlines->headers[i].domains[card->domain].id;
    return "";
}

/* ---- searching ----------------------------------------------------------- */

struct searching {
    struct query *query;
    struct query_now now;
    struct outlines outlines;
    struct found found;
};

static void add_key(void *context, int64_t key)
{
    struct found *list = &((struct searching *)context)->found;

    mem_grow((void **)&list->keys, &list->capacity, (size_t)list->count + 1,
             sizeof(*list->keys));
    list->keys[list->count++] = key;
}

static bool matches_text(void *context, struct slice json)
{
    const struct query_row row = {.text = json};
    struct searching *searching = context;

    return query_matches(searching->query, &row, &searching->now);
}

static bool look_at(void *context, const struct store_found *found)
{
    struct searching *searching = context;
    const struct query_row row = {
        .text = found->text,
        .deck = found->card.deck,
        .id = found->card.id,
        .objective = found->card.objective,
        .domain = domain_id(&searching->outlines, &found->card),
        .tags = found->tags,
        .retired = found->card.retired,
        .reserve = found->card.reserve,
        .has_added = found->has_added,
        .added_day = found->added_day,
        .progress = &found->card.progress,
    };

    if (query_matches(searching->query, &row, &searching->now))
        add_key(searching, found->card.key);
    return true;
}

struct query_now app_query_now(const struct app *app)
{
    return (struct query_now){.moment = app_now(app),
                              .day_start = app->settings.day_start};
}

static enum status read_rows(struct app *app, struct searching *searching,
                             struct error *err)
{
    unsigned needs = query_needs(searching->query);
    const struct store_search search = {.text = needs & QUERY_TEXT,
                                        .retired = needs & QUERY_RETIRED};
    enum status status;

    if (!(needs & QUERY_FIELDS) && search.text)
        return store_search_texts(app->store, search.retired, matches_text,
                                  add_key, searching, err);
    status = load_outlines(app, &searching->outlines, err);
    if (!status)
        status = store_search(app->store, &search, look_at, searching, err);
    release_outlines(&searching->outlines);
    return status;
}

enum status app_search(struct app *app, const char *query, struct found *found,
                       struct error *err)
{
    struct searching searching = {.now = app_query_now(app)};
    enum status status = query_parse(slice_of(query), &searching.query, err);

    if (!status)
        status = store_begin_reading(app->store, err);
    if (!status) {
        status = read_rows(app, &searching, err);
        store_end_reading(app->store);
    }
    query_free(searching.query);
    if (status) {
        found_release(&searching.found);
        return status;
    }
    found_release(found);
    *found = searching.found;
    return STATUS_OK;
}

void found_release(struct found *found)
{
    mem_free(found->keys);
    *found = (struct found){0};
}
