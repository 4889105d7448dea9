/* SPDX-License-Identifier: MIT */
#include "command.h"

#include "aiio/clock.h"
#include "aiio/fmt.h"
#include "aiio/json_out.h"
#include "aiio/mem.h"
#include "aiio/optimize.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { LINE_BYTES = 4096, THREADS_MAX = 4, BAR_CELLS = 30 };

/* What is told of a log. */
struct report {
    struct optimize_fit fit;
    struct optimize_metrics before, after, later_before, later_after;
    struct optimize_calibration calibration;
    size_t reviews, cards;
    double seconds, later_seconds;
};

/* ---- the file ------------------------------------------------------------ */

static enum status read_lines(FILE *file, struct optimize_csv *csv,
                              struct error *err)
{
    char line[LINE_BYTES];

    for (int number = 1; fgets(line, sizeof(line), file); number++) {
        size_t length = strlen(line);

        if ((length == 0 || line[length - 1] != '\n') && !feof(file))
            return error_set_at(err, number, 0,
                                "not a line of text of less than %d bytes",
                                LINE_BYTES);
        if (optimize_csv_line(csv, (struct slice){line, length}, err))
            return err->code;
    }
    if (ferror(file))
        return error_set(err, STATUS_IO, "%s", strerror(errno));
    return STATUS_OK;
}

static enum status read_log(const char *path, struct optimize_csv *csv,
                            struct optimize_log *log, struct error *err)
{
    bool is_input = !strcmp(path, "-");
    FILE *file = is_input ? stdin : fopen(path, "r");
    enum status status;

    err->line = 0;
    if (!file)
        return error_set(err, errno == ENOENT ? STATUS_NOT_FOUND : STATUS_IO,
                         "%s: %s", path, strerror(errno));
    status = read_lines(file, csv, err);
    if (!status)
        status = optimize_csv_log(csv, log, err);
    if (status && err->line > 0)
        error_wrap(err, "%s:%d", path, err->line);
    else if (status)
        error_wrap(err, "%s", path);
    if (!is_input)
        fclose(file);
    return status;
}

/* ---- options ------------------------------------------------------------- */

/* Numbers between commas, spaces or brackets: as the JSON has them. */
static enum status read_start(const struct call *call,
                              struct fsrs_parameters *start, struct error *err)
{
    const char *text = call_option(call, "start");
    double numbers[FSRS_PARAMETER_COUNT + 1];
    int count = 0;
    enum status status;

    *start = fsrs_default;
    while (text && *text) {
        size_t length;

        text += strspn(text, " ,[]");
        length = strcspn(text, " ,[]");
        if (length == 0)
            break;
        if (count > FSRS_PARAMETER_COUNT ||
            !slice_to_double((struct slice){text, length}, -1e9, 1e9,
                             &numbers[count++]))
            return error_set(err, STATUS_USAGE,
                             "--start: \"%.40s\", expected 21, 19 or 17 "
                             "numbers with commas between them",
                             text);
        text += length;
    }
    if (!call_has(call, "start"))
        return STATUS_OK;
    status = fsrs_parameters_set(start, numbers, count, err);
    if (status) {
        error_wrap(err, "--start");
        err->code = STATUS_USAGE;
    }
    return status ? STATUS_USAGE : STATUS_OK;
}

static enum status read_objective(const struct call *call,
                                  enum optimize_objective *objective,
                                  struct error *err)
{
    static const char *const names[] = {"plain", "recency", "fsrs-rs"};
    const char *name = call_option(call, "objective");

    *objective = OPTIMIZE_PLAIN;
    if (!name)
        return STATUS_OK;
    for (int i = 0; i < 3; i++)
        if (!strcmp(name, names[i])) {
            *objective = (enum optimize_objective)i;
            return STATUS_OK;
        }
    return error_set(err, STATUS_USAGE,
                     "--objective: \"%.60s\", expected plain, recency or "
                     "fsrs-rs",
                     name);
}

static int thread_count(void)
{
    long online = sysconf(_SC_NPROCESSORS_ONLN);

    return online < 1 ? 1 : online > THREADS_MAX ? THREADS_MAX : (int)online;
}

/* ---- the work ------------------------------------------------------------ */

/* A line on a terminal that says how far it is; Ctrl-C ends the program, and
   nothing has been written. */
static bool tell_share(void *context, double share)
{
    fprintf(stderr, "\r%s %3.0f %%", (const char *)context, share * 100);
    return true;
}

static double seconds_since(struct moment start)
{
    return (double)(clock_now(0).mono_ms - start.mono_ms) / 1000;
}

static enum status work(const struct optimize_log *log,
                        struct optimize_options *options, struct report *report,
                        struct error *err)
{
    char fitting[] = "fitting", judging[] = "judging";
    bool tells = isatty(STDERR_FILENO);
    struct moment start = clock_now(0);
    enum status status;

    report->reviews = log->review_count;
    report->cards = log->card_count;
    options->go_on = tells ? tell_share : NULL;
    options->context = fitting;
    status = optimize_fit(log, options, &report->fit, err);
    report->seconds = seconds_since(start);
    if (status)
        return status;
    optimize_evaluate(log, &options->start, 0, SIZE_MAX, &report->before, NULL);
    optimize_evaluate(log, &report->fit.parameters, 0, SIZE_MAX, &report->after,
                      &report->calibration);
    options->context = judging;
    start = clock_now(0);
    status = optimize_time_series(log, options, &report->later_before,
                                  &report->later_after, err);
    report->later_seconds = seconds_since(start);
    if (tells)
        fputs("\r              \r", stderr);
    return status;
}

