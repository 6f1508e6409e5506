/* SPDX-License-Identifier: GPL-2.0-or-later */
/* iiodma-writedev: samples from standard input or a file to a converter. */
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <time.h>

#include "common/clock.h"
#include "common/message.h"
#include "common/progress.h"
#include "common/session.h"
#include "common/signals.h"
#include "common/source.h"
#include "common/sysinfo.h"
#include "common/transfer.h"
#include "common/units.h"

#define CYCLIC_LOOK_NS (200 * NS_PER_MS)

static const char about[] =
	"Read samples from standard input and play them on an IIO device. Messages and a summary at the end\n"
	"go to standard error.";

struct writer {
	struct session session;
	struct source source;
	struct check *check; /* NULL = nothing to prove */
	struct progress progress;
	struct stall_watch source_stalls;
	struct stall_watch sink_stalls;
	int64_t turn_ns; /* end of the latest turn */
	bool fill;       /* false: play what is in memory */
	uint64_t samples_sent;
	size_t trailing_bytes; /* input left over that is no whole sample */
	bool finished;         /* nothing more to send */
};

static enum exit_status source_failure(const struct source *source, ssize_t error)
{
	if (error == -ECANCELED)
		return signals_exit_status();
	message_error("read %s: %s (%s)", source->name, strerror((int)-error), iiodma_errno_name((int)error));
	return EXIT_STATUS_FAILED;
}

/* How many bytes the next block shall get. */
static size_t wanted_bytes(const struct writer *writer, size_t room)
{
	const struct session *session = &writer->session;
	const uint64_t left = session->total_samples - writer->samples_sent;

	if (session->total_samples > 0 && left < room / session->info.sample_bytes)
		return (size_t)left * session->info.sample_bytes;
	return room;
}

/* Put input into @block. Returns how many bytes to play, whole samples; or -errno. */
static ssize_t fill_block(struct writer *writer, struct iiodma_block *block)
{
	const size_t sample_bytes = writer->session.info.sample_bytes;
	const size_t wanted = wanted_bytes(writer, iiodma_block_bytes(block));
	void *data;
	ssize_t got;
	int r;

	if (!writer->fill)
		return (ssize_t)wanted;
	r = iiodma_block_access(block, &data);
	if (r < 0)
		return r;
	got = source_read(&writer->source, data, wanted);
	if (got < 0 || signals_stopped())
		return got < 0 ? got : -ECANCELED;
	writer->finished = writer->source.ended;
	writer->trailing_bytes = (size_t)got % sample_bytes;
	got -= (ssize_t)writer->trailing_bytes;
	if (writer->check)
		check_block(writer->check, iiodma_block_sequence(block), data, (size_t)got);
	return got;
}

/* Give @block with its first @bytes to the converter. */
static enum exit_status send(struct writer *writer, struct iiodma_block *block, size_t bytes)
{
	struct session *session = &writer->session;
	int r = iiodma_stream_release(session->stream, block, bytes);

	if (r < 0)
		return session_failure(session, r);
	writer->samples_sent += bytes / session->info.sample_bytes;
	if (session->total_samples > 0 && writer->samples_sent >= session->total_samples)
		writer->finished = true;
	return EXIT_STATUS_DONE;
}

static enum exit_status pass_block(struct writer *writer)
{
	struct session *session = &writer->session;
	struct iiodma_block *block;
	int64_t acquired_ns;
	ssize_t bytes;
	int r = iiodma_stream_acquire(session->stream, session->timeout_ns, &block);

	if (r < 0)
		return session_failure(session, r);
	acquired_ns = iiodma_block_time_ns(block);
	if (acquired_ns < 0) /* a block that nobody had to wait for */
		acquired_ns = writer->turn_ns;
	stall_watch_note(&writer->sink_stalls, acquired_ns - writer->turn_ns);
	bytes = fill_block(writer, block);
	if (bytes >= 0)
		stall_watch_note(&writer->source_stalls, clock_ns() - acquired_ns);
	if (bytes < 0)
		return source_failure(&writer->source, bytes);
	return bytes > 0 ? send(writer, block, (size_t)bytes) : EXIT_STATUS_DONE;
}

