/* SPDX-License-Identifier: MIT */
#include "support.h"

#define DECK                                                                   \
    DECK_HEAD                                                                  \
    CARD("a", "1.1", "")                                                       \
    "," CARD("b", "1.1", ",\"tags\":[\"x\"]") "," CARD(                        \
        "c", "1.2",                                                            \
        "") "," CARD("e", "2.1",                                               \
                     ",\"tags\":[\"xx\"]") "," CARD("r", "1.1",                \
                                                    ",\"reserve\":true")       \
        DECK_TAIL

static bool note_due(void *context, const struct store_due *due)
{
    struct buf *out = context;

    assert_string_equal(due->deck, "d");
    buf_printf(out, "%s%s", out->len ? " " : "", due->id);
    return true;
}

static const struct store_filter everything = {.domain = -1};

static void expect_new(struct world *world, const struct store_filter *filter,
                       int limit, const char *expected)
{
    struct buf out = {0};

    OK(world, store_due_new(world->store, filter, 20000, limit, note_due, &out,
                            &world->err));
    assert_string_equal(buf_text(&out), expected);
    buf_release(&out);
}

static void expect_reviews(struct world *world, int from, int to,
                           const char *expected)
{
    struct buf out = {0};

    OK(world, store_due_reviews(world->store, &everything, from, to, note_due,
                                &out, &world->err));
    assert_string_equal(buf_text(&out), expected);
    buf_release(&out);
}

static void expect_learning(struct world *world, int day, const char *expected)
{
    struct buf out = {0};

    OK(world, store_due_learning(world->store, &everything, day, note_due, &out,
                                 &world->err));
    assert_string_equal(buf_text(&out), expected);
    buf_release(&out);
}

static void put(struct world *world, const char *id,
                const struct progress *progress)
{
    OK(world, store_progress_write(world->store, find_card(world, id).key,
                                   progress, &world->err));
}

static struct progress review_due(int day)
{
    return (struct progress){
        .memory = {.stability = 3, .difficulty = 5},
        .due = {.state = CARD_REVIEW, .has_day = true, .due_day = day},
        .answers = 1,
    };
}

static void new_cards_come_in_deck_order_without_reserve(void **state)
{
    struct world *world = *state;

    import_text(world, DECK);
    expect_new(world, &everything, 10, "a b c e");
    expect_new(world, &everything, 2, "a b");
}

static void filters_choose_by_objective_domain_and_whole_tag(void **state)
{
    struct world *world = *state;
    struct store_filter objective = {.domain = -1, .objective = "1.1"};
    struct store_filter domain = {.domain = 1};
    struct store_filter tag = {.domain = -1, .tag = "x"};
    struct store_filter deck = {.domain = -1, .deck_key = 1};
    struct store_filter other = {.domain = -1, .deck_key = 2};

    import_text(world, DECK);
    expect_new(world, &objective, 10, "a b");
    expect_new(world, &domain, 10, "e");
    expect_new(world, &tag, 10, "b");
    expect_new(world, &deck, 10, "a b c e");
    expect_new(world, &other, 10, "");
}

static void reviews_come_by_due_day_within_the_days_asked_for(void **state)
{
    struct world *world = *state;
    struct progress progress;

    import_text(world, DECK);
    progress = review_due(20005);
    put(world, "a", &progress);
    progress = review_due(20001);
    put(world, "b", &progress);
    progress = review_due(20009);
    put(world, "c", &progress);
    expect_reviews(world, INT32_MIN, 20000, "");
    expect_reviews(world, INT32_MIN, 20005, "b a");
    expect_reviews(world, 20006, INT32_MAX, "c");
}

static void suspended_and_buried_cards_are_not_asked(void **state)
{
    struct world *world = *state;
    struct progress progress;

    import_text(world, DECK);
    progress = review_due(19990);
    progress.buried_until = 20001;
    put(world, "a", &progress);
    progress = review_due(19990);
    progress.suspended = true;
    put(world, "b", &progress);
    progress = (struct progress){.buried_until = 20001};
    put(world, "c", &progress);
    expect_reviews(world, INT32_MIN, 20000, "");
    expect_reviews(world, INT32_MIN, 20001, "a");
    expect_new(world, &everything, 10, "e");
}

static void learning_cards_come_by_time(void **state)
{
    struct world *world = *state;
    struct progress progress = {.due = {.state = CARD_LEARNING}};

    import_text(world, DECK);
    progress.due.due_at_ms = 9000;
    put(world, "a", &progress);
    progress.due.due_at_ms = 4000;
    progress.due.state = CARD_RELEARNING;
    put(world, "b", &progress);
    progress.due = (struct schedule){
        .state = CARD_LEARNING, .has_day = true, .due_day = 20001};
    put(world, "c", &progress);
    expect_learning(world, 20000, "b a");
    expect_learning(world, 20001, "c b a");
}

static void a_reset_card_is_owed_from_its_day(void **state)
{
    struct world *world = *state;
    struct progress progress = {.reset_day = 20000};

    import_text(world, DECK);
    put(world, "c", &progress);
    expect_new(world, &everything, 10, "a b e");
    expect_reviews(world, INT32_MIN, 19999, "");
    expect_reviews(world, INT32_MIN, 20000, "c");
}

static bool stop_at_first(void *context, const struct store_due *due)
{
    (void)due;
    ++*(int *)context;
    return false;
}

static void a_callback_may_stop(void **state)
{
    struct world *world = *state;
    int calls = 0;

    import_text(world, DECK);
    OK(world, store_due_new(world->store, &everything, 20000, 9, stop_at_first,
                            &calls, &world->err));
    assert_int_equal(calls, 1);
    OK(world, store_begin(world->store, &world->err));
    OK(world, store_commit(world->store, &world->err));
}

