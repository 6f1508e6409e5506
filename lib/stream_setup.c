/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Configuring a stream: from what is wanted to blocks in memory, and all the way back. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <iiodma/error.h>
#include <iiodma/heap.h>

#include "buffer_node.h"
#include "device.h"
#include "error.h"
#include "stream.h"
#include "sys.h"

static int check_config(const struct iiodma_stream *stream)
{
	const struct iiodma_stream_config *config = &stream->config;

	if (config->channel_count == 0)
		return error_say(-EINVAL, "no channels: name at least one channel of %s", stream->buffer->device->name);
	if (config->depth < 1 || config->depth > IIODMA_DEPTH_MAX)
		return error_say(-EINVAL, "depth %u is out of range; valid are 1 to %u blocks", config->depth,
				 IIODMA_DEPTH_MAX);
	if (config->block_samples < 1)
		return error_say(-EINVAL, "a block needs at least 1 sample");
	if (config->cyclic && stream_is_input(stream))
		return error_say(-EINVAL, "cyclic works on outputs only, and buffer %u of %s is an input",
				 stream->buffer->index, stream->buffer->device->name);
	return 0;
}

/* Smallest number of samples whose bytes the device's alignment divides. */
static uint64_t samples_per_step(size_t sample_bytes, uint32_t alignment)
{
	uint64_t samples = 1;

	while (samples * sample_bytes % alignment != 0)
		samples++;
	return samples;
}

static int choose_block(struct iiodma_stream *stream)
{
	const size_t sample_bytes = stream->scan.kernel_bytes;
	uint64_t step = 1;
	uint64_t samples = stream->config.block_samples;

	if ((stream->ops->caps & BACKEND_NO_DEVICE) == 0)
		step = samples_per_step(sample_bytes, iiodma_buffer_alignment_bytes(stream->buffer, NULL));
	if (samples > IIODMA_BLOCK_BYTES_MAX / sample_bytes)
		return error_say(-EINVAL,
				 "a block of %" PRIu64 " samples of %zu bytes is too large; the limit is %" PRIu64
				 " bytes",
				 samples, sample_bytes, IIODMA_BLOCK_BYTES_MAX);
	stream->rounded = samples % step != 0;
	if (stream->rounded && stream->config.strict)
		return error_say(-EINVAL,
				 "a block of %" PRIu64 " samples does not keep the device's alignment of %" PRIu32
				 " bytes; valid are multiples of %" PRIu64 " samples",
				 samples, iiodma_buffer_alignment_bytes(stream->buffer, NULL), step);
	stream->block_samples = (samples + step - 1) / step * step;
	stream->block_bytes = (size_t)stream->block_samples * sample_bytes;
	return 0;
}

static int open_backend(struct iiodma_stream *stream)
{
	const struct backend_request request = {
		.buffer = stream->buffer,
		.fd = stream->fd,
		.cancel_fd = stream->cancel_fd,
		.memory = stream->config.memory == IIODMA_MEMORY_AUTO ? stream->ops->memory : stream->config.memory,
		.sync = stream->config.sync,
		.heap = stream->heap,
		.fds = stream->fds,
		.sample_bytes = stream->scan.kernel_bytes,
		.block_bytes = stream->block_bytes,
		.depth = stream->depth,
		.cyclic = stream->config.cyclic,
		.channels = stream->scan.channels,
		.channel_count = stream->scan.channel_count,
	};

	return stream->ops->open(&request, &stream->backend);
}

static void close_backend(struct iiodma_stream *stream)
{
	if (stream->backend != NULL)
		stream->ops->close(stream->backend);
	stream->backend = NULL;
}

static bool can_shrink(const struct iiodma_stream *stream)
{
	return stream->config.fit && stream->config.memory != IIODMA_MEMORY_FD && stream->config.block_samples > 1;
}

/* Blocks, as large as wanted or, with fit, as memory allows. */
static int get_blocks(struct iiodma_stream *stream)
{
	for (;;) {
		int ret = choose_block(stream);

		if (ret == 0)
			ret = open_backend(stream);
		if (ret != -ENOMEM || !can_shrink(stream))
			return ret;
		stream->config.block_samples = (stream->config.block_samples + 1) / 2;
		stream->fitted = true;
	}
}

static int write_lengths(struct iiodma_stream *stream)
{
	uint64_t length = stream->ops->length(stream->buffer, stream->block_samples, stream->depth);

	if (stream->buffer->path == NULL || (stream->ops->caps & BACKEND_NO_DEVICE) != 0)
		return 0;
	return settings_write_lengths(&stream->settings, stream->buffer->path, length, stream->block_samples);
}

static int make_block_table(struct iiodma_stream *stream)
{
	stream->blocks = calloc(stream->depth, sizeof(*stream->blocks));
	if (stream->scan.wider)
		stream->narrow = calloc(stream->depth, (size_t)stream->block_samples * stream->scan.sample_bytes);
	if (stream->blocks == NULL || (stream->scan.wider && stream->narrow == NULL))
		return error_set(-ENOMEM, "table of %u blocks", stream->depth);
	for (unsigned int i = 0; i < stream->depth; i++)
		stream->blocks[i] = (struct iiodma_block){.stream = stream, .index = i};
	return 0;
}

