/* SPDX-License-Identifier: MIT */
#include "cli/command.h"

#include "tui/tui.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* ---- the table of commands ----------------------------------------------- */

#define JSON_OPTION                                                            \
    {                                                                          \
        "json", NULL, "print JSON", false                                      \
    }
#define END                                                                    \
    {                                                                          \
        NULL, NULL, NULL, false                                                \
    }

static const struct option_row import_options[] = {
    {"dry-run", NULL, "show the plan and write nothing", false},
    {"v", NULL, "a line a card", false},
    {"yes", NULL, "retire many cards without asking", false},
    {"rename", "OLD=NEW", "the card NEW is OLD and keeps its history", true},
    JSON_OPTION,
    END};
static const struct option_row check_options[] = {
    {"strict", NULL, "warnings count as errors", false},
    {"explain", "RULE", "why a rule exists, or all of them", false},
    {"against", "OTHER", "a deck or text that is not to be repeated", true},
    JSON_OPTION,
    END};
static const struct option_row study_options[] = {
    {"deck", "ID", "cards of this deck", false},
    {"domain", "ID", "cards of this domain", false},
    {"objective", "ID", "cards of this objective", false},
    {"tag", "TAG", "cards with this tag", false},
    {"query", "QUERY", "cards that \"browse QUERY\" finds, due or not", false},
    {"flagged", NULL, "flagged cards, due or not", false},
    {"ahead", NULL, "cards that come next, before their day", false},
    {"new", "N", "new cards today", false},
    {"limit", "N", "reviews today", false},
    {"minutes", "N", "end after that many minutes", false},
    {"misconceptions", NULL, "cards with a wrong statement you believed",
     false},
    {"weak", NULL, "the least known cards of your weakest objectives", false},
    {"plain", NULL, "plain lines instead of a screen", false},
    END};
static const struct option_row json_options[] = {JSON_OPTION, END};
static const struct option_row forecast_options[] = {
    {"deck", "ID", "which deck, when there are several", false},
    JSON_OPTION,
    END};
static const struct option_row stats_options[] = {
    {"deck", "ID", "of this deck; of all decks without it", false},
    JSON_OPTION,
    END};
static const struct option_row due_options[] = {
    {"format", "TEXT", "for a prompt: %n new, %l learning, %r reviews, %t all",
     false},
    JSON_OPTION,
    END};
static const struct option_row optimize_options[] = {
    {"log", "FILE", "a log as CSV instead of your own answers", false},
    {"objective", "NAME", "plain, recency or fsrs-rs", false},
    {"start", "NUMBERS", "what to compare with: 21, 19 or 17 numbers", false},
    {"dry-run", NULL, "say what would be done, and write nothing", false},
    {"adopt", NULL, "take the new parameters, better or not", false},
    {"revert", NULL, "take the last ones back", false},
    JSON_OPTION,
    END};
static const struct option_row browse_options[] = {
    {"plain", NULL, "a line a card instead of a screen", false},
    JSON_OPTION,
    END};
static const struct option_row log_options[] = {
    JSON_OPTION,
    {"since", "DAY", "from that study day on", false},
    {"card", "ID", "of this card", false},
    END};
static const struct option_row export_options[] = {
    {"deck", "ID", "which deck, when there are several", false}, END};
static const struct option_row goal_options[] = {
    {"target", "PERCENT", "your own target in a mock exam", false}, END};

static const struct option_row exam_options[] = {
    {"questions", "N", "how many questions", false},
    {"minutes", "N", "how long", false},
    {"domain", "ID", "cards of this domain", false},
    {"deck", "ID", "which deck, when there are several", false},
    {"plain", NULL, "plain lines instead of a screen", false},
    {"json", NULL, "print the last exam and its history as JSON", false},
    END};

