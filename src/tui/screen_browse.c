/* SPDX-License-Identifier: MIT */
#include "browse.h"

#include <stdlib.h>
#include <string.h>

static const struct line_question ask_query = {
    .heading = "Search",
    .label = "Cards in which all of these stand:",
    .enter = "search",
    .help = "gpu memory       both words, in any text of the card\n"
            "\"tensor core\"    these words in a row\n"
            "gpu or dpu  -cpu  (a or b) c\n"
            "domain:2  objective:2.7  tag:memory  id:oom*  deck:nca-aiio\n"
            "is:due new learning review wrong leech flagged\n"
            "   suspended buried reserve retired\n"
            "due<=7  lapses>=3  stability<10  added:7\n"
            "   also interval difficulty answers wrong",
};

static const struct line_question ask_note = {
    .heading = "Your note",
    .label = "Shown with the explanation; an empty one is taken away:",
    .enter = "keep it",
};

/* ---- searching ----------------------------------------------------------- */

static int compare_keys(const void *a, const void *b)
{
    const int64_t *left = a, *right = b;

    return (*left > *right) - (*left < *right);
}

/* The keys of the marked cards, sorted, for the caller to free. */
static int64_t *marked_keys(const struct browse *browse)
{
    int64_t *keys = mem_new((size_t)browse->marked_count + 1, sizeof(*keys));
    int count = 0;

    for (int i = 0; i < browse->found.count; i++)
        if (browse->marked[i])
            keys[count++] = browse->found.keys[i];
    qsort(keys, (size_t)count, sizeof(*keys), compare_keys);
    return keys;
}

/* A card that was marked stays so where it is found again. */
static void keep_marks(struct browse *browse, const int64_t *keys, int count)
{
    mem_free(browse->marked);
    browse->marked = mem_new((size_t)browse->found.count + 1, sizeof(bool));
    browse->marked_count = 0;
    for (int i = 0; count > 0 && i < browse->found.count; i++)
        if (bsearch(&browse->found.keys[i], keys, (size_t)count, sizeof(*keys),
                    compare_keys)) {
            browse->marked[i] = true;
            browse->marked_count++;
        }
}

static enum status search(struct tui *tui, struct browse *browse,
                          const char *query, struct error *err)
{
    int64_t *keys = marked_keys(browse);
    int count = browse->marked_count;
    enum status status = app_search(tui->app, query, &browse->found, err);

    if (!status) {
        buf_clear(&browse->query);
        buf_add_text(&browse->query, query);
        keep_marks(browse, keys, count);
        browse->selected = 0;
        browse->list_scroll.top = 0;
    }
    mem_free(keys);
    return status;
}

static void browse_close(void *state)
{
    struct browse *browse = state;

    found_release(&browse->found);
    mem_free(browse->marked);
    buf_release(&browse->query);
    mem_free(browse);
}

void *browse_open(struct tui *tui, const char *query, struct error *err)
{
    struct browse *browse = mem_new(1, sizeof(*browse));

    if (search(tui, browse, query ? query : "", err) == STATUS_OK)
        return browse;
    browse_close(browse);
    return NULL;
}

static enum context browse_context(const struct tui *tui, const void *state)
{
    const struct browse *browse = state;

    (void)tui;
    return browse->confirms ? CONTEXT_CONFIRM
           : browse->looks  ? CONTEXT_LOOK
                            : CONTEXT_BROWSE;
}

/* ---- acts ---------------------------------------------------------------- */

/* The marked cards of the list, else the one selected. Looking at a card, it
   is that card. */
struct targets {
    int64_t *keys;
    int count;
};

static struct targets targets_of(const struct browse *browse)
{
    struct targets targets = {NULL, 0};

    if (browse->found.count == 0)
        return targets;
    if (browse->marked_count > 0 && !browse->looks) {
        targets.keys = marked_keys(browse);
        targets.count = browse->marked_count;
    } else {
        targets.keys = mem_new(1, sizeof(*targets.keys));
        targets.keys[0] = browse->found.keys[browse->selected];
        targets.count = 1;
    }
    return targets;
}

/* Whether all targets are suspended, or flagged: then the key undoes it. */
static bool all_are(struct tui *tui, const struct targets *targets, bool flag)
{
    struct arena arena = {0};
    bool all = targets->count > 0;

    for (int i = 0; all && i < targets->count; i++) {
        struct store_card row = {0};
        struct error ignored = {0};

        arena_reset(&arena);
        all = store_card_at(tui->app->store, targets->keys[i], &arena, &row,
                            &ignored) == STATUS_OK &&
              (flag ? row.progress.flagged : row.progress.suspended);
    }
    arena_release(&arena);
    return all;
}

