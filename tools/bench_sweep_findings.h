/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a sweep over block sizes and depths shows. */
#ifndef IIODMA_BENCH_SWEEP_FINDINGS_H
#define IIODMA_BENCH_SWEEP_FINDINGS_H

#include "common/result.h"

/*
 * Look at the cells and put into result->findings: the cost of a block and of a byte for each way through the kernel, the
 * block from which on dmabuf is faster than fileio, the smallest block and depth that hold the source's rate; and mark
 * the best cell of each direction. Returns 0 or -ENOMEM.
 */
int bench_sweep_findings(struct result *result);

#endif
