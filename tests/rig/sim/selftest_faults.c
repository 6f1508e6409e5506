// SPDX-License-Identifier: GPL-2.0-or-later
/* Each fault on command: it strikes where it was sent, once, and leaves its trace. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "raw_iio.h"
#include "selftest.h"
#include "selftest_batch.h"
#include "sequence.h"

#define BLOCK_BYTES (BATCH_SAMPLES * PAIR_BYTES)
#define POISON_WORD 0xa5a5a5a5u

/* A batch in which the first block meets the fault. */
static bool batch_with(struct stream *s, const char *device, enum sim_side side, const char *fault,
		       int64_t value, struct sim_counters *ret_counters)
{
	int error;

	sim_set_rate(UNCAPPED);
	sim_reset();
	error = batch_open(s, device, ONE_PAIR, BLOCK_BYTES);
	if (!error)
		error = sim_inject(side, fault, value);
	if (!error)
		error = side == SIM_RX ? batch_receive(s) : batch_send(s, 0);
	if (!error)
		error = sim_read_counters(side, ret_counters);
	if (error)
		check(false, "%s on %s: %s", fault, device, strerror(-error));

	return !error;
}

static bool is_spent(enum sim_side side, const char *fault, int64_t off)
{
	char name[64];
	int64_t value = -2;

	snprintf(name, sizeof(name), "%s/faults/%s", side == SIM_RX ? "rx" : "tx", fault);

	return sim_get_number(name, &value) == 0 && value == off;
}

static void check_lose(void)
{
	struct sim_counters counters;
	struct sequence seq;
	struct stream s;

	if (batch_with(&s, RX_DEVICE, SIM_RX, "lose", 1, &counters)) {
		seq = batch_sequence(&s, 0, BATCH_DEPTH);
		check(batch_word(&s, 0, 0) == BATCH_SAMPLES && seq.gaps == 0 &&
			      counters.samples_lost == BATCH_SAMPLES && is_spent(SIM_RX, "lose", 0),
		      "RX lose: begins with sample %u, %llu lost", batch_word(&s, 0, 0),
		      (unsigned long long)counters.samples_lost);
		check(counters.overflow_events == 0, "RX lose: in silence");
	}
	stream_close(&s);

	if (batch_with(&s, TX_DEVICE, SIM_TX, "lose", 1, &counters))
		check(counters.tx_samples == 3 * BATCH_SAMPLES && counters.blocks_completed == 4 &&
			      is_spent(SIM_TX, "lose", 0),
		      "TX lose: %llu samples of 4 blocks are played",
		      (unsigned long long)counters.tx_samples);
	stream_close(&s);
}

static void check_shorten(void)
{
	struct sim_counters counters;
	struct stream s;

	if (batch_with(&s, RX_DEVICE, SIM_RX, "shorten", 1000, &counters)) {
		check(batch_word(&s, 0, BATCH_SAMPLES - 251) == BATCH_SAMPLES - 251 &&
			      batch_word(&s, 0, BATCH_SAMPLES - 250) == POISON_WORD &&
			      batch_word(&s, 1, 0) == BATCH_SAMPLES - 250,
		      "RX shorten: the block's last 250 samples are in the next one");
		check(counters.bytes_transferred == 4 * BLOCK_BYTES - 1000 &&
			      is_spent(SIM_RX, "shorten", 0),
		      "RX shorten: %llu bytes", (unsigned long long)counters.bytes_transferred);
	}
	stream_close(&s);

	if (batch_with(&s, TX_DEVICE, SIM_TX, "shorten", 1000, &counters))
		check(counters.tx_samples == 4 * BATCH_SAMPLES - 250 && counters.tx_errors == 1,
		      "TX shorten: %llu samples are played",
		      (unsigned long long)counters.tx_samples);
	stream_close(&s);
}

/* fileio hears of a short block: read() ends where it ends. */
static void check_shorten_fileio(void)
{
	uint32_t *buf = malloc(BLOCK_BYTES);
	struct sequence seq = {.begun = false};
	struct stream s;
	long bytes;

	sim_set_rate(UNCAPPED);
	sim_reset();
	if (!buf || stream_open(&s, RX_DEVICE, ONE_PAIR))
		goto out;
	stream_length(&s, 2 * BATCH_SAMPLES);
	sim_inject(SIM_RX, "shorten", 1000);
	stream_enable(&s, true);
	sleep_ms(20);
	/* Either of the two may be handed out first. */
	bytes = stream_read_once(&s, buf, BLOCK_BYTES);
	if (bytes == (long)BLOCK_BYTES)
		bytes = stream_read_once(&s, buf, BLOCK_BYTES);
	check(bytes == (long)BLOCK_BYTES - 1000, "fileio shorten: read gives %ld bytes", bytes);
	sequence_check(&seq, buf, (size_t)(bytes < 0 ? 0 : bytes) / PAIR_BYTES);
	check(seq.gaps == 0 && buf[0] == 0, "fileio shorten: they are samples in order");
	stream_close(&s);
out:
	free(buf);
}

