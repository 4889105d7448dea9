/* SPDX-License-Identifier: MIT */
#include "examiner_private.h"

#include <string.h>

/* ---- exams of a deck ----------------------------------------------------- */

/* A start, and not the taking up again of one. */
static bool is_start(const struct entry *entry)
{
    return entry->kind == ENTRY_EXAM_START &&
           entry_id_is_none(entry->refers_to);
}

/* The first end says what it was worth, the last one whether it joins. */
static void note_end(struct exam_past *past, const struct entry *entry)
{
    struct exam_end_body body;

    if (!exam_end_body_read(entry->body, &body))
        return;
    if (!past->over)
        past->end = body;
    past->end_day = entry->day; /* it joins that day's queue */
    past->end.join = body.join;
    past->over = true;
}

static struct exam_past *past_of(struct exam_past *past, int count,
                                 struct entry_id id)
{
    for (int i = 0; i < count; i++)
        if (entry_id_equal(past[i].id, id))
            return &past[i];
    return NULL;
}

static struct exam_past facts_of(const struct entry *entry,
                                 const struct exam_start_body *body)
{
    return (struct exam_past){
        .id = entry->id,
        .at_ms = entry->at_ms,
        .day = entry->day,
        .offset_min = entry->offset_min,
        .questions = body->count,
        .minutes = body->minutes,
        .domain = body->domain,
    };
}

static enum status note_open(struct app *app, const char *deck,
                             struct exam_past *past, struct error *err)
{
    struct examiner *examiner = NULL;
    enum status status = examiner_open(app, deck, past->id, &examiner, err);

    if (status)
        return status;
    past->answered = exam_count(&examiner->exam, EXAM_ANSWERED);
    past->left_ms = examiner_left_ms(examiner);
    examiner_close(examiner);
    return STATUS_OK;
}

enum status examiner_past(struct app *app, const char *deck,
                          struct arena *arena, struct exam_past **past,
                          int *count, struct error *err)
{
    struct entry *entries = NULL;
    int entry_count = 0;
    enum status status =
        store_log_of_deck(app->store, deck, arena, &entries, &entry_count, err);
    struct exam_past *list =
        arena_alloc(arena, (size_t)entry_count + 1, sizeof(*list));

    *past = list;
    *count = 0;
    for (int i = 0; !status && i < entry_count; i++) {
        const struct entry *entry = &entries[i];
        struct exam_start_body body;
        struct exam_past *ended = past_of(list, *count, entry->refers_to);

        if (is_start(entry) && exam_start_body_read(entry->body, arena, &body))
            list[(*count)++] = facts_of(entry, &body);
        else if (entry->kind == ENTRY_EXAM_END && ended)
            note_end(ended, entry);
    }
    for (int i = 0; i < *count / 2; i++) {
        struct exam_past other = list[i];

        list[i] = list[*count - 1 - i];
        list[*count - 1 - i] = other;
    }
    for (int i = 0; !status && i < *count; i++)
        if (!list[i].over)
            status = note_open(app, deck, &list[i], err);
    return status;
}

static bool has_ended(const struct entry *entries, int count,
                      struct entry_id start)
{
    for (int i = 0; i < count; i++)
        if (entries[i].kind == ENTRY_EXAM_END &&
            entry_id_equal(entries[i].refers_to, start))
            return true;
    return false;
}

enum status examiner_unfinished(struct app *app, const char *deck,
                                struct arena *arena, struct exam_past *open,
                                bool *found, struct error *err)
{
    struct entry *entries = NULL;
    int count = 0;
    enum status status =
        store_log_of_deck(app->store, deck, arena, &entries, &count, err);

    *found = false;
    for (int i = count - 1; !status && !*found && i >= 0; i--) {
        struct exam_start_body body;

        if (!is_start(&entries[i]) ||
            has_ended(entries, count, entries[i].id) ||
            !exam_start_body_read(entries[i].body, arena, &body))
            continue;
        *found = true;
        *open = facts_of(&entries[i], &body);
        status = note_open(app, deck, open, err);
    }
    return status;
}

/* ---- one exam ------------------------------------------------------------ */

static int statement_index(const struct card *card, const char *id)
{
    for (int i = 0; i < card->statement_count; i++)
        if (!strcmp(card->statements[i].id, id))
            return i;
    return -1;
}

unsigned examiner_places(const struct examiner *examiner, int question,
                         const char *const *ids, int count)
{
    const struct exam_card *card = &examiner->cards[question];
    unsigned places = 0;

    for (int i = 0; card->card && i < count; i++)
        for (int p = 0; p < examiner->exam.questions[question].shown_count; p++)
            if (!strcmp(card->card->statements[card->shown[p]].id, ids[i]))
                places |= 1u << p;
    return places;
}

/* The statements that there still are; without a correct one or a wrong one
   the question is withdrawn. */
