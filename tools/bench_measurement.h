/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The inside of one run, shared by bench_measure.c (set up, blocks) and bench_findings.c (what the counters say). */
#ifndef IIODMA_BENCH_MEASUREMENT_H
#define IIODMA_BENCH_MEASUREMENT_H

#include "bench_measure.h"
#include "common/perf.h"
#include "common/stall_watch.h"

/* Counters that run since the start; a window's share is a difference. */
struct snapshot {
	struct iiodma_stream_stats stream;
	struct result_cpu cpu;
	struct perf_counts perf;
	int64_t touch_ns;
};

struct measurement {
	const struct bench_measure_config *config;
	struct result_setup *setup;
	struct iiodma_stream *stream;
	struct iiodma_status *status;
	struct iiodma_histogram *gaps; /* ns from block to block */
	void *ordinary;                /* memory to copy to or from, one block */
	struct bench_window window;
	struct perf perf;
	struct snapshot opened;
	struct snapshot closed;
	struct result_run run;
	int64_t previous_ns; /* latest boundary; negative before the first */
	int64_t status_due_ns;
	struct stall_watch stalls;
	int64_t touch_ns;
	uint64_t sum;
	uint64_t submitted_bytes; /* output */
	uint64_t played_bytes;    /* output */
	unsigned int turns;       /* blocks taken so far, up to the depth (output) */
	bool verifying;           /* the verifier wants its end */
	bool exact;               /* output of exactly so many samples, played to the end */
};

static inline bool measurement_is_input(const struct measurement *m)
{
	return m->setup->direction == IIODMA_INPUT;
}

/* NaN = unknown, 0 = not paced. */
static inline double measurement_source_bytes_per_second(const struct measurement *m)
{
	return m->setup->source_rate * (double)m->setup->sample_bytes;
}

/* The window opens now: what the counters say so far was warm-up. */
void measurement_opened(struct measurement *m);

/* The data seen so far was warm-up. */
void measurement_forget_data(struct measurement *m);

/* The window is complete now: whatever is still done to the last block does not count. */
void measurement_closed(struct measurement *m);

/* Look at the status register and say when to look again. A count that has become unknown stays so. */
void measurement_look_at_status(struct measurement *m);

/* The window has ended, complete (0) or with @error: fill in the run. */
void measurement_conclude(struct measurement *m, int error);

#endif
