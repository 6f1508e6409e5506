/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "scheduling.h"

#include <errno.h>
#include <iiodma/error.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "message.h"
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

static enum exit_status refuse(const char *option, const char *step, const char *needed)
{
	message_error("option %s: %s: %s (%s)%s%s", option, step, strerror(errno), iiodma_errno_name(errno),
		      errno == EPERM ? "; needs " : "", errno == EPERM ? needed : "");
	return EXIT_STATUS_FAILED;
}

enum exit_status scheduling_apply(const struct scheduling *scheduling)
{
	if (scheduling->cpu_list) {
		cpu_set_t set;

		parse_cpu_list(scheduling->cpu_list, &set);
		if (sched_setaffinity(0, sizeof(set), &set) < 0)
			return refuse("--cpu", errno == EINVAL ? "no CPU of the list is online" : "set the CPUs",
				      "CAP_SYS_NICE");
	}
	if (scheduling->rt_priority) {
		const struct sched_param parameters = {.sched_priority = scheduling->rt_priority};

		if (sched_setscheduler(0, SCHED_FIFO, &parameters) < 0)
			return refuse("--rt", "take SCHED_FIFO", "CAP_SYS_NICE or a higher RLIMIT_RTPRIO");
	}
	if (scheduling->lock_memory && mlockall(MCL_CURRENT | MCL_FUTURE) < 0)
		return refuse("--mlock", "lock the memory", "CAP_IPC_LOCK or a higher RLIMIT_MEMLOCK");
	return EXIT_STATUS_DONE;
}
