// SPDX-License-Identifier: GPL-2.0-or-later
/* Samples that come in, through both interfaces of the kernel. */
#include <errno.h>
#include <stdlib.h>

#include "raw_iio.h"
#include "selftest.h"
#include "selftest_batch.h"
#include "sequence.h"

#define FILEIO_SAMPLES 16384u

static void check_fileio_read(unsigned int rate, const char *what)
{
	const size_t bytes = (size_t)FILEIO_SAMPLES * PAIR_BYTES;
	struct sequence seq = {.begun = false};
	struct sim_counters counters;
	struct stream s;
	uint32_t *buf = malloc(bytes);
	unsigned int i;

	sim_set_rate(rate);
	sim_reset();
	if (!buf || !check_done(stream_open(&s, RX_DEVICE, ONE_PAIR), what))
		goto out;
	stream_length(&s, 2 * FILEIO_SAMPLES);
	if (check_done(stream_enable(&s, true), "fileio read starts")) {
		for (i = 0; i < 64; i++) {
			if (stream_read(&s, buf, bytes, TIMEOUT_MS) != (long)bytes)
				break;
			sequence_check(&seq, buf, FILEIO_SAMPLES);
		}
		sim_read_counters(SIM_RX, &counters);
		/* The block that was on its way at the end may have come after a loss. */
		check(seq.samples == 64 * FILEIO_SAMPLES && seq.missing <= counters.samples_lost &&
			      (rate || counters.samples_lost == 0),
		      "fileio read: %llu samples, %llu missing, %llu lost",
		      (unsigned long long)seq.samples, (unsigned long long)seq.missing,
		      (unsigned long long)counters.samples_lost);
	}
	stream_close(&s);
out:
	free(buf);
}

/*
 * The kernel hands out the second block first when the buffer is enabled again after an
 * odd number of blocks. Whoever relies on the simulator must know whether his kernel
 * still does.
 */
static void check_fileio_order(void)
{
	const unsigned int samples = 1024;
	const size_t bytes = samples * PAIR_BYTES;
	uint32_t first[1024], second[1024];
	struct stream s;

	sim_set_rate(UNCAPPED);
	if (!check_done(stream_open(&s, RX_DEVICE, ONE_PAIR), "fileio block order"))
		return;
	stream_length(&s, 2 * samples);

	/* An odd number, and wait for the next so that both are full when it stops. */
	stream_enable(&s, true);
	check(stream_read(&s, first, bytes, TIMEOUT_MS) == (long)bytes && first[0] == 0,
	      "fileio: the first start begins with sample %u", first[0]);
	stream_enable(&s, false);

	stream_enable(&s, true);
	sleep_ms(20);
	if (check(stream_read(&s, first, bytes, TIMEOUT_MS) == (long)bytes &&
			  stream_read(&s, second, bytes, TIMEOUT_MS) == (long)bytes,
		  "fileio: two blocks after a second start")) {
		bool swapped = first[0] == samples && second[0] == 0;

		check(swapped || (first[0] == 0 && second[0] == samples),
		      "fileio: they hold samples 0 to %u", 2 * samples - 1);
		note("this kernel %s the first two blocks after an odd count",
		     swapped ? "swaps" : "does not swap");
	}
	stream_close(&s);
}

#define RING_DEPTH 8u
#define RING_BLOCKS 256u
#define RING_SAMPLES 65536u

/* To the last block completed: only then are all losses in the data that was looked at. */
static int ring_receive(struct stream *s, struct sequence *seq)
{
	unsigned int i;
	int error = 0;

	for (i = 0; i < RING_DEPTH; i++)
		stream_enqueue(s, i, s->blocks[i].bytes, false);
	stream_enable(s, true);
	for (i = 0; i < RING_BLOCKS && !error; i++) {
		unsigned int slot = i % RING_DEPTH;

		error = stream_wait(s, slot, TIMEOUT_MS);
		stream_begin_cpu(s, slot);
		sequence_check(seq, s->blocks[slot].data, RING_SAMPLES);
		stream_end_cpu(s, slot);
		if (!error && i < RING_BLOCKS - RING_DEPTH)
			error = stream_enqueue(s, slot, s->blocks[slot].bytes, false);
	}
	stream_enable(s, false);

	return error;
}

