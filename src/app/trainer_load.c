/* SPDX-License-Identifier: MIT */
#include "trainer_private.h"

#include <string.h>

/* ---- history of showings ----------------------------------------------- */

static int statement_index(const struct card *card, const char *id)
{
    for (int i = 0; i < card->statement_count; i++)
        if (!strcmp(card->statements[i].id, id))
            return i;
    return -1;
}

static void note_place(struct showing_history *history, const struct card *card,
                       const struct answer_body *body)
{
    int most = (int)(sizeof(history->places) / sizeof(history->places[0]));

    if (history->place_count == most)
        return;
    for (int i = 0; i < body->shown_count; i++) {
        int index = statement_index(card, body->shown[i]);

        if (index >= 0 && card->statements[index].correct) {
            history->places[history->place_count++] = i;
            return;
        }
    }
}

/* Distractors chosen before the card was right on two different days. */
static void note_fooled(struct showing_history *history,
                        const struct card *card, const struct answer_body *body,
                        bool overcome)
{
    for (int i = 0; i < body->chosen_count; i++) {
        int index = statement_index(card, body->chosen[i]);

        if (index >= 0 && !card->statements[index].correct)
            history->falls[index]++;
        if (index >= 0 && !card->statements[index].correct && !overcome)
            history->fooled |= 1u << index;
    }
}

/* Latest first, as showing_history wants the places. */
static void read_history(struct loaded *loaded, const struct entry *entries,
                         int count, const bool *is_void)
{
    struct showing_history *history = &loaded->session_card.history;
    int right_days = 0, last_right_day = 0;

    for (int i = count - 1; i >= 0; i--) {
        struct answer_body body = {0};

        if (entries[i].kind != ENTRY_ANSWER ||
            !answer_body_read(entries[i].body, &loaded->arena, &body))
            continue;
        history->showings++; /* one that was taken back was seen as well */
        if (is_void[i])
            continue;
        note_place(history, &loaded->card, &body);
        if (body.correct &&
            (right_days == 0 || entries[i].day != last_right_day)) {
            right_days++;
            last_right_day = entries[i].day;
        }
        if (!body.correct)
            note_fooled(history, &loaded->card, &body, right_days >= 2);
    }
}

static enum status load_history(struct trainer *trainer, struct loaded *loaded,
                                const struct store_card *row, struct error *err)
{
    struct entry *entries = NULL;
    bool *is_void;
    int count = 0;
    enum status status =
        store_log_of_card(trainer->app->store, row->deck, row->id,
                          &loaded->arena, &entries, &count, err);

    if (status)
        return status;
    is_void = arena_alloc(&loaded->arena, (size_t)count + 1, sizeof(*is_void));
    entries_void(entries, count, is_void);
    read_history(loaded, entries, count, is_void);
    loaded->session_card.note =
        entries_note(entries, count, is_void, &loaded->arena);
    return STATUS_OK;
}

/* ---- the card ---------------------------------------------------------- */

/* The outline of the card's deck, kept from card to card. */
static enum status load_outline(struct trainer *trainer, const char *id,
                                struct error *err)
{
    struct arena arena = {0};
    struct store_deck deck = {0};
    enum status status = STATUS_OK;

    if (trainer->outline.id && !strcmp(trainer->outline.id, id) &&
        trainer->outline_version == trainer->data_version)
        return STATUS_OK;
    deck_release(&trainer->outline);
    status = store_deck_find(trainer->app->store, id, &arena, &deck, err);
    if (!status)
        status =
            deck_read_header(slice_of(deck.header), &trainer->outline, err);
    trainer->outline_version = trainer->data_version;
    arena_release(&arena);
    return status;
}

static enum status load_titles(struct trainer *trainer, struct loaded *loaded,
                               const struct store_card *row, struct error *err)
{
    const struct deck *outline = &trainer->outline;
    int objective, domain;
    enum status status = load_outline(trainer, row->deck, err);

    loaded->session_card.domain_title = "";
    loaded->session_card.objective_title = "";
    if (status)
        return status;
    objective = deck_objective_index(outline, row->objective);
    domain = deck_domain_of(outline, row->objective);
    if (domain >= 0)
        loaded->session_card.domain_title =
            arena_printf(&loaded->arena, "%s %s", outline->domains[domain].id,
                         outline->domains[domain].title);
    if (objective >= 0)
        loaded->session_card.objective_title = arena_printf(
            &loaded->arena, "%s %s", outline->objectives[objective].id,
            outline->objectives[objective].title);
    return STATUS_OK;
}

enum status trainer_load_before(struct trainer *trainer, struct loaded *loaded,
                                struct progress *before, struct error *err)
{
    struct entry *entries = NULL;
    int count = 0;
    enum status status = store_log_of_card(
        trainer->app->store, loaded->act.deck, loaded->act.card, &loaded->arena,
        &entries, &count, err);

    if (!status)
        progress_before_last_answer(before, &trainer->app->fsrs, entries,
                                    count);
    return status;
}

enum status trainer_grade_in_force(struct trainer *trainer,
                                   struct loaded *loaded,
                                   const struct entry *answer,
                                   struct answer_body *body, struct error *err)
{
    struct entry *entries = NULL;
    bool *is_void;
    int count = 0;
    enum status status = store_log_of_card(
        trainer->app->store, loaded->act.deck, loaded->act.card, &loaded->arena,
        &entries, &count, err);

    if (status)
        return status;
    is_void = arena_alloc(&loaded->arena, (size_t)count + 1, sizeof(*is_void));
    entries_void(entries, count, is_void);
    for (int i = 0; i < count; i++) {
        struct grade_body grade = {0};

        if (is_void[i] || entries[i].kind != ENTRY_GRADE ||
            !entry_id_equal(entries[i].refers_to, answer->id) ||
            !grade_body_read(entries[i].body, &grade))
            continue;
        body->grade = grade.grade;
        body->schedule = grade.schedule;
    }
    return STATUS_OK;
}

enum status trainer_load(struct trainer *trainer, int64_t key,
                         struct loaded **out, struct error *err)
{
    struct loaded *loaded = mem_new(1, sizeof(*loaded));
    struct store_card row = {0};
    enum status status = store_card_load(
        trainer->app->store, key, &loaded->arena, &row, &loaded->card, err);

    *out = NULL;
    if (!status)
        status = load_titles(trainer, loaded, &row, err);
    if (!status)
        status = load_history(trainer, loaded, &row, err);
    if (status) {
        loaded_free(loaded);
        return status;
    }
    loaded->session_card.key = key;
    loaded->session_card.deck = row.deck;
    loaded->session_card.card = &loaded->card;
    loaded->session_card.progress = row.progress;
    loaded->item = (struct queue_item){
        .key = key,
        .objective = queue_objective(row.deck, row.objective),
        .state = row.progress.due.state,
        .due_at_ms = row.progress.due.has_day ? 0 : row.progress.due.due_at_ms,
    };
    loaded->act.deck = row.deck;
    loaded->act.card = row.id;
    loaded->act.card_hash = row.hash;
    *out = loaded;
    return STATUS_OK;
}

void loaded_free(struct loaded *loaded)
{
    if (!loaded)
        return;
    arena_release(&loaded->arena);
    mem_free(loaded);
}
