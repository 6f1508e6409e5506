/* SPDX-License-Identifier: GPL-2.0-only WITH Linux-syscall-note */
/*
 * DMABUF, sync file, DMA heap and udmabuf ioctls, declared from the kernel's ABI (include/uapi/linux/{dma-buf,sync_file,dma-heap,udmabuf}.h),
 * because the headers of the building machine may be older.
 */
#ifndef IIODMA_UAPI_DMA_BUF_H
#define IIODMA_UAPI_DMA_BUF_H

#include <linux/ioctl.h>
#include <linux/types.h>

struct dma_buf_sync {
	__u64 flags;
};

#define DMA_BUF_SYNC_READ (1 << 0)
#define DMA_BUF_SYNC_WRITE (2 << 0)
#define DMA_BUF_SYNC_RW (DMA_BUF_SYNC_READ | DMA_BUF_SYNC_WRITE)
#define DMA_BUF_SYNC_START (0 << 2)
#define DMA_BUF_SYNC_END (1 << 2)

struct dma_buf_export_sync_file {
	__u32 flags;
	__s32 fd;
};

#define DMA_BUF_IOCTL_SYNC _IOW('b', 0, struct dma_buf_sync)
#define DMA_BUF_IOCTL_EXPORT_SYNC_FILE _IOWR('b', 2, struct dma_buf_export_sync_file)

struct sync_file_info {
	char name[32];
	__s32 status; /* 1 signalled, 0 active, negative: the error a fence ended with */
	__u32 flags;
	__u32 num_fences;
	__u32 pad;
	__u64 sync_fence_info;
};

#define SYNC_IOC_FILE_INFO _IOWR('>', 4, struct sync_file_info)

struct dma_heap_allocation_data {
	__u64 len;
	__u32 fd;
	__u32 fd_flags;
	__u64 heap_flags;
};

#define DMA_HEAP_IOCTL_ALLOC _IOWR('H', 0x0, struct dma_heap_allocation_data)

struct udmabuf_create {
	__u32 memfd;
	__u32 flags;
	__u64 offset;
	__u64 size;
};

#define UDMABUF_FLAGS_CLOEXEC 0x01
#define UDMABUF_CREATE _IOW('u', 0x42, struct udmabuf_create)

#endif
