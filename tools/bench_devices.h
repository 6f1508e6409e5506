/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The devices of a bench: at most one for each direction, with their sample rates. */
#ifndef IIODMA_BENCH_DEVICES_H
#define IIODMA_BENCH_DEVICES_H

#include "bench_options.h"
#include "bench_rate.h"

struct bench_devices {
	struct target target[2];   /* by direction; without a context = not there */
	struct bench_rate rate[2]; /* by direction */
};

/* Whether no device is named, so that the usual ones of this machine are meant. */
bool bench_devices_usual(const struct target_request *request);

/* Whether the devices are behind a link. */
bool bench_devices_remote(const struct target_request *request);

/*
 * Find the devices that the options name, or the usual ones, and settle the directions in options->axes: those asked
 * for (what no device serves gets its reason in axes.missing), else those there are. Returns EXIT_STATUS_DONE, or
 * prints one sentence and returns the status to end with.
 */
enum exit_status bench_devices_open(struct bench_devices *devices, struct bench_options *options);

/* How many of the chosen channels a cell takes. */
size_t bench_devices_channel_count(const struct target *target, const struct result_setup *setup);

/* Put the names of the cell's device and channels into @setup; nothing where no device serves its direction. */
void bench_devices_name(const struct bench_devices *devices, struct result_setup *setup);

/* Put the sample rates back and close. Any state. Returns EXIT_STATUS_FAILED when a rate could not be put back. */
enum exit_status bench_devices_close(struct bench_devices *devices);

#endif
