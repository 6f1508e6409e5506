/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "report_json.h"

#include <errno.h>
#include <math.h>

#include "report.h"
#include "sysinfo.h"

/* ---- values: undefined is null ---- */

static json_t *real(double value)
{
	return isfinite(value) ? json_real(value) : json_null();
}

static json_t *count(int64_t value)
{
	return value >= 0 ? json_integer((json_int_t)value) : json_null();
}

static json_t *seconds(int64_t ns)
{
	return ns >= 0 ? json_real((double)ns / 1e9) : json_null();
}

static json_t *text(const char *value)
{
	return value[0] ? json_string(value) : json_null();
}

/* Beyond 2^53 many readers round numbers, and this one must be exact. */
static json_t *exact(bool known, uint64_t value)
{
	return known ? json_sprintf("%llu", (unsigned long long)value) : json_null();
}

/* ---- what was run where ---- */

static json_t *json_command_line(char *const *arguments)
{
	json_t *array = json_array();

	for (; array && arguments && *arguments; arguments++)
		json_array_append_new(array, json_string(*arguments));
	return array;
}

static json_t *json_system(const struct system_info *system)
{
	if (!system)
		return json_null();
	return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "kernel_release",
			 text(system->kernel_release), "kernel_version", text(system->kernel_version), "machine",
			 text(system->machine), "host_name", text(system->host_name), "board", text(system->board),
			 "cpu_model", text(system->cpu_model), "cpu_count", count(system->cpu_count),
			 "cpu_frequency_hz", count(system->cpu_frequency_hz), "governor", text(system->governor),
			 "clock_source", text(system->clock_source), "dma_coherency", text(system->dma_coherency),
			 "page_bytes", count(system->page_bytes), "memory_total_bytes",
			 count(system->memory_total_bytes));
}

static json_t *json_method(const struct result_method *method)
{
	return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:b, s:o}", "duration_seconds", seconds(method->duration_ns),
			 "limit_samples", method->samples ? count((int64_t)method->samples) : json_null(),
			 "warmup_seconds", seconds(method->warmup_ns), "interval_seconds",
			 method->interval_ns ? seconds(method->interval_ns) : json_null(), "timeout_seconds",
			 seconds(method->timeout_ns), "repeat_count", count(method->repeats), "split", method->split,
			 "verify", text(method->verify));
}

json_t *report_json_head(const struct result *result)
{
	return json_pack("{s:i, s:s, s:s, s:o, s:o, s:o, s:o}", "schema_version", REPORT_SCHEMA_VERSION, "tool",
			 result->tool, "tool_version", iiodma_version(), "start_time", text(result->start_time),
			 "command_line", json_command_line(result->command_line), "system", json_system(result->system),
			 "method", json_method(&result->method));
}

/* ---- a run ---- */

json_t *report_json_interval(const struct result_interval *interval)
{
	return json_pack("{s:o, s:o, s:o, s:o, s:b, s:b}", "start_seconds", seconds(interval->start_ns), "end_seconds",
			 seconds(interval->end_ns), "total_bytes", count((int64_t)interval->bytes), "bytes_per_second",
			 real(result_rate(interval->bytes, interval->end_ns - interval->start_ns)), "warmup",
			 interval->warmup, "over_source_rate", interval->over_source_rate);
}

static json_t *json_intervals(const struct result_run *run)
{
	json_t *array = json_array();

	for (size_t i = 0; array && i < run->interval_count; i++)
		json_array_append_new(array, report_json_interval(&run->intervals[i]));
	return array;
}

static json_t *json_last_interval(const struct result_run *run)
{
	const struct result_interval *last;

	if (run->interval_count == 0)
		return json_null();
	last = &run->intervals[run->interval_count - 1];
	return real(result_rate(last->bytes, last->end_ns - last->start_ns));
}

/* Members of one concern at a time: a single json_pack() for a whole run could not be read. */
static void add_outcome(json_t *object, const struct result_run *run)
{
	json_object_set_new(object, "status", json_string(result_status_name(run->status)));
	json_object_set_new(object, "complete", json_boolean(run->status == RESULT_OK));
	json_object_set_new(object, "reason", text(run->reason));
	json_object_set_new(object, "error", run->error ? json_string(iiodma_errno_name(run->error)) : json_null());
}

