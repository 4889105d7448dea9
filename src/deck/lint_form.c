/* SPDX-License-Identifier: MIT */
/* Cues: what gives the right statement of one card away, or confuses. */
#include "lint_private.h"

#include <string.h>

/* ---- length and echo --------------------------------------------------- */

void lint_long_key(struct lint *lint, const struct lint_card *card)
{
    enum { LEAST_MORE = 15 }; /* characters; "Yes, both" is not long */
    const struct card *of = card->card;
    int longest = 0;

    for (int i = of->correct_count; i < of->statement_count; i++) {
        int length = lint_length(of->statements[i].text);

        longest = length > longest ? length : longest;
    }
    for (int i = 0; longest > 0 && i < of->correct_count; i++) {
        int length = lint_length(of->statements[i].text);

        if (2 * length > 3 * longest && length - longest >= LEAST_MORE)
            lint_found_in(lint, card, i, "text",
                          "%d characters, the longest distractor has %d: move "
                          "detail into the why",
                          length, longest);
    }
}

static bool is_content(const struct word *word)
{
    enum { LEAST_BYTES = 5 };

    return !(word->classes & WORD_FUNCTION) && word->text.len >= LEAST_BYTES;
}

/* A content word of the question that one side has and the other has not. */
static const struct word *word_of_side(const struct lint_card *card,
                                       bool of_key)
{
    for (int w = 0; w < card->question.count; w++) {
        const struct word *word = &card->question.items[w];
        bool sides[2] = {false, false};

        if (!is_content(word))
            continue;
        for (int i = 0; i < card->card->statement_count; i++)
            if (words_have(&card->statements[i], word->hash))
                sides[card->card->statements[i].correct] = true;
        if (sides[of_key] && !sides[!of_key])
            return word;
    }
    return NULL;
}

void lint_echo(struct lint *lint, const struct lint_card *card)
{
    const struct word *word = word_of_side(card, true);

    if (word && card->card->statement_count > card->card->correct_count &&
        !word_of_side(card, false))
        lint_found_in(lint, card, 0, "text",
                      "\"%.*s\" of the question stands in no distractor: say "
                      "it otherwise, or give a distractor a word of it",
                      (int)word->text.len, word->text.ptr);
}

/* ---- one form ---------------------------------------------------------- */

static bool ends_with_stop(const char *text)
{
    size_t len = strlen(text);

    return len > 1 && text[len - 1] == '.' && text[len - 2] != '.';
}

/* "It …", "They …": a sentence, while "A link …" is none. */
static int is_sentence(const struct words *words)
{
    return words->count > 0 && (words->items[0].classes & WORD_PRONOUN) != 0;
}

/* A name begins as it likes: "cuDF", "dcgm-exporter", "3 GPUs". -1 is one. */
static int begins_with_capital(const struct words *words)
{
    const char *text = words->count > 0 ? words->items[0].text.ptr : "";
    size_t len = words->count > 0 ? words->items[0].text.len : 0;

    for (size_t i = 0; i < len; i++)
        if ((i > 0 && text[i] >= 'A' && text[i] <= 'Z') ||
            (text[i] >= '0' && text[i] <= '9'))
            return -1;
    if (len == 0 || strchr("-_./`", text[len]))
        return -1;
    return text[0] < 'a' || text[0] > 'z';
}

/* Names of a word or two, whole phrases, or between: -1. */
static int is_phrase(const struct words *words)
{
    enum { NAME_WORDS = 2, PHRASE_WORDS = 7 };

    return words->count <= NAME_WORDS     ? 0
           : words->count >= PHRASE_WORDS ? 1
                                          : -1;
}

struct form {
    int (*of)(const struct words *words); /* 0, 1, or -1: neither */
    const char *words[2];                 /* of an odd one that is 0, 1 */
};

static const struct form forms[] = {
    {begins_with_capital,
     {"begins without a capital", "begins with a capital"}},
    {is_sentence, {"is no sentence", "is a sentence"}},
    {is_phrase, {"is a name", "is a phrase"}},
};

/* Index of the one that differs from all others, or -1. */
static int odd_one(const struct lint_card *card, const struct form *form)
{
    int counts[2] = {0, 0}, last[2] = {-1, -1};

    for (int i = 0; i < card->card->statement_count; i++) {
        int mark = form->of(&card->statements[i]);

        if (mark < 0)
            continue;
        counts[mark]++;
        last[mark] = i;
    }
    if (counts[0] + counts[1] < card->card->statement_count ||
        counts[0] + counts[1] < 3)
        return -1;
    return counts[1] == 1 ? last[1] : counts[0] == 1 ? last[0] : -1;
}

