/* SPDX-License-Identifier: MIT */
#include "aiio/entry.h"

#include "sched/log.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const char answer_text[] =
    "{\"shown\":[\"a\",\"b\"],\"struck\":[\"b\"],\"chosen\":[\"a\"],"
    "\"correct\":true,\"grade\":\"good\",\"ms\":4200,\"guess\":false,"
    "\"covered\":true,\"seen\":false,\"from\":\"new\",\"state\":\"learning\","
    "\"step\":1,\"due_at\":\"2026-12-01T07:03:11.482Z\",\"interval\":0.125,"
    "\"retention\":0.9}";

static void an_answer_is_written_with_the_names_of_the_log(void **state)
{
    struct answer_body body = {
        .shown = {"a", "b"},
        .struck = {"b"},
        .chosen = {"a"},
        .shown_count = 2,
        .struck_count = 1,
        .chosen_count = 1,
        .correct = true,
        .grade = GRADE_GOOD,
        .ms = 4200,
        .covered = true,
        .schedule = {.state = CARD_LEARNING,
                     .step = 1,
                     .due_at_ms = INT64_C(1796108591482),
                     .interval_days = 0.125,
                     .retention = 0.9},
    };
    struct buf out = {0};

    (void)state;
    answer_body_write(&out, &body);
    assert_string_equal(buf_text(&out), answer_text);
    buf_release(&out);
}

static void an_answer_is_read_and_its_unknown_members_skipped(void **state)
{
    struct arena arena = {0};
    struct answer_body body;

    (void)state;
    assert_true(answer_body_read(answer_text, &arena, &body));
    assert_int_equal(body.shown_count, 2);
    assert_string_equal(body.shown[1], "b");
    assert_true(body.correct && body.covered && !body.seen);
    assert_int_equal(body.schedule.step, 1);
    assert_true(body.schedule.due_at_ms == INT64_C(1796108591482));
    assert_true(answer_body_read(
        "{\"new\":[{}],\"grade\":\"easy\",\"state\":\"review\","
        "\"due_day\":\"2026-12-11\"}",
        &arena, &body));
    assert_int_equal(body.schedule.due_day, 20798);
    arena_release(&arena);
}

static void a_known_member_of_a_wrong_type_is_refused(void **state)
{
    static const char *const members[] = {
        "\"shown\":\"a\"",
        "\"shown\":[1]",
        "\"ms\":-1",
        "\"ms\":1.5",
        "\"ms\":\"1\"",
        "\"correct\":1",
        "\"seen\":null",
        "\"from\":\"gone\"",
        "\"retention\":2",
        "\"step\":11",
        "\"interval\":-1",
        "\"chosen\":[\"a\",\"a\",\"a\",\"a\",\"a\",\"a\",\"a\",\"a\",\"a\"]"};
    struct arena arena = {0};
    struct answer_body body;

    (void)state;
    for (size_t i = 0; i < sizeof(members) / sizeof(members[0]); i++) {
        const char *json =
            arena_printf(&arena,
                         "{\"grade\":\"good\",\"state\":\"review\","
                         "\"due_day\":\"2026-12-11\",%s}",
                         members[i]);

        assert_false(answer_body_read(json, &arena, &body));
    }
    arena_release(&arena);
}

static void kinds_have_their_names(void **state)
{
    (void)state;
    assert_string_equal(entry_kind_name(ENTRY_EXAM_CHOICE), "exam_choice");
    assert_int_equal(entry_kind_parse(SLICE("exam_choice")), ENTRY_EXAM_CHOICE);
    assert_int_equal(entry_kind_parse(SLICE("dance")), ENTRY_UNKNOWN);
    assert_int_equal(entry_kind_parse(SLICE("")), ENTRY_UNKNOWN);
}

static void entries_are_ordered_by_tick_then_id(void **state)
{
    struct entry a = make_entry(1, ENTRY_FLAG, 0, 0, "{}");
    struct entry b = make_entry(2, ENTRY_FLAG, 0, 0, "{}");

    (void)state;
    assert_true(entry_compare(&a, &b) < 0 && entry_compare(&b, &a) > 0);
    b.tick = 1;
    assert_true(entry_compare(&a, &b) < 0);
    assert_int_equal(entry_compare(&a, &a), 0);
}

static void parameters_are_read_as_they_were_written(void **state)
{
    struct fsrs_parameters back;
    struct buf out = {0};

    (void)state;
    parameters_body_write(&out, &fsrs_default, "test");
    assert_true(parameters_body_read(buf_text(&out), &back));
    assert_memory_equal(&back, &fsrs_default, sizeof(back));
    buf_release(&out);
    assert_false(parameters_body_read("{\"model\":7,\"w\":[1]}", &back));
    assert_false(parameters_body_read("{\"w\":[1,2]}", &back));
}