static void add_rate(json_t *object, const struct result_run *run)
{
	json_object_set_new(object, "elapsed_seconds", seconds(run->elapsed_ns));
	json_object_set_new(object, "total_bytes", count((int64_t)run->total_bytes));
	json_object_set_new(object, "delivered_block_count", count((int64_t)run->blocks));
	json_object_set_new(object, "elapsed_per_block_seconds", real(result_run_block_seconds(run)));
	json_object_set_new(object, "bytes_per_second", real(run->bytes_per_second));
	json_object_set_new(object, "source_bytes_per_second", real(run->source_bytes_per_second));
	json_object_set_new(object, "expected_bytes", real(run->expected_bytes));
	json_object_set_new(object, "shortfall_ratio", real(run->shortfall_ratio));
	json_object_set_new(object, "capped", json_boolean(run->capped));
	json_object_set_new(object, "over_source_rate", json_boolean(run->over_source_rate));
	json_object_set_new(object, "clock_backwards", json_boolean(run->clock_backwards));
}

static void add_losses(json_t *object, const struct result_run *run)
{
	json_object_set_new(object, "lost_samples", count(run->lost_samples));
	json_object_set_new(object, "lost_known_by", json_string(result_lost_source_name(run->lost_source)));
	json_object_set_new(object, "loss_proved_by_rate", json_boolean(run->shortfall_proved));
	json_object_set_new(object, "wrong_samples", count(run->wrong_samples));
	json_object_set_new(object, "fault", text(run->fault));
	json_object_set_new(object, "overflow_event_count", count(run->overflow_events));
	json_object_set_new(object, "overflow_unknown_reason", text(run->overflow_reason));
	json_object_set_new(object, "discarded_samples", count((int64_t)run->discarded_samples));
}

static void add_times(json_t *object, const struct result_run *run)
{
	json_object_set_new(object, "wait_seconds", seconds(run->split.wait_ns));
	json_object_set_new(object, "sync_seconds", seconds(run->split.sync_ns));
	json_object_set_new(object, "touch_seconds", seconds(run->split.touch_ns));
	json_object_set_new(object, "enqueue_seconds", seconds(run->split.enqueue_ns));
	json_object_set_new(object, "other_seconds", seconds(run->split.other_ns));
	json_object_set_new(object, "cpu_user_seconds", seconds(run->cpu.user_ns));
	json_object_set_new(object, "cpu_system_seconds", seconds(run->cpu.system_ns));
	json_object_set_new(object, "cpu_ratio", real(result_run_cpu_ratio(run)));
	json_object_set_new(object, "voluntary_context_switch_count", count(run->cpu.voluntary_switches));
	json_object_set_new(object, "involuntary_context_switch_count", count(run->cpu.involuntary_switches));
	json_object_set_new(object, "block_interval_seconds",
			    json_pack("{s:o, s:o, s:o, s:o}", "min", seconds(run->block_interval.min_ns), "median",
				      seconds(run->block_interval.median_ns), "p99",
				      seconds(run->block_interval.p99_ns), "max", seconds(run->block_interval.max_ns)));
}

static void add_counters(json_t *object, const struct result_run *run)
{
	json_object_set_new(object, "wait_count", count((int64_t)run->waits));
	json_object_set_new(object, "timeout_count", count((int64_t)run->timeouts));
	json_object_set_new(object, "enqueue_count", count((int64_t)run->enqueues));
	json_object_set_new(object, "sync_count", count((int64_t)run->syncs));
	json_object_set_new(object, "sum_of_words", exact(run->summed, run->sum_of_words));
}

json_t *report_json_run(const struct result_run *run)
{
	json_t *object = json_object();

	if (!object)
		return NULL;
	add_outcome(object, run);
	add_rate(object, run);
	add_losses(object, run);
	add_times(object, run);
	add_counters(object, run);
	json_object_set_new(object, "last_interval_bytes_per_second", json_last_interval(run));
	json_object_set_new(object, "intervals", json_intervals(run));
	return object;
}

/* ---- a cell ---- */

/* Only DMABUFs are synced at all. */
static json_t *sync_done(const struct result_setup *setup)
{
	return setup->api == IIODMA_API_DMABUF ? json_boolean(setup->sync != IIODMA_SYNC_NONE) : json_null();
}

