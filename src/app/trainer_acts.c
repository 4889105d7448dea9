/* SPDX-License-Identifier: MIT */
#include "trainer_private.h"

#include <string.h>

/* ---- answers ----------------------------------------------------------- */

static struct asked *asked_card(struct trainer *trainer, int64_t key)
{
    for (int i = 0; i < trainer->asked_count; i++)
        if (trainer->asked[i].key == key)
            return &trainer->asked[i];
    mem_grow((void **)&trainer->asked, &trainer->asked_capacity,
             (size_t)trainer->asked_count + 1, sizeof(*trainer->asked));
    trainer->asked[trainer->asked_count] = (struct asked){.key = key};
    return &trainer->asked[trainer->asked_count++];
}

static int64_t capped(int64_t ms)
{
    return ms < TRAINER_ANSWER_MS_MAX ? ms : TRAINER_ANSWER_MS_MAX;
}

static void add_missed(struct trainer *trainer, const struct loaded *loaded)
{
    struct trainer_summary *summary = &trainer->summary;
    size_t need = (size_t)summary->missed_count + 1;

    mem_grow((void **)&trainer->missed, &trainer->missed_capacity, need,
             sizeof(*trainer->missed));
    mem_grow((void **)&trainer->missed_keys, &trainer->missed_key_capacity,
             need, sizeof(*trainer->missed_keys));
    trainer->missed_keys[summary->missed_count] = loaded->item.key;
    trainer->missed[summary->missed_count++] =
        arena_string(&trainer->arena, slice_of(loaded->card.question));
    summary->missed = trainer->missed;
}

void trainer_count_answer(struct trainer *trainer,
                          const struct answer_body *body)
{
    struct trainer_summary *summary = &trainer->summary;
    struct asked *asked = asked_card(trainer, trainer->current->item.key);

    summary->answers++;
    summary->ms += capped(body->ms);
    if (asked->answers++ > 0 || body->seen)
        return;
    asked->counts = true;
    asked->right = body->correct;
    summary->first_tries++;
    if (body->correct)
        summary->first_tries_right++;
    else
        add_missed(trainer, trainer->current);
}

static void forget_missed(struct trainer *trainer, int64_t key)
{
    struct trainer_summary *summary = &trainer->summary;
    int kept = 0;

    for (int i = 0; i < summary->missed_count; i++) {
        if (trainer->missed_keys[i] == key)
            continue;
        trainer->missed_keys[kept] = trainer->missed_keys[i];
        trainer->missed[kept++] = trainer->missed[i];
    }
    summary->missed_count = kept;
}

void trainer_forget_answer(struct trainer *trainer, int64_t key, int64_t ms)
{
    struct trainer_summary *summary = &trainer->summary;
    struct asked *asked = asked_card(trainer, key);

    if (asked->answers == 0)
        return; /* an answer of an earlier sitting */
    asked->answers--;
    asked->taken_back++;
    summary->answers--;
    summary->ms -= capped(ms) < summary->ms ? capped(ms) : summary->ms;
    if (asked->answers > 0 || !asked->counts)
        return;
    asked->counts = false;
    summary->first_tries--;
    summary->first_tries_right -= asked->right ? 1 : 0;
    forget_missed(trainer, key);
}

void trainer_count_again(struct trainer *trainer,
                         const struct answer_body *body)
{
    struct asked *asked = asked_card(trainer, trainer->current->item.key);

    if (asked->taken_back == 0)
        return; /* an answer of an earlier sitting */
    asked->taken_back--;
    trainer_count_answer(trainer, body);
}

void trainer_schedule(struct trainer *trainer, struct loaded *loaded,
                      const struct schedule *schedule)
{
    queue_remove(&trainer->queue, loaded->item.key);
    loaded->item.state = schedule->state;
    loaded->item.due_at_ms = schedule->due_at_ms;
    loaded->item.gain = 0;
    if (!schedule->has_day && (schedule->state == CARD_LEARNING ||
                               schedule->state == CARD_RELEARNING))
        queue_add_learning(&trainer->queue, loaded->item);
}

