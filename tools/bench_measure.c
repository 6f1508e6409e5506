/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The loop stays narrow: it reads no clock of its own, since the library has read one for each block when it handed it
 * over. Everything else is read when the window opens and when it ends.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench_measurement.h"
#include "bench_touch.h"
#include "common/mapping.h"

/* ---- set up ---- */

/* Keep an error and its sentence. What this machine cannot do is told apart from what went wrong. */
static int refuse(struct measurement *m, int error)
{
	bool cannot = error == -ENOTSUP || error == -ENOENT;

	m->run.status = cannot ? RESULT_IMPOSSIBLE : RESULT_FAILED;
	m->run.error = error;
	result_text_set(m->run.reason, iiodma_error_text());
	return error;
}

/* fileio's blocks are the kernel's: what is known of them was said in the plan. */
static void describe_mapping(struct result_setup *setup, const struct iiodma_stream_info *info)
{
	const char *mapping = mapping_in_force(info);

	if (info->api == IIODMA_API_FILEIO) {
		result_name_set(setup->mapping_in_force, setup->fileio_map[0] ? setup->fileio_map : mapping);
		return;
	}
	result_name_set(setup->mapping_in_force, mapping);
	if (info->api == IIODMA_API_DMABUF && strcmp(mapping, "unknown") != 0)
		setup->mapping_source = RESULT_MAPPING_HEAP;
}

static void describe_stream(struct result_setup *setup, const struct iiodma_stream *stream)
{
	struct iiodma_stream_info info = {.size = sizeof(info)};

	if (iiodma_stream_info(stream, &info) < 0)
		return;
	setup->api = info.api;
	setup->memory = info.memory;
	setup->sync = info.sync;
	result_name_set(setup->heap, info.heap ? info.heap : "");
	describe_mapping(setup, &info);
	setup->block_samples = info.block_samples;
	setup->block_bytes = info.block_bytes;
	setup->sample_bytes = info.sample_bytes;
	setup->depth = info.depth;
	setup->depth_fixed = info.depth_fixed;
	setup->block_rounded = info.block_rounded;
	setup->block_fitted = info.block_fitted;
	setup->full_blocks_assumed = info.full_blocks_assumed;
}

static void find_source_rate(struct measurement *m)
{
	const struct iiodma_device *device = iiodma_buffer_device(m->config->buffer);

	m->setup->source_rate = NAN;
	if (m->setup->api == IIODMA_API_NULL)
		return;
	if (iiodma_device_sample_rate(device, m->setup->direction, &m->setup->source_rate) < 0)
		m->setup->source_rate = NAN;
}

/* Without the register the count stays unknown, and the reason is kept. */
static void watch_status(struct measurement *m)
{
	const struct iiodma_device *device = iiodma_buffer_device(m->config->buffer);

	if (m->setup->api == IIODMA_API_NULL)
		return;
	if (iiodma_status_open(device, m->setup->direction, &m->status) < 0)
		result_text_set(m->run.overflow_reason, iiodma_error_text());
}

static int get_ordinary_memory(struct measurement *m)
{
	size_t bytes = (size_t)m->setup->block_bytes;

	if (m->setup->touch != RESULT_TOUCH_COPY)
		return 0;
	m->ordinary = malloc(bytes);
	if (!m->ordinary) {
		result_text_set(m->run.reason, "no memory to copy a block to or from");
		return -ENOMEM;
	}
	memset(m->ordinary, 0, bytes); /* the pages come now, not in the first copies */
	return 0;
}

static int set_up_stream(struct measurement *m)
{
	const struct bench_measure_config *config = m->config;
	struct iiodma_stream_config wanted = IIODMA_STREAM_CONFIG_INIT;
	int ret = iiodma_stream_open(config->buffer, &m->stream);

	if (ret < 0)
		return ret;
	if (config->observer && config->observer->stream)
		config->observer->stream(config->observer->context, m->stream);
	wanted.api = m->setup->api;
	wanted.memory = m->setup->memory;
	wanted.sync = m->setup->sync;
	wanted.heap = m->setup->heap[0] ? m->setup->heap : NULL;
	wanted.channels = config->channels;
	wanted.channel_count = config->channel_count;
	wanted.block_samples = m->setup->block_samples;
	wanted.depth = m->setup->depth_asked;
	wanted.strict = config->strict;
	wanted.fit = config->fit;
	wanted.timed = config->split;
	if (config->verifier && config->verifier->configure)
		config->verifier->configure(config->verifier->context, &wanted);
	return iiodma_stream_configure(m->stream, &wanted);
}

static int begin_verification(struct measurement *m)
{
	const struct bench_verifier *verifier = m->config->verifier;
	int ret;

	if (!verifier)
		return 0;
	m->verifying = true;
	ret = verifier->begin(verifier->context, m->stream, m->setup);
	if (ret < 0)
		result_text_set(m->run.reason, "these channels cannot be verified this way");
	return ret;
}

