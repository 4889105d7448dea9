/* SPDX-License-Identifier: MIT */
#include "command.h"

#include "aiio/actions.h"
#include "aiio/lint.h"

#include <string.h>

/* A line of text as roff: backslashes, dashes and a leading dot are plain. */
static void add_text(struct buf *out, const char *text)
{
    if (text[0] == '.' || text[0] == '\'')
        buf_add_text(out, "\\&");
    for (; *text; text++) {
        if (*text == '\\')
            buf_add_text(out, "\\e");
        else if (*text == '-')
            buf_add_text(out, "\\-");
        else if ((unsigned char)*text == 0xE2 && !strncmp(text, "…", 3)) {
            buf_add_text(out, "...");
            text += 2;
        } else
            buf_add_char(out, *text);
    }
}

static void heading(struct buf *out, const char *page, const char *section)
{
    buf_printf(out, ".TH %s %s 2026-12-01 \"aiio-study " AIIO_VERSION "\"\n",
               page, section);
}

static void add_options(struct buf *out, const struct command *command)
{
    for (const struct option_row *row = command->options; row && row->name;
         row++) {
        buf_add_text(out, ".TP\n\\fB");
        add_text(out, row->name[1] ? "--" : "-");
        add_text(out, row->name);
        buf_add_text(out, "\\fR");
        if (row->argument)
            buf_printf(out, " \\fI%s\\fR", row->argument);
        buf_add_char(out, '\n');
        add_text(out, row->words);
        buf_add_char(out, '\n');
    }
}

static void add_commands(struct buf *out, const struct call *call)
{
    buf_add_text(out, ".SH COMMANDS\n");
    for (int i = 0; i < call->command_count; i++) {
        const struct command *command = &call->commands[i];

        if (command->hidden)
            continue;
        buf_printf(out, ".SS %s%s", command->name,
                   command->arguments[0] ? " " : "");
        add_text(out, command->arguments);
        buf_add_char(out, '\n');
        add_text(out, command->words);
        buf_add_text(out, ".\n");
        add_options(out, command);
    }
}

static void add_keys(struct buf *out)
{
    buf_add_text(out, ".SH KEYS\n");
    for (int i = 0; i < CONTEXT_COUNT; i++) {
        struct buf help = {0};
        struct slice rest;

        actions_print_help(&help, (enum context)i);
        rest = buf_slice(&help);
        buf_printf(out, ".SS %s\n.nf\n", context_title((enum context)i));
        while (rest.len > 0) {
            struct buf line = {0};

            buf_add(&line, slice_cut(&rest, '\n'));
            add_text(out, buf_text(&line));
            buf_add_char(out, '\n');
            buf_release(&line);
        }
        buf_add_text(out, ".fi\n");
        buf_release(&help);
    }
}

static void add_settings(struct buf *out)
{
    buf_add_text(out, ".SH SETTINGS\nLines of the form name = value.\n");
    for (int i = 0; i < settings_count; i++) {
        struct buf range = {0};

        setting_range(&range, &settings_table[i]);
        buf_add_text(out, ".TP\n\\fB");
        add_text(out, settings_table[i].name);
        buf_add_text(out, "\\fR\n");
        add_text(out, settings_table[i].words);
        buf_add_text(out, "; ");
        add_text(out, buf_text(&range));
        if (settings_table[i].fallback[0]) {
            buf_add_text(out, "; default ");
            add_text(out, settings_table[i].fallback);
        }
        buf_add_text(out, ".\n");
        buf_release(&range);
    }
}

static void add_statuses(struct buf *out)
{
    buf_add_text(out, ".SH EXIT STATUS\n");
    for (int i = 0; i < STATUS_COUNT; i++) {
        buf_printf(out, ".TP\n%d\n", status_exit((enum status)i));
        add_text(out, status_words((enum status)i));
        buf_add_text(out, ".\n");
    }
    buf_add_text(out, ".PP\nA fatal signal ends it as that signal.\n");
}

static void page_1(struct buf *out, const struct call *call)
{
    heading(out, "AIIO\\-STUDY", "1");
    buf_add_text(
        out,
        ".SH NAME\naiio\\-study \\- flashcard trainer for the terminal\n"
        ".SH SYNOPSIS\n.B aiio\\-study\n[\\fB\\-\\-db\\fR \\fIFILE\\fR] "
        "[\\fB\\-\\-config\\fR \\fIFILE\\fR] [\\fB\\-\\-color\\fR "
        "\\fIWHEN\\fR]\n[\\fICOMMAND\\fR] [\\fIOPTIONS\\fR]\n"
        ".SH DESCRIPTION\nIt shows a question and statements of which one is "
        "right. The learner chooses, and is told why the choice fails and why "
        "the right statement holds. Every answer is recorded the moment it is "
        "given, and the scheduler FSRS\\-6 brings each card back when it is "
        "about to be forgotten. Without a command it shows what is due.\n");
    add_commands(out, call);
    add_keys(out);
    add_settings(out);
    buf_add_text(
        out,
        ".SH FILES\n.TP\n\\fI$XDG_DATA_HOME/aiio\\-study/study.db\\fR\n"
        "the store: decks, the log of every answer, the schedule\n"
        ".TP\n\\fI$XDG_CONFIG_HOME/aiio\\-study/config\\fR\nsettings\n"
        ".SH ENVIRONMENT\n.TP\n\\fBAIIO_STUDY_DB\\fR\nthe store, unless "
        "\\-\\-db names one\n.TP\n\\fBAIIO_STUDY_DECKS\\fR\nthe folder of "
        "bundled decks\n.TP\n\\fBAIIO_STUDY_PLAIN\\fR\nstudy as plain lines\n"
        ".TP\n\\fBVISUAL\\fR, \\fBEDITOR\\fR\nthe editor that e opens\n.TP\n"
        "\\fBNO_COLOR\\fR\nno colours\n");
    add_statuses(out);
    buf_add_text(out, ".SH SEE ALSO\n.BR aiio\\-study\\-deck (5)\n");
}

