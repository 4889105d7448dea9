/* SPDX-License-Identifier: MIT */
#include "aiio/app.h"

#include "sched/reviews.h"
#include "store/support.h"

#include <math.h>

enum { CARDS = 200, FIRST_DAY = 20000 };

/* 2024-01-01 04:00 UTC, the first study day of log.csv. */
#define FIRST_MS INT64_C(1704081600000)

static void import_cards(struct world *world)
{
    struct buf json = {0};

    buf_add_text(&json, DECK_HEAD);
    for (int i = 0; i < CARDS; i++)
        buf_printf(&json,
                   "%s{\"id\":\"c%d\",\"objective\":\"1.1\",\"question\":\"q "
                   "%d?\",\"correct\":{\"id\":\"y\",\"text\":\"yes\"},"
                   "\"distractors\":[{\"id\":\"n\",\"text\":\"no\"}]}",
                   i ? "," : "", i, i);
    buf_add_text(&json, DECK_TAIL);
    import_text(world, buf_text(&json));
    buf_release(&json);
}

static struct entry answer_of(struct world *world, unsigned number,
                              const struct optimize_review *review)
{
    struct answer_body body = {.shown = {"y", "n"},
                               .chosen = {"y"},
                               .shown_count = 2,
                               .chosen_count = 1,
                               .correct = review->grade > GRADE_AGAIN,
                               .grade = (enum grade)review->grade,
                               .ms = 5000,
                               .seen = review->is_history};
    struct entry entry = make_entry(number, ENTRY_ANSWER, "", NULL);
    struct buf text = {0};

    entry.at_ms = review->time_ms;
    entry.day = FIRST_DAY + (int)((review->time_ms - FIRST_MS) / DAY_MS);
    entry.card = arena_printf(&world->arena, "c%u", (unsigned)review->card);
    body.schedule = (struct schedule){.state = CARD_REVIEW,
                                      .has_day = true,
                                      .due_day = entry.day + 7,
                                      .interval_days = 7,
                                      .retention = 0.9};
    answer_body_write(&text, &body);
    entry.body = arena_string(&world->arena, buf_slice(&text));
    buf_release(&text);
    return entry;
}

/* The learner of log.csv, as a store; the log is borrowed from *csv. */
static struct optimize_log live(struct world *world, struct app *app,
                                struct optimize_csv **csv)
{
    struct optimize_log log = load_log(csv);

    import_cards(world);
    OK(world, store_begin(world->store, &world->err));
    for (size_t i = 0; i < log.review_count; i++) {
        struct entry entry = answer_of(world, (unsigned)i + 1, &log.reviews[i]);

        OK(world, store_log_append(world->store, &entry, &world->err));
    }
    OK(world, store_replay(world->store, &world->fsrs, NULL, &world->err));
    OK(world, store_commit(world->store, &world->err));
    *app = (struct app){.store = world->store, .machine = id_of(0xaaaaaa)};
    settings_default(&app->settings);
    OK(world, app_refresh(app, &world->err));
    return log;
}

static void answers_come_back_as_the_log_they_were(void **state)
{
    struct world *world = *state;
    struct optimize_csv *csv;
    struct app app;
    struct optimize_log log = live(world, &app, &csv);
    struct app_reviews reviews;

    OK(world, app_reviews(&app, &reviews, &world->err));
    assert_int_equal(reviews.log.review_count, log.review_count);
    assert_int_equal(reviews.log.card_count, log.card_count);
    for (size_t i = 0; i < log.review_count; i++) {
        const struct optimize_review *got = &reviews.reviews[i];

        assert_int_equal(got->grade, log.reviews[i].grade);
        assert_int_equal(got->elapsed_days, log.reviews[i].elapsed_days);
    }
    app_reviews_release(&reviews);
    optimize_csv_free(csv);
}

static void a_reset_a_grade_an_undo_and_a_seen_answer(void **state)
{
    static const struct optimize_review answers[] = {
        {.time_ms = FIRST_MS, .grade = 3},
        {.time_ms = FIRST_MS + 3 * DAY_MS, .grade = 3, .is_history = true},
        {.time_ms = FIRST_MS + 4 * DAY_MS, .grade = 3},
        {.time_ms = FIRST_MS + 9 * DAY_MS, .grade = 1},
        {.time_ms = FIRST_MS + 11 * DAY_MS, .grade = 4}};
    struct world *world = *state;
    struct app app = {.store = world->store};
    struct app_reviews reviews;
    struct entry entry;

    import_cards(world);
    for (unsigned i = 0; i < 4; i++)
        append_entry(world, answer_of(world, i + 1, &answers[i]));
    append_entry(world, make_undo(9, 3, "c0"));
    entry =
        make_entry(5, ENTRY_GRADE, "c0", grade_text(world, GRADE_HARD, 20001));
    entry.refers_to = id_of(4);
    append_entry(world, entry);
    append_entry(world, make_entry(6, ENTRY_RESET, "c0", NULL));
    append_entry(world, answer_of(world, 7, &answers[4]));
    OK(world, store_begin(world->store, &world->err));
    OK(world, store_replay(world->store, &world->fsrs, NULL, &world->err));
    OK(world, store_commit(world->store, &world->err));

    OK(world, app_reviews(&app, &reviews, &world->err));
    assert_int_equal(reviews.log.review_count, 4);
    assert_int_equal(reviews.log.card_count, 2);
    assert_int_equal(reviews.reviews[1].elapsed_days, 3);
    assert_true(reviews.reviews[1].is_history);
    assert_int_equal(reviews.reviews[2].elapsed_days, 6);
    assert_int_equal(reviews.reviews[2].grade, GRADE_HARD);
    assert_int_equal(reviews.reviews[2].card, 0);
    assert_int_equal(reviews.reviews[3].card, 1);
    assert_int_equal(reviews.reviews[3].elapsed_days, 0);
    app_reviews_release(&reviews);
}

static void adopting_moves_s_and_d_and_no_due_day(void **state)
{
    struct world *world = *state;
    struct optimize_csv *csv;
    struct app app;
    struct optimize_log log = live(world, &app, &csv);
    struct optimize_options options = plain_options();
    struct fsrs_parameters parameters;
    struct store_card before = find_card(world, "c7"), after;
    struct optimize_fit fit;
    int64_t differences = -1;

    OK(world, optimize_fit(&log, &options, &fit, &world->err));
    OK(world, app_adopt(&app, &fit.parameters, "a test", &world->err));
    OK(world, store_parameters(world->store, &parameters, &world->err));
    assert_memory_equal(&parameters, &fit.parameters, sizeof(parameters));
    assert_memory_equal(app.fsrs.w, fit.parameters.w, sizeof(app.fsrs.w));
    after = find_card(world, "c7");
    assert_true(fabs(after.progress.memory.stability /
                         before.progress.memory.stability -
                     1) > 0.01);
    assert_int_equal(after.progress.due.due_day, before.progress.due.due_day);
    OK(world, store_replay(world->store, &app.fsrs, &differences, &world->err));
    assert_int_equal(differences, 0);

    OK(world, app_revert(&app, &world->err));
    after = find_card(world, "c7");
    assert_true(after.progress.memory.stability ==
                before.progress.memory.stability);
    assert_memory_equal(app.fsrs.w, fsrs_default.w, sizeof(app.fsrs.w));
    assert_int_equal(app_revert(&app, &world->err), STATUS_NOT_FOUND);
    optimize_csv_free(csv);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(answers_come_back_as_the_log_they_were),
        TEST(a_reset_a_grade_an_undo_and_a_seen_answer),
        TEST(adopting_moves_s_and_d_and_no_due_day),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
