/* SPDX-License-Identifier: MIT */
/*
 * Bytes to a log as CSV, read and fitted: it must not crash, and no number
 * that comes out is NaN or beyond its bounds.
 */
#include "aiio/optimize.h"

#include <math.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds)
{
    if (!holds)
        abort();
}

static void check_fit(const struct optimize_log *log,
                      enum optimize_objective objective)
{
    struct optimize_options options = {
        .objective = objective, .start = fsrs_default, .threads = 1};
    struct optimize_metrics metrics, before, after;
    struct optimize_fit fit;

    if (optimize_fit(log, &options, &fit, NULL)) {
        require(optimize_targets(log) == 0);
        return;
    }
    for (int i = 0; i < FSRS_PARAMETER_COUNT; i++)
        require(fit.parameters.w[i] >= fsrs_low[i] &&
                fit.parameters.w[i] <= fsrs_high[i]);
    optimize_evaluate(log, &fit.parameters, 0, SIZE_MAX, &metrics, NULL);
    require(isfinite(metrics.log_loss) && isfinite(metrics.rmse_bins));
    require(!optimize_time_series(log, &options, &before, &after, NULL));
    require(before.targets == after.targets);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct slice rest = {(const char *)data, size};
    struct optimize_csv *csv = optimize_csv_new();
    struct optimize_log log;
    struct error err = {0};
    enum status status = STATUS_OK;

    while (rest.len > 0 && !status)
        status = optimize_csv_line(csv, slice_cut(&rest, '\n'), &err);
    require(!status || err.line > 0);
    /* What came before the bad line is a log too. */
    if (!optimize_csv_log(csv, &log, &err))
        for (int objective = 0; objective < 3; objective++)
            check_fit(&log, (enum optimize_objective)objective);
    optimize_csv_free(csv);
    return 0;
}
