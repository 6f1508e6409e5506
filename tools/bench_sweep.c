/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * iiodma-bench sweep: all block sizes from a few bytes to many MiB, with few and many blocks and channels. Sizes that are
 * not given are bytes until the channels of a cell are known.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench_command.h"
#include "bench_commands.h"
#include "bench_sweep_findings.h"
#include "common/clock.h"
#include "common/sysinfo.h"
#include "common/units.h"

#define BYTES_LEAST 16u
#define BYTES_MOST (UINT64_C(16) << 20)
#define BYTES_FACTOR 4u
#define CHANNELS_MOST 4u
#define CELL_DURATION_NS (NS_PER_SECOND / 10)

static const unsigned int usual_depths[] = {1, 4, 16, 64};

static void fill(struct bench_options *options)
{
	struct bench_axes *axes = &options->axes;

	options->target.every_channel = true;
	options->block_in_bytes = axes->block_count == 0;
	for (uint64_t bytes = BYTES_LEAST; options->block_in_bytes && bytes <= BYTES_MOST; bytes *= BYTES_FACTOR)
		axes->block_samples[axes->block_count++] = bytes;
	for (size_t i = 0; !axes->depth_given && i < sizeof(usual_depths) / sizeof(usual_depths[0]); i++)
		axes->depth[axes->depth_count++] = usual_depths[i];
	for (size_t i = 0; !options->channel_counts_given && !options->target.device && i < CHANNELS_MOST; i++)
		options->channel_counts[options->channel_count_count++] = (unsigned int)i + 1;
	if (options->duration_ns < 0)
		options->duration_ns = CELL_DURATION_NS;
}

static void exclude(struct result_cell *cell, const char *reason)
{
	cell->status = RESULT_IMPOSSIBLE;
	result_text_set(cell->reason, reason);
}

static void set_block(struct result_cell *cell, const struct target *target)
{
	size_t count = bench_devices_channel_count(target, &cell->setup);
	ssize_t sample = iiodma_buffer_sample_bytes(target->buffer, target->channels, count);

	if (sample <= 0)
		exclude(cell, iiodma_error_text());
	else
		cell->setup.block_samples = (cell->setup.block_samples + (size_t)sample - 1) / (size_t)sample;
}

/* What memory runs out for takes other programs down with it: leave half of what is free. */
static void check_memory(struct result_cell *cell, const struct target *target)
{
	const struct result_setup *setup = &cell->setup;
	size_t count = bench_devices_channel_count(target, setup);
	ssize_t sample = iiodma_buffer_sample_bytes(target->buffer, target->channels, count);
	unsigned int depth = setup->api == IIODMA_API_FILEIO ? 2 : setup->depth_asked;
	int64_t free_bytes = system_info_memory_available_bytes();
	double bytes = (double)setup->block_samples * (double)sample * depth;
	char ring[UNITS_TEXT], reason[RESULT_TEXT_SIZE];

	if (sample <= 0 || free_bytes < 0 || bytes <= (double)free_bytes / 2)
		return;
	snprintf(reason, sizeof(reason), "the blocks take %s, more than half of the memory that is free",
		 units_bytes(ring, (uint64_t)bytes));
	exclude(cell, reason);
}

static void revise_cell(struct result_cell *cell, const struct bench_options *options,
			const struct bench_devices *devices)
{
	const struct target *target = &devices->target[cell->setup.direction];
	char reason[RESULT_TEXT_SIZE];

	if (!target->buffer)
		return;
	if (cell->setup.channel_count > target->channel_count) {
		snprintf(reason, sizeof(reason), "the device has only %zu channels", target->channel_count);
		exclude(cell, reason);
		return;
	}
	bench_devices_name(devices, &cell->setup);
	if (options->block_in_bytes)
		set_block(cell, target);
	if (cell->status == RESULT_OK)
		check_memory(cell, target);
}

/* Every cell once for each number of channels. */
static int multiply(struct result *result, const unsigned int *counts, size_t count)
{
	size_t total = result->cell_count * count;
	struct result_cell *cells;

	if (total > BENCH_CELLS_MAX)
		return -E2BIG;
	cells = calloc(total, sizeof(*cells));
	if (!cells)
		return -ENOMEM;
	for (size_t i = 0; i < total; i++) {
		cells[i] = result->cells[i % result->cell_count];
		cells[i].setup.channel_count = counts[i / result->cell_count];
	}
	free(result->cells);
	result->cells = cells;
	result->cell_count = total;
	return 0;
}

static int revise(struct result *result, const struct bench_options *options, const struct bench_devices *devices)
{
	int ret = 0;

	if (options->channel_count_count > 0)
		ret = multiply(result, options->channel_counts, options->channel_count_count);
	for (size_t i = 0; ret == 0 && i < result->cell_count; i++)
		revise_cell(&result->cells[i], options, devices);
	return ret;
}

static int conclude(struct result *result, const struct bench_options *options)
{
	return bench_sweep_findings(result);
}

static const struct bench_kind sweep = {
	.tool = TOOL_BENCH_SWEEP,
	.about = "Measure over block sizes, depths and numbers of channels, and find what a block and a byte cost, "
		 "from\n"
		 "which block on dmabuf overtakes fileio, and the smallest blocks that hold the sample rate. Without\n"
		 "DEVICE: cf-ad9361-lpc and cf-ad9361-dds-core-lpc with one to four channels.",
	.extremes = true,
	.fill = fill,
	.revise = revise,
	.conclude = conclude,
};

enum exit_status bench_sweep(int argc, char **argv)
{
	return bench_command(&sweep, argc, argv);
}