static void check_delay(void)
{
	struct sim_counters counters;
	struct stream s;
	int64_t begin = now_ns(), took;

	if (batch_with(&s, RX_DEVICE, SIM_RX, "delay_ms", 200, &counters)) {
		took = (now_ns() - begin) / 1000000;
		check(took >= 200 && took < 5000 && counters.samples_lost == 0 &&
			      is_spent(SIM_RX, "delay_ms", 0),
		      "RX delay: %lld ms", (long long)took);
	}
	stream_close(&s);

	begin = now_ns();
	if (batch_with(&s, TX_DEVICE, SIM_TX, "delay_ms", 200, &counters)) {
		took = (now_ns() - begin) / 1000000;
		check(took >= 200 && took < 5000, "TX delay: %lld ms", (long long)took);
	}
	stream_close(&s);
}

static void check_corrupt(void)
{
	struct sim_counters counters;
	struct sequence seq;
	struct stream s;

	if (batch_with(&s, RX_DEVICE, SIM_RX, "corrupt", 5, &counters)) {
		seq = batch_sequence(&s, 0, BATCH_DEPTH);
		check(batch_word(&s, 0, 5) == (5 ^ 1) && seq.gaps == 2 &&
			      counters.samples_lost == 0 && is_spent(SIM_RX, "corrupt", -1),
		      "RX corrupt: word 5 is %u", batch_word(&s, 0, 5));
	}
	stream_close(&s);

	if (batch_with(&s, TX_DEVICE, SIM_TX, "corrupt", 5, &counters))
		check(counters.tx_errors == 2 && counters.tx_first_error_sample == 5 &&
			      batch_word(&s, 0, 5) == 5 && is_spent(SIM_TX, "corrupt", -1),
		      "TX corrupt: sample %lld is wrong, the block in memory is not",
		      (long long)counters.tx_first_error_sample);
	stream_close(&s);
}

static void check_no_write(void)
{
	struct sim_counters counters;
	struct stream s;

	if (batch_with(&s, RX_DEVICE, SIM_RX, "no_write", 2, &counters))
		check(batch_word(&s, 0, 0) == POISON_WORD && batch_word(&s, 1, 7) == POISON_WORD &&
			      batch_word(&s, 2, 0) == 2 * BATCH_SAMPLES &&
			      counters.blocks_completed == 4 && is_spent(SIM_RX, "no_write", 0),
		      "RX no_write: two blocks are stale, the third has sample %u",
		      batch_word(&s, 2, 0));
	stream_close(&s);
}

static void check_fail_prep(const char *device, enum sim_side side)
{
	struct sim_counters counters = {.refused = 0};
	struct stream s;
	int fence;

	sim_set_rate(UNCAPPED);
	sim_reset();
	if (check_done(batch_open(&s, device, ONE_PAIR, BLOCK_BYTES), device)) {
		/* Queued before the start, the fence can be watched. */
		sim_inject(side, "fail_prep", 1);
		stream_enqueue(&s, 0, BLOCK_BYTES, false);
		stream_watch(&s, 0);
		stream_enable(&s, true);
		stream_wait(&s, 0, TIMEOUT_MS);
		fence = stream_fence(&s, 0);
		sim_read_counters(side, &counters);
		check(fence == -ENOMEM && counters.refused == 1 && is_spent(side, "fail_prep", 0),
		      "%s fail_prep: the fence says %d", device, fence);
		stream_enqueue(&s, 1, BLOCK_BYTES, false);
		check_done(stream_wait(&s, 1, TIMEOUT_MS), "the next block is taken");
	}
	stream_close(&s);
}

/* Queued while running, the refused block is signalled before anyone can watch it. */
static void note_refusal_while_running(void)
{
	struct stream s;
	int queued;

	sim_reset();
	if (check_done(batch_open(&s, RX_DEVICE, ONE_PAIR, BLOCK_BYTES), RX_DEVICE)) {
		stream_enable(&s, true);
		sim_inject(SIM_RX, "fail_prep", 1);
		queued = stream_enqueue(&s, 0, BLOCK_BYTES, false);
		stream_watch(&s, 0);
		note("a block refused while running: enqueue says %d, the fence %d", queued,
		     stream_fence(&s, 0));
	}
	stream_close(&s);
}

