/* SPDX-License-Identifier: LGPL-2.1-or-later */
/** A channel: one value of a sample. Pointers stay valid until the context is closed. */
#ifndef IIODMA_CHANNEL_H
#define IIODMA_CHANNEL_H

#include <iiodma/types.h>

IIODMA_BEGIN_DECLS

/** "voltage0", "timestamp" */
const char *iiodma_channel_id(const struct iiodma_channel *channel);

/** Label from the driver, NULL when there is none. */
const char *iiodma_channel_label(const struct iiodma_channel *channel);

/** Place in the kernel's scan mask; need not start at 0 nor be dense. */
unsigned int iiodma_channel_scan_index(const struct iiodma_channel *channel);

enum iiodma_direction iiodma_channel_direction(const struct iiodma_channel *channel);

struct iiodma_buffer *iiodma_channel_buffer(const struct iiodma_channel *channel);

/**
 * How a value is stored; belongs to the channel. NULL when the kernel's text could not be read or understood: such a channel
 * cannot be part of a sample, and finding it by name or using it fails with the reason.
 */
const struct iiodma_format *iiodma_channel_format(const struct iiodma_channel *channel);

/** Whether the kernel has the channel enabled now. Returns 0 or 1, or -errno of reading sysfs. */
int iiodma_channel_enabled(const struct iiodma_channel *channel) IIODMA_MUST_CHECK;

IIODMA_END_DECLS

#endif
