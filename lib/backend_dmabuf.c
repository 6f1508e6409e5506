/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * DMABUF blocks, attached once and enqueued again and again (Linux 6.11 and later).
 *
 * Readiness is polled on the DMABUF. What poll() does not say is whether the transfer ended in an error, and once it
 * has ended nothing else says it either, since a DMABUF forgets fences that are signalled. But only an abort makes them
 * end so (the driver was unbound, somebody disabled the buffer), and it ends all blocks the kernel has at once. Hence a
 * second block in the same poll(), the sentinel: the one that was submitted last before the previous wait returned.
 *  - While the sentinel is pending, the oldest block has ended by itself, which means well.
 *  - Once the sentinel is ready, either the caller is slower than the converter or everything was aborted. The buffer's
 * `enable` attribute tells: if it still reads 1, the sentinel and every block before it are known to be good and need
 * no poll().
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>

#include <iiodma/buffer.h>

#include "backend.h"
#include "cpu_access.h"
#include "device.h"
#include "error.h"
#include "memory.h"
#include "sys.h"
#include "transfer.h"
#include "uapi/iio_buffer.h"

struct dmabuf_backend {
	struct backend base;
	const struct iiodma_buffer *buffer;
	int fd;
	int cancel_fd;
	bool sync;
	unsigned int depth;
	unsigned int known_ready; /* blocks from the oldest on that are known to have ended well */
	uint64_t submitted;       /* blocks since reset */
	uint64_t waited;          /* blocks since reset; the next one to wait for has this number */
	uint64_t sentinel;        /* number of the block submitted last before the previous wait returned */
	int enable_fd;            /* the buffer's enable attribute */
	size_t block_bytes;
	struct memory_area blocks[];
};

static struct dmabuf_backend *dmabuf_of(struct backend *backend)
{
	return (struct dmabuf_backend *)backend;
}

/*
 * Attaching descriptor -1 fails in every case, but differently: a buffer without DMABUF support says EPERM before it
 * looks at the descriptor, an older kernel does not know the request, and one that can says EBADF.
 */
static int dmabuf_probe(struct iiodma_buffer *buffer, int fd)
{
	int none = -1;
	int ret = sys->ioctl(fd, IIO_BUFFER_DMABUF_ATTACH_IOCTL, &none);

	switch (ret) {
	case -EBADF:
		return 0;
	case -EPERM:
		return error_say(-ENOTSUP, "dmabuf: not supported by this buffer");
	case -ENODEV: /* the device node's word for a request it does not know, or really gone */
		if (!device_exists(buffer->device))
			return device_gone(buffer->device);
		/* fall through */
	case -ENOTTY:
	case -EINVAL:
	case -ENOSYS:
		return error_say(-ENOTSUP,
				 "dmabuf: not supported by this kernel, which needs to be Linux 6.11 or later");
	default:
		return error_set(ret < 0 ? ret : -EIO, "attach (trying whether %s takes DMABUFs)",
				 buffer->device->name);
	}
}

static void dmabuf_close(struct backend *backend)
{
	struct dmabuf_backend *dmabuf = dmabuf_of(backend);

	if (dmabuf->enable_fd >= 0)
		sys->close(dmabuf->enable_fd);
	for (unsigned int i = 0; i < dmabuf->depth; i++) {
		if (dmabuf->blocks[i].fd >= 0)
			sys->ioctl(dmabuf->fd, IIO_BUFFER_DMABUF_DETACH_IOCTL, &dmabuf->blocks[i].fd);
		memory_put(&dmabuf->blocks[i]);
	}
	free(dmabuf);
}

static int attach(struct dmabuf_backend *dmabuf, unsigned int index)
{
	int ret = sys->ioctl(dmabuf->fd, IIO_BUFFER_DMABUF_ATTACH_IOCTL, &dmabuf->blocks[index].fd);

	if (ret >= 0)
		return 0;
	switch (ret) {
	case -EBUSY:
		return error_set(ret, "attach block %u to %s: this DMABUF is attached already or fileio is running",
				 index + 1, dmabuf->buffer->device->name);
	case -EPERM:
		return error_say(-ENOTSUP, "attach: %s has no DMABUF support", dmabuf->buffer->device->name);
	default:
		return error_set(ret, "attach block %u to %s", index + 1, dmabuf->buffer->device->name);
	}
}

static int fill(struct dmabuf_backend *dmabuf, const struct backend_request *request)
{
	for (unsigned int i = 0; i < request->depth; i++) {
		int ret = memory_get(request, i, &dmabuf->blocks[i]);

		if (ret == 0)
			ret = attach(dmabuf, i);
		if (ret < 0)
			return ret;
	}
	return 0;
}

