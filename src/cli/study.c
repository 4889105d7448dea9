/* SPDX-License-Identifier: MIT */
#include "command.h"

#include "aiio/paths.h"
#include "aiio/trainer.h"
#include "tui/tui.h"

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

/* A deck that is not there is told before a screen is opened. */
static enum status check_deck(struct app *app, const char *deck,
                              struct error *err)
{
    struct arena arena = {0};
    struct store_deck found;
    enum status status =
        deck ? store_deck_find(app->store, deck, &arena, &found, err)
             : STATUS_OK;

    arena_release(&arena);
    return status;
}

enum status command_study(struct call *call, struct error *err)
{
    struct app *app = call->app;
    bool home = !strcmp(call->command->name, "home");
    struct study_options options;
    struct error no_terminal = {0};
    bool did = false;
    enum status status = read_options(call, &options, err);

    if (!status)
        status = app_first_start(app, &did, err);
    if (!status)
        status = check_deck(app, options.deck, err);
    if (status)
        return status;
    if (wants_plain(call))
        return plain_run(app, &options, err);
    status = tui_run(app, home ? NULL : &options, &call->signal, &no_terminal);
    if (status != STATUS_NO_TERMINAL) {
        if (status)
            *err = no_terminal;
        return status;
    }
    tell("%s; studying as plain lines", no_terminal.text);
    return plain_run(app, &options, err);
}
