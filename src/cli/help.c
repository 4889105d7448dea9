/* SPDX-License-Identifier: MIT */
#include "command.h"

#include "aiio/actions.h"

#include <string.h>

static const char deck_to_start_from[] =
    "{ \"format\": \"aiio-deck\", \"id\": \"sums\", \"title\": \"Sums\",\n"
    "  \"cards\": [\n"
    "    { \"id\": \"two-and-two\",\n"
    "      \"question\": \"What is two and two?\",\n"
    "      \"correct\": { \"text\": \"four\", \"why\": \"Count on from two: "
    "three, four.\" },\n"
    "      \"distractors\": [\n"
    "        { \"text\": \"five\", \"why\": \"That counts the two itself once "
    "more.\" },\n"
    "        { \"text\": \"twenty-two\", \"why\": \"That writes the digits "
    "side "
    "by side.\" }\n"
    "      ] } ] }\n";

static void add_list(struct buf *out, const struct call *call)
{
    buf_add_text(out,
                 "usage: aiio-study [--db FILE] [--config FILE] [--color WHEN] "
                 "[COMMAND] [OPTIONS]\n\n"
                 "Without a command it shows home: what is due, and Enter "
                 "studies it.\n\n"
                 "  aiio-study                        study what is due today\n"
                 "  aiio-study import my-deck.json    take in a deck of yours\n"
                 "  aiio-study due                    what is due, for a "
                 "prompt or a mail\n\n"
                 "Commands:\n");
    for (int i = 0; i < call->command_count; i++) {
        const struct command *command = &call->commands[i];

        if (!command->hidden)
            buf_printf(out, "  %-11s %s\n", command->name, command->words);
    }
    buf_add_text(out,
                 "\nBefore a command:\n"
                 "  --db FILE      the store (else AIIO_STUDY_DB, else the "
                 "usual place)\n"
                 "  --config FILE  the settings file\n"
                 "  --color WHEN   auto, always or never\n"
                 "  -h, --help     this; --version prints the version\n");
    buf_add_text(out, "\n\"aiio-study help COMMAND\" explains one; "
                      "\"aiio-study help deck\" prints a deck to start "
                      "from.\n");
}

enum status command_help(struct call *call, struct error *err)
{
    struct buf out = {0};
    const struct command *command = NULL;
    enum status status = STATUS_OK;

    if (call->argument_count == 0) {
        add_list(&out, call);
    } else if (!strcmp(call->arguments[0], "deck")) {
        buf_add_text(&out, deck_to_start_from);
    } else {
        status = find_command(&command, call, call->arguments[0], err);
        if (!status)
            command_usage(&out, command);
    }
    print(&out);
    buf_release(&out);
    return status;
}

enum status command_keys(struct call *call, struct error *err)
{
    struct buf out = {0};

    (void)call;
    (void)err;
    for (int i = 0; i < CONTEXT_COUNT; i++) {
        buf_printf(&out, "%s%s\n", i > 0 ? "\n" : "",
                   context_title((enum context)i));
        actions_print_help(&out, (enum context)i);
    }
    print(&out);
    buf_release(&out);
    return STATUS_OK;
}
