/* SPDX-License-Identifier: MIT */
/*
 * Reference data as CSV: numbers only, a header line, 17 significant digits.
 * Tests run from the root of the repository.
 */
#ifndef TESTS_SCHED_CSV_H
#define TESTS_SCHED_CSV_H

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { CSV_LINE_BYTES = 1024 };

/* Opens the file and skips its header. */
static inline FILE *csv_open(const char *name)
{
    char path[256], line[CSV_LINE_BYTES];
    FILE *file;

    snprintf(path, sizeof(path), "tests/data/fsrs/%s", name);
    file = fopen(path, "r");
    if (!file || !fgets(line, sizeof(line), file)) {
        fprintf(stderr, "%s: not readable\n", path);
        abort();
    }
    return file;
}

/* The numbers of the next line; false at the end. */
static inline int csv_row(FILE *file, double *values, int count)
{
    char line[CSV_LINE_BYTES];
    char *at = line;

    if (!fgets(line, sizeof(line), file))
        return 0;
    for (int i = 0; i < count; i++) {
        char *end;

        values[i] = strtod(at, &end);
        if (end == at || (*end != ',' && *end != '\n'))
            abort();
        at = end + 1;
    }
    return 1;
}

static inline double relative_difference(double a, double b)
{
    return a == b ? 0 : fabs(a - b) / fmax(fabs(a), fabs(b));
}

#endif
