/* SPDX-License-Identifier: MIT */
#include "aiio/shuffle.h"

#include "study/support.h"

enum { HISTORY = 16, MANY = 400 };

/* Latest first, as the app keeps them. */
static void remember(struct showing_history *history, int place)
{
    int kept =
        history->place_count < HISTORY ? history->place_count : HISTORY - 1;

    memmove(history->places + 1, history->places,
            (size_t)kept * sizeof(history->places[0]));
    history->places[0] = place;
    history->place_count = kept + 1;
    history->showings++;
}

static int times(const struct showing_history *history, int place)
{
    int count = 0;

    for (int i = 0; i < history->place_count; i++)
        count += history->places[i] == place;
    return count;
}

static int place_of(const int *shown, int count, int statement)
{
    for (int i = 0; i < count; i++)
        if (shown[i] == statement)
            return i;
    return -1;
}

/* Statement 0 is correct, all others are distractors. */
static void set_many(struct card *card, struct statement *statements, int count)
{
    static const char *const ids[] = {"s0", "s1", "s2", "s3",
                                      "s4", "s5", "s6", "s7"};

    for (int i = 0; i < count; i++)
        statements[i] = (struct statement){
            .id = ids[i], .text = ids[i], .why = "", .correct = i == 0};
    *card = (struct card){.id = "c",
                          .statements = statements,
                          .statement_count = count,
                          .correct_count = 1};
}

/*
 * The least used of the last 16 places is taken. Sixteen have four each; the
 * next one drops the oldest and may make a five and a three, and then the
 * three is filled first. So each has 3 to 5 of any 16 in a row, and over 400
 * no two places can be further than four apart from 100. (Chi-square is at
 * most 4 * 16 / 100 = 0.64, where chance alone would give 3 on the average.)
 */
static void each_place_is_used_evenly(void **state)
{
    struct statement statements[8];
    struct showing_history history = {0};
    struct card card;
    int used[4] = {0}, shown[DECK_STATEMENTS_MAX];

    (void)state;
    set_many(&card, statements, 4);
    for (int n = 0; n < MANY; n++) {
        int count = shuffle_statements("d", &card, &history, 4, shown);
        int place = place_of(shown, count, 0);

        assert_int_equal(count, 4);
        assert_in_range(place, 0, 3);
        used[place]++;
        remember(&history, place);
        assert_in_range(times(&history, place), n < HISTORY ? 1 : 3, 5);
    }
    for (int i = 0; i < 4; i++)
        assert_in_range(used[i], 96, 104);
}

/*
 * Were the places the same four in turn, the place of the next one would be
 * known: of 100 rounds of four with 24 orders each, no order may have more
 * than 14. (Mean 4.2; of a binomial with p = 1/24, n = 100, P(X > 14) is
 * below 1e-4.)
 */
static void the_order_of_places_is_not_one_pattern(void **state)
{
    struct statement statements[8];
    struct showing_history history = {0};
    struct card card;
    int shown[DECK_STATEMENTS_MAX], orders[256] = {0};

    (void)state;
    set_many(&card, statements, 4);
    for (int round = 0; round < MANY / 4; round++) {
        int order = 0;

        for (int n = 0; n < 4; n++) {
            int count = shuffle_statements("d", &card, &history, 4, shown);

            order = order * 4 + place_of(shown, count, 0);
            remember(&history, order % 4);
        }
        assert_in_range(++orders[order], 1, 14);
    }
}

static void the_same_showing_gives_the_same_order(void **state)
{
    struct statement statements[8];
    struct showing_history history = {.showings = 3};
    struct card card;
    int first[DECK_STATEMENTS_MAX], again[DECK_STATEMENTS_MAX];

    (void)state;
    set_many(&card, statements, 6);
    assert_int_equal(shuffle_statements("d", &card, &history, 4, first), 4);
    assert_int_equal(shuffle_statements("d", &card, &history, 4, again), 4);
    assert_memory_equal(first, again, 4 * sizeof(int));
}

static void every_statement_is_shown_once(void **state)
{
    struct statement statements[8];
    struct showing_history history = {0};
    struct card card;
    int shown[DECK_STATEMENTS_MAX];

    (void)state;
    set_many(&card, statements, 8);
    for (; history.showings < 50; history.showings++) {
        unsigned seen = 0;

        assert_int_equal(shuffle_statements("d", &card, &history, 8, shown), 8);
        for (int i = 0; i < 8; i++)
            seen |= 1u << shown[i];
        assert_int_equal(seen, 0xff);
    }
}

/* By chance a quarter of 200; P(fewer than 25 of 200 at 1/4) is below 1e-5. */
static void distractors_change_their_places_too(void **state)
{
    struct statement statements[8];
    struct showing_history history = {0};
    struct card card;
    int shown[DECK_STATEMENTS_MAX], used[4] = {0};

    (void)state;
    set_many(&card, statements, 4);
    for (int n = 0; n < 200; n++) {
        int count = shuffle_statements("d", &card, &history, 4, shown);

        used[place_of(shown, count, 2)]++;
        remember(&history, place_of(shown, count, 0));
    }
    for (int i = 0; i < 4; i++)
        assert_in_range(used[i], 25, 100);
}

