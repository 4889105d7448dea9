/* SPDX-License-Identifier: MIT */
#include "store_private.h"

/* ---- the last act ------------------------------------------------------ */

/* Kinds that undo takes back by itself. */
static bool is_act(const struct entry *entry)
{
    struct arena arena = {0};
    struct reset_body body = {0};
    bool by_learner;

    switch (entry->kind) {
    case ENTRY_ANSWER:
    case ENTRY_GRADE:
    case ENTRY_SUSPEND:
    case ENTRY_RESUME:
    case ENTRY_BURY:
    case ENTRY_FLAG:
    case ENTRY_UNFLAG:
    case ENTRY_NOTE:
    case ENTRY_GOAL:
        return true;
    case ENTRY_RESET:
        by_learner =
            reset_body_read(entry->body, &arena, &body) && body.by_learner;
        arena_release(&arena);
        return by_learner;
    case ENTRY_UNKNOWN:
    case ENTRY_UNDO:
    case ENTRY_RENAME:
    case ENTRY_PARAMETERS:
    case ENTRY_EXAM_START:
    case ENTRY_EXAM_CHOICE:
    case ENTRY_EXAM_END:
    case ENTRY_KIND_COUNT:
    default:
        return false;
    }
}

/* An undo that took an act back, and not one that took back an undo. Ours
   carries the deck and card of the act: the log need not be looked through. */
static enum status names_act(struct store *store, const struct entry *undo,
                             bool *yes, struct error *err)
{
    struct arena arena = {0};
    struct entry named = {0};
    bool found = false;
    enum status status =
        log_find_of_card(store, undo, &arena, &named, &found, err);

    *yes = found && is_act(&named);
    arena_release(&arena);
    return status;
}

enum step { STEP_ON, STEP_FOUND, STEP_STOP };

/* A walk from the newest entry backwards: every undo that could make an
   entry void has been met before it. */
struct walk {
    struct store *store;
    struct entry_id machine;
    bool redo;
    struct void_set set;
    enum step step;
};

static bool stands(const struct walk *walk, const struct entry *entry)
{
    /* A grade falls with its answer, whose place in the order is unknown
       here: before the grade, and so before any undo met so far. */
    const struct entry answer = {.id = entry->refers_to, .tick = INT64_MIN};

    return !void_set_has(&walk->set, entry) &&
           (entry->kind != ENTRY_GRADE || !void_set_has(&walk->set, &answer));
}

static enum status judge(struct walk *walk, const struct entry *entry,
                         struct error *err)
{
    bool yes = false;
    enum status status = STATUS_OK;

    if (!entry_id_equal(entry->machine, walk->machine) || !stands(walk, entry))
        return STATUS_OK;
    if (is_act(entry)) {
        walk->step = walk->redo ? STEP_STOP : STEP_FOUND;
    } else if (walk->redo && entry->kind == ENTRY_UNDO) {
        status = names_act(walk->store, entry, &yes, err);
        if (yes)
            walk->step = STEP_FOUND;
    }
    return status;
}

static enum status walk_back(struct walk *walk, struct arena *arena,
                             struct entry *found, struct error *err)
{
    sqlite3_stmt *statement = NULL;
    bool row = true;
    enum status status =
        statement_get(walk->store, SQL_LOG_BACKWARDS, &statement, err);

    if (status)
        return status;
    while (!status && row && walk->step == STEP_ON) {
        struct entry entry;

        status = statement_next(walk->store, statement, &row, err);
        if (status || !row)
            break;
        entry = column_entry(statement, NULL);
        status = judge(walk, &entry, err);
        if (walk->step == STEP_FOUND)
            *found = column_entry(statement, arena);
        if (entry.kind == ENTRY_UNDO)
            void_set_add(&walk->set, &entry);
    }
    statement_end(statement);
    return status;
}

enum status store_log_last_act(struct store *store, struct entry_id machine,
                               bool redo, struct arena *arena,
                               struct entry *entry, struct error *err)
{
    struct walk walk = {.store = store, .machine = machine, .redo = redo};
    enum status status = walk_back(&walk, arena, entry, err);

    if (!status && walk.step != STEP_FOUND)
        status = error_set(err, STATUS_NOT_FOUND, "%s",
                           redo ? "nothing was taken back that could be put "
                                  "back"
                                : "nothing to take back");
    void_set_release(&walk.set);
    return status;
}

/* ---- goals and parameters ---------------------------------------------- */

struct reading {
    bool (*read)(const char *body, void *out);
    void *out;
    bool found;
};

/* The latest entry of a bound statement that stands and whose body reads. */
static enum status latest_standing(struct store *store, sqlite3_stmt *statement,
                                   struct reading *reading, struct error *err)
{
    bool row = true;
    enum status status = STATUS_OK;

    while (!status && row && !reading->found) {
        struct entry entry;
        bool is_void = false;

        status = statement_next(store, statement, &row, err);
        if (status || !row)
            break;
        entry = column_entry(statement, NULL);
        status = history_is_void(store, &entry, &is_void, err);
        reading->found =
            !status && !is_void && reading->read(entry.body, reading->out);
    }
    statement_end(statement);
    return status;
}

static bool read_goal(const char *body, void *out)
{
    return goal_body_read(body, out);
}

static bool read_parameters(const char *body, void *out)
{
    return parameters_body_read(body, out);
}

enum status store_goal(struct store *store, const char *deck, bool *found,
                       struct goal_body *goal, struct error *err)
{
    struct reading reading = {.read = read_goal, .out = goal};
    sqlite3_stmt *statement = NULL;
    enum status status = statement_get(store, SQL_LOG_GOALS, &statement, err);

    *found = false;
    if (status)
        return status;
    bind_text(statement, ":deck", deck);
    status = latest_standing(store, statement, &reading, err);
    *found = reading.found;
    return status;
}

enum status store_parameters(struct store *store,
                             struct fsrs_parameters *parameters,
                             struct error *err)
{
    struct fsrs_parameters read = fsrs_default;
    sqlite3_stmt *statement = NULL;
    struct reading reading = {.read = read_parameters, .out = &read};
    enum status status =
        statement_get(store, SQL_LOG_PARAMETERS, &statement, err);

    if (!status)
        status = latest_standing(store, statement, &reading, err);
    if (!status)
        *parameters = reading.found ? read : fsrs_default;
    return status;
}
