/* SPDX-License-Identifier: MIT */
#include "command.h"

#include "aiio/exam_view.h"
#include "aiio/examiner.h"
#include "aiio/view.h"
#include "plain.h"

#include <string.h>

/* A mock exam, one event a line: what the screen shows, in words. */
struct plain_exam {
    struct app *app;
    struct exam_plan plan;
    struct examiner *examiner;
    const struct glyphs *glyphs;
    bool half_told, five_told, silent; /* of the time */
    enum exam_which filter;            /* of the review */
    bool reviews;                      /* a question was told already */
};

enum { MINUTE_MS = 60000, FIVE_MS = 5 * MINUTE_MS, TEN_MS = 2 * FIVE_MS };

static const char understood[] =
    "letters choose and change the choice (two letters where two are asked\n"
    "for), an empty line or n the next question, p the one before, a number\n"
    "goes to that question, m marks, l what is open and marked, t the time,\n"
    "T says no time any more, H hands in, ? this list, q leaves; the exam can\n"
    "be taken up again";
static const char understood_after[] =
    "an empty line or n the next question, p the one before, a number goes to\n"
    "that question, f full explanation, g figure, o other statements,\n"
    "r sources, all, wrong or marked chooses which are shown, s the result,\n"
    "d leaves what was missed out of today's queue or puts it in, ? this\n"
    "list, q ends";

static struct exam_view view_of(const struct plain_exam *plain)
{
    return (struct exam_view){
        .width = PLAIN_WIDTH, .glyphs = plain->glyphs, .plain = true};
}

static const struct exam *exam_of(const struct plain_exam *plain)
{
    return examiner_exam(plain->examiner);
}

/* ---- what is said -------------------------------------------------------- */

static void say_time(const struct plain_exam *plain)
{
    struct buf text = {0};

    plain_minutes(&text, examiner_left_ms(plain->examiner));
    buf_add_text(&text, " left.");
    plain_say(buf_text(&text));
    buf_release(&text);
}

static void say_question(struct plain_exam *plain)
{
    const struct exam *exam = exam_of(plain);
    const struct exam_question *question = &exam->questions[exam->at];
    struct arena arena = {0};
    struct lines lines = {.arena = &arena};
    struct view_options options = {.width = PLAIN_WIDTH,
                                   .glyphs = plain->glyphs,
                                   .plain = true,
                                   .exam = true,
                                   .now = app_now(plain->app)};
    struct view_places places;
    struct buf text = {0};

    buf_printf(&text, "Question %d of %d%s", exam->at + 1, exam->count,
               question->marked ? ", marked" : "");
    if (!exam->over && !plain->silent) {
        buf_add_text(&text, ", ");
        plain_minutes(&text, examiner_left_ms(plain->examiner));
        buf_add_text(&text, " left");
    }
    plain_say(buf_text(&text));
    view_card(&lines, examiner_session(plain->examiner), &options, &places);
    plain_lines(&lines, 0);
    if (lines.count == 0)
        plain_say("The deck does not have this card any more; it does not "
                  "count.");
    buf_release(&text);
    arena_release(&arena);
}

static void say_map(const struct plain_exam *plain)
{
    struct arena arena = {0};
    struct lines lines = {.arena = &arena};
    struct exam_view view = view_of(plain);
    int line, columns;

    exam_view_map(&lines, exam_of(plain), &view, &line, &columns);
    plain_lines(&lines, 0);
    arena_release(&arena);
}

static void say_result(const struct plain_exam *plain)
{
    struct arena arena = {0};
    struct lines lines = {.arena = &arena};
    struct exam_view view = view_of(plain);
    struct exam_result result = {
        .exam = exam_of(plain),
        .outline = examiner_outline(plain->examiner),
        .target_percent = plain->plan.target_percent,
        .joins = examiner_facts(plain->examiner)->end.join,
        .is_today = true,
    };

    exam_view_result(&lines, &result, &view);
    plain_lines(&lines, 0);
    arena_release(&arena);
}

/* A word at half time and at five minutes. */
static void say_warnings(struct plain_exam *plain)
{
    int64_t left = examiner_left_ms(plain->examiner);

    if (plain->silent)
        return;
    if (exam_of(plain)->limit_ms <= TEN_MS)
        plain->five_told = true; /* half time says it */
    if (!plain->half_told && 2 * left <= exam_of(plain)->limit_ms)
        plain_say("Half of the time is over.");
    else if (!plain->five_told && left <= FIVE_MS)
        plain_say("Five minutes are left.");
    plain->half_told = plain->half_told || 2 * left <= exam_of(plain)->limit_ms;
    plain->five_told = plain->five_told || left <= FIVE_MS;
}

/* ---- keys ---------------------------------------------------------------- */

