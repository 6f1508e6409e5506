/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One run of one cell: streams through a buffer and returns what it found. Prints nothing, knows no device by name,
 * sets no attribute; whatever goes wrong comes back inside the result.
 */
#ifndef IIODMA_BENCH_MEASURE_H
#define IIODMA_BENCH_MEASURE_H

#include "bench_window.h"
#include "common/result.h"

/* Looks at the data of every block (input) that counts. */
struct bench_verifier {
	/* What it needs of a stream, before that is configured. May be NULL. */
	void (*configure)(void *context, struct iiodma_stream_config *config);
	/* @stream has been configured as @setup says. Returns 0, or -errno: it cannot be verified. */
	int (*begin)(void *context, const struct iiodma_stream *stream, const struct result_setup *setup);
	void (*restart)(void *context); /* what came before does not count */
	void (*block)(void *context, uint64_t sequence, const void *data,
		      size_t bytes);                           /* number of the block since start */
	void (*finish)(void *context, struct result_run *run); /* sets what is known of lost and wrong samples */
	void (*end)(
		void *context); /* the stream is about to be closed; called whenever begin was, even when it failed */
	void *context;
};

/* Who wants to know while it runs. Each may be NULL. */
struct bench_observer {
	void (*stream)(void *context,
		       struct iiodma_stream *stream); /* the stream to cancel; NULL just before it is closed */
	void (*interval)(void *context, const struct result_interval *interval);
	void *context;
};

struct bench_measure_config {
	struct iiodma_buffer *buffer;
	struct iiodma_channel *const *channels;
	size_t channel_count;
	bool strict;
	bool fit;
	bool split; /* time sync, touch and enqueue as well, at six more clock reads for a block */
	int64_t timeout_ns;
	int64_t warmup_ns;                     /* or BENCH_WARMUP_TURN */
	int64_t duration_ns;                   /* negative = no limit */
	uint64_t samples;                      /* 0 = no limit */
	int64_t interval_ns;                   /* 0 = none */
	const struct bench_verifier *verifier; /* NULL = none */
	const struct bench_observer *observer; /* NULL = none */
	int64_t (*clock_ns)(void);
};

/*
 * Measure what @setup asks for (api, direction, touch, memory, sync, heap, block_samples, depth_asked); the rest of
 * @setup is filled with what is in force. The run's intervals are freed by the caller with free().
 */
struct result_run bench_measure(const struct bench_measure_config *config, struct result_setup *setup);

#endif
