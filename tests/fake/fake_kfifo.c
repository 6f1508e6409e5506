/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A kfifo buffer: one queue of `length` samples that the converter feeds or drains sample by sample. */
#include "fake.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

void fake_kfifo_update(struct fake_buffer *buffer)
{
	free(buffer->queue);
	buffer->queue_size = 1;
	while (buffer->queue_size < buffer->length)
		buffer->queue_size *= 2; /* as kfifo does */
	buffer->queue = fake_new((size_t)buffer->queue_size * buffer->sample_bytes);
	buffer->queue_head = buffer->queue_count = 0;
}

static uint8_t *slot(const struct fake_buffer *buffer, uint64_t place)
{
	return buffer->queue + (size_t)(place % buffer->queue_size) * buffer->sample_bytes;
}

/* Samples the converter has taken or given by @now. With no rate it always keeps the queue full, or empty. */
static uint64_t samples_passed(const struct fake_buffer *buffer, int64_t now)
{
	uint64_t passed;

	if (buffer->how.rate > 0)
		passed = (uint64_t)((long double)(now - buffer->start_ns) * buffer->how.rate / 1e9L + 1e-6L);
	else
		passed =
			buffer->position + (buffer->direction == IIODMA_INPUT ? buffer->queue_size - buffer->queue_count
									      : buffer->queue_count);
	if (buffer->how.stop_block != FAKE_NEVER && passed > buffer->how.stop_block)
		passed = buffer->how.stop_block;
	return passed;
}

static void take_in(struct fake_buffer *buffer)
{
	if (buffer->queue_count == buffer->queue_size) {
		buffer->lost++;
		return;
	}
	fake_samples_fill(buffer, buffer->position, slot(buffer, buffer->queue_head + buffer->queue_count),
			  buffer->sample_bytes);
	buffer->queue_count++;
}

static void play_out(struct fake_buffer *buffer)
{
	if (!buffer->queue_count)
		return;
	fake_samples_play(buffer, slot(buffer, buffer->queue_head), buffer->sample_bytes);
	buffer->queue_head++;
	buffer->queue_count--;
}

void fake_kfifo_run(struct fake_buffer *buffer, int64_t now)
{
	uint64_t passed;

	if (!buffer->enabled)
		return;
	passed = samples_passed(buffer, now);
	while (buffer->position < passed) {
		if (buffer->direction == IIODMA_INPUT)
			take_in(buffer);
		else
			play_out(buffer);
		buffer->position++;
	}
}

/* When somebody who waits for the buffer may have something to do: the watermark reached, or a place free. */
int64_t fake_kfifo_next(const struct fake_buffer *buffer)
{
	uint64_t samples = 1;

	if (!buffer->enabled || buffer->how.rate <= 0 ||
	    (buffer->how.stop_block != FAKE_NEVER && buffer->position >= buffer->how.stop_block))
		return FAKE_FOREVER;
	if (buffer->direction == IIODMA_INPUT) {
		if (buffer->queue_count >= buffer->watermark)
			return FAKE_FOREVER;
		samples = buffer->watermark - buffer->queue_count;
	}
	return buffer->start_ns + (int64_t)((long double)(buffer->position + samples) * 1e9L / buffer->how.rate + 0.5L);
}

ssize_t fake_kfifo_read(struct fake_buffer *buffer, void *data, size_t bytes)
{
	uint8_t *to = data;
	size_t read = 0;

	if (bytes < buffer->sample_bytes)
		return -EINVAL;
	while (buffer->queue_count && bytes - read >= buffer->sample_bytes) {
		memcpy(to + read, slot(buffer, buffer->queue_head), buffer->sample_bytes);
		buffer->queue_head++;
		buffer->queue_count--;
		read += buffer->sample_bytes;
	}
	fake_kfifo_run(buffer, fake_now());
	return (ssize_t)read;
}

ssize_t fake_kfifo_write(struct fake_buffer *buffer, const void *data, size_t bytes)
{
	const uint8_t *from = data;
	size_t written = 0;

	if (bytes < buffer->sample_bytes)
		return -EINVAL;
	while (buffer->queue_count < buffer->queue_size && bytes - written >= buffer->sample_bytes) {
		memcpy(slot(buffer, buffer->queue_head + buffer->queue_count), from + written, buffer->sample_bytes);
		buffer->queue_count++;
		written += buffer->sample_bytes;
	}
	fake_kfifo_run(buffer, fake_now());
	return (ssize_t)written;
}
