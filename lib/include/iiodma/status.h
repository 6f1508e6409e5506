/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * Overflow and underflow as ADI's converter cores report them: register 0x80000088 (through the core's DMA status), bit 2 = overflow
 * on input, bit 0 = underflow on output, sticky, write 1 to clear.
 */
#ifndef IIODMA_STATUS_H
#define IIODMA_STATUS_H

#include <iiodma/types.h>

IIODMA_BEGIN_DECLS

/**
 * Watch the status register of @device for one direction. Reads it, clears both bits, reads again: a bit that does not clear
 * disables the count (see iiodma_status_reason()).
 *
 * @ret_status: freed by the caller with iiodma_status_close() before the context is closed.
 * Returns 0 (also when the bit is stuck); -ENOTSUP: the device has no such register or debugfs is not there; -EACCES: not allowed to read it; -ENOMEM.
 */
int iiodma_status_open(const struct iiodma_device *device, enum iiodma_direction direction,
		       struct iiodma_status **ret_status) IIODMA_MUST_CHECK;

/** NULL is fine. */
void iiodma_status_close(struct iiodma_status *status);

/**
 * Read the register, count the event if its bit is set, and clear it. Events that fall between two calls count as one,
 * so the count is a lower bound. Does nothing while the count is unknown. Returns 1 (new event), 0 (none) or -errno,
 * after which the count is unknown.
 */
int iiodma_status_poll(struct iiodma_status *status);

/**
 * Clear the bit without counting, and judge anew whether it clears: call it right after a start, whose first moments are no
 * overflow (and an idle converter may report underflow without end). Events counted so far stay. Returns 0 or -errno.
 */
int iiodma_status_clear(struct iiodma_status *status);

/** Events so far; -1 = unknown (the bit does not clear, or reading failed). */
int64_t iiodma_status_events(const struct iiodma_status *status);

/** Why the count is unknown ("status bit 2 does not clear, hardware overflow count disabled"); NULL when it is known. Valid until closed. */
const char *iiodma_status_reason(const struct iiodma_status *status);

IIODMA_END_DECLS

#endif
