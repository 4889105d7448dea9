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
    /* Of the learner's own answers alone. */
    bool is_own, adopted, dry_run;
    struct optimize_judgement judgement;
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
    if (!status && report->is_own)
        status = optimize_judge(log, options, &report->judgement, err);
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
    if (report->is_own) {
        json_open(&out, "decision", '{');
        json_bool(&out, "is_better", report->judgement.is_better);
        json_double(&out, "gain", report->judgement.gain);
        json_double(&out, "standard_error", report->judgement.error);
        json_int(&out, "targets", (int64_t)report->judgement.targets);
        json_bool(&out, "adopted", report->adopted);
        json_close(&out, '}');
    }
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

/* What was decided, and why. */
static void add_decision(struct buf *out, const struct report *report)
{
    const struct optimize_judgement *judgement = &report->judgement;

    buf_printf(out, "\n  %s",
               report->adopted        ? "Taken"
               : !report->dry_run     ? "Not taken"
               : judgement->is_better ? "Would be taken"
                                      : "Would not be taken");
    if (judgement->targets < 2)
        buf_add_text(out, ": too few answers to tell whether it is better.\n");
    else
        buf_printf(out,
                   ": on the last %zu answers, predicted from those before, "
                   "the loss falls\n  by %.5f an answer; its standard error "
                   "is %.5f.\n",
                   judgement->targets, judgement->gain, judgement->error);
    if (report->adopted)
        buf_add_text(out, "  Due days stay as promised; optimize --revert "
                          "brings the set before back.\n");
    else if (!report->dry_run)
        buf_add_text(out, "  optimize --adopt takes it all the same.\n");
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
    if (report->is_own)
        add_decision(&out, report);
    print(&out);
    buf_release(&out);
}

static void tell_report(const struct call *call, const struct report *report)
{
    if (call_has(call, "json"))
        print_report_json(report);
    else
        print_report(report);
}

/* ---- the command --------------------------------------------------------- */

static enum status optimize_file(struct call *call, const char *path,
                                 struct optimize_options *options,
                                 struct error *err)
{
    struct optimize_csv *csv = optimize_csv_new();
    struct optimize_log log = {0};
    struct report report = {0};
    enum status status = read_start(call, &options->start, err);

    if (!status)
        status = read_log(path, csv, &log, err);
    if (!status)
        status = work(&log, options, &report, err);
    if (!status)
        tell_report(call, &report);
    optimize_csv_free(csv);
    return status;
}

static enum status adopt(struct app *app, struct report *report,
                         struct error *err)
{
    struct buf how = {0};
    enum status status;

    buf_printf(&how, "optimize: log loss %.5f to %.5f over %zu answers",
               report->before.log_loss, report->after.log_loss,
               report->after.targets);
    status = app_adopt(app, &report->fit.parameters, buf_text(&how), err);
    report->adopted = !status;
    buf_release(&how);
    return status;
}

static enum status optimize_own(struct call *call,
                                struct optimize_options *options,
                                struct error *err)
{
    struct report report = {.is_own = true,
                            .dry_run = call_has(call, "dry-run")};
    struct app_reviews reviews = {0};
    enum status status = app_reviews(call->app, &reviews, err);

    memcpy(options->start.w, call->app->fsrs.w, sizeof(options->start.w));
    if (!status)
        status = work(&reviews.log, options, &report, err);
    if (!status && !report.dry_run &&
        (report.judgement.is_better || call_has(call, "adopt")))
        status = adopt(call->app, &report, err);
    if (!status)
        tell_report(call, &report);
    app_reviews_release(&reviews);
    return status;
}

static enum status revert(struct app *app, struct error *err)
{
    struct buf out = {0};
    enum status status = app_revert(app, err);

    if (status)
        return status;
    buf_add_text(&out, "the parameters before are in force again\n");
    print(&out);
    buf_release(&out);
    return STATUS_OK;
}

/* Options that do not go together. */
static enum status check_options(const struct call *call, struct error *err)
{
    static const char *const of_store[] = {"adopt", "revert", "dry-run"};
    bool has_log = call_has(call, "log");
    int given = 0;

    for (int i = 0; i < 3; i++) {
        if (!call_has(call, of_store[i]))
            continue;
        if (has_log)
            return error_set(err, STATUS_USAGE,
                             "--%s is about your own answers, not a --log",
                             of_store[i]);
        given++;
    }
    if (given > 1)
        return error_set(err, STATUS_USAGE,
                         "one of --adopt, --revert and --dry-run");
    if (!has_log && call_has(call, "start"))
        return error_set(err, STATUS_USAGE, "--start goes with a --log");
    return STATUS_OK;
}

enum status command_optimize(struct call *call, struct error *err)
{
    struct optimize_options options = {.threads = thread_count()};
    enum status status = check_options(call, err);

    if (!status)
        status = read_objective(call, &options.objective, err);
    if (!status && call_has(call, "log"))
        return optimize_file(call, call_option(call, "log"), &options, err);
    if (!status)
        status = app_load_settings(call->app, err);
    if (!status)
        status = app_open(call->app, err);
    if (!status && call_has(call, "revert"))
        return revert(call->app, err);
    return status ? status : optimize_own(call, &options, err);
}
