/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * read() and write() on the buffer. The blocks are ours, ordinary memory; the kernel keeps its own and copies.
 *
 * A DMA buffer of the kernel (it has length_align_bytes) works with exactly two blocks of length * sample bytes / 2, so
 * length is set to two of our blocks and every read or write moves one whole kernel block. That matters for output: a
 * write() that runs into a full queue in the middle loses count of what it took.
 *
 * The kernel does not reset which of its two input blocks it hands out next, so after an odd number of blocks the
 * next start delivers block 2 before block 1. It shows in data_available: when the first block of a start has been read
 * and nothing else is finished, it was the first one filled, since the DMA fills in order. When the other one is
 * finished too the order cannot be known, and these two blocks are dropped; behind them the order is right either way.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "backend.h"
#include "device.h"
#include "error.h"
#include "kernel_blocks.h"
#include "sys.h"

/* After so many waits in a row that all had to poll first, look once whether reading at once works again. */
#define POLLS_BEFORE_LOOK 16u

struct fileio_backend {
	struct backend base;
	const struct iiodma_buffer *buffer;
	unsigned char *blocks;
	size_t stride;
	size_t block_bytes;
	size_t sample_bytes;
	size_t filled;          /* bytes already read into the block being filled */
	unsigned char *partial; /* less than one sample, read beyond the whole samples handed out */
	size_t partial_bytes;
	unsigned int polls; /* waits in a row that polled first */
	bool poll_first;
	bool works;       /* the kernel's blocks have been seen to be there */
	bool order_known; /* the first block since start has been judged */
	uint64_t discarded_bytes;
	int fd;
	int cancel_fd;
};

static struct fileio_backend *fileio_of(struct backend *backend)
{
	return (struct fileio_backend *)backend;
}

static bool is_dma(const struct iiodma_buffer *buffer)
{
	return buffer->alignment_bytes != 0;
}

static int fileio_probe(struct iiodma_buffer *buffer, int fd)
{
	return 0;
}

static unsigned int fileio_fixed_depth(const struct iiodma_buffer *buffer)
{
	return is_dma(buffer) ? KERNEL_BLOCKS : 0;
}

static uint64_t fileio_length(const struct iiodma_buffer *buffer, uint64_t block_samples, unsigned int depth)
{
	return block_samples * (is_dma(buffer) ? KERNEL_BLOCKS : depth);
}

static void fileio_close(struct backend *backend)
{
	struct fileio_backend *fileio = fileio_of(backend);

	free(fileio->partial);
	free(fileio->blocks);
	free(fileio);
}

static int get_memory(struct fileio_backend *fileio, unsigned int depth)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);

	fileio->stride = (fileio->block_bytes + page - 1) / page * page;
	fileio->partial = malloc(fileio->sample_bytes);
	if (fileio->stride <= SIZE_MAX / depth)
		fileio->blocks = aligned_alloc(page, fileio->stride * depth);
	return fileio->blocks != NULL && fileio->partial != NULL ? 0 : -ENOMEM;
}

static int fileio_open(const struct backend_request *request, struct backend **ret_backend)
{
	if (request->memory != IIODMA_MEMORY_KERNEL)
		return error_say(-EINVAL, "fileio uses the kernel's own blocks; memory '%s' needs dmabuf",
				 iiodma_memory_name(request->memory));

	int ret = sys->set_nonblock(request->fd);

	if (ret < 0)
		return error_set(ret, "make %s non-blocking", request->buffer->device->node);

	struct fileio_backend *fileio = calloc(1, sizeof(*fileio));

	if (fileio == NULL)
		return error_set(-ENOMEM, "fileio back end");
	*fileio = (struct fileio_backend){
		.base.ops = &backend_fileio,
		.buffer = request->buffer,
		.block_bytes = request->block_bytes,
		.sample_bytes = request->sample_bytes,
		.fd = request->fd,
		.cancel_fd = request->cancel_fd,
		.works = !is_dma(request->buffer),
	};
	if (get_memory(fileio, request->depth) < 0) {
		fileio_close(&fileio->base);
		return error_set(-ENOMEM, "%u blocks of %zu bytes", request->depth, request->block_bytes);
	}
	*ret_backend = &fileio->base;
	return 0;
}

static size_t fileio_output_granule(const struct backend *backend)
{
	const struct fileio_backend *fileio = (const struct fileio_backend *)backend;

	/* The kernel plays a DMA block only when it is full. */
	return is_dma(fileio->buffer) ? fileio->block_bytes : fileio->sample_bytes;
}

