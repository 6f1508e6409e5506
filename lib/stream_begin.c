/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The first blocks of an output stream, and whether the DMA controller takes them.
 *
 * A block it refuses looks like one played at once (see transfer.h), and only a second enqueue of the same block tells them
 * apart. No converter of this world plays a block within a system call, so a block that is still pending after its
 * enqueue was taken. When the first one is done already, the last of the first blocks goes through its memory instead of
 * its own: every sample is played once, in order, and the kernel has to say whether the first block was taken. A single
 * block is cut in two for that. Blocks behind a pending one cannot be done, those that are were refused.
 *
 * What stays undecided: blocks other than the first, on a converter that is faster than system calls; the second round of
 * the ring decides it.
 */
#include <errno.h>
#include <string.h>

#include "stream.h"

static bool is_done(const struct iiodma_stream *stream, unsigned int index)
{
	return stream->ops->is_done(stream->backend, index);
}

static int refused(const struct iiodma_stream *stream, unsigned int index)
{
	return stream->ops->refused(stream->backend, index, stream->blocks[index].padded_bytes);
}

/* The first @bytes of block @from from @offset on become the beginning of block @to. */
static int copy_between(struct iiodma_stream *stream, unsigned int to, unsigned int from, size_t offset, size_t bytes)
{
	void *target = NULL, *source = NULL;
	int ret = stream->ops->map(stream->backend, to, &target);

	if (ret == 0)
		ret = stream->ops->map(stream->backend, from, &source);
	if (ret == 0)
		ret = stream_sync_block(stream, stream->ops->begin_access, to, IIODMA_OUTPUT);
	if (ret < 0)
		return ret;
	memcpy(target, (const unsigned char *)source + offset, bytes);
	stream->blocks[to].padded_bytes = bytes;
	return stream_sync_block(stream, stream->ops->end_access, to, IIODMA_OUTPUT);
}

/* One block alone becomes two, where a block that nobody holds is left. */
static int split_single(struct iiodma_stream *stream)
{
	struct iiodma_block *first = &stream->blocks[0];
	const unsigned int spare = (unsigned int)stream->acquired;
	const size_t granule = stream->ops->output_granule(stream->backend);
	const size_t half = first->padded_bytes / 2 / granule * granule;
	int ret;

	if (stream->released != 1 || spare >= stream->depth || half == 0)
		return 0;
	ret = copy_between(stream, spare, 0, half, first->padded_bytes - half);
	if (ret < 0)
		return ret;
	first->padded_bytes = half;
	stream->second_half = (int)spare;
	return 0;
}

/* The first block was done at once: what block @last holds is played from its memory. */
static int play_through_first(struct iiodma_stream *stream, unsigned int last)
{
	const struct wait_limit forever = {.timeout_ns = -1};
	const size_t bytes = stream->blocks[last].padded_bytes;
	int ret = copy_between(stream, 0, last, 0, bytes);

	if (ret == 0)
		ret = stream_submit(stream, 0, bytes);
	/* The ring goes on as if the blocks had been played in their order. */
	return ret == 0 ? stream->ops->drain(stream->backend, 0, &forever) : ret;
}

/* Not when block 0 is done as well: then everything may be. */
static bool cannot_be_done(const struct iiodma_stream *stream, unsigned int index)
{
	return index != 0 && is_done(stream, index) && !is_done(stream, 0);
}

static int look_behind_pending(struct iiodma_stream *stream, unsigned int count, unsigned int last)
{
	for (unsigned int i = 1; i < count - 1; i++)
		if (cannot_be_done(stream, i))
			return refused(stream, i);
	return cannot_be_done(stream, last) ? refused(stream, last) : 0;
}

/* Submit the first blocks but the last. Returns 0, 1 when the first of them was done at once, or -errno. */
static int submit_all_but_last(struct iiodma_stream *stream, unsigned int count)
{
	bool at_once = false;
	int ret = 0;

	for (unsigned int i = 0; ret == 0 && i < count - 1; i++) {
		ret = stream_submit(stream, i, stream->blocks[i].padded_bytes);
		if (i == 0 && ret == 0)
			at_once = stream->ops->is_done != NULL && is_done(stream, 0);
	}
	return ret < 0 ? ret : at_once;
}

int stream_begin_output(struct iiodma_stream *stream)
{
	const bool told_apart = stream->ops->is_done != NULL;
	unsigned int count = (unsigned int)stream->released, last = count - 1;
	int ret = 0;

	if (count == 0)
		return 0;
	if (told_apart && !stream->config.cyclic)
		ret = split_single(stream);
	if (stream->second_half >= 0) {
		last = (unsigned int)stream->second_half;
		count = 2;
	}
	if (ret == 0)
		ret = submit_all_but_last(stream, count);
	if (ret > 0)
		return play_through_first(stream, last);
	if (ret == 0)
		ret = stream_submit(stream, last, stream->blocks[last].padded_bytes);
	if (ret < 0 || !told_apart)
		return ret;
	if (stream->config.cyclic)
		return is_done(stream, 0) ? refused(stream, 0) : 0;
	return look_behind_pending(stream, count, last);
}

int stream_settle_second_half(struct iiodma_stream *stream, const struct wait_limit *limit)
{
	int ret = 0;

	if (stream->second_half < 0)
		return 0;
	ret = stream->ops->drain(stream->backend, (unsigned int)stream->second_half, limit);
	if (ret < 0)
		return ret;
	stream->second_half = -1;
	stream->ops->reset(stream->backend); /* it has seen one block more than the ring */
	return 0;
}
