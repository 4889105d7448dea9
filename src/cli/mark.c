/* SPDX-License-Identifier: MIT */
#include "command.h"

#include <string.h>

/* Commands that are one entry each; done says that nothing would change. */
static const struct mark_row {
    const char *name;
    enum entry_kind kind;
    const char *said;
} marks[] = {
    {"suspend", ENTRY_SUSPEND, "suspended"},
    {"resume", ENTRY_RESUME, "resumed"},
    {"flag", ENTRY_FLAG, "flagged"},
    {"unflag", ENTRY_UNFLAG, "unflagged"},
    {"reset", ENTRY_RESET, "reset; it is asked as if new"},
};

static bool is_so_already(enum entry_kind kind, const struct progress *at)
{
    return (kind == ENTRY_SUSPEND && at->suspended) ||
           (kind == ENTRY_RESUME && !at->suspended) ||
           (kind == ENTRY_FLAG && at->flagged) ||
           (kind == ENTRY_UNFLAG && !at->flagged);
}

static enum status mark(struct app *app, const struct mark_row *row,
                        const char *name, struct error *err)
{
    struct arena arena = {0};
    struct store_card card;
    struct act act = {0};
    struct buf body = {0}, said = {0};
    struct reset_body reset = {.by_learner = true};
    enum status status = app_find_card(app, name, &arena, &card, err);

    if (status)
        goto done;
    if (is_so_already(row->kind, &card.progress)) {
        buf_printf(&said, "%s/%s is so already\n", card.deck, card.id);
        print(&said);
        goto done;
    }
    act.deck = card.deck;
    act.card = card.id;
    if (row->kind == ENTRY_RESET)
        reset_body_write(&body, &reset);
    status = app_act_init(app, &act, err);
    if (!status)
        status = app_mark(app, &act, row->kind, buf_slice(&body), err);
    if (!status) {
        buf_printf(&said, "%s/%s %s\n", card.deck, card.id, row->said);
        print(&said);
    }
done:
    buf_release(&said);
    buf_release(&body);
    arena_release(&arena);
    return status;
}

enum status command_mark(struct call *call, struct error *err)
{
    enum status status = STATUS_OK;

    for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++)
        if (!strcmp(marks[i].name, call->command->name))
            for (int j = 0; !status && j < call->argument_count; j++)
                status = mark(call->app, &marks[i], call->arguments[j], err);
    return status;
}
