/* SPDX-License-Identifier: MIT */
/*
 * The measurements of `make bench`, one a call, each beside its yardstick in
 * the same process; prints one JSON object. run.py calls it and makes the
 * table.
 *
 *   bench deck N FILE…      writes a deck of N cards (a file a 100,000)
 *   bench import FOLDER DIR imports it, again, and bare
 *   bench answer DB         next card + recorded answer against a commit
 *   bench fsrs              one step against its own exp, log and pow
 *   bench frame DB          a frame of the study screen, CPU time
 *   bench search DB         a text that few cards have, and one that all have
 */
#include "aiio/app.h"
#include "aiio/browse.h"
#include "aiio/file.h"
#include "aiio/json_out.h"
#include "aiio/trainer.h"
#include "aiio/view.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static double seconds(clockid_t clock)
{
    struct timespec now;

    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static double wall(void)
{
    return seconds(CLOCK_MONOTONIC);
}

static double cpu(void)
{
    return seconds(CLOCK_PROCESS_CPUTIME_ID);
}

static void must(enum status status, const struct error *err)
{
    if (status == STATUS_OK)
        return;
    fprintf(stderr, "bench: %s\n", err->text);
    exit(1);
}

static void must_sql(int rc, sqlite3 *db, const char *what)
{
    if (rc == SQLITE_OK || rc == SQLITE_DONE || rc == SQLITE_ROW)
        return;
    fprintf(stderr, "bench: %s: %s\n", what, sqlite3_errmsg(db));
    exit(1);
}

static double median(double *values, int count)
{
    for (int i = 1; i < count; i++)
        for (int j = i; j > 0 && values[j] < values[j - 1]; j--) {
            double other = values[j];

            values[j] = values[j - 1];
            values[j - 1] = other;
        }
    return values[count / 2];
}

/* ---- decks --------------------------------------------------------------- */

static void write_card(struct buf *out, int number)
{
    buf_printf(
        out,
        "{\"id\":\"card-%07d\",\"objective\":\"%d.%d\",\"tags\":[\"t%d\"],"
        "\"question\":\"Which part of system %d decides how its %d queues "
        "share the link when all of them are full?\","
        "\"correct\":{\"id\":\"a\",\"text\":\"the scheduler of port %d\","
        "\"why\":\"It hands out the turns of port %d.\"},"
        "\"distractors\":["
        "{\"id\":\"b\",\"text\":\"the buffer of port %d\",\"why\":\"It keeps "
        "what waits and picks nothing.\"},"
        "{\"id\":\"c\",\"text\":\"the optics of port %d\",\"why\":\"They send "
        "what they are given.\"},"
        "{\"id\":\"d\",\"text\":\"the clock of port %d\",\"why\":\"It sets "
        "the pace alone.\"}],"
        "\"short\":\"The scheduler of a port shares its link.\","
        "\"full\":\"A port has several queues. When they are full at the same "
        "time something has to give out turns, by weight or by strict order. "
        "That is the scheduler of port %d.\"}",
        number, number % 3 + 1, number % 7 + 1, number % 50, number,
        number % 8 + 2, number, number, number, number, number, number);
}

static void write_file(const char *path, const struct buf *text)
{
    struct error err = {0};

    must(file_write_atomic(path, 0600, buf_slice(text), &err), &err);
}

static void make_deck(int cards, const char *folder)
{
    struct buf text = {0}, path = {0};
    struct error err = {0};
    static const char head[] =
        "{\"format\":\"aiio-deck\",\"format_version\":1,\"id\":\"bench\","
        "\"title\":\"Bench\",\"outline\":["
        "{\"id\":\"1\",\"title\":\"One\",\"weight\":38,\"objectives\":[%s]},"
        "{\"id\":\"2\",\"title\":\"Two\",\"weight\":40,\"objectives\":[%s]},"
        "{\"id\":\"3\",\"title\":\"Three\",\"weight\":22,\"objectives\":[%s]}"
        "]}";
    char objectives[3][600] = {"", "", ""};

    for (int d = 0; d < 3; d++)
        for (int o = 1, at = 0; o <= 7; o++)
            at +=
                snprintf(objectives[d] + at, sizeof(objectives[d]) - (size_t)at,
                         "%s{\"id\":\"%d.%d\",\"title\":\"Part %d\"}",
                         o > 1 ? "," : "", d + 1, o, o);
    buf_printf(&path, "%s/cards", folder);
    must(file_make_folders(buf_text(&path), 0700, &err), &err);
    buf_printf(&text, head, objectives[0], objectives[1], objectives[2]);
    buf_clear(&path);
    buf_printf(&path, "%s/deck.json", folder);
    write_file(buf_text(&path), &text);
    for (int first = 0, part = 0; first < cards; first += 50000, part++) {
        buf_clear(&text);
        buf_add_text(&text, "{\"cards\":[\n");
        for (int i = first; i < cards && i < first + 50000; i++) {
            buf_add_text(&text, i > first ? ",\n" : "");
            write_card(&text, i);
        }
        buf_add_text(&text, "]}\n");
        buf_clear(&path);
        buf_printf(&path, "%s/cards/%03d.json", folder, part);
        write_file(buf_text(&path), &text);
    }
    buf_release(&text);
    buf_release(&path);
}

/* ---- import -------------------------------------------------------------- */

static void open_app(struct app *app, const char *db)
{
    struct error err = {0};

    app_init(app);
    app->db_option = db;
    must(app_open(app, &err), &err);
}

static double import_once(const char *db, const char *folder, bool *changed)
{
    struct app app;
    struct import_report report;
    struct import_options options = {.paths = &folder, .path_count = 1};
    struct error err = {0};
    double start;

    open_app(&app, db);
    start = wall();
    must(app_import(&app, &options, &report, &err), &err);
    start = wall() - start;
    *changed = report.changed;
    import_report_release(&report);
    app_release(&app);
    return start;
}

/* The names of the columns that are stored: generated ones are not. */
static int column_names(sqlite3 *db, const char *table, struct buf *names)
{
    sqlite3_stmt *read;
    int count = 0;

    must_sql(sqlite3_prepare_v2(db, "SELECT name FROM pragma_table_info(?)", -1,
                                &read, NULL),
             db, "columns");
    sqlite3_bind_text(read, 1, table, -1, SQLITE_STATIC);
    while (sqlite3_step(read) == SQLITE_ROW)
        buf_printf(names, "%s%s", count++ > 0 ? "," : "",
                   (const char *)sqlite3_column_text(read, 0));
    sqlite3_finalize(read);
    return count;
}

/* Every row of a table, as SQLite has it. */
static void copy_rows(sqlite3 *from, sqlite3 *to, const char *table)
{
    struct buf sql = {0}, names = {0};
    sqlite3_stmt *read, *insert;
    int columns = column_names(from, table, &names);

    buf_printf(&sql, "SELECT %s FROM %s", buf_text(&names), table);
    must_sql(sqlite3_prepare_v2(from, buf_text(&sql), -1, &read, NULL), from,
             "read");
    buf_clear(&sql);
    buf_printf(&sql, "INSERT INTO %s(%s) VALUES(?", table, buf_text(&names));
    for (int i = 1; i < columns; i++)
        buf_add_text(&sql, ",?");
    buf_add_char(&sql, ')');
    must_sql(sqlite3_prepare_v2(to, buf_text(&sql), -1, &insert, NULL), to,
             "insert");
    while (sqlite3_step(read) == SQLITE_ROW) {
        for (int i = 0; i < columns; i++)
            sqlite3_bind_value(insert, i + 1, sqlite3_column_value(read, i));
        must_sql(sqlite3_step(insert), to, "insert a row");
        sqlite3_reset(insert);
    }
    sqlite3_finalize(read);
    sqlite3_finalize(insert);
    buf_release(&names);
    buf_release(&sql);
}

/* The tables and indexes of the store, without its triggers and views. */
static void copy_schema(sqlite3 *from, sqlite3 *to)
{
    sqlite3_stmt *read;

    must_sql(sqlite3_prepare_v2(
                 from,
                 "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND "
                 "type IN ('table','index') AND name NOT LIKE 'sqlite_%' "
                 "ORDER BY type DESC",
                 -1, &read, NULL),
             from, "schema");
    while (sqlite3_step(read) == SQLITE_ROW)
        must_sql(sqlite3_exec(to, (const char *)sqlite3_column_text(read, 0),
                              NULL, NULL, NULL),
                 to, "make a table");
    sqlite3_finalize(read);
}

static void pragmas(sqlite3 *db)
{
    must_sql(sqlite3_exec(db,
                          "PRAGMA journal_mode=PERSIST;"
                          "PRAGMA journal_size_limit=262144;"
                          "PRAGMA synchronous=FULL;"
                          "PRAGMA foreign_keys=ON;"
                          "PRAGMA cache_size=-4096",
                          NULL, NULL, NULL),
             db, "pragmas");
}

static double parse_once(const char *folder)
{
    struct buf cards = {0};
    char **names = NULL;
    size_t count = 0;
    struct error err = {0};
    double spent = 0;

    buf_printf(&cards, "%s/cards", folder);
    must(file_list(buf_text(&cards), ".json", &names, &count, &err), &err);
    for (size_t i = 0; i < count; i++) {
        struct buf text = {0};
        double start = wall();
        cJSON *tree;

        must(file_read(names[i], (size_t)1 << 30, true, &text, &err), &err);
        tree = cJSON_ParseWithLength(buf_text(&text), text.len);
        cJSON_Delete(tree);
        spent += wall() - start;
        buf_release(&text);
    }
    file_names_free(names, count);
    buf_release(&cards);
    return spent;
}

static double bare_once(const char *store, const char *bare)
{
    sqlite3 *from, *to;
    double start;

    unlink(bare);
    must_sql(sqlite3_open(store, &from), NULL, "open");
    must_sql(sqlite3_open(bare, &to), NULL, "open");
    pragmas(to);
    copy_schema(from, to);
    start = wall();
    must_sql(sqlite3_exec(to, "BEGIN", NULL, NULL, NULL), to, "begin");
    copy_rows(from, to, "deck");
    copy_rows(from, to, "card");
    copy_rows(from, to, "card_text");
    must_sql(sqlite3_exec(to, "COMMIT", NULL, NULL, NULL), to, "commit");
    start = wall() - start;
    sqlite3_close(from);
    sqlite3_close(to);
    return start;
}

static void bench_import(const char *folder, const char *dir)
{
    char db[512], bare[512];
    double first[3], again[3], limit[3];
    bool changed = false, changed_again = false;

    snprintf(db, sizeof(db), "%s/import.db", dir);
    snprintf(bare, sizeof(bare), "%s/bare.db", dir);
    for (int i = 0; i < 3; i++) {
        unlink(db);
        first[i] = import_once(db, folder, &changed);
        again[i] = import_once(db, folder, &changed_again);
        limit[i] = parse_once(folder) + bare_once(db, bare);
    }
    printf("{\"import_s\": %.4f, \"again_s\": %.4f, \"bare_s\": %.4f, "
           "\"wrote_again\": %s}\n",
           median(first, 3), median(again, 3), median(limit, 3),
           changed_again ? "true" : "false");
}

/* ---- answers ------------------------------------------------------------- */

static double commit_once(sqlite3 *db, sqlite3_stmt *insert)
{
    double start = wall();

    must_sql(sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL), db,
             "begin");
    must_sql(sqlite3_step(insert), db, "insert");
    sqlite3_reset(insert);
    must_sql(sqlite3_exec(db, "COMMIT", NULL, NULL, NULL), db, "commit");
    return wall() - start;
}

