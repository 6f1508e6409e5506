/* SPDX-License-Identifier: GPL-2.0-or-later */
/* When things go wrong beneath: the plug pulled, transfers that fail, calls that fail. */
#include "conformance.h"

#include "fake_kernel.h"

#include <pthread.h>
#include <string.h>

#define BLOCK 1024
#define SECOND INT64_C(1000000000)

static void behave(struct fixture *fixture, enum iiodma_direction direction, void (*change)(struct fake_behaviour *))
{
	const char *name = direction == IIODMA_INPUT ? fixture->input_name : fixture->output_name;
	struct fake_behaviour how = fake_behaviour_of(fake_buffer(name, 0));

	change(&how);
	fake_behave(fake_buffer(name, 0), &how);
}

static void unplug_at_third(struct fake_behaviour *how)
{
	how->unplug_block = 3;
}

static void never_ready(struct fake_behaviour *how)
{
	how->stop_block = 0;
}

static int read_until_error(struct iiodma_stream *stream)
{
	struct iiodma_block *block;
	int ret;

	for (unsigned int i = 0; i < 1000; i++) {
		ret = iiodma_stream_acquire(stream, 2 * SECOND, &block);
		if (ret == 0)
			ret = iiodma_stream_release(stream, block, 0);
		if (ret < 0)
			return ret;
	}
	return 0;
}

/* As C86 says for all links: pulling the plug ends at once, with what it was. */
static void unplugged_input_ends(struct fixture *fixture)
{
	struct iiodma_stream *stream;
	int64_t start;

	behave(fixture, IIODMA_INPUT, unplug_at_third);
	stream = fixture_start(fixture, IIODMA_INPUT, BLOCK, 4);
	start = now_ns();
	check_equal(read_until_error(stream), -ENODEV);
	check(strstr(iiodma_error_text(), "disconnected"));
	check(now_ns() - start < SECOND);
	check(fixture_stats(stream).blocks >= 1);
	start = wall_ns();
	fixture_close(fixture, stream);
	check(wall_ns() - start < SECOND);
}

static int write_until_error(struct iiodma_stream *stream)
{
	struct iiodma_block *block;
	int ret;

	for (unsigned int i = 0; i < 1000; i++) {
		ret = iiodma_stream_acquire(stream, 2 * SECOND, &block);
		if (ret == 0)
			ret = iiodma_stream_release(stream, block, BLOCK * 4);
		if (ret < 0)
			return ret;
	}
	return 0;
}

static void unplugged_output_ends(struct fixture *fixture)
{
	struct iiodma_stream *stream;

	behave(fixture, IIODMA_OUTPUT, unplug_at_third);
	stream = fixture_start(fixture, IIODMA_OUTPUT, BLOCK, 4);
	check_equal(write_until_error(stream), -ENODEV);
	check_equal(iiodma_stream_drain(stream, 2 * SECOND), -ENODEV);
}

static void *unplug(void *name)
{
	struct timespec delay = {.tv_nsec = 20000000};

	nanosleep(&delay, NULL);
	fake_unplug(fake_device(name));
	return NULL;
}

/* The kernel wakes nobody who polls a buffer whose device goes away. */
static void unplugging_wakes_an_endless_wait(struct fixture *fixture)
{
	struct iiodma_stream *stream;
	struct iiodma_block *block;
	pthread_t thread;
	int64_t start;

	behave(fixture, IIODMA_INPUT, never_ready);
	fixture_real_time(fixture);
	stream = fixture_start(fixture, IIODMA_INPUT, BLOCK, 4);
	start = wall_ns();
	check_equal(pthread_create(&thread, NULL, unplug, (void *)fixture->input_name), 0);
	check_equal(iiodma_stream_acquire(stream, -1, &block), -ENODEV);
	check(wall_ns() - start < SECOND);
	check_equal(pthread_join(thread, NULL), 0);
}

