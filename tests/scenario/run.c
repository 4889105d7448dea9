/* SPDX-License-Identifier: MIT */
/*
 * Runs one scenario: keys in, screen text out, in process, with a scripted
 * terminal and a scripted clock. Usage: run [--print] FILE. --print writes
 * the file to standard output with the screens as they are.
 */
#include "scenario.h"

#include "aiio/file.h"
#include "tui/tui.h"

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* start [study] [tag TAG] [domain ID] [objective ID] [minutes N] [new N] */
static bool read_options(struct scenario *scenario,
                         struct study_options *options)
{
    struct slice rest = scenario->step.rest;
    int64_t number = 0;
    bool study = slice_is(slice_cut(&rest, ' '), "study");

    *options = (struct study_options){.new_limit = -1, .review_limit = -1};
    while (rest.len > 0) {
        struct slice name = slice_cut(&rest, ' '),
                     value = slice_cut(&rest, ' ');
        const char *text = arena_string(&scenario->arena, value);

        if (slice_is(name, "tag"))
            options->tag = text;
        else if (slice_is(name, "domain"))
            options->domain = text;
        else if (slice_is(name, "objective"))
            options->objective = text;
        else if (slice_is(name, "minutes") &&
                 slice_to_int(value, 1, 1000, &number))
            options->minutes = (int)number;
        else if (slice_is(name, "new") && slice_to_int(value, 0, 1000, &number))
            options->new_limit = (int)number;
        else
            script_fail(scenario, "start: \"%.*s\" is not understood",
                        (int)name.len, name.ptr);
    }
    return study;
}

/* The program from its start until it is left, and nothing of it after. */
static void start(struct scenario *scenario)
{
    struct study_options options;
    bool study = read_options(scenario, &options);
    struct error err = {0};
    int signal_number = 0;

    scenario_open(scenario);
    if (!script_failed(scenario) &&
        tui_run(&scenario->app, study ? &options : NULL, &signal_number, &err))
        script_fail(scenario, "%s", err.text);
    scenario_close(scenario);
}

static void carry_out(struct scenario *scenario)
{
    while (!script_failed(scenario) && script_next(scenario)) {
        if (slice_is(scenario->step.verb, "start"))
            start(scenario);
        else if (!outside_step(scenario))
            script_fail(scenario, "\"%.*s\" is no step while nothing runs",
                        (int)scenario->step.verb.len, scenario->step.verb.ptr);
    }
}

static void remove_folder(const char *folder)
{
    DIR *directory = opendir(".");
    struct dirent *entry;

    while (directory && (entry = readdir(directory)))
        if (entry->d_name[0] != '.')
            unlink(entry->d_name);
    if (directory)
        closedir(directory);
    rmdir(folder);
}

static bool prepare(struct scenario *scenario)
{
    struct error err = {0};

    if (file_read(scenario->path, 1 << 20, true, &scenario->text, &err)) {
        fprintf(stderr, "%s\n", err.text);
        return false;
    }
    scenario->unread = buf_slice(&scenario->text);
    memcpy(scenario->folder, "/tmp/aiio-scenario-XXXXXX", 26);
    if (!mkdtemp(scenario->folder) || chdir(scenario->folder)) {
        fprintf(stderr, "no temporary folder\n");
        return false;
    }
    if (file_write_atomic("config", 0600, SLICE(""), &err)) {
        fprintf(stderr, "%s\n", err.text);
        return false;
    }
    signal(SIGXFSZ, SIG_IGN);
    term_scripted_use(scenario);
    return true;
}

static void release(struct scenario *scenario)
{
    scenario_close(scenario);
    for (int i = 0; i < scenario->shown_rows; i++)
        buf_release(&scenario->shown[i]);
    mem_free(scenario->shown);
    for (int i = 0; i < scenario->deck_count; i++)
        deck_release(&scenario->decks[i]);
    mem_free(scenario->decks);
    arena_release(&scenario->arena);
    buf_release(&scenario->failure);
    buf_release(&scenario->rewritten);
    buf_release(&scenario->text);
}

int main(int argc, char **argv)
{
    bool prints = argc == 3 && !strcmp(argv[1], "--print");
    struct scenario scenario = {.path = argc > 1 ? argv[argc - 1] : "",
                                .prints = prints,
                                .rows = 24,
                                .cols = 80};
    char start_folder[4096];
    bool failed;

    if (argc != 2 && !prints) {
        fprintf(stderr, "usage: run [--print] FILE\n");
        return 2;
    }
    if (!getcwd(start_folder, sizeof(start_folder)))
        return 1;
    scenario.start_folder = start_folder;
    if (!prepare(&scenario))
        return 1;
    carry_out(&scenario);
    failed = script_failed(&scenario);
    if (prints)
        fputs(buf_text(&scenario.rewritten), stdout);
    if (failed)
        fputs(buf_text(&scenario.failure), prints ? stderr : stdout);
    else if (!prints)
        printf("%d lines\n", scenario.line);
    remove_folder(scenario.folder);
    release(&scenario);
    return failed ? 1 : 0;
}
