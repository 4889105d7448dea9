/* SPDX-License-Identifier: MIT */
/*
 * One row of the log as a struct, and its body as JSON. The log is the truth:
 * whatever a body has that this version does not know stays in the text byte
 * for byte and is skipped here.
 */
#ifndef AIIO_ENTRY_H
#define AIIO_ENTRY_H

#include "aiio/deck.h"
#include "aiio/steps.h"

enum { ENTRY_ID_BYTES = 16 };

/* One row a kind: constant, name in the log. */
#define ENTRY_KIND_TABLE(ROW)                                                  \
    ROW(ENTRY_UNKNOWN, "")                                                     \
    ROW(ENTRY_ANSWER, "answer")                                                \
    ROW(ENTRY_GRADE, "grade")                                                  \
    ROW(ENTRY_UNDO, "undo")                                                    \
    ROW(ENTRY_RESET, "reset")                                                  \
    ROW(ENTRY_SUSPEND, "suspend")                                              \
    ROW(ENTRY_RESUME, "resume")                                                \
    ROW(ENTRY_BURY, "bury")                                                    \
    ROW(ENTRY_FLAG, "flag")                                                    \
    ROW(ENTRY_UNFLAG, "unflag")                                                \
    ROW(ENTRY_NOTE, "note")                                                    \
    ROW(ENTRY_RENAME, "rename")                                                \
    ROW(ENTRY_GOAL, "goal")                                                    \
    ROW(ENTRY_PARAMETERS, "parameters")                                        \
    ROW(ENTRY_EXAM_START, "exam_start")                                        \
    ROW(ENTRY_EXAM_CHOICE, "exam_choice")                                      \
    ROW(ENTRY_EXAM_END, "exam_end")

#define ENTRY_KIND_ENUM(constant, name) constant,
enum entry_kind { ENTRY_KIND_TABLE(ENTRY_KIND_ENUM) ENTRY_KIND_COUNT };
#undef ENTRY_KIND_ENUM

const char *entry_kind_name(enum entry_kind kind);
enum entry_kind entry_kind_parse(struct slice name);

/* A 128-bit id. A zeroed one means "none". */
struct entry_id {
    uint8_t bytes[ENTRY_ID_BYTES];
};

bool entry_id_equal(struct entry_id a, struct entry_id b);
bool entry_id_is_none(struct entry_id id);

/* The columns of a row. Texts are borrowed: from an arena or a statement. */
struct entry {
    struct entry_id id;
    int64_t tick;
    int64_t at_ms;
    int day;
    int offset_min;
    struct entry_id machine;
    enum entry_kind kind;
    const char *kind_name;   /* as stored; equals entry_kind_name if known */
    const char *deck, *card; /* "" where the kind has none */
    struct entry_id refers_to;
    const char *body; /* JSON object, "{}" at least */
};

/* Order of the log: (tick, id). <0, 0, >0. */
int entry_compare(const struct entry *a, const struct entry *b);

/* ---- bodies ------------------------------------------------------------ */

/* What an answer carries. Lists hold ids of statements, arena memory. */
struct answer_body {
    const char *shown[DECK_STATEMENTS_MAX];
    const char *struck[DECK_STATEMENTS_MAX];
    const char *chosen[DECK_STATEMENTS_MAX];
    int shown_count, struck_count, chosen_count;
    bool correct;
    enum grade grade;
    int64_t ms; /* time to answer */
    bool guess, covered, seen;
    bool owed; /* new because of a reset: a review of the day's counts */
    enum card_state from; /* state before the answer */
    struct schedule schedule;
};

struct grade_body {
    enum grade grade;
    struct schedule schedule;
};

/*
 * Writing gives the compact JSON of the log, with the names and formats of
 * `log --json`: days and times as text. Reading is lenient towards unknown
 * members and strict towards known ones: false when the body is not one of
 * its kind (such an entry is skipped by the fold, and kept).
 */
void answer_body_write(struct buf *buf, const struct answer_body *body);
bool answer_body_read(const char *json, struct arena *arena,
                      struct answer_body *body);
