/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "transfer.h"

#include <errno.h>

#include "device.h"
#include "error.h"
#include "sys.h"
#include "uapi/iio_buffer.h"
#include "wait.h"

int transfer_enqueue(const struct transfer *transfer)
{
	struct iio_dmabuf request = {
		.fd = (__u32)transfer->block_fd,
		.flags = transfer->cyclic ? IIO_BUFFER_DMABUF_CYCLIC : 0,
		.bytes_used = transfer->bytes,
	};
	int ret = sys->ioctl(transfer->fd, IIO_BUFFER_DMABUF_ENQUEUE_IOCTL, &request);

	return ret < 0 ? ret : 0;
}

bool transfer_is_ready(const struct transfer *transfer)
{
	struct pollfd fd = {.fd = transfer->block_fd, .events = POLLOUT};

	return sys->poll(&fd, 1, 0) > 0;
}

int transfer_refused(const struct transfer *transfer)
{
	return error_say(-ENOMEM,
			 "enqueue to %s: no memory, or the DMA controller refuses blocks of %zu bytes as it does when "
			 "pages are scattered; try smaller blocks or a heap with contiguous memory",
			 transfer->buffer->device->name, transfer->bytes);
}

int transfer_explain(const struct transfer *transfer, int error)
{
	const struct iiodma_device *device = transfer->buffer->device;

	if (!device_exists(device))
		return device_gone(device);
	switch (error) {
	case -EINVAL:
		return error_set(error, "enqueue %zu bytes to %s: the kernel takes 1 to the block's size%s",
				 transfer->bytes, device->name, transfer->cyclic ? ", and cyclic on outputs only" : "");
	case -EPERM:
		return error_set(error, "enqueue to %s: the block is not attached or already queued", device->name);
	case -EBUSY:
		if (transfer_is_ready(transfer))
			return error_say(
				-ENOMEM,
				"enqueue to %s: busy (EBUSY) with a block that is not pending: the DMA controller "
				"refused it, as it does when pages are scattered; try smaller blocks or a heap "
				"with contiguous memory",
				device->name);
		return error_set(
			error,
			"enqueue to %s: an earlier transfer of this block is not done, or a cyclic one is playing",
			device->name);
	case -ENOMEM:
		return transfer_refused(transfer);
	default:
		return error_set(error, "enqueue to %s", device->name);
	}
}
