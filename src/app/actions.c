/* SPDX-License-Identifier: MIT */
#include "aiio/actions.h"

#include <string.h>

#define IN(context) (1u << CONTEXT_##context)
#define BEFORE (IN(COVERED) | IN(ASKING) | IN(MARKING) | IN(RECALL))
#define ANSWERED (IN(RIGHT) | IN(WRONG))
#define CARD (BEFORE | IN(REVEALED) | ANSWERED)
#define EXAM_LISTS (IN(EXAM_START) | IN(EXAM_MAP))
#define EXAM_TEXTS (IN(EXAM) | IN(EXAM_RESULT) | IN(EXAM_REVIEW))
#define LISTS                                                                  \
    (IN(HOME) | IN(DECKS) | IN(MISCONCEPTIONS) | IN(BROWSE) | EXAM_LISTS)
#define INSIGHT (IN(STATS) | IN(MISCONCEPTION))
#define FOUND (IN(BROWSE) | IN(LOOK))
#define ASKING_ANY (IN(ASKING) | IN(MARKING))
#define TEXTS                                                                  \
    (CARD | IN(BACK) | IN(DONE) | IN(READING) | IN(LOOK) | EXAM_TEXTS | INSIGHT)

#define UNFOLDING (IN(REVEALED) | ANSWERED | IN(BACK) | IN(EXAM_REVIEW))

/* Where letters choose (or uncover what is to be chosen), a-h and A-H mean
   statements and nothing else. */
#define LETTERS (ASKING_ANY | IN(COVERED))
#define TEXTS_WITHOUT_CHOICE (TEXTS & ~LETTERS)

/* One row an action. hint: words in the footer; the number is its priority,
   and the lowest goes last. */
