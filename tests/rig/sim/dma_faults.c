// SPDX-License-Identifier: GPL-2.0-only
/* Faults on command: armed from debugfs, spent by the next block they concern. */
#include <linux/math64.h>
#include <linux/string.h>

#include "dma_sim.h"

/* What the fault asks for now; it is spent by that, or has one block less to go. */
long sim_fault_take_locked(struct sim_chan *sc, enum sim_fault fault)
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

/* Whole samples only, and at least one is left. */
static size_t sim_residue(const struct sim_chan *sc, const struct sim_desc *desc, long missing)
{
	size_t samples = desc->bytes / sc->scan.bytes;
	size_t cut = DIV_ROUND_UP(missing, sc->scan.bytes);

	if (!samples)
		return 0;

	return min(cut, samples - 1) * sc->scan.bytes;
}

/* Marks the block at the head of the queue with the faults it meets. */
void sim_fault_place(struct sim_chan *sc, struct sim_desc *desc)
{
	bool lose = sim_fault_take_locked(sc, SIM_FAULT_LOSE);

	if (lose && sc->dir == SIM_RX) {
		sc->counters[SIM_SAMPLES_LOST] += desc->bytes / sc->scan.bytes;
		sc->pos += desc->bytes / 2;
	}
	desc->unplayed = lose && sc->dir == SIM_TX;

	desc->residue = sim_residue(sc, desc, sim_fault_take_locked(sc, SIM_FAULT_SHORTEN));
	desc->corrupt_word = sim_fault_take_locked(sc, SIM_FAULT_CORRUPT);
	desc->no_write = sim_fault_take_locked(sc, SIM_FAULT_NO_WRITE);
	desc->delay_ms = sim_fault_take_locked(sc, SIM_FAULT_DELAY_MS);
}