/* spent[0]: wall, spent[1]: CPU, in seconds; negative: nothing to answer. */
static void answer_once(struct trainer *trainer, double spent[2])
{
    struct error err = {0};

    if (trainer_session(trainer)->state == SESSION_COVERED)
        must(trainer_do(trainer, ACTION_UNCOVER, 0, &err), &err);
    spent[0] = -1;
    if (trainer_session(trainer)->state != SESSION_ASKING)
        return;
    spent[0] = -wall();
    spent[1] = -cpu();
    must(trainer_do(trainer, ACTION_CHOOSE, 0, &err), &err);
    must(trainer_do(trainer, ACTION_NEXT, 0, &err), &err);
    spent[0] += wall();
    spent[1] += cpu();
}

static void bench_answer(const char *store)
{
    enum { ANSWERS = 301 };
    static double ours[ANSWERS], work[ANSWERS], theirs[ANSWERS];
    struct study_options options = {.new_limit = ANSWERS + 10,
                                    .review_limit = 10000};
    struct trainer *trainer = NULL;
    struct app app;
    struct error err = {0};
    sqlite3 *db;
    sqlite3_stmt *insert;
    char path[512];
    double start = wall(), opened;
    int count = 0;

    open_app(&app, store);
    must(trainer_open(&app, &options, &trainer, &err), &err);
    opened = wall() - start;
    snprintf(path, sizeof(path), "%s.commit", store);
    unlink(path);
    must_sql(sqlite3_open(path, &db), NULL, "open");
    pragmas(db);
    must_sql(sqlite3_exec(db, "CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT)",
                          NULL, NULL, NULL),
             db, "table");
    must_sql(sqlite3_prepare_v2(
                 db,
                 "INSERT INTO t(b) VALUES('an answer of some hundred bytes, as "
                 "long as one of ours is with its names and times and ids')",
                 -1, &insert, NULL),
             db, "prepare");
    /* In turn, so that a slow moment of the machine meets both. */
    while (count < ANSWERS) {
        double spent[2] = {0, 0};

        theirs[count] = commit_once(db, insert);
        answer_once(trainer, spent);
        if (spent[0] < 0)
            break;
        ours[count] = spent[0];
        work[count++] = spent[1];
    }
    sqlite3_finalize(insert);
    sqlite3_close(db);
    unlink(path);
    trainer_close(trainer);
    app_release(&app);
    if (count == 0) {
        fprintf(stderr, "bench: no card to answer\n");
        exit(1);
    }
    printf("{\"answers\": %d, \"answer_ms\": %.4f, \"commit_ms\": %.4f, "
           "\"cpu_ms\": %.4f, \"open_ms\": %.2f}\n",
           count, median(ours, count) * 1e3, median(theirs, count) * 1e3,
           median(work, count) * 1e3, opened * 1e3);
}

