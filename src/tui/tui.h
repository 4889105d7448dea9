/* SPDX-License-Identifier: MIT */
/*
 * The screens: one loop, a stack of screens on a canvas, a terminal below.
 */
#ifndef AIIO_TUI_H
#define AIIO_TUI_H

#include "aiio/trainer.h"

/*
 * Runs until the person quits. options NULL starts at home, else straight in
 * a session. STATUS_NO_TERMINAL before anything was drawn when curses cannot
 * use the terminal. *signal is the signal that ended it (SIGINT, SIGTERM,
 * SIGHUP, SIGQUIT), to be raised again by main once all is closed, or 0; a
 * terminal that is gone counts as SIGHUP.
 */
MUST_CHECK enum status tui_run(struct app *app,
                               const struct study_options *options, int *signal,
                               struct error *err);

#endif
