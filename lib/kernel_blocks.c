/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "kernel_blocks.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>

#include "buffer_node.h"
#include "device.h"
#include "error.h"
#include "settings.h"
#include "sys.h"
#include "wait.h"

#define PATIENCE_NS INT64_C(600000000)
#define PAUSE_NS INT64_C(2000000)

/* A block that arrives so soon needs no closer look; without one the buffer is looked at once, which costs a slow
 * converter this time. */
#define FIRST_BLOCK_NS INT64_C(5000000)

int kernel_blocks_finished(const struct iiodma_buffer *buffer, uint64_t *ret_bytes)
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "%s/data_available", buffer->path);

	int ret = attribute_number(path, ret_bytes);

	if (ret < 0 && !device_exists(buffer->device))
		return device_gone(buffer->device);
	return ret < 0 ? error_set(ret, "read %s", path) : 0;
}

/* 1 when a block is there, 0 when none came within a moment. */
static int first_block_comes(const struct iiodma_buffer *buffer, int fd, int cancel_fd)
{
	const struct wait_limit limit = {.start_ns = sys->clock_ns(), .timeout_ns = FIRST_BLOCK_NS};
	struct pollfd fds[] = {
		{.fd = fd, .events = POLLIN},
		{.fd = cancel_fd, .events = POLLIN},
	};
	int ret = wait_ready(fds, 2, &limit, buffer->device);

	if (ret == -ECANCELED)
		return error_say(-ECANCELED, "start: the stream was cancelled");
	if (ret == -ETIMEDOUT)
		return 0;
	return ret < 0 ? ret : 1;
}

/*
 * Whether the buffer was enabled for read() and write(). Both blocks of a working buffer count as finished once it is
 * disabled (input) and right after it was enabled (output); one that does not work has no blocks.
 */
static int has_blocks(const struct iiodma_buffer *buffer, bool *ret_enabled)
{
	uint64_t bytes = 0;
	int ret = 0;

	if (buffer->direction == IIODMA_INPUT) {
		ret = buffer_node_disable(buffer);
		*ret_enabled = false;
	}
	if (ret == 0)
		ret = kernel_blocks_finished(buffer, &bytes);
	return ret < 0 ? ret : bytes > 0;
}

int kernel_blocks_settle(const struct iiodma_buffer *buffer, int fd, int cancel_fd)
{
	const int64_t start_ns = sys->clock_ns();

	for (;;) {
		bool enabled = true;
		int ret = buffer->direction == IIODMA_INPUT ? first_block_comes(buffer, fd, cancel_fd) : 0;

		if (ret != 0)
			return ret < 0 ? ret : 0;
		ret = has_blocks(buffer, &enabled);
		if (ret < 0 || (ret > 0 && enabled))
			return ret < 0 ? ret : 0;
		if (ret > 0)
			return buffer_node_enable(buffer);
		if (enabled && (ret = buffer_node_disable(buffer)) < 0)
			return ret;
		if (sys->clock_ns() - start_ns >= PATIENCE_NS)
			return error_say(-EBUSY, "buffer %u of %s is held by DMABUFs that are still attached",
					 buffer->index, buffer->device->name);
		sys->sleep_ns(PAUSE_NS);
		ret = buffer_node_enable(buffer);
		if (ret < 0)
			return ret;
	}
}
