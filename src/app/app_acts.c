/* SPDX-License-Identifier: MIT */
#include "acts_private.h"

#include <string.h>

enum status app_act_init(struct app *app, struct act *act, struct error *err)
{
    act->moment = app_now(app);
    act->tried = false;
    return store_new_id(&act->id, err);
}

struct entry act_entry(const struct app *app, const struct act *act,
                       enum entry_kind kind, const char *body)
{
    return (struct entry){
        .id = act->id,
        .at_ms = act->moment.at_ms,
        .day = act->moment.day,
        .offset_min = act->moment.offset_min,
        .machine = app->machine,
        .kind = kind,
        .kind_name = entry_kind_name(kind),
        .deck = act->deck ? act->deck : "",
        .card = act->card ? act->card : "",
        .body = body,
    };
}

/* ---- a transaction that may be tried again ----------------------------- */

static enum status is_recorded(const struct work *work, bool *there,
                               struct error *err)
{
    return store_log_has(work->app->store, work->act->id,
                         work->act->moment.at_ms, there, err);
}

static enum status run_once(struct work *work, bool *there, struct error *err)
{
    struct store *store = work->app->store;
    enum status status = store_begin(store, err);

    if (status)
        return status;
    if (work->act->tried)
        status = is_recorded(work, there, err);
    work->act->tried = true;
    if (!status && !*there)
        status = work->run(work, err);
    if (status || *there) {
        store_rollback(store);
        return status;
    }
    return store_commit(store, err);
}

/*
 * A commit that failed may still have been saved: the store is opened again
 * and asked for the entry. An fsync is never tried again on the same file
 * descriptor, since the kernel may have dropped the pages it failed on.
 */
enum status act_carry_out(struct work *work, struct error *err)
{
    struct error ignored = {0};
    bool there = false;
    enum status status = run_once(work, &there, err);

    if (status && status != STATUS_NOT_FOUND && status != STATUS_REJECTED &&
        status != STATUS_BUSY &&
        store_reopen(work->app->store, &ignored) == STATUS_OK &&
        is_recorded(work, &there, &ignored) == STATUS_OK && there)
        status = STATUS_OK;
    arena_release(&work->arena);
    return status;
}

static enum status find_card(struct work *work, struct error *err)
{
    return store_card_find(work->app->store, work->act->deck, work->act->card,
                           &work->arena, &work->card, err);
}

/* ---- answers and grades ------------------------------------------------ */

static enum status record_answer(struct work *work, struct error *err)
{
    struct app *app = work->app;
    const struct act *act = work->act;
    struct answer_body *body = work->in;
    struct progress *progress = work->out;
    struct scheduler scheduler = app_scheduler(app);
    struct schedule schedules[4];
    struct memory memories[4];
    struct standing standing;
    struct buf json = {0};
    struct entry entry;
    enum status status = find_card(work, err);

    if (status)
        return status;
    if (act->card_hash && act->card_hash != work->card.hash)
        return error_set(err, STATUS_REJECTED,
                         "the card was changed meanwhile; answer it as it"
                         " stands now");
    *progress = work->card.progress;
    standing = progress_standing(progress, act->deck, act->card);
    steps_outcomes(&scheduler, &standing, act->moment.at_ms, act->moment.day,
                   schedules, memories);
    body->from = progress->due.state;
    body->owed = body->from == CARD_NEW && progress->reset_day != 0;
    body->seen = body->seen || progress->seen;
    body->schedule = schedules[body->grade - 1];
    answer_body_write(&json, body);
    entry = act_entry(app, act, ENTRY_ANSWER, buf_text(&json));
    entry.deck = work->card.deck; /* it may have been renamed meanwhile */
    entry.card = work->card.id;
    status = store_log_append(app->store, &entry, err);
    if (!status) {
        progress_apply(progress, &app->fsrs, &entry);
        status =
            store_progress_write(app->store, work->card.key, progress, err);
    }
    if (!status)
        status = store_activity_add(app->store, entry.day, body, 1, err);
    buf_release(&json);
    return status;
}

