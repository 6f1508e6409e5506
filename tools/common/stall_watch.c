/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "stall_watch.h"

#include <math.h>

#include "clock.h"

/* Nobody speaks of a stall below the first; sources pause for a few blocks now and then; without a rate a second is long. */
#define STALL_LEAST_SECONDS 0.1
#define STALL_BLOCKS 4
#define STALL_UNPACED_SECONDS 1.0

void stall_watch_begin(struct stall_watch *watch, double block_seconds)
{
	double least = STALL_UNPACED_SECONDS;

	if (isfinite(block_seconds) && block_seconds > 0)
		least = fmax(STALL_LEAST_SECONDS, STALL_BLOCKS * block_seconds);
	*watch = (struct stall_watch){.least_ns = (int64_t)(least * (double)NS_PER_SECOND)};
}

void stall_watch_note(struct stall_watch *watch, int64_t waited_ns)
{
	if (waited_ns <= watch->least_ns)
		return;
	watch->count++;
	watch->total_ns += waited_ns;
	if (waited_ns > watch->longest_ns)
		watch->longest_ns = waited_ns;
}
