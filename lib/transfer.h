/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Enqueuing one DMABUF, and finding out whether the DMA controller took it.
 *
 * The kernel says nothing when the DMA controller refuses a block, for instance because it cannot gather scattered
 * pages: the enqueue returns 0, the fence has ended before it could be held, and the block looks like one transferred at
 * once. What gives it away is that the kernel keeps it as being transferred and answers EBUSY when it is enqueued
 * again, although nothing is pending. Blocks that are ready suspiciously soon are tried so, input by dmabuf_check_start(), output
 * by stream_begin.c.
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

/* Whether the DMABUF has no transfer pending. */
bool transfer_is_ready(const struct transfer *transfer);

/* -ENOMEM with the sentence that goes with a refusal. */
int transfer_refused(const struct transfer *transfer);

/* Give @error of an enqueue its sentence. Returns it, -ENOMEM for a refusal that shows only now, or -ENODEV when the device is gone. */
int transfer_explain(const struct transfer *transfer, int error);

#endif
