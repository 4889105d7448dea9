/* SPDX-License-Identifier: MIT */
/*
 * Repetition. Two cards are near-duplicates when the sets of their shingles
 * (runs of five words of question and right statements) have a Jaccard index
 * of a half or more, unless they differ on purpose. Comparing all pairs would
 * be quadratic: each card keeps its eight smallest shingle hashes, as in
 * Broder's sketches, cards that share one of them are candidates, and only what
 * the sketches make likely is counted out. Two cards that are half alike share
 * none of eight in 1 of 250 cases.
 */
#include "lint_private.h"

#include "aiio/rng.h"

#include <stdlib.h>
#include <string.h>

enum { SKETCH = 8, NEIGHBOURS = 4, TRIES = 3 };

struct sketch {
    uint64_t least[SKETCH]; /* ascending */
    int count;
    const struct card *card;
    const char *deck; /* NULL: the deck that is looked at */
    int index, index_in_file;
    int met;   /* the sketch it was compared with last */
    int tries; /* how many it was compared with word by word */
    bool told;
};

struct sketched {
    uint64_t hash;
    int sketch;
};

struct shingles {
    const struct card *card; /* whose they are */
    uint64_t *items;
    size_t capacity;
    int count;
};

/* Runs of words of the other texts: open addressing, 0 is an empty slot. */
struct runs {
    uint64_t *slots;
    size_t size, count; /* size: a power of two */
};

struct lint_copies {
    struct sketch *sketches;
    size_t capacity;
    int count;
    struct shingles shingles[2];
    struct runs runs;
    bool runs_are_there;
};

/* ---- shingles ---------------------------------------------------------- */

static int compare_hashes(const void *a, const void *b)
{
    uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;

    return (left > right) - (left < right);
}

static void add_shingles(struct shingles *shingles, const struct words *words)
{
    int length =
        words->count < LINT_SHINGLE_WORDS ? words->count : LINT_SHINGLE_WORDS;

    mem_grow((void **)&shingles->items, &shingles->capacity,
             (size_t)(shingles->count + words->count) + 1,
             sizeof(*shingles->items));
    for (int i = 0; length > 0 && i + length <= words->count; i++)
        shingles->items[shingles->count++] = words_hash(words, i, length);
}

/* Makes a set of them, ascending. */
static void sort_shingles(struct shingles *shingles)
{
    int kept = 0;

    if (shingles->count > 1)
        qsort(shingles->items, (size_t)shingles->count,
              sizeof(*shingles->items), compare_hashes);
    for (int i = 0; i < shingles->count; i++)
        if (i == 0 || shingles->items[i] != shingles->items[kept - 1])
            shingles->items[kept++] = shingles->items[i];
    shingles->count = kept;
}

static void read_shingles(struct shingles *shingles, const struct card *card,
                          struct words *scratch)
{
    shingles->card = card;
    shingles->count = 0;
    words_read(scratch, slice_of(card->question));
    add_shingles(shingles, scratch);
    for (int i = 0; i < card->correct_count; i++) {
        words_read(scratch, slice_of(card->statements[i].text));
        add_shingles(shingles, scratch);
    }
    sort_shingles(shingles);
}

static int common_of(const uint64_t *a, int a_count, const uint64_t *b,
                     int b_count)
{
    int i = 0, j = 0, common = 0;

    while (i < a_count && j < b_count) {
        if (a[i] == b[j])
            common++, i++, j++;
        else if (a[i] < b[j])
            i++;
        else
            j++;
    }
    return common;
}

static struct lint_copies *copies_of(struct lint *lint)
{
    if (!lint->copies)
        lint->copies = mem_new(1, sizeof(*lint->copies));
    return lint->copies;
}

