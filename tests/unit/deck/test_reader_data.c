/* SPDX-License-Identifier: MIT */
/*
 * The reader against tests/data/decks: every good deck is accepted and keeps
 * its bytes when written twice; every bad one has exactly the errors that
 * expected.tsv lists, which was written by hand beside the decks.
 */
#include "aiio/deck.h"
#include "aiio/file.h"

#include <regex.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define DATA "tests/data/decks/"
enum { PARTS_MAX = 16, COLUMNS = 5 };

/* ---- a deck as the program finds it -------------------------------------- */

struct parts {
    struct deck_file files[PARTS_MAX];
    struct buf texts[PARTS_MAX];
    char names[PARTS_MAX][600];
    int count;
    bool is_folder;
};

static bool add_part(struct parts *parts, const char *path, const char *name)
{
    struct error err = {0};
    int i = parts->count;

    assert_true(i < PARTS_MAX);
    if (file_read(path, DECK_FILE_MAX_BYTES, false, &parts->texts[i], &err))
        return false;
    snprintf(parts->names[i], sizeof(parts->names[i]), "%s", name);
    parts->files[i] =
        (struct deck_file){parts->names[i], buf_slice(&parts->texts[i])};
    parts->count++;
    return true;
}

/* False when a part is no file that could be read: the reader's user says so.
 */
static bool load_folder(struct parts *parts, const char *path, const char *name)
{
    char folder[600], part[600], shown[600];
    char **names = NULL;
    size_t count = 0;
    struct error err = {0};
    bool fine;

    snprintf(part, sizeof(part), "%s/deck.json", path);
    snprintf(shown, sizeof(shown), "%s/deck.json", name);
    snprintf(folder, sizeof(folder), "%s/cards", path);
    parts->is_folder = true;
    fine = add_part(parts, part, shown);
    if (fine && file_is_folder(folder))
        fine = file_list(folder, ".json", &names, &count, &err) == STATUS_OK;
    for (size_t i = 0; fine && i < count; i++) {
        snprintf(shown, sizeof(shown), "%s/cards%s", name,
                 strrchr(names[i], '/'));
        fine = add_part(parts, names[i], shown);
    }
    file_names_free(names, count);
    return fine;
}

static bool load(struct parts *parts, const char *kind, const char *name)
{
    char path[512];

    *parts = (struct parts){0};
    snprintf(path, sizeof(path), DATA "%s/%s", kind, name);
    return file_is_folder(path) ? load_folder(parts, path, name)
                                : add_part(parts, path, name);
}

static void unload(struct parts *parts)
{
    for (int i = 0; i < PARTS_MAX; i++)
        buf_release(&parts->texts[i]);
}

/* Names in a folder, of files and folders, in byte order. */
static size_t list(const char *kind, char ***names)
{
    char command[256], line[256];
    size_t count = 0, capacity = 0;
    FILE *pipe;

    snprintf(command, sizeof(command), "LC_ALL=C ls " DATA "%s", kind);
    pipe = popen(command, "r");
    assert_non_null(pipe);
    while (fgets(line, sizeof(line), pipe)) {
        line[strcspn(line, "\n")] = '\0';
        mem_grow((void **)names, &capacity, count + 1, sizeof(**names));
        (*names)[count] = mem_new(strlen(line) + 1, 1);
        memcpy((*names)[count++], line, strlen(line) + 1);
    }
    pclose(pipe);
    return count;
}

static void free_list(char **names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        mem_free(names[i]);
    mem_free(names);
}

/* ---- what is expected ---------------------------------------------------- */

struct expected {
    char *columns[COLUMNS]; /* file, line, column, path, message */
    bool found;
};

struct table {
    struct expected *rows;
    size_t count, capacity;
    struct buf text;
};

