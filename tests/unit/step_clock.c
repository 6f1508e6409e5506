/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Preloaded into a tool: an hour is taken from every wall clock 100 ms after the start, as after a boot without a battery. */
#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

#define STEP_SECONDS 3600
#define UNTIL_NS 100000000

static int (*real_gettime)(clockid_t clock, struct timespec *now);
static struct timespec started;

static void __attribute__((constructor)) begin(void)
{
	const char *path = getenv("STEP_CLOCK_MARK");
	FILE *mark = path ? fopen(path, "w") : NULL;

	*(void **)&real_gettime = dlsym(RTLD_NEXT, "clock_gettime");
	real_gettime(CLOCK_MONOTONIC, &started);
	if (mark)
		fclose(mark);
}

static bool stepped(void)
{
	struct timespec now;

	real_gettime(CLOCK_MONOTONIC, &now);
	return (now.tv_sec - started.tv_sec) * 1000000000LL + now.tv_nsec - started.tv_nsec > UNTIL_NS;
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
	const int ret = real_gettime(clock, now);
	const bool wall = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI;

	if (ret == 0 && wall && stepped())
		now->tv_sec -= STEP_SECONDS;
	return ret;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone)
{
	struct timespec precise;
	const int ret = clock_gettime(CLOCK_REALTIME, &precise);

	now->tv_sec = precise.tv_sec;
	now->tv_usec = precise.tv_nsec / 1000;
	return ret;
}

time_t time(time_t *ret_now)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	if (ret_now)
		*ret_now = now.tv_sec;
	return now.tv_sec;
}
