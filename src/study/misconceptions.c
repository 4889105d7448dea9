/* SPDX-License-Identifier: MIT */
#include "aiio/misconceptions.h"

#include "card_table.h"

#include <stdlib.h>
#include <string.h>

struct fall {
    const char *statement;
    int times, believed, last_day;
    int right_days, last_right_day; /* since the last fall */
    int next;                       /* of the same card, -1: none */
};

struct fallen_card {
    const char *deck, *card; /* as in the entries, until a rename */
    int first;               /* of its falls */
};

void misconceptions_init(struct misconceptions *misconceptions)
{
    *misconceptions = (struct misconceptions){0};
    misconceptions->table = mem_new(1, sizeof(*misconceptions->table));
}

void misconceptions_release(struct misconceptions *misconceptions)
{
    if (misconceptions->table)
        card_table_release(misconceptions->table);
    mem_free(misconceptions->table);
    mem_free(misconceptions->items);
    mem_free(misconceptions->cards);
    mem_free(misconceptions->falls);
    arena_release(&misconceptions->arena);
    *misconceptions = (struct misconceptions){0};
}

/* ---- answers ------------------------------------------------------------- */

static int card_of(struct misconceptions *misconceptions, const char *deck,
                   const char *card)
{
    struct arena *arena = &misconceptions->arena;
    int index = card_table_find(misconceptions->table, deck, card);

    if (index >= 0)
        return index;
    mem_grow((void **)&misconceptions->cards, &misconceptions->card_capacity,
             (size_t)misconceptions->card_count + 1,
             sizeof(*misconceptions->cards));
    index = misconceptions->card_count++;
    misconceptions->cards[index] =
        (struct fallen_card){arena_string(arena, slice_of(deck)),
                             arena_string(arena, slice_of(card)), -1};
    card_table_set(misconceptions->table, arena, deck, card, index);
    return index;
}

static struct fall *fall_of(struct misconceptions *misconceptions, int card,
                            const char *statement)
{
    struct fall *fall;

    for (int i = misconceptions->cards[card].first; i >= 0;
         i = misconceptions->falls[i].next)
        if (!strcmp(misconceptions->falls[i].statement, statement))
            return &misconceptions->falls[i];
    mem_grow((void **)&misconceptions->falls, &misconceptions->fall_capacity,
             (size_t)misconceptions->fall_count + 1,
             sizeof(*misconceptions->falls));
    fall = &misconceptions->falls[misconceptions->fall_count];
    *fall = (struct fall){
        .statement = arena_string(&misconceptions->arena, slice_of(statement)),
        .next = misconceptions->cards[card].first};
    misconceptions->cards[card].first = misconceptions->fall_count++;
    return fall;
}

static void right(struct misconceptions *misconceptions, int card, int day)
{
    for (int i = misconceptions->cards[card].first; i >= 0;
         i = misconceptions->falls[i].next) {
        struct fall *fall = &misconceptions->falls[i];

        if (fall->right_days > 0 && fall->last_right_day == day)
            continue;
        fall->right_days++;
        fall->last_right_day = day;
    }
}

void misconceptions_answer(struct misconceptions *misconceptions,
                           const struct entry *entry,
                           const struct answer_body *body)
{
    int card = card_table_find(misconceptions->table, entry->deck, entry->card);

    if (body->correct) {
        if (card >= 0)
            right(misconceptions, card, entry->day);
        return;
    }
    if (card < 0 && body->chosen_count > 0)
        card = card_of(misconceptions, entry->deck, entry->card);
    for (int i = 0; i < body->chosen_count; i++) {
        struct fall *fall = fall_of(misconceptions, card, body->chosen[i]);

        fall->times++;
        fall->believed += body->guess ? 0 : 1;
        fall->last_day = entry->day;
        fall->right_days = 0;
    }
}

/* The falls of one card go to the other, one by one. */
static void merge(struct misconceptions *misconceptions, int to, int from)
{
    int next;

    for (int i = misconceptions->cards[from].first; i >= 0; i = next) {
        struct fall moved = misconceptions->falls[i];
        struct fall *fall = fall_of(misconceptions, to, moved.statement);

        next = moved.next;
        if (fall->times == 0 || fall->last_day <= moved.last_day) {
            fall->last_day = moved.last_day;
            fall->right_days = moved.right_days;
            fall->last_right_day = moved.last_right_day;
        }
        fall->times += moved.times;
        fall->believed += moved.believed;
    }
    misconceptions->cards[from].first = -1;
}