const struct action_row actions_table[] = {
    /* answering */
    {ACTION_UNCOVER, IN(COVERED) | IN(RECALL), "Enter", "show",
     "show the statements, or the answer of a recall card", 1},
    {ACTION_CHOOSE, LETTERS, "a-h", NULL,
     "choose a statement (mark it, when two are asked for)", 1},
    {ACTION_GUESS, LETTERS, "A-H", NULL,
     "choose it and say that you are guessing", 4},
    {ACTION_HAND_IN, IN(MARKING), "Enter", "hand in", "hand in what is marked",
     2},
    {ACTION_STRIKE, ASKING_ANY, "x", "strike out",
     "strike out a statement, with its letter", 6},
    {ACTION_DONT_KNOW, IN(COVERED) | ASKING_ANY, "0", "don't know",
     "I don't know", 5},
    {ACTION_COVER, ASKING_ANY, "v", NULL, "cover the statements again", 9},
    {ACTION_GRADE, IN(REVEALED) | IN(RIGHT), "1-4", NULL,
     "grade: 1 again, 2 hard, 3 good, 4 easy", 2},
    {ACTION_NEXT, ANSWERED | IN(BACK), "Enter", NULL, "next card", 1},
    {ACTION_PAGE, CARD | IN(BACK) | IN(READING) | EXAM_TEXTS | INSIGHT, "Space",
     NULL, "page on while text remains, then go on", 9},
    /* what an answer unfolds */
    {ACTION_FULL, UNFOLDING, "f", NULL, "full explanation", 8},
    {ACTION_FIGURE, UNFOLDING, "g", NULL, "figure", 8},
    {ACTION_OTHERS, UNFOLDING, "o", NULL, "other statements and why they fail",
     8},
    {ACTION_SOURCES, UNFOLDING, "r", NULL, "sources", 8},
    {ACTION_PREVIOUS, IN(COVERED) | ASKING_ANY | IN(RECALL) | ANSWERED, "p",
     NULL, "look at the previous card again", 7},
    /* the end, and waiting */
    {ACTION_REVIEW_MISSED, IN(DONE), "Enter", NULL, "look at what was missed",
     1},
    {ACTION_WAITING_NOW, IN(WAITING), "Enter", "show it now",
     "show the waiting card now", 1},
    {ACTION_MORE_NEW, IN(DONE), "n", NULL,
     "take new cards beyond today's number", 7},
    {ACTION_LIFT_LIMIT, IN(DONE), "+", NULL,
     "study beyond today's limit of reviews", 8},
    /* taking back */
    {ACTION_UNDO, ANSWERED | IN(REVEALED), "u", "undo",
     "take back the last act", 2},
    {ACTION_UNDO, BEFORE | IN(DONE) | IN(WAITING), "u", "undo",
     "take back the last act", 5},
    {ACTION_UNDO, IN(HOME), "u", NULL, "take back the last act", 9},
    {ACTION_REDO, CARD | IN(DONE) | IN(WAITING) | IN(HOME), "U", NULL,
     "put back what was taken back", 9},
    {ACTION_WHY_DATE, ANSWERED | IN(BACK), "w", "why",
     "why it comes back on that day", 2},
    /* the card */
    {ACTION_SUSPEND, CARD, "@", NULL, "suspend: not asked until resumed", 9},
    {ACTION_BURY, CARD, "-", NULL, "bury: not asked before tomorrow", 9},
    {ACTION_FLAG, CARD, "*", NULL, "flag, or unflag", 9},
    {ACTION_EDIT, (CARD | IN(BACK)) & ~LETTERS, "e", NULL,
     "edit the card's file and import it again", 9},
    /* home */
    {ACTION_STUDY, IN(HOME), "Enter", NULL, "study what is due", 1},
    {ACTION_FIVE_MINUTES, IN(HOME), "5", "minutes", "study for five minutes",
     3},
    {ACTION_MORE_NEW, IN(HOME), "n", NULL,
     "take new cards beyond today's number", 7},
    {ACTION_LIFT_LIMIT, IN(HOME), "+", NULL,
     "study beyond today's limit of reviews", 8},
    {ACTION_GOAL, IN(HOME), "g", "exam day", "set the exam day", 7},
    {ACTION_CHOOSE_DECK, IN(HOME), "d", "decks", "choose a deck", 8},
    {ACTION_STATS, IN(HOME), "t", "stats", "statistics and forecast", 5},
    {ACTION_MISCONCEPTIONS, IN(HOME), "m", NULL,
     "wrong statements that you believed", 7},
    /* looking for cards */
    {ACTION_BROWSE, IN(HOME), "b", "browse", "look for cards", 5},
    {ACTION_OPEN, IN(BROWSE), "Enter", "look at it", "look at the card", 1},
    {ACTION_NEXT, IN(LOOK), "Enter", "next", "next card of the list", 1},
    {ACTION_PREVIOUS, IN(LOOK), "p", "previous", "card before it", 4},
    {ACTION_PAGE, IN(LOOK), "Space", NULL,
     "page on while text remains, then go on", 9},
    {ACTION_SEARCH, IN(BROWSE), "/", "search", "look for other cards", 2},
    {ACTION_MARK, IN(BROWSE), "Space", "mark",
     "mark or unmark the card; what is done is done with all marked ones", 4},
    {ACTION_MARK_ALL, IN(BROWSE), "a", NULL, "mark all, or none", 9},
    {ACTION_STUDY, IN(BROWSE), "s", "study",
     "study the marked cards, or all of the list, due or not", 4},
    {ACTION_SUSPEND, FOUND, "@", "suspend", "suspend, or resume", 6},
    {ACTION_BURY, FOUND, "-", "bury", "bury: not asked before tomorrow", 7},
    {ACTION_FLAG, FOUND, "*", "flag", "flag, or unflag", 6},
    {ACTION_NOTE, FOUND, "n", "note", "write a note of your own", 7},
    {ACTION_NOTE, IN(REVEALED) | ANSWERED, "n", NULL,
     "write why: a note of your own, shown with the explanation", 8},
    {ACTION_RESET, FOUND, "r", "reset",
     "reset: ask it as if it were new (asks first)", 8},
    {ACTION_EDIT, FOUND, "e", "edit",
     "edit the card's file and import it again", 8},
    {ACTION_UNDO, FOUND, "u", "undo", "take back the last act", 5},
    {ACTION_REDO, FOUND, "U", NULL, "put back what was taken back", 9},
    {ACTION_YES, IN(CONFIRM), "y", "yes", "do it", 1},
    {ACTION_BACK, IN(CONFIRM), "n q Esc", "no", "leave it as it is", 2},
    /* writing a line */
    {ACTION_TAKE, IN(TYPING), "Enter", NULL, "take what is written", 1},
    {ACTION_BACK, IN(TYPING), "Esc", "leave it", "leave it as it was", 2},
    {ACTION_ERASE, IN(TYPING), "Backspace", NULL, "erase a character", 9},
    {ACTION_ERASE_WORD, IN(TYPING), "^W", NULL, "erase a word", 9},
    {ACTION_ERASE_ALL, IN(TYPING), "^U", NULL, "erase all", 9},
    {ACTION_SHIFT_LEFT, IN(TYPING), "Left", NULL, "a character back", 9},
    {ACTION_SHIFT_RIGHT, IN(TYPING), "Right", NULL, "a character on", 9},
    {ACTION_PAGE_DOWN, IN(TYPING), "PgDn", NULL, "read on below", 9},
    {ACTION_PAGE_UP, IN(TYPING), "PgUp", NULL, "read again above", 9},
    {ACTION_TOP, IN(TYPING), "Home", NULL, "to the beginning", 9},
    {ACTION_BOTTOM, IN(TYPING), "End", NULL, "to the end", 9},
    /* mock exam */
    {ACTION_EXAM, IN(HOME), "x", "exam",
     "sit a mock exam, or take one up again", 4},
    {ACTION_EXAM_START, IN(EXAM_START), "Enter", NULL,
     "start, take up again, or open an earlier exam", 1},
    {ACTION_EXAM_LONGER, IN(EXAM_START), "+", NULL, "five questions more", 5},
    {ACTION_EXAM_SHORTER, IN(EXAM_START), "-", NULL, "five questions fewer", 5},
    {ACTION_EXAM_BREAK_OFF, IN(EXAM_START), "d", NULL,
     "end an exam that was left, and score it", 2},
    {ACTION_CHOOSE, IN(EXAM), "a-h", NULL,
     "choose a statement, or change the choice", 1},
    {ACTION_EXAM_NEXT, IN(EXAM) | IN(EXAM_REVIEW), "n Right", "next",
     "next question", 2},
    {ACTION_EXAM_NEXT, IN(EXAM_REVIEW), "Enter", NULL, "next question", 2},
    {ACTION_EXAM_BEFORE, IN(EXAM) | IN(EXAM_REVIEW), "p Left", "previous",
     "previous question", 4},
    {ACTION_EXAM_MARK, IN(EXAM), "m", "mark",
     "mark a question to come back to, or take the mark away", 3},
    {ACTION_EXAM_MAP, IN(EXAM), "l", "map",
     "map of what is answered, open and marked", 5},
    {ACTION_EXAM_JUMP, IN(EXAM_MAP), "Enter", "go there", "go to that question",
     1},
    {ACTION_EXAM_BEFORE, IN(EXAM_MAP), "h Left p", NULL, "one to the left", 9},
    {ACTION_EXAM_NEXT, IN(EXAM_MAP), "l Right n", NULL, "one to the right", 9},
    {ACTION_EXAM_HIDE_TIME, IN(EXAM), "T", NULL, "hide the time, or show it",
     9},
    {ACTION_EXAM_HAND_IN, IN(EXAM) | IN(EXAM_MAP), "H", "hand in",
     "hand in; it asks first", 3},
    {ACTION_EXAM_YES, IN(EXAM_ASK), "y", "hand in", "hand in", 1},
    {ACTION_BACK, IN(EXAM_ASK), "n q Esc Enter", "go on", "go on with the exam",
     2},
    {ACTION_EXAM_REVIEW, IN(EXAM_RESULT), "Enter", "every question",
     "go through every question with its whys", 1},
    {ACTION_EXAM_FILTER, IN(EXAM_REVIEW) | IN(EXAM_RESULT), "w", NULL,
     "go through all, the wrong or the marked ones", 3},
    {ACTION_EXAM_DECLINE, IN(EXAM_RESULT), "d", NULL,
     "leave what was missed out of today's queue, or put it in", 4},
    /* statistics and misconceptions */
    {ACTION_NEXT, IN(MISCONCEPTION), "Enter", "next", "the next one", 1},
    {ACTION_STUDY_THESE, IN(MISCONCEPTIONS) | IN(MISCONCEPTION), "s",
     "study these", "study the cards of those not overcome, due or not", 2},
    {ACTION_STUDY_THESE, IN(STATS), "s", "study the weakest",
     "study the least known cards of the weakest objectives", 3},
    {ACTION_MISCONCEPTIONS, IN(STATS), "m", "misconceptions",
     "wrong statements that you believed", 4},
    /* not saved */
    {ACTION_RETRY, IN(UNSAVED), "r", "try again",
     "try to save the answer again", 1},
    {ACTION_LEAVE, IN(UNSAVED), "q Esc", "leave without it",
     "leave without the answer", 2},
    /* moving */
    {ACTION_OPEN, IN(DECKS) | IN(MISCONCEPTIONS), "Enter", "open", "open", 1},
    {ACTION_DOWN, LISTS | TEXTS, "j Down", NULL, "down", 9},
    {ACTION_UP, LISTS | TEXTS, "k Up", NULL, "up", 9},
    {ACTION_HALF_DOWN, TEXTS, "^D", NULL, "half a page down", 9},
    {ACTION_HALF_UP, TEXTS, "^U", NULL, "half a page up", 9},
    {ACTION_PAGE_DOWN, LISTS | TEXTS, "PgDn ^F", NULL, "a page down", 9},
    {ACTION_PAGE_UP, LISTS | TEXTS, "PgUp ^B", NULL, "a page up", 9},
    {ACTION_TOP, IN(DECKS) | IN(MISCONCEPTIONS) | IN(READING) | FOUND | INSIGHT,
     "g", NULL, "to the top", 9},
    {ACTION_TOP, LISTS | TEXTS, "Home", NULL, "to the top", 9},
    {ACTION_BOTTOM, LISTS | TEXTS_WITHOUT_CHOICE, "G", NULL, "to the end", 9},
    {ACTION_BOTTOM, LISTS | TEXTS, "End", NULL, "to the end", 9},
    {ACTION_SHIFT_LEFT, IN(REVEALED) | ANSWERED | IN(BACK), "h Left", NULL,
     "move a wide figure", 9},
    {ACTION_SHIFT_RIGHT, IN(REVEALED) | ANSWERED | IN(BACK), "l Right", NULL,
     "move a wide figure", 9},
    /* everywhere */
    {ACTION_HELP,
     LISTS | CARD | IN(BACK) | IN(WAITING) | IN(DONE) | IN(UNSAVED) | IN(LOOK) |
         IN(CONFIRM) | EXAM_TEXTS | IN(EXAM_ASK) | INSIGHT,
     "?", "help", "all keys", 0},
    {ACTION_REDRAW,
     LISTS | TEXTS | IN(WAITING) | IN(UNSAVED) | IN(CONFIRM) | IN(TYPING) |
         IN(EXAM_ASK),
     "^L", NULL, "draw the screen again", 9},
    {ACTION_BACK, IN(HOME), "q", "quit", "quit", 2},
    {ACTION_BACK,
     IN(DECKS) | IN(MISCONCEPTIONS) | CARD | IN(BACK) | IN(WAITING) | IN(DONE) |
         FOUND | EXAM_LISTS | EXAM_TEXTS | INSIGHT,
     "q Esc", "back", "back; everything is saved", 3},
    {ACTION_BACK, IN(READING), "q Esc ?", "back", "back", 1},
};

