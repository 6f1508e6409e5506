/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Results read back from the JSON documents of --json. */
#ifndef IIODMA_TOOLS_RESULT_READ_H
#define IIODMA_TOOLS_RESULT_READ_H

#include "result.h"
#include "sysinfo.h"

/* Nothing measured is larger, and what is may well not fit into memory. */
#define RESULT_FILE_BYTES_MAX (64u << 20)
#define RESULT_FILE_CELLS_MAX 10000u
#define RESULT_FILE_RUNS_MAX 100000u

/* A result with all it points to. */
struct result_file {
	const char *path;
	struct result result;
	struct system_info system;
	char tool[RESULT_NAME_SIZE];
	char tool_version[RESULT_NAME_SIZE];
	char **command_line;
	char reason[2 * RESULT_TEXT_SIZE]; /* why it could not be read: a sentence that names the file */
};

/*
 * Read the document at @path, which must be whole, of this schema version and sound: no key twice, every figure of a kind and
 * size that can be, every rate what its bytes and time say. Keys it does not know are left alone.
 * @file: set in any case; freed with result_file_clear(). Returns 0 or a negative errno with the reason in it.
 */
int result_file_read(struct result_file *file, const char *path);
void result_file_clear(struct result_file *file);

#endif
