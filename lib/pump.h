/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The thread between a stream and a remote buffer, and the ring of blocks between the two. libiio answers one request after
 * the other and blocks meanwhile; so the thread asks for several blocks at once, keeps asking while the caller works, and
 * the caller waits for blocks, never for libiio. A thread that is stuck is left behind with its ring; whoever of the two is last
 * frees it.
 */
#ifndef IIODMA_LIB_PUMP_H
#define IIODMA_LIB_PUMP_H

#include <iiodma/types.h>

#include "remote.h"
#include "wait.h"

struct pump_setup {
	const struct iiodma_buffer *buffer;
	struct iiodma_channel *const *channels; /* of a sample */
	size_t channel_count;
	size_t sample_bytes;
	size_t block_bytes;
	unsigned int depth;          /* blocks the caller may hold */
	unsigned int slots;          /* blocks in the ring, at least depth */
	unsigned int request_blocks; /* moved at once, at most */
	size_t kernel_block_bytes; /* input: of the server's kernel, a multiple of a request; 0 = it keeps order by itself */
	size_t tail_bytes;         /* output: the end is filled up with zeros to a multiple of this */
	bool cyclic;
};

struct pump_counts {
	uint64_t ring_full_count;
	int64_t ring_full_ns;
	uint64_t padding_bytes;
	uint64_t pushed_bytes;    /* output: with padding */
	uint64_t discarded_bytes; /* input: dropped at start because their order was not certain */
	int64_t answered_ns;      /* when the server gave its last answer */
};

struct pump;

/* Get the memory. 0 or -ENOMEM. */
int pump_new(const struct pump_setup *setup, struct pump **ret_pump);

/*
 * Open the remote buffer and begin. Waits for the answer as long as the context's limit says, or until @cancel_fd is readable.
 * 0, or -errno of libiio, -ETIMEDOUT, -ECANCELED; without error text.
 */
int pump_start(struct pump *pump, int cancel_fd);

/*
 * End the thread: at the next opportunity, or at once when @hurry. Returns whether it did; if not the pump is not
 * the caller's any more. Fine when it was never started.
 */
bool pump_stop(struct pump *pump, bool hurry);

/* Stopped before. */
void pump_free(struct pump *pump);

/* Block number @number (counted since start) is given back filled (output) or to be filled again (input). */
void pump_submit(struct pump *pump, uint64_t number, size_t bytes);

/*
 * Wait for block @number: filled (input: returns its bytes) or free again (output: returns 0). -EAGAIN, -ETIMEDOUT, -ECANCELED, or
 * what ended the stream: -errno of libiio.
 */
ssize_t pump_wait(struct pump *pump, uint64_t number, const struct wait_limit *limit, int cancel_fd);

/* Output: wait until the server has taken everything, padding included. */
int pump_flush(struct pump *pump, const struct wait_limit *limit, int cancel_fd);

void *pump_data(struct pump *pump, uint64_t number);

/* Output, before it is started: there is room. */
void pump_announce(struct pump *pump);

/* Readable when a wait may succeed; too often, never too late. */
int pump_ready_fd(const struct pump *pump);

struct pump_counts pump_counts(struct pump *pump);

#endif
