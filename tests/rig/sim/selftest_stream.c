// SPDX-License-Identifier: GPL-2.0-or-later
/* Samples through both interfaces of the kernel, in both directions. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "selftest.h"
#include "selftest_batch.h"
#include "selftest_iio.h"

#define READ_TIMEOUT_MS 5000
#define FILEIO_SAMPLES 16384u

#define REG_STATUS 0x80000088u
#define STATUS_OVERFLOW 0x4u
#define STATUS_UNDERFLOW 0x1u

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
			if (stream_read(&s, buf, bytes, READ_TIMEOUT_MS) != (long)bytes)
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
	check(stream_read(&s, first, bytes, READ_TIMEOUT_MS) == (long)bytes && first[0] == 0,
	      "fileio: the first start begins with sample %u", first[0]);
	stream_enable(&s, false);

	stream_enable(&s, true);
	sleep_ms(20);
	if (check(stream_read(&s, first, bytes, READ_TIMEOUT_MS) == (long)bytes &&
			  stream_read(&s, second, bytes, READ_TIMEOUT_MS) == (long)bytes,
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

		error = stream_wait(s, slot, READ_TIMEOUT_MS);
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

static void check_fileio_write(void)
{
	const size_t bytes = (size_t)FILEIO_SAMPLES * PAIR_BYTES;
	struct sim_counters counters;
	uint32_t *buf = malloc(bytes);
	struct stream s;
	unsigned int i;
	bool ok = true;

	sim_set_rate(UNCAPPED);
	sim_reset();
	if (!buf || !check_done(stream_open(&s, TX_DEVICE, ONE_PAIR), "fileio write"))
		goto out;
	stream_length(&s, 2 * FILEIO_SAMPLES);
	stream_enable(&s, true);
	for (i = 0; i < 64 && ok; i++) {
		sequence_fill(buf, FILEIO_SAMPLES, 1000 + i * FILEIO_SAMPLES);
		ok = stream_write(&s, buf, bytes, READ_TIMEOUT_MS) == (long)bytes;
	}
	sleep_ms(20);
	sim_read_counters(SIM_TX, &counters);
	check(ok && counters.tx_samples == 64 * FILEIO_SAMPLES && counters.tx_errors == 0,
	      "fileio write: %llu samples played, %llu wrong",
	      (unsigned long long)counters.tx_samples, (unsigned long long)counters.tx_errors);
	stream_close(&s);
out:
	free(buf);
}

static void check_dmabuf_write(unsigned int rate, unsigned int channels)
{
	struct sim_counters counters;
	struct stream s;

	sim_set_rate(rate);
	sim_reset();
	if (check_done(batch_open(&s, TX_DEVICE, channels, BATCH_SAMPLES * 4), "dmabuf write") &&
	    check_done(batch_send(&s, 0xfffff000), "blocks are played")) {
		sim_read_counters(SIM_TX, &counters);
		check(counters.tx_samples == BATCH_DEPTH * BATCH_SAMPLES && counters.tx_errors == 0 &&
			      counters.tx_first_error_sample == -1 && counters.underflow_events == 0,
		      "dmabuf write: %llu samples played, %llu wrong",
		      (unsigned long long)counters.tx_samples,
		      (unsigned long long)counters.tx_errors);
	}
	stream_close(&s);
}

static void check_finds_wrong_samples(void)
{
	struct sim_counters counters;
	struct stream s;
	uint32_t *data;

	sim_set_rate(UNCAPPED);
	sim_reset();
	if (batch_open(&s, TX_DEVICE, ONE_PAIR, BATCH_SAMPLES * 4) == 0 && batch_send(&s, 7) == 0) {
		/* One sample wrong: the step to it and the step from it. */
		data = s.blocks[1].data;
		stream_begin_cpu(&s, 1);
		data[100] += 5;
		stream_end_cpu(&s, 1);
		sim_reset_counters(SIM_TX);
		batch_run(&s, READ_TIMEOUT_MS);
		sim_read_counters(SIM_TX, &counters);
		check(counters.tx_errors == 2 && counters.tx_first_error_sample == BATCH_SAMPLES + 100,
		      "a wrong sample is found: %llu errors, first at %lld",
		      (unsigned long long)counters.tx_errors,
		      (long long)counters.tx_first_error_sample);

		sim_set_number("tx/tx_check", 0);
		sim_reset_counters(SIM_TX);
		batch_run(&s, READ_TIMEOUT_MS);
		sim_read_counters(SIM_TX, &counters);
		check(counters.tx_errors == 0, "not with tx_check 0");
	}
	stream_close(&s);
}

