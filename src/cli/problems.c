/* SPDX-License-Identifier: MIT */
#include "problems.h"

#include "command.h"

static void json_problem(struct json_out *out, const struct problem *problem)
{
    json_open(out, NULL, '{');
    json_text(out, "severity",
              problem->severity == SEVERITY_ERROR ? "error" : "warning");
    json_text(out, "rule", problem->rule);
    json_text(out, "file", problem->file);
    json_int(out, "line", problem->line);
    json_int(out, "column", problem->column);
    json_text(out, "card", problem->card);
    json_text(out, "field", problem->field);
    json_text(out, "message", problem->message);
    json_close(out, '}');
}

void problems_write_json(struct json_out *out, const struct problems *problems)
{
    json_open(out, "problems", '[');
    for (int i = 0; i < problems->count; i++)
        json_problem(out, &problems->items[i]);
    json_close(out, ']');
}

void problems_tell(const struct problems *problems)
{
    struct buf line = {0};
    int kept_errors = 0, kept_warnings = 0;

    for (int i = 0; i < problems->count; i++) {
        buf_clear(&line);
        problem_print(&line, &problems->items[i]);
        tell("%s", buf_text(&line));
        if (problems->items[i].severity == SEVERITY_ERROR)
            kept_errors++;
        else
            kept_warnings++;
    }
    if (problems->errors > kept_errors)
        tell("and %d errors more", problems->errors - kept_errors);
    if (problems->warnings > kept_warnings)
        tell("and %d warnings more", problems->warnings - kept_warnings);
    buf_release(&line);
}
