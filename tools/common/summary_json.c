/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The summary as a JSON document: base units only, the unit in every key, null for what is undefined or unknown. */
#include "summary.h"

#include <errno.h>
#include <jansson.h>
#include <math.h>

#include "json_values.h"
#include "link_text.h"
#include "message.h"
#include "sysinfo.h"
#include "units.h"

#define SCHEMA_VERSION 1

static void set(json_t *object, const char *key, json_t *value)
{
	json_object_set_new(object, key, value);
}

static const char *outcome(const struct summary *summary)
{
	switch (summary->status) {
	case EXIT_STATUS_DONE:
	case EXIT_STATUS_LOST:
		return "complete";
	case EXIT_STATUS_INTERRUPTED:
	case EXIT_STATUS_TERMINATED:
		return "interrupted";
	case EXIT_STATUS_GONE:
		return "disconnected";
	default:
		return summary->bytes > 0 ? "partial" : "failed";
	}
}

static void add_origin(json_t *object, const struct summary *summary)
{
	struct system_info system;

	system_info_read(&system);
	set(object, "schema_version", json_integer(SCHEMA_VERSION));
	set(object, "tool", json_string(message_program()));
	set(object, "tool_version", json_string(iiodma_version()));
	set(object, "command_line", json_value_texts(summary->command_line));
	set(object, "kernel_release", json_value_text(system.kernel_release));
	set(object, "machine", json_value_text(system.machine));
	set(object, "governor", json_value_text(system.governor));
}

static void add_target(json_t *object, const struct summary *summary)
{
	set(object, "device", json_value_text(summary->device));
	set(object, "device_id", json_value_text(summary->device_id));
	set(object, "buffer_index", json_integer((json_int_t)summary->buffer_index));
	set(object, "direction", json_string(summary->direction == IIODMA_INPUT ? "read" : "write"));
	set(object, "channels", json_value_text(summary->channels));
	set(object, "source_samples_per_second",
	    json_value_real(summary->sample_rate > 0 ? summary->sample_rate : (double)NAN));
}

static void add_ways(json_t *object, const struct summary *summary)
{
	const struct iiodma_stream_info *info = &summary->info;

	set(object, "api", json_string(iiodma_api_name(info->api)));
	set(object, "api_requested", json_string(iiodma_api_name(summary->api_requested)));
	set(object, "api_fallback_reason", json_value_text(summary->fallback_reason));
	set(object, "memory", json_string(iiodma_memory_name(info->memory)));
	set(object, "heap_requested", json_value_text(summary->heap_requested));
	set(object, "heap_used", json_value_text(summary->heap));
	set(object, "mapping", json_string(summary->mapping));
	set(object, "mapping_requested", json_value_text(summary->mapping_requested));
	set(object, "sync", json_boolean(summary_syncs(summary)));
	set(object, "cyclic", json_boolean(summary->cyclic));
	set(object, "block_samples", json_value_whole(info->block_samples));
	set(object, "block_bytes", json_value_whole(info->block_bytes));
	set(object, "sample_bytes", json_value_whole(info->sample_bytes));
	set(object, "block_count", json_integer((json_int_t)info->depth));
	set(object, "block_count_fixed", json_boolean(info->depth_fixed));
	set(object, "block_rounded", json_boolean(info->block_rounded));
	set(object, "block_fitted", json_boolean(info->block_fitted));
	set(object, "alignment_bytes", json_integer((json_int_t)info->alignment_bytes));
	set(object, "alignment_assumed", json_boolean(info->alignment_assumed));
	set(object, "timeout_seconds", json_value_seconds(summary->timeout_ns));
}

