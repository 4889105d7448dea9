/* SPDX-License-Identifier: MIT */
#include "command.h"

#include "aiio/sanitise.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- output -------------------------------------------------------------- */

void print(const struct buf *text)
{
    struct buf clean = {0};

    /* Logs and stores come from elsewhere too: what a terminal might obey
       has one way out, and this is its door. */
    if (text_is_safe(buf_slice(text), true)) {
        fwrite(buf_text(text), 1, text->len, stdout);
        return;
    }
    sanitise(&clean, buf_slice(text), true);
    fwrite(clean.data, 1, clean.len, stdout);
    buf_release(&clean);
}

int print_flush(void)
{
    bool failed = ferror(stdout) != 0;

    errno = 0;
    if (fflush(stdout) == 0 && !failed)
        return 0;
    /* What failed in an earlier call is asked again for its reason. */
    if (!errno && putchar('\n') != EOF)
        fflush(stdout);
    return errno ? errno : EIO;
}

void print_json(struct buf *text)
{
    buf_add_char(text, '\n');
    print(text);
    buf_clear(text);
}

void tell(const char *format, ...)
{
    char text[2048];
    struct buf clean = {0};
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    sanitise(&clean, slice_of(text), true);
    fprintf(stderr, "%s\n", buf_text(&clean));
    buf_release(&clean);
}

void tell_notices(struct app *app, FILE *stream)
{
    struct buf clean = {0};

    sanitise(&clean, buf_slice(&app->notices), true);
    fputs(buf_text(&clean), stream);
    buf_clear(&app->notices);
    buf_release(&clean);
}

/* ---- did you mean -------------------------------------------------------- */

static int distance(const char *a, const char *b)
{
    int row[32];
    size_t n = strlen(b);

    if (n >= 32 || strlen(a) >= 32)
        return 32;
    for (size_t j = 0; j <= n; j++)
        row[j] = (int)j;
    for (size_t i = 1; a[i - 1]; i++) {
        int corner = row[0];

        row[0] = (int)i;
        for (size_t j = 1; j <= n; j++) {
            int replace = corner + (a[i - 1] != b[j - 1]);
            int least = row[j] < row[j - 1] ? row[j] + 1 : row[j - 1] + 1;

            corner = row[j];
            row[j] = replace < least ? replace : least;
        }
    }
    return row[n];
}

const char *nearest(const char *word, const char *const *names, int count)
{
    const char *best = NULL;
    int least = 3;

    for (int i = 0; i < count; i++) {
        int d = distance(word, names[i]);

        if (d < least) {
            least = d;
            best = names[i];
        }
    }
    return best;
}

enum status find_command(const struct command **out, const struct call *call,
                         const char *name, struct error *err)
{
    const char *names[COMMANDS_MAX], *near;
    int count = 0;

    for (int i = 0; i < call->command_count && i < COMMANDS_MAX; i++) {
        *out = &call->commands[i];
        if (!strcmp(name, call->commands[i].name))
            return STATUS_OK;
        if (!call->commands[i].hidden)
            names[count++] = call->commands[i].name;
    }
    *out = NULL;
    near = nearest(name, names, count);
    return error_set(err, STATUS_USAGE,
                     near ? "there is no command \"%.60s\"; did you mean %s?"
                          : "there is no command \"%.60s\"; \"aiio-study "
                            "--help\" lists them%s",
                     name, near ? near : "");
}

/* ---- options ------------------------------------------------------------- */

static const char *dashes(const struct option_row *row)
{
    return row->name[1] ? "--" : "-";
}

const char *call_option(const struct call *call, const char *name)
{
    for (int i = call->given_count - 1; i >= 0; i--)
        if (!strcmp(call->given[i].row->name, name))
            return call->given[i].value;
    return NULL;
}

bool call_has(const struct call *call, const char *name)
{
    return call_option(call, name) != NULL;
}

enum status call_int(const struct call *call, const char *name, int64_t min,
                     int64_t max, int64_t fallback, int64_t *out,
                     struct error *err)
{
    const char *text = call_option(call, name);

    *out = fallback;
    if (!text || slice_to_int(slice_of(text), min, max, out))
        return STATUS_OK;
    return error_set(err, STATUS_USAGE,
                     "--%s: \"%.60s\", expected a whole number from %lld to "
                     "%lld",
                     name, text, (long long)min, (long long)max);
}

static const struct option_row *find_option(const struct command *command,
                                            struct slice name)
{
    for (const struct option_row *row = command->options; row && row->name;
         row++)
        if (slice_is(name, row->name))
            return row;
    return NULL;
}

