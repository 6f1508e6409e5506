/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What is known of a buffer, and finding channels in it. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <iiodma/buffer.h>

#include "device.h"
#include "error.h"

/* Enough for every DMA engine met; only used where the kernel does not say. */
#define ALIGNMENT_ASSUMED 8

void buffer_free(struct iiodma_buffer *buffer)
{
	if (!buffer)
		return;
	for (size_t i = 0; i < buffer->channel_count; i++)
		channel_free(buffer->channels[i]);
	free(buffer->channels);
	free(buffer->path);
	free(buffer);
}

unsigned int iiodma_buffer_index(const struct iiodma_buffer *buffer)
{
	return buffer->index;
}

enum iiodma_direction iiodma_buffer_direction(const struct iiodma_buffer *buffer)
{
	return buffer->direction;
}

struct iiodma_device *iiodma_buffer_device(const struct iiodma_buffer *buffer)
{
	return buffer->device;
}

size_t iiodma_buffer_channel_count(const struct iiodma_buffer *buffer)
{
	return buffer->channel_count;
}

struct iiodma_channel *iiodma_buffer_channel(const struct iiodma_buffer *buffer, size_t position)
{
	return position < buffer->channel_count ? buffer->channels[position] : NULL;
}

uint32_t iiodma_buffer_alignment_bytes(const struct iiodma_buffer *buffer, bool *ret_assumed)
{
	bool assumed = buffer->alignment_bytes == 0;

	if (ret_assumed)
		*ret_assumed = assumed;
	return assumed ? ALIGNMENT_ASSUMED : buffer->alignment_bytes;
}

/* "voltage0" or, as sysfs has it, "in_voltage0" */
static bool has_id(const struct iiodma_channel *channel, const char *name)
{
	const char *direction = iiodma_direction_name(channel->buffer->direction);
	size_t length = strlen(direction);

	if (strncmp(name, direction, length) == 0 && name[length] == '_')
		name += length + 1;
	return strcmp(channel->id, name) == 0;
}

static bool has_label(const struct iiodma_channel *channel, const char *name)
{
	return channel->label && strcmp(channel->label, name) == 0;
}

static struct iiodma_channel *find(const struct iiodma_buffer *buffer, const char *name,
				   bool (*matches)(const struct iiodma_channel *channel, const char *name))
{
	for (size_t i = 0; i < buffer->channel_count; i++) {
		if (matches(buffer->channels[i], name))
			return buffer->channels[i];
	}
	return NULL;
}

static int say_unknown(const struct iiodma_buffer *buffer, const char *name)
{
	char ids[ERROR_LIST_MAX] = "";

	for (size_t i = 0; i < buffer->channel_count; i++)
		error_list_add(ids, sizeof(ids), buffer->channels[i]->id);
	return error_say(-ENOENT, "buffer %u of %s has no channel \"%s\"; valid: %s", buffer->index,
			 buffer->device->name, name, ids);
}

int iiodma_buffer_find_channel(const struct iiodma_buffer *buffer, const char *name,
			       struct iiodma_channel **ret_channel)
{
	struct iiodma_channel *channel;
	int r;

	if (!name)
		name = "";
	channel = find(buffer, name, has_id);
	if (!channel)
		channel = find(buffer, name, has_label);
	if (!channel)
		return say_unknown(buffer, name);

	r = channel_check(channel);
	if (r < 0)
		return r;
	*ret_channel = channel;
	return 0;
}
