/* SPDX-License-Identifier: MIT */
/*
 * Seeded random histories: whatever the learner and other machines do, the
 * caches are what a replay of the log gives.
 */
#include "support.h"

#include "aiio/rng.h"

enum { HISTORIES = 12, ACTS = 60 };

#define DECK_AB(second)                                                        \
    DECK_HEAD CARD("a", "1.1", "") "," CARD(second, "2.1", "") "," CARD(       \
        "c", "1.2", "") DECK_TAIL

struct random_life {
    struct world *world;
    struct rng rng;
    unsigned next_id;
    int day;
    const char *ids[3];
};

static struct entry new_entry(struct random_life *life, enum entry_kind kind,
                              const char *card, const char *body)
{
    struct entry entry = make_entry(++life->next_id, kind, card, body);

    entry.day = life->day;
    entry.at_ms = (int64_t)life->day * DAY_MS + life->next_id;
    return entry;
}

static const char *any_card(struct random_life *life)
{
    return life->ids[rng_below(&life->rng, 3)];
}

static void apply(struct random_life *life, struct entry *entry)
{
    struct world *world = life->world;
    struct store_card card = find_card(world, entry->card);
    struct progress progress = card.progress;

    OK(world, store_log_append(world->store, entry, &world->err));
    progress_apply(&progress, &world->fsrs, entry);
    OK(world,
       store_progress_write(world->store, card.key, &progress, &world->err));
}

static void do_answer(struct random_life *life)
{
    struct world *world = life->world;
    const char *id = any_card(life);
    struct progress now = find_card(world, id).progress;
    struct entry entry = new_entry(
        life, ENTRY_ANSWER, id,
        answer_text(world, rng_below(&life->rng, 3) > 0, now.due.state,
                    life->day + 1 + (int)rng_below(&life->rng, 9)));

    apply(life, &entry);
    count_answer(world, &entry, 1);
}

static void do_grade(struct random_life *life)
{
    struct world *world = life->world;
    const char *id = any_card(life);
    struct progress now = find_card(world, id).progress;
    struct entry entry =
        new_entry(life, ENTRY_GRADE, id,
                  grade_text(world, (enum grade)(2 + rng_below(&life->rng, 3)),
                             life->day + 3));

    if (entry_id_is_none(now.last_answer))
        return;
    entry.refers_to = now.last_answer;
    OK(world, store_log_append(world->store, &entry, &world->err));
    OK(world,
       store_progress_refold(world->store, "d", id, &world->fsrs, &world->err));
}

static void do_mark(struct random_life *life)
{
    static const enum entry_kind kinds[] = {ENTRY_SUSPEND, ENTRY_RESUME,
                                            ENTRY_FLAG,    ENTRY_UNFLAG,
                                            ENTRY_BURY,    ENTRY_RESET};
    enum entry_kind kind = kinds[rng_below(&life->rng, 6)];
    struct reset_body reset = {.by_learner = rng_below(&life->rng, 2) == 0,
                               .key = rng_below(&life->rng, 2) ? "y" : "n"};
    struct buf body = {0};
    struct entry entry;

    if (kind == ENTRY_BURY)
        bury_body_write(&body, life->day + 1);
    else if (kind == ENTRY_RESET)
        reset_body_write(&body, &reset);
    else
        buf_add_text(&body, "{}");
    entry = new_entry(life, kind, any_card(life), buf_text(&body));
    apply(life, &entry);
    buf_release(&body);
}

