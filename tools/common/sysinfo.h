/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The machine a result was got on: what a report needs so that it cannot be mixed up with another machine's. */
#ifndef TOOLS_SYSINFO_H
#define TOOLS_SYSINFO_H

#include <stdint.h>

#define SYSTEM_INFO_TEXT 128

/* Texts are "" and numbers -1 where the system does not say. */
struct system_info {
	char kernel_release[SYSTEM_INFO_TEXT]; /* "7.3.4+deb13-amd64" */
	char kernel_version[SYSTEM_INFO_TEXT]; /* "#1 SMP PREEMPT_DYNAMIC …" */
	char machine[SYSTEM_INFO_TEXT];        /* "x86_64" */
	char host_name[SYSTEM_INFO_TEXT];
	char cpu_model[SYSTEM_INFO_TEXT];     /* "" on ARM kernels that name none */
	char board[SYSTEM_INFO_TEXT];         /* device tree model, or the DMI product */
	char governor[SYSTEM_INFO_TEXT];      /* cpufreq governor of all CPUs, "mixed" when they differ */
	char clock_source[SYSTEM_INFO_TEXT];  /* "tsc" */
	char dma_coherency[SYSTEM_INFO_TEXT]; /* "coherent" where the architecture says so, else "unknown" */
	int64_t cpu_count;                    /* online */
	int64_t cpu_frequency_hz;             /* CPU 0 now, by cpufreq */
	int64_t page_bytes;
	int64_t memory_total_bytes;
};

void system_info_read(struct system_info *ret_info);

/* MemAvailable now, -1 when unknown. */
int64_t system_info_memory_available_bytes(void);

/* Resident memory of this process now, -1 when unknown. */
int64_t system_info_resident_bytes(void);

#endif
