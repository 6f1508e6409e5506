/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "result.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A run within this of the source rate is at it; no clock of a converter is off by more. */
#define CEILING_TOLERANCE 0.005

static const char *const status_names[] = {
	[RESULT_OK] = "ok",
	[RESULT_PARTIAL] = "partial",
	[RESULT_FAILED] = "failed",
	[RESULT_INTERRUPTED] = "interrupted",
	[RESULT_DISCONNECTED] = "disconnected",
	[RESULT_IMPOSSIBLE] = "n/a",
};

static const char *const touch_names[] = {
	[RESULT_TOUCH_NONE] = "none",
	[RESULT_TOUCH_READ] = "read",
	[RESULT_TOUCH_COPY] = "copy",
	[RESULT_TOUCH_WRITE] = "write",
};

static const char *const lost_source_names[] = {
	[RESULT_LOST_UNKNOWN] = "unknown",
	[RESULT_LOST_STATUS] = "status",
	[RESULT_LOST_VERIFY] = "verify",
};

static const char *const mapping_source_names[] = {
	[RESULT_MAPPING_UNKNOWN] = "unknown", [RESULT_MAPPING_PLATFORM] = "platform", [RESULT_MAPPING_HEAP] = "heap",
	[RESULT_MAPPING_STATED] = "stated",   [RESULT_MAPPING_COMMAND] = "command",
};

void result_text_set(char text[RESULT_TEXT_SIZE], const char *from)
{
	snprintf(text, RESULT_TEXT_SIZE, "%s", from);
}

void result_name_set(char name[RESULT_NAME_SIZE], const char *from)
{
	snprintf(name, RESULT_NAME_SIZE, "%s", from);
}

const char *result_status_name(enum result_status status)
{
	return status_names[status];
}

const char *result_touch_name(enum result_touch touch)
{
	return touch_names[touch];
}

int result_touch_from_name(const char *name, enum result_touch *ret_touch)
{
	for (size_t i = 0; i < sizeof(touch_names) / sizeof(touch_names[0]); i++) {
		if (strcmp(name, touch_names[i]) == 0) {
			*ret_touch = (enum result_touch)i;
			return 0;
		}
	}
	return -EINVAL;
}

const char *result_direction_name(enum iiodma_direction direction)
{
	return direction == IIODMA_INPUT ? "read" : "write";
}

const char *result_lost_source_name(enum result_lost_source source)
{
	return lost_source_names[source];
}

const char *result_tool_version(const struct result *result)
{
	return result->tool_version ? result->tool_version : iiodma_version();
}

const char *result_mapping_source_name(enum result_mapping_source source)
{
	return mapping_source_names[source];
}

void result_memory_text(const struct result_setup *setup, char *text, size_t size)
{
	if (setup->memory == IIODMA_MEMORY_HEAP)
		snprintf(text, size, "heap:%s", setup->heap);
	else
		snprintf(text, size, "%s", iiodma_memory_name(setup->memory));
}

struct result_run result_run_new(void)
{
	return (struct result_run){
		.status = RESULT_FAILED,
		.bytes_per_second = NAN,
		.source_bytes_per_second = NAN,
		.expected_bytes = NAN,
		.shortfall_ratio = NAN,
		.lost_samples = -1,
		.wrong_samples = -1,
		.stale_samples = -1,
		.overflow_events = -1,
		.split = {-1, -1, -1, -1, -1},
		.meter_cost_ratio = NAN,
		.stalls = -1,
		.stalled_ns = -1,
		.longest_stall_ns = -1,
		.cpu = {-1, -1, -1, -1},
		.perf = {.cycles = -1, .instructions = -1, .cache_misses = -1},
		.block_interval = {-1, -1, -1, -1},
	};
}

double result_rate(uint64_t bytes, int64_t elapsed_ns)
{
	if (bytes == 0 || elapsed_ns <= 0)
		return NAN;
	return (double)bytes * 1e9 / (double)elapsed_ns;
}

void result_run_judge(struct result_run *run, double source_bytes_per_second, double slack_bytes)
{
	double missing;

	if (run->clock_backwards || run->stale_samples > 0)
		return;
	run->bytes_per_second = result_rate(run->total_bytes, run->elapsed_ns);
	if (!(source_bytes_per_second > 0))
		return;
	run->source_bytes_per_second = source_bytes_per_second;
	if (run->elapsed_ns <= 0)
		return;
	run->expected_bytes = source_bytes_per_second * (double)run->elapsed_ns / 1e9;
	missing = run->expected_bytes - (double)run->total_bytes;
	run->shortfall_ratio = fmax(missing, 0) / run->expected_bytes;
	run->shortfall_proved = missing > slack_bytes && run->shortfall_ratio > CEILING_TOLERANCE;
	run->over_source_rate = -missing > slack_bytes && -missing > CEILING_TOLERANCE * run->expected_bytes;
	run->capped = run->total_bytes > 0 && !run->over_source_rate &&
		      (run->bytes_per_second >= (1 - CEILING_TOLERANCE) * source_bytes_per_second ||
		       (run->lost_samples == 0 && missing <= slack_bytes));
}

