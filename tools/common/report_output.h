/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which reports were asked for, and where each goes. */
#ifndef IIODMA_TOOLS_REPORT_OUTPUT_H
#define IIODMA_TOOLS_REPORT_OUTPUT_H

#include <stdbool.h>

#include "options.h"
#include "report_file.h"
#include "result.h"

enum report_format {
	REPORT_FORMAT_TEXT,
	REPORT_FORMAT_JSON,
	REPORT_FORMAT_JSON_LINES,
	REPORT_FORMAT_CSV,
	REPORT_FORMAT_MARKDOWN,
	REPORT_FORMAT_HTML,
	REPORT_FORMAT_PLOT, /* only to a file */
	REPORT_FORMATS,
};

struct report_request {
	enum report_format format;          /* of the main report */
	const char *output_file;            /* where that goes; NULL = standard output */
	const char *beside[REPORT_FORMATS]; /* files for the others; NULL = none */
	bool details;                       /* of the text */
};

/* Take an option about reports; false when it is none. What is wrong ends the program with one sentence and status 2. */
bool report_request_take_option(struct report_request *request, enum option_key key, const char *spelling,
				const char *argument);

/* No file twice, no empty name; ends the program otherwise. Call it after the last option. */
void report_request_check(const struct report_request *request);

struct report_output {
	const struct report_request *request;
	struct report_file main;
	struct report_file beside[REPORT_FORMATS];
};

/* Open every file before there is anything to lose. What cannot be opened has been told to the user. */
enum exit_status report_output_open(struct report_output *output, const struct report_request *request);

/* Write all of them; one that fails keeps none of the others. JSON lines get their last one: the others were told live. */
void report_output_write(struct report_output *output, const struct result *result);

/* Returns @status, or a failure of writing where that is worse. Each failure has been told. Fine if not opened. */
enum exit_status report_output_close(struct report_output *output, enum exit_status status);

#endif
