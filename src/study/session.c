/* SPDX-License-Identifier: MIT */
#include "aiio/session.h"

#include "aiio/shuffle.h"
#include "aiio/width.h"

#include <string.h>

enum { UNSAVED_BYTES = sizeof(((struct session *)NULL)->unsaved_why) };

void session_init(struct session *session, const struct session_config *config)
{
    *session = (struct session){.config = *config};
}

bool session_is_recall(const struct session *session)
{
    const struct card *card = session->shown_card.card;

    return card && card->statement_count == card->correct_count;
}

int session_wanted(const struct session *session)
{
    return session->shown_card.card ? session->shown_card.card->correct_count
                                    : 0;
}

static const struct statement *at_place(const struct session *session,
                                        int place)
{
    return &session->shown_card.card->statements[session->shown[place]];
}

static int bits(unsigned set)
{
    int count = 0;

    for (; set; set &= set - 1)
        count++;
    return count;
}

static unsigned correct_places(const struct session *session)
{
    unsigned places = 0;

    for (int i = 0; i < session->shown_count; i++)
        if (at_place(session, i)->correct)
            places |= 1u << i;
    return places;
}

/* ---- showing ------------------------------------------------------------- */

static void work_out(struct session *session, struct moment moment)
{
    struct standing standing = progress_standing(&session->shown_card.progress,
                                                 session->shown_card.deck,
                                                 session->shown_card.card->id);

    steps_outcomes(&session->config.scheduler, &standing, moment.at_ms,
                   moment.day, session->outcomes, session->memories);
}

static void begin(struct session *session, const struct session_card *card,
                  struct moment now)
{
    struct session_config config = session->config;

    *session = (struct session){
        .config = config, .shown_card = *card, .shown_mono_ms = now.mono_ms};
    work_out(session, now);
}

static void shuffle(struct session *session)
{
    const struct session_card *shown = &session->shown_card;

    session->shown_count =
        shuffle_statements(shown->deck, shown->card, &shown->history,
                           session->config.statements_shown, session->shown);
}

static bool is_covered(const struct session *session)
{
    const struct session_card *shown = &session->shown_card;

    if (!shown->card->cover || session->config.cover == COVER_NEVER)
        return false;
    return session->config.cover == COVER_ALWAYS ||
           shown->progress.due.state == CARD_REVIEW;
}

void session_show(struct session *session, const struct session_card *card,
                  struct moment now)
{
    begin(session, card, now);
    if (session_is_recall(session)) {
        session->state = SESSION_RECALL;
        return;
    }
    shuffle(session);
    session->was_covered = is_covered(session);
    session->state = session->was_covered ? SESSION_COVERED : SESSION_ASKING;
}

/* Places of an earlier showing; what the card no longer has is left out. */
static void show_in_order(struct session *session,
                          const struct answer_body *body)
{
    const struct card *card = session->shown_card.card;
    unsigned there = 0;

    session->shown_count = 0;
    for (int i = 0; i < body->shown_count; i++) {
        const struct statement *statement =
            card_statement(card, slice_of(body->shown[i]));
        int index = statement ? (int)(statement - card->statements) : -1;

        if (index < 0 || there & 1u << index)
            continue;
        there |= 1u << index;
        session->shown[session->shown_count++] = index;
    }
}

static unsigned places_of(const struct session *session, const char *const *ids,
                          int count)
{
    unsigned places = 0;

    for (int i = 0; i < count; i++)
        for (int place = 0; place < session->shown_count; place++)
            if (!strcmp(at_place(session, place)->id, ids[i]))
                places |= 1u << place;
    return places;
}

/* All correct statements and a distractor beside them. */
static bool can_be_asked(const struct session *session)
{
    int wanted = session_wanted(session);

    return bits(correct_places(session)) == wanted &&
           session->shown_count > wanted;
}

void session_show_as(struct session *session, const struct session_card *card,
                     const struct answer_body *as, struct moment now)
{
    begin(session, card, now);
    if (session_is_recall(session)) {
        session->state = SESSION_REVEALED;
        return;
    }
    session->state = SESSION_ASKING;
    session->was_covered = as->covered;
    show_in_order(session, as);
    if (!can_be_asked(session)) {
        shuffle(session);
        return;
    }
    session->struck = places_of(session, as->struck, as->struck_count);
    if (session_wanted(session) > 1 && as->chosen_count > 0) {
        session->marked = places_of(session, as->chosen, as->chosen_count);
        session->guess = as->guess;
    }
}