static void say_done(struct tui *tui, const char *said, int done)
{
    struct buf text = {0};

    if (done == 0)
        buf_add_text(&text, "it is so already");
    else
        buf_printf(&text, "%s ", said);
    if (done > 0)
        fmt_count(&text, done, "card", "cards");
    if (done > 0)
        buf_add_text(&text, done == 1 ? ", u takes it back"
                                      : ", u takes them back one by one");
    tui_say(tui, buf_text(&text), false);
    buf_release(&text);
}

static void mark(struct tui *tui, const struct browse *browse,
                 enum entry_kind kind, const char *said, struct slice note)
{
    struct targets targets = targets_of(browse);
    struct error err = {0};
    int done = 0;

    if (app_mark_cards(tui->app, targets.keys, targets.count, kind, note, &done,
                       &err))
        tui_say(tui, err.text, true);
    else
        say_done(tui, said, done);
    mem_free(targets.keys);
}

static void toggle(struct tui *tui, const struct browse *browse, bool flag)
{
    struct targets targets = targets_of(browse);
    bool all = all_are(tui, &targets, flag);

    mem_free(targets.keys);
    if (flag)
        mark(tui, browse, all ? ENTRY_UNFLAG : ENTRY_FLAG,
             all ? "unflagged" : "flagged", SLICE(""));
    else
        mark(tui, browse, all ? ENTRY_RESUME : ENTRY_SUSPEND,
             all ? "resumed" : "suspended", SLICE(""));
}

/* "reset 3 cards? They are asked as if new; their history stays." */
static void say_confirm(struct tui *tui, const struct browse *browse)
{
    struct targets targets = targets_of(browse);
    struct buf text = {0};

    buf_add_text(&text, "reset ");
    fmt_count(&text, targets.count, "card", "cards");
    buf_add_text(&text, targets.count == 1 ? ", asked as if new? y/N"
                                           : ", all asked as if new? y/N");
    tui_say(tui, buf_text(&text), true);
    buf_release(&text);
    mem_free(targets.keys);
}

/* ---- other screens ------------------------------------------------------- */

static struct reply ask(struct browse *browse,
                        const struct line_question *question, const char *text)
{
    browse->asks_note = question == &ask_note;
    return (struct reply){.kind = REPLY_PUSH,
                          .screen = SCREEN_LINE,
                          .state = line_open(question, text)};
}

/* The note of the card selected; with several marked a new one for each. */
static struct reply ask_for_note(struct tui *tui, struct browse *browse)
{
    struct arena arena = {0};
    struct store_card row = {0};
    const char *note = "";
    struct error err = {0};
    struct reply reply = STAY;
    enum status status =
        store_card_at(tui->app->store, browse->found.keys[browse->selected],
                      &arena, &row, &err);

    if (!status && (browse->looks || browse->marked_count == 0))
        status = app_note(tui->app, row.deck, row.id, &arena, &note, &err);
    if (status)
        tui_say(tui, err.text, true);
    else
        reply = ask(browse, &ask_note, note);
    arena_release(&arena);
    return reply;
}

static enum status browse_take(struct tui *tui, void *state, const char *text,
                               struct error *err)
{
    struct browse *browse = state;

    if (!browse->asks_note)
        return search(tui, browse, text, err);
    mark(tui, browse, ENTRY_NOTE, text[0] ? "noted for" : "took the note from",
         slice_of(text));
    return STATUS_OK;
}

/* The marked cards, else all of the list: due or not. */
static struct reply study(struct tui *tui, const struct browse *browse)
{
    struct study_options options = {.new_limit = -1, .review_limit = -1};
    int64_t *marked = marked_keys(browse);
    struct error err = {0};
    void *screen;

    options.purpose.words = "cards of the list";
    options.purpose.keys = browse->marked_count ? marked : browse->found.keys;
    options.purpose.count =
        browse->marked_count ? browse->marked_count : browse->found.count;
    screen = study_open(tui, &options, &err);
    mem_free(marked);
    if (!screen) {
        tui_say(tui, err.text, true);
        return STAY;
    }
    if (study_is_over(screen)) {
        screen_row(SCREEN_STUDY)->close(screen);
        tui_say(tui,
                "none of these can be asked today: suspended, buried, or kept "
                "for exams",
                false);
        return STAY;
    }
    return (struct reply){
        .kind = REPLY_PUSH, .screen = SCREEN_STUDY, .state = screen};
}

static enum status browse_origin(struct tui *tui, void *state,
                                 struct card_origin *origin, struct error *err)
{
    const struct browse *browse = state;
    struct arena arena = {0};
    struct store_card row = {0};
    enum status status =
        store_card_at(tui->app->store, browse->found.keys[browse->selected],
                      &arena, &row, err);

    if (!status)
        status = app_card_origin(tui->app, row.deck, row.id, origin, err);
    arena_release(&arena);
    return status;
}