static enum status try_answer(struct trainer *trainer, struct effect *effect,
                              struct schedule *schedule, struct error *err)
{
    struct loaded *current = trainer->current;
    struct progress *progress = &current->session_card.progress;
    enum status status;

    if (effect->kind == EFFECT_GRADE)
        return app_grade(trainer->app, &current->act, effect->grade, schedule,
                         progress, err);
    status =
        app_answer(trainer->app, &current->act, &effect->answer, progress, err);
    *schedule = effect->answer.schedule;
    return status;
}

/* Another program has put another text in its place: nothing was recorded, and
   the card is shown as it stands. */
static enum status ask_anew(struct trainer *trainer, const struct error *why,
                            struct error *err)
{
    buf_add_text(&trainer->message, why->text);
    session_drop_unsaved(&trainer->session);
    return trainer_refresh(trainer, err);
}

static enum status carry_out(struct trainer *trainer, struct effect *effect,
                             struct error *err)
{
    struct schedule schedule = {0};
    struct error failure = {0};
    enum status status = try_answer(trainer, effect, &schedule, &failure);

    if (effect->kind == EFFECT_ANSWER && status == STATUS_REJECTED)
        return ask_anew(trainer, &failure, err);
    if (status) {
        if (effect->kind == EFFECT_GRADE && status == STATUS_REJECTED)
            session_refused(&trainer->session);
        else
            session_unsaved(&trainer->session, effect, failure.text);
        *err = failure;
        return status;
    }
    if (effect->kind == EFFECT_ANSWER)
        trainer->current->act.answer = trainer->current->act.id;
    session_saved(&trainer->session, effect, &schedule);
    trainer_schedule(trainer, trainer->current, &schedule);
    if (effect->kind == EFFECT_ANSWER)
        trainer_count_answer(trainer, &effect->answer);
    trainer_find_pair(trainer);
    return STATUS_OK;
}

enum status trainer_carry_out(struct trainer *trainer, struct effect effect,
                              struct error *err)
{
    struct act *act;
    enum status status;

    if (effect.kind == EFFECT_NONE)
        return STATUS_OK;
    /* The id is made before the first try, so that no try can double it. */
    act = &trainer->current->act;
    act->id = (struct entry_id){0};
    status = app_act_init(trainer->app, act, err);
    if (status) {
        session_unsaved(&trainer->session, &effect, err->text);
        return status;
    }
    act->moment = effect.moment;
    return carry_out(trainer, &effect, err);
}

enum status trainer_retry(struct trainer *trainer, struct error *err)
{
    struct effect effect = trainer->session.pending;

    if (trainer->session.state != SESSION_UNSAVED)
        return STATUS_OK;
    if (entry_id_is_none(trainer->current->act.id))
        return trainer_carry_out(trainer, effect, err);
    return carry_out(trainer, &effect, err);
}

/* ---- what was missed ----------------------------------------------------- */

enum status trainer_show_answered(struct trainer *trainer,
                                  struct loaded *loaded, struct error *err)
{
    const struct entry by = {.refers_to =
                                 loaded->session_card.progress.last_answer,
                             .deck = loaded->act.deck,
                             .card = loaded->act.card};
    struct entry answer = {0};
    struct answer_body body = {0};
    struct progress before = {0};
    enum status status = store_log_find_named(trainer->app->store, &by,
                                              &loaded->arena, &answer, err);

    if (!status)
        status = trainer_load_before(trainer, loaded, &before, err);
    if (status)
        return status;
    if (!answer_body_read(answer.body, &loaded->arena, &body))
        return error_set(err, STATUS_NOT_FOUND, "that answer cannot be read");
    status = trainer_grade_in_force(trainer, loaded, &answer, &body, err);
    if (status)
        return status;
    session_show_answered(&trainer->session, &loaded->session_card, &before,
                          &body, app_now(trainer->app));
    return STATUS_OK;
}

