/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How the user wants samples to travel, as the tools that move them understand it. */
#ifndef TOOLS_STREAM_REQUEST_H
#define TOOLS_STREAM_REQUEST_H

#include <iiodma.h>

#include "mapping.h"
#include "options.h"

struct check;

#define BLOCK_SAMPLES_DEFAULT 256u

/* Begin with STREAM_REQUEST_INIT. Strings are the command line's or the environment's. */
struct stream_request {
	enum iiodma_api api;
	bool api_given;
	uint64_t block_samples; /* 0 = not given */
	unsigned int depth;
	bool depth_given;
	int64_t timeout_ns;
	bool timeout_given;
	const char *trigger;
	bool cyclic;
	bool strict;
	bool fit;

	const struct mapping *mapping; /* NULL = not given */
	const char *heap;              /* NULL = not given */
	bool heap_from_environment;
	bool heap_fallback;
	enum iiodma_memory memory;
	bool no_sync;

	uint64_t samples; /* 0 = no limit */
	uint64_t bytes;   /* 0 = not given */

	struct check
		*check; /* no option: what is to see the blocks and may want something of the stream; NULL = none */
};

#define STREAM_REQUEST_INIT                   \
	{                                     \
		.depth = IIODMA_DEPTH_DEFAULT \
	}

/*
 * Take an option of this file. Returns whether @key was one; a bad value ends the program with one sentence and
 * status 2.
 */
bool stream_request_take_option(struct stream_request *request, enum option_key key, const char *spelling,
				const char *argument);

/* After the last option: what contradicts ends the program with status 2; LIBIIO_DMA_HEAP_PATH fills in for --heap. */
void stream_request_complete(struct stream_request *request);

/*
 * Samples to move in all, from -s or --bytes; 0 = no limit. --bytes that are no whole samples: one sentence and
 * status 2.
 */
uint64_t stream_request_samples(const struct stream_request *request, size_t sample_bytes);

/* Samples per block: -b, or the default cut to @total_samples so that a small request waits for no big block. */
uint64_t stream_request_block_samples(const struct stream_request *request, uint64_t total_samples);

/*
 * Longest wait for a block: -T, or the time that @depth blocks take at @samples_per_second and a margin; a fixed time
 * where the rate is unknown (NaN) or not paced (0).
 */
int64_t stream_request_timeout_ns(const struct stream_request *request, uint64_t block_samples, unsigned int depth,
				  double samples_per_second);

#endif
