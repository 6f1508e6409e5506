/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The only way from the library to libiio (0.24 or later, below 1.0), as sys.h is to the operating system: nothing else
 * includes <iio.h>, and tests put another table here. Results are 0 or positive, or -errno.
 *
 * libiio sends on sockets without MSG_NOSIGNAL and may stay in a call for as long as its own time limit. So these calls are
 * made by threads of this library only (call.h, remote_ring.c), which have every signal blocked.
 */
#ifndef IIODMA_LIBIIO_H
#define IIODMA_LIBIIO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "attribute.h"

struct iio_buffer;
struct iio_channel;
struct iio_context;
struct iio_device;

struct libiio_ops {
	int (*open)(const char *uri, struct iio_context **ret_context);
	void (*close)(struct iio_context *context);
	int (*set_timeout)(struct iio_context *context, unsigned int ms); /* 0 = none */
	/* One round trip. @text has room for LIBIIO_VERSION_TEXT. */
	int (*server_version)(struct iio_context *context, unsigned int *ret_major, char *text);
	void (*client_version)(char *text);
	const char *(*context_attr)(struct iio_context *context, const char *name); /* NULL = none */
	/* URIs found by scanning @backends ("ip", "usb", "ip:usb"), one at a time, each with a description. */
	int (*scan)(const char *backends, void (*each)(const char *uri, const char *description, void *context),
		    void *context);

	unsigned int (*device_count)(struct iio_context *context);
	struct iio_device *(*device)(struct iio_context *context, unsigned int index);
	const char *(*device_id)(struct iio_device *device);
	const char *(*device_name)(struct iio_device *device);  /* NULL = none */
	const char *(*device_label)(struct iio_device *device); /* NULL = none */
	bool (*device_is_trigger)(struct iio_device *device);
	bool (*has_attr)(struct iio_device *device, enum attribute_owner owner, const char *name);
	ssize_t (*attr_read)(struct iio_device *device, enum attribute_owner owner, const char *name, char *text,
			     size_t size);
	ssize_t (*attr_write)(struct iio_device *device, enum attribute_owner owner, const char *name,
			      const char *text);
	int (*trigger)(struct iio_device *device, struct iio_device **ret_trigger); /* NULL = none */
	int (*set_trigger)(struct iio_device *device, struct iio_device *trigger);

	unsigned int (*channel_count)(struct iio_device *device);
	struct iio_channel *(*channel)(struct iio_device *device, unsigned int index);
	const char *(*channel_id)(struct iio_channel *channel);
	bool (*channel_is_output)(struct iio_channel *channel);
	long (*channel_scan_index)(struct iio_channel *channel); /* negative: cannot be in a sample */
	void (*channel_format)(struct iio_channel *channel, char *text, size_t size); /* "le:s12/16>>4" */
	void (*channel_enable)(struct iio_channel *channel, bool on); /* in the mask of the next buffer */

	int (*set_kernel_buffers)(struct iio_device *device, unsigned int count);
	int (*buffer_open)(struct iio_device *device, size_t samples, bool cyclic, struct iio_buffer **ret_buffer);
	void (*buffer_close)(struct iio_buffer *buffer);
	void (*buffer_cancel)(struct iio_buffer *buffer); /* any thread; the buffer can only be closed afterwards */
	ssize_t (*buffer_refill)(struct iio_buffer *buffer);
	ssize_t (*buffer_push)(struct iio_buffer *buffer, size_t samples);
	void *(*buffer_data)(struct iio_buffer *buffer);
	size_t (*buffer_sample_bytes)(struct iio_buffer *buffer); /* as the server sends them, after a refill */
};

#define LIBIIO_VERSION_TEXT 32

/* The table in force. */
extern const struct libiio_ops *libiio;
extern const struct libiio_ops libiio_real;

#endif
