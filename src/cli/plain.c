/* SPDX-License-Identifier: MIT */
#include "plain.h"

#include "command.h"

#include "aiio/trainer.h"
#include "aiio/view.h"
#include "aiio/width.h"

#include <stdio.h>
#include <string.h>

/*
 * One event a line, no cursor addressing, no colour: a screen reader reads it,
 * a pipe drives it. What an action does is the trainer's business, as on the
 * screen.
 */
struct plain {
    struct app *app;
    struct trainer *trainer;
    const struct glyphs *glyphs;
    int told_number; /* of the card announced last */
};

static const char understood[] =
    "a-h choose (two letters where two are asked for), A-H I am guessing,\n"
    "0 I don't know, an empty line shows or goes on, 1-4 grade,\n"
    "f full explanation, g figure, o other statements, r sources,\n"
    "w why this date, p previous card, t what is left, u undo, U redo,\n"
    "@ suspend, - bury, * flag, n and words: your note (n alone takes it "
    "away),\n"
    "? this list, q quit";

void plain_say(const char *text)
{
    fputs(text, stdout);
    fputc('\n', stdout);
}

/* ---- what is shown ------------------------------------------------------- */

void plain_minutes(struct buf *out, int64_t ms)
{
    int64_t minutes = (ms + 30000) / 60000;

    if (minutes < 1)
        minutes = 1;
    if (minutes >= 60)
        fmt_count(out, minutes / 60, "hour", "hours");
    if (minutes > 60 && minutes % 60 > 0)
        buf_add_char(out, ' ');
    if (minutes < 60 || minutes % 60 > 0)
        fmt_count(out, minutes % 60, "minute", "minutes");
}

static void say_left(const struct plain *plain, bool with_number)
{
    struct buf text = {0};

    if (with_number)
        buf_printf(&text, "Card %d, ", trainer_number(plain->trainer));
    buf_printf(&text, "%d left, about ", trainer_left(plain->trainer));
    plain_minutes(&text, trainer_left_ms(plain->trainer));
    if (with_number && trainer_is_ahead(plain->trainer))
        buf_add_text(&text, "; ahead of its day");
    plain_say(buf_text(&text));
    buf_release(&text);
}

void plain_lines(const struct lines *lines, int from)
{
    for (int i = from; i < lines->count; i++) {
        for (int j = 0; j < lines->items[i].count; j++)
            fwrite(lines->items[i].spans[j].text.ptr, 1,
                   lines->items[i].spans[j].text.len, stdout);
        fputc('\n', stdout);
    }
}

/* The whole card, or from its answer on: the question was read before. */
static void say_card(const struct plain *plain, bool answer_only)
{
    struct arena arena = {0};
    struct lines lines = {.arena = &arena};
    struct view_options options = {.width = PLAIN_WIDTH,
                                   .glyphs = plain->glyphs,
                                   .plain = true,
                                   .now = app_now(plain->app)};
    struct view_places places;

    view_card(&lines, trainer_session(plain->trainer), &options, &places);
    plain_lines(&lines, answer_only ? places.focus_line : 0);
    arena_release(&arena);
}

static void say_comes_back(const struct plain *plain)
{
    const struct session *session = trainer_session(plain->trainer);
    struct buf text = {0};

    view_comes_back(&text, &session->outcomes[session->grade - 1],
                    app_now(plain->app));
    if (text.len > 0)
        text.data[0] = 'C';
    buf_add_char(&text, '.');
    plain_say(buf_text(&text));
    buf_release(&text);
}

/* What a digit would do after a right answer. */
static void say_grades(const struct plain *plain)
{
    const struct session *session = trainer_session(plain->trainer);
    struct buf text = {0};

    if (session->looking_back || !session_can_grade(session))
        return;
    for (int grade = GRADE_AGAIN; grade <= GRADE_EASY; grade++) {
        buf_printf(&text, "%s%d %s ", grade > GRADE_AGAIN ? ", " : "", grade,
                   grade_name((enum grade)grade));
        view_interval(&text, &session->outcomes[grade - 1],
                      app_now(plain->app));
    }
    plain_say(buf_text(&text));
    buf_release(&text);
}

static void say_unsaved(const struct plain *plain)
{
    struct buf text = {0};

    buf_printf(&text, "Not saved: %s. r tries again, q leaves without it.",
               trainer_session(plain->trainer)->unsaved_why);
    plain_say(buf_text(&text));
    buf_release(&text);
}

static void say_end(const struct plain *plain)
{
    struct trainer_summary sum;
    struct buf text = {0};
    bool ended = trainer_session(plain->trainer)->state == SESSION_DONE;

    trainer_summary(plain->trainer, &sum);
    buf_add_text(&text, !ended             ? "Stopped here. "
                        : sum.time_up      ? "Time is up. "
                        : sum.answers == 0 ? "Nothing is due. "
                                           : "Done for today. ");
    fmt_count(&text, sum.answers, "answer", "answers");
    if (sum.first_tries > 0)
        buf_printf(&text, ", %d of %d right at the first try",
                   sum.first_tries_right, sum.first_tries);
    buf_add_text(&text, "; ");
    fmt_count(&text, sum.tomorrow, "card comes", "cards come");
    buf_add_text(&text, " back tomorrow.");
    plain_say(buf_text(&text));
    for (int i = 0; i < sum.missed_count; i++) {
        buf_clear(&text);
        buf_printf(&text, "Missed: %s", sum.missed[i]);
        plain_say(buf_text(&text));
    }
    buf_release(&text);
}

