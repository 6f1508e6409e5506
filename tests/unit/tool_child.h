/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Running code that may end the program, as the option parsers do, and catching its exit status and what it says. */
#ifndef TOOL_CHILD_H
#define TOOL_CHILD_H

#include "unit.h"

#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

struct tool_child {
	int status; /* exit status; 0 also when @run came back */
	char said[4096];
};

static struct tool_child tool_child_run(void (*run)(const void *argument), const void *argument)
{
	struct tool_child child = {0};
	size_t used = 0;
	ssize_t got;
	int ends[2], state;
	pid_t pid;

	assert_int_equal(pipe(ends), 0);
	pid = fork();
	assert_true(pid >= 0);
	if (pid == 0) {
		dup2(ends[1], STDERR_FILENO);
		close(ends[0]);
		close(ends[1]);
		run(argument);
		_exit(0);
	}
	close(ends[1]);
	while ((got = read(ends[0], child.said + used, sizeof(child.said) - 1 - used)) > 0)
		used += (size_t)got;
	close(ends[0]);
	assert_int_equal(waitpid(pid, &state, 0), pid);
	assert_true(WIFEXITED(state));
	child.status = WEXITSTATUS(state);
	return child;
}

/* It ended with @status and the one sentence it said holds @part. */
#define assert_refused(child, expected, part)                                                 \
	do {                                                                                  \
		const struct tool_child *one = (child);                                       \
		assert_int_equal(one->status, expected);                                      \
		if (!strstr(one->said, part))                                                 \
			fail_msg("\"%s\" lacks \"%s\"", one->said, part);                     \
		assert_ptr_equal(strchr(one->said, '\n'), one->said + strlen(one->said) - 1); \
	} while (0)

#endif
