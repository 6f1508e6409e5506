/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ioctls as lines of the log. */
#include "fake.h"
#include "uapi/dma_buf.h"
#include "uapi/iio_buffer.h"

static int log_sync(const char *name, const struct dma_buf_sync *sync)
{
	static const char *const words[] = {"", "READ", "WRITE", "RW"};

	return fake_log("ioctl SYNC %s %s %s", name, sync->flags & DMA_BUF_SYNC_END ? "END" : "START",
			words[sync->flags & DMA_BUF_SYNC_RW]);
}

int fake_log_ioctl(const char *name, unsigned long request, const void *argument)
{
	const struct iio_dmabuf *dmabuf = argument;

	switch (request) {
	case IIO_BUFFER_GET_FD_IOCTL:
		return fake_log("ioctl GET_FD %s %d", name, *(const int *)argument);
	case IIO_BUFFER_DMABUF_ATTACH_IOCTL:
		return fake_log("ioctl ATTACH %s %s", name, fake_name_of(*(const int *)argument));
	case IIO_BUFFER_DMABUF_DETACH_IOCTL:
		return fake_log("ioctl DETACH %s %s", name, fake_name_of(*(const int *)argument));
	case IIO_BUFFER_DMABUF_ENQUEUE_IOCTL:
		return fake_log("ioctl ENQUEUE %s %s %llu%s", name, fake_name_of((int)dmabuf->fd),
				(unsigned long long)dmabuf->bytes_used, dmabuf->flags ? " cyclic" : "");
	case DMA_BUF_IOCTL_SYNC:
		return log_sync(name, argument);
	case DMA_BUF_IOCTL_EXPORT_SYNC_FILE:
		return fake_log("ioctl EXPORT_SYNC_FILE %s", name);
	case SYNC_IOC_FILE_INFO:
		return fake_log("ioctl SYNC_FILE_INFO %s", name);
	case DMA_HEAP_IOCTL_ALLOC:
		return fake_log("ioctl HEAP_ALLOC %s %llu", name,
				(unsigned long long)((const struct dma_heap_allocation_data *)argument)->len);
	case UDMABUF_CREATE:
		return fake_log("ioctl UDMABUF_CREATE %s %llu", name,
				(unsigned long long)((const struct udmabuf_create *)argument)->size);
	default:
		return fake_log("ioctl %#lx %s", request, name);
	}
}
