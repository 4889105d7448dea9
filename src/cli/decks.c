/* SPDX-License-Identifier: MIT */
#include "command.h"

#include "aiio/json_out.h"

/* ---- decks --------------------------------------------------------------- */

static void print_decks_json(const struct store_deck *decks, int count)
{
    struct buf text = {0};
    struct json_out out = json_out(&text, 0);

    json_open(&out, NULL, '[');
    for (int i = 0; i < count; i++) {
        json_open(&out, NULL, '{');
        json_text(&out, "deck", decks[i].id);
        json_text(&out, "title", decks[i].title);
        json_text(&out, "revision", decks[i].revision);
        json_int(&out, "cards", decks[i].cards);
        json_text(&out, "origin", decks[i].origin);
        json_close(&out, '}');
    }
    json_close(&out, ']');
    print_json(&text);
    buf_release(&text);
}

static void print_decks(const struct store_deck *decks, int count)
{
    struct buf text = {0};

    for (int i = 0; i < count; i++)
        buf_printf(&text, "%-20s  %5d %s  %s\n", decks[i].id, decks[i].cards,
                   decks[i].cards == 1 ? "card " : "cards", decks[i].title);
    print(&text);
    buf_release(&text);
}

enum status command_decks(struct call *call, struct error *err)
{
    struct arena arena = {0};
    struct store_deck *decks = NULL;
    int count = 0;
    enum status status =
        store_decks(call->app->store, &arena, &decks, &count, err);

    if (!status && call_has(call, "json"))
        print_decks_json(decks, count);
    else if (!status)
        print_decks(decks, count);
    if (!status && count == 0 && !call_has(call, "json"))
        tell("there is no deck yet; \"aiio-study import FILE.json\" brings "
             "one");
    arena_release(&arena);
    return status;
}

/* ---- export -------------------------------------------------------------- */

struct exporting {
    struct buf text;
    bool first;
    bool damaged;
};

static bool export_card(void *context, struct slice json)
{
    struct exporting *exporting = context;
    struct arena arena = {0};
    struct card card;
    struct error err = {0};

    if (deck_read_card(json, &arena, &card, &err)) {
        exporting->damaged = true;
    } else {
        deck_write_next(&exporting->text, &card, exporting->first);
        exporting->first = false;
        print(&exporting->text);
        buf_clear(&exporting->text);
    }
    arena_release(&arena);
    return !exporting->damaged;
}

static enum status export_deck(struct app *app, const struct store_deck *deck,
                               struct error *err)
{
    struct exporting exporting = {.first = true};
    struct deck header = {0};
    enum status status = deck_read_header(slice_of(deck->header), &header, err);

    if (status)
        return status;
    deck_write_begin(&exporting.text, &header);
    print(&exporting.text);
    buf_clear(&exporting.text);
    status =
        store_deck_cards(app->store, deck->key, export_card, &exporting, err);
    deck_write_end(&exporting.text);
    print(&exporting.text);
    buf_release(&exporting.text);
    deck_release(&header);
    if (!status && exporting.damaged)
        status = error_set(err, STATUS_DAMAGED,
                           "a card of deck \"%s\" cannot be read", deck->id);
    return status;
}

/* The deck named, or the only one. */
static enum status pick_deck(struct app *app, const char *name,
                             struct arena *arena, struct store_deck *deck,
                             struct error *err)
{
    struct store_deck *decks = NULL;
    int count = 0;
    enum status status;

    if (name)
        return store_deck_find(app->store, name, arena, deck, err);
    status = store_decks(app->store, arena, &decks, &count, err);
    if (status)
        return status;
    if (count != 1)
        return error_set(err, count ? STATUS_USAGE : STATUS_NOT_FOUND,
                         count ? "there are several decks; name one"
                               : "there is no deck yet");
    *deck = decks[0];
    return STATUS_OK;
}

enum status command_export(struct call *call, struct error *err)
{
    struct arena arena = {0};
    struct store_deck deck = {0};
    enum status status =
        pick_deck(call->app, call_option(call, "deck"), &arena, &deck, err);

    if (!status)
        status = export_deck(call->app, &deck, err);
    arena_release(&arena);
    return status;
}

/* ---- goal ---------------------------------------------------------------- */

static void print_goal(const struct store_deck *deck, bool found,
                       const struct goal_body *goal)
{
    struct buf text = {0};

    buf_printf(&text, "%s: exam day ", deck->id);
    if (found && goal->has_exam_day)
        day_format_long(&text, goal->exam_day);
    else
        buf_add_text(&text, "not set");
    if (found && goal->target_percent > 0)
        buf_printf(&text, ", your own target %d %%", goal->target_percent);
    buf_add_char(&text, '\n');
    print(&text);
    buf_release(&text);
}

/* [DECK] [DAY|none]: a word written as a day, or "none", is the day. */
static enum status read_goal(const struct call *call, const char **deck,
                             const char **day, struct error *err)
{
    for (int i = 0; i < call->argument_count; i++) {
        const char *word = call->arguments[i];
        bool is_day =
            slice_is(slice_of(word), "none") || day_has_form(slice_of(word));
        const char **slot = is_day || i == 1 ? day : deck;

        if (*slot)
            return error_set(err, STATUS_USAGE,
                             "goal: \"%.60s\" is one too many", word);
        *slot = word;
    }
    return STATUS_OK;
}

static enum status change_goal(struct call *call, const char *day,
                               struct goal_body *goal, bool *changed,
                               struct error *err)
{
    int64_t target = goal->target_percent;
    enum status status = call_int(call, "target", 1, 100, target, &target, err);

    if (status)
        return status;
    *changed = day || call_has(call, "target");
    goal->target_percent = (int)target;
    goal->declined = false;
    if (!day)
        return STATUS_OK;
    goal->has_exam_day = !slice_is(slice_of(day), "none");
    goal->declined = !goal->has_exam_day;
    if (goal->has_exam_day && !day_parse(slice_of(day), &goal->exam_day))
        return error_set(err, STATUS_USAGE,
                         "goal: \"%.60s\": %s; none takes the exam day out",
                         day, day_fault(slice_of(day)));
    if (goal->has_exam_day && goal->exam_day <= app_now(call->app).day)
        return error_set(err, STATUS_USAGE,
                         "goal: %s is not in the future; none takes the exam "
                         "day out",
                         day);
    return STATUS_OK;
}

/* "tomorrow" is no deck, but a day may be what was meant. */
static enum status pick_of_goal(struct call *call, const char *name,
                                struct arena *arena, struct store_deck *deck,
                                struct error *err)
{
    struct error why = {0};
    enum status status = pick_deck(call->app, name, arena, deck, &why);

    if (status == STATUS_NOT_FOUND && name && call->argument_count == 1)
        error_set(err, status, "%.500s; as an exam day: %s", why.text,
                  day_fault(slice_of(name)));
    else if (status)
        *err = why;
    return status;
}

enum status command_goal(struct call *call, struct error *err)
{
    struct arena arena = {0};
    struct store_deck deck = {0};
    struct goal_body goal = {0};
    const char *name = NULL, *day = NULL;
    bool found = false, changed = false;
    enum status status = read_goal(call, &name, &day, err);

    if (!status)
        status = pick_of_goal(call, name, &arena, &deck, err);
    if (!status)
        status = store_goal(call->app->store, deck.id, &found, &goal, err);
    if (!status)
        status = change_goal(call, day, &goal, &changed, err);
    if (!status && changed)
        status = app_set_goal(call->app, deck.id, &goal, err);
    if (!status)
        print_goal(&deck, found || changed, &goal);
    arena_release(&arena);
    return status;
}
