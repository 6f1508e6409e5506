/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Life of a stream: open, start, stop, cancel, close, and what can be asked of it. */
#include "stream.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>

#include <iiodma/heap.h>
#include <iiodma/histogram.h>

#include "buffer_node.h"
#include "device.h"
#include "error.h"
#include "sys.h"

int iiodma_stream_open(struct iiodma_buffer *buffer, struct iiodma_stream **ret_stream)
{
	struct iiodma_stream *stream = calloc(1, sizeof(*stream));
	int ret = -ENOMEM;

	if (stream == NULL)
		return error_set(-ENOMEM, "open a stream");
	stream->buffer = buffer;
	stream->fd = -1;
	stream->epoll_fd = -1;
	stream->cancel_fd = sys->event_new();
	if (stream->cancel_fd >= 0)
		ret = iiodma_histogram_new(&stream->intervals);
	else
		ret = stream->cancel_fd;
	if (ret < 0) {
		iiodma_stream_close(stream);
		return error_set(ret, "open a stream");
	}
	*ret_stream = stream;
	return 0;
}

static void forget_config(struct iiodma_stream *stream)
{
	iiodma_stream_stop(stream);
	stream_teardown(stream);
	free(stream->heap);
	free(stream->fds);
	stream->heap = NULL;
	stream->fds = NULL;
}

/* Keep copies of what the caller may free. The channels belong to the context and the array is only used while
 * configuring. */
static int copy_config(struct iiodma_stream *stream, const struct iiodma_stream_config *config)
{
	stream->config = (struct iiodma_stream_config)IIODMA_STREAM_CONFIG_INIT;
	memcpy(&stream->config, config, config->size < sizeof(*config) ? config->size : sizeof(*config));
	stream->config.size = sizeof(*config);
	stream->heap = strdup(stream->config.heap != NULL ? stream->config.heap : "system");
	/* A depth out of range is refused later, before the array is looked at. */
	if (stream->config.fds != NULL && stream->config.depth >= 1 && stream->config.depth <= IIODMA_DEPTH_MAX) {
		stream->fds = calloc(stream->config.depth, sizeof(int));
		if (stream->fds == NULL)
			return error_set(-ENOMEM, "configure");
		memcpy(stream->fds, stream->config.fds, stream->config.depth * sizeof(int));
	}
	return stream->heap != NULL ? 0 : error_set(-ENOMEM, "configure");
}

int iiodma_stream_configure(struct iiodma_stream *stream, const struct iiodma_stream_config *config)
{
	if (config->size == 0)
		return error_say(-EINVAL,
				 "struct iiodma_stream_config has no size; start from IIODMA_STREAM_CONFIG_INIT");
	forget_config(stream);

	int ret = copy_config(stream, config);

	return ret == 0 ? stream_setup(stream) : ret;
}

static bool configured(const struct iiodma_stream *stream)
{
	return stream->backend != NULL;
}

static size_t smaller(size_t a, size_t b)
{
	return a < b ? a : b;
}

int iiodma_stream_info(const struct iiodma_stream *stream, struct iiodma_stream_info *ret_info)
{
	if (!configured(stream) || ret_info->size == 0)
		return error_say(-EINVAL, "stream info needs a configured stream and the size of the struct");

	const struct iiodma_stream_config *config = &stream->config;
	const enum iiodma_memory memory = config->memory == IIODMA_MEMORY_AUTO ? stream->ops->memory : config->memory;
	bool assumed = false;
	struct iiodma_mapping_info mapping = {.size = sizeof(mapping)};
	int ret = iiodma_memory_mapping(memory, memory == IIODMA_MEMORY_HEAP ? stream->heap : NULL, &mapping);

	if (ret < 0)
		return ret;

	struct iiodma_stream_info info = {
		.size = ret_info->size,
		.api = stream->ops->api,
		.memory = memory,
		.sync = config->sync,
		.heap = memory == IIODMA_MEMORY_HEAP ? stream->heap : NULL,
		.fallback_reason = stream->fallback_reason,
		.block_samples = stream->block_samples,
		.block_bytes = stream->block_samples * stream->scan.sample_bytes,
		.sample_bytes = stream->scan.sample_bytes,
		.alignment_bytes = iiodma_buffer_alignment_bytes(stream->buffer, &assumed),
		.block_rounded = stream->rounded,
		.block_fitted = stream->fitted,
		.depth_fixed = stream->ops->fixed_depth(stream->buffer) != 0,
		.depth = stream->depth,
		.wider_scan = stream->scan.wider,
		.can_pollfd = true,
		.can_block_fd = (stream->ops->caps & BACKEND_BLOCK_FD) != 0 && !stream->scan.wider,
		.can_cyclic = (stream->ops->caps & BACKEND_CYCLIC) != 0 && !stream_is_input(stream),
		.full_blocks_assumed = (stream->ops->caps & BACKEND_ASSUMES_FULL) != 0 && stream_is_input(stream),
		.mapping = mapping.effective,
		.mapping_origin = mapping.origin,
		.mapping_same_as = mapping.same_as,
	};
	info.alignment_assumed = assumed;
	if (stream->ops->request_blocks != NULL)
		info.request_blocks = stream->ops->request_blocks(stream->backend);
	memcpy(ret_info, &info, smaller(ret_info->size, sizeof(info)));
	return 0;
}

