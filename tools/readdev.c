/* SPDX-License-Identifier: GPL-2.0-or-later */
/* iiodma-readdev: samples from a converter to standard output or a file. */
#include <errno.h>
#include <string.h>

#include "common/clock.h"
#include "common/message.h"
#include "common/progress.h"
#include "common/session.h"
#include "common/signals.h"
#include "common/sink.h"
#include "common/sysinfo.h"
#include "common/test_mode.h"
#include "common/transfer.h"

static const char about[] =
	"Read samples from an IIO device and write them to standard output; everything else goes to\n"
	"standard error, a summary at the end included.";

struct reader {
	struct session session;
	struct sink sink;
	struct check *check; /* NULL = nothing to prove */
	struct progress progress;
	struct stall_watch source_stalls;
	struct stall_watch sink_stalls;
	int64_t acquired_ns; /* latest block */
	int64_t turn_ns;     /* end of the latest turn */
	bool look;           /* somebody wants to see the data */
};

static enum exit_status sink_failure(const struct sink *sink, int error)
{
	if (error == -EPIPE)
		return EXIT_STATUS_READER_GONE;
	if (error == -ECANCELED)
		return signals_exit_status();
	message_error("write to %s: %s (%s)", sink->name, strerror(-error), iiodma_errno_name(error));
	return EXIT_STATUS_FAILED;
}

/* Check and pass on the first @bytes of @block. */
static enum exit_status consume(struct reader *reader, struct iiodma_block *block, size_t bytes)
{
	void *data = NULL;
	int r;

	if (reader->look && (r = iiodma_block_access(block, &data)) < 0)
		return session_failure(&reader->session, r);
	if (reader->check)
		check_block(reader->check, iiodma_block_sequence(block), data, bytes);
	r = sink_write(&reader->sink, data, bytes);
	return r < 0 ? sink_failure(&reader->sink, r) : EXIT_STATUS_DONE;
}

/* Bytes still to deliver; as good as no limit when none is set. */
static uint64_t bytes_left(const struct reader *reader)
{
	const struct session *session = &reader->session;

	if (session->total_samples == 0)
		return UINT64_MAX;
	return session->total_samples * session->info.sample_bytes - reader->sink.bytes;
}

/* One block from the converter to the sink. */
static enum exit_status pass_block(struct reader *reader)
{
	struct session *session = &reader->session;
	const uint64_t left = bytes_left(reader);
	struct iiodma_block *block;
	enum exit_status status;
	size_t bytes;
	int r = iiodma_stream_acquire(session->stream, session->timeout_ns, &block);

	if (r < 0)
		return session_failure(session, r);
	reader->acquired_ns = iiodma_block_time_ns(block);
	stall_watch_note(&reader->source_stalls, reader->acquired_ns - reader->turn_ns);
	if (iiodma_block_sequence(block) == 0)
		loss_watch_first_block(&session->watch, session->stream);
	bytes = iiodma_block_bytes(block);
	if (bytes >= left) {
		/* Whatever overflows while the last block is written out is no loss of what was asked for. */
		loss_watch_finish(&session->watch);
		return consume(reader, block, (size_t)left);
	}
	status = consume(reader, block, bytes);
	r = iiodma_stream_release(session->stream, block, 0);
	return status == EXIT_STATUS_DONE && r < 0 ? session_failure(session, r) : status;
}

static enum exit_status pass_all(struct reader *reader)
{
	enum exit_status status = EXIT_STATUS_DONE;

	while (status == EXIT_STATUS_DONE && bytes_left(reader) > 0) {
		int64_t now_ns;

		status = pass_block(reader);
		now_ns = clock_ns();
		if (status == EXIT_STATUS_DONE)
			stall_watch_note(&reader->sink_stalls, now_ns - reader->acquired_ns);
		reader->turn_ns = now_ns;
		if (bytes_left(reader) > 0)
			loss_watch_poll(&reader->session.watch, now_ns);
		progress_update(&reader->progress, now_ns, reader->sink.bytes);
		if (status == EXIT_STATUS_DONE && bytes_left(reader) > 0)
			status = signals_exit_status();
	}
	if (bytes_left(reader) > 0)
		loss_watch_finish(&reader->session.watch);
	return status;
}

static void watch_for_stalls(struct reader *reader)
{
	const struct session *session = &reader->session;
	const double block_seconds = (double)session->info.block_samples / session->sample_rate;

	stall_watch_begin(&reader->source_stalls, block_seconds);
	stall_watch_begin(&reader->sink_stalls, block_seconds);
	reader->turn_ns = clock_ns();
}

