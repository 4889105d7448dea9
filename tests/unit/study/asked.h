/* SPDX-License-Identifier: MIT */
/*
 * A card that is asked in an order the test knows.
 */
#ifndef AIIO_TESTS_STUDY_ASKED_H
#define AIIO_TESTS_STUDY_ASKED_H

#include "study/support.h"

struct asked {
    struct session session;
    struct session_card shown;
    struct card card;
    struct statement four[4];
};

enum { DPU, SHARD, FAN, CPU, NOT_THERE }; /* places */

static inline void set_up(struct asked *asked, enum cover_when cover)
{
    struct session_config config = config_of(cover);

    memset(asked, 0, sizeof(*asked));
    set_choice(&asked->card, asked->four);
    asked->shown = shown_of(&asked->card);
    session_init(&asked->session, &config);
}

static inline void ask(struct asked *asked)
{
    set_up(asked, COVER_NEVER);
    show_in(&asked->session, &asked->shown, "1023");
}

/* Two correct ones: "shard" and "cpu" at b and c; a and d are not. */
static inline void ask_two(struct asked *asked)
{
    set_up(asked, COVER_NEVER);
    asked->four[1] = (struct statement){
        .id = "cpu", .text = "Add", .why = "", .correct = true};
    asked->four[3] = (struct statement){.id = "dpu", .text = "D", .why = ""};
    asked->card.correct_count = 2;
    show_in(&asked->session, &asked->shown, "2013");
}

static inline void ask_recall(struct asked *asked)
{
    set_up(asked, COVER_REVIEWS);
    asked->card.statement_count = 1;
    session_show(&asked->session, &asked->shown, moment_at(0));
}

static inline void assert_nothing(struct effect effect)
{
    assert_int_equal(effect.kind, EFFECT_NONE);
}

#endif