static void read_table(struct table *table)
{
    struct error err = {0};
    char *line, *next;

    assert_int_equal(
        file_read(DATA "expected.tsv", 1 << 20, false, &table->text, &err),
        STATUS_OK);
    for (line = table->text.data; *line; line = next) {
        size_t length = strcspn(line, "\n");
        struct expected *row;

        next = line + length + (line[length] ? 1 : 0);
        line[length] = '\0';
        if (line[0] == '#' || line[0] == '\0')
            continue;
        mem_grow((void **)&table->rows, &table->capacity, table->count + 1,
                 sizeof(*table->rows));
        row = &table->rows[table->count++];
        for (int i = 0; i < COLUMNS; i++) {
            row->columns[i] = line;
            line += strcspn(line, "\t");
            if (i + 1 < COLUMNS) {
                assert_int_equal(*line, '\t');
                *line++ = '\0';
            }
        }
    }
}

static void free_table(struct table *table)
{
    mem_free(table->rows);
    buf_release(&table->text);
}

static bool matches(const char *pattern, const char *message)
{
    regex_t regex;
    bool found;

    assert_int_equal(
        regcomp(&regex, pattern, REG_EXTENDED | REG_ICASE | REG_NOSUB), 0);
    found = regexec(&regex, message, 0, NULL, 0) == 0;
    regfree(&regex);
    return found;
}

/* "cards[0] "sum": correct.text", as the table writes it. */
static void write_path(struct buf *out, const struct problem *problem)
{
    if (problem->card_index >= 0) {
        buf_printf(out, "cards[%d]", problem->card_index);
        if (problem->card[0])
            buf_printf(out, " \"%s\"", problem->card);
        if (problem->field[0])
            buf_add_text(out, ": ");
    }
    buf_add_text(out, problem->field);
}

static bool find_row(struct table *table, const struct problem *problem)
{
    struct buf path = {0};
    bool found = false;

    write_path(&path, problem);
    for (size_t i = 0; i < table->count && !found; i++) {
        struct expected *row = &table->rows[i];

        found = !row->found && !strcmp(row->columns[0], problem->file) &&
                atoi(row->columns[1]) == problem->line &&
                atoi(row->columns[2]) == problem->column &&
                !strcmp(row->columns[3], buf_text(&path)) &&
                matches(row->columns[4], problem->message);
        row->found = row->found || found;
    }
    buf_release(&path);
    return found;
}

static bool is_of(const struct expected *row, const char *deck)
{
    size_t length = strlen(deck);

    return !strncmp(row->columns[0], deck, length) &&
           (row->columns[0][length] == '\0' || row->columns[0][length] == '/');
}

static void complain(const char *what, const struct problem *problem)
{
    struct buf line = {0};

    problem_print(&line, problem);
    print_error("%s: %s\n", what, buf_text(&line));
    buf_release(&line);
}

/* The number of ways in which a bad deck is not told of as expected. */
static int check_bad(struct table *table, const char *name)
{
    struct parts parts;
    struct deck deck;
    struct problems problems = {0};
    int wrong = 0, last_file = 0, last_line = 0;

    if (!load(&parts, "bad", name)) {
        unload(&parts);
        return 0;
    }
    if (deck_read(parts.files, parts.count, parts.is_folder, &deck,
                  &problems) != STATUS_REJECTED) {
        print_error("%s: not rejected\n", name);
        wrong++;
    }
    wrong += deck.card_count != 0 || deck.cards != NULL;
    for (int i = 0; i < problems.count; i++) {
        const struct problem *problem = &problems.items[i];

        if (problem->severity == SEVERITY_ERROR && !find_row(table, problem)) {
            complain("not expected", problem);
            wrong++;
        }
        if (problem->place.file == last_file && problem->line < last_line) {
            complain("out of order", problem);
            wrong++;
        }
        last_file = problem->place.file;
        last_line = problem->line;
    }
    for (size_t i = 0; i < table->count; i++)
        if (is_of(&table->rows[i], name) && !table->rows[i].found) {
            print_error("not told: %s %s:%s %s %s\n", table->rows[i].columns[0],
                        table->rows[i].columns[1], table->rows[i].columns[2],
                        table->rows[i].columns[3], table->rows[i].columns[4]);
            wrong++;
        }
    problems_release(&problems);
    deck_release(&deck);
    unload(&parts);
    return wrong;
}