static enum status unknown_option(const struct command *command,
                                  const char *text, struct error *err)
{
    static const char *const before[] = {"--db", "--config", "--color",
                                         "--version"};
    const char *names[OPTIONS_MAX], *near;
    int count = 0;

    for (size_t i = 0; i < sizeof(before) / sizeof(before[0]); i++)
        if (slice_starts(slice_of(text), slice_of(before[i])))
            return error_set(err, STATUS_USAGE, "%s stands before the command",
                             before[i]);
    for (const struct option_row *row = command->options; row && row->name;
         row++)
        if (row->name[1] && count < OPTIONS_MAX)
            names[count++] = row->name;
    near = text[1] == '-' ? nearest(text + 2, names, count) : NULL;
    if (near)
        return error_set(err, STATUS_USAGE,
                         "%s has no option \"%.60s\"; did you mean --%s?",
                         command->name, text, near);
    return error_set(err, STATUS_USAGE,
                     "%s has no option \"%.60s\"; \"aiio-study help %s\" lists "
                     "them",
                     command->name, text, command->name);
}

/* One option at argv[*at], which begins with a dash. */
static enum status parse_option(struct call *call, int argc, char **argv,
                                int *at, struct error *err)
{
    const char *text = argv[*at];
    struct slice rest = slice_of(text + (text[1] == '-' ? 2 : 1));
    bool has_value = memchr(rest.ptr, '=', rest.len) != NULL;
    struct slice name = slice_cut(&rest, '=');
    const struct option_row *row = find_option(call->command, name);

    if (!row || (text[1] == '-') != (name.len > 1))
        return unknown_option(call->command, text, err);
    if (call->given_count == CALL_OPTIONS_MAX)
        return error_set(err, STATUS_USAGE, "more than %d options",
                         CALL_OPTIONS_MAX);
    if (!row->many && call_has(call, row->name))
        return error_set(err, STATUS_USAGE, "%s%s is given twice", dashes(row),
                         row->name);
    if (!row->argument && has_value)
        return error_set(err, STATUS_USAGE, "%s%s takes no value", dashes(row),
                         row->name);
    if (row->argument && !has_value && *at + 1 >= argc)
        return error_set(err, STATUS_USAGE, "%s%s: %s is missing", dashes(row),
                         row->name, row->argument);
    call->given[call->given_count].row = row;
    call->given[call->given_count++].value = !row->argument ? ""
                                             : has_value    ? rest.ptr
                                                            : argv[++*at];
    return STATUS_OK;
}

static enum status check_count(const struct call *call, struct error *err)
{
    const struct command *command = call->command;

    if (call->argument_count < command->min)
        return error_set(err, STATUS_USAGE, "%s: %s is missing", command->name,
                         command->arguments);
    if (command->max >= 0 && call->argument_count > command->max)
        return error_set(err, STATUS_USAGE, "%s: \"%.60s\" is one too many",
                         command->name, call->arguments[command->max]);
    return STATUS_OK;
}

/* In a query a dash negates a word. */
static bool is_option(const struct command *command, const char *text)
{
    if (text[0] != '-' || !text[1] || (text[1] >= '0' && text[1] <= '9'))
        return false;
    return text[1] == '-' || !strcmp(text, "-h") ||
           strcmp(command->arguments, "[QUERY...]") != 0;
}

enum status call_parse(struct call *call, int argc, char **argv,
                       bool *wants_help, struct error *err)
{
    bool only_arguments = false;
    int count = 0;

    for (int i = 0; i < argc; i++) {
        const char *text = argv[i];
        enum status status;

        if (only_arguments || !is_option(call->command, text)) {
            argv[count++] = argv[i]; /* arguments move to the front */
            continue;
        }
        if (!strcmp(text, "--")) {
            only_arguments = true;
            continue;
        }
        if (!strcmp(text, "-h") || !strcmp(text, "--help")) {
            *wants_help = true;
            return STATUS_OK;
        }
        status = parse_option(call, argc, argv, &i, err);
        if (status)
            return status;
    }
    call->arguments = (const char *const *)argv;
    call->argument_count = count;
    return check_count(call, err);
}

void command_usage(struct buf *out, const struct command *command)
{
    buf_printf(out, "usage: aiio-study %s", command->name);
    if (command->arguments[0])
        buf_printf(out, " %s", command->arguments);
    if (command->options)
        buf_add_text(out, " [OPTIONS]");
    buf_printf(out, "\n\n%s\n", command->words);
    if (command->examples)
        buf_printf(out, "\n%s\n", command->examples);
    buf_add_text(out, "\nOptions:\n");
    for (const struct option_row *row = command->options; row && row->name;
         row++) {
        size_t start = out->len;

        buf_printf(out, "  %s%s%s%s", dashes(row), row->name,
                   row->argument ? " " : "",
                   row->argument ? row->argument : "");
        while (out->len - start < 22)
            buf_add_char(out, ' ');
        buf_printf(out, " %s\n", row->words);
    }
    buf_add_text(out, "  -h, --help           this help\n");
}