static const struct command commands[] = {
    {"home", "", 0, 0, "show what is due, and study it (the default)", NULL,
     NEEDS_STORE, true, NULL, command_study},
    {"study", "", 0, 0, "study what is due today",
     "  aiio-study study --domain 2 --minutes 10\n"
     "  aiio-study study --plain",
     NEEDS_STORE, false, study_options, command_study},
    {"exam", "", 0, 0, "sit a mock exam drawn by the deck's outline",
     "  aiio-study exam --questions 20 --minutes 24 --domain 2", NEEDS_STORE,
     false, exam_options, command_exam},
    {"import", "PATH...", 1, -1, "take in decks, again at any time",
     "  aiio-study import my-deck.json\n"
     "  aiio-study import --dry-run my-deck/",
     NEEDS_STORE, false, import_options, command_import},
    {"check", "PATH...", 0, -1, "read decks and report every error and cue",
     "  aiio-study check my-deck.json\n"
     "  aiio-study check --strict --against old-deck.json my-deck/\n"
     "  aiio-study check --explain longest-key",
     NEEDS_NOTHING, false, check_options, command_check},
    {"due", "", 0, 0, "what is due today and on the next days",
     "  PS1='$(aiio-study due --format \"%t due\") \\$ '", NEEDS_STORE, false,
     due_options, command_due},
    {"forecast", "", 0, 0, "what score a mock exam would give, and the plan",
     NULL, NEEDS_STORE, false, forecast_options, command_forecast},
    {"stats", "", 0, 0, "answers, retention, what is weak: your statistics",
     "  aiio-study stats --json | jq .retention", NEEDS_STORE, false,
     stats_options, command_stats},
    {"misconceptions", "", 0, 0, "wrong statements you chose, and how often",
     "  aiio-study misconceptions\n"
     "  aiio-study study --misconceptions",
     NEEDS_STORE, false, stats_options, command_misconceptions},
    {"browse", "[QUERY...]", 0, -1,
     "look for cards, and do something with them",
     "  aiio-study browse gpu -cpu is:due\n"
     "  aiio-study browse 'domain:2 (lapses>=3 or is:flagged)'\n"
     "  aiio-study browse '\"tensor core\" due<=7' --json",
     NEEDS_STORE, false, browse_options, command_browse},
    {"optimize", "", 0, 0, "fit the memory model to your answers",
     "  aiio-study optimize --dry-run\n"
     "  aiio-study optimize --log reviews.csv --json",
     NEEDS_NOTHING, false, optimize_options, command_optimize},
    {"log", "", 0, 0, "print the log of everything you did, newest last",
     "  aiio-study log --json --since 2026-12-01", NEEDS_STORE, false,
     log_options, command_log},
    {"card", "ID", 1, 1, "a card, its history, and why it comes when it does",
     "  aiio-study card nca-aiio/oom-shard-across-gpus", NEEDS_STORE, false,
     json_options, command_card},
    {"undo", "[ID]", 0, 1, "take back the last act, or the entry named", NULL,
     NEEDS_STORE, false, NULL, command_undo},
    {"suspend", "CARD...", 1, -1, "stop asking a card", NULL, NEEDS_STORE,
     false, NULL, command_mark},
    {"resume", "CARD...", 1, -1, "ask a suspended card again", NULL,
     NEEDS_STORE, false, NULL, command_mark},
    {"flag", "CARD...", 1, -1, "flag a card", NULL, NEEDS_STORE, false, NULL,
     command_mark},
    {"unflag", "CARD...", 1, -1, "remove the flag of a card", NULL, NEEDS_STORE,
     false, NULL, command_mark},
    {"reset", "CARD...", 1, -1, "ask a card as if it were new", NULL,
     NEEDS_STORE, false, NULL, command_mark},
    {"export", "", 0, 0, "print a deck as JSON, as import reads it",
     "  aiio-study export > my-deck.json", NEEDS_STORE, false, export_options,
     command_export},
    {"goal", "[DECK] [DAY|none]", 0, 2, "show or set the exam day",
     "  aiio-study goal 2027-01-31\n"
     "  aiio-study goal nca-aiio none",
     NEEDS_STORE, false, goal_options, command_goal},
    {"decks", "", 0, 0, "list the decks", NULL, NEEDS_STORE, false,
     json_options, command_decks},
    {"settings", "[NAME [VALUE]]", 0, 2, "list, show or change settings",
     "  aiio-study settings new_cards 10", NEEDS_SETTINGS, false, NULL,
     command_settings},
    {"keys", "", 0, 0, "list all keys", NULL, NEEDS_NOTHING, false, NULL,
     command_keys},
    {"completion", "bash|zsh|fish", 1, 1, "print a completion script",
     "  aiio-study completion bash > "
     "~/.local/share/bash-completion/completions/aiio-study",
     NEEDS_NOTHING, false, NULL, command_completion},
    {"help", "[COMMAND|deck]", 0, 1, "explain a command", NULL, NEEDS_NOTHING,
     false, NULL, command_help},
    {"man", "1|5", 1, 1, "print a manual page", NULL, NEEDS_NOTHING, true, NULL,
     command_man},
};

enum { COMMAND_COUNT = (int)(sizeof(commands) / sizeof(commands[0])) };

/* ---- the command line ---------------------------------------------------- */

/* What stands before the command. */
struct globals {
    bool help, version;
    const char *db, *config, *color;
};

