/* SPDX-License-Identifier: MIT */
#include "command.h"

#include "aiio/json_out.h"
#include "entry_json.h"

#include <stdlib.h>
#include <string.h>

/* Another grade that stands, by the answer it is for. */
struct regrade {
    struct entry_id answer;
    int order; /* the last one counts */
    struct grade_body body;
};

struct printing {
    bool json;
    struct buf text;
    struct regrade *regrades;
    size_t capacity;
    int count;
};

/* Grades come after their answers, so they are collected first. */
static bool collect_grade(void *context, const struct entry *entry,
                          bool is_void)
{
    struct printing *printing = context;
    struct grade_body body;

    if (is_void || !grade_body_read(entry->body, &body))
        return true;
    mem_grow((void **)&printing->regrades, &printing->capacity,
             (size_t)printing->count + 1, sizeof(*printing->regrades));
    printing->regrades[printing->count] =
        (struct regrade){entry->refers_to, printing->count, body};
    printing->count++;
    return true;
}

static int compare_answers(const void *a, const void *b)
{
    const struct regrade *x = a, *y = b;

    return memcmp(x->answer.bytes, y->answer.bytes, ENTRY_ID_BYTES);
}

static int compare_regrades(const void *a, const void *b)
{
    const struct regrade *x = a, *y = b;
    int by_answer = compare_answers(a, b);

    return by_answer ? by_answer : x->order - y->order;
}

/* One grade an answer, the last, sorted for the search. */
static void arrange_regrades(struct printing *printing)
{
    struct regrade *all = printing->regrades;
    int kept = 0;

    if (printing->count == 0)
        return;
    qsort(all, (size_t)printing->count, sizeof(*all), compare_regrades);
    for (int i = 1; i < printing->count; i++) {
        if (compare_answers(&all[kept], &all[i]) != 0)
            kept++;
        all[kept] = all[i];
    }
    printing->count = kept + 1;
}

static const struct grade_body *grade_in_force(const struct printing *printing,
                                               const struct entry *entry)
{
    struct regrade key = {.answer = entry->id};
    const struct regrade *found = NULL;

    if (entry->kind == ENTRY_ANSWER && printing->count > 0)
        found = bsearch(&key, printing->regrades, (size_t)printing->count,
                        sizeof(key), compare_answers);
    return found ? &found->body : NULL;
}

static void print_line(struct buf *out, const struct entry *entry, bool is_void)
{
    time_format_local(out, entry->at_ms, entry->offset_min);
    buf_printf(out, "  %-8s", entry->kind_name);
    if (entry->card[0])
        buf_printf(out, "  %s/%s", entry->deck, entry->card);
    else if (entry->deck[0])
        buf_printf(out, "  %s", entry->deck);
    if (entry->kind == ENTRY_ANSWER || entry->kind == ENTRY_GRADE)
        entry_print_answer(out, entry);
    if (is_void)
        buf_add_text(out, "  (taken back)");
    buf_add_char(out, '\n');
}

static bool print_row(void *context, const struct entry *entry, bool is_void)
{
    struct printing *printing = context;

    buf_clear(&printing->text);
    if (printing->json) {
        entry_write_json(&printing->text, entry, is_void,
                         grade_in_force(printing, entry));
        buf_add_char(&printing->text, '\n');
    } else {
        print_line(&printing->text, entry, is_void);
    }
    print(&printing->text);
    return !ferror(stdout);
}

static enum status read_filter(const struct call *call, struct arena *arena,
                               struct store_log_filter *filter,
                               struct error *err)
{
    const char *since = call_option(call, "since");
    const char *card = call_option(call, "card");
    struct store_card found;
    enum status status;

    *filter = (struct store_log_filter){0};
    if (since) {
        if (!day_parse(slice_of(since), &filter->since_day))
            return error_set(err, STATUS_USAGE,
                             "--since: \"%.40s\", expected a day such as "
                             "2026-12-01",
                             since);
        filter->has_since = true;
    }
    if (!card)
        return STATUS_OK;
    status = app_find_card(call->app, card, arena, &found, err);
    filter->deck = found.deck;
    filter->card = found.id;
    return status;
}

enum status command_log(struct call *call, struct error *err)
{
    struct printing printing = {.json = call_has(call, "json")};
    struct arena arena = {0};
    struct store_log_filter filter;
    enum status status = read_filter(call, &arena, &filter, err);

    filter.kind = ENTRY_GRADE;
    if (!status)
        status = store_log_each(call->app->store, &filter, collect_grade,
                                &printing, err);
    arrange_regrades(&printing);
    filter.kind = ENTRY_UNKNOWN;
    if (!status)
        status = store_log_each(call->app->store, &filter, print_row, &printing,
                                err);
    mem_free(printing.regrades);
    buf_release(&printing.text);
    arena_release(&arena);
    return status;
}
