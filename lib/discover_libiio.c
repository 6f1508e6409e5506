/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Builds the tree of devices, buffers and channels from what a server says. libiio 0.x knows one buffer of each direction
 * per device. As in discover.c every node is hung into the tree before it is filled.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <iiodma/format.h>

#include "device.h"
#include "error.h"
#include "remote.h"

#define FORMAT_MAX 64

static int add_channel(struct iiodma_buffer *buffer, struct iio_channel *remote)
{
	struct iiodma_channel *channel = calloc(1, sizeof(*channel));
	char format[FORMAT_MAX];
	int r;

	if (!channel)
		return -ENOMEM;
	buffer->channels[buffer->channel_count++] = channel;

	channel->buffer = buffer;
	channel->remote = remote;
	channel->scan_index = (unsigned int)libiio->channel_scan_index(remote);
	channel->id = strdup(libiio->channel_id(remote));
	if (!channel->id)
		return -ENOMEM;
	libiio->channel_format(remote, format, sizeof(format));
	r = iiodma_format_parse(format, &channel->format);
	if (r != -EINVAL)
		return r;
	channel->error = -EINVAL;
	return asprintf(&channel->problem, "understand scan format \"%s\" of %s", format, channel->id) < 0 ? -ENOMEM
													   : 0;
}

static int compare_channels(const void *a, const void *b)
{
	const struct iiodma_channel *left = *(struct iiodma_channel *const *)a;
	const struct iiodma_channel *right = *(struct iiodma_channel *const *)b;

	return (left->scan_index > right->scan_index) - (left->scan_index < right->scan_index);
}

static bool belongs(struct iio_channel *channel, enum iiodma_direction direction)
{
	return libiio->channel_scan_index(channel) >= 0 &&
	       libiio->channel_is_output(channel) == (direction == IIODMA_OUTPUT);
}

/* Zero also when the server does not say. */
static uint32_t alignment_of(const struct iiodma_device *device)
{
	char text[32];

	if (remote_ops.attr_read(device, ATTRIBUTE_BUFFER, "length_align_bytes", text, sizeof(text)) < 0)
		return 0;
	return (uint32_t)strtoul(text, NULL, 10);
}

static int add_buffer(struct iiodma_device *device, enum iiodma_direction direction)
{
	const unsigned int count = libiio->channel_count(device->remote);
	struct iiodma_buffer *buffer = calloc(1, sizeof(*buffer));
	int r = 0;

	if (!buffer)
		return -ENOMEM;
	buffer->index = (unsigned int)device->buffer_count;
	device->buffers[device->buffer_count++] = buffer;
	buffer->device = device;
	buffer->direction = direction;
	buffer->channels = calloc(count + 1, sizeof(struct iiodma_channel *));
	if (!buffer->channels)
		return -ENOMEM;
	for (unsigned int i = 0; i < count && r == 0; i++) {
		struct iio_channel *channel = libiio->channel(device->remote, i);

		if (belongs(channel, direction))
			r = add_channel(buffer, channel);
	}
	if (r < 0)
		return r;
	if (buffer->channel_count == 0) {
		device->buffer_count--;
		buffer_free(buffer);
		return 0;
	}
	qsort(buffer->channels, buffer->channel_count, sizeof(struct iiodma_channel *), compare_channels);
	buffer->alignment_bytes = alignment_of(device);
	return 0;
}

static char *copy(const char *text)
{
	return text != NULL && text[0] != '\0' ? strdup(text) : NULL;
}

static int add_device(struct iiodma_context *context, struct iio_device *remote)
{
	struct iiodma_device *device = calloc(1, sizeof(*device));
	int r;

	if (!device)
		return -ENOMEM;
	context->devices[context->device_count++] = device;

	device->context = context;
	device->remote = remote;
	device->id = strdup(libiio->device_id(remote));
	device->name = copy(libiio->device_name(remote));
	device->label = copy(libiio->device_label(remote));
	if (!device->name && device->id)
		device->name = strdup(device->id);
	device->buffers = calloc(2, sizeof(struct iiodma_buffer *));
	if (!device->id || !device->name || !device->buffers)
		return -ENOMEM;

	r = add_buffer(device, IIODMA_INPUT);
	return r < 0 ? r : add_buffer(device, IIODMA_OUTPUT);
}

int discover_libiio(struct iiodma_context *context, const char *uri, int64_t timeout_ns)
{
	struct iio_context *remote;
	unsigned int count;
	int r = remote_open(uri, timeout_ns, &context->remote);

	if (r < 0)
		return r;
	context->ops = &remote_ops;
	context->uri = context->remote->uri;
	remote = remote_context(context->remote);
	count = libiio->device_count(remote);
	context->devices = calloc(count + 1, sizeof(struct iiodma_device *));
	if (!context->devices)
		r = -ENOMEM;
	for (unsigned int i = 0; i < count && r == 0; i++) {
		struct iio_device *device = libiio->device(remote, i);

		/* Triggers have their own calls, and sensors of the hwmon class have no buffer. */
		if (!libiio->device_is_trigger(device) && strncmp(libiio->device_id(device), "iio:device", 10) == 0)
			r = add_device(context, device);
	}
	if (r == 0 && remote_is_broken(context->remote))
		return error_say(-ECONNRESET, "%s: the server went away while it was asked for its devices", uri);
	return r < 0 ? error_set(r, "list the devices of %s", uri) : 0;
}
