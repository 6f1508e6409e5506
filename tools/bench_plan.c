/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "bench_plan.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct plan {
	const struct bench_axes *axes;
	struct result_cell *cells;
	size_t count;
	size_t room;
};

/* One value of every axis. */
struct combination {
	double rate;
	uint64_t block_samples;
	unsigned int depth;
	enum result_touch touch;
	const struct bench_place *place;
	enum iiodma_api api;
	enum iiodma_direction direction;
};

static bool place_is_default(const struct bench_place *place)
{
	return place->memory == IIODMA_MEMORY_AUTO && place->sync == IIODMA_SYNC_DIRECTION && !place->mapping;
}

/* Take out what the API does not know, so that it does not multiply cells. */
static void simplify(struct combination *one, const struct bench_axes *axes)
{
	static const struct bench_place any_place = {.memory = IIODMA_MEMORY_AUTO};

	if (one->api == IIODMA_API_FILEIO) {
		one->depth = axes->depth[0];
		if (!one->place->mapping)
			one->place = &any_place;
	} else if (one->api == IIODMA_API_NULL) {
		one->place = &any_place;
		one->rate = NAN;
	}
}

static const char *why_impossible(const struct combination *one, const struct bench_axes *axes)
{
	if (one->direction == IIODMA_INPUT && one->touch == RESULT_TOUCH_WRITE)
		return "touch write belongs to direction write";
	if (one->direction == IIODMA_OUTPUT && one->touch == RESULT_TOUCH_READ)
		return "touch read belongs to direction read";
	if (one->api == IIODMA_API_FILEIO && !place_is_default(one->place))
		return "the blocks of fileio are the kernel's own, their mapping cannot be chosen";
	if (one->api != IIODMA_API_NULL && axes->missing[one->direction])
		return axes->missing[one->direction];
	return NULL;
}

static struct result_setup describe(const struct combination *one)
{
	struct result_setup setup = {
		.api = one->api,
		.direction = one->direction,
		.touch = one->touch,
		.memory = one->place->memory,
		.sync = one->place->sync,
		.block_samples = one->block_samples,
		.depth_asked = one->depth,
		.depth = one->depth,
		.rate_asked = one->rate,
		.source_rate = NAN,
	};

	result_name_set(setup.heap, one->place->heap ? one->place->heap : "");
	result_name_set(setup.mapping, one->place->mapping ? one->place->mapping : "");
	return setup;
}

static bool same_rate(double a, double b)
{
	return (isnan(a) && isnan(b)) || a == b;
}

static bool same_setup(const struct result_setup *a, const struct result_setup *b)
{
	return a->api == b->api && a->direction == b->direction && a->touch == b->touch && a->memory == b->memory &&
	       a->sync == b->sync && a->block_samples == b->block_samples && a->depth_asked == b->depth_asked &&
	       same_rate(a->rate_asked, b->rate_asked) && strcmp(a->heap, b->heap) == 0 &&
	       strcmp(a->mapping, b->mapping) == 0;
}

static bool planned_already(const struct plan *plan, const struct result_setup *setup)
{
	for (size_t i = 0; i < plan->count; i++)
		if (same_setup(&plan->cells[i].setup, setup))
			return true;
	return false;
}

static int make_room(struct plan *plan)
{
	struct result_cell *cells;

	if (plan->count < plan->room)
		return 0;
	if (plan->count >= BENCH_CELLS_MAX)
		return -E2BIG;
	plan->room = plan->room ? 2 * plan->room : 16;
	cells = realloc(plan->cells, plan->room * sizeof(*cells));
	if (!cells)
		return -ENOMEM;
	plan->cells = cells;
	return 0;
}

static int add(struct plan *plan, struct combination one)
{
	struct result_cell cell = {.status = RESULT_OK};
	const char *reason;
	int ret;

	simplify(&one, plan->axes);
	cell.setup = describe(&one);
	if (planned_already(plan, &cell.setup))
		return 0;
	reason = why_impossible(&one, plan->axes);
	if (reason) {
		cell.status = RESULT_IMPOSSIBLE;
		result_text_set(cell.reason, reason);
	}
	ret = make_room(plan);
	if (ret == 0)
		plan->cells[plan->count++] = cell;
	return ret;
}

/* Pick the combination with number @number out of the product, the last axis varying fastest. */
static struct combination pick(const struct bench_axes *axes, uint64_t number)
{
	struct combination one;

	one.direction = axes->direction[number % axes->direction_count];
	number /= axes->direction_count;
	one.api = axes->api[number % axes->api_count];
	number /= axes->api_count;
	one.place = &axes->place[number % axes->place_count];
	number /= axes->place_count;
	one.touch = axes->touch[number % axes->touch_count];
	number /= axes->touch_count;
	one.depth = axes->depth[number % axes->depth_count];
	number /= axes->depth_count;
	one.block_samples = axes->block_samples[number % axes->block_count];
	number /= axes->block_count;
	one.rate = axes->rate[number];
	return one;
}

int bench_plan(const struct bench_axes *axes, struct result_cell **ret_cells, size_t *ret_count)
{
	struct plan plan = {.axes = axes};
	uint64_t product = (uint64_t)axes->direction_count * axes->api_count * axes->place_count * axes->touch_count *
			   axes->depth_count * axes->block_count * axes->rate_count;
	int ret = product > BENCH_CELLS_MAX ? -E2BIG : 0;

	for (uint64_t number = 0; ret == 0 && number < product; number++)
		ret = add(&plan, pick(axes, number));
	if (ret < 0) {
		free(plan.cells);
		return ret;
	}
	*ret_cells = plan.cells;
	*ret_count = plan.count;
	return 0;
}
