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
    bool fields;
    struct found found;
};

static bool look_at(void *context, const struct store_found *found)
{
    struct searching *searching = context;
    struct found *list = &searching->found;
    struct query_row row = {.text = found->text};

    if (searching->fields) {
        row.deck = found->card.deck;
        row.id = found->card.id;
        row.objective = found->card.objective;
        row.domain = domain_id(&searching->outlines, &found->card);
        row.tags = found->tags;
        row.retired = found->card.retired;
        row.reserve = found->card.reserve;
        row.has_added = found->has_added;
        row.added_day = found->added_day;
        row.progress = &found->card.progress;
    }
    if (!query_matches(searching->query, &row, &searching->now))
        return true;
    mem_grow((void **)&list->keys, &list->capacity, (size_t)list->count + 1,
             sizeof(*list->keys));
    list->keys[list->count++] = found->key;
    return true;
}

struct query_now app_query_now(const struct app *app)
{
    return (struct query_now){.moment = app_now(app),
                              .day_start = app->settings.day_start};
}

enum status app_search(struct app *app, const char *query, struct found *found,
                       struct error *err)
{
    struct searching searching = {.now = app_query_now(app)};
    enum status status = query_parse(slice_of(query), &searching.query, err);
    struct store_search search;
    unsigned needs;

    if (status)
        return status;
    needs = query_needs(searching.query);
    searching.fields = needs & QUERY_FIELDS;
    search = (struct store_search){.text = needs & QUERY_TEXT,
                                   .fields = searching.fields,
                                   .retired = needs & QUERY_RETIRED};
    if (searching.fields)
        status = load_outlines(app, &searching.outlines, err);
    if (!status)
        status = store_search(app->store, &search, look_at, &searching, err);
    release_outlines(&searching.outlines);
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
