/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "perf.h"

#include <errno.h>
#include <iiodma/error.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "sysinfo_files.h"

#define PARANOID "/proc/sys/kernel/perf_event_paranoid"

static const struct {
	uint64_t config;
	const char *name;
} counters[PERF_COUNTERS] = {
	[PERF_CYCLES] = {PERF_COUNT_HW_CPU_CYCLES, "cycles"},
	[PERF_INSTRUCTIONS] = {PERF_COUNT_HW_INSTRUCTIONS, "instructions"},
	[PERF_CACHE_MISSES] = {PERF_COUNT_HW_CACHE_MISSES, "cache misses"},
};

static int open_counter(uint64_t config, bool user_only)
{
	struct perf_event_attr attributes = {
		.type = PERF_TYPE_HARDWARE,
		.size = sizeof(attributes),
		.config = config,
		.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING,
		.inherit = 1,
		.exclude_kernel = user_only,
		.exclude_hv = 1,
	};
	const long fd = syscall(SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);

	return fd < 0 ? -errno : (int)fd;
}

static void explain(struct perf *perf, const char *name, int error)
{
	const long long paranoid = (long long)file_number("", PARANOID);

	switch (error) {
	case -EACCES:
	case -EPERM:
		if (paranoid >= 0)
			snprintf(perf->reason, PERF_TEXT,
				 "not allowed (%s): needs CAP_PERFMON or kernel.perf_event_paranoid of at most 2, "
				 "which is %lld",
				 iiodma_errno_name(error), paranoid);
		else
			snprintf(perf->reason, PERF_TEXT, "not allowed (%s): needs CAP_PERFMON",
				 iiodma_errno_name(error));
		break;
	case -ENOENT:
	case -EOPNOTSUPP:
	case -ENODEV:
		snprintf(perf->reason, PERF_TEXT,
			 "this processor, or the virtual machine it is in, does not count %s (%s)", name,
			 iiodma_errno_name(error));
		break;
	case -ENOSYS:
		snprintf(perf->reason, PERF_TEXT, "this kernel has no perf_event_open (ENOSYS)");
		break;
	default:
		snprintf(perf->reason, PERF_TEXT, "perf_event_open for %s: %s (%s)", name, strerror(-error),
			 iiodma_errno_name(error));
	}
}

/* All of them count the same: the kernel's share is left out for all or for none. */
static int open_all(struct perf *perf, bool user_only)
{
	int failure = 0;

	perf->user_only = user_only;
	for (int i = 0; i < PERF_COUNTERS; i++) {
		perf->fd[i] = open_counter(counters[i].config, user_only);
		if (perf->fd[i] < 0 && failure == 0) {
			failure = perf->fd[i];
			explain(perf, counters[i].name, failure);
		}
		if (perf->fd[i] < 0)
			perf->fd[i] = -1;
	}
	return failure;
}

void perf_open(struct perf *ret_perf)
{
	int failure;

	*ret_perf = (struct perf){.user_only = false};
	failure = open_all(ret_perf, false);
	if (failure != -EACCES && failure != -EPERM)
		return;
	perf_close(ret_perf);
	ret_perf->reason[0] = '\0';
	open_all(ret_perf, true);
}

void perf_close(struct perf *perf)
{
	for (int i = 0; i < PERF_COUNTERS; i++) {
		if (perf->fd[i] >= 0)
			close(perf->fd[i]);
		perf->fd[i] = -1;
	}
}

/* Unknown while the counter has not been on a processor at all: it would say 0. */
static int64_t read_counter(int fd)
{
	struct {
		uint64_t value, enabled, running;
	} count;

	if (fd < 0 || read(fd, &count, sizeof(count)) != sizeof(count) || count.running == 0)
		return -1;
	if (count.running < count.enabled)
		return (int64_t)((double)count.value * ((double)count.enabled / (double)count.running));
	return (int64_t)count.value;
}

struct perf_counts perf_read(const struct perf *perf)
{
	struct perf_counts counts;

	for (int i = 0; i < PERF_COUNTERS; i++)
		counts.value[i] = read_counter(perf->fd[i]);
	return counts;
}

struct perf_counts perf_difference(const struct perf_counts *end, const struct perf_counts *start)
{
	struct perf_counts counts;

	for (int i = 0; i < PERF_COUNTERS; i++) {
		const bool known = end->value[i] >= 0 && start->value[i] >= 0 && end->value[i] >= start->value[i];

		counts.value[i] = known ? end->value[i] - start->value[i] : -1;
	}
	return counts;
}

const char *perf_scope(const struct perf *perf)
{
	for (int i = 0; i < PERF_COUNTERS; i++)
		if (perf->fd[i] >= 0)
			return perf->user_only ? "user" : "user and kernel";
	return "";
}
