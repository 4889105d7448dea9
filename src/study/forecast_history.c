/* SPDX-License-Identifier: MIT */
#include "aiio/forecast.h"

#include <stdlib.h>
#include <string.h>

struct forecast_track {
    struct {
        int day;
        enum grade grade;
    } * answers;
    size_t capacity;
    int count;
    struct memory memory; /* after the last of them */
    struct entry_id last;
    bool met; /* ever answered */
};

void forecast_history_init(struct forecast_history *history,
                           const char *const *ids, const int *domains,
                           int card_count, struct forecast_domain *firsts)
{
    *history = (struct forecast_history){
        .ids = ids,
        .domains = domains,
        .card_count = card_count,
        .firsts = firsts,
    };
    fsrs_prepare(&history->fsrs, &fsrs_default);
    history->tracks = mem_new((size_t)card_count + 1, sizeof(*history->tracks));
}

void forecast_history_release(struct forecast_history *history)
{
    for (int i = 0; i < history->card_count; i++)
        mem_free(history->tracks[i].answers);
    mem_free(history->tracks);
    mem_free(history->outcomes);
    *history = (struct forecast_history){0};
}

static int compare_ids(const void *key, const void *id)
{
    return strcmp(key, *(const char *const *)id);
}

/* Index of a card, or -1. */
static int card_of(const struct forecast_history *history, const char *id)
{
    const char *const *found =
        history->card_count > 0
            ? bsearch(id, history->ids, (size_t)history->card_count,
                      sizeof(*history->ids), compare_ids)
            : NULL;

    return found ? (int)(found - history->ids) : -1;
}

static void refold(const struct forecast_history *history,
                   struct forecast_track *track)
{
    track->memory = (struct memory){0};
    for (int i = 0; i < track->count; i++)
        track->memory =
            fsrs_next(&history->fsrs, track->memory,
                      i > 0 ? days_between(track->answers[i - 1].day,
                                           track->answers[i].day)
                            : 0,
                      track->answers[i].grade);
}

static void add_outcome(struct forecast_history *history,
                        struct forecast_outcome outcome)
{
    mem_grow((void **)&history->outcomes, &history->outcome_capacity,
             (size_t)history->outcome_count + 1, sizeof(*history->outcomes));
    history->outcomes[history->outcome_count++] = outcome;
}

static void add_answer(struct forecast_history *history, int card,
                       const struct entry *entry,
                       const struct answer_body *body)
{
    struct forecast_track *track = &history->tracks[card];
    struct forecast_domain *first = &history->firsts[history->domains[card]];
    int days =
        track->count > 0
            ? days_between(track->answers[track->count - 1].day, entry->day)
            : 0;

    history->answers++;
    if (!track->met && !body->seen) {
        first->right += body->correct;
        first->wrong += !body->correct;
    }
    if (days > 0 && !body->seen)
        add_outcome(history,
                    (struct forecast_outcome){
                        fsrs_retrievability(&history->fsrs,
                                            track->memory.stability, days),
                        body->correct});
    mem_grow((void **)&track->answers, &track->capacity,
             (size_t)track->count + 1, sizeof(*track->answers));
    track->answers[track->count].day = entry->day;
    track->answers[track->count++].grade = body->grade;
    track->memory = fsrs_next(&history->fsrs, track->memory, days, body->grade);
    track->last = entry->id;
    track->met = true;
}

static void add_of_card(struct forecast_history *history, int card,
                        const struct entry *entry)
{
    struct forecast_track *track = &history->tracks[card];
    struct arena arena = {0};
    struct answer_body answer = {0};
    struct grade_body grade = {0};

    if (entry->kind == ENTRY_ANSWER &&
        answer_body_read(entry->body, &arena, &answer)) {
        add_answer(history, card, entry, &answer);
    } else if (entry->kind == ENTRY_GRADE && track->count > 0 &&
               entry_id_equal(entry->refers_to, track->last) &&
               grade_body_read(entry->body, &grade)) {
        track->answers[track->count - 1].grade = grade.grade;
        refold(history, track);
    } else if (entry->kind == ENTRY_RESET) {
        track->count = 0;
        track->memory = (struct memory){0};
    }
    arena_release(&arena);
}

void forecast_history_add(struct forecast_history *history,
                          const struct entry *entry, bool is_void)
{
    struct fsrs_parameters parameters;
    int card;

    if (is_void)
        return;
    if (entry->kind == ENTRY_PARAMETERS &&
        parameters_body_read(entry->body, &parameters)) {
        fsrs_prepare(&history->fsrs, &parameters);
        for (int i = 0; i < history->card_count; i++)
            refold(history, &history->tracks[i]);
        return;
    }
    card = card_of(history, entry->card);
    if (card >= 0)
        add_of_card(history, card, entry);
}
