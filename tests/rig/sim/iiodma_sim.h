/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the DMA side (iiodma_sim_dma) offers to the IIO side (iiodma_sim). Sample
 * data does not pass here: it goes through the dmaengine framework, as it would
 * with real hardware. These are the wires beside it: clock, start, registers.
 */
#ifndef IIODMA_SIM_H
#define IIODMA_SIM_H

#include <linux/types.h>

enum sim_dir {
	SIM_RX,
	SIM_TX,
};

#define SIM_NR_DIRS		2
#define SIM_NR_CHANNELS		4
#define SIM_RATE_MAX		61440000

/* Names of the IIO side's platform devices; the DMA channels are mapped to them. */
#define SIM_RX_DEVICE		"iiodma-sim-rx"
#define SIM_TX_DEVICE		"iiodma-sim-tx"
#define SIM_PHY_DEVICE		"iiodma-sim-phy"

/* The one sample rate of both directions, in Hz; 0 is as fast as memory goes. */
u32 iiodma_sim_rate(void);
void iiodma_sim_set_rate(u32 hz);

/*
 * Starts the converter on the channels of scan_mask. Fails with what the fault
 * fail_start asks for. After stop no block completes any more.
 */
int iiodma_sim_start(enum sim_dir dir, unsigned long scan_mask);
void iiodma_sim_stop(enum sim_dir dir);

/* The chip's own test modes. They replace rx_pattern from the next start of RX on. */
enum sim_test {
	SIM_TEST_OFF,
	SIM_TEST_LOOPBACK,
	SIM_TEST_PRBS,
	SIM_TEST_TONE,
};

struct sim_test_mode {
	enum sim_test test;
	unsigned int tone_turns;	/* in 32 samples */
	unsigned int tone_shift;	/* full scale, halved so often */
	unsigned long masked;		/* channels without a tone */
};

void iiodma_sim_set_test_mode(const struct sim_test_mode *mode);

/* Registers of the FPGA core in front of the converter, by bus offset. */
int iiodma_sim_reg_read(enum sim_dir dir, u32 reg, u32 *val);
int iiodma_sim_reg_write(enum sim_dir dir, u32 reg, u32 val);

#endif