enum status app_answer(struct app *app, struct act *act,
                       struct answer_body *body, struct progress *progress,
                       struct error *err)
{
    struct work work = {.app = app,
                        .act = act,
                        .run = record_answer,
                        .in = body,
                        .out = progress};

    return act_carry_out(&work, err);
}

struct regrade {
    enum grade grade;
    struct schedule *schedule;
    struct progress *progress;
};

/* The schedule of another grade: from the state before the answer, with the
   answer's own day and time. */
static enum status schedule_again(struct work *work, const struct entry *answer,
                                  const struct entry *entries, int count,
                                  struct schedule *schedule)
{
    const struct regrade *regrade = work->in;
    struct scheduler scheduler = app_scheduler(work->app);
    struct progress before = {0};
    struct schedule schedules[4];
    struct memory memories[4];
    struct standing standing;

    progress_before_last_answer(&before, &work->app->fsrs, entries, count);
    standing = progress_standing(&before, work->act->deck, work->act->card);
    steps_outcomes(&scheduler, &standing, answer->at_ms, answer->day, schedules,
                   memories);
    *schedule = schedules[regrade->grade - 1];
    return STATUS_OK;
}

static const struct entry *entry_with_id(const struct entry *entries, int count,
                                         struct entry_id id)
{
    for (int i = count - 1; i >= 0; i--)
        if (entry_id_equal(entries[i].id, id))
            return &entries[i];
    return NULL;
}

static enum status record_grade(struct work *work, struct error *err)
{
    struct app *app = work->app;
    const struct act *act = work->act;
    struct regrade *regrade = work->in;
    struct grade_body body = {.grade = regrade->grade};
    const struct entry *answer = NULL;
    struct entry *entries = NULL;
    struct entry entry;
    struct buf json = {0};
    int count = 0;
    enum status status = find_card(work, err);

    if (!status)
        status = store_log_of_card(app->store, act->deck, act->card,
                                   &work->arena, &entries, &count, err);
    if (status)
        return status;
    answer = entry_with_id(entries, count, act->answer);
    if (!answer || !entry_id_equal(answer->id, work->card.progress.last_answer))
        return error_set(err, STATUS_REJECTED,
                         "%s/%s has been answered or reset elsewhere since; "
                         "its grade stays",
                         act->deck, act->card);
    status = schedule_again(work, answer, entries, count, &body.schedule);
    *regrade->schedule = body.schedule;
    grade_body_write(&json, &body);
    entry = act_entry(app, act, ENTRY_GRADE, buf_text(&json));
    entry.refers_to = answer->id;
    if (!status)
        status = store_log_append(app->store, &entry, err);
    if (!status)
        status = store_progress_refold(app->store, act->deck, act->card,
                                       &app->fsrs, err);
    if (!status)
        status = find_card(work, err);
    *regrade->progress = work->card.progress;
    buf_release(&json);
    return status;
}

enum status app_grade(struct app *app, struct act *act, enum grade grade,
                      struct schedule *schedule, struct progress *progress,
                      struct error *err)
{
    struct regrade regrade = {grade, schedule, progress};
    struct work work = {
        .app = app, .act = act, .run = record_grade, .in = &regrade};

    return act_carry_out(&work, err);
}

/* ---- marks ------------------------------------------------------------- */

struct mark {
    enum entry_kind kind;
    const char *body;
    const struct act *acts;
    int count;
};

static enum status record_mark(struct work *work, const struct act *act,
                               struct error *err)
{
    struct app *app = work->app;
    const struct mark *mark = work->in;
    struct entry entry = act_entry(app, act, mark->kind, mark->body);
    struct progress progress;
    enum status status = store_card_find(app->store, act->deck, act->card,
                                         &work->arena, &work->card, err);

    if (!status)
        status = store_log_append(app->store, &entry, err);
    if (status)
        return status;
    progress = work->card.progress;
    progress_apply(&progress, &app->fsrs, &entry);
    return store_progress_write(app->store, work->card.key, &progress, err);
}

static enum status record_marks(struct work *work, struct error *err)
{
    const struct mark *mark = work->in;
    enum status status = STATUS_OK;

