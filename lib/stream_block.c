/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The ring in motion: blocks taken, looked into and given back. */
#include <errno.h>
#include <string.h>
#include <sys/epoll.h>

#include <iiodma/histogram.h>

#include "device.h"
#include "error.h"
#include "stream.h"
#include "sys.h"

static unsigned int slot(const struct iiodma_stream *stream, uint64_t number)
{
	return (unsigned int)(number % stream->depth);
}

/* Let the event loop's descriptor follow the block that acquire will want next. */
void stream_watch_next(struct iiodma_stream *stream)
{
	uint32_t events = 0;

	if (stream->epoll_fd < 0)
		return;

	int fd = stream->ops->poll_source(stream->backend, slot(stream, stream->acquired), &events);

	if (fd == stream->watched_fd)
		return;
	if (stream->watched_fd >= 0)
		sys->epoll_set(stream->epoll_fd, stream->watched_fd, 0);
	if (fd >= 0)
		sys->epoll_set(stream->epoll_fd, fd, events);
	stream->watched_fd = fd;
}

static void count_wait(struct iiodma_stream *stream, int64_t waited_ns)
{
	stream->stats.waits++;
	stream->stats.wait_ns += waited_ns;
	if (waited_ns > stream->stats.longest_wait_ns)
		stream->stats.longest_wait_ns = waited_ns;
}

/* Wait for the block to acquire next. Returns its bytes (input) or 0. */
static ssize_t wait_for_next(struct iiodma_stream *stream, int64_t timeout_ns)
{
	const struct wait_limit limit = {.start_ns = sys->clock_ns(), .timeout_ns = timeout_ns};
	const uint64_t oldest = stream_is_input(stream) ? stream->acquired : stream->acquired - stream->depth;
	ssize_t got = stream->ops->wait(stream->backend, slot(stream, oldest), &limit);
	const int64_t now_ns = sys->clock_ns();

	count_wait(stream, now_ns > limit.start_ns ? now_ns - limit.start_ns : 0);
	if (got == -ETIMEDOUT) {
		stream->stats.timeouts++;
		return error_set(-ETIMEDOUT, "no block from %s within %lld ms", stream->buffer->device->name,
				 (long long)(timeout_ns / 1000000));
	}
	if (got >= 0) {
		if (stream->last_acquire_ns >= 0)
			iiodma_histogram_record(stream->intervals, now_ns - stream->last_acquire_ns);
		stream->last_acquire_ns = now_ns;
	}
	return got;
}

/* What a drain that timed out has left playing, in a block the ring takes for free. */
static int wait_for_rest(struct iiodma_stream *stream, int64_t timeout_ns)
{
	const struct wait_limit limit = {.start_ns = sys->clock_ns(), .timeout_ns = timeout_ns};

	return stream_settle_second_half(stream, &limit);
}

static int can_acquire(const struct iiodma_stream *stream)
{
	if (!stream->started)
		return error_say(-EPIPE, "acquire: the stream is not started");
	if (atomic_load_explicit(&stream->cancelled, memory_order_relaxed))
		return error_say(-ECANCELED, "acquire: the stream was cancelled");
	if (stream->cyclic_playing)
		return error_say(-EBUSY, "acquire: a cyclic block is playing and does not come back");
	if (stream->acquired - stream->released >= stream->depth)
		return error_say(-EPERM, "acquire: the caller holds all %u blocks", stream->depth);
	return 0;
}

static bool must_wait(const struct iiodma_stream *stream)
{
	/* Fresh output blocks are free, except where the room is the kernel's and not ours. */
	return stream_is_input(stream) || stream->acquired >= stream->depth;
}

