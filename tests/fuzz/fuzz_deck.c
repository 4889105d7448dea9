/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as a deck: refused with a problem, or read, written, read again
 * and written to the same bytes; each card also as a row of the store.
 */
#include "aiio/deck.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void insist(bool holds)
{
    if (!holds)
        abort();
}

static void write_deck(struct buf *out, const struct deck *deck)
{
    deck_write_begin(out, deck);
    for (int i = 0; i < deck->card_count; i++)
        deck_write_next(out, &deck->cards[i], i == 0);
    deck_write_end(out);
}

static void check_row(const struct card *card)
{
    struct buf first = {0}, second = {0};
    struct arena arena = {0};
    struct card again;
    struct error err = {0};

    deck_write_card(&first, card);
    insist(!deck_read_card(buf_slice(&first), &arena, &again, &err));
    deck_write_card(&second, &again);
    insist(slice_equal(buf_slice(&first), buf_slice(&second)));
    arena_release(&arena);
    buf_release(&first);
    buf_release(&second);
}

static void check_written(const struct deck *deck)
{
    struct buf first = {0}, second = {0};
    struct deck again;
    struct problems problems = {0};
    struct deck_file file = {"written", {NULL, 0}};

    write_deck(&first, deck);
    file.text = buf_slice(&first);
    insist(!deck_read(&file, 1, false, &again, &problems));
    write_deck(&second, &again);
    insist(slice_equal(buf_slice(&first), buf_slice(&second)));
    for (int i = 0; i < again.card_count; i++)
        check_row(&again.cards[i]);
    deck_release(&again);
    problems_release(&problems);
    buf_release(&first);
    buf_release(&second);
}

static void print_problems(const struct problems *problems)
{
    struct buf line = {0};

    for (int i = 0; i < problems->count; i++) {
        insist(problems->items[i].line > 0 && problems->items[i].column > 0);
        problem_print(&line, &problems->items[i]);
    }
    buf_release(&line);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct deck deck;
    struct problems problems = {0};
    const struct deck_file file = {"fuzz", {(const char *)data, size}};
    enum status status = deck_read(&file, 1, false, &deck, &problems);

    insist((status == STATUS_OK) == (problems.errors == 0));
    print_problems(&problems);
    if (status == STATUS_OK)
        check_written(&deck);
    deck_release(&deck);
    problems_release(&problems);
    return 0;
}