#define CYCLIC_RATE 10000000u

static void check_cyclic(void)
{
	struct sim_counters counters;
	double rounds_due;
	int64_t begin;
	struct stream s;

	sim_set_rate(CYCLIC_RATE);
	sim_reset();
	if (!check_done(batch_open(&s, TX_DEVICE, ONE_PAIR, BATCH_SAMPLES * 4), "cyclic"))
		goto out;
	sequence_fill(s.blocks[0].data, BATCH_SAMPLES, 0);
	if (!check_done(stream_enqueue(&s, 0, BATCH_SAMPLES * 4, true), "cyclic block is queued"))
		goto out;
	stream_watch(&s, 0);
	begin = now_ns();
	stream_enable(&s, true);
	sleep_ms(100);
	check_error(stream_wait(&s, 0, 0), -ETIMEDOUT, "cyclic block does not end");
	stream_enable(&s, false);
	sim_read_counters(SIM_TX, &counters);
	rounds_due = (double)(now_ns() - begin) * CYCLIC_RATE / 1e9 / BATCH_SAMPLES;
	check((double)counters.cyclic_repeats > rounds_due / 4 &&
		      (double)counters.cyclic_repeats <= rounds_due && counters.tx_errors == 0,
	      "cyclic block is played %llu times, at most %.0f were due",
	      (unsigned long long)counters.cyclic_repeats, rounds_due);
	check(stream_fence(&s, 0) < 0, "it ends in an error when it is stopped");

	sim_set_rate(UNCAPPED);
	sim_reset_counters(SIM_TX);
	if (check_done(stream_enqueue(&s, 1, BATCH_SAMPLES * 4, true), "and again uncapped")) {
		stream_enable(&s, true);
		sleep_ms(50);
		stream_enable(&s, false);
		sim_read_counters(SIM_TX, &counters);
		check(counters.cyclic_repeats > 10, "%llu times in 50 ms",
		      (unsigned long long)counters.cyclic_repeats);
	}
out:
	stream_close(&s);
}

static void check_loopback(void)
{
	struct stream rx, tx;
	struct sequence seq;
	unsigned int i;

	sim_set_rate(UNCAPPED);
	sim_reset();
	check_done(sim_set("rx/rx_pattern", "loopback"), "loopback");
	if (batch_open(&rx, RX_DEVICE, ONE_PAIR, BATCH_SAMPLES * 4) ||
	    batch_open(&tx, TX_DEVICE, ONE_PAIR, BATCH_SAMPLES * 4))
		return;
	for (i = 0; i < BATCH_DEPTH; i++)
		stream_enqueue(&rx, i, BATCH_SAMPLES * 4, false);
	stream_enable(&rx, true);
	check_error(stream_wait(&rx, 0, 20), -ETIMEDOUT, "RX waits for what is sent");
	batch_send(&tx, 12345);
	if (check_done(stream_wait(&rx, BATCH_DEPTH - 1, READ_TIMEOUT_MS), "what is sent comes back")) {
		seq = batch_sequence(&rx, 0, BATCH_DEPTH);
		check(seq.gaps == 0 && batch_word(&rx, 0, 0) == 12345, "in order, from sample %u",
		      batch_word(&rx, 0, 0));
	}
	stream_close(&tx);
	stream_close(&rx);
	sim_set("rx/rx_pattern", "counter");
}