static void place_statements(struct exam_question *question,
                             struct exam_card *card,
                             const struct exam_question_body *body)
{
    for (int i = 0; card->card && i < body->shown_count; i++) {
        int index = statement_index(card->card, body->shown[i]);

        if (index < 0)
            continue;
        if (card->card->statements[index].correct)
            question->right |= 1u << question->shown_count;
        card->shown[question->shown_count++] = index;
    }
    question->withdrawn = question->right == 0 ||
                          question->right == (1u << question->shown_count) - 1;
}

static void find_titles(struct examiner *examiner,
                        struct exam_question *question, struct exam_card *card,
                        const char *objective)
{
    const struct deck *outline = &examiner->outline;

    question->objective = deck_objective_index(outline, objective);
    question->domain = deck_domain_of(outline, objective);
    card->domain_title = "";
    card->objective_title = "";
    if (question->domain >= 0)
        card->domain_title = arena_printf(
            &examiner->arena, "%s %s", outline->domains[question->domain].id,
            outline->domains[question->domain].title);
    if (question->objective >= 0)
        card->objective_title =
            arena_printf(&examiner->arena, "%s %s",
                         outline->objectives[question->objective].id,
                         outline->objectives[question->objective].title);
}

static enum status load_question(struct examiner *examiner, int i,
                                 const struct exam_question_body *body,
                                 struct error *err)
{
    struct exam_question *question = &examiner->exam.questions[i];
    struct exam_card *card = &examiner->cards[i];
    struct store *store = examiner->app->store;
    struct store_card row = {0};
    struct card *text = arena_alloc(&examiner->arena, 1, sizeof(*text));
    struct error gone = {0};
    enum status status = store_card_find(store, examiner->deck.id, body->card,
                                         &examiner->arena, &row, &gone);

    card->id = body->card;
    question->seen = body->seen;
    find_titles(examiner, question, card, body->objective);
    if (status == STATUS_OK) {
        status =
            store_card_load(store, row.key, &examiner->arena, &row, text, err);
        card->id = row.id;
        card->card = text;
    } else if (status == STATUS_NOT_FOUND) {
        status = STATUS_OK;
    } else {
        *err = gone;
    }
    if (!status)
        place_statements(question, card, body);
    return status;
}

enum status examiner_load(struct examiner *examiner,
                          const struct exam_start_body *body, struct error *err)
{
    struct exam *exam = &examiner->exam;
    size_t count = (size_t)body->count;
    enum status status = STATUS_OK;

    exam->questions =
        arena_alloc(&examiner->arena, count, sizeof(*exam->questions));
    examiner->cards =
        arena_alloc(&examiner->arena, count, sizeof(*examiner->cards));
    exam->count = body->count;
    exam->limit_ms = (int64_t)body->minutes * 60000;
    exam->pauses = body->pauses;
    exam->start_ms = examiner->facts.at_ms;
    exam->latest_ms = examiner->facts.at_ms;
    for (int i = 0; !status && i < body->count; i++)
        status = load_question(examiner, i, &body->questions[i], err);
    return status;
}

/* Entries name a card as it was called then. */
static int question_of(const struct examiner *examiner,
                       const struct exam_start_body *body, const char *card)
{
    for (int i = 0; i < body->count; i++)
        if (!strcmp(body->questions[i].card, card) ||
            !strcmp(examiner->cards[i].id, card))
            return i;
    return -1;
}

static void note_choice(struct examiner *examiner,
                        const struct exam_start_body *start,
                        const struct entry *entry)
{
    struct exam *exam = &examiner->exam;
    struct exam_choice_body body;
    int i = question_of(examiner, start, entry->card);

    if (i < 0 || !exam_choice_body_read(entry->body, &examiner->arena, &body))
        return;
    exam_note(exam, i,
              examiner_places(examiner, i, body.chosen, body.chosen_count),
              body.marked, body.ms, entry->at_ms);
    if (body.end)
        exam->questions[i].correct = body.correct;
    else
        exam->at = i;
}

static void note_entry(struct examiner *examiner,
                       const struct exam_start_body *start,
                       const struct entry *entry)
{
    struct exam *exam = &examiner->exam;
    int64_t away = 0;

    if (entry->kind == ENTRY_EXAM_CHOICE && !exam->over)
        note_choice(examiner, start, entry);
    else if (entry->kind == ENTRY_EXAM_START && !exam->over &&
             exam_resume_body_read(entry->body, &away))
        exam_note_break(exam, away, entry->at_ms);
    else if (entry->kind == ENTRY_EXAM_END) {
        note_end(&examiner->facts, entry);
        exam->over = examiner->facts.over;
        exam->why = examiner->facts.end.why;
        exam->used_ms = examiner->facts.end.used_ms;
    }
}

enum status examiner_read(struct examiner *examiner,
                          const struct exam_start_body *body, struct error *err)
{
    struct entry *entries = NULL;
    int count = 0;
    enum status status = examiner_load(examiner, body, err);

    if (!status)
        status = store_log_of_exam(examiner->app->store, examiner->facts.id,
                                   &examiner->arena, &entries, &count, err);
    for (int i = 0; !status && i < count; i++)
        note_entry(examiner, body, &entries[i]);
    return status;
}

