/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Remote buffers through libiio 0.x. A thread (pump.h) speaks to the server; blocks are ordinary memory.
 *
 * One request moves several blocks, since each costs a round trip: as many as the depth allows, up to 2 MiB, and never more
 * than the converter takes 50 ms for, so that no block is kept back for long. The server's kernel buffer has the size of a
 * request, and as many of them as make up the depth, at least two. Input is read ahead of the caller by at least 16 MiB.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>

#include <iiodma/device.h>
#include <iiodma/error.h>

#include "backend.h"
#include "device.h"
#include "error.h"
#include "pump.h"
#include "sys.h"

#define REQUEST_BYTES ((size_t)2 << 20)
#define REQUEST_NS 50e6
#define AHEAD_BYTES ((size_t)16 << 20)

/* Mainline kernels split the server's buffer into two blocks, however many are asked for. */
#define KERNEL_BLOCKS 2

#define DRAIN_LOOK_NS INT64_C(5000000)
#define DRAIN_EXTRA_NS INT64_C(50000000)

struct libiio_backend {
	struct backend base;
	struct iiodma_buffer *buffer;
	struct remote *remote;
	struct pump_setup setup;
	struct pump *pump; /* NULL after one was left behind */
	struct iiodma_channel **channels;
	unsigned int kernel_buffers;
	double rate; /* samples per second; 0 = not known or not paced */
	int cancel_fd;
	uint64_t submitted; /* blocks given since reset; input: the first depth of them only open the ring */
	uint64_t waited;    /* blocks waited for since reset */
	uint64_t *numbers;  /* of the block in each slot of the stream */
};

static struct libiio_backend *libiio_of(struct backend *backend)
{
	return (struct libiio_backend *)backend;
}

static bool is_input(const struct libiio_backend *self)
{
	return self->buffer->direction == IIODMA_INPUT;
}

static int libiio_probe(struct iiodma_buffer *buffer, int fd)
{
	return 0;
}

static unsigned int libiio_fixed_depth(const struct iiodma_buffer *buffer)
{
	return 0;
}

static uint64_t libiio_length(const struct iiodma_buffer *buffer, uint64_t block_samples, unsigned int depth)
{
	return block_samples;
}

static double request_ns(const struct libiio_backend *self)
{
	const double samples = (double)(self->setup.block_bytes / self->setup.sample_bytes);

	return self->rate > 0 ? samples * self->setup.request_blocks / self->rate * 1e9 : 0;
}

static unsigned int smaller(unsigned int a, size_t b)
{
	return b < a ? (unsigned int)b : a;
}

/* What the server's kernel fills or plays at once: half of what it was given. */
static void set_kernel_block(struct libiio_backend *self)
{
	const size_t bytes =
		self->setup.block_bytes * self->setup.request_blocks * self->kernel_buffers / KERNEL_BLOCKS;

	if (self->buffer->alignment_bytes == 0)
		return;
	if (is_input(self))
		self->setup.kernel_block_bytes = bytes;
	else
		self->setup.tail_bytes = bytes;
}

static void plan(struct libiio_backend *self, const struct backend_request *request)
{
	const double block_ns =
		self->rate > 0 ? (double)(request->block_bytes / request->sample_bytes) / self->rate * 1e9 : 0;
	size_t ahead = AHEAD_BYTES / request->block_bytes;
	unsigned int blocks = smaller(request->depth, REQUEST_BYTES / request->block_bytes);

	if (block_ns > 0 && REQUEST_NS / block_ns < blocks)
		blocks = (unsigned int)(REQUEST_NS / block_ns);
	if (blocks < 1 || request->cyclic)
		blocks = 1;
	if (ahead > IIODMA_DEPTH_MAX)
		ahead = IIODMA_DEPTH_MAX;
	self->kernel_buffers = (request->depth + blocks - 1) / blocks;
	if (self->kernel_buffers < KERNEL_BLOCKS)
		self->kernel_buffers = KERNEL_BLOCKS;
	self->kernel_buffers += self->kernel_buffers % KERNEL_BLOCKS; /* each kernel block whole requests */
	self->setup = (struct pump_setup){
		.buffer = request->buffer,
		.sample_bytes = request->sample_bytes,
		.block_bytes = request->block_bytes,
		.depth = request->depth,
		.slots = request->depth,
		.request_blocks = blocks,
		.tail_bytes = request->sample_bytes,
		.cyclic = request->cyclic,
	};
	if (is_input(self))
		self->setup.slots = request->depth + blocks > ahead ? request->depth + blocks : (unsigned int)ahead;
	set_kernel_block(self);
}