/* ---- fsrs ---------------------------------------------------------------- */

enum { STEPS = 1 << 20 };

static double steps_once(double *sum)
{
    struct fsrs fsrs;
    struct memory memory = {0};
    double start = cpu();

    fsrs_prepare(&fsrs, &fsrs_default);
    for (int i = 0; i < STEPS; i++) {
        /* Good mostly, and one step in four on the same day. */
        enum grade grade = i % 7 == 0   ? GRADE_AGAIN
                           : i % 7 == 3 ? GRADE_HARD
                           : i % 7 == 5 ? GRADE_EASY
                                        : GRADE_GOOD;

        if (i % 16 == 0)
            memory = (struct memory){0};
        memory = fsrs_next(&fsrs, memory, i % 4 == 1 ? 0 : i % 29 + 1, grade);
        *sum += memory.stability;
    }
    return cpu() - start;
}

/*
 * The transcendental calls that the formulas need for the same mix, each
 * waiting for what it needs as there: R is one pow, a same-day step one, a
 * success one more and an exp of R, a lapse two more and an exp of R; the
 * next step takes the stability of this one.
 */
static double calls_once(double *sum)
{
    double start = cpu(), s = 3.7;

    for (int i = 0; i < STEPS; i++) {
        double d = 5.1 + (double)(i & 63) * 0.05, r;

        if (i % 16 == 0) {
            s = 3.7;
            continue;
        }
        if (i % 4 == 1) {
            s = 3 + pow(s, -0.0658);
        } else {
            r = pow(1 + 0.98 * (double)(i % 29 + 1) / s, -0.1542);
            if (i % 7 == 0)
                s = 3 + pow(d, -0.0614) * pow(s + 1, 0.2629) *
                            exp(1.6483 * (1 - r));
            else
                s = 3 + pow(s, -0.1666) * exp(0.796 * (1 - r));
        }
        *sum += s;
    }
    return cpu() - start;
}

