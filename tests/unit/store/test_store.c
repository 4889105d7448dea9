/* SPDX-License-Identifier: MIT */
#include "support.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <time.h>

static void put_bytes(const char *path, const void *bytes, size_t length)
{
    FILE *file = fopen(path, "wb");

    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

static void get_bytes(const char *path, struct buf *out)
{
    FILE *file = fopen(path, "rb");
    char part[4096];
    size_t got;

    assert_non_null(file);
    while ((got = fread(part, 1, sizeof(part), file)) > 0)
        buf_add(out, (struct slice){part, got});
    assert_int_equal(fclose(file), 0);
}

static bool same_bytes(const struct buf *a, const struct buf *b)
{
    return a->len == b->len && memcmp(a->data, b->data, a->len) == 0;
}

static void make_store(struct world *world)
{
    struct store *store = NULL;

    OK(world, store_open(world->path, true, &store, &world->err));
    store_close(store);
}

/* The file is refused with status, and afterwards it is as it was. */
static void refused_unchanged(struct world *world, enum status status,
                              const char *words)
{
    struct buf before = {0}, after = {0};
    struct store *store = NULL;

    get_bytes(world->path, &before);
    assert_int_equal(store_open(world->path, true, &store, &world->err),
                     status);
    assert_null(store);
    get_bytes(world->path, &after);
    assert_true(same_bytes(&before, &after));
    assert_non_null(strstr(world->err.text, world->path));
    assert_non_null(strstr(world->err.text, words));
    buf_release(&after);
    buf_release(&before);
}

static void a_new_store_is_its_owners_alone(void **state)
{
    struct world *world = *state;
    struct stat file;
    mode_t mask = umask(0);

    OK(world, store_open(world->path, true, &world->store, &world->err));
    assert_true(store_was_created(world->store));
    assert_string_equal(store_path(world->store), world->path);
    OK(world, store_fact_set(world->store, "x", SLICE("y"), &world->err));
    (void)umask(mask);
    assert_int_equal(stat(world->path, &file), 0);
    assert_int_equal(file.st_mode & 07777, 0600);
}

static void the_journal_has_the_mode_of_the_store(void **state)
{
    struct world *world = *state;
    struct stat file;
    char journal[128];

    OK(world, store_open(world->path, true, &world->store, &world->err));
    OK(world, store_begin(world->store, &world->err));
    OK(world, store_fact_set(world->store, "x", SLICE("y"), &world->err));
    (void)snprintf(journal, sizeof(journal), "%s-journal", world->path);
    assert_int_equal(stat(journal, &file), 0);
    assert_int_equal(file.st_mode & 07777, 0600);
    store_rollback(world->store);
}

static void without_create_an_absent_store_is_not_made(void **state)
{
    struct world *world = *state;

    assert_int_equal(store_open(world->path, false, &world->store, &world->err),
                     STATUS_NOT_FOUND);
    assert_int_not_equal(access(world->path, F_OK), 0);
}

static void an_empty_file_becomes_a_store(void **state)
{
    struct world *world = *state;

    put_bytes(world->path, "", 0);
    OK(world, store_open(world->path, true, &world->store, &world->err));
    assert_true(store_was_created(world->store));
}

static void what_was_written_is_there_after_opening_again(void **state)
{
    struct world *world = *state;
    struct buf value = {0};

    make_store(world);
    OK(world, store_open(world->path, false, &world->store, &world->err));
    assert_false(store_was_created(world->store));
    OK(world, store_fact_set(world->store, "told", SLICE("yes"), &world->err));
    OK(world, store_reopen(world->store, &world->err));
    OK(world, store_fact_get(world->store, "told", &value, &world->err));
    assert_string_equal(buf_text(&value), "yes");
    assert_int_equal(store_fact_get(world->store, "other", &value, &world->err),
                     STATUS_NOT_FOUND);
    buf_release(&value);
}

/* Offsets of the SQLite file format: user version 60, application id 68. */
static void patch(const char *path, long offset, unsigned char byte)
{
    FILE *file = fopen(path, "r+b");

    assert_non_null(file);
    assert_int_equal(fseek(file, offset, SEEK_SET), 0);
    assert_int_equal(fputc(byte, file), byte);
    assert_int_equal(fclose(file), 0);
}

static void a_newer_store_is_refused_and_left_alone(void **state)
{
    struct world *world = *state;

    make_store(world);
    patch(world->path, 63, 2);
    refused_unchanged(world, STATUS_TOO_NEW, "version 2");
}

static void a_foreign_database_is_refused_and_left_alone(void **state)
{
    struct world *world = *state;
    sqlite3 *db = NULL;

    assert_int_equal(sqlite3_open(world->path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "CREATE TABLE t(a)", NULL, NULL, NULL),
                     SQLITE_OK);
    sqlite3_close(db);
    refused_unchanged(world, STATUS_FOREIGN, "another program");
}

static void a_text_file_is_refused_and_left_alone(void **state)
{
    struct world *world = *state;
    char text[400];

    memset(text, 'x', sizeof(text));
    put_bytes(world->path, text, sizeof(text));
    refused_unchanged(world, STATUS_DAMAGED, "not a store");
    put_bytes(world->path, "short", 5);
    refused_unchanged(world, STATUS_DAMAGED, "not a store");
}

static void copy_file(const char *from, const char *to)
{
    struct buf bytes = {0};

    get_bytes(from, &bytes);
    put_bytes(to, bytes.data, bytes.len);
    buf_release(&bytes);
}

/* A program killed while it made the store: pages are in the file already,
   and the journal says that it was empty. */
static void a_store_half_made_is_made_anew(void **state)
{
    static const char *const half[] = {
        "PRAGMA cache_size = 1",
        "BEGIN",
        "PRAGMA application_id = 1095321939",
        "PRAGMA user_version = 1",
        "CREATE TABLE t(a)",
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n"
        " LIMIT 200) INSERT INTO t SELECT zeroblob(1000) FROM n"};
    struct world *world = *state;
    char from[128], journal[160], copy[128];
    sqlite3 *db = NULL;

    (void)snprintf(from, sizeof(from), "%s/half.db", world->folder);
    (void)snprintf(journal, sizeof(journal), "%s-journal", from);
    (void)snprintf(copy, sizeof(copy), "%s-journal", world->path);
    assert_int_equal(sqlite3_open(from, &db), SQLITE_OK);
    for (size_t i = 0; i < sizeof(half) / sizeof(half[0]); i++)
        assert_int_equal(sqlite3_exec(db, half[i], NULL, NULL, NULL),
                         SQLITE_OK);
    copy_file(from, world->path);
    copy_file(journal, copy);
    sqlite3_close(db);
    OK(world, store_open(world->path, true, &world->store, &world->err));
    assert_true(store_was_created(world->store));
    OK(world, store_fact_set(world->store, "a", SLICE("1"), &world->err));
}

static void a_damaged_schema_is_refused_and_left_alone(void **state)
{
    struct world *world = *state;

    make_store(world);
    for (long i = 100; i < 200; i++)
        patch(world->path, i, 0xff);
    refused_unchanged(world, STATUS_DAMAGED, "damaged");
}

static void a_store_cut_short_is_refused_and_left_alone(void **state)
{
    struct world *world = *state;

    make_store(world);
    assert_int_equal(truncate(world->path, 4096), 0);
    refused_unchanged(world, STATUS_DAMAGED, "damaged");
}

static void a_folder_a_pipe_and_a_link_to_nothing_are_refused(void **state)
{
    struct world *world = *state;

    assert_int_equal(mkdir(world->path, 0700), 0);
    assert_int_equal(store_open(world->path, true, &world->store, &world->err),
                     STATUS_IO);
    assert_non_null(strstr(world->err.text, "a folder"));
    assert_int_equal(rmdir(world->path), 0);
    assert_int_equal(mkfifo(world->path, 0600), 0);
    assert_int_equal(store_open(world->path, true, &world->store, &world->err),
                     STATUS_IO);
    assert_non_null(strstr(world->err.text, "not a regular file"));
    assert_int_equal(unlink(world->path), 0);
    assert_int_equal(symlink("/nowhere/at/all", world->path), 0);
    assert_int_equal(store_open(world->path, true, &world->store, &world->err),
                     STATUS_IO);
    assert_non_null(strstr(world->err.text, "link to nothing"));
}

static void a_folder_that_is_not_there_is_named(void **state)
{
    struct world *world = *state;

    assert_int_equal(
        store_open("/nowhere/study.db", true, &world->store, &world->err),
        STATUS_IO);
    assert_non_null(strstr(world->err.text, "/nowhere/study.db"));
}

/* Root may write anything, so the attempt is made as nobody, in a child. */
static void refused_to_nobody(struct world *world)
{
    pid_t child = fork();
    int result = 0;

    if (child == 0) {
        if (geteuid() == 0 && seteuid(65534) != 0)
            _exit(9);
        if (store_open(world->path, true, &world->store, &world->err) !=
            STATUS_READ_ONLY)
            _exit(1);
        _exit(strstr(world->err.text, world->path) ? 0 : 2);
    }
    assert_int_equal(waitpid(child, &result, 0), child);
    assert_int_equal(result, 0);
}

static void what_cannot_be_written_is_refused_and_left_alone(void **state)
{
    struct world *world = *state;
    struct buf before = {0}, after = {0};

    make_store(world);
    get_bytes(world->path, &before);
    assert_int_equal(chmod(world->path, 0444), 0);
    assert_int_equal(chmod(world->folder, 0777), 0);
    refused_to_nobody(world);
    get_bytes(world->path, &after);
    assert_true(same_bytes(&before, &after));
    buf_release(&after);
    buf_release(&before);
}

static void a_folder_that_cannot_be_written_is_refused(void **state)
{
    struct world *world = *state;

    make_store(world);
    assert_int_equal(chmod(world->path, 0666), 0);
    assert_int_equal(chmod(world->folder, 0555), 0);
    refused_to_nobody(world);
    assert_int_equal(chmod(world->folder, 0755), 0);
}

static void a_second_writer_is_told_after_two_seconds(void **state)
{
    struct world *world = *state;
    struct store *other = NULL;
    struct timespec from, to;

    OK(world, store_open(world->path, true, &world->store, &world->err));
    OK(world, store_open(world->path, true, &other, &world->err));
    OK(world, store_begin(world->store, &world->err));
    (void)clock_gettime(CLOCK_MONOTONIC, &from);
    assert_int_equal(store_begin(other, &world->err), STATUS_BUSY);
    (void)clock_gettime(CLOCK_MONOTONIC, &to);
    assert_in_range(to.tv_sec - from.tv_sec, 1, 4);
    assert_non_null(strstr(world->err.text, "another program"));
    assert_non_null(strstr(world->err.text, world->path));
    store_rollback(world->store);
    OK(world, store_begin(other, &world->err));
    store_rollback(other);
    store_close(other);
}

static void another_writer_changes_the_data_version(void **state)
{
    struct world *world = *state;
    struct store *other = NULL;
    int64_t before = 0, own = 0, after = 0;

    OK(world, store_open(world->path, true, &world->store, &world->err));
    OK(world, store_open(world->path, true, &other, &world->err));
    OK(world, store_data_version(world->store, &before, &world->err));
    OK(world, store_fact_set(world->store, "a", SLICE("1"), &world->err));
    OK(world, store_data_version(world->store, &own, &world->err));
    assert_int_equal(before, own);
    OK(world, store_fact_set(other, "b", SLICE("2"), &world->err));
    OK(world, store_data_version(world->store, &after, &world->err));
    assert_int_not_equal(before, after);
    store_close(other);
}

static void a_rollback_leaves_nothing(void **state)
{
    struct world *world = *state;
    struct buf value = {0};

    OK(world, store_open(world->path, true, &world->store, &world->err));
    OK(world, store_begin(world->store, &world->err));
    OK(world, store_fact_set(world->store, "a", SLICE("1"), &world->err));
    store_rollback(world->store);
    store_rollback(world->store); /* nothing open: harmless */
    assert_int_equal(store_fact_get(world->store, "a", &value, &world->err),
                     STATUS_NOT_FOUND);
    buf_release(&value);
}

static void after_a_failed_reopen_every_call_says_so(void **state)
{
    struct world *world = *state;
    bool found = false;
    char aside[128];

    OK(world, store_open(world->path, true, &world->store, &world->err));
    (void)snprintf(aside, sizeof(aside), "%s/aside", world->folder);
    assert_int_equal(rename(world->path, aside), 0);
    assert_int_equal(store_reopen(world->store, &world->err), STATUS_NOT_FOUND);
    assert_int_equal(
        store_log_has(world->store, id_of(1), 0, &found, &world->err),
        STATUS_IO);
    assert_int_equal(store_begin(world->store, &world->err), STATUS_IO);
    store_rollback(world->store);
    assert_int_equal(rename(aside, world->path), 0);
    OK(world, store_reopen(world->store, &world->err));
    OK(world, store_log_has(world->store, id_of(1), 0, &found, &world->err));
}

static void a_full_disk_is_said_so_and_nothing_is_half_written(void **state)
{
    struct world *world = *state;
    char large[20000];
    struct buf value = {0};

    memset(large, 'x', sizeof(large));
    OK(world, store_open(world->path, true, &world->store, &world->err));
    world->store->unlocked = true;
    OK(world, store_run_text(world->store, "PRAGMA max_page_count = 1",
                             &world->err)); /* as many as there are */
    world->store->unlocked = false;
    OK(world, store_begin(world->store, &world->err));
    OK(world, store_fact_set(world->store, "a", SLICE("1"), &world->err));
    assert_int_equal(store_fact_set(world->store, "b",
                                    (struct slice){large, sizeof(large)},
                                    &world->err),
                     STATUS_NO_SPACE);
    assert_non_null(strstr(world->err.text, "no space left"));
    store_rollback(world->store);
    assert_int_equal(store_fact_get(world->store, "a", &value, &world->err),
                     STATUS_NOT_FOUND);
    OK(world, store_reopen(world->store, &world->err));
    OK(world, store_fact_set(world->store, "a", SLICE("1"), &world->err));
    buf_release(&value);
}

static void ids_differ(void **state)
{
    struct world *world = *state;
    struct entry_id a, b;

    OK(world, store_new_id(&a, &world->err));
    OK(world, store_new_id(&b, &world->err));
    assert_false(entry_id_equal(a, b));
    assert_false(entry_id_is_none(a));
}

static void a_copy_on_another_host_is_another_machine(void **state)
{
    struct world *world = *state;
    struct entry_id first, again, copied, back;

    OK(world, store_open(world->path, true, &world->store, &world->err));
    OK(world,
       store_machine(world->store, SLICE("host-a"), &first, &world->err));
    OK(world,
       store_machine(world->store, SLICE("host-a"), &again, &world->err));
    assert_true(entry_id_equal(first, again));
    OK(world, store_reopen(world->store, &world->err));
    OK(world,
       store_machine(world->store, SLICE("host-a"), &again, &world->err));
    assert_true(entry_id_equal(first, again));
    OK(world,
       store_machine(world->store, SLICE("host-b"), &copied, &world->err));
    assert_false(entry_id_equal(first, copied));
    OK(world, store_machine(world->store, SLICE(""), &back, &world->err));
    assert_false(entry_id_equal(copied, back));
}

static void a_backup_is_a_whole_store_of_its_owner(void **state)
{
    struct world *world = *state;
    struct store *copy = NULL;
    struct buf value = {0};
    struct stat file;
    char path[128];

    OK(world, store_open(world->path, true, &world->store, &world->err));
    OK(world, store_fact_set(world->store, "a", SLICE("1"), &world->err));
    (void)snprintf(path, sizeof(path), "%s/copy.db", world->folder);
    OK(world, store_backup(world->store, path, &world->err));
    OK(world, store_backup(world->store, path, &world->err)); /* over it */
    assert_int_equal(stat(path, &file), 0);
    assert_int_equal(file.st_mode & 07777, 0600);
    OK(world, store_open(path, false, &copy, &world->err));
    OK(world, store_fact_get(copy, "a", &value, &world->err));
    assert_string_equal(buf_text(&value), "1");
    buf_release(&value);
    store_close(copy);
}

static void a_backup_replaces_a_link_and_not_what_it_names(void **state)
{
    struct world *world = *state;
    struct buf after = {0};
    char path[128], victim[128];
    struct stat file;

    OK(world, store_open(world->path, true, &world->store, &world->err));
    (void)snprintf(path, sizeof(path), "%s/copy.db", world->folder);
    (void)snprintf(victim, sizeof(victim), "%s/victim", world->folder);
    put_bytes(victim, "mine", 4);
    assert_int_equal(symlink(victim, path), 0);
    OK(world, store_backup(world->store, path, &world->err));
    get_bytes(victim, &after);
    assert_string_equal(buf_text(&after), "mine");
    assert_int_equal(lstat(path, &file), 0);
    assert_true(S_ISREG(file.st_mode));
    buf_release(&after);
}

static void a_backup_over_the_store_itself_is_refused(void **state)
{
    struct world *world = *state;
    char other[128];

    OK(world, store_open(world->path, true, &world->store, &world->err));
    assert_int_equal(store_backup(world->store, world->path, &world->err),
                     STATUS_REJECTED);
    (void)snprintf(other, sizeof(other), "%s/link", world->folder);
    assert_int_equal(symlink(world->path, other), 0);
    assert_int_equal(store_backup(world->store, other, &world->err),
                     STATUS_REJECTED);
}

static void a_name_that_sqlite_takes_for_something_else_is_a_file(void **state)
{
    struct world *world = *state;
    char *before = getcwd(NULL, 0);

    assert_int_equal(chdir(world->folder), 0);
    OK(world, store_open(":memory:", true, &world->store, &world->err));
    store_close(world->store);
    world->store = NULL;
    assert_int_equal(access(":memory:", F_OK), 0);
    OK(world,
       store_open("file:x?mode=memory", true, &world->store, &world->err));
    assert_int_equal(access("file:x?mode=memory", F_OK), 0);
    OK(world, store_backup(world->store, "file:y", &world->err));
    assert_int_equal(access("file:y", F_OK), 0);
    assert_int_equal(chdir(before), 0);
    free(before);
}

static void a_store_without_its_tables_is_damaged(void **state)
{
    struct world *world = *state;
    bool found = false;
    sqlite3 *db = NULL;

    make_store(world);
    assert_int_equal(sqlite3_open(world->path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "DROP TABLE log", NULL, NULL, NULL),
                     SQLITE_OK);
    sqlite3_close(db);
    OK(world, store_open(world->path, true, &world->store, &world->err));
    assert_int_equal(
        store_log_has(world->store, id_of(1), 0, &found, &world->err),
        STATUS_DAMAGED);
}

static void a_backup_into_nowhere_fails_and_names_it(void **state)
{
    struct world *world = *state;

    OK(world, store_open(world->path, true, &world->store, &world->err));
    assert_int_not_equal(
        store_backup(world->store, "/nowhere/copy.db", &world->err), STATUS_OK);
    assert_non_null(strstr(world->err.text, "/nowhere/copy.db"));
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup_folder, teardown)
    const struct CMUnitTest tests[] = {
        TEST(a_new_store_is_its_owners_alone),
        TEST(the_journal_has_the_mode_of_the_store),
        TEST(without_create_an_absent_store_is_not_made),
        TEST(an_empty_file_becomes_a_store),
        TEST(what_was_written_is_there_after_opening_again),
        TEST(a_newer_store_is_refused_and_left_alone),
        TEST(a_foreign_database_is_refused_and_left_alone),
        TEST(a_text_file_is_refused_and_left_alone),
        TEST(a_store_half_made_is_made_anew),
        TEST(a_damaged_schema_is_refused_and_left_alone),
        TEST(a_store_cut_short_is_refused_and_left_alone),
        TEST(a_folder_a_pipe_and_a_link_to_nothing_are_refused),
        TEST(a_folder_that_is_not_there_is_named),
        TEST(what_cannot_be_written_is_refused_and_left_alone),
        TEST(a_folder_that_cannot_be_written_is_refused),
        TEST(a_second_writer_is_told_after_two_seconds),
        TEST(another_writer_changes_the_data_version),
        TEST(a_rollback_leaves_nothing),
        TEST(after_a_failed_reopen_every_call_says_so),
        TEST(a_full_disk_is_said_so_and_nothing_is_half_written),
        TEST(ids_differ),
        TEST(a_copy_on_another_host_is_another_machine),
        TEST(a_backup_is_a_whole_store_of_its_owner),
        TEST(a_backup_replaces_a_link_and_not_what_it_names),
        TEST(a_backup_over_the_store_itself_is_refused),
        TEST(a_name_that_sqlite_takes_for_something_else_is_a_file),
        TEST(a_store_without_its_tables_is_damaged),
        TEST(a_backup_into_nowhere_fails_and_names_it),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