void lint_form(struct lint *lint, const struct lint_card *card)
{
    const struct card *of = card->card;
    int stops = 0;

    for (int i = 0; i < of->statement_count; i++)
        stops += ends_with_stop(of->statements[i].text);
    if (stops > 0 && stops < of->statement_count)
        lint_found_in(lint, card, 0, "text",
                      "%d of %d statements end with a full stop: all or none",
                      stops, of->statement_count);
    for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
        int odd = odd_one(card, &forms[i]);

        if (odd >= 0)
            lint_found_in(lint, card, odd, "text",
                          "%s, the others are not so: give all one form",
                          forms[i].words[forms[i].of(&card->statements[odd])]);
    }
}

/* ---- alike ------------------------------------------------------------- */

/* Where signs carry the meaning, words do not tell statements apart. */
static bool has_signs(const char *text)
{
    return strpbrk(text, "+*/=<>^|&!{}[]$%\\~") != NULL ||
           strstr(text, " -") != NULL || text[0] == '-';
}

static bool same_words(const struct words *a, const struct words *b)
{
    return a->count > 0 && a->count == b->count && words_contain(a, b);
}

static void compare_statements(struct lint *lint, const struct lint_card *card,
                               int i, int j)
{
    const struct words *a = &card->statements[i], *b = &card->statements[j];
    const struct words *part = a->count < b->count ? a : b;
    const struct statement *statements = card->card->statements;

    if (has_signs(statements[i].text) || has_signs(statements[j].text)) {
        if (!strcmp(statements[i].text, statements[j].text))
            lint_found_in(lint, card, j, "text", "the same as statement %d",
                          i + 1);
        return;
    }
    if (same_words(a, b))
        lint_found_in(lint, card, j, "text",
                      "the same as statement %d: let each say its own", i + 1);
    else if (part->count > 0 && words_contain(part == a ? b : a, part))
        lint_found_in(lint, card, j, "text",
                      "%s statement %d: let each say something of its own",
                      part == a ? "contains" : "is contained in", i + 1);
}

void lint_alike(struct lint *lint, const struct lint_card *card)
{
    for (int i = 0; i < card->card->statement_count; i++)
        for (int j = i + 1; j < card->card->statement_count; j++)
            compare_statements(lint, card, i, j);
}

/* ---- all of the above -------------------------------------------------- */

static bool is_letter_name(const struct word *word)
{
    return word->text.len == 1 && word->text.ptr[0] >= 'A' &&
           word->text.ptr[0] <= 'H';
}

static bool word_is(const struct word *word, const char *text)
{
    size_t len = strlen(text);

    if (word->text.len != len)
        return false;
    for (size_t i = 0; i < len; i++)
        if ((word->text.ptr[i] | 0x20) != text[i])
            return false;
    return true;
}

static bool is_one_of(const struct word *word, const char *const *names)
{
    for (; *names; names++)
        if (word_is(word, *names))
            return true;
    return false;
}

/* "all of the above" at word i. */
static bool is_of_the_above(const struct words *words, int i)
{
    static const char *const amounts[] = {"all",  "none",    "any",
                                          "both", "neither", NULL};

    if (i + 1 < words->count && is_one_of(&words->items[i], amounts) &&
        word_is(&words->items[i + 1], "above"))
        return true;
    return i + 3 < words->count && is_one_of(&words->items[i], amounts) &&
           word_is(&words->items[i + 1], "of") &&
           word_is(&words->items[i + 2], "the") &&
           word_is(&words->items[i + 3], "above");
}

/* "option B", "both A and B" at word i. */
static bool names_letter(const struct words *words, int i)
{
    static const char *const names[] = {"option", "options",   "answer",
                                        "choice", "statement", NULL};
    const struct word *word = &words->items[i];

    if (i + 1 >= words->count)
        return false;
    if (is_one_of(word, names)) /* not "the answer. A firm …" */
        return is_letter_name(&words->items[i + 1]) &&
               words->items[i + 1].text.ptr ==
                   word->text.ptr + word->text.len + 1;
    return i + 3 < words->count && word_is(word, "both") &&
           is_letter_name(&words->items[i + 1]) &&
           word_is(&words->items[i + 2], "and") &&
           is_letter_name(&words->items[i + 3]);
}

/* Statements such as "A and C". */
static bool is_letters_alone(const struct words *words)
{
    static const char *const joins[] = {"and", "or", "only", NULL};
    int letters = 0;

    for (int i = 0; i < words->count; i++) {
        if (is_letter_name(&words->items[i]))
            letters++;
        else if (!is_one_of(&words->items[i], joins))
            return false;
    }
    return letters >= 2;
}

