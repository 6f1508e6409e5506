/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The ring of an input: order, ownership, restart, counts. */
#include "conformance.h"

#include <sys/stat.h>

#define BLOCK 1024

static void blocks_come_in_order(struct fixture *fixture)
{
	struct iiodma_stream *stream = fixture_start(fixture, IIODMA_INPUT, BLOCK, 4);

	for (unsigned int i = 0; i < 20; i++) {
		struct iiodma_block *block = take(stream);

		check_equal(iiodma_block_sequence(block), i);
		check_equal(iiodma_block_bytes(block), BLOCK * 4);
		check_equal(iiodma_stream_release(stream, block, 0), 0);
	}
}

/* Where the counter stands when a start delivers its first sample: only what is said to be dropped may be missing. */
static uint32_t first_sample(struct iiodma_stream *stream)
{
	struct iiodma_block *block = take(stream);
	uint32_t first;
	void *data;

	check_equal(iiodma_block_access(block, &data), 0);
	first = *(const uint32_t *)data;
	check(first >= fixture_stats(stream).discarded_samples);
	check_equal(iiodma_stream_release(stream, block, 0), 0);
	return first + (uint32_t)(iiodma_block_bytes(block) / 4);
}

static void every_sample_arrives(struct fixture *fixture)
{
	struct iiodma_stream *stream;
	uint32_t counter;

	fixture_lossless(fixture);
	stream = fixture_start(fixture, IIODMA_INPUT, BLOCK, 4);
	counter = first_sample(stream);
	read_blocks(stream, 200, &counter);
}

/* The kernel's fileio hands out its two blocks the wrong way round after an odd number of blocks. */
static void order_holds_after_restart(struct fixture *fixture)
{
	struct iiodma_stream *stream;

	fixture_lossless(fixture);
	stream = fixture_start(fixture, IIODMA_INPUT, BLOCK, 4);
	for (unsigned int i = 0; i < 60; i++) {
		uint32_t counter = first_sample(stream);

		read_blocks(stream, i % 7, &counter);
		check_equal(iiodma_stream_stop(stream), 0);
		check_equal(iiodma_stream_start(stream), 0);
	}
}

/* The same fault across processes, or here across streams. */
static void order_holds_after_reopen(struct fixture *fixture)
{
	fixture_lossless(fixture);
	for (unsigned int i = 0; i < 20; i++) {
		struct iiodma_stream *stream = fixture_start(fixture, IIODMA_INPUT, BLOCK, 4);
		uint32_t counter = first_sample(stream);

		read_blocks(stream, i % 4, &counter);
		fixture_close(fixture, stream);
	}
}

static void ring_can_be_held_whole(struct fixture *fixture)
{
	struct iiodma_stream *stream = fixture_start(fixture, IIODMA_INPUT, BLOCK, 4);
	unsigned int depth = fixture_info(stream).depth;
	struct iiodma_block *blocks[4], *none;

	for (unsigned int turn = 0; turn < 3; turn++) {
		for (unsigned int i = 0; i < depth; i++)
			blocks[i] = take(stream);
		check_equal(iiodma_stream_acquire(stream, -1, &none), -EPERM);
		for (unsigned int i = 0; i < depth; i++)
			check_equal(iiodma_stream_release(stream, blocks[i], 0), 0);
	}
}

/* C38: who holds a block is known without asking the kernel. */
static void blocks_are_given_back_once_and_in_order(struct fixture *fixture)
{
	struct iiodma_stream *stream = fixture_start(fixture, IIODMA_INPUT, BLOCK, 4);
	struct iiodma_block *first = take(stream), *second = take(stream);
	void *data;

	check_equal(iiodma_stream_release(stream, second, 0), -EPERM);
	check_equal(iiodma_stream_release(stream, first, 0), 0);
	check_equal(iiodma_stream_release(stream, first, 0), -EPERM);
	check_equal(iiodma_block_access(first, &data), -EPERM);
	check_equal(iiodma_stream_release(stream, second, 0), 0);
	take(stream);
}

static void stop_takes_held_blocks_back(struct fixture *fixture)
{
	struct iiodma_stream *stream = fixture_start(fixture, IIODMA_INPUT, BLOCK, 4);
	struct iiodma_block *block = take(stream);
	void *data;

	check_equal(iiodma_block_access(block, &data), 0);
	check_equal(iiodma_stream_stop(stream), 0);
	check_equal(iiodma_stream_release(stream, block, 0), -EPERM);
	check_equal(iiodma_block_access(block, &data), -EPERM);
	check_equal(iiodma_stream_start(stream), 0);
	check_equal(iiodma_stream_release(stream, block, 0), -EPERM);
	check_equal(iiodma_block_sequence(take(stream)), 0);
}