static void check_full_rate(const char *device, enum sim_side side)
{
	struct sim_counters counters;
	int64_t begin, took;
	struct stream s;

	/* 4 blocks of 65536 samples at 61.44 MSPS are 4.27 ms. */
	sim_set_rate(FULL_RATE);
	sim_reset_counters(side);
	if (check_done(batch_open(&s, device, ONE_PAIR, 65536 * 4), device)) {
		begin = now_ns();
		check_done(batch_run(&s, READ_TIMEOUT_MS), "blocks at 61.44 MSPS");
		took = now_ns() - begin;
		sim_read_counters(side, &counters);
		check(took > 4200000 && took < 5000000000 && counters.blocks_completed == 4,
		      "they take %.2f ms", (double)took / 1e6);
	}
	stream_close(&s);
}

/* A block of four seconds, hurried along after a tenth of a second. */
static void check_rate_change(void)
{
	struct sim_counters counters;
	struct sequence seq;
	struct stream s;
	unsigned int i;

	sim_set_rate(1000);
	sim_reset();
	if (check_done(batch_open(&s, RX_DEVICE, ONE_PAIR, BATCH_SAMPLES * 4), "rate change")) {
		for (i = 0; i < BATCH_DEPTH; i++)
			stream_enqueue(&s, i, BATCH_SAMPLES * 4, false);
		stream_enable(&s, true);
		check_error(stream_wait(&s, 0, 100), -ETIMEDOUT, "a block at 1000 samples/s");
		sim_set_rate(FULL_RATE);
		check_done(stream_wait(&s, BATCH_DEPTH - 1, READ_TIMEOUT_MS),
			   "a new rate holds at once");
		stream_enqueue(&s, 0, BATCH_SAMPLES * 4, false);
		stream_wait(&s, 0, READ_TIMEOUT_MS);
		stream_enable(&s, false);
		sim_read_counters(SIM_RX, &counters);
		seq = batch_sequence(&s, 1, BATCH_DEPTH);
		check(seq.gaps == 0 && counters.samples_lost < FULL_RATE / 10,
		      "the time before it is not charged at the new rate: %llu lost",
		      (unsigned long long)counters.samples_lost);
	}
	stream_close(&s);
}

/* Blocks late by much more than the FIFO holds. */
static void check_gap(const char *device, enum sim_side side, uint32_t status_bit)
{
	struct sim_counters counters = {.samples_lost = 0};
	uint32_t before = 0, after = 0, cleared = 0;
	struct stream s;

	sim_set_rate(10000000);
	sim_reset();
	if (batch_open(&s, device, ONE_PAIR, BATCH_SAMPLES * 4))
		return;
	stream_enqueue(&s, 0, BATCH_SAMPLES * 4, false);
	stream_enqueue(&s, 1, BATCH_SAMPLES * 4, false);
	stream_enable(&s, true);
	stream_wait(&s, 1, READ_TIMEOUT_MS);
	device_reg_read(s.device, REG_STATUS, &before);
	sleep_ms(20);
	stream_enqueue(&s, 2, BATCH_SAMPLES * 4, false);
	stream_wait(&s, 2, READ_TIMEOUT_MS);
	device_reg_read(s.device, REG_STATUS, &after);
	device_reg_write(s.device, REG_STATUS, status_bit);
	device_reg_read(s.device, REG_STATUS, &cleared);
	stream_enable(&s, false);

	sim_read_counters(side, &counters);
	check(before == 0 && after == status_bit && cleared == 0,
	      "%s status: 0x%x before, 0x%x after a gap, 0x%x when cleared", device, before, after,
	      cleared);
	if (side == SIM_RX) {
		struct sequence seq = batch_sequence(&s, 0, 3);

		check(seq.gaps == 1 && seq.missing == counters.samples_lost &&
			      counters.samples_lost > 150000 && counters.overflow_events == 1,
		      "%llu samples are lost in 20 ms at 10 MSPS, and missing in the data",
		      (unsigned long long)counters.samples_lost);
	} else {
		check(counters.underflow_samples > 150000 && counters.underflow_events == 1,
		      "%llu samples are not played in 20 ms at 10 MSPS",
		      (unsigned long long)counters.underflow_samples);
	}
	stream_close(&s);
}

