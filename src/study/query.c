/* SPDX-License-Identifier: MIT */
#include "aiio/query.h"

#include "aiio/card_texts.h"
#include "aiio/fold.h"
#include "query_private.h"

#include <string.h>

void query_free(struct query *query)
{
    if (!query)
        return;
    buf_release(&query->plain);
    buf_release(&query->folded);
    arena_release(&query->arena);
    mem_free(query);
}

unsigned query_needs(const struct query *query)
{
    return query->needs;
}

/* ---- texts --------------------------------------------------------------- */

static bool row_is_ascii(struct query *query, const struct query_row *row)
{
    if (query->row_is_ascii < 0)
        query->row_is_ascii = text_is_ascii(row->text);
    return query->row_is_ascii;
}

static bool stands_in(struct query *query, const struct node *node,
                      struct slice escaped)
{
    /* Most texts are what they mean, and fold by the search itself. */
    if (node->is_ascii && !memchr(escaped.ptr, '\\', escaped.len) &&
        text_is_ascii(escaped))
        return fold_find(escaped, node->text);
    buf_clear(&query->plain);
    card_text_unescape(&query->plain, escaped);
    buf_clear(&query->folded);
    fold(&query->folded, buf_slice(&query->plain));
    return fold_find(buf_slice(&query->folded), node->text);
}

/*
 * Most cards are turned away by one look over their JSON. What stands there
 * may be a name, an id or half an escape: so the texts decide. Only characters
 * beyond ASCII fold to something else than their bytes.
 */
static bool match_text(struct query *query, const struct node *node,
                       const struct query_row *row)
{
    struct slice rest = row->text, escaped = {NULL, 0};
    bool stands = node->is_ascii && fold_find(row->text, node->json);

    if (!stands && row_is_ascii(query, row))
        return false;
    while (card_texts_next(&rest, &escaped))
        if (stands_in(query, node, escaped))
            return true;
    return false;
}

/* ---- fields -------------------------------------------------------------- */

/* Whether all of text is the pattern, in which * is any characters. After a
   star the earliest place that fits is as good as any later one. */
static bool glob(struct slice pattern, struct slice text)
{
    size_t p = 0, t = 0, star = 0, from = 0;
    bool starred = false;

    while (t < text.len) {
        if (p < pattern.len && pattern.ptr[p] == '*') {
            starred = true;
            star = ++p;
            from = t;
        } else if (p < pattern.len && pattern.ptr[p] == text.ptr[t]) {
            p++;
            t++;
        } else if (starred) {
            p = star;
            t = ++from;
        } else {
            return false;
        }
    }
    while (p < pattern.len && pattern.ptr[p] == '*')
        p++;
    return p == pattern.len;
}

static bool is_value(struct query *query, const struct node *node,
                     struct slice value)
{
    buf_clear(&query->folded);
    fold(&query->folded, value);
    return glob(node->text, buf_slice(&query->folded));
}

static bool has_tag(struct query *query, const struct node *node,
                    struct slice tags)
{
    while (tags.len > 0) {
        struct slice tag = slice_cut(&tags, ' ');

        if (tag.len > 0 && is_value(query, node, tag))
            return true;
    }
    return false;
}

static bool match_field(struct query *query, const struct node *node,
                        const struct query_row *row)
{
    switch ((enum query_field)node->which) {
    case FIELD_DECK:
        return is_value(query, node, slice_of(row->deck));
    case FIELD_DOMAIN:
        return is_value(query, node, slice_of(row->domain));
    case FIELD_OBJECTIVE:
        return is_value(query, node, slice_of(row->objective));
    case FIELD_TAG:
        return has_tag(query, node, row->tags);
    case FIELD_ID:
        return is_value(query, node, slice_of(row->id));
    case FIELD_COUNT:
        break;
    }
    return false;
}

/* ---- where a card stands ------------------------------------------------- */

bool query_due_day(const struct progress *progress, const struct query_now *now,
                   int *day)
{
    const struct schedule *due = &progress->due;

    *day = 0;
    if (due->state == CARD_NEW) {
        *day = progress->reset_day;
        return progress->reset_day != 0;
    }
    *day = due->has_day ? due->due_day
                        : day_from_time(due->due_at_ms, now->moment.offset_min,
                                        now->day_start);
    return true;
}