static void finish(struct plain_exam *plain, enum exam_why why)
{
    struct error err = {0};

    if (examiner_finish(plain->examiner, why, &err)) {
        plain_say(err.text);
        return;
    }
    if (why == EXAM_TIME_UP)
        plain_say("The time is up. The exam is handed in as it stands.");
    say_result(plain);
    plain_say("An empty line goes through the questions, ? lists the rest, q "
              "ends.");
}

/* Letters make the whole choice: what is chosen already is put right. */
static bool choose(struct plain_exam *plain, const char *line)
{
    const struct exam *exam = exam_of(plain);
    const struct exam_question *question = &exam->questions[exam->at];
    struct error err = {0};
    unsigned places = 0;

    for (const char *c = line; *c; c++) {
        int place = *c - 'a';

        if (place < 0 || place >= question->shown_count || places & 1u << place)
            return false;
        places |= 1u << place;
    }
    if ((int)strlen(line) != exam_wanted(question))
        return false;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < question->shown_count; i++) {
            bool is = question->chosen & 1u << i, should = places & 1u << i;

            /* Marks are taken away before others are set. */
            if (is == should || should == (pass == 0) ||
                (pass == 0 && exam_wanted(question) == 1))
                continue;
            if (examiner_choose(plain->examiner, i, &err)) {
                plain_say(err.text);
                return true;
            }
        }
    plain_say("Chosen.");
    return true;
}

static void go(struct plain_exam *plain, int question)
{
    const struct exam *exam = exam_of(plain);

    if (question < 0 || question >= exam->count) {
        plain_say(exam->over ? "There is none further."
                             : "There is none further; H hands in.");
        return;
    }
    examiner_go(plain->examiner, question);
    say_question(plain);
}

static void step(struct plain_exam *plain, int by)
{
    const struct exam *exam = exam_of(plain);
    int from = exam->at + by;

    if (exam->over && !plain->reviews)
        from = by > 0 ? 0 : exam->count - 1;
    plain->reviews = exam->over;
    go(plain, exam_next(exam, exam->over ? plain->filter : EXAM_ALL, from, by));
}

/* Moving, common to the exam and its review. */
static bool move(struct plain_exam *plain, const char *line)
{
    int64_t number = 0;

    if (!line[0] || !strcmp(line, "n"))
        step(plain, 1);
    else if (!strcmp(line, "p"))
        step(plain, -1);
    else if (slice_to_int(slice_of(line), 1, exam_of(plain)->count, &number))
        go(plain, (int)number - 1);
    else
        return false;
    return true;
}

static bool hand_in(struct plain_exam *plain)
{
    char line[PLAIN_LINE_BYTES];
    struct buf text = {0};

    exam_view_open(&text, exam_of(plain));
    buf_add_text(&text, ". Hand in? y or n");
    plain_say(buf_text(&text));
    buf_release(&text);
    if (plain_read(line) && !strcmp(line, "y"))
        finish(plain, EXAM_HANDED_IN);
    else
        plain_say("Not handed in.");
    return true;
}

static bool act(struct plain_exam *plain, const char *line)
{
    struct error err = {0};

    if (!strcmp(line, "H"))
        return hand_in(plain);
    if (!strcmp(line, "m")) {
        const struct exam *exam = exam_of(plain);

        if (examiner_mark(plain->examiner, &err))
            plain_say(err.text);
        else
            plain_say(exam->questions[exam->at].marked ? "Marked."
                                                       : "Not marked.");
    } else if (!strcmp(line, "l")) {
        say_map(plain);
    } else if (!strcmp(line, "t")) {
        say_time(plain);
    } else if (!strcmp(line, "T")) {
        plain->silent = !plain->silent;
        plain_say(plain->silent ? "The time is not said any more."
                                : "The time is said again.");
    } else if (!strcmp(line, "?")) {
        plain_say(understood);
    } else {
        return move(plain, line) || choose(plain, line);
    }
    return true;
}

static bool unfold(struct plain_exam *plain, char which)
{
    struct arena arena = {0};
    struct lines lines = {.arena = &arena};
    struct view_options options = {.width = PLAIN_WIDTH,
                                   .glyphs = plain->glyphs,
                                   .plain = true,
                                   .now = app_now(plain->app)};
    const struct session *session = examiner_session(plain->examiner);

    if (session->shown_card.card)
        view_part(&lines, session, &options, which);
    plain_lines(&lines, lines.count > 1 ? 1 : 0);
    if (lines.count == 0)
        plain_say("This card has none.");
    arena_release(&arena);
    return true;
}

