/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the meter itself costs, measured where there is no device: the same loop over blocks of one sample. */
#ifndef IIODMA_BENCH_METER_H
#define IIODMA_BENCH_METER_H

#include "bench_measure.h"

/* Nanoseconds for a block, by direction and touch mode; 0 = not measured yet. */
struct bench_meter {
	double block_ns[2][RESULT_TOUCH_WRITE + 1];
};

/*
 * Nanoseconds that the meter takes for a block of a cell set up like @setup and measured by @config; measured at the
 * first call for each kind. NaN when it could not be.
 */
double bench_meter_block_ns(struct bench_meter *meter, const struct bench_measure_config *config,
			    const struct result_setup *setup);

#endif
