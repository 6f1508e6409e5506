/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What iiodma-readdev and iiodma-writedev have in common: their command line and how they end. */
#ifndef TOOLS_TRANSFER_H
#define TOOLS_TRANSFER_H

#include <stdio.h>

#include "check.h"
#include "options.h"
#include "scheduling.h"
#include "stream_request.h"
#include "summary.h"
#include "target.h"

/* Begin with TRANSFER_CONFIG_INIT. */
struct transfer_config {
	char *const *command_line;
	struct target_request target;
	struct stream_request stream;
	struct scheduling scheduling;
	struct check_request check;
	bool no_test_mode; /* leave the converter's test modes as they are */
	bool benchmark;
	bool append;
	const char *file; /* -o or -f; NULL = standard output or input */
	bool json;
	const char *json_path; /* NULL = standard output */
	bool quiet;
	bool verbose;
};

#define TRANSFER_CONFIG_INIT                  \
	{                                     \
		.stream = STREAM_REQUEST_INIT \
	}

/* The whole command line. What is wrong or contradicts ends the program with one sentence and status 2. */
void transfer_parse(struct transfer_config *config, enum tool tool, int argc, char **argv, const char *about);

/* Open the file for --json=FILE before anything else happens. *ret_out is stdout for plain --json, NULL without it. */
enum exit_status transfer_open_json(const struct transfer_config *config, FILE **ret_out);

/*
 * Text on stderr and JSON to @json (may be NULL; closed). Returns the exit status: the summary's, or FAILED when the
 * report cannot be written.
 */
enum exit_status transfer_report(struct summary *summary, FILE *json);

#endif
