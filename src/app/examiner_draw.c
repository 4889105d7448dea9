/* SPDX-License-Identifier: MIT */
#include "examiner_private.h"

#include "aiio/shuffle.h"

#include <stdlib.h>
#include <string.h>

enum {
    QUESTIONS_USUAL = 50, /* where the deck names no exam */
    MINUTE_TENTHS = 12    /* a question then takes 1.2 minutes */
};

/* ---- how long, and of what ----------------------------------------------- */

/* The deck named, the only one, or the one studied last. */
static enum status find_deck(struct app *app, const char *name,
                             struct examiner_draw *draw, struct error *err)
{
    struct home home;
    enum status status = STATUS_OK;

    if (!name) {
        status = app_home(app, NULL, draw->arena, &home, err);
        name = home.deck;
    }
    if (!status)
        status =
            store_deck_find(app->store, name, draw->arena, &draw->deck, err);
    return status ? status
                  : deck_read_header(slice_of(draw->deck.header),
                                     &draw->outline, err);
}

/* Minutes go with the questions where only these are chosen. */
static void choose_length(struct examiner_draw *draw,
                          const struct exam_options *options)
{
    const struct deck *outline = &draw->outline;
    int questions =
        outline->exam_questions > 0 ? outline->exam_questions : QUESTIONS_USUAL;
    int minutes = outline->exam_minutes > 0
                      ? outline->exam_minutes
                      : (questions * MINUTE_TENTHS + 9) / 10;

    draw->wanted = options->questions > 0 ? options->questions : questions;
    if (draw->wanted > EXAM_QUESTIONS_MAX)
        draw->wanted = EXAM_QUESTIONS_MAX;
    draw->minutes = options->minutes > 0
                        ? options->minutes
                        : (draw->wanted * minutes + questions - 1) / questions;
    if (draw->minutes > EXAM_MINUTES_MAX)
        draw->minutes = EXAM_MINUTES_MAX;
    if (draw->minutes < 1)
        draw->minutes = 1;
}

static enum status choose_domain(struct examiner_draw *draw,
                                 const struct exam_options *options,
                                 struct error *err)
{
    draw->domain = -1;
    if (!options->domain)
        return STATUS_OK;
    draw->domain = deck_domain_index(&draw->outline, options->domain);
    if (draw->domain < 0)
        return error_set(err, STATUS_NOT_FOUND,
                         "deck \"%s\" has no domain \"%.80s\"", draw->deck.id,
                         options->domain);
    return STATUS_OK;
}

/* ---- candidates ---------------------------------------------------------- */

/* Index of a card by its id, for what earlier exams have shown. */
struct by_id {
    const char *id;
    int at;
};

static int compare_ids(const void *a, const void *b)
{
    return strcmp(((const struct by_id *)a)->id, ((const struct by_id *)b)->id);
}

static void note_shown(struct examiner_draw *draw, const struct by_id *index,
                       const struct exam_start_body *body, int day)
{
    for (int i = 0; i < body->count; i++) {
        struct by_id wanted = {.id = body->questions[i].card};
        const struct by_id *found = bsearch(&wanted, index, (size_t)draw->count,
                                            sizeof(*index), compare_ids);

        if (found && draw->candidates[found->at].last_shown < day)
            draw->candidates[found->at].last_shown = day;
    }
}

static enum status note_exams(struct examiner_draw *draw, struct app *app,
                              struct error *err)
{
    struct by_id *index =
        arena_alloc(draw->arena, (size_t)draw->count + 1, sizeof(*index));
    struct entry *entries = NULL;
    int count = 0;
    enum status status = store_log_of_deck(app->store, draw->deck.id,
                                           draw->arena, &entries, &count, err);

    for (int i = 0; i < draw->count; i++)
        index[i] = (struct by_id){draw->cards[i].id, i};
    if (draw->count > 1)
        qsort(index, (size_t)draw->count, sizeof(*index), compare_ids);
    for (int i = 0; !status && draw->count > 0 && i < count; i++) {
        struct exam_start_body body;

        if (entries[i].kind != ENTRY_EXAM_START ||
            !exam_start_body_read(entries[i].body, draw->arena, &body))
            continue;
        draw->number++;
        note_shown(draw, index, &body, entries[i].day);
    }
    return status;
}

static struct exam_candidate candidate_of(const struct examiner_draw *draw,
                                          const struct store_card *card)
{
    /* Slot 0 is for cards outside of every domain. */
    return (struct exam_candidate){
        .domain = card->domain + 1,
        .objective = deck_objective_index(&draw->outline, card->objective),
        .reserve = card->reserve,
        .last_shown =
            card->progress.answers > 0 ? card->progress.last_day : EXAM_NEVER,
    };
}

static enum status find_candidates(struct examiner_draw *draw, struct app *app,
                                   struct error *err)
{
    struct store_card *all = NULL;
    int count = 0;
    enum status status = store_cards_to_choose(app->store, draw->deck.key,
                                               draw->arena, &all, &count, err);

    draw->candidates =
        arena_alloc(draw->arena, (size_t)count + 1, sizeof(*draw->candidates));
    draw->cards = all;
    for (int i = 0; i < count; i++) {
        if (draw->domain >= 0 && all[i].domain != draw->domain)
            continue;
        all[draw->count] = all[i];
        draw->candidates[draw->count++] = candidate_of(draw, &all[i]);
    }
    return status ? status : note_exams(draw, app, err);
}

/* ---- drawing ------------------------------------------------------------- */