static void check_fail_start(const char *device, enum sim_side side)
{
	struct stream s;

	sim_reset();
	if (check_done(batch_open(&s, device, ONE_PAIR, BLOCK_BYTES), device)) {
		sim_inject(side, "fail_start", EIO);
		check_error(stream_enable(&s, true), -EIO, "fail_start: enable");
		check(is_spent(side, "fail_start", 0), "fail_start is spent");
		check_done(batch_run(&s), "the next start works");
	}
	stream_close(&s);
}

static void check_raise(const char *device, enum sim_side side, uint32_t bit)
{
	struct sim_counters counters;
	uint32_t status = 0;
	struct stream s;

	if (batch_with(&s, device, side, "raise", 2, &counters)) {
		uint64_t events = side == SIM_RX ? counters.overflow_events : counters.underflow_events;

		device_reg_read(s.device, REG_STATUS, &status);
		check(status == bit && events == 2 && counters.samples_lost == 0 &&
			      counters.underflow_samples == 0 && is_spent(side, "raise", 0),
		      "%s raise: status 0x%x, %llu events, nothing lost", device, status,
		      (unsigned long long)events);

		sim_inject(side, "status_sticky", 1);
		device_reg_write(s.device, REG_STATUS, bit);
		device_reg_read(s.device, REG_STATUS, &status);
		check(status == bit, "%s status_sticky: 0x%x after clearing", device, status);
		sim_inject(side, "status_sticky", 0);

		sim_inject(side, "regs_broken", 1);
		check_error(device_reg_write(s.device, REG_STATUS, bit), -EIO, "regs_broken");
		sim_inject(side, "regs_broken", 0);
		device_reg_write(s.device, REG_STATUS, bit);
		device_reg_read(s.device, REG_STATUS, &status);
		check(status == 0, "%s status: 0x%x when all is well again", device, status);
	}
	stream_close(&s);
}

static void check_stall(const char *device, enum sim_side side)
{
	struct sim_counters counters = {.blocks_completed = 0};
	struct stream s;
	unsigned int i;

	sim_set_rate(FULL_RATE);
	sim_reset();
	if (check_done(batch_open(&s, device, ONE_PAIR, BLOCK_BYTES), device)) {
		sim_inject(side, "stall", 1);
		for (i = 0; i < BATCH_DEPTH; i++)
			stream_enqueue(&s, i, BLOCK_BYTES, false);
		stream_enable(&s, true);
		check_error(stream_wait(&s, 0, 100), -ETIMEDOUT, "stall: nothing completes");
		sim_read_counters(side, &counters);
		check(counters.blocks_outstanding == BATCH_DEPTH, "stall: %llu blocks outstanding",
		      (unsigned long long)counters.blocks_outstanding);
		sim_inject(side, "stall", 0);
		check_done(stream_wait(&s, BATCH_DEPTH - 1, TIMEOUT_MS), "stall: ends on command");

		/* A stalled converter can be stopped. */
		sim_inject(side, "stall", 1);
		stream_enqueue(&s, 0, BLOCK_BYTES, false);
		stream_watch(&s, 0);
		check_done(stream_enable(&s, false), "stall: the buffer can be disabled");
		check(stream_fence(&s, 0) < 0, "stall: and the block ends in an error");
	}
	stream_close(&s);
}

static void check_bad_values(void)
{
	check_error(sim_inject(SIM_RX, "lose", -1), -EINVAL, "lose -1 is refused");
	check_error(sim_inject(SIM_RX, "fail_start", 5000), -EINVAL, "fail_start 5000 is refused");
	check_error(sim_inject(SIM_TX, "no_write", 1), -ENOENT, "TX has no no_write");
	check_error(sim_set("rx/rx_pattern", "noise"), -EINVAL, "rx_pattern noise is refused");
}

void check_faults(void)
{
	check_lose();
	check_shorten();
	check_shorten_fileio();
	check_delay();
	check_corrupt();
	check_no_write();
	check_fail_prep(RX_DEVICE, SIM_RX);
	check_fail_prep(TX_DEVICE, SIM_TX);
	note_refusal_while_running();
	check_fail_start(RX_DEVICE, SIM_RX);
	check_fail_start(TX_DEVICE, SIM_TX);
	check_raise(RX_DEVICE, SIM_RX, STATUS_OVERFLOW);
	check_raise(TX_DEVICE, SIM_TX, STATUS_UNDERFLOW);
	check_stall(RX_DEVICE, SIM_RX);
	check_stall(TX_DEVICE, SIM_TX);
	check_bad_values();
}
