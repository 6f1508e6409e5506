/* SPDX-License-Identifier: LGPL-2.1-or-later */
/** A device: one IIO device with its attributes and buffers. Pointers stay valid until the context is closed. */
#ifndef IIODMA_DEVICE_H
#define IIODMA_DEVICE_H

#include <iiodma/types.h>

IIODMA_BEGIN_DECLS

/** "iio:device2" */
const char *iiodma_device_id(const struct iiodma_device *device);

/** Name the driver gave, or the id when it gave none. */
const char *iiodma_device_name(const struct iiodma_device *device);

/** Label from the device tree, NULL when there is none. */
const char *iiodma_device_label(const struct iiodma_device *device);

/** The context the device belongs to. */
struct iiodma_context *iiodma_device_context(const struct iiodma_device *device);

size_t iiodma_device_buffer_count(const struct iiodma_device *device);

/** Buffer at position @position (0 … count-1) in order of their kernel index; NULL when out of range. */
struct iiodma_buffer *iiodma_device_buffer(const struct iiodma_device *device, size_t position);

/**
 * The buffer the kernel calls buffer@index.
 * Returns 0, -ENODEV with the indexes that exist in iiodma_error_text(), or -ENOTSUP: the device has no buffer.
 */
int iiodma_device_find_buffer(const struct iiodma_device *device, unsigned int index,
			      struct iiodma_buffer **ret_buffer) IIODMA_MUST_CHECK;

/**
 * Read an attribute file of the device's sysfs folder, @name as in sysfs ("in_voltage0_hardwaregain"), into @text as a
 * string without the trailing newline. Returns the length, -ENOENT, -EINVAL (name with '/'), -ENOSPC (longer than @size) or
 * what read() gave.
 */
int iiodma_device_attr_read(const struct iiodma_device *device, const char *name, char *text,
			    size_t size) IIODMA_MUST_CHECK;

/** Write an attribute. Returns 0 or what open()/write() gave; a driver that takes only part of the text is -EIO. */
int iiodma_device_attr_write(const struct iiodma_device *device, const char *name, const char *text) IIODMA_MUST_CHECK;

/** The same for the debugfs folder of the device (needs root; -EACCES or -ENOENT otherwise). */
int iiodma_device_debug_attr_read(const struct iiodma_device *device, const char *name, char *text,
				  size_t size) IIODMA_MUST_CHECK;
int iiodma_device_debug_attr_write(const struct iiodma_device *device, const char *name,
				   const char *text) IIODMA_MUST_CHECK;

/** Read or write a register of the core behind the device, through debugfs direct_reg_access. Returns 0 or -errno. */
int iiodma_device_reg_read(const struct iiodma_device *device, uint32_t address, uint32_t *ret_value) IIODMA_MUST_CHECK;
int iiodma_device_reg_write(const struct iiodma_device *device, uint32_t address, uint32_t value) IIODMA_MUST_CHECK;

/**
 * Samples per second at which the device feeds or drains its buffers.
 *
 * Looked for in this order: "sampling_frequency", "in_voltage_sampling_frequency" / "out_voltage_sampling_frequency" of the
 * device (by @direction), then the same of a device whose name ends in "-phy" in the context (AD9361 and its kin keep the
 * rate there).
 *
 * Returns 0 and the rate in samples per second (0 = not paced), -ENOENT when no such attribute exists, -EBADMSG when what it
 * holds is no rate, or what reading the first one gave.
 */
int iiodma_device_sample_rate(const struct iiodma_device *device, enum iiodma_direction direction,
			      double *ret_samples_per_second) IIODMA_MUST_CHECK;

/**
 * Set the sample rate in the first place of the same order that takes it. Returns 0, -ENOENT (nowhere to write),
 * -EACCES, or what the driver answered (-EINVAL: every place rejects this rate or cannot be written; also a rate below
 * 0 or above 10^15). The caller restores the old rate; nothing does it for him.
 */
int iiodma_device_set_sample_rate(const struct iiodma_device *device, enum iiodma_direction direction,
				  double samples_per_second) IIODMA_MUST_CHECK;

/** Name of the trigger in force into @text, "" for none. Returns the length or -errno (-ENOENT: takes no trigger). */
int iiodma_device_trigger(const struct iiodma_device *device, char *text, size_t size) IIODMA_MUST_CHECK;

/**
 * Put the trigger called @name in force, "" for none. The caller restores the old one; nothing does it for him.
 * Returns 0, -ENOENT (the device takes no trigger), -EINVAL (no such trigger), or what the driver answered (-EBUSY:
 * streaming).
 */
int iiodma_device_set_trigger(const struct iiodma_device *device, const char *name) IIODMA_MUST_CHECK;

IIODMA_END_DECLS

#endif