enum status trainer_look_at_missed(struct trainer *trainer, struct error *err)
{
    struct loaded *loaded = NULL;
    enum status status = STATUS_OK;

    if (!trainer->looks_at_missed)
        trainer->missed_next = 0;
    while (trainer->missed_next < trainer->summary.missed_count) {
        status =
            trainer_load(trainer, trainer->missed_keys[trainer->missed_next++],
                         &loaded, err);
        if (!status)
            status = trainer_show_answered(trainer, loaded, err);
        if (!status) {
            trainer_set_current(trainer, loaded);
            trainer->session.looking_back = true;
            trainer->looks_at_missed = true;
            return STATUS_OK;
        }
        loaded_free(loaded);
        if (status != STATUS_NOT_FOUND)
            return status;
    }
    trainer->looks_at_missed = false;
    trainer_set_current(trainer, NULL);
    session_rest(&trainer->session, SESSION_DONE, 0);
    return STATUS_OK;
}

/* ---- marks ------------------------------------------------------------- */

static enum status mark(struct trainer *trainer, enum entry_kind kind,
                        const char *said, const char *note, struct error *err)
{
    struct loaded *current = trainer->current;
    struct act act = {0};
    struct buf body = {0};
    enum status status;

    if (!current || trainer->session.looking_back)
        return STATUS_OK;
    act.deck = current->act.deck;
    act.card = current->act.card;
    status = app_act_init(trainer->app, &act, err);
    if (kind == ENTRY_BURY)
        bury_body_write(&body, act.moment.day + 1);
    else if (kind == ENTRY_NOTE)
        note_body_write(&body, slice_of(note));
    if (!status)
        status = app_mark(trainer->app, &act, kind, buf_slice(&body), err);
    if (!status)
        buf_printf(&trainer->message, "%s %s, u takes it back", said, act.card);
    buf_release(&body);
    return status;
}

enum status trainer_mark_and_leave(struct trainer *trainer,
                                   enum entry_kind kind, const char *said,
                                   struct error *err)
{
    struct loaded *current = trainer->current;
    enum status status;

    if (!current || trainer->session.looking_back ||
        trainer->session.state == SESSION_UNSAVED)
        return STATUS_OK;
    status = mark(trainer, kind, said, NULL, err);
    if (status)
        return status;
    queue_remove(&trainer->queue, current->item.key);
    trainer_remember_previous(trainer);
    return trainer_advance(trainer, false, err);
}

enum status trainer_toggle_flag(struct trainer *trainer, struct error *err)
{
    struct progress *progress;
    enum status status;
    bool flagged;

    if (!trainer->current || trainer->session.looking_back)
        return STATUS_OK;
    progress = &trainer->current->session_card.progress;
    flagged = progress->flagged;
    status = mark(trainer, flagged ? ENTRY_UNFLAG : ENTRY_FLAG,
                  flagged ? "unflagged" : "flagged", NULL, err);
    if (!status)
        progress->flagged = !flagged;
    trainer->session.shown_card.progress.flagged = progress->flagged;
    return status;
}

enum status trainer_note(struct trainer *trainer, const char *text,
                         struct error *err)
{
    struct loaded *current = trainer->current;
    enum status status;

    buf_clear(&trainer->message);
    if (!current || !strcmp(text, trainer_note_of(trainer)))
        return STATUS_OK;
    status = mark(trainer, ENTRY_NOTE,
                  text[0] ? "noted for" : "took the note away from", text, err);
    if (status)
        return status;
    current->session_card.note = arena_string(&current->arena, slice_of(text));
    trainer->session.shown_card.note = current->session_card.note;
    return STATUS_OK;
}

const char *trainer_note_of(const struct trainer *trainer)
{
    const char *note =
        trainer->current ? trainer->current->session_card.note : NULL;

    return note ? note : "";
}