static void pinned_statements_come_last_in_file_order(void **state)
{
    struct statement statements[8];
    struct showing_history history = {0};
    struct card card;
    int shown[DECK_STATEMENTS_MAX];

    (void)state;
    set_many(&card, statements, 5);
    statements[2].pin = statements[4].pin = true;
    for (; history.showings < 50; history.showings++) {
        assert_int_equal(shuffle_statements("d", &card, &history, 5, shown), 5);
        assert_int_equal(shown[3], 2);
        assert_int_equal(shown[4], 4);
    }
}

static void a_pinned_correct_statement_stays_last(void **state)
{
    struct statement statements[8];
    struct showing_history history = {0};
    struct card card;
    int shown[DECK_STATEMENTS_MAX];

    (void)state;
    set_many(&card, statements, 4);
    statements[0].pin = true;
    for (; history.showings < 50; history.showings++) {
        assert_int_equal(shuffle_statements("d", &card, &history, 4, shown), 4);
        assert_int_equal(shown[3], 0);
    }
}

/* Seven distractors, three shown: after seven showings each had three. */
static void distractors_take_turns(void **state)
{
    struct statement statements[8];
    struct showing_history history = {0};
    struct card card;
    int shown[DECK_STATEMENTS_MAX], used[8] = {0};

    (void)state;
    set_many(&card, statements, 8);
    for (; history.showings < 7; history.showings++) {
        assert_int_equal(shuffle_statements("d", &card, &history, 4, shown), 4);
        for (int i = 0; i < 4; i++)
            used[shown[i]]++;
    }
    assert_int_equal(used[0], 7);
    for (int i = 1; i < 8; i++)
        assert_int_equal(used[i], 3);
}

/* One stays, the six others share two places: after three showings one each. */
static void a_distractor_that_fooled_stays(void **state)
{
    struct statement statements[8];
    struct showing_history history = {.fooled = 1u << 5};
    struct card card;
    int shown[DECK_STATEMENTS_MAX], used[8] = {0};

    (void)state;
    set_many(&card, statements, 8);
    for (; history.showings < 3; history.showings++) {
        assert_int_equal(shuffle_statements("d", &card, &history, 4, shown), 4);
        for (int i = 0; i < 4; i++)
            used[shown[i]]++;
    }
    assert_int_equal(used[0], 3);
    assert_int_equal(used[5], 3);
    for (int i = 1; i < 8; i++)
        if (i != 5)
            assert_int_equal(used[i], 1);
}

/* All seven fooled, three places: nobody is left out for good. */
static void many_that_fooled_take_turns_too(void **state)
{
    struct statement statements[8];
    struct showing_history history = {.fooled = 0xfe};
    struct card card;
    int shown[DECK_STATEMENTS_MAX], used[8] = {0};

    (void)state;
    set_many(&card, statements, 8);
    for (; history.showings < 7; history.showings++) {
        assert_int_equal(shuffle_statements("d", &card, &history, 4, shown), 4);
        for (int i = 0; i < 4; i++)
            used[shown[i]]++;
    }
    for (int i = 1; i < 8; i++)
        assert_int_equal(used[i], 3);
}

static void all_correct_statements_are_shown_with_a_distractor(void **state)
{
    struct statement statements[8];
    struct showing_history history = {0};
    struct card card;
    int shown[DECK_STATEMENTS_MAX];

    (void)state;
    set_many(&card, statements, 5);
    statements[1].correct = statements[2].correct = true;
    card.correct_count = 3;
    for (; history.showings < 20; history.showings++) {
        int count = shuffle_statements("d", &card, &history, 2, shown);

        assert_int_equal(count, 4);
        for (int i = 0; i < 3; i++)
            assert_in_range(place_of(shown, count, i), 0, 3);
    }
}

static void a_recall_card_shows_no_choice(void **state)
{
    struct statement statements[8];
    struct showing_history history = {0};
    struct card card;
    int shown[DECK_STATEMENTS_MAX];

    (void)state;
    set_many(&card, statements, 1);
    assert_int_equal(shuffle_statements("d", &card, &history, 4, shown), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_place_is_used_evenly),
        cmocka_unit_test(the_order_of_places_is_not_one_pattern),
        cmocka_unit_test(the_same_showing_gives_the_same_order),
        cmocka_unit_test(every_statement_is_shown_once),
        cmocka_unit_test(distractors_change_their_places_too),
        cmocka_unit_test(pinned_statements_come_last_in_file_order),
        cmocka_unit_test(a_pinned_correct_statement_stays_last),
        cmocka_unit_test(distractors_take_turns),
        cmocka_unit_test(a_distractor_that_fooled_stays),
        cmocka_unit_test(many_that_fooled_take_turns_too),
        cmocka_unit_test(all_correct_statements_are_shown_with_a_distractor),
        cmocka_unit_test(a_recall_card_shows_no_choice),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
