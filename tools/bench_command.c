/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "bench_command.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench_forecast.h"
#include "bench_probe.h"
#include "bench_run.h"
#include "common/hardware.h"
#include "common/link_text.h"
#include "common/message.h"
#include "common/report.h"
#include "common/report_output.h"
#include "common/signals.h"
#include "common/sysinfo.h"
#include "common/test_mode.h"

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

static bool touches(const struct bench_axes *axes)
{
	for (size_t i = 0; i < axes->touch_count; i++)
		if (axes->touch[i] != RESULT_TOUCH_NONE)
			return true;
	return false;
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
		.split = options->split || touches(&options->axes),
	};
	if (options->verify != VERIFY_NONE)
		result_name_set(method->verify, verify_kind_name(options->verify));
}

/* What the platform makes of blocks that are the kernel's own. */
static const char *kernel_mapping_note(const char *coherency)
{
	if (strcmp(coherency, "coherent") == 0)
		return "cached: DMA is coherent here";
	return strcmp(coherency, "noncoherent") == 0 ? "uncached" : "cached or not: unknown";
}

/* This machine's sysfs knows nothing of a device that is elsewhere. */
static bool is_here(const struct iiodma_device *device)
{
	return strcmp(iiodma_context_uri(iiodma_device_context(device)), "local:") == 0;
}

static void note_hardware(struct result_setup *setup, const struct bench_devices *devices)
{
	const struct iiodma_device *device = devices->target[setup->direction].device;
	struct hardware hardware;

	if (setup->api == IIODMA_API_NULL || !device || !is_here(device))
		return;
	hardware_read("", iiodma_device_id(device), &hardware);
	result_name_set(setup->driver, hardware.driver);
	result_name_set(setup->dma_controller, hardware.dma_controller);
	result_name_set(setup->dma_coherency, hardware.dma_coherency);
}

/* What is known before anything runs. */
static void note_what_is_known(struct result *result, const struct bench_devices *devices)
{
	for (size_t i = 0; i < result->cell_count; i++) {
		struct result_cell *cell = &result->cells[i];
		struct result_setup *setup = &cell->setup;

		note_hardware(setup, devices);
		if (setup->api != IIODMA_API_NULL && isnan(setup->rate_asked))
			setup->source_rate = devices->rate[setup->direction].before;
		if (cell->status == RESULT_OK && setup->mapping_source == RESULT_MAPPING_PLATFORM)
			result_name_set(setup->mapping_note, kernel_mapping_note(setup->dma_coherency));
	}
}

static enum exit_status plan(struct result *result, const struct bench_options *options,
			     const struct bench_devices *devices)
{
	int ret = bench_plan(&options->axes, &result->cells, &result->cell_count);

	if (ret == 0 && options->kind->revise)
		ret = options->kind->revise(result, options, devices);
	if (ret == 0) {
		note_what_is_known(result, devices);
		bench_probe(result, devices);
		return EXIT_STATUS_DONE;
	}
	if (ret == -E2BIG)
		message_error("the lists make too many combinations; valid: at most %u", BENCH_CELLS_MAX);
	else
		message_error("out of memory");
	return ret == -E2BIG ? EXIT_STATUS_USAGE : EXIT_STATUS_FAILED;
}

static void warn(void *context, const char *text)
{
	struct result *result = context;
	const size_t before = result->warning_count;

	if (result_warn(result, "%s", text) == 0 && result->warning_count > before)
		message_notice("%s", text);
}

/* Before the first run and after the last: what was known at first is not said again. */
static void warn_about_machine(struct result *result)
{
	bool simulated = false;

	for (size_t i = 0; i < result->cell_count; i++) {
		struct hardware hardware = {.driver = ""};

		snprintf(hardware.driver, sizeof(hardware.driver), "%s", result->cells[i].setup.driver);
		simulated = simulated || hardware_is_simulated(&hardware);
	}
	system_info_warnings(result->system, simulated, warn, result);
}

/* Line by line, as everything that is said beside the result. */
static void tell_plan(const struct result *result, const struct bench_options *options,
		      const struct bench_devices *devices)
{
	char *text = NULL;
	size_t size = 0;
	FILE *memory = open_memstream(&text, &size);

	if (!memory)
		return;
	bench_forecast_print(memory, result, options, devices);
	fclose(memory);
	for (char *line = text, *rest; line && *line; line = rest) {
		rest = line + strcspn(line, "\n");
		if (*rest)
			*rest++ = '\0';
		message_notice("%s", line);
	}
	free(text);
}

/* The plan is what was asked for. */
static void print_plan(struct report_file *output, const struct result *result, const struct bench_options *options,
		       const struct bench_devices *devices)
{
	report_file_note(output, report_plan(output->file, result));
	fputc('\n', output->file);
	bench_forecast_print(output->file, result, options, devices);
}

/* Devices are open, outputs too. */
static enum exit_status run(struct result *result, const struct bench_options *options, struct bench_devices *devices,
			    struct report_output *output, struct system_info *system)
{
	bool live = options->report.format == REPORT_FORMAT_JSON_LINES;
	const struct bench_listener listener = {
		.interval = live ? tell_interval : NULL,
		.run = live ? tell_run : NULL,
		.context = output,
	};
	struct system_load load;
	int ret;

