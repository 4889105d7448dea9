/* SPDX-License-Identifier: MIT */
#include "command.h"

#include <string.h>

enum status command_undo(struct call *call, struct error *err)
{
    struct arena arena = {0};
    struct entry undone = {0};
    struct entry_id id;
    struct buf said = {0};
    bool named = call->argument_count > 0;
    enum status status;

    if (named &&
        !hex_decode(slice_of(call->arguments[0]), id.bytes, ENTRY_ID_BYTES))
        return error_set(err, STATUS_USAGE,
                         "undo: \"%.60s\", expected an id of 32 hex digits as "
                         "\"log --json\" prints it",
                         call->arguments[0]);
    status =
        app_undo(call->app, named ? &id : NULL, false, &arena, &undone, err);
    if (status == STATUS_NOT_FOUND && !named)
        status = error_set(err, STATUS_NOT_FOUND, "there is nothing to undo");
    if (!status) {
        buf_add_text(&said, "took back: ");
        app_describe(&said, &undone);
        buf_add_char(&said, '\n');
        print(&said);
    }
    buf_release(&said);
    arena_release(&arena);
    return status;
}
