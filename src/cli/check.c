/* SPDX-License-Identifier: MIT */
#include "command.h"
#include "problems.h"

#include "aiio/lint.h"
#include "aiio/wrap.h"

#include <string.h>

enum { EXPLAIN_CELLS = 76 };

/* ---- rules explained ----------------------------------------------------- */

static void print_paragraph(struct buf *out, const char *text)
{
    const struct wrap_box box = {.width = EXPLAIN_CELLS, .plain = true};
    struct arena arena = {0};
    struct lines lines = {.arena = &arena};

    wrap_text(&lines, &box, slice_of(text));
    for (int i = 0; i < lines.count; i++) {
        buf_add_text(out, "  ");
        for (int j = 0; j < lines.items[i].count; j++)
            buf_add(out, lines.items[i].spans[j].text);
        buf_add_char(out, '\n');
    }
    arena_release(&arena);
}

static void print_rule(struct buf *out, struct lint_rule rule)
{
    buf_printf(out, "%s\n", rule.id);
    print_paragraph(out, rule.words);
    buf_add_char(out, '\n');
    print_paragraph(out, rule.why);
    buf_add_char(out, '\n');
    print_paragraph(out, rule.source);
}

static enum status unknown_rule(const char *name, struct error *err)
{
    struct buf names = {0};
    enum status status;

    for (int i = 0; i < lint_rule_count(); i++)
        buf_printf(&names, "%s%s", i > 0 ? ", " : "", lint_rule(i).id);
    status = error_set(err, STATUS_USAGE,
                       "there is no rule \"%.80s\"; there are %s, and all",
                       name, buf_text(&names));
    buf_release(&names);
    return status;
}

static enum status explain(const char *name, struct error *err)
{
    bool all = !strcmp(name, "all");
    int index = lint_rule_index(name);
    struct buf out = {0};

    if (!all && index < 0)
        return unknown_rule(name, err);
    for (int i = all ? 0 : index; i < (all ? lint_rule_count() : index + 1);
         i++) {
        buf_add_text(&out, out.len > 0 ? "\n" : "");
        print_rule(&out, lint_rule(i));
    }
    print(&out);
    buf_release(&out);
    return STATUS_OK;
}

/* ---- what was found ------------------------------------------------------ */

static void print_checked(const struct call *call,
                          const struct problems *problems, int cards)
{
    struct buf text = {0};

    buf_printf(&text, "%d %s checked in %d %s, no error", cards,
               cards == 1 ? "card" : "cards", call->argument_count,
               call->argument_count == 1 ? "deck" : "decks");
    if (problems->warnings > 0)
        buf_printf(&text, ", %d %s", problems->warnings,
                   problems->warnings == 1 ? "warning" : "warnings");
    buf_add_char(&text, '\n');
    print(&text);
    buf_release(&text);
}

static void print_problems_json(const struct problems *problems)
{
    struct buf text = {0};
    struct json_out out = json_out(&text, 0);

    json_open(&out, NULL, '{');
    json_int(&out, "errors", problems->errors);
    json_int(&out, "warnings", problems->warnings);
    problems_write_json(&out, problems);
    json_close(&out, '}');
    print_json(&text);
    buf_release(&text);
}

/* The values of --against, of which there may be many. */
static int read_against(const struct call *call,
                        const char *against[CALL_OPTIONS_MAX])
{
    int count = 0;

    for (int i = 0; i < call->given_count; i++)
        if (!strcmp(call->given[i].row->name, "against"))
            against[count++] = call->given[i].value;
    return count;
}

static enum status check(struct call *call, struct error *err)
{
    const char *against[CALL_OPTIONS_MAX] = {NULL};
    struct problems problems = {0};
    struct check_options options = {
        .paths = call->arguments,
        .path_count = call->argument_count,
        .against = against,
        .against_count = read_against(call, against),
        .today = app_now(call->app).day,
    };
    int cards = 0;
    enum status status = app_check(&options, &problems, &cards, err);

    if (!status && call_has(call, "strict") && problems.warnings > 0)
        status = error_set(err, STATUS_REJECTED, "%d %s (--strict)",
                           problems.warnings,
                           problems.warnings == 1 ? "warning" : "warnings");
    if (call_has(call, "json"))
        print_problems_json(&problems);
    else
        problems_tell(&problems);
    if (!status && !call_has(call, "json"))
        print_checked(call, &problems, cards);
    problems_release(&problems);
    return status;
}

enum status command_check(struct call *call, struct error *err)
{
    const char *rule = call_option(call, "explain");

    if (rule)
        return explain(rule, err);
    if (call->argument_count == 0)
        return error_set(err, STATUS_USAGE,
                         "check needs a deck: aiio-study check PATH...");
    return check(call, err);
}
