/* SPDX-License-Identifier: MIT */
#include "trainer_private.h"

/* ---- undo -------------------------------------------------------------- */

/* What is on the screen goes back to the queue; the undone card takes its
   place. */
static void make_room(struct trainer *trainer, int64_t key)
{
    struct loaded *current = trainer->current;

    if (trainer->session.looking_back)
        trainer_look_forward(trainer);
    if (current && current->item.key != key &&
        trainer->session.state != SESSION_ANSWERED)
        queue_put_back(&trainer->queue, current->item);
    if (trainer->previous && trainer->previous->item.key == key) {
        loaded_free(trainer->previous);
        trainer->previous = NULL;
    }
    queue_remove(&trainer->queue, key);
}

/* Its answer was taken back. */
static void ask_again(struct trainer *trainer, const struct answer_body *body)
{
    struct loaded *loaded = trainer->current;

    trainer_forget_answer(trainer, loaded->item.key, body->ms);
    session_show_as(&trainer->session, &loaded->session_card, body,
                    app_now(trainer->app));
}

/* The answer stands: it was put back, or another grade came and went. */
static enum status show_again(struct trainer *trainer,
                              const struct entry *answer,
                              struct answer_body *body, enum entry_kind kind,
                              struct error *err)
{
    struct loaded *loaded = trainer->current;
    struct progress before = {0};
    enum status status = trainer_load_before(trainer, loaded, &before, err);

    if (!status)
        status = trainer_grade_in_force(trainer, loaded, answer, body, err);
    if (status)
        return status;
    session_show_answered(&trainer->session, &loaded->session_card, &before,
                          body, app_now(trainer->app));
    trainer_schedule(trainer, loaded, &body->schedule);
    if (kind == ENTRY_ANSWER)
        trainer_count_again(trainer, body);
    return STATUS_OK;
}

static enum status show_undone(struct trainer *trainer,
                               const struct entry *undone, bool redo,
                               struct error *err)
{
    struct store_card row = {0};
    struct arena arena = {0};
    struct loaded *loaded = NULL;
    struct answer_body body = {0};
    struct entry answer = *undone;
    enum status status = store_card_find(trainer->app->store, undone->deck,
                                         undone->card, &arena, &row, err);

    if (!status && undone->kind == ENTRY_GRADE)
        status = store_log_find_named(trainer->app->store, undone, &arena,
                                      &answer, err);
    if (!status)
        status = trainer_load(trainer, row.key, &loaded, err);
    if (status || !answer_body_read(answer.body, &loaded->arena, &body)) {
        loaded_free(loaded);
        arena_release(&arena);
        return status;
    }
    make_room(trainer, row.key);
    loaded->act.answer = answer.id;
    loaded->act.id = answer.id;
    loaded->act.moment.at_ms = answer.at_ms;
    loaded->act.moment.day = answer.day;
    trainer_set_current(trainer, loaded);
    if (undone->kind == ENTRY_ANSWER && !redo)
        ask_again(trainer, &body);
    else
        status = show_again(trainer, &answer, &body, undone->kind, err);
    arena_release(&arena);
    return status;
}

/* The card left by a mark right after its answer: it stands answered again. */
static bool show_previous_again(struct trainer *trainer, int64_t key,
                                const struct progress *progress)
{
    struct loaded *previous = trainer->previous;
    struct session session = trainer->previous_session;

    if (!previous || previous->item.key != key)
        return false;
    trainer->previous = NULL;
    make_room(trainer, key);
    previous->session_card.progress = *progress;
    trainer_set_current(trainer, previous);
    trainer->session = session;
    trainer_schedule(trainer, previous, &progress->due);
    return true;
}

/* Where the card stands stays that before its answer. */
static void show_flag_and_note(struct trainer *trainer,
                               const struct loaded *loaded)
{
    struct loaded *current = trainer->current;
    struct session_card *shown = &trainer->session.shown_card;

    if (!current || current->item.key != loaded->item.key)
        return;
    current->session_card.progress.flagged =
        loaded->session_card.progress.flagged;
    current->session_card.note =
        arena_string(&current->arena, slice_of(loaded->session_card.note));
    shown->progress.flagged = current->session_card.progress.flagged;
    shown->note = current->session_card.note;
}

/* An act that is no answer: its card is asked again if it can be. */
static enum status show_unmarked(struct trainer *trainer,
                                 const struct entry *undone, struct error *err)
{
    struct store_card row = {0};
    struct arena arena = {0};
    struct loaded *loaded = NULL;
    enum status status = STATUS_OK;

    if (!undone->card[0])
        return STATUS_OK;
    status = store_card_find(trainer->app->store, undone->deck, undone->card,
                             &arena, &row, err);
    arena_release(&arena);
    if (!status)
        status = trainer_load(trainer, row.key, &loaded, err);
    if (status)
        return status;
    if (undone->kind == ENTRY_FLAG || undone->kind == ENTRY_UNFLAG ||
        undone->kind == ENTRY_NOTE) {
        show_flag_and_note(trainer, loaded);
        loaded_free(loaded);
        return STATUS_OK;
    }
    if (row.progress.suspended || row.progress.buried_until > trainer->day) {
        if (trainer->current && trainer->current->item.key == row.key)
            trainer->session.shown_card.progress =
                trainer->current->session_card.progress =
                    loaded->session_card.progress;
        loaded_free(loaded);
        return STATUS_OK;
    }
    if (show_previous_again(trainer, row.key, &row.progress)) {
        loaded_free(loaded);
        return STATUS_OK;
    }
    make_room(trainer, row.key);
    trainer_set_current(trainer, loaded);
    session_show(&trainer->session, &loaded->session_card,
                 app_now(trainer->app));
    return STATUS_OK;
}

enum status trainer_undo(struct trainer *trainer, bool redo, struct error *err)
{
    struct arena arena = {0};
    struct entry undone = {0};
    struct error none = {0};
    enum status status;

    if (trainer->session.state == SESSION_UNSAVED)
        return STATUS_OK;
    status = app_undo(trainer->app, NULL, redo, &arena, &undone, &none);
    if (status == STATUS_NOT_FOUND) {
        buf_add_text(&trainer->message,
                     redo ? "nothing was taken back" : "nothing to take back");
        status = STATUS_OK;
        goto done;
    }
    if (status) {
        *err = none;
        goto done;
    }
    buf_add_text(&trainer->message, redo ? "put back: " : "took back: ");
    app_describe(&trainer->message, &undone);
    buf_add_text(&trainer->message, redo ? "" : " · U puts it back");
    if (undone.kind == ENTRY_ANSWER || undone.kind == ENTRY_GRADE)
        status = show_undone(trainer, &undone, redo, err);
    else
        status = show_unmarked(trainer, &undone, err);
done:
    arena_release(&arena);
    return status;
}
