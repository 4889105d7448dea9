/* SPDX-License-Identifier: MIT */
/* Logs for the optimiser's tests. Tests run from the root of the repository. */
#ifndef TESTS_SCHED_REVIEWS_H
#define TESTS_SCHED_REVIEWS_H

#include "aiio/optimize.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* tests/data/fsrs/log.csv: 2,359 reviews of 200 cards over two years, made
   by a simulated learner. Borrowed from *csv. */
static inline struct optimize_log load_log(struct optimize_csv **csv)
{
    FILE *file = fopen("tests/data/fsrs/log.csv", "r");
    struct optimize_log log = {0};
    char line[256];

    *csv = optimize_csv_new();
    while (file && fgets(line, sizeof(line), file))
        if (optimize_csv_line(*csv, slice_of(line), NULL))
            abort();
    if (!file || optimize_csv_log(*csv, &log, NULL))
        abort();
    fclose(file);
    return log;
}

static inline struct optimize_options plain_options(void)
{
    return (struct optimize_options){.start = fsrs_default, .threads = 1};
}

#endif
