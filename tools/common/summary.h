/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a transfer came to. One struct; the lines on stderr and the JSON document are both made from it. */
#ifndef TOOLS_SUMMARY_H
#define TOOLS_SUMMARY_H

#include <iiodma.h>
#include <stdio.h>

#include "check.h"
#include "exit_status.h"
#include "stall_watch.h"

struct session;

struct summary {
	enum exit_status status;
	char *const *command_line; /* ended by NULL */

	/* From here on copies of what was in force: the session is closed before the summary is printed. */
	enum iiodma_direction direction;
	char device[128];
	char device_id[32];
	unsigned int buffer_index;
	char channels[512]; /* ids separated by blanks */
	enum iiodma_api api_requested;
	const char *mapping_requested; /* NULL = not asked for */
	const char *mapping;
	const char *heap_requested; /* NULL = not asked for */
	char heap[128];             /* "" = none */
	char fallback_reason[512];  /* "" = none */
	struct iiodma_stream_info info;
	struct iiodma_stream_stats stats;
	double sample_rate; /* per second; NaN = unknown, 0 = not paced */
	int64_t timeout_ns;
	struct iiodma_link link;
	bool cyclic;

	uint64_t samples; /* written out (input), sent (output) */
	uint64_t bytes;
	int64_t elapsed_ns;
	struct stall_watch source_stalls; /* the converter, or the input */
	struct stall_watch sink_stalls;   /* the output, or the converter */
	int64_t events;                   /* overflows or underflows, at least; -1 = unknown */
	char events_reason[256];          /* why unknown */
	int64_t lost_samples;             /* -1 = unknown */
	struct check_result check;
	int64_t memory_available_start_bytes; /* -1 = unknown */
	int64_t memory_available_end_bytes;
};

/* Copy what the running session has. Call it before session_close(), and after the last block. */
void summary_take_session(struct summary *summary, const struct session *session);

/*
 * Settle what is known of lost samples, and what that makes of an exit status of DONE. Call it when all else is filled
 * in.
 */
void summary_judge(struct summary *summary);

/* NaN: undefined, because nothing was moved, a cyclic block never ends, or what was read is not what the DMA wrote. */
double summary_bytes_per_second(const struct summary *summary);

/* Remote: what held the bytes up: "source", "link" or "sink"; NULL when there is nothing to say. */
const char *summary_limit(const struct summary *summary);

/* Whether CPU accesses are surrounded by DMA_BUF_IOCTL_SYNC. */
bool summary_syncs(const struct summary *summary);

/*
 * Several lines on stderr, the last with the events and lost samples; with -q only that one, and only when there is a
 * loss.
 */
void summary_print(const struct summary *summary);

/* One JSON document. Returns 0 or -errno. */
int summary_print_json(const struct summary *summary, FILE *out);

#endif