/* Of a card whose shingles are in the first set. */
static void add_sketch(struct lint_copies *copies, struct sketch sketch)
{
    sketch.met = -1;
    for (; sketch.count < SKETCH && sketch.count < copies->shingles[0].count;
         sketch.count++)
        sketch.least[sketch.count] = copies->shingles[0].items[sketch.count];
    mem_grow((void **)&copies->sketches, &copies->capacity,
             (size_t)copies->count + 1, sizeof(*copies->sketches));
    copies->sketches[copies->count++] = sketch;
}

void lint_note_shingles(struct lint *lint, const struct lint_card *card)
{
    struct lint_copies *copies = copies_of(lint);
    struct shingles *shingles = &copies->shingles[0];

    shingles->count = 0;
    add_shingles(shingles, &card->question);
    for (int i = 0; i < card->card->correct_count; i++)
        add_shingles(shingles, &card->statements[i]);
    sort_shingles(shingles);
    add_sketch(copies, (struct sketch){.card = card->card,
                                       .index = card->index,
                                       .index_in_file = card->index_in_file});
}

/* ---- near-duplicates --------------------------------------------------- */

static int compare_sketched(const void *a, const void *b)
{
    const struct sketched *left = a, *right = b;

    if (left->hash != right->hash)
        return left->hash < right->hash ? -1 : 1;
    return left->sketch - right->sketch;
}

/*
 * Of eight in common four are expected where half is alike, and two come in 24
 * of 25 cases. Cards made from one pattern all look likely: each is counted
 * out against a few only, so that a deck of them stays linear.
 */
static bool is_likely(struct sketch *a, struct sketch *b, int a_index)
{
    if (b->met == a_index || b->tries >= TRIES)
        return false;
    b->met = a_index;
    if (a->count >= SKETCH && b->count >= SKETCH &&
        common_of(a->least, a->count, b->least, b->count) < 2)
        return false;
    b->tries++;
    return true;
}

static bool half_alike(struct lint *lint, const struct sketch *a,
                       const struct sketch *b, double *share)
{
    struct shingles *sets = lint->copies->shingles;
    int common, all;

    read_shingles(&sets[0], a->card, &lint->scratch);
    if (sets[1].card != b->card) /* it is compared with several in a row */
        read_shingles(&sets[1], b->card, &lint->scratch);
    common =
        common_of(sets[0].items, sets[0].count, sets[1].items, sets[1].count);
    all = sets[0].count + sets[1].count - common;
    *share = all > 0 ? (double)common / all : 0;
    return all > 0 && 2 * common >= all;
}

static bool has_text(const struct statement *statements, int from, int count,
                     const char *text)
{
    for (int i = from; i < count; i++)
        if (!strcmp(statements[i].text, text))
            return true;
    return false;
}

/* What is right in one is wrong in the other: they teach a difference. */
static bool is_contrast(const struct card *a, const struct card *b)
{
    for (int i = 0; i < a->correct_count; i++)
        if (has_text(b->statements, b->correct_count, b->statement_count,
                     a->statements[i].text))
            return true;
    for (int i = 0; i < b->correct_count; i++)
        if (has_text(a->statements, a->correct_count, a->statement_count,
                     b->statements[i].text))
            return true;
    return false;
}

static uint64_t numbers_of(struct words *scratch, const char *text)
{
    uint64_t sum = 0;

    words_read(scratch, slice_of(text));
    for (int i = 0; i < scratch->count; i++)
        if (scratch->items[i].has_digit)
            sum += scratch->items[i].hash;
    return sum;
}

/* The same question of other numbers is another exercise. */
static bool differs_on_purpose(struct lint *lint, const struct card *a,
                               const struct card *b)
{
    return is_contrast(a, b) || numbers_of(&lint->scratch, a->question) !=
                                    numbers_of(&lint->scratch, b->question);
}

static void tell_pair(struct lint *lint, const struct sketch *here,
                      const struct sketch *there, double share)
{
    struct lint_card card = {.card = here->card,
                             .index = here->index,
                             .index_in_file = here->index_in_file};

    lint_found(lint, &card, "question",
               "%.0f %% of its runs of five words are those of \"%s\"%s%s: "
               "retire one, or ask from another side",
               100 * share, there->card->id, there->deck ? " in " : "",
               there->deck ? there->deck : "");
}

