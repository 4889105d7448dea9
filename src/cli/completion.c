/* SPDX-License-Identifier: MIT */
#include "command.h"

#include <string.h>

/* Words of the commands and their options, from the table. */
static void add_commands(struct buf *out, const struct call *call)
{
    for (int i = 0; i < call->command_count; i++)
        if (!call->commands[i].hidden)
            buf_printf(out, " %s", call->commands[i].name);
}

static void add_options(struct buf *out, const struct command *command)
{
    for (const struct option_row *row = command->options; row && row->name;
         row++)
        buf_printf(out, " %s%s", row->name[1] ? "--" : "-", row->name);
    buf_add_text(out, " --help");
}

/* Words inside single quotes. A quote is a backslash and a quote in fish; in
   zsh (and sh) the quotes are closed around it. */
static void add_quoted(struct buf *out, const char *words, const char *quote)
{
    for (; *words; words++)
        if (*words == '\'')
            buf_add_text(out, quote);
        else
            buf_add_char(out, *words);
}

/* The words that may stand after some commands, from their tables. */
static void add_arguments(struct buf *out, const struct call *call,
                          const struct command *command)
{
    struct slice words = slice_of(command->arguments);

    if (command->run == command_help)
        add_commands(out, call);
    for (int i = 0; command->run == command_settings && i < settings_count; i++)
        buf_printf(out, " %s", settings_table[i].name);
    while (command->run == command_completion && words.len > 0) {
        buf_add_char(out, ' ');
        buf_add(out, slice_cut(&words, '|'));
    }
}

static void bash(struct buf *out, const struct call *call)
{
    buf_add_text(out,
                 "# bash completion of aiio-study\n"
                 "_aiio_study() {\n"
                 "    local word=${COMP_WORDS[COMP_CWORD]} command= i\n"
                 "    for ((i = 1; i < COMP_CWORD; i++)); do\n"
                 "        case ${COMP_WORDS[i]} in\n"
                 "            --db|--config|--color) ((i++)) ;;\n"
                 "            -*) ;;\n"
                 "            *) command=${COMP_WORDS[i]}; break ;;\n"
                 "        esac\n"
                 "    done\n"
                 "    local words='--db --config --color --help --version'\n"
                 "    case $command in\n"
                 "        '') words+='");
    add_commands(out, call);
    buf_add_text(out, "' ;;\n");
    for (int i = 0; i < call->command_count; i++) {
        if (call->commands[i].hidden)
            continue;
        buf_printf(out, "        %s) words='", call->commands[i].name);
        add_options(out, &call->commands[i]);
        add_arguments(out, call, &call->commands[i]);
        buf_add_text(out, "' ;;\n");
    }
    buf_add_text(out, "    esac\n"
                      "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- "
                      "\"$word\")\n"
                      "}\n"
                      "complete -o default -F _aiio_study aiio-study\n");
}

static void zsh(struct buf *out, const struct call *call)
{
    buf_add_text(out, "#compdef aiio-study\n"
                      "_aiio_study() {\n"
                      "    local -a commands\n"
                      "    commands=(\n");
    for (int i = 0; i < call->command_count; i++)
        if (!call->commands[i].hidden) {
            buf_printf(out, "        '%s:", call->commands[i].name);
            add_quoted(out, call->commands[i].words, "'\\''");
            buf_add_text(out, "'\n");
        }
    buf_add_text(out, "    )\n"
                      "    if (( CURRENT == 2 )); then\n"
                      "        _describe command commands\n"
                      "        return\n"
                      "    fi\n"
                      "    case $words[2] in\n");
    for (int i = 0; i < call->command_count; i++) {
        if (call->commands[i].hidden)
            continue;
        buf_printf(out, "        %s) compadd --", call->commands[i].name);
        add_options(out, &call->commands[i]);
        add_arguments(out, call, &call->commands[i]);
        buf_add_text(out, " ;;\n");
    }
    buf_add_text(out, "    esac\n"
                      "    _files\n"
                      "}\n"
                      "if [ \"$funcstack[1]\" = _aiio_study ]; then\n"
                      "    _aiio_study \"$@\"\n"
                      "else\n"
                      "    compdef _aiio_study aiio-study\n"
                      "fi\n");
}

static void fish_row(struct buf *out, const char *words)
{
    buf_add_text(out, " -d '");
    add_quoted(out, words, "\\'");
    buf_add_text(out, "'\n");
}

static void fish_command(struct buf *out, const struct call *call,
                         const struct command *command)
{
    struct buf words = {0};

    buf_printf(out, "complete -c aiio-study -n __fish_use_subcommand -a %s",
               command->name);
    fish_row(out, command->words);
    for (const struct option_row *row = command->options; row && row->name;
         row++) {
        buf_printf(out,
                   "complete -c aiio-study -n '__fish_seen_subcommand_from "
                   "%s' -%s %s%s",
                   command->name, row->name[1] ? "l" : "s", row->name,
                   row->argument ? " -r" : "");
        fish_row(out, row->words);
    }
    add_arguments(&words, call, command);
    if (words.len > 0)
        buf_printf(out,
                   "complete -c aiio-study -n '__fish_seen_subcommand_from "
                   "%s' -a '%s'\n",
                   command->name, buf_text(&words) + 1);
    buf_release(&words);
}

static void fish(struct buf *out, const struct call *call)
{
    buf_add_text(out, "# fish completion of aiio-study\n");
    for (int i = 0; i < call->command_count; i++)
        if (!call->commands[i].hidden)
            fish_command(out, call, &call->commands[i]);
}

enum status command_completion(struct call *call, struct error *err)
{
    const char *shell = call->arguments[0];
    struct buf out = {0};
    enum status status = STATUS_OK;

    if (!strcmp(shell, "bash"))
        bash(&out, call);
    else if (!strcmp(shell, "zsh"))
        zsh(&out, call);
    else if (!strcmp(shell, "fish"))
        fish(&out, call);
    else
        status = error_set(err, STATUS_USAGE,
                           "completion: \"%.60s\", expected bash, zsh or fish",
                           shell);
    print(&out);
    buf_release(&out);
    return status;
}
