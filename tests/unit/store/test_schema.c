/* SPDX-License-Identifier: MIT */
#include "support.h"

static void every_statement_prepares(void **state)
{
    struct world *world = *state;

    world->store->unlocked = true; /* VACUUM INTO asks for an attachment */
    for (int i = 0; i < SQL_COUNT; i++) {
        sqlite3_stmt *statement = NULL;

        OK(world,
           statement_get(world->store, (enum sql)i, &statement, &world->err));
        assert_non_null(statement);
    }
}

/* All of sqlite_schema as one text. */
static void schema_text(sqlite3 *db, struct buf *out)
{
    sqlite3_stmt *statement = NULL;

    assert_int_equal(sqlite3_prepare_v2(db,
                                        "SELECT type, name, tbl_name, sql FROM"
                                        " sqlite_schema ORDER BY type, name",
                                        -1, &statement, NULL),
                     SQLITE_OK);
    while (sqlite3_step(statement) == SQLITE_ROW)
        for (int i = 0; i < 4; i++) {
            buf_add(out, column_slice(statement, i));
            buf_add_char(out, '\n');
        }
    sqlite3_finalize(statement);
}

/* Each released version as it was made then; the newest comes last. */
#define LINE(text) text,
static const char *const released_1[] = {SQL_SCHEMA_1(LINE)};
#undef LINE

static void a_migrated_schema_equals_a_fresh_one(void **state)
{
    struct world *world = *state;
    struct buf fresh = {0}, migrated = {0};
    struct store *old = NULL;
    char path[128];
    sqlite3 *db = NULL;

    schema_text(world->store->db, &fresh);
    (void)snprintf(path, sizeof(path), "%s/old.db", world->folder);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    for (size_t i = 0; i < sizeof(released_1) / sizeof(released_1[0]); i++)
        assert_int_equal(sqlite3_exec(db, released_1[i], NULL, NULL, NULL),
                         SQLITE_OK);
    sqlite3_close(db);
    OK(world, store_open(path, false, &old, &world->err));
    schema_text(old->db, &migrated);
    assert_string_equal(buf_text(&migrated), buf_text(&fresh));
    assert_false(store_was_created(old));
    store_close(old);
    buf_release(&migrated);
    buf_release(&fresh);
}

static bool plan_scans(struct world *world, enum sql sql)
{
    sqlite3_stmt *statement = NULL;
    struct buf text = {0};
    bool scans = false;

    buf_printf(&text, "EXPLAIN QUERY PLAN %s", sql_texts[sql]);
    assert_int_equal(sqlite3_prepare_v2(world->store->db, buf_text(&text), -1,
                                        &statement, NULL),
                     SQLITE_OK);
    while (sqlite3_step(statement) == SQLITE_ROW) {
        const char *step = column_slice(statement, 3).ptr;

        if (strstr(step, "SCAN card") || strstr(step, "SCAN log")) {
            print_message("%s\n%s\n", sql_texts[sql], step);
            scans = true;
        }
    }
    sqlite3_finalize(statement);
    buf_release(&text);
    return scans;
}

static void hot_statements_scan_neither_cards_nor_log(void **state)
{
    static const enum sql hot[] = {
        SQL_LOG_INSERT,    SQL_LOG_GREATEST_TICK,
        SQL_LOG_HAS,       SQL_LOG_FIND_OF_CARD,
        SQL_LOG_OF_CARD,   SQL_LOG_HAS_DECK,
        SQL_LOG_PLACE,     SQL_LOG_MOVE_UP,
        SQL_LOG_UNDOS_OF,  SQL_LOG_UNDOS,
        SQL_LOG_SINCE,     SQL_LOG_GOALS,
        SQL_LOG_RENAMES,   SQL_LOG_PARAMETERS,
        SQL_DECKS,         SQL_DECK_FIND,
        SQL_DECK_EXISTING, SQL_DECK_CARDS,
        SQL_DECK_PLACES,   SQL_CARD_FIND,
        SQL_CARD_BY_KEY,   SQL_CARD_FIND_ANYWHERE,
        SQL_CARD_TEXT,     SQL_PROGRESS_WRITE,
        SQL_CARD_BUCKET,   SQL_TALLY_ADD,
        SQL_TALLY_TAKE,    SQL_TALLY_DROP,
        SQL_COUNTS,        SQL_TOTALS,
        SQL_ACTIVITY,      SQL_ACTIVITY_ADD,
        SQL_DUE_REVIEWS,   SQL_DUE_LEARNING,
        SQL_DUE_NEW,       SQL_DUE_NEW_ALL,
        SQL_TALLY_FILL,    SQL_LOG_ANSWERS_OF_DAY,
        SQL_LOG_OF_EXAM,
    };
    struct world *world = *state;
    int scans = 0;

    world->store->unlocked = true;
    for (size_t i = 0; i < sizeof(hot) / sizeof(hot[0]); i++)
        scans += plan_scans(world, hot[i]);
    assert_int_equal(scans, 0);
}

