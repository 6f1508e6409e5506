/* SPDX-License-Identifier: GPL-2.0-or-later */
/* An opened buffer, and the device node it is opened from: read, write, poll, enable, IIO_BUFFER_GET_FD_IOCTL. */
#include "fake.h"
#include "uapi/iio_buffer.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool any_channel(const struct fake_buffer *buffer)
{
	for (size_t i = 0; i < buffer->channel_count; i++)
		if (buffer->channels[i].enabled)
			return true;
	return false;
}

int fake_buffer_enable(struct fake_buffer *buffer, bool enable)
{
	if (buffer->device->gone)
		return -ENODEV;
	if (buffer->enabled == enable)
		return 0;
	if (!enable) {
		buffer->enabled = false;
		if (buffer->kind == FAKE_DMA)
			fake_dma_abort(buffer);
		return 0;
	}
	if (!any_channel(buffer))
		return -EINVAL;
	if (buffer->enable_error)
		return -buffer->enable_error;
	buffer->sample_bytes = fake_sample_layout(buffer);
	buffer->start_ns = buffer->free_ns = fake_now();
	buffer->position = buffer->begun = buffer->done = buffer->lost = 0;
	if (buffer->kind == FAKE_DMA)
		fake_fileio_update(buffer);
	else
		fake_kfifo_update(buffer);
	buffer->enabled = true;
	if (buffer->kind == FAKE_DMA)
		fake_dma_enable(buffer);
	return 0;
}

static size_t usage(const struct fake_buffer *buffer)
{
	return buffer->kind == FAKE_DMA ? fake_fileio_usage(buffer) : (size_t)buffer->queue_count;
}

static size_t space(const struct fake_buffer *buffer)
{
	return buffer->kind == FAKE_DMA ? fake_fileio_usage(buffer)
					: (size_t)(buffer->queue_size - buffer->queue_count);
}

/* As the kernel's iio_buffer_ready(), which sets bytes (DMA) or samples (kfifo) against samples. */
static bool ready(const struct fake_buffer *buffer, size_t wanted)
{
	if (!buffer->enabled && wanted > 1)
		wanted = 1;
	return usage(buffer) >= wanted;
}

static ssize_t scripted_size(struct fake_buffer *buffer, size_t bytes)
{
	size_t size;

	if (buffer->reads_done >= buffer->how.read_count)
		return (ssize_t)bytes;
	size = buffer->how.reads[buffer->reads_done++];
	if (!size)
		return -EAGAIN;
	return (ssize_t)(size < bytes ? size : bytes);
}

static ssize_t buffer_read(struct fake_file *file, void *data, size_t bytes)
{
	struct fake_buffer *buffer = file->object;
	size_t wanted, samples;
	ssize_t size;

	if (buffer->device->gone)
		return -ENODEV;
	if (buffer->direction != IIODMA_INPUT)
		return -EPERM;
	if (!buffer->sample_bytes)
		return 0;
	samples = bytes / buffer->sample_bytes;
	wanted = file->nonblock ? 0 : samples < buffer->watermark ? samples : (size_t)buffer->watermark;
	if (!ready(buffer, wanted))
		return -EAGAIN;
	size = scripted_size(buffer, bytes);
	if (size < 0)
		return size;
	size = buffer->kind == FAKE_DMA ? fake_fileio_move(buffer, data, NULL, (size_t)size)
					: fake_kfifo_read(buffer, data, (size_t)size);
	return size ? size : -EAGAIN;
}

static ssize_t buffer_write(struct fake_file *file, const void *data, size_t bytes)
{
	struct fake_buffer *buffer = file->object;
	const uint8_t *from = data;
	size_t written = 0;

	if (buffer->device->gone)
		return -ENODEV;
	if (buffer->direction != IIODMA_OUTPUT)
		return -EPERM;
	while (written < bytes && space(buffer)) {
		ssize_t moved = buffer->kind == FAKE_DMA
					? fake_fileio_move(buffer, NULL, from + written, bytes - written)
					: fake_kfifo_write(buffer, from + written, bytes - written);

		if (moved < 0)
			return moved;
		if (moved == 0)
			break;
		written += (size_t)moved;
	}
	return written ? (ssize_t)written : -EAGAIN;
}

