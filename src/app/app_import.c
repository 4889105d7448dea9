/* SPDX-License-Identifier: MIT */
#include "aiio/app.h"

#include "aiio/file.h"
#include "aiio/paths.h"

#include <string.h>

/* ---- planning ---------------------------------------------------------- */

static enum status load_json(void *context, int64_t key, struct buf *json,
                             struct error *err)
{
    return store_card_json(context, key, json, err);
}

static enum status plan_deck(struct app *app,
                             const struct import_options *options,
                             struct deck_report *report, struct error *err)
{
    struct arena arena = {0};
    struct plan_existing *existing = NULL;
    int count = 0;
    struct plan_input input = {0};
    enum status status = store_deck_existing(app->store, report->deck.id,
                                             &arena, &existing, &count, err);

    if (!status) {
        input = (struct plan_input){
            .deck = &report->deck,
            .existing = existing,
            .existing_count = count,
            .renames = options->renames,
            .rename_count = options->rename_count,
            .load = load_json,
            .context = app->store,
        };
        status = plan_make(&input, &report->plan, err);
    }
    arena_release(&arena);
    return status;
}

static enum status ask(const struct import_options *options,
                       const char *question, const char *advice,
                       struct error *err)
{
    if (!options->confirm)
        return error_set(err, STATUS_REJECTED, "%s; %s", question, advice);
    if (!options->confirm(options->context, question))
        return error_set(err, STATUS_CANCELLED,
                         "cancelled, nothing was imported");
    return STATUS_OK;
}

static enum status confirm_retiring(const struct import_options *options,
                                    const struct deck_report *report,
                                    struct error *err)
{
    struct buf question = {0};
    enum status status;

    buf_printf(&question,
               "%s: %d of %d cards of deck \"%s\" are gone from the file and "
               "would be retired",
               report->path, report->plan.counts[CHANGE_RETIRED],
               report->plan.existing_active, report->deck.id);
    status =
        ask(options, buf_text(&question), "say --yes if that is meant", err);
    buf_release(&question);
    return status;
}

/* Afterwards it is too late: the new card would have the id already. */
static enum status confirm_renames(const struct import_options *options,
                                   const struct deck_report *report,
                                   struct error *err)
{
    const struct plan *plan = &report->plan;
    struct buf question = {0};
    enum status status;

    buf_printf(&question,
               "%s: %d %s renamed, such as \"%s\" to \"%s\", and would begin "
               "without history; --rename %s=%s keeps it",
               report->path, plan->rename_count,
               plan->rename_count == 1 ? "card looks" : "cards look",
               plan->renames[0][0], plan->renames[0][1], plan->renames[0][0],
               plan->renames[0][1]);
    status =
        ask(options, buf_text(&question), "--yes imports it as it is", err);
    buf_release(&question);
    return status;
}

static enum status confirm(const struct import_options *options,
                           const struct deck_report *report, struct error *err)
{
    enum status status = STATUS_OK;

    if (options->yes || options->dry_run)
        return STATUS_OK;
    if (report->plan.rename_count > 0)
        status = confirm_renames(options, report, err);
    if (!status && plan_retires_many(&report->plan))
        status = confirm_retiring(options, report, err);
    return status;
}

/* ---- importing --------------------------------------------------------- */

static enum status carry_out(struct app *app,
                             const struct import_options *options,
                             struct deck_report *report, struct moment moment,
                             struct error *err)
{
    struct buf origin = {0};
    struct store_import import = {
        .deck = &report->deck,
        .plan = &report->plan,
        .moment = moment,
        .machine = app->machine,
        .fsrs = &app->fsrs,
        .report = options->report,
        .context = options->context,
    };
    enum status status;

    path_absolute(&origin, report->path);
    import.origin = buf_text(&origin);
    status = store_import(app->store, &import, err);
    report->done = !status;
    buf_release(&origin);
    return status;
}

/*
 * All decks in one transaction: all of them or none. The plan was made before
 * it, so that no question waits inside: what it rests on must still hold.
 */
static enum status import_all(struct app *app,
                              const struct import_options *options,
                              struct import_report *report,
                              int64_t planned_version, struct error *err)
{
    struct moment moment = app_now(app);
    int64_t version = 0;
    enum status status = store_begin(app->store, err);

    if (status)
        return status;
    status = store_data_version(app->store, &version, err);
    if (!status && version != planned_version)
        status = error_set(err, STATUS_BUSY,
                           "another program changed the store meanwhile; "
                           "nothing was imported, try again");
    for (int i = 0; !status && i < report->deck_count; i++)
        status = carry_out(app, options, &report->decks[i], moment, err);
    if (!status)
        status = store_commit(app->store, err);
    else
        store_rollback(app->store);
    return status;
}

static enum status read_all(const struct import_options *options,
                            struct import_report *report, struct error *err)
{
    enum status result = STATUS_OK;

    for (int i = 0; i < options->path_count; i++) {
        struct deck_report *deck = &report->decks[i];
        enum status status;

        deck->path = options->paths[i];
        status = app_read_deck(deck->path, &deck->deck, &report->problems, err);
        if (status && !result)
            result = status;
        report->deck_count = i + 1;
        if (status && status != STATUS_REJECTED)
            break;
    }
    return result;
}

static enum status refuse_twice(const struct import_report *report,
                                struct error *err)
{
    for (int i = 0; i < report->deck_count; i++)
        for (int j = 0; j < i; j++)
            if (!strcmp(report->decks[i].deck.id, report->decks[j].deck.id))
                return error_set(
                    err, STATUS_REJECTED,
                    "%s: deck id \"%s\" is also that of %s; import one",
                    report->decks[i].path, report->decks[i].deck.id,
                    report->decks[j].path);
    return STATUS_OK;
}

enum status app_import(struct app *app, const struct import_options *options,
                       struct import_report *report, struct error *err)
{
    int64_t version = 0;
    enum status status;

    *report = (struct import_report){0};
    report->decks =
        mem_new((size_t)options->path_count, sizeof(*report->decks));
    status = read_all(options, report, err);
    if (status == STATUS_REJECTED)
        buf_add_text(&app->notices, "nothing was imported\n");
    if (!status)
        status = refuse_twice(report, err);
    if (!status)
        status = store_data_version(app->store, &version, err);
    for (int i = 0; !status && i < report->deck_count; i++) {
        struct deck_report *deck = &report->decks[i];

        status = plan_deck(app, options, deck, err);
        for (int c = 0; !status && c < CHANGE_COUNT; c++)
            report->counts[c] += deck->plan.counts[c];
        if (!status && plan_changes_anything(&deck->plan))
            report->changed = true;
    }
    for (int i = 0; !status && i < report->deck_count; i++)
        status = confirm(options, &report->decks[i], err);
    if (status || options->dry_run)
        return status;
    return import_all(app, options, report, version, err);
}

void import_report_release(struct import_report *report)
{
    for (int i = 0; i < report->deck_count; i++) {
        plan_release(&report->decks[i].plan);
        deck_release(&report->decks[i].deck);
    }
    mem_free(report->decks);
    problems_release(&report->problems);
    *report = (struct import_report){0};
}
