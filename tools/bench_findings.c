/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <sys/resource.h>

#include "bench_measurement.h"

/* The status bits stay set until they are cleared, so looking now and then misses no overflow. */
#define STATUS_PERIOD_NS INT64_C(100000000)

static int64_t timeval_ns(struct timeval time)
{
	return ((int64_t)time.tv_sec * 1000000 + time.tv_usec) * 1000;
}

static struct snapshot take_snapshot(const struct measurement *m)
{
	struct snapshot snapshot = {.stream = {.size = sizeof(snapshot.stream)}};
	struct rusage usage;

	if (iiodma_stream_stats(m->stream, &snapshot.stream) < 0)
		snapshot.stream = (struct iiodma_stream_stats){.sync_ns = -1, .enqueue_ns = -1};
	getrusage(RUSAGE_SELF, &usage);
	snapshot.cpu.user_ns = timeval_ns(usage.ru_utime);
	snapshot.cpu.system_ns = timeval_ns(usage.ru_stime);
	snapshot.cpu.voluntary_switches = usage.ru_nvcsw;
	snapshot.cpu.involuntary_switches = usage.ru_nivcsw;
	snapshot.perf = perf_read(&m->perf);
	snapshot.touch_ns = m->touch_ns;
	return snapshot;
}

void measurement_opened(struct measurement *m)
{
	iiodma_histogram_reset(m->gaps);
	stall_watch_begin(&m->stalls, (double)m->setup->block_bytes / measurement_source_bytes_per_second(m));
	if (m->status && iiodma_status_clear(m->status) < 0)
		result_text_set(m->run.overflow_reason, iiodma_error_text());
	m->status_due_ns = m->window.last_ns + STATUS_PERIOD_NS;
	m->opened = take_snapshot(m);
}

void measurement_forget_data(struct measurement *m)
{
	const struct bench_verifier *verifier = m->config->verifier;

	m->sum = 0;
	if (verifier)
		verifier->restart(verifier->context);
}

void measurement_closed(struct measurement *m)
{
	m->closed = take_snapshot(m);
}

void measurement_look_at_status(struct measurement *m)
{
	m->status_due_ns = m->window.last_ns + STATUS_PERIOD_NS;
	if (m->status && iiodma_status_poll(m->status) < 0)
		result_text_set(m->run.overflow_reason, iiodma_error_text());
}

static void conclude_split(struct measurement *m, const struct snapshot *end, int64_t tail_ns)
{
	struct result_split *split = &m->run.split;
	int64_t wait_ns = end->stream.wait_ns - m->opened.stream.wait_ns - tail_ns;

	split->wait_ns = wait_ns > 0 ? wait_ns : 0;
	if (!m->config->split || end->stream.sync_ns < 0 || end->stream.enqueue_ns < 0)
		return;
	split->sync_ns = end->stream.sync_ns - m->opened.stream.sync_ns;
	split->enqueue_ns = end->stream.enqueue_ns - m->opened.stream.enqueue_ns;
	split->touch_ns = end->touch_ns - m->opened.touch_ns;
	split->other_ns = m->run.elapsed_ns - split->wait_ns - split->sync_ns - split->enqueue_ns - split->touch_ns;
	if (split->other_ns < 0)
		split->other_ns = 0;
}

static void conclude_counters(struct measurement *m, const struct snapshot *end)
{
	m->run.cpu.user_ns = end->cpu.user_ns - m->opened.cpu.user_ns;
	m->run.cpu.system_ns = end->cpu.system_ns - m->opened.cpu.system_ns;
	m->run.cpu.voluntary_switches = end->cpu.voluntary_switches - m->opened.cpu.voluntary_switches;
	m->run.cpu.involuntary_switches = end->cpu.involuntary_switches - m->opened.cpu.involuntary_switches;
	m->run.waits = end->stream.waits - m->opened.stream.waits;
	m->run.timeouts = end->stream.timeouts - m->opened.stream.timeouts;
	m->run.enqueues = end->stream.enqueues - m->opened.stream.enqueues;
	m->run.syncs = end->stream.syncs - m->opened.stream.syncs;
	m->run.discarded_samples = end->stream.discarded_samples;
}