static void say_waiting(const struct plain *plain)
{
    struct buf text = {0};

    buf_add_text(&text, "Only cards in their learning steps are left; the "
                        "next one comes in ");
    plain_minutes(&text, trainer_session(plain->trainer)->wait_until_ms -
                             app_now(plain->app).at_ms);
    buf_add_text(&text, ". An empty line shows it now, q ends.");
    plain_say(buf_text(&text));
    buf_release(&text);
}

/* Says where the session stands, with a card's number when it is a new one. */
static void say_state(struct plain *plain)
{
    const struct session *session = trainer_session(plain->trainer);

    switch (session->state) {
    case SESSION_ANSWERED:
        if (session->looking_back)
            plain_say("Previous card.");
        say_card(plain, !session->looking_back);
        if (!session->looking_back)
            say_comes_back(plain);
        say_grades(plain);
        break;
    case SESSION_REVEALED:
        say_card(plain, true);
        break;
    case SESSION_UNSAVED:
        say_unsaved(plain);
        break;
    case SESSION_WAITING:
        say_waiting(plain);
        break;
    case SESSION_COVERED:
    case SESSION_ASKING:
    case SESSION_RECALL:
        if (trainer_number(plain->trainer) != plain->told_number)
            say_left(plain, true);
        plain->told_number = trainer_number(plain->trainer);
        say_card(plain, false);
        break;
    case SESSION_IDLE:
    case SESSION_DONE:
        break;
    }
}

/* ---- lines --------------------------------------------------------------- */

bool plain_read(char line[PLAIN_LINE_BYTES])
{
    size_t len = 0;
    bool bad = false;
    int c;

    if (print_flush())
        return false;
    while ((c = getchar()) != EOF && c != '\n') {
        if (len + 1 < PLAIN_LINE_BYTES && c != '\0')
            line[len++] = (char)c;
        else
            bad = true;
    }
    if (c == EOF && len == 0)
        return false;
    if (len > 0 && line[len - 1] == '\r')
        len--;
    line[len] = '\0';
    if (bad || utf8_valid_bytes(slice_of(line)) != len)
        memcpy(line, "(no line)", 10);
    return true;
}

static void act(struct plain *plain, enum action action, int arg)
{
    struct error err = {0};
    enum status status = trainer_do(plain->trainer, action, arg, &err);
    const char *message = trainer_message(plain->trainer);

    if (message[0] && trainer_session(plain->trainer)->state != SESSION_UNSAVED)
        plain_say(message);
    else if (status && !message[0])
        plain_say(err.text);
}

/* Letters: one chooses, as many as are asked for are marked and handed in. */
static bool choose(struct plain *plain, const char *line)
{
    const struct session *session = trainer_session(plain->trainer);
    int wanted = session_wanted(session), count = (int)strlen(line);
    unsigned places = 0;
    bool guess = line[0] >= 'A' && line[0] <= 'H';

    if (session->state == SESSION_COVERED && count == 1 &&
        strchr("abcdefghABCDEFGH", line[0])) {
        act(plain, ACTION_UNCOVER, 0); /* it was not seen: nothing is chosen */
        return true;
    }
    if (session->state != SESSION_ASKING || count != wanted)
        return false;
    for (int i = 0; i < count; i++) {
        int place = line[i] - (guess ? 'A' : 'a');

        if (place < 0 || place >= session->shown_count ||
            (places & 1u << place))
            return false;
        places |= 1u << place;
    }
    for (int i = 0; i < session->shown_count; i++)
        if ((places ^ session->marked) & 1u << i &&
            (wanted > 1 || places & 1u << i))
            act(plain, guess ? ACTION_GUESS : ACTION_CHOOSE, i);
    if (wanted > 1)
        act(plain, ACTION_HAND_IN, guess);
    return true;
}

static void go_on(struct plain *plain)
{
    const struct session *session = trainer_session(plain->trainer);

    if (session->state == SESSION_COVERED || session->state == SESSION_RECALL)
        act(plain, ACTION_UNCOVER, 0);
    else if (session->state == SESSION_ANSWERED)
        act(plain, ACTION_NEXT, 0);
    else if (session->state == SESSION_WAITING)
        act(plain, ACTION_WAITING_NOW, 0);
}

