/* SPDX-License-Identifier: GPL-2.0-only */
/* The IIO side: devices as on an FMCOMMS2 with its Zynq design. */
#ifndef IIODMA_SIM_IIO_H
#define IIODMA_SIM_IIO_H

#include <linux/mutex.h>
#include <linux/types.h>

#include "iiodma_sim.h"

struct dentry;
struct platform_device;

#define SIM_NR_CHIP_REGS	0x400
#define SIM_NR_BIST_FILES	3

struct sim_bist_file {
	struct sim_bist *bist;
	unsigned int index;
	u32 last;		/* first value written */
};

/* The chip's registers, and the files that set its test modes. */
struct sim_bist {
	struct mutex lock;
	u8 regs[SIM_NR_CHIP_REGS];
	struct sim_bist_file files[SIM_NR_BIST_FILES];
};

void sim_bist_init(struct sim_bist *bist);
void sim_bist_debugfs(struct sim_bist *bist, struct dentry *dir);
int sim_bist_reg_access(struct sim_bist *bist, unsigned int reg, unsigned int writeval,
			unsigned int *readval);

int sim_phy_probe(struct platform_device *pdev);
int sim_stream_probe(struct platform_device *pdev, enum sim_dir dir, bool real_scan_masks);

#endif