ssize_t iiodma_stream_channel_offset(const struct iiodma_stream *stream, const struct iiodma_channel *channel)
{
	for (size_t i = 0; configured(stream) && i < stream->scan.channel_count; i++)
		if (stream->scan.channels[i] == channel)
			return (ssize_t)stream->scan.offsets[i];
	return error_say(-EINVAL, "the channel is not part of the stream");
}

static void forget_motion(struct iiodma_stream *stream)
{
	stream->acquired = 0;
	stream->released = 0;
	stream->enabled = false;
	stream->cyclic_playing = false;
	stream->second_half = -1;
	for (unsigned int i = 0; i < stream->depth; i++) {
		stream->blocks[i].data = NULL;
		stream->blocks[i].synced = false;
	}
	stream->ops->reset(stream->backend);
}

static void clear_counts(struct iiodma_stream *stream)
{
	stream->stats = (struct iiodma_stream_stats){.size = sizeof(stream->stats)};
	stream->last_acquire_ns = -1;
	iiodma_histogram_reset(stream->intervals);
}

static int start_once(struct iiodma_stream *stream)
{
	forget_motion(stream);
	clear_counts(stream);
	if (stream_is_input(stream) || (stream->ops->caps & BACKEND_ENABLE_AT_START) != 0)
		return stream_enable(stream);
	return 0;
}

int iiodma_stream_start(struct iiodma_stream *stream)
{
	if (!configured(stream))
		return error_say(-EINVAL, "start: the stream is not configured");
	if (stream->started)
		return error_say(-EALREADY, "start: the stream is running");
	atomic_store(&stream->cancelled, false);
	sys->event_clear(stream->cancel_fd);

	int ret = start_once(stream);

	while (ret == -ENOMEM && (ret = stream_shrink(stream)) == 0)
		ret = start_once(stream);
	stream->started = ret == 0;
	if (stream->started)
		stream_watch_next(stream);
	return ret;
}

int iiodma_stream_stop(struct iiodma_stream *stream)
{
	if (!stream->started)
		return 0;
	stream_end_accesses(stream);
	stream->started = false;
	return stream_disable(stream);
}

void iiodma_stream_cancel(struct iiodma_stream *stream)
{
	int before = errno;

	if (stream != NULL) {
		atomic_store(&stream->cancelled, true);
		sys->event_set(stream->cancel_fd);
	}
	errno = before;
}

void iiodma_stream_close(struct iiodma_stream *stream)
{
	if (stream == NULL)
		return;
	forget_config(stream);
	if (stream->cancel_fd >= 0)
		sys->close(stream->cancel_fd);
	iiodma_histogram_free(stream->intervals);
	free(stream);
}

static int open_epoll(struct iiodma_stream *stream)
{
	int fd = sys->epoll_new();

	if (fd < 0)
		return error_set(fd, "make a descriptor for event loops");

	int ret = sys->epoll_set(fd, stream->cancel_fd, EPOLLIN);

	if (ret < 0) {
		sys->close(fd);
		return error_set(ret, "make a descriptor for event loops");
	}
	stream->epoll_fd = fd;
	stream->watched_fd = -1;
	stream_watch_next(stream);
	return 0;
}

int iiodma_stream_pollfd(struct iiodma_stream *stream)
{
	int ret = 0;

	if (!configured(stream))
		return error_say(-EINVAL, "pollfd: the stream is not configured");
	if (stream->epoll_fd < 0)
		ret = open_epoll(stream);
	return ret < 0 ? ret : stream->epoll_fd;
}

int iiodma_stream_stats(const struct iiodma_stream *stream, struct iiodma_stream_stats *ret_stats)
{
	if (ret_stats->size == 0)
		return error_say(-EINVAL, "stream stats need the size of the struct");

	struct iiodma_stream_stats stats = stream->stats;

	stats.size = ret_stats->size;
	if (configured(stream) && stream->ops->discarded_bytes != NULL)
		stats.discarded_samples = stream->ops->discarded_bytes(stream->backend) / stream->scan.kernel_bytes;
	if (configured(stream) && stream->ops->add_stats != NULL)
		stream->ops->add_stats(stream->backend, &stats);
	if (!stream->config.timed) {
		stats.sync_ns = -1;
		stats.enqueue_ns = -1;
	}
	memcpy(ret_stats, &stats, smaller(ret_stats->size, sizeof(stats)));
	return 0;
}

const struct iiodma_histogram *iiodma_stream_intervals(const struct iiodma_stream *stream)
{
	return stream->intervals;
}
