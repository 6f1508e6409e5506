/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Proof that the DMA wrote what is read. Each block gets a pattern of its own before it is queued, and whatever of that
 * is still there when the block comes was not written.
 *
 * The pattern of a block follows from its number and a value drawn at the start, and no two words of it are the same: a
 * source that repeats a constant, or a whole block, cannot look like it. Runs of less than FRESHNESS_RUN_BYTES are taken
 * for chance: random data hits a word of 32 bit once in 2^32.
 *
 * With fileio it proves that read() filled the block; the kernel's own blocks are out of reach.
 */
#ifndef TOOLS_FRESHNESS_H
#define TOOLS_FRESHNESS_H

#include <iiodma/stream.h>

#define FRESHNESS_RUN_BYTES 8u
#define FRESHNESS_TEXT 160

struct freshness_result {
	uint64_t blocks;            /* looked at */
	uint64_t stale_blocks;      /* with something unchanged in them */
	uint64_t stale_samples;     /* of which something is unchanged */
	uint64_t first_block;       /* the first of these, valid when there is one */
	char fault[FRESHNESS_TEXT]; /* "block 0: 4096 of 4096 samples unchanged, DMA did not write", "" = none */
};

struct freshness {
	uint32_t seed;
	size_t sample_bytes; /* set it before the first look */
	struct freshness_result result;
};

void freshness_init(struct freshness *freshness);

/* Have @config leave the pattern in each block. @freshness must live as long as the stream is configured so. */
void freshness_configure(struct freshness *freshness, struct iiodma_stream_config *config);

/* What iiodma_stream_config.prepare is set to, for those who prepare blocks themselves. */
void freshness_mark(void *freshness, uint64_t sequence, void *data, size_t bytes);

/* Look at block @sequence (iiodma_block_sequence()). */
void freshness_block(struct freshness *freshness, uint64_t sequence, const void *data, size_t bytes);

#endif