/* ---- what is told -------------------------------------------------------- */

static void print_report_json(const struct report *report)
{
    struct buf text = {0};
    struct json_out out = json_out(&text, 0);

    json_open(&out, NULL, '{');
    json_open(&out, "parameters", '[');
    for (int i = 0; i < FSRS_PARAMETER_COUNT; i++)
        json_double(&out, NULL, report->fit.parameters.w[i]);
    json_close(&out, ']');
    json_open(&out, "log_loss", '{');
    json_double(&out, "before", report->before.log_loss);
    json_double(&out, "after", report->after.log_loss);
    json_double(&out, "time_series_before", report->later_before.log_loss);
    json_double(&out, "time_series_after", report->later_after.log_loss);
    json_close(&out, '}');
    json_double(&out, "rmse_bins", report->after.rmse_bins);
    json_double(&out, "auc", report->after.auc);
    json_open(&out, "time_series", '{');
    json_double(&out, "rmse_bins_before", report->later_before.rmse_bins);
    json_double(&out, "rmse_bins_after", report->later_after.rmse_bins);
    json_double(&out, "auc_before", report->later_before.auc);
    json_double(&out, "auc_after", report->later_after.auc);
    json_int(&out, "targets", (int64_t)report->later_after.targets);
    json_double(&out, "seconds", report->later_seconds);
    json_close(&out, '}');
    json_int(&out, "reviews", (int64_t)report->reviews);
    json_int(&out, "cards", (int64_t)report->cards);
    json_int(&out, "targets", (int64_t)report->after.targets);
    json_int(&out, "passes", report->fit.passes);
    json_double(&out, "seconds", report->seconds);
    json_close(&out, '}');
    print_json(&text);
    buf_release(&text);
}

static void add_number(struct buf *out, double value)
{
    if (isnan(value))
        buf_add_text(out, "        -");
    else
        buf_printf(out, "  %7.5f", value);
}

static void add_row(struct buf *out, const char *name, double before,
                    double after)
{
    buf_printf(out, "    %-26s", name);
    add_number(out, before);
    add_number(out, after);
    buf_add_char(out, '\n');
}

static void add_metrics(struct buf *out, const struct optimize_metrics *before,
                        const struct optimize_metrics *after)
{
    add_row(out, "log loss", before->log_loss, after->log_loss);
    add_row(out, "RMSE(bins)", before->rmse_bins, after->rmse_bins);
    add_row(out, "AUC (more is better)", before->auc, after->auc);
}

/* Predicted against actual by tenths: a bar each, on a terminal. */
static void add_calibration(struct buf *out,
                            const struct optimize_calibration *calibration)
{
    buf_add_text(out, "\n  What was predicted, and what came, by tenths of "
                      "the answers:\n");
    for (int d = 0; d < 10; d++) {
        const struct optimize_decile *decile = &calibration->deciles[d];

        if (decile->targets == 0)
            continue;
        buf_printf(out, "    %5.1f %%  %5.1f %%  ", decile->predicted * 100,
                   decile->actual * 100);
        buf_add_repeat(out, "#", (int)lround(decile->actual * BAR_CELLS));
        buf_add_repeat(out, ".",
                       BAR_CELLS - (int)lround(decile->actual * BAR_CELLS));
        buf_printf(out, "  %zu\n", decile->targets);
    }
}

static void print_report(const struct report *report)
{
    struct buf out = {0};

    fmt_count(&out, (int64_t)report->reviews, "review", "reviews");
    buf_add_text(&out, " of ");
    fmt_count(&out, (int64_t)report->cards, "card", "cards");
    buf_printf(&out, "; %zu came a day or more after another and count.\n",
               report->after.targets);
    if (report->fit.few_targets)
        buf_printf(&out,
                   "Fewer than %d: one common factor on the first intervals "
                   "is all that was fitted.\n",
                   OPTIMIZE_FEW);
    buf_add_text(&out,
                 "\n  How far the predictions are off    before    after\n"
                 "  on these answers\n");
    add_metrics(&out, &report->before, &report->after);
    buf_add_text(&out, "  on answers later than those it was fitted to\n");
    add_metrics(&out, &report->later_before, &report->later_after);
    if (isatty(STDOUT_FILENO))
        add_calibration(&out, &report->calibration);
    buf_add_text(&out, "\n  The parameters:\n   ");
    for (int i = 0; i < FSRS_PARAMETER_COUNT; i++)
        buf_printf(&out, "%s%.4f%s",
                   i % 7 ? " "
                   : i   ? "\n    "
                         : " ",
                   report->fit.parameters.w[i],
                   i < FSRS_PARAMETER_COUNT - 1 ? "," : "\n");
    print(&out);
    buf_release(&out);
}

static enum status optimize_file(struct call *call, const char *path,
                                 struct error *err)
{
    struct optimize_csv *csv = optimize_csv_new();
    struct optimize_options options = {.threads = thread_count()};
    struct optimize_log log = {0};
    struct report report = {0};
    enum status status = read_start(call, &options.start, err);

    if (!status)
        status = read_objective(call, &options.objective, err);
    if (!status)
        status = read_log(path, csv, &log, err);
    if (!status)
        status = work(&log, &options, &report, err);
    if (!status && call_has(call, "json"))
        print_report_json(&report);
    else if (!status)
        print_report(&report);
    optimize_csv_free(csv);
    return status;
}

enum status command_optimize(struct call *call, struct error *err)
{
    const char *path = call_option(call, "log");

    if (!path)
        return error_set(err, STATUS_USAGE,
                         "optimize needs a log: aiio-study optimize --log "
                         "FILE.csv");
    return optimize_file(call, path, err);
}
