/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Control of the simulated converter from a test: settings, faults and counters by the
 * names they have in debugfs (README.md lists them).
 *
 * Every int result is 0 or -errno.
 */
#ifndef SIMCTL_H
#define SIMCTL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum sim_side {
	SIM_RX,
	SIM_TX,
};

/* What really happened on one side since the last reset. */
struct sim_counters {
	uint64_t blocks_completed;
	uint64_t bytes_transferred;
	uint64_t samples_produced;
	uint64_t samples_lost;
	uint64_t overflow_events;
	uint64_t underflow_events;
	uint64_t underflow_samples;
	uint64_t prepared;
	uint64_t enqueued;
	uint64_t refused;
	uint64_t starts;
	uint64_t terminates;
	uint64_t tx_samples;
	uint64_t tx_errors;
	uint64_t cyclic_repeats;
	uint64_t sg_entries_max;
	uint64_t fileio_for_device;
	uint64_t fileio_for_device_bytes;
	uint64_t fileio_for_cpu;
	uint64_t fileio_for_cpu_bytes;
	uint64_t blocks_outstanding;
	int64_t tx_first_error_sample; /* -1: none */
};

/* Is the simulated converter there? Mounts debugfs when it is not. */
bool sim_is_loaded(void);

/* A setting by its path below the debugfs directory, such as "rx/rx_pattern". */
int sim_get(const char *name, char *ret_text, size_t size);
int sim_set(const char *name, const char *text);
int sim_get_number(const char *name, int64_t *ret_value);
int sim_set_number(const char *name, int64_t value);

/* The sample rate of both sides; 0 is as fast as memory goes. */
int sim_set_rate(uint32_t hz);

int sim_read_counters(enum sim_side side, struct sim_counters *ret_counters);
int sim_reset_counters(enum sim_side side);

/* Arms a fault of README.md's list by its name. */
int sim_inject(enum sim_side side, const char *fault, int64_t value);

/* Settings, faults, registers and counters as after loading. The rate stays. */
int sim_reset(void);

/* Takes the side's IIO device away from its driver, and gives it back. */
int sim_unbind(enum sim_side side);
int sim_bind(enum sim_side side);

#endif
