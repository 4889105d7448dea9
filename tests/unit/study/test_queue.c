/* SPDX-License-Identifier: MIT */
#include "aiio/queue.h"

#include "study/support.h"

#define MINUTE INT64_C(60000)

static struct queue_item review(int64_t key, uint64_t order)
{
    return (struct queue_item){
        .key = key, .state = CARD_REVIEW, .order = order};
}

static struct queue_item fresh(int64_t key)
{
    return (struct queue_item){.key = key, .state = CARD_NEW};
}

static struct queue_item learning(int64_t key, int64_t due_at_ms)
{
    return (struct queue_item){
        .key = key, .state = CARD_LEARNING, .due_at_ms = due_at_ms};
}

static struct queue_item about(struct queue_item item, uint64_t objective)
{
    item.objective = objective;
    return item;
}

static int64_t take(struct queue *queue, int64_t now_ms)
{
    struct queue_item item = {0};

    if (queue_next(queue, now_ms, false, &item) != QUEUE_CARD)
        return 0;
    return item.key;
}

/* The keys that come, as text: "11 1 12". */
static void assert_order(struct queue *queue, const char *expected)
{
    struct buf keys = {0};
    int64_t key;

    while ((key = take(queue, 0)) != 0)
        buf_printf(&keys, "%s%d", keys.len ? " " : "", (int)key);
    assert_string_equal(buf_text(&keys), expected);
    buf_release(&keys);
}

/* ---- order -----------------------------------------------------------------
 */

static void due_learning_cards_come_before_all_others(void **state)
{
    struct queue queue;

    (void)state;
    queue_init(&queue, 10, 0);
    queue_offer_review(&queue, review(1, 5));
    queue_add_new(&queue, fresh(11));
    queue_add_learning(&queue, learning(22, -1 * MINUTE));
    queue_add_learning(&queue, learning(21, -2 * MINUTE));
    queue_arrange(&queue);
    assert_order(&queue, "21 22 11 1");
    queue_release(&queue);
}

static void learning_cards_within_twenty_minutes_come_last(void **state)
{
    struct queue queue;

    (void)state;
    queue_init(&queue, 10, 0);
    queue_offer_review(&queue, review(1, 5));
    queue_add_learning(&queue, learning(21, 20 * MINUTE));
    queue_add_learning(&queue, learning(22, 10 * MINUTE));
    queue_arrange(&queue);
    assert_order(&queue, "1 22 21");
    queue_release(&queue);
}

static void a_card_due_later_is_waited_for_unless_hurried(void **state)
{
    struct queue queue;
    struct queue_item item = {0};

    (void)state;
    queue_init(&queue, 10, 0);
    queue_add_learning(&queue, learning(21, 20 * MINUTE + 1));
    queue_arrange(&queue);
    assert_int_equal(queue_next(&queue, 0, false, &item), QUEUE_WAIT);
    assert_int_equal(item.key, 21);
    assert_int_equal(item.due_at_ms, 20 * MINUTE + 1);
    assert_int_equal(queue_left(&queue), 1);
    assert_int_equal(queue_next(&queue, 1, false, &item), QUEUE_CARD);
    queue_add_learning(&queue, learning(21, 60 * MINUTE));
    assert_int_equal(queue_next(&queue, 0, true, &item), QUEUE_CARD);
    assert_int_equal(item.key, 21);
    assert_int_equal(queue_next(&queue, 0, true, &item), QUEUE_EMPTY);
    queue_release(&queue);
}

/* Every third card of four reviews and two new ones is new, the first of
   each three in its middle. */
static void new_cards_are_mixed_evenly_among_reviews(void **state)
{
    struct queue queue;

    (void)state;
    queue_init(&queue, 10, 0);
    for (int i = 1; i <= 4; i++)
        queue_offer_review(&queue, review(i, (uint64_t)i));
    queue_add_new(&queue, fresh(11));
    queue_add_new(&queue, fresh(12));
    queue_arrange(&queue);
    assert_order(&queue, "1 11 2 3 12 4");
    queue_release(&queue);
}

static void new_cards_keep_the_order_they_were_added_in(void **state)
{
    struct queue queue;

    (void)state;
    queue_init(&queue, 10, 0);
    queue_add_new(&queue, fresh(13));
    queue_add_new(&queue, fresh(11));
    queue_add_new(&queue, fresh(12));
    queue_arrange(&queue);
    assert_order(&queue, "13 11 12");
    queue_release(&queue);
}