static short buffer_poll(struct fake_file *file, short events)
{
	struct fake_buffer *buffer = file->object;

	if (buffer->device->gone)
		return 0;
	if (buffer->direction == IIODMA_INPUT)
		return ready(buffer, (size_t)buffer->watermark) ? events & POLLIN : 0;
	return space(buffer) ? events & POLLOUT : 0;
}

static void buffer_release(struct fake_file *file)
{
	struct fake_buffer *buffer = file->object;

	if (buffer->device->gone)
		fake_dma_forget(buffer);
	fake_attach_drop_all(buffer);
	buffer->busy = false;
}

static const struct fake_file_ops buffer_ops = {
	.read = buffer_read,
	.write = buffer_write,
	.ioctl = fake_attach_ioctl,
	.poll = buffer_poll,
	.release = buffer_release,
};

/* --- /dev/iio:deviceN --- */

static int get_buffer(struct fake_device *device, int *argument)
{
	struct fake_buffer *buffer;

	if (device->legacy)
		return -EINVAL;
	if (device->gone || *argument < 0 || (size_t)*argument >= device->buffer_count)
		return -ENODEV;
	buffer = device->buffers[*argument];
	if (buffer->busy || buffer->held_until_ns > fake_now())
		return -EBUSY;
	buffer->busy = true;
	*argument = fake_file_open(&buffer_ops, buffer, fake_text("%s", buffer->name), -1)->fd;
	return 0;
}

static int node_ioctl(struct fake_file *file, unsigned long request, void *argument)
{
	const struct fake_device *device = file->object;

	if (request == IIO_BUFFER_GET_FD_IOCTL)
		return get_buffer(file->object, argument);
	return device->legacy ? -EINVAL : -ENODEV; /* what an unknown request is answered, before and since 5.11 */
}

/* read(), write() and poll() on the node are those of buffer 0, unless that has been opened by itself. */
static struct fake_buffer *node_buffer(const struct fake_file *file, int *ret_error)
{
	struct fake_device *device = file->object;

	*ret_error = device->buffer_count ? -EBUSY : -EINVAL;
	return device->buffer_count && !device->buffers[0]->busy ? device->buffers[0] : NULL;
}

static ssize_t node_read(struct fake_file *file, void *data, size_t bytes)
{
	struct fake_file as_buffer = *file;
	int error;

	as_buffer.object = node_buffer(file, &error);
	return as_buffer.object ? buffer_read(&as_buffer, data, bytes) : error;
}

static ssize_t node_write(struct fake_file *file, const void *data, size_t bytes)
{
	struct fake_file as_buffer = *file;
	int error;

	as_buffer.object = node_buffer(file, &error);
	return as_buffer.object ? buffer_write(&as_buffer, data, bytes) : error;
}

static short node_poll(struct fake_file *file, short events)
{
	struct fake_file as_buffer = *file;
	int error;

	as_buffer.object = node_buffer(file, &error);
	return as_buffer.object ? buffer_poll(&as_buffer, events) : 0;
}

static void node_release(struct fake_file *file)
{
	struct fake_device *device = file->object;

	device->node_open = false;
}

static const struct fake_file_ops node_ops = {
	.read = node_read,
	.write = node_write,
	.ioctl = node_ioctl,
	.poll = node_poll,
	.release = node_release,
};

static bool held(const struct fake_device *device)
{
	for (size_t i = 0; i < device->buffer_count; i++)
		if (device->buffers[i]->held_until_ns > fake_now())
			return device->legacy;
	return false;
}

static int open_node(struct fake_entry *entry, void *object, int flags)
{
	struct fake_device *device = object;
	struct fake_file *file;

	if (device->node_open || held(device))
		return -EBUSY;
	device->node_open = true;
	file = fake_file_open(&node_ops, device, fake_text("%s", device->id), -1);
	file->nonblock = flags & O_NONBLOCK;
	return file->fd;
}

void fake_device_node(struct fake_device *device)
{
	struct fake_entry *entry = fake_entry_add(fake_text("/dev/%s", device->id), S_IFCHR | 0600);

	entry->open = open_node;
	entry->object = device;
}
