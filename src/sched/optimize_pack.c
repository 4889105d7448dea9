/* SPDX-License-Identifier: MIT */
#include "sched/optimize_private.h"

#include "aiio/mem.h"

#include <string.h>

/* Reviews of a block: a thread's turn, some tenths of a millisecond. */
enum { BLOCK_STEPS = 2048 };

bool optimize_is_target(const struct optimize_review *review, bool is_first)
{
    return !is_first && review->elapsed_days > 0 && !review->is_history;
}

/* Reviews ordered by card, and where each card begins (card_count + 1). */
struct by_card {
    uint32_t *reviews;
    uint32_t *starts;
};

static void order_by_card(struct by_card *by, const struct optimize_log *log)
{
    uint32_t *starts = mem_new(log->card_count + 2, sizeof(*starts));

    for (size_t i = 0; i < log->review_count; i++)
        starts[log->reviews[i].card + 2]++;
    for (size_t c = 2; c < log->card_count + 2; c++)
        starts[c] += starts[c - 1];
    by->reviews = mem_new(log->review_count + 1, sizeof(*by->reviews));
    for (size_t i = 0; i < log->review_count; i++)
        by->reviews[starts[log->reviews[i].card + 1]++] = (uint32_t)i;
    by->starts = starts;
}

/* How many reviews of a card lead to its last target. */
static uint32_t used_length(const struct by_card *by, size_t card,
                            const float *weights)
{
    uint32_t length = by->starts[card + 1] - by->starts[card];

    while (length > 0 &&
           weights[by->reviews[by->starts[card] + length - 1]] == 0)
        length--;
    return length;
}

/* Cards that hold targets, the longest first; a counting sort keeps order. */
static size_t sort_by_length(uint32_t *sorted, const uint32_t *lengths,
                             size_t card_count)
{
    uint32_t longest = 0;
    size_t *starts, count = 0;

    for (size_t c = 0; c < card_count; c++)
        longest = lengths[c] > longest ? lengths[c] : longest;
    starts = mem_new((size_t)longest + 2, sizeof(*starts));
    for (size_t c = 0; c < card_count; c++)
        starts[longest - lengths[c] + 1]++;
    for (size_t i = 1; i <= longest; i++)
        starts[i] += starts[i - 1];
    count = starts[longest];
    for (size_t c = 0; c < card_count; c++)
        if (lengths[c] > 0)
            sorted[starts[longest - lengths[c]]++] = (uint32_t)c;
    mem_free(starts);
    return count;
}

static void fill_lane(struct optimize_pack *pack,
                      const struct optimize_group *group, int lane,
                      const struct optimize_log *log, const float *weights,
                      const uint32_t *reviews, uint32_t length)
{
    struct optimize_step *steps = pack->steps + group->first;

    for (uint32_t i = 0; i < length; i++) {
        const struct optimize_review *review = &log->reviews[reviews[i]];

        steps[i].days[lane] = review->elapsed_days;
        steps[i].grade[lane] = review->grade;
        steps[i].weight[lane] = i > 0 ? weights[reviews[i]] : 0;
        pack->weight_sum += (double)steps[i].weight[lane];
    }
    /* What is left of the lane: a state that stays finite and counts nothing.
     */
    for (int i = (int)length; i < group->length; i++)
        steps[i].grade[lane] = GRADE_GOOD;
    pack->review_count += length;
}

static void fill_groups(struct optimize_pack *pack,
                        const struct optimize_log *log, const float *weights,
                        const struct by_card *by, const uint32_t *sorted,
                        const uint32_t *lengths, size_t count)
{
    size_t steps = 0, block_steps = BLOCK_STEPS;

    for (size_t g = 0; g * 4 < count; g++)
        steps += lengths[sorted[g * 4]];
    pack->steps = mem_new(steps + 1, sizeof(*pack->steps));
    pack->groups = mem_new(count / 4 + 1, sizeof(*pack->groups));
    pack->blocks = mem_new(steps / BLOCK_STEPS + 2, sizeof(*pack->blocks));
    steps = 0;
    for (size_t at = 0; at < count; at += 4) {
        struct optimize_group *group = &pack->groups[at / 4];

        if (block_steps >= BLOCK_STEPS) {
            pack->blocks[pack->block_count++] = at / 4;
            block_steps = 0;
        }
        group->first = steps;
        group->length = (int)lengths[sorted[at]];
        for (size_t lane = 0; lane < 4; lane++) {
            bool is_used = at + lane < count;
            uint32_t card = is_used ? sorted[at + lane] : 0;

            fill_lane(pack, group, (int)lane, log, weights,
                      by->reviews + by->starts[card],
                      is_used ? lengths[card] : 0);
            group->first_grade[lane] =
                is_used ? log->reviews[by->reviews[by->starts[card]]].grade
                        : GRADE_GOOD;
        }
        steps += (size_t)group->length;
        block_steps += (size_t)group->length;
    }
    pack->blocks[pack->block_count] = (count + 3) / 4;
}

void optimize_pack(struct optimize_pack *pack, const struct optimize_log *log,
                   const float *weights, size_t every)
{
    uint32_t *lengths = mem_new(log->card_count + 1, sizeof(*lengths));
    uint32_t *sorted = mem_new(log->card_count + 1, sizeof(*sorted));
    struct by_card by;

    *pack = (struct optimize_pack){0};
    order_by_card(&by, log);
    for (size_t c = 0; c < log->card_count; c += every)
        lengths[c] = used_length(&by, c, weights);
    fill_groups(pack, log, weights, &by, sorted, lengths,
                sort_by_length(sorted, lengths, log->card_count));
    mem_free(by.reviews);
    mem_free(by.starts);
    mem_free(lengths);
    mem_free(sorted);
}

void optimize_pack_release(struct optimize_pack *pack)
{
    mem_free(pack->steps);
    mem_free(pack->groups);
    mem_free(pack->blocks);
    *pack = (struct optimize_pack){0};
}
