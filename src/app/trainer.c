/* SPDX-License-Identifier: MIT */
#include "aiio/trainer.h"

#include "trainer_private.h"

#include <string.h>

enum { ANSWER_MS = 18000, MINUTE_MS = 60000 };

/* ---- life -------------------------------------------------------------- */

static const char *keep(struct arena *arena, const char *text)
{
    return text ? arena_string(arena, slice_of(text)) : NULL;
}

static struct session_config session_config(const struct app *app)
{
    return (struct session_config){
        .scheduler = app_scheduler(app),
        .cover = app->settings.cover,
        .statements_shown = app->settings.statements,
    };
}

static bool average_row(void *context, const struct store_activity *row)
{
    int64_t *sums = context;

    sums[0] += row->ms;
    sums[1] += row->answers;
    return true;
}

static enum status estimate(struct trainer *trainer, struct error *err)
{
    int64_t sums[2] = {0, 0};
    struct moment now = app_now(trainer->app);
    enum status status = store_activity(trainer->app->store, now.day - 30,
                                        now.day, average_row, sums, err);

    trainer->answer_ms = sums[1] >= 20 ? sums[0] / sums[1] : ANSWER_MS;
    return status;
}

enum status trainer_open(struct app *app, const struct study_options *options,
                         struct trainer **out, struct error *err)
{
    struct trainer *trainer = mem_new(1, sizeof(*trainer));
    struct session_config config = session_config(app);
    enum status status;

    trainer->app = app;
    trainer->options = *options;
    trainer->options.deck = keep(&trainer->arena, options->deck);
    trainer->options.domain = keep(&trainer->arena, options->domain);
    trainer->options.objective = keep(&trainer->arena, options->objective);
    trainer->options.tag = keep(&trainer->arena, options->tag);
    trainer_keep_purpose(trainer);
    trainer->start_mono_ms = app_now(app).mono_ms;
    session_init(&trainer->session, &config);
    status = trainer_fill(trainer, err);
    if (!status)
        status = estimate(trainer, err);
    if (!status)
        status = store_data_version(app->store, &trainer->data_version, err);
    if (!status)
        status = trainer_advance(trainer, false, err);
    if (status) {
        trainer_close(trainer);
        trainer = NULL;
    }
    *out = trainer;
    return status;
}

void trainer_close(struct trainer *trainer)
{
    if (!trainer)
        return;
    loaded_free(trainer->current);
    loaded_free(trainer->previous);
    queue_release(&trainer->queue);
    deck_release(&trainer->outline);
    buf_release(&trainer->message);
    mem_free(trainer->missed);
    mem_free(trainer->missed_keys);
    mem_free(trainer->asked);
    arena_release(&trainer->arena);
    mem_free(trainer);
}

/* ---- which card comes next --------------------------------------------- */

void trainer_set_current(struct trainer *trainer, struct loaded *loaded)
{
    if (trainer->current && trainer->current != loaded)
        loaded_free(trainer->current);
    trainer->current = loaded;
}

/* Another program may have answered, suspended or retired it meanwhile. */
static bool still_due(const struct trainer *trainer,
                      const struct queue_item *item,
                      const struct progress *progress)
{
    if (progress->suspended || progress->buried_until > trainer->day)
        return false;
    if (trainer->options.purpose.words)
        return true;
    if (item->state == CARD_REVIEW && progress->due.state == CARD_REVIEW)
        return item->gain > 0 || progress->due.due_day <= trainer->day;
    return item->state == progress->due.state;
}

static bool time_is_up(const struct trainer *trainer)
{
    int64_t spent = app_now(trainer->app).mono_ms - trainer->start_mono_ms -
                    trainer->stopped_ms;

    return trainer->options.minutes > 0 &&
           spent >= (int64_t)trainer->options.minutes * MINUTE_MS;
}

/* Parameters of another program, a new study day: both change what is due. */
static enum status look_around(struct trainer *trainer, struct error *err)
{
    int64_t version = 0;
    enum status status = store_data_version(trainer->app->store, &version, err);

