/* SPDX-License-Identifier: MIT */
#include "aiio/review.h"

#include "aiio/rng.h"

#include "sched/log.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

enum { DAY = 20788 /* 2026-12-01 */ };

static struct fsrs model(void)
{
    struct fsrs fsrs;

    fsrs_prepare(&fsrs, &fsrs_default);
    return fsrs;
}

static struct progress fold(const struct entry *entries, int count,
                            bool *is_void)
{
    struct fsrs fsrs = model();
    struct progress progress;

    progress_fold(&progress, &fsrs, entries, count, is_void);
    return progress;
}

static void an_answer_schedules_as_it_promised(void **state)
{
    struct entry log[] = {make_entry(1, ENTRY_ANSWER, DAY, 0, GOOD_BODY)};
    struct progress p = fold(log, 1, NULL);

    (void)state;
    assert_int_equal(p.due.state, CARD_REVIEW);
    assert_int_equal(p.due.due_day, DAY + 10);
    assert_int_equal(p.interval_days, 10);
    assert_true(p.memory.stability == 2.3065);
    assert_int_equal(p.answers, 1);
    assert_int_equal(p.wrong, 0);
    assert_true(p.last_correct);
    assert_true(entry_id_equal(p.last_answer, id_of(1)));
}

static void an_undo_takes_back_and_an_undo_of_it_puts_back(void **state)
{
    struct entry log[] = {
        make_entry(1, ENTRY_ANSWER, DAY, 0, GOOD_BODY),
        make_entry(2, ENTRY_ANSWER, DAY + 9, 0, AGAIN_BODY),
        make_entry(3, ENTRY_UNDO, DAY + 9, 2, "{}"),
        make_entry(4, ENTRY_UNDO, DAY + 9, 3, "{}"),
    };
    bool is_void[4];
    struct progress one = fold(log, 1, NULL), undone = fold(log, 3, is_void);
    struct progress two = fold(log, 2, NULL), redone;

    (void)state;
    assert_true(is_void[1] && !is_void[0] && !is_void[2]);
    assert_true(undone.seen && !one.seen);
    undone.seen = false;
    assert_memory_equal(&undone, &one, sizeof(one));
    redone = fold(log, 4, is_void);
    assert_true(!is_void[1] && is_void[2] && !is_void[3]);
    assert_memory_equal(&redone, &two, sizeof(two));
    assert_int_equal(redone.lapses, 1);
    assert_int_equal(redone.wrong, 1);
}

static void another_grade_is_worked_out_from_the_state_before(void **state)
{
    struct entry log[] = {
        make_entry(1, ENTRY_ANSWER, DAY, 0, GOOD_BODY),
        make_entry(2, ENTRY_SUSPEND, DAY, 0, "{}"),
        make_entry(3, ENTRY_GRADE, DAY, 1, EASY_BODY),
        make_entry(4, ENTRY_UNDO, DAY, 3, "{}"),
    };
    struct progress p = fold(log, 3, NULL);

    (void)state;
    assert_true(p.memory.stability == 8.2956);
    assert_int_equal(p.due.due_day, DAY + 30);
    assert_int_equal(p.answers, 1);
    assert_true(p.last_correct && p.suspended);
    p = fold(log, 4, NULL);
    assert_true(p.memory.stability == 2.3065);
    assert_int_equal(p.due.due_day, DAY + 10);
    assert_true(p.suspended);
}

static void a_grade_needs_the_last_standing_answer(void **state)
{
    struct entry log[] = {
        make_entry(1, ENTRY_ANSWER, DAY, 0, GOOD_BODY),
        make_entry(2, ENTRY_ANSWER, DAY + 9, 0, GOOD_BODY),
        make_entry(3, ENTRY_GRADE, DAY + 9, 1, EASY_BODY),
        make_entry(4, ENTRY_UNDO, DAY + 9, 2, "{}"),
        make_entry(5, ENTRY_GRADE, DAY + 9, 2, EASY_BODY),
    };
    bool is_void[5];
    struct progress two = fold(log, 2, NULL), three = fold(log, 3, is_void);

    (void)state;
    assert_true(is_void[2]);
    assert_memory_equal(&three, &two, sizeof(two));
    /* With answer 2 taken back, 1 is the last, and its grade stands. */
    three = fold(log, 5, is_void);
    assert_true(is_void[1] && !is_void[2] && is_void[4]);
    assert_true(three.memory.stability == 8.2956);
    assert_true(three.seen);
}

