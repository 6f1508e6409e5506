/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "bench_window.h"

/* The turn of a small, fast ring is over before the CPU has reached its clock; it then lasts at least this long. */
#define TURN_LEAST_NS INT64_C(20000000)

static bool interval_shown(const struct bench_window *window)
{
	/* The ring's first turn is nothing the user asked for by name. */
	return window->state != BENCH_WINDOW_WARMUP || window->config.warmup_ns != BENCH_WARMUP_TURN;
}

static bool faster_than_source(const struct bench_window *window, uint64_t bytes, int64_t ns)
{
	double possible = window->config.source_bytes_per_second * (double)ns / 1e9;

	return window->config.source_bytes_per_second > 0 && (double)bytes > possible * (1 + 1e-6);
}

/* End the interval under way at the latest boundary; nothing when it has no length. */
static void end_interval(struct bench_window *window)
{
	struct result_interval interval = {
		.start_ns = window->interval_start_ns - window->start_ns,
		.end_ns = window->last_ns - window->start_ns,
		.bytes = window->interval_bytes,
		.warmup = window->state == BENCH_WINDOW_WARMUP,
		.over_source_rate =
			faster_than_source(window, window->interval_bytes, window->last_ns - window->interval_start_ns),
	};

	if (window->config.interval_ns > 0 && window->config.interval && interval.end_ns > interval.start_ns &&
	    interval_shown(window))
		window->config.interval(window->config.context, &interval);
	window->interval_start_ns = window->last_ns;
	window->interval_bytes = 0;
}

/* The next interval ends on the grid, however late this one ended. */
static void next_interval(struct bench_window *window)
{
	int64_t late_ns = window->last_ns - window->interval_due_ns;

	window->interval_due_ns += (late_ns / window->config.interval_ns + 1) * window->config.interval_ns;
}

static void open_window(struct bench_window *window)
{
	end_interval(window);
	window->open_ns = window->last_ns;
	window->interval_due_ns = window->last_ns + window->config.interval_ns;
	window->state = BENCH_WINDOW_OPENED;
}

static bool warmup_over(const struct bench_window *window)
{
	int64_t warm_ns = window->last_ns - window->start_ns;

	if (window->config.warmup_ns == BENCH_WARMUP_TURN)
		return window->warmup_blocks >= window->config.turn_blocks && warm_ns >= TURN_LEAST_NS;
	return warm_ns >= window->config.warmup_ns;
}

static bool complete(const struct bench_window *window)
{
	if (window->config.limit_bytes > 0 && window->bytes >= window->config.limit_bytes)
		return true;
	return window->config.duration_ns >= 0 && window->last_ns - window->open_ns >= window->config.duration_ns;
}

enum bench_window_state bench_window_start(struct bench_window *window, const struct bench_window_config *config,
					   int64_t now_ns)
{
	*window = (struct bench_window){
		.config = *config,
		.state = BENCH_WINDOW_WARMUP,
		.start_ns = now_ns,
		.last_ns = now_ns,
		.interval_start_ns = now_ns,
		.interval_due_ns = now_ns + config->interval_ns,
	};
	if (config->warmup_ns == 0)
		open_window(window);
	return window->state;
}

static void count(struct bench_window *window, unsigned int blocks, uint64_t bytes)
{
	uint64_t room = window->config.limit_bytes - window->bytes;

	if (window->config.limit_bytes > 0 && bytes > room)
		bytes = room;
	window->blocks += blocks;
	window->bytes += bytes;
	window->interval_bytes += bytes;
	window->state = complete(window) ? BENCH_WINDOW_COMPLETE : BENCH_WINDOW_COUNTING;
}

static void warm_up(struct bench_window *window, unsigned int blocks, uint64_t bytes)
{
	window->warmup_blocks += blocks;
	window->interval_bytes += bytes;
	if (warmup_over(window))
		open_window(window);
}

enum bench_window_state bench_window_deliver(struct bench_window *window, int64_t now_ns, unsigned int blocks,
					     uint64_t bytes)
{
	if (now_ns < window->last_ns)
		window->clock_backwards = true;
	else
		window->last_ns = now_ns;
	if (window->state == BENCH_WINDOW_WARMUP)
		warm_up(window, blocks, bytes);
	else
		count(window, blocks, bytes);
	if (window->config.interval_ns > 0 && window->last_ns >= window->interval_due_ns) {
		end_interval(window);
		next_interval(window);
	}
	return window->state;
}

void bench_window_end(struct bench_window *window)
{
	end_interval(window);
}

int64_t bench_window_elapsed_ns(const struct bench_window *window)
{
	return window->state == BENCH_WINDOW_WARMUP ? 0 : window->last_ns - window->open_ns;
}
