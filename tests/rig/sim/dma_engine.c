// SPDX-License-Identifier: GPL-2.0-only
/*
 * The sample clock and what follows from it.
 *
 * Sample n of a stream is converted at epoch + n / rate. A block is due when its
 * last sample is; the channel's thread sleeps to that time, then moves the whole
 * block at once and completes it. Whether samples were lost does not depend on how
 * late the thread wakes: it follows from when the client queued the block. Samples
 * converted while no block was queued fit into a FIFO; those beyond are lost, and
 * the sample number skips them, so the gap is in the data as well as in the counters.
 *
 * At rate 0 the converter waits for blocks and nothing is ever lost.
 */
#include <linux/hrtimer.h>
#include <linux/kthread.h>
#include <linux/math64.h>
#include <linux/sched.h>
#include <linux/slab.h>

#include "dma_sim.h"

/* A cyclic block at rate 0 must leave the processor to others now and then. */
#define SIM_CYCLIC_PAUSE_NS	(100 * NSEC_PER_USEC)

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

static long sim_fault_take_locked(struct sim_chan *sc, enum sim_fault fault)
{
	long value = sc->faults[fault];

	switch (fault) {
	case SIM_FAULT_LOSE:
	case SIM_FAULT_NO_WRITE:
	case SIM_FAULT_FAIL_PREP:
	case SIM_FAULT_RAISE:
		if (value)
			sc->faults[fault]--;
		break;
	case SIM_FAULT_CORRUPT:
		sc->faults[fault] = -1;
		break;
	default:
		sc->faults[fault] = 0;
		break;
	}

	return value;
}

long sim_fault_take(struct sim_chan *sc, enum sim_fault fault)
{
	guard(spinlock_irqsave)(&sc->lock);

	return sim_fault_take_locked(sc, fault);
}

void sim_fault_reset(struct sim_chan *sc)
{
	scoped_guard(spinlock_irqsave, &sc->lock) {
		memset(sc->faults, 0, sizeof(sc->faults));
		sc->faults[SIM_FAULT_CORRUPT] = -1;
	}
	sim_engine_kick(sc);
}

void sim_counters_reset(struct sim_chan *sc)
{
	guard(spinlock_irqsave)(&sc->lock);

	memset(sc->counters, 0, sizeof(sc->counters));
	sc->check.first_error = -1;
}

/* Whole samples only, and at least one is left. */
static size_t sim_residue(const struct sim_chan *sc, const struct sim_desc *desc, long missing)
{
	size_t samples = desc->bytes / sc->scan.bytes;
	size_t cut = DIV_ROUND_UP(missing, sc->scan.bytes);

	if (!samples)
		return 0;

	return min(cut, samples - 1) * sc->scan.bytes;
}

static void sim_place_faults(struct sim_chan *sc, struct sim_desc *desc)
{
	if (sim_fault_take_locked(sc, SIM_FAULT_LOSE)) {
		if (sc->dir == SIM_RX) {
			sc->counters[SIM_SAMPLES_LOST] += desc->bytes / sc->scan.bytes;
			sc->pos += desc->bytes / 2;
		} else {
			desc->unplayed = true;
		}
	}

	desc->residue = sim_residue(sc, desc, sim_fault_take_locked(sc, SIM_FAULT_SHORTEN));
	desc->corrupt_word = sim_fault_take_locked(sc, SIM_FAULT_CORRUPT);
	desc->no_write = sim_fault_take_locked(sc, SIM_FAULT_NO_WRITE);
	desc->delay_ms = sim_fault_take_locked(sc, SIM_FAULT_DELAY_MS);
}

