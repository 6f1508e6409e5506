/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Output: sizes, partial blocks, draining, cyclic. */
#include "conformance.h"

#include "fake_kernel.h"

#include <string.h>

#define BLOCK 1024

static void send(struct iiodma_stream *stream, size_t bytes, uint32_t *counter)
{
	struct iiodma_block *block = take(stream);

	fill_block(block, bytes, counter);
	check_equal(iiodma_stream_release(stream, block, bytes), 0);
}

static size_t played_so_far(struct fixture *fixture)
{
	size_t bytes;

	fixture_played(fixture, &bytes);
	return bytes;
}

/* Since @start: payload first, in order; whatever follows a partial block is zero and was counted as padding. */
static void check_played(struct fixture *fixture, struct iiodma_stream *stream, size_t start, uint32_t samples)
{
	size_t bytes;
	const uint8_t *played = fixture_played(fixture, &bytes);
	uint32_t value;

	bytes -= start;
	played += start;
	check_equal(bytes, samples * 4 + fixture_stats(stream).padding_bytes);
	for (uint32_t i = 0; i < bytes / 4; i++) {
		memcpy(&value, played + i * 4, 4);
		check_equal(value, i < samples ? i : 0);
	}
}

/* C55 C96: wrong sizes are refused, the block stays the caller's, nothing is submitted. */
static void wrong_sizes_are_refused(struct fixture *fixture)
{
	struct iiodma_stream *stream = fixture_start(fixture, IIODMA_OUTPUT, BLOCK, 4);
	struct iiodma_block *block = take(stream);

	check_equal(iiodma_block_bytes(block), BLOCK * 4);
	check_equal(iiodma_stream_release(stream, block, 0), -EINVAL);
	check_equal(iiodma_stream_release(stream, block, BLOCK * 4 + 1), -EINVAL);
	check_equal(iiodma_stream_release(stream, block, BLOCK * 4 + 4), -EINVAL);
	check_equal(iiodma_stream_release(stream, block, 6), -EINVAL);
	check_equal(fixture_stats(stream).blocks, 0);
	check_equal(iiodma_stream_release(stream, block, 8), 0);
	check_equal(fixture_stats(stream).bytes, 8);
}

/* C55: a partial block works from the first one on, and full ones after it. */
static void partial_block_comes_first(struct fixture *fixture)
{
	struct iiodma_stream *stream = fixture_start(fixture, IIODMA_OUTPUT, BLOCK, 4);
	struct iiodma_block *block = take(stream);
	uint32_t counter = 0;

	fill_block(block, 8, &counter);
	check_equal(iiodma_stream_release(stream, block, 8), 0);
	send(stream, BLOCK * 4, &counter);
	check_equal(iiodma_stream_drain(stream, INT64_C(5000000000)), 0);
	check_equal(fixture_stats(stream).samples, BLOCK + 2);
	check_equal(fixture_stats(stream).blocks, 2);
}

/* C51 C118: every sample is played before drain returns, whatever the count. */
static void tail_is_played(struct fixture *fixture)
{
	static const uint32_t counts[] = {1, 2, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK, 20 * BLOCK + 300};

	for (size_t i = 0; i < sizeof(counts) / sizeof(*counts); i++) {
		struct iiodma_stream *stream = fixture_start(fixture, IIODMA_OUTPUT, BLOCK, 4);
		size_t start = played_so_far(fixture);
		uint32_t counter = 0;

		while (counter < counts[i]) {
			uint32_t left = counts[i] - counter;

			send(stream, (left < BLOCK ? left : BLOCK) * 4, &counter);
		}
		check_equal(iiodma_stream_drain(stream, INT64_C(5000000000)), 0);
		check_equal(fixture_stats(stream).samples, counts[i]);
		check_played(fixture, stream, start, counts[i]);
		fixture_close(fixture, stream);
	}
}

/* Draining for less long than the playing takes harms nothing: what follows is played behind it. */
static void output_goes_on_after_a_short_drain(struct fixture *fixture)
{
	fixture_rate(fixture, 1e4);
	for (unsigned int before = 1; before <= 4; before++) {
		struct iiodma_stream *stream = fixture_open(fixture, IIODMA_OUTPUT);
		struct iiodma_stream_config config = fixture_config(fixture, IIODMA_OUTPUT, BLOCK, 4);
		size_t start = played_so_far(fixture);
		uint32_t counter = 0;

		config.sync = IIODMA_SYNC_NONE; /* cache maintenance would wait for the block by itself */
		check_equal(iiodma_stream_configure(stream, &config), 0);
		check_equal(iiodma_stream_start(stream), 0);
		for (unsigned int i = 0; i < before; i++)
			send(stream, BLOCK * 4, &counter);
		check_equal(iiodma_stream_drain(stream, 0), -ETIMEDOUT);
		for (unsigned int i = 0; i < 9; i++)
			send(stream, BLOCK * 4, &counter);
		check_equal(iiodma_stream_drain(stream, INT64_C(5000000000)), 0);
		check_played(fixture, stream, start, counter);
		fixture_close(fixture, stream);
	}
}

