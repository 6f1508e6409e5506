/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The inside of a stream, shared by stream.c (life), stream_setup.c (configure), stream_enable.c, stream_begin.c (first
 * output blocks), stream_prepare.c (input blocks before they are queued) and stream_block.c (the ring in motion). */
#ifndef IIODMA_LIB_STREAM_H
#define IIODMA_LIB_STREAM_H

#include <stdatomic.h>

#include <iiodma/buffer.h>
#include <iiodma/stream.h>

#include "backend.h"
#include "scan.h"
#include "settings.h"

struct iiodma_block {
	struct iiodma_stream *stream;
	unsigned int index;
	uint64_t sequence;
	int64_t time_ns;     /* when it was acquired; -1 = nothing was waited for */
	size_t bytes;        /* payload as the caller sees it */
	size_t padded_bytes; /* output given back before the buffer is enabled: what to submit then */
	void *data;          /* NULL until accessed in this turn */
	bool synced;         /* begin_access was done in this turn and wants its end */
};

/*
 * Blocks go round in order. Two counters say all about the ring:
 *   acquired: blocks handed to the caller since start; released: blocks he gave back. acquired - released are in his
 * hands. Input: the kernel has block numbers acquired … released + depth - 1. Output: it has those in released - 1,
 * released - 2 … that have not been played yet. Block number n lives in slot n % depth.
 */
struct iiodma_stream {
	struct iiodma_buffer *buffer;
	struct iiodma_stream_config config;
	char *heap; /* copy of config.heap */
	int *fds;   /* copy of config.fds */

	/* In force between configure and close. */
	const struct backend_ops *ops;
	struct backend *backend;
	struct settings settings;
	struct scan scan;
	struct iiodma_block *blocks;
	unsigned char *narrow; /* depth blocks of the caller's samples when the scan is wider than asked */
	uint64_t block_samples;
	size_t block_bytes; /* as the kernel sees it */
	unsigned int depth;
	char *fallback_reason;
	bool rounded;
	bool fitted;
	int fd; /* the buffer, -1 = none */

	/* In motion between start and stop. */
	bool started;
	bool enabled;
	bool cyclic_playing;
	int second_half; /* slot that plays the rest of the only block, outside the ring's counters; -1 = none */
	uint64_t acquired;
	uint64_t released;
	int64_t last_acquire_ns;
	struct iiodma_stream_stats stats;
	struct iiodma_histogram *intervals;

	int cancel_fd;
	atomic_bool cancelled;
	int epoll_fd; /* -1 until the caller asks for it */
	int watched_fd;
};

/* stream_setup.c */
int stream_setup(struct iiodma_stream *stream);
void stream_teardown(struct iiodma_stream *stream);
int stream_shrink(struct iiodma_stream *stream);

/* stream_enable.c */
int stream_submit(struct iiodma_stream *stream, unsigned int index, size_t bytes);
int stream_enable(struct iiodma_stream *stream);
int stream_disable(struct iiodma_stream *stream);

/* stream_prepare.c: give input block @index to the kernel, prepared as the caller wants; its next number is @sequence. */
int stream_queue_input(struct iiodma_stream *stream, unsigned int index, uint64_t sequence);

/* stream_begin.c: submit the output given back while the buffer was not enabled. It is enabled now. */
int stream_begin_output(struct iiodma_stream *stream);
/* Wait until the second half of a block that was cut in two has been played. 0 at once when there is none. */
int stream_settle_second_half(struct iiodma_stream *stream, const struct wait_limit *limit);

/* stream_block.c */
int stream_sync_block(struct iiodma_stream *stream, int (*sync)(struct backend *, unsigned int, enum iiodma_direction),
		      unsigned int index, enum iiodma_direction access);
void stream_end_accesses(struct iiodma_stream *stream);
void stream_watch_next(struct iiodma_stream *stream);

static inline bool stream_is_input(const struct iiodma_stream *stream)
{
	return iiodma_buffer_direction(stream->buffer) == IIODMA_INPUT;
}

#endif
