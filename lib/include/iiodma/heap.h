/* SPDX-License-Identifier: LGPL-2.1-or-later */
/** DMA heaps: where blocks for the DMABUF interface come from. */
#ifndef IIODMA_HEAP_H
#define IIODMA_HEAP_H

#include <iiodma/types.h>

IIODMA_BEGIN_DECLS

/**
 * Names of the heaps under /dev/dma_heap, sorted.
 * @ret_names: array ended by NULL, one allocation, freed by the caller with iiodma_heap_list_free(); untouched on failure.
 * Returns the number of names (0 when the folder does not exist) or -errno.
 */
int iiodma_heap_list(char ***ret_names) IIODMA_MUST_CHECK;

/** NULL is fine. */
void iiodma_heap_list_free(char **names);

/**
 * Check the form of a heap name: not empty, at most 127 characters, no '/', not "." or "..". Opens nothing.
 * Returns 0 or -EINVAL with the reason in iiodma_error_text().
 */
int iiodma_heap_name_check(const char *name) IIODMA_MUST_CHECK;

/**
 * Allocate a DMABUF of @bytes from heap @name (DMA_HEAP_IOCTL_ALLOC).
 * Returns the file descriptor, closed by the caller; -ENOENT (no such heap; the text lists those that exist), -ENOMEM or
 * another -errno.
 */
int iiodma_heap_alloc(const char *name, size_t bytes) IIODMA_MUST_CHECK;

IIODMA_END_DECLS

#endif
