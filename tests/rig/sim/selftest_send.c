// SPDX-License-Identifier: GPL-2.0-or-later
/* Samples that go out, and how the simulator judges them. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "raw_iio.h"
#include "selftest.h"
#include "selftest_batch.h"
#include "sequence.h"

#define FILEIO_SAMPLES 16384u

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
		ok = stream_write(&s, buf, bytes, TIMEOUT_MS) == (long)bytes;
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
		batch_run(&s);
		sim_read_counters(SIM_TX, &counters);
		check(counters.tx_errors == 2 && counters.tx_first_error_sample == BATCH_SAMPLES + 100,
		      "a wrong sample is found: %llu errors, first at %lld",
		      (unsigned long long)counters.tx_errors,
		      (long long)counters.tx_first_error_sample);

		sim_set_number("tx/tx_check", 0);
		sim_reset_counters(SIM_TX);
		batch_run(&s);
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
	if (check_done(stream_wait(&rx, BATCH_DEPTH - 1, TIMEOUT_MS), "what is sent comes back")) {
		seq = batch_sequence(&rx, 0, BATCH_DEPTH);
		check(seq.gaps == 0 && batch_word(&rx, 0, 0) == 12345, "in order, from sample %u",
		      batch_word(&rx, 0, 0));
	}
	stream_close(&tx);
	stream_close(&rx);
	sim_set("rx/rx_pattern", "counter");
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
	batch_run(&s);
	sim_get("tx/captured", text, sizeof(text));
	check(strcmp(text, "what was played!") == 0, "capture: %s", text);
	stream_close(&s);
}

void check_sending(void)
{
	check_fileio_write();
	check_dmabuf_write(UNCAPPED, ONE_PAIR);
	check_dmabuf_write(FULL_RATE, 0xc);
	check_finds_wrong_samples();
	check_cyclic();
	check_loopback();
	check_capture();
}
