/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From lists of values to the cells of a table: every combination, those that cannot be with the reason why. */
#ifndef IIODMA_BENCH_PLAN_H
#define IIODMA_BENCH_PLAN_H

#include "common/result.h"

#define BENCH_AXIS_MAX 64u
#define BENCH_CELLS_MAX 10000u

/* A kind of memory for the blocks of dmabuf. */
struct bench_place {
	enum iiodma_memory memory;
	enum iiodma_sync sync;
	const char *heap;    /* NULL unless a heap is named */
	const char *mapping; /* the word of --map; NULL when it was not used */
};

struct bench_axes {
	enum iiodma_api api[BENCH_AXIS_MAX];
	size_t api_count;
	enum iiodma_direction direction[BENCH_AXIS_MAX];
	size_t direction_count;
	enum result_touch touch[BENCH_AXIS_MAX];
	size_t touch_count;
	struct bench_place place[BENCH_AXIS_MAX];
	size_t place_count;
	uint64_t block_samples[BENCH_AXIS_MAX];
	size_t block_count;
	unsigned int depth[BENCH_AXIS_MAX];
	size_t depth_count;
	double rate[BENCH_AXIS_MAX]; /* NaN = leave it as it is, 0 = not paced */
	size_t rate_count;
	const char *missing[2]; /* by direction: why no device serves it; NULL = one does */
};

/*
 * Make the cells, in table order: rate, block, depth, touch, memory, API, direction (the last varies fastest). What an
 * API does not know (depth for fileio, memory for null …) makes no cells of its own.
 * @ret_cells: freed by the caller with free(). Returns 0, -ENOMEM, or -E2BIG: more than BENCH_CELLS_MAX.
 */
int bench_plan(const struct bench_axes *axes, struct result_cell **ret_cells, size_t *ret_count);

#endif
