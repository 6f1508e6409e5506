/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The one list of what stands in a result. Order is the order in documents. */
#include "result_fields.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "json_values.h"
#include "result.h"

#define ERRNO_MAX 255

#define FIELD RESULT_FIELD
#define MADE(key_text, write_function, read_function) \
	.key = (key_text), .kind = RESULT_FIELD_MADE, .write = (write_function), .read = (read_function)
#define TABLE(name, array) const struct result_field_table name = {array, sizeof(array) / sizeof((array)[0])}

/* ---- the method ---- */

#define METHOD(key, kind, member) FIELD(result_method, key, kind, member)

static json_t *write_interval(const void *object)
{
	const struct result_method *method = object;

	return method->interval_ns ? json_value_seconds(method->interval_ns) : json_null();
}

static bool read_interval(void *object, const json_t *value)
{
	struct result_method *method = object;

	return json_is_null(value) || result_field_seconds(value, &method->interval_ns);
}

static const struct result_field method_fields[] = {
	{METHOD("duration_seconds", SECONDS, duration_ns), .group = "duration"},
	{METHOD("limit_samples", NONZERO, samples), .group = "duration"},
	{METHOD("warmup_seconds", SECONDS, warmup_ns), .group = "warmup"},
	{MADE("interval_seconds", write_interval, read_interval)},
	{METHOD("timeout_seconds", SECONDS, timeout_ns)},
	{METHOD("repeat_count", UNSIGNED, repeats)}, /* more runs make a figure surer, not another one */
	{METHOD("split", FLAG, split), .group = "split"},
	{METHOD("verify", TEXT, verify), .group = "verify"},
};

TABLE(result_method_fields, method_fields);

/* ---- a set-up ---- */

#define SETUP(key, kind, member) FIELD(result_setup, key, kind, member)

static json_t *write_api(const void *object)
{
	return json_string(iiodma_api_name(((const struct result_setup *)object)->api));
}

static bool read_api(void *object, const json_t *value)
{
	struct result_setup *setup = object;

	return json_is_string(value) && iiodma_api_from_name(json_string_value(value), &setup->api) == 0;
}

static const char *direction_name(unsigned int value)
{
	return value <= IIODMA_OUTPUT ? result_direction_name((enum iiodma_direction)value) : NULL;
}

static const char *touch_name(unsigned int value)
{
	return value <= RESULT_TOUCH_WRITE ? result_touch_name((enum result_touch)value) : NULL;
}

static const char *mapping_source_name(unsigned int value)
{
	return value <= RESULT_MAPPING_COMMAND ? result_mapping_source_name((enum result_mapping_source)value) : NULL;
}

static json_t *write_memory(const void *object)
{
	char memory[2 * RESULT_NAME_SIZE];

	result_memory_text(object, memory, sizeof(memory));
	return json_value_text(memory);
}

/* The heap's name has a key of its own. */
static bool read_memory(void *object, const json_t *value)
{
	struct result_setup *setup = object;
	const char *name = json_string_value(value);

	for (unsigned int i = 0; name && i <= IIODMA_MEMORY_ORDINARY; i++) {
		const char *known = iiodma_memory_name((enum iiodma_memory)i);

		if (strncmp(name, known, strlen(known)) == 0 && strchr(":", name[strlen(known)])) {
			setup->memory = (enum iiodma_memory)i;
			return true;
		}
	}
	return false;
}

/* Only DMABUFs are synced at all. */
static json_t *write_sync(const void *object)
{
	const struct result_setup *setup = object;

	return setup->api == IIODMA_API_DMABUF ? json_boolean(setup->sync != IIODMA_SYNC_NONE) : json_null();
}

static bool read_sync(void *object, const json_t *value)
{
	struct result_setup *setup = object;

	setup->sync = json_is_false(value) ? IIODMA_SYNC_NONE : IIODMA_SYNC_DIRECTION;
	return json_is_boolean(value) || json_is_null(value);
}

static const char *bytes_source_name(bool assumed)
{
	return assumed ? "assumed_full_block" : "delivered";
}

static json_t *write_bytes_source(const void *object)
{
	return json_string(bytes_source_name(((const struct result_setup *)object)->full_blocks_assumed));
}

static bool read_bytes_source(void *object, const json_t *value)
{
	struct result_setup *setup = object;
	const char *name = json_string_value(value);

	setup->full_blocks_assumed = name && strcmp(name, bytes_source_name(true)) == 0;
	return setup->full_blocks_assumed || (name && strcmp(name, bytes_source_name(false)) == 0);
}

static json_t *write_source_rate(const void *object)
{
	const double rate = ((const struct result_setup *)object)->source_rate;

	return json_value_real(rate > 0 ? rate : (double)NAN);
}

