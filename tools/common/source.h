/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where samples to send come from: standard input or a file. Reads straight into the block where the kernel lets it. */
#ifndef TOOLS_SOURCE_H
#define TOOLS_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "exit_status.h"

#define SOURCE_PEEK_BYTES 4096

struct source {
	int fd;
	const char *name; /* for messages */
	bool is_file;     /* opened by us */
	bool ended;
	size_t peeked; /* bytes in @ahead not yet handed out */
	size_t peek_at;
	unsigned char ahead[SOURCE_PEEK_BYTES];
	void *bounce; /* made when a direct read is refused */
};

/* @path: NULL or "-" for standard input. Prints a sentence and returns FAILED when the file cannot be opened. */
enum exit_status source_open(struct source *source, const char *path);
void source_close(struct source *source);

/* Wait for the first bytes and keep them. Returns 1; 0: there are none; -ECANCELED: told to stop; or -errno. */
int source_peek(struct source *source);

/* Whether more input is there at this very moment, without waiting for it. */
bool source_has_more(struct source *source);

/*
 * Fill @data with @bytes. Returns how many came: fewer only at the end of the input (source->ended), or when told to
 * stop; or -errno.
 */
ssize_t source_read(struct source *source, void *data, size_t bytes);

#endif