/* Index of the word that names others, or -1. */
static int names_others(const struct words *words)
{
    for (int i = 0; i < words->count; i++)
        if (is_of_the_above(words, i) || names_letter(words, i))
            return i;
    return -1;
}

static struct slice phrase_from(const struct words *words, int from)
{
    enum { WORDS_SHOWN = 4 };
    int last = from + WORDS_SHOWN - 1;
    const struct word *first = &words->items[from], *end;

    last = last < words->count ? last : words->count - 1;
    end = &words->items[last];
    return (struct slice){
        first->text.ptr,
        (size_t)(end->text.ptr + end->text.len - first->text.ptr)};
}

/* Cheap, since every long text is asked: a letter alone, or "above". */
static bool may_name_others(const char *text)
{
    for (const char *p = text; *p; p++)
        if (*p >= 'A' && *p <= 'H' && p > text && p[-1] == ' ' &&
            (p[1] < 'A' || p[1] > 'z'))
            return true;
    return strstr(text, "above") != NULL;
}

void lint_of_the_above(struct lint *lint, const struct lint_card *card)
{
    const struct card *of = card->card;
    const struct {
        const char *member, *text;
    } texts[] = {{"short", of->brief}, {"full", of->full}};

    for (int i = 0; i < of->statement_count; i++) {
        int at = names_others(&card->statements[i]);
        struct slice phrase;

        if (at < 0 && !is_letters_alone(&card->statements[i]))
            continue;
        phrase = phrase_from(&card->statements[i], at < 0 ? 0 : at);
        lint_found_in(lint, card, i, "text",
                      "\"%.*s\" names other statements, which are shuffled: "
                      "say what is meant",
                      (int)phrase.len, phrase.ptr);
    }
    for (int i = 0; i < of->statement_count; i++) {
        if (!may_name_others(of->statements[i].why))
            continue;
        words_read(&lint->scratch, slice_of(of->statements[i].why));
        if (names_others(&lint->scratch) >= 0)
            lint_found_in(lint, card, i, "why",
                          "names a statement by place or letter: say what it "
                          "claims");
    }
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        if (!may_name_others(texts[i].text))
            continue;
        words_read(&lint->scratch, slice_of(texts[i].text));
        if (names_others(&lint->scratch) >= 0)
            lint_found(lint, card, texts[i].member,
                       "names a statement by place or letter: say what it "
                       "claims");
    }
}

/* ---- negative questions ------------------------------------------------ */

/* The first word of the sentence that asks. */
static int asking_from(const struct words *words)
{
    for (int i = words->count - 1; i > 0; i--) {
        const char *end =
            words->items[i - 1].text.ptr + words->items[i - 1].text.len;

        if (*end && strchr(".!?", *end) && i + 2 < words->count)
            return i;
    }
    return 0;
}

static bool is_emphasised(const struct words *words, int i)
{
    const struct word *word = &words->items[i];

    return word->is_upper || (i > 0 && word->text.ptr[-1] == '*');
}

/* Index of the word that turns the question round, or -1. */
static int negation_of(const struct words *words)
{
    bool asks = false;

    for (int i = asking_from(words); i < words->count; i++) {
        unsigned classes = words->items[i].classes;

        if (asks && (classes & WORD_NEGATION) &&
            !(i > 0 && word_is(&words->items[i - 1], "at")))
            return i;
        asks = asks || (classes & WORD_ASKS);
    }
    return -1;
}

void lint_negative(struct lint *lint, const struct lint_card *card)
{
    int at = negation_of(&card->question);
    const struct word *word;

    lint->counts.questions++;
    if (at < 0)
        return;
    lint->counts.negative++;
    word = &card->question.items[at];
    if (!is_emphasised(&card->question, at))
        lint_found(lint, card, "question",
                   "\"%.*s\" turns the question round: ask for what is so, or "
                   "write *%.*s*",
                   (int)word->text.len, word->text.ptr, (int)word->text.len,
                   word->text.ptr);
}

void lint_negatives(struct lint *lint)
{
    enum { LEAST_QUESTIONS = 20, MOST_PERCENT = 5 };
    const struct lint_counts *counts = &lint->counts;

    if (counts->questions >= LEAST_QUESTIONS &&
        100 * counts->negative > MOST_PERCENT * counts->questions)
        lint_found(lint, NULL, "",
                   "%d of %d questions ask what is not so: at most %d in a "
                   "hundred",
                   counts->negative, counts->questions, MOST_PERCENT);
}
