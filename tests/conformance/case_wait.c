/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Waiting: time limits, cancelling, event loops. */
#include "conformance.h"

#include "sys.h"

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>

/* The slowest an AD9361 goes is about half of this; long waits come from long blocks. */
#define RATE 1048576.0
#define BLOCK 8192     /* 8 ms */
#define QUARTER 262144 /* 250 ms: whoever waits for it waits */

#define MS INT64_C(1000000)

static bool is_readable(int fd, int timeout_ms)
{
	struct pollfd poll_fd = {.fd = fd, .events = POLLIN};

	return sys->poll(&poll_fd, 1, timeout_ms) > 0 && poll_fd.revents & POLLIN;
}

/* C33 C35 C38: a limit that passes harms nothing. */
static void waiting_ends_and_goes_on(struct fixture *fixture)
{
	struct iiodma_stream *stream;
	struct iiodma_block *block = NULL;
	uint32_t counter;
	int64_t start;

	fixture_rate(fixture, RATE);
	stream = fixture_start(fixture, IIODMA_INPUT, QUARTER, 4);
	counter = 0;
	for (unsigned int i = 0; i < 2; i++) {
		check_equal(iiodma_stream_acquire(stream, 0, &block), -EAGAIN);
		check(!block);
		start = now_ns();
		check_equal(iiodma_stream_acquire(stream, 50 * MS, &block), -ETIMEDOUT);
		check(now_ns() - start >= 50 * MS && now_ns() - start < 150 * MS);
		check(strstr(iiodma_error_text(), "50 ms"));
		read_blocks(stream, 2, &counter);
	}
	check_equal(fixture_stats(stream).timeouts, 2);
	check_equal(fixture_stats(stream).blocks, 4);
}

/* Beyond the ring there may be blocks in the hands of a server. */
#define BEYOND_MAX 16

/* Until no block is left. */
static void fill_ring(struct iiodma_stream *stream)
{
	unsigned int most = fixture_info(stream).depth + BEYOND_MAX;
	struct iiodma_block *block;
	uint32_t counter = 0;

	for (unsigned int i = 0; i < most && iiodma_stream_acquire(stream, i == 0 ? -1 : 120 * MS, &block) == 0; i++) {
		fill_block(block, QUARTER * 4, &counter);
		check_equal(iiodma_stream_release(stream, block, QUARTER * 4), 0);
	}
}

static void output_waiting_ends_and_goes_on(struct fixture *fixture)
{
	struct iiodma_stream *stream;
	struct iiodma_block *block;

	fixture_rate(fixture, RATE);
	stream = fixture_start(fixture, IIODMA_OUTPUT, QUARTER, 4);
	fill_ring(stream);
	check_equal(iiodma_stream_acquire(stream, 0, &block), -EAGAIN);
	check_equal(iiodma_stream_acquire(stream, 20 * MS, &block), -ETIMEDOUT);
	check_equal(iiodma_stream_drain(stream, 20 * MS), -ETIMEDOUT);
	check_equal(iiodma_block_bytes(take(stream)), QUARTER * 4);
}

static void cancel_lasts_until_start(struct fixture *fixture)
{
	struct iiodma_stream *stream = fixture_start(fixture, IIODMA_INPUT, QUARTER, 4);
	struct iiodma_block *block;

	take(stream);
	iiodma_stream_cancel(stream);
	check_equal(iiodma_stream_acquire(stream, 0, &block), -ECANCELED);
	check_equal(iiodma_stream_acquire(stream, -1, &block), -ECANCELED);
	check_equal(iiodma_stream_stop(stream), 0);
	check_equal(iiodma_stream_start(stream), 0);
	take(stream);
}

static void cancelled_drain_returns(struct fixture *fixture)
{
	struct iiodma_stream *stream;

	fixture_rate(fixture, RATE);
	stream = fixture_start(fixture, IIODMA_OUTPUT, QUARTER, 4);
	fill_ring(stream);
	iiodma_stream_cancel(stream);
	check_equal(iiodma_stream_drain(stream, -1), -ECANCELED);
}

/* --- cancel from elsewhere --- */

struct canceller {
	pthread_t thread, waiter;
	struct iiodma_stream *stream;
	bool by_signal;
	int64_t delay_ns;
	_Atomic int64_t cancelled_ns;
};

static struct iiodma_stream *_Atomic signalled_stream;

static void on_signal(int number)
{
	iiodma_stream_cancel(signalled_stream);
}

static void *cancel_soon(void *argument)
{
	struct canceller *canceller = argument;
	struct timespec delay = {.tv_nsec = (long)canceller->delay_ns};

	nanosleep(&delay, NULL);
	canceller->cancelled_ns = wall_ns();
	if (canceller->by_signal)
		pthread_kill(canceller->waiter, SIGUSR1);
	else
		iiodma_stream_cancel(canceller->stream);
	return NULL;
}