static enum status read_global(struct globals *globals, int argc, char **argv,
                               int *at, struct error *err)
{
    struct slice rest = slice_of(argv[*at]);
    bool has_value = strchr(argv[*at], '=') != NULL;
    struct slice name = slice_cut(&rest, '=');
    const char **slot = slice_is(name, "--db")       ? &globals->db
                        : slice_is(name, "--config") ? &globals->config
                        : slice_is(name, "--color")  ? &globals->color
                                                     : NULL;

    if (slice_is(name, "--help") || slice_is(name, "-h")) {
        globals->help = true;
        return STATUS_OK;
    }
    if (slice_is(name, "--version")) {
        globals->version = true;
        return STATUS_OK;
    }
    if (!slot)
        return error_set(err, STATUS_USAGE,
                         "there is no option \"%.60s\" before a command; "
                         "\"aiio-study --help\" lists what there is",
                         argv[*at]);
    if (!has_value && *at + 1 >= argc)
        return error_set(err, STATUS_USAGE, "%.60s: a value is missing",
                         argv[*at]);
    *slot = has_value ? rest.ptr : argv[++*at];
    return STATUS_OK;
}

/* ---- running ------------------------------------------------------------- */

static enum status set_color(struct app *app, const char *color,
                             struct error *err)
{
    if (!color)
        return STATUS_OK;
    if (setting_set(&app->settings, setting_find(SLICE("color")),
                    slice_of(color), err) == STATUS_OK)
        return STATUS_OK;
    err->code = STATUS_USAGE;
    return STATUS_USAGE;
}

/* --help and --version work with no home and a damaged store. */
static enum status run(struct call *call, const char *color, struct error *err)
{
    enum status status = STATUS_OK;

    if (call->command->needs != NEEDS_NOTHING)
        status = app_load_settings(call->app, err);
    if (!status)
        status = set_color(call->app, color, err); /* beats the file */
    if (!status && call->command->needs == NEEDS_STORE)
        status = app_open(call->app, err);
    if (!status)
        status = call->command->run(call, err);
    tell_notices(call->app, stderr);
    return status;
}

static void print_version(void)
{
    struct buf out = {0};

    buf_add_text(&out, "aiio-study " AIIO_VERSION "\n");
    print(&out);
    buf_release(&out);
}

static enum status dispatch(struct call *call, int argc, char **argv,
                            struct error *err)
{
    struct globals globals = {0};
    bool help = false;
    enum status status = STATUS_OK;
    int at = 1;

    for (; !status && at < argc && argv[at][0] == '-'; at++)
        status = read_global(&globals, argc, argv, &at, err);
    if (status)
        return status;
    if (globals.version) {
        print_version();
        return STATUS_OK;
    }
    call->app->db_option = globals.db;
    call->app->config_option = globals.config;
    status = find_command(&call->command, call,
                          globals.help ? "help"
                          : at < argc  ? argv[at]
                                       : "home",
                          err);
    if (!status && !globals.help)
        status = call_parse(call, argc - at - 1 > 0 ? argc - at - 1 : 0,
                            argv + at + 1, &help, err);
    if (!status && help) {
        struct buf out = {0};

        command_usage(&out, call->command);
        print(&out);
        buf_release(&out);
        return STATUS_OK;
    }
    return status ? status : run(call, globals.color, err);
}

/* Nothing of ours may land on a descriptor that was closed at the start. */
static void open_standard_files(void)
{
    int fd;

    do {
        fd = open("/dev/null", O_RDWR);
    } while (fd >= 0 && fd <= STDERR_FILENO);
    if (fd > STDERR_FILENO)
        close(fd);
}

/* What was printed counts when it has gone out. */
static int finish(enum status status, const struct error *err)
{
    int why = print_flush();

    if (status)
        tell("aiio-study: %s", err->text);
    if (why && !status) {
        /* A reader that has seen enough is no failure worth a word. */
        if (why != EPIPE)
            tell("aiio-study: standard output: %s", strerror(why));
        return 1;
    }
    return status_exit(status);
}

static void raise_again(int number)
{
    signal(number, SIG_DFL);
    raise(number);
}

int main(int argc, char **argv)
{
    struct app app;
    struct call call = {.app = &app,
                        .commands = commands,
                        .command_count = COMMAND_COUNT,
                        .screens = tui_run};
    struct error err = {0};
    enum status status;
    int result;

    open_standard_files();
    signal(SIGXFSZ, SIG_IGN); /* a limit of file sizes becomes an error */
    setlocale(LC_CTYPE, "");
    app_init(&app);
    status = dispatch(&call, argc, argv, &err);
    app_release(&app);
    result = finish(status, &err);
    if (call.signal)
        raise_again(call.signal);
    return result;
}