/* All input, to the last sample; then until it has been played. */
static enum exit_status play_once(struct writer *writer)
{
	struct session *session = &writer->session;
	enum exit_status status = EXIT_STATUS_DONE;
	char limit[UNITS_TEXT];
	int r;

	while (status == EXIT_STATUS_DONE && !writer->finished) {
		int64_t now_ns;

		status = pass_block(writer);
		now_ns = clock_ns();
		writer->turn_ns = now_ns;
		loss_watch_poll(&session->watch, now_ns);
		progress_update(&writer->progress, now_ns, writer->samples_sent * session->info.sample_bytes);
		if (status == EXIT_STATUS_DONE)
			status = signals_exit_status();
	}
	/* Now, while blocks are queued: that the converter runs dry after the last one is no loss. */
	loss_watch_finish(&session->watch);
	if (status != EXIT_STATUS_DONE)
		return status;
	r = iiodma_stream_drain(session->stream, session->timeout_ns);
	if (r != -ETIMEDOUT)
		return r < 0 ? session_failure(session, r) : EXIT_STATUS_DONE;
	message_error("%s did not play all of it within %s after the last block was queued",
		      iiodma_device_name(session->target->device), units_time_limit(limit, session->timeout_ns));
	return EXIT_STATUS_TIMEOUT;
}

static void tell_rest_unplayed(struct writer *writer)
{
	if (writer->session.total_samples == 0 && source_has_more(&writer->source))
		message_notice("the input is longer than the block of %" PRIu64
			       " samples: only its beginning is played; -b makes "
			       "the block longer",
			       writer->session.info.block_samples);
}

/* A cyclic block never comes back, so nothing but this tells that the device went away. */
static bool device_is_there(const struct session *session)
{
	char text[128];

	return session->info.api == IIODMA_API_NULL ||
	       iiodma_device_attr_read(session->target->device, "name", text, sizeof(text)) != -ENOENT;
}

/* One block, again and again, until the user stops it. */
static enum exit_status play_for_ever(struct writer *writer)
{
	const struct timespec pause = {.tv_nsec = CYCLIC_LOOK_NS};
	struct session *session = &writer->session;
	enum exit_status status = pass_block(writer);

	if (status != EXIT_STATUS_DONE || writer->samples_sent == 0)
		return status;
	tell_rest_unplayed(writer);
	message_notice("playing %" PRIu64 " samples again and again until stopped", writer->samples_sent);
	while (!signals_stopped() && device_is_there(session)) {
		loss_watch_poll(&session->watch, clock_ns());
		nanosleep(&pause, NULL); /* a signal ends it early */
	}
	loss_watch_finish(&session->watch);
	return signals_stopped() ? signals_exit_status() : session_failure(session, -ENODEV);
}

/* What the input was short of; only a rest that is no sample is an error. */
static enum exit_status judge_input(const struct writer *writer)
{
	const struct session *session = &writer->session;

	if (writer->trailing_bytes > 0) {
		message_error("%zu trailing bytes of the input are no whole sample of %zu bytes and were not sent",
			      writer->trailing_bytes, session->info.sample_bytes);
		return EXIT_STATUS_FAILED;
	}
	if (session->total_samples > writer->samples_sent && writer->source.ended)
		message_notice("the input ended after %" PRIu64 " of %" PRIu64 " samples", writer->samples_sent,
			       session->total_samples);
	return EXIT_STATUS_DONE;
}

static void watch_for_stalls(struct writer *writer)
{
	const struct session *session = &writer->session;
	const double block_seconds = (double)session->info.block_samples / session->sample_rate;

	stall_watch_begin(&writer->source_stalls, block_seconds);
	stall_watch_begin(&writer->sink_stalls, block_seconds);
	writer->turn_ns = clock_ns();
}