void grade_body_write(struct buf *buf, const struct grade_body *body);
bool grade_body_read(const char *json, struct grade_body *body);
/* The members of a schedule alone, into an open object. */
struct json_out;
void schedule_write(struct json_out *out, const struct schedule *schedule);

struct reset_body {
    bool by_learner;
    const char *key; /* card_answer_key, when the key changed */
};
void reset_body_write(struct buf *buf, const struct reset_body *body);
bool reset_body_read(const char *json, struct arena *arena,
                     struct reset_body *body);

void bury_body_write(struct buf *buf, int until_day);
bool bury_body_read(const char *json, int *until_day);
void note_body_write(struct buf *buf, struct slice text);
bool note_body_read(const char *json, struct arena *arena, const char **text);
/* The text of the last standing note among a card's entries; "" without one. */
const char *entries_note(const struct entry *entries, int count,
                         const bool *is_void, struct arena *arena);
void rename_body_write(struct buf *buf, const char *to);
bool rename_body_read(const char *json, struct arena *arena, const char **to);

struct goal_body {
    bool has_exam_day, declined; /* declined: asked, answered "later" */
    int exam_day;
    int target_percent; /* 0: none */
};
void goal_body_write(struct buf *buf, const struct goal_body *body);
bool goal_body_read(const char *json, struct goal_body *body);

/* {"model": 6, "w": [21 numbers], "how": "…"} */
void parameters_body_write(struct buf *buf,
                           const struct fsrs_parameters *parameters,
                           const char *how);
bool parameters_body_read(const char *json, struct fsrs_parameters *out);

/* ---- mock exams ---------------------------------------------------------- */

/*
 * An exam in the log: an exam_start with everything that was drawn; another
 * exam_start that refers to it each time it is taken up again; an exam_choice
 * of a card, referring to the start, for every choice and mark (the last one
 * counts); at the end an exam_choice of every question with end set, which is
 * what the fold of that card sees, and one exam_end. A later exam_end of the
 * same start says anew whether what was missed joins the day's queue.
 */
enum { EXAM_QUESTIONS_MAX = 500, EXAM_MINUTES_MAX = 1440 };

struct exam_question_body {
    const char *card, *objective;
    const char *shown[DECK_STATEMENTS_MAX]; /* ids, in the order on screen */
    int shown_count;
    bool seen; /* answered, or shown by an exam, before this one */
};

struct exam_start_body {
    struct exam_question_body *questions; /* arena memory */
    int count, minutes;
    bool pauses;        /* exam_clock: stands still while nobody is there */
    const char *domain; /* id it was limited to, or "" */
};
void exam_start_body_write(struct buf *buf, const struct exam_start_body *body);
bool exam_start_body_read(const char *json, struct arena *arena,
                          struct exam_start_body *body);
/* Taken up again after away_ms without the learner. */
void exam_resume_body_write(struct buf *buf, int64_t away_ms);
bool exam_resume_body_read(const char *json, int64_t *away_ms);

struct exam_choice_body {
    const char *chosen[DECK_STATEMENTS_MAX]; /* ids, arena memory */
    int chosen_count;
    bool marked;
    int64_t ms;        /* spent on the question so far */
    bool end, correct; /* correct: with end only */
};
void exam_choice_body_write(struct buf *buf,
                            const struct exam_choice_body *body);
bool exam_choice_body_read(const char *json, struct arena *arena,
                           struct exam_choice_body *body);

/* Why it ended, with its name in the log. */
enum exam_why { EXAM_HANDED_IN, EXAM_TIME_UP, EXAM_BROKEN_OFF, EXAM_WHY_COUNT };
const char *exam_why_name(enum exam_why why);

struct exam_end_body {
    enum exam_why why;
    int right, of;
    int64_t used_ms;
    bool join; /* what was missed joins the queue of that study day */
};
void exam_end_body_write(struct buf *buf, const struct exam_end_body *body);
bool exam_end_body_read(const char *json, struct exam_end_body *body);

#endif
