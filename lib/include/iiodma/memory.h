/* SPDX-License-Identifier: LGPL-2.1-or-later */
/** One piece of memory as a stream's blocks have it, with no converter: to look at it, to measure it, or to hand it to somebody. */
#ifndef IIODMA_MEMORY_H
#define IIODMA_MEMORY_H

#include <iiodma/types.h>

IIODMA_BEGIN_DECLS

/**
 * Get @bytes of memory of @kind and map them for reading and writing.
 *
 * @kind: IIODMA_MEMORY_HEAP, _UDMABUF, _UDMABUF_HUGE, or _ORDINARY (anonymous pages, no DMABUF)
 * @heap: name of the heap for IIODMA_MEMORY_HEAP, NULL = "system"; ignored otherwise
 * @bytes: 1 … IIODMA_BLOCK_BYTES_MAX
 * @ret_area: freed by the caller with iiodma_memory_area_free(); untouched on failure
 *
 * Returns 0; -EINVAL (a kind that has no memory of its own, a heap name that cannot be, bytes out of range); -ENOENT (no such heap, no /dev/udmabuf);
 * -ENOTSUP (no huge page is reserved); -ENOMEM; or what the kernel gave. Calls DMA_HEAP_IOCTL_ALLOC or UDMABUF_CREATE, then mmap().
 */
int iiodma_memory_area_new(enum iiodma_memory kind, const char *heap, size_t bytes,
			   struct iiodma_memory_area **ret_area) IIODMA_MUST_CHECK;

/** Start of the area, aligned to a page; valid until it is freed. */
void *iiodma_memory_area_data(const struct iiodma_memory_area *area);

/** Bytes asked for. */
size_t iiodma_memory_area_bytes(const struct iiodma_memory_area *area);

/** The DMABUF, which belongs to the area and is valid until it is freed. -ENOTSUP for ordinary memory, which has none. */
int iiodma_memory_area_fd(const struct iiodma_memory_area *area) IIODMA_MUST_CHECK;

/**
 * DMA_BUF_IOCTL_SYNC START or END around access by the CPU.
 * @direction: IIODMA_INPUT before and after reading what a device wrote, IIODMA_OUTPUT around writing what it shall read
 * Returns 0; -ENOTSUP for ordinary memory, which no device shares; or what the ioctl gave.
 */
int iiodma_memory_area_begin(struct iiodma_memory_area *area, enum iiodma_direction direction) IIODMA_MUST_CHECK;
int iiodma_memory_area_end(struct iiodma_memory_area *area, enum iiodma_direction direction) IIODMA_MUST_CHECK;

/** Unmap and give back. NULL is fine. */
void iiodma_memory_area_free(struct iiodma_memory_area *area);

IIODMA_END_DECLS

#endif
