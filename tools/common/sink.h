/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where received samples go: standard output or a file. Writes straight from the block where the kernel lets it. */
#ifndef TOOLS_SINK_H
#define TOOLS_SINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "exit_status.h"

struct sink {
	int fd;           /* -1: samples are dropped */
	const char *name; /* for messages */
	bool is_file;     /* opened by us */
	bool append;
	size_t sample_bytes;
	uint64_t bytes; /* written so far */
	void *bounce;   /* made when a direct write is refused */
};

/*
 * @path: NULL or "-" for standard output. Nothing is written yet and an existing file keeps its content until
 * sink_begin(). Prints a sentence and returns FAILED when the file cannot be opened, USAGE when samples would go to a
 * terminal.
 */
enum exit_status sink_open(struct sink *sink, const char *path, bool append);

/* A sink that drops everything. */
void sink_open_nowhere(struct sink *sink);

/* The stream runs: replace what the file held, or go to its end. Returns 0 or -errno. */
int sink_begin(struct sink *sink, size_t sample_bytes);

/*
 * Write @bytes, whole samples. Returns 0; -ECANCELED: the user asked to stop (only whole samples are out); -EPIPE: the
 * reader went away; or another -errno. sink->bytes tells how far it came in any case.
 */
int sink_write(struct sink *sink, const void *data, size_t bytes);

/* Returns 0 or the error of close(), after which the file cannot be trusted. */
int sink_close(struct sink *sink);

#endif
