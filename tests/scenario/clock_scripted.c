/* SPDX-License-Identifier: MIT */
#include "clock_scripted.h"

static int64_t now_ms;
static int offset;

void clock_set(int64_t at_ms, int offset_min)
{
    now_ms = at_ms;
    offset = offset_min;
}

void clock_advance(int64_t ms)
{
    now_ms += ms;
}

struct moment clock_now(int day_start_hour)
{
    return (struct moment){
        .at_ms = now_ms,
        .mono_ms = now_ms,
        .day = day_from_time(now_ms, offset, day_start_hour),
        .offset_min = offset,
    };
}
