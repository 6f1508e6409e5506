/* SPDX-License-Identifier: GPL-2.0-or-later */
/* iiodma-bench report: results that were kept, shown again, and several as one. */
#include <stdio.h>
#include <stdlib.h>

#include "bench_commands.h"
#include "common/message.h"
#include "common/options.h"
#include "common/report.h"
#include "common/report_output.h"
#include "common/result_merge.h"

static void take_option(struct report_request *request, enum option_key key, const char *spelling, const char *argument)
{
	static const char about[] = "Show results that were written with --json=FILE, several of them as one. The "
				    "names of the files tell them "
				    "apart in the table.";

	if (report_request_take_option(request, key, spelling, argument))
		return;
	switch (key) {
	case OPTION_QUIET:
		message_set_level(MESSAGE_QUIET);
		break;
	case OPTION_VERBOSE:
		message_set_level(MESSAGE_VERBOSE);
		request->details = true;
		break;
	case OPTION_VERSION:
		options_print_version(stdout, TOOL_BENCH_REPORT);
		exit(EXIT_STATUS_DONE);
	default:
		options_print_help(stdout, TOOL_BENCH_REPORT, "FILE...", about);
		exit(EXIT_STATUS_DONE);
	}
}

/* Returns the names of the files; they stay in argv. */
static char **read_command_line(struct report_request *request, int argc, char **argv, size_t *ret_count)
{
	struct options *reading = options_begin(TOOL_BENCH_REPORT, argc, argv);
	const char *argument;
	enum option_key key;
	char **paths;

	while ((key = options_next(reading, &argument)) != OPTION_END)
		take_option(request, key, options_spelling(reading), argument);
	paths = options_operands(reading, ret_count);
	options_end(reading);
	report_request_check(request);
	if (*ret_count == 0)
		message_die(EXIT_STATUS_USAGE,
			    "which result? 'iiodma-bench report' takes files that --json=FILE wrote");
	return paths;
}

/* Every file is looked at before the first report is made, so that one sentence for each tells all that is wrong. */
static enum exit_status read_files(struct result_file *files, char **paths, size_t count)
{
	enum exit_status status = EXIT_STATUS_DONE;

	for (size_t i = 0; i < count; i++) {
		if (result_file_read(&files[i], paths[i]) < 0) {
			message_error("%s", files[i].reason);
			status = EXIT_STATUS_FAILED;
		}
	}
	return status;
}

static enum exit_status report(const struct report_request *request, struct result_file *files, size_t count)
{
	struct report_output output = {0};
	struct result_merged merged;
	enum exit_status status = EXIT_STATUS_DONE;

	if (result_merge(files, count, &merged) < 0) {
		message_error("out of memory");
		status = EXIT_STATUS_FAILED;
	}
	if (status == EXIT_STATUS_DONE)
		status = report_output_open(&output, request);
	if (status == EXIT_STATUS_DONE) {
		if (request->format == REPORT_FORMAT_JSON_LINES)
			report_file_note(&output.main, report_lines_before_end(output.main.file, &merged.result));
		report_output_write(&output, &merged.result);
	}
	status = report_output_close(&output, status);
	result_clear(&merged.result);
	return status;
}

enum exit_status bench_report(int argc, char **argv)
{
	struct report_request request = {0};
	enum exit_status status;
	size_t count;
	char **paths = read_command_line(&request, argc, argv, &count);
	struct result_file *files = calloc(count, sizeof(*files));

	if (!files)
		message_die(EXIT_STATUS_FAILED, "out of memory");
	status = read_files(files, paths, count);
	if (status == EXIT_STATUS_DONE)
		status = report(&request, files, count);
	for (size_t i = 0; i < count; i++)
		result_file_clear(&files[i]);
	free(files);
	return status;
}
