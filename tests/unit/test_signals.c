/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tool_child.h"

#include <pthread.h>
#include <signal.h>
#include <time.h>

#include "common/clock.h"
#include "common/signals.h"

static void nap(long ms)
{
	const int64_t end_ns = clock_ns() + ms * NS_PER_MS;

	while (clock_ns() < end_ns)
		nanosleep(&(const struct timespec){.tv_nsec = NS_PER_MS}, NULL);
}

/* A read that nothing ever comes for; returns only when interrupted. */
static void block_in_read(void)
{
	int ends[2];
	char byte;

	if (pipe(ends) < 0)
		_exit(9);
	while (read(ends[0], &byte, 1) < 0 && !signals_stopped())
		continue;
}

static void be_stopped_by(const void *number)
{
	signals_install();
	raise(*(const int *)number);
	/* The signal came before the read began: only the repeated interruption ends it. */
	block_in_read();
	_exit((int)signals_exit_status());
}

static void ends_orderly_with_the_right_status(void **state) /* C42 */
{
	static const int numbers[] = {SIGINT, SIGTERM};
	static const int statuses[] = {130, 143};

	for (size_t i = 0; i < COUNT(numbers); i++) {
		const struct tool_child child = tool_child_run(be_stopped_by, &numbers[i]);

		assert_int_equal(child.status, statuses[i]);
	}
}

static void *raise_here(void *thread)
{
	pthread_kill(pthread_self(), SIGINT);
	return thread;
}

static void be_stopped_on_another_thread(const void *unused)
{
	pthread_t thread;

	signals_install();
	if (pthread_create(&thread, NULL, raise_here, NULL) != 0)
		_exit(9);
	block_in_read();
	pthread_join(thread, NULL);
	_exit((int)signals_exit_status());
}

static void notices_signals_of_other_threads(void **state) /* C42 */
{
	const struct tool_child child = tool_child_run(be_stopped_on_another_thread, NULL);

	assert_int_equal(child.status, 130);
}

static void be_stopped_twice(const void *unused)
{
	signals_install();
	raise(SIGINT);
	raise(SIGTERM);
	_exit(0); /* not reached */
}

static void ends_at_once_the_second_time(void **state)
{
	const struct tool_child child = tool_child_run(be_stopped_twice, NULL);

	assert_int_equal(child.status, 143);
}

static void take_back_an_ignored_signal(const void *unused)
{
	signal(SIGINT, SIG_IGN);
	signals_install();
	raise(SIGINT);
	_exit((int)signals_exit_status());
}

static void works_in_a_background_job(void **state)
{
	const struct tool_child child = tool_child_run(take_back_an_ignored_signal, NULL);

	assert_int_equal(child.status, 130);
}

static void write_to_nobody(const void *unused)
{
	int ends[2];

	signals_install();
	if (pipe(ends) < 0)
		_exit(9);
	close(ends[0]);
	_exit(write(ends[1], "x", 1) < 0 && errno == EPIPE ? 0 : 1);
}

static void survives_a_closed_pipe(void **state) /* C48 */
{
	const struct tool_child child = tool_child_run(write_to_nobody, NULL);

	assert_int_equal(child.status, 0);
}

static volatile sig_atomic_t interruptions;

static void count_interruptions(int unused)
{
	interruptions++;
}

static void settle(const void *unused)
{
	signals_install();
	raise(SIGINT);
	signals_settled();
	signal(SIGALRM, count_interruptions);
	nap(200);
	_exit(interruptions == 0 ? 0 : 1);
}

static void leaves_the_clean_up_alone(void **state)
{
	const struct tool_child child = tool_child_run(settle, NULL);

	assert_int_equal(child.status, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ends_orderly_with_the_right_status),
		cmocka_unit_test(notices_signals_of_other_threads),
		cmocka_unit_test(ends_at_once_the_second_time),
		cmocka_unit_test(works_in_a_background_job),
		cmocka_unit_test(survives_a_closed_pipe),
		cmocka_unit_test(leaves_the_clean_up_alone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
