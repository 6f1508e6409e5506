/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A stream from its request to its end: configured, started, watched, and everything put back. */
#ifndef TOOLS_SESSION_H
#define TOOLS_SESSION_H

#include <iiodma.h>

#include "exit_status.h"
#include "loss_watch.h"
#include "stream_request.h"
#include "target.h"

/* All zero = nothing to close. */
struct session {
	const struct target *target;
	const struct stream_request *request;
	struct iiodma_stream *stream;
	struct iiodma_stream_info info;
	const char *heap_requested; /* NULL = none */
	double sample_rate;         /* samples per second; NaN = unknown, 0 = not paced */
	int64_t timeout_ns;
	struct iiodma_link link;
	uint64_t total_samples; /* to move; 0 = no limit */
	struct loss_watch watch;
	char trigger_before[128];
	bool trigger_changed;
};

/*
 * Configure a stream for @request on @target; both must outlive the session. Tells with notices what differs from what
 * was asked. Returns EXIT_STATUS_DONE, or prints one sentence and returns the status to end with; nothing is left
 * changed then.
 */
enum exit_status session_open(struct session *session, const struct target *target,
			      const struct stream_request *request, uint64_t total_samples);

/* Whether request->check can check these channels; as session_open() on failure. Fine without a check. */
enum exit_status session_begin_check(struct session *session);

/* Start it and let signals cancel it. As session_open() on failure. */
enum exit_status session_start(struct session *session);

/* Stop, put the trigger back, close. Any state. */
void session_close(struct session *session);

/*
 * What a failed call of the stream means for the exit status; prints the sentence for it, except for a cancel by the
 * user.
 * @error is what the call returned.
 */
enum exit_status session_failure(const struct session *session, int error);

#endif
