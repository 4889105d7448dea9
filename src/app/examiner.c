/* SPDX-License-Identifier: MIT */
#include "aiio/examiner.h"

#include "acts_private.h"
#include "examiner_private.h"

#include <string.h>

/* ---- writing ------------------------------------------------------------- */

/* One entry of an exam; the card is "" for its start and end. */
struct writing {
    struct examiner *examiner;
    enum entry_kind kind;
    struct entry_id refers_to;
    const struct buf *body;
};

static enum status write_entry(struct work *work, struct error *err)
{
    const struct writing *writing = work->in;
    struct entry entry =
        act_entry(work->app, work->act, writing->kind, buf_text(writing->body));

    entry.refers_to = writing->refers_to;
    return store_log_append(work->app->store, &entry, err);
}

static enum status record(struct examiner *examiner, struct writing *writing,
                          const char *card, struct act *act, struct error *err)
{
    struct work work = {
        .app = examiner->app, .act = act, .run = write_entry, .in = writing};
    enum status status = app_act_init(examiner->app, act, err);

    act->deck = examiner->deck.id;
    act->card = card;
    return status ? status : act_carry_out(&work, err);
}

/* ---- starting ------------------------------------------------------------ */

/* Only one exam of a deck at a time. */
static enum status check_none_open(struct app *app, const char *deck,
                                   struct arena *arena, struct error *err)
{
    struct exam_past open;
    bool found = false;
    enum status status =
        examiner_unfinished(app, deck, arena, &open, &found, err);

    if (!status && found)
        status = error_set(err, STATUS_REJECTED,
                           "a mock exam of \"%s\" is not over yet", deck);
    return status;
}

static enum status write_start(struct app *app, struct examiner_draw *draw,
                               struct act *act, struct error *err)
{
    struct exam_start_body body;
    struct buf json = {0};
    struct writing writing = {.kind = ENTRY_EXAM_START, .body = &json};
    struct work work = {
        .app = app, .act = act, .run = write_entry, .in = &writing};
    enum status status = examiner_draw_body(app, draw, &body, err);

    if (!status && body.count == 0)
        status = error_set(err, STATUS_NOT_FOUND,
                           "deck \"%s\" has no card with statements to choose "
                           "from%s",
                           draw->deck.id,
                           draw->domain >= 0 ? " in that domain" : "");
    if (!status)
        exam_start_body_write(&json, &body);
    act->deck = draw->deck.id;
    act->moment = app_now(app);
    if (!status)
        status = act_carry_out(&work, err);
    buf_release(&json);
    return status;
}

enum status examiner_start(struct app *app, const struct exam_options *options,
                           struct examiner **out, struct error *err)
{
    struct arena arena = {0};
    struct examiner_draw draw = {.arena = &arena};
    struct act act = {.card = ""};
    enum status status = app_act_init(app, &act, err);

    *out = NULL;
    if (!status)
        status = examiner_draw(app, options, &draw, err);
    if (!status)
        status = check_none_open(app, draw.deck.id, &arena, err);
    if (!status)
        status = write_start(app, &draw, &act, err);
    if (!status)
        status = examiner_open(app, draw.deck.id, act.id, out, err);
    if (!status)
        (*out)->sitting = true;
    examiner_draw_release(&draw);
    arena_release(&arena);
    return status;
}

static enum status record_break(struct examiner *examiner, int64_t away_ms,
                                struct error *err)
{
    struct buf json = {0};
    struct act act = {0};
    struct writing writing = {.kind = ENTRY_EXAM_START,
                              .refers_to = examiner->facts.id,
                              .body = &json};
    enum status status;

    exam_resume_body_write(&json, away_ms);
    status = record(examiner, &writing, "", &act, err);
    if (!status)
        exam_note_break(&examiner->exam, away_ms, act.moment.at_ms);
    buf_release(&json);
    return status;
}

enum status examiner_resume(struct examiner *examiner, struct error *err)
{
    const struct exam *exam = &examiner->exam;
    int64_t away = app_now(examiner->app).at_ms - exam->latest_ms;
    int64_t left = exam_left_ms(exam, exam->latest_ms);
    enum status status;

    if (exam->over || examiner->sitting)
        return STATUS_OK;
    /* When the time was up nobody was missing any more. */
    if (!exam->pauses && away > left)
        away = left;
    status = record_break(examiner, away > 0 ? away : 0, err);
    examiner->sitting = !status;
    examiner->session_of = -1;
    examiner_go(examiner, examiner->exam.at);
    return status;
}

void examiner_close(struct examiner *examiner)
{
    if (!examiner)
        return;
    deck_release(&examiner->outline);
    arena_release(&examiner->arena);
    mem_free(examiner);
}

/* ---- what there is to see ------------------------------------------------ */

const struct exam *examiner_exam(const struct examiner *examiner)
{
    return &examiner->exam;
}

const struct deck *examiner_outline(const struct examiner *examiner)
{
    return &examiner->outline;
}

