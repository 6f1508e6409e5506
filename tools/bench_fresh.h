/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Proof that what is read was written by the DMA and is seen by the CPU. A mapping that gives stale data is fast. So a few blocks
 * are marked, queued and looked at before the run that counts: marks in that one would cost what is to be measured.
 */
#ifndef IIODMA_BENCH_FRESH_H
#define IIODMA_BENCH_FRESH_H

#include "bench_measure.h"

/* A run over a few blocks of a cell set up like @asked, otherwise as @measured has it. Nothing in it is to be freed. */
struct result_run bench_fresh_prove(const struct bench_measure_config *measured, const struct result_setup *asked);

/* Put what was found into the run that counts: there is no rate out of data that the DMA did not write. */
void bench_fresh_take(struct result_run *run, const struct result_run *found);

#endif
