/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "session.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "check.h"
#include "link_text.h"
#include "message.h"
#include "signals.h"
#include "units.h"

static bool heap_exists(const char *heap)
{
	char **names;
	bool found = false;

	if (iiodma_heap_list(&names) < 0)
		return false;
	for (char **name = names; *name && !found; name++)
		found = !strcmp(*name, heap);
	iiodma_heap_list_free(names);
	return found;
}

static const char *choose_heap(const struct stream_request *request)
{
	if (!request->heap || !request->heap_fallback || heap_exists(request->heap))
		return request->heap;
	message_notice("there is no heap /dev/dma_heap/%s: using the heap system instead (--heap-fallback)",
		       request->heap);
	return "system";
}

static enum iiodma_sync choose_sync(const struct stream_request *request)
{
	if (request->no_sync)
		return IIODMA_SYNC_NONE;
	return request->mapping ? request->mapping->sync : IIODMA_SYNC_DIRECTION;
}

static enum exit_status set_trigger(struct session *session)
{
	const struct iiodma_device *device = session->target->device;
	int r;

	if (!session->request->trigger)
		return EXIT_STATUS_DONE;
	r = iiodma_device_trigger(device, session->trigger_before, sizeof(session->trigger_before));
	if (r >= 0)
		r = iiodma_device_set_trigger(device, session->request->trigger);
	session->trigger_changed = r >= 0;
	if (r >= 0)
		return EXIT_STATUS_DONE;
	if (r == -ENOENT)
		message_error("option -t: device %s takes no trigger", iiodma_device_name(device));
	else
		message_error("option -t: %s", iiodma_error_text());
	return r == -EINVAL || r == -ENOENT ? EXIT_STATUS_USAGE : EXIT_STATUS_FAILED;
}

static enum exit_status configure(struct session *session)
{
	const struct stream_request *request = session->request;
	struct iiodma_stream_config config = IIODMA_STREAM_CONFIG_INIT;
	int r;

	config.api = request->api;
	config.memory = request->memory;
	config.sync = choose_sync(request);
	config.heap = choose_heap(request);
	config.channels = session->target->channels;
	config.channel_count = session->target->channel_count;
	config.block_samples = stream_request_block_samples(request, session->total_samples);
	config.depth = request->depth;
	config.cyclic = request->cyclic;
	config.strict = request->strict;
	config.fit = request->fit;
	if (request->check)
		check_configure(request->check, &config);
	r = iiodma_stream_open(session->target->buffer, &session->stream);
	if (r == 0)
		r = iiodma_stream_configure(session->stream, &config);
	if (r == -EINVAL || (r == -ENODEV && !strstr(iiodma_error_text(), "device disconnected"))) {
		/* Refused before anything streams: what was asked, or a buffer index that the kernel does not have. */
		message_error("%s", iiodma_error_text());
		return EXIT_STATUS_USAGE;
	}
	return r == 0 ? EXIT_STATUS_DONE : session_failure(session, r);
}

static void tell_differences(const struct session *session)
{
	const struct iiodma_stream_info *info = &session->info;

	if (info->block_rounded)
		message_notice("block rounded to %llu samples (%llu bytes): the device's alignment is %u bytes%s",
			       (unsigned long long)info->block_samples, (unsigned long long)info->block_bytes,
			       info->alignment_bytes, info->alignment_assumed ? " (assumed)" : "");
	if (info->block_fitted)
		message_notice(
			"block cut to %llu samples (%llu bytes): memory did not suffice for what was asked (--fit)",
			(unsigned long long)info->block_samples, (unsigned long long)info->block_bytes);
	if (info->depth_fixed && session->request->depth_given && info->depth != session->request->depth)
		message_notice("%s uses %u kernel blocks; -k ignored", iiodma_api_name(info->api), info->depth);
	if (info->wider_scan)
		message_notice(
			"the kernel delivers more channels than asked, held by somebody else; they are taken out");
	if (info->sync == IIODMA_SYNC_NONE && info->api == IIODMA_API_DMABUF)
		message_notice("no cache maintenance: data may be stale unless DMA is cache coherent here");
}

/* The arithmetic of the link, before anything streams. */
static void tell_link(struct session *session)
{
	const struct iiodma_stream_info *info = &session->info;
	char text[LINK_TEXT];

	session->link = link_of(session->target->context);
	if (session->link.kind == IIODMA_LINK_NONE)
		return;
	if (link_is_too_slow(&session->link, session->sample_rate, info->sample_bytes, text))
		message_notice("%s", text);
	if (link_lacks_memory(&session->link, info->block_bytes * info->request_blocks, text))
		message_notice("%s", text);
}

