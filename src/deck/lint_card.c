/* SPDX-License-Identifier: MIT */
/* What a card lacks, and what of it cannot be relied on. */
#include "lint_private.h"

#include "aiio/width.h"

#include <string.h>

/* ---- what is missing --------------------------------------------------- */

/* Members of a card in one finding: a first draft lacks them all. */
void lint_missing(struct lint *lint, const struct lint_card *card)
{
    const struct card *of = card->card;
    const struct {
        const char *member;
        bool is_there;
    } members[] = {{"short", of->brief[0] != '\0'},
                   {"full", of->full[0] != '\0'},
                   {"sources", of->source_count > 0},
                   {"as_of", of->as_of[0] != '\0'}};
    struct buf lacks = {0};

    for (int i = 0; i < of->statement_count; i++)
        if (!of->statements[i].why[0])
            lint_found_in(lint, card, i, "why",
                          "no why: say what makes the statement %s",
                          of->statements[i].correct ? "right" : "wrong");
    for (size_t i = 0; i < sizeof(members) / sizeof(members[0]); i++)
        if (!members[i].is_there)
            buf_printf(&lacks, "%s%s", lacks.len > 0 ? ", no " : "no ",
                       members[i].member);
    if (lacks.len > 0)
        lint_found(lint, card, "",
                   "%s: explain the answer, say where it can be looked up and "
                   "when it was true",
                   buf_text(&lacks));
    buf_release(&lacks);
}

void lint_stale(struct lint *lint, const struct lint_card *card)
{
    struct slice rest = slice_of(card->card->as_of);
    struct slice year_text = slice_cut(&rest, '-');
    int64_t year, month, age;

    if (!slice_to_int(year_text, 0, 9999, &year) ||
        !slice_to_int(slice_cut(&rest, '-'), 1, 12, &month))
        return;
    age = 12 * (lint->input->today_year - year) + lint->input->today_month -
          month;
    if (age > LINT_MONTHS)
        lint_found(lint, card, "as_of",
                   "%s is %d months ago: look it up again and set as_of",
                   card->card->as_of, (int)age);
    else if (age < 0)
        lint_found(lint, card, "as_of",
                   "%s is in the future: set the month of the last look",
                   card->card->as_of);
}

void lint_link(struct lint *lint, const struct lint_card *card)
{
    for (int i = 0; i < card->card->source_count; i++) {
        const char *url = card->card->sources[i].url;

        if (!url[0])
            lint_found(lint, card, "sources",
                       "\"%s\" has no address: add an https URL",
                       card->card->sources[i].title);
        else if (strncmp(url, "https://", 8) != 0)
            lint_found(lint, card, "sources",
                       "%s is no https URL: use the https address", url);
    }
}

/* ---- figures ----------------------------------------------------------- */

void lint_figure(struct lint *lint, const struct lint_card *card)
{
    for (int i = 0; i < card->card->figure_line_count; i++) {
        int cells = text_cells(slice_of(card->card->figure_lines[i]));

        if (cells > LINT_FIGURE_CELLS)
            lint_found(lint, card, "figure", "line %d is %d cells wide: %d fit",
                       i + 1, cells, LINT_FIGURE_CELLS);
    }
}

/* First and last of runs that every terminal draws in one cell. */
static const uint32_t safe_characters[][2] = {
    {0x20, 0x7E},     {0xA0, 0xAC},     {0xAE, 0x24F},    {0x391, 0x3C9},
    {0x2013, 0x2014}, {0x2018, 0x2019}, {0x201C, 0x201D}, {0x2022, 0x2022},
    {0x2026, 0x2026}, {0x2190, 0x2195}, {0x2212, 0x2212}, {0x221A, 0x221A},
    {0x221E, 0x221E}, {0x2248, 0x2248}, {0x2260, 0x2260}, {0x2264, 0x2265},
    {0x2500, 0x259F}, {0x25A0, 0x25A1}, {0x25B2, 0x25B2}, {0x25BA, 0x25BA},
    {0x25BC, 0x25BC}, {0x25C4, 0x25C4}, {0x25CB, 0x25CB}, {0x25CF, 0x25CF},
};

