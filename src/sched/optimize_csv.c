/* SPDX-License-Identifier: MIT */
#include "aiio/optimize.h"

#include "aiio/mem.h"
#include "aiio/rng.h"

#include <string.h>

/* The columns that are read, each under its names. */
enum column { CARD, TIME, RATING, DAYS, COLUMN_COUNT };

static const struct {
    const char *names[2];
} columns[COLUMN_COUNT] = {
    [CARD] = {{"card_id", "card_id"}},
    [TIME] = {{"review_time", "review_time_ms"}},
    [RATING] = {{"rating", "review_rating"}},
    [DAYS] = {{"elapsed_days", "delta_t"}},
};

enum { COLUMNS_MAX = 64, TABLE_FIRST = 1024 };

struct optimize_csv {
    struct optimize_review *reviews;
    size_t review_count, review_capacity;
    bool sorted, has_header;
    int line;
    int places[COLUMN_COUNT]; /* of the columns, in a row */
    /* Names of cards; the table holds numbers + 1, 0: a free place. */
    struct arena arena;
    struct slice *names;
    size_t card_count, name_capacity;
    uint32_t *table;
    size_t table_size;
};

struct optimize_csv *optimize_csv_new(void)
{
    struct optimize_csv *csv = mem_new(1, sizeof(*csv));

    csv->sorted = true;
    csv->table_size = TABLE_FIRST;
    csv->table = mem_new(csv->table_size, sizeof(*csv->table));
    return csv;
}

void optimize_csv_free(struct optimize_csv *csv)
{
    if (!csv)
        return;
    mem_free(csv->reviews);
    mem_free(csv->names);
    mem_free(csv->table);
    arena_release(&csv->arena);
    mem_free(csv);
}

/* ---- cards --------------------------------------------------------------- */

static size_t find_place(const struct optimize_csv *csv, struct slice name)
{
    size_t at = (size_t)fnv1a(FNV1A_START, name) & (csv->table_size - 1);

    while (csv->table[at] && !slice_equal(csv->names[csv->table[at] - 1], name))
        at = (at + 1) & (csv->table_size - 1);
    return at;
}

static void grow_table(struct optimize_csv *csv)
{
    mem_free(csv->table);
    csv->table_size *= 2;
    csv->table = mem_new(csv->table_size, sizeof(*csv->table));
    for (size_t c = 0; c < csv->card_count; c++)
        csv->table[find_place(csv, csv->names[c])] = (uint32_t)c + 1;
}

static uint32_t card_number(struct optimize_csv *csv, struct slice name,
                            bool *is_new)
{
    size_t at = find_place(csv, name);
    void *names = csv->names;

    *is_new = !csv->table[at];
    if (!*is_new)
        return csv->table[at] - 1;
    mem_grow(&names, &csv->name_capacity, csv->card_count + 1,
             sizeof(*csv->names));
    csv->names = names;
    csv->names[csv->card_count++] =
        (struct slice){arena_string(&csv->arena, name), name.len};
    csv->table[at] = (uint32_t)csv->card_count;
    if (csv->card_count * 2 > csv->table_size)
        grow_table(csv);
    return (uint32_t)csv->card_count - 1;
}

/* ---- lines --------------------------------------------------------------- */

static enum status read_header(struct optimize_csv *csv, struct slice line,
                               struct error *err)
{
    bool found[COLUMN_COUNT] = {false};

    for (int place = 0; line.ptr && place < COLUMNS_MAX; place++) {
        struct slice name = slice_trim(slice_cut(&line, ','));

        for (int c = 0; c < COLUMN_COUNT; c++)
            if (slice_is(name, columns[c].names[0]) ||
                slice_is(name, columns[c].names[1])) {
                csv->places[c] = place;
                found[c] = true;
            }
        if (line.len == 0)
            break;
    }
    for (int c = 0; c < COLUMN_COUNT; c++)
        if (!found[c])
            return error_set_at(err, csv->line, 0,
                                "the header has no column %s; expected "
                                "card_id,review_time,rating,elapsed_days",
                                columns[c].names[0]);
    csv->has_header = true;
    return STATUS_OK;
}

static enum status bad_value(const struct optimize_csv *csv, enum column column,
                             struct slice found, const char *expected,
                             struct error *err)
{
    return error_set_at(err, csv->line, 0, "%s: \"%.*s\", expected %s",
                        columns[column].names[0],
                        found.len < 40 ? (int)found.len : 40, found.ptr,
                        expected);
}