bool result_run_loss_known(const struct result_run *run)
{
	return run->lost_samples > 0 || run->wrong_samples > 0 || run->fault[0] || run->overflow_events > 0 ||
	       run->shortfall_proved;
}

double result_run_cpu_ratio(const struct result_run *run)
{
	if (run->elapsed_ns <= 0 || run->cpu.user_ns < 0)
		return NAN;
	return (double)(run->cpu.user_ns + run->cpu.system_ns) / (double)run->elapsed_ns;
}

double result_run_per_mebibyte(const struct result_run *run, int64_t count)
{
	return count < 0 || run->total_bytes == 0 ? NAN : (double)count * 1048576.0 / (double)run->total_bytes;
}

double result_run_block_seconds(const struct result_run *run)
{
	if (run->elapsed_ns <= 0 || run->blocks == 0)
		return NAN;
	return (double)run->elapsed_ns / 1e9 / (double)run->blocks;
}

int result_cell_add(struct result_cell *cell, struct result_run *run)
{
	struct result_run *runs = realloc(cell->runs, (cell->run_count + 1) * sizeof(*runs));

	if (!runs) {
		free(run->intervals);
		return -ENOMEM;
	}
	cell->runs = runs;
	runs[cell->run_count++] = *run;
	return 0;
}

static struct statistics statistics_over(const struct result_cell *cell, double (*value)(const struct result_run *run))
{
	double *values = calloc(cell->run_count + 1, sizeof(*values));
	struct statistics statistics;

	if (!values)
		return statistics_of(NULL, 0);
	for (size_t i = 0; i < cell->run_count; i++)
		values[i] = value(&cell->runs[i]);
	statistics = statistics_of(values, cell->run_count);
	free(values);
	return statistics;
}

static double run_rate(const struct result_run *run)
{
	return run->bytes_per_second;
}

struct statistics result_cell_rates(const struct result_cell *cell)
{
	return statistics_over(cell, run_rate);
}

struct statistics result_cell_cpu_ratios(const struct result_cell *cell)
{
	return statistics_over(cell, result_run_cpu_ratio);
}

struct statistics result_cell_block_seconds(const struct result_cell *cell)
{
	return statistics_over(cell, result_run_block_seconds);
}

static double run_meter_cost_ratio(const struct result_run *run)
{
	return run->meter_cost_ratio;
}

struct statistics result_cell_meter_cost_ratios(const struct result_cell *cell)
{
	return statistics_over(cell, run_meter_cost_ratio);
}

int64_t result_cell_lost_samples(const struct result_cell *cell)
{
	int64_t lost = cell->run_count > 0 ? 0 : -1;

	for (size_t i = 0; i < cell->run_count; i++) {
		if (cell->runs[i].lost_samples < 0)
			return -1;
		lost += cell->runs[i].lost_samples;
	}
	return lost;
}

bool result_cell_capped(const struct result_cell *cell)
{
	for (size_t i = 0; i < cell->run_count; i++)
		if (!cell->runs[i].capped)
			return false;
	return cell->run_count > 0;
}

bool result_cell_over_source_rate(const struct result_cell *cell)
{
	for (size_t i = 0; i < cell->run_count; i++)
		if (cell->runs[i].over_source_rate)
			return true;
	return false;
}

static bool warned_already(const struct result *result, const char *text)
{
	for (size_t i = 0; i < result->warning_count; i++)
		if (strcmp(result->warnings[i], text) == 0)
			return true;
	return false;
}

int result_warn(struct result *result, const char *format, ...)
{
	char text[2 * RESULT_TEXT_SIZE];
	char **warnings;
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	if (warned_already(result, text))
		return 0;
	warnings = realloc(result->warnings, (result->warning_count + 1) * sizeof(*warnings));
	if (!warnings)
		return -ENOMEM;
	result->warnings = warnings;
	warnings[result->warning_count] = strdup(text);
	if (!warnings[result->warning_count])
		return -ENOMEM;
	result->warning_count++;
	return 0;
}

static void cell_clear(struct result_cell *cell)
{
	for (size_t i = 0; i < cell->run_count; i++)
		free(cell->runs[i].intervals);
	free(cell->runs);
}

void result_words_free(char **words)
{
	for (char **word = words; word && *word; word++)
		free(*word);
	free(words);
}

static void origin_clear(struct result_origin *origin)
{
	result_words_free(origin->command_line);
	free(origin->system);
}

void result_clear(struct result *result)
{
	for (size_t i = 0; i < result->origin_count; i++)
		origin_clear(&result->origins[i]);
	for (size_t i = 0; i < result->cell_count; i++)
		cell_clear(&result->cells[i]);
	for (size_t i = 0; i < result->warning_count; i++)
		free(result->warnings[i]);
	free(result->cells);
	free(result->requirements);
	free(result->warnings);
	free(result->origins);
	findings_free(result->findings);
	result->findings = NULL;
	result->origins = NULL;
	result->origin_count = 0;
	result->cells = NULL;
	result->requirements = NULL;
	result->warnings = NULL;
	result->cell_count = result->requirement_count = result->warning_count = 0;
}
