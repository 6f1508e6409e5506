/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where a report goes, and whether all of it got there. */
#ifndef IIODMA_TOOLS_REPORT_FILE_H
#define IIODMA_TOOLS_REPORT_FILE_H

#include <stdio.h>

#include "exit_status.h"

struct report_file {
	FILE *file; /* NULL: none */
	const char *name;
	int error; /* first failure of writing, negative errno */
};

/* @path: NULL or "-" is standard output. What cannot be opened has been told to the user. */
enum exit_status report_file_open(struct report_file *file, const char *path);

/* Keep the first failure: @error is 0 or a negative errno. */
void report_file_note(struct report_file *file, int error);

/* Report a failure once; a reader that went away is told by the exit status alone. Fine for one never opened. */
enum exit_status report_file_close(struct report_file *file);

#endif
