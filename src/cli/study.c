/* SPDX-License-Identifier: MIT */
#include "command.h"

#include "aiio/browse.h"
#include "aiio/paths.h"

#include <string.h>

static enum status read_options(const struct call *call,
                                struct study_options *options,
                                struct error *err)
{
    int64_t fresh = -1, reviews = -1, minutes = 0;
    enum status status = call_int(call, "new", 0, 9999, -1, &fresh, err);

    if (!status)
        status = call_int(call, "limit", 0, 9999, -1, &reviews, err);
    if (!status)
        status = call_int(call, "minutes", 1, 1440, 0, &minutes, err);
    *options = (struct study_options){
        .deck = call_option(call, "deck"),
        .domain = call_option(call, "domain"),
        .objective = call_option(call, "objective"),
        .tag = call_option(call, "tag"),
        .new_limit = (int)fresh,
        .review_limit = (int)reviews,
        .minutes = (int)minutes,
    };
    return status;
}

static bool wants_plain(const struct call *call)
{
    return call_has(call, "plain") || call->app->settings.plain ||
           environment("AIIO_STUDY_PLAIN") != NULL;
}

static enum status has_domain(const struct store_deck *deck, const char *domain,
                              bool *has, struct error *err)
{
    struct deck header = {0};
    enum status status = deck_read_header(slice_of(deck->header), &header, err);

    if (!status && deck_domain_index(&header, domain) >= 0)
        *has = true;
    deck_release(&header);
    return status;
}

static enum status check_filter(struct app *app,
                                const struct store_filter *filter,
                                const char *what, const char *name,
                                struct error *err)
{
    bool exists = false;
    enum status status = store_card_exists(app->store, filter, &exists, err);

    if (!status && !exists)
        status = error_set(err, STATUS_NOT_FOUND,
                           "no card has the %s \"%.80s\"", what, name);
    return status;
}

/* A name that is not there is told before a screen is opened: a mistyped one
   would look like a day on which nothing is due. */
static enum status check_options(struct app *app,
                                 const struct study_options *options,
                                 struct error *err)
{
    struct arena arena = {0};
    struct store_deck *decks = NULL, found = {0};
    struct store_filter filter = {.domain = -1};
    bool has = !options->domain;
    int count = 0;
    enum status status;

    if (options->deck) {
        status =
            store_deck_find(app->store, options->deck, &arena, &found, err);
        decks = &found;
        count = 1;
    } else {
        status = store_decks(app->store, &arena, &decks, &count, err);
    }
    for (int i = 0; !status && !has && i < count; i++)
        status = has_domain(&decks[i], options->domain, &has, err);
    if (!status && !has)
        status = error_set(err, STATUS_NOT_FOUND,
                           "no deck has a domain \"%.80s\"", options->domain);
    filter.deck_key = options->deck && !status ? found.key : 0;
    filter.objective = options->objective;
    if (!status && options->objective)
        status =
            check_filter(app, &filter, "objective", options->objective, err);
    filter.objective = NULL;
    filter.tag = options->tag;
    if (!status && options->tag)
        status = check_filter(app, &filter, "tag", options->tag, err);
    arena_release(&arena);
    return status;
}

/* Cards in the order in which they come due, those of today first, up to the
   day's number of reviews. */
static enum status look_ahead(const struct call *call, struct arena *arena,
                              const struct study_options *options,
                              struct purpose *purpose, struct error *err)
{
    struct app *app = call->app;
    int limit = options->review_limit >= 0 ? options->review_limit
                                           : app->settings.reviews;

    return app_ahead(app, options->deck, limit, arena, purpose, err);
}

/* What a query finds is asked, due or not. */
static enum status read_query(const struct call *call, struct arena *arena,
                              struct study_options *options, struct error *err)
{
    const char *query = call_option(call, "query");
    bool flagged = call_has(call, "flagged"), ahead = call_has(call, "ahead");
    struct found found = {0};
    enum status status = STATUS_OK;

    if (!query && !flagged && !ahead)
        return STATUS_OK;
    if ((query != NULL) + flagged + ahead > 1)
        return error_set(err, STATUS_USAGE,
                         "--query, --flagged and --ahead: one at a time");
    if (ahead) {
        status = look_ahead(call, arena, options, &options->purpose, err);
    } else {
        status =
            app_search(call->app, flagged ? "is:flagged" : query, &found, err);
        options->purpose = (struct purpose){
            .words = arena_string(arena,
                                  slice_of(flagged ? "flagged cards" : query)),
            .keys = arena_alloc(arena, (size_t)found.count + 1,
                                sizeof(*found.keys)),
            .count = found.count};
        if (found.count > 0)
            memcpy(options->purpose.keys, found.keys,
                   (size_t)found.count * sizeof(*found.keys));
    }
    found_release(&found);
    if (!status && options->purpose.count == 0)
        status = error_set(err, STATUS_NOT_FOUND, "%s",
                           flagged ? "no card is flagged"
                           : ahead ? "no card has been studied yet"
                                   : "no card matches");
    return status;
}

static enum status run(struct call *call, const struct study_options *options,
                       bool home, struct error *err)
{
    struct error no_terminal = {0};
    enum status status;

    if (wants_plain(call))
        return plain_run(call->app, options, err);
    status = call->screens(call->app, home ? NULL : options, &call->signal,
                           &no_terminal);
    if (status != STATUS_NO_TERMINAL) {
        if (status)
            *err = no_terminal;
        return status;
    }
    tell("%s; studying as plain lines", no_terminal.text);
    return plain_run(call->app, options, err);
}

enum status command_study(struct call *call, struct error *err)
{
    struct app *app = call->app;
    bool home = !strcmp(call->command->name, "home");
    struct study_options options;
    struct arena arena = {0};
    bool did = false;
    enum status status = read_options(call, &options, err);

    if (!status)
        status = app_first_start(app, &did, err);
    if (!status)
        status = app_look_around(app, err);
    if (!status)
        status = check_options(app, &options, err);
    if (!status)
        status = read_query(call, &arena, &options, err);
    if (!status)
        status = run(call, &options, home, err);
    arena_release(&arena);
    return status;
}
