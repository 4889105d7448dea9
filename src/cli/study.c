/* SPDX-License-Identifier: MIT */
#include "command.h"

#include "aiio/browse.h"
#include "aiio/insight.h"
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

/* What a query finds, due or not. */
static enum status find(struct app *app, const char *query, const char *words,
                        struct arena *arena, struct purpose *purpose,
                        struct error *err)
{
    struct found found = {0};
    enum status status = app_search(app, query, &found, err);

    if (status)
        return status;
    purpose->words = arena_string(arena, slice_of(words));
    purpose->keys =
        arena_alloc(arena, (size_t)found.count + 1, sizeof(*found.keys));
    purpose->count = found.count;
    if (found.count > 0)
        memcpy(purpose->keys, found.keys,
               (size_t)found.count * sizeof(*found.keys));
    found_release(&found);
    return STATUS_OK;
}

/* One row a purpose: its option, and what is said when there is no card. */
static const struct purpose_row {
    const char *option, *none;
} purposes[] = {
    {"weak", "no objective is weak: none has five first tries of which one was "
             "wrong"},
    {"misconceptions", "there is no misconception that is not overcome"},
    {"query", "no card matches"},
    {"flagged", "no card is flagged"},
    {"ahead", "no card comes back on a later day"},
};

static enum status fill_purpose(struct app *app, const char *option,
                                const char *value, struct arena *arena,
                                struct study_options *options,
                                struct error *err)
{
    struct purpose *purpose = &options->purpose;
    int limit = options->review_limit >= 0 ? options->review_limit
                                           : app->settings.reviews;

    if (!strcmp(option, "weak"))
        return app_weak(app, options->deck, arena, purpose, err);
    if (!strcmp(option, "misconceptions"))
        return app_misconceived(app, options->deck, arena, purpose, err);
    if (!strcmp(option, "ahead"))
        return app_ahead(app, options->deck, limit, arena, purpose, err);
    if (!strcmp(option, "flagged"))
        return find(app, "is:flagged", "flagged cards", arena, purpose, err);
    return find(app, value, value, arena, purpose, err);
}

/* What is asked on purpose; nothing of the kind is told, not shown as a day
   on which nothing is due. */
static enum status read_purpose(const struct call *call, struct arena *arena,
                                struct study_options *options,
                                struct error *err)
{
    const struct purpose_row *wanted = NULL;
    enum status status;

    for (size_t i = 0; i < sizeof(purposes) / sizeof(purposes[0]); i++) {
        if (!call_has(call, purposes[i].option))
            continue;
        if (wanted)
            return error_set(err, STATUS_USAGE, "--%s and --%s: one at a time",
                             wanted->option, purposes[i].option);
        wanted = &purposes[i];
    }
    if (!wanted)
        return STATUS_OK;
    status =
        fill_purpose(call->app, wanted->option,
                     call_option(call, wanted->option), arena, options, err);
    if (!status && options->purpose.count == 0)
        status = error_set(err, STATUS_NOT_FOUND, "%s", wanted->none);
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
        status = read_purpose(call, &arena, &options, err);
    if (!status)
        status = run(call, &options, home, err);
    arena_release(&arena);
    return status;
}