/* Stream to the end, with all that is worth telling put into @summary. A failing start leaves nothing to tell. */
static enum exit_status run(struct writer *writer, struct summary *summary)
{
	struct session *session = &writer->session;
	enum exit_status status;
	int64_t start_ns;

	summary->memory_available_start_bytes = system_info_memory_available_bytes();
	start_ns = clock_ns();
	status = session_start(session);
	if (status != EXIT_STATUS_DONE)
		return status;
	progress_begin(&writer->progress, start_ns);
	watch_for_stalls(writer);
	summary->status = session->request->cyclic ? play_for_ever(writer) : play_once(writer);
	summary->elapsed_ns = clock_ns() - start_ns;
	message_progress_end();
	if (summary->status == EXIT_STATUS_DONE)
		summary->status = judge_input(writer);
	if (writer->check)
		check_result(writer->check, &summary->check);
	summary->source_stalls = writer->source_stalls;
	summary->sink_stalls = writer->sink_stalls;
	summary->samples = writer->samples_sent;
	summary->bytes = writer->samples_sent * session->info.sample_bytes;
	summary->memory_available_end_bytes = system_info_memory_available_bytes();
	summary_take_session(summary, session);
	return EXIT_STATUS_DONE;
}

/* Nothing of the device is touched before there is something to play. */
static enum exit_status await_input(struct source *source, const struct transfer_config *config)
{
	int r;

	if (config->benchmark || source->peeked > 0)
		return EXIT_STATUS_DONE;
	r = source_peek(source);
	if (r < 0)
		return source_failure(source, r);
	if (r > 0)
		return EXIT_STATUS_DONE;
	message_error("no input data: %s is empty", source->name);
	return config->stream.cyclic ? EXIT_STATUS_USAGE : EXIT_STATUS_FAILED;
}

static enum exit_status write_device(const struct transfer_config *config, const struct target *target,
				     struct writer *writer, FILE *json)
{
	struct summary summary = {.command_line = config->command_line};
	const uint64_t total = stream_request_samples(&config->stream, target->sample_bytes);
	struct stream_request request = config->stream;
	enum exit_status status = await_input(&writer->source, config);

	if (status == EXIT_STATUS_DONE && check_wanted(&config->check) &&
	    check_new(&config->check, &writer->check) < 0) {
		message_error("out of memory");
		status = EXIT_STATUS_FAILED;
	}
	request.check = writer->check;
	if (status == EXIT_STATUS_DONE)
		status = session_open(&writer->session, target, &request, total);
	if (status == EXIT_STATUS_DONE)
		status = session_begin_check(&writer->session);
	if (status == EXIT_STATUS_DONE)
		status = run(writer, &summary);
	session_close(&writer->session);
	check_free(writer->check);
	return status == EXIT_STATUS_DONE ? transfer_report(&summary, json) : status;
}

int main(int argc, char **argv)
{
	struct transfer_config config = TRANSFER_CONFIG_INIT;
	struct writer writer = {0};
	struct target target = {0};
	FILE *json = NULL;
	enum exit_status status = EXIT_STATUS_DONE;

	message_init(argv[0]);
	signals_install();
	transfer_parse(&config, TOOL_WRITEDEV, argc, argv, about);
	writer.fill = !config.benchmark;
	if (writer.fill)
		status = source_open(&writer.source, config.file);
	/* An empty cyclic block is a wrong use that no look at the device makes better. */
	if (status == EXIT_STATUS_DONE && config.stream.cyclic)
		status = await_input(&writer.source, &config);
	if (status == EXIT_STATUS_DONE)
		status = target_open(&config.target, &target);
	if (status == EXIT_STATUS_DONE)
		status = scheduling_apply(&config.scheduling);
	if (status == EXIT_STATUS_DONE)
		status = transfer_open_json(&config, &json);
	if (status == EXIT_STATUS_DONE)
		status = write_device(&config, &target, &writer, json);
	source_close(&writer.source);
	target_close(&target);
	return (int)status;
}
