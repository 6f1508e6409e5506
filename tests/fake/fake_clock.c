/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Time, virtual or real, and the only place where the fake kernel sleeps. */
#include "fake.h"

#include <errno.h>
#include <string.h>
#include <time.h>

/*
 * Longest real sleep without another look: a change made by another thread (a plug pulled, a source set going) is seen
 * after at most this, with no protocol between sleepers and makers of change.
 */
#define LOOK_AGAIN_MS 5

#define BOOT_NS INT64_C(1000000000)

static _Atomic int64_t virtual_ns = BOOT_NS;
static _Atomic int64_t step_ns;
static _Atomic bool real_clock;

static int64_t real_now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

int64_t fake_now(void)
{
	return real_clock ? real_now() : virtual_ns;
}

int64_t fake_clock_now(void)
{
	return fake_now();
}

void fake_clock_reset(void)
{
	virtual_ns = BOOT_NS;
	step_ns = 0;
	real_clock = false;
}

void fake_clock_real(bool real)
{
	real_clock = real;
}

void fake_clock_step(int64_t ns)
{
	step_ns = ns;
}

void fake_clock_advance(int64_t ns)
{
	fake_lock();
	virtual_ns += ns;
	fake_run_until_now();
	fake_unlock();
}

/* Called by the library; takes no lock. */
static int64_t read_clock(void)
{
	atomic_fetch_add(&fake_clock_read_count, 1);
	if (real_clock)
		return real_now();
	return step_ns ? atomic_fetch_add(&virtual_ns, step_ns) : virtual_ns;
}

int64_t (*const fake_clock_read)(void) = read_clock;

static void each_buffer(void (*act)(struct fake_buffer *buffer, int64_t *value), int64_t *value)
{
	for (struct fake_device *device = fake_devices; device; device = device->next)
		for (size_t i = 0; i < device->buffer_count; i++)
			act(device->buffers[i], value);
}

static void run(struct fake_buffer *buffer, int64_t *now)
{
	if (buffer->kind == FAKE_DMA)
		fake_dma_run(buffer, *now);
	else
		fake_kfifo_run(buffer, *now);
}

void fake_run_until_now(void)
{
	int64_t now = fake_now();

	each_buffer(run, &now);
}

static void earliest(struct fake_buffer *buffer, int64_t *first)
{
	int64_t next = buffer->kind == FAKE_DMA ? fake_dma_next(buffer) : fake_kfifo_next(buffer);

	if (next < *first)
		*first = next;
	if (buffer->held_until_ns > fake_now() && buffer->held_until_ns < *first)
		*first = buffer->held_until_ns;
}

static int64_t next_event(void)
{
	int64_t first = FAKE_FOREVER;

	each_buffer(earliest, &first);
	return first;
}

static int real_wait(struct pollfd *real, nfds_t count, int64_t ns)
{
	int64_t longest = INT64_C(1000000) * LOOK_AGAIN_MS;
	struct timespec time = {0};
	int result;

	if (ns > longest)
		ns = longest;
	time.tv_nsec = (long)(ns > 0 ? ns : 0);
	fake_unlock();
	result = ppoll(real, count, &time, NULL);
	if (result < 0)
		result = -errno;
	fake_lock();
	return result;
}

int fake_pass_time(int64_t deadline_ns, struct pollfd *real, nfds_t count)
{
	int64_t target = next_event();
	int result;

	if (deadline_ns < target)
		target = deadline_ns;
	if (real_clock) {
		result = real_wait(real, count, target - real_now());
	} else if (target == FAKE_FOREVER) {
		result = real_wait(real, count, target);
	} else {
		/* what is ready now comes before the time that would pass */
		result = real_wait(real, count, 0);
		if (result == 0 && target > virtual_ns)
			virtual_ns = target;
	}
	fake_run_until_now();
	return result;
}
