/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * A stream: a ring of blocks that travel between one buffer and the caller, in order.
 *
 *     open → configure → start → { acquire block → access → release } → stop → close
 *
 * All calls on one stream belong to one thread at a time, except iiodma_stream_cancel(), which works from any thread and from a signal handler.
 */
#ifndef IIODMA_STREAM_H
#define IIODMA_STREAM_H

#include <iiodma/types.h>

IIODMA_BEGIN_DECLS

#define IIODMA_FOREVER INT64_C(-1)
#define IIODMA_DEPTH_DEFAULT 4u
#define IIODMA_DEPTH_MAX 1024u
#define IIODMA_BLOCK_BYTES_MAX (UINT64_C(1) << 30)

/** What is wanted of a stream. Fill with IIODMA_STREAM_CONFIG_INIT, then set what differs. The library copies what it keeps. */
struct iiodma_stream_config {
	size_t size; /**< sizeof(struct iiodma_stream_config), set by the initialiser */

	enum iiodma_api api;
	enum iiodma_memory memory;
	enum iiodma_sync sync;
	const char *heap; /**< heap name for IIODMA_MEMORY_HEAP; NULL = "system" */
	const int *fds;   /**< depth DMABUFs for IIODMA_MEMORY_FD, each of at least one block; stay the caller's */

	struct iiodma_channel *const *channels; /**< channels of one sample, each once; of the stream's buffer */
	size_t channel_count;

	uint64_t block_samples; /**< samples per block */
	unsigned int depth;     /**< blocks in the ring, 1 … IIODMA_DEPTH_MAX */

	bool cyclic; /**< output only: the first released block is played again and again until stop */
	bool strict; /**< refuse (-EINVAL) instead of rounding the block up to the device's alignment */
	bool fit;    /**< halve the block until memory suffices instead of failing with -ENOMEM */
	bool timed;  /**< measure sync and enqueue as well, at two more clock reads each */

	/**
	 * Input: leave something in a block just before it is queued to be filled, at the start for the whole ring and then at every
	 * release, so that what the converter did not write can be told from what it did. NULL = blocks are queued as they are.
	 *
	 * Called by iiodma_stream_start() and iiodma_stream_release() (start may do so twice for a block, when it has to start over),
	 * between DMA_BUF_IOCTL_SYNC START|WRITE and END|WRITE where there is cache maintenance. It must not call the stream.
	 *
	 * @prepare_context: passed on
	 * @sequence: what iiodma_block_sequence() will say of the block
	 * @data: start of the block, valid until it returns; @bytes: all of it, as the kernel fills it: with info.wider_scan more
	 * channels than asked for. With fileio it is what read() will fill; the kernel's own blocks are out of reach. Remote
	 * buffers are read ahead and know no such moment: configure refuses it with -ENOTSUP.
	 */
	void (*prepare)(void *prepare_context, uint64_t sequence, void *data, size_t bytes);
	void *prepare_context;
};

#define IIODMA_STREAM_CONFIG_INIT                                                          \
	{                                                                                  \
		.size = sizeof(struct iiodma_stream_config), .depth = IIODMA_DEPTH_DEFAULT \
	}

/** What a stream really uses, after iiodma_stream_configure(). Strings are valid until it is configured again or closed. */
struct iiodma_stream_info {
	size_t size; /**< sizeof(struct iiodma_stream_info), set by the caller */

	enum iiodma_api api;
	enum iiodma_memory memory;
	enum iiodma_sync sync;
	const char *heap;            /**< NULL unless memory is a heap */
	const char *fallback_reason; /**< why AUTO did not take DMABUF; NULL when it did or was not asked */

	uint64_t block_samples;
	uint64_t block_bytes;
	size_t sample_bytes;
	uint32_t alignment_bytes;
	bool alignment_assumed;
	bool block_rounded; /**< block_samples differs from what was asked because of the alignment */
	bool block_fitted;  /**< block_samples differs because memory did not suffice for what was asked */
	bool depth_fixed;   /**< the kernel fixes the number of blocks (fileio: 2), depth was not used */
	unsigned int depth; /**< blocks in the ring */
	bool wider_scan; /**< the kernel delivers more channels than asked (held by somebody else); they are taken out */

	bool can_pollfd;
	bool can_block_fd;
	bool can_cyclic;
	bool full_blocks_assumed; /**< input: the kernel does not tell how far a block was filled; full blocks are assumed */

