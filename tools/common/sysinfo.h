/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The machine a result was got on, and what it was busy with: what a report needs so that a figure can be judged, repeated, and not be mixed
 * up with another machine's.
 */
#ifndef TOOLS_SYSINFO_H
#define TOOLS_SYSINFO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SYSTEM_INFO_TEXT 128
#define SYSTEM_INFO_LIST 512

/* Texts are "", numbers -1 and ratios NaN where the system does not say. */
struct system_info {
	char kernel_release[SYSTEM_INFO_TEXT]; /* "7.3.4+deb13-amd64" */
	char kernel_version[SYSTEM_INFO_TEXT]; /* "#1 SMP PREEMPT_DYNAMIC …" */
	char debug_kernel[SYSTEM_INFO_TEXT];   /* what slows it down: "lockdep, kmemleak"; "" = nothing was seen */
	char machine[SYSTEM_INFO_TEXT];        /* "x86_64" */
	char host_name[SYSTEM_INFO_TEXT];
	char board[SYSTEM_INFO_TEXT];      /* device tree model, or the DMI product */
	char hypervisor[SYSTEM_INFO_TEXT]; /* "QEMU TCG", "KVM" …; "" = none was seen */
	bool emulated;                     /* the processor itself is a program */

	char cpu_model[SYSTEM_INFO_TEXT]; /* "ARM Cortex-A9" where the kernel gives numbers only */
	int64_t cpu_count;                /* online */
	int64_t cpu_frequency_hz;         /* CPU 0 now, by cpufreq */
	int64_t cpu_frequency_min_hz;     /* what the governor may choose */
	int64_t cpu_frequency_max_hz;
	char governor[SYSTEM_INFO_TEXT]; /* cpufreq governor of all CPUs, "mixed" when they differ */
	char clock_source[SYSTEM_INFO_TEXT];

	char dma_coherency[SYSTEM_INFO_TEXT]; /* "coherent" where the architecture says so, else "unknown" */
	char iommu[SYSTEM_INFO_TEXT];         /* names, or "none" */
	int64_t iommu_group_count;
	char heaps[SYSTEM_INFO_LIST]; /* under /dev/dma_heap, separated by blanks; "none" */
	int64_t page_bytes;
	int64_t memory_total_bytes;
	int64_t memory_available_start_bytes;
	int64_t memory_available_end_bytes;

	char scheduling[SYSTEM_INFO_TEXT];   /* of this process: "SCHED_FIFO 50", "SCHED_OTHER" */
	char cpu_affinity[SYSTEM_INFO_TEXT]; /* "0-1" */
	int64_t locked_memory_bytes;
	char libiio_version[SYSTEM_INFO_TEXT]; /* "0.26"; "" = not installed */

	double load_average;            /* tasks that wanted to run, over the last minute, at the start */
	double other_cpu_ratio;         /* CPU time of other programs during the measurement, in CPUs */
	double stolen_cpu_ratio;        /* CPU time the hypervisor gave to others, in CPUs */
	int64_t throttle_count;         /* times the CPUs were slowed down for heat during the measurement */
	char cooling[SYSTEM_INFO_TEXT]; /* what slows them down now: "cpufreq-cpu0"; "" = nothing */
};

/* All of it unknown. */
struct system_info system_info_unknown(void);

/*
 * What can be known at the start; call it when the process runs as it shall run while measuring. @root: "" = this machine, else a folder in which /proc
 * and /sys stand (for tests).
 */
void system_info_read(struct system_info *ret_info);
void system_info_read_below(const char *root, struct system_info *ret_info);

/* ---- while measuring ---- */

struct system_load {
	int64_t time_ns; /* 0 = not begun */
	int64_t user_ns; /* of all programs */
	int64_t own_user_ns;
	int64_t stolen_ns;
	int64_t throttles;
};

void system_load_begin(const char *root, struct system_load *ret_load);

/* Fill in what happened since: load of others, throttling, memory. */
void system_load_end(const char *root, const struct system_load *load, struct system_info *info);

/* ---- what follows ---- */

/* The processor is a program: rates are relations between each other, and no memory type shows. */
bool system_info_is_emulated(const struct system_info *info);

/*
 * Call @warn with a sentence for everything that spoils a figure.
 * @simulated: the converter is simulated
 */
void system_info_warnings(const struct system_info *info, bool simulated, void (*warn)(void *context, const char *text),
			  void *context);

/* ---- parts, each for one piece of the struct ---- */

void system_info_read_cpu(const char *root, struct system_info *info);
void system_info_read_kernel(const char *root, struct system_info *info);
void system_info_read_virtual(const char *root, struct system_info *info);
void system_info_read_process(const char *root, struct system_info *info);
void system_info_read_libiio(struct system_info *info);

/* Times the CPUs were throttled since boot, -1 when unknown; what throttles them now into @text. */
int64_t system_info_throttles(const char *root);
void system_info_cooling(const char *root, char text[SYSTEM_INFO_TEXT]);

/* ---- now ---- */

/* MemAvailable now, -1 when unknown. */
int64_t system_info_memory_available_bytes(void);

/* Resident memory of this process now, -1 when unknown. */
int64_t system_info_resident_bytes(void);

#endif