static void conclude_perf(struct measurement *m, const struct snapshot *end)
{
	const struct perf_counts counts = perf_difference(&end->perf, &m->opened.perf);

	m->run.perf.cycles = counts.value[PERF_CYCLES];
	m->run.perf.instructions = counts.value[PERF_INSTRUCTIONS];
	m->run.perf.cache_misses = counts.value[PERF_CACHE_MISSES];
	result_name_set(m->run.perf.scope, perf_scope(&m->perf));
	result_text_set(m->run.perf.reason, m->perf.reason);
}

static void conclude_gaps(struct measurement *m)
{
	if (iiodma_histogram_count(m->gaps) == 0)
		return;
	m->run.block_interval.min_ns = iiodma_histogram_min(m->gaps);
	m->run.block_interval.median_ns = iiodma_histogram_percentile(m->gaps, 50);
	m->run.block_interval.p99_ns = iiodma_histogram_percentile(m->gaps, 99);
	m->run.block_interval.max_ns = iiodma_histogram_max(m->gaps);
}

static void conclude_stalls(struct measurement *m)
{
	m->run.stalls = m->stalls.count;
	m->run.stalled_ns = m->stalls.total_ns;
	m->run.longest_stall_ns = m->stalls.longest_ns;
}

static void conclude_losses(struct measurement *m)
{
	if (m->status) {
		measurement_look_at_status(m);
		m->run.overflow_events = iiodma_status_events(m->status);
		if (m->run.overflow_events < 0 && iiodma_status_reason(m->status))
			result_text_set(m->run.overflow_reason, iiodma_status_reason(m->status));
	}
	if (m->config->verifier)
		m->config->verifier->finish(m->config->verifier->context, &m->run);
	if (m->run.lost_samples < 0 && m->run.overflow_events == 0 && !m->run.fault[0]) {
		m->run.lost_samples = 0;
		m->run.lost_source = RESULT_LOST_STATUS;
	}
}

static void conclude_status(struct measurement *m, int error)
{
	bool some = m->run.total_bytes > 0;

	m->run.error = error;
	if (error == 0)
		m->run.status = RESULT_OK;
	else if (error == -ECANCELED)
		m->run.status = RESULT_INTERRUPTED;
	else if (error == -ENODEV)
		m->run.status = RESULT_DISCONNECTED;
	else
		m->run.status = some ? RESULT_PARTIAL : RESULT_FAILED;
}

void measurement_conclude(struct measurement *m, int error)
{
	bool complete = m->window.state == BENCH_WINDOW_COMPLETE;
	struct snapshot end = complete ? m->closed : take_snapshot(m);
	int64_t tail_ns = error < 0 ? m->config->clock_ns() - m->window.last_ns : 0;
	double slack_bytes = (double)(m->setup->depth + 1) * (double)m->setup->block_bytes;

	bench_window_end(&m->window);
	m->run.elapsed_ns = bench_window_elapsed_ns(&m->window);
	m->run.total_bytes = m->window.bytes;
	m->run.blocks = m->window.blocks;
	m->run.clock_backwards = m->window.clock_backwards;
	conclude_status(m, error);
	if (m->window.state != BENCH_WINDOW_WARMUP) {
		conclude_split(m, &end, tail_ns);
		conclude_counters(m, &end);
		conclude_perf(m, &end);
		conclude_gaps(m);
		conclude_stalls(m);
		conclude_losses(m);
		m->run.summed = measurement_is_input(m) && m->setup->touch == RESULT_TOUCH_READ;
		m->run.sum_of_words = m->sum;
	}
	result_run_judge(&m->run, measurement_source_bytes_per_second(m), slack_bytes);
}
