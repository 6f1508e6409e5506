/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Only the clock is read between passes, and only naturally aligned words are accessed: a mapping may allow no more. A rate comes
 * from passes over the whole block, at least as many as the time asked for holds.
 */
#include <errno.h>
#include <math.h>
#include <string.h>

#include "bench_memory.h"
#include "common/clock.h"
#include "common/signals.h"
#include "common/word_copy.h"
#include "common/word_touch.h"

struct probe {
	struct iiodma_memory_area *area;
	struct iiodma_memory_area *ordinary; /* other end of the copies */
	void *data;
	void *other;
	size_t bytes;
	int64_t least_ns;
	volatile uint64_t sum; /* keeps reading from being left out */
};

static void read_all(struct probe *probe)
{
	probe->sum = word_sum(probe->data, probe->bytes);
}

static void write_all(struct probe *probe)
{
	word_fill(probe->data, probe->bytes, UINT64_C(0x0123456789abcdef));
}

static void copy_from(struct probe *probe)
{
	word_copy(probe->other, probe->data, probe->bytes);
}

static void copy_to(struct probe *probe)
{
	word_copy(probe->data, probe->other, probe->bytes);
}

/* Twice as many passes each time until they take long enough; only the last lot counts, so that the clock costs nothing. */
static double rate_of(struct probe *probe, void (*pass)(struct probe *probe))
{
	for (uint64_t passes = 1; !signals_stopped(); passes *= 2) {
		const int64_t start_ns = clock_ns();
		int64_t elapsed_ns;

		for (uint64_t i = 0; i < passes; i++)
			pass(probe);
		elapsed_ns = clock_ns() - start_ns;
		if (elapsed_ns >= probe->least_ns)
			return result_rate(passes * probe->bytes, elapsed_ns);
	}
	return (double)NAN;
}

/* Sync as it is used, around access to all of the block: what is to be maintained is really there. */
static int time_sync(struct probe *probe, enum iiodma_direction direction, double *ret_begin, double *ret_end)
{
	const int64_t start_ns = clock_ns();
	int64_t begin_ns = 0, end_ns = 0, now_ns = start_ns;
	uint64_t turns = 0;

	while (now_ns - start_ns < probe->least_ns && !signals_stopped()) {
		int64_t before_ns = clock_ns();
		int ret = iiodma_memory_area_begin(probe->area, direction);

		if (ret < 0)
			return ret;
		begin_ns += clock_ns() - before_ns;
		if (direction == IIODMA_INPUT)
			read_all(probe);
		else
			write_all(probe);
		before_ns = clock_ns();
		ret = iiodma_memory_area_end(probe->area, direction);
		now_ns = clock_ns();
		if (ret < 0)
			return ret;
		end_ns += now_ns - before_ns;
		turns++;
	}
	if (turns > 0 && !signals_stopped()) {
		*ret_begin = (double)begin_ns / 1e9 / (double)turns;
		*ret_end = (double)end_ns / 1e9 / (double)turns;
	}
	return 0;
}

static int open_probe(struct probe *probe, const struct memory_source *source)
{
	int ret =
		iiodma_memory_area_new(source->kind, source->heap[0] ? source->heap : NULL, probe->bytes, &probe->area);

	if (ret < 0)
		return ret;
	ret = iiodma_memory_area_new(IIODMA_MEMORY_ORDINARY, NULL, probe->bytes, &probe->ordinary);
	if (ret < 0)
		return ret;
	probe->data = iiodma_memory_area_data(probe->area);
	probe->other = iiodma_memory_area_data(probe->ordinary);
	/* The pages come now, not in the first passes. */
	word_fill(probe->other, probe->bytes, 0);
	write_all(probe);
	return 0;
}

static void close_probe(struct probe *probe)
{
	iiodma_memory_area_free(probe->area);
	iiodma_memory_area_free(probe->ordinary);
}

static int take_figures(struct probe *probe, struct memory_cell *cell, double *values)
{
	int ret;

	values[MEMORY_READ] = rate_of(probe, read_all);
	values[MEMORY_WRITE] = rate_of(probe, write_all);
	values[MEMORY_COPY_FROM] = rate_of(probe, copy_from);
	values[MEMORY_COPY_TO] = rate_of(probe, copy_to);
	ret = time_sync(probe, IIODMA_INPUT, &values[MEMORY_BEGIN_READ], &values[MEMORY_END_READ]);
	if (ret == 0)
		ret = time_sync(probe, IIODMA_OUTPUT, &values[MEMORY_BEGIN_WRITE], &values[MEMORY_END_WRITE]);
	if (ret == -ENOTSUP || ret == -ENOTTY) { /* memory without a sync is no failure */
		result_text_set(cell->sync_reason, iiodma_error_text());
		return 0;
	}
	return ret;
}

/* What this machine has not got, or does not give to this user, is told apart from what went wrong. */
static enum result_status status_of(int error)
{
	switch (error) {
	case 0:
		return RESULT_OK;
	case -ENOENT:
	case -ENOTSUP:
	case -EACCES:
	case -EPERM:
		return RESULT_IMPOSSIBLE;
	default:
		return RESULT_FAILED;
	}
}

void memory_measure(const struct memory_result *result, struct memory_cell *cell, double *values)
{
	struct probe probe = {.bytes = (size_t)cell->bytes, .least_ns = result->least_ns};
	int ret = open_probe(&probe, &result->sources[cell->source]);

	for (size_t i = 0; i < MEMORY_FIGURES; i++)
		values[i] = (double)NAN;
	if (ret == 0)
		ret = take_figures(&probe, cell, values);
	cell->status = status_of(ret);
	if (ret < 0)
		result_text_set(cell->reason, iiodma_error_text());
	close_probe(&probe);
	if (signals_stopped() && ret == 0) {
		cell->status = RESULT_INTERRUPTED;
		result_text_set(cell->reason, "stopped by the user");
	}
}