/* A block queued after the plug was pulled never signals; no wait may hang on it. */
static void nothing_waits_for_blocks_in_limbo(struct fixture *fixture)
{
	struct iiodma_stream *stream = fixture_start(fixture, IIODMA_INPUT, BLOCK, 1);
	struct iiodma_block *block = take(stream);
	int ret;

	fake_unplug(fake_device(fixture->input_name));
	ret = iiodma_stream_release(stream, block, 0);
	if (ret == 0)
		ret = iiodma_stream_acquire(stream, -1, &block);
	check_equal(ret, -ENODEV);
}

static void abort_at_third(struct fake_behaviour *how)
{
	how->abort_block = 3;
}

/* Whatever fails while starting leaves the device as it was and the stream able to start. */
static void failed_enable_harms_nothing(struct fixture *fixture)
{
	for (unsigned int direction = 0; direction < 2; direction++) {
		const char *name = direction == IIODMA_INPUT ? fixture->input_name : fixture->output_name;
		struct iiodma_stream *stream = fixture_open(fixture, direction);
		struct iiodma_stream_config config = fixture_config(fixture, direction, BLOCK, 4);
		uint32_t counter = 0;
		int ret;

		fake_enable_error(fake_buffer(name, 0), EIO);
		check_equal(iiodma_stream_configure(stream, &config), 0);
		ret = iiodma_stream_start(stream);
		if (direction == IIODMA_OUTPUT && ret == 0)
			ret = write_until_error(stream);
		check_equal(ret, -EIO);
		check(strstr(iiodma_error_text(), "enable buffer 0"));
		fake_enable_error(fake_buffer(name, 0), 0);
		iiodma_stream_stop(stream);
		check_equal(iiodma_stream_start(stream), 0);
		if (direction == IIODMA_INPUT)
			read_blocks(stream, 1, &counter);
		fixture_close(fixture, stream);
	}
}

/* C71 C64: each call of configuring fails once; the answer is that failure, and nothing stays behind. */
static void every_failing_call_is_reported(struct fixture *fixture)
{
	static const char *const patterns[] = {"open /dev/iio*",    "ioctl GET_FD*",   "ioctl ATTACH*",
					       "ioctl HEAP_ALLOC*", "ioctl UDMABUF*",  "memfd*",
					       "nonblock*",         "write */length*", "write *_en 1"};
	unsigned int failures = 0;

	for (size_t i = 0; i < sizeof(patterns) / sizeof(*patterns); i++) {
		for (unsigned int nth = 1; nth <= 5; nth++) {
			struct iiodma_stream *stream = fixture_open(fixture, IIODMA_INPUT);
			struct iiodma_stream_config config = fixture_config(fixture, IIODMA_INPUT, BLOCK, 4);
			int ret;

			fake_fail_clear();
			fake_fail(patterns[i], nth, EREMOTEIO);
			ret = iiodma_stream_configure(stream, &config);
			check(ret == 0 || ret == -EREMOTEIO);
			if (ret < 0)
				check(strstr(iiodma_error_text(), "EREMOTEIO"));
			failures += ret < 0;
			fixture_close(fixture, stream);
			if (fixture->memory != IIODMA_MEMORY_FD)
				check_equal(fake_open_files(), 0);
		}
	}
	check(failures >= 3);
}

/* Somebody disables the buffer: the blocks it ends are as ready as good ones, and must not pass for them. */
static void aborted_transfers_are_reported(struct fixture *fixture)
{
	for (unsigned int depth = 1; depth <= 6; depth++) {
		struct iiodma_stream *stream;

		behave(fixture, IIODMA_INPUT, abort_at_third);
		stream = fixture_start(fixture, IIODMA_INPUT, BLOCK, depth);
		check_equal(read_until_error(stream), -EIO);
		check(fixture_stats(stream).blocks <= 3);
		fixture_close(fixture, stream);
	}
}

static void refuse_whole_blocks(struct fake_behaviour *how)
{
	how->refuse_above = BLOCK * 4 / 4;
}

