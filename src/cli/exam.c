/* SPDX-License-Identifier: MIT */
#include "command.h"

#include "aiio/examiner.h"
#include "aiio/fmt.h"
#include "aiio/json_out.h"
#include "aiio/paths.h"
#include "aiio/trainer.h"

#include <string.h>

/* ---- JSON ---------------------------------------------------------------- */

static void write_score(struct json_out *out, struct exam_score score)
{
    json_int(out, "right", score.right);
    json_int(out, "of", score.of);
    if (score.of == 0) {
        json_null(out, "score");
        return;
    }
    json_double(out, "score", score.percent);
    json_double(out, "low", score.low);
    json_double(out, "high", score.high);
}

static void write_part(struct json_out *out, const char *name,
                       const struct exam *exam, struct exam_scope scope)
{
    json_open(out, name, '{');
    write_score(out, exam_score(exam, scope));
    json_close(out, '}');
}

static void write_questions(struct json_out *out,
                            const struct examiner *examiner)
{
    const struct exam *exam = examiner_exam(examiner);
    const char *texts[DECK_STATEMENTS_MAX];

    json_open(out, "questions", '[');
    for (int i = 0; i < exam->count; i++) {
        const struct exam_question *question = &exam->questions[i];
        int count = examiner_shown(examiner, i, texts);

        json_open(out, NULL, '{');
        json_text(out, "card", examiner_card(examiner, i));
        json_open(out, "shown", '[');
        for (int s = 0; s < count; s++)
            json_text(out, NULL, texts[s]);
        json_close(out, ']');
        json_open(out, "chosen", '[');
        for (int s = 0; s < count; s++)
            if (question->chosen & 1u << s)
                json_text(out, NULL, texts[s]);
        json_close(out, ']');
        json_bool(out, "correct", question->correct);
        json_bool(out, "marked", question->marked);
        json_bool(out, "seen", question->seen);
        json_int(out, "ms", question->ms);
        json_close(out, '}');
    }
    json_close(out, ']');
}

static void write_groups(struct json_out *out, const struct examiner *examiner)
{
    const struct exam *exam = examiner_exam(examiner);
    const struct deck *outline = examiner_outline(examiner);

    json_open(out, "domains", '[');
    for (int d = 0; d < outline->domain_count; d++) {
        struct exam_scope scope = {.domain = d, .objective = -1};

        if (exam_score(exam, scope).of == 0)
            continue;
        json_open(out, NULL, '{');
        json_text(out, "domain", outline->domains[d].id);
        write_score(out, exam_score(exam, scope));
        json_open(out, "objectives", '[');
        for (int o = 0; o < outline->objective_count; o++) {
            scope.objective = o;
            if (exam_score(exam, scope).of == 0)
                continue;
            json_open(out, NULL, '{');
            json_text(out, "objective", outline->objectives[o].id);
            write_score(out, exam_score(exam, scope));
            json_close(out, '}');
        }
        json_close(out, ']');
        json_close(out, '}');
    }
    json_close(out, ']');
}

static void write_past(struct json_out *out, const struct exam_past *past,
                       int count)
{
    struct buf text = {0};

    json_open(out, "history", '[');
    for (int i = 0; i < count; i++) {
        if (!past[i].over)
            continue;
        json_open(out, NULL, '{');
        buf_clear(&text);
        time_format(&text, past[i].at_ms);
        json_text(out, "at", buf_text(&text));
        buf_clear(&text);
        day_format(&text, past[i].day);
        json_text(out, "day", buf_text(&text));
        if (past[i].domain[0])
            json_text(out, "domain", past[i].domain);
        json_int(out, "minutes", past[i].minutes);
        json_int(out, "used_ms", past[i].end.used_ms);
        json_text(out, "ended", exam_why_name(past[i].end.why));
        write_score(out, exam_score_of(past[i].end.right, past[i].end.of));
        json_close(out, '}');
    }
    json_close(out, ']');
    buf_release(&text);
}