static void do_undo(struct random_life *life)
{
    struct world *world = life->world;
    struct entry last = {0}, named = {0}, entry;
    bool redo = rng_below(&life->rng, 2) == 0;

    if (store_log_last_act(world->store, id_of(0xaaaaaa), redo, &world->arena,
                           &last, &world->err) != STATUS_OK)
        return;
    named = last;
    if (redo)
        OK(world, store_log_find(world->store, last.refers_to, &world->arena,
                                 &named, &world->err));
    entry = new_entry(life, ENTRY_UNDO, named.card, NULL);
    entry.refers_to = last.id;
    OK(world, store_log_append(world->store, &entry, &world->err));
    if (named.kind == ENTRY_ANSWER)
        count_answer(world, &named, redo ? 1 : -1);
    OK(world, store_progress_refold(world->store, "d", named.card, &world->fsrs,
                                    &world->err));
}

/* An entry of another machine, of some time before. */
static void do_merge(struct random_life *life)
{
    struct world *world = life->world;
    const char *id = any_card(life);
    struct entry entry;

    entry =
        rng_below(&life->rng, 2)
            ? new_entry(life, ENTRY_UNKNOWN, id, "{\"what\": 1}")
            : new_entry(life, ENTRY_ANSWER, id,
                        answer_text(world, true, CARD_REVIEW, life->day + 5));
    if (entry.kind == ENTRY_UNKNOWN)
        entry.kind_name = "from_tomorrow";
    entry.machine = id_of(0xbbbbbb);
    entry.day -= (int)rng_below(&life->rng, 3);
    entry.tick = (int64_t)entry.day * DAY_MS + entry.id.bytes[15];
    assert_true(merge_entry(world, entry));
    OK(world,
       store_progress_refold(world->store, "d", id, &world->fsrs, &world->err));
    OK(world, store_activity_refresh(world->store, entry.day, &world->err));
}

static void do_rename(struct random_life *life)
{
    bool is_b = strcmp(life->ids[1], "b") == 0;
    const char *const renames[][2] = {{is_b ? "b" : "x", is_b ? "x" : "b"}};

    import_with(life->world, is_b ? DECK_AB("x") : DECK_AB("b"), renames, 1);
    life->ids[1] = is_b ? "x" : "b";
}

static void do_something(struct random_life *life)
{
    uint64_t dice = rng_below(&life->rng, 100);

    if (dice < 40)
        do_answer(life);
    else if (dice < 50)
        do_grade(life);
    else if (dice < 68)
        do_mark(life);
    else if (dice < 88)
        do_undo(life);
    else if (dice < 96)
        do_merge(life);
    else
        do_rename(life);
    if (rng_below(&life->rng, 4) == 0)
        life->day++;
}

/* ---- the truth, worked out again in the plainest way -------------------- */

static int64_t tally_differences(struct world *world)
{
    return query(
        world,
        "WITH truth AS (SELECT deck, domain, CASE WHEN suspended = 1"
        " OR reserve = 1 THEN -1 WHEN state = 0 AND reset_day <> 0 THEN 2"
        " ELSE state END AS s, CASE WHEN suspended = 1 OR reserve = 1 THEN 0"
        " WHEN state = 0 THEN max(reset_day, buried_until)"
        " WHEN has_day = 1 THEN max(due_day, buried_until)"
        " ELSE buried_until END AS d, count(*) AS n FROM card"
        " WHERE retired = 0 GROUP BY 1, 2, 3, 4)"
        " SELECT (SELECT count(*) FROM truth) + (SELECT count(*) FROM tally)"
        " - 2 * (SELECT count(*) FROM truth JOIN tally ON truth.deck ="
        " tally.deck AND truth.domain = tally.domain AND s = state"
        " AND d = due_day AND n = cards)");
}

struct all {
    struct entry_list list;
    struct arena *arena;
};

static bool keep_entry(void *context, const struct entry *entry, bool is_void)
{
    struct all *all = context;
    struct entry copy = *entry;

    (void)is_void;
    copy.body = arena_string(all->arena, slice_of(entry->body));
    entry_list_add(&all->list, copy);
    return true;
}

static bool plainly_void(const struct entry_list *list, int index)
{
    for (int i = index + 1; i < list->count; i++)
        if (list->items[i].kind == ENTRY_UNDO &&
            entry_id_equal(list->items[i].refers_to, list->items[index].id) &&
            !plainly_void(list, i))
            return true;
    return false;
}

