/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The tree behind a context: devices, their buffers, their channels. Built once by discover.c, never changed afterwards. */
#ifndef IIODMA_LIB_DEVICE_H
#define IIODMA_LIB_DEVICE_H

#include <iiodma/types.h>

#include "attribute.h"

#define SYSFS_DEVICES "/sys/bus/iio/devices"
#define DEBUGFS_IIO "/sys/kernel/debug/iio"

struct iiodma_channel {
	struct iiodma_buffer *buffer;
	char *id;          /* "voltage0" */
	char *label;       /* may be NULL */
	char *enable_path; /* …/buffer0/in_voltage0_en; NULL for the built-in null device */
	unsigned int scan_index;
	struct iiodma_format *format; /* NULL when the kernel's text could not be read or understood; then: */
	int error;                    /* why not, negative errno */
	char *problem;                /* what was tried */
	struct iio_channel *remote;   /* libiio's; NULL unless the context is remote */
};

struct iiodma_buffer {
	struct iiodma_device *device;
	unsigned int index;
	enum iiodma_direction direction;
	char *path; /* …/iio:device2/buffer0 (or legacy …/buffer); NULL for the built-in null device */
	struct iiodma_channel **channels; /* by scan index */
	size_t channel_count;
	uint32_t alignment_bytes; /* length_align_bytes; 0 = the kernel does not say, which means no DMA buffer */
	bool legacy;              /* kernel without bufferN folders: only the device node itself can be read */
};

struct iiodma_device {
	struct iiodma_context *context;
	char *id;    /* "iio:device2" */
	char *name;  /* falls back to id */
	char *label; /* may be NULL */
	char *path;  /* SYSFS_DEVICES/iio:device2; NULL for the built-in null device */
	char *node;  /* /dev/iio:device2; NULL for the built-in null device */
	struct iiodma_buffer **buffers;
	size_t buffer_count;
	struct iio_device *remote; /* libiio's; NULL unless the context is remote */
};

struct iiodma_link;

/* What a context does its own way whose devices are not files of this machine. Results and error texts as device.c gives them. */
struct context_ops {
	void (*close)(struct iiodma_context *context);
	int (*set_timeout)(struct iiodma_context *context, int64_t timeout_ns);
	const struct iiodma_link *(*link)(const struct iiodma_context *context);
	bool (*device_exists)(const struct iiodma_device *device);
	int (*attr_read)(const struct iiodma_device *device, enum attribute_owner owner, const char *name, char *text,
			 size_t size);
	int (*attr_write)(const struct iiodma_device *device, enum attribute_owner owner, const char *name,
			  const char *text);
	int (*trigger)(const struct iiodma_device *device, char *text, size_t size);
	int (*set_trigger)(const struct iiodma_device *device, const char *name);
};

struct iiodma_context {
	const char *uri; /* static, or the remote's */
	struct iiodma_device **devices;
	size_t device_count;
	const struct context_ops *ops; /* NULL: this machine, or the null device */
	struct remote *remote;         /* NULL unless remote */
};

/* Fill @context from sysfs, with the built-in null device, or from the server that @uri names. */
int discover_local(struct iiodma_context *context);
int discover_null(struct iiodma_context *context);
int discover_libiio(struct iiodma_context *context, const char *uri, int64_t timeout_ns);

/* Free one node with everything below it. NULL is fine. */
void device_free(struct iiodma_device *device);
void buffer_free(struct iiodma_buffer *buffer);
void channel_free(struct iiodma_channel *channel);

/*
 * Whether samples with @channel can be laid out: 0, or the error that reading its format gave at discovery, with its text.
 * A channel nobody can read does not hide the rest of the machine; it fails only when somebody wants to use it.
 */
int channel_check(const struct iiodma_channel *channel);

/*
 * Offsets of @channels in the sample that has exactly the channels in @enabled (@enabled_count, any order).
 * @channels may be empty. Returns the sample's size in bytes, -EINVAL (none enabled, one named twice, one that is not
 * of the same buffer or not enabled), or what channel_check() gave. Used with @enabled wider than @channels when somebody else holds channels too.
 */
ssize_t layout_offsets(struct iiodma_channel *const *enabled, size_t enabled_count,
		       struct iiodma_channel *const *channels, size_t count, size_t *ret_offsets);

#endif
