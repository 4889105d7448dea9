/* SPDX-License-Identifier: MIT */
#include "aiio/lint.h"

#include "lint_private.h"

#include "aiio/buf.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

/* ---- the rules: one row each ------------------------------------------- */

#define NBME                                                                   \
    "NBME Item-Writing Guide (2020): cues for the testwise; Haladyna, "        \
    "Downing, Rodriguez, A Review of Multiple-Choice Item-Writing "            \
    "Guidelines, Applied Measurement in Education 15 (2002)"
#define COUNTED                                                                \
    "counted in public question banks: in two of them the key is the longest " \
    "option in 75 to 79 % of the questions, where chance gives 25 %"
#define OURS "a rule of this project, from what went wrong in free decks"

struct rule {
    struct lint_rule told;
    bool english;
    void (*card)(struct lint *lint, const struct lint_card *card);
    void (*deck)(struct lint *lint);
};

static const struct rule rules[] = {
    {{"longest-key",
      "over the deck, the right statement is the longest one "
      "(or the shortest) too often",
      "Who writes a card polishes the right statement and leaves the others "
      "short. A learner then learns to pick the longest, and knows nothing on "
      "the day it matters. Lengthen distractors and cut keys until the share "
      "is that of chance, within 8 points.",
      COUNTED},
     false,
     lint_count_lengths,
     lint_lengths},
    {{"long-key",
      "the right statement is more than 1.5 times as long as the "
      "longest distractor",
      "One such card gives itself away. Move the explanation into the why of "
      "the statement, or give the distractors as much detail.",
      NBME},
     false,
     lint_long_key,
     NULL},
    {{"echo",
      "a word of the question stands again in the right statement, "
      "and no distractor has one of its own",
      "The ear picks the option that sounds like the question. Take the word "
      "out of the key, or let a distractor have a word of the question too.",
      NBME},
     true,
     lint_echo,
     NULL},
    {{"absolutes",
      "\"always\", \"only\", \"must\" stand in distractors more "
      "often than in right statements",
      "Test takers know that a statement without exceptions is mostly wrong. "
      "Take such words out of the distractors where the misconception does "
      "not need them.",
      NBME},
     true,
     lint_count_absolutes,
     lint_absolutes},
    {{"hedges",
      "\"usually\", \"can\" or a qualifying clause stand in right "
      "statements more often than in distractors",
      "A careful sentence looks true. Qualify distractors as carefully, or "
      "move the qualification from the key into its why.",
      NBME},
     true,
     lint_count_hedges,
     lint_hedges},
    {{"form",
      "one statement has another form than the rest: a full stop, a "
      "capital, a sentence among names",
      "What sticks out is chosen or left out for its look. Give all "
      "statements of a card one grammatical form.",
      NBME},
     true,
     lint_form,
     NULL},
    {{"alike", "two statements are the same, or one contains the other",
      "Two equal statements cannot be told apart, and of two that contain "
      "one another both may be right. Let each say something of its own.",
      NBME},
     false,
     lint_alike,
     NULL},
    {{"of-the-above",
      "\"all of the above\", \"none of the above\", \"both A "
      "and B\", or an option named by its letter",
      "Statements are shuffled, so there is no above and no B. Besides, who "
      "knows two of them right need not know the third.",
      NBME},
     true,
     lint_of_the_above,
     NULL},
    {{"negative",
      "the question asks what is not so, and the negation is not "
      "emphasised; or too many questions are negative",
      "A small \"not\" is overlooked, and then a learner who knows the matter "
      "is told to be wrong. Ask for what is so, or write *not*.",
      NBME},
     true,
     lint_negative,
     lint_negatives},
    {{"near-duplicate",
      "two cards say nearly the same: half of their runs of five "
      "words or more are common",
      "A learner is asked twice for one fact and it counts twice. Retire one "
      "of them, or ask the second from another side.",
      "Broder, On the Resemblance and Containment of Documents (1997): "
      "shingles"},
     false,
     lint_note_shingles,
     lint_duplicates},
    {{"incomplete",
      "a statement without why, a card without short, full, sources "
      "or as_of",
      "The why is what teaches after a wrong choice, the source is what can "
      "be looked up, as_of says when it was true. A deck without them can be "
      "learnt and not trusted.",
      OURS},
     false,
     lint_missing,
     NULL},
    {{"stale", "as_of is older than 18 months, or in the future",
      "Products and limits change within two hardware generations. Look the "
      "card up again and set as_of to the month in which it was found true.",
      OURS},
     false,
     lint_stale,
     NULL},
    {{"link", "a source's address is no https URL",
      "What is not https cannot be trusted on the way, and what is no address "
      "cannot be opened with Enter.",
      OURS},
     false,
     lint_link,
     NULL},
    {{"figure-width", "a line of a figure is wider than 76 cells",
      "80 columns less the margins are what every terminal has. Fold the "
      "figure or shorten its labels.",
      OURS},
     false,
     lint_figure,
     NULL},
    {{"figure-character",
      "a figure has a character of which terminals "
      "disagree how wide it is",
      "One such character shifts all that follows it on the line. ASCII, box "
      "drawing, blocks, arrows and Latin letters are safe.",
      "Unicode Standard Annex 11, East Asian Width: ambiguous, wide and "
      "combining characters"},
     false,
     lint_figure_character,
     NULL},
    {{"objective",
      "a card's objective is not in the outline, or an objective "
      "has no card",
      "What the outline promises and no card asks is a gap on the exam day; "
      "what it does not know is counted nowhere.",
      OURS},
     false,
     lint_outline_card,
     lint_outline},
    {{"weights",
      "a domain's share of the cards is off its weight by more "
      "than 2 points",
      "Study time follows the cards, the exam follows the weights. Write "
      "cards where the share is low.",
      OURS},
     false,
     NULL,
     lint_weights},
    {{"number",
      "a number in a statement stands neither in the full text nor "
      "in a source or the question",
      "A figure that nothing carries is a figure nobody can check. Say in "
      "full where it comes from; a wrong one may be refuted in its why.",
      OURS},
     false,
     lint_number,
     NULL},
    {{"cover",
      "the question cannot be answered before its statements are "
      "seen, and the card does not say \"cover\": false",
      "Statements stay covered until the learner has an answer of their own. "
      "\"Which of these\" has none: ask outright, or say that the card is not "
      "to be covered.",
      NBME},
     true,
     lint_cover,
     NULL},
    {{"copied",
      "eight words or more in a row stand in a file named by "
      "--against",
      "Sentences belong to who wrote them, facts to everybody. Say it in "
      "words of your own.",
      OURS},
     false,
     lint_copied,
     NULL},
};

