/* SPDX-License-Identifier: MIT */
#include "aiio/app.h"

#include "examiner_private.h"
#include "outline.h"

#include <string.h>

enum {
    WINDOW_DAYS = 40, /* "27 of the last 40 days" */
    MONTH_DAYS = 30,
    ANSWER_MS = 18000, /* until there are answers to go by */
    ANSWERS_ENOUGH = 20
};

struct activity_sum {
    int day;
    int studied_days;
    int64_t answers, correct, ms; /* of the last month */
    struct store_activity today;
};

static bool activity_row(void *context, const struct store_activity *row)
{
    struct activity_sum *sum = context;

    if (row->answers > 0)
        sum->studied_days++;
    if (row->day > sum->day - MONTH_DAYS) {
        sum->answers += row->answers;
        sum->correct += row->correct;
        sum->ms += row->ms;
    }
    if (row->day == sum->day)
        sum->today = *row;
    return true;
}

enum status home_default_deck(struct app *app, struct arena *arena,
                              const char **deck, int *count, struct error *err)
{
    struct store_deck *decks = NULL;
    struct entry last = {0};
    struct error ignored = {0};
    enum status status = store_decks(app->store, arena, &decks, count, err);

    if (status || *deck)
        return status;
    if (*count == 0)
        return error_set(err, STATUS_NOT_FOUND,
                         "there is no deck yet; import one with "
                         "\"aiio-study import FILE.json\"");
    *deck = decks[0].id;
    if (*count == 1 || store_log_last_act(app->store, app->machine, false,
                                          arena, &last, &ignored) != STATUS_OK)
        return STATUS_OK;
    for (int i = 0; i < *count; i++)
        if (!strcmp(decks[i].id, last.deck))
            *deck = decks[i].id;
    return STATUS_OK;
}

static struct home_domain home_row(const struct outline_slot *slot, int take)
{
    return (struct home_domain){
        .new_left = slot->fresh,
        .fresh = take,
        .learning = slot->learning,
        .due = slot->due,
        .known = slot->later,
        .total = slot->total,
    };
}

static void fill_domains(struct home *home, const struct outline *outline,
                         const int *take, struct arena *arena)
{
    const struct deck *header = &outline->header;

    home->domain_count = header->domain_count;
    home->domains = arena_alloc(arena, (size_t)header->domain_count + 1,
                                sizeof(*home->domains));
    for (int d = 0; d < header->domain_count; d++) {
        struct home_domain *row = &home->domains[d];

        *row = home_row(&outline->slots[d + 1], take[d + 1]);
        row->id = arena_string(arena, slice_of(header->domains[d].id));
        row->title = arena_string(arena, slice_of(header->domains[d].title));
        row->weight = header->domains[d].weight;
    }
}

static void fill_plan(struct home *home, const struct activity_sum *activity,
                      int review_limit)
{
    int64_t reviews_left = review_limit - activity->today.reviews;
    int64_t per_answer = activity->answers >= ANSWERS_ENOUGH
                             ? activity->ms / activity->answers
                             : ANSWER_MS;
    int64_t due = home->all.due;

    if (reviews_left < 0)
        reviews_left = 0;
    if (due > reviews_left) {
        home->backlog = due - reviews_left;
        home->backlog_days =
            review_limit > 0 ? (int)((due + review_limit - 1) / review_limit)
                             : 0;
        due = reviews_left;
    }
    home->left = due + home->all.fresh + home->all.learning;
    home->left_ms = home->left * per_answer;
}

static void fill_goal(struct home *home, const struct outline *outline, int day)
{
    home->asked_goal = outline->has_goal;
    home->goal = outline->goal;
    home->has_exam = outline_exam(outline, day, &home->exam_day);
}

static void fill_home(struct app *app, struct home *home,
                      const struct outline *outline,
                      const struct activity_sum *activity, struct arena *arena)
{
    const struct settings *settings = &app->settings;
    int *take = arena_alloc(arena, (size_t)outline->slot_count, sizeof(*take));
    struct outline_slot sum = outline_sum(outline);
    struct new_plan plan = {.day = activity->day,
                            .limit = settings->new_cards,
                            .used = (int)activity->today.new_cards,
                            .plan_exam = true};
    int fresh = 0;

    if (sum.due + activity->today.reviews <= settings->reviews)
        fresh = outline_share_new(outline, &plan, take);
    home->deck = arena_string(arena, slice_of(outline->deck.id));
    home->title = arena_string(arena, slice_of(outline->deck.title));
    home->deck_key = outline->deck.key;
    home->joined = outline->joined_count;
    home->all = home_row(&sum, fresh);
    memcpy(home->days, outline->days, sizeof(home->days));
    fill_domains(home, outline, take, arena);
    fill_plan(home, activity, settings->reviews);
    fill_goal(home, outline, activity->day);
    home->studied_days = activity->studied_days;
    home->window_days = WINDOW_DAYS;
    home->right_percent =
        activity->answers
            ? (int)((200 * activity->correct + activity->answers) /
                    (2 * activity->answers))
            : -1;
}

static enum status find_exam(struct app *app, struct home *home,
                             struct arena *arena, struct error *err)
{
    struct exam_past open = {0};
    enum status status = examiner_unfinished(app, home->deck, arena, &open,
                                             &home->has_exam_open, err);

    home->exam_answered = open.answered;
    home->exam_questions = open.questions;
    home->exam_left_ms = open.left_ms;
    return status;
}

enum status app_home(struct app *app, const char *deck, struct arena *arena,
                     struct home *home, struct error *err)
{
    struct moment now = app_now(app);
    struct activity_sum activity = {.day = now.day};
    struct outline outline = {0};
    enum status status;

    *home = (struct home){0};
    status = home_default_deck(app, arena, &deck, &home->deck_count, err);
    if (!status)
        status = outline_load(app, deck, now.day, &outline, err);
    if (!status)
        status = store_activity(app->store, now.day - WINDOW_DAYS + 1, now.day,
                                activity_row, &activity, err);
    if (!status)
        fill_home(app, home, &outline, &activity, arena);
    if (!status)
        status = find_exam(app, home, arena, err);
    outline_release(&outline);
    return status;
}
