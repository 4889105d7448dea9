/* SPDX-License-Identifier: MIT */
/*
 * The clock of a scenario: it stands still until the scenario says `wait`.
 * Linked before the library, it takes the place of src/app/clock.c.
 */
#ifndef AIIO_SCENARIO_CLOCK_SCRIPTED_H
#define AIIO_SCENARIO_CLOCK_SCRIPTED_H

#include "aiio/clock.h"

/* Local time is UTC plus offset_min from then on. */
void clock_set(int64_t at_ms, int offset_min);
void clock_advance(int64_t ms);

#endif