static void check_dmabuf_read(unsigned int rate, const char *heap, const char *what)
{
	const size_t bytes = RING_SAMPLES * PAIR_BYTES;
	struct sequence seq = {.begun = false};
	struct sim_counters counters;
	struct stream s;
	int error;

	sim_set_rate(rate);
	sim_reset();
	if (!check_done(stream_open(&s, RX_DEVICE, ONE_PAIR), what))
		return;
	if (check_done(stream_alloc(&s, heap, RING_DEPTH, bytes), "blocks are attached")) {
		error = ring_receive(&s, &seq);
		sim_read_counters(SIM_RX, &counters);
		check(!error && seq.samples == counters.samples_produced &&
			      seq.missing == counters.samples_lost,
		      "%s: %llu samples, %llu missing, %llu lost", what,
		      (unsigned long long)seq.samples, (unsigned long long)seq.missing,
		      (unsigned long long)counters.samples_lost);
		check(counters.blocks_completed == RING_BLOCKS && counters.enqueued == RING_BLOCKS &&
			      counters.blocks_outstanding == 0,
		      "%s: %llu blocks of up to %llu entries", what,
		      (unsigned long long)counters.blocks_completed,
		      (unsigned long long)counters.sg_entries_max);
		if (!heap)
			check(counters.sg_entries_max == bytes / 4096, "%s: each an entry", what);
	}
	stream_close(&s);
}

/* Each channel's half of the counter, for any set of channels and any block end. */
static void check_channel_set(unsigned int channels)
{
	unsigned int list[4], count = 0, i;
	const uint16_t *word;
	struct stream s;
	bool ok;

	for (i = 0; i < 4; i++)
		if (channels >> i & 1)
			list[count++] = i;

	sim_set_number("rx/counter_start", 0xfffe);
	ok = batch_open(&s, RX_DEVICE, channels, BATCH_SAMPLES * 4) == 0 && batch_receive(&s) == 0;
	for (i = 0; ok && i < BATCH_DEPTH * BATCH_SAMPLES * 2; i++) {
		uint32_t n = 0xfffe + i / count;

		word = s.blocks[i / (BATCH_SAMPLES * 2)].data;
		ok = word[i % (BATCH_SAMPLES * 2)] == (uint16_t)(list[i % count] % 2 ? n >> 16 : n);
	}
	check(ok, "counter on channels 0x%x", channels);
	stream_close(&s);
}

static void check_counter_wraps(void)
{
	struct sequence seq;
	struct stream s;

	sim_set_number("rx/counter_start", 0xffffff01);
	if (check_done(batch_open(&s, RX_DEVICE, ONE_PAIR, BATCH_SAMPLES * 4), "counter wraps") &&
	    check_done(batch_receive(&s), "counter is received")) {
		seq = batch_sequence(&s, 0, BATCH_DEPTH);
		check(seq.gaps == 0 && batch_word(&s, 0, 0) == 0xffffff01,
		      "counter goes on from 0xffffffff to 0");
	}
	stream_close(&s);
	sim_set_number("rx/counter_start", 0);
}

static void check_12_bit(const char *pattern)
{
	int low = 0, high = 0;
	struct stream s;
	unsigned int i;

	sim_set("rx/rx_pattern", pattern);
	if (check_done(batch_open(&s, RX_DEVICE, BOTH_PAIRS, BATCH_SAMPLES * 8), pattern) &&
	    check_done(batch_receive(&s), "pattern is received")) {
		const int16_t *word = s.blocks[0].data;

		for (i = 0; i < BATCH_SAMPLES * 4; i++) {
			low = word[i] < low ? word[i] : low;
			high = word[i] > high ? word[i] : high;
		}
		check(low == -2048 && high == 2047, "%s goes from %d to %d", pattern, low, high);
	}
	stream_close(&s);
	sim_set("rx/rx_pattern", "counter");
}

void check_receiving(void)
{
	unsigned int channels;

	check_fileio_read(UNCAPPED, "fileio read uncapped");
	check_fileio_read(1000000, "fileio read at 1 MSPS");
	check_fileio_order();
	check_dmabuf_read(UNCAPPED, memory_cached_heap(), "dmabuf read uncapped");
	check_dmabuf_read(FULL_RATE, memory_cached_heap(), "dmabuf read at 61.44 MSPS");
	check_dmabuf_read(UNCAPPED, NULL, "dmabuf read into single pages");
	sim_set_rate(UNCAPPED);
	for (channels = 1; channels <= BOTH_PAIRS; channels++)
		check_channel_set(channels);
	check_counter_wraps();
	check_12_bit("ramp");
	check_12_bit("tone");
}