static bool is_due(const struct query_row *row, const struct query_now *now)
{
    const struct progress *progress = row->progress;
    int day = 0;
    bool steps = progress->due.state != CARD_NEW && !progress->due.has_day;

    /* A step is of no day: it is asked in the sitting it falls into. */
    return query_due_day(progress, now, &day) &&
           (steps || day <= now->moment.day) &&
           progress->buried_until <= now->moment.day && !progress->suspended &&
           !row->reserve && !row->retired;
}

static bool match_is(const struct node *node, const struct query_row *row,
                     const struct query_now *now)
{
    const struct progress *progress = row->progress;
    enum card_state state = progress->due.state;

    switch ((enum query_is)node->which) {
    case IS_DUE:
        return is_due(row, now);
    case IS_NEW:
        return state == CARD_NEW;
    case IS_LEARNING:
        return state == CARD_LEARNING || state == CARD_RELEARNING;
    case IS_REVIEW:
        return state == CARD_REVIEW;
    case IS_SUSPENDED:
        return progress->suspended;
    case IS_BURIED:
        return progress->buried_until > now->moment.day;
    case IS_RESERVE:
        return row->reserve;
    case IS_LEECH:
        return progress->lapses >= LEECH_LAPSES;
    case IS_FLAGGED:
        return progress->flagged;
    case IS_RETIRED:
        return row->retired;
    case IS_WRONG:
        return progress->answers > 0 && !progress->last_correct;
    case IS_COUNT:
        break;
    }
    return false;
}

/* ---- numbers ------------------------------------------------------------- */

/* False where the card has no such number. */
static bool number_of(const struct node *node, const struct query_row *row,
                      const struct query_now *now, double *number)
{
    const struct progress *progress = row->progress;
    int day;

    switch ((enum query_number)node->which) {
    case NUMBER_DUE:
        if (!query_due_day(progress, now, &day))
            return false;
        *number = (double)day - now->moment.day;
        return true;
    case NUMBER_INTERVAL:
        *number = progress->interval_days;
        return progress->interval_days > 0;
    case NUMBER_STABILITY:
        *number = progress->memory.stability;
        return progress->memory.stability > 0;
    case NUMBER_DIFFICULTY:
        *number = progress->memory.difficulty;
        return progress->memory.stability > 0;
    case NUMBER_ANSWERS:
        *number = progress->answers;
        return true;
    case NUMBER_WRONG:
        *number = progress->wrong;
        return true;
    case NUMBER_LAPSES:
        *number = progress->lapses;
        return true;
    case NUMBER_ADDED:
        *number = (double)now->moment.day - row->added_day;
        return row->has_added;
    }
    return false;
}

static bool match_number(const struct node *node, const struct query_row *row,
                         const struct query_now *now)
{
    double number = 0;

    if (!number_of(node, row, now, &number))
        return false;
    return node->compare & (number < node->number   ? LESS
                            : number > node->number ? GREATER
                                                    : EQUAL);
}

/* ---- the tree ------------------------------------------------------------ */

static bool match(struct query *query, const struct node *node,
                  const struct query_row *row, const struct query_now *now);

static bool match_group(struct query *query, const struct node *node,
                        const struct query_row *row,
                        const struct query_now *now)
{
    bool some = node->kind == NODE_SOME;

    for (const struct node *child = node->first; child; child = child->next)
        if (match(query, child, row, now) == some)
            return some;
    return !some;
}

/* Goes down as deep as brackets nest, and no deeper. */
static bool match(struct query *query, const struct node *node,
                  const struct query_row *row, const struct query_now *now)
{
    bool found = false;

    switch (node->kind) {
    case NODE_EVERY:
    case NODE_SOME:
        found = match_group(query, node, row, now);
        break;
    case NODE_TEXT:
        found = match_text(query, node, row);
        break;
    case NODE_FIELD:
        found = match_field(query, node, row);
        break;
    case NODE_IS:
        found = match_is(node, row, now);
        break;
    case NODE_NUMBER:
        found = match_number(node, row, now);
        break;
    }
    return found != node->negated;
}

bool query_matches(struct query *query, const struct query_row *row,
                   const struct query_now *now)
{
    query->row_is_ascii = -1;
    return match(query, query->root, row, now);
}
