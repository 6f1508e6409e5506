/* SPDX-License-Identifier: GPL-2.0-only WITH Linux-syscall-note */
/*
 * The IIO buffer ioctls, declared from the kernel's ABI (include/uapi/linux/iio/buffer.h, Linux 6.11), because the headers
 * of the building machine may be older.
 */
#ifndef IIODMA_UAPI_IIO_BUFFER_H
#define IIODMA_UAPI_IIO_BUFFER_H

#include <linux/ioctl.h>
#include <linux/types.h>

#define IIO_BUFFER_DMABUF_CYCLIC (1 << 0)

struct iio_dmabuf {
	__u32 fd;
	__u32 flags;
	__u64 bytes_used;
};

#define IIO_BUFFER_GET_FD_IOCTL _IOWR('i', 0x91, int)
#define IIO_BUFFER_DMABUF_ATTACH_IOCTL _IOW('i', 0x92, int)
#define IIO_BUFFER_DMABUF_DETACH_IOCTL _IOW('i', 0x93, int)
#define IIO_BUFFER_DMABUF_ENQUEUE_IOCTL _IOW('i', 0x94, struct iio_dmabuf)

#endif
