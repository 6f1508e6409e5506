/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How this process runs. */
#include <sched.h>
#include <stdio.h>
#include <string.h>

#include "sysinfo.h"
#include "sysinfo_files.h"

#define RESET_ON_FORK 0x40000000

static const char *policy_name(int policy)
{
	switch (policy & ~RESET_ON_FORK) {
	case SCHED_FIFO:
		return "SCHED_FIFO";
	case SCHED_RR:
		return "SCHED_RR";
	case SCHED_BATCH:
		return "SCHED_BATCH";
	case SCHED_IDLE:
		return "SCHED_IDLE";
	case SCHED_OTHER:
		return "SCHED_OTHER";
	default:
		return "unknown";
	}
}

static void read_scheduling(struct system_info *info)
{
	struct sched_param parameters;
	const int policy = sched_getscheduler(0);

	if (policy < 0 || sched_getparam(0, &parameters) < 0)
		return;
	snprintf(info->scheduling, SYSTEM_INFO_TEXT, "%s", policy_name(policy));
	if (parameters.sched_priority > 0)
		snprintf(info->scheduling + strlen(info->scheduling), SYSTEM_INFO_TEXT - strlen(info->scheduling),
			 " %d", parameters.sched_priority);
}

void system_info_read_process(const char *root, struct system_info *info)
{
	read_scheduling(info);
	file_field(root, "/proc/self/status", "Cpus_allowed_list", info->cpu_affinity, SYSTEM_INFO_TEXT);
	info->locked_memory_bytes = file_kilobytes(root, "/proc/self/status", "VmLck");
}