enum { RULE_COUNT = sizeof(rules) / sizeof(rules[0]) };

int lint_rule_count(void)
{
    return RULE_COUNT;
}

struct lint_rule lint_rule(int index)
{
    return rules[index].told;
}

int lint_rule_index(const char *id)
{
    for (int i = 0; i < RULE_COUNT; i++)
        if (!strcmp(rules[i].told.id, id))
            return i;
    return -1;
}

/* ---- places ------------------------------------------------------------ */

/* Past a JSON string whose quote stands at at. */
static size_t skip_string(struct slice text, size_t at)
{
    for (at++; at < text.len && text.ptr[at] != '"'; at++)
        if (text.ptr[at] == '\\')
            at++;
    return at + 1;
}

static size_t skip_space(struct slice text, size_t at)
{
    while (at < text.len && strchr(" \t\r\n", text.ptr[at]))
        at++;
    return at;
}

/*
 * Where a member of the object that begins at from has its value, or from when
 * it has none. The text was read as JSON without a fault.
 */
static size_t member_at(struct slice text, size_t from, struct slice name)
{
    int depth = 0;

    for (size_t at = from; at < text.len;) {
        char c = text.ptr[at];

        if (c == '"') {
            size_t end = skip_string(text, at);
            struct slice key = {text.ptr + at + 1, end - at - 2};
            size_t colon = skip_space(text, end);

            if (depth == 1 && colon < text.len && text.ptr[colon] == ':' &&
                slice_equal(key, name))
                return skip_space(text, colon + 1);
            at = end;
            continue;
        }
        depth += (c == '{' || c == '[') - (c == '}' || c == ']');
        if (depth == 0)
            break;
        at++;
    }
    return from;
}

static struct deck_place place_in(const struct lint *lint,
                                  struct deck_place place, const char *member)
{
    struct slice name = slice_of(member);
    struct slice first = slice_cut(&name, '.');

    first = slice_cut(&first, '[');
    if (place.file >= 0 && place.file < lint->input->file_count)
        place.offset = (uint32_t)member_at(lint->input->files[place.file].text,
                                           place.offset, first);
    return place;
}

/* ---- findings ---------------------------------------------------------- */

static void add_problem(struct lint *lint, const struct lint_card *card,
                        struct deck_place place, const char *member,
                        const char *message)
{
    const struct lint_input *input = lint->input;
    bool known = place.file >= 0 && place.file < input->file_count;
    struct problem problem = {
        .severity = SEVERITY_WARNING,
        .rule = rules[lint->rule].told.id,
        .file = known ? input->files[place.file].name : "",
        .card_index = card ? card->index_in_file : -1,
        .card = card ? card->card->id : "",
        .field = member,
        .message = message,
        .place = place,
    };

    problems_add(lint->problems, &problem);
}

static void add_message(struct lint *lint, const struct lint_card *card,
                        struct deck_place place, const char *member,
                        const char *format, va_list arguments)
    __attribute__((format(__printf__, 5, 0)));
