/* SPDX-License-Identifier: GPL-2.0-or-later */
/* iiodma-bench without a word of its own: the product of all axes, measured and shown as one table. */
#include <errno.h>
#include <stdio.h>
#include <time.h>

#include "bench_commands.h"
#include "bench_run.h"
#include "common/message.h"
#include "common/report.h"
#include "common/report_output.h"
#include "common/signals.h"
#include "common/sysinfo.h"

static void tell_interval(void *context, size_t cell, size_t run, const struct result_interval *interval)
{
	struct report_output *output = context;

	report_file_note(&output->main, report_line_interval(output->main.file, cell, run, interval));
}

static void tell_run(void *context, size_t cell, size_t run, const struct result_run *finished)
{
	struct report_output *output = context;

	report_file_note(&output->main, report_line_run(output->main.file, cell, run, finished));
}

static void set_start_time(struct result *result)
{
	time_t now = time(NULL);
	struct tm utc;

	if (gmtime_r(&now, &utc))
		strftime(result->start_time, sizeof(result->start_time), "%Y-%m-%dT%H:%M:%SZ", &utc);
}

static void describe_method(struct result_method *method, const struct bench_options *options)
{
	*method = (struct result_method){
		.duration_ns = options->duration_ns,
		.samples = options->stream.samples,
		.warmup_ns = options->warmup_ns,
		.interval_ns = options->interval_ns,
		.timeout_ns = -1,
		.repeats = options->repeats,
		.split = options->split,
	};
	if (options->verify != VERIFY_NONE)
		result_name_set(method->verify, verify_kind_name(options->verify));
}

static enum exit_status plan(struct result *result, const struct bench_options *options)
{
	int ret = bench_plan(&options->axes, &result->cells, &result->cell_count);

	if (ret == 0)
		return EXIT_STATUS_DONE;
	if (ret == -E2BIG)
		message_error("the lists make too many combinations; valid: at most %u", BENCH_CELLS_MAX);
	else
		message_error("out of memory");
	return ret == -E2BIG ? EXIT_STATUS_USAGE : EXIT_STATUS_FAILED;
}

/* Devices are open, outputs too. */
static enum exit_status run(struct result *result, const struct bench_options *options, struct bench_devices *devices,
			    struct report_output *output)
{
	bool live = options->report.format == REPORT_FORMAT_JSON_LINES;
	const struct bench_listener listener = {
		.interval = live ? tell_interval : NULL,
		.run = live ? tell_run : NULL,
		.context = output,
	};
	int ret;

	if (live)
		report_file_note(&output->main, report_line_start(output->main.file, result));
	ret = bench_run(result, options, devices, &listener);
	signals_settled();
	if (ret == 0)
		ret = bench_gate(result, options->requirements, options->requirement_count, options->max_lost);
	if (ret < 0) {
		message_error("out of memory");
		return EXIT_STATUS_FAILED;
	}
	result->exit_status = (int)bench_exit_status(result, options->max_lost);
	report_output_write(output, result);
	if (result->status == RESULT_IMPOSSIBLE)
		message_error("nothing could be measured: %s", result->cells[0].reason);
	for (size_t i = 0; i < result->requirement_count; i++)
		if (!result->requirements[i].met)
			message_error("not met: %s (%s)", result->requirements[i].text,
				      result->requirements[i].finding);
	return (enum exit_status)result->exit_status;
}

static enum exit_status bench(struct bench_options *options, struct result *result)
{
	struct report_output output = {0};
	struct bench_devices devices = {0};
	enum exit_status status = bench_devices_open(&devices, options);
	enum exit_status closed;

	if (status == EXIT_STATUS_DONE)
		status = plan(result, options);
	if (status == EXIT_STATUS_DONE)
		status = scheduling_apply(&options->scheduling);
	if (status == EXIT_STATUS_DONE)
		status = report_output_open(&output, &options->report);
	if (status == EXIT_STATUS_DONE)
		status = run(result, options, &devices, &output);
	closed = bench_devices_close(&devices);
	if (status == EXIT_STATUS_DONE)
		status = closed;
	return report_output_close(&output, status);
}

enum exit_status bench_matrix(int argc, char **argv)
{
	struct bench_options options;
	struct system_info system;
	struct result result = {.tool = "iiodma-bench", .command_line = argv};
	enum exit_status status;

	bench_options_read(&options, argc, argv);
	signals_install();
	system_info_read(&system);
	result.system = &system;
	set_start_time(&result);
	describe_method(&result.method, &options);
	status = bench(&options, &result);
	result_clear(&result);
	return status;
}