static void write_result(struct json_out *out, const struct examiner *examiner)
{
    const struct exam *exam = examiner_exam(examiner);
    const struct exam_past *facts = examiner_facts(examiner);
    struct exam_scope all = {.domain = -1, .objective = -1};
    struct exam_scope seen = all, unseen = all;
    struct exam_changes changes = exam_changes(exam);
    struct buf text = {0};

    seen.seen = EXAM_SEEN;
    unseen.seen = EXAM_UNSEEN;
    time_format(&text, facts->at_ms);
    json_text(out, "at", buf_text(&text));
    json_int(out, "minutes", facts->minutes);
    json_int(out, "used_ms", exam->used_ms);
    json_text(out, "clock", exam->pauses ? "pauses" : "runs");
    json_int(out, "breaks", exam->breaks);
    json_int(out, "away_ms", exam->away_ms);
    json_text(out, "ended", exam_why_name(exam->why));
    write_score(out, exam_score(exam, all));
    write_part(out, "seen", exam, seen);
    write_part(out, "unseen", exam, unseen);
    json_int(out, "unanswered", exam_count(exam, EXAM_OPEN));
    json_int(out, "right_to_wrong", changes.lost);
    json_int(out, "wrong_to_right", changes.won);
    json_int(out, "ms_a_question", changes.ms_a_question);
    json_bool(out, "joins_queue", facts->end.join);
    write_groups(out, examiner);
    write_questions(out, examiner);
    buf_release(&text);
}

/* The last exam that is over. */
static enum status print_last(struct call *call,
                              const struct exam_options *options,
                              struct error *err)
{
    struct arena arena = {0};
    struct exam_plan plan;
    struct examiner *examiner = NULL;
    struct buf text = {0};
    struct json_out out = json_out(&text, 0);
    int last = 0;
    enum status status = examiner_plan(call->app, options, &arena, &plan, err);

    while (!status && last < plan.past_count && !plan.past[last].over)
        last++;
    if (!status && last == plan.past_count)
        status = error_set(err, STATUS_NOT_FOUND,
                           "no mock exam of \"%s\" is over yet", plan.deck);
    if (!status)
        status = examiner_open(call->app, plan.deck, plan.past[last].id,
                               &examiner, err);
    if (!status) {
        json_open(&out, NULL, '{');
        json_text(&out, "deck", plan.deck);
        write_result(&out, examiner);
        write_past(&out, plan.past, plan.past_count);
        json_close(&out, '}');
        print_json(&text);
    }
    examiner_close(examiner);
    buf_release(&text);
    arena_release(&arena);
    return status;
}

/* ---- the command --------------------------------------------------------- */

static enum status read_options(const struct call *call,
                                struct exam_options *options, struct error *err)
{
    int64_t questions = 0, minutes = 0;
    enum status status =
        call_int(call, "questions", 1, EXAM_QUESTIONS_MAX, 0, &questions, err);

    if (!status)
        status =
            call_int(call, "minutes", 1, EXAM_MINUTES_MAX, 0, &minutes, err);
    *options = (struct exam_options){
        .deck = call_option(call, "deck"),
        .domain = call_option(call, "domain"),
        .questions = (int)questions,
        .minutes = (int)minutes,
    };
    return status;
}

enum status command_exam(struct call *call, struct error *err)
{
    struct exam_options options;
    struct study_options screen = {.exam = &options};
    struct arena arena = {0};
    struct exam_plan plan;
    struct error no_terminal = {0};
    bool did = false;
    enum status status = read_options(call, &options, err);

    if (!status && call_has(call, "json"))
        return print_last(call, &options, err);
    if (!status)
        status = app_first_start(call->app, &did, err);
    /* A name that is not there is told before a screen is opened. */
    if (!status)
        status = examiner_plan(call->app, &options, &arena, &plan, err);
    arena_release(&arena);
    if (status)
        return status;
    if (call_has(call, "plain") || call->app->settings.plain ||
        environment("AIIO_STUDY_PLAIN"))
        return plain_exam_run(call->app, &options, err);
    status = call->screens(call->app, &screen, &call->signal, &no_terminal);
    if (status != STATUS_NO_TERMINAL) {
        if (status)
            *err = no_terminal;
        return status;
    }
    tell("%s; the exam goes on as plain lines", no_terminal.text);
    return plain_exam_run(call->app, &options, err);
}