static enum status read_row(struct optimize_csv *csv,
                            const struct slice fields[COLUMN_COUNT],
                            struct error *err)
{
    int64_t at_ms, rating, days;
    struct optimize_review *review;
    void *reviews = csv->reviews;
    bool is_new;

    if (fields[CARD].len == 0)
        return bad_value(csv, CARD, fields[CARD], "the name of a card", err);
    if (!slice_to_int(fields[TIME], -INT64_MAX, INT64_MAX, &at_ms))
        return bad_value(csv, TIME, fields[TIME],
                         "milliseconds as a whole number", err);
    if (!slice_to_int(fields[RATING], GRADE_AGAIN, GRADE_EASY, &rating))
        return bad_value(csv, RATING, fields[RATING],
                         "1 (again), 2 (hard), 3 (good) or 4 (easy)", err);
    if (!slice_to_int(fields[DAYS], -1, OPTIMIZE_DAYS_MAX, &days))
        return bad_value(csv, DAYS, fields[DAYS], "whole days from 0 to 36500",
                         err);
    if (csv->review_count >= OPTIMIZE_REVIEWS_MAX)
        return error_set_at(err, csv->line, 0, "more than %d reviews",
                            OPTIMIZE_REVIEWS_MAX);
    mem_grow(&reviews, &csv->review_capacity, csv->review_count + 1,
             sizeof(*review));
    csv->reviews = reviews;
    review = &csv->reviews[csv->review_count];
    review->card = card_number(csv, fields[CARD], &is_new);
    if (days < 0 && !is_new)
        return bad_value(csv, DAYS, fields[DAYS], "whole days from 0 to 36500",
                         err);
    review->time_ms = at_ms;
    review->grade = (uint8_t)rating;
    review->elapsed_days = (uint16_t)(days < 0 ? 0 : days);
    if (csv->review_count > 0 && review[-1].time_ms > at_ms)
        csv->sorted = false;
    csv->review_count++;
    return STATUS_OK;
}

enum status optimize_csv_line(struct optimize_csv *csv, struct slice line,
                              struct error *err)
{
    struct slice fields[COLUMN_COUNT] = {{0}};
    int found = 0;

    csv->line++;
    line = slice_trim(line);
    if (!csv->has_header)
        return read_header(csv, line, err);
    if (line.len == 0)
        return STATUS_OK;
    for (int place = 0; place < COLUMNS_MAX; place++) {
        bool is_last = !memchr(line.ptr, ',', line.len);
        struct slice field = slice_cut(&line, ',');

        for (int c = 0; c < COLUMN_COUNT; c++)
            if (csv->places[c] == place) {
                fields[c] = slice_trim(field);
                found++;
            }
        if (is_last)
            break;
    }
    if (found < COLUMN_COUNT)
        return error_set_at(err, csv->line, 0,
                            "a row of too few columns, expected %s",
                            "card_id,review_time,rating,elapsed_days");
    return read_row(csv, fields, err);
}

/* ---- order --------------------------------------------------------------- */

/* Runs of width from, two by two, into to; rows of one time stay in order. */
static void merge_runs(const struct optimize_review *from,
                       struct optimize_review *to, size_t count, size_t width)
{
    for (size_t start = 0; start < count; start += 2 * width) {
        size_t middle = start + width < count ? start + width : count;
        size_t end = start + 2 * width < count ? start + 2 * width : count;
        size_t a = start, b = middle;

        for (size_t at = start; at < end; at++) {
            bool take_a =
                a < middle && (b >= end || from[a].time_ms <= from[b].time_ms);

            to[at] = from[take_a ? a++ : b++];
        }
    }
}

void optimize_sort(struct optimize_review *reviews, size_t count)
{
    struct optimize_review *other = mem_new(count + 1, sizeof(*other));
    struct optimize_review *from = reviews, *to = other;

    for (size_t width = 1; width < count; width *= 2) {
        struct optimize_review *swap = from;

        merge_runs(from, to, count, width);
        from = to;
        to = swap;
    }
    if (from != reviews)
        memcpy(reviews, from, count * sizeof(*reviews));
    mem_free(other);
}

enum status optimize_csv_log(struct optimize_csv *csv, struct optimize_log *log,
                             struct error *err)
{
    if (csv->review_count == 0)
        return error_set_at(err, csv->line, 0, "a log without a review");
    if (!csv->sorted)
        optimize_sort(csv->reviews, csv->review_count);
    csv->sorted = true;
    *log =
        (struct optimize_log){csv->reviews, csv->review_count, csv->card_count};
    return STATUS_OK;
}
