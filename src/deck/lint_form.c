/* SPDX-License-Identifier: MIT */
/* Cues: what gives the right statement of one card away, or confuses. */
#include "lint_private.h"

#include <string.h>

/* ---- what rules here share ----------------------------------------------- */

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

static bool words_have_stem(const struct words *words, uint64_t stem)
{
    for (int i = 0; i < words->count; i++)
        if (words->items[i].stem == stem)
            return true;
    return false;
}

/* A long question tells a story, which shares words with anything. */
static int echoes_from(const struct words *question)
{
    enum { LONG_WORDS = 30 };

    return question->count > LONG_WORDS ? asking_from(question) : 0;
}

/* A content word of the question that one side has and the other has not. */
static const struct word *word_of_side(const struct lint_card *card,
                                       bool of_key)
{
    const struct words *question = &card->question;

    for (int w = echoes_from(question); w < question->count; w++) {
        const struct word *word = &question->items[w];
        bool sides[2] = {false, false};

        if (!is_content(word))
            continue;
        for (int i = 0; i < card->card->statement_count; i++)
            if (words_have_stem(&card->statements[i], word->stem))
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

/* A full stop, behind a quote or bracket as well; "U.S." and "…" are none. */
static bool ends_with_stop(const char *text)
{
    size_t len = strlen(text), begin;

    while (len > 0 && strchr("\"')]`", text[len - 1]))
        len--;
    if (len < 2 || text[len - 1] != '.')
        return false;
    for (begin = len - 1; begin > 0 && text[begin - 1] != ' ';)
        if (text[--begin] == '.')
            return false;
    return true;
}

/* "They …" is a sentence and "A link …" is none; -1 is one that begins
   otherwise, which no word alone gives away. */
static int is_sentence(const struct lint_card *card, int statement)
{
    const struct words *words = &card->statements[statement];

    if (words->count > 0 && (words->items[0].classes & WORD_PRONOUN))
        return 1;
    for (int i = 0; i < words->count; i++)
        if (words->items[i].classes & WORD_FINITE)
            return -1;
    return 0;
}

static bool has_capital(const struct word *word, size_t from)
{
    for (size_t i = from; i < word->text.len; i++)
        if ((word->text.ptr[i] >= 'A' && word->text.ptr[i] <= 'Z') ||
            (word->text.ptr[i] >= '0' && word->text.ptr[i] <= '9'))
            return true;
    return false;
}

/* -1: names begin as they like, such as "cuDF", "nvidia-smi", "Sprint Goal",
   and so does what the question writes in lower case. */
static int begins_with_capital(const struct lint_card *card, int statement)
{
    const struct words *words = &card->statements[statement];
    const struct word *first = words->items;

    if (words->count == 0 || has_capital(first, 1) ||
        strchr("-_./`'", first->text.ptr[first->text.len]))
        return -1;
    for (int i = 1; i < words->count; i++)
        if (has_capital(&words->items[i], 0))
            return -1;
    for (int i = 0; i < card->question.count; i++)
        if (slice_equal(card->question.items[i].text, first->text) &&
            first->text.ptr[0] >= 'a')
            return -1;
    return first->text.ptr[0] < 'a' || first->text.ptr[0] > 'z';
}

/* A name of one word, a whole phrase, or between: -1. */
static int is_phrase(const struct lint_card *card, int statement)
{
    enum { NAME_WORDS = 1, PHRASE_WORDS = 7 };
    int count = card->statements[statement].count;

    return count <= NAME_WORDS ? 0 : count >= PHRASE_WORDS ? 1 : -1;
}

struct form {
    int (*of)(const struct lint_card *card, int statement); /* 0, 1 or -1 */
    const char *words[2]; /* of an odd one that is 0, 1 */
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
        int mark = form->of(card, i);

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
                          forms[i].words[forms[i].of(card, odd)]);
    }
}

/* ---- alike ------------------------------------------------------------- */

