/* SPDX-License-Identifier: MIT */
#include "command.h"

#include "entry_json.h"

struct printing {
    bool json;
    struct buf text;
};

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

static bool print_row(void *context, const struct entry *entry, bool is_void,
                      const struct grade_body *grade)
{
    struct printing *printing = context;

    buf_clear(&printing->text);
    if (printing->json) {
        entry_write_json(&printing->text, entry, is_void, grade);
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

    if (!status)
        status = store_log_graded(call->app->store, &filter, print_row,
                                  &printing, err);
    buf_release(&printing.text);
    arena_release(&arena);
    return status;
}
