/* SPDX-License-Identifier: MIT */
#include "aiio/app.h"

#include "aiio/file.h"
#include "aiio/paths.h"

#include <string.h>

/* ---- reading ----------------------------------------------------------- */

struct texts {
    struct deck_file *files;
    struct buf *bufs;
    size_t capacity, buf_capacity;
    int count;
};

static enum status texts_add(struct texts *texts, const char *name,
                             bool follow_links, struct error *err)
{
    size_t need = (size_t)texts->count + 1;
    enum status status;

    mem_grow((void **)&texts->files, &texts->capacity, need,
             sizeof(*texts->files));
    mem_grow((void **)&texts->bufs, &texts->buf_capacity, need,
             sizeof(*texts->bufs));
    status = file_read(name, DECK_FILE_MAX_BYTES, follow_links,
                       &texts->bufs[texts->count], err);
    if (status)
        return status;
    texts->files[texts->count] =
        (struct deck_file){name, buf_slice(&texts->bufs[texts->count])};
    texts->count++;
    return STATUS_OK;
}

static void texts_release(struct texts *texts)
{
    for (size_t i = 0; i < texts->buf_capacity; i++)
        buf_release(&texts->bufs[i]);
    mem_free(texts->bufs);
    mem_free(texts->files);
    *texts = (struct texts){0};
}

/* A file of a folder that cannot be read is a problem of the deck. */
static void add_unreadable(struct problems *problems, const char *name,
                           const struct error *why)
{
    struct problem problem = {
        .severity = SEVERITY_ERROR,
        .rule = "file",
        .file = name,
        .card_index = -1,
        .card = "",
        .field = "",
        .message = why->text,
    };

    /* The message begins with the name, which the problem has itself. */
    if (!strncmp(why->text, name, strlen(name)) &&
        !strncmp(why->text + strlen(name), ": ", 2))
        problem.message = why->text + strlen(name) + 2;
    problems_add(problems, &problem);
}

static bool add_part(struct texts *texts, const char *name,
                     struct problems *problems)
{
    struct error why = {0};

    if (texts_add(texts, name, false, &why) == STATUS_OK)
        return true;
    add_unreadable(problems, name, &why);
    return false;
}

/* deck.json and cards/ of a folder; what can be read is read. */
static enum status read_folder(struct texts *texts, const char *path,
                               struct arena *names, struct problems *problems,
                               struct error *err)
{
    const char *cards = arena_printf(names, "%s/cards", path);
    char **found = NULL;
    size_t count = 0;
    bool all;
    enum status status = STATUS_OK;

    all = add_part(texts, arena_printf(names, "%s/deck.json", path), problems);
    if (!all)
        return STATUS_REJECTED;
    if (file_is_folder(cards))
        status = file_list(cards, ".json", &found, &count, err);
    for (size_t i = 0; !status && i < count; i++)
        if (!add_part(texts, arena_string(names, slice_of(found[i])), problems))
            all = false;
    file_names_free(found, count);
    return status || all ? status : STATUS_REJECTED;
}

/* Reads and understands a deck; texts stay for whoever looks for places. */
static enum status read_deck(struct texts *texts, const char *path,
                             struct arena *names, struct deck *deck,
                             struct problems *problems, struct error *err)
{
    bool is_folder = file_is_folder(path);
    enum status parts = STATUS_OK, status;

    if (is_folder)
        parts = read_folder(texts, path, names, problems, err);
    else
        parts = texts_add(texts, path, true, err);
    if (parts && (parts != STATUS_REJECTED || texts->count == 0))
        return parts;
    status = deck_read(texts->files, texts->count, is_folder, deck, problems);
    if (!status && parts)
        deck_release(deck);
    return status ? status : parts;
}

/* Problems name files whose paths are gone when reading ends. */
static void keep_file_names(struct problems *problems, int from)
{
    for (int i = from; i < problems->count; i++)
        problems->items[i].file =
            arena_string(&problems->arena, slice_of(problems->items[i].file));
}

enum status app_read_deck(const char *path, struct deck *deck,
                          struct problems *problems, struct error *err)
{
    struct texts texts = {0};
    struct arena names = {0};
    int errors = problems->errors, first = problems->count;
    enum status status = read_deck(&texts, path, &names, deck, problems, err);

    keep_file_names(problems, first);
    texts_release(&texts);
    arena_release(&names);
    errors = problems->errors - errors;
    if (status == STATUS_REJECTED && errors > 0)
        error_set(err, status, "%s: %d %s", path, errors,
                  errors == 1 ? "error" : "errors");
    return status;
}

static int line_at(struct slice text, size_t offset)
{
    int line = 1;

    for (size_t i = 0; i < offset && i < text.len; i++)
        line += text.ptr[i] == '\n';
    return line;
}

enum status app_card_place(const char *path, const char *card, struct buf *file,
                           int *line, struct error *err)
{
    struct texts texts = {0};
    struct arena names = {0};
    struct deck deck = {0};
    struct problems problems = {0};
    enum status status = read_deck(&texts, path, &names, &deck, &problems, err);

    for (int i = 0; !status && i < deck.card_count; i++) {
        struct deck_place place = deck.cards[i].place;

        if (strcmp(deck.cards[i].id, card) != 0)
            continue;
        buf_add_text(file, texts.files[place.file].name);
        *line = line_at(texts.files[place.file].text, place.offset);
    }
    for (int i = 0; status && file->len == 0 && i < problems.count; i++)
        if (problems.items[i].severity == SEVERITY_ERROR) {
            buf_add_text(file, problems.items[i].file);
            *line = problems.items[i].line;
        }
    problems_release(&problems);
    deck_release(&deck);
    texts_release(&texts);
    arena_release(&names);
    return status;
}

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
