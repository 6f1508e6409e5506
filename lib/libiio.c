/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "libiio.h"

#include <errno.h>
#include <iio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct libiio_ops *libiio = &libiio_real;

/* libiio reports through errno, and here and there leaves it at 0 or below. */
static int last_error(void)
{
	return errno > 0 ? -errno : -EIO;
}

static int real_open(const char *uri, struct iio_context **ret_context)
{
	struct iio_context *context;
	/* libiio 0.24 writes into it. */
	char *own = strdup(uri);
	int error;

	if (own == NULL)
		return -ENOMEM;
	errno = 0;
	context = iio_create_context_from_uri(own);
	error = last_error();
	free(own);
	if (context == NULL)
		return error;
	*ret_context = context;
	return 0;
}

static void real_close(struct iio_context *context)
{
	iio_context_destroy(context);
}

static int real_set_timeout(struct iio_context *context, unsigned int ms)
{
	return iio_context_set_timeout(context, ms);
}

static int real_server_version(struct iio_context *context, unsigned int *ret_major, char *text)
{
	unsigned int minor = 0;
	char tag[8] = "";
	int ret = iio_context_get_version(context, ret_major, &minor, tag);

	if (ret == 0)
		snprintf(text, LIBIIO_VERSION_TEXT, "%u.%u", *ret_major, minor);
	return ret;
}

static void real_client_version(char *text)
{
	unsigned int major, minor;
	char tag[8];

	iio_library_get_version(&major, &minor, tag);
	snprintf(text, LIBIIO_VERSION_TEXT, "%u.%u", major, minor);
}

static const char *real_context_attr(struct iio_context *context, const char *name)
{
	return iio_context_get_attr_value(context, name);
}

static int real_scan(const char *backends, void (*each)(const char *uri, const char *description, void *context),
		     void *context)
{
	struct iio_scan_context *scan = iio_create_scan_context(backends, 0);
	struct iio_context_info **found;
	ssize_t count;

	if (scan == NULL)
		return last_error();
	count = iio_scan_context_get_info_list(scan, &found);
	for (ssize_t i = 0; i < count; i++)
		each(iio_context_info_get_uri(found[i]), iio_context_info_get_description(found[i]), context);
	if (count >= 0)
		iio_context_info_list_free(found);
	iio_scan_context_destroy(scan);
	return count < 0 ? (int)count : 0;
}

static unsigned int real_device_count(struct iio_context *context)
{
	return iio_context_get_devices_count(context);
}

static struct iio_device *real_device(struct iio_context *context, unsigned int index)
{
	return iio_context_get_device(context, index);
}

static const char *real_device_id(struct iio_device *device)
{
	return iio_device_get_id(device);
}

static const char *real_device_name(struct iio_device *device)
{
	return iio_device_get_name(device);
}

static const char *real_device_label(struct iio_device *device)
{
	return iio_device_get_label(device);
}

static bool real_device_is_trigger(struct iio_device *device)
{
	return iio_device_is_trigger(device);
}

/* The channel whose attribute sysfs calls @name, with the attribute's own name; NULL when it is the device's. */
static struct iio_channel *split_name(struct iio_device *device, const char *name, const char **ret_name)
{
	struct iio_channel *channel = NULL;

	if (iio_device_identify_filename(device, name, &channel, ret_name) < 0)
		*ret_name = NULL;
	return channel;
}

static bool real_has_attr(struct iio_device *device, enum attribute_owner owner, const char *name)
{
	const char *own = NULL;

	switch (owner) {
	case ATTRIBUTE_BUFFER:
		return iio_device_find_buffer_attr(device, name) != NULL;
	case ATTRIBUTE_DEBUG:
		return iio_device_find_debug_attr(device, name) != NULL;
	default:
		split_name(device, name, &own);
		return own != NULL;
	}
}

static ssize_t real_attr_read(struct iio_device *device, enum attribute_owner owner, const char *name, char *text,
			      size_t size)
{
	struct iio_channel *channel;
	const char *own = NULL;

	switch (owner) {
	case ATTRIBUTE_BUFFER:
		return iio_device_buffer_attr_read(device, name, text, size);
	case ATTRIBUTE_DEBUG:
		return iio_device_debug_attr_read(device, name, text, size);
	default:
		channel = split_name(device, name, &own);
		if (own == NULL)
			return -ENOENT;
		return channel ? iio_channel_attr_read(channel, own, text, size)
			       : iio_device_attr_read(device, own, text, size);
	}
}

static ssize_t real_attr_write(struct iio_device *device, enum attribute_owner owner, const char *name,
			       const char *text)
{
	struct iio_channel *channel;
	const char *own = NULL;

	switch (owner) {
	case ATTRIBUTE_BUFFER:
		return iio_device_buffer_attr_write_raw(device, name, text, strlen(text));
	case ATTRIBUTE_DEBUG:
		return iio_device_debug_attr_write_raw(device, name, text, strlen(text));
	default:
		channel = split_name(device, name, &own);
		if (own == NULL)
			return -ENOENT;
		return channel ? iio_channel_attr_write_raw(channel, own, text, strlen(text))
			       : iio_device_attr_write_raw(device, own, text, strlen(text));
	}
}

