/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "summary.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "link_text.h"
#include "message.h"
#include "session.h"
#include "units.h"

/* A value that may be unknown, as text; never 0 for want of knowledge. */
static const char *known(char text[UNITS_TEXT], int64_t value)
{
	if (value < 0)
		snprintf(text, UNITS_TEXT, "unknown");
	else
		snprintf(text, UNITS_TEXT, "%" PRId64, value);
	return text;
}

static void list_channels(char *text, size_t size, const struct target *target)
{
	text[0] = '\0';
	for (size_t i = 0; i < target->channel_count; i++) {
		const size_t used = strlen(text);

		snprintf(text + used, size - used, "%s%s", used ? " " : "", iiodma_channel_id(target->channels[i]));
	}
}

void summary_take_session(struct summary *summary, const struct session *session)
{
	const struct target *target = session->target;
	const char *reason = loss_watch_reason(&session->watch);

	summary->direction = iiodma_buffer_direction(target->buffer);
	snprintf(summary->device, sizeof(summary->device), "%s", iiodma_device_name(target->device));
	snprintf(summary->device_id, sizeof(summary->device_id), "%s", iiodma_device_id(target->device));
	summary->buffer_index = iiodma_buffer_index(target->buffer);
	list_channels(summary->channels, sizeof(summary->channels), target);
	summary->api_requested = session->request->api;
	summary->mapping_requested = session->request->mapping ? session->request->mapping->name : NULL;
	summary->mapping = mapping_in_force(&session->info);
	summary->heap_requested = session->heap_requested;
	summary->info = session->info;
	snprintf(summary->heap, sizeof(summary->heap), "%s", session->info.heap ? session->info.heap : "");
	snprintf(summary->fallback_reason, sizeof(summary->fallback_reason), "%s",
		 session->info.fallback_reason ? session->info.fallback_reason : "");
	/* The session's strings end with it; the copies above stay. */
	summary->info.heap = NULL;
	summary->info.fallback_reason = NULL;
	summary->stats.size = sizeof(summary->stats);
	if (iiodma_stream_stats(session->stream, &summary->stats) < 0)
		summary->stats = (struct iiodma_stream_stats){0};
	summary->sample_rate = session->sample_rate;
	summary->timeout_ns = session->timeout_ns;
	summary->link = session->link;
	summary->cyclic = session->request->cyclic;
	summary->events = loss_watch_events(&session->watch);
	if (session->info.api == IIODMA_API_NULL)
		reason = "the null API touches no device";
	snprintf(summary->events_reason, sizeof(summary->events_reason), "%s", reason ? reason : "");
}

static bool input(const struct summary *summary)
{
	return summary->direction == IIODMA_INPUT;
}

static void judge_lost_samples(struct summary *summary)
{
	const struct verify_result *verify = &summary->check.verify;
	const bool verified = verify_is_sequence(summary->check.kind);

	/*
	 * Verified gaps are as good a witness of events as the register, and a better one where it merges or is
	 * missing.
	 */
	if (verified && !verify->no_sequence && verify->lost > 0 && summary->events < (int64_t)verify->gaps)
		summary->events = (int64_t)verify->gaps;
	if (verified && verify->lost_exact)
		summary->lost_samples = (int64_t)verify->lost;
	else
		summary->lost_samples = summary->events == 0 ? 0 : -1;
}

void summary_judge(struct summary *summary)
{
	if (input(summary))
		judge_lost_samples(summary);
	else
		summary->lost_samples = -1;
	if (summary->status != EXIT_STATUS_DONE)
		return;
	if (summary->events > 0 || summary->lost_samples > 0 || check_failed(&summary->check))
		summary->status = EXIT_STATUS_LOST;
}

double summary_bytes_per_second(const struct summary *summary)
{
	if (summary->bytes == 0 || summary->cyclic || summary->check.freshness.stale_blocks > 0)
		return (double)NAN;
	return units_per_second(summary->bytes, summary->elapsed_ns);
}

static void print_amount(const struct summary *summary)
{
	const double rate = summary_bytes_per_second(summary);
	char seconds[UNITS_TEXT], binary[UNITS_TEXT], decimal[UNITS_TEXT];

	if (summary->cyclic) {
		message_notice("%" PRIu64 " samples (%" PRIu64 " bytes), again and again for %s", summary->samples,
			       summary->bytes, units_seconds(seconds, summary->elapsed_ns));
		return;
	}
	message_notice("%" PRIu64 " samples (%" PRIu64 " bytes) in %s: %s, %s", summary->samples, summary->bytes,
		       units_seconds(seconds, summary->elapsed_ns), units_mib_per_second(binary, rate),
		       units_mb_per_second(decimal, rate));
}

bool summary_syncs(const struct summary *summary)
{
	return summary->info.api == IIODMA_API_DMABUF && summary->info.sync != IIODMA_SYNC_NONE;
}