/* Offered 1,000 with orders 7 n mod 1009, all different: the orders 1, 2, 3
   belong to n with 7 n = 1, 2, 3 mod 1009, that is 865, 721, 577. */
static void the_limit_keeps_those_first_in_order(void **state)
{
    struct queue queue;

    (void)state;
    queue_init(&queue, 3, 0);
    for (int n = 1; n <= 1000; n++)
        queue_offer_review(&queue, review(n, (uint64_t)(7 * n % 1009)));
    assert_in_range(queue.capacities[0], 3, 16);
    queue_arrange(&queue);
    assert_order(&queue, "865 721 577");
    queue_release(&queue);
}

static void a_limit_of_none_gives_no_reviews(void **state)
{
    struct queue queue;

    (void)state;
    queue_init(&queue, 0, 5);
    queue_offer_review(&queue, review(1, 1));
    queue_offer_ahead(&queue, review(2, 1));
    queue_arrange(&queue);
    assert_order(&queue, "");
    queue_release(&queue);
}

/* ---- before an exam --------------------------------------------------------
 */

static void ahead_fills_up_with_those_that_gain_most(void **state)
{
    static const double gains[] = {0.1, 0.4, 0.2, 0.3};
    struct queue queue;

    (void)state;
    queue_init(&queue, 4, 3);
    queue_offer_review(&queue, review(1, 50));
    queue_offer_review(&queue, review(2, 10));
    for (int i = 0; i < 4; i++) {
        struct queue_item item = review(31 + i, 20 + (uint64_t)i);

        item.gain = gains[i];
        queue_offer_ahead(&queue, item);
    }
    queue_arrange(&queue);
    /* Due ones are in; 32 and 34 gain most; then all by their order. */
    assert_order(&queue, "2 32 34 1");
    queue_release(&queue);
}

/* ---- objectives ------------------------------------------------------------
 */

static void one_objective_does_not_follow_itself(void **state)
{
    static const uint64_t objectives[] = {1, 1, 1, 2, 1, 3};
    struct queue queue;

    (void)state;
    queue_init(&queue, 10, 0);
    for (int i = 0; i < 6; i++)
        queue_offer_review(&queue,
                           about(review(i + 1, (uint64_t)i), objectives[i]));
    queue_arrange(&queue);
    /* 1, then the first other (4), 2 again of objective 1, then 6, and so on */
    assert_order(&queue, "1 4 2 6 3 5");
    queue_release(&queue);
}

/* Nine cards of objective 1, then one of 2: it is not among the next eight of
   the first card (2 to 9), but of the second (3 to 10). */
static void only_the_next_eight_are_looked_at(void **state)
{
    struct queue queue;

    (void)state;
    queue_init(&queue, 20, 0);
    for (int i = 1; i <= 9; i++)
        queue_offer_review(&queue, about(review(i, (uint64_t)i), 1));
    queue_offer_review(&queue, about(review(10, 10), 2));
    queue_arrange(&queue);
    assert_order(&queue, "1 2 10 3 4 5 6 7 8 9");
    queue_release(&queue);
}

static void learning_cards_mind_the_objective_too(void **state)
{
    struct queue queue;

    (void)state;
    queue_init(&queue, 10, 0);
    queue_offer_review(&queue, about(review(1, 1), 5));
    queue_offer_review(&queue, about(review(2, 2), 6));
    queue_arrange(&queue);
    assert_int_equal(take(&queue, 0), 1);
    queue_add_learning(&queue, about(learning(21, 0), 5));
    assert_int_equal(take(&queue, 0), 2);
    assert_int_equal(take(&queue, 0), 21);
    queue_release(&queue);
}

static void cards_without_an_objective_follow_each_other(void **state)
{
    struct queue queue;

    (void)state;
    queue_init(&queue, 10, 0);
    queue_offer_review(&queue, review(1, 1));
    queue_offer_review(&queue, review(2, 2));
    queue_offer_review(&queue, about(review(3, 3), 9));
    queue_arrange(&queue);
    assert_order(&queue, "1 2 3");
    queue_release(&queue);
}

/* ---- later changes ---------------------------------------------------------
 */

static void a_card_put_back_comes_first(void **state)
{
    struct queue queue;
    struct queue_item item = {0};

    (void)state;
    queue_init(&queue, 10, 0);
    for (int i = 1; i <= 3; i++)
        queue_offer_review(&queue, review(i, (uint64_t)i));
    queue_add_learning(&queue, learning(21, 0));
    queue_arrange(&queue);
    assert_int_equal(take(&queue, 0), 21);
    assert_int_equal(queue_next(&queue, 0, false, &item), QUEUE_CARD);
    queue_put_back(&queue, item);
    assert_int_equal(queue_left(&queue), 3);
    assert_order(&queue, "1 2 3");
    queue_release(&queue);
}

