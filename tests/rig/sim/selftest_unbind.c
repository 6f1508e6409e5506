// SPDX-License-Identifier: GPL-2.0-or-later
/* The device goes away in the middle of a stream, and comes back. */
#include <errno.h>
#include <string.h>

#include "raw_iio.h"
#include "selftest.h"
#include "selftest_batch.h"

#define BLOCK_BYTES (BATCH_SAMPLES * PAIR_BYTES)

static bool works_again(const char *device)
{
	struct stream s;
	int error;

	error = batch_open(&s, device, ONE_PAIR, BLOCK_BYTES);
	if (!error)
		error = batch_run(&s);
	stream_close(&s);

	return !error;
}

static void check_unbind_dmabuf(const char *device, enum sim_side side)
{
	struct stream s;
	unsigned int i;
	int error;

	/* Slow enough that the last block is still under way. */
	sim_set_rate(100000);
	sim_reset();
	if (!check_done(batch_open(&s, device, ONE_PAIR, BLOCK_BYTES), device))
		return;
	for (i = 0; i < BATCH_DEPTH; i++)
		stream_enqueue(&s, i, BLOCK_BYTES, false);
	stream_watch(&s, BATCH_DEPTH - 1);
	stream_enable(&s, true);
	stream_wait(&s, 0, TIMEOUT_MS);

	check_done(sim_unbind(side), "the device is unbound while dmabuf streams");
	check_done(stream_wait(&s, BATCH_DEPTH - 1, TIMEOUT_MS), "what was queued ends");
	check(stream_fence(&s, BATCH_DEPTH - 1) < 0, "in an error");
	error = stream_enqueue(&s, 0, BLOCK_BYTES, false);
	note("a block queued afterwards is %s, and %s", error ? "refused" : "accepted",
	     stream_wait(&s, 0, 200) == 0 ? "completes" : "does not complete");
	stream_close(&s);

	check_done(sim_bind(side), "it is bound again");
	sim_set_rate(FULL_RATE);
	check(works_again(device), "%s works again", device);
}

static void check_unbind_fileio(const char *device, enum sim_side side)
{
	uint32_t buf[BATCH_SAMPLES];
	struct stream s;
	long bytes;

	memset(buf, 0, sizeof(buf));
	sim_set_rate(1000000);
	if (!check_done(stream_open(&s, device, ONE_PAIR), device))
		return;
	stream_length(&s, 2 * BATCH_SAMPLES);
	stream_enable(&s, true);
	bytes = side == SIM_RX ? stream_read(&s, buf, sizeof(buf), TIMEOUT_MS) :
				 stream_write(&s, buf, sizeof(buf), TIMEOUT_MS);
	check(bytes == (long)sizeof(buf), "fileio moves %ld bytes", bytes);

	check_done(sim_unbind(side), "the device is unbound while fileio streams");
	bytes = side == SIM_RX ? stream_read(&s, buf, sizeof(buf), TIMEOUT_MS) :
				 stream_write(&s, buf, sizeof(buf), TIMEOUT_MS);
	check(bytes == -ENODEV, "fileio ends with %s", bytes < 0 ? strerror((int)-bytes) : "data");
	stream_close(&s);

	check_done(sim_bind(side), "it is bound again");
	sim_set_rate(FULL_RATE);
	check(works_again(device), "%s works again", device);
}

/* Unbound with the file still open, bound, opened again: the old file is harmless. */
static void check_old_file(void)
{
	struct stream s;

	sim_set_rate(FULL_RATE);
	if (!check_done(stream_open(&s, RX_DEVICE, ONE_PAIR), RX_DEVICE))
		return;
	check_done(sim_unbind(SIM_RX), "the device is unbound while open");
	check_done(sim_bind(SIM_RX), "it is bound again");
	check(works_again(RX_DEVICE), RX_DEVICE " works beside the old file");
	stream_close(&s);
	check(works_again(RX_DEVICE), RX_DEVICE " works after the old file is closed");
}

void check_unbind(void)
{
	check_unbind_dmabuf(RX_DEVICE, SIM_RX);
	check_unbind_dmabuf(TX_DEVICE, SIM_TX);
	check_unbind_fileio(RX_DEVICE, SIM_RX);
	check_unbind_fileio(TX_DEVICE, SIM_TX);
	check_old_file();
}