const struct exam_past *examiner_facts(const struct examiner *examiner)
{
    return &examiner->facts;
}

const char *examiner_card(const struct examiner *examiner, int question)
{
    return examiner->cards[question].id;
}

/* Left alone, an exam that pauses stands where its last entry was. */
int64_t examiner_left_ms(const struct examiner *examiner)
{
    const struct exam *exam = &examiner->exam;
    bool stands = exam->pauses && !examiner->sitting;

    return exam_left_ms(exam, stands ? exam->latest_ms
                                     : app_now(examiner->app).at_ms);
}

int examiner_shown(const struct examiner *examiner, int question,
                   const char *texts[DECK_STATEMENTS_MAX])
{
    const struct exam_card *card = &examiner->cards[question];
    int count = examiner->exam.questions[question].shown_count;

    for (int i = 0; i < count; i++)
        texts[i] = card->card->statements[card->shown[i]].id;
    return count;
}

/* The question as a session has it: nothing here is ever recorded by it. */
static void make_session(struct examiner *examiner)
{
    const struct exam *exam = &examiner->exam;
    const struct exam_question *question = &exam->questions[exam->at];
    const struct exam_card *card = &examiner->cards[exam->at];
    struct session *session = &examiner->session;
    struct session_unfolded unfolded = session->unfolded;

    *session = (struct session){
        .state = exam->over ? SESSION_ANSWERED : SESSION_ASKING,
        .shown_card = {.deck = examiner->deck.id,
                       .domain_title = card->domain_title,
                       .objective_title = card->objective_title,
                       .card = card->card},
        .shown_count = question->shown_count,
        .marked = exam->over ? 0 : question->chosen,
        .chosen = exam->over ? question->chosen : 0,
        .correct = question->correct,
        .grade = question->correct ? GRADE_GOOD : GRADE_AGAIN,
        .looking_back = exam->over,
    };
    memcpy(session->shown, card->shown, sizeof(session->shown));
    if (examiner->session_of == exam->at)
        session->unfolded = unfolded;
    examiner->session_of = exam->at;
}

const struct session *examiner_session(struct examiner *examiner)
{
    make_session(examiner);
    return &examiner->session;
}

void examiner_unfold(struct examiner *examiner, char which)
{
    make_session(examiner);
    if (examiner->exam.over && examiner->session.shown_card.card)
        session_unfold(&examiner->session, which);
}

/* ---- the question on the screen ------------------------------------------ */

/* Puts the time since it came onto the screen down to it. */
static void take_time(struct examiner *examiner)
{
    struct exam *exam = &examiner->exam;
    int64_t now = app_now(examiner->app).mono_ms;

    if (!exam->over && examiner->sitting && now > examiner->shown_mono_ms)
        exam->questions[exam->at].ms += now - examiner->shown_mono_ms;
    examiner->shown_mono_ms = now;
}

void examiner_go(struct examiner *examiner, int question)
{
    struct exam *exam = &examiner->exam;

    take_time(examiner);
    exam->at = question < 0              ? 0
               : question >= exam->count ? exam->count - 1
                                         : question;
}

static void choice_body(const struct examiner *examiner, int question,
                        unsigned chosen, struct exam_choice_body *body)
{
    const char *texts[DECK_STATEMENTS_MAX];
    int count = examiner_shown(examiner, question, texts);

    *body =
        (struct exam_choice_body){.ms = examiner->exam.questions[question].ms};
    for (int i = 0; i < count; i++)
        if (chosen & 1u << i)
            body->chosen[body->chosen_count++] = texts[i];
}

static enum status record_choice(struct examiner *examiner, unsigned chosen,
                                 bool marked, struct error *err)
{
    struct exam *exam = &examiner->exam;
    struct buf json = {0};
    struct act act = {0};
    struct writing writing = {.kind = ENTRY_EXAM_CHOICE,
                              .refers_to = examiner->facts.id,
                              .body = &json};
    struct exam_choice_body body;
    enum status status;

    if (exam->over || examiner_left_ms(examiner) <= 0)
        return STATUS_OK;
    take_time(examiner);
    choice_body(examiner, exam->at, chosen, &body);
    body.marked = marked;
    exam_choice_body_write(&json, &body);
    status =
        record(examiner, &writing, examiner->cards[exam->at].id, &act, err);
    if (!status)
        exam_note(exam, exam->at, chosen, marked, body.ms, act.moment.at_ms);
    buf_release(&json);
    return status;
}

enum status examiner_choose(struct examiner *examiner, int place,
                            struct error *err)
{
    const struct exam *exam = &examiner->exam;
    const struct exam_question *question = &exam->questions[exam->at];
    unsigned chosen = exam_choose(exam, exam->at, place);

    if (chosen == question->chosen)
        return STATUS_OK;
    return record_choice(examiner, chosen, question->marked, err);
}

enum status examiner_mark(struct examiner *examiner, struct error *err)
{
    const struct exam *exam = &examiner->exam;
    const struct exam_question *question = &exam->questions[exam->at];

