/* SPDX-License-Identifier: GPL-2.0-only */
/* The IIO side: devices as on an FMCOMMS2 with its Zynq design. */
#ifndef IIODMA_SIM_IIO_H
#define IIODMA_SIM_IIO_H

#include <linux/types.h>

#include "iiodma_sim.h"

struct platform_device;

int sim_phy_probe(struct platform_device *pdev);
int sim_stream_probe(struct platform_device *pdev, enum sim_dir dir, bool real_scan_masks);

#endif
