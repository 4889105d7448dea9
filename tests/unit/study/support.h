/* SPDX-License-Identifier: MIT */
/*
 * A card to ask, the moment it is asked in, and a page of lines as one text.
 */
#ifndef AIIO_TESTS_STUDY_SUPPORT_H
#define AIIO_TESTS_STUDY_SUPPORT_H

#include "aiio/view.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* 1 December 2026, a Tuesday, is day 20788; 07:00 UTC. */
enum { TODAY = 20788 };
#define NOW_MS (TODAY * DAY_MS + INT64_C(7) * 3600 * 1000)

static inline struct moment moment_at(int64_t later_ms)
{
    return (struct moment){
        .at_ms = NOW_MS + later_ms, .mono_ms = 5000 + later_ms, .day = TODAY};
}

static inline void assert_near(double is, double expected, double within)
{
    assert_true(is >= expected - within && is <= expected + within);
}

/* Four statements of which the first is correct. */
static inline void set_choice(struct card *card, struct statement *four)
{
    four[0] = (struct statement){
        .id = "shard", .text = "Shard it", .why = "It fits.", .correct = true};
    four[1] = (struct statement){
        .id = "dpu", .text = "Add a DPU", .why = "A DPU has no GPU memory."};
    four[2] = (struct statement){
        .id = "fan", .text = "Cool it", .why = "Heat is not the limit."};
    four[3] = (struct statement){
        .id = "cpu", .text = "Add cores", .why = "Cores do not hold weights."};
    *card = (struct card){
        .id = "oom",
        .objective = "2.2",
        .question = "The model does not fit into one GPU. What helps?",
        .brief = "",
        .full = "",
        .as_of = "",
        .figure_alt = "",
        .statements = four,
        .statement_count = 4,
        .correct_count = 1,
        .cover = true,
    };
}

static inline struct session_config config_of(enum cover_when cover)
{
    struct session_config config = {.cover = cover, .statements_shown = 4};

    fsrs_prepare(&config.scheduler.fsrs, &fsrs_default);
    assert_true(step_list_parse(SLICE("1m 10m"), &config.scheduler.learning));
    assert_true(step_list_parse(SLICE("10m"), &config.scheduler.relearning));
    config.scheduler.retention = 0.9;
    config.scheduler.max_interval_days = 365;
    return config;
}

static inline struct session_card shown_of(const struct card *card)
{
    return (struct session_card){
        .key = 7,
        .deck = "nca",
        .domain_title = "2 AI Infrastructure",
        .objective_title = "2.2 Memory",
        .card = card,
    };
}

/* A review of ten days ago: stability 10, so R is 0.9 today. */
static inline struct progress in_review(void)
{
    return (struct progress){
        .memory = {10, 5},
        .due = {.state = CARD_REVIEW,
                .has_day = true,
                .due_day = TODAY,
                .interval_days = 10,
                .retention = 0.9},
        .last_day = TODAY - 10,
        .answers = 3,
        .interval_days = 10,
    };
}

/* Shows the statements in this order, whatever the shuffle would do. */
static inline void show_in(struct session *session,
                           const struct session_card *card, const char *order)
{
    struct answer_body as = {0};

    for (; *order; order++)
        as.shown[as.shown_count++] = card->card->statements[*order - '0'].id;
    session_show_as(session, card, &as, moment_at(0));
}

/* Carries an effect out as the app does when all goes well. */
static inline void save(struct session *session, const struct effect *effect)
{
    enum grade grade =
        effect->kind == EFFECT_GRADE ? effect->grade : effect->answer.grade;
    struct schedule scheduled = session->outcomes[grade - 1];

    assert_int_not_equal(effect->kind, EFFECT_NONE);
    session_saved(session, effect, &scheduled);
}

#endif
