/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "buffer_node.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include <iiodma/device.h>

#include "device.h"
#include "error.h"
#include "holder.h"
#include "sys.h"
#include "uapi/iio_buffer.h"
#include "wait.h"

#define BUSY_PATIENCE_NS INT64_C(600000000)
#define BUSY_PAUSE_NS INT64_C(10000000)

/* Take the buffer out of the device node. The node is closed at once: it is exclusive, and other buffers of the device
 * need it too. */
static int take_buffer(const struct iiodma_buffer *buffer, int node)
{
	int fd = (int)buffer->index;
	int ret = sys->ioctl(node, IIO_BUFFER_GET_FD_IOCTL, &fd);

	if (ret >= 0) {
		sys->close(node);
		return fd;
	}
	/* Kernels before 5.11 know no such request; there the node is the one buffer. */
	if (buffer->index == 0 && (ret == -ENOTTY || ret == -EINVAL || ret == -ENODEV))
		return node;
	sys->close(node);
	return ret;
}

static int open_once(const struct iiodma_buffer *buffer, const char **ret_step)
{
	const char *path = buffer->device->node;
	int node = sys->open(path, buffer->direction == IIODMA_OUTPUT ? O_RDWR : O_RDONLY);

	*ret_step = "open";
	if (node < 0)
		return node;
	if (buffer->legacy)
		return node;
	*ret_step = "get buffer";
	return take_buffer(buffer, node);
}

static int explain(const struct iiodma_buffer *buffer, const char *step, int error)
{
	const struct iiodma_device *device = buffer->device;
	char holder[128];

	switch (error) {
	case -EBUSY:
		holder_find(device->node, holder, sizeof(holder));
		return error_set(error, "%s: buffer %u of %s is in use%s", step, buffer->index, device->name, holder);
	case -ENODEV:
	case -ENXIO:
		if (!device_exists(device))
			return device_gone(device);
		return error_set(error, "%s %u of %s: there is no buffer with this index", step, buffer->index,
				 device->name);
	case -EACCES:
	case -EPERM:
		return error_set(error, "%s %s (needs root or a udev rule that gives access)", step, device->node);
	default:
		return error_set(error, "%s %s", step, device->node);
	}
}

int buffer_node_open(const struct iiodma_buffer *buffer)
{
	const int64_t start_ns = sys->clock_ns();
	const char *step = "open";
	int fd;

	for (;;) {
		fd = open_once(buffer, &step);
		if (fd != -EBUSY || sys->clock_ns() - start_ns >= BUSY_PATIENCE_NS)
			break;
		sys->sleep_ns(BUSY_PAUSE_NS);
	}
	return fd < 0 ? explain(buffer, step, fd) : fd;
}

static int write_enable(const struct iiodma_buffer *buffer, const char *value)
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "%s/enable", buffer->path);
	return sys_write_text(path, value);
}

static int explain_enable(const struct iiodma_buffer *buffer, int error)
{
	const struct iiodma_device *device = buffer->device;
	char trigger[64];

	if (error == -EINVAL && iiodma_device_trigger(device, trigger, sizeof(trigger)) == 0)
		return error_set(error, "enable buffer %u of %s: the device has no trigger set and may need one",
				 buffer->index, device->name);
	if (error == -ENODEV && !device_exists(device))
		return device_gone(device);
	return error_set(error, "enable buffer %u of %s", buffer->index, device->name);
}

int buffer_node_enable(const struct iiodma_buffer *buffer)
{
	const int64_t start_ns = sys->clock_ns();
	int ret;

	for (;;) {
		ret = write_enable(buffer, "1");
		if (ret != -EBUSY || sys->clock_ns() - start_ns >= BUSY_PATIENCE_NS)
			break;
		sys->sleep_ns(BUSY_PAUSE_NS);
	}
	return ret < 0 ? explain_enable(buffer, ret) : 0;
}

int buffer_node_disable(const struct iiodma_buffer *buffer)
{
	int ret = write_enable(buffer, "0");

	/* What is gone is disabled. */
	if (ret < 0 && device_exists(buffer->device))
		return error_set(ret, "disable buffer %u of %s", buffer->index, buffer->device->name);
	return 0;
}

int buffer_node_reclaim(const struct iiodma_buffer *buffer)
{
	char path[PATH_MAX];
	char text[16];

	snprintf(path, sizeof(path), "%s/enable", buffer->path);
	if (sys_read_text(path, text, sizeof(text)) < 0 || strcmp(text, "1") != 0)
		return 0;
	return buffer_node_disable(buffer);
}
