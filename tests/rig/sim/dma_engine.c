// SPDX-License-Identifier: GPL-2.0-only
/*
 * The thread that stands in for the hardware: it sleeps until a block is due
 * (dma_schedule.c), then moves the whole block at once and completes it.
 */
#include <linux/hrtimer.h>
#include <linux/kthread.h>
#include <linux/sched.h>
#include <linux/slab.h>

#include "dma_sim.h"

/* A cyclic block at rate 0 must leave the processor to others now and then. */
#define SIM_CYCLIC_PAUSE_NS	(100 * NSEC_PER_USEC)

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

	if (!aborted && !repeat) {
		sim_map_maintain_for_cpu(sc, desc);
		sim_callback(desc);
	}
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

		scoped_guard(spinlock_irqsave, &sc->lock)
			desc = sim_schedule_take(sc, &due);
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

void sim_counters_reset(struct sim_chan *sc)
{
	guard(spinlock_irqsave)(&sc->lock);

	memset(sc->counters, 0, sizeof(sc->counters));
	sc->check.first_error = -1;
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

	/* What RX waited for comes no more. */
	if (sc->dir == SIM_TX)
		sim_engine_kick(&sc->sim->chan[SIM_RX]);
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