const int actions_count =
    (int)(sizeof(actions_table) / sizeof(actions_table[0]));

static const char *const titles[CONTEXT_COUNT] = {
    [CONTEXT_HOME] = "Home",
    [CONTEXT_DECKS] = "Choosing a deck",
    [CONTEXT_COVERED] = "Statements covered",
    [CONTEXT_ASKING] = "Choosing a statement",
    [CONTEXT_MARKING] = "Choosing two",
    [CONTEXT_RECALL] = "Recall card",
    [CONTEXT_REVEALED] = "Recall card, answer shown",
    [CONTEXT_RIGHT] = "Answered right",
    [CONTEXT_WRONG] = "Answered wrong",
    [CONTEXT_BACK] = "Looking at the previous card",
    [CONTEXT_UNSAVED] = "Not saved",
    [CONTEXT_WAITING] = "Waiting",
    [CONTEXT_DONE] = "End of the session",
    [CONTEXT_EXAM_START] = "Before a mock exam",
    [CONTEXT_EXAM] = "Mock exam",
    [CONTEXT_EXAM_MAP] = "Map of a mock exam",
    [CONTEXT_EXAM_ASK] = "Handing in a mock exam",
    [CONTEXT_EXAM_RESULT] = "Result of a mock exam",
    [CONTEXT_EXAM_REVIEW] = "Questions of a mock exam",
    [CONTEXT_READING] = "Reading",
    [CONTEXT_BROWSE] = "Browsing",
    [CONTEXT_LOOK] = "Looking at a card",
    [CONTEXT_CONFIRM] = "Yes or no",
    [CONTEXT_TYPING] = "Writing a line",
    [CONTEXT_STATS] = "Statistics",
    [CONTEXT_MISCONCEPTIONS] = "Misconceptions",
    [CONTEXT_MISCONCEPTION] = "A misconception",
};

