/* SPDX-License-Identifier: MIT */
#include "aiio/exam_view.h"

#include "aiio/width.h"
#include "aiio/wrap.h"

enum { READABLE_CELLS = 76, WIDE_CELLS = 60, MAP_CELLS = 9, SCORE_CELLS = 33 };

/* ---- lines --------------------------------------------------------------- */

static int margin_of(const struct exam_view *view)
{
    return view->plain ? 0 : view->width >= WIDE_CELLS ? 3 : 1;
}

static void add_text(struct lines *out, const struct exam_view *view,
                     enum style style, const char *text)
{
    int margin = margin_of(view);
    int width = view->width - 1;
    struct wrap_box box = {
        .width =
            width > margin + READABLE_CELLS ? margin + READABLE_CELLS : width,
        .indent = margin,
        .first = {SLICE(""), STYLE_NORMAL},
        .base = style,
        .bullet = view->glyphs->bullet,
        .plain = true,
    };

    wrap_text(out, &box, slice_of(text));
}

static void add_buf(struct lines *out, const struct exam_view *view,
                    enum style style, struct buf *text)
{
    add_text(out, view, style, arena_string(out->arena, buf_slice(text)));
    buf_clear(text);
}

static int rounded(double percent)
{
    return (int)(percent + 0.5);
}

/* ---- map ----------------------------------------------------------------- */

void exam_view_open(struct buf *out, const struct exam *exam)
{
    buf_printf(out, "%d unanswered, %d marked", exam_count(exam, EXAM_OPEN),
               exam_count(exam, EXAM_MARKED));
}

static void letters_of(const struct exam_question *question, char letters[9])
{
    int count = 0;

    for (int i = 0; i < DECK_STATEMENTS_MAX; i++)
        if (question->chosen & 1u << i)
            letters[count++] = (char)('A' + i);
    if (count == 0)
        letters[count++] = '-';
    letters[count] = '\0';
}

/* "Open: 3, 7. Marked: 4." */
static void add_numbers(struct lines *out, const struct exam *exam,
                        const struct exam_view *view, enum exam_which which,
                        const char *words)
{
    struct buf text = {0};
    int count = 0;

    buf_printf(&text, "%s:", words);
    for (int i = 0; i < exam->count; i++)
        if (exam_is(&exam->questions[i], which))
            buf_printf(&text, "%s %d", count++ > 0 ? "," : "", i + 1);
    buf_add_text(&text, count == 0 ? " none." : ".");
    add_buf(out, view, STYLE_NORMAL, &text);
    buf_release(&text);
}

void exam_view_map(struct lines *out, const struct exam *exam,
                   const struct exam_view *view, int *line_of_at, int *columns)
{
    int margin = margin_of(view);

    *line_of_at = 0;
    *columns = (view->width - margin) / MAP_CELLS;
    if (*columns > 10)
        *columns = 10;
    if (*columns < 1)
        *columns = 1;
    if (view->plain) {
        add_numbers(out, exam, view, EXAM_OPEN, "Open");
        add_numbers(out, exam, view, EXAM_MARKED, "Marked");
        return;
    }
    for (int i = 0; i < exam->count; i++) {
        const struct exam_question *question = &exam->questions[i];
        bool here = i == exam->at;
        char letters[9];

        if (i % *columns == 0)
            lines_add(out);
        letters_of(question, letters);
        lines_pad(out, margin - 1 + MAP_CELLS * (i % *columns));
        lines_printf(out, here ? STYLE_EMPHASIS : STYLE_NORMAL, "%s%3d ",
                     here ? view->glyphs->pointer : " ", i + 1);
        lines_printf(out, exam_is_answered(question) ? STYLE_NORMAL : STYLE_DIM,
                     "%s", letters);
        if (question->marked)
            lines_span(out, STYLE_WARNING, SLICE("*"));
        if (here)
            *line_of_at = out->count - 1;
    }
}

/* ---- result -------------------------------------------------------------- */

static void add_head(struct lines *out, const struct exam_result *result,
                     const struct exam_view *view)
{
    struct exam_score all = exam_score(
        result->exam, (struct exam_scope){.domain = -1, .objective = -1});
    struct buf text = {0};

    buf_printf(&text, "%d %%: %d of %d right", rounded(all.percent), all.right,
               all.of);
    add_buf(out, view, STYLE_TITLE, &text);
    buf_printf(&text,
               "Chance alone moves such a score: with what you know, 9 of 10 "
               "exams like this one come out between %d and %d %%.",
               rounded(all.low), rounded(all.high));
    add_buf(out, view, STYLE_NORMAL, &text);
    lines_add(out);
    if (result->target_percent > 0)
        buf_printf(
            &text, "Your own goal of %d %% is %s. ", result->target_percent,
            all.percent >= result->target_percent ? "reached" : "not reached");
    else
        buf_add_text(&text, "You have set no goal of your own (aiio-study goal "
                            "--target 80). ");
    buf_add_text(&text, "The passing mark of the real exam is not published.");
    add_buf(out, view, STYLE_NORMAL, &text);
    buf_release(&text);
}

/* "1 Essential AI Knowledge    79 %   15 of 19   (60-90)" */
static void add_score(struct lines *out, const struct exam_view *view,
                      int indent, enum style style, const char *name,
                      struct exam_score score)
{
    int margin = margin_of(view);
    int names = view->width - (view->width >= WIDE_CELLS ? SCORE_CELLS : 20);