static bool note_count(void *context, const struct store_count *count)
{
    buf_printf(context, "%d/%d/%d:%d ", count->domain, (int)count->state,
               count->due_day, (int)count->cards);
    return true;
}

static void expect_counts(struct world *world, const char *expected)
{
    struct buf out = {0};

    OK(world, store_counts(world->store, 1, note_count, &out, &world->err));
    assert_string_equal(buf_text(&out), expected);
    buf_release(&out);
}

/* domain/state/due day:cards; states 0 new, 1 learning, 2 review. */
static void counts_follow_every_write(void **state)
{
    struct world *world = *state;
    struct progress progress = review_due(20005);
    int64_t totals[3] = {0};

    import_text(world, DECK);
    expect_counts(world, "0/0/0:3 1/0/0:1 ");
    put(world, "a", &progress);
    expect_counts(world, "0/0/0:2 0/2/20005:1 1/0/0:1 ");
    progress.buried_until = 20007;
    put(world, "a", &progress);
    expect_counts(world, "0/0/0:2 0/2/20007:1 1/0/0:1 ");
    progress.suspended = true;
    put(world, "a", &progress);
    expect_counts(world, "0/0/0:2 1/0/0:1 ");
    progress =
        (struct progress){.due = {.state = CARD_LEARNING, .due_at_ms = 5}};
    put(world, "e", &progress);
    expect_counts(world, "0/0/0:2 1/1/0:1 ");
    OK(world, store_totals(world->store, 1, totals, 3, &world->err));
    assert_int_equal(totals[1], 4); /* suspended and reserve included */
    assert_int_equal(totals[2], 1);
}

static void progress_reads_back_as_it_was_written(void **state)
{
    struct world *world = *state;
    struct progress got, progress = {
                             .memory = {.stability = 12.5, .difficulty = 6.25},
                             .due = {.state = CARD_RELEARNING,
                                     .step = 1,
                                     .has_day = true,
                                     .due_day = -7,
                                     .due_at_ms = INT64_C(1) << 40,
                                     .interval_days = 3.75,
                                     .retention = 0.9},
                             .last_day = 20001,
                             .last_at_ms = INT64_C(1) << 41,
                             .last_answer = id_of(77),
                             .last_correct = true,
                             .answers = 3,
                             .lapses = 2,
                             .wrong = 1,
                             .interval_days = 4,
                             .flagged = true,
                             .buried_until = 20002,
                             .seen = true,
                             .reset_day = 19999,
                             .key_hash = UINT64_C(0xfedcba9876543210),
                         };

    import_text(world, DECK);
    put(world, "a", &progress);
    got = find_card(world, "a").progress;
    assert_true(progress_equal(&got, &progress));
    assert_true(got.memory.stability == 12.5);
    assert_true(got.due.due_day == -7);
    assert_true(got.key_hash == UINT64_C(0xfedcba9876543210));
}

/* ---- activity ---------------------------------------------------------- */

static bool note_activity(void *context, const struct store_activity *day)
{
    buf_printf(context, "%d:%d/%d/%d/%d/%d ", day->day, (int)day->answers,
               (int)day->correct, (int)day->new_cards, (int)day->reviews,
               (int)day->ms);
    return true;
}

static void expect_activity(struct world *world, const char *expected)
{
    struct buf out = {0};

    OK(world, store_activity(world->store, 0, 30000, note_activity, &out,
                             &world->err));
    assert_string_equal(buf_text(&out), expected);
    buf_release(&out);
}

/* day:answers/correct/new/reviews/ms; 70 s count as 60. */
static void activity_counts_answers_and_takes_them_back(void **state)
{
    struct world *world = *state;
    struct entry first = make_entry(1, ENTRY_ANSWER, "a",
                                    answer_text(world, true, CARD_NEW, 20003));
    struct entry second = make_entry(
        2, ENTRY_ANSWER, "a", answer_text(world, false, CARD_REVIEW, 20003));

    expect_activity(world, "");
    count_answer(world, &first, 1);
    expect_activity(world, "20000:1/1/1/0/60000 ");
    count_answer(world, &second, 1);
    expect_activity(world, "20000:2/1/1/1/120000 ");
    count_answer(world, &first, -1);
    count_answer(world, &second, -1);
    expect_activity(world, "");
}

static void a_day_can_be_counted_again_from_the_log(void **state)
{
    struct world *world = *state;

    append_entry(world, make_entry(1, ENTRY_ANSWER, "a",
                                   answer_text(world, true, CARD_NEW, 20003)));
    append_entry(world, make_entry(2, ENTRY_ANSWER, "b",
                                   answer_text(world, true, CARD_NEW, 20003)));
    append_entry(world, make_undo(3, 2, "b"));
    append_entry(world, make_entry(4, ENTRY_ANSWER, "b", "{\"broken\":1}"));
    OK(world, store_activity_refresh(world->store, 20000, &world->err));
    expect_activity(world, "20000:1/1/1/0/60000 ");
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(new_cards_come_in_deck_order_without_reserve),
        TEST(filters_choose_by_objective_domain_and_whole_tag),
        TEST(reviews_come_by_due_day_within_the_days_asked_for),
        TEST(suspended_and_buried_cards_are_not_asked),
        TEST(learning_cards_come_by_time),
        TEST(a_reset_card_is_owed_from_its_day),
        TEST(a_callback_may_stop),
        TEST(counts_follow_every_write),
        TEST(progress_reads_back_as_it_was_written),
        TEST(activity_counts_answers_and_takes_them_back),
        TEST(a_day_can_be_counted_again_from_the_log),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