int iiodma_stream_acquire(struct iiodma_stream *stream, int64_t timeout_ns, struct iiodma_block **ret_block)
{
	ssize_t got = can_acquire(stream);

	if (got == 0 && stream->second_half >= 0)
		got = wait_for_rest(stream, timeout_ns);
	if (got < 0)
		return (int)got;
	if (must_wait(stream)) {
		got = stream_enable(stream);
		if (got == 0)
			got = wait_for_next(stream, timeout_ns);
		if (got == -ECANCELED)
			return error_say(-ECANCELED, "acquire: the stream was cancelled");
		if (got < 0)
			return (int)got;
	}

	struct iiodma_block *block = &stream->blocks[slot(stream, stream->acquired)];

	block->time_ns = must_wait(stream) ? stream->last_acquire_ns : -1;
	block->sequence = stream->acquired++;
	block->data = NULL;
	block->bytes = (size_t)stream->block_samples * stream->scan.sample_bytes;
	if (stream_is_input(stream)) {
		block->bytes = (size_t)got / stream->scan.kernel_bytes * stream->scan.sample_bytes;
		stream->stats.blocks++;
		stream->stats.bytes += block->bytes;
		stream->stats.samples += (size_t)got / stream->scan.kernel_bytes;
	}
	stream_watch_next(stream);
	*ret_block = block;
	return 0;
}

static bool is_held(const struct iiodma_block *block)
{
	const struct iiodma_stream *stream = block->stream;

	return stream->started && block->sequence >= stream->released && block->sequence < stream->acquired;
}

int stream_sync_block(struct iiodma_stream *stream, int (*sync)(struct backend *, unsigned int, enum iiodma_direction),
		      unsigned int index, enum iiodma_direction access)
{
	const bool timed = stream->config.timed;
	const int64_t start_ns = timed ? sys->clock_ns() : 0;
	int ret = sync(stream->backend, index, access);

	if (timed)
		stream->stats.sync_ns += sys->clock_ns() - start_ns;
	if (stream->config.sync != IIODMA_SYNC_NONE)
		stream->stats.syncs++;
	return ret;
}

static int end_access(struct iiodma_block *block)
{
	if (!block->synced)
		return 0;
	block->synced = false;
	return stream_sync_block(block->stream, block->stream->ops->end_access, block->index,
				 iiodma_buffer_direction(block->stream->buffer));
}

/* Blocks the caller still holds at stop: what was begun is ended. */
void stream_end_accesses(struct iiodma_stream *stream)
{
	for (unsigned int i = 0; i < stream->depth; i++)
		(void)end_access(&stream->blocks[i]);
}

int iiodma_block_access(struct iiodma_block *block, void **ret_data)
{
	struct iiodma_stream *stream = block->stream;
	int ret = 0;

	if (!is_held(block))
		return error_say(-EPERM, "access: the block is not in the caller's hands");
	if (block->data != NULL) {
		*ret_data = block->data;
		return 0;
	}

	void *data = NULL;

	ret = stream->ops->map(stream->backend, block->index, &data);
	if (ret == 0 && stream->ops->begin_access != NULL) {
		ret = stream_sync_block(stream, stream->ops->begin_access, block->index,
					iiodma_buffer_direction(stream->buffer));
		block->synced = ret == 0;
	}
	if (ret < 0)
		return ret;
	if (stream->scan.wider) {
		unsigned char *narrow =
			stream->narrow + stream->block_samples * stream->scan.sample_bytes * block->index;

		scan_narrow(&stream->scan, narrow, data, block->bytes / stream->scan.sample_bytes);
		data = narrow;
	}
	block->data = data;
	*ret_data = data;
	return 0;
}

/* Fill up to what the device takes with zeros. Returns the bytes to submit or -errno. */
static ssize_t pad(struct iiodma_block *block, size_t bytes)
{
	struct iiodma_stream *stream = block->stream;
	const size_t granule = stream->ops->output_granule(stream->backend);
	const size_t padded = (bytes + granule - 1) / granule * granule;
	void *data = NULL;

	if (padded == bytes)
		return (ssize_t)bytes;

	int ret = iiodma_block_access(block, &data);

	if (ret < 0)
		return ret;
	memset((unsigned char *)data + bytes, 0, padded - bytes);
	stream->stats.padding_bytes += padded - bytes;
	return (ssize_t)padded;
}

static int check_output(const struct iiodma_block *block, size_t bytes)
{
	const size_t sample_bytes = block->stream->scan.sample_bytes;

	if (bytes == 0 || bytes > block->bytes)
		return error_say(-EINVAL, "release: %zu bytes; valid are 1 sample to the block's %zu bytes", bytes,
				 block->bytes);
	if (bytes % sample_bytes != 0)
		return error_say(-EINVAL, "release: %zu bytes are not whole samples of %zu bytes", bytes, sample_bytes);
	return 0;
}

