/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Counts overflow or underflow from the sticky status bits of ADI's converter cores.
 *
 * The register is reached through debugfs: "0xADDRESS" selects it, reading at offset 0 gives its value, "0xADDRESS
 * 0xVALUE" writes it. Newer kernels take writes at offset 0 only, and a plain write() would move on. The selection
 * belongs to the device, not to the open file, and others may change it, so every poll selects anew: two system calls,
 * three when there is an event. C04 C06
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <iiodma/device.h>
#include <iiodma/error.h>
#include <iiodma/status.h>

#include "device.h"
#include "error.h"
#include "sys.h"

#define STATUS_ADDRESS UINT32_C(0x80000088)
#define UNDERFLOW_BIT 0
#define OVERFLOW_BIT 2
#define BOTH_BITS (1u << UNDERFLOW_BIT | 1u << OVERFLOW_BIT)

struct iiodma_status {
	int fd;                             /* of direct_reg_access; -1: by way of a remote context */
	const struct iiodma_device *device; /* remote */
	unsigned int bit;
	const char *noun; /* "overflow" or "underflow" */
	const char *device_name;
	int64_t events;
	char reason[128]; /* not empty: the count is unknown */
};

static int write_all(const struct iiodma_status *status, const char *text)
{
	ssize_t written = sys->write_at(status->fd, text, strlen(text), 0);

	if (written < 0)
		return (int)written;
	return (size_t)written == strlen(text) ? 0 : -EIO;
}

static int write_register(const struct iiodma_status *status, uint32_t value)
{
	char text[32];

	if (status->fd < 0)
		return iiodma_device_reg_write(status->device, STATUS_ADDRESS, value);
	snprintf(text, sizeof(text), "0x%" PRIx32 " 0x%" PRIx32, STATUS_ADDRESS, value);
	return write_all(status, text);
}

static int read_register(const struct iiodma_status *status, uint32_t *ret_value)
{
	char text[32], *end;
	unsigned long value;
	ssize_t length;
	int r;

	if (status->fd < 0)
		return iiodma_device_reg_read(status->device, STATUS_ADDRESS, ret_value);
	snprintf(text, sizeof(text), "0x%" PRIx32, STATUS_ADDRESS);
	r = write_all(status, text);
	if (r < 0)
		return r;
	length = sys->read_at(status->fd, text, sizeof(text) - 1, 0);
	if (length < 0)
		return (int)length;

	text[length] = '\0';
	value = strtoul(text, &end, 16);
	if (end == text || (*end != '\n' && *end != '\0') || value > UINT32_MAX)
		return -EINVAL;
	*ret_value = (uint32_t)value;
	return 0;
}

/* The count is not known from here on; 0 would be a claim. */
static int give_up(struct iiodma_status *status, int error)
{
	snprintf(status->reason, sizeof(status->reason),
		 "status register cannot be read (%s), hardware %s count disabled", iiodma_errno_name(error),
		 status->noun);
	return error_set(error, "use status register 0x%" PRIx32 " of %s", STATUS_ADDRESS, status->device_name);
}

/* Clear what happened before, and see whether the bit does clear: one that stays set would be counted at every poll. */
static int clear_and_judge(struct iiodma_status *status)
{
	uint32_t value;
	int r;

	r = write_register(status, BOTH_BITS);
	if (r == 0)
		r = read_register(status, &value);
	if (r < 0)
		return r;

	status->reason[0] = '\0';
	if (value & 1u << status->bit)
		snprintf(status->reason, sizeof(status->reason),
			 "status bit %u does not clear, hardware %s count disabled", status->bit, status->noun);
	return 0;
}

static int open_register(const struct iiodma_device *device)
{
	char path[128];
	int fd;

	if (!device->path)
		return error_say(-ENOTSUP, "device %s is built in and has no status register", device->name);

	snprintf(path, sizeof(path), "%s/%s/direct_reg_access", DEBUGFS_IIO, device->id);
	fd = sys->open(path, O_RDWR);
	if (fd == -EACCES || fd == -EPERM)
		return error_set(-EACCES, "open %s", path);
	if (fd < 0)
		return error_say(-ENOTSUP, "no status register: opening %s gave %s", path, iiodma_errno_name(fd));
	return fd;
}

int iiodma_status_open(const struct iiodma_device *device, enum iiodma_direction direction,
		       struct iiodma_status **ret_status)
{
	struct iiodma_status *status;
	int fd = -1, r;

	if (!device->remote) {
		fd = open_register(device);
		if (fd < 0)
			return fd;
	}
	status = calloc(1, sizeof(*status));
	if (!status) {
		if (fd >= 0)
			sys->close(fd);
		return error_set(-ENOMEM, "watch the status register of %s", device->name);
	}
	status->fd = fd;
	status->device = device;
	status->bit = direction == IIODMA_INPUT ? OVERFLOW_BIT : UNDERFLOW_BIT;
	status->noun = direction == IIODMA_INPUT ? "overflow" : "underflow";
	status->device_name = device->name;

	r = clear_and_judge(status);
	if (r < 0) {
		iiodma_status_close(status);
		return error_say(-ENOTSUP, "%s has no status register 0x%" PRIx32 ": using it gave %s", device->name,
				 STATUS_ADDRESS, iiodma_errno_name(r));
	}
	*ret_status = status;
	return 0;
}

void iiodma_status_close(struct iiodma_status *status)
{
	if (!status)
		return;
	if (status->fd >= 0)
		sys->close(status->fd);
	free(status);
}

/* Clears the watched bit alone: the other one may be watched by somebody else. */
int iiodma_status_poll(struct iiodma_status *status)
{
	uint32_t value;
	int r;

	if (status->reason[0] != '\0')
		return 0;
	r = read_register(status, &value);
	if (r < 0)
		return give_up(status, r);
	if (!(value & 1u << status->bit))
		return 0;

	status->events++;
	r = write_register(status, 1u << status->bit);
	return r < 0 ? give_up(status, r) : 1;
}

int iiodma_status_clear(struct iiodma_status *status)
{
	int r = clear_and_judge(status);

	return r < 0 ? give_up(status, r) : 0;
}

int64_t iiodma_status_events(const struct iiodma_status *status)
{
	return status->reason[0] == '\0' ? status->events : -1;
}

const char *iiodma_status_reason(const struct iiodma_status *status)
{
	return status->reason[0] == '\0' ? NULL : status->reason;
}