static int open_enable(struct dmabuf_backend *dmabuf)
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "%s/enable", dmabuf->buffer->path);
	dmabuf->enable_fd = sys->open(path, O_RDONLY);
	return dmabuf->enable_fd < 0 ? error_set(dmabuf->enable_fd, "open %s", path) : 0;
}

static int dmabuf_open(const struct backend_request *request, struct backend **ret_backend)
{
	struct dmabuf_backend *dmabuf = calloc(1, sizeof(*dmabuf) + request->depth * sizeof(dmabuf->blocks[0]));

	if (dmabuf == NULL)
		return error_set(-ENOMEM, "dmabuf back end");
	dmabuf->base.ops = &backend_dmabuf;
	dmabuf->buffer = request->buffer;
	dmabuf->fd = request->fd;
	dmabuf->cancel_fd = request->cancel_fd;
	dmabuf->enable_fd = -1;
	dmabuf->sync = request->sync != IIODMA_SYNC_NONE;
	dmabuf->depth = request->depth;
	dmabuf->block_bytes = request->block_bytes;
	for (unsigned int i = 0; i < request->depth; i++)
		dmabuf->blocks[i].fd = -1;

	int ret = open_enable(dmabuf);

	if (ret == 0)
		ret = fill(dmabuf, request);

	if (ret < 0) {
		dmabuf_close(&dmabuf->base);
		return ret;
	}
	*ret_backend = &dmabuf->base;
	return 0;
}

static unsigned int dmabuf_fixed_depth(const struct iiodma_buffer *buffer)
{
	return 0;
}

static uint64_t dmabuf_length(const struct iiodma_buffer *buffer, uint64_t block_samples, unsigned int depth)
{
	return block_samples;
}

static size_t dmabuf_output_granule(const struct backend *backend)
{
	const struct dmabuf_backend *dmabuf = (const struct dmabuf_backend *)backend;

	return iiodma_buffer_alignment_bytes(dmabuf->buffer, NULL);
}

static void dmabuf_reset(struct backend *backend)
{
	struct dmabuf_backend *dmabuf = dmabuf_of(backend);

	dmabuf->known_ready = 0;
	dmabuf->submitted = 0;
	dmabuf->waited = 0;
	dmabuf->sentinel = 0;
}

static struct transfer transfer_of(const struct dmabuf_backend *dmabuf, unsigned int index, size_t bytes, bool cyclic)
{
	return (struct transfer){
		.buffer = dmabuf->buffer,
		.fd = dmabuf->fd,
		.block_fd = dmabuf->blocks[index].fd,
		.bytes = bytes,
		.cyclic = cyclic,
	};
}

static int dmabuf_submit(struct backend *backend, unsigned int index, size_t bytes, bool cyclic)
{
	struct dmabuf_backend *dmabuf = dmabuf_of(backend);
	const struct transfer transfer = transfer_of(dmabuf, index, bytes, cyclic);
	int ret = transfer_enqueue(&transfer);

	if (ret < 0)
		return transfer_explain(&transfer, ret);
	dmabuf->submitted++;
	return 0;
}

static bool dmabuf_is_done(const struct backend *backend, unsigned int index)
{
	const struct transfer transfer = transfer_of((const struct dmabuf_backend *)backend, index, 0, false);

	return transfer_is_ready(&transfer);
}

static int dmabuf_refused(const struct backend *backend, unsigned int index, size_t bytes)
{
	const struct transfer transfer = transfer_of((const struct dmabuf_backend *)backend, index, bytes, false);

	return transfer_refused(&transfer);
}

/* Input blocks that are ready as soon as this are suspicious; see transfer.h. */
static int dmabuf_check_start(struct backend *backend, unsigned int count)
{
	struct dmabuf_backend *dmabuf = dmabuf_of(backend);
	bool disturbed = false;

	for (unsigned int i = 0; dmabuf->buffer->direction == IIODMA_INPUT && i < count; i++) {
		const struct transfer transfer = transfer_of(dmabuf, i, dmabuf->block_bytes, false);

		if (!transfer_is_ready(&transfer))
			continue;
		if (transfer_enqueue(&transfer) == -EBUSY)
			return transfer_refused(&transfer);
		disturbed = true;
	}
	return disturbed;
}

/* 0 when no transfer can have been aborted so far, or why they were. */
static int check_enabled(const struct dmabuf_backend *dmabuf)
{
	char value = '0';

	if (sys->read_at(dmabuf->enable_fd, &value, 1, 0) == 1 && value == '1')
		return 0;
	if (!device_exists(dmabuf->buffer->device))
		return device_gone(dmabuf->buffer->device);
	return error_say(-EIO, "transfers on %s were aborted: somebody disabled the buffer",
			 dmabuf->buffer->device->name);
}

/*
 * Any block before the sentinel serves as well. One in the middle of a deep ring is ready more often and spares a slow caller
 * many polls; in a shallow ring it would only be asked for too often.
 */
