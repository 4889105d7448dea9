/* SPDX-License-Identifier: MIT */
/*
 * What a key does, where, and what it is called: one table. The screens, the
 * footer, the help screen, `aiio-study keys`, the man page and the README
 * are made from it. A context is a screen or a state of it; in one context a
 * key has one meaning (a test looks).
 */
#ifndef AIIO_ACTIONS_H
#define AIIO_ACTIONS_H

#include "aiio/buf.h"
#include "aiio/session.h"

/* One row a context: bit, title in the help. */
enum context {
    CONTEXT_HOME,
    CONTEXT_DECKS, /* deck picker */
    CONTEXT_COVERED,
    CONTEXT_ASKING,
    CONTEXT_MARKING, /* choose two */
    CONTEXT_RECALL,
    CONTEXT_REVEALED,
    CONTEXT_RIGHT, /* answered, a digit may grade */
    CONTEXT_WRONG,
    CONTEXT_BACK, /* looking at the previous card */
    CONTEXT_UNSAVED,
    CONTEXT_WAITING,
    CONTEXT_DONE,       /* end of the session */
    CONTEXT_EXAM_START, /* a mock exam: what is coming, and earlier ones */
    CONTEXT_EXAM,       /* its questions */
    CONTEXT_EXAM_MAP,
    CONTEXT_EXAM_ASK, /* hand in? */
    CONTEXT_EXAM_RESULT,
    CONTEXT_EXAM_REVIEW,
    CONTEXT_READING, /* help and other long texts */
    CONTEXT_BROWSE,  /* list of cards found */
    CONTEXT_LOOK,    /* one of them */
    CONTEXT_CONFIRM, /* yes or no */
    CONTEXT_TYPING,  /* a line of text */
    CONTEXT_STATS,
    CONTEXT_MISCONCEPTIONS, /* the list */
    CONTEXT_MISCONCEPTION,  /* one of them */
    CONTEXT_COUNT
};

enum action {
    ACTION_NONE,
    /* answering */
    ACTION_CHOOSE, /* a–h; arg = place */
    ACTION_GUESS,  /* A–H; arg = place */
    ACTION_HAND_IN,
    ACTION_DONT_KNOW,
    ACTION_STRIKE,  /* then a letter; arg = place */
    ACTION_UNCOVER, /* statements, or the answer of a recall card */
    ACTION_COVER,
    ACTION_GRADE, /* 1–4; arg = grade */
    ACTION_NEXT,
    ACTION_PAGE, /* pages while text remains, then goes on */
    /* taking back */
    ACTION_UNDO,
    ACTION_REDO,
    /* the card */
    ACTION_SUSPEND,
    ACTION_BURY,
    ACTION_FLAG,
    ACTION_EDIT,
    ACTION_PREVIOUS,
    ACTION_FULL,
    ACTION_FIGURE,
    ACTION_OTHERS,
    ACTION_SOURCES,
    ACTION_WHY_DATE,
    ACTION_LEFT, /* what is left: plain mode's t */
    /* home and the end */
    ACTION_STUDY,
    ACTION_FIVE_MINUTES,
    ACTION_MORE_NEW,
    ACTION_LIFT_LIMIT,
    ACTION_GOAL,
    ACTION_CHOOSE_DECK,
    ACTION_REVIEW_MISSED,
    ACTION_WAITING_NOW,
    /* mock exam */
    ACTION_EXAM,
    ACTION_EXAM_START, /* starts, takes up again, or opens an earlier one */
    ACTION_EXAM_LONGER,
    ACTION_EXAM_SHORTER,
    ACTION_EXAM_BREAK_OFF,
    ACTION_EXAM_NEXT,
    ACTION_EXAM_BEFORE,
    ACTION_EXAM_MARK,
    ACTION_EXAM_MAP,
    ACTION_EXAM_JUMP,
    ACTION_EXAM_HIDE_TIME,
    ACTION_EXAM_HAND_IN,
    ACTION_EXAM_YES,
    ACTION_EXAM_REVIEW,
    ACTION_EXAM_FILTER,
    ACTION_EXAM_DECLINE,
    ACTION_STATS,
    ACTION_MISCONCEPTIONS,
    ACTION_STUDY_THESE,
    /* not saved */
    ACTION_RETRY,
    ACTION_LEAVE,
    /* moving and scrolling */
    ACTION_DOWN,
    ACTION_UP,
    ACTION_HALF_DOWN,
    ACTION_HALF_UP,
    ACTION_PAGE_DOWN,
    ACTION_PAGE_UP,
    ACTION_TOP,
    ACTION_BOTTOM,
    ACTION_SHIFT_LEFT,
    ACTION_SHIFT_RIGHT,
    ACTION_OPEN,
    /* browsing */
    ACTION_BROWSE,
    ACTION_SEARCH,
    ACTION_MARK,
    ACTION_MARK_ALL,
    ACTION_NOTE,
    ACTION_RESET,
    ACTION_YES,
    /* writing a line */
    ACTION_TAKE,
    ACTION_ERASE,
    ACTION_ERASE_WORD,
    ACTION_ERASE_ALL,
    /* everywhere */
    ACTION_HELP,
    ACTION_REDRAW,
    ACTION_BACK,
    ACTION_COUNT
};

struct action_row {
    enum action action;
    unsigned contexts; /* bits 1u << CONTEXT_… */
    const char *keys;  /* names separated by spaces: "Enter", "Space", "^D",
                          "PgDn", "Down", "a-h", "A-H", "1-4", "u" */
    const char *hint;  /* words in the footer, NULL: help only */
    const char *help;  /* words on the help screen */
    int priority;      /* of the hint: the lowest number goes last */
};

extern const struct action_row actions_table[];
extern const int actions_count;

const char *context_title(enum context context);
enum context context_of(const struct session *session);
/*
 * The action of a key name in a context; for ranges arg is the index in the
 * range (place, or the digit's grade 1–4). ACTION_NONE when it has none.
 */
enum action action_for_key(enum context context, const char *key, int *arg);
/* The keys of one row as people read them: "j or ↓" … */
void action_keys_print(struct buf *out, const struct action_row *row);
/* All keys by context, for `keys`, the man page and help. */
void actions_print_help(struct buf *out, enum context context);

#endif