static void at_once(struct fake_behaviour *how)
{
	how->rate = 0;
}

/* @hold: take one block more before draining, as a caller does who then finds that there is no more to play. */
static int write_numbered(struct iiodma_stream *stream, unsigned int count, bool hold)
{
	struct iiodma_block *block;
	uint32_t counter = 0;
	int ret = 0;

	for (unsigned int i = 0; ret == 0 && i < count; i++) {
		ret = iiodma_stream_acquire(stream, 2 * SECOND, &block);
		if (ret < 0)
			return ret;
		fill_block(block, BLOCK * 4, &counter);
		ret = iiodma_stream_release(stream, block, BLOCK * 4);
	}
	if (ret == 0 && hold)
		ret = iiodma_stream_acquire(stream, 2 * SECOND, &block);
	return ret == 0 ? iiodma_stream_drain(stream, 2 * SECOND) : ret;
}

/*
 * The kernel calls a block done that the DMA controller refused. However short the stream, that is no success; only a single
 * block without a free one beside it cannot be told apart.
 */
static void refused_output_is_reported(struct fixture *fixture)
{
	for (unsigned int depth = 2; depth <= 4; depth++) {
		for (unsigned int count = 1; count <= 2 * depth; count++) {
			struct iiodma_stream *stream;

			behave(fixture, IIODMA_OUTPUT, refuse_whole_blocks);
			stream = fixture_start(fixture, IIODMA_OUTPUT, BLOCK, depth);
			check_equal(write_numbered(stream, count, depth > 2), -ENOMEM);
			check(strstr(iiodma_error_text(), "DMA controller"));
			check_equal(fake_played_bytes(fake_buffer(fixture->output_name, 0)), 0);
			fixture_close(fixture, stream);
		}
	}
}

/* A converter faster than any system call looks the same at first, and gets every sample once and in order. */
static void output_done_at_once_is_in_order(struct fixture *fixture)
{
	for (unsigned int count = 1; count <= 9; count++) {
		struct fake_buffer *buffer = fake_buffer(fixture->output_name, 0);
		const size_t before = (size_t)fake_played_bytes(buffer);
		struct iiodma_stream *stream;
		const uint8_t *played;
		size_t bytes;

		behave(fixture, IIODMA_OUTPUT, at_once);
		stream = fixture_start(fixture, IIODMA_OUTPUT, BLOCK, 4);
		check_equal(write_numbered(stream, count, count % 2), 0);
		played = fake_played(buffer, &bytes);
		check_equal(bytes - before, (size_t)count * BLOCK * 4);
		for (uint32_t i = 0; i < count * BLOCK; i++)
			check(memcmp(played + before + i * sizeof(i), &i, sizeof(i)) == 0);
		fixture_close(fixture, stream);
	}
}

const struct conformance_case fault_cases[] = {
	{"unplugged_input_ends", unplugged_input_ends, NEED_UNPLUG},
	{"unplugged_output_ends", unplugged_output_ends, NEED_UNPLUG},
	{"unplugging_wakes_an_endless_wait", unplugging_wakes_an_endless_wait, NEED_UNPLUG},
	{"nothing_waits_for_blocks_in_limbo", nothing_waits_for_blocks_in_limbo, NEED_UNPLUG},
	{"failed_enable_harms_nothing", failed_enable_harms_nothing, NEED_FAULTS},
	{"every_failing_call_is_reported", every_failing_call_is_reported, NEED_FAULTS},
	{"aborted_transfers_are_reported", aborted_transfers_are_reported, NEED_FAULTS | NEED_BLOCK_FD},
	{"refused_output_is_reported", refused_output_is_reported, NEED_FAULTS | NEED_BLOCK_FD},
	{"output_done_at_once_is_in_order", output_done_at_once_is_in_order, NEED_FAULTS | NEED_PLAYED | NEED_BLOCK_FD},
	{NULL, NULL, 0},
};
