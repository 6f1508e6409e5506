/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "bench_sweep_findings.h"

#include <errno.h>
#include <iiodma.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench_plan.h"

/* Rates that differ by less are taken for the same. */
#define SAME_RATE 0.02

/* Does @cell belong with @with? What differs on purpose has been made equal by @clear. */
typedef void (*clear_axes)(struct result_setup *setup);

static void clear_block(struct result_setup *setup)
{
	setup->block_samples = 0;
}

static void clear_block_and_depth(struct result_setup *setup)
{
	setup->block_samples = 0;
	setup->depth_asked = 0;
}

static bool measured(const struct result_cell *cell)
{
	return cell->run_count > 0 && isfinite(result_cell_rates(cell).mean);
}

static bool together(const struct result_cell *a, const struct result_cell *b, clear_axes clear)
{
	struct result_setup left = a->setup, right = b->setup;

	clear(&left);
	clear(&right);
	return bench_plan_same(&left, &right) && strcmp(left.channels, right.channels) == 0;
}

/* Whether a series begins with cell @index: it was measured, and no earlier one belongs with it. */
static bool begins(const struct result *result, size_t index, clear_axes clear)
{
	const struct result_cell *cell = &result->cells[index];

	if (!measured(cell))
		return false;
	for (size_t i = 0; i < index; i++)
		if (measured(&result->cells[i]) && together(&result->cells[i], cell, clear))
			return false;
	return true;
}

/* ---- costs ---- */

static struct statistics cpu_seconds(const struct result_cell *cell)
{
	double values[64];
	size_t count = 0;

	for (size_t i = 0; i < cell->run_count && count < sizeof(values) / sizeof(values[0]); i++) {
		const struct result_run *run = &cell->runs[i];

		values[count++] = result_run_cpu_ratio(run) * result_run_block_seconds(run);
	}
	return statistics_of(values, count);
}

static int add_cost(struct result *result, size_t first)
{
	double time_bytes[LINE_FIT_POINTS_MAX], seconds[LINE_FIT_POINTS_MAX];
	double cpu_bytes[LINE_FIT_POINTS_MAX], cpu[LINE_FIT_POINTS_MAX];
	struct finding_cost cost = {.cell = first};
	size_t time_count = 0, cpu_count = 0;

	for (size_t i = first; i < result->cell_count && cpu_count < LINE_FIT_POINTS_MAX; i++) {
		const struct result_cell *cell = &result->cells[i];
		double used;

		if (!measured(cell) || !together(cell, &result->cells[first], clear_block))
			continue;
		used = cpu_seconds(cell).median;
		if (used > 0) {
			cpu_bytes[cpu_count] = (double)cell->setup.block_bytes;
			cpu[cpu_count++] = used;
		}
		if (!result_cell_capped(cell) && time_count < LINE_FIT_POINTS_MAX) {
			time_bytes[time_count] = (double)cell->setup.block_bytes;
			seconds[time_count++] = result_cell_block_seconds(cell).median;
		}
	}
	cost.time = line_fit(time_bytes, seconds, time_count);
	cost.cpu = line_fit(cpu_bytes, cpu, cpu_count);
	return findings_add_cost(result->findings, &cost);
}

/* ---- who overtakes whom ---- */

/* What fileio and dmabuf cannot share has been made equal. */
static void clear_api(struct result_setup *setup)
{
	clear_block_and_depth(setup);
	setup->api = IIODMA_API_AUTO;
	setup->memory = IIODMA_MEMORY_AUTO;
	setup->sync = IIODMA_SYNC_DIRECTION;
	setup->heap[0] = '\0';
	setup->mapping[0] = '\0';
	setup->fileio_map[0] = '\0';
}

static bool is_api(const struct result_cell *cell, enum iiodma_api api)
{
	return measured(cell) && cell->setup.api == api;
}

