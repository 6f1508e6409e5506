/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counters of the processor for this program and the threads it starts: perf_event_open(2), where that is allowed. */
#ifndef TOOLS_PERF_H
#define TOOLS_PERF_H

#include <stdbool.h>
#include <stdint.h>

#define PERF_TEXT 160

enum perf_counter {
	PERF_CYCLES,
	PERF_INSTRUCTIONS,
	PERF_CACHE_MISSES,
	PERF_COUNTERS,
};

struct perf {
	int fd[PERF_COUNTERS];  /* -1 = not to be had */
	bool user_only;         /* the kernel's share is not counted: not allowed */
	char reason[PERF_TEXT]; /* why one or all cannot be had; "" = all are there */
};

struct perf_counts {
	int64_t value[PERF_COUNTERS]; /* -1 = unknown */
};

/* Begin to count. Never fails: what cannot be had stays unknown and has its reason. */
void perf_open(struct perf *ret_perf);
void perf_close(struct perf *perf);

/* Since perf_open(); scaled up when the processor had to share its counters among too many users. */
struct perf_counts perf_read(const struct perf *perf);

/* @end - @start, unknown where one of them is. */
struct perf_counts perf_difference(const struct perf_counts *end, const struct perf_counts *start);

/* "user" or "user and kernel"; "" when nothing is counted. */
const char *perf_scope(const struct perf *perf);

#endif