/* The members of the format: name, where, words. */
static const struct {
    const char *name, *words;
} members[] = {
    {"format", "required in the deck; \"aiio-deck\""},
    {"format_version", "1"},
    {"id", "required in deck and card; a-z, 0-9, \".\", \"_\", \"-\", at most "
           "64 bytes"},
    {"title", "required in the deck"},
    {"revision, language, license", "one line each"},
    {"exam", "questions and minutes of the real exam"},
    {"outline", "list of domains: id, title, weight (per cent) and objectives "
                "of id and title"},
    {"cards", "required: the list of cards"},
    {"objective", "of a card: the id of an objective or a domain"},
    {"tags", "of a card: words without white space"},
    {"level", "of a card: 1 to 3"},
    {"question", "required in a card"},
    {"correct", "required in a card: a statement, or a list of 2 to 7 of which "
                "all have to be chosen"},
    {"distractors", "wrong statements; without any the card is a recall card"},
    {"id, text, why, pin", "of a statement: text is required, why says why it "
                           "holds or fails, pin keeps it last"},
    {"short, full", "the explanation in a sentence or two, and in depth"},
    {"figure", "alt, and lines of text art at most 76 cells wide"},
    {"sources", "list of title and url"},
    {"as_of", "YYYY-MM or YYYY-MM-DD"},
    {"cover", "false: the question needs its statements"},
    {"reserve", "true: kept for mock exams"},
};

static void add_rules(struct buf *out)
{
    buf_add_text(out, ".SH WHAT CHECK WARNS OF\nEach warning ends with the "
                      "name of its rule, which \\fBaiio\\-study check "
                      "\\-\\-explain\\fR explains.\n");
    for (int i = 0; i < lint_rule_count(); i++) {
        struct lint_rule rule = lint_rule(i);

        buf_add_text(out, ".TP\n\\fB");
        add_text(out, rule.id);
        buf_add_text(out, "\\fR\n");
        add_text(out, rule.words);
        buf_add_text(out, ".\n");
    }
}

static void page_5(struct buf *out)
{
    heading(out, "AIIO\\-STUDY\\-DECK", "5");
    buf_add_text(
        out,
        ".SH NAME\naiio\\-study\\-deck \\- the deck format of aiio\\-study\n"
        ".SH DESCRIPTION\nA deck is a JSON file, or a folder with "
        "\\fIdeck.json\\fR (everything but the cards) and "
        "\\fIcards/*.json\\fR, each {\"cards\": [...]}, read in name order. "
        "Text is UTF\\-8; \\en is a new line, a line that begins with a dash "
        "and a space is a bullet, `code` and *emphasis* are marked, everything "
        "else is literal. Unknown members are warned of and not read.\n"
        ".SH MEMBERS\n");
    for (size_t i = 0; i < sizeof(members) / sizeof(members[0]); i++) {
        buf_add_text(out, ".TP\n\\fB");
        add_text(out, members[i].name);
        buf_add_text(out, "\\fR\n");
        add_text(out, members[i].words);
        buf_add_text(out, ".\n");
    }
    buf_add_text(
        out,
        ".SH LIMITS\nA file has at most 64 MiB and 200,000 cards, a text at "
        "most 64 KiB, a card at most 8 statements; objects and lists nest at "
        "most 32 deep.\n"
        ".SH IMPORTING AGAIN\nDeck, card and statement ids say what is the "
        "same. A reworded text keeps its history; a changed answer key makes "
        "the card due as if it were new; a card that is gone is retired, and "
        "comes back with its history when it is there again.\n");
    add_rules(out);
    buf_add_text(out, ".SH SEE ALSO\n.BR aiio\\-study (1)\n");
}

enum status command_man(struct call *call, struct error *err)
{
    struct buf out = {0};
    enum status status = STATUS_OK;

    if (!strcmp(call->arguments[0], "1"))
        page_1(&out, call);
    else if (!strcmp(call->arguments[0], "5"))
        page_5(&out);
    else
        status = error_set(err, STATUS_USAGE, "man: \"%.40s\", expected 1 or 5",
                           call->arguments[0]);
    print(&out);
    buf_release(&out);
    return status;
}