void misconceptions_rename(struct misconceptions *misconceptions,
                           const char *deck, const char *from, const char *to)
{
    int moved = card_table_find(misconceptions->table, deck, from);
    int there = card_table_find(misconceptions->table, deck, to);

    if (moved < 0 || moved == there)
        return;
    card_table_set(misconceptions->table, &misconceptions->arena, deck, from,
                   -1);
    if (there >= 0) {
        merge(misconceptions, there, moved);
        return;
    }
    misconceptions->cards[moved].card =
        arena_string(&misconceptions->arena, slice_of(to));
    card_table_set(misconceptions->table, &misconceptions->arena, deck, to,
                   moved);
}

/* ---- cards --------------------------------------------------------------- */

void misconceptions_each_fallen(const struct misconceptions *misconceptions,
                                misconceptions_fallen *row, void *context)
{
    for (int i = 0; i < misconceptions->card_count; i++) {
        const struct fallen_card *card = &misconceptions->cards[i];

        if (card->first >= 0 && !row(context, card->deck, card->card))
            return;
    }
}

static const char *keep(struct misconceptions *misconceptions, const char *text)
{
    return arena_string(&misconceptions->arena, slice_of(text));
}

static void add_item(struct misconceptions *misconceptions, const char *deck,
                     const struct card *card, const struct statement *wrong,
                     const struct fall *fall)
{
    const struct statement *correct = &card->statements[0];

    mem_grow((void **)&misconceptions->items, &misconceptions->capacity,
             (size_t)misconceptions->count + 1, sizeof(*misconceptions->items));
    misconceptions->items[misconceptions->count++] = (struct misconception){
        .deck = keep(misconceptions, deck),
        .card = keep(misconceptions, card->id),
        .statement = fall->statement,
        .times = fall->times,
        .believed = fall->believed,
        .last_day = fall->last_day,
        .overcome = fall->right_days >= 2,
        .question = keep(misconceptions, card->question),
        .text = keep(misconceptions, wrong->text),
        .why = keep(misconceptions, wrong->why),
        .right_text = keep(misconceptions, correct->text),
        .right_why = keep(misconceptions, correct->why),
    };
}

void misconceptions_card(struct misconceptions *misconceptions,
                         const char *deck, const struct card *card, int64_t key)
{
    int index = card_table_find(misconceptions->table, deck, card->id);

    if (index < 0 || card->correct_count == 0)
        return;
    for (int i = misconceptions->cards[index].first; i >= 0;
         i = misconceptions->falls[i].next) {
        const struct fall *fall = &misconceptions->falls[i];
        const struct statement *statement =
            card_statement(card, slice_of(fall->statement));

        if (!statement || statement->correct)
            continue;
        add_item(misconceptions, deck, card, statement, fall);
        misconceptions->items[misconceptions->count - 1].key = key;
    }
}

/* Linear in the items, which are few; the deck may be large. */
void misconceptions_offer_pair(struct misconceptions *misconceptions,
                               const char *deck, const struct card *card)
{
    for (int i = 0; i < misconceptions->count; i++) {
        struct misconception *item = &misconceptions->items[i];

        if (item->pair_card || strcmp(item->deck, deck) != 0 ||
            !strcmp(item->card, card->id))
            continue;
        for (int s = 0; s < card->correct_count; s++) {
            if (strcmp(item->text, card->statements[s].text) != 0)
                continue;
            item->pair_card = keep(misconceptions, card->id);
            item->pair_question = keep(misconceptions, card->question);
            item->pair_why = keep(misconceptions, card->statements[s].why);
            break;
        }
    }
}

static int compare_items(const void *a, const void *b)
{
    const struct misconception *x = a, *y = b;
    int order;

    if (x->overcome != y->overcome)
        return x->overcome ? 1 : -1;
    if (x->believed != y->believed)
        return x->believed > y->believed ? -1 : 1;
    if (x->times != y->times)
        return x->times > y->times ? -1 : 1;
    if (x->last_day != y->last_day)
        return x->last_day > y->last_day ? -1 : 1;
    order = strcmp(x->deck, y->deck);
    if (order == 0)
        order = strcmp(x->card, y->card);
    return order ? order : strcmp(x->statement, y->statement);
}

void misconceptions_sort(struct misconceptions *misconceptions)
{
    if (misconceptions->count > 1)
        qsort(misconceptions->items, (size_t)misconceptions->count,
              sizeof(*misconceptions->items), compare_items);
}