static int open_device(struct iiodma_stream *stream, const struct backend_ops *ops)
{
	if ((ops->caps & BACKEND_NO_DEVICE) != 0)
		return 0;
	if ((ops->caps & BACKEND_REMOTE) != 0 || stream->buffer->device->remote != NULL)
		return backend_check_place(stream->buffer->device, ops);
	if (stream->buffer->device->node == NULL)
		return error_say(-ENOTSUP, "%s: the built-in null device has no kernel buffer",
				 iiodma_api_name(ops->api));
	if (stream->fd < 0) {
		int fd = buffer_node_open(stream->buffer);

		if (fd < 0)
			return fd;
		stream->fd = fd;

		int ret = buffer_node_reclaim(stream->buffer);

		if (ret < 0)
			return ret;
	}
	return ops->probe(stream->buffer, stream->fd);
}

static int setup_with(struct iiodma_stream *stream, const struct backend_ops *ops)
{
	/* Without a device in this machine nothing of one is written, even if the channels belong to one. */
	const bool writes = (ops->caps & (BACKEND_NO_DEVICE | BACKEND_REMOTE)) == 0;
	struct settings *settings = writes ? &stream->settings : NULL;
	unsigned int fixed = ops->fixed_depth(stream->buffer);
	int ret = 0;

	if (stream->config.cyclic && (ops->caps & BACKEND_CYCLIC) == 0)
		ret = error_say(-ENOTSUP, "api %s cannot play a cyclic block; dmabuf can", iiodma_api_name(ops->api));
	if (ret == 0 && stream->config.prepare != NULL && (ops->caps & BACKEND_REMOTE) != 0)
		ret = error_say(-ENOTSUP, "blocks cannot be prepared on %s: a remote buffer is read ahead of them",
				stream->buffer->device->context->uri);
	if (ret == 0)
		ret = open_device(stream, ops);
	stream->ops = ops;
	stream->depth = fixed != 0 ? fixed : stream->config.depth;
	if (ret == 0)
		ret = scan_apply(settings, stream->buffer, stream->config.channels, stream->config.channel_count,
				 &stream->scan);
	if (ret == 0)
		ret = get_blocks(stream);
	if (ret == 0)
		ret = write_lengths(stream);
	if (ret == 0)
		ret = make_block_table(stream);
	return ret;
}

static int remember_reason(struct iiodma_stream *stream)
{
	free(stream->fallback_reason);
	stream->fallback_reason = strdup(iiodma_error_text());
	return stream->fallback_reason != NULL ? 0 : error_set(-ENOMEM, "configure");
}

/* A machine without any heap cannot; a heap that was named and is missing is a mistake to be told. */
static bool cannot(const struct iiodma_stream *stream, int error)
{
	char **names;
	bool none = false;

	if (error == -ENOENT && stream->config.heap == NULL && iiodma_heap_list(&names) >= 0) {
		none = names[0] == NULL;
		iiodma_heap_list_free(names);
	}
	return error == -ENOTSUP || none;
}

/* The first that can. Only "cannot" leads to the next one: busy, missing and out of memory are answers, not reasons to
 * do something else. */
static int setup_auto(struct iiodma_stream *stream)
{
	int ret = -ENOTSUP;

	if (stream->buffer->device->remote != NULL)
		return setup_with(stream, backend_find(IIODMA_API_LIBIIO));
	if (stream->buffer->device->node == NULL)
		return setup_with(stream, backend_find(IIODMA_API_NULL));
	for (size_t i = 0; backends[i] != NULL; i++) {
		if ((backends[i]->caps & BACKEND_AUTO) == 0)
			continue;
		ret = setup_with(stream, backends[i]);
		if (!cannot(stream, ret) || stream->config.memory != IIODMA_MEMORY_AUTO)
			return ret;

		int error = remember_reason(stream);

		if (error < 0)
			return error;
		scan_free(&stream->scan);
	}
	return ret;
}

int stream_setup(struct iiodma_stream *stream)
{
	const struct backend_ops *ops = backend_find(stream->config.api);
	int ret = check_config(stream);

	if (ret == 0 && stream->config.api == IIODMA_API_AUTO)
		ret = setup_auto(stream);
	else if (ret == 0)
		ret = ops != NULL ? setup_with(stream, ops)
				  : error_say(-EINVAL, "api %d is not known", (int)stream->config.api);
	if (ret < 0)
		stream_teardown(stream);
	return ret;
}

void stream_teardown(struct iiodma_stream *stream)
{
	close_backend(stream);
	/* Attributes of a buffer can be written while it is open, and the next user must find them restored. */
	settings_restore(&stream->settings);
	if (stream->fd >= 0)
		sys->close(stream->fd);
	stream->fd = -1;
	if (stream->epoll_fd >= 0)
		sys->close(stream->epoll_fd);
	stream->epoll_fd = -1;
	scan_free(&stream->scan);
	free(stream->blocks);
	free(stream->narrow);
	free(stream->fallback_reason);
	stream->blocks = NULL;
	stream->narrow = NULL;
	stream->fallback_reason = NULL;
	stream->ops = NULL;
	stream->rounded = false;
	stream->fitted = false;
}

/* Half the block, all anew: for memory that runs out only when the kernel allocates at enable. */
int stream_shrink(struct iiodma_stream *stream)
{
	if (!can_shrink(stream))
		return -ENOMEM;
	close_backend(stream);
	free(stream->blocks);
	free(stream->narrow);
	stream->blocks = NULL;
	stream->narrow = NULL;
	stream->config.block_samples = (stream->config.block_samples + 1) / 2;
	stream->fitted = true;

	int ret = get_blocks(stream);

	if (ret == 0)
		ret = write_lengths(stream);
	if (ret == 0)
		ret = make_block_table(stream);
	return ret;
}