static void add_message(struct lint *lint, const struct lint_card *card,
                        struct deck_place place, const char *member,
                        const char *format, va_list arguments)
{
    struct buf message = {0};

    buf_vprintf(&message, format, arguments);
    add_problem(lint, card, place, member, buf_text(&message));
    buf_release(&message);
}

static bool is_told(struct lint *lint)
{
    return ++lint->found[lint->rule] <= LINT_SHOWN;
}

void lint_found(struct lint *lint, const struct lint_card *card,
                const char *member, const char *format, ...)
{
    struct deck_place place = {0, 0};
    va_list arguments;

    /* One of the deck outweighs those of its cards. */
    if (card && !is_told(lint))
        return;
    if (card)
        place = place_in(lint, card->card->place, member);
    va_start(arguments, format);
    add_message(lint, card, place, member, format, arguments);
    va_end(arguments);
}

void lint_found_in(struct lint *lint, const struct lint_card *card,
                   int statement, const char *member, const char *format, ...)
{
    const struct card *of = card->card;
    struct buf path = {0};
    va_list arguments;

    if (!is_told(lint))
        return;
    if (statement >= of->correct_count)
        buf_printf(&path, "distractors[%d].%s", statement - of->correct_count,
                   member);
    else if (of->correct_count > 1)
        buf_printf(&path, "correct[%d].%s", statement, member);
    else
        buf_printf(&path, "correct.%s", member);
    va_start(arguments, format);
    add_message(lint, card,
                place_in(lint, of->statements[statement].place, member),
                buf_text(&path), format, arguments);
    va_end(arguments);
    buf_release(&path);
}

static void tell_rest(struct lint *lint)
{
    char message[128];

    for (lint->rule = 0; lint->rule < RULE_COUNT; lint->rule++) {
        int rest = lint->found[lint->rule] - LINT_SHOWN;

        if (rest <= 0)
            continue;
        snprintf(message, sizeof(message), "%d findings more of %s", rest,
                 rules[lint->rule].told.id);
        add_problem(
            lint, NULL,
            (struct deck_place){lint->input->file_count - 1, DECK_PLACE_NONE},
            "", message);
    }
}

/* ---- what rules share -------------------------------------------------- */

int lint_length(const char *text)
{
    int length = 0;

    for (; *text; text++)
        length += ((unsigned char)*text & 0xC0) != 0x80;
    return length;
}

bool lint_is_chance(double count, double expected, double variance)
{
    return fabs(count - expected) <= 1.96 * sqrt(variance);
}

/* ---- the run ----------------------------------------------------------- */

static void look_at(struct lint *lint, int index, int index_in_file)
{
    struct lint_card *at = &lint->at;

    at->card = &lint->input->deck->cards[index];
    at->index = index;
    at->index_in_file = index_in_file;
    words_read(&at->question, slice_of(at->card->question));
    for (int i = 0; i < at->card->statement_count; i++)
        words_read(&at->statements[i], slice_of(at->card->statements[i].text));
    for (int i = 0; i < RULE_COUNT; i++) {
        lint->rule = i;
        if (rules[i].card && (lint->english || !rules[i].english))
            rules[i].card(lint, at);
    }
}

static void give_words(struct lint *lint)
{
    word_book_fill(&lint->book);
    lint->scratch.book = &lint->book;
    lint->at.question.book = &lint->book;
    for (int i = 0; i < DECK_STATEMENTS_MAX; i++)
        lint->at.statements[i].book = &lint->book;
}

void lint_deck(const struct lint_input *input, struct problems *problems)
{
    const struct deck *deck = input->deck;
    struct lint lint = {
        .input = input,
        .problems = problems,
        .english = !deck->language[0] || !strncmp(deck->language, "en", 2),
    };
    int file = -1, first = 0;

    give_words(&lint);
    _Static_assert((int)RULE_COUNT <= (int)LINT_RULES_MAX,
                   "room for every rule");
    lint.counts.per_objective =
        mem_new((size_t)deck->objective_count + 1, sizeof(int));
    for (int i = 0; i < deck->card_count; i++) {
        if (deck->cards[i].place.file != file)
            first = i;
        file = deck->cards[i].place.file;
        look_at(&lint, i, i - first);
    }
    for (lint.rule = 0; lint.rule < RULE_COUNT; lint.rule++)
        if (rules[lint.rule].deck &&
            (lint.english || !rules[lint.rule].english))
            rules[lint.rule].deck(&lint);
    tell_rest(&lint);
    lint_copies_release(&lint);
    mem_free(lint.counts.per_objective);
    words_release(&lint.at.question);
    for (int i = 0; i < DECK_STATEMENTS_MAX; i++)
        words_release(&lint.at.statements[i]);
    words_release(&lint.scratch);
}