/* Wait with @timeout_ns until cancelled. Returns how long the answer took. */
static int64_t wait_cancelled(struct iiodma_stream *stream, struct canceller *canceller, int64_t timeout_ns)
{
	struct iiodma_block *block;
	int64_t end;
	int ret;

	check_equal(pthread_create(&canceller->thread, NULL, cancel_soon, canceller), 0);
	/* on a busy machine a block may come before the thread */
	do {
		ret = iiodma_stream_acquire(stream, timeout_ns, &block);
		if (ret == 0)
			check_equal(iiodma_stream_release(stream, block, 0), 0);
	} while (ret == 0 || (ret == -ETIMEDOUT && timeout_ns > 0));
	end = wall_ns();
	check_equal(pthread_join(canceller->thread, NULL), 0);
	check_equal(ret, -ECANCELED);
	return end - canceller->cancelled_ns;
}

/* Within 100 ms; on a busy machine one in a hundred may take longer, none a second. */
#define LATE_MAX 10

static void cancel_many_times(struct fixture *fixture, bool by_signal)
{
	struct sigaction action = {.sa_handler = on_signal}, before;
	struct iiodma_stream *stream;
	unsigned int late = 0;
	int64_t took;

	fixture_real_time(fixture);
	fixture_rate(fixture, RATE);
	stream = fixture_start(fixture, IIODMA_INPUT, QUARTER, 4);
	signalled_stream = stream;
	check_equal(sigaction(SIGUSR1, &action, &before), 0);
	for (unsigned int i = 0; i < 1000; i++) {
		struct canceller canceller = {.waiter = pthread_self(),
					      .stream = stream,
					      .by_signal = by_signal,
					      .delay_ns = (int64_t)(i % 10) * 30000};

		took = wait_cancelled(stream, &canceller, i & 1 ? IIODMA_FOREVER : 20 * MS);
		check(took < 1000 * MS);
		late += took > 100 * MS;
		check_equal(iiodma_stream_stop(stream), 0);
		check_equal(iiodma_stream_start(stream), 0);
	}
	check_equal(sigaction(SIGUSR1, &before, NULL), 0);
	check(late <= LATE_MAX);
}

/* C45 */
static void cancel_wakes_from_a_thread(struct fixture *fixture)
{
	cancel_many_times(fixture, false);
}

/* C42 */
static void cancel_wakes_from_a_signal(struct fixture *fixture)
{
	cancel_many_times(fixture, true);
}

/* --- event loops --- */

static void pollfd_announces_input(struct fixture *fixture)
{
	struct iiodma_stream *stream;
	struct iiodma_block *block;
	int fd;

	fixture_rate(fixture, RATE);
	stream = fixture_start(fixture, IIODMA_INPUT, QUARTER, 4);
	fd = iiodma_stream_pollfd(stream);
	check(fd >= 0);
	check_equal(iiodma_stream_pollfd(stream), fd);
	check(!is_readable(fd, 0));
	for (unsigned int i = 0; i < 6; i++) {
		check(is_readable(fd, 5000));
		/* it may announce too early, never too late: trying again must end */
		while (iiodma_stream_acquire(stream, 0, &block) == -EAGAIN)
			check(is_readable(fd, 5000));
		check_equal(iiodma_block_sequence(block), i);
		check_equal(iiodma_stream_release(stream, block, 0), 0);
	}
	check_equal(iiodma_stream_stop(stream), 0);
	check_equal(iiodma_stream_start(stream), 0);
	check(is_readable(fd, 5000));
}

static void pollfd_announces_output(struct fixture *fixture)
{
	struct iiodma_stream *stream;
	struct iiodma_block *block;
	uint32_t counter = 0;
	int fd;

	fixture_rate(fixture, RATE);
	stream = fixture_start(fixture, IIODMA_OUTPUT, BLOCK, 4);
	fd = iiodma_stream_pollfd(stream);
	check(fd >= 0);
	for (unsigned int i = 0; i < 10; i++) {
		check(is_readable(fd, 5000));
		while (iiodma_stream_acquire(stream, 0, &block) == -EAGAIN)
			check(is_readable(fd, 5000));
		fill_block(block, BLOCK * 4, &counter);
		check_equal(iiodma_stream_release(stream, block, BLOCK * 4), 0);
	}
}

static void pollfd_announces_cancel(struct fixture *fixture)
{
	struct iiodma_stream *stream;
	int fd;

	fixture_rate(fixture, RATE);
	stream = fixture_start(fixture, IIODMA_INPUT, QUARTER, 4);
	fd = iiodma_stream_pollfd(stream);
	check(fd >= 0 && !is_readable(fd, 0));
	iiodma_stream_cancel(stream);
	check(is_readable(fd, 0));
}

const struct conformance_case wait_cases[] = {
	{"waiting_ends_and_goes_on", waiting_ends_and_goes_on, NEED_WAIT | NEED_COUNTER},
	{"output_waiting_ends_and_goes_on", output_waiting_ends_and_goes_on, NEED_WAIT},
	{"cancel_lasts_until_start", cancel_lasts_until_start, 0},
	{"cancelled_drain_returns", cancelled_drain_returns, NEED_WAIT},
	{"cancel_wakes_from_a_thread", cancel_wakes_from_a_thread, NEED_WAIT},
	{"cancel_wakes_from_a_signal", cancel_wakes_from_a_signal, NEED_WAIT},
	{"pollfd_announces_input", pollfd_announces_input, NEED_WAIT},
	{"pollfd_announces_output", pollfd_announces_output, NEED_WAIT},
	{"pollfd_announces_cancel", pollfd_announces_cancel, NEED_WAIT},
	{NULL, NULL, 0},
};