static void depth_one_works(struct fixture *fixture)
{
	struct iiodma_stream *stream = fixture_start(fixture, IIODMA_INPUT, BLOCK, 1);

	for (unsigned int i = 0; i < 10; i++)
		check_equal(iiodma_stream_release(stream, take(stream), 0), 0);
}

static void counts_are_right(struct fixture *fixture)
{
	struct iiodma_stream *stream = fixture_start(fixture, IIODMA_INPUT, BLOCK, 4);
	struct iiodma_stream_stats stats;
	struct iiodma_block *block;
	void *data;

	for (unsigned int i = 0; i < 10; i++) {
		block = take(stream);
		check_equal(iiodma_block_access(block, &data), 0);
		check_equal(iiodma_block_access(block, &data), 0);
		check_equal(iiodma_stream_release(stream, block, 0), 0);
	}
	stats = fixture_stats(stream);
	check_equal(stats.blocks, 10);
	check_equal(stats.bytes, 10 * BLOCK * 4);
	check_equal(stats.samples, 10 * BLOCK);
	check_equal(stats.padding_bytes, 0);
	check_equal(stats.enqueues, fixture->api == IIODMA_API_DMABUF ? 14 : 0);
	/* C102: one START and one END per block looked at, however often */
	check_equal(stats.syncs, fixture->api == IIODMA_API_DMABUF ? 20 : 0);
	check_equal(stats.sync_ns, -1);
	check_equal(stats.enqueue_ns, -1);
	check(stats.wait_ns >= stats.longest_wait_ns);
	check_equal(iiodma_histogram_count(iiodma_stream_intervals(stream)), 9);
	check_equal(iiodma_stream_stop(stream), 0);
	check_equal(fixture_stats(stream).blocks, 10);
	check_equal(iiodma_stream_start(stream), 0);
	check_equal(fixture_stats(stream).blocks, 0);
	check_equal(iiodma_histogram_count(iiodma_stream_intervals(stream)), 0);
}

static void sync_can_be_left_out(struct fixture *fixture)
{
	struct iiodma_stream *stream = fixture_open(fixture, IIODMA_INPUT);
	struct iiodma_stream_config config = fixture_config(fixture, IIODMA_INPUT, BLOCK, 4);
	struct iiodma_block *block;
	void *data;

	config.sync = IIODMA_SYNC_NONE;
	config.timed = true;
	check_equal(iiodma_stream_configure(stream, &config), 0);
	check_equal(iiodma_stream_start(stream), 0);
	block = take(stream);
	check_equal(iiodma_block_access(block, &data), 0);
	check_equal(iiodma_stream_release(stream, block, 0), 0);
	check_equal(fixture_info(stream).sync, IIODMA_SYNC_NONE);
	check_equal(fixture_stats(stream).syncs, 0);
	check(fixture_stats(stream).sync_ns >= 0);
	check(fixture_stats(stream).enqueue_ns >= 0);
}

static void untouched_blocks_are_not_synced(struct fixture *fixture)
{
	struct iiodma_stream *stream = fixture_start(fixture, IIODMA_INPUT, BLOCK, 4);

	for (unsigned int i = 0; i < 5; i++)
		check_equal(iiodma_stream_release(stream, take(stream), 0), 0);
	check_equal(fixture_stats(stream).syncs, 0);
}

struct preparation {
	uint64_t calls;
	uint64_t next[4]; /* number announced last for each memory seen */
	void *seen[4];
	size_t bytes;
};

/* Leaves the number in the first word and in the last, and remembers it for this memory. */
static void leave_number(void *context, uint64_t sequence, void *data, size_t bytes)
{
	struct preparation *preparation = context;
	uint32_t *words = data;
	size_t slot = 0;

	words[0] = words[bytes / 4 - 1] = 0xdead0000u + (uint32_t)sequence;
	while (slot < 3 && preparation->seen[slot] && preparation->seen[slot] != data)
		slot++;
	preparation->seen[slot] = data;
	preparation->next[slot] = sequence;
	preparation->calls++;
	preparation->bytes = bytes;
}

static uint64_t number_announced(const struct preparation *preparation, const void *data)
{
	for (size_t slot = 0; slot < 4; slot++)
		if (preparation->seen[slot] == data)
			return preparation->next[slot];
	return UINT64_MAX;
}