/* Decides what the block at the head of the queue holds and when it is due. */
static void sim_place(struct sim_chan *sc, struct sim_desc *desc)
{
	if (!sc->clock.running)
		sim_clock_begin(sc, desc);
	if (sc->clock.rate && !sim_is_loopback(sc))
		sim_find_gap(sc, desc->issued);
	sim_place_faults(sc, desc);
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
static struct sim_desc *sim_take_due(struct sim_chan *sc, ktime_t *due)
{
	struct sim_desc *desc;

	guard(spinlock_irqsave)(&sc->lock);

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

static void sim_move(struct sim_chan *sc, struct sim_desc *desc, size_t bytes)
{
	u64 end = sc->pos + bytes / 2;

	if (sc->dir == SIM_RX && !desc->no_write) {
		sim_pattern_fill(sc, desc, bytes);
		if (desc->corrupt_word >= 0)
			sim_block_flip(sc, desc, desc->corrupt_word);
	} else if (sc->dir == SIM_TX && !desc->unplayed) {
		if (desc->corrupt_word >= 0)
			sim_block_flip(sc, desc, desc->corrupt_word);
		sim_play(sc, desc, bytes);
		if (desc->corrupt_word >= 0)
			sim_block_flip(sc, desc, desc->corrupt_word);
	}

	sc->pos = end;
}

static void sim_count_block(struct sim_chan *sc, const struct sim_desc *desc, size_t bytes)
{
	u64 samples = bytes / sc->scan.bytes;

	sc->counters[SIM_BLOCKS_COMPLETED]++;
	sc->counters[SIM_BYTES_TRANSFERRED] += bytes;
	if (sc->dir == SIM_RX)
		sc->counters[SIM_SAMPLES_PRODUCED] += samples;
	else if (!desc->unplayed)
		sc->counters[SIM_TX_SAMPLES] += samples;

	if (sim_fault_take_locked(sc, SIM_FAULT_RAISE))
		sim_regs_raise(sc);
}

static void sim_callback(const struct sim_desc *desc)
{
	const struct dmaengine_result result = {
		.result = DMA_TRANS_NOERROR,
		.residue = desc->residue,
	};

	if (desc->tx.callback_result)
		desc->tx.callback_result(desc->tx.callback_param, &result);
	else if (desc->tx.callback)
		desc->tx.callback(desc->tx.callback_param);
}

/* A cyclic block goes back to the head of the queue. */
static void sim_repeat(struct sim_chan *sc, struct sim_desc *desc)
{
	desc->placed = false;
	desc->issued = desc->due;
	sc->counters[SIM_CYCLIC_REPEATS]++;
	list_add(&desc->node, &sc->issued);
}

static void sim_run(struct sim_chan *sc, struct sim_desc *desc)
{
	size_t bytes = desc->bytes - desc->residue;
	bool aborted, repeat = false;

	sim_move(sc, desc, bytes);

	scoped_guard(spinlock_irqsave, &sc->lock) {
		aborted = sc->current_aborted;
		if (!aborted) {
			sim_count_block(sc, desc, bytes);
			repeat = desc->cyclic;
			if (repeat) {
				sim_repeat(sc, desc);
				sim_check_start(&sc->check);
			} else {
				sc->dma.completed_cookie = desc->tx.cookie;
				sc->outstanding--;
			}
		}
	}

	if (!aborted && !repeat)
		sim_callback(desc);
	if (!repeat)
		kfree(desc);

	scoped_guard(spinlock_irqsave, &sc->lock) {
		sc->current_desc = NULL;
		sc->current_aborted = false;
	}
	wake_up(&sc->idle);

	if (repeat && !sc->clock.rate) {
		ktime_t pause = ns_to_ktime(SIM_CYCLIC_PAUSE_NS);

		set_current_state(TASK_INTERRUPTIBLE);
		schedule_hrtimeout_range(&pause, 0, HRTIMER_MODE_REL);
	}
}

static int sim_thread(void *data)
{
	struct sim_chan *sc = data;
	struct sim_desc *desc;
	ktime_t due;

	for (;;) {
		/* Before looking, so that no kick is missed. */
		set_current_state(TASK_INTERRUPTIBLE);
		if (kthread_should_stop())
			break;

		desc = sim_take_due(sc, &due);
		if (desc) {
			__set_current_state(TASK_RUNNING);
			sim_run(sc, desc);
		} else {
			schedule_hrtimeout_range(due == KTIME_MAX ? NULL : &due, 0,
						 HRTIMER_MODE_ABS);
		}
	}
	__set_current_state(TASK_RUNNING);

	return 0;
}

void sim_engine_kick(struct sim_chan *sc)
{
	wake_up_process(sc->thread);
}

/* Drops every block without a callback, as the client expects. */
void sim_engine_terminate(struct sim_chan *sc)
{
	struct sim_desc *desc, *next;
	LIST_HEAD(dropped);

	scoped_guard(spinlock_irqsave, &sc->lock) {
		list_splice_init(&sc->submitted, &dropped);
		list_splice_tail_init(&sc->issued, &dropped);
		sc->current_aborted = sc->current_desc;
		sc->outstanding = 0;
		sc->counters[SIM_TERMINATES]++;
	}

	list_for_each_entry_safe(desc, next, &dropped, node)
		kfree(desc);
}

static bool sim_is_idle(struct sim_chan *sc)
{
	guard(spinlock_irqsave)(&sc->lock);

	return !sc->current_desc;
}

void sim_engine_wait_idle(struct sim_chan *sc)
{
	wait_event(sc->idle, sim_is_idle(sc));
}

static void sim_scan_set(struct sim_scan *scan, unsigned long mask)
{
	unsigned int ch;

	memset(scan, 0, sizeof(*scan));
	scan->mask = mask;
	for_each_set_bit(ch, &mask, SIM_NR_CHANNELS)
		scan->chan[scan->nr++] = ch;
	scan->bytes = scan->nr * 2;
}

int sim_engine_start(struct sim_chan *sc, unsigned long scan_mask)
{
	int ret = -sim_fault_take(sc, SIM_FAULT_FAIL_START);

	if (ret)
		return ret;

	sim_scan_set(&sc->scan, scan_mask);
	if (!sc->scan.nr)
		return -EINVAL;

	sc->pos = (u64)READ_ONCE(sc->counter_start) * sc->scan.nr;
	sc->active_pattern = READ_ONCE(sc->pattern);
	ret = sim_pattern_prepare(sc);
	if (ret)
		return ret;
	sim_check_start(&sc->check);
	sc->check.index = 0;

	scoped_guard(spinlock_irqsave, &sc->lock) {
		sc->clock.running = false;
		sc->gap_raised = false;
		sc->started = ktime_get();
		sc->running = true;
		sc->counters[SIM_STARTS]++;
	}
	sim_engine_kick(sc);

	return 0;
}

void sim_engine_stop(struct sim_chan *sc)
{
	scoped_guard(spinlock_irqsave, &sc->lock)
		sc->running = false;

	sim_engine_wait_idle(sc);
	sim_pattern_release(sc);
}

int sim_engine_init(struct sim_chan *sc)
{
	spin_lock_init(&sc->lock);
	INIT_LIST_HEAD(&sc->submitted);
	INIT_LIST_HEAD(&sc->issued);
	init_waitqueue_head(&sc->idle);
	mutex_init(&sc->capture.lock);

	sc->thread = kthread_create(sim_thread, sc, "iiodma_sim_%s",
				    sc->dir == SIM_RX ? "rx" : "tx");
	if (IS_ERR(sc->thread))
		return PTR_ERR(sc->thread);

	/* Hardware does not wait for its turn. */
	sched_set_fifo(sc->thread);
	wake_up_process(sc->thread);

	return 0;
}

void sim_engine_exit(struct sim_chan *sc)
{
	kthread_stop(sc->thread);
	sim_capture_limit(sc, 0);
}