	enum iiodma_mapping mapping;  /**< how the processor maps the blocks */
	const char *mapping_origin;   /**< how that is known (see iiodma_memory_mapping()); static */
	unsigned int mapping_same_as; /**< IIODMA_MAPPING_BIT() of the mappings that are this one here */

	unsigned int request_blocks; /**< remote: blocks asked for or sent in one request to the server; else 0 */
};

/** Counts of a stream since iiodma_stream_start(). Times are nanoseconds of the monotonic clock. */
struct iiodma_stream_stats {
	size_t size; /**< sizeof(struct iiodma_stream_stats), set by the caller */

	uint64_t blocks;            /**< blocks handed to the caller (input) or submitted by him (output) */
	uint64_t bytes;             /**< payload bytes in them */
	uint64_t samples;           /**< whole samples in them */
	uint64_t padding_bytes;     /**< zeros added to output because the device takes only aligned or full blocks */
	uint64_t discarded_samples; /**< input dropped at start because the kernel's block order was not certain */
	uint64_t enqueues;          /**< blocks given to the kernel, 0 for APIs that have no enqueue */
	uint64_t syncs;             /**< DMA_BUF_IOCTL_SYNC calls, those around config.prepare included */
	uint64_t waits;             /**< acquires that had to sleep */
	uint64_t timeouts;          /**< acquires that ended in -ETIMEDOUT */
	int64_t wait_ns;            /**< time slept for blocks */
	int64_t sync_ns;            /**< cache maintenance; -1 unless timed */
	int64_t enqueue_ns;         /**< giving blocks to the kernel; -1 unless timed */
	int64_t longest_wait_ns;
	uint64_t
		ring_full_count; /**< remote input: times the link had to wait because the caller had not given blocks back */
	int64_t ring_full_ns; /**< how long, all in all */
};

/**
 * Make a stream for @buffer. Opens nothing yet.
 * @ret_stream: closed by the caller with iiodma_stream_close() before the context. Returns 0 or -ENOMEM.
 */
int iiodma_stream_open(struct iiodma_buffer *buffer, struct iiodma_stream **ret_stream) IIODMA_MUST_CHECK;

/**
 * Take the device, set its channels and lengths, get memory for the blocks. Everything changed in sysfs is put back by
 * iiodma_stream_close(), by a failing configure, and before a second configure.
 *
 * Returns 0 or, with the step and what is valid in iiodma_error_text(): -EINVAL (no channels, one named twice, depth or block out of range, cyclic input,
 * strict and not aligned), -EBUSY (in use; the text names the holder where /proc allows it; tried for half a second),
 * -ENOTSUP (the buffer cannot do this API or what was asked of it), -ENOENT (heap missing), -ENOMEM, -EACCES, -ENODEV (device gone) or what the kernel gave.
 * Only IIODMA_API_AUTO falls back to fileio, and only on -ENOTSUP.
 */
int iiodma_stream_configure(struct iiodma_stream *stream, const struct iiodma_stream_config *config) IIODMA_MUST_CHECK;

/** Fill @ret_info up to the size it states. Returns 0 or -EINVAL (not configured, size 0). */
int iiodma_stream_info(const struct iiodma_stream *stream, struct iiodma_stream_info *ret_info) IIODMA_MUST_CHECK;

/** Where @channel starts in a sample, in bytes. Returns -EINVAL for a channel that is not part of the stream. */
ssize_t iiodma_stream_channel_offset(const struct iiodma_stream *stream,
				     const struct iiodma_channel *channel) IIODMA_MUST_CHECK;

/**
 * Input: enable the buffer and queue all blocks. Output: make all blocks available; the buffer is enabled when the ring is full,
 * when the caller drains, or with the first cyclic block, so that playing does not begin with an underflow (fileio must enable at once).
 * Clears an earlier cancel and the statistics.
 * Returns 0, -EINVAL (not configured), -EALREADY, or what enabling gave (-EINVAL with a word about the trigger, -EBUSY …).
 */
int iiodma_stream_start(struct iiodma_stream *stream) IIODMA_MUST_CHECK;

