/* SPDX-License-Identifier: MIT */
#include "aiio/day.h"

enum { HOUR_MS = 3600000, MINUTE_MS = 60000 };

static int64_t floor_divide(int64_t a, int64_t b)
{
    int64_t quotient = a / b;

    return a % b < 0 ? quotient - 1 : quotient;
}

static int64_t clamp_time(int64_t at_ms)
{
    return at_ms < TIME_MIN_MS   ? TIME_MIN_MS
           : at_ms > TIME_MAX_MS ? TIME_MAX_MS
                                 : at_ms;
}

int day_from_time(int64_t at_ms, int offset_min, int day_start_hour)
{
    int64_t local = clamp_time(at_ms) + offset_min * INT64_C(60000) -
                    day_start_hour * INT64_C(3600000);

    return (int)floor_divide(local, DAY_MS);
}

int days_between(int from_day, int to_day)
{
    int64_t days = (int64_t)to_day - from_day;

    return days < 0 ? 0 : days > INT32_MAX ? INT32_MAX : (int)days;
}

/*
 * Days and dates by eras of 400 years (146,097 days) that begin on 1 March,
 * so that the leap day is the last of its year.
 */
struct civil civil_from_day(int day)
{
    int64_t shifted = (int64_t)day + 719468; /* days from 0000-03-01 to 1970 */
    int64_t era = floor_divide(shifted, 146097);
    int64_t of_era = shifted - era * 146097;
    int64_t year =
        (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    int64_t of_year = of_era - (365 * year + year / 4 - year / 100);
    int64_t month = (5 * of_year + 2) / 153; /* 0 = March */
    struct civil civil;

    civil.day = (int)(of_year - (153 * month + 2) / 5 + 1);
    civil.month = (int)(month < 10 ? month + 3 : month - 9);
    civil.year = (int)(year + era * 400 + (civil.month <= 2));
    return civil;
}

static int day_from_date(int year, int month, int day)
{
    int64_t y = (int64_t)year - (month <= 2);
    int64_t era = floor_divide(y, 400);
    int64_t of_era_year = y - era * 400;
    int64_t of_year =
        (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
    int64_t of_era =
        of_era_year * 365 + of_era_year / 4 - of_era_year / 100 + of_year;

    return (int)(era * 146097 + of_era - 719468);
}

bool day_from_civil(struct civil civil, int *day)
{
    struct civil back;

    if (civil.year < 1 || civil.year > 9999 || civil.month < 1 ||
        civil.month > 12 || civil.day < 1 || civil.day > 31)
        return false;
    *day = day_from_date(civil.year, civil.month, civil.day);
    back = civil_from_day(*day);
    return back.month == civil.month && back.day == civil.day;
}

int weekday_from_day(int day)
{
    /* 1970-01-01 was a Thursday. */
    int64_t weekday = ((int64_t)day + 3) % 7;

    return (int)(weekday < 0 ? weekday + 7 : weekday);
}

/* ---- text ---------------------------------------------------------------- */

void day_format(struct buf *out, int day)
{
    struct civil civil = civil_from_day(day);

    buf_printf(out, "%04d-%02d-%02d", civil.year, civil.month, civil.day);
}

/* Exactly n digits at text, which is long enough. */
static bool digits(struct slice text, size_t at, size_t n, int *out)
{
    int64_t value = 0;

    for (size_t i = at; i < at + n; i++)
        if (text.ptr[i] < '0' || text.ptr[i] > '9')
            return false;
    if (!slice_to_int((struct slice){text.ptr + at, n}, 0, 9999, &value))
        return false;
    *out = (int)value;
    return true;
}

static bool read_civil(struct slice text, struct civil *civil)
{
    return text.len == 10 && text.ptr[4] == '-' && text.ptr[7] == '-' &&
           digits(text, 0, 4, &civil->year) &&
           digits(text, 5, 2, &civil->month) && digits(text, 8, 2, &civil->day);
}

bool day_parse(struct slice text, int *day)
{
    struct civil civil = {0};

    return read_civil(text, &civil) && day_from_civil(civil, day);
}

bool day_has_form(struct slice text)
{
    struct civil ignored = {0};

    return read_civil(text, &ignored);
}

const char *day_fault(struct slice text)
{
    return day_has_form(text)
               ? "there is no such day in the calendar (YYYY-MM-DD)"
               : "expected a day as YYYY-MM-DD, such as 2027-01-31";
}

void day_format_long(struct buf *out, int day)
{
    static const char *const weekdays[] = {"Mon", "Tue", "Wed", "Thu",
                                           "Fri", "Sat", "Sun"};
    static const char *const months[] = {"Jan", "Feb", "Mar", "Apr",
                                         "May", "Jun", "Jul", "Aug",
                                         "Sep", "Oct", "Nov", "Dec"};
    struct civil civil = civil_from_day(day);

    buf_printf(out, "%s %d %s %d", weekdays[weekday_from_day(day)], civil.day,
               months[civil.month - 1], civil.year);
}

void time_format(struct buf *out, int64_t at_ms)
{
    int64_t at = clamp_time(at_ms), day = floor_divide(at, DAY_MS);
    int ms = (int)(at - day * DAY_MS);

    day_format(out, (int)day);
    buf_printf(out, "T%02d:%02d:%02d.%03dZ", ms / HOUR_MS, ms / MINUTE_MS % 60,
               ms / 1000 % 60, ms % 1000);
}

bool time_parse(struct slice text, int64_t *at_ms)
{
    int day, hour, minute, second, ms;

    if (text.len != 24 || text.ptr[10] != 'T' || text.ptr[13] != ':' ||
        text.ptr[16] != ':' || text.ptr[19] != '.' || text.ptr[23] != 'Z' ||
        !day_parse((struct slice){text.ptr, 10}, &day) ||
        !digits(text, 11, 2, &hour) || !digits(text, 14, 2, &minute) ||
        !digits(text, 17, 2, &second) || !digits(text, 20, 3, &ms) ||
        hour > 23 || minute > 59 || second > 59)
        return false;
    *at_ms = day * DAY_MS + hour * INT64_C(3600000) + minute * INT64_C(60000) +
             second * INT64_C(1000) + ms;
    return true;
}

void time_format_local(struct buf *out, int64_t at_ms, int offset_min)
{
    time_format(out, clamp_time(at_ms) + offset_min * INT64_C(60000));
    out->data[out->len - sizeof("T14:05:11.482Z") + 1] = ' ';
    buf_truncate(out, out->len - sizeof(".482Z") + 1);
}

void time_format_clock(struct buf *out, int64_t at_ms, int offset_min)
{
    int64_t local = clamp_time(at_ms) + offset_min * INT64_C(60000);
    int ms = (int)(local - floor_divide(local, DAY_MS) * DAY_MS);

    buf_printf(out, "%02d:%02d", ms / HOUR_MS, ms / MINUTE_MS % 60);
}
