/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* No device at all: blocks of ordinary memory that are always ready. Shows what caller and library themselves cost. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "backend.h"
#include "device.h"
#include "error.h"
#include "sys.h"

struct null_backend {
	struct backend base;
	unsigned char *blocks;
	size_t stride;      /* block rounded up to whole pages */
	size_t input_bytes; /* what a wait finds in a block; 0 for output */
	int ready_fd;       /* always readable */
};

static struct null_backend *null_of(struct backend *backend)
{
	return (struct null_backend *)backend;
}

static int null_probe(struct iiodma_buffer *buffer, int fd)
{
	return 0;
}

static void null_close(struct backend *backend)
{
	struct null_backend *null = null_of(backend);

	if (null->ready_fd >= 0)
		sys->close(null->ready_fd);
	free(null->blocks);
	free(null);
}

static int null_open(const struct backend_request *request, struct backend **ret_backend)
{
	struct null_backend *null = calloc(1, sizeof(*null));
	size_t page = (size_t)sysconf(_SC_PAGESIZE);

	if (null == NULL)
		return error_set(-ENOMEM, "null back end");
	null->base.ops = &backend_null;
	null->stride = (request->block_bytes + page - 1) / page * page;
	null->input_bytes = request->buffer->direction == IIODMA_INPUT ? request->block_bytes : 0;
	null->ready_fd = sys->event_new();
	if (null->ready_fd >= 0 && null->stride <= SIZE_MAX / request->depth)
		null->blocks = aligned_alloc(page, null->stride * request->depth);
	if (null->blocks == NULL) {
		null_close(&null->base);
		return error_set(-ENOMEM, "%u blocks of %zu bytes", request->depth, request->block_bytes);
	}
	memset(null->blocks, 0, null->stride * request->depth);
	sys->event_set(null->ready_fd);
	*ret_backend = &null->base;
	return 0;
}

static unsigned int null_fixed_depth(const struct iiodma_buffer *buffer)
{
	return 0;
}

static uint64_t null_length(const struct iiodma_buffer *buffer, uint64_t block_samples, unsigned int depth)
{
	return block_samples;
}

static size_t null_output_granule(const struct backend *backend)
{
	return 1;
}

static void null_reset(struct backend *backend)
{
}

static int null_submit(struct backend *backend, unsigned int index, size_t bytes, bool cyclic)
{
	return 0;
}

static ssize_t null_wait(struct backend *backend, unsigned int index, const struct wait_limit *limit)
{
	return (ssize_t)null_of(backend)->input_bytes;
}

static int null_drain(struct backend *backend, unsigned int newest, const struct wait_limit *limit)
{
	return 0;
}

static int null_map(struct backend *backend, unsigned int index, void **ret_data)
{
	*ret_data = null_of(backend)->blocks + null_of(backend)->stride * index;
	return 0;
}

static int null_block_fd(struct backend *backend, unsigned int index)
{
	return -ENOTSUP;
}

static int null_poll_source(struct backend *backend, unsigned int index, uint32_t *ret_events)
{
	*ret_events = EPOLLIN;
	return null_of(backend)->ready_fd;
}

const struct backend_ops backend_null = {
	.version = BACKEND_VERSION,
	.api = IIODMA_API_NULL,
	.caps = BACKEND_NO_DEVICE | BACKEND_CYCLIC,
	.memory = IIODMA_MEMORY_KERNEL,
	.probe = null_probe,
	.open = null_open,
	.close = null_close,
	.fixed_depth = null_fixed_depth,
	.length = null_length,
	.output_granule = null_output_granule,
	.reset = null_reset,
	.submit = null_submit,
	.wait = null_wait,
	.drain = null_drain,
	.map = null_map,
	.block_fd = null_block_fd,
	.poll_source = null_poll_source,
};