static void the_answer_before_is_found_for_another_grade(void **state)
{
    struct entry log[] = {
        make_entry(1, ENTRY_ANSWER, DAY, 0, GOOD_BODY),
        make_entry(2, ENTRY_ANSWER, DAY + 9, 0, GOOD_BODY),
        make_entry(3, ENTRY_GRADE, DAY + 9, 2, AGAIN_BODY),
        make_entry(4, ENTRY_FLAG, DAY + 9, 0, "{}"),
    };
    struct fsrs fsrs = model();
    struct progress one = fold(log, 1, NULL), before;

    (void)state;
    progress_before_last_answer(&before, &fsrs, log, 4);
    assert_memory_equal(&before, &one, sizeof(one));
}

static void a_reset_begins_anew_once_for_a_key(void **state)
{
    struct entry log[] = {
        make_entry(1, ENTRY_FLAG, DAY, 0, "{}"),
        make_entry(2, ENTRY_ANSWER, DAY, 0, GOOD_BODY),
        make_entry(3, ENTRY_RESET, DAY + 1, 0, "{\"key\":\"shard\"}"),
        make_entry(4, ENTRY_ANSWER, DAY + 2, 0, GOOD_BODY),
        make_entry(5, ENTRY_RESET, DAY + 3, 0, "{\"key\":\"shard\"}"),
        make_entry(6, ENTRY_RESET, DAY + 4, 0, "{\"by\":\"learner\"}"),
        make_entry(7, ENTRY_RESET, DAY + 5, 0, "{\"key\":\"dpu\"}"),
    };
    struct progress p = fold(log, 3, NULL), four;

    (void)state;
    assert_int_equal(p.due.state, CARD_NEW);
    assert_int_equal(p.answers, 0);
    assert_int_equal(p.reset_day, DAY + 1);
    assert_true(p.flagged && entry_id_is_none(p.last_answer));
    four = fold(log, 4, NULL);
    p = fold(log, 5, NULL);
    assert_memory_equal(&p, &four, sizeof(p));
    assert_int_equal(p.reset_day, 0);
    p = fold(log, 6, NULL);
    assert_int_equal(p.answers, 0);
    assert_int_equal(p.reset_day, DAY + 4);
    p = fold(log, 7, NULL);
    assert_int_equal(p.reset_day, DAY + 5);
}

static void marks_come_and_go(void **state)
{
    struct entry log[] = {
        make_entry(1, ENTRY_SUSPEND, DAY, 0, "{}"),
        make_entry(2, ENTRY_FLAG, DAY, 0, "{}"),
        make_entry(3, ENTRY_BURY, DAY, 0, "{\"until\":\"2026-12-02\"}"),
        make_entry(4, ENTRY_RESUME, DAY, 0, "{}"),
        make_entry(5, ENTRY_UNFLAG, DAY, 0, "{}"),
    };
    struct progress p = fold(log, 3, NULL);

    (void)state;
    assert_true(p.suspended && p.flagged);
    assert_int_equal(p.buried_until, DAY + 1);
    p = fold(log, 5, NULL);
    assert_true(!p.suspended && !p.flagged);
}

static void what_is_not_understood_changes_nothing(void **state)
{
    static const char *const bad[] = {
        "",
        "{",
        "[]",
        "null",
        "{}",
        "{\"grade\":\"good\"}",
        "{\"grade\":5,\"state\":\"review\",\"due_day\":\"2026-12-11\"}",
        "{\"grade\":\"good\",\"state\":\"new\",\"due_day\":\"2026-12-11\"}",
        "{\"grade\":\"good\",\"state\":\"review\",\"due_day\":\"2026-02-30\"}",
        "{\"grade\":\"good\",\"state\":\"review\",\"due_day\":7}",
        "{\"grade\":\"good\",\"state\":\"review\",\"interval\":1e999,"
        "\"due_day\":\"2026-12-11\"}",
        "{\"grade\":\"good\",\"state\":\"review\",\"step\":-1,"
        "\"due_day\":\"2026-12-11\"}",
    };
    static const enum entry_kind kinds[] = {
        ENTRY_ANSWER,  ENTRY_GRADE, ENTRY_RESET,      ENTRY_BURY,
        ENTRY_UNKNOWN, ENTRY_NOTE,  ENTRY_EXAM_CHOICE};
    struct entry log[] = {make_entry(1, ENTRY_ANSWER, DAY, 0, GOOD_BODY),
                          make_entry(2, ENTRY_UNKNOWN, DAY, 1, "")};
    struct progress one = fold(log, 1, NULL), p;

    (void)state;
    for (size_t k = 0; k < sizeof(kinds) / sizeof(kinds[0]); k++)
        for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
            log[1].kind = kinds[k];
            log[1].body = bad[i];
            p = fold(log, 2, NULL);
            assert_memory_equal(&p, &one, sizeof(p));
        }
}

