// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which block is due when, and what was lost before it.
 *
 * Sample n of a stream is converted at epoch + n / rate. A block is due when its
 * last sample is. Whether samples were lost does not depend on how late the thread
 * wakes: it follows from when the client queued the block. Samples converted while
 * no block was queued fit into a FIFO; those beyond are lost, and the sample number
 * skips them, so the gap is in the data as well as in the counters.
 *
 * At rate 0 the converter waits for blocks and nothing is ever lost.
 *
 * All of it runs in the channel's thread with its lock held.
 */
#include <linux/ktime.h>
#include <linux/math64.h>

#include "dma_sim.h"

static u64 sim_clock_sample(const struct sim_clock *clock, ktime_t when)
{
	s64 ns = ktime_to_ns(ktime_sub(when, clock->epoch));

	if (ns <= 0)
		return clock->base;

	return clock->base + mul_u64_u32_div(ns, clock->rate, NSEC_PER_SEC);
}

/* Rounded up: at that time the sample is there. */
static ktime_t sim_clock_time(const struct sim_clock *clock, u64 sample)
{
	u64 ns;

	if (sample <= clock->base)
		return clock->epoch;

	ns = mul_u64_u32_div(sample - clock->base, NSEC_PER_SEC, clock->rate);

	return ktime_add_ns(clock->epoch, ns + 1);
}

/* The stream begins with its first block: nothing is lost before that. */
static void sim_clock_begin(struct sim_chan *sc, const struct sim_desc *desc)
{
	struct sim_clock *clock = &sc->clock;

	clock->running = true;
	clock->rate = READ_ONCE(sc->sim->rate);
	clock->base = sim_pos_to_sample(sc, sc->pos);
	clock->epoch = ktime_after(desc->issued, sc->started) ? desc->issued : sc->started;
}

static u64 sim_block_end(const struct sim_chan *sc, const struct sim_desc *desc)
{
	u64 pos = sc->pos + (desc->bytes - desc->residue) / 2;

	return sim_pos_to_sample(sc, pos + sc->scan.nr - 1);
}

static void sim_set_due(struct sim_chan *sc, struct sim_desc *desc)
{
	ktime_t due = sc->clock.rate ? sim_clock_time(&sc->clock, sim_block_end(sc, desc)) :
				       ktime_get();

	desc->due = ktime_add_ms(due, desc->delay_ms);
}

/* Loopback has its own FIFO: it waits for what is sent, and counts what does not fit. */
static bool sim_is_loopback(const struct sim_chan *sc)
{
	return sc->dir == SIM_RX && sc->active_pattern == SIM_LOOPBACK;
}

static void sim_find_gap(struct sim_chan *sc, ktime_t until)
{
	u64 next = sim_pos_to_sample(sc, sc->pos) + READ_ONCE(sc->fifo_samples);
	u64 now = sim_clock_sample(&sc->clock, until);

	if (now <= next)
		return;

	sc->counters[sc->dir == SIM_RX ? SIM_SAMPLES_LOST : SIM_UNDERFLOW_SAMPLES] += now - next;
	sc->pos += (now - next) * sc->scan.nr;
	if (!sc->gap_raised)
		sim_regs_raise(sc);
}

/*
 * Usually a gap is one between two blocks: what comes after the last block of a
 * stream is nobody's loss. Real cores raise their status bit there as well; with
 * eager_status so does this one, once the queue has been empty for a full FIFO.
 */
static void sim_watch_empty_queue(struct sim_chan *sc, ktime_t *due)
{
	u64 limit = sim_pos_to_sample(sc, sc->pos) + READ_ONCE(sc->fifo_samples) + 1;

	if (!READ_ONCE(sc->eager_status) || sc->gap_raised || !sc->clock.running ||
	    !sc->clock.rate || sim_is_loopback(sc))
		return;

	*due = sim_clock_time(&sc->clock, limit);
	if (ktime_before(ktime_get(), *due))
		return;

	*due = KTIME_MAX;
	sc->gap_raised = true;
	sim_regs_raise(sc);
}

/* Decides what the block at the head of the queue holds and when it is due. */
static void sim_place(struct sim_chan *sc, struct sim_desc *desc)
{
	if (!sc->clock.running)
		sim_clock_begin(sc, desc);
	if (sc->clock.rate && !sim_is_loopback(sc))
		sim_find_gap(sc, desc->issued);
	sim_fault_place(sc, desc);
	sim_set_due(sc, desc);

	desc->placed = true;
	sc->gap_raised = false;
}

/* A new rate holds from now on, in the middle of the block at hand. */
static void sim_follow_rate(struct sim_chan *sc, struct sim_desc *head)
{
	struct sim_clock *clock = &sc->clock;
	u32 rate = READ_ONCE(sc->sim->rate);
	ktime_t now = ktime_get();

	if (!clock->running || clock->rate == rate)
		return;

	if (head && !head->placed)
		sim_place(sc, head);

	clock->base = clock->rate ? sim_clock_sample(clock, now) : sim_pos_to_sample(sc, sc->pos);
	if (head)
		clock->base = min(clock->base, sim_block_end(sc, head));
	clock->epoch = now;
	clock->rate = rate;

	if (head)
		sim_set_due(sc, head);
}

/* Takes the next block off the queue when it is due; otherwise says when to look again. */
struct sim_desc *sim_schedule_take(struct sim_chan *sc, ktime_t *due)
{
	struct sim_desc *desc;

	lockdep_assert_held(&sc->lock);

	*due = KTIME_MAX;
	if (!sc->running || sc->faults[SIM_FAULT_STALL])
		return NULL;

	desc = list_first_entry_or_null(&sc->issued, struct sim_desc, node);
	sim_follow_rate(sc, desc);
	if (!desc) {
		sim_watch_empty_queue(sc, due);
		return NULL;
	}

	if (!desc->placed)
		sim_place(sc, desc);

	if (ktime_before(ktime_get(), desc->due)) {
		*due = desc->due;
		return NULL;
	}

	if (sim_is_loopback(sc) && !sim_pattern_ready(sc, desc->bytes - desc->residue))
		return NULL;

	list_del(&desc->node);
	sc->current_desc = desc;

	return desc;
}