    if (names > READABLE_CELLS - 16)
        names = READABLE_CELLS - 16;
    if (score.of == 0)
        return;
    lines_add(out);
    if (view->plain) {
        lines_printf(out, style, "%s: %d %%, %d of %d.", name,
                     rounded(score.percent), score.right, score.of);
        return;
    }
    lines_pad(out, margin + indent);
    if (names > indent + 3)
        lines_span(out, style, text_fit(slice_of(name), names - indent));
    lines_pad(out, margin + (names > 0 ? names : 0));
    lines_printf(out, style, " %3d %% %3d of %d", rounded(score.percent),
                 score.right, score.of);
    if (view->width >= WIDE_CELLS + 12 && indent == 0) {
        lines_pad(out, margin + names + 18);
        lines_printf(out, STYLE_DIM, "%d to %d %%", rounded(score.low),
                     rounded(score.high));
    }
}

static void add_seen(struct lines *out, const struct exam_result *result,
                     const struct exam_view *view)
{
    struct exam_scope scope = {.domain = -1, .objective = -1};

    lines_add(out);
    scope.seen = EXAM_SEEN;
    add_score(out, view, 0, STYLE_NORMAL, "Cards seen before",
              exam_score(result->exam, scope));
    scope.seen = EXAM_UNSEEN;
    add_score(out, view, 0, STYLE_NORMAL, "Cards not seen before",
              exam_score(result->exam, scope));
}

static void add_groups(struct lines *out, const struct exam_result *result,
                       const struct exam_view *view)
{
    const struct deck *outline = result->outline;
    struct arena *arena = out->arena;

    if (outline->domain_count > 0)
        lines_add(out);
    for (int d = 0; d < outline->domain_count; d++) {
        struct exam_scope scope = {.domain = d, .objective = -1};

        add_score(out, view, 0, STYLE_EMPHASIS,
                  arena_printf(arena, "%s %s", outline->domains[d].id,
                               outline->domains[d].title),
                  exam_score(result->exam, scope));
        for (int o = 0; o < outline->objective_count; o++) {
            if (outline->objectives[o].domain != d)
                continue;
            scope.objective = o;
            add_score(out, view, 2, STYLE_NORMAL,
                      arena_printf(arena, "%s %s", outline->objectives[o].id,
                                   outline->objectives[o].title),
                      exam_score(result->exam, scope));
        }
    }
}

static void add_time(struct lines *out, const struct exam_result *result,
                     const struct exam_view *view)
{
    const struct exam *exam = result->exam;
    struct exam_changes changes = exam_changes(exam);
    int open = exam_count(exam, EXAM_OPEN);
    struct buf text = {0};

    lines_add(out);
    fmt_minutes(&text, exam->used_ms);
    buf_add_text(&text, " of ");
    fmt_minutes(&text, exam->limit_ms);
    buf_printf(&text, ", %lld s a question; ",
               (long long)((changes.ms_a_question + 500) / 1000));
    buf_add_text(&text, exam->why == EXAM_HANDED_IN ? "handed in"
                        : exam->why == EXAM_TIME_UP ? "the time was up"
                                                    : "broken off");
    if (open > 0)
        buf_printf(&text, ", %d unanswered", open);
    buf_add_char(&text, '.');
    add_buf(out, view, STYLE_NORMAL, &text);
    buf_printf(&text,
               "Answers changed from right to wrong: %d; from wrong to right: "
               "%d.",
               changes.lost, changes.won);
    add_buf(out, view, STYLE_NORMAL, &text);
    if (exam->breaks > 0) {
        buf_add_text(&text, "Interrupted ");
        fmt_count(&text, exam->breaks, "time", "times");
        buf_add_text(&text, ", away for ");
        fmt_minutes(&text, exam->away_ms);
        buf_printf(&text, "; the clock %s meanwhile.",
                   exam->pauses ? "stood still" : "ran on");
        add_buf(out, view, STYLE_NORMAL, &text);
    }
    buf_release(&text);
}

static void add_missed(struct lines *out, const struct exam_result *result,
                       const struct exam_view *view)
{
    int missed = exam_count(result->exam, EXAM_WRONG);
    struct buf text = {0};

    if (missed == 0 || !result->is_today)
        return;
    lines_add(out);
    fmt_count(&text, missed, "missed card", "missed cards");
    if (result->joins)
        buf_printf(&text, " %s today's queue; d leaves %s out.",
                   missed == 1 ? "joins" : "join", missed == 1 ? "it" : "them");
    else
        buf_printf(&text, " left out of today's queue; d puts %s in.",
                   missed == 1 ? "it" : "them");
    add_buf(out, view, STYLE_NORMAL, &text);
    buf_release(&text);
}

void exam_view_result(struct lines *out, const struct exam_result *result,
                      const struct exam_view *view)
{
    add_head(out, result, view);
    add_missed(out, result, view);
    add_seen(out, result, view);
    add_groups(out, result, view);
    add_time(out, result, view);
}

/* ---- history ------------------------------------------------------------- */

void exam_view_past(struct lines *out, int day, struct exam_score score,
                    int64_t used_ms, const char *domain,
                    const struct exam_view *view)
{
    struct buf text = {0};

    if (view->width >= WIDE_CELLS || view->plain)
        day_format_long(&text, day);
    else
        day_format(&text, day);
    buf_printf(&text, "  %3d %%", rounded(score.percent));
    if (view->width >= 36)
        buf_printf(&text, "  %d of %d", score.right, score.of);
    if (view->width >= WIDE_CELLS) {
        buf_add_text(&text, ", ");
        fmt_minutes(&text, used_ms);
        if (domain[0])
            buf_printf(&text, ", domain %s", domain);
    }
    lines_printf(out, STYLE_NORMAL, "%s", buf_text(&text));
    buf_release(&text);
}
