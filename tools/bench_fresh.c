/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "bench_fresh.h"

#include <math.h>
#include <stdlib.h>

#include "bench_verify.h"

#define FRESH_BLOCKS 4u

struct result_run bench_fresh_prove(const struct bench_measure_config *measured, const struct result_setup *asked)
{
	struct bench_measure_config config = *measured;
	struct result_setup setup = *asked;
	struct result_run found;
	struct bench_check check;

	bench_check_prepare(&check, VERIFY_STALE, config.channels, config.channel_count);
	config.verifier = &check.verifier;
	config.split = false;
	config.warmup_ns = config.interval_ns = 0;
	config.duration_ns = -1;
	config.samples = FRESH_BLOCKS * setup.block_samples;
	setup.touch = RESULT_TOUCH_NONE;
	found = bench_measure(&config, &setup);
	free(found.intervals);
	found.intervals = NULL;
	found.interval_count = 0;
	return found;
}

void bench_fresh_take(struct result_run *run, const struct result_run *found)
{
	run->stale_samples = found->stale_samples;
	if (found->stale_samples <= 0)
		return;
	result_text_set(run->fault, found->fault);
	run->bytes_per_second = NAN;
}