static void an_entry_merged_in_between_counts_in_its_place(void **state)
{
    struct entry log[] = {
        make_entry(1, ENTRY_ANSWER, DAY, 0, GOOD_BODY),
        make_entry(2, ENTRY_ANSWER, DAY + 3, 0, AGAIN_BODY),
        make_entry(3, ENTRY_ANSWER, DAY + 9, 0, GOOD_BODY),
    };
    struct fsrs fsrs = model();
    struct memory m = fsrs_next(&fsrs, (struct memory){0}, 0, GRADE_GOOD);
    struct progress p = fold(log, 3, NULL);

    (void)state;
    m = fsrs_next(&fsrs, m, 3, GRADE_AGAIN);
    m = fsrs_next(&fsrs, m, 6, GRADE_GOOD);
    assert_true(p.memory.stability == m.stability);
    assert_int_equal(p.lapses, 1);
}

static void undos_that_name_each_other_end(void **state)
{
    struct entry log[] = {
        make_entry(1, ENTRY_ANSWER, DAY, 0, GOOD_BODY),
        make_entry(2, ENTRY_UNDO, DAY, 3, "{}"), /* names a later one */
        make_entry(3, ENTRY_UNDO, DAY, 2, "{}"),
        make_entry(4, ENTRY_UNDO, DAY, 4, "{}"), /* itself */
        make_entry(5, ENTRY_UNDO, DAY, 99, "{}"),
        make_entry(6, ENTRY_UNDO, DAY, 0, "{}"),
    };
    bool is_void[6];

    (void)state;
    entries_void(log, 6, is_void);
    assert_true(is_void[1]);
    assert_true(!is_void[0] && !is_void[2] && !is_void[3] && !is_void[4] &&
                !is_void[5]);
}

static void a_clock_set_back_counts_no_days(void **state)
{
    struct entry log[] = {
        make_entry(1, ENTRY_ANSWER, DAY, 0, GOOD_BODY),
        make_entry(2, ENTRY_ANSWER, INT32_MIN, 0, GOOD_BODY),
        make_entry(3, ENTRY_ANSWER, INT32_MAX, 0, GOOD_BODY),
    };
    struct fsrs fsrs = model();
    struct progress p = fold(log, 2, NULL);

    (void)state;
    log[0].day = DAY;
    assert_true(p.memory.stability ==
                fsrs_next(&fsrs, (struct memory){2.3065, 2.118103970459015}, 0,
                          GRADE_GOOD)
                    .stability);
    p = fold(log, 3, NULL);
    assert_true(isfinite(p.memory.stability));
    assert_int_equal(p.interval_days, 0);
}

/* ---- properties of random histories ----------------------------------------
 */

enum { LOG_MAX = 40 };

static struct entry random_entry(struct rng *rng, unsigned number, int day)
{
    static const struct {
        enum entry_kind kind;
        const char *body;
    } rows[] = {
        {ENTRY_ANSWER, GOOD_BODY},
        {ENTRY_ANSWER, AGAIN_BODY},
        {ENTRY_ANSWER, EASY_BODY},
        {ENTRY_ANSWER, "{}"},
        {ENTRY_GRADE, EASY_BODY},
        {ENTRY_GRADE, AGAIN_BODY},
        {ENTRY_UNDO, "{}"},
        {ENTRY_UNDO, "{}"},
        {ENTRY_SUSPEND, "{}"},
        {ENTRY_RESUME, "{}"},
        {ENTRY_FLAG, "{}"},
        {ENTRY_RESET, "{\"key\":\"a\"}"},
        {ENTRY_UNKNOWN, "{}"},
        {ENTRY_RESET, "{\"by\":\"learner\"}"},
        {ENTRY_BURY, "{\"until\":\"2026-12-02\"}"},
    };
    size_t row = rng_below(rng, sizeof(rows) / sizeof(rows[0]));
    unsigned refers = number > 1 ? 1 + (unsigned)rng_below(rng, number - 1) : 0;

    return make_entry(number, rows[row].kind, day, refers, rows[row].body);
}

static int random_log(struct rng *rng, struct entry *log)
{
    int count = 1 + (int)rng_below(rng, LOG_MAX), day = DAY;

    for (int i = 0; i < count; i++) {
        day += (int)rng_below(rng, 20) - 2;
        log[i] = random_entry(rng, (unsigned)i + 1, day);
    }
    return count;
}

