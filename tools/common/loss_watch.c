/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "loss_watch.h"

#include <inttypes.h>
#include <stdio.h>

#include "clock.h"
#include "message.h"

#define POLL_PERIOD_NS NS_PER_MS
#define POLL_SHARE 100 /* a look may cost this part of the time between two */
#define NOTICE_PERIOD_NS (100 * NS_PER_MS)

void loss_watch_open(struct loss_watch *watch, const struct iiodma_device *device, enum iiodma_direction direction)
{
	*watch = (struct loss_watch){.direction = direction};
	if (iiodma_status_open(device, direction, &watch->status) < 0) {
		watch->status = NULL;
		snprintf(watch->reason, sizeof(watch->reason), "%s", iiodma_error_text());
		message_detail("%s", watch->reason);
	} else if (iiodma_status_reason(watch->status)) {
		message_notice("%s", iiodma_status_reason(watch->status));
	}
}

void loss_watch_close(struct loss_watch *watch)
{
	iiodma_status_close(watch->status);
	watch->status = NULL;
}

void loss_watch_begin(struct loss_watch *watch)
{
	if (watch->status)
		iiodma_status_clear(watch->status);
}

void loss_watch_first_block(struct loss_watch *watch, const struct iiodma_stream *stream)
{
	struct iiodma_stream_stats stats = {.size = sizeof(stats)};

	if (iiodma_stream_stats(stream, &stats) == 0 && stats.discarded_samples > 0)
		loss_watch_begin(watch);
}

static void announce(struct loss_watch *watch, int64_t now_ns)
{
	const int64_t events = loss_watch_events(watch);

	if (events <= watch->announced || now_ns < watch->next_notice_ns)
		return;
	message_notice("%s: %" PRId64 " new, %" PRId64 " so far",
		       watch->direction == IIODMA_INPUT ? "overflow, samples were lost" : "underflow, gaps were played",
		       events - watch->announced, events);
	watch->announced = events;
	watch->next_notice_ns = now_ns + NOTICE_PERIOD_NS;
}

static bool countable(const struct loss_watch *watch)
{
	return watch->status && !iiodma_status_reason(watch->status);
}

void loss_watch_poll(struct loss_watch *watch, int64_t now_ns)
{
	int64_t cost_ns;

	if (!countable(watch) || now_ns < watch->next_poll_ns)
		return;
	iiodma_status_poll(watch->status);
	announce(watch, now_ns);
	cost_ns = clock_ns() - now_ns;
	watch->next_poll_ns = now_ns + (cost_ns * POLL_SHARE > POLL_PERIOD_NS ? cost_ns * POLL_SHARE : POLL_PERIOD_NS);
}

void loss_watch_finish(struct loss_watch *watch)
{
	if (countable(watch))
		iiodma_status_poll(watch->status);
	watch->next_notice_ns = 0;
	announce(watch, 0);
}

int64_t loss_watch_events(const struct loss_watch *watch)
{
	return watch->status ? iiodma_status_events(watch->status) : -1;
}

const char *loss_watch_reason(const struct loss_watch *watch)
{
	return watch->status ? iiodma_status_reason(watch->status) : watch->reason;
}