/* A remote context shall wait for answers no shorter than we do for blocks; -T 0 is about blocks alone. */
static void set_context_timeout(const struct session *session)
{
	struct iiodma_context *context = session->target->context;

	if (session->request->timeout_given && session->timeout_ns != 0 &&
	    iiodma_context_set_timeout(context, session->timeout_ns) < 0)
		message_detail("%s", iiodma_error_text());
}

static void choose_timeout(struct session *session)
{
	char text[UNITS_TEXT], rate[UNITS_TEXT];
	const enum iiodma_direction direction = iiodma_buffer_direction(session->target->buffer);

	session->sample_rate = (double)NAN;
	if (iiodma_device_sample_rate(session->target->device, direction, &session->sample_rate) < 0)
		session->sample_rate = (double)NAN;
	session->timeout_ns = stream_request_timeout_ns(session->request, session->info.block_samples,
							session->info.depth, session->sample_rate);
	message_detail("longest wait for a block: %s (%s; %u blocks of %llu samples at %s)",
		       units_time_limit(text, session->timeout_ns), session->request->timeout_given ? "-T" : "default",
		       session->info.depth, (unsigned long long)session->info.block_samples,
		       units_sample_rate(rate, session->sample_rate));
}

enum exit_status session_open(struct session *session, const struct target *target,
			      const struct stream_request *request, uint64_t total_samples)
{
	enum exit_status status;

	*session = (struct session){
		.target = target,
		.request = request,
		.total_samples = total_samples,
		.heap_requested = request->heap,
		.info = {.size = sizeof(session->info)},
	};
	status = set_trigger(session);
	if (status == EXIT_STATUS_DONE)
		status = configure(session);
	if (status == EXIT_STATUS_DONE && iiodma_stream_info(session->stream, &session->info) < 0) {
		message_error("%s", iiodma_error_text());
		status = EXIT_STATUS_FAILED;
	}
	if (status != EXIT_STATUS_DONE) {
		session_close(session);
		return status;
	}
	tell_differences(session);
	choose_timeout(session);
	set_context_timeout(session);
	tell_link(session);
	if (session->info.api != IIODMA_API_NULL)
		loss_watch_open(&session->watch, target->device, iiodma_buffer_direction(target->buffer));
	return EXIT_STATUS_DONE;
}

enum exit_status session_begin_check(struct session *session)
{
	const struct target *target = session->target;
	const char *valid;
	int r;

	if (!session->request->check)
		return EXIT_STATUS_DONE;
	r = check_begin(session->request->check, session->stream, target->channels, target->channel_count,
			session->sample_rate, &valid);
	if (r == 0)
		return EXIT_STATUS_DONE;
	if (r == -EINVAL)
		message_error("option --verify %s: these channels cannot prove it; valid: %s",
			      check_name(session->request->check), valid);
	else
		message_error("%s", iiodma_error_text());
	return r == -EINVAL ? EXIT_STATUS_USAGE : EXIT_STATUS_FAILED;
}

enum exit_status session_start(struct session *session)
{
	int r = iiodma_stream_start(session->stream);

	if (r < 0)
		return session_failure(session, r);
	loss_watch_begin(&session->watch);
	/* A block may have been cut while starting, when the kernel only then found memory too short. */
	r = iiodma_stream_info(session->stream, &session->info);
	signals_watch(session->stream);
	return r == 0 ? EXIT_STATUS_DONE : session_failure(session, r);
}

void session_close(struct session *session)
{
	signals_settled();
	signals_unwatch(session->stream);
	if (session->stream && iiodma_stream_stop(session->stream) < 0)
		message_detail("%s", iiodma_error_text());
	iiodma_stream_close(session->stream);
	session->stream = NULL;
	loss_watch_close(&session->watch);
	if (session->trigger_changed && iiodma_device_set_trigger(session->target->device, session->trigger_before) < 0)
		message_error("put the trigger back: %s", iiodma_error_text());
	session->trigger_changed = false;
}

enum exit_status session_failure(const struct session *session, int error)
{
	char limit[UNITS_TEXT];

	switch (error) {
	case -ECANCELED:
		return signals_exit_status();
	case -EAGAIN:
		message_error("no block was ready, and -T 0 does not wait");
		return EXIT_STATUS_TIMEOUT;
	case -ETIMEDOUT:
		message_error("%s gave no block within %s%s", iiodma_device_name(session->target->device),
			      units_time_limit(limit, session->timeout_ns),
			      session->request->timeout_given ? "" : " (-T)");
		return EXIT_STATUS_TIMEOUT;
	case -ENODEV:
		message_error("%s%s", strstr(iiodma_error_text(), "device disconnected") ? "" : "device disconnected: ",
			      iiodma_error_text());
		return EXIT_STATUS_GONE;
	default:
		message_error("%s", iiodma_error_text());
		return EXIT_STATUS_FAILED;
	}
}