static enum status find_outline(struct examiner *examiner, const char *deck,
                                struct error *err)
{
    enum status status = store_deck_find(
        examiner->app->store, deck, &examiner->arena, &examiner->deck, err);

    return status ? status
                  : deck_read_header(slice_of(examiner->deck.header),
                                     &examiner->outline, err);
}

enum status examiner_open(struct app *app, const char *deck, struct entry_id id,
                          struct examiner **out, struct error *err)
{
    struct examiner *examiner = mem_new(1, sizeof(*examiner));
    struct entry entry = {0};
    struct exam_start_body body = {0};
    enum status status;

    examiner->app = app;
    examiner->session_of = -1;
    *out = NULL;
    status = store_log_find(app->store, id, &examiner->arena, &entry, err);
    if (!status && (!is_start(&entry) ||
                    !exam_start_body_read(entry.body, &examiner->arena, &body)))
        status = error_set(err, STATUS_NOT_FOUND, "that entry is no exam");
    if (!status)
        status = find_outline(examiner, deck, err);
    if (!status) {
        examiner->facts = facts_of(&entry, &body);
        status = examiner_read(examiner, &body, err);
    }
    if (status) {
        examiner_close(examiner);
        return status;
    }
    examiner_go(examiner, examiner->exam.at);
    *out = examiner;
    return STATUS_OK;
}

/* ---- what joins a day's queue -------------------------------------------- */

static bool is_due_anyway(const struct store_card *card, int day)
{
    const struct progress *progress = &card->progress;

    if (progress->due.state == CARD_NEW)
        return progress->reset_day != 0 && progress->reset_day <= day;
    return !progress->due.has_day || progress->due.due_day <= day;
}

static bool joins(const struct store_card *card, int day)
{
    const struct progress *progress = &card->progress;

    /* An answer since the exam has taken the mark away. */
    return progress->seen && !card->retired && !card->reserve &&
           !progress->suspended && progress->buried_until <= day &&
           !is_due_anyway(card, day);
}

struct joining {
    struct app *app;
    const char *deck;
    int day;
    struct arena *arena;
    struct store_card *cards;
    size_t capacity;
    int count;
};

static bool is_in(const struct joining *joining, int64_t key)
{
    for (int i = 0; i < joining->count; i++)
        if (joining->cards[i].key == key)
            return true;
    return false;
}

static enum status join_card(struct joining *joining, const char *id,
                             struct error *err)
{
    struct store_card card = {0};
    struct error gone = {0};
    enum status status = store_card_find(joining->app->store, joining->deck, id,
                                         joining->arena, &card, &gone);

    if (status == STATUS_NOT_FOUND)
        return STATUS_OK;
    if (status)
        return error_set(err, status, "%s", gone.text);
    if (!joins(&card, joining->day) || is_in(joining, card.key))
        return STATUS_OK;
    mem_grow((void **)&joining->cards, &joining->capacity,
             (size_t)joining->count + 1, sizeof(*joining->cards));
    joining->cards[joining->count++] = card;
    return STATUS_OK;
}

static enum status join_exam(struct joining *joining, struct entry_id id,
                             struct error *err)
{
    struct entry *entries = NULL;
    int count = 0;
    enum status status = store_log_of_exam(
        joining->app->store, id, joining->arena, &entries, &count, err);

    for (int i = 0; !status && i < count; i++) {
        struct exam_choice_body body;

        if (entries[i].kind == ENTRY_EXAM_CHOICE &&
            exam_choice_body_read(entries[i].body, joining->arena, &body) &&
            body.end && !body.correct)
            status = join_card(joining, entries[i].card, err);
    }
    return status;
}

/* The last end of each exam that ended on the day. */
static bool is_last_end(const struct entry *entries, int count, int at)
{
    for (int i = at + 1; i < count; i++)
        if (entries[i].kind == ENTRY_EXAM_END &&
            entry_id_equal(entries[i].refers_to, entries[at].refers_to))
            return false;
    return true;
}

enum status exam_joined(struct app *app, const char *deck, int day,
                        struct arena *arena, struct store_card **cards,
                        int *count, struct error *err)
{
    struct joining joining = {
        .app = app, .deck = deck, .day = day, .arena = arena};
    struct entry *entries = NULL;
    struct exam_end_body body;
    int entry_count = 0;
    enum status status =
        store_log_of_deck(app->store, deck, arena, &entries, &entry_count, err);

    for (int i = 0; !status && i < entry_count; i++)
        if (entries[i].kind == ENTRY_EXAM_END && entries[i].day == day &&
            exam_end_body_read(entries[i].body, &body) && body.join &&
            is_last_end(entries, entry_count, i))
            status = join_exam(&joining, entries[i].refers_to, err);
    *cards = arena_alloc(arena, (size_t)joining.count + 1, sizeof(**cards));
    if (joining.count > 0)
        memcpy(*cards, joining.cards, (size_t)joining.count * sizeof(**cards));
    *count = joining.count;
    mem_free(joining.cards);
    return status;
}
