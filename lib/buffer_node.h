/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Opening a buffer for streaming. */
#ifndef IIODMA_LIB_BUFFER_NODE_H
#define IIODMA_LIB_BUFFER_NODE_H

#include <iiodma/types.h>

/*
 * Open @buffer: IIO_BUFFER_GET_FD_IOCTL on the device node, or the node itself where the kernel has no such request. A
 * buffer in use is tried again for half a second, since the kernel may still be letting go of it. Returns the
 * descriptor, closed by the caller, or -errno with error text (-EBUSY names the holder where /proc allows it).
 */
int buffer_node_open(const struct iiodma_buffer *buffer);

/*
 * Disable the buffer if it is enabled. To be called by who has it open: nobody else can be streaming then, so it was left on by a
 * process that died, and an enabled buffer takes no settings. 0 or -errno with error text.
 */
int buffer_node_reclaim(const struct iiodma_buffer *buffer);

/* Enable or disable the buffer in sysfs, with the same patience. 0 or -errno with error text. */
int buffer_node_enable(const struct iiodma_buffer *buffer);
int buffer_node_disable(const struct iiodma_buffer *buffer);

#endif