/* Standing entries without undos and grades, one after another. */
static void applying_one_by_one_is_folding_the_whole(void **state)
{
    struct rng rng = rng_seed(1);
    struct fsrs fsrs = model();
    struct entry log[LOG_MAX];

    (void)state;
    for (int round = 0; round < 300; round++) {
        int count = random_log(&rng, log), kept = 0;
        struct progress whole, step = {0};

        for (int i = 0; i < count; i++)
            if (log[i].kind != ENTRY_UNDO && log[i].kind != ENTRY_GRADE)
                log[kept++] = log[i];
        for (int i = 0; i < kept; i++)
            progress_apply(&step, &fsrs, &log[i]);
        whole = fold(log, kept, NULL);
        assert_memory_equal(&step, &whole, sizeof(whole));
    }
}

static int by_order(const void *a, const void *b)
{
    return entry_compare(a, b);
}

static void shuffling_and_sorting_changes_nothing(void **state)
{
    struct rng rng = rng_seed(2);
    struct entry log[LOG_MAX];

    (void)state;
    for (int round = 0; round < 300; round++) {
        int count = random_log(&rng, log);
        struct progress first = fold(log, count, NULL), second;

        for (int i = count - 1; i > 0; i--) {
            size_t other = rng_below(&rng, (uint64_t)i + 1);
            struct entry held = log[i];

            log[i] = log[other];
            log[other] = held;
        }
        qsort(log, (size_t)count, sizeof(log[0]), by_order);
        second = fold(log, count, NULL);
        assert_memory_equal(&first, &second, sizeof(first));
    }
}

/* An undo appended and taken back leaves what was. */
static void an_undo_and_its_undo_leave_what_was(void **state)
{
    struct rng rng = rng_seed(3);
    struct entry log[LOG_MAX + 2];

    (void)state;
    for (int round = 0; round < 300; round++) {
        int count = random_log(&rng, log);
        unsigned next = (unsigned)count + 1;
        struct progress first = fold(log, count, NULL), second;

        log[count] = make_entry(next, ENTRY_UNDO, DAY,
                                1 + (unsigned)rng_below(&rng, next - 1), "{}");
        log[count + 1] = make_entry(next + 1, ENTRY_UNDO, DAY, next, "{}");
        second = fold(log, count + 2, NULL);
        assert_memory_equal(&first, &second, sizeof(first));
    }
}

/* A choice changes nothing; the end of an exam shows the key and leaves the
   schedule alone; the next answer is the last that was seen before. */
static void an_exam_marks_a_card_as_seen_and_nothing_else(void **state)
{
    const struct entry log[] = {
        make_entry(1, ENTRY_ANSWER, DAY, 0, GOOD_BODY),
        make_entry(2, ENTRY_EXAM_CHOICE, DAY + 1, 0,
                   "{\"chosen\":[\"a\"],\"marked\":false,\"ms\":900}"),
        make_entry(3, ENTRY_EXAM_CHOICE, DAY + 1, 0,
                   "{\"chosen\":[\"a\"],\"end\":true,\"correct\":false}"),
        make_entry(4, ENTRY_GRADE, DAY + 1, 1, EASY_BODY),
        make_entry(5, ENTRY_ANSWER, DAY + 2, 0, AGAIN_BODY),
    };
    struct progress one = fold(log, 1, NULL), two = fold(log, 2, NULL);
    struct progress three = fold(log, 3, NULL), four = fold(log, 4, NULL);
    struct progress five = fold(log, 5, NULL);

    (void)state;
    assert_memory_equal(&two, &one, sizeof(one));
    assert_true(three.seen && three.shown);
    three.seen = three.shown = false;
    assert_memory_equal(&three, &one, sizeof(one));
    assert_true(four.seen && four.shown);
    assert_true(!five.seen && five.shown);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_answer_schedules_as_it_promised),
        cmocka_unit_test(an_undo_takes_back_and_an_undo_of_it_puts_back),
        cmocka_unit_test(another_grade_is_worked_out_from_the_state_before),
        cmocka_unit_test(a_grade_needs_the_last_standing_answer),
        cmocka_unit_test(the_answer_before_is_found_for_another_grade),
        cmocka_unit_test(a_reset_begins_anew_once_for_a_key),
        cmocka_unit_test(marks_come_and_go),
        cmocka_unit_test(what_is_not_understood_changes_nothing),
        cmocka_unit_test(an_entry_merged_in_between_counts_in_its_place),
        cmocka_unit_test(undos_that_name_each_other_end),
        cmocka_unit_test(a_clock_set_back_counts_no_days),
        cmocka_unit_test(applying_one_by_one_is_folding_the_whole),
        cmocka_unit_test(shuffling_and_sorting_changes_nothing),
        cmocka_unit_test(an_undo_and_its_undo_leave_what_was),
        cmocka_unit_test(an_exam_marks_a_card_as_seen_and_nothing_else),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
