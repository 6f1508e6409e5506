/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Blocks from a DMA heap. */
#include <errno.h>
#include <inttypes.h>

#include <iiodma/heap.h>

#include "error.h"
#include "memory.h"

static int get(const struct backend_request *request, unsigned int index)
{
	int fd = iiodma_heap_alloc(request->heap, request->block_bytes);

	if (fd == -ENOMEM)
		return error_set(-ENOMEM,
				 "heap %s has no room for block %u of count %u: block %zu bytes, total %" PRIu64
				 " bytes",
				 request->heap, index + 1, request->depth, request->block_bytes,
				 (uint64_t)request->block_bytes * request->depth);
	return fd;
}

const struct memory_ops memory_heap = {
	.kind = IIODMA_MEMORY_HEAP,
	.get = get,
};
