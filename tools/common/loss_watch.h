/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Watching the converter's sticky overflow (input) or underflow (output) bit while samples flow. */
#ifndef TOOLS_LOSS_WATCH_H
#define TOOLS_LOSS_WATCH_H

#include <iiodma.h>

/* All zero = watches nothing, events unknown. */
struct loss_watch {
	struct iiodma_status *status; /* NULL: the converter cannot be asked */
	enum iiodma_direction direction;
	int64_t next_poll_ns;
	int64_t next_notice_ns;
	int64_t announced; /* events told to the user */
	char reason[256];  /* why events are unknown */
};

/* Try to watch @device; prints a notice where its status bit is stuck. What cannot be known stays unknown. */
void loss_watch_open(struct loss_watch *watch, const struct iiodma_device *device, enum iiodma_direction direction);
void loss_watch_close(struct loss_watch *watch);

/* Forget what the start of the stream set: it is no loss. */
void loss_watch_begin(struct loss_watch *watch);

/*
 * After the first block: what overflowed while the library threw away the kernel's first blocks, whose order it did not
 * trust, came before the first sample.
 */
void loss_watch_first_block(struct loss_watch *watch, const struct iiodma_stream *stream);

/*
 * Look, if it is time to: at most once in a millisecond, and seldom enough to take no more than a hundredth of it. The
 * bit is sticky, so nothing is missed; events between two looks count as one. New events print a notice, at most ten a
 * second.
 */
void loss_watch_poll(struct loss_watch *watch, int64_t now_ns);

/* Look now, and tell what was not told yet. */
void loss_watch_finish(struct loss_watch *watch);

/* Events so far, at least; -1 = unknown. */
int64_t loss_watch_events(const struct loss_watch *watch);

/* Why the events are unknown; NULL when they are known. */
const char *loss_watch_reason(const struct loss_watch *watch);

#endif