static void add_setup(json_t *object, const struct result_setup *setup)
{
	char memory[2 * RESULT_NAME_SIZE];

	result_memory_text(setup, memory, sizeof(memory));
	json_object_set_new(object, "api", json_string(iiodma_api_name(setup->api)));
	json_object_set_new(object, "direction", json_string(result_direction_name(setup->direction)));
	json_object_set_new(object, "device", text(setup->device));
	json_object_set_new(object, "channels", text(setup->channels));
	json_object_set_new(object, "touch", json_string(result_touch_name(setup->touch)));
	json_object_set_new(object, "memory", json_string(memory));
	json_object_set_new(object, "heap", text(setup->heap));
	json_object_set_new(object, "mapping_asked", text(setup->mapping));
	json_object_set_new(object, "mapping", text(setup->mapping_in_force));
	json_object_set_new(object, "sync", sync_done(setup));
	json_object_set_new(object, "block_samples", count((int64_t)setup->block_samples));
	json_object_set_new(object, "block_bytes",
			    setup->block_bytes ? count((int64_t)setup->block_bytes) : json_null());
	json_object_set_new(object, "sample_bytes",
			    setup->sample_bytes ? count((int64_t)setup->sample_bytes) : json_null());
	json_object_set_new(object, "block_count", count(setup->depth));
	json_object_set_new(object, "asked_block_count", count(setup->depth_asked));
	json_object_set_new(object, "block_count_fixed", json_boolean(setup->depth_fixed));
	json_object_set_new(object, "block_rounded", json_boolean(setup->block_rounded));
	json_object_set_new(object, "block_fitted", json_boolean(setup->block_fitted));
	json_object_set_new(object, "bytes_source",
			    json_string(setup->full_blocks_assumed ? "assumed_full_block" : "delivered"));
	json_object_set_new(object, "rate_asked_samples_per_second", real(setup->rate_asked));
	json_object_set_new(object, "source_samples_per_second",
			    real(setup->source_rate > 0 ? setup->source_rate : NAN));
}

static void add_statistics(json_t *object, const struct result_cell *cell)
{
	struct statistics rates = result_cell_rates(cell);

	json_object_set_new(object, "run_count", count((int64_t)cell->run_count));
	json_object_set_new(object, "bytes_per_second", real(rates.mean));
	json_object_set_new(object, "standard_deviation_bytes_per_second", real(rates.standard_deviation));
	json_object_set_new(object, "min_bytes_per_second", real(rates.min));
	json_object_set_new(object, "median_bytes_per_second", real(rates.median));
	json_object_set_new(object, "max_bytes_per_second", real(rates.max));
	json_object_set_new(object, "cpu_ratio", real(result_cell_cpu_ratios(cell).mean));
	json_object_set_new(object, "lost_samples", count(result_cell_lost_samples(cell)));
	json_object_set_new(object, "capped", json_boolean(result_cell_capped(cell)));
	json_object_set_new(object, "over_source_rate", json_boolean(result_cell_over_source_rate(cell)));
}

static json_t *json_runs(const struct result_cell *cell)
{
	json_t *array = json_array();

	for (size_t i = 0; array && i < cell->run_count; i++)
		json_array_append_new(array, report_json_run(&cell->runs[i]));
	return array;
}

json_t *report_json_cell(const struct result_cell *cell, bool with_runs)
{
	json_t *object = json_object();

	if (!object)
		return NULL;
	add_setup(object, &cell->setup);
	json_object_set_new(object, "status", json_string(result_status_name(cell->status)));
	json_object_set_new(object, "reason", text(cell->reason));
	add_statistics(object, cell);
	if (with_runs)
		json_object_set_new(object, "runs", json_runs(cell));
	return object;
}

/* ---- the document ---- */

static json_t *json_cells(const struct result *result)
{
	json_t *array = json_array();

	for (size_t i = 0; array && i < result->cell_count; i++)
		json_array_append_new(array, report_json_cell(&result->cells[i], true));
	return array;
}

static json_t *json_requirements(const struct result *result)
{
	json_t *array = json_array();

	for (size_t i = 0; array && i < result->requirement_count; i++) {
		const struct result_requirement *one = &result->requirements[i];

		json_array_append_new(array, json_pack("{s:s, s:b, s:o}", "requirement", one->text, "met", one->met,
						       "finding", text(one->finding)));
	}
	return array;
}

static json_t *json_warnings(const struct result *result)
{
	json_t *array = json_array();

	for (size_t i = 0; array && i < result->warning_count; i++)
		json_array_append_new(array, json_string(result->warnings[i]));
	return array;
}

int report_json_write(FILE *out, json_t *value, size_t extra_flags)
{
	int ret = value ? 0 : -ENOMEM;

	errno = 0;
	if (ret == 0 &&
	    (json_dumpf(value, out, REPORT_JSON_FLAGS | extra_flags) < 0 || fputc('\n', out) < 0 || fflush(out) < 0))
		ret = errno ? -errno : -ENOMEM;
	json_decref(value);
	return ret;
}

int report_json(FILE *out, const struct result *result)
{
	json_t *document = report_json_head(result);

	if (document) {
		json_object_set_new(document, "status", json_string(result_status_name(result->status)));
		json_object_set_new(document, "exit_status", json_integer(result->exit_status));
		json_object_set_new(document, "warnings", json_warnings(result));
		json_object_set_new(document, "requirements", json_requirements(result));
		json_object_set_new(document, "cells", json_cells(result));
	}
	return report_json_write(out, document, JSON_INDENT(2));
}