static enum exit_status begin(struct reader *reader)
{
	enum exit_status status = session_start(&reader->session);
	int r;

	if (status != EXIT_STATUS_DONE)
		return status;
	r = sink_begin(&reader->sink, reader->session.info.sample_bytes);
	return r < 0 ? sink_failure(&reader->sink, r) : EXIT_STATUS_DONE;
}

/* Stream to the end, with all that is worth telling put into @summary. A failing start leaves nothing to tell. */
static enum exit_status run(struct reader *reader, struct summary *summary)
{
	enum exit_status status;
	int64_t start_ns;

	summary->memory_available_start_bytes = system_info_memory_available_bytes();
	start_ns = clock_ns();
	status = begin(reader);
	if (status != EXIT_STATUS_DONE)
		return status;
	progress_begin(&reader->progress, start_ns);
	watch_for_stalls(reader);
	summary->status = pass_all(reader);
	summary->elapsed_ns = clock_ns() - start_ns;
	message_progress_end();
	summary->source_stalls = reader->source_stalls;
	summary->sink_stalls = reader->sink_stalls;
	summary->bytes = reader->sink.bytes;
	summary->samples = summary->bytes / reader->session.info.sample_bytes;
	if (reader->check)
		check_result(reader->check, &summary->check);
	summary->memory_available_end_bytes = system_info_memory_available_bytes();
	summary_take_session(summary, &reader->session);
	return EXIT_STATUS_DONE;
}

static enum exit_status open_sink(struct sink *sink, const struct transfer_config *config)
{
	if (!config->benchmark)
		return sink_open(sink, config->file, config->append);
	sink_open_nowhere(sink);
	return EXIT_STATUS_DONE;
}

/* From the session to its end. */
static enum exit_status stream(struct reader *reader, const struct target *target, const struct stream_request *request,
			       struct summary *summary)
{
	const uint64_t total = stream_request_samples(request, target->sample_bytes);
	enum exit_status status = session_open(&reader->session, target, request, total);

	if (status == EXIT_STATUS_DONE)
		status = session_begin_check(&reader->session);
	if (status == EXIT_STATUS_DONE)
		status = run(reader, summary);
	session_close(&reader->session);
	return status;
}

/* The converter makes what is looked for from before the stream is opened until it is closed. */
static enum exit_status stream_in_mode(struct reader *reader, const struct target *target,
				       const struct transfer_config *config, struct summary *summary)
{
	struct stream_request request = config->stream;
	struct test_mode mode = {0};
	enum exit_status status = EXIT_STATUS_DONE, restored;

	request.check = reader->check;
	if (!config->no_test_mode)
		status = test_mode_begin(&mode, target->device, config->check.kind);
	if (status == EXIT_STATUS_DONE)
		status = stream(reader, target, &request, summary);
	restored = test_mode_end(&mode);
	return status == EXIT_STATUS_DONE ? restored : status;
}

static enum exit_status read_device(const struct transfer_config *config, const struct target *target, FILE *json)
{
	struct reader reader = {.look = !config->benchmark || check_wanted(&config->check)};
	struct summary summary = {.command_line = config->command_line};
	enum exit_status status = open_sink(&reader.sink, config);
	int r;

	if (status != EXIT_STATUS_DONE)
		return status;
	if (check_wanted(&config->check) && check_new(&config->check, &reader.check) < 0) {
		message_error("out of memory");
		status = EXIT_STATUS_FAILED;
	}
	if (status == EXIT_STATUS_DONE)
		status = stream_in_mode(&reader, target, config, &summary);
	check_free(reader.check);
	r = sink_close(&reader.sink);
	if (status != EXIT_STATUS_DONE)
		return status;
	if (r < 0 && (summary.status == EXIT_STATUS_DONE || summary.status == EXIT_STATUS_LOST))
		summary.status = sink_failure(&reader.sink, r);
	return transfer_report(&summary, json);
}

int main(int argc, char **argv)
{
	struct transfer_config config = TRANSFER_CONFIG_INIT;
	struct target target = {0};
	FILE *json = NULL;
	enum exit_status status;

	message_init(argv[0]);
	signals_install();
	transfer_parse(&config, TOOL_READDEV, argc, argv, about);
	status = target_open(&config.target, &target);
	if (status == EXIT_STATUS_DONE)
		status = scheduling_apply(&config.scheduling);
	if (status == EXIT_STATUS_DONE)
		status = transfer_open_json(&config, &json);
	if (status == EXIT_STATUS_DONE)
		status = read_device(&config, &target, json);
	target_close(&target);
	return (int)status;
}