static int set_up(struct measurement *m)
{
	int ret = set_up_stream(m);

	if (ret < 0)
		return refuse(m, ret);
	describe_stream(m->setup, m->stream);
	find_source_rate(m);
	watch_status(m);
	ret = get_ordinary_memory(m);
	if (ret == 0)
		ret = begin_verification(m);
	if (ret == 0)
		ret = iiodma_histogram_new(&m->gaps);
	if (ret < 0)
		m->run.error = ret;
	return ret;
}

static void tear_down(struct measurement *m)
{
	const struct bench_observer *observer = m->config->observer;

	if (observer && observer->stream)
		observer->stream(observer->context, NULL);
	if (m->verifying)
		m->config->verifier->end(m->config->verifier->context);
	iiodma_status_close(m->status);
	iiodma_stream_close(m->stream);
	iiodma_histogram_free(m->gaps);
	perf_close(&m->perf);
	free(m->ordinary);
}

/* ---- the window ---- */

static void keep_interval(void *context, const struct result_interval *interval)
{
	struct measurement *m = context;
	const struct bench_observer *observer = m->config->observer;
	struct result_interval *intervals = realloc(m->run.intervals, (m->run.interval_count + 1) * sizeof(*intervals));

	if (intervals) {
		m->run.intervals = intervals;
		intervals[m->run.interval_count++] = *interval;
	}
	if (observer && observer->interval)
		observer->interval(observer->context, interval);
}

static void start_window(struct measurement *m)
{
	struct bench_window_config window = {
		.warmup_ns = m->config->warmup_ns,
		.duration_ns = m->config->duration_ns,
		.limit_bytes = m->config->samples * m->setup->sample_bytes,
		.interval_ns = m->config->interval_ns,
		.turn_blocks = m->setup->depth,
		.source_bytes_per_second = measurement_source_bytes_per_second(m),
		.interval = keep_interval,
		.context = m,
	};

	m->exact = !measurement_is_input(m) && m->config->samples > 0 && m->config->warmup_ns == 0;
	m->previous_ns = -1;
	stall_watch_begin(&m->stalls, (double)m->setup->block_bytes / measurement_source_bytes_per_second(m));
	m->status_due_ns = INT64_MAX; /* not before the window opens */
	if (bench_window_start(&m->window, &window, m->config->clock_ns()) == BENCH_WINDOW_OPENED)
		measurement_opened(m);
}

/* @bytes more are delivered now. */
static enum bench_window_state deliver(struct measurement *m, int64_t now_ns, unsigned int blocks, uint64_t bytes)
{
	enum bench_window_state state = bench_window_deliver(&m->window, now_ns, blocks, bytes);

	if (m->previous_ns >= 0) {
		iiodma_histogram_record(m->gaps, now_ns - m->previous_ns);
		stall_watch_note(&m->stalls, now_ns - m->previous_ns);
	}
	m->previous_ns = now_ns;
	if (state == BENCH_WINDOW_OPENED)
		measurement_opened(m);
	else if (state == BENCH_WINDOW_COMPLETE)
		measurement_closed(m);
	else if (now_ns >= m->status_due_ns)
		measurement_look_at_status(m);
	return state;
}

/* ---- the blocks ---- */

static void touch_input(struct measurement *m, uint64_t sequence, const void *data, size_t bytes)
{
	if (m->setup->touch == RESULT_TOUCH_READ)
		m->sum += bench_touch_sum(data, bytes);
	else if (m->setup->touch == RESULT_TOUCH_COPY)
		memcpy(m->ordinary, data, bytes);
	if (m->config->verifier)
		m->config->verifier->block(m->config->verifier->context, sequence, data, bytes);
}

static void touch_output(struct measurement *m, void *data, size_t bytes)
{
	size_t sample_words = m->setup->sample_bytes / sizeof(uint32_t);

	if (m->setup->touch == RESULT_TOUCH_WRITE)
		bench_touch_number(data, bytes, (uint32_t)(m->submitted_bytes / m->setup->sample_bytes),
				   sample_words > 0 ? (unsigned int)sample_words : 1);
	else if (m->setup->touch == RESULT_TOUCH_COPY)
		memcpy(data, m->ordinary, bytes);
}

/* A block that nobody looks at must not cost a look at it: no access, no cache maintenance. */
static bool untouched(const struct measurement *m)
{
	return m->setup->touch == RESULT_TOUCH_NONE && !m->config->verifier;
}