static void libiio_close(struct backend *backend)
{
	struct libiio_backend *self = libiio_of(backend);

	pump_free(self->pump);
	free(self->numbers);
	free(self->channels);
	free(self);
}

static int enable(struct libiio_backend *self);
static int disable(struct libiio_backend *self, bool hurry);

/* Only the server knows whether its kernel can repeat a block: open once to see. */
static int try_cyclic(struct libiio_backend *self)
{
	int ret = enable(self);

	if (ret == 0)
		ret = disable(self, false);
	if (ret == -EPERM || ret == -ENOSYS || ret == -EINVAL || ret == -EIO)
		return error_say(-ENOTSUP, "%s of %s cannot play a cyclic block (the server answers %s)",
				 self->buffer->device->name, self->remote->uri, iiodma_errno_name(ret));
	return ret;
}

static int libiio_open(const struct backend_request *request, struct backend **ret_backend)
{
	struct libiio_backend *self;
	int ret = 0;

	if (request->memory != IIODMA_MEMORY_KERNEL)
		return error_say(-ENOTSUP, "libiio uses memory of its own; memory '%s' needs dmabuf",
				 iiodma_memory_name(request->memory));
	self = calloc(1, sizeof(*self));
	if (self == NULL)
		return error_set(-ENOMEM, "libiio back end");
	self->base.ops = &backend_libiio;
	self->buffer = request->buffer;
	self->remote = request->buffer->device->context->remote;
	self->cancel_fd = request->cancel_fd;
	if (iiodma_device_sample_rate(request->buffer->device, request->buffer->direction, &self->rate) < 0)
		self->rate = 0;
	plan(self, request);
	self->setup.channel_count = request->channel_count;
	self->channels = calloc(request->channel_count, sizeof(struct iiodma_channel *));
	self->numbers = calloc(request->depth, sizeof(*self->numbers));
	if (self->channels == NULL || self->numbers == NULL)
		ret = -ENOMEM;
	if (ret == 0) {
		memcpy(self->channels, request->channels, request->channel_count * sizeof(struct iiodma_channel *));
		ret = pump_new(&self->setup, &self->pump);
	}
	if (ret < 0)
		error_set(ret, "%u blocks of %zu bytes", self->setup.slots, request->block_bytes);
	else if (request->cyclic)
		ret = try_cyclic(self);
	if (ret < 0) {
		libiio_close(&self->base);
		return ret;
	}
	*ret_backend = &self->base;
	return 0;
}

static size_t libiio_output_granule(const struct backend *backend)
{
	return 1;
}

static void libiio_reset(struct backend *backend)
{
	struct libiio_backend *self = libiio_of(backend);

	self->submitted = 0;
	self->waited = 0;
	for (unsigned int i = 0; i < self->setup.depth; i++)
		self->numbers[i] = i;
	if (!is_input(self) && self->pump != NULL)
		pump_announce(self->pump);
}

/* Exactly these channels in the mask that libiio sends when the buffer is opened. */
static void choose_channels(const struct libiio_backend *self)
{
	struct iio_device *device = self->buffer->device->remote;

	for (unsigned int i = 0; i < libiio->channel_count(device); i++)
		libiio->channel_enable(libiio->channel(device, i), false);
	for (size_t i = 0; i < self->setup.channel_count; i++)
		libiio->channel_enable(self->channels[i]->remote, true);
}

static int explain_open(const struct libiio_backend *self, int error)
{
	const struct iiodma_device *device = self->buffer->device;
	const unsigned int index = self->buffer->index;
	char trigger[64];

	switch (error) {
	case -EBUSY:
	case -EEXIST:
		return error_set(-EBUSY, "buffer %u of %s is in use: already opened by another client of %s", index,
				 device->name, self->remote->uri);
	case -EINVAL:
		if (iiodma_device_trigger(device, trigger, sizeof(trigger)) == 0)
			return error_set(error,
					 "enable buffer %u of %s: the device has no trigger set and may need one",
					 index, device->name);
		return error_set(error, "enable buffer %u of %s at %s", index, device->name, self->remote->uri);
	case -ENOMEM:
		return error_set(
			error,
			"the server %s has no memory for %u × %zu bytes of %s; take smaller blocks (-b) or fewer (-k)",
			self->remote->uri, self->kernel_buffers, self->setup.block_bytes * self->setup.request_blocks,
			device->name);
	case -ECANCELED:
		return error_say(error, "start: the stream was cancelled");
	default:
		return remote_explain(self->remote, error, "open the buffer");
	}
}