/* Where signs carry the meaning, words do not tell statements apart. */
static bool has_signs(const char *text)
{
    return strpbrk(text, "+*/=<>^|&!{}[]$%\\~") != NULL ||
           strstr(text, " -") != NULL || text[0] == '-';
}

/* Of one word or two, "Mhz" and "mHz" are not the same. */
static bool are_same(const struct words *a, const struct words *b)
{
    enum { CASE_WORDS = 2 };

    if (a->count == 0 || a->count != b->count || !words_contain(a, b))
        return false;
    for (int i = 0; a->count <= CASE_WORDS && i < a->count; i++)
        if (!slice_equal(a->items[i].text, b->items[i].text))
            return false;
    return true;
}

/* Short names contain one another and mean different things. */
static bool says_the_same(const struct words *whole, const struct words *part)
{
    enum { LEAST_WORDS = 5 };
    int more = 0;

    if (part->count == 0 || !words_contain(whole, part))
        return false;
    for (int i = 0; i < whole->count; i++) {
        unsigned classes = whole->items[i].classes;

        if (classes & WORD_NEGATION)
            return false;
        more += !(classes & WORD_FUNCTION) &&
                !words_have(part, whole->items[i].hash);
    }
    return part->count >= LEAST_WORDS || more == 0;
}