/* The later one of two is told of the earlier, of two decks the one here. */
static void compare(struct lint *lint, int a_index, int b_index)
{
    struct sketch *a = &lint->copies->sketches[a_index];
    struct sketch *b = &lint->copies->sketches[b_index];
    struct sketch *here = b->deck ? a : b;
    double share = 0;

    if ((a->deck && b->deck) || here->told || !is_likely(a, b, a_index) ||
        !half_alike(lint, a, b, &share) ||
        differs_on_purpose(lint, a->card, b->card))
        return;
    here->told = true;
    tell_pair(lint, here, here == a ? b : a, share);
}

/* Among cards with a hash in common each is compared with the few before. */
static void compare_run(struct lint *lint, const struct sketched *run,
                        int count)
{
    for (int i = 1; i < count; i++)
        for (int j = i - 1; j >= 0 && j >= i - NEIGHBOURS; j--)
            compare(lint, run[j].sketch, run[i].sketch);
}

static void add_others(struct lint *lint)
{
    const struct lint_input *input = lint->input;

    for (int i = 0; i < input->other_count; i++) {
        const struct deck *deck = input->others[i].deck;

        for (int j = 0; deck && j < deck->card_count; j++) {
            read_shingles(&lint->copies->shingles[0], &deck->cards[j],
                          &lint->scratch);
            add_sketch(lint->copies,
                       (struct sketch){.card = &deck->cards[j],
                                       .deck = input->others[i].name});
        }
    }
}

void lint_duplicates(struct lint *lint)
{
    struct lint_copies *copies = copies_of(lint);
    struct sketched *all;
    int count = 0, from = 0;

    add_others(lint);
    all = mem_new((size_t)copies->count * SKETCH + 1, sizeof(*all));
    for (int i = 0; i < copies->count; i++)
        for (int j = 0; j < copies->sketches[i].count; j++)
            all[count++] = (struct sketched){copies->sketches[i].least[j], i};
    if (count > 1)
        qsort(all, (size_t)count, sizeof(*all), compare_sketched);
    for (int i = 1; i <= count; i++)
        if (i == count || all[i].hash != all[from].hash) {
            compare_run(lint, &all[from], i - from);
            from = i;
        }
    mem_free(all);
}

/* ---- copied text ------------------------------------------------------- */

static size_t slot_of(const struct runs *runs, uint64_t hash)
{
    size_t at = (size_t)(hash ^ hash >> 32) & (runs->size - 1);

    while (runs->slots[at] != 0 && runs->slots[at] != hash)
        at = (at + 1) & (runs->size - 1);
    return at;
}

static void grow_runs(struct runs *runs)
{
    struct runs larger = {.size = runs->size ? 2 * runs->size : 1024};

    larger.slots = mem_new(larger.size, sizeof(*larger.slots));
    for (size_t i = 0; i < runs->size; i++)
        if (runs->slots[i] != 0) {
            larger.slots[slot_of(&larger, runs->slots[i])] = runs->slots[i];
            larger.count++;
        }
    mem_free(runs->slots);
    *runs = larger;
}

static uint64_t run_hash(const struct words *words, int from)
{
    uint64_t hash = words_hash(words, from, LINT_COPIED_WORDS);

    return hash ? hash : 1;
}

static void add_runs(struct lint *lint, struct slice text)
{
    struct runs *runs = &lint->copies->runs;

    words_read(&lint->scratch, text);
    for (int i = 0; i + LINT_COPIED_WORDS <= lint->scratch.count; i++) {
        uint64_t hash = run_hash(&lint->scratch, i);
        size_t slot;

        if (2 * (runs->count + 1) > runs->size)
            grow_runs(runs);
        slot = slot_of(runs, hash);
        runs->count += runs->slots[slot] == 0;
        runs->slots[slot] = hash;
    }
}

