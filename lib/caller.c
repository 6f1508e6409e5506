/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "caller.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <iiodma/error.h>

#include "error.h"

#define TEXT_MAX 2048

struct caller {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	unsigned int users; /* owner and thread; the last one frees */
	bool ending;
	enum { IDLE, RUNNING, DONE } stage;
	bool late; /* nobody waits for the running call any more */

	int (*call)(void *state, void *argument);
	void *argument; /* a copy, the thread's while running */
	int result;
	char text[TEXT_MAX]; /* error text of the call */

	void (*end)(void *state);
	void *state;
};

void caller_block_signals(void)
{
	sigset_t all;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, NULL);
}

static void free_caller(struct caller *caller)
{
	pthread_mutex_destroy(&caller->lock);
	pthread_cond_destroy(&caller->changed);
	free(caller->argument);
	free(caller->state);
	free(caller);
}

/* Called locked; unlocks. */
static void drop(struct caller *caller)
{
	const bool last = --caller->users == 0;

	pthread_cond_broadcast(&caller->changed);
	pthread_mutex_unlock(&caller->lock);
	if (last)
		free_caller(caller);
}

static void run_call(struct caller *caller)
{
	int result;

	pthread_mutex_unlock(&caller->lock);
	result = caller->call(caller->state, caller->argument);
	pthread_mutex_lock(&caller->lock);
	caller->result = result;
	caller->text[0] = '\0';
	if (result < 0)
		strncat(caller->text, iiodma_error_text(), sizeof(caller->text) - 1);
	caller->stage = caller->late ? IDLE : DONE;
	pthread_cond_broadcast(&caller->changed);
}

static void *work(void *argument)
{
	struct caller *caller = argument;

	pthread_mutex_lock(&caller->lock);
	while (!caller->ending) {
		if (caller->stage == RUNNING)
			run_call(caller);
		else
			pthread_cond_wait(&caller->changed, &caller->lock);
	}
	pthread_mutex_unlock(&caller->lock);
	caller->end(caller->state);
	pthread_mutex_lock(&caller->lock);
	drop(caller);
	return NULL;
}

static int init_sync(struct caller *caller)
{
	pthread_condattr_t attributes;
	int ret = pthread_condattr_init(&attributes);

	if (ret != 0)
		return -ret;
	pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
	pthread_mutex_init(&caller->lock, NULL);
	ret = pthread_cond_init(&caller->changed, &attributes);
	pthread_condattr_destroy(&attributes);
	return -ret;
}

/* Detached, and with all signals blocked from its first instruction. */
static int start_thread(struct caller *caller)
{
	pthread_attr_t attributes;
	sigset_t before, all;
	pthread_t thread;
	int ret;

	sigfillset(&all);
	pthread_attr_init(&attributes);
	pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	ret = pthread_create(&thread, &attributes, work, caller);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	pthread_attr_destroy(&attributes);
	return -ret;
}

int caller_new(size_t bytes, void (*end)(void *state), struct caller **ret_caller)
{
	struct caller *caller = calloc(1, sizeof(*caller));
	int ret = -ENOMEM;

	if (caller == NULL)
		return -ENOMEM;
	caller->users = 2;
	caller->end = end;
	caller->state = calloc(1, bytes);
	if (caller->state != NULL)
		ret = init_sync(caller);
	if (ret < 0) {
		free(caller->state);
		free(caller);
		return ret;
	}
	ret = start_thread(caller);
	if (ret < 0) {
		free_caller(caller);
		return ret;
	}
	*ret_caller = caller;
	return 0;
}

void *caller_state(struct caller *caller)
{
	return caller->state;
}

static struct timespec deadline(int64_t timeout_ns)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	time.tv_sec += (time_t)(timeout_ns / 1000000000);
	time.tv_nsec += (long)(timeout_ns % 1000000000);
	if (time.tv_nsec >= 1000000000) {
		time.tv_sec++;
		time.tv_nsec -= 1000000000;
	}
	return time;
}

/* Wait, locked, for the stage @wanted. Returns whether it came to that in time. */
static bool wait_for(struct caller *caller, int wanted, int64_t timeout_ns)
{
	const struct timespec end = deadline(timeout_ns < 0 ? 0 : timeout_ns);
	int ret = 0;

	while ((int)caller->stage != wanted && ret == 0)
		ret = timeout_ns < 0 ? pthread_cond_wait(&caller->changed, &caller->lock)
				     : pthread_cond_timedwait(&caller->changed, &caller->lock, &end);
	return (int)caller->stage == wanted;
}

static int take_result(struct caller *caller, void *argument, size_t bytes)
{
	if (bytes > 0)
		memcpy(argument, caller->argument, bytes);
	if (caller->result < 0)
		error_adopt(caller->text);
	caller->stage = IDLE;
	pthread_cond_broadcast(&caller->changed);
	return caller->result;
}

/* Locked, while idle. Takes @copy over. */
static void ask(struct caller *caller, int (*call)(void *state, void *argument), void *copy)
{
	free(caller->argument);
	caller->argument = copy;
	caller->call = call;
	caller->late = false;
	caller->stage = RUNNING;
	pthread_cond_broadcast(&caller->changed);
}

int caller_run(struct caller *caller, int (*call)(void *state, void *argument), void *argument, size_t bytes,
	       int64_t timeout_ns)
{
	void *copy = malloc(bytes ? bytes : 1);
	int ret = -ETIMEDOUT;

	if (copy == NULL)
		return error_set(-ENOMEM, "call the server");
	if (bytes > 0)
		memcpy(copy, argument, bytes);
	pthread_mutex_lock(&caller->lock);
	if ((caller->stage == RUNNING && caller->late) || !wait_for(caller, IDLE, timeout_ns)) {
		free(copy);
	} else {
		ask(caller, call, copy);
		if (wait_for(caller, DONE, timeout_ns))
			ret = take_result(caller, argument, bytes);
		else
			caller->late = true;
	}
	pthread_mutex_unlock(&caller->lock);
	return ret;
}

void caller_end(struct caller *caller, int64_t timeout_ns)
{
	const struct timespec end = deadline(timeout_ns < 0 ? 0 : timeout_ns);
	int ret = 0;

	if (caller == NULL)
		return;
	pthread_mutex_lock(&caller->lock);
	caller->ending = true;
	pthread_cond_broadcast(&caller->changed);
	/* A late call is not waited for once more. */
	while (caller->users > 1 && ret == 0 && !(caller->stage == RUNNING && caller->late))
		ret = pthread_cond_timedwait(&caller->changed, &caller->lock, &end);
	drop(caller);
}
