/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The DMA controller and the converter behind it: blocks are taken in order, each ready when the sample clock has passed its last
 * sample. What passes while no block is queued is lost, beyond the converter's own FIFO, and raises the status bit.
 */
#include "fake.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define OVERFLOW_BIT (UINT32_C(1) << 2)
#define UNDERFLOW_BIT (UINT32_C(1) << 0)

static void set_state(struct fake_transfer *transfer, enum fake_state state)
{
	if (transfer->block)
		transfer->block->state = state;
	else
		transfer->attachment->state = state;
}

static void append(struct fake_buffer *buffer, struct fake_transfer *transfer)
{
	transfer->next = NULL;
	*buffer->end = transfer;
	buffer->end = &transfer->next;
}

static void remove_first(struct fake_buffer *buffer)
{
	buffer->first = buffer->first->next;
	if (!buffer->first)
		buffer->end = &buffer->first;
}

static void end_transfer(struct fake_transfer *transfer, int error, enum fake_state state)
{
	set_state(transfer, state);
	if (transfer->attachment) {
		fake_fence_signal(transfer->attachment->dmabuf, transfer->fence, error);
		fake_attachment_put(transfer->attachment);
	}
	free(transfer);
}

static void make_active(struct fake_transfer *transfer)
{
	set_state(transfer, FAKE_ACTIVE);
	transfer->submitted_ns = fake_now();
}

static bool is_refused(const struct fake_buffer *buffer, const struct fake_transfer *transfer)
{
	return buffer->enabled && transfer->attachment && buffer->how.refuse_above > 0 &&
	       transfer->bytes > buffer->how.refuse_above;
}

void fake_dma_submit(struct fake_buffer *buffer, struct fake_transfer *transfer)
{
	if (is_refused(buffer, transfer)) {
		/* the fence ends, the state stays: this block can never be queued again */
		end_transfer(transfer, -ENOMEM, FAKE_ACTIVE);
		return;
	}
	append(buffer, transfer);
	/* hardware gone: in limbo, on no list the controller looks at, never done */
	if (buffer->device->gone || !buffer->enabled) {
		set_state(transfer, FAKE_QUEUED);
		return;
	}
	make_active(transfer);
	fake_dma_run(buffer, fake_now());
}

void fake_dma_enable(struct fake_buffer *buffer)
{
	for (struct fake_transfer *transfer = buffer->first; transfer; transfer = transfer->next)
		make_active(transfer);
	fake_dma_run(buffer, fake_now());
}

void fake_dma_forget(struct fake_buffer *buffer)
{
	while (buffer->first) {
		struct fake_transfer *transfer = buffer->first;

		remove_first(buffer);
		end_transfer(transfer, -ENODEV, FAKE_DONE);
	}
}

/* Disabling: all unfinished transfers end with -EINTR and count as empty. */
void fake_dma_abort(struct fake_buffer *buffer)
{
	while (buffer->first) {
		struct fake_transfer *transfer = buffer->first;

		remove_first(buffer);
		if (transfer->block)
			transfer->block->used = 0;
		end_transfer(transfer, -EINTR, FAKE_DONE);
	}
	buffer->fileio = false;
}

static uint64_t samples_at(const struct fake_buffer *buffer, int64_t time_ns)
{
	return (uint64_t)((long double)(time_ns - buffer->start_ns) * buffer->how.rate / 1e9L);
}

static int64_t time_of(const struct fake_buffer *buffer, uint64_t sample)
{
	return buffer->start_ns + (int64_t)((long double)sample * 1e9L / buffer->how.rate + 0.5L);
}

static void lose(struct fake_buffer *buffer, uint64_t samples)
{
	buffer->position += samples;
	buffer->lost += samples;
	buffer->device->status |= buffer->direction == IIODMA_INPUT ? OVERFLOW_BIT : UNDERFLOW_BIT;
}

static int64_t link_ns(const struct fake_behaviour *how, size_t bytes)
{
	if (how->link_bytes_per_second <= 0)
		return 0;
	return how->link_block_ns + (int64_t)((double)bytes * 1e9 / how->link_bytes_per_second);
}