static uint64_t farthest_sentinel(const struct dmabuf_backend *dmabuf)
{
	return dmabuf->depth < 8 ? dmabuf->depth : dmabuf->depth / 2;
}

static int wait_for_block(struct dmabuf_backend *dmabuf, unsigned int oldest, const struct wait_limit *limit)
{
	const uint64_t latest = dmabuf->sentinel > dmabuf->waited ? dmabuf->sentinel - dmabuf->waited : 0;
	const uint64_t ahead = latest < farthest_sentinel(dmabuf) ? latest : farthest_sentinel(dmabuf);
	const unsigned int sentinel = (unsigned int)((oldest + ahead) % dmabuf->depth);
	struct pollfd fds[] = {
		{.fd = dmabuf->blocks[oldest].fd, .events = POLLOUT},
		{.fd = dmabuf->blocks[sentinel].fd, .events = POLLOUT},
		{.fd = dmabuf->cancel_fd, .events = POLLIN},
	};
	int ret = wait_ready(fds, 3, limit, dmabuf->buffer->device);

	if (ret < 0)
		return ret;
	dmabuf->known_ready = 1;
	if (fds[1].revents == 0)
		return 0;
	dmabuf->known_ready += (unsigned int)ahead;
	return check_enabled(dmabuf);
}

static ssize_t dmabuf_wait(struct backend *backend, unsigned int index, const struct wait_limit *limit)
{
	struct dmabuf_backend *dmabuf = dmabuf_of(backend);

	if (dmabuf->known_ready == 0) {
		int ret = wait_for_block(dmabuf, index, limit);

		if (ret < 0) {
			dmabuf->known_ready = 0;
			return ret;
		}
	}
	dmabuf->known_ready--;
	dmabuf->waited++;
	dmabuf->sentinel = dmabuf->submitted - 1;
	return dmabuf->buffer->direction == IIODMA_INPUT ? (ssize_t)dmabuf->block_bytes : 0;
}

static int dmabuf_drain(struct backend *backend, unsigned int newest, const struct wait_limit *limit)
{
	struct dmabuf_backend *dmabuf = dmabuf_of(backend);
	struct pollfd fds[] = {
		{.fd = dmabuf->blocks[newest].fd, .events = POLLOUT},
		{.fd = dmabuf->cancel_fd, .events = POLLIN},
	};
	int ret = wait_ready(fds, 2, limit, dmabuf->buffer->device);

	/* Aborted the last block is as ready as when it was played. */
	return ret == 0 ? check_enabled(dmabuf) : ret;
}

static int dmabuf_map(struct backend *backend, unsigned int index, void **ret_data)
{
	return memory_map(&dmabuf_of(backend)->blocks[index], ret_data);
}

static int dmabuf_begin_access(struct backend *backend, unsigned int index, enum iiodma_direction access)
{
	struct dmabuf_backend *dmabuf = dmabuf_of(backend);

	return dmabuf->sync ? cpu_access_begin(dmabuf->blocks[index].fd, access) : 0;
}

static int dmabuf_end_access(struct backend *backend, unsigned int index, enum iiodma_direction access)
{
	struct dmabuf_backend *dmabuf = dmabuf_of(backend);

	return dmabuf->sync ? cpu_access_end(dmabuf->blocks[index].fd, access) : 0;
}

static int dmabuf_block_fd(struct backend *backend, unsigned int index)
{
	return dmabuf_of(backend)->blocks[index].fd;
}

static int dmabuf_poll_source(struct backend *backend, unsigned int index, uint32_t *ret_events)
{
	*ret_events = EPOLLOUT;
	return dmabuf_of(backend)->blocks[index].fd;
}

const struct backend_ops backend_dmabuf = {
	.version = BACKEND_VERSION,
	.api = IIODMA_API_DMABUF,
	.caps = BACKEND_BLOCK_FD | BACKEND_CYCLIC | BACKEND_ASSUMES_FULL | BACKEND_AUTO,
	.memory = IIODMA_MEMORY_HEAP,
	.probe = dmabuf_probe,
	.open = dmabuf_open,
	.close = dmabuf_close,
	.fixed_depth = dmabuf_fixed_depth,
	.length = dmabuf_length,
	.output_granule = dmabuf_output_granule,
	.reset = dmabuf_reset,
	.submit = dmabuf_submit,
	.is_done = dmabuf_is_done,
	.refused = dmabuf_refused,
	.check_start = dmabuf_check_start,
	.wait = dmabuf_wait,
	.drain = dmabuf_drain,
	.map = dmabuf_map,
	.begin_access = dmabuf_begin_access,
	.end_access = dmabuf_end_access,
	.block_fd = dmabuf_block_fd,
	.poll_source = dmabuf_poll_source,
};
