/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the converters deliver and what they got to play. */
#include "fake.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PLAYED_KEPT_MAX ((size_t)64 << 20)

bool fake_channel_parse(struct fake_channel *channel, const char *format)
{
	char endian, sign;

	channel->repeat = 1;
	if (sscanf(format, "%ce:%c%u/%uX%u>>%u", &endian, &sign, &channel->bits, &channel->storage, &channel->repeat,
		   &channel->shift) != 6 &&
	    sscanf(format, "%ce:%c%u/%u>>%u", &endian, &sign, &channel->bits, &channel->storage, &channel->shift) != 5)
		return false;
	channel->big_endian = endian == 'b';
	return true;
}

static size_t channel_bytes(const struct fake_channel *channel)
{
	return (size_t)channel->storage / 8 * channel->repeat;
}

static size_t round_up(size_t value, size_t multiple)
{
	return (value + multiple - 1) / multiple * multiple;
}

/* As the kernel's iio_compute_scan_bytes(): each element aligned to its own size, the whole to the largest. */
size_t fake_sample_layout(struct fake_buffer *buffer)
{
	size_t bytes = 0, largest = 1;

	for (size_t i = 0; i < buffer->channel_count; i++) {
		struct fake_channel *channel = &buffer->channels[i];
		size_t size = channel_bytes(channel);

		if (!channel->enabled)
			continue;
		channel->offset = round_up(bytes, size);
		bytes = channel->offset + size;
		if (size > largest)
			largest = size;
	}
	return round_up(bytes, largest);
}

static void store(const struct fake_channel *channel, uint8_t *to, uint64_t value)
{
	unsigned int bytes = channel->storage / 8;

	if (channel->bits < 64)
		value &= (UINT64_C(1) << channel->bits) - 1;
	value <<= channel->shift;
	for (unsigned int i = 0; i < bytes; i++)
		to[channel->big_endian ? bytes - 1 - i : i] = (uint8_t)(i < 8 ? value >> (8 * i) & 0xff : 0);
}

static uint64_t value_at(const struct fake_buffer *buffer, const struct fake_channel *channel, uint64_t sample)
{
	if (strcmp(channel->id, "timestamp") == 0)
		return buffer->how.rate > 0 ? (uint64_t)((double)sample * 1e9 / buffer->how.rate) : sample;
	if (buffer->how.pattern == FAKE_ZEROS)
		return 0;
	if (buffer->how.pattern == FAKE_VALUES)
		return 1000 * (uint64_t)channel->scan_index + sample;
	return channel->scan_index & 1 ? (sample >> 16) & 0xffff : sample & 0xffff;
}

/* The counter fills all 16 bits of the container, as the test mode of the converter does, whatever width it announces. */
static void store_value(const struct fake_buffer *buffer, const struct fake_channel *channel, uint8_t *to,
			uint64_t value)
{
	struct fake_channel whole = *channel;

	if (buffer->how.pattern == FAKE_RAMP && channel->storage == 16) {
		whole.bits = 16;
		whole.shift = 0;
	}
	store(&whole, to, value);
}

/* Little-endian I/Q pairs are 32-bit counters: the case that must keep up with gigabytes. How many pairs; 0 = not that case. */
static size_t plain_pairs(const struct fake_buffer *buffer)
{
	size_t found = 0;

	if (buffer->how.pattern != FAKE_RAMP || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__)
		return 0;
	for (size_t i = 0; i < buffer->channel_count; i++) {
		const struct fake_channel *channel = &buffer->channels[i];

		if (!channel->enabled)
			continue;
		if (channel->storage != 16 || channel->repeat != 1 || channel->big_endian ||
		    channel->scan_index % 2 != found % 2)
			return 0;
		found++;
	}
	return found % 2 ? 0 : found / 2;
}

static void fill_sample(const struct fake_buffer *buffer, uint8_t *to, uint64_t sample)
{
	for (size_t i = 0; i < buffer->channel_count; i++) {
		const struct fake_channel *channel = &buffer->channels[i];

		if (!channel->enabled)
			continue;
		for (unsigned int k = 0; k < channel->repeat; k++)
			store_value(buffer, channel, to + channel->offset + k * (channel->storage / 8),
				    value_at(buffer, channel, sample));
	}
}

void fake_samples_fill(struct fake_buffer *buffer, uint64_t first, void *data, size_t bytes)
{
	size_t count = bytes / buffer->sample_bytes, pairs = plain_pairs(buffer);
	uint32_t *words = data, counter;

	first += buffer->how.first_sample;
	counter = (uint32_t)first;
	if (pairs) {
		for (size_t i = 0; i < count; i++)
			for (size_t pair = 0; pair < pairs; pair++)
				*words++ = counter + (uint32_t)i;
		return;
	}
	memset(data, 0, bytes);
	for (size_t i = 0; i < count; i++)
		fill_sample(buffer, (uint8_t *)data + i * buffer->sample_bytes, first + i);
}

static void keep_played(struct fake_buffer *buffer, const void *data, size_t bytes)
{
	if (buffer->played_kept + bytes > buffer->played_room) {
		buffer->played_room = 2 * (buffer->played_kept + bytes);
		buffer->played = fake_grow(buffer->played, buffer->played_room);
	}
	memcpy(buffer->played + buffer->played_kept, data, bytes);
	buffer->played_kept += bytes;
}

void fake_samples_play(struct fake_buffer *buffer, const void *data, size_t bytes)
{
	size_t room = PLAYED_KEPT_MAX - buffer->played_kept;

	keep_played(buffer, data, bytes < room ? bytes : room);
	buffer->played_bytes += bytes;
	if (buffer->played_fd >= 0 && write(buffer->played_fd, data, bytes) != (ssize_t)bytes)
		fake_accident("cannot record what was played");
}

const uint8_t *fake_played(struct fake_buffer *buffer, size_t *ret_bytes)
{
	const uint8_t *played;

	fake_lock();
	fake_run_until_now();
	*ret_bytes = buffer->played_kept;
	played = buffer->played;
	fake_unlock();
	return played;
}

uint64_t fake_played_bytes(struct fake_buffer *buffer)
{
	uint64_t bytes;

	fake_lock();
	fake_run_until_now();
	bytes = buffer->played_bytes;
	fake_unlock();
	return bytes;
}

void fake_played_to(struct fake_buffer *buffer, int fd)
{
	fake_lock();
	buffer->played_fd = fd;
	fake_unlock();
}