struct totals {
    int64_t answers, correct;
};

static bool add_totals(void *context, const struct store_activity *day)
{
    struct totals *totals = context;

    totals->answers += day->answers;
    totals->correct += day->correct;
    return true;
}

static void activity_equals_the_log(struct world *world)
{
    static const struct store_log_filter filter;
    struct all all = {.arena = &world->arena};
    struct totals expected = {0}, got = {0};

    OK(world,
       store_log_each(world->store, &filter, keep_entry, &all, &world->err));
    for (int i = 0; i < all.list.count; i++) {
        struct answer_body body = {0};

        if (all.list.items[i].kind != ENTRY_ANSWER ||
            plainly_void(&all.list, i) ||
            !answer_body_read(all.list.items[i].body, &world->arena, &body))
            continue;
        expected.answers++;
        expected.correct += body.correct;
    }
    OK(world,
       store_activity(world->store, 0, 30000, add_totals, &got, &world->err));
    assert_int_equal(got.answers, expected.answers);
    assert_int_equal(got.correct, expected.correct);
    entry_list_release(&all.list);
}

static void caches_equal_a_replay_after_each_act(void **state)
{
    struct world *world = *state;

    for (uint64_t seed = 1; seed <= HISTORIES; seed++) {
        struct random_life life = {.world = world,
                                   .rng = rng_seed(seed),
                                   .day = 20000,
                                   .ids = {"a", "b", "c"}};

        import_text(world, DECK_AB("b"));
        for (int i = 0; i < ACTS; i++) {
            int64_t differences = -1;

            OK(world, store_begin(world->store, &world->err));
            OK(world, store_commit(world->store, &world->err));
            do_something(&life);
            OK(world, store_replay(world->store, &world->fsrs, &differences,
                                   &world->err));
            if (differences != 0 || tally_differences(world) != 0)
                fail_msg("seed %d, act %d: %d differences, %d in tally",
                         (int)seed, i, (int)differences,
                         (int)tally_differences(world));
        }
        activity_equals_the_log(world);
        store_close(world->store);
        assert_int_equal(unlink(world->path), 0);
        arena_reset(&world->arena);
        OK(world, store_open(world->path, true, &world->store, &world->err));
    }
}

static void a_replay_mends_what_was_changed_by_hand(void **state)
{
    struct world *world = *state;
    struct random_life life = {.world = world,
                               .rng = rng_seed(99),
                               .day = 20000,
                               .ids = {"a", "b", "c"}};
    int64_t differences = 0;

    import_text(world, DECK_AB("b"));
    for (int i = 0; i < 20; i++)
        do_answer(&life);
    (void)query(world, "UPDATE card SET answers = 99 WHERE id = 'a'");
    (void)query(world, "UPDATE tally SET cards = cards + 1");
    (void)query(world, "UPDATE activity SET ms = ms + 1");
    OK(world,
       store_replay(world->store, &world->fsrs, &differences, &world->err));
    assert_true(differences >= 3);
    OK(world, store_begin(world->store, &world->err));
    OK(world, store_replay(world->store, &world->fsrs, NULL, &world->err));
    OK(world, store_commit(world->store, &world->err));
    OK(world,
       store_replay(world->store, &world->fsrs, &differences, &world->err));
    assert_int_equal(differences, 0);
    assert_int_equal(tally_differences(world), 0);
}

static void replay_of_an_empty_store_finds_nothing(void **state)
{
    struct world *world = *state;
    int64_t differences = -1;

    OK(world,
       store_replay(world->store, &world->fsrs, &differences, &world->err));
    assert_int_equal(differences, 0);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(caches_equal_a_replay_after_each_act),
        TEST(a_replay_mends_what_was_changed_by_hand),
        TEST(replay_of_an_empty_store_finds_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
