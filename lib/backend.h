/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What a back end is to the stream: a table of operations and what it can do. The stream owns order, ownership and
 * statistics; a back end only moves numbered blocks. backend.c holds the one list of all back ends.
 */
#ifndef IIODMA_BACKEND_H
#define IIODMA_BACKEND_H

#include <iiodma/stream.h>
#include <iiodma/types.h>

#include "wait.h"

#define BACKEND_VERSION 1u

enum backend_caps {
	BACKEND_BLOCK_FD = 1 << 0, /* blocks are DMABUFs */
	BACKEND_CYCLIC = 1 << 1,
	BACKEND_ENABLE_AT_START = 1 << 2, /* output: room for blocks comes only with the enabled buffer */
	BACKEND_NO_DEVICE = 1 << 3,       /* touches no device: nothing is opened, nothing enabled */
	BACKEND_ASSUMES_FULL = 1 << 4,    /* the kernel does not say how far a block was filled */
	BACKEND_AUTO = 1 << 5,            /* IIODMA_API_AUTO may choose it */
	BACKEND_REMOTE = 1 << 6,          /* for devices of remote contexts, and for no others */
};

struct backend_request {
	struct iiodma_buffer *buffer;
	int fd;        /* the opened buffer, -1 for BACKEND_NO_DEVICE; stays the stream's */
	int cancel_fd; /* readable once the stream is cancelled; every wait looks at it */
	enum iiodma_memory memory;
	enum iiodma_sync sync;
	const char *heap;
	const int *fds;
	size_t sample_bytes; /* as the kernel delivers */
	size_t block_bytes;
	unsigned int depth;
	bool cyclic;
	struct iiodma_channel *const *channels; /* of a sample, by scan index */
	size_t channel_count;
};

struct backend {
	const struct backend_ops *ops;
};

struct backend_ops {
	unsigned int version;
	enum iiodma_api api;
	unsigned int caps;
	enum iiodma_memory memory; /* what IIODMA_MEMORY_AUTO means here */

	/* Can this buffer do it? @fd is the opened buffer. 0, -ENOTSUP with the reason as error text, or -errno. */
	int (*probe)(struct iiodma_buffer *buffer, int fd);

	/* Get memory for request->depth blocks. On failure nothing is left behind. */
	int (*open)(const struct backend_request *request, struct backend **ret_backend);
	void (*close)(struct backend *backend);

	/* Blocks the kernel fixes for this buffer, 0 = as many as wanted. */
	unsigned int (*fixed_depth)(const struct iiodma_buffer *buffer);

	/* `length` to set in sysfs, in samples, for @depth blocks of @block_samples. */
	uint64_t (*length)(const struct iiodma_buffer *buffer, uint64_t block_samples, unsigned int depth);

	/* Output is submitted in multiples of so many bytes; the stream pads with zeros. */
	size_t (*output_granule)(const struct backend *backend);

	/* Instead of enabling and disabling the kernel's buffer in sysfs; NULL = that is meant. As buffer_node.h has them. */
	int (*enable)(struct backend *backend);
	int (*disable)(struct backend *backend);

	/* Forget what was known of submitted blocks: a new start follows. */
	void (*reset)(struct backend *backend);

	/* Give block @index to the kernel, only ever while the buffer is enabled. Output: its first @bytes. */
	int (*submit)(struct backend *backend, unsigned int index, size_t bytes, bool cyclic);

	/*
	 * Whether submitted block @index is done by now, without waiting; and the -ENOMEM with its sentence for a block that
	 * the kernel took but the DMA controller did not. Both NULL where a block that was taken is transferred.
	 */
	bool (*is_done)(const struct backend *backend, unsigned int index);
	int (*refused)(const struct backend *backend, unsigned int index, size_t bytes);

	/*
	 * Right after enabling, when the first @count blocks have been submitted: does the kernel really work on them?
	 * May be NULL. Returns 0, 1 (yes, but finding out has disturbed the order: disable, enable and submit anew) or
	 * -errno.
	 */
	int (*check_start)(struct backend *backend, unsigned int count);

	/*
	 * Wait until block @index, the oldest submitted, is ready. Returns bytes in the block (input) or 0 (output), or
	 * -EAGAIN, -ETIMEDOUT, -ECANCELED, -ENODEV, -EIO.
	 */
	ssize_t (*wait)(struct backend *backend, unsigned int index, const struct wait_limit *limit);

	/* Output: wait until all that was submitted has been played. */
	int (*drain)(struct backend *backend, unsigned int newest, const struct wait_limit *limit);

	/*
	 * CPU access to block @index: its memory, and cache maintenance before and after (NULL where there is none).
	 * @access: IIODMA_INPUT when the CPU reads, IIODMA_OUTPUT when it writes.
	 */
	int (*map)(struct backend *backend, unsigned int index, void **ret_data);
	int (*begin_access)(struct backend *backend, unsigned int index, enum iiodma_direction access);
	int (*end_access)(struct backend *backend, unsigned int index, enum iiodma_direction access);

	int (*block_fd)(struct backend *backend, unsigned int index);

	/* Descriptor and epoll events that announce block @index. */
	int (*poll_source)(struct backend *backend, unsigned int index, uint32_t *ret_events);

	uint64_t (*discarded_bytes)(const struct backend *backend); /* input dropped since reset; NULL = never any */

	/* Add what only the back end counts; NULL = nothing. */
	void (*add_stats)(const struct backend *backend, struct iiodma_stream_stats *stats);

	/* Blocks that travel in one request; NULL = each by itself. */
	unsigned int (*request_blocks)(const struct backend *backend);
};

extern const struct backend_ops backend_dmabuf;
extern const struct backend_ops backend_fileio;
extern const struct backend_ops backend_libiio;
extern const struct backend_ops backend_null;

/* All back ends, ended by NULL, in the order IIODMA_API_AUTO tries them. */
extern const struct backend_ops *const backends[];

const struct backend_ops *backend_find(enum iiodma_api api);

/* Whether @device is where the back end reaches: 0, or -ENOTSUP with the reason as error text. */
int backend_check_place(const struct iiodma_device *device, const struct backend_ops *ops);

#endif