static int touch(struct measurement *m, struct iiodma_block *block, size_t bytes)
{
	int64_t before_ns;
	void *data;
	int ret;

	if (untouched(m))
		return 0;
	ret = iiodma_block_access(block, &data);
	if (ret < 0)
		return ret;
	before_ns = m->config->split ? m->config->clock_ns() : 0;
	if (measurement_is_input(m))
		touch_input(m, iiodma_block_sequence(block), data, bytes);
	else
		touch_output(m, data, bytes);
	if (m->config->split)
		m->touch_ns += m->config->clock_ns() - before_ns;
	return 0;
}

/* How much of an input block still counts: the last one may bring more than was asked for. */
static size_t wanted_input(const struct measurement *m, const struct iiodma_block *block)
{
	uint64_t limit = m->window.config.limit_bytes;
	size_t bytes = iiodma_block_bytes(block);

	if (limit == 0 || m->window.state == BENCH_WINDOW_WARMUP || bytes <= limit - m->window.bytes)
		return bytes;
	return (size_t)(limit - m->window.bytes);
}

/* When every sample from the start counts, the time until the last one has been touched counts as well. */
static bool is_last(const struct measurement *m, size_t bytes)
{
	uint64_t limit = m->window.config.limit_bytes;

	return m->config->warmup_ns == 0 && limit > 0 && m->window.bytes + bytes >= limit;
}

static int move_input(struct measurement *m, struct iiodma_block *block)
{
	size_t bytes = wanted_input(m, block);
	bool last = is_last(m, bytes);
	enum bench_window_state state = m->window.state;
	int ret;

	if (!last)
		state = deliver(m, iiodma_block_time_ns(block), 1, bytes);
	ret = touch(m, block, bytes);
	if (ret < 0)
		return ret;
	if (state == BENCH_WINDOW_OPENED)
		measurement_forget_data(m);
	if (last)
		state = deliver(m, m->config->clock_ns(), 1, bytes);
	return state == BENCH_WINDOW_COMPLETE ? 0 : iiodma_stream_release(m->stream, block, 0);
}

/* The first turn of the ring finds empty blocks; from then on each block that comes back has been played. */
static bool has_been_played(struct measurement *m)
{
	if (m->turns >= m->setup->depth)
		return true;
	m->turns++;
	return false;
}

static size_t wanted_output(const struct measurement *m, const struct iiodma_block *block)
{
	uint64_t left = m->window.config.limit_bytes - m->submitted_bytes;
	size_t bytes = iiodma_block_bytes(block);

	return m->exact && left < bytes ? (size_t)left : bytes;
}

static int fill_and_submit(struct measurement *m, struct iiodma_block *block)
{
	size_t bytes = wanted_output(m, block);
	int ret = touch(m, block, bytes);

	if (ret == 0)
		ret = iiodma_stream_release(m->stream, block, bytes);
	if (ret == 0)
		m->submitted_bytes += bytes;
	return ret;
}

static int move_output(struct measurement *m, struct iiodma_block *block)
{
	if (has_been_played(m)) {
		m->played_bytes += m->setup->block_bytes;
		if (deliver(m, iiodma_block_time_ns(block), 1, m->setup->block_bytes) == BENCH_WINDOW_COMPLETE)
			return 0;
	}
	return fill_and_submit(m, block);
}

/* All is submitted: what has not come back yet has been played when the drain returns. */
static int play_rest(struct measurement *m)
{
	uint64_t bytes = m->submitted_bytes - m->played_bytes;
	uint64_t blocks = (bytes + m->setup->block_bytes - 1) / m->setup->block_bytes;
	int ret = iiodma_stream_drain(m->stream, m->config->timeout_ns);

	if (ret == 0)
		deliver(m, m->config->clock_ns(), (unsigned int)blocks, bytes);
	return ret;
}

static int stream_blocks(struct measurement *m)
{
	while (m->window.state != BENCH_WINDOW_COMPLETE) {
		struct iiodma_block *block;
		int ret;

		if (m->exact && m->submitted_bytes == m->window.config.limit_bytes)
			return play_rest(m);
		ret = iiodma_stream_acquire(m->stream, m->config->timeout_ns, &block);
		if (ret == 0)
			ret = measurement_is_input(m) ? move_input(m, block) : move_output(m, block);
		if (ret < 0)
			return ret;
	}
	return 0;
}

struct result_run bench_measure(const struct bench_measure_config *config, struct result_setup *setup)
{
	struct measurement m = {.config = config, .setup = setup, .run = result_run_new()};
	int ret;

	perf_open(&m.perf); /* before the stream starts threads of its own */
	ret = set_up(&m);
	if (ret == 0) {
		ret = iiodma_stream_start(m.stream);
		if (ret < 0) {
			refuse(&m, ret);
		} else {
			start_window(&m);
			ret = stream_blocks(&m);
			if (ret < 0)
				result_text_set(m.run.reason, iiodma_error_text());
			measurement_conclude(&m, ret);
		}
	}
	tear_down(&m);
	return m.run;
}