static void check_eager_status(void)
{
	uint32_t status = 0;
	struct stream s;

	sim_set_rate(10000000);
	sim_reset();
	sim_set_number("rx/eager_status", 1);
	if (batch_open(&s, RX_DEVICE, ONE_PAIR, BATCH_SAMPLES * 4))
		return;
	stream_enqueue(&s, 0, BATCH_SAMPLES * 4, false);
	stream_enable(&s, true);
	stream_wait(&s, 0, READ_TIMEOUT_MS);
	sleep_ms(5);
	device_reg_read(s.device, REG_STATUS, &status);
	check(status == STATUS_OVERFLOW, "eager_status: 0x%x after the last block", status);
	stream_close(&s);
}

static void check_capture(void)
{
	char text[17] = "";
	struct stream s;

	sim_set_rate(UNCAPPED);
	sim_reset();
	sim_set_number("tx/tx_check", 0);
	sim_set_number("tx/capture_limit", 16);
	if (batch_open(&s, TX_DEVICE, ONE_PAIR, BATCH_SAMPLES * 4))
		return;
	memcpy(s.blocks[0].data, "what was played!", 16);
	batch_run(&s, READ_TIMEOUT_MS);
	sim_get("tx/captured", text, sizeof(text));
	check(strcmp(text, "what was played!") == 0, "capture: %s", text);
	stream_close(&s);
}

static void check_refused_block(const char *what, size_t bytes, const char *heap, int expected)
{
	struct stream s;
	int fence;

	if (check_done(stream_open(&s, RX_DEVICE, ONE_PAIR), what) &&
	    check_done(stream_alloc(&s, heap, 1, BATCH_SAMPLES * 16), "block is attached")) {
		stream_enqueue(&s, 0, bytes, false);
		stream_watch(&s, 0);
		stream_enable(&s, true);
		stream_wait(&s, 0, 100);
		fence = stream_fence(&s, 0);
		check(fence == expected, "%s: fence %d", what, fence);
	}
	stream_close(&s);
}

static void check_limits(void)
{
	sim_set_rate(UNCAPPED);
	sim_reset();
	check_refused_block("aligned block", 4096, "system", 1);
	check_refused_block("unaligned block", 4100, "system", -ENOMEM);
	sim_set_number("rx/max_transfer_bytes", 8192);
	check_refused_block("block as long as allowed", 8192, "system", 1);
	check_refused_block("block too long", 8200, "system", -ENOMEM);
	sim_set_number("rx/max_transfer_bytes", 0);
	sim_set_number("rx/contiguous_only", 1);
	check_refused_block("scattered block, contiguous only", 65536, NULL, -ENOMEM);
	check_refused_block("one page, contiguous only", 4096, NULL, 1);
	sim_set_number("rx/contiguous_only", 0);
	check_refused_block("scattered block", 65536, NULL, 1);
}

void check_streams(void)
{
	unsigned int channels;

	check_fileio_read(UNCAPPED, "fileio read uncapped");
	check_fileio_read(1000000, "fileio read at 1 MSPS");
	check_fileio_order();
	check_dmabuf_read(UNCAPPED, "system", "dmabuf read uncapped");
	check_dmabuf_read(FULL_RATE, "system", "dmabuf read at 61.44 MSPS");
	check_dmabuf_read(UNCAPPED, NULL, "dmabuf read into single pages");
	for (channels = 1; channels <= BOTH_PAIRS; channels++)
		check_channel_set(channels);
	check_counter_wraps();
	check_12_bit("ramp");
	check_12_bit("tone");
	check_fileio_write();
	check_dmabuf_write(UNCAPPED, ONE_PAIR);
	check_dmabuf_write(FULL_RATE, 0xc);
	check_finds_wrong_samples();
	check_cyclic();
	check_loopback();
	check_full_rate(RX_DEVICE, SIM_RX);
	check_full_rate(TX_DEVICE, SIM_TX);
	check_rate_change();
	check_gap(RX_DEVICE, SIM_RX, STATUS_OVERFLOW);
	check_gap(TX_DEVICE, SIM_TX, STATUS_UNDERFLOW);
	check_eager_status();
	check_capture();
	check_limits();
}
