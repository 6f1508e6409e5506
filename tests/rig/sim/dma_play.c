// SPDX-License-Identifier: GPL-2.0-only
/* Where what is sent goes: to the check, into a capture, and back to RX. */
#include <linux/kfifo.h>
#include <linux/vmalloc.h>

#include "dma_sim.h"

/* Empty at the start of RX; its memory is taken when it is first needed. */
int sim_loopback_begin(struct sim_dma *sim)
{
	guard(mutex)(&sim->loopback_lock);

	if (sim->loopback_data) {
		kfifo_reset(&sim->loopback);
		return 0;
	}

	sim->loopback_data = vmalloc(SIM_LOOPBACK_BYTES);
	if (!sim->loopback_data)
		return -ENOMEM;

	return kfifo_init(&sim->loopback, sim->loopback_data, SIM_LOOPBACK_BYTES);
}

/* What was sent, and zeros after it where nothing was. */
void sim_loopback_read(struct sim_dma *sim, void *buf, size_t bytes)
{
	size_t got;

	guard(mutex)(&sim->loopback_lock);

	got = kfifo_out(&sim->loopback, buf, bytes);
	memset(buf + got, 0, bytes - got);
}

static void sim_loopback_piece(struct sim_chan *sc, void *buf, size_t bytes)
{
	kfifo_in(&sc->sim->loopback, buf, bytes);
}

/* A block that does not fit is lost as a whole, as if RX had overflown. */
static bool sim_loopback_has_room(struct sim_chan *rx, size_t bytes)
{
	if (kfifo_avail(&rx->sim->loopback) >= bytes)
		return true;

	guard(spinlock_irqsave)(&rx->lock);
	rx->counters[SIM_SAMPLES_LOST] += bytes / rx->scan.bytes;
	sim_regs_raise(rx);

	return false;
}

static bool sim_loopback_listens(struct sim_chan *rx)
{
	guard(spinlock_irqsave)(&rx->lock);

	return rx->running && rx->active_pattern == SIM_LOOPBACK;
}

static void sim_play_loopback(struct sim_chan *sc, struct sim_desc *desc, size_t bytes)
{
	struct sim_chan *rx = &sc->sim->chan[SIM_RX];

	if (!sim_loopback_listens(rx))
		return;

	scoped_guard(mutex, &sc->sim->loopback_lock)
		if (sim_loopback_has_room(rx, bytes))
			sim_block_read(sc, desc, bytes, sim_loopback_piece);

	sim_engine_kick(rx);
}

static void sim_capture_piece(struct sim_chan *sc, void *buf, size_t bytes)
{
	struct sim_capture *capture = &sc->capture;
	size_t len = min(bytes, capture->limit - capture->used);

	memcpy(capture->data + capture->used, buf, len);
	capture->used += len;
}

static void sim_play_capture(struct sim_chan *sc, struct sim_desc *desc, size_t bytes)
{
	guard(mutex)(&sc->capture.lock);

	if (sc->capture.used < sc->capture.limit)
		sim_block_read(sc, desc, bytes, sim_capture_piece);
}

/* Begins a new capture of so many bytes; 0 ends it and frees its memory. */
int sim_capture_limit(struct sim_chan *sc, size_t bytes)
{
	struct sim_capture *capture = &sc->capture;
	void *data = NULL;

	if (bytes > SIM_CAPTURE_MAX_BYTES)
		return -EINVAL;
	if (bytes) {
		data = vmalloc(bytes);
		if (!data)
			return -ENOMEM;
	}

	guard(mutex)(&capture->lock);
	swap(capture->data, data);
	capture->limit = bytes;
	capture->used = 0;
	vfree(data);

	return 0;
}

static void sim_check_piece(struct sim_chan *sc, void *buf, size_t bytes)
{
	sim_check_feed(sc, buf, bytes);
}

/* Hardware reads what it plays, checked or not; without that no rate would be true. */
static void sim_read_piece(struct sim_chan *sc, void *buf, size_t bytes)
{
	const u64 *word = PTR_ALIGN(buf, sizeof(*word));
	const u64 *end = PTR_ALIGN_DOWN(buf + bytes, sizeof(*word));
	u64 sum = 0;

	for (; word + 4 <= end; word += 4)
		sum ^= word[0] ^ word[1] ^ word[2] ^ word[3];
	for (; word < end; word++)
		sum ^= *word;

	WRITE_ONCE(sc->sink, sum);
}

void sim_play(struct sim_chan *sc, struct sim_desc *desc, size_t bytes)
{
	if (READ_ONCE(sc->tx_check)) {
		sim_block_read(sc, desc, bytes, sim_check_piece);
	} else {
		sim_block_read(sc, desc, bytes, sim_read_piece);
		sc->check.based = false;
	}

	sim_play_capture(sc, desc, bytes);
	sim_play_loopback(sc, desc, bytes);
}