static void bench_fsrs(void)
{
    double ours[5], theirs[5], sum = 0;

    for (int i = 0; i < 5; i++) {
        ours[i] = steps_once(&sum);
        theirs[i] = calls_once(&sum);
    }
    printf("{\"step_ns\": %.2f, \"calls_ns\": %.2f, \"sum\": %.3f}\n",
           median(ours, 5) / STEPS * 1e9, median(theirs, 5) / STEPS * 1e9, sum);
}

/* ---- frame --------------------------------------------------------------- */

static void bench_frame(const char *store)
{
    enum { FRAMES = 2000 };
    struct study_options options = {.new_limit = 20, .review_limit = 200};
    struct view_options view = {.width = 80, .glyphs = glyphs_for(false)};
    struct trainer *trainer = NULL;
    struct arena frame = {0};
    struct app app;
    struct error err = {0};
    double start;
    int lines_seen = 0;

    open_app(&app, store);
    must(trainer_open(&app, &options, &trainer, &err), &err);
    view.now = app_now(&app);
    start = cpu();
    for (int i = 0; i < FRAMES; i++) {
        struct lines lines = {.arena = &frame};
        struct view_places places;

        arena_reset(&frame);
        view_card(&lines, trainer_session(trainer), &view, &places);
        lines_seen += lines.count;
    }
    start = cpu() - start;
    trainer_close(trainer);
    app_release(&app);
    arena_release(&frame);
    printf("{\"view_us\": %.2f, \"lines\": %d}\n", start / FRAMES * 1e6,
           lines_seen / FRAMES);
}