static int real_trigger(struct iio_device *device, struct iio_device **ret_trigger)
{
	const struct iio_device *trigger = NULL;
	int ret = iio_device_get_trigger(device, &trigger);

	if (ret == 0)
		*ret_trigger = (struct iio_device *)trigger;
	return ret;
}

static int real_set_trigger(struct iio_device *device, struct iio_device *trigger)
{
	return iio_device_set_trigger(device, trigger);
}

static unsigned int real_channel_count(struct iio_device *device)
{
	return iio_device_get_channels_count(device);
}

static struct iio_channel *real_channel(struct iio_device *device, unsigned int index)
{
	return iio_device_get_channel(device, index);
}

static const char *real_channel_id(struct iio_channel *channel)
{
	return iio_channel_get_id(channel);
}

static bool real_channel_is_output(struct iio_channel *channel)
{
	return iio_channel_is_output(channel);
}

static long real_channel_scan_index(struct iio_channel *channel)
{
	return iio_channel_is_scan_element(channel) ? iio_channel_get_index(channel) : -1;
}

static void real_channel_format(struct iio_channel *channel, char *text, size_t size)
{
	const struct iio_data_format *format = iio_channel_get_data_format(channel);
	/* libiio also calls a value so that fills its storage, which needs no word. */
	const bool fully_defined = format->is_fully_defined && format->bits != format->length;
	const char *signs = fully_defined ? "US" : "us";
	char repeat[16] = "";

	if (format->repeat > 1)
		snprintf(repeat, sizeof(repeat), "X%u", format->repeat);
	snprintf(text, size, "%s:%c%u/%u%s>>%u", format->is_be ? "be" : "le", signs[format->is_signed], format->bits,
		 format->length, repeat, format->shift);
}

static void real_channel_enable(struct iio_channel *channel, bool on)
{
	if (on)
		iio_channel_enable(channel);
	else
		iio_channel_disable(channel);
}

static int real_set_kernel_buffers(struct iio_device *device, unsigned int count)
{
	return iio_device_set_kernel_buffers_count(device, count);
}

static int real_buffer_open(struct iio_device *device, size_t samples, bool cyclic, struct iio_buffer **ret_buffer)
{
	struct iio_buffer *buffer;

	errno = 0;
	buffer = iio_device_create_buffer(device, samples, cyclic);
	if (buffer == NULL)
		return last_error();
	*ret_buffer = buffer;
	return 0;
}

static void real_buffer_close(struct iio_buffer *buffer)
{
	iio_buffer_destroy(buffer);
}

static void real_buffer_cancel(struct iio_buffer *buffer)
{
	iio_buffer_cancel(buffer);
}

static ssize_t real_buffer_refill(struct iio_buffer *buffer)
{
	return iio_buffer_refill(buffer);
}

static ssize_t real_buffer_push(struct iio_buffer *buffer, size_t samples)
{
	return iio_buffer_push_partial(buffer, samples);
}

static void *real_buffer_data(struct iio_buffer *buffer)
{
	return iio_buffer_start(buffer);
}

static size_t real_buffer_sample_bytes(struct iio_buffer *buffer)
{
	return (size_t)iio_buffer_step(buffer);
}

const struct libiio_ops libiio_real = {
	.open = real_open,
	.close = real_close,
	.set_timeout = real_set_timeout,
	.server_version = real_server_version,
	.client_version = real_client_version,
	.context_attr = real_context_attr,
	.scan = real_scan,
	.device_count = real_device_count,
	.device = real_device,
	.device_id = real_device_id,
	.device_name = real_device_name,
	.device_label = real_device_label,
	.device_is_trigger = real_device_is_trigger,
	.has_attr = real_has_attr,
	.attr_read = real_attr_read,
	.attr_write = real_attr_write,
	.trigger = real_trigger,
	.set_trigger = real_set_trigger,
	.channel_count = real_channel_count,
	.channel = real_channel,
	.channel_id = real_channel_id,
	.channel_is_output = real_channel_is_output,
	.channel_scan_index = real_channel_scan_index,
	.channel_format = real_channel_format,
	.channel_enable = real_channel_enable,
	.set_kernel_buffers = real_set_kernel_buffers,
	.buffer_open = real_buffer_open,
	.buffer_close = real_buffer_close,
	.buffer_cancel = real_buffer_cancel,
	.buffer_refill = real_buffer_refill,
	.buffer_push = real_buffer_push,
	.buffer_data = real_buffer_data,
	.buffer_sample_bytes = real_buffer_sample_bytes,
};
