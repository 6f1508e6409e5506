/* SPDX-License-Identifier: GPL-2.0-or-later */
/* iiodma-bench memory: every kind of memory, every size, in turns. */
#include <errno.h>
#include <string.h>
#include <time.h>

#include "bench_commands.h"
#include "bench_memory.h"
#include "common/message.h"
#include "common/report_file.h"
#include "common/signals.h"
#include "common/sysinfo.h"
#include "common/units.h"

static void show_progress(const struct memory_result *result, size_t cell, unsigned int run)
{
	char name[2 * RESULT_NAME_SIZE], size[UNITS_TEXT];

	memory_source_words(&result->sources[result->cells[cell].source], name, sizeof(name));
	message_progress("%s, %s: cell %zu of %zu, run %u of %u", name, units_bytes(size, result->cells[cell].bytes),
			 cell + 1, result->cell_count, run + 1, result->repeats);
}

static void run_cell(struct memory_result *result, struct memory_cell *cell)
{
	char name[2 * RESULT_NAME_SIZE];

	memory_measure(result, cell, &cell->values[cell->run_count * MEMORY_FIGURES]);
	if (cell->status == RESULT_OK)
		cell->run_count++;
	if (cell->status != RESULT_FAILED)
		return;
	memory_source_words(&result->sources[cell->source], name, sizeof(name));
	message_error("%s, %llu bytes: %s", name, (unsigned long long)cell->bytes, cell->reason);
}

/* Drift of the machine hits all alike when their repeats take turns. */
static void run_all(struct memory_result *result)
{
	for (unsigned int run = 0; run < result->repeats; run++) {
		for (size_t i = 0; i < result->cell_count && !signals_stopped(); i++) {
			if (result->cells[i].status != RESULT_OK)
				continue;
			show_progress(result, i, run);
			run_cell(result, &result->cells[i]);
		}
	}
	message_progress_end();
	for (size_t i = 0; i < result->cell_count; i++) {
		struct memory_cell *cell = &result->cells[i];

		if (cell->status == RESULT_OK && cell->run_count == 0) {
			cell->status = RESULT_INTERRUPTED;
			result_text_set(cell->reason, "stopped before its first run");
		}
	}
}

/* Ordinary memory is there to compare with: alone it makes a result only when nothing else was asked for. */
static void settle(struct memory_result *result)
{
	const struct memory_cell *impossible = NULL;
	size_t measured = 0;

	result->status = RESULT_OK;
	for (size_t i = 0; i < result->cell_count; i++) {
		const struct memory_cell *cell = &result->cells[i];

		if (cell->status == RESULT_IMPOSSIBLE && !impossible)
			impossible = cell;
		else if (cell->status == RESULT_FAILED)
			result->status = RESULT_FAILED;
		if (cell->run_count > 0 && result->sources[cell->source].kind != IIODMA_MEMORY_ORDINARY)
			measured++;
	}
	if (result->status == RESULT_OK && measured == 0 && impossible) {
		result->status = RESULT_IMPOSSIBLE;
		message_error("nothing could be measured: %s", impossible->reason);
	}
	result->exit_status = result->status == RESULT_OK ? EXIT_STATUS_DONE : EXIT_STATUS_FAILED;
	if (signals_stopped()) {
		result->status = RESULT_INTERRUPTED;
		result->exit_status = (int)signals_exit_status();
	}
}

static void warn(void *context, const char *text)
{
	struct memory_result *result = context;

	for (size_t i = 0; i < result->warning_count; i++)
		if (strcmp(result->warnings[i], text) == 0)
			return;
	if (result->warning_count == MEMORY_WARNINGS_MAX)
		return;
	result_text_set(result->warnings[result->warning_count++], text);
	message_notice("%s", text);
}

static void measure(struct memory_result *result)
{
	struct system_load load;

	system_info_read_process("", result->system); /* as it runs from now on */
	system_info_warnings(result->system, false, warn, result);
	system_load_begin("", &load);
	run_all(result);
	signals_settled();
	system_load_end("", &load, result->system);
	system_info_warnings(result->system, false, warn, result);
	settle(result);
}

static void report(const struct memory_options *options, struct report_file *output, struct report_file *json)
{
	const struct memory_result *result = options->result;

	if (options->json)
		report_file_note(output, memory_report_json(output->file, result));
	else if (options->csv)
		report_file_note(output, memory_report_csv(output->file, result));
	else
		report_file_note(output, memory_report_text(output->file, result));
	if (json->file)
		report_file_note(json, memory_report_json(json->file, result));
}

static enum exit_status plan(const struct memory_options *options)
{
	struct memory_result *result = options->result;
	int ret = options->chosen ? memory_source_add(result, IIODMA_MEMORY_ORDINARY, "") : memory_add_all(result);

	if (ret < 0) {
		message_error("%s", ret == -E2BIG
					    ? "there are too many kinds of memory; choose with --heap and --memory"
					    : iiodma_error_text());
		return EXIT_STATUS_FAILED;
	}
	if (memory_make_cells(result) == 0)
		return EXIT_STATUS_DONE;
	message_error("out of memory");
	return EXIT_STATUS_FAILED;
}

static enum exit_status close_both(struct report_file *output, struct report_file *json, enum exit_status status)
{
	enum exit_status closed = report_file_close(json);

	if (status == EXIT_STATUS_DONE)
		status = closed;
	closed = report_file_close(output);
	return status == EXIT_STATUS_DONE ? closed : status;
}

static enum exit_status bench(const struct memory_options *options)
{
	struct report_file output = {0};
	struct report_file json = {0};
	enum exit_status status = plan(options);

	if (status == EXIT_STATUS_DONE)
		status = scheduling_apply(&options->scheduling);
	if (status == EXIT_STATUS_DONE)
		status = report_file_open(&output, options->output_file);
	if (status == EXIT_STATUS_DONE && options->json_file)
		status = report_file_open(&json, options->json_file);
	if (status == EXIT_STATUS_DONE) {
		measure(options->result);
		report(options, &output, &json);
		status = (enum exit_status)options->result->exit_status;
	}
	return close_both(&output, &json, status);
}

enum exit_status bench_memory(int argc, char **argv)
{
	static struct memory_result result; /* large, and one is enough */
	struct memory_options options;
	struct system_info system;
	const time_t now = time(NULL);
	enum exit_status status;
	struct tm utc;

	/* The program's own name stands before the command's. */
	result = (struct memory_result){.tool = "iiodma-bench memory", .command_line = argv - 1, .system = &system};
	memory_options_read(&options, &result, argc, argv);
	signals_install();
	system_info_read(&system);
	if (gmtime_r(&now, &utc))
		strftime(result.start_time, sizeof(result.start_time), "%Y-%m-%dT%H:%M:%SZ", &utc);
	status = bench(&options);
	memory_clear(&result);
	return status;
}
