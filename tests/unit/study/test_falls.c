/* SPDX-License-Identifier: MIT */
#include "study/support.h"

/* The card's history says how often each statement was chosen wrongly. */
static void choose(struct session *session, int dpu_before, int place)
{
    static struct statement four[4];
    static struct card card;
    static struct session_card shown;
    struct session_config config = config_of(COVER_NEVER);
    struct effect effect;

    set_choice(&card, four);
    shown = shown_of(&card);
    shown.history.falls[1] = dpu_before; /* "Add a DPU" */
    session_init(session, &config);
    show_in(session, &shown, "0123");
    effect = session_choose(session, place, false, moment_at(1000));
    save(session, &effect);
}

static void falls_count_the_choice_of_now(void **state)
{
    struct session session;

    (void)state;
    choose(&session, 0, 1);
    assert_int_equal(session.falls, 1);
    choose(&session, 2, 1);
    assert_int_equal(session.falls, 3);
    choose(&session, 2, 2); /* another statement */
    assert_int_equal(session.falls, 1);
    choose(&session, 2, 0); /* the correct one */
    assert_int_equal(session.falls, 0);
}

/* Shown again, the log has that answer already. */
static void a_fall_looked_at_again_is_counted_once(void **state)
{
    struct session session;
    struct session_card again;
    struct progress before = in_review();
    struct answer_body body = {.shown = {"shard", "dpu", "fan", "cpu"},
                               .shown_count = 4,
                               .chosen = {"dpu"},
                               .chosen_count = 1,
                               .grade = GRADE_AGAIN};

    (void)state;
    choose(&session, 2, 1);
    again = session.shown_card;
    again.history.falls[1] = 3;
    session_show_answered(&session, &again, &before, &body, moment_at(2000));
    assert_int_equal(session.falls, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(falls_count_the_choice_of_now),
        cmocka_unit_test(a_fall_looked_at_again_is_counted_once),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
