/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Enqueuing one DMABUF, and finding out whether the DMA controller took it.
 *
 * The kernel says nothing when the DMA controller refuses a block, for instance because it cannot gather scattered
 * pages: the enqueue returns 0, the fence has ended before it could be held, and the block looks like one filled at
 * once. What gives it away is that the kernel keeps it as being transferred and answers EBUSY when it is enqueued
 * again; input blocks that are ready suspiciously soon are tried so. An output block cannot be played twice for a test,
 * so there only the speed speaks.
 */
#ifndef IIODMA_LIB_TRANSFER_H
#define IIODMA_LIB_TRANSFER_H

#include <iiodma/types.h>

struct transfer {
	const struct iiodma_buffer *buffer;
	int fd;       /* the buffer */
	int block_fd; /* the DMABUF */
	size_t bytes;
	bool cyclic;
};

/* IIO_BUFFER_DMABUF_ENQUEUE_IOCTL. 0 or the kernel's -errno, without error text. */
int transfer_enqueue(const struct transfer *transfer);

/* The same; -ENOMEM also when the block was done faster than any memory could have been read. */
int transfer_enqueue_closely(const struct transfer *transfer);

/* Whether the DMABUF has no transfer pending. */
bool transfer_is_ready(const struct transfer *transfer);

/* -ENOMEM with the sentence that goes with a refusal. */
int transfer_refused(const struct transfer *transfer);

/* Give @error of an enqueue its sentence. Returns it, or -ENODEV when the device is gone. */
int transfer_explain(const struct transfer *transfer, int error);

#endif
