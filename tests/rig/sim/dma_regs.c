// SPDX-License-Identifier: GPL-2.0-only
/*
 * Registers of the FPGA core in front of the converter. Addresses with the top bit
 * set are the core's, as in direct_reg_access of ADI's drivers; the others would be
 * the converter chip's, which has none here.
 */
#include <linux/errno.h>

#include "dma_sim.h"

#define SIM_REG_CORE		BIT(31)

#define SIM_REG_VERSION		0x00
#define SIM_REG_ID		0x04
#define SIM_REG_STATUS		0x88

#define SIM_VERSION_RX		0x000a0062
#define SIM_VERSION_TX		0x00090162

static u32 *sim_reg(struct sim_chan *sc, u32 reg)
{
	u32 offset = reg & ~SIM_REG_CORE;

	if (!(reg & SIM_REG_CORE) || offset % 4 || offset / 4 >= SIM_NR_REGS)
		return NULL;

	return &sc->regs[offset / 4];
}

void sim_regs_reset(struct sim_chan *sc)
{
	guard(spinlock_irqsave)(&sc->lock);

	memset(sc->regs, 0, sizeof(sc->regs));
	sc->regs[SIM_REG_VERSION / 4] = sc->dir == SIM_RX ? SIM_VERSION_RX : SIM_VERSION_TX;
}

/* Overflow or underflow happened; called with the lock held. */
void sim_regs_raise(struct sim_chan *sc)
{
	lockdep_assert_held(&sc->lock);

	if (sc->dir == SIM_RX) {
		sc->regs[SIM_REG_STATUS / 4] |= SIM_STATUS_OVERFLOW;
		sc->counters[SIM_OVERFLOW_EVENTS]++;
	} else {
		sc->regs[SIM_REG_STATUS / 4] |= SIM_STATUS_UNDERFLOW;
		sc->counters[SIM_UNDERFLOW_EVENTS]++;
	}
}

int sim_regs_read(struct sim_chan *sc, u32 reg, u32 *val)
{
	u32 *word = sim_reg(sc, reg);

	guard(spinlock_irqsave)(&sc->lock);

	if (sc->faults[SIM_FAULT_REGS_BROKEN])
		return -EIO;
	if (!word)
		return -EINVAL;
	*val = *word;

	return 0;
}

int sim_regs_write(struct sim_chan *sc, u32 reg, u32 val)
{
	u32 *word = sim_reg(sc, reg);

	guard(spinlock_irqsave)(&sc->lock);

	if (sc->faults[SIM_FAULT_REGS_BROKEN])
		return -EIO;
	if (!word)
		return -EINVAL;

	switch (reg & ~SIM_REG_CORE) {
	case SIM_REG_VERSION:
	case SIM_REG_ID:
		break;
	case SIM_REG_STATUS:
		if (!sc->faults[SIM_FAULT_STATUS_STICKY])
			*word &= ~val;
		break;
	default:
		*word = val;
		break;
	}

	return 0;
}