    for (int i = 0; !status && i < mark->count; i++)
        status = record_mark(work, &mark->acts[i], err);
    return status;
}

enum status app_mark_all(struct app *app, struct act *acts, int count,
                         enum entry_kind kind, struct slice body,
                         struct error *err)
{
    struct buf text = {0};
    struct mark mark = {.kind = kind, .acts = acts, .count = count};
    struct work work = {
        .app = app, .act = acts, .run = record_marks, .in = &mark};
    enum status status;

    buf_add(&text, body.len ? body : SLICE("{}"));
    mark.body = buf_text(&text);
    status = act_carry_out(&work, err);
    buf_release(&text);
    return status;
}

enum status app_mark(struct app *app, struct act *act, enum entry_kind kind,
                     struct slice body, struct error *err)
{
    return app_mark_all(app, act, 1, kind, body, err);
}

static enum status record_goal(struct work *work, struct error *err)
{
    struct entry entry = act_entry(work->app, work->act, ENTRY_GOAL, work->in);

    return store_log_append(work->app->store, &entry, err);
}

enum status app_set_goal(struct app *app, const char *deck,
                         const struct goal_body *goal, struct error *err)
{
    struct act act = {.deck = deck, .card = ""};
    struct buf json = {0};
    struct work work = {.app = app, .act = &act, .run = record_goal};
    enum status status = app_act_init(app, &act, err);

    goal_body_write(&json, goal);
    if (json.data)
        work.in = json.data;
    if (!status)
        status = act_carry_out(&work, err);
    buf_release(&json);
    return status;
}

/* ---- parameters ---------------------------------------------------------- */

/* S and D of every card under the parameters that stand by now. */
static enum status recompute(struct app *app, struct error *err)
{
    struct fsrs_parameters parameters;
    struct fsrs fsrs;
    enum status status = store_parameters(app->store, &parameters, err);

    if (status)
        return status;
    fsrs_prepare(&fsrs, &parameters);
    return store_replay(app->store, &fsrs, NULL, err);
}

static enum status record_parameters(struct work *work, struct error *err)
{
    struct entry entry =
        act_entry(work->app, work->act, ENTRY_PARAMETERS, work->in);
    enum status status = store_log_append(work->app->store, &entry, err);

    return status ? status : recompute(work->app, err);
}

enum status app_adopt(struct app *app, const struct fsrs_parameters *parameters,
                      const char *how, struct error *err)
{
    struct act act = {0};
    struct buf json = {0};
    struct work work = {.app = app, .act = &act, .run = record_parameters};
    enum status status = app_act_init(app, &act, err);

    parameters_body_write(&json, parameters, how);
    work.in = json.data;
    if (!status)
        status = act_carry_out(&work, err);
    if (!status)
        status = app_refresh(app, err);
    buf_release(&json);
    return status;
}

/* ---- undo -------------------------------------------------------------- */

struct undo {
    const struct entry_id *id;
    bool redo;
    struct arena *arena;
    struct entry *undone;
};

/* An entry that is void already cannot be taken back a second time, nor a
   rename at all: entries of two cards would belong to one. */
static enum status check_standing(struct work *work, const struct entry *target,
                                  struct error *err)
{
    struct entry *entries = NULL;
    struct store_card card = {0};
    struct error gone = {0};
    const char *name = target->card;
    bool *is_void;
    int count = 0;
    enum status status;

    if (target->kind == ENTRY_EXAM_START || target->kind == ENTRY_EXAM_CHOICE ||
        target->kind == ENTRY_EXAM_END)
        return error_set(err, STATUS_REJECTED, "an exam is not taken back");
    if (target->kind == ENTRY_RENAME)
        return error_set(err, STATUS_REJECTED,
                         "a rename is not taken back; import with --rename "
                         "NEW=OLD instead");
    if (!target->card[0])
        return STATUS_OK;
    if (store_card_find(work->app->store, target->deck, name, &work->arena,
                        &card, &gone) == STATUS_OK)
        name = card.id;
    status = store_log_of_card(work->app->store, target->deck, name,
                               &work->arena, &entries, &count, err);
    if (status)
        return status;
    is_void = arena_alloc(&work->arena, (size_t)count + 1, sizeof(*is_void));
    entries_void(entries, count, is_void);
    for (int i = 0; i < count; i++)
        if (is_void[i] && entry_id_equal(entries[i].id, target->id))
            return error_set(err, STATUS_REJECTED,
                             "that entry has been taken back already");
    return STATUS_OK;
}