static int64_t longer(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

/* C32 C41: which side stood still, and for how long */
static void add_stalls(json_t *object, const struct summary *summary)
{
	const struct stall_watch *source = &summary->source_stalls;
	const struct stall_watch *sink = &summary->sink_stalls;

	set(object, "source_stall_seconds", json_value_seconds(source->total_ns));
	set(object, "sink_stall_seconds", json_value_seconds(sink->total_ns));
	set(object, "stall_count", json_value_count(source->count + sink->count));
	set(object, "longest_stall_seconds", json_value_seconds(longer(source->longest_ns, sink->longest_ns)));
}

static void add_amount(json_t *object, const struct summary *summary)
{
	set(object, "status", json_string(outcome(summary)));
	set(object, "exit_status", json_integer((json_int_t)summary->status));
	set(object, "elapsed_seconds", json_value_seconds(summary->elapsed_ns));
	add_stalls(object, summary);
	set(object, "total_samples", json_value_whole(summary->samples));
	set(object, "total_bytes", json_value_whole(summary->bytes));
	set(object, "bytes_per_second", json_value_real(summary_bytes_per_second(summary)));
	set(object, "bytes_source",
	    json_string(summary->info.full_blocks_assumed ? "assumed_full_block" : "delivered"));
}

static void add_losses(json_t *object, const struct summary *summary)
{
	const bool input = summary->direction == IIODMA_INPUT;

	set(object, input ? "overflow_event_count" : "underflow_event_count", json_value_count(summary->events));
	set(object, input ? "overflow_unknown_reason" : "underflow_unknown_reason",
	    summary->events < 0 ? json_value_text(summary->events_reason) : json_null());
	if (!input)
		return;
	set(object, "lost_samples", json_value_count(summary->lost_samples));
	set(object, "discarded_samples", json_value_whole(summary->stats.discarded_samples));
}

static void add_sequence(json_t *object, const struct check_result *check)
{
	const bool verified = verify_is_sequence(check->kind);
	const struct verify_result *verify = &check->verify;
	const bool failed = verified && verify_failed(verify);

	set(object, "gap_count", verified ? json_value_whole(verify->gaps) : json_null());
	set(object, "repeated_samples", verified ? json_value_whole(verify->repeated) : json_null());
	set(object, "wrong_samples", verified ? json_value_whole(verify->wrong) : json_null());
	set(object, "first_error_after_samples", failed ? json_value_whole(verify->first_error_sample) : json_null());
	set(object, "first_error_after_block_count",
	    failed ? json_value_whole(verify->first_error_block) : json_null());
	set(object, "verify_basis", json_value_text(verify->basis));
}

static void add_check(json_t *object, const struct summary *summary)
{
	const struct check_result *check = &summary->check;
	const bool fresh = check->kind == VERIFY_STALE;
	char fault[VERIFY_TEXT], key[32];

	set(object, "verify", json_string(verify_kind_name(check->kind)));
	add_sequence(object, check);
	set(object, "stale_samples", fresh ? json_value_whole(check->freshness.stale_samples) : json_null());
	set(object, "stale_block_count", fresh ? json_value_whole(check->freshness.stale_blocks) : json_null());
	set(object, "fault",
	    check_failed(check) ? json_value_text(check_fault_text(check, fault, sizeof(fault))) : json_null());
	for (int kind = 0; kind < HASH_KINDS; kind++) {
		snprintf(key, sizeof(key), "hash_%s", hash_kind_name((enum hash_kind)kind));
		set(object, key, json_value_text(check->hashes[kind]));
	}
}

static void add_link(json_t *object, const struct summary *summary)
{
	const bool remote = summary->link.kind != IIODMA_LINK_NONE;

	set(object, "link", link_json(&summary->link));
	set(object, "limit", json_value_text(summary_limit(summary)));
	set(object, "ring_full_count", remote ? json_value_whole(summary->stats.ring_full_count) : json_null());
	set(object, "ring_full_seconds", remote ? json_value_seconds(summary->stats.ring_full_ns) : json_null());
}

static void add_counters(json_t *object, const struct summary *summary)
{
	set(object, "transferred_block_count", json_value_whole(summary->stats.blocks));
	set(object, "padding_bytes", json_value_whole(summary->stats.padding_bytes));
	set(object, "enqueue_count", json_value_whole(summary->stats.enqueues));
	set(object, "sync_count", json_value_whole(summary->stats.syncs));
	set(object, "wait_count", json_value_whole(summary->stats.waits));
	set(object, "wait_seconds", json_value_seconds(summary->stats.wait_ns));
	set(object, "longest_wait_seconds", json_value_seconds(summary->stats.longest_wait_ns));
	set(object, "mem_available_start_bytes", json_value_count(summary->memory_available_start_bytes));
	set(object, "mem_available_end_bytes", json_value_count(summary->memory_available_end_bytes));
}

int summary_print_json(const struct summary *summary, FILE *out)
{
	json_t *object = json_object();

	if (!object)
		return -ENOMEM;
	add_origin(object, summary);
	add_target(object, summary);
	add_ways(object, summary);
	add_amount(object, summary);
	add_losses(object, summary);
	add_check(object, summary);
	add_counters(object, summary);
	add_link(object, summary);
	return json_value_write(out, object, JSON_INDENT(2));
}