static int enable_once(struct libiio_backend *self)
{
	int ret = 0;

	if (self->pump == NULL) {
		ret = pump_new(&self->setup, &self->pump);
		if (ret < 0)
			return error_set(ret, "%u blocks of %zu bytes", self->setup.slots, self->setup.block_bytes);
	}
	ret = remote_set_timeout(self->remote, self->remote->timeout_ns, (int64_t)request_ns(self));
	if (ret == 0)
		ret = remote_set_kernel_buffers(self->buffer->device, self->kernel_buffers);
	if (ret < 0)
		return ret;
	choose_channels(self);
	ret = pump_start(self->pump, self->cancel_fd);
	if (ret < 0) {
		(void)disable(self, true);
		ret = explain_open(self, ret);
	}
	return ret;
}

/* Large blocks may be more than the server's kernel has in one piece; then smaller requests do. */
static int enable(struct libiio_backend *self)
{
	int ret = enable_once(self);

	while (ret == -ENOMEM && self->setup.request_blocks > 1) {
		self->setup.request_blocks /= 2;
		set_kernel_block(self);
		pump_free(self->pump);
		self->pump = NULL;
		ret = enable_once(self);
	}
	return ret;
}

static int disable(struct libiio_backend *self, bool hurry)
{
	/* One that does not end frees itself. */
	if (self->pump != NULL && !pump_stop(self->pump, hurry))
		self->pump = NULL;
	return 0;
}

static int libiio_enable(struct backend *backend)
{
	return enable(libiio_of(backend));
}

static bool is_cancelled(const struct libiio_backend *self)
{
	struct pollfd cancel = {.fd = self->cancel_fd, .events = POLLIN};

	return sys->poll(&cancel, 1, 0) > 0;
}

static int libiio_disable(struct backend *backend)
{
	struct libiio_backend *self = libiio_of(backend);

	/* Who was told to stop, or waited in vain, does not wait for the last answer. */
	return disable(self, is_cancelled(self) || self->remote->silent);
}

static int libiio_submit(struct backend *backend, unsigned int index, size_t bytes, bool cyclic)
{
	struct libiio_backend *self = libiio_of(backend);
	const uint64_t number = self->submitted++;

	if (self->pump == NULL)
		return error_say(-ENODEV, "device disconnected: the stream of %s has ended",
				 self->buffer->device->name);
	if (!is_input(self))
		pump_submit(self->pump, number, bytes);
	else if (number >= self->setup.depth)
		pump_submit(self->pump, number - self->setup.depth, bytes);
	return 0;
}

/* What ended the stream, or kept it waiting. */
static int explain_wait(struct libiio_backend *self, int error)
{
	self->remote->silent = error == -ETIMEDOUT;
	switch (error) {
	case -EAGAIN:
	case -ETIMEDOUT:
	case -ECANCELED:
		return error;
	case -ENOTSUP:
		return error_say(
			error,
			"%s sends more channels of %s than asked, enabled by another client; it must run without -D",
			self->remote->uri, self->buffer->device->name);
	default:
		return remote_explain(self->remote, error, "stream");
	}
}

/* A server that has owed another answer for a while does not get the whole time anew. */
static struct wait_limit shorten(const struct libiio_backend *self, const struct wait_limit *limit)
{
	const int64_t silent_ns = self->remote->silent_ns;
	struct wait_limit shorter = *limit;

	if (silent_ns != 0 && silent_ns < limit->start_ns && pump_counts(self->pump).answered_ns < silent_ns)
		shorter.start_ns = silent_ns;
	return shorter;
}

static ssize_t libiio_wait(struct backend *backend, unsigned int index, const struct wait_limit *limit)
{
	struct libiio_backend *self = libiio_of(backend);
	struct wait_limit shorter;
	ssize_t ret;

	if (self->pump == NULL)
		return device_gone(self->buffer->device);
	shorter = shorten(self, limit);
	ret = pump_wait(self->pump, self->waited, &shorter, self->cancel_fd);
	if (ret < 0)
		return explain_wait(self, (int)ret);
	self->remote->silent = false;
	self->numbers[index] = is_input(self) ? self->waited : self->waited + self->setup.depth;
	self->waited++;
	return ret;
}

/* Whether the server's kernel says that all its blocks are finished. */
static bool all_played(const struct libiio_backend *self)
{
	const uint64_t all = (uint64_t)self->setup.tail_bytes * KERNEL_BLOCKS;
	char text[32];

	return self->remote->link.kind != IIODMA_LINK_NONE && self->buffer->alignment_bytes != 0 &&
	       remote_ops.attr_read(self->buffer->device, ATTRIBUTE_BUFFER, "data_available", text, sizeof(text)) > 0 &&
	       strtoull(text, NULL, 10) >= all;
}