/* An undo of an undo puts back an entry of perhaps another day. An undo that
   is not later than what it names does nothing; undos of another machine may
   even name each other. */
static enum status refresh_days(struct app *app, const struct entry *undone,
                                struct arena *arena, struct error *err)
{
    struct entry entry = *undone, named;
    struct error none = {0};
    enum status status = store_activity_refresh(app->store, entry.day, err);

    while (!status && entry.kind == ENTRY_UNDO &&
           store_log_find_named(app->store, &entry, arena, &named, &none) ==
               STATUS_OK &&
           entry_compare(&named, &entry) < 0) {
        entry = named;
        status = store_activity_refresh(app->store, entry.day, err);
    }
    return status;
}

static enum status record_undo(struct work *work, struct error *err)
{
    struct app *app = work->app;
    struct undo *undo = work->in;
    struct store *store = app->store;
    struct entry target = {0}, entry;
    struct act act = *work->act;
    enum status status;

    if (undo->id)
        status =
            store_log_find(store, *undo->id, undo->arena, undo->undone, err);
    else
        status = store_log_last_act(store, app->machine, undo->redo,
                                    undo->arena, undo->undone, err);
    if (status)
        return status;
    target = *undo->undone;
    if (undo->id)
        status = check_standing(work, &target, err);
    if (status)
        return status;
    /* A redo takes back the undo, and what changes is the entry it named. */
    if (undo->redo)
        status = store_log_find_named(store, &target, undo->arena, undo->undone,
                                      err);
    if (status)
        return status;
    act.deck = undo->undone->deck;
    act.card = undo->undone->card;
    entry = act_entry(app, &act, ENTRY_UNDO, "{}");
    entry.refers_to = target.id;
    status = store_log_append(store, &entry, err);
    if (!status && act.card[0])
        status =
            store_progress_refold(store, act.deck, act.card, &app->fsrs, err);
    if (!status && undo->undone->kind == ENTRY_PARAMETERS)
        status = recompute(app, err);
    if (!status)
        status = refresh_days(app, undo->undone, undo->arena, err);
    return status;
}

enum status app_undo(struct app *app, const struct entry_id *id, bool redo,
                     struct arena *arena, struct entry *undone,
                     struct error *err)
{
    struct act act = {0};
    struct undo undo = {id, redo, arena, undone};
    struct work work = {
        .app = app, .act = &act, .run = record_undo, .in = &undo};
    enum status status = app_act_init(app, &act, err);

    if (!status)
        status = act_carry_out(&work, err);
    if (!status && undone->kind == ENTRY_PARAMETERS)
        status = app_refresh(app, err);
    return status;
}

static bool keep_standing(void *context, const struct entry *entry,
                          bool is_void)
{
    if (!is_void)
        *(struct entry_id *)context = entry->id;
    return true;
}

enum status app_revert(struct app *app, struct error *err)
{
    struct store_log_filter filter = {.kind = ENTRY_PARAMETERS};
    struct entry_id last = {{0}};
    struct arena arena = {0};
    struct entry undone = {0};
    enum status status =
        store_log_each(app->store, &filter, keep_standing, &last, err);

    if (!status && entry_id_is_none(last))
        status = error_set(err, STATUS_NOT_FOUND,
                           "the default parameters are in force");
    if (!status)
        status = app_undo(app, &last, false, &arena, &undone, err);
    arena_release(&arena);
    return status;
}

void app_describe(struct buf *out, const struct entry *entry)
{
    buf_add_text(out, entry->kind_name);
    if (entry->card[0])
        buf_printf(out, " of %s", entry->card);
    else if (entry->deck[0])
        buf_printf(out, " of %s", entry->deck);
}
