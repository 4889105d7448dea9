/* SPDX-License-Identifier: MIT */
#include "study_rest.h"

#include "aiio/fmt.h"
#include "aiio/wrap.h"

enum { REST_COMFORTABLE_COLS = 60 };

static void add(struct lines *lines, enum style style, const char *text,
                int cols)
{
    struct wrap_box box = {
        .width = cols - 1,
        .indent = cols >= REST_COMFORTABLE_COLS ? 3 : 1,
        .first = {cols >= REST_COMFORTABLE_COLS ? SLICE("   ") : SLICE(" "),
                  STYLE_NORMAL},
        .base = style,
        .bullet = "-",
        .plain = true};

    /* Lines borrow their text; many a caller's is gone before the frame. */
    wrap_text(lines, &box,
              slice_of(arena_string(lines->arena, slice_of(text))));
}

void rest_unsaved(struct lines *lines, const struct session *session, int cols)
{
    add(lines, STYLE_WARNING, "Not saved", cols);
    lines_add(lines);
    add(lines, STYLE_NORMAL, session->unsaved_why, cols);
    lines_add(lines);
    add(lines, STYLE_NORMAL,
        session->pending.kind == EFFECT_GRADE
            ? "Your answer is saved, its other grade is not. r tries again; q "
              "leaves without it."
            : "Your answer is kept here. r tries again, and records it once; "
              "q leaves without it.",
        cols);
}

void rest_waiting(struct lines *lines, int64_t left_ms, int cols)
{
    struct buf text = {0}, time = {0};

    fmt_minutes(&time, left_ms);
    buf_printf(&text, "The next card comes in %s. Enter shows it now.",
               buf_text(&time));
    add(lines, STYLE_TITLE, "Only cards in their learning steps are left",
        cols);
    lines_add(lines);
    add(lines, STYLE_NORMAL, buf_text(&text), cols);
    buf_release(&time);
    buf_release(&text);
}

static void count_line(struct lines *lines, const struct trainer_summary *sum,
                       int cols)
{
    struct buf text = {0}, time = {0};

    fmt_minutes(&time, sum->ms);
    fmt_count(&text, sum->answers, "answer", "answers");
    buf_printf(&text, " in %s", buf_text(&time));
    if (sum->first_tries > 0)
        buf_printf(&text, ", %d of %d right at the first try",
                   sum->first_tries_right, sum->first_tries);
    add(lines, STYLE_NORMAL, buf_text(&text), cols);
    buf_release(&time);
    buf_release(&text);
}

static void tomorrow_line(struct lines *lines,
                          const struct trainer_summary *sum, int cols)
{
    struct buf text = {0};

    if (sum->tomorrow == 0)
        buf_add_text(&text, "No card comes");
    else
        fmt_count(&text, sum->tomorrow, "card comes", "cards come");
    buf_add_text(&text, " back tomorrow");
    add(lines, STYLE_NORMAL, buf_text(&text), cols);
    buf_release(&text);
}

void rest_end(struct lines *lines, const struct trainer_summary *sum, int cols)
{
    add(lines, STYLE_TITLE,
        sum->time_up        ? "Time is up"
        : sum->answers == 0 ? "Nothing is due here"
                            : "Done for today",
        cols);
    lines_add(lines);
    if (sum->answers > 0)
        count_line(lines, sum, cols);
    tomorrow_line(lines, sum, cols);
    if (sum->missed_count > 0) {
        lines_add(lines);
        add(lines, STYLE_EMPHASIS, "Missed at the first try", cols);
    }
    for (int i = 0; i < sum->missed_count; i++)
        add(lines, STYLE_NORMAL, sum->missed[i], cols);
}
