/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "cpu_access.h"

#include "error.h"
#include "sys.h"
#include "uapi/dma_buf.h"

static int sync_ioctl(int fd, enum iiodma_direction direction, __u64 phase, const char *what)
{
	struct dma_buf_sync request = {
		.flags = phase | (direction == IIODMA_INPUT ? DMA_BUF_SYNC_READ : DMA_BUF_SYNC_WRITE),
	};
	int ret = sys->ioctl(fd, DMA_BUF_IOCTL_SYNC, &request);

	return ret < 0 ? error_set(ret, "%s CPU access to a block", what) : 0;
}

int cpu_access_begin(int dmabuf_fd, enum iiodma_direction direction)
{
	return sync_ioctl(dmabuf_fd, direction, DMA_BUF_SYNC_START, "begin");
}

int cpu_access_end(int dmabuf_fd, enum iiodma_direction direction)
{
	return sync_ioctl(dmabuf_fd, direction, DMA_BUF_SYNC_END, "end");
}
