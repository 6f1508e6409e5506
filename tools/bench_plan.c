/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "bench_plan.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
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
	const char *fileio_map; /* NULL = not stated */
	const char *setting;
	const struct bench_place *place;
	enum iiodma_api api;
	enum iiodma_direction direction;
};

static const struct bench_place any_place = {.memory = IIODMA_MEMORY_AUTO};
static const struct bench_place kernel_place = {.memory = IIODMA_MEMORY_KERNEL};

static bool lists_fileio_map(const struct bench_axes *axes, const char *mapping)
{
	for (size_t i = 0; i < axes->fileio_map_count; i++)
		if (strcmp(axes->fileio_map[i], mapping) == 0)
			return true;
	return false;
}

/* A mapping that was asked for goes to the kernel's blocks as far as they have it; memory and sync are the kernel's own. */
static void simplify_fileio(struct combination *one, const struct bench_axes *axes)
{
	one->depth = axes->depth[0];
	if (!one->place->mapping)
		one->place = &any_place;
	else
		one->fileio_map = lists_fileio_map(axes, one->place->mapping) ? one->place->mapping : NULL;
}

/* Take out what the API does not know, so that it does not multiply cells. */
static void simplify(struct combination *one, const struct bench_axes *axes)
{
	if (one->api == IIODMA_API_FILEIO) {
		simplify_fileio(one, axes);
		return;
	}
	one->fileio_map = NULL;
	if (one->api == IIODMA_API_LIBIIO) {
		/* The memory at the other end is the server's affair. */
		one->place = &any_place;
		one->setting = "";
	}
	if (one->api == IIODMA_API_NULL) {
		one->place = &any_place;
		one->setting = "";
		one->rate = NAN;
	}
}

/* Why fileio's blocks cannot have the mapping that is asked for; "" when they can. */
static void doubt_fileio_map(const struct combination *one, const struct bench_axes *axes, char *reason, size_t size)
{
	const char *wanted = one->place->mapping;

	if (!wanted || one->fileio_map)
		return;
	if (axes->fileio_map_command)
		snprintf(reason, size, "--fileio-map does not list %s", wanted);
	else if (axes->fileio_map_count > 0)
		snprintf(reason, size, "the blocks of fileio are %s on this kernel, says --fileio-map",
			 axes->fileio_map[0]);
	else if (strcmp(wanted, "coherent") != 0)
		snprintf(reason, size,
			 "the blocks of fileio are the kernel's own: coherent, unless --fileio-map says otherwise");
}

/* Into @reason why this cannot be, "" when it can. */
static void doubt(const struct combination *one, const struct bench_axes *axes, char *reason, size_t size)
{
	reason[0] = '\0';
	if (one->direction == IIODMA_INPUT && one->touch == RESULT_TOUCH_WRITE)
		snprintf(reason, size, "touch write belongs to direction write");
	else if (one->direction == IIODMA_OUTPUT && one->touch == RESULT_TOUCH_READ)
		snprintf(reason, size, "touch read belongs to direction read");
	else if (one->api != IIODMA_API_NULL && axes->missing[one->direction])
		snprintf(reason, size, "%s", axes->missing[one->direction]);
	else if (one->api == IIODMA_API_FILEIO)
		doubt_fileio_map(one, axes, reason, size);
}

static void describe_fileio(struct result_setup *setup, const struct combination *one, const struct bench_axes *axes)
{
	result_name_set(setup->fileio_map, one->fileio_map ? one->fileio_map : "");
	if (!one->fileio_map)
		setup->mapping_source = RESULT_MAPPING_PLATFORM;
	else
		setup->mapping_source = axes->fileio_map_command ? RESULT_MAPPING_COMMAND : RESULT_MAPPING_STATED;
}

static struct result_setup describe(const struct combination *one, const struct bench_axes *axes)
{
	bool fileio = one->api == IIODMA_API_FILEIO;
	const struct bench_place *place = fileio ? &kernel_place : one->place;
	struct result_setup setup = {
		.api = one->api,
		.direction = one->direction,
		.touch = one->touch,
		.memory = place->memory,
		.sync = place->sync,
		.block_samples = one->block_samples,
		.depth_asked = one->depth,
		.depth = one->depth,
		.rate_asked = one->rate,
		.source_rate = NAN,
	};

	result_name_set(setup.heap, place->heap);
	result_name_set(setup.mapping, one->place->mapping ? one->place->mapping : "");
	result_name_set(setup.setting, one->setting);
	if (fileio)
		describe_fileio(&setup, one, axes);
	return setup;
}

static bool same_rate(double a, double b)
{
	return (isnan(a) && isnan(b)) || a == b;
}

bool bench_plan_same(const struct result_setup *a, const struct result_setup *b)
{
	return a->api == b->api && a->direction == b->direction && a->touch == b->touch && a->memory == b->memory &&
	       a->sync == b->sync && a->block_samples == b->block_samples && a->depth_asked == b->depth_asked &&
	       same_rate(a->rate_asked, b->rate_asked) && strcmp(a->heap, b->heap) == 0 &&
	       strcmp(a->mapping, b->mapping) == 0 && strcmp(a->fileio_map, b->fileio_map) == 0 &&
	       strcmp(a->setting, b->setting) == 0;
}

static bool planned_already(const struct plan *plan, const struct result_setup *setup)
{
	for (size_t i = 0; i < plan->count; i++)
		if (bench_plan_same(&plan->cells[i].setup, setup))
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
	int ret;

	simplify(&one, plan->axes);
	cell.setup = describe(&one, plan->axes);
	if (planned_already(plan, &cell.setup))
		return 0;
	doubt(&one, plan->axes, cell.reason, sizeof(cell.reason));
	if (cell.reason[0])
		cell.status = RESULT_IMPOSSIBLE;
	ret = make_room(plan);
	if (ret == 0)
		plan->cells[plan->count++] = cell;
	return ret;
}

/* Pick the combination with number @number out of the product, the last axis varying fastest. */
static struct combination pick(const struct bench_axes *axes, uint64_t number)
{
	const struct bench_placement *placement;
	struct combination one = {.fileio_map = NULL};

	one.direction = axes->direction[number % axes->direction_count];
	number /= axes->direction_count;
	one.api = axes->api[number % axes->api_count];
	number /= axes->api_count;
	placement = &axes->placement[number % axes->placement_count];
	one.setting = placement->setting;
	one.place = &placement->place[one.direction];
	number /= axes->placement_count;
	if (axes->fileio_map_count > 0) {
		one.fileio_map = axes->fileio_map[number % axes->fileio_map_count];
		number /= axes->fileio_map_count;
	}
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
	uint64_t product = (uint64_t)axes->direction_count * axes->api_count * axes->placement_count *
			   (axes->fileio_map_count ? axes->fileio_map_count : 1) * axes->touch_count *
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
