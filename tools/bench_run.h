/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Runs the cells of a plan, repeats taking turns, and gathers the result. */
#ifndef IIODMA_BENCH_RUN_H
#define IIODMA_BENCH_RUN_H

#include "bench_devices.h"

/* What is told while it runs. Each may be NULL. */
struct bench_listener {
	void (*interval)(void *context, size_t cell, size_t run, const struct result_interval *interval);
	void (*run)(void *context, size_t cell, size_t run, const struct result_run *finished);
	void *context;
};

/*
 * Run everything in result->cells, which come from bench_plan(). Signals end it early, with what there is. Fills in the
 * cells and the warnings; result->status and the cells' status say how it went. Returns 0, or -ENOMEM before the first
 * run.
 */
int bench_run(struct result *result, const struct bench_options *options, struct bench_devices *devices,
	      const struct bench_listener *listener);

/* The exit status that the result means, requirements included. */
enum exit_status bench_exit_status(const struct result *result, int64_t max_lost);

#endif