/**
 * Take the next block in order: a filled one (input) or a free one (output).
 *
 * @timeout_ns: 0 = do not wait, negative = forever
 * @ret_block: the caller's until iiodma_stream_release(); untouched on failure
 *
 * Returns 0; -EAGAIN (timeout 0, none ready); -ETIMEDOUT; -ECANCELED (cancelled); -ENODEV (device went away);
 * -EPERM (every block is held by the caller already); -EBUSY (a cyclic block is playing); -EPIPE (not started); -EIO (the transfer ended in an error).
 * After -EAGAIN and -ETIMEDOUT the stream goes on unharmed.
 */
int iiodma_stream_acquire(struct iiodma_stream *stream, int64_t timeout_ns,
			  struct iiodma_block **ret_block) IIODMA_MUST_CHECK;

/**
 * Give a block back: input is queued to be filled again, output is submitted with its first @bytes_used bytes.
 * Blocks are given back in the order they were taken.
 *
 * @bytes_used: output: 1 … block size, whole samples; input: ignored
 * Returns 0; -EINVAL (size 0, too many, not whole samples; nothing is submitted); -EPERM (not held by the caller, or not the oldest he holds);
 * -EBUSY (second block of a cyclic stream); -ENODEV; or what the kernel gave. After a failure other than -EINVAL/-EPERM the block is out of the caller's hands.
 */
int iiodma_stream_release(struct iiodma_stream *stream, struct iiodma_block *block,
			  size_t bytes_used) IIODMA_MUST_CHECK;

/** Output: wait until everything submitted has been played. Returns 0, -ETIMEDOUT, -ECANCELED, -ENODEV, -EBUSY (cyclic never ends). Input: 0. */
int iiodma_stream_drain(struct iiodma_stream *stream, int64_t timeout_ns) IIODMA_MUST_CHECK;

/** Disable the buffer and take all blocks back, also those the caller holds. Safe in any state. Returns 0 or what disabling gave. */
int iiodma_stream_stop(struct iiodma_stream *stream);

/**
 * Make the waiting and every later acquire and drain of this stream return -ECANCELED until the next start. Wakes at once.
 * Any thread, also a signal handler (it is async-signal-safe and keeps errno). NULL is fine.
 */
void iiodma_stream_cancel(struct iiodma_stream *stream);

/** Stop, restore every attribute changed, free all. When it returns the device is free again. Any state, bounded time; NULL is fine. */
void iiodma_stream_close(struct iiodma_stream *stream);

/**
 * A file descriptor for event loops: readable (POLLIN) when iiodma_stream_acquire() with timeout 0 would not return -EAGAIN. It may wake too often, never too late.
 * Valid until the stream is closed or configured again; belongs to the stream. Returns the descriptor, -ENOTSUP, -EINVAL (not configured) or -errno.
 */
int iiodma_stream_pollfd(struct iiodma_stream *stream) IIODMA_MUST_CHECK;

/** Fill @ret_stats up to the size it states. Returns 0 or -EINVAL. */
int iiodma_stream_stats(const struct iiodma_stream *stream, struct iiodma_stream_stats *ret_stats) IIODMA_MUST_CHECK;

/** Nanoseconds between consecutive acquired blocks since start. Belongs to the stream, valid until it is closed. */
const struct iiodma_histogram *iiodma_stream_intervals(const struct iiodma_stream *stream);

/**
 * Begin CPU access to a held block: maps it and, at the first call of this turn, does DMA_BUF_IOCTL_SYNC START for the stream's direction
 * (the matching END is done by release). A block that is only passed on by its fd is never synced.
 * @ret_data: start of the block, valid until release. Returns 0, -EPERM (not held) or what the ioctl gave.
 */
int iiodma_block_access(struct iiodma_block *block, void **ret_data) IIODMA_MUST_CHECK;

/** Payload bytes: filled (input) or room (output). */
size_t iiodma_block_bytes(const struct iiodma_block *block);

/** 0 for the first block since start, then counting up. */
uint64_t iiodma_block_sequence(const struct iiodma_block *block);

/**
 * When the block became the caller's: nanoseconds of CLOCK_MONOTONIC, read once at the end of iiodma_stream_acquire(). -1 for an output
 * block that had never been submitted, so that nothing was waited for.
 */
int64_t iiodma_block_time_ns(const struct iiodma_block *block);

/** The DMABUF of the block for zero-copy use while it is held; belongs to the stream. -ENOTSUP when it has none. */
int iiodma_block_fd(const struct iiodma_block *block) IIODMA_MUST_CHECK;

IIODMA_END_DECLS

#endif