static bool is_safe(uint32_t character)
{
    size_t count = sizeof(safe_characters) / sizeof(safe_characters[0]);

    for (size_t i = 0; i < count; i++)
        if (character >= safe_characters[i][0] &&
            character <= safe_characters[i][1])
            return true;
    return false;
}

void lint_figure_character(struct lint *lint, const struct lint_card *card)
{
    for (int i = 0; i < card->card->figure_line_count; i++) {
        struct slice rest = slice_of(card->card->figure_lines[i]);

        while (rest.len > 0) {
            uint32_t character = 0;
            size_t bytes = utf8_first(rest, &character);

            if (!is_safe(character)) {
                lint_found(lint, card, "figure",
                           "line %d has U+%04X: draw with ASCII, box drawing, "
                           "blocks or arrows",
                           i + 1, (unsigned)character);
                break;
            }
            rest.ptr += bytes > 0 ? bytes : 1;
            rest.len -= bytes > 0 ? bytes : 1;
        }
    }
}

/* ---- numbers ----------------------------------------------------------- */

/* "1,024" and "1024" are one, and "40gb" begins with 40. */
static bool is_number(struct slice number, struct slice word)
{
    size_t i = 0, j = 0;

    for (;;) {
        while (i < number.len && number.ptr[i] == ',')
            i++;
        while (j < word.len && word.ptr[j] == ',')
            j++;
        if (i == number.len)
            return j == word.len || word.ptr[j] < '.' || word.ptr[j] > '9';
        if (j == word.len || number.ptr[i++] != word.ptr[j++])
            return false;
    }
}

static bool words_have_number(const struct words *words, struct slice number)
{
    for (int i = 0; i < words->count; i++)
        if (words->items[i].has_digit &&
            is_number(number, words->items[i].text))
            return true;
    return false;
}

static bool has_numbers(const struct lint_card *card)
{
    for (int i = 0; i < card->card->statement_count; i++)
        for (int j = 0; j < card->statements[i].count; j++)
            if (card->statements[i].items[j].has_digit)
                return true;
    return false;
}

/* Names such as H100 and FP16 have letters in them and are no numbers. */
static void look_for_numbers(struct lint *lint, const struct lint_card *card,
                             int statement)
{
    const struct words *words = &card->statements[statement];
    int carried = lint->scratch.count;

    if (!card->card->statements[statement].correct)
        words_add(&lint->scratch,
                  slice_of(card->card->statements[statement].why));
    for (int i = 0; i < words->count; i++) {
        const struct word *word = &words->items[i];

        if (!word->has_digit || word->has_letter ||
            words_have_number(&lint->scratch, word->text))
            continue;
        lint_found_in(lint, card, statement, "text",
                      "the number %.*s stands in no full text, source or "
                      "question: say where it comes from",
                      (int)word->text.len, word->text.ptr);
        break;
    }
    lint->scratch.count = carried;
}

void lint_number(struct lint *lint, const struct lint_card *card)
{
    const struct card *of = card->card;

    if (!has_numbers(card))
        return;
    words_read(&lint->scratch, slice_of(of->full));
    words_add(&lint->scratch, slice_of(of->question));
    for (int i = 0; i < of->source_count; i++) {
        words_add(&lint->scratch, slice_of(of->sources[i].title));
        words_add(&lint->scratch, slice_of(of->sources[i].url));
    }
    for (int i = 0; i < of->statement_count; i++)
        look_for_numbers(lint, card, i);
}

/* ---- cover ------------------------------------------------------------- */

/* "which of these", "which of the following": there is nothing to think of. */
void lint_cover(struct lint *lint, const struct lint_card *card)
{
    static const char *const phrases[] = {
        "which of these",        "which of the following",
        "which one of these",    "which one of the following",
        "which two of these",    "which two of the following",
        "what of the following", "one of the following",
        "which statement",       "which description",
        "which choice",          "which answer"};
    struct words phrase = {0};

    if (!card->card->cover || card->card->statement_count < 2)
        return;
    for (size_t i = 0; i < sizeof(phrases) / sizeof(phrases[0]); i++) {
        words_read(&phrase, slice_of(phrases[i]));
        if (!words_contain(&card->question, &phrase))
            continue;
        lint_found(lint, card, "question",
                   "\"%s\" asks for the statements: ask outright, or say "
                   "\"cover\": false",
                   phrases[i]);
        break;
    }
    words_release(&phrase);
}