static void two_cards_put_back_come_latest_first(void **state)
{
    struct queue queue;
    struct queue_item items[2] = {{0}};

    (void)state;
    queue_init(&queue, 10, 0);
    for (int i = 1; i <= 3; i++)
        queue_offer_review(&queue, review(i, (uint64_t)i));
    queue_arrange(&queue);
    for (int i = 0; i < 2; i++)
        assert_int_equal(queue_next(&queue, 0, false, &items[i]), QUEUE_CARD);
    queue_put_back(&queue, items[1]);
    queue_put_back(&queue, items[0]);
    assert_int_equal(queue_left(&queue), 3);
    assert_order(&queue, "1 2 3");
    queue_release(&queue);
}

static void a_card_put_back_twice_over_can_be_removed(void **state)
{
    struct queue queue;
    struct queue_item items[2] = {{0}};

    (void)state;
    queue_init(&queue, 10, 0);
    queue_offer_review(&queue, review(1, 1));
    queue_offer_review(&queue, review(2, 2));
    queue_arrange(&queue);
    for (int i = 0; i < 2; i++)
        assert_int_equal(queue_next(&queue, 0, false, &items[i]), QUEUE_CARD);
    queue_put_back(&queue, items[1]);
    queue_put_back(&queue, items[0]);
    queue_remove(&queue, 2);
    assert_order(&queue, "1");
    queue_release(&queue);
}

static void cards_due_at_one_time_keep_their_order(void **state)
{
    struct queue queue;

    (void)state;
    queue_init(&queue, 10, 0);
    for (int i = 1; i <= 3; i++)
        queue_add_learning(&queue, learning(i, 0));
    queue_arrange(&queue);
    assert_order(&queue, "1 2 3");
    queue_release(&queue);
}

static void a_removed_card_is_gone_wherever_it_was(void **state)
{
    struct queue queue;

    (void)state;
    queue_init(&queue, 10, 0);
    for (int i = 1; i <= 3; i++)
        queue_offer_review(&queue, review(i, (uint64_t)i));
    queue_add_learning(&queue, learning(21, 5));
    queue_add_learning(&queue, learning(22, 6));
    queue_arrange(&queue);
    queue_remove(&queue, 2);
    queue_remove(&queue, 21);
    assert_int_equal(take(&queue, 0), 1);
    queue_put_back(&queue, review(1, 1));
    queue_remove(&queue, 1);
    assert_int_equal(queue_left(&queue), 2);
    assert_order(&queue, "3 22");
    queue_release(&queue);
}

static void a_card_handed_out_can_be_removed_after_its_return(void **state)
{
    struct queue queue;

    (void)state;
    queue_init(&queue, 10, 0);
    queue_offer_review(&queue, review(1, 1));
    queue_arrange(&queue);
    assert_int_equal(take(&queue, 0), 1);
    queue_add_learning(&queue, learning(1, 10 * MINUTE));
    queue_remove(&queue, 1);
    assert_int_equal(queue_left(&queue), 0);
    queue_release(&queue);
}

/* A wrong answer comes back after its minute, before the other reviews. */
static void a_card_answered_wrong_comes_back_in_time(void **state)
{
    struct queue queue;

    (void)state;
    queue_init(&queue, 10, 0);
    for (int i = 1; i <= 3; i++)
        queue_offer_review(&queue, review(i, (uint64_t)i));
    queue_arrange(&queue);
    assert_int_equal(take(&queue, 0), 1);
    queue_add_learning(&queue, learning(1, MINUTE));
    assert_int_equal(queue_left(&queue), 3);
    assert_int_equal(take(&queue, 30000), 2);
    assert_int_equal(take(&queue, MINUTE), 1);
    assert_int_equal(take(&queue, MINUTE), 3);
    assert_int_equal(take(&queue, MINUTE), 0);
    queue_release(&queue);
}

/* ---- seeds -----------------------------------------------------------------
 */

/* Two cards of 16 hex digits agree by chance once in 2^64. */
static void the_order_changes_with_day_card_and_deck(void **state)
{
    uint64_t order = queue_order("d", "c", 100);

    (void)state;
    assert_true(order == queue_order("d", "c", 100));
    assert_true(order != queue_order("d", "c", 101));
    assert_true(order != queue_order("d", "e", 100));
    assert_true(order != queue_order("e", "c", 100));
}

