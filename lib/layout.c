/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Where values lie in a sample: in order of scan index, each aligned to its own size (with repeats) counted from the
 * start of the sample, the whole padded to a multiple of the largest. The kernel computes the same; what differs here
 * is lost data. C60
 */
#include <errno.h>

#include <iiodma/buffer.h>
#include <iiodma/format.h>

#include "device.h"
#include "error.h"

static size_t round_up(size_t bytes, size_t multiple)
{
	return (bytes + multiple - 1) / multiple * multiple;
}

static size_t occurrences(struct iiodma_channel *const *channels, size_t count, const struct iiodma_channel *wanted)
{
	size_t found = 0;

	for (size_t i = 0; i < count; i++)
		found += channels[i] == wanted;
	return found;
}

/* Are @channels some of @buffer's, each named once? */
static int check_selection(const struct iiodma_buffer *buffer, struct iiodma_channel *const *channels, size_t count)
{
	if (count == 0)
		return error_say(-EINVAL, "no channels: a sample of no values has no size");
	for (size_t i = 0; i < count; i++) {
		if (!channels[i] || channels[i]->buffer != buffer)
			return error_say(-EINVAL, "channel %s is not of buffer %u of %s",
					 channels[i] ? channels[i]->id : "NULL", buffer->index, buffer->device->name);
		if (occurrences(channels, count, channels[i]) > 1)
			return error_say(-EINVAL, "channel %s is named twice", channels[i]->id);
	}
	return 0;
}

/* Offsets for a checked selection: walking the buffer's channels gives the order of scan indexes. */
static ssize_t lay_out(const struct iiodma_buffer *buffer, struct iiodma_channel *const *enabled, size_t enabled_count,
		       struct iiodma_channel *const *channels, size_t count, size_t *ret_offsets)
{
	size_t size = 0, largest = 1;

	for (size_t i = 0; i < buffer->channel_count; i++) {
		const struct iiodma_channel *channel = buffer->channels[i];
		size_t bytes;
		int r;

		if (!occurrences(enabled, enabled_count, channel))
			continue;
		r = channel_check(channel);
		if (r < 0)
			return r;

		bytes = iiodma_format_bytes(channel->format);
		size = round_up(size, bytes);
		for (size_t j = 0; j < count; j++) {
			if (channels[j] == channel)
				ret_offsets[j] = size;
		}
		size += bytes;
		if (bytes > largest)
			largest = bytes;
	}
	return (ssize_t)round_up(size, largest);
}

ssize_t layout_offsets(struct iiodma_channel *const *enabled, size_t enabled_count,
		       struct iiodma_channel *const *channels, size_t count, size_t *ret_offsets)
{
	const struct iiodma_buffer *buffer = enabled_count > 0 && enabled[0] ? enabled[0]->buffer : NULL;
	int r;

	if (!buffer)
		return error_say(-EINVAL, "no channels: a sample of no values has no size");
	r = check_selection(buffer, enabled, enabled_count);
	if (r < 0)
		return r;
	for (size_t i = 0; i < count; i++) {
		if (!occurrences(enabled, enabled_count, channels[i]))
			return error_say(-EINVAL, "channel %s is not part of the sample", channels[i]->id);
	}
	return lay_out(buffer, enabled, enabled_count, channels, count, ret_offsets);
}

ssize_t iiodma_buffer_sample_bytes(const struct iiodma_buffer *buffer, struct iiodma_channel *const *channels,
				   size_t count)
{
	int r = check_selection(buffer, channels, count);

	return r < 0 ? r : lay_out(buffer, channels, count, NULL, 0, NULL);
}