/* C114: every block passes the caller before it is queued, with the number it will have; what is left there is overwritten. */
static void blocks_are_prepared_before_they_are_queued(struct fixture *fixture)
{
	struct iiodma_stream *stream = fixture_open(fixture, IIODMA_INPUT);
	struct iiodma_stream_config config = fixture_config(fixture, IIODMA_INPUT, BLOCK, 4);
	struct preparation preparation = {0};
	unsigned int depth;

	fixture_lossless(fixture);
	config.prepare = leave_number;
	config.prepare_context = &preparation;
	check_equal(iiodma_stream_configure(stream, &config), 0);
	check_equal(preparation.calls, 0);
	check_equal(iiodma_stream_start(stream), 0);
	depth = fixture_info(stream).depth;
	check(preparation.calls >= depth); /* twice when the start had to be done over */
	check_equal(preparation.bytes, BLOCK * 4);
	for (unsigned int i = 0; i < 10; i++) {
		struct iiodma_block *block = take(stream);
		const uint64_t calls = preparation.calls;
		void *data;

		check_equal(iiodma_block_access(block, &data), 0);
		check_equal(number_announced(&preparation, data), i);
		if (fixture->abilities & NEED_DEVICE) {
			check(((const uint32_t *)data)[0] != 0xdead0000u + i);
			check(((const uint32_t *)data)[BLOCK - 1] != 0xdead0000u + i);
		} else {
			check_equal(((const uint32_t *)data)[BLOCK - 1], 0xdead0000u + i);
		}
		check_equal(iiodma_stream_release(stream, block, 0), 0);
		check_equal(preparation.calls, calls + 1);
	}
	/* C102: START|WRITE and END|WRITE around each, beside the READ pair of the ten that were looked at. */
	if (fixture->api == IIODMA_API_DMABUF)
		check_equal(fixture_stats(stream).syncs, 2 * preparation.calls + 20);
}

static void block_descriptors_are_handed_out(struct fixture *fixture)
{
	struct iiodma_stream *stream = fixture_start(fixture, IIODMA_INPUT, BLOCK, 4);
	struct iiodma_block *first = take(stream), *second = take(stream);
	struct stat status;

	check(iiodma_block_fd(first) >= 0);
	check(iiodma_block_fd(first) != iiodma_block_fd(second));
	check_equal(fstat(iiodma_block_fd(first), &status), 0);
}

static void no_descriptor_is_said(struct fixture *fixture)
{
	struct iiodma_stream *stream = fixture_start(fixture, IIODMA_INPUT, BLOCK, 4);

	if (!(fixture->abilities & NEED_BLOCK_FD))
		check_equal(iiodma_block_fd(take(stream)), -ENOTSUP);
}

/* C59: block lengths are rounded up to the device's alignment and said to be; strict refuses. */
static void alignment_is_kept(struct fixture *fixture)
{
	struct iiodma_stream *stream = fixture_open(fixture, IIODMA_INPUT);
	struct iiodma_stream_config config = fixture_config(fixture, IIODMA_INPUT, 1001, 4);

	config.channel_count = 1;
	check_equal(iiodma_stream_configure(stream, &config), 0);
	check(fixture_info(stream).block_rounded);
	check_equal(fixture_info(stream).block_bytes % fixture_info(stream).alignment_bytes, 0);
	check(fixture_info(stream).block_samples >= 1001);
	config.strict = true;
	check_equal(iiodma_stream_configure(stream, &config), -EINVAL);
	config.block_samples = 1000;
	check_equal(iiodma_stream_configure(stream, &config), 0);
	check(!fixture_info(stream).block_rounded);
}

const struct conformance_case ring_cases[] = {
	{"blocks_come_in_order", blocks_come_in_order, 0},
	{"every_sample_arrives", every_sample_arrives, NEED_COUNTER},
	{"order_holds_after_restart", order_holds_after_restart, NEED_COUNTER},
	{"order_holds_after_reopen", order_holds_after_reopen, NEED_COUNTER},
	{"ring_can_be_held_whole", ring_can_be_held_whole, 0},
	{"blocks_are_given_back_once_and_in_order", blocks_are_given_back_once_and_in_order, 0},
	{"stop_takes_held_blocks_back", stop_takes_held_blocks_back, 0},
	{"depth_one_works", depth_one_works, 0},
	{"counts_are_right", counts_are_right, 0},
	{"sync_can_be_left_out", sync_can_be_left_out, 0},
	{"untouched_blocks_are_not_synced", untouched_blocks_are_not_synced, 0},
	{"blocks_are_prepared_before_they_are_queued", blocks_are_prepared_before_they_are_queued, NEED_PREPARE},
	{"block_descriptors_are_handed_out", block_descriptors_are_handed_out, NEED_BLOCK_FD},
	{"no_descriptor_is_said", no_descriptor_is_said, 0},
	{"alignment_is_kept", alignment_is_kept, NEED_DEVICE},
	{NULL, NULL, 0},
};