static void count_output(struct iiodma_stream *stream, size_t bytes)
{
	stream->stats.blocks++;
	stream->stats.bytes += bytes;
	stream->stats.samples += bytes / stream->scan.sample_bytes;
}

static int release_output(struct iiodma_stream *stream, struct iiodma_block *block, size_t bytes)
{
	ssize_t padded = pad(block, bytes);
	int ret = end_access(block);

	if (padded < 0)
		ret = (int)padded;
	block->padded_bytes = ret < 0 ? bytes : (size_t)padded;
	if (ret == 0 && stream->enabled)
		ret = stream_submit(stream, block->index, block->padded_bytes);
	stream->released++;
	if (ret < 0)
		return ret;
	count_output(stream, bytes);
	if (stream->config.cyclic) {
		ret = stream_enable(stream);
		stream->cyclic_playing = ret == 0;
		return ret;
	}
	/* The first full ring starts the playing; an event loop must not wait for what nobody started. */
	return stream->released >= stream->depth ? stream_enable(stream) : 0;
}

static int release_input(struct iiodma_stream *stream, struct iiodma_block *block)
{
	int ret = end_access(block);
	int error = stream_queue_input(stream, block->index, block->sequence + stream->depth);

	stream->released++;
	return ret < 0 ? ret : error;
}

int iiodma_stream_release(struct iiodma_stream *stream, struct iiodma_block *block, size_t bytes_used)
{
	int ret;

	if (block->stream != stream || !is_held(block))
		return error_say(-EPERM, "release: the block is not in the caller's hands");
	if (block->sequence != stream->released)
		return error_say(-EPERM, "release: blocks are given back in the order they were taken");
	if (stream_is_input(stream)) {
		ret = release_input(stream, block);
	} else {
		if (stream->cyclic_playing)
			return error_say(-EBUSY, "release: a cyclic block is playing already");
		ret = check_output(block, bytes_used);
		if (ret < 0)
			return ret;
		ret = release_output(stream, block, bytes_used);
	}
	/* A block queued alone on a device that has just gone would be waited for in vain. */
	if (ret == 0 && stream->depth == 1 && stream->backend != NULL && !device_exists(stream->buffer->device))
		ret = device_gone(stream->buffer->device);
	return ret;
}

int iiodma_stream_drain(struct iiodma_stream *stream, int64_t timeout_ns)
{
	const struct wait_limit limit = {.start_ns = sys->clock_ns(), .timeout_ns = timeout_ns};

	if (!stream->started)
		return error_say(-EPIPE, "drain: the stream is not started");
	if (stream_is_input(stream) || stream->released == 0)
		return 0;
	if (stream->cyclic_playing)
		return error_say(-EBUSY, "drain: a cyclic block never ends");

	int ret = stream_enable(stream);

	if (ret == 0)
		ret = stream->ops->drain(stream->backend, slot(stream, stream->released - 1), &limit);
	if (ret == 0)
		ret = stream_settle_second_half(stream, &limit);
	if (ret == -EAGAIN || ret == -ETIMEDOUT)
		return error_set(-ETIMEDOUT, "%s has not played everything within %lld ms",
				 stream->buffer->device->name, (long long)(timeout_ns / 1000000));
	return ret;
}

size_t iiodma_block_bytes(const struct iiodma_block *block)
{
	return block->bytes;
}

uint64_t iiodma_block_sequence(const struct iiodma_block *block)
{
	return block->sequence;
}

int64_t iiodma_block_time_ns(const struct iiodma_block *block)
{
	return block->time_ns;
}

int iiodma_block_fd(const struct iiodma_block *block)
{
	const struct iiodma_stream *stream = block->stream;

	if ((stream->ops->caps & BACKEND_BLOCK_FD) == 0 || stream->scan.wider)
		return error_say(-ENOTSUP, "api %s has no descriptor for a block", iiodma_api_name(stream->ops->api));
	return stream->ops->block_fd(stream->backend, block->index);
}
