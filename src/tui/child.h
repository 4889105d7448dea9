/* SPDX-License-Identifier: MIT */
/* A program that has the terminal for a while, an editor for example. */
#ifndef AIIO_TUI_CHILD_H
#define AIIO_TUI_CHILD_H

#include <signal.h>

/*
 * Runs it and waits for its end: its exit status, or -1. Meanwhile Ctrl-C and
 * Ctrl-\ are for the child alone, and Ctrl-Z stops both, so that the shell
 * gets its terminal. Waits no longer once *give_up is set by a signal.
 */
int child_run(char *const arguments[], const volatile sig_atomic_t *give_up);

#endif