static void empty_drain_is_done(struct fixture *fixture)
{
	struct iiodma_stream *output = fixture_start(fixture, IIODMA_OUTPUT, BLOCK, 4);
	struct iiodma_stream *input;

	check_equal(iiodma_stream_drain(output, 0), 0);
	fixture_close(fixture, output);
	input = fixture_start(fixture, IIODMA_INPUT, BLOCK, 4);
	check_equal(iiodma_stream_drain(input, 0), 0);
}

/* What was submitted and not played before stop is gone: the next start begins with its own data. */
static void stop_forgets_unplayed_blocks(struct fixture *fixture)
{
	struct iiodma_stream *stream = fixture_start(fixture, IIODMA_OUTPUT, BLOCK, 4);
	uint32_t old = 0x10000000, counter = 0;

	send(stream, BLOCK * 4, &old);
	check_equal(iiodma_stream_stop(stream), 0);
	check_equal(played_so_far(fixture), 0);
	check_equal(iiodma_stream_start(stream), 0);
	send(stream, BLOCK * 4, &counter);
	check_equal(iiodma_stream_drain(stream, INT64_C(5000000000)), 0);
	check_played(fixture, stream, 0, BLOCK);
}

/* The same when the stream is closed instead, and another one opened. */
static void close_forgets_unplayed_blocks(struct fixture *fixture)
{
	struct iiodma_stream *stream = fixture_start(fixture, IIODMA_OUTPUT, BLOCK, 4);
	uint32_t old = 0x10000000, counter = 0;

	send(stream, BLOCK * 4, &old);
	fixture_close(fixture, stream);
	stream = fixture_start(fixture, IIODMA_OUTPUT, BLOCK, 4);
	send(stream, BLOCK * 4, &counter);
	check_equal(iiodma_stream_drain(stream, INT64_C(5000000000)), 0);
	check_played(fixture, stream, 0, BLOCK);
}

static void output_restarts(struct fixture *fixture)
{
	struct iiodma_stream *stream = fixture_start(fixture, IIODMA_OUTPUT, BLOCK, 4);
	uint32_t counter = 0;

	for (unsigned int i = 0; i < 30; i++) {
		for (unsigned int k = 0; k < i % 8; k++)
			send(stream, BLOCK * 4, &counter);
		if (i & 1)
			check_equal(iiodma_stream_drain(stream, INT64_C(5000000000)), 0);
		check_equal(iiodma_stream_stop(stream), 0);
		check_equal(iiodma_stream_start(stream), 0);
	}
}

static struct iiodma_stream *start_cyclic(struct fixture *fixture)
{
	struct iiodma_stream *stream = fixture_open(fixture, IIODMA_OUTPUT);
	struct iiodma_stream_config config = fixture_config(fixture, IIODMA_OUTPUT, BLOCK, 2);

	config.cyclic = true;
	check_equal(iiodma_stream_configure(stream, &config), 0);
	check(fixture_info(stream).can_cyclic);
	check_equal(iiodma_stream_start(stream), 0);
	return stream;
}

/* C88 C89: one push, then it plays until stop; nothing waits for what never ends. */
static void cyclic_takes_one_block(struct fixture *fixture)
{
	struct iiodma_stream *stream = start_cyclic(fixture);
	struct iiodma_block *first = take(stream), *second = take(stream), *none;
	uint32_t counter = 0;

	fill_block(first, BLOCK * 4, &counter);
	check_equal(iiodma_stream_release(stream, first, BLOCK * 4), 0);
	check_equal(iiodma_stream_release(stream, second, BLOCK * 4), -EBUSY);
	check_equal(iiodma_stream_acquire(stream, -1, &none), -EBUSY);
	check_equal(iiodma_stream_drain(stream, -1), -EBUSY);
	check_equal(iiodma_stream_stop(stream), 0);
	check_equal(iiodma_stream_start(stream), 0);
	send(stream, 400, &counter);
}

static void cyclic_is_refused(struct fixture *fixture)
{
	struct iiodma_stream *stream = fixture_open(fixture, IIODMA_OUTPUT);
	struct iiodma_stream_config config = fixture_config(fixture, IIODMA_OUTPUT, BLOCK, 2);

	config.cyclic = true;
	check_equal(iiodma_stream_configure(stream, &config), -ENOTSUP);
	check(strstr(iiodma_error_text(), "cyclic"));
}

const struct conformance_case output_cases[] = {
	{"wrong_sizes_are_refused", wrong_sizes_are_refused, 0},
	{"partial_block_comes_first", partial_block_comes_first, 0},
	{"tail_is_played", tail_is_played, NEED_PLAYED},
	{"output_goes_on_after_a_short_drain", output_goes_on_after_a_short_drain, NEED_PLAYED | NEED_WAIT},
	{"empty_drain_is_done", empty_drain_is_done, 0},
	{"stop_forgets_unplayed_blocks", stop_forgets_unplayed_blocks, NEED_PLAYED | NEED_CYCLIC},
	{"close_forgets_unplayed_blocks", close_forgets_unplayed_blocks, NEED_PLAYED | NEED_CYCLIC},
	{"output_restarts", output_restarts, 0},
	{"cyclic_takes_one_block", cyclic_takes_one_block, NEED_CYCLIC},
	{"cyclic_is_refused", cyclic_is_refused, NEED_NO_CYCLIC},
	{NULL, NULL, 0},
};
