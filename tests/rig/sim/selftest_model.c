// SPDX-License-Identifier: GPL-2.0-or-later
/* The sample clock, what is lost when blocks come late, and what the DMA cannot take. */
#include <errno.h>
#include <stddef.h>

#include "raw_iio.h"
#include "selftest.h"
#include "selftest_batch.h"
#include "sequence.h"

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
		check_done(batch_run(&s), "blocks at 61.44 MSPS");
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
		check_done(stream_wait(&s, BATCH_DEPTH - 1, TIMEOUT_MS),
			   "a new rate holds at once");
		stream_enqueue(&s, 0, BATCH_SAMPLES * 4, false);
		stream_wait(&s, 0, TIMEOUT_MS);
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
	stream_wait(&s, 1, TIMEOUT_MS);
	device_reg_read(s.device, REG_STATUS, &before);
	sleep_ms(20);
	stream_enqueue(&s, 2, BATCH_SAMPLES * 4, false);
	stream_wait(&s, 2, TIMEOUT_MS);
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
	stream_wait(&s, 0, TIMEOUT_MS);
	sleep_ms(5);
	device_reg_read(s.device, REG_STATUS, &status);
	check(status == STATUS_OVERFLOW, "eager_status: 0x%x after the last block", status);
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
	check_refused_block("aligned block", 4096, memory_cached_heap(), 1);
	check_refused_block("unaligned block", 4100, memory_cached_heap(), -ENOMEM);
	sim_set_number("rx/max_transfer_bytes", 8192);
	check_refused_block("block as long as allowed", 8192, memory_cached_heap(), 1);
	check_refused_block("block too long", 8200, memory_cached_heap(), -ENOMEM);
	sim_set_number("rx/max_transfer_bytes", 0);
	sim_set_number("rx/contiguous_only", 1);
	check_refused_block("scattered block, contiguous only", 65536, NULL, -ENOMEM);
	check_refused_block("one page, contiguous only", 4096, NULL, 1);
	sim_set_number("rx/contiguous_only", 0);
	check_refused_block("scattered block", 65536, NULL, 1);
}

void check_model(void)
{
	check_full_rate(RX_DEVICE, SIM_RX);
	check_full_rate(TX_DEVICE, SIM_TX);
	check_rate_change();
	check_gap(RX_DEVICE, SIM_RX, STATUS_OVERFLOW);
	check_gap(TX_DEVICE, SIM_TX, STATUS_UNDERFLOW);
	check_eager_status();
	check_limits();
}