    return record_choice(examiner, question->chosen, !question->marked, err);
}

enum status examiner_stopped(struct examiner *examiner, int64_t ms,
                             struct error *err)
{
    if (examiner->exam.over || !examiner->sitting)
        return STATUS_OK;
    examiner->shown_mono_ms += ms;
    return record_break(examiner, ms, err);
}

enum status examiner_leave(struct examiner *examiner, struct error *err)
{
    const struct exam *exam = &examiner->exam;
    const struct exam_question *question = &exam->questions[exam->at];
    enum status status = STATUS_OK;

    if (!exam->over && examiner->sitting)
        status =
            record_choice(examiner, question->chosen, question->marked, err);
    examiner->sitting = false;
    return status;
}

/* ---- the end ------------------------------------------------------------- */

struct finishing {
    struct examiner *examiner;
    struct exam after; /* as it will be when this is written */
};

/* The end of one question, and what it does to its card. */
static enum status end_question(struct work *work, int i, struct error *err)
{
    const struct finishing *finishing = work->in;
    const struct examiner *examiner = finishing->examiner;
    const struct exam_question *question = &finishing->after.questions[i];
    struct app *app = work->app;
    struct act act = *work->act;
    struct exam_choice_body body;
    struct store_card card = {0};
    struct buf json = {0};
    struct entry entry;
    enum status status = store_new_id(&act.id, err);

    act.card = examiner->cards[i].id;
    choice_body(examiner, i, question->chosen, &body);
    body.marked = question->marked;
    body.end = true;
    body.correct = question->correct;
    exam_choice_body_write(&json, &body);
    entry = act_entry(app, &act, ENTRY_EXAM_CHOICE, buf_text(&json));
    entry.refers_to = examiner->facts.id;
    if (!status)
        status = store_card_find(app->store, act.deck, act.card, &work->arena,
                                 &card, err);
    if (!status)
        status = store_log_append(app->store, &entry, err);
    if (!status) {
        progress_apply(&card.progress, &app->fsrs, &entry);
        status =
            store_progress_write(app->store, card.key, &card.progress, err);
    }
    buf_release(&json);
    return status;
}

static void end_body(const struct exam *exam, bool join, struct buf *json)
{
    struct exam_score score =
        exam_score(exam, (struct exam_scope){.domain = -1, .objective = -1});
    struct exam_end_body body = {.why = exam->why,
                                 .right = score.right,
                                 .of = score.of,
                                 .used_ms = exam->used_ms,
                                 .join = join};

    exam_end_body_write(json, &body);
}

static enum status write_end(struct work *work, struct error *err)
{
    const struct finishing *finishing = work->in;
    struct buf json = {0};
    struct entry entry;
    enum status status = STATUS_OK;

    for (int i = 0; !status && i < finishing->after.count; i++)
        if (finishing->examiner->cards[i].card)
            status = end_question(work, i, err);
    end_body(&finishing->after, true, &json);
    entry = act_entry(work->app, work->act, ENTRY_EXAM_END, buf_text(&json));
    entry.refers_to = finishing->examiner->facts.id;
    if (!status)
        status = store_log_append(work->app->store, &entry, err);
    buf_release(&json);
    return status;
}

enum status examiner_finish(struct examiner *examiner, enum exam_why why,
                            struct error *err)
{
    struct finishing finishing = {.examiner = examiner};
    struct act act = {.deck = examiner->deck.id, .card = ""};
    struct work work = {
        .app = examiner->app, .act = &act, .run = write_end, .in = &finishing};
    size_t count = (size_t)examiner->exam.count;
    enum status status;

    if (examiner->exam.over)
        return STATUS_OK;
    status = examiner_resume(examiner, err);
    if (status)
        return status;
    take_time(examiner);
    finishing.after = examiner->exam;
    finishing.after.questions =
        arena_alloc(&examiner->arena, count, sizeof(*examiner->exam.questions));
    memcpy(finishing.after.questions, examiner->exam.questions,
           count * sizeof(*examiner->exam.questions));
    status = app_act_init(examiner->app, &act, err);
    exam_end(&finishing.after, why, act.moment.at_ms);
    if (!status)
        status = act_carry_out(&work, err);
    if (status)
        return status;
    examiner->exam = finishing.after;
    examiner->facts.over = true;
    examiner->facts.end.join = true;
    examiner->facts.end_day = act.moment.day;
    examiner->sitting = false;
    return STATUS_OK;
}

enum status examiner_join(struct examiner *examiner, bool join,
                          struct error *err)
{
    struct buf json = {0};
    struct act act = {0};
    struct writing writing = {
        .kind = ENTRY_EXAM_END, .refers_to = examiner->facts.id, .body = &json};
    enum status status;

    if (!examiner->exam.over || join == examiner->facts.end.join)
        return STATUS_OK;
    end_body(&examiner->exam, join, &json);
    status = record(examiner, &writing, "", &act, err);
    if (!status)
        examiner->facts.end.join = join;
    buf_release(&json);
    return status;
}
