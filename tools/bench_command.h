/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What all commands that measure cells have in common: options, devices, plan, runs, reports. */
#ifndef IIODMA_BENCH_COMMAND_H
#define IIODMA_BENCH_COMMAND_H

#include "bench_run.h"

/* What a command does otherwise than to measure every combination once. Functions may be NULL; they return 0 or -errno. */
struct bench_kind {
	enum tool tool;
	const char *about; /* for --help */
	bool extremes;     /* goes beyond what works: lost samples and cells that cannot be set up are no failure */
	/* Fill in what the command line left open and the usual defaults do not fit. */
	void (*fill)(struct bench_options *options);
	/* Change the cells of the plan; the devices are open. */
	int (*revise)(struct result *result, const struct bench_options *options, const struct bench_devices *devices);
	/* In place of bench_run(). */
	int (*run)(struct result *result, const struct bench_options *options, struct bench_devices *devices,
		   const struct bench_listener *listener);
	/* Say in result->findings what follows from the runs. */
	int (*conclude)(struct result *result, const struct bench_options *options);
};

enum exit_status bench_command(const struct bench_kind *kind, int argc, char **argv);

#endif