static void bad_decks_have_exactly_the_errors_that_are_listed(void **state)
{
    struct table table = {0};
    char **names = NULL;
    size_t count = list("bad", &names);
    int wrong = 0;

    (void)state;
    read_table(&table);
    assert_true(count > 200);
    for (size_t i = 0; i < count; i++)
        wrong += check_bad(&table, names[i]);
    free_table(&table);
    free_list(names, count);
    assert_int_equal(wrong, 0);
}

/* ---- good decks ---------------------------------------------------------- */

static void write_deck(struct buf *out, const struct deck *deck)
{
    deck_write_begin(out, deck);
    for (int i = 0; i < deck->card_count; i++)
        deck_write_next(out, &deck->cards[i], i == 0);
    deck_write_end(out);
}

/* Each card, and the header, as the store keeps them. */
static int check_rows(const struct deck *deck, const char *name)
{
    struct buf first = {0}, second = {0};
    struct error err = {0};
    int wrong = 0;

    for (int i = 0; i < deck->card_count; i++) {
        struct arena arena = {0};
        struct card card;

        buf_clear(&first);
        buf_clear(&second);
        deck_write_card(&first, &deck->cards[i]);
        assert_int_equal(deck_read_card(buf_slice(&first), &arena, &card, &err),
                         STATUS_OK);
        deck_write_card(&second, &card);
        wrong += !slice_equal(buf_slice(&first), buf_slice(&second));
        arena_release(&arena);
    }
    if (wrong)
        print_error("%s: a card changes when read again\n", name);
    buf_release(&first);
    buf_release(&second);
    return wrong;
}

static int check_header(const struct deck *deck, const char *name)
{
    struct buf first = {0}, second = {0};
    struct error err = {0};
    struct deck header;
    int wrong;

    deck_write_header(&first, deck);
    assert_int_equal(deck_read_header(buf_slice(&first), &header, &err),
                     STATUS_OK);
    deck_write_header(&second, &header);
    wrong = !slice_equal(buf_slice(&first), buf_slice(&second));
    if (wrong)
        print_error("%s: the header changes when read again\n", name);
    deck_release(&header);
    buf_release(&first);
    buf_release(&second);
    return wrong;
}

static int check_good(const char *name)
{
    struct parts parts;
    struct deck deck, again;
    struct problems problems = {0};
    struct buf first = {0}, second = {0};
    struct deck_file file = {"again", {NULL, 0}};
    int wrong = 0;

    assert_true(load(&parts, "good", name));
    if (deck_read(parts.files, parts.count, parts.is_folder, &deck,
                  &problems) != STATUS_OK) {
        complain("refused", &problems.items[0]);
        problems_release(&problems);
        unload(&parts);
        return 1;
    }
    write_deck(&first, &deck);
    file.text = buf_slice(&first);
    if (deck_read(&file, 1, false, &again, &problems) == STATUS_OK) {
        write_deck(&second, &again);
        wrong += !slice_equal(buf_slice(&first), buf_slice(&second));
        wrong += check_rows(&again, name) + check_header(&again, name);
    } else {
        complain("refused again", &problems.items[0]);
        wrong++;
    }
    if (wrong)
        print_error("%s: not the same when read again\n", name);
    deck_release(&again);
    deck_release(&deck);
    problems_release(&problems);
    buf_release(&second);
    buf_release(&first);
    unload(&parts);
    return wrong;
}

static void good_decks_are_accepted_and_stable_when_written(void **state)
{
    char **names = NULL;
    size_t count = list("good", &names);
    int wrong = 0;

    (void)state;
    assert_true(count > 40);
    for (size_t i = 0; i < count; i++)
        wrong += check_good(names[i]);
    free_list(names, count);
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_decks_have_exactly_the_errors_that_are_listed),
        cmocka_unit_test(good_decks_are_accepted_and_stable_when_written),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
