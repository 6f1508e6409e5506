/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "report_output.h"

#include <string.h>

#include "message.h"
#include "report.h"
#include "report_plot.h"

/* The option that asks for a format. */
static const char *const spellings[REPORT_FORMATS] = {
	[REPORT_FORMAT_TEXT] = "-o",
	[REPORT_FORMAT_JSON] = "--json",
	[REPORT_FORMAT_JSON_LINES] = "--json-lines",
	[REPORT_FORMAT_CSV] = "--csv",
	[REPORT_FORMAT_MARKDOWN] = "--markdown",
	[REPORT_FORMAT_HTML] = "--html",
	[REPORT_FORMAT_PLOT] = "--plot",
};

/* Without a file the format takes the table's place. */
static void take_format(struct report_request *request, enum report_format format, const char *argument)
{
	if (argument) {
		request->beside[format] = argument;
		return;
	}
	if (request->format != REPORT_FORMAT_TEXT && request->format != format)
		message_die(EXIT_STATUS_USAGE, "options %s and %s exclude each other; %s=FILE goes with any of them",
			    spellings[request->format], spellings[format],
			    spellings[format == REPORT_FORMAT_JSON_LINES ? request->format : format]);
	request->format = format;
}

bool report_request_take_option(struct report_request *request, enum option_key key, const char *spelling,
				const char *argument)
{
	switch (key) {
	case OPTION_JSON:
		take_format(request, REPORT_FORMAT_JSON, argument);
		return true;
	case OPTION_JSON_LINES:
		take_format(request, REPORT_FORMAT_JSON_LINES, NULL);
		return true;
	case OPTION_CSV:
		take_format(request, REPORT_FORMAT_CSV, argument);
		return true;
	case OPTION_MARKDOWN:
		take_format(request, REPORT_FORMAT_MARKDOWN, argument);
		return true;
	case OPTION_HTML:
		take_format(request, REPORT_FORMAT_HTML, argument);
		return true;
	case OPTION_PLOT:
		take_format(request, REPORT_FORMAT_PLOT, argument);
		return true;
	case OPTION_OUTPUT_FILE:
		request->output_file = argument;
		return true;
	default:
		return false;
	}
}

static void check_name(const char *name, const char *spelling)
{
	if (name && !*name)
		message_die(EXIT_STATUS_USAGE, "option %s: '' is no file name", spelling);
}

/* "-" is standard output, which the main report has unless it goes to a file. */
static void check_apart(const char *one, const char *spelling, const char *other, const char *other_spelling)
{
	if (one && other && strcmp(one, other) == 0)
		message_die(EXIT_STATUS_USAGE, "options %s and %s name the same file '%s'", spelling, other_spelling,
			    one);
}

void report_request_check(const struct report_request *request)
{
	check_name(request->output_file, "-o");
	for (size_t i = 0; i < REPORT_FORMATS; i++) {
		check_name(request->beside[i], spellings[i]);
		check_apart(request->beside[i], spellings[i], request->output_file ? request->output_file : "-", "-o");
		for (size_t j = 0; j < i; j++)
			check_apart(request->beside[i], spellings[i], request->beside[j], spellings[j]);
	}
}

enum exit_status report_output_open(struct report_output *output, const struct report_request *request)
{
	enum exit_status status;

	if (request->beside[REPORT_FORMAT_PLOT] && !report_plot_possible()) {
		message_error(
			"option --plot: gnuplot is not installed, and it is what draws; --html has charts without it");
		return EXIT_STATUS_FAILED;
	}
	status = report_file_open(&output->main, request->output_file);
	output->request = request;
	for (size_t i = 0; status == EXIT_STATUS_DONE && i < REPORT_FORMATS; i++)
		if (request->beside[i])
			status = report_file_open(&output->beside[i], request->beside[i]);
	return status;
}

static int write_one(FILE *out, enum report_format format, const struct result *result, bool details)
{
	switch (format) {
	case REPORT_FORMAT_JSON:
		return report_json(out, result);
	case REPORT_FORMAT_JSON_LINES:
		return report_line_end(out, result);
	case REPORT_FORMAT_CSV:
		return report_csv(out, result);
	case REPORT_FORMAT_MARKDOWN:
		return report_markdown(out, result);
	case REPORT_FORMAT_HTML:
		return report_html(out, result);
	case REPORT_FORMAT_PLOT:
		return report_plot(out, result);
	default:
		return report_text(out, result, details);
	}
}

void report_output_write(struct report_output *output, const struct result *result)
{
	const struct report_request *request = output->request;

	report_file_note(&output->main, write_one(output->main.file, request->format, result, request->details));
	for (size_t i = 0; i < REPORT_FORMATS; i++)
		if (output->beside[i].file)
			report_file_note(&output->beside[i],
					 write_one(output->beside[i].file, (enum report_format)i, result, false));
}

/* A report that is not there outweighs what it would have said, but not that the run was cut short. */
static enum exit_status worse(enum exit_status status, enum exit_status closed)
{
	const bool lesser = status == EXIT_STATUS_DONE || status == EXIT_STATUS_LOST || status == EXIT_STATUS_TIMEOUT ||
			    status == EXIT_STATUS_UNMET;

	return lesser && closed != EXIT_STATUS_DONE ? closed : status;
}

enum exit_status report_output_close(struct report_output *output, enum exit_status status)
{
	for (size_t i = 0; i < REPORT_FORMATS; i++)
		status = worse(status, report_file_close(&output->beside[i]));
	return worse(status, report_file_close(&output->main));
}
