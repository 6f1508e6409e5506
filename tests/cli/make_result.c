/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * make-result KEY=VALUE…: a result that was never measured, on standard output, the same one for the same words.
 *
 *     seed=N          what chance does (1)
 *     cells=N         how many, of growing block size (8)
 *     runs=N          of each cell (5)
 *     factor=X        on all rates (1)
 *     noise=X         standard deviation of a run, as a share (0.01)
 *     mapping=NAME    of dmabuf, with its heap (noncoherent)
 *     block=N         samples in the smallest block (65536)
 *     kernel=NAME     release (7.3.4)
 */
#include <iiodma.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/report.h"
#include "common/sysinfo.h"

#define RATE 200e6
#define SAMPLE_BYTES 4u

struct wish {
	uint64_t seed;
	unsigned long cells, runs, block;
	double factor, noise;
	const char *mapping, *kernel;
};

static struct wish read_wish(char **words)
{
	struct wish wish = {1, 8, 5, 65536, 1, 0.01, "noncoherent", "7.3.4"};

	for (; *words; words++) {
		const char *value = strchr(*words, '=');

		if (!value)
			continue;
		value++;
		if (!strncmp(*words, "seed=", 5))
			wish.seed = strtoull(value, NULL, 10);
		else if (!strncmp(*words, "cells=", 6))
			wish.cells = strtoul(value, NULL, 10);
		else if (!strncmp(*words, "runs=", 5))
			wish.runs = strtoul(value, NULL, 10);
		else if (!strncmp(*words, "block=", 6))
			wish.block = strtoul(value, NULL, 10);
		else if (!strncmp(*words, "factor=", 7))
			wish.factor = strtod(value, NULL);
		else if (!strncmp(*words, "noise=", 6))
			wish.noise = strtod(value, NULL);
		else if (!strncmp(*words, "mapping=", 8))
			wish.mapping = value;
		else if (!strncmp(*words, "kernel=", 7))
			wish.kernel = value;
	}
	return wish;
}

/* Steele, Lea, Flood: SplitMix64; Box and Muller */
static double random_share(uint64_t *state)
{
	uint64_t bits = *state += UINT64_C(0x9e3779b97f4a7c15);

	bits = (bits ^ (bits >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	bits = (bits ^ (bits >> 27)) * UINT64_C(0x94d049bb133111eb);
	bits ^= bits >> 31;
	return ((double)(bits >> 11) + 0.5) / 9007199254740992.0;
}

static double random_normal(uint64_t *state)
{
	const double radius = sqrt(-2 * log(random_share(state)));

	return radius * cos(2 * 3.14159265358979323846 * random_share(state));
}

static struct result_run make_run(double rate)
{
	struct result_run run = result_run_new();

	run.status = RESULT_OK;
	run.elapsed_ns = 1000000000;
	run.total_bytes = (uint64_t)rate;
	run.lost_samples = 0;
	run.cpu = (struct result_cpu){200000000, 100000000, 1000, 10};
	run.split = (struct result_split){600000000, 50000000, 200000000, 50000000, 100000000};
	result_run_judge(&run, (double)NAN, 0);
	return run;
}

static struct result_cell make_cell(const struct wish *wish, unsigned long index)
{
	struct result_cell cell = {.setup = {.api = IIODMA_API_DMABUF,
					     .direction = index % 2 ? IIODMA_OUTPUT : IIODMA_INPUT,
					     .memory = IIODMA_MEMORY_HEAP,
					     .block_samples = wish->block << index / 2,
					     .sample_bytes = SAMPLE_BYTES,
					     .depth = 16,
					     .depth_asked = 16,
					     .rate_asked = (double)NAN,
					     .source_rate = 0}};

	cell.setup.block_bytes = cell.setup.block_samples * SAMPLE_BYTES;
	result_name_set(cell.setup.mapping, wish->mapping);
	result_name_set(cell.setup.mapping_in_force, wish->mapping);
	snprintf(cell.setup.heap, sizeof(cell.setup.heap), "iiodma-%s", wish->mapping);
	result_name_set(cell.setup.device, index % 2 ? "cf-ad9361-dds-core-lpc" : "cf-ad9361-lpc");
	result_text_set(cell.setup.channels, "voltage0,voltage1");
	return cell;
}

static int fill(struct result *result, struct wish *wish)
{
	result->cells = calloc(wish->cells, sizeof(*result->cells));
	for (unsigned long i = 0; result->cells && i < wish->cells; i++) {
		result->cells[i] = make_cell(wish, i);
		result->cell_count++;
	}
	for (unsigned long run = 0; run < wish->runs; run++) {
		for (unsigned long i = 0; i < result->cell_count; i++) {
			const double rate = RATE * wish->factor * exp(wish->noise * random_normal(&wish->seed));
			struct result_run one = make_run(rate * (1 - exp(-(double)(i + 2) / 3)));

			if (result_cell_add(&result->cells[i], &one) < 0)
				return -1;
		}
	}
	return result->cells ? 0 : -1;
}

int main(int argc, char **argv)
{
	struct wish wish = read_wish(argv + 1);
	struct system_info system = {.machine = "armv7l", .cpu_count = 2, .cpu_frequency_hz = -1, .page_bytes = 4096};
	struct result result = {.tool = "iiodma-bench",
				.command_line = argv,
				.start_time = "2021-11-25T12:00:00Z",
				.system = &system,
				.method = {.duration_ns = 1000000000,
					   .warmup_ns = -1,
					   .timeout_ns = -1,
					   .repeats = (unsigned int)wish.runs,
					   .split = true}};
	int ret;

	snprintf(system.kernel_release, sizeof(system.kernel_release), "%s", wish.kernel);
	ret = fill(&result, &wish);
	if (ret == 0)
		ret = report_json(stdout, &result);
	result_clear(&result);
	return ret != 0;
}