const char *context_title(enum context context)
{
    return titles[context];
}

static enum context context_of_answer(const struct session *session)
{
    if (session->looking_back)
        return CONTEXT_BACK;
    return session_can_grade(session) ? CONTEXT_RIGHT : CONTEXT_WRONG;
}

enum context context_of(const struct session *session)
{
    switch (session->state) {
    case SESSION_COVERED:
        return CONTEXT_COVERED;
    case SESSION_ASKING:
        return session_wanted(session) > 1 ? CONTEXT_MARKING : CONTEXT_ASKING;
    case SESSION_RECALL:
        return CONTEXT_RECALL;
    case SESSION_REVEALED:
        return CONTEXT_REVEALED;
    case SESSION_ANSWERED:
        return context_of_answer(session);
    case SESSION_UNSAVED:
        return CONTEXT_UNSAVED;
    case SESSION_WAITING:
        return CONTEXT_WAITING;
    case SESSION_IDLE:
    case SESSION_DONE:
        break;
    }
    return CONTEXT_DONE;
}

/* ---- keys ---------------------------------------------------------------- */

/* "a-h" is a range of single keys; "-" and "--" are not. */
static bool is_range(struct slice name)
{
    return name.len == 3 && name.ptr[1] == '-';
}

static bool matches(struct slice name, struct slice key, int *arg)
{
    if (!is_range(name)) {
        *arg = 0;
        return slice_equal(name, key);
    }
    if (key.len != 1 || key.ptr[0] < name.ptr[0] || key.ptr[0] > name.ptr[2])
        return false;
    /* Digits are grades and count from 1, letters are places from 0. */
    *arg = key.ptr[0] - name.ptr[0] + (name.ptr[0] == '1' ? 1 : 0);
    return true;
}

