/* SPDX-License-Identifier: MIT */
#include "child.h"

#include <errno.h>
#include <spawn.h>
#include <stddef.h>
#include <sys/wait.h>

extern char **environ;

/* What this program ignores would otherwise stay ignored in the child. */
static int spawn(pid_t *child, char *const arguments[])
{
    static const int usual[] = {SIGINT, SIGQUIT, SIGPIPE, SIGXFSZ};
    posix_spawnattr_t attributes;
    sigset_t set;
    int failed = posix_spawnattr_init(&attributes);

    if (failed)
        return failed;
    sigemptyset(&set);
    for (size_t i = 0; i < sizeof(usual) / sizeof(usual[0]); i++)
        sigaddset(&set, usual[i]);
    posix_spawnattr_setsigdefault(&attributes, &set);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    failed = posix_spawnp(child, arguments[0], NULL, &attributes, arguments,
                          environ);
    posix_spawnattr_destroy(&attributes);
    return failed;
}

static void lend(int number, void (*handler)(int), struct sigaction *own)
{
    struct sigaction action = {0};

    action.sa_handler = handler;
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, own);
}

int child_run(char *const arguments[], const volatile sig_atomic_t *give_up)
{
    struct sigaction interrupt, quit, stop;
    int status = 0;
    pid_t child = -1, ended = -1;

    lend(SIGINT, SIG_IGN, &interrupt);
    lend(SIGQUIT, SIG_IGN, &quit);
    lend(SIGTSTP, SIG_DFL, &stop);
    if (spawn(&child, arguments) == 0)
        while ((ended = waitpid(child, &status, 0)) < 0 && errno == EINTR &&
               !*give_up)
            ;
    sigaction(SIGINT, &interrupt, NULL);
    sigaction(SIGQUIT, &quit, NULL);
    sigaction(SIGTSTP, &stop, NULL);
    return ended == child && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