/* ---- search -------------------------------------------------------------- */

static double search_once(struct app *app, const char *query, int *count)
{
    struct found found = {0};
    struct error err = {0};
    double start = wall();

    must(app_search(app, query, &found, &err), &err);
    start = wall() - start;
    *count = found.count;
    found_release(&found);
    return start;
}

static void bench_search(const char *store)
{
    double few[9], all[9];
    int some = 0, every = 0;
    struct app app;

    open_app(&app, store);
    for (int i = 0; i < 9; i++) {
        few[i] = search_once(&app, "\"scheduler of port 4711\"", &some);
        all[i] = search_once(&app, "HANDS", &every);
    }
    app_release(&app);
    printf("{\"few_ms\": %.2f, \"few\": %d, \"all_ms\": %.2f, "
           "\"all\": %d}\n",
           median(few, 9) * 1e3, some, median(all, 9) * 1e3, every);
}

int main(int argc, char **argv)
{
    if (argc == 4 && !strcmp(argv[1], "deck"))
        make_deck(atoi(argv[2]), argv[3]);
    else if (argc == 4 && !strcmp(argv[1], "import"))
        bench_import(argv[2], argv[3]);
    else if (argc == 3 && !strcmp(argv[1], "answer"))
        bench_answer(argv[2]);
    else if (argc == 2 && !strcmp(argv[1], "fsrs"))
        bench_fsrs();
    else if (argc == 3 && !strcmp(argv[1], "frame"))
        bench_frame(argv[2]);
    else if (argc == 3 && !strcmp(argv[1], "search"))
        bench_search(argv[2]);
    else
        return 2;
    return 0;
}