static bool filter(struct plain_exam *plain, enum exam_which which)
{
    int first = exam_next(exam_of(plain), which, 0, 1);

    if (first < 0) {
        plain_say("There is none.");
        return true;
    }
    plain->filter = which;
    plain->reviews = true;
    go(plain, first);
    return true;
}

static void decline(struct plain_exam *plain)
{
    bool joins = examiner_facts(plain->examiner)->end.join;
    struct error err = {0};

    if (examiner_join(plain->examiner, !joins, &err))
        plain_say(err.text);
    else
        plain_say(joins ? "What was missed is left out of today's queue."
                        : "What was missed joins today's queue.");
}

static bool act_after(struct plain_exam *plain, const char *line)
{
    if (strlen(line) == 1 && strchr("fgor", line[0]))
        return unfold(plain, line[0]);
    if (!strcmp(line, "all"))
        return filter(plain, EXAM_ALL);
    if (!strcmp(line, "wrong"))
        return filter(plain, EXAM_WRONG);
    if (!strcmp(line, "marked"))
        return filter(plain, EXAM_MARKED);
    if (!strcmp(line, "s"))
        say_result(plain);
    else if (!strcmp(line, "d"))
        decline(plain);
    else if (!strcmp(line, "?"))
        plain_say(understood_after);
    else
        return move(plain, line);
    return true;
}

/* ---- from start to end --------------------------------------------------- */

static void say_plan(const struct plain_exam *plain)
{
    const struct exam_plan *plan = &plain->plan;
    const struct exam_past *open = exam_plan_open(plan);
    struct buf text = {0};

    if (open) {
        buf_printf(&text, "Mock exam stopped at %d of %d, ", open->answered,
                   open->questions);
        plain_minutes(&text, open->left_ms);
        buf_add_text(&text, " left. An empty line takes it up again, d ends "
                            "and scores it, q leaves.");
    } else {
        fmt_count(&text, plan->questions, "question", "questions");
        buf_add_text(&text, ", ");
        plain_minutes(&text, (int64_t)plan->minutes * MINUTE_MS);
        buf_add_text(&text, ". Nothing is told or taken back before the end. "
                            "An empty line starts, q leaves.");
    }
    plain_say(buf_text(&text));
    buf_release(&text);
}

/* False when it is left before it began. */
static bool begin(struct plain_exam *plain, const struct exam_options *options,
                  enum status *status, struct error *err)
{
    const struct exam_past *open = exam_plan_open(&plain->plan);
    char line[PLAIN_LINE_BYTES] = "";
    bool is_up = open && open->left_ms <= 0;

    if (!is_up) {
        say_plan(plain);
        do {
            if (!plain_read(line) || !strcmp(line, "q"))
                return false;
        } while (line[0] && !(open && !strcmp(line, "d")));
    }
    *status = open ? examiner_open(plain->app, plain->plan.deck, open->id,
                                   &plain->examiner, err)
                   : examiner_start(plain->app, options, &plain->examiner, err);
    if (*status)
        return false;
    if (is_up || line[0])
        finish(plain, is_up ? EXAM_TIME_UP : EXAM_BROKEN_OFF);
    else
        *status = examiner_resume(plain->examiner, err);
    return !*status;
}

static enum status loop(struct plain_exam *plain, struct error *err)
{
    char line[PLAIN_LINE_BYTES];

    if (!exam_of(plain)->over)
        say_question(plain);
    while (plain_read(line)) {
        bool known;

        if (!exam_of(plain)->over && examiner_left_ms(plain->examiner) <= 0) {
            finish(plain, EXAM_TIME_UP);
            continue;
        }
        if (!strcmp(line, "q"))
            break;
        known =
            exam_of(plain)->over ? act_after(plain, line) : act(plain, line);
        if (!known)
            plain_say("Not understood. ? lists what is, q leaves.");
        if (!exam_of(plain)->over)
            say_warnings(plain);
    }
    if (exam_of(plain)->over)
        return STATUS_OK;
    plain_say("Left. \"aiio-study exam\" takes it up again.");
    return examiner_leave(plain->examiner, err);
}

enum status plain_exam_run(struct app *app, const struct exam_options *options,
                           struct error *err)
{
    struct plain_exam plain = {.app = app, .glyphs = glyphs_for(true)};
    struct arena arena = {0};
    enum status status;

    tell_notices(app, stdout);
    status = examiner_plan(app, options, &arena, &plain.plan, err);
    if (!status && plain.plan.questions == 0 && !exam_plan_open(&plain.plan))
        status = error_set(err, STATUS_NOT_FOUND,
                           "deck \"%s\" has no card with statements to choose "
                           "from",
                           plain.plan.deck);
    if (!status && begin(&plain, options, &status, err))
        status = loop(&plain, err);
    examiner_close(plain.examiner);
    arena_release(&arena);
    return status;
}
