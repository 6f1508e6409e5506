/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What a back end is to the stream: a table of operations and what it can do. The stream owns order, ownership and
 * statistics; a back end only moves numbered blocks. backend.c holds the one list of all back ends.
 */
#ifndef IIODMA_BACKEND_H
#define IIODMA_BACKEND_H

#include <iiodma/types.h>

#define BACKEND_VERSION 1u

enum backend_caps {
	BACKEND_POLLFD = 1 << 0,        /* poll_source works */
	BACKEND_BLOCK_FD = 1 << 1,      /* blocks are DMABUFs */
	BACKEND_CYCLIC = 1 << 2,
	BACKEND_PARTIAL_TX = 1 << 3,    /* takes output blocks that are not full */
	BACKEND_ENABLE_FIRST = 1 << 4,  /* blocks can only be submitted while the buffer is enabled */
	BACKEND_NO_DEVICE = 1 << 5,     /* touches no device: nothing is opened, nothing enabled */
	BACKEND_ASSUMES_FULL = 1 << 6,  /* the kernel does not say how far a block was filled */
	BACKEND_ANY_FORM = 1 << 7,      /* needs no alignment of block lengths */
};

struct backend_request {
	struct iiodma_buffer *buffer;
	int fd;                 /* the opened buffer, -1 for BACKEND_NO_DEVICE; stays the stream's */
	int cancel_fd;          /* readable once the stream is cancelled; every wait looks at it */
	enum iiodma_memory memory;
	enum iiodma_sync sync;
	const char *heap;
	const int *fds;
	size_t sample_bytes;    /* as the kernel delivers */
	size_t block_bytes;
	unsigned int depth;
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

	/* Blocks the kernel fixes for this buffer, 0 = as many as wanted. May be NULL. */
	unsigned int (*fixed_depth)(struct iiodma_buffer *buffer);

	/* `length` to set in sysfs, in samples, for blocks of @block_samples. */
	uint64_t (*length)(struct iiodma_buffer *buffer, uint64_t block_samples, unsigned int depth);

	/* The buffer has just been enabled / is about to be disabled / was disabled. Each may be NULL. */
	int (*enabled)(struct backend *backend);
	void (*disabled)(struct backend *backend);

	/* Give block @index to the kernel. Output: its first @bytes. */
	int (*submit)(struct backend *backend, unsigned int index, size_t bytes, bool cyclic);

	/*
	 * Wait until block @index, the oldest submitted, is ready; @newest is the one submitted last.
	 * Returns bytes in the block (input) or 0 (output), or -EAGAIN, -ETIMEDOUT, -ECANCELED, -ENODEV, -EIO.
	 * *slept tells whether it had to sleep.
	 */
	ssize_t (*wait)(struct backend *backend, unsigned int index, unsigned int newest, int64_t timeout_ns, bool *slept);

	/* Output: wait until all that was submitted has been played. */
	int (*drain)(struct backend *backend, unsigned int newest, int64_t timeout_ns);

	/* CPU access to block @index. end only after begin. */
	int (*begin_access)(struct backend *backend, unsigned int index, void **ret_data);
	int (*end_access)(struct backend *backend, unsigned int index);

	int (*block_fd)(struct backend *backend, unsigned int index);

	/* Descriptor and poll events that announce block @index. */
	int (*poll_source)(struct backend *backend, unsigned int index, short *ret_events);

	uint64_t (*discarded_bytes)(struct backend *backend); /* may be NULL */
};

/* All back ends, ended by NULL, in the order IIODMA_API_AUTO tries them. */
extern const struct backend_ops *const backends[];

const struct backend_ops *backend_find(enum iiodma_api api);

#endif