static double *weights_of(const struct examiner_draw *draw)
{
    const struct deck *outline = &draw->outline;
    double *weights = arena_alloc(
        draw->arena, (size_t)outline->domain_count + 1, sizeof(*weights));

    for (int d = 0; d < outline->domain_count; d++)
        weights[d + 1] = outline->domains[d].weight;
    return weights;
}

/* Of the deck and the number of the exam: the same log draws the same exam on
   every machine. */
static uint64_t seed_of(const struct examiner_draw *draw)
{
    return fnv1a(FNV1A_START,
                 slice_of(arena_printf(draw->arena, "%s/exam %d", draw->deck.id,
                                       draw->number)));
}

enum status examiner_draw(struct app *app, const struct exam_options *options,
                          struct examiner_draw *draw, struct error *err)
{
    enum status status = find_deck(app, options->deck, draw, err);

    if (!status)
        status = choose_domain(draw, options, err);
    if (status)
        return status;
    choose_length(draw, options);
    status = find_candidates(draw, app, err);
    draw->drawn =
        arena_alloc(draw->arena, EXAM_QUESTIONS_MAX, sizeof(*draw->drawn));
    if (!status)
        draw->questions =
            exam_draw(draw->candidates, draw->count, weights_of(draw),
                      draw->outline.domain_count + 1, draw->wanted,
                      seed_of(draw), draw->drawn);
    /* Fewer questions than there should be take less time. */
    if (!status && options->minutes == 0 && draw->questions > 0)
        draw->minutes =
            (draw->questions * draw->minutes + draw->wanted - 1) / draw->wanted;
    return status;
}

static enum status place(struct examiner_draw *draw, struct app *app,
                         const struct store_card *row, uint64_t seed,
                         struct exam_question_body *question, struct error *err)
{
    struct showing_history history = {.showings = (int)(seed & 0xffffff)};
    struct store_card ignored;
    struct card card;
    int shown[DECK_STATEMENTS_MAX];
    enum status status = store_card_load(app->store, row->key, draw->arena,
                                         &ignored, &card, err);

    if (status)
        return status;
    *question = (struct exam_question_body){
        .card = row->id,
        .objective = row->objective,
        .shown_count = shuffle_statements(draw->deck.id, &card, &history,
                                          app->settings.statements, shown),
        .seen = row->progress.answers > 0 || row->progress.seen,
    };
    for (int i = 0; i < question->shown_count; i++)
        question->shown[i] = card.statements[shown[i]].id;
    return STATUS_OK;
}

enum status examiner_draw_body(struct app *app, struct examiner_draw *draw,
                               struct exam_start_body *body, struct error *err)
{
    struct rng rng = rng_seed(~seed_of(draw));
    enum status status = STATUS_OK;

    *body = (struct exam_start_body){
        .questions = arena_alloc(draw->arena, (size_t)draw->questions + 1,
                                 sizeof(*body->questions)),
        .count = draw->questions,
        .minutes = draw->minutes,
        .pauses = app->settings.exam_clock == EXAM_CLOCK_PAUSES,
        .domain =
            draw->domain >= 0 ? draw->outline.domains[draw->domain].id : "",
    };
    for (int i = 0; !status && i < draw->questions; i++)
        status = place(draw, app, &draw->cards[draw->drawn[i]], rng_next(&rng),
                       &body->questions[i], err);
    return status;
}

void examiner_draw_release(struct examiner_draw *draw)
{
    deck_release(&draw->outline);
}

/* ---- the plan ------------------------------------------------------------ */

static void plan_domains(const struct examiner_draw *draw,
                         struct exam_plan *plan)
{
    const struct deck *outline = &draw->outline;

    plan->domains = arena_alloc(draw->arena, (size_t)outline->domain_count + 1,
                                sizeof(*plan->domains));
    for (int d = 0; d < outline->domain_count; d++) {
        struct exam_plan_row *row = &plan->domains[plan->domain_count];

        if (draw->domain >= 0 && draw->domain != d)
            continue;
        row->title = arena_printf(draw->arena, "%s %s", outline->domains[d].id,
                                  outline->domains[d].title);
        for (int i = 0; i < draw->questions; i++)
            row->questions += draw->candidates[draw->drawn[i]].domain == d + 1;
        plan->domain_count++;
    }
}

enum status examiner_plan(struct app *app, const struct exam_options *options,
                          struct arena *arena, struct exam_plan *plan,
                          struct error *err)
{
    struct examiner_draw draw = {.arena = arena};
    struct goal_body goal = {0};
    bool found = false;
    enum status status = examiner_draw(app, options, &draw, err);

    *plan = (struct exam_plan){0};
    if (!status)
        status = store_goal(app->store, draw.deck.id, &found, &goal, err);
    if (!status)
        status = examiner_past(app, draw.deck.id, arena, &plan->past,
                               &plan->past_count, err);
    if (!status) {
        plan->deck = draw.deck.id;
        plan->title = draw.deck.title;
        plan->wanted = draw.wanted;
        plan->questions = draw.questions;
        plan->minutes = draw.minutes;
        plan->pauses = app->settings.exam_clock == EXAM_CLOCK_PAUSES;
        plan->target_percent = found ? goal.target_percent : 0;
        for (int i = 0; i < draw.questions; i++)
            plan->reserve += draw.candidates[draw.drawn[i]].reserve;
        plan_domains(&draw, plan);
    }
    examiner_draw_release(&draw);
    return status;
}

const struct exam_past *exam_plan_open(const struct exam_plan *plan)
{
    for (int i = 0; i < plan->past_count; i++)
        if (!plan->past[i].over)
            return &plan->past[i];
    return NULL;
}
