/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "scheduling.h"

#include <errno.h>
#include <iiodma/error.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include "message.h"
#include "sysinfo_files.h"
#include "units.h"

#define RT_PRIORITY_MAX 99

/* One number of a list, moving on behind it. */
static int scan_cpu(const char **text, size_t *ret_cpu)
{
	size_t cpu = 0;

	if (**text < '0' || **text > '9')
		return -EINVAL;
	for (; **text >= '0' && **text <= '9'; (*text)++) {
		cpu = cpu * 10 + (size_t)(**text - '0');
		if (cpu >= CPU_SETSIZE)
			return -ERANGE;
	}
	*ret_cpu = cpu;
	return 0;
}

/* "0,2-3" */
static int parse_cpu_list(const char *text, cpu_set_t *ret_set)
{
	CPU_ZERO(ret_set);
	for (;;) {
		size_t first, last;

		if (scan_cpu(&text, &first) < 0)
			return -EINVAL;
		last = first;
		if (*text == '-') {
			text++;
			if (scan_cpu(&text, &last) < 0 || last < first)
				return -EINVAL;
		}
		for (size_t cpu = first; cpu <= last; cpu++)
			CPU_SET(cpu, ret_set);
		if (*text == '\0')
			return 0;
		if (*text++ != ',')
			return -EINVAL;
	}
}

bool scheduling_take_option(struct scheduling *scheduling, enum option_key key, const char *spelling,
			    const char *argument)
{
	cpu_set_t set;

	switch (key) {
	case OPTION_RT:
		scheduling->rt_priority = (int)units_option_count(spelling, argument, 1, RT_PRIORITY_MAX);
		return true;
	case OPTION_CPU:
		if (parse_cpu_list(argument, &set) < 0)
			message_die(EXIT_STATUS_USAGE,
				    "option %s: '%s' is no list of CPUs; valid: numbers below %d and ranges, as 0,2-3",
				    spelling, argument, CPU_SETSIZE);
		scheduling->cpu_list = argument;
		return true;
	case OPTION_MLOCK:
		scheduling->lock_memory = true;
		return true;
	default:
		return false;
	}
}

/* ---- rights ---- */

/* Bit numbers of capabilities(7). */
#define CAPABILITY_IPC_LOCK 14u
#define CAPABILITY_SYS_NICE 23u

static bool has_capability(unsigned int bit)
{
	char text[64];

	file_field("", "/proc/self/status", "CapEff", text, sizeof(text));
	return strtoull(text, NULL, 16) >> bit & 1;
}

/* "unlimited", "8192 KiB" */
static const char *limit_words(rlim_t limit, unsigned int shift, const char *unit, char text[64])
{
	if (limit == RLIM_INFINITY)
		snprintf(text, 64, "unlimited");
	else
		snprintf(text, 64, "%llu%s", (unsigned long long)limit >> shift, unit);
	return text;
}

static enum exit_status refuse_rt(int priority, int error)
{
	struct rlimit limit = {0};
	char text[64];

	getrlimit(RLIMIT_RTPRIO, &limit);
	if (error == EPERM && has_capability(CAPABILITY_SYS_NICE))
		message_error("option --rt: take SCHED_FIFO %d: %s (%s); the right is there, so the control group "
			      "allows no real-time "
			      "work (cpu.rt_runtime_us)",
			      priority, strerror(error), iiodma_errno_name(error));
	else
		message_error("option --rt: take SCHED_FIFO %d: %s (%s); needs CAP_SYS_NICE, or a limit RLIMIT_RTPRIO "
			      "(ulimit -r) of at "
			      "least %d, which is %s",
			      priority, strerror(error), iiodma_errno_name(error), priority,
			      limit_words(limit.rlim_cur, 0, "", text));
	return EXIT_STATUS_FAILED;
}

static enum exit_status refuse_mlock(int error)
{
	struct rlimit limit = {0};
	char text[64];

	getrlimit(RLIMIT_MEMLOCK, &limit);
	message_error("option --mlock: lock the memory: %s (%s); needs CAP_IPC_LOCK, or a higher limit RLIMIT_MEMLOCK "
		      "(ulimit -l), "
		      "which is %s",
		      strerror(error), iiodma_errno_name(error), limit_words(limit.rlim_cur, 10, " KiB", text));
	return EXIT_STATUS_FAILED;
}

/* ---- into force ---- */

static void usable_cpus(char text[64])
{
	file_field("", "/proc/self/status", "Cpus_allowed_list", text, 64);
}

/* The kernel drops CPUs that are not there without a word, as long as one is. */
static enum exit_status take_cpus(const char *list)
{
	cpu_set_t wanted, got;
	char text[64];

	usable_cpus(text);
	parse_cpu_list(list, &wanted);
	if (sched_setaffinity(0, sizeof(wanted), &wanted) == 0) {
		if (sched_getaffinity(0, sizeof(got), &got) == 0 && CPU_EQUAL(&got, &wanted))
			return EXIT_STATUS_DONE;
	} else if (errno != EINVAL) {
		message_error("option --cpu: set the CPUs: %s (%s)", strerror(errno), iiodma_errno_name(errno));
		return EXIT_STATUS_FAILED;
	}
	message_error("option --cpu: '%s' has a CPU that is not online or not this program's to use; usable are: %s",
		      list, text);
	return EXIT_STATUS_FAILED;
}

/* What can be locked is decided again for each block: better said now than taken for a lack of memory then. */
static void warn_about_limit(void)
{
	struct rlimit limit;
	char text[64];

	if (getrlimit(RLIMIT_MEMLOCK, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY &&
	    !has_capability(CAPABILITY_IPC_LOCK))
		message_notice("option --mlock: without CAP_IPC_LOCK no more than RLIMIT_MEMLOCK, %s, can be locked, "
			       "and blocks beyond it "
			       "cannot be mapped",
			       limit_words(limit.rlim_cur, 10, " KiB", text));
}

enum exit_status scheduling_apply(const struct scheduling *scheduling)
{
	const struct sched_param parameters = {.sched_priority = scheduling->rt_priority};

	if (scheduling->cpu_list && take_cpus(scheduling->cpu_list) != EXIT_STATUS_DONE)
		return EXIT_STATUS_FAILED;
	if (scheduling->rt_priority && sched_setscheduler(0, SCHED_FIFO, &parameters) < 0)
		return refuse_rt(scheduling->rt_priority, errno);
	if (scheduling->lock_memory) {
		if (mlockall(MCL_CURRENT | MCL_FUTURE) < 0)
			return refuse_mlock(errno);
		warn_about_limit();
	}
	return EXIT_STATUS_DONE;
}