    if (!status && version != trainer->data_version) {
        trainer->data_version = version;
        status = app_refresh(trainer->app, err);
        trainer->session.config.scheduler = app_scheduler(trainer->app);
    }
    if (!status && app_now(trainer->app).day != trainer->day)
        status = trainer_fill(trainer, err);
    return status;
}

static enum status show_next(struct trainer *trainer, bool hurry,
                             struct error *err)
{
    struct queue_item item = {0};
    struct moment now = app_now(trainer->app);
    struct loaded *loaded = NULL;
    enum queue_result result;

    while ((result = queue_next(&trainer->queue, now.at_ms, hurry, &item)) ==
           QUEUE_CARD) {
        enum status status = trainer_load(trainer, item.key, &loaded, err);

        if (status == STATUS_NOT_FOUND)
            continue;
        if (status)
            return status;
        if (!still_due(trainer, &item, &loaded->session_card.progress)) {
            loaded_free(loaded);
            continue;
        }
        loaded->item = item;
        trainer_set_current(trainer, loaded);
        trainer->number++;
        session_show(&trainer->session, &loaded->session_card,
                     app_now(trainer->app));
        return STATUS_OK;
    }
    trainer_set_current(trainer, NULL);
    session_rest(&trainer->session,
                 result == QUEUE_WAIT ? SESSION_WAITING : SESSION_DONE,
                 result == QUEUE_WAIT ? item.due_at_ms : 0);
    return STATUS_OK;
}

static enum status choose_next(struct trainer *trainer, bool hurry,
                               struct error *err)
{
    enum status status = look_around(trainer, err);

    if (status)
        return status;
    if (trainer->number > 0 && time_is_up(trainer)) {
        trainer->summary.time_up = true;
        trainer_set_current(trainer, NULL);
        session_rest(&trainer->session, SESSION_DONE, 0);
        return STATUS_OK;
    }
    return show_next(trainer, hurry, err);
}

enum status trainer_advance(struct trainer *trainer, bool hurry,
                            struct error *err)
{
    enum status status = store_begin_reading(trainer->app->store, err);

    if (status)
        return status;
    status = choose_next(trainer, hurry, err);
    store_end_reading(trainer->app->store);
    return status;
}

/* The card just answered becomes the one that p looks back at. */
void trainer_remember_previous(struct trainer *trainer)
{
    if (trainer->session.state != SESSION_ANSWERED || !trainer->current)
        return;
    loaded_free(trainer->previous);
    trainer->previous = trainer->current;
    trainer->previous_session = trainer->session;
    trainer->current = NULL;
}

static void look_back(struct trainer *trainer)
{
    if (!trainer->previous)
        buf_add_text(&trainer->message, "there is no card before this one");
    if (!trainer->previous || trainer->session.looking_back)
        return;
    trainer->set_aside = trainer->session;
    trainer->session = trainer->previous_session;
    trainer->session.looking_back = true;
}

void trainer_look_forward(struct trainer *trainer)
{
    trainer->previous_session = trainer->session;
    trainer->previous_session.looking_back = false;
    trainer->session = trainer->set_aside;
}

static enum status go_on(struct trainer *trainer, struct error *err)
{
    if (trainer->looks_at_missed)
        return trainer_look_at_missed(trainer, err);
    if (trainer->session.looking_back) {
        trainer_look_forward(trainer);
        return STATUS_OK;
    }
    if (trainer->session.state != SESSION_ANSWERED &&
        trainer->session.state != SESSION_WAITING)
        return STATUS_OK;
    trainer_remember_previous(trainer);
    return trainer_advance(trainer, false, err);
}

/* ---- more cards -------------------------------------------------------- */

static enum status more(struct trainer *trainer, enum action action,
                        struct error *err)
{
    enum status status;

    if (action == ACTION_MORE_NEW)
        trainer->options.more_new = true;
    else
        trainer->options.lift_limit = true;
    status = trainer_fill(trainer, err);
    trainer->options.more_new = false;
    if (!status && !trainer->current)
        status = trainer_advance(trainer, false, err);
    return status;
}

/* ---- actions ----------------------------------------------------------- */

