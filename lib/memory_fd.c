/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Blocks the caller brings. */
#include <errno.h>

#include "error.h"
#include "memory.h"

static int get(const struct backend_request *request, unsigned int index)
{
	if (request->fds == NULL)
		return error_say(-EINVAL, "memory 'fd' needs the array fds with %u descriptors", request->depth);
	if (request->fds[index] < 0)
		return error_say(-EINVAL, "fds[%u] is %d, not a file descriptor", index, request->fds[index]);
	return request->fds[index];
}

const struct memory_ops memory_fd = {
	.kind = IIODMA_MEMORY_FD,
	.get = get,
	.borrowed = true,
};
