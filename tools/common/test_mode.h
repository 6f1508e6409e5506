/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The test modes that a converter's chip has of its own, in debugfs of the device "…-phy": switched on for a run and put
 * back afterwards on every way out. A process of its own waits for the tool to end, so that even one that is killed
 * leaves the chip as it was.
 */
#ifndef TOOLS_TEST_MODE_H
#define TOOLS_TEST_MODE_H

#include <iiodma.h>
#include <sys/types.h>

#include "exit_status.h"
#include "verify.h"

/* All zero = nothing to put back. */
struct test_mode {
	const struct iiodma_device *phy;
	const char *attribute;
	const char *before; /* what puts it back */
	pid_t guard;
	int guard_fd;
};

/*
 * Let the chip behind @device, an input, make what @kind looks for: prbs and tone; nothing is done for others, nor where
 * there is no such mode or it is on already. Returns EXIT_STATUS_DONE, or prints one sentence and returns the status to
 * end with.
 */
enum exit_status test_mode_begin(struct test_mode *mode, const struct iiodma_device *device, enum verify_kind kind);

/* Put it back. Any state. Returns EXIT_STATUS_DONE, or prints one sentence and returns EXIT_STATUS_FAILED. */
enum exit_status test_mode_end(struct test_mode *mode);

#endif
