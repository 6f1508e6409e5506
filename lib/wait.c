/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "wait.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>

#include "device.h"
#include "error.h"
#include "sys.h"

#define NS_PER_MS 1000000

bool device_exists(const struct iiodma_device *device)
{
	char path[PATH_MAX];

	if (device->context->ops != NULL)
		return device->context->ops->device_exists(device);
	if (device->path == NULL)
		return true;
	snprintf(path, sizeof(path), "%s/name", device->path);

	int fd = sys->open(path, O_RDONLY);

	/* Short of descriptors or rights is not gone. */
	if (fd == -ENOENT || fd == -ENODEV)
		return false;
	if (fd >= 0)
		sys->close(fd);
	return true;
}

int device_gone(const struct iiodma_device *device)
{
	return error_say(-ENODEV, "device disconnected: %s (%s) is gone", device->name, device->id);
}

/* Milliseconds for poll(), rounded up so that a wait never ends early, at most one look interval. */
static int slice_ms(int64_t remaining_ns)
{
	if (remaining_ns < 0 || remaining_ns > (int64_t)WAIT_LOOK_MS * NS_PER_MS)
		return WAIT_LOOK_MS;
	return (int)((remaining_ns + NS_PER_MS - 1) / NS_PER_MS);
}

/* What is left of the limit; 0 or less when it has passed. Only for finite limits. */
static int64_t remaining_ns(const struct wait_limit *limit)
{
	int64_t passed_ns = sys->clock_ns() - limit->start_ns;

	/* A limit near INT64_MAX and a clock that stepped back must not overflow. */
	return passed_ns < 0 ? limit->timeout_ns : limit->timeout_ns - passed_ns;
}

int wait_ready(struct pollfd *fds, nfds_t count, const struct wait_limit *limit, const struct iiodma_device *device)
{
	int64_t left_ns = limit->timeout_ns;

	for (;;) {
		int ret = sys->poll(fds, count, slice_ms(left_ns));

		if (ret < 0 && ret != -EINTR)
			return error_set(ret, "wait for %s", device->id);
		if (ret > 0 && (fds[count - 1].revents & POLLIN) != 0)
			return -ECANCELED;
		if (ret > 0 && (fds[0].revents & POLLNVAL) != 0)
			return error_set(-EBADF, "wait for %s", device->id);
		if (ret > 0 && fds[0].revents != 0)
			return 0;
		if (limit->timeout_ns == 0 && ret == 0)
			return -EAGAIN;
		if (ret == 0 && !device_exists(device))
			return device_gone(device);
		if (limit->timeout_ns > 0) {
			left_ns = remaining_ns(limit);
			if (left_ns <= 0)
				return -ETIMEDOUT;
		}
	}
}
