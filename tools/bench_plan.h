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
	char heap[RESULT_NAME_SIZE]; /* "" unless a heap is named */
	const char *mapping;         /* the word of --map or --setting; NULL when neither was used */
};

/* Where blocks live, by direction: the same for both, or a setting. */
struct bench_placement {
	char setting[RESULT_NAME_SIZE]; /* "" = none */
	struct bench_place place[2];
};

struct bench_axes {
	enum iiodma_api api[BENCH_AXIS_MAX];
	size_t api_count;
	enum iiodma_direction direction[BENCH_AXIS_MAX];
	size_t direction_count;
	enum result_touch touch[BENCH_AXIS_MAX];
	size_t touch_count;
	struct bench_placement placement[BENCH_AXIS_MAX];
	size_t placement_count;
	/*
	 * Mappings that the blocks of fileio have: none = whatever the kernel gives, which is coherent; one = as the user
	 * states; several need the user's command that puts each in force.
	 */
	const char *fileio_map[BENCH_AXIS_MAX];
	size_t fileio_map_count;
	const char *fileio_map_command; /* NULL = none */
	uint64_t block_samples[BENCH_AXIS_MAX];
	size_t block_count;
	unsigned int depth[BENCH_AXIS_MAX];
	size_t depth_count;
	bool depth_given;
	double rate[BENCH_AXIS_MAX]; /* NaN = leave it as it is, 0 = not paced */
	size_t rate_count;
	const char *missing[2]; /* by direction: why no device serves it; NULL = one does */
};

/*
 * Make the cells, in table order: rate, block, depth, touch, mapping of fileio, placement, API, direction (the last
 * varies fastest). What an API does not know (depth for fileio, memory for null …) makes no cells of its own.
 * @ret_cells: freed by the caller with free(). Returns 0, -ENOMEM, or -E2BIG: more than BENCH_CELLS_MAX.
 */
int bench_plan(const struct bench_axes *axes, struct result_cell **ret_cells, size_t *ret_count);

/* Whether two cells ask for the same. */
bool bench_plan_same(const struct result_setup *a, const struct result_setup *b);

#endif
