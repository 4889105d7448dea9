/* SPDX-License-Identifier: MIT */
/*
 * Bytes to the log of one card, folded: it must not crash, its numbers stay
 * finite, and applying entries one by one gives what folding the whole does.
 *
 * A line of the input is an entry: kind (letter, 'a' is the first of the
 * table), day (letter, counted on; '!' far ahead, '#' far back), what it
 * refers to (letter, 'a' is the first entry, '-' nothing), then its body.
 */
#include "aiio/review.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { ENTRIES_MAX = 64, HEAD_BYTES = 3 };

struct input {
    struct entry entries[ENTRIES_MAX];
    int count, day;
    struct arena arena;
};

static struct entry_id id_of(int number)
{
    struct entry_id id = {{0x80}};

    id.bytes[ENTRY_ID_BYTES - 1] = (uint8_t)number;
    return id;
}

static void add_entry(struct input *input, struct slice line)
{
    struct entry *entry = &input->entries[input->count];
    int kind = (unsigned char)line.ptr[0] - 'a', refers = line.ptr[2] - 'a';

    if (line.ptr[1] == '!')
        input->day = INT32_MAX;
    else if (line.ptr[1] == '#')
        input->day = INT32_MIN;
    else if (line.ptr[1] >= 'a' && input->day < INT32_MAX - 255)
        input->day += (unsigned char)line.ptr[1] - 'a';
    *entry = (struct entry){
        .id = id_of(input->count),
        .tick = input->count,
        .day = input->day,
        .kind = kind > 0 && kind < ENTRY_KIND_COUNT ? (enum entry_kind)kind
                                                    : ENTRY_UNKNOWN,
        .deck = "deck",
        .card = "card",
        .body =
            arena_string(&input->arena, (struct slice){line.ptr + HEAD_BYTES,
                                                       line.len - HEAD_BYTES}),
    };
    entry->kind_name = entry_kind_name(entry->kind);
    if (refers >= 0)
        entry->refers_to = id_of(refers);
    input->count++;
}

static void require(bool holds)
{
    if (!holds)
        abort();
}

static void check(const struct progress *progress)
{
    require(isfinite(progress->memory.stability));
    require(isfinite(progress->memory.difficulty));
    require(isfinite(progress->due.interval_days));
    require(progress->answers >= 0 && progress->wrong <= progress->answers);
    require(progress->interval_days >= 0);
}

static void check_outcomes(const struct progress *progress,
                           const struct fsrs *fsrs, int day)
{
    struct scheduler scheduler = {.fsrs = *fsrs,
                                  .learning = {{60000, 600000}, 2},
                                  .relearning = {{600000}, 1},
                                  .retention = 0.9,
                                  .max_interval_days = 365,
                                  .fuzz = true};
    struct standing standing = progress_standing(progress, "deck", "card");
    struct schedule schedule[4];
    struct memory memory[4];

    if (day > 1000000 || day < -1000000)
        day = 20788;
    steps_outcomes(&scheduler, &standing, 0, day, schedule, memory);
    for (int i = 0; i < 4; i++) {
        require(isfinite(memory[i].stability));
        require(schedule[i].state != CARD_NEW);
        require(!schedule[i].has_day || schedule[i].due_day > day);
    }
}

static bool same(const struct progress *a, const struct progress *b)
{
    return a->memory.stability == b->memory.stability &&
           a->memory.difficulty == b->memory.difficulty &&
           a->due.state == b->due.state && a->due.step == b->due.step &&
           a->due.due_day == b->due.due_day &&
           a->due.due_at_ms == b->due.due_at_ms && a->answers == b->answers &&
           a->lapses == b->lapses && a->wrong == b->wrong &&
           a->interval_days == b->interval_days &&
           a->suspended == b->suspended && a->flagged == b->flagged &&
           a->buried_until == b->buried_until && a->seen == b->seen &&
           a->reset_day == b->reset_day && a->key_hash == b->key_hash;
}

/* Undos and grades need the entries around them: they are left out here. */
static void check_one_by_one(struct input *input, const struct fsrs *fsrs)
{
    struct progress step = {0}, whole;
    int kept = 0;

    for (int i = 0; i < input->count; i++)
        if (input->entries[i].kind != ENTRY_UNDO &&
            input->entries[i].kind != ENTRY_GRADE)
            input->entries[kept++] = input->entries[i];
    for (int i = 0; i < kept; i++)
        progress_apply(&step, fsrs, &input->entries[i]);
    progress_fold(&whole, fsrs, input->entries, kept, NULL);
    require(same(&step, &whole));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct slice rest = {(const char *)data, size};
    struct input input = {.day = 20788};
    struct progress progress;
    struct fsrs fsrs;
    bool is_void[ENTRIES_MAX];

    fsrs_prepare(&fsrs, &fsrs_default);
    while (rest.len > 0 && input.count < ENTRIES_MAX) {
        struct slice line = slice_cut(&rest, '\n');

        if (line.len >= HEAD_BYTES)
            add_entry(&input, line);
    }
    progress_fold(&progress, &fsrs, input.entries, input.count, is_void);
    check(&progress);
    check_outcomes(&progress, &fsrs, input.day);
    progress_before_last_answer(&progress, &fsrs, input.entries, input.count);
    check(&progress);
    check_one_by_one(&input, &fsrs);
    arena_release(&input.arena);
    return 0;
}
