/* SPDX-License-Identifier: MIT */
#include "view_private.h"

/* The greatest draw: beside it one is added to a number of days. */
#define ALMOST_ONE (1 - 1e-9)

/* A paragraph made in buf, which is empty again afterwards. */
static void say(struct page *page, enum style style, struct buf *text)
{
    page_text(page, style, arena_string(page->lines->arena, buf_slice(text)));
    buf_release(text);
}

/* ---- what was known ------------------------------------------------------ */

static void say_before(struct page *page)
{
    const struct session *session = page->session;
    const struct progress *before = &session->shown_card.progress;
    int days = days_between(before->last_day, session->answered.day);
    struct buf text = {0};

    if (!(before->memory.stability > 0)) {
        page_text(page, STYLE_NORMAL, "Before: a new card, nothing was known.");
        return;
    }
    buf_printf(
        &text,
        "Before: stability %.1f days, difficulty %.1f of 10. The last answer "
        "was %s, so the chance to recall it was %.0f %%.",
        before->memory.stability, before->memory.difficulty,
        days == 0   ? "on the same day"
        : days == 1 ? "a day ago"
                    : arena_printf(page->lines->arena, "%d days ago", days),
        100 * fsrs_retrievability(&session->config.scheduler.fsrs,
                                  before->memory.stability, days));
    say(page, STYLE_NORMAL, &text);
}

static void say_after(struct page *page)
{
    const struct session *session = page->session;
    struct memory after = session->memories[session->grade - 1];
    struct buf text = {0};

    buf_printf(&text, "After \"%s\": stability %.1f days, difficulty %.1f.",
               grade_name(session->grade), after.stability, after.difficulty);
    say(page, STYLE_NORMAL, &text);
}

/* ---- what was made of it ------------------------------------------------- */

/* The least days that a grade may have: one more than the grade below. */
static int least_days(const struct session *session)
{
    const struct schedule *below;

    if (session->grade <= GRADE_HARD)
        return 1;
    below = &session->outcomes[session->grade - 2];
    return below->state == CARD_REVIEW && below->has_day
               ? below->due_day - session->answered.day + 1
               : 1;
}

/* The days that the draw could have given, and the one it gave. */
static void say_spread(struct page *page, struct buf *text,
                       const struct schedule *schedule)
{
    const struct session *session = page->session;
    const struct scheduler *scheduler = &session->config.scheduler;
    int days = days_between(session->answered.day, schedule->due_day);
    int previous = session->shown_card.progress.interval_days;
    int least = least_days(session);
    int low = steps_fuzzed_days(schedule->interval_days, 0, least, previous,
                                scheduler->max_interval_days);
    int high = steps_fuzzed_days(schedule->interval_days, ALMOST_ONE, least,
                                 previous, scheduler->max_interval_days);

    if (scheduler->fuzz && low < high && low <= days && days <= high)
        buf_printf(text,
                   " So that cards do not come in a crowd, the day is drawn "
                   "from %d to %d days: it is %d.",
                   low, high, days);
    else
        buf_printf(text, " In whole days that is %d.", days);
}

static void say_step(struct buf *text, const struct session *session,
                     const struct schedule *schedule)
{
    const struct scheduler *scheduler = &session->config.scheduler;
    bool again = schedule->state == CARD_RELEARNING;
    int steps = again ? scheduler->relearning.count : scheduler->learning.count;

    buf_printf(text, "It is in its %s steps",
               again ? "relearning" : "learning");
    if (schedule->step < steps)
        buf_printf(text, ", number %d of %d", schedule->step + 1, steps);
    buf_add_text(text, ".");
}

static void say_schedule(struct page *page)
{
    const struct session *session = page->session;
    const struct schedule *schedule = &session->outcomes[session->grade - 1];
    struct buf text = {0};

    if (schedule->state == CARD_REVIEW) {
        buf_printf(&text, "Recall falls to the %.0f %% wanted after %.1f days.",
                   100 * schedule->retention, schedule->interval_days);
        say_spread(page, &text, schedule);
    } else {
        say_step(&text, session, schedule);
    }
    buf_add_text(&text, " It ");
    view_comes_back(&text, schedule, page->options->now);
    buf_add_text(&text, ".");
    say(page, STYLE_NORMAL, &text);
}

void view_why_date(struct lines *out, const struct session *session,
                   const struct view_options *options)
{
    struct page page = page_of(out, session, options);

    if (session->grade < GRADE_AGAIN)
        return;
    page_text(&page, STYLE_TITLE,
              options->plain ? "Why this date:" : "Why this date");
    say_before(&page);
    say_after(&page);
    say_schedule(&page);
    page_text(&page, STYLE_DIM,
              "Stability is the number of days until the chance to recall it "
              "is 90 %.");
}
