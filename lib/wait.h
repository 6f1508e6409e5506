/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Waiting for a descriptor with a time limit, a cancel and an eye on the device. */
#ifndef IIODMA_LIB_WAIT_H
#define IIODMA_LIB_WAIT_H

#include <poll.h>

#include <iiodma/types.h>

/*
 * An endless or long wait looks this often whether the device is still there: after an unbind neither the buffer nor a
 * block queued later ever becomes ready, and poll() alone would sleep for ever.
 */
#define WAIT_LOOK_MS 500

/* How long a wait may take. The caller has read the clock at its start anyway; most waits need no second look at it. */
struct wait_limit {
	int64_t start_ns;
	int64_t timeout_ns; /* 0 = do not wait, negative = forever */
};

/*
 * Poll @fds until fds[0] is ready. The last entry is the cancel descriptor (POLLIN); entries between are looked at but
 * not waited for. revents are valid after 0. Returns 0, -EAGAIN (timeout 0), -ETIMEDOUT, -ECANCELED, -ENODEV (with
 * error text) or -errno of poll().
 */
int wait_ready(struct pollfd *fds, nfds_t count, const struct wait_limit *limit, const struct iiodma_device *device);

/* Whether the kernel still knows the device. The built-in null device is always there. */
bool device_exists(const struct iiodma_device *device);

/* -ENODEV with the sentence that goes with it. */
int device_gone(const struct iiodma_device *device);

#endif