/* FNV-1a-64 of "a/b" by the definition in RFC 9923, worked out by a script. */
static void an_objective_is_known_by_its_hash(void **state)
{
    (void)state;
    assert_true(queue_objective("a", "b") == UINT64_C(0xe620c3190468cf61));
    assert_true(queue_objective("a", "") == 0);
    assert_true(queue_objective("a", NULL) == 0);
}

/* ---- plans -----------------------------------------------------------------
 */

static void share(struct queue_domain domains[3], int n)
{
    static const double weights[] = {38, 40, 22};

    for (int i = 0; i < 3; i++)
        domains[i].weight = weights[i];
    queue_share_new(domains, 3, n);
}

/*
 * Worked by hand: before card n the deficits are 0.38 n, 0.40 n and 0.22 n
 * less what each domain has, and the greatest gets it. n = 1: .38 .40 .22, the
 * second; n = 2: .76 -.20 .44, the first; n = 3: .14 .20 .66, the third;
 * 4: .52 .60 -.12; 5: .90 .00 .10; 6: .28 .40 .32; 7: .66 -.20 .54;
 * 8: .04 .20 .76; 9: .42 .60 -.02; 10: .80 .00 .20.
 */
static void new_cards_follow_the_weights(void **state)
{
    static const int table[10][3] = {{0, 1, 0}, {1, 1, 0}, {1, 1, 1}, {1, 2, 1},
                                     {2, 2, 1}, {2, 3, 1}, {3, 3, 1}, {3, 3, 2},
                                     {3, 4, 2}, {4, 4, 2}};

    (void)state;
    for (int n = 1; n <= 10; n++) {
        struct queue_domain domains[3] = {
            {.available = 99}, {.available = 99}, {.available = 99}};

        share(domains, n);
        for (int i = 0; i < 3; i++)
            assert_int_equal(domains[i].take, table[n - 1][i]);
    }
}

/* 20 more after 10 of the first: 30 in all, shares 11.4, 12 and 6.6. */
static void a_domain_ahead_of_its_share_waits(void **state)
{
    struct queue_domain domains[3] = {{.introduced = 10, .available = 99},
                                      {.available = 99},
                                      {.available = 99}};

    (void)state;
    share(domains, 20);
    assert_int_equal(domains[0].take, 1);
    assert_int_equal(domains[1].take, 12);
    assert_int_equal(domains[2].take, 7);
}

static void an_exhausted_domain_gives_its_share_away(void **state)
{
    struct queue_domain domains[3] = {
        {.available = 99}, {.available = 3}, {.available = 0}};

    (void)state;
    share(domains, 20);
    assert_int_equal(domains[0].take, 17);
    assert_int_equal(domains[1].take, 3);
    assert_int_equal(domains[2].take, 0);
    share(domains, 500);
    assert_int_equal(domains[0].take, 99);
    assert_int_equal(domains[1].take, 3);
}

static void without_weights_domains_are_equal(void **state)
{
    struct queue_domain domains[2] = {{.available = 9}, {.available = 9}};

    (void)state;
    queue_share_new(domains, 2, 5);
    assert_int_equal(domains[0].take, 3);
    assert_int_equal(domains[1].take, 2);
}

/* Exam on day 141, today 100: 34 days until seven days before. */
static void an_exam_asks_for_enough_new_cards(void **state)
{
    (void)state;
    assert_int_equal(queue_new_per_day(240, 100, 141, 5), 8); /* 7.06 */
    assert_int_equal(queue_new_per_day(238, 100, 141, 5), 7);
    assert_int_equal(queue_new_per_day(240, 100, 141, 20), 20);
    assert_int_equal(queue_new_per_day(0, 100, 141, 20), 20);
    assert_int_equal(queue_new_per_day(50, 100, 108, 20), 50); /* 1 day */
    assert_int_equal(queue_new_per_day(50, 100, 107, 5), 8);   /* 50 over 7 */
    assert_int_equal(queue_new_per_day(50, 100, 101, 5), 50);
}

static void from_the_exam_day_on_the_plan_lapses(void **state)
{
    (void)state;
    assert_int_equal(queue_new_per_day(240, 141, 141, 20), 20);
    assert_int_equal(queue_new_per_day(240, 150, 141, 20), 20);
    assert_false(queue_pulls_in(240, 200, 141, 141));
    assert_false(queue_pulls_in(240, 200, 150, 141));
}

