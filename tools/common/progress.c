/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "progress.h"

#include "clock.h"
#include "message.h"
#include "units.h"

#define PERIOD_NS (NS_PER_SECOND / 2)

void progress_begin(struct progress *progress, int64_t now_ns)
{
	*progress = (struct progress){.wanted = message_progress_wanted(), .start_ns = now_ns, .last_ns = now_ns};
}

void progress_update(struct progress *progress, int64_t now_ns, uint64_t bytes)
{
	char elapsed[UNITS_TEXT], rate[UNITS_TEXT];

	if (!progress->wanted || now_ns - progress->last_ns < PERIOD_NS)
		return;
	message_progress(
		"%s, %.2f MiB, now %s", units_seconds(elapsed, now_ns - progress->start_ns), (double)bytes / 1048576,
		units_mib_per_second(rate, units_per_second(bytes - progress->last_bytes, now_ns - progress->last_ns)));
	progress->last_ns = now_ns;
	progress->last_bytes = bytes;
}