static bool read_source_rate(void *object, const json_t *value)
{
	struct result_setup *setup = object;

	if (json_is_number(value))
		setup->source_rate = json_number_value(value);
	return json_is_null(value) || (json_is_number(value) && setup->source_rate > 0);
}

static json_t *write_paced(const void *object)
{
	const double rate = ((const struct result_setup *)object)->source_rate;

	return isnan(rate) ? json_null() : json_boolean(rate > 0);
}

static bool read_paced(void *object, const json_t *value)
{
	if (json_is_false(value))
		((struct result_setup *)object)->source_rate = 0;
	return json_is_null(value) || json_is_boolean(value);
}

static const struct result_field setup_fields[] = {
	{SETUP("from", TEXT, from)},
	{MADE("api", write_api, read_api), .needed = true, .group = "api"},
	{SETUP("direction", NAME, direction), .name = direction_name, .needed = true, .group = "direction"},
	{SETUP("device", TEXT, device), .measured = true, .group = "device"},
	{SETUP("driver", TEXT, driver), .measured = true, .group = "device"},
	{SETUP("dma_controller", TEXT, dma_controller), .measured = true, .group = "device"},
	{SETUP("dma_coherency", TEXT, dma_coherency), .measured = true, .group = "device"},
	{SETUP("channels", TEXT, channels), .measured = true, .group = "channels"},
	{SETUP("touch", NAME, touch), .name = touch_name, .needed = true, .group = "touch"},
	{MADE("memory", write_memory, read_memory), .needed = true, .measured = true, .group = "mapping"},
	{SETUP("heap", TEXT, heap), .measured = true, .group = "mapping"},
	{SETUP("mapping_asked", TEXT, mapping), .group = "mapping"},
	{SETUP("mapping", TEXT, mapping_in_force), .measured = true, .group = "mapping"},
	{SETUP("mapping_note", TEXT, mapping_note), .measured = true, .group = "mapping"},
	{SETUP("mapping_known_by", NAME, mapping_source), .name = mapping_source_name},
	{SETUP("fileio_map", TEXT, fileio_map), .group = "mapping"},
	{SETUP("setting", TEXT, setting), .group = "mapping"},
	{MADE("sync", write_sync, read_sync), .measured = true, .group = "mapping"},
	{SETUP("block_samples", WHOLE, block_samples), .needed = true, .group = "block_samples"},
	{SETUP("block_bytes", NONZERO, block_bytes), .measured = true, .group = "block_samples"},
	{SETUP("sample_bytes", SIZE, sample_bytes), .measured = true, .group = "channels"},
	{SETUP("block_count", UNSIGNED, depth), .needed = true, .measured = true, .group = "block_count"},
	{SETUP("asked_block_count", UNSIGNED, depth_asked), .group = "block_count"},
	{SETUP("block_count_fixed", FLAG, depth_fixed)},
	{SETUP("block_rounded", FLAG, block_rounded)},
	{SETUP("block_fitted", FLAG, block_fitted)},
	{MADE("bytes_source", write_bytes_source, read_bytes_source)},
	{SETUP("rate_asked_samples_per_second", REAL, rate_asked), .group = "source_samples_per_second"},
	{MADE("source_samples_per_second", write_source_rate, read_source_rate), .measured = true,
	 .group = "source_samples_per_second"},
	{MADE("source_paced", write_paced, read_paced), .measured = true, .group = "source_samples_per_second"},
};

TABLE(result_setup_fields, setup_fields);

/* ---- a run ---- */

#define RUN(key, kind, member) FIELD(result_run, key, kind, member)

static const char *status_name(unsigned int value)
{
	return value <= RESULT_IMPOSSIBLE ? result_status_name((enum result_status)value) : NULL;
}

static const char *lost_source_name(unsigned int value)
{
	return value <= RESULT_LOST_VERIFY ? result_lost_source_name((enum result_lost_source)value) : NULL;
}

static json_t *write_complete(const void *object)
{
	return json_boolean(((const struct result_run *)object)->status == RESULT_OK);
}

static json_t *write_error(const void *object)
{
	const int error = ((const struct result_run *)object)->error;

	return error ? json_string(iiodma_errno_name(error)) : json_null();
}

static bool read_error(void *object, const json_t *value)
{
	const char *name = json_string_value(value);

	for (int error = 1; name && error <= ERRNO_MAX; error++)
		if (strcmp(iiodma_errno_name(error), name) == 0)
			((struct result_run *)object)->error = -error;
	return json_is_null(value) || json_is_string(value);
}

static json_t *write_block_seconds(const void *object)
{
	return json_value_real(result_run_block_seconds(object));
}

