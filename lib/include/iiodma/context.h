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
 *       of two 16-bit channels that needs no kernel feature at all; "ip:HOST[:PORT]", "ip:" (found by service discovery),
 *       "usb:[BUS.DEVICE.INTERFACE]", "serial:PORT[,BAUD[,FORMAT]]" for a server (iiod), reached through libiio
 * @ret_context: the context, freed by the caller with iiodma_context_close(); untouched on failure
 *
 * Returns 0, -EINVAL (unknown kind of URI), -ENODEV (no IIO on this machine), -ENOMEM or another -errno of reading sysfs.
 * Remote: -ENOENT (unknown host, no such USB device), -ECONNREFUSED, -ETIMEDOUT (no answer within 5 seconds), -ECONNRESET,
 * -EPROTONOSUPPORT (a server of an unknown version), -EACCES, -EBUSY, -ENOTSUP (built without libiio) or what libiio gave.
 * A context with zero devices is no failure. Since 0.1.
 */
int iiodma_context_open(const char *uri, struct iiodma_context **ret_context) IIODMA_MUST_CHECK;

/**
 * The same with the longest wait for any answer of a remote context: connecting, attributes, starting a stream.
 * iiodma_context_open() takes 5 seconds. @timeout_ns: negative = forever; local contexts do not wait.
 */
int iiodma_context_open_within(const char *uri, int64_t timeout_ns,
			       struct iiodma_context **ret_context) IIODMA_MUST_CHECK;

/**
 * Search for servers of @kind, "ip" (service discovery) or "usb", at most for @timeout_ns, and call @each for every one; its
 * strings are valid during the call only.
 *
 * Returns 0 (also when there is none), -EINVAL (no such kind), -ETIMEDOUT, -ENOTSUP (built without libiio) or what libiio
 * gave (-EACCES: USB devices that may not be opened). Since 0.1.
 */
int iiodma_context_scan(const char *kind, int64_t timeout_ns,
			void (*each)(const char *uri, const char *description, void *context),
			void *context) IIODMA_MUST_CHECK;

/**
 * Change that time limit, for all connections of the context at once; streams take it over when they start, with room for
 * the time a block of theirs takes. Returns 0, -ETIMEDOUT or -ENODEV. Since 0.1.
 */
int iiodma_context_set_timeout(struct iiodma_context *context, int64_t timeout_ns) IIODMA_MUST_CHECK;

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
