/* SPDX-License-Identifier: LGPL-2.1-or-later */
/** A buffer: one queue of samples of a device. Pointers stay valid until the context is closed. */
#ifndef IIODMA_BUFFER_H
#define IIODMA_BUFFER_H

#include <iiodma/types.h>

IIODMA_BEGIN_DECLS

/** The kernel's number of the buffer within its device (sysfs folder bufferN). */
unsigned int iiodma_buffer_index(const struct iiodma_buffer *buffer);

enum iiodma_direction iiodma_buffer_direction(const struct iiodma_buffer *buffer);

struct iiodma_device *iiodma_buffer_device(const struct iiodma_buffer *buffer);

/** Channels that can be part of a sample (scan elements), in order of scan index. */
size_t iiodma_buffer_channel_count(const struct iiodma_buffer *buffer);

/** Channel at @position (0 … count-1); NULL when out of range. */
struct iiodma_channel *iiodma_buffer_channel(const struct iiodma_buffer *buffer, size_t position);

/**
 * Find a channel by id ("voltage0", or with its direction "in_voltage0") or label.
 * Returns 0, -ENOENT with the valid names in iiodma_error_text(), or the -errno with which its scan format could not be read
 * (see iiodma_channel_format()).
 */
int iiodma_buffer_find_channel(const struct iiodma_buffer *buffer, const char *name,
			       struct iiodma_channel **ret_channel) IIODMA_MUST_CHECK;

/**
 * Multiple that block lengths must keep, in bytes (sysfs length_align_bytes); 8 when the kernel does not say.
 * @ret_assumed may be NULL; true when the value was assumed.
 */
uint32_t iiodma_buffer_alignment_bytes(const struct iiodma_buffer *buffer, bool *ret_assumed);

/**
 * Find out by trying whether @api works on this buffer: opens the buffer for a moment (IIO_BUFFER_GET_FD_IOCTL) and for
 * DMABUF attaches and detaches a one-page block. Changes no setting.
 *
 * Returns 0 = yes; -ENOTSUP = this buffer or kernel cannot, -EBUSY = in use, so not known; or another -errno. The
 * reason stands in iiodma_error_text().
 */
int iiodma_buffer_probe(struct iiodma_buffer *buffer, enum iiodma_api api) IIODMA_MUST_CHECK;

/**
 * Size of one sample in bytes when exactly @channels (@count of them, all of this buffer) are enabled, each value
 * aligned to its own size from the start of the sample and the whole to the largest value. Returns the size, or
 * -EINVAL: no channel, a channel of another buffer, or one named twice; or the -errno with which the scan format of one
 * could not be read.
 */
ssize_t iiodma_buffer_sample_bytes(const struct iiodma_buffer *buffer, struct iiodma_channel *const *channels,
				   size_t count) IIODMA_MUST_CHECK;

IIODMA_END_DECLS

#endif
