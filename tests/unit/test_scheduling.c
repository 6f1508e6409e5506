/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the system refuses is told with the right or the limit that is missing. Each try is a process of its own. */
#include "unit.h"

#include <sched.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include "common/scheduling.h"
#include "tool_child.h"

#define NOBODY 65534

static void limit(__rlimit_resource_t which, rlim_t most)
{
	const struct rlimit limit = {most, most};

	if (setrlimit(which, &limit) < 0)
		_exit(99);
}

/* A user without any right, who may have lived in this process before. */
static void become_nobody(void)
{
	if (geteuid() == 0 && setresuid(NOBODY, NOBODY, NOBODY) < 0)
		_exit(99);
}

static void try_as_nobody(const void *argument)
{
	limit(RLIMIT_RTPRIO, 0);
	limit(RLIMIT_MEMLOCK, 4096);
	become_nobody();
	_exit((int)scheduling_apply(argument));
}

static void try(const void *argument)
{
	_exit((int)scheduling_apply(argument));
}

static void real_time_needs_a_right(void **state)
{
	const struct scheduling wanted = {.rt_priority = 50};
	const struct tool_child child = tool_child_run(try_as_nobody, &wanted);

	assert_refused(&child, EXIT_STATUS_FAILED, "option --rt: take SCHED_FIFO 50: ");
	assert_refused(&child, EXIT_STATUS_FAILED,
		       "(EPERM); needs CAP_SYS_NICE, or a limit RLIMIT_RTPRIO (ulimit -r) of at least 50, which is 0");
}

static void locking_needs_a_right(void **state)
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
	skip(); /* they turn mlockall() into nothing */
#endif
	const struct scheduling wanted = {.lock_memory = true};
	const struct tool_child child = tool_child_run(try_as_nobody, &wanted);

	assert_refused(&child, EXIT_STATUS_FAILED, "option --mlock: lock the memory: ");
	assert_refused(&child, EXIT_STATUS_FAILED,
		       "needs CAP_IPC_LOCK, or a higher limit RLIMIT_MEMLOCK (ulimit -l), which is 4 KiB");
}

/* The kernel would run on those that are there and say nothing. C20 */
static void missing_cpu_is_no_cpu_less(void **state)
{
	const struct scheduling all_missing = {.cpu_list = "1020-1023"}, some_missing = {.cpu_list = "0,1023"};
	const struct tool_child all = tool_child_run(try, &all_missing), some = tool_child_run(try, &some_missing);

	assert_refused(&all, EXIT_STATUS_FAILED, "option --cpu: '1020-1023' has a CPU that is not online");
	assert_refused(&some, EXIT_STATUS_FAILED, "option --cpu: '0,1023' has a CPU that is not online");
	assert_refused(&some, EXIT_STATUS_FAILED, "usable are: ");
}

static void try_cpu(const void *argument)
{
	cpu_set_t set;
	size_t first = 0;
	char list[16];

	if (sched_getaffinity(0, sizeof(set), &set) < 0)
		_exit(98);
	while (!CPU_ISSET(first, &set))
		first++;
	snprintf(list, sizeof(list), "%zu", first);
	const struct scheduling wanted = {.cpu_list = list};

	if (scheduling_apply(&wanted) != EXIT_STATUS_DONE || sched_getaffinity(0, sizeof(set), &set) < 0)
		_exit(97);
	_exit(CPU_COUNT(&set) == 1 && CPU_ISSET(first, &set) ? 0 : 96);
}

static void cpu_is_taken(void **state)
{
	const struct tool_child child = tool_child_run(try_cpu, NULL);

	assert_int_equal(child.status, 0);
	assert_string_equal(child.said, "");
}

static void nothing_asked_changes_nothing(void **state)
{
	const struct scheduling nothing = {.rt_priority = 0};
	const struct tool_child child = tool_child_run(try_as_nobody, &nothing);

	assert_int_equal(child.status, 0);
	assert_string_equal(child.said, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(real_time_needs_a_right),       cmocka_unit_test(locking_needs_a_right),
		cmocka_unit_test(missing_cpu_is_no_cpu_less),    cmocka_unit_test(cpu_is_taken),
		cmocka_unit_test(nothing_asked_changes_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
