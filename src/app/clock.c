/* SPDX-License-Identifier: MIT */
#include "aiio/clock.h"

#include <time.h>

static int64_t read_ms(clockid_t clock)
{
    struct timespec now = {0};

    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Minutes east of UTC that the zone rules give for that moment. */
static int offset_at(int64_t at_ms)
{
    time_t at = (time_t)(at_ms / 1000);
    struct tm local = {0};

    if (!localtime_r(&at, &local))
        return 0;
    return (int)(local.tm_gmtoff / 60);
}

struct moment clock_now(int day_start_hour)
{
    struct moment now = {.at_ms = read_ms(CLOCK_REALTIME),
                         .mono_ms = read_ms(CLOCK_MONOTONIC)};

    if (now.at_ms < TIME_MIN_MS)
        now.at_ms = TIME_MIN_MS;
    if (now.at_ms > TIME_MAX_MS)
        now.at_ms = TIME_MAX_MS;
    now.offset_min = offset_at(now.at_ms);
    now.day = day_from_time(now.at_ms, now.offset_min, day_start_hour);
    return now;
}
