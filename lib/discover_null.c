/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The built-in device "null": one input and one output buffer of two 16-bit channels that need no kernel at all. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <iiodma/format.h>

#include "device.h"
#include "error.h"

#define CHANNELS 2
#define CHANNEL_FORMAT "le:s16/16>>0"

static int add_channel(struct iiodma_buffer *buffer, unsigned int scan_index)
{
	struct iiodma_channel *channel = calloc(1, sizeof(*channel));
	char id[32];

	if (!channel)
		return -ENOMEM;
	buffer->channels[buffer->channel_count++] = channel;

	snprintf(id, sizeof(id), "voltage%u", scan_index);
	channel->buffer = buffer;
	channel->scan_index = scan_index;
	channel->id = strdup(id);
	return channel->id ? iiodma_format_parse(CHANNEL_FORMAT, &channel->format) : -ENOMEM;
}

static int add_buffer(struct iiodma_device *device, enum iiodma_direction direction)
{
	struct iiodma_buffer *buffer = calloc(1, sizeof(*buffer));
	int r = 0;

	if (!buffer)
		return -ENOMEM;
	buffer->index = (unsigned int)device->buffer_count;
	device->buffers[device->buffer_count++] = buffer;

	buffer->device = device;
	buffer->direction = direction;
	buffer->channels = calloc(CHANNELS, sizeof(struct iiodma_channel *));
	if (!buffer->channels)
		return -ENOMEM;
	for (unsigned int i = 0; i < CHANNELS && r == 0; i++)
		r = add_channel(buffer, i);
	return r;
}

static int add_device(struct iiodma_context *context)
{
	struct iiodma_device *device = calloc(1, sizeof(*device));
	int r;

	if (!device)
		return -ENOMEM;
	context->devices[context->device_count++] = device;

	device->context = context;
	device->id = strdup("null");
	device->name = strdup("null");
	device->buffers = calloc(2, sizeof(struct iiodma_buffer *));
	if (!device->id || !device->name || !device->buffers)
		return -ENOMEM;

	r = add_buffer(device, IIODMA_INPUT);
	return r < 0 ? r : add_buffer(device, IIODMA_OUTPUT);
}

int discover_null(struct iiodma_context *context)
{
	int r;

	context->devices = calloc(1, sizeof(struct iiodma_device *));
	r = context->devices ? add_device(context) : -ENOMEM;
	return r < 0 ? error_set(r, "make the null device") : 0;
}