static char unfolded_by(enum action action)
{
    return action == ACTION_FULL       ? 'f'
           : action == ACTION_FIGURE   ? 'g'
           : action == ACTION_OTHERS   ? 'o'
           : action == ACTION_SOURCES  ? 'r'
           : action == ACTION_WHY_DATE ? 'w'
                                       : '\0';
}

static enum status answer(struct trainer *trainer, enum action action, int arg,
                          struct error *err)
{
    struct session *session = &trainer->session;
    struct moment now = app_now(trainer->app);
    struct effect effect;

    if (session->looking_back || !trainer->current)
        return STATUS_OK;
    if (action == ACTION_CHOOSE || action == ACTION_GUESS)
        effect = session_choose(session, arg, action == ACTION_GUESS, now);
    else if (action == ACTION_HAND_IN)
        effect = session_hand_in(session, arg != 0, now);
    else if (action == ACTION_DONT_KNOW)
        effect = session_dont_know(session, now);
    else
        effect = session_grade(session, (enum grade)arg, now);
    return trainer_carry_out(trainer, effect, err);
}

static void end(struct trainer *trainer)
{
    trainer_set_current(trainer, NULL);
    session_rest(&trainer->session, SESSION_DONE, 0);
}

/* Actions of the session itself; true when it was one. */
static bool act_on_session(struct trainer *trainer, enum action action, int arg)
{
    struct session *session = &trainer->session;

    if (unfolded_by(action))
        return session_unfold(session, unfolded_by(action)), true;
    if (action == ACTION_STRIKE)
        return session_strike(session, arg), true;
    if (action == ACTION_UNCOVER)
        return session_uncover(session), true;
    if (action == ACTION_COVER)
        return session_cover(session), true;
    if (action == ACTION_PREVIOUS)
        return look_back(trainer), true;
    return false;
}

/* Everything that is not listed here moves a screen or ends the program. */
static enum status act(struct trainer *trainer, enum action action, int arg,
                       struct error *err)
{
    if (act_on_session(trainer, action, arg))
        return STATUS_OK;
    if (action == ACTION_CHOOSE || action == ACTION_GUESS ||
        action == ACTION_HAND_IN || action == ACTION_DONT_KNOW ||
        action == ACTION_GRADE)
        return answer(trainer, action, arg, err);
    if (action == ACTION_NEXT)
        return go_on(trainer, err);
    if (action == ACTION_UNDO || action == ACTION_REDO)
        return trainer_undo(trainer, action == ACTION_REDO, err);
    if (action == ACTION_SUSPEND)
        return trainer_mark_and_leave(trainer, ENTRY_SUSPEND, "suspended", err);
    if (action == ACTION_BURY)
        return trainer_mark_and_leave(trainer, ENTRY_BURY,
                                      "buried until tomorrow:", err);
    if (action == ACTION_FLAG)
        return trainer_toggle_flag(trainer, err);
    if (action == ACTION_RETRY)
        return trainer_retry(trainer, err);
    if (action == ACTION_REVIEW_MISSED &&
        trainer->session.state == SESSION_DONE)
        return trainer_look_at_missed(trainer, err);
    if (action == ACTION_WAITING_NOW)
        return trainer_advance(trainer, true, err);
    if (action == ACTION_MORE_NEW || action == ACTION_LIFT_LIMIT)
        return more(trainer, action, err);
    if (action == ACTION_LEAVE) {
        session_drop_unsaved(&trainer->session);
        end(trainer);
    }
    return STATUS_OK;
}

enum status trainer_do(struct trainer *trainer, enum action action, int arg,
                       struct error *err)
{
    struct error failure = {0};
    enum status status;

    buf_clear(&trainer->message);
    status = act(trainer, action, arg, &failure);
    if (status) {
        buf_clear(&trainer->message);
        buf_add_text(&trainer->message, failure.text);
        if (err)
            *err = failure;
    }
    return status;
}

void trainer_stopped(struct trainer *trainer, int64_t ms)
{
    trainer->stopped_ms += ms;
    session_stopped(&trainer->session, ms);
}

/* ---- what people are told ---------------------------------------------- */