static void print_ways(const struct summary *summary)
{
	const bool fell_back = summary->fallback_reason[0] != '\0';
	const bool heap = summary->heap[0] != '\0';

	message_notice("api=%s%s%s%s memory=%s%s%s mapping=%s sync=%s block=%" PRIu64 " samples depth=%u blocks",
		       iiodma_api_name(summary->info.api), fell_back ? " (" : "", summary->fallback_reason,
		       fell_back ? ")" : "", iiodma_memory_name(summary->info.memory), heap ? ":" : "", summary->heap,
		       summary->mapping, summary_syncs(summary) ? "yes" : "no", summary->info.block_samples,
		       summary->info.depth);
	if (summary->stats.padding_bytes > 0)
		message_notice("%" PRIu64 " bytes of zeros were added at the end: only %s are taken",
			       summary->stats.padding_bytes,
			       summary->info.depth_fixed ? "full blocks" : "aligned lengths");
	if (summary->mapping_requested && strcmp(summary->mapping_requested, summary->mapping) != 0)
		message_notice("mapping asked for: %s", summary->mapping_requested);
}

const char *summary_limit(const struct summary *summary)
{
	const double source = summary->sample_rate * (double)summary->info.sample_bytes;

	if (summary->link.kind == IIODMA_LINK_NONE || summary->bytes == 0 || summary->elapsed_ns <= 0)
		return NULL;
	return link_limit(units_per_second(summary->bytes, summary->elapsed_ns), source, summary->stats.ring_full_ns,
			  summary->elapsed_ns);
}

static void print_link(const struct summary *summary)
{
	char text[LINK_TEXT], full[UNITS_TEXT];
	const char *limit = summary_limit(summary);

	if (summary->link.kind == IIODMA_LINK_NONE)
		return;
	message_notice("link=%s", link_text(&summary->link, text));
	if (summary->stats.ring_full_count > 0)
		message_notice("limit=%s; the ring was full %" PRIu64 " times, for %s in all",
			       limit ? limit : "unknown", summary->stats.ring_full_count,
			       units_seconds(full, summary->stats.ring_full_ns));
	else if (limit)
		message_notice("limit=%s", limit);
}

static void print_sequence(const struct summary *summary)
{
	const struct verify_result *verify = &summary->check.verify;
	const char *name = verify_kind_name(summary->check.kind);
	char place[VERIFY_TEXT];

	verify_error_text(verify, place, sizeof(place));
	if (!verify_failed(verify))
		message_notice("verify=%s: every sample right", name);
	else if (verify->no_sequence)
		message_error("verify=%s: the samples are none: wrong_samples=%" PRIu64 "; %s", name, verify->wrong,
			      place);
	else
		message_error("verify=%s: gaps=%" PRIu64 " lost_samples=%" PRIu64 "%s repeated_samples=%" PRIu64
			      " wrong_samples=%" PRIu64 "; %s",
			      name, verify->gaps, verify->lost, verify->lost_exact ? "" : " or more", verify->repeated,
			      verify->wrong, place);
	if (verify->basis[0])
		message_notice("verify=%s: %s", name, verify->basis);
}

static void print_freshness(const struct summary *summary)
{
	const struct freshness_result *freshness = &summary->check.freshness;

	if (freshness->stale_blocks > 0)
		message_error("verify=stale: stale_blocks=%" PRIu64 " stale_samples=%" PRIu64 "; %s",
			      freshness->stale_blocks, freshness->stale_samples, freshness->fault);
	else if (summary->info.api == IIODMA_API_FILEIO)
		message_notice("verify=stale: read() filled every block; whether the DMA wrote the kernel's own blocks "
			       "cannot be seen with fileio");
	else
		message_notice("verify=stale: every block was written");
}

static void print_check(const struct summary *summary)
{
	const struct check_result *check = &summary->check;

	if (verify_is_sequence(check->kind))
		print_sequence(summary);
	else if (check->kind == VERIFY_STALE)
		print_freshness(summary);
	for (int kind = 0; kind < HASH_KINDS; kind++)
		if (check->hashes[kind][0])
			message_notice("%s=%s", hash_kind_name((enum hash_kind)kind), check->hashes[kind]);
}

/* Which side stood still, when one did. */
static void print_stalls(const struct summary *summary)
{
	char source[UNITS_TEXT], sink[UNITS_TEXT];

	if (summary->source_stalls.count + summary->sink_stalls.count == 0)
		return;
	message_notice("source_stall_seconds=%s sink_stall_seconds=%s",
		       units_seconds(source, summary->source_stalls.total_ns),
		       units_seconds(sink, summary->sink_stalls.total_ns));
}

void summary_print(const struct summary *summary)
{
	char events[UNITS_TEXT], lost[UNITS_TEXT];
	void (*tell)(const char *, ...) __attribute__((format(printf, 1, 2)));

	print_amount(summary);
	print_ways(summary);
	print_link(summary);
	print_check(summary);
	if (summary->events < 0 && summary->events_reason[0] != '\0')
		message_detail("events unknown: %s", summary->events_reason);
	print_stalls(summary);
	/* A loss is no notice that -q may hide. */
	tell = summary->events > 0 || summary->lost_samples > 0 ? message_error : message_notice;
	if (input(summary))
		tell("overflow_events=%s lost_samples=%s", known(events, summary->events),
		     known(lost, summary->lost_samples));
	else
		tell("underflow_events=%s", known(events, summary->events));
}
