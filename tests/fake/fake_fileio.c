/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * read() and write() on a DMA buffer: exactly two blocks of half the length each. next_dequeue is not reset when the buffer is
 * disabled: after an odd number of dequeued blocks the next run hands out the second block first. That is Linux's fault, kept.
 */
#include "fake.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static void submit(struct fake_buffer *buffer, struct fake_block *block)
{
	struct fake_transfer *transfer = fake_new(sizeof(*transfer));

	if (buffer->direction == IIODMA_INPUT)
		block->used = block->size;
	*transfer = (struct fake_transfer){.block = block, .bytes = block->used};
	fake_dma_submit(buffer, transfer);
}

void fake_fileio_free(struct fake_buffer *buffer)
{
	for (unsigned int i = 0; i < 2; i++) {
		free(buffer->blocks[i].data);
		buffer->blocks[i] = (struct fake_block){0};
	}
	buffer->current = NULL;
}

/* On enable, before the converter starts: two fresh blocks, queued for input, ready to be written for output. */
void fake_fileio_update(struct fake_buffer *buffer)
{
	size_t size = (buffer->sample_bytes * (size_t)buffer->length + 1) / 2;

	buffer->fileio = buffer->dmabuf_count == 0;
	if (!buffer->fileio)
		return;
	buffer->current = NULL;
	for (unsigned int i = 0; i < 2; i++) {
		struct fake_block *block = &buffer->blocks[i];

		if (block->size != size) {
			free(block->data);
			block->data = fake_new(size);
		}
		*block = (struct fake_block){.data = block->data, .size = size, .used = size, .state = FAKE_DONE};
		if (buffer->direction == IIODMA_INPUT)
			submit(buffer, block);
	}
}

size_t fake_fileio_usage(const struct fake_buffer *buffer)
{
	size_t bytes = buffer->current ? buffer->current->size : 0;

	for (unsigned int i = 0; i < 2; i++) {
		const struct fake_block *block = &buffer->blocks[i];

		if (block != buffer->current && block->data && block->state == FAKE_DONE)
			bytes += block->size;
	}
	return bytes;
}

static struct fake_block *dequeue(struct fake_buffer *buffer)
{
	struct fake_block *block = &buffer->blocks[buffer->next_dequeue];

	if (!block->data) {
		fake_accident(
			"read() or write() on a DMA buffer that has no blocks: Linux follows a null pointer here");
		return NULL;
	}
	if (block->state != FAKE_DONE)
		return NULL;
	buffer->next_dequeue = (buffer->next_dequeue + 1) % 2;
	return block;
}

ssize_t fake_fileio_move(struct fake_buffer *buffer, void *to_user, const void *from_user, size_t bytes)
{
	struct fake_block *block = buffer->current;
	size_t left;

	if (bytes < buffer->sample_bytes && !buffer->how.read_count)
		return -EINVAL;
	if (!block) {
		block = dequeue(buffer);
		if (!block)
			return 0;
		buffer->current = block;
		buffer->current_position = 0;
	}
	/* a scripted read may end inside a sample: some drivers do */
	if (!buffer->how.read_count)
		bytes -= bytes % buffer->sample_bytes;
	left = block->used - buffer->current_position;
	if (bytes > left)
		bytes = left;
	if (to_user)
		memcpy(to_user, block->data + buffer->current_position, bytes);
	else
		memcpy(block->data + buffer->current_position, from_user, bytes);
	buffer->current_position += bytes;
	if (buffer->current_position == block->used) {
		buffer->current = NULL;
		submit(buffer, block);
	}
	return (ssize_t)bytes;
}
