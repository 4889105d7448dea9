/* SPDX-License-Identifier: MIT */
#include "aiio/examiner.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* A store in a folder of its own, with the bundled deck. */
struct world {
    char folder[64], path[96];
    struct app app;
    struct error err;
};

#define OK(call)                                                               \
    do {                                                                       \
        if ((call) != STATUS_OK)                                               \
            fail_msg("%s: %s", #call, world->err.text);                        \
    } while (0)

static void open_app(struct world *world)
{
    app_init(&world->app);
    world->app.db_option = world->path;
    OK(app_open(&world->app, &world->err));
}

static int setup(void **state)
{
    struct world *world = mem_new(1, sizeof(*world));
    const char *path = "decks/nca-aiio";
    struct import_options options = {
        .paths = &path, .path_count = 1, .yes = true};
    struct import_report report = {0};

    memcpy(world->folder, "/tmp/aiio-exam-XXXXXX", 22);
    assert_non_null(mkdtemp(world->folder));
    (void)snprintf(world->path, sizeof(world->path), "%s/study.db",
                   world->folder);
    open_app(world);
    OK(app_import(&world->app, &options, &report, &world->err));
    import_report_release(&report);
    *state = world;
    return 0;
}

static int teardown(void **state)
{
    struct world *world = *state;

    app_release(&world->app);
    (void)remove(world->path);
    (void)rmdir(world->folder);
    mem_free(world);
    return 0;
}

static void plan(struct world *world, struct arena *arena,
                 struct exam_plan *out)
{
    const struct exam_options options = {0};

    OK(examiner_plan(&world->app, &options, arena, out, &world->err));
}

static struct examiner *start(struct world *world,
                              const struct exam_options *options)
{
    struct examiner *examiner = NULL;

    OK(examiner_start(&world->app, options, &examiner, &world->err));
    return examiner;
}

/* The outline weighs 38, 40 and 22: 19, 20 and 11 of 50. The deck keeps 50
   cards in reserve, and a first exam asks no other. */
static void a_first_exam_follows_the_outline_and_asks_the_reserve(void **state)
{
    struct world *world = *state;
    const struct exam_options options = {0};
    struct arena arena = {0};
    struct exam_plan out;
    struct examiner *examiner;
    const struct exam *exam;
    int domains[3] = {0}, seen = 0;

    plan(world, &arena, &out);
    assert_int_equal(out.questions, 50);
    assert_int_equal(out.minutes, 60);
    assert_int_equal(out.reserve, 50);
    examiner = start(world, &options);
    exam = examiner_exam(examiner);
    assert_int_equal(exam->count, 50);
    for (int i = 0; i < exam->count; i++) {
        domains[exam->questions[i].domain]++;
        seen += exam->questions[i].seen;
        assert_int_equal(exam->questions[i].shown_count, 4);
    }
    assert_int_equal(domains[0], 19);
    assert_int_equal(domains[1], 20);
    assert_int_equal(domains[2], 11);
    assert_int_equal(seen, 0);
    examiner_close(examiner);
    arena_release(&arena);
}

static void an_exam_of_one_domain_has_its_share_of_minutes(void **state)
{
    struct world *world = *state;
    const struct exam_options options = {.domain = "2", .questions = 20};
    struct examiner *examiner = start(world, &options);
    const struct exam *exam = examiner_exam(examiner);

    assert_int_equal(exam->count, 20);
    assert_int_equal(exam->limit_ms, 24 * 60000);
    for (int i = 0; i < exam->count; i++)
        assert_int_equal(exam->questions[i].domain, 1);
    examiner_close(examiner);
}

/* Nothing is said to the store but what was chosen: closing is being killed. */
static void an_exam_is_read_back_as_it_was_left(void **state)
{
    struct world *world = *state;
    const struct exam_options options = {.questions = 10};
    struct examiner *examiner = start(world, &options), *again = NULL;
    struct entry_id id = examiner_facts(examiner)->id;
    const struct exam *exam;
    struct error err = {0};

    OK(examiner_choose(examiner, 2, &world->err));
    OK(examiner_choose(examiner, 1, &world->err));
    examiner_go(examiner, 6);
    OK(examiner_mark(examiner, &world->err));
    examiner_close(examiner);
    app_release(&world->app);
    open_app(world);
    assert_int_equal(examiner_start(&world->app, &options, &again, &err),
                     STATUS_REJECTED);
    OK(examiner_open(&world->app, "nca-aiio", id, &again, &world->err));
    exam = examiner_exam(again);
    assert_false(exam->over);
    assert_int_equal(exam->at, 6);
    assert_int_equal(exam->questions[0].chosen, 1u << 1);
    assert_true(exam->questions[6].marked);
    assert_int_equal(exam_count(exam, EXAM_ANSWERED), 1);
    OK(examiner_resume(again, &world->err));
    assert_int_equal(exam->breaks, 1);
    examiner_close(again);
}

static void what_was_missed_joins_today_until_it_is_declined(void **state)
{
    struct world *world = *state;
    const struct exam_options options = {.questions = 10};
    struct examiner *examiner = start(world, &options);
    struct arena arena = {0};
    struct store_card card;
    struct home home;

    OK(examiner_finish(examiner, EXAM_HANDED_IN, &world->err));
    OK(app_home(&world->app, NULL, &arena, &home, &world->err));
    assert_int_equal(home.joined, 10);
    assert_int_equal(home.all.due, 10);
    assert_int_equal(home.all.fresh, 20);
    assert_int_equal(home.left, 30);
    OK(app_find_card(&world->app, examiner_card(examiner, 0), &arena, &card,
                     &world->err));
    assert_false(card.reserve);
    assert_true(card.progress.seen);
    assert_int_equal(card.progress.due.state, CARD_NEW);
    OK(examiner_join(examiner, false, &world->err));
    OK(app_home(&world->app, NULL, &arena, &home, &world->err));
    assert_int_equal(home.joined, 0);
    assert_int_equal(home.left, 20);
    examiner_close(examiner);
    arena_release(&arena);
}

/* Cards of the first exam are in reserve no longer; 40 others still are, and
   the second one asks none of the first. */
static void a_second_exam_asks_other_cards(void **state)
{
    struct world *world = *state;
    const struct exam_options options = {.questions = 10};
    struct examiner *first = start(world, &options), *second;
    struct arena arena = {0};
    struct exam_plan out;

    OK(examiner_finish(first, EXAM_BROKEN_OFF, &world->err));
    second = start(world, &options);
    for (int i = 0; i < 10; i++)
        for (int j = 0; j < 10; j++)
            assert_string_not_equal(examiner_card(first, i),
                                    examiner_card(second, j));
    plan(world, &arena, &out);
    assert_int_equal(out.past_count, 2);
    assert_ptr_equal(exam_plan_open(&out), &out.past[0]);
    assert_int_equal(out.past[1].end.why, EXAM_BROKEN_OFF);
    assert_int_equal(out.past[1].end.of, 10);
    examiner_close(second);
    examiner_close(first);
    arena_release(&arena);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(a_first_exam_follows_the_outline_and_asks_the_reserve),
        TEST(an_exam_of_one_domain_has_its_share_of_minutes),
        TEST(an_exam_is_read_back_as_it_was_left),
        TEST(what_was_missed_joins_today_until_it_is_declined),
        TEST(a_second_exam_asks_other_cards),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