static void compare_statements(struct lint *lint, const struct lint_card *card,
                               int i, int j)
{
    const struct words *a = &card->statements[i], *b = &card->statements[j];
    const struct statement *statements = card->card->statements;

    if (has_signs(statements[i].text) || has_signs(statements[j].text)) {
        if (!strcmp(statements[i].text, statements[j].text))
            lint_found_in(lint, card, j, "text", "the same as statement %d",
                          i + 1);
        return;
    }
    if (are_same(a, b))
        lint_found_in(lint, card, j, "text",
                      "the same as statement %d: let each say its own", i + 1);
    else if (a->count != b->count && says_the_same(a->count > b->count ? a : b,
                                                   a->count > b->count ? b : a))
        lint_found_in(lint, card, j, "text",
                      "%s statement %d: let each say something of its own",
                      a->count < b->count ? "contains" : "is contained in",
                      i + 1);
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

static const char *const things[] = {"choices",    "options", "answers",
                                     "statements", "others",  NULL};
static const char *const pointers[] = {"of", "the", "these", "those", NULL};

/* "all of the above", "none of these", "all choices are correct" at word i. */
static bool is_of_the_above(const struct words *words, int i)
{
    static const char *const amounts[] = {"all",  "none",    "any", "one",
                                          "both", "neither", NULL};
    static const char *const verdicts[] = {"is", "are", "correct", "true",
                                           NULL};
    int at = i + 1;
    bool points = false;

    if (!is_one_of(&words->items[i], amounts))
        return false;
    while (at < words->count && is_one_of(&words->items[at], pointers))
        points = is_one_of(&words->items[at++], &pointers[2]);
    if (at < words->count && word_is(&words->items[at], "above"))
        return true;
    if (at < words->count && is_one_of(&words->items[at], things))
        points = true, at++;
    return points && !word_is(&words->items[i], "one") &&
           (at == words->count || is_one_of(&words->items[at], verdicts));
}

static bool follows(const struct word *word, const struct word *before)
{
    return word->text.ptr == before->text.ptr + before->text.len + 1;
}

/* "option B", "both A and B", "B is wrong", "the second option" at word i. */
static bool names_letter(const struct words *words, int i)
{
    static const char *const names[] = {"option", "options",   "answer",
                                        "choice", "statement", NULL};
    static const char *const pairs[] = {"both", "neither", NULL};
    static const char *const verdicts[] = {
        "wrong", "right", "correct", "incorrect", "true", "false", NULL};
    static const char *const places[] = {"first",  "second", "third",
                                         "fourth", "last",   NULL};
    const struct word *word = &words->items[i];
    int left = words->count - i;

    if (left >= 2 && is_one_of(word, names)) /* not "the answer. A firm …" */
        return is_letter_name(word + 1) && follows(word + 1, word);
    if (left >= 2 && i > 0 && is_one_of(word, places))
        return word_is(word - 1, "the") &&
               (word_is(word + 1, "option") || word_is(word + 1, "choice") ||
                word_is(word + 1, "answer"));
    if (left >= 3 && is_letter_name(word))
        return word_is(word + 1, "is") && is_one_of(word + 2, verdicts);
    return left >= 4 && is_one_of(word, pairs) && is_letter_name(word + 1) &&
           (word_is(word + 2, "and") || word_is(word + 2, "nor")) &&
           is_letter_name(word + 3);
}

/* Statements such as "A and C". */
static bool is_letters_alone(const struct words *words)
{
    static const char *const joins[] = {"and",  "or",      "nor", "only",
                                        "both", "neither", NULL};
    int letters = 0;

    for (int i = 0; i < words->count; i++) {
        if (is_letter_name(&words->items[i]) ||
            (words->items[i].text.len == 1 &&
             words->items[i].text.ptr[-1] == '('))
            letters++;
        else if (!is_one_of(&words->items[i], joins))
            return false;
    }
    return letters >= 2;
}

/* Index of the word that names others, or -1. */
static int names_others(const struct words *words)
{
    if (words->count == 1 &&
        (word_is(words->items, "none") || word_is(words->items, "neither")))
        return 0;
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

/* Cheap, since every long text is asked: a letter alone, or a word. */
static bool may_name_others(const char *text)
{
    for (const char *p = text; *p; p++)
        if (*p >= 'A' && *p <= 'H' && (p == text || p[-1] == ' ') &&
            (p[1] < 'A' || p[1] > 'z'))
            return true;
    return strstr(text, "above") || strstr(text, "option") ||
           strstr(text, "choice") || strstr(text, "answer");
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

        /* "None of these" has its place when it is kept last. */
        if ((at < 0 && !is_letters_alone(&card->statements[i])) ||
            of->statements[i].pin)
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

static bool is_emphasised(const struct words *words, int i)
{
    const struct word *word = &words->items[i];

    return word->is_upper || (i > 0 && word->text.ptr[-1] == '*');
}

/* "least likely" turns round; "least path loss" does not. */
static bool turns_round(const struct words *words, int i)
{
    static const char *const qualities[] = {
        "likely",      "suitable", "important", "effective", "useful",
        "appropriate", "relevant", "efficient", "true",      NULL};
    const struct word *word = &words->items[i];
    const char *text = word->text.ptr;

    if (!(word->classes & WORD_NEGATION) || text[word->text.len] == '_' ||
        (i > 0 && text[-1] == '_'))
        return false;
    if (word_is(word, "least"))
        return i + 1 < words->count && is_one_of(word + 1, qualities);
    return i == 0 || !word_is(word - 1, "for");
}

/* Behind these words a negation belongs to a condition or a reason. */
static bool ends_asking(const struct word *word)
{
    static const char *const reasons[] = {"reason", "reasons", "provided",
                                          NULL};

    return word->after_comma || is_one_of(word, reasons) ||
           ((word->classes & WORD_CLAUSE) && !(word->classes & WORD_ASKS));
}

/* Index of the word that turns the question round, or -1. */
static int negation_of(const struct lint_card *card)
{
    const struct words *words = &card->question;
    bool asks = strchr(card->card->question, '?') == NULL;

    for (int i = asking_from(words); i < words->count; i++) {
        if (asks && ends_asking(&words->items[i]))
            return -1;
        if (asks && turns_round(words, i))
            return i;
        asks = asks || (words->items[i].classes & WORD_ASKS);
    }
    return -1;
}

void lint_negative(struct lint *lint, const struct lint_card *card)
{
    int at = negation_of(card);
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