/* What is on the screen is read from the store at every frame. */
static void browse_edited(struct tui *tui, void *state)
{
    (void)tui;
    (void)state;
}

/* ---- keys ---------------------------------------------------------------- */

static void browse_draw(struct tui *tui, void *state, struct canvas *canvas)
{
    struct browse *browse = state;

    if (browse->confirms)
        say_confirm(tui, browse);
    if (browse->looks)
        browse_draw_card(tui, browse, canvas);
    else
        browse_draw_list(tui, browse, canvas);
}

static void select_card(struct browse *browse, int place)
{
    int last = browse->found.count - 1;

    place = place > last ? last : place;
    browse->selected = place < 0 ? 0 : place;
    browse->text_scroll.top = 0;
}

static void mark_one(struct browse *browse)
{
    bool *marked = &browse->marked[browse->selected];

    *marked = !*marked;
    browse->marked_count += *marked ? 1 : -1;
    select_card(browse, browse->selected + 1);
}

static void mark_all(struct browse *browse)
{
    bool all = browse->marked_count == browse->found.count;

    for (int i = 0; i < browse->found.count; i++)
        browse->marked[i] = !all;
    browse->marked_count = all ? 0 : browse->found.count;
}

static struct reply confirm(struct tui *tui, struct browse *browse,
                            enum action action)
{
    browse->confirms = false;
    if (action == ACTION_YES)
        mark(tui, browse, ENTRY_RESET, "reset", SLICE(""));
    else
        tui_say(tui, "nothing was reset", false);
    return STAY;
}

/* What may be done with a card; true when it was that. */
static bool act_on_cards(struct tui *tui, struct browse *browse,
                         enum action action)
{
    if (action == ACTION_SUSPEND || action == ACTION_FLAG)
        return toggle(tui, browse, action == ACTION_FLAG), true;
    if (action == ACTION_BURY)
        return mark(tui, browse, ENTRY_BURY,
                    "buried until tomorrow:", SLICE("")),
               true;
    if (action == ACTION_RESET)
        return browse->confirms = true;
    if (action == ACTION_MARK)
        return mark_one(browse), true;
    if (action == ACTION_MARK_ALL)
        return mark_all(browse), true;
    return false;
}

static void move(struct browse *browse, enum action action)
{
    struct scroll cursor = {browse->selected};
    bool by_page = action == ACTION_PAGE_DOWN || action == ACTION_PAGE_UP;
    int page = browse->list_rows > 1 ? browse->list_rows - 1 : 1;

    if (by_page)
        cursor.top += action == ACTION_PAGE_DOWN ? page : -page;
    else
        scroll_act(&cursor, action, 1, browse->found.count);
    select_card(browse, cursor.top);
}

/* Keys of the card that is looked at, which scroll it or go to another. */
static struct reply look(struct browse *browse, enum action action)
{
    bool is_paged = action == ACTION_PAGE &&
                    !scroll_more(&browse->text_scroll, browse->text_rows,
                                 browse->text_lines);

    if (action == ACTION_BACK)
        browse->looks = false;
    else if (action == ACTION_NEXT || is_paged)
        select_card(browse, browse->selected + 1);
    else if (action == ACTION_PREVIOUS)
        select_card(browse, browse->selected - 1);
    else
        scroll_act(&browse->text_scroll,
                   action == ACTION_PAGE ? ACTION_PAGE_DOWN : action,
                   browse->text_rows, browse->text_lines);
    return STAY;
}

static struct reply browse_act(struct tui *tui, void *state, const char *key,
                               enum action action, int arg)
{
    struct browse *browse = state;

    (void)key;
    (void)arg;
    if (browse->confirms)
        return confirm(tui, browse, action);
    if (action == ACTION_SEARCH)
        return ask(browse, &ask_query, buf_text(&browse->query));
    if (action == ACTION_UNDO || action == ACTION_REDO)
        return tui_undo(tui, action == ACTION_REDO), STAY;
    if (action == ACTION_BACK && !browse->looks)
        return POP;
    if (browse->found.count == 0)
        return STAY;
    if (act_on_cards(tui, browse, action))
        return STAY;
    if (action == ACTION_NOTE)
        return ask_for_note(tui, browse);
    if (action == ACTION_STUDY)
        return study(tui, browse);
    if (action == ACTION_EDIT)
        return (struct reply){.kind = REPLY_EDITOR};
    if (browse->looks)
        return look(browse, action);
    if (action == ACTION_OPEN)
        browse->looks = true;
    else
        move(browse, action);
    return STAY;
}

const struct screen_row screen_browse = {
    .name = "browse",
    .context = browse_context,
    .draw = browse_draw,
    .act = browse_act,
    .close = browse_close,
    .origin = browse_origin,
    .edited = browse_edited,
    .take = browse_take,
};
