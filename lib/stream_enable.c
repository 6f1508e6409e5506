/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Enabling and disabling the buffer of a stream, and the blocks it begins with. */
#include "buffer_node.h"
#include "stream.h"
#include "sys.h"

int stream_submit(struct iiodma_stream *stream, unsigned int index, size_t bytes)
{
	const bool timed = stream->config.timed;
	const int64_t start_ns = timed ? sys->clock_ns() : 0;
	int ret = stream->ops->submit(stream->backend, index, bytes, stream->config.cyclic);

	if (timed)
		stream->stats.enqueue_ns += sys->clock_ns() - start_ns;
	if (ret == 0 && (stream->ops->caps & BACKEND_BLOCK_FD) != 0)
		stream->stats.enqueues++;
	return ret;
}

/* Input: every block, to be filled. Output: what was given back while the buffer was not yet enabled. */
static int submit_waiting(struct iiodma_stream *stream)
{
	int ret = 0;

	if (!stream_is_input(stream))
		return stream_begin_output(stream);
	for (unsigned int i = 0; ret == 0 && i < stream->depth; i++)
		ret = stream_queue_input(stream, i, i);
	return ret;
}

static int enable_buffer(struct iiodma_stream *stream)
{
	int ret = 0;

	if (stream->ops->enable != NULL)
		ret = stream->ops->enable(stream->backend);
	else if ((stream->ops->caps & BACKEND_NO_DEVICE) == 0)
		ret = buffer_node_enable(stream->buffer);
	stream->enabled = ret == 0;
	return ret;
}

static int check_start(struct iiodma_stream *stream)
{
	const uint64_t count = stream_is_input(stream) ? stream->depth : stream->released;

	return stream->ops->check_start != NULL ? stream->ops->check_start(stream->backend, (unsigned int)count) : 0;
}

/* The blocks are in order, but the check has cost the first samples: start once more, unchecked. */
static int start_again(struct iiodma_stream *stream)
{
	int ret = stream_disable(stream);

	if (ret == 0) {
		stream->ops->reset(stream->backend);
		ret = enable_buffer(stream);
	}
	return ret == 0 ? submit_waiting(stream) : ret;
}

/*
 * The buffer is enabled with nothing queued. The kernel (7.3 still) never lets go of blocks queued for an enable that
 * fails or does not come, not even when they are detached: they would swallow the next user's first data, and a read()
 * by him would make the kernel follow a null pointer.
 */
int stream_enable(struct iiodma_stream *stream)
{
	int ret;

	if (stream->enabled)
		return 0;
	ret = enable_buffer(stream);
	if (ret < 0)
		return ret;
	ret = submit_waiting(stream);
	if (ret == 0)
		ret = check_start(stream);
	if (ret > 0)
		ret = start_again(stream);
	if (ret < 0)
		(void)stream_disable(stream);
	return ret;
}

int stream_disable(struct iiodma_stream *stream)
{
	int ret = 0;

	if (stream->enabled && stream->ops->disable != NULL)
		ret = stream->ops->disable(stream->backend);
	else if (stream->enabled && (stream->ops->caps & BACKEND_NO_DEVICE) == 0)
		ret = buffer_node_disable(stream->buffer);
	stream->enabled = false;
	return ret;
}