	system_info_read_process("", system); /* as it runs from now on */
	warn_about_machine(result);
	tell_plan(result, options, devices);
	if (live)
		report_file_note(&output->main, report_line_start(output->main.file, result));
	system_load_begin("", &load);
	ret = options->kind->run ? options->kind->run(result, options, devices, &listener)
				 : bench_run(result, options, devices, &listener);
	signals_settled();
	system_load_end("", &load, system);
	warn_about_machine(result);
	if (ret == 0 && options->kind->conclude)
		ret = options->kind->conclude(result, options);
	if (ret == 0)
		ret = bench_gate(result, options->requirements, options->requirement_count, options->max_lost);
	if (ret < 0) {
		message_error("out of memory");
		return EXIT_STATUS_FAILED;
	}
	result->exit_status = (int)bench_exit_status(result, options->kind->extremes ? INT64_MAX : options->max_lost);
	report_output_write(output, result);
	if (result->status == RESULT_IMPOSSIBLE)
		message_error("nothing could be measured: %s", result->cells[0].reason);
	for (size_t i = 0; i < result->requirement_count; i++)
		if (!result->requirements[i].met)
			message_error("not met: %s (%s)", result->requirements[i].text,
				      result->requirements[i].finding);
	return (enum exit_status)result->exit_status;
}

/* The converter makes what is looked for while it is measured, and not longer. */
static enum exit_status run_in_mode(struct result *result, const struct bench_options *options,
				    struct bench_devices *devices, struct report_output *output,
				    struct system_info *system)
{
	const struct iiodma_device *input = devices->target[IIODMA_INPUT].device;
	struct test_mode mode = {0};
	enum exit_status status = EXIT_STATUS_DONE, restored;

	if (input && !options->no_test_mode)
		status = test_mode_begin(&mode, input, options->verify);
	if (status == EXIT_STATUS_DONE)
		status = run(result, options, devices, output, system);
	restored = test_mode_end(&mode);
	return status == EXIT_STATUS_DONE ? restored : status;
}

static void describe_link(struct result_link *link, const struct bench_devices *devices)
{
	for (int direction = IIODMA_INPUT; direction <= IIODMA_OUTPUT; direction++) {
		const struct iiodma_context *context = devices->target[direction].context;
		const struct iiodma_link found = context ? link_of(context) : (struct iiodma_link){0};

		if (found.kind == IIODMA_LINK_NONE)
			continue;
		result_name_set(link->kind, iiodma_link_kind_name(found.kind));
		result_name_set(link->name, found.name);
		result_name_set(link->client_version, found.client_version);
		result_name_set(link->server_version, found.server_version);
		link->limit_bytes_per_second = found.bytes_per_second > 0 ? (uint64_t)found.bytes_per_second : 0;
		link->round_trip_ns = found.round_trip_ns > 0 ? found.round_trip_ns : 0;
	}
}

/* What a table from afar lacks. */
static void tell_remote(const struct bench_options *options, const struct result_link *link)
{
	if (!link->kind[0])
		return;
	message_notice(
		"%s is at the other end of a %s link (libiio %s here, %s there): measured is what arrives here; the "
		"APIs and mappings of the machine there are measured by iiodma-bench on it",
		options->target.uri ? options->target.uri : "the context", link->kind, link->client_version,
		link->server_version);
}

/* --bytes must be whole samples, which only the device tells: ends the program otherwise, before anything is touched. */
static void check_amount(const struct bench_options *options, const struct bench_devices *devices)
{
	for (int direction = IIODMA_INPUT; direction <= IIODMA_OUTPUT; direction++)
		if (devices->target[direction].buffer)
			(void)stream_request_samples(&options->stream, devices->target[direction].sample_bytes);
}

static enum exit_status bench(struct bench_options *options, struct result *result, struct system_info *system)
{
	struct report_output output = {0};
	struct bench_devices devices = {0};
	enum exit_status status = bench_devices_open(&devices, options);
	enum exit_status closed;

	describe_link(&result->link, &devices);
	if (status == EXIT_STATUS_DONE)
		check_amount(options, &devices);
	if (status == EXIT_STATUS_DONE)
		tell_remote(options, &result->link);
	if (status == EXIT_STATUS_DONE)
		status = plan(result, options, &devices);
	if (status == EXIT_STATUS_DONE)
		status = scheduling_apply(&options->scheduling);
	if (status == EXIT_STATUS_DONE)
		status = report_output_open(&output, &options->report);
	if (status == EXIT_STATUS_DONE && options->plan_only)
		print_plan(&output.main, result, options, &devices);
	else if (status == EXIT_STATUS_DONE)
		status = run_in_mode(result, options, &devices, &output, system);
	closed = bench_devices_close(&devices);
	if (status == EXIT_STATUS_DONE)
		status = closed;
	return report_output_close(&output, status);
}

enum exit_status bench_command(const struct bench_kind *kind, int argc, char **argv)
{
	struct bench_options options;
	struct system_info system;
	struct result result = {.tool = "iiodma-bench", .command_line = argv};
	enum exit_status status;

	bench_options_read(&options, kind, argc, argv);
	signals_install();
	system_info_read(&system);
	result.system = &system;
	set_start_time(&result);
	describe_method(&result.method, &options);
	status = bench(&options, &result, &system);
	result_clear(&result);
	return status;
}