/* The block comes to the head of the queue: what was lost before it, and when will it be done? */
static void begin(struct fake_buffer *buffer, struct fake_transfer *transfer)
{
	const struct fake_behaviour *how = &buffer->how;
	int64_t from = transfer->submitted_ns > buffer->free_ns ? transfer->submitted_ns : buffer->free_ns;
	uint64_t samples = transfer->bytes / buffer->sample_bytes;
	bool first = buffer->begun == 0;

	if (how->rate > 0) {
		uint64_t passed = samples_at(buffer, from);

		if (passed > buffer->position + how->fifo_samples) {
			/* before the first output block nothing is missed: the converter has not begun to play */
			if (first && buffer->direction == IIODMA_OUTPUT)
				buffer->position = passed;
			else
				lose(buffer, passed - buffer->position);
		}
	}
	if (how->drop_block == buffer->begun)
		lose(buffer, samples);
	transfer->due_ns =
		how->rate > 0 ? time_of(buffer, buffer->position + samples) : from + link_ns(how, transfer->bytes);
	if (how->delay_block == buffer->begun)
		transfer->due_ns += how->delay_ns;
	if (transfer->due_ns < buffer->free_ns)
		transfer->due_ns = buffer->free_ns;
	if (transfer->cyclic)
		transfer->due_ns = FAKE_FOREVER;
	transfer->begun = true;
	buffer->begun++;
}

static uint8_t *memory_of(const struct fake_transfer *transfer)
{
	return transfer->block ? transfer->block->data : transfer->attachment->dmabuf->device;
}

static void fill(struct fake_buffer *buffer, struct fake_transfer *transfer)
{
	const struct fake_behaviour *how = &buffer->how;
	uint8_t *memory = memory_of(transfer);
	size_t bytes = transfer->bytes;

	if (how->short_block == buffer->done && how->short_bytes < bytes)
		bytes = (size_t)how->short_bytes;
	if (how->stale_block != buffer->done && !how->stale_always)
		fake_samples_fill(buffer, buffer->position, memory,
				  how->hole_block == buffer->done ? bytes - (size_t)how->hole_bytes : bytes);
	if (how->corrupt_block == buffer->done)
		memory[bytes / 2] ^= 0xff;
	if (transfer->block)
		transfer->block->used = bytes;
}

static void finish(struct fake_buffer *buffer)
{
	struct fake_transfer *transfer = buffer->first;
	const struct fake_behaviour *how = &buffer->how;

	if (buffer->direction == IIODMA_INPUT)
		fill(buffer, transfer);
	else
		fake_samples_play(buffer, memory_of(transfer), transfer->bytes);
	buffer->position += transfer->bytes / buffer->sample_bytes;
	buffer->free_ns = transfer->due_ns;
	buffer->done++;
	if (how->status_every && buffer->done % how->status_every == 0)
		buffer->device->status |= buffer->direction == IIODMA_INPUT ? OVERFLOW_BIT : UNDERFLOW_BIT;
	remove_first(buffer);
	end_transfer(transfer, 0, FAKE_DONE);
}

static bool stopped(const struct fake_buffer *buffer)
{
	return buffer->how.stop_block != FAKE_NEVER && buffer->done >= buffer->how.stop_block;
}

void fake_dma_run(struct fake_buffer *buffer, int64_t now)
{
	while (buffer->enabled && buffer->first && !stopped(buffer)) {
		if (!buffer->first->begun)
			begin(buffer, buffer->first);
		if (buffer->first->due_ns > now)
			break;
		if (buffer->how.unplug_block == buffer->done) {
			fake_device_remove(buffer->device);
			break;
		}
		if (buffer->how.abort_block == buffer->done) {
			fake_buffer_enable(buffer, false);
			break;
		}
		finish(buffer);
	}
}

int64_t fake_dma_next(struct fake_buffer *buffer)
{
	if (!buffer->enabled || !buffer->first || stopped(buffer))
		return FAKE_FOREVER;
	return buffer->first->begun ? buffer->first->due_ns : fake_now();
}
