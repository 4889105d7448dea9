/* SPDX-License-Identifier: MIT */
/*
 * How long work tells how far it is and asks whether to go on.
 */
#ifndef AIIO_PROGRESS_REPORT_H
#define AIIO_PROGRESS_REPORT_H

#include <stdbool.h>
#include <stdint.h>

/* done of total units; false means cancel. May be NULL where it is taken. */
typedef bool progress_report(void *context, uint64_t done, uint64_t total);

#endif