const struct session *trainer_session(const struct trainer *trainer)
{
    return &trainer->session;
}

const char *trainer_message(const struct trainer *trainer)
{
    return buf_text(&trainer->message);
}

static bool tomorrow_row(void *context, const struct store_count *row)
{
    struct {
        int day;
        int64_t cards;
    } *tomorrow = context;

    if (row->state != CARD_NEW && row->due_day == tomorrow->day)
        tomorrow->cards += row->cards;
    return true;
}

/* Whether more cards would come: a look at another queue. */
static bool gives_more(const struct trainer *trainer, enum action action)
{
    struct trainer other = *trainer;
    struct error ignored = {0};
    bool more;

    other.queue = (struct queue){0};
    if (action == ACTION_MORE_NEW)
        other.options.more_new = true;
    else
        other.options.lift_limit = true;
    more = trainer_fill(&other, &ignored) == STATUS_OK &&
           queue_left(&other.queue) > 0;
    queue_release(&other.queue);
    return more;
}

void trainer_summary(struct trainer *trainer, struct trainer_summary *summary)
{
    struct {
        int day;
        int64_t cards;
    } tomorrow = {trainer->day + 1, 0};
    struct arena arena = {0};
    struct store_deck *decks = NULL;
    struct error ignored = {0};
    int count = 0;

    if (store_decks(trainer->app->store, &arena, &decks, &count, &ignored))
        count = 0;
    for (int i = 0; i < count; i++) {
        if (trainer->options.deck &&
            strcmp(trainer->options.deck, decks[i].id) != 0)
            continue;
        if (store_counts(trainer->app->store, decks[i].key, tomorrow_row,
                         &tomorrow, &ignored))
            break;
    }
    arena_release(&arena);
    trainer->summary.tomorrow = tomorrow.cards;
    trainer->summary.more_new = gives_more(trainer, ACTION_MORE_NEW);
    trainer->summary.more_reviews = gives_more(trainer, ACTION_LIFT_LIMIT);
    *summary = trainer->summary;
}

int trainer_left(const struct trainer *trainer)
{
    const struct session *session =
        trainer->session.looking_back ? &trainer->set_aside : &trainer->session;
    bool asking = trainer->current && !trainer->looks_at_missed &&
                  session->state != SESSION_ANSWERED;

    return queue_left(&trainer->queue) + (asking ? 1 : 0);
}

int64_t trainer_left_ms(const struct trainer *trainer)
{
    return trainer_left(trainer) * trainer->answer_ms;
}

int trainer_number(const struct trainer *trainer)
{
    return trainer->number;
}

enum status trainer_refresh(struct trainer *trainer, struct error *err)
{
    struct session *session = &trainer->session;
    struct loaded *loaded = NULL;
    bool answered = session->state == SESSION_ANSWERED;
    enum status status;

    if (!trainer->current || session->looking_back ||
        session->state == SESSION_UNSAVED)
        return STATUS_OK;
    trainer->outline_version = -1; /* it may have changed as well */
    status = trainer_load(trainer, trainer->current->item.key, &loaded, err);
    /* A new answer key has made it a new card: it is asked as one. */
    if (!status && answered && loaded->session_card.progress.answers > 0)
        status = trainer_show_answered(trainer, loaded, err);
    else if (!status)
        session_show(session, &loaded->session_card, app_now(trainer->app));
    if (status) {
        loaded_free(loaded);
        return status;
    }
    loaded->act.id = trainer->current->act.id;
    loaded->act.answer = trainer->current->act.answer;
    loaded->act.moment = trainer->current->act.moment;
    trainer_set_current(trainer, loaded);
    return STATUS_OK;
}

enum status trainer_origin(const struct trainer *trainer,
                           struct card_origin *origin, struct error *err)
{
    bool back = trainer->session.looking_back && !trainer->looks_at_missed;
    const struct loaded *loaded = back ? trainer->previous : trainer->current;

    if (!loaded)
        return error_set(err, STATUS_NOT_FOUND, "no card is shown");
    return app_card_origin(trainer->app, loaded->act.deck, loaded->act.card,
                           origin, err);
}