/* Member, statement and text of each text of a card; member NULL ends. */
struct card_text {
    const char *member, *text;
    int statement; /* -1: of the card */
};

enum { CARD_TEXTS_MAX = 2 * DECK_STATEMENTS_MAX + 5 };

static void card_texts(const struct card *card,
                       struct card_text texts[CARD_TEXTS_MAX])
{
    int count = 0;

    texts[count++] = (struct card_text){"question", card->question, -1};
    for (int i = 0; i < card->statement_count; i++) {
        texts[count++] =
            (struct card_text){"text", card->statements[i].text, i};
        texts[count++] = (struct card_text){"why", card->statements[i].why, i};
    }
    texts[count++] = (struct card_text){"short", card->brief, -1};
    texts[count++] = (struct card_text){"full", card->full, -1};
    texts[count++] = (struct card_text){"figure", card->figure_alt, -1};
    texts[count] = (struct card_text){NULL, NULL, -1};
}

static void read_runs(struct lint *lint)
{
    const struct lint_input *input = lint->input;
    struct card_text texts[CARD_TEXTS_MAX];

    copies_of(lint)->runs_are_there = true;
    for (int i = 0; i < input->other_count; i++) {
        const struct deck *deck = input->others[i].deck;

        add_runs(lint, deck ? slice_of("") : input->others[i].text);
        for (int j = 0; deck && j < deck->card_count; j++) {
            card_texts(&deck->cards[j], texts);
            for (int k = 0; texts[k].member; k++)
                add_runs(lint, slice_of(texts[k].text));
        }
    }
}

static bool is_run(const struct runs *runs, uint64_t hash)
{
    return runs->size > 0 && runs->slots[slot_of(runs, hash)] == hash;
}

/* The first run of a text that is in the others, with what follows of it. */
static struct slice find_run(struct lint *lint, const char *text, int *length)
{
    const struct words *words = &lint->scratch;
    const struct runs *runs = &lint->copies->runs;

    words_read(&lint->scratch, slice_of(text));
    for (int i = 0; i + LINT_COPIED_WORDS <= words->count; i++) {
        int last = i;
        const struct word *end;

        if (!is_run(runs, run_hash(words, i)))
            continue;
        while (last + 1 + LINT_COPIED_WORDS <= words->count &&
               is_run(runs, run_hash(words, last + 1)))
            last++;
        *length = last - i + LINT_COPIED_WORDS;
        end = &words->items[i + LINT_COPIED_WORDS - 1];
        return (struct slice){
            words->items[i].text.ptr,
            (size_t)(end->text.ptr + end->text.len - words->items[i].text.ptr)};
    }
    return slice_of("");
}

void lint_copied(struct lint *lint, const struct lint_card *card)
{
    struct card_text texts[CARD_TEXTS_MAX];

    if (lint->input->other_count == 0)
        return;
    if (!copies_of(lint)->runs_are_there)
        read_runs(lint);
    card_texts(card->card, texts);
    for (int i = 0; texts[i].member; i++) {
        int length = 0;
        struct slice run = find_run(lint, texts[i].text, &length);

        if (run.len == 0)
            continue;
        if (texts[i].statement < 0)
            lint_found(lint, card, texts[i].member,
                       "%d words in a row are copied, from \"%.*s\" on: say "
                       "it in words of your own",
                       length, (int)run.len, run.ptr);
        else
            lint_found_in(lint, card, texts[i].statement, texts[i].member,
                          "%d words in a row are copied, from \"%.*s\" on: "
                          "say it in words of your own",
                          length, (int)run.len, run.ptr);
    }
}

void lint_copies_release(struct lint *lint)
{
    if (!lint->copies)
        return;
    mem_free(lint->copies->sketches);
    mem_free(lint->copies->shingles[0].items);
    mem_free(lint->copies->shingles[1].items);
    mem_free(lint->copies->runs.slots);
    mem_free(lint->copies);
    lint->copies = NULL;
}