enum action action_for_key(enum context context, const char *key, int *arg)
{
    for (int i = 0; i < actions_count; i++) {
        struct slice keys = slice_of(actions_table[i].keys);

        if (!(actions_table[i].contexts & 1u << context))
            continue;
        while (keys.len > 0)
            if (matches(slice_cut(&keys, ' '), slice_of(key), arg))
                return actions_table[i].action;
    }
    return ACTION_NONE;
}

/* ---- words --------------------------------------------------------------- */

void action_keys_print(struct buf *out, const struct action_row *row)
{
    struct slice keys = slice_of(row->keys);
    bool first = true;

    while (keys.len > 0) {
        struct slice name = slice_cut(&keys, ' ');

        if (row->hint && !first)
            return; /* the footer names one key */
        buf_add_text(out, first ? "" : " ");
        if (name.len == 2 && name.ptr[0] == '^')
            buf_printf(out, "Ctrl-%c", name.ptr[1]);
        else
            buf_add(out, name);
        first = false;
    }
}

void actions_print_help(struct buf *out, enum context context)
{
    for (int i = 0; i < actions_count; i++) {
        const struct action_row *row = &actions_table[i];
        struct action_row all = *row;
        size_t start = out->len;

        if (!(row->contexts & 1u << context))
            continue;
        all.hint = NULL; /* the help names all of them */
        buf_add_text(out, "  ");
        action_keys_print(out, &all);
        while (out->len - start < 14)
            buf_add_char(out, ' ');
        buf_printf(out, " %s\n", row->help);
    }
}
