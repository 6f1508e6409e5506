/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "bench_meter.h"

#include <math.h>
#include <stdlib.h>

/* A few milliseconds: short enough for one try of several to come through undisturbed by the machine's other work. */
#define METER_BLOCKS 4000u
#define METER_DEPTH 4u

/* The least disturbed one is the cost. */
#define METER_TRIES 5

static double measure_once(const struct bench_measure_config *like, const struct result_setup *setup)
{
	struct bench_measure_config config = {
		.buffer = like->buffer,
		.channels = like->channels,
		.channel_count = like->channel_count,
		.split = like->split,
		.timeout_ns = like->timeout_ns,
		.duration_ns = -1,
		.samples = METER_BLOCKS,
		.clock_ns = like->clock_ns,
	};
	struct result_setup null = {
		.api = IIODMA_API_NULL,
		.direction = setup->direction,
		.touch = setup->touch,
		.block_samples = 1,
		.depth_asked = METER_DEPTH,
		.rate_asked = (double)NAN,
	};
	struct result_run run = bench_measure(&config, &null);

	free(run.intervals);
	return run.status == RESULT_OK ? result_run_block_seconds(&run) * 1e9 : (double)NAN;
}

double bench_meter_block_ns(struct bench_meter *meter, const struct bench_measure_config *config,
			    const struct result_setup *setup)
{
	double *block_ns = &meter->block_ns[setup->direction][setup->touch];

	if (*block_ns != 0)
		return *block_ns;
	*block_ns = (double)NAN;
	for (int i = 0; i < METER_TRIES; i++)
		*block_ns = fmin(*block_ns, measure_once(config, setup));
	return *block_ns;
}