/* fileio's series to hold a series of dmabuf against: the one of the same mapping, else what the kernel gives. */
static size_t find_fileio(const struct result *result, const struct result_cell *dmabuf)
{
	size_t found = FINDINGS_NO_CELL;

	for (size_t i = 0; i < result->cell_count; i++) {
		const struct result_cell *cell = &result->cells[i];

		if (!is_api(cell, IIODMA_API_FILEIO) || !together(cell, dmabuf, clear_api))
			continue;
		if (strcmp(cell->setup.mapping, dmabuf->setup.mapping) == 0)
			return i;
		if (found == FINDINGS_NO_CELL)
			found = i;
	}
	return found;
}

/* The fastest cell of a series with this block, over all depths. */
static const struct result_cell *fastest(const struct result *result, size_t first, uint64_t block_samples)
{
	const struct result_cell *best = NULL;

	for (size_t i = first; i < result->cell_count; i++) {
		const struct result_cell *cell = &result->cells[i];

		if (measured(cell) && cell->setup.block_samples == block_samples &&
		    together(cell, &result->cells[first], clear_block_and_depth) &&
		    (!best || result_cell_rates(cell).mean > result_cell_rates(best).mean))
			best = cell;
	}
	return best;
}

/* Above 0: dmabuf is faster with this block, below 0: fileio; 0: about the same, or nobody knows. */
static int compare_at(const struct result *result, size_t fileio, size_t dmabuf, uint64_t block_samples)
{
	const struct result_cell *slow = fastest(result, fileio, block_samples);
	const struct result_cell *fast = fastest(result, dmabuf, block_samples);
	double ratio;

	if (!slow || !fast)
		return 0;
	ratio = result_cell_rates(fast).mean / result_cell_rates(slow).mean;
	return (ratio > 1 + SAME_RATE) - (ratio < 1 - SAME_RATE);
}

struct comparison {
	uint64_t fileio_faster_up_to; /* biggest block; 0 = none */
	bool fileio_faster;
	uint64_t dmabuf_faster_from; /* smallest block above that; 0 = none */
};

static struct comparison compare_sizes(const struct result *result, size_t fileio, size_t dmabuf)
{
	struct comparison found = {0};

	for (size_t i = 0; i < result->cell_count; i++) {
		uint64_t block = result->cells[i].setup.block_samples;

		if (compare_at(result, fileio, dmabuf, block) < 0 && block > found.fileio_faster_up_to)
			found.fileio_faster_up_to = block;
	}
	for (size_t i = 0; i < result->cell_count; i++) {
		uint64_t block = result->cells[i].setup.block_samples;

		if (block > found.fileio_faster_up_to && compare_at(result, fileio, dmabuf, block) > 0 &&
		    (found.dmabuf_faster_from == 0 || block < found.dmabuf_faster_from))
			found.dmabuf_faster_from = block;
	}
	return found;
}

static uint64_t smallest_common_block(const struct result *result, size_t fileio, size_t dmabuf)
{
	uint64_t smallest = UINT64_MAX;

	for (size_t i = 0; i < result->cell_count; i++) {
		uint64_t block = result->cells[i].setup.block_samples;

		if (block < smallest && fastest(result, fileio, block) && fastest(result, dmabuf, block))
			smallest = block;
	}
	return smallest;
}

static int add_overtake(struct result *result, size_t dmabuf)
{
	struct finding_overtake overtake = {.fileio_cell = find_fileio(result, &result->cells[dmabuf]),
					    .dmabuf_cell = dmabuf};
	struct comparison found;

	if (overtake.fileio_cell == FINDINGS_NO_CELL ||
	    smallest_common_block(result, overtake.fileio_cell, dmabuf) == UINT64_MAX)
		return 0;
	found = compare_sizes(result, overtake.fileio_cell, dmabuf);
	if (found.dmabuf_faster_from == 0) {
		overtake.order = found.fileio_faster_up_to > 0 ? FINDING_NEVER : FINDING_EQUAL;
	} else {
		overtake.dmabuf_cell = (size_t)(fastest(result, dmabuf, found.dmabuf_faster_from) - result->cells);
		overtake.order = found.dmabuf_faster_from == smallest_common_block(result, overtake.fileio_cell, dmabuf)
					 ? FINDING_ALWAYS
					 : FINDING_FROM;
	}
	return findings_add_overtake(result->findings, &overtake);
}

/* ---- the smallest that holds ---- */