static void fileio_reset(struct backend *backend)
{
	struct fileio_backend *fileio = fileio_of(backend);

	fileio->filled = 0;
	fileio->partial_bytes = 0;
	fileio->polls = 0;
	fileio->poll_first = true;
	fileio->order_known = !is_dma(fileio->buffer);
	fileio->discarded_bytes = 0;
}

static unsigned char *block_data(const struct fileio_backend *fileio, unsigned int index)
{
	return fileio->blocks + fileio->stride * index;
}

static int wait_for_buffer(struct fileio_backend *fileio, short events, const struct wait_limit *limit)
{
	struct pollfd fds[] = {
		{.fd = fileio->fd, .events = events},
		{.fd = fileio->cancel_fd, .events = POLLIN},
	};

	return wait_ready(fds, 2, limit, fileio->buffer->device);
}

/* A pause while waiting for what no event announces: short against a block, long against a system call. */
#define PAUSE_NS 200000

/* Pause once. Returns 0, or why not to go on. */
static int pause_briefly(const struct fileio_backend *fileio, const struct wait_limit *limit)
{
	struct pollfd cancel = {.fd = fileio->cancel_fd, .events = POLLIN};

	if (limit->timeout_ns == 0)
		return -EAGAIN;
	if (sys->poll(&cancel, 1, 0) > 0)
		return -ECANCELED;
	sys->sleep_ns(PAUSE_NS);
	if (limit->timeout_ns > 0 && sys->clock_ns() - limit->start_ns >= limit->timeout_ns)
		return -ETIMEDOUT;
	return 0;
}

/*
 * One read() into the block being filled. A read that finds nothing makes the following ones poll first. After an odd
 * number of blocks poll() announces the finished block while read() wants the other one: then only time helps.
 */
static int read_some(struct fileio_backend *fileio, unsigned char *data, const struct wait_limit *limit)
{
	const bool announced = fileio->poll_first;

	if (fileio->poll_first) {
		int ret = wait_for_buffer(fileio, POLLIN, limit);

		if (ret < 0)
			return ret;
		if (++fileio->polls >= POLLS_BEFORE_LOOK) {
			fileio->poll_first = false;
			fileio->polls = 0;
		}
	}

	ssize_t got = sys->read(fileio->fd, data + fileio->filled, fileio->block_bytes - fileio->filled);

	if (got == -EAGAIN || got == -EINTR) {
		fileio->poll_first = true;
		return got == -EAGAIN && announced ? pause_briefly(fileio, limit) : 0;
	}
	if (got == -ENODEV || (got < 0 && !device_exists(fileio->buffer->device)))
		return device_gone(fileio->buffer->device);
	if (got < 0)
		return error_set((int)got, "read %s", fileio->buffer->device->node);
	if (got == 0)
		return error_say(-EIO, "read %s: the kernel reports end of data", fileio->buffer->device->node);
	fileio->filled += (size_t)got;
	return 0;
}

static int fill_block(struct fileio_backend *fileio, unsigned char *data, const struct wait_limit *limit)
{
	if (fileio->filled == 0 && fileio->partial_bytes > 0) {
		memcpy(data, fileio->partial, fileio->partial_bytes);
		fileio->filled = fileio->partial_bytes;
		fileio->partial_bytes = 0;
	}
	while (fileio->filled < fileio->block_bytes) {
		int ret = read_some(fileio, data, limit);

		if (ret < 0)
			return ret;
	}
	return 0;
}

/* False also when it cannot be known. */
static bool nothing_else_finished(const struct fileio_backend *fileio)
{
	uint64_t bytes;

	return kernel_blocks_finished(fileio->buffer, &bytes) == 0 && bytes == 0;
}

/* Make sure that what is delivered from here on is in order: see the top of this file. */
static int settle_order(struct fileio_backend *fileio, unsigned char *data, const struct wait_limit *limit)
{
	while (!fileio->order_known) {
		int ret = fill_block(fileio, data, limit);

		if (ret < 0)
			return ret;
		if (fileio->discarded_bytes == 0 && nothing_else_finished(fileio)) {
			fileio->order_known = true;
			break;
		}
		fileio->discarded_bytes += fileio->block_bytes;
		fileio->filled = 0;
		fileio->order_known = fileio->discarded_bytes == fileio->block_bytes * KERNEL_BLOCKS;
	}
	return 0;
}

/* Time is up: hand out the whole samples there are rather than keep them back. */
static ssize_t take_whole_samples(struct fileio_backend *fileio, unsigned char *data, int reason)
{
	size_t whole = fileio->filled / fileio->sample_bytes * fileio->sample_bytes;

	if ((reason != -EAGAIN && reason != -ETIMEDOUT) || whole == 0 || !fileio->order_known)
		return reason;
	fileio->partial_bytes = fileio->filled - whole;
	memcpy(fileio->partial, data + whole, fileio->partial_bytes);
	fileio->filled = 0;
	return (ssize_t)whole;
}