/* The most falls of a distractor chosen now; now is 1 when the history does
   not have this answer yet. */
static int falls_of(const struct session *session, int now)
{
    int most = 0;

    for (int i = 0; i < session->shown_count; i++) {
        int falls = session->shown_card.history.falls[session->shown[i]] + now;

        if ((session->chosen & 1u << i) && !at_place(session, i)->correct &&
            falls > most)
            most = falls;
    }
    return most;
}

void session_show_answered(struct session *session,
                           const struct session_card *card,
                           const struct progress *before,
                           const struct answer_body *body, struct moment now)
{
    begin(session, card, now);
    session->shown_card.progress = *before;
    session->shown_card.progress.flagged = card->progress.flagged;
    session->answered = now;
    if (!entry_id_is_none(card->progress.last_answer)) {
        session->answered.at_ms = card->progress.last_at_ms;
        session->answered.day = card->progress.last_day;
    }
    work_out(session, session->answered);
    show_in_order(session, body);
    session->state = SESSION_ANSWERED;
    session->chosen = places_of(session, body->chosen, body->chosen_count);
    session->struck = places_of(session, body->struck, body->struck_count);
    session->guess = body->guess;
    session->grade = body->grade;
    session->correct =
        session_is_recall(session) ? body->grade != GRADE_AGAIN : body->correct;
    session->dont_know = body->chosen_count == 0;
    session->was_covered = body->covered;
    session->outcomes[body->grade - 1] = body->schedule;
    session->falls = falls_of(session, 0);
}

void session_rest(struct session *session, enum session_state state,
                  int64_t wait_until_ms)
{
    struct session_config config = session->config;

    *session = (struct session){
        .config = config, .state = state, .wait_until_ms = wait_until_ms};
}

/* ---- before the answer --------------------------------------------------- */

/* Choices are open; an answer that is not yet saved closes them. */
static bool is_asking(const struct session *session)
{
    return session->state == SESSION_ASKING &&
           session->pending.kind == EFFECT_NONE;
}

void session_uncover(struct session *session)
{
    if (session->state == SESSION_COVERED)
        session->state = SESSION_ASKING;
    else if (session->state == SESSION_RECALL)
        session->state = SESSION_REVEALED;
}

void session_cover(struct session *session)
{
    if (is_asking(session))
        session->state = SESSION_COVERED;
}

void session_stopped(struct session *session, int64_t ms)
{
    if (ms > 0)
        session->stopped_ms += ms;
}

void session_strike(struct session *session, int place)
{
    if (!is_asking(session) || place < 0 || place >= session->shown_count)
        return;
    session->struck ^= 1u << place;
    session->marked &= ~session->struck;
}

/* ---- answering ----------------------------------------------------------- */

static int ids_of(const struct session *session, unsigned places,
                  const char **ids)
{
    int count = 0;

    for (int i = 0; i < session->shown_count; i++)
        if (places & 1u << i)
            ids[count++] = at_place(session, i)->id;
    return count;
}

static struct effect answer(struct session *session, struct moment now)
{
    struct effect effect = {.kind = EFFECT_ANSWER, .moment = now};
    struct answer_body *body = &effect.answer;
    int64_t ms = now.mono_ms - session->shown_mono_ms - session->stopped_ms;

    /* What the keys have shown is what they do: the answer's own moment. */
    work_out(session, now);
    session->answered = now;
    body->shown_count =
        ids_of(session, (1u << session->shown_count) - 1, body->shown);
    body->struck_count = ids_of(session, session->struck, body->struck);
    body->chosen_count = ids_of(session, session->chosen, body->chosen);
    body->correct = session->correct;
    body->grade = session->grade;
    body->guess = session->guess;
    body->covered = session->was_covered;
    body->ms = ms > 0 ? ms : 0;
    session->pending = effect;
    return effect;
}

static struct effect choose(struct session *session, unsigned chosen,
                            bool guess, struct moment now)
{
    session->chosen = chosen;
    session->guess = guess;
    session->dont_know = chosen == 0;
    session->correct = chosen == correct_places(session) &&
                       bits(chosen) == session_wanted(session);
    session->grade = session->correct && !guess ? GRADE_GOOD : GRADE_AGAIN;
    session->falls = falls_of(session, 1);
    return answer(session, now);
}

struct effect session_choose(struct session *session, int place, bool guess,
                             struct moment now)
{
    struct effect none = {.kind = EFFECT_NONE};
    unsigned bit = place >= 0 && place < session->shown_count ? 1u << place : 0;