/* An unfolded part is said alone: the rest has been heard. */
static bool unfold(const struct plain *plain, const char *line)
{
    const struct session *session = trainer_session(plain->trainer);
    struct arena arena = {0};
    struct lines lines = {.arena = &arena};
    struct view_options options = {.width = PLAIN_WIDTH,
                                   .glyphs = plain->glyphs,
                                   .plain = true,
                                   .now = app_now(plain->app)};

    if (strlen(line) != 1 || !strchr("fgorw", line[0]) ||
        (session->state != SESSION_ANSWERED &&
         session->state != SESSION_REVEALED))
        return false;
    view_part(&lines, session, &options, line[0]);
    plain_lines(&lines, lines.count > 1 ? 1 : 0);
    if (lines.count == 0)
        plain_say("This card has none.");
    arena_release(&arena);
    return true;
}

/* Single keys, by the same table of keys as the screens. */
static bool press(struct plain *plain, const char *line)
{
    const struct session *session = trainer_session(plain->trainer);
    enum context context = context_of(session);
    int arg = 0;
    enum action action = action_for_key(context, line, &arg);

    if (strlen(line) != 1 || !strchr("01234rpuU@-*", line[0]))
        return false;
    if (action == ACTION_NONE || action == ACTION_CHOOSE ||
        action == ACTION_GUESS)
        return false;
    act(plain, action, arg);
    return true;
}

/* After an answer: "n the bus is slow" keeps a note. */
static bool note(const struct plain *plain, const char *line)
{
    const struct session *session = trainer_session(plain->trainer);
    struct slice text = slice_of(line);
    struct arena arena = {0};
    struct error err = {0};

    if (session->looking_back || line[0] != 'n' ||
        (line[1] && line[1] != ' ') ||
        (session->state != SESSION_ANSWERED &&
         session->state != SESSION_REVEALED))
        return false;
    text = slice_trim((struct slice){text.ptr + 1, text.len - 1});
    if (trainer_note(plain->trainer, arena_string(&arena, text), &err))
        plain_say(err.text);
    else
        plain_say(trainer_message(plain->trainer)[0]
                      ? trainer_message(plain->trainer)
                      : "It has no note.");
    arena_release(&arena);
    return true;
}

static bool understand(struct plain *plain, const char *line)
{
    const struct session *session = trainer_session(plain->trainer);

    if (!line[0]) {
        go_on(plain);
        return true;
    }
    if (session->state == SESSION_UNSAVED)
        return press(plain, line);
    return choose(plain, line) || press(plain, line);
}

/* Lines that only tell something. */
static bool tell_more(const struct plain *plain, const char *line)
{
    if (!strcmp(line, "?"))
        plain_say(understood);
    else if (!strcmp(line, "t"))
        say_left(plain, false);
    else
        return unfold(plain, line) || note(plain, line);
    return true;
}

static void say_understood(const struct plain *plain)
{
    static const char *const here[CONTEXT_COUNT] = {
        [CONTEXT_COVERED] = "an empty line shows the statements",
        [CONTEXT_ASKING] =
            "a letter chooses, a capital guesses, 0 I don't know",
        [CONTEXT_MARKING] = "as many letters as are asked for, 0 I don't know",
        [CONTEXT_RECALL] = "an empty line shows the answer",
        [CONTEXT_REVEALED] = "1 again, 2 hard, 3 good, 4 easy",
        [CONTEXT_RIGHT] = "an empty line goes on, 1 to 4 grade",
        [CONTEXT_WRONG] = "an empty line goes on",
        [CONTEXT_BACK] = "an empty line goes on",
        [CONTEXT_UNSAVED] = "r tries again, q leaves without it",
        [CONTEXT_WAITING] = "an empty line shows the card now",
    };
    const char *words = here[context_of(trainer_session(plain->trainer))];
    struct buf text = {0};

    buf_printf(&text, "Not understood. Here: %s%s? lists all, q ends.",
               words ? words : "", words ? "; " : "");
    plain_say(buf_text(&text));
    buf_release(&text);
}

static enum status loop(struct plain *plain, struct error *err)
{
    char line[PLAIN_LINE_BYTES];
    enum status status = STATUS_OK;

    say_state(plain);
    while (trainer_session(plain->trainer)->state != SESSION_DONE &&
           plain_read(line)) {
        if (!strcmp(line, "q"))
            break;
        if (tell_more(plain, line))
            continue;
        if (understand(plain, line))
            say_state(plain);
        else
            say_understood(plain);
    }
    if (trainer_session(plain->trainer)->state == SESSION_UNSAVED) {
        status = error_set(err, STATUS_IO, "an answer was not saved: %s",
                           trainer_session(plain->trainer)->unsaved_why);
        act(plain, ACTION_LEAVE, 0);
    }
    say_end(plain);
    return status;
}

enum status plain_run(struct app *app, const struct study_options *options,
                      struct error *err)
{
    struct plain plain = {.app = app, .glyphs = glyphs_for(true)};
    enum status status;

    tell_notices(app, stdout);
    status = trainer_open(app, options, &plain.trainer, err);
    if (!status)
        status = loop(&plain, err);
    trainer_close(plain.trainer);
    return status;
}
