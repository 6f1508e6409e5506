/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The devices' sample rates: changed for a run, put back at the end. */
#ifndef IIODMA_BENCH_RATE_H
#define IIODMA_BENCH_RATE_H

#include <iiodma.h>

/* One direction of one device. All zero = nothing to put back. */
struct bench_rate {
	const struct iiodma_device *device;
	enum iiodma_direction direction;
	double before; /* samples per second; NaN = could not be read */
	bool changed;
};

/* Remember the rate in force. Do so for every direction before the first is set: they may share one attribute. */
void bench_rate_remember(struct bench_rate *rate, const struct iiodma_device *device, enum iiodma_direction direction);

/*
 * Set the rate unless it is in force already; NaN changes nothing. Returns 0 or -errno of setting; @ret_in_force gets
 * what the device says afterwards, NaN when it does not.
 */
int bench_rate_set(struct bench_rate *rate, double samples_per_second, double *ret_in_force);

/* Put the remembered rate back if it was changed. Returns 0 or -errno. */
int bench_rate_restore(struct bench_rate *rate);

#endif