static json_t *write_cpu_ratio(const void *object)
{
	return json_value_real(result_run_cpu_ratio(object));
}

static json_t *write_cycles(const void *object)
{
	const struct result_run *run = object;

	return json_value_real(result_run_per_mebibyte(run, run->perf.cycles));
}

static json_t *write_instructions(const void *object)
{
	const struct result_run *run = object;

	return json_value_real(result_run_per_mebibyte(run, run->perf.instructions));
}

static json_t *write_cache_misses(const void *object)
{
	const struct result_run *run = object;

	return json_value_real(result_run_per_mebibyte(run, run->perf.cache_misses));
}

/* Beyond 2^53 many readers round numbers, and this one must be exact. */
static json_t *write_sum(const void *object)
{
	const struct result_run *run = object;

	return run->summed ? json_sprintf("%llu", (unsigned long long)run->sum_of_words) : json_null();
}

static bool read_sum(void *object, const json_t *value)
{
	struct result_run *run = object;
	const char *digits = json_string_value(value);
	unsigned long long sum;
	int length = 0;

	if (json_is_null(value))
		return true;
	if (!digits || sscanf(digits, "%llu%n", &sum, &length) != 1 || digits[length])
		return false;
	run->summed = true;
	run->sum_of_words = sum;
	return true;
}

static json_t *write_last_interval(const void *object)
{
	const struct result_run *run = object;
	const struct result_interval *last;

	if (run->interval_count == 0)
		return json_null();
	last = &run->intervals[run->interval_count - 1];
	return json_value_real(result_rate(last->bytes, last->end_ns - last->start_ns));
}

static const struct result_field block_interval_fields[] = {
	{RUN("min", SECONDS, block_interval.min_ns)},
	{RUN("median", SECONDS, block_interval.median_ns)},
	{RUN("p99", SECONDS, block_interval.p99_ns)},
	{RUN("max", SECONDS, block_interval.max_ns)},
};

static TABLE(block_interval_table, block_interval_fields);

static const struct result_field run_fields[] = {
	{RUN("status", NAME, status), .name = status_name, .needed = true},
	{MADE("complete", write_complete, NULL)},
	{RUN("reason", TEXT, reason)},
	{MADE("error", write_error, read_error)},
	{RUN("elapsed_seconds", SECONDS, elapsed_ns), .needed = true},
	{RUN("total_bytes", WHOLE, total_bytes), .needed = true},
	{RUN("delivered_block_count", WHOLE, blocks)},
	{MADE("elapsed_per_block_seconds", write_block_seconds, NULL)},
	{RUN("bytes_per_second", REAL, bytes_per_second), .needed = true},
	{RUN("source_bytes_per_second", REAL, source_bytes_per_second)},
	{RUN("expected_bytes", REAL, expected_bytes)},
	{RUN("shortfall_ratio", REAL, shortfall_ratio)},
	{RUN("capped", FLAG, capped)},
	{RUN("over_source_rate", FLAG, over_source_rate)},
	{RUN("clock_backwards", FLAG, clock_backwards)},
	{RUN("lost_samples", COUNT, lost_samples)},
	{RUN("lost_known_by", NAME, lost_source), .name = lost_source_name},
	{RUN("loss_proved_by_rate", FLAG, shortfall_proved)},
	{RUN("wrong_samples", COUNT, wrong_samples)},
	{RUN("stale_samples", COUNT, stale_samples)},
	{RUN("hash_xxh3", TEXT, hash)},
	{RUN("fault", TEXT, fault)},
	{RUN("overflow_event_count", COUNT, overflow_events)},
	{RUN("overflow_unknown_reason", TEXT, overflow_reason)},
	{RUN("discarded_samples", WHOLE, discarded_samples)},
	{RUN("wait_seconds", SECONDS, split.wait_ns)},
	{RUN("sync_seconds", SECONDS, split.sync_ns)},
	{RUN("touch_seconds", SECONDS, split.touch_ns)},
	{RUN("enqueue_seconds", SECONDS, split.enqueue_ns)},
	{RUN("other_seconds", SECONDS, split.other_ns)},
	{RUN("meter_cost_ratio", REAL, meter_cost_ratio)},
	{RUN("stall_count", COUNT, stalls)},
	{RUN("source_stall_seconds", SECONDS, stalled_ns)},
	{RUN("longest_stall_seconds", SECONDS, longest_stall_ns)},
	{RUN("cpu_user_seconds", SECONDS, cpu.user_ns)},
	{RUN("cpu_system_seconds", SECONDS, cpu.system_ns)},
	{MADE("cpu_ratio", write_cpu_ratio, NULL)},
	{RUN("voluntary_context_switch_count", COUNT, cpu.voluntary_switches)},
	{RUN("involuntary_context_switch_count", COUNT, cpu.involuntary_switches)},
	{RUN("cycle_count", COUNT, perf.cycles)},
	{RUN("instruction_count", COUNT, perf.instructions)},
	{RUN("cache_miss_count", COUNT, perf.cache_misses)},
	{MADE("cycles_per_mebibyte_count", write_cycles, NULL)},
	{MADE("instructions_per_mebibyte_count", write_instructions, NULL)},
	{MADE("cache_misses_per_mebibyte_count", write_cache_misses, NULL)},
	{RUN("counters_of", TEXT, perf.scope)},
	{RUN("counters_unknown_reason", TEXT, perf.reason)},
	{.key = "block_interval_seconds", .kind = RESULT_FIELD_OBJECT, .table = &block_interval_table},
	{RUN("wait_count", WHOLE, waits)},
	{RUN("timeout_count", WHOLE, timeouts)},
	{RUN("enqueue_count", WHOLE, enqueues)},
	{RUN("sync_count", WHOLE, syncs)},
	{MADE("sum_of_words", write_sum, read_sum)},
	{MADE("last_interval_bytes_per_second", write_last_interval, NULL)},
};

