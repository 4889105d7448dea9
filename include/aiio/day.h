/* SPDX-License-Identifier: MIT */
/*
 * Days and times as numbers and as text. A study day is a count of days since
 * 1970-01-01; it changes at day_start hours local time. The caller (app)
 * gives the local offset that the time-zone database has for that moment, so
 * this is pure.
 */
#ifndef AIIO_DAY_H
#define AIIO_DAY_H

#include "aiio/buf.h"

#define DAY_MS INT64_C(86400000)
/* Years 1 to 9999: a clock outside is clamped. */
#define TIME_MIN_MS INT64_C(-62135596800000)
#define TIME_MAX_MS INT64_C(253402300799999)

/* A moment as the app reads it off the machine. */
struct moment {
    int64_t at_ms;   /* UTC, since 1970 */
    int64_t mono_ms; /* monotonic clock, stopped time included */
    int day;         /* study day */
    int offset_min;  /* minutes east of UTC, local time at at_ms */
};

/* floor((at + offset - day_start) / 1 day). The only definition of a day. */
int day_from_time(int64_t at_ms, int offset_min, int day_start_hour);

/* Days from one study day to a later one: max(0, to - from), never more than
   an int holds. A clock set back gives 0. */
int days_between(int from_day, int to_day);

struct civil {
    int year, month, day; /* proleptic Gregorian; month and day from 1 */
};

struct civil civil_from_day(int day);
bool day_from_civil(struct civil civil, int *day); /* false: no such date */
int weekday_from_day(int day);                     /* 0 = Monday */

void day_format(struct buf *out, int day);   /* 2026-12-01 */
bool day_parse(struct slice text, int *day); /* the same, strict */
/* Written as a day is, whether there is such a day or not. */
bool day_has_form(struct slice text);
/* Why a text is no day, and the form expected: words to stand after it. */
const char *day_fault(struct slice text);
void day_format_long(struct buf *out, int day);     /* Tue 1 Dec 2026 */
void time_format(struct buf *out, int64_t at_ms);   /* …T07:03:11.482Z */
bool time_parse(struct slice text, int64_t *at_ms); /* the same, strict */
/* 2026-12-01 14:05:11, local. */
void time_format_local(struct buf *out, int64_t at_ms, int offset_min);
/* 14:05 local. */
void time_format_clock(struct buf *out, int64_t at_ms, int offset_min);

#endif