static bool holds(const struct result_cell *cell)
{
	for (size_t i = 0; i < cell->run_count; i++)
		if (cell->runs[i].status != RESULT_OK || cell->runs[i].shortfall_proved)
			return false;
	return cell->status == RESULT_OK && result_cell_lost_samples(cell) == 0;
}

static bool smaller(uint64_t a, uint64_t b, uint64_t then_a, uint64_t then_b)
{
	return a != b ? a < b : then_a < then_b;
}

static int add_hold(struct result *result, size_t first)
{
	struct finding_hold hold = {
		.cell = first, .smallest_block = FINDINGS_NO_CELL, .smallest_depth = FINDINGS_NO_CELL};

	for (size_t i = first; i < result->cell_count; i++) {
		const struct result_cell *cell = &result->cells[i];
		const struct result_setup *setup = &cell->setup;
		const struct result_setup *block =
			&result->cells[hold.smallest_block == FINDINGS_NO_CELL ? i : hold.smallest_block].setup;
		const struct result_setup *depth =
			&result->cells[hold.smallest_depth == FINDINGS_NO_CELL ? i : hold.smallest_depth].setup;

		if (!measured(cell) || !together(cell, &result->cells[first], clear_block_and_depth))
			continue;
		hold.known = hold.known || (setup->source_rate > 0 && result_cell_lost_samples(cell) >= 0);
		if (!(setup->source_rate > 0) || !holds(cell))
			continue;
		if (hold.smallest_block == FINDINGS_NO_CELL ||
		    smaller(setup->block_samples, block->block_samples, setup->depth, block->depth))
			hold.smallest_block = i;
		if (hold.smallest_depth == FINDINGS_NO_CELL ||
		    smaller(setup->depth, depth->depth, setup->block_samples, depth->block_samples))
			hold.smallest_depth = i;
	}
	return findings_add_hold(result->findings, &hold);
}

/* ---- the best ---- */

static bool loses(const struct result_cell *cell)
{
	for (size_t i = 0; i < cell->run_count; i++)
		if (result_run_loss_known(&cell->runs[i]) || cell->runs[i].shortfall_proved)
			return true;
	return false;
}

static double highest_rate(const struct result *result, enum iiodma_direction direction, bool with_loss)
{
	double highest = 0;

	for (size_t i = 0; i < result->cell_count; i++) {
		const struct result_cell *cell = &result->cells[i];

		if (measured(cell) && cell->setup.direction == direction && (with_loss || !loses(cell)))
			highest = fmax(highest, result_cell_rates(cell).mean);
	}
	return highest;
}

/* The fastest, without loss if any is; of those about as fast the one that takes the least of the CPU. */
static void mark_best(struct result *result, enum iiodma_direction direction)
{
	bool with_loss = highest_rate(result, direction, false) == 0;
	double highest = highest_rate(result, direction, with_loss);
	struct result_cell *best = NULL;

	for (size_t i = 0; i < result->cell_count; i++) {
		struct result_cell *cell = &result->cells[i];

		if (!measured(cell) || cell->setup.direction != direction || (!with_loss && loses(cell)) ||
		    result_cell_rates(cell).mean < (1 - SAME_RATE) * highest)
			continue;
		if (!best || result_cell_cpu_ratios(cell).mean < result_cell_cpu_ratios(best).mean)
			best = cell;
	}
	if (best)
		best->best = true;
}

int bench_sweep_findings(struct result *result)
{
	int ret = 0;

	result->findings = calloc(1, sizeof(*result->findings));
	if (!result->findings)
		return -ENOMEM;
	for (size_t i = 0; i < result->cell_count && ret == 0; i++) {
		if (begins(result, i, clear_block))
			ret = add_cost(result, i);
		if (ret == 0 && begins(result, i, clear_block_and_depth)) {
			ret = add_hold(result, i);
			if (ret == 0 && result->cells[i].setup.api == IIODMA_API_DMABUF)
				ret = add_overtake(result, i);
		}
	}
	mark_best(result, IIODMA_INPUT);
	mark_best(result, IIODMA_OUTPUT);
	return ret;
}