TABLE(result_run_fields, run_fields);

/* ---- what there are lists of ---- */

#define INTERVAL(key, kind, member) FIELD(result_interval, key, kind, member)
#define REQUIREMENT(key, kind, member) FIELD(result_requirement, key, kind, member)

static json_t *write_interval_rate(const void *object)
{
	const struct result_interval *interval = object;

	return json_value_real(result_rate(interval->bytes, interval->end_ns - interval->start_ns));
}

static const struct result_field interval_fields[] = {
	{INTERVAL("start_seconds", SECONDS, start_ns), .needed = true},
	{INTERVAL("end_seconds", SECONDS, end_ns), .needed = true},
	{INTERVAL("total_bytes", WHOLE, bytes), .needed = true},
	{MADE("bytes_per_second", write_interval_rate, NULL)},
	{INTERVAL("warmup", FLAG, warmup)},
	{INTERVAL("over_source_rate", FLAG, over_source_rate)},
};

TABLE(result_interval_fields, interval_fields);

static const struct result_field requirement_fields[] = {
	{REQUIREMENT("requirement", TEXT, text), .needed = true},
	{REQUIREMENT("met", FLAG, met), .needed = true},
	{REQUIREMENT("finding", TEXT, finding)},
};

TABLE(result_requirement_fields, requirement_fields);

/* ---- what they stand in ---- */

#define CELL(key, kind, member) FIELD(result_cell, key, kind, member)
#define DOCUMENT(key, kind, member) FIELD(result, key, kind, member)
#define ORIGIN(key, kind, member) FIELD(result_origin, key, kind, member)

static const struct result_field cell_fields[] = {
	{CELL("status", NAME, status), .name = status_name, .needed = true},
	{CELL("reason", TEXT, reason)},
	{CELL("best", FLAG, best)},
};

TABLE(result_cell_fields, cell_fields);

static json_t *write_round_trip(const void *object)
{
	const int64_t ns = ((const struct result *)object)->link.round_trip_ns;

	return ns > 0 ? json_value_seconds(ns) : json_null();
}

static bool read_round_trip(void *object, const json_t *value)
{
	struct result *result = object;

	return json_is_null(value) || result_field_seconds(value, &result->link.round_trip_ns);
}

static const struct result_field link_fields[] = {
	{DOCUMENT("kind", TEXT, link.kind)},
	{DOCUMENT("name", TEXT, link.name)},
	{DOCUMENT("client_version", TEXT, link.client_version)},
	{DOCUMENT("server_version", TEXT, link.server_version)},
	{DOCUMENT("limit_bytes_per_second", NONZERO, link.limit_bytes_per_second)},
	{MADE("round_trip_seconds", write_round_trip, read_round_trip)},
};

static TABLE(link_table, link_fields);

static const struct result_field document_fields[] = {
	{DOCUMENT("start_time", TEXT, start_time)},
	{DOCUMENT("status", NAME, status), .name = status_name, .needed = true},
	{DOCUMENT("exit_status", UNSIGNED, exit_status)},
	{.key = "link", .kind = RESULT_FIELD_OBJECT, .table = &link_table},
};

TABLE(result_document_fields, document_fields);

static const struct result_field origin_fields[] = {
	{ORIGIN("from", TEXT, from), .needed = true},
	{ORIGIN("tool_version", TEXT, tool_version)},
	{ORIGIN("start_time", TEXT, start_time)},
};

TABLE(result_origin_fields, origin_fields);