static void due_statements_use_the_index_made_for_them(void **state)
{
    static const struct {
        enum sql sql;
        const char *index;
    } rows[] = {
        {SQL_DUE_REVIEWS, "card_review"}, {SQL_DUE_LEARNING, "card_learning"},
        {SQL_DUE_NEW, "card_new"},        {SQL_LOG_OF_CARD, "log_card"},
        {SQL_LOG_GOALS, "log_rare"},      {SQL_LOG_UNDOS_OF, "log_refers"},
        {SQL_LOG_BACKWARDS, "SCAN log"},  {SQL_LOG_OF_EXAM, "log_refers"},
    };
    struct world *world = *state;

    world->store->unlocked = true;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        sqlite3_stmt *statement = NULL;
        struct buf text = {0};

        buf_printf(&text, "EXPLAIN QUERY PLAN %s", sql_texts[rows[i].sql]);
        assert_int_equal(sqlite3_prepare_v2(world->store->db, buf_text(&text),
                                            -1, &statement, NULL),
                         SQLITE_OK);
        assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
        assert_non_null(strstr(column_slice(statement, 3).ptr, rows[i].index));
        sqlite3_finalize(statement);
        buf_release(&text);
    }
}

static void the_log_refuses_to_be_changed(void **state)
{
    struct world *world = *state;

    append_entry(world, make_entry(1, ENTRY_FLAG, "a", NULL));
    assert_int_not_equal(sqlite3_exec(world->store->db,
                                      "UPDATE log SET body = '[]'", NULL, NULL,
                                      NULL),
                         SQLITE_OK);
    assert_int_not_equal(
        sqlite3_exec(world->store->db, "DELETE FROM log", NULL, NULL, NULL),
        SQLITE_OK);
    assert_int_equal(query(world, "SELECT count(*) FROM log"), 1);
}

static void a_row_of_the_log_moves_only_within_its_tick(void **state)
{
    static const char *const refused[] = {
        "UPDATE log SET place = place + 1024",
        "UPDATE log SET place = place - 1",
        "UPDATE log SET place = place + 1, id = id",
        "UPDATE log SET place = place + 1024, tick = tick + 1",
    };
    struct world *world = *state;

    append_entry(world, make_entry(1, ENTRY_FLAG, "a", NULL));
    for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++)
        assert_int_equal(
            sqlite3_exec(world->store->db, refused[i], NULL, NULL, NULL) & 0xff,
            SQLITE_CONSTRAINT);
    assert_int_equal(sqlite3_exec(world->store->db,
                                  "UPDATE log SET place = place + 1023", NULL,
                                  NULL, NULL),
                     SQLITE_OK);
}

static void schema_changes_and_attaching_are_refused_after_start(void **state)
{
    static const char *const refused[] = {
        "DROP TABLE log", "CREATE TABLE x(a)", "PRAGMA synchronous=OFF",
        "ATTACH ':memory:' AS x", "PRAGMA writable_schema=ON"};
    struct world *world = *state;

    for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++)
        assert_int_equal(
            sqlite3_exec(world->store->db, refused[i], NULL, NULL, NULL) & 0xff,
            SQLITE_AUTH);
}

static int64_t pragma(struct world *world, const char *sql)
{
    int64_t number = -1;

    OK(world, store_read_number(world->store, sql, &number, &world->err));
    return number;
}

static void settings_of_the_connection_are_in_force(void **state)
{
    struct world *world = *state;

    world->store->unlocked = true;
    assert_int_equal(pragma(world, "PRAGMA synchronous"), 2); /* FULL */
    assert_int_equal(pragma(world, "PRAGMA foreign_keys"), 1);
    assert_int_equal(pragma(world, "PRAGMA trusted_schema"), 0);
    assert_int_equal(pragma(world, "PRAGMA cell_size_check"), 1);
    assert_int_equal(pragma(world, "PRAGMA temp_store"), 2); /* MEMORY */
    assert_int_equal(pragma(world, "PRAGMA cache_size"), -4096);
    assert_int_equal(pragma(world, "PRAGMA busy_timeout"), 2000);
    assert_int_equal(pragma(world, "PRAGMA application_id"), 0x41494953);
    assert_int_equal(pragma(world, "PRAGMA user_version"), 1);
    assert_int_equal(pragma(world, "SELECT journal_mode = 'persist' FROM"
                                   " pragma_journal_mode"),
                     1);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(every_statement_prepares),
        TEST(a_migrated_schema_equals_a_fresh_one),
        TEST(hot_statements_scan_neither_cards_nor_log),
        TEST(due_statements_use_the_index_made_for_them),
        TEST(the_log_refuses_to_be_changed),
        TEST(a_row_of_the_log_moves_only_within_its_tick),
        TEST(schema_changes_and_attaching_are_refused_after_start),
        TEST(settings_of_the_connection_are_in_force),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
