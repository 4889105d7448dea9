/* SPDX-License-Identifier: MIT */
#include "aiio/deck.h"

#include "aiio/lint.h"
#include "aiio/sanitise.h"

#include <string.h>

void deck_release(struct deck *deck)
{
    mem_free(deck->cards);
    arena_release(&deck->arena);
    *deck = (struct deck){0};
}

/* ---- ids ----------------------------------------------------------------- */

static bool is_lower_or_digit(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

bool deck_id_is_valid(struct slice id)
{
    if (id.len == 0 || id.len > DECK_ID_MAX || !is_lower_or_digit(id.ptr[0]))
        return false;
    for (size_t i = 1; i < id.len; i++)
        if (!is_lower_or_digit(id.ptr[i]) && id.ptr[i] != '.' &&
            id.ptr[i] != '_' && id.ptr[i] != '-')
            return false;
    return true;
}

void deck_id_propose(struct buf *out, struct slice text)
{
    enum { PROPOSED_MAX = 32 };
    size_t start = out->len;
    bool gap = false;

    for (size_t i = 0; i < text.len && out->len - start < PROPOSED_MAX; i++) {
        char c = text.ptr[i];

        if (c >= 'A' && c <= 'Z')
            c = (char)(c - 'A' + 'a');
        if (!is_lower_or_digit(c)) {
            gap = out->len > start;
            continue;
        }
        if (gap)
            buf_add_char(out, '-');
        buf_add_char(out, c);
        gap = false;
    }
    if (out->len == start)
        buf_add_text(out, "card-1");
}

/* ---- outline ------------------------------------------------------------- */

int deck_objective_index(const struct deck *deck, const char *id)
{
    for (int i = 0; i < deck->objective_count; i++)
        if (!strcmp(deck->objectives[i].id, id))
            return i;
    return -1;
}

int deck_domain_index(const struct deck *deck, const char *id)
{
    for (int i = 0; i < deck->domain_count; i++)
        if (!strcmp(deck->domains[i].id, id))
            return i;
    return -1;
}

int deck_domain_of(const struct deck *deck, const char *objective_id)
{
    int objective = deck_objective_index(deck, objective_id);

    return objective >= 0 ? deck->objectives[objective].domain
                          : deck_domain_index(deck, objective_id);
}

const struct statement *card_statement(const struct card *card, struct slice id)
{
    for (int i = 0; i < card->statement_count; i++)
        if (slice_is(id, card->statements[i].id))
            return &card->statements[i];
    return NULL;
}

void card_answer_key(struct buf *out, const struct card *card)
{
    const char *ids[DECK_STATEMENTS_MAX] = {NULL};
    int count = 0;

    for (; count < card->correct_count && count < DECK_STATEMENTS_MAX;
         count++) {
        int at = count;

        for (; at > 0 && strcmp(ids[at - 1], card->statements[count].id) > 0;
             at--)
            ids[at] = ids[at - 1];
        ids[at] = card->statements[count].id;
    }
    for (int i = 0; i < count; i++)
        buf_printf(out, "%s%s", i > 0 ? " " : "", ids[i]);
}

/* ---- problems ------------------------------------------------------------ */

void problems_release(struct problems *problems)
{
    mem_free(problems->items);
    arena_release(&problems->arena);
    *problems = (struct problems){0};
}

static const char *keep(struct problems *problems, const char *text)
{
    return arena_string(&problems->arena, slice_of(text));
}

int problems_max(enum severity severity)
{
    return severity == SEVERITY_ERROR ? DECK_ERRORS_MAX : DECK_WARNINGS_MAX;
}

void problems_add(struct problems *problems, const struct problem *problem)
{
    int *counted = problem->severity == SEVERITY_ERROR ? &problems->errors
                                                       : &problems->warnings;
    size_t capacity = (size_t)problems->capacity;
    struct problem *kept;

    if (++*counted > problems_max(problem->severity))
        return;
    mem_grow((void **)&problems->items, &capacity, (size_t)problems->count + 1,
             sizeof(*problems->items));
    problems->capacity = (int)capacity;
    kept = &problems->items[problems->count++];
    *kept = *problem;
    kept->rule = keep(problems, problem->rule);
    kept->file = keep(problems, problem->file);
    kept->card = keep(problems, problem->card);
    kept->field = keep(problems, problem->field);
    kept->message = keep(problems, problem->message);
}

void problem_print(struct buf *out, const struct problem *problem)
{
    sanitise(out, slice_of(problem->file), false);
    if (problem->line > 0)
        buf_printf(out, ":%d:%d", problem->line, problem->column);
    buf_add_text(out, ": ");
    if (problem->severity == SEVERITY_WARNING)
        buf_add_text(out, "warning: ");
    if (problem->card_index >= 0) {
        buf_printf(out, "cards[%d]", problem->card_index);
        if (problem->card[0])
            buf_printf(out, " \"%s\"", problem->card);
        buf_add_text(out, ": ");
    }
    if (problem->field[0])
        buf_printf(out, "%s: ", problem->field);
    buf_add_text(out, problem->message);
    if (problem->severity == SEVERITY_WARNING && problem->rule &&
        lint_rule_index(problem->rule) >= 0)
        buf_printf(out, " [%s]", problem->rule);
}