static void goals_and_small_bodies_are_written_and_read(void **state)
{
    struct goal_body goal = {true, false, 20829, 85}, back;
    struct buf out = {0};
    int until = 0;

    (void)state;
    goal_body_write(&out, &goal);
    assert_string_equal(buf_text(&out),
                        "{\"exam_day\":\"2027-01-11\",\"target\":85}");
    assert_true(goal_body_read(buf_text(&out), &back));
    assert_int_equal(back.exam_day, 20829);
    buf_clear(&out);
    bury_body_write(&out, 20789);
    assert_string_equal(buf_text(&out), "{\"until\":\"2026-12-02\"}");
    assert_true(bury_body_read(buf_text(&out), &until));
    assert_int_equal(until, 20789);
    buf_release(&out);
    assert_false(bury_body_read("{\"until\":20789}", &until));
    assert_false(goal_body_read("{\"target\":101}", &back));
}

static void the_start_of_an_exam_is_read_as_it_was_written(void **state)
{
    static const char text[] =
        "{\"questions\":[{\"card\":\"oom\",\"objective\":\"2.2\",\"shown\":["
        "\"dpu\",\"shard\"],\"seen\":true},{\"card\":\"mig\",\"objective\":"
        "\"\","
        "\"shown\":[\"a\",\"b\",\"c\"],\"seen\":false}],\"minutes\":60,"
        "\"clock\":\"pauses\",\"domain\":\"2\"}";
    struct arena arena = {0};
    struct exam_start_body body;
    struct buf out = {0};

    (void)state;
    assert_true(exam_start_body_read(text, &arena, &body));
    assert_int_equal(body.count, 2);
    assert_int_equal(body.minutes, 60);
    assert_true(body.pauses && body.questions[0].seen);
    assert_string_equal(body.questions[1].shown[2], "c");
    exam_start_body_write(&out, &body);
    assert_string_equal(buf_text(&out), text);
    assert_false(exam_start_body_read("{\"questions\":[],\"minutes\":60}",
                                      &arena, &body));
    assert_false(exam_start_body_read(
        "{\"questions\":[{\"card\":\"a\"}],\"minutes\":0}", &arena, &body));
    assert_false(exam_start_body_read(
        "{\"questions\":[{\"card\":1}],\"minutes\":60}", &arena, &body));
    buf_release(&out);
    arena_release(&arena);
}

static void choices_breaks_and_ends_of_an_exam_are_read_back(void **state)
{
    static const char choice[] = "{\"chosen\":[\"dpu\"],\"marked\":true,"
                                 "\"ms\":61000}";
    static const char last[] = "{\"chosen\":[],\"marked\":false,\"ms\":5,"
                               "\"end\":true,\"correct\":false}";
    static const char end[] = "{\"why\":\"time up\",\"right\":37,\"of\":50,"
                              "\"used_ms\":3600000,\"join\":true}";
    struct arena arena = {0};
    struct exam_choice_body body;
    struct exam_end_body over;
    struct buf out = {0};
    int64_t away = 0;

    (void)state;
    assert_true(exam_choice_body_read(choice, &arena, &body));
    assert_true(body.marked && !body.end);
    assert_string_equal(body.chosen[0], "dpu");
    exam_choice_body_write(&out, &body);
    assert_string_equal(buf_text(&out), choice);
    buf_clear(&out);
    assert_true(exam_choice_body_read(last, &arena, &body));
    exam_choice_body_write(&out, &body);
    assert_string_equal(buf_text(&out), last);
    buf_clear(&out);
    assert_true(exam_end_body_read(end, &over));
    assert_int_equal(over.why, EXAM_TIME_UP);
    exam_end_body_write(&out, &over);
    assert_string_equal(buf_text(&out), end);
    assert_true(exam_resume_body_read("{\"away_ms\":240000}", &away));
    assert_int_equal(away, 240000);
    assert_false(exam_resume_body_read("{}", &away));
    assert_false(exam_end_body_read("{\"why\":\"bored\"}", &over));
    assert_false(exam_end_body_read(
        "{\"why\":\"time up\",\"right\":3,\"of\":2}", &over));
    assert_false(exam_choice_body_read("{\"chosen\":\"a\"}", &arena, &body));
    buf_release(&out);
    arena_release(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_answer_is_written_with_the_names_of_the_log),
        cmocka_unit_test(an_answer_is_read_and_its_unknown_members_skipped),
        cmocka_unit_test(a_known_member_of_a_wrong_type_is_refused),
        cmocka_unit_test(kinds_have_their_names),
        cmocka_unit_test(entries_are_ordered_by_tick_then_id),
        cmocka_unit_test(parameters_are_read_as_they_were_written),
        cmocka_unit_test(goals_and_small_bodies_are_written_and_read),
        cmocka_unit_test(the_start_of_an_exam_is_read_as_it_was_written),
        cmocka_unit_test(choices_breaks_and_ends_of_an_exam_are_read_back),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
