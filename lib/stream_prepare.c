/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the caller leaves in an input block before it is queued to be filled. */
#include "stream.h"

static int prepare(struct iiodma_stream *stream, unsigned int index, uint64_t sequence)
{
	const struct backend_ops *ops = stream->ops;
	void *data = NULL;
	int ret = ops->map(stream->backend, index, &data);

	if (ret == 0 && ops->begin_access != NULL)
		ret = stream_sync_block(stream, ops->begin_access, index, IIODMA_OUTPUT);
	if (ret < 0)
		return ret;
	stream->config.prepare(stream->config.prepare_context, sequence, data, stream->block_bytes);
	return ops->end_access != NULL ? stream_sync_block(stream, ops->end_access, index, IIODMA_OUTPUT) : 0;
}

int stream_queue_input(struct iiodma_stream *stream, unsigned int index, uint64_t sequence)
{
	int ret = stream->config.prepare != NULL ? prepare(stream, index, sequence) : 0;

	return ret == 0 ? stream_submit(stream, index, stream->block_bytes) : ret;
}