/* How long what the server's kernel may hold takes to play; 0 when the rate is not known. */
static int64_t playing_ns(const struct libiio_backend *self)
{
	const uint64_t held = (uint64_t)self->setup.block_bytes * self->setup.request_blocks * self->kernel_buffers;
	const uint64_t pushed = pump_counts(self->pump).pushed_bytes;
	const double samples = (double)(pushed < held ? pushed : held) / (double)self->setup.sample_bytes;

	return self->rate > 0 ? (int64_t)(samples / self->rate * 1e9) + DRAIN_EXTRA_NS : 0;
}

/* libiio has no word for "played": wait until the kernel says so, or for as long as it can take. */
static int wait_played(struct libiio_backend *self, const struct wait_limit *limit)
{
	const int64_t start_ns = sys->clock_ns(), most_ns = playing_ns(self);
	const struct iiodma_device *device = self->buffer->device;

	while (sys->clock_ns() - start_ns < most_ns && !all_played(self)) {
		if (is_cancelled(self))
			return -ECANCELED;
		if (!device_exists(device))
			return device_gone(device);
		if (limit->timeout_ns >= 0 && sys->clock_ns() - limit->start_ns >= limit->timeout_ns)
			return -ETIMEDOUT;
		sys->sleep_ns(DRAIN_LOOK_NS);
	}
	return 0;
}

static int libiio_drain(struct backend *backend, unsigned int newest, const struct wait_limit *limit)
{
	struct libiio_backend *self = libiio_of(backend);
	int ret;

	if (self->pump == NULL)
		return device_gone(self->buffer->device);
	if (is_cancelled(self))
		return -ECANCELED;
	ret = pump_flush(self->pump, limit, self->cancel_fd);
	if (ret == 0)
		return wait_played(self, limit);
	return explain_wait(self, ret);
}

static int libiio_map(struct backend *backend, unsigned int index, void **ret_data)
{
	struct libiio_backend *self = libiio_of(backend);

	if (self->pump == NULL)
		return device_gone(self->buffer->device);
	*ret_data = pump_data(self->pump, self->numbers[index]);
	return 0;
}

static int libiio_block_fd(struct backend *backend, unsigned int index)
{
	return -ENOTSUP;
}

static int libiio_poll_source(struct backend *backend, unsigned int index, uint32_t *ret_events)
{
	const struct libiio_backend *self = libiio_of(backend);

	*ret_events = EPOLLIN;
	return self->pump != NULL ? pump_ready_fd(self->pump) : -1;
}

static void libiio_add_stats(const struct backend *backend, struct iiodma_stream_stats *stats)
{
	const struct libiio_backend *self = (const struct libiio_backend *)backend;
	struct pump_counts counts;

	if (self->pump == NULL)
		return;
	counts = pump_counts(self->pump);
	stats->ring_full_count = counts.ring_full_count;
	stats->ring_full_ns = counts.ring_full_ns;
	stats->padding_bytes += counts.padding_bytes;
}

static uint64_t libiio_discarded_bytes(const struct backend *backend)
{
	const struct libiio_backend *self = (const struct libiio_backend *)backend;

	return self->pump != NULL ? pump_counts(self->pump).discarded_bytes : 0;
}

static unsigned int libiio_request_blocks(const struct backend *backend)
{
	return ((const struct libiio_backend *)backend)->setup.request_blocks;
}

const struct backend_ops backend_libiio = {
	.version = BACKEND_VERSION,
	.api = IIODMA_API_LIBIIO,
	.caps = BACKEND_REMOTE | BACKEND_CYCLIC,
	.memory = IIODMA_MEMORY_KERNEL,
	.probe = libiio_probe,
	.open = libiio_open,
	.close = libiio_close,
	.fixed_depth = libiio_fixed_depth,
	.length = libiio_length,
	.output_granule = libiio_output_granule,
	.enable = libiio_enable,
	.disable = libiio_disable,
	.reset = libiio_reset,
	.submit = libiio_submit,
	.wait = libiio_wait,
	.drain = libiio_drain,
	.map = libiio_map,
	.block_fd = libiio_block_fd,
	.poll_source = libiio_poll_source,
	.add_stats = libiio_add_stats,
	.discarded_bytes = libiio_discarded_bytes,
	.request_blocks = libiio_request_blocks,
};
