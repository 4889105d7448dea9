/* SPDX-License-Identifier: MIT */
/*
 * The only reader of the clock and of the time zone.
 */
#ifndef AIIO_CLOCK_H
#define AIIO_CLOCK_H

#include "aiio/day.h"

/* Now, with the study day by the zone rules for this date. */
struct moment clock_now(int day_start_hour);

#endif
