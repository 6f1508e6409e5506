/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The two blocks the kernel keeps for read() and write() on a DMA buffer. */
#ifndef IIODMA_LIB_KERNEL_BLOCKS_H
#define IIODMA_LIB_KERNEL_BLOCKS_H

#include <iiodma/types.h>

#define KERNEL_BLOCKS 2u

/*
 * Bytes in blocks that are finished: filled and not yet read (input), or free to be written (output). From the
 * attribute data_available, which on a DMA buffer counts bytes. 0 or -errno with error text.
 */
int kernel_blocks_finished(const struct iiodma_buffer *buffer, uint64_t *ret_bytes);

/*
 * The buffer @fd has just been enabled: make sure that it works for read() and write(). While DMABUFs of an earlier
 * stream are attached, which the kernel lets go of in the background, an enabled buffer does not: nothing ever comes,
 * and a read() or write() makes the kernel (7.3 still) follow a null pointer. Then it is disabled and enabled again,
 * for at most half a second.
 *
 * Afterwards the buffer is enabled. 0, -ECANCELED, -EBUSY or another -errno with error text.
 */
int kernel_blocks_settle(const struct iiodma_buffer *buffer, int fd, int cancel_fd);

#endif