static ssize_t fileio_wait(struct backend *backend, unsigned int index, const struct wait_limit *limit)
{
	struct fileio_backend *fileio = fileio_of(backend);

	if (fileio->buffer->direction == IIODMA_OUTPUT)
		return wait_for_buffer(fileio, POLLOUT, limit);

	unsigned char *data = block_data(fileio, index);
	int ret = settle_order(fileio, data, limit);

	if (ret == 0)
		ret = fill_block(fileio, data, limit);
	if (ret < 0)
		return take_whole_samples(fileio, data, ret);
	fileio->filled = 0;
	return (ssize_t)fileio->block_bytes;
}

static int write_block(struct fileio_backend *fileio, const unsigned char *data, size_t bytes)
{
	const struct wait_limit forever = {.timeout_ns = -1};
	size_t done = 0;

	while (done < bytes) {
		ssize_t put = sys->write(fileio->fd, data + done, bytes - done);
		int ret = 0;

		if (put == -EAGAIN)
			ret = wait_for_buffer(fileio, POLLOUT, &forever);
		else if (put == -ENODEV || (put < 0 && !device_exists(fileio->buffer->device)))
			ret = device_gone(fileio->buffer->device);
		else if (put < 0 && put != -EINTR)
			ret = error_set((int)put, "write %s", fileio->buffer->device->node);
		if (ret < 0)
			return ret;
		if (put > 0)
			done += (size_t)put;
	}
	return 0;
}

static int fileio_submit(struct backend *backend, unsigned int index, size_t bytes, bool cyclic)
{
	struct fileio_backend *fileio = fileio_of(backend);

	/* An input block needs nothing: the next read() fills it. */
	if (fileio->buffer->direction == IIODMA_INPUT)
		return 0;
	return write_block(fileio, block_data(fileio, index), bytes);
}

static int fileio_check_start(struct backend *backend, unsigned int count)
{
	struct fileio_backend *fileio = fileio_of(backend);
	int ret = 0;

	/* Once is enough: nobody can attach DMABUFs to a buffer that is ours. */
	if (!fileio->works)
		ret = kernel_blocks_settle(fileio->buffer, fileio->fd, fileio->cancel_fd);
	fileio->works = ret == 0;
	return ret;
}

static int fileio_drain(struct backend *backend, unsigned int newest, const struct wait_limit *limit)
{
	struct fileio_backend *fileio = fileio_of(backend);
	/* No event tells it, but the finished blocks are counted: played is when all are finished. */
	while (is_dma(fileio->buffer)) {
		uint64_t finished = 0;
		int ret = kernel_blocks_finished(fileio->buffer, &finished);

		if (ret == 0 && finished >= (uint64_t)fileio->block_bytes * KERNEL_BLOCKS)
			break;
		if (ret == 0)
			ret = pause_briefly(fileio, limit);
		if (ret < 0)
			return ret;
	}
	return 0;
}

static int fileio_map(struct backend *backend, unsigned int index, void **ret_data)
{
	*ret_data = block_data(fileio_of(backend), index);
	return 0;
}

static int fileio_block_fd(struct backend *backend, unsigned int index)
{
	return -ENOTSUP;
}

static int fileio_poll_source(struct backend *backend, unsigned int index, uint32_t *ret_events)
{
	struct fileio_backend *fileio = fileio_of(backend);

	*ret_events = fileio->buffer->direction == IIODMA_INPUT ? EPOLLIN : EPOLLOUT;
	return fileio->fd;
}

static uint64_t fileio_discarded_bytes(const struct backend *backend)
{
	return ((const struct fileio_backend *)backend)->discarded_bytes;
}

const struct backend_ops backend_fileio = {
	.version = BACKEND_VERSION,
	.api = IIODMA_API_FILEIO,
	.caps = BACKEND_ENABLE_AT_START | BACKEND_AUTO,
	.memory = IIODMA_MEMORY_KERNEL,
	.probe = fileio_probe,
	.open = fileio_open,
	.close = fileio_close,
	.fixed_depth = fileio_fixed_depth,
	.length = fileio_length,
	.output_granule = fileio_output_granule,
	.reset = fileio_reset,
	.submit = fileio_submit,
	.check_start = fileio_check_start,
	.wait = fileio_wait,
	.drain = fileio_drain,
	.map = fileio_map,
	.block_fd = fileio_block_fd,
	.poll_source = fileio_poll_source,
	.discarded_bytes = fileio_discarded_bytes,
};
