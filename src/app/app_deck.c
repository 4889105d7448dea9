/* SPDX-License-Identifier: MIT */
#include "aiio/app.h"

#include "aiio/day.h"
#include "aiio/file.h"
#include "aiio/lint.h"

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

static enum status tell_errors(const char *path, enum status status, int errors,
                               struct error *err)
{
    if (status == STATUS_REJECTED && errors > 0)
        error_set(err, status, "%s: %d %s", path, errors,
                  errors == 1 ? "error" : "errors");
    return status;
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
    return tell_errors(path, status, problems->errors - errors, err);
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

/* ---- checking ---------------------------------------------------------- */

/* What --against names: decks where they are decks, else their texts. */
struct others {
    struct lint_other *items;
    struct deck *decks;
    struct texts texts;
    struct arena names;
    int count;
};

static enum status read_other(struct others *others, const char *path,
                              struct error *err)
{
    struct lint_other *other = &others->items[others->count];
    struct deck *deck = &others->decks[others->count];
    struct problems ignored = {0};
    int first = others->texts.count;
    struct texts part = {0};
    enum status status =
        read_deck(&part, path, &others->names, deck, &ignored, err);

    *other = (struct lint_other){.name = path};
    if (!status)
        other->deck = deck;
    texts_release(&part);
    problems_release(&ignored);
    if (status == STATUS_REJECTED && !file_is_folder(path)) {
        status = texts_add(&others->texts, path, true, err);
        if (!status)
            other->text = others->texts.files[first].text;
    } else if (status == STATUS_REJECTED) {
        error_set(err, status, "%s: neither a deck nor a text", path);
    }
    others->count++;
    return status;
}

static void others_release(struct others *others)
{
    for (int i = 0; i < others->count; i++)
        deck_release(&others->decks[i]);
    texts_release(&others->texts);
    arena_release(&others->names);
    mem_free(others->items);
    mem_free(others->decks);
}

static enum status check_deck(const struct check_options *options,
                              const char *path, const struct others *others,
                              struct problems *problems, int *cards,
                              struct error *err)
{
    struct texts texts = {0};
    struct arena names = {0};
    struct deck deck = {0};
    struct civil today = civil_from_day(options->today);
    int errors = problems->errors, first = problems->count;
    enum status status = read_deck(&texts, path, &names, &deck, problems, err);

    if (!status) {
        struct lint_input input = {
            .deck = &deck,
            .files = texts.files,
            .file_count = texts.count,
            .today_year = today.year,
            .today_month = today.month,
            .others = others->items,
            .other_count = others->count,
        };

        lint_deck(&input, problems);
        problems_place(problems, first, texts.files);
        *cards += deck.card_count;
    }
    keep_file_names(problems, first);
    deck_release(&deck);
    texts_release(&texts);
    arena_release(&names);
    return tell_errors(path, status, problems->errors - errors, err);
}

enum status app_check(const struct check_options *options,
                      struct problems *problems, int *cards, struct error *err)
{
    struct others others = {0};
    size_t count = (size_t)options->against_count + 1;
    enum status result = STATUS_OK, status = STATUS_OK;

    others.items = mem_new(count, sizeof(*others.items));
    others.decks = mem_new(count, sizeof(*others.decks));
    *cards = 0;
    for (int i = 0; !status && i < options->against_count; i++)
        status = read_other(&others, options->against[i], err);
    result = status;
    for (int i = 0; !status && i < options->path_count; i++) {
        enum status checked = check_deck(options, options->paths[i], &others,
                                         problems, cards, err);

        result = checked ? checked : result;
    }
    others_release(&others);
    return result;
}

enum status app_card_origin(struct app *app, const char *deck, const char *card,
                            struct card_origin *origin, struct error *err)
{
    struct store_deck found = {0};
    struct arena arena = {0};
    struct error rejected = {0};
    enum status status = store_deck_find(app->store, deck, &arena, &found, err);

    origin->line = 1;
    if (!status) {
        buf_add_text(&origin->path, found.origin);
        status = app_card_place(buf_text(&origin->path), card, &origin->file,
                                &origin->line, &rejected);
        if (status && origin->file.len > 0)
            status = STATUS_OK; /* the error can be mended there */
        else if (status)
            *err = rejected;
        else if (origin->file.len == 0)
            status = error_set(err, STATUS_NOT_FOUND,
                               "%s: card \"%s\" is not in it any more",
                               buf_text(&origin->path), card);
    }
    arena_release(&arena);
    return status;
}

void card_origin_release(struct card_origin *origin)
{
    buf_release(&origin->file);
    buf_release(&origin->path);
}
