/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which blocks count. Time only has meaning at block boundaries, the moments when a block has been delivered, so the
 * window opens and closes at one:
 *
 *     start ─ warm-up ─ boundary (opens) ─ block ─ boundary ─ … ─ block ─ boundary (closes)
 *
 * Counted are the blocks after the opening boundary up to the closing one, over the time between the two. With no
 * warm-up at all the start itself is the opening boundary.
 */
#ifndef IIODMA_BENCH_WINDOW_H
#define IIODMA_BENCH_WINDOW_H

#include "common/result.h"

/* Warm-up that lasts until every block of the ring has been delivered once, so that queue fill is left out. */
#define BENCH_WARMUP_TURN INT64_C(-1)

struct bench_window_config {
	int64_t warmup_ns;    /* or BENCH_WARMUP_TURN */
	int64_t duration_ns;  /* negative = no limit */
	uint64_t limit_bytes; /* 0 = no limit */
	int64_t interval_ns;  /* 0 = no intervals */
	unsigned int turn_blocks;
	double source_bytes_per_second;                                          /* NaN or 0 = no known limit */
	void (*interval)(void *context, const struct result_interval *interval); /* called at the end of each */
	void *context;
};

enum bench_window_state {
	BENCH_WINDOW_WARMUP,
	BENCH_WINDOW_OPENED, /* by this very boundary */
	BENCH_WINDOW_COUNTING,
	BENCH_WINDOW_COMPLETE,
};

struct bench_window {
	struct bench_window_config config;
	enum bench_window_state state;
	int64_t start_ns;
	int64_t open_ns;
	int64_t last_ns; /* latest boundary */
	uint64_t blocks; /* counted */
	uint64_t bytes;  /* counted */
	uint64_t warmup_blocks;
	int64_t interval_start_ns;
	int64_t interval_due_ns;
	uint64_t interval_bytes;
	bool clock_backwards;
};

/* The stream has started at @now_ns. Returns the state: OPENED when there is no warm-up. */
enum bench_window_state bench_window_start(struct bench_window *window, const struct bench_window_config *config,
					   int64_t now_ns);

/* @blocks blocks with @bytes in all have been delivered at @now_ns. */
enum bench_window_state bench_window_deliver(struct bench_window *window, int64_t now_ns, unsigned int blocks,
					     uint64_t bytes);

/* No more blocks will come: ends the last interval. The window keeps what it has. */
void bench_window_end(struct bench_window *window);

/* Time from the opening to the latest boundary; 0 when the window never opened. */
int64_t bench_window_elapsed_ns(const struct bench_window *window);

#endif