/* 240 cards at 200 a day: the last two days before the exam. */
static void cards_are_pulled_in_over_the_last_days(void **state)
{
    (void)state;
    assert_false(queue_pulls_in(240, 200, 138, 141));
    assert_true(queue_pulls_in(240, 200, 139, 141));
    assert_true(queue_pulls_in(240, 200, 140, 141));
    assert_false(queue_pulls_in(200, 200, 139, 141));
    assert_true(queue_pulls_in(200, 200, 140, 141));
    assert_false(queue_pulls_in(240, 0, 140, 141));
}

/*
 * By the formulas of fsrs.h with the default parameters, in a script: S = 10,
 * D = 5, last answer on day 90, today 100, exam on day 130. Left alone R(40,
 * 10) = 0.782132; a Good today makes S 32.026729, and R(30, that) = 0.904428.
 */
static void the_gain_is_what_a_review_today_adds(void **state)
{
    struct fsrs fsrs;
    struct memory memory = {10, 5};

    (void)state;
    fsrs_prepare(&fsrs, &fsrs_default);
    assert_near(queue_gain(&fsrs, memory, 90, 100, 130), 0.122295887, 1e-8);
}

static void a_card_well_known_on_the_exam_day_is_spared(void **state)
{
    struct fsrs fsrs;
    struct memory known = {1000, 5}, unknown = {0, 0};

    (void)state;
    fsrs_prepare(&fsrs, &fsrs_default);
    assert_near(queue_gain(&fsrs, known, 90, 100, 130), 0, 0);
    assert_near(queue_gain(&fsrs, unknown, 90, 100, 130), 0, 0);
    assert_near(queue_gain(&fsrs, (struct memory){10, 5}, 90, 100, 100), 0, 0);
}

/* A last answer in the future counts as today: R is 1 there. */
static void a_clock_set_back_gains_nothing(void **state)
{
    struct fsrs fsrs;

    (void)state;
    fsrs_prepare(&fsrs, &fsrs_default);
    assert_near(queue_gain(&fsrs, (struct memory){10, 5}, 500, 100, 130), 0, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(due_learning_cards_come_before_all_others),
        cmocka_unit_test(learning_cards_within_twenty_minutes_come_last),
        cmocka_unit_test(a_card_due_later_is_waited_for_unless_hurried),
        cmocka_unit_test(new_cards_are_mixed_evenly_among_reviews),
        cmocka_unit_test(new_cards_keep_the_order_they_were_added_in),
        cmocka_unit_test(the_limit_keeps_those_first_in_order),
        cmocka_unit_test(a_limit_of_none_gives_no_reviews),
        cmocka_unit_test(ahead_fills_up_with_those_that_gain_most),
        cmocka_unit_test(one_objective_does_not_follow_itself),
        cmocka_unit_test(only_the_next_eight_are_looked_at),
        cmocka_unit_test(learning_cards_mind_the_objective_too),
        cmocka_unit_test(cards_without_an_objective_follow_each_other),
        cmocka_unit_test(a_card_put_back_comes_first),
        cmocka_unit_test(two_cards_put_back_come_latest_first),
        cmocka_unit_test(a_card_put_back_twice_over_can_be_removed),
        cmocka_unit_test(cards_due_at_one_time_keep_their_order),
        cmocka_unit_test(a_removed_card_is_gone_wherever_it_was),
        cmocka_unit_test(a_card_handed_out_can_be_removed_after_its_return),
        cmocka_unit_test(a_card_answered_wrong_comes_back_in_time),
        cmocka_unit_test(the_order_changes_with_day_card_and_deck),
        cmocka_unit_test(an_objective_is_known_by_its_hash),
        cmocka_unit_test(new_cards_follow_the_weights),
        cmocka_unit_test(a_domain_ahead_of_its_share_waits),
        cmocka_unit_test(an_exhausted_domain_gives_its_share_away),
        cmocka_unit_test(without_weights_domains_are_equal),
        cmocka_unit_test(an_exam_asks_for_enough_new_cards),
        cmocka_unit_test(from_the_exam_day_on_the_plan_lapses),
        cmocka_unit_test(cards_are_pulled_in_over_the_last_days),
        cmocka_unit_test(the_gain_is_what_a_review_today_adds),
        cmocka_unit_test(a_card_well_known_on_the_exam_day_is_spared),
        cmocka_unit_test(a_clock_set_back_gains_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
