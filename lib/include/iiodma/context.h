/* SPDX-License-Identifier: LGPL-2.1-or-later */
/** A context: the converters reachable in one place. */
#ifndef IIODMA_CONTEXT_H
#define IIODMA_CONTEXT_H

#include <iiodma/types.h>

IIODMA_BEGIN_DECLS

/**
 * Open a context and list its devices, buffers and channels (reads sysfs only; no device node is opened).
 *
 * @uri: "local:" or NULL for this machine; "null:" for a built-in device "null" with one input and one output buffer
 *       of two 16-bit channels that needs no kernel feature at all
 * @ret_context: the context, freed by the caller with iiodma_context_close(); untouched on failure
 *
 * Returns 0, -EINVAL (unknown kind of URI), -ENODEV (no IIO on this machine), -ENOMEM or another -errno of reading sysfs.
 * A context with zero devices is no failure. Since 0.1.
 */
int iiodma_context_open(const char *uri, struct iiodma_context **ret_context) IIODMA_MUST_CHECK;

/** Free a context with its devices, buffers and channels. Streams opened from it must be closed before. NULL is fine. */
void iiodma_context_close(struct iiodma_context *context);

/** The URI in its full form ("local:"). Valid until the context is closed. */
const char *iiodma_context_uri(const struct iiodma_context *context);

/** How many devices there are. */
size_t iiodma_context_device_count(const struct iiodma_context *context);

/** Device number @index, counted in the order of the kernel's numbers; NULL when out of range. Valid until the context is closed. */
struct iiodma_device *iiodma_context_device(const struct iiodma_context *context, size_t index);

/**
 * Find a device by name ("cf-ad9361-lpc"), id ("iio:device2") or label.
 *
 * Returns 0; -ENODEV with the names that exist in iiodma_error_text(); -ENOTUNIQ when several devices have this name.
 * @ret_device is valid until the context is closed.
 */
int iiodma_context_find_device(const struct iiodma_context *context, const char *name,
			       struct iiodma_device **ret_device) IIODMA_MUST_CHECK;

IIODMA_END_DECLS

#endif
