/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a buffer can do, found out by trying. */
#include <errno.h>

#include <iiodma/buffer.h>

#include "backend.h"
#include "buffer_node.h"
#include "device.h"
#include "error.h"
#include "sys.h"

int iiodma_buffer_probe(struct iiodma_buffer *buffer, enum iiodma_api api)
{
	const struct backend_ops *ops = backend_find(api);

	if (ops == NULL)
		return error_say(-EINVAL, "api %s cannot be tried; valid are fileio, dmabuf, null and libiio",
				 iiodma_api_name(api));
	if ((ops->caps & BACKEND_NO_DEVICE) != 0)
		return 0;
	if ((ops->caps & BACKEND_REMOTE) != 0 || buffer->device->remote != NULL)
		return backend_check_place(buffer->device, ops);
	if (buffer->device->node == NULL)
		return error_say(-ENOTSUP, "the built-in null device has no kernel buffer");

	int fd = buffer_node_open(buffer);

	if (fd < 0)
		return fd;

	int ret = ops->probe(buffer, fd);

	sys->close(fd);
	return ret;
}
