/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "signals.h"

#include <errno.h>
#include <iiodma/error.h>
#include <iiodma/stream.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "clock.h"
#include "message.h"

/*
 * A signal may arrive just before the main thread blocks in read() or write(), or on another thread: the flag alone
 * would then be seen too late. This timer interrupts the main thread again until it has noticed.
 */
#define NUDGE_NS (50 * NS_PER_MS)

static volatile sig_atomic_t stop_signal;
static volatile sig_atomic_t settled;
static _Atomic(struct iiodma_stream *) watched[SIGNALS_STREAMS_MAX];
static timer_t nudge_timer;

static void set_nudging(bool on)
{
	const struct timespec period = {.tv_nsec = on ? (long)NUDGE_NS : 0};
	const struct itimerspec spec = {.it_interval = period, .it_value = period};

	timer_settime(nudge_timer, 0, &spec, NULL);
}

static void handle_stop(int number)
{
	const int saved = errno;

	if (stop_signal)
		_exit(128 + number);
	stop_signal = number;
	for (size_t i = 0; i < SIGNALS_STREAMS_MAX; i++)
		iiodma_stream_cancel(atomic_load(&watched[i]));
	if (!settled)
		set_nudging(true);
	errno = saved;
}

/* Linux gives a signal meant for the process to its main thread; that the handler runs is all that matters. */
static void handle_nudge(int number)
{
}

static void catch_signal(int number, void (*handler)(int))
{
	/* No SA_RESTART: a blocking read() or write() has to come back. */
	struct sigaction action = {.sa_handler = handler};

	sigemptyset(&action.sa_mask);
	sigaddset(&action.sa_mask, SIGALRM);
	sigaction(number, &action, NULL);
}

void signals_install(void)
{
	struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGALRM};
	sigset_t ours;

	if (timer_create(CLOCK_MONOTONIC, &event, &nudge_timer) < 0)
		message_die(EXIT_STATUS_FAILED, "create a timer: %s", iiodma_errno_name(errno));
	catch_signal(SIGALRM, handle_nudge);
	catch_signal(SIGINT, handle_stop);
	catch_signal(SIGTERM, handle_stop);
	signal(SIGPIPE, SIG_IGN);
	sigemptyset(&ours);
	sigaddset(&ours, SIGALRM);
	sigaddset(&ours, SIGINT);
	sigaddset(&ours, SIGTERM);
	pthread_sigmask(SIG_UNBLOCK, &ours, NULL);
}

void signals_watch(struct iiodma_stream *stream)
{
	for (size_t i = 0; i < SIGNALS_STREAMS_MAX; i++) {
		struct iiodma_stream *none = NULL;

		if (atomic_compare_exchange_strong(&watched[i], &none, stream))
			break;
	}
	/* The handler may have run before the stream was in the table. */
	if (stop_signal)
		iiodma_stream_cancel(stream);
}

void signals_unwatch(struct iiodma_stream *stream)
{
	for (size_t i = 0; i < SIGNALS_STREAMS_MAX; i++) {
		struct iiodma_stream *expected = stream;

		if (stream && atomic_compare_exchange_strong(&watched[i], &expected, NULL))
			break;
	}
}

bool signals_stopped(void)
{
	return stop_signal != 0;
}

void signals_settled(void)
{
	settled = 1;
	set_nudging(false);
}

enum exit_status signals_exit_status(void)
{
	if (!stop_signal)
		return EXIT_STATUS_DONE;
	return stop_signal == SIGTERM ? EXIT_STATUS_TERMINATED : EXIT_STATUS_INTERRUPTED;
}