    if (session->state == SESSION_COVERED) {
        session_uncover(session);
        return none;
    }
    if (!is_asking(session) || bit == 0)
        return none;
    if (session->struck & bit) {
        session->struck &= ~bit; /* a struck one is taken up again first */
        return none;
    }
    if (session_wanted(session) == 1)
        return choose(session, bit, guess, now);
    if ((session->marked & bit) ||
        bits(session->marked) < session_wanted(session))
        session->marked ^= bit;
    session->guess = session->marked && (session->guess || guess);
    return none;
}

struct effect session_hand_in(struct session *session, bool guess,
                              struct moment now)
{
    if (!is_asking(session) || session_wanted(session) < 2 ||
        bits(session->marked) != session_wanted(session))
        return (struct effect){.kind = EFFECT_NONE};
    return choose(session, session->marked, guess || session->guess, now);
}

struct effect session_dont_know(struct session *session, struct moment now)
{
    if (session->state == SESSION_COVERED)
        session_uncover(session);
    if (!is_asking(session))
        return (struct effect){.kind = EFFECT_NONE};
    return choose(session, 0, false, now);
}

/* ---- grading ------------------------------------------------------------- */

bool session_can_grade(const struct session *session)
{
    if (session->looking_back || session->pending.kind != EFFECT_NONE)
        return false;
    if (session->state == SESSION_REVEALED)
        return true;
    return session->state == SESSION_ANSWERED &&
           (session->correct || session_is_recall(session));
}

struct effect session_grade(struct session *session, enum grade grade,
                            struct moment now)
{
    struct effect effect = {.kind = EFFECT_NONE, .moment = now};

    if (!session_can_grade(session) || grade < GRADE_AGAIN ||
        grade > GRADE_EASY)
        return effect;
    if (session->state == SESSION_REVEALED) {
        session->grade = grade;
        session->correct = grade != GRADE_AGAIN;
        session->chosen = 0;
        return answer(session, now);
    }
    if (grade == session->grade)
        return effect;
    effect.kind = EFFECT_GRADE;
    effect.grade = grade;
    session->pending = effect;
    return effect;
}

/* ---- what the app reports ------------------------------------------------ */

void session_saved(struct session *session, const struct effect *effect,
                   const struct schedule *scheduled)
{
    if (effect->kind == EFFECT_GRADE)
        session->grade = effect->grade;
    if (session_is_recall(session))
        session->correct = session->grade != GRADE_AGAIN;
    session->outcomes[session->grade - 1] = *scheduled;
    session->state = SESSION_ANSWERED;
    session->pending = (struct effect){.kind = EFFECT_NONE};
    session->unsaved_why[0] = '\0';
}

void session_unsaved(struct session *session, const struct effect *effect,
                     const char *why)
{
    size_t len = strlen(why);

    if (len >= UNSAVED_BYTES)
        len = utf8_valid_bytes((struct slice){why, UNSAVED_BYTES - 1});
    memcpy(session->unsaved_why, why, len);
    session->unsaved_why[len] = '\0';
    session->pending = *effect;
    session->state = SESSION_UNSAVED;
}

void session_refused(struct session *session)
{
    session->pending = (struct effect){.kind = EFFECT_NONE};
    session->unsaved_why[0] = '\0';
    session->state = SESSION_ANSWERED;
}

void session_drop_unsaved(struct session *session)
{
    session->pending = (struct effect){.kind = EFFECT_NONE};
    session->unsaved_why[0] = '\0';
    session->state = SESSION_IDLE;
}

/* ---- unfolding ----------------------------------------------------------- */

static bool has_others(const struct session *session)
{
    unsigned told = session->chosen | correct_places(session);

    return bits(told) < session->shown_count;
}

bool session_unfold(struct session *session, char which)
{
    const struct card *card = session->shown_card.card;
    struct session_unfolded *unfolded = &session->unfolded;

    if (!card || (session->state != SESSION_ANSWERED &&
                  session->state != SESSION_REVEALED))
        return false;
    if (which == 'f' && card->full[0])
        unfolded->full = !unfolded->full;
    else if (which == 'g' && card->figure_line_count > 0)
        unfolded->figure = !unfolded->figure;
    else if (which == 'o' && has_others(session))
        unfolded->others = !unfolded->others;
    else if (which == 'r' && card->source_count > 0)
        unfolded->sources = !unfolded->sources;
    else if (which == 'w' && session->state == SESSION_ANSWERED)
        unfolded->why_date = !unfolded->why_date;
    else
        return false;
    return true;
}
