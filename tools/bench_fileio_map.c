/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "bench_fileio_map.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <iiodma/error.h>

extern char **environ;

#define SCRIPT_BYTES 4096

/* Standard output carries the report. Returns 0 or a positive errno, as posix_spawn() does. */
static int start(const char *script, const char *mapping, pid_t *ret_child)
{
	char *const arguments[] = {"sh", "-c", (char *)script, "sh", (char *)mapping, NULL};
	posix_spawn_file_actions_t actions;
	int error = posix_spawn_file_actions_init(&actions);

	if (error)
		return error;
	error = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
	if (!error)
		error = posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
	if (!error)
		error = posix_spawn(ret_child, "/bin/sh", &actions, NULL, arguments, environ);
	posix_spawn_file_actions_destroy(&actions);
	return error;
}

static int wait_for(pid_t child)
{
	int status;

	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR)
			return -errno;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int bench_fileio_map_set(const char *command, const char *mapping, char *reason, size_t size)
{
	char script[SCRIPT_BYTES];
	pid_t child;
	int status;

	if (snprintf(script, sizeof(script), "%s \"$1\"", command) >= (int)sizeof(script))
		status = -E2BIG;
	else
		status = -start(script, mapping, &child);
	if (status == 0)
		status = wait_for(child);
	if (status == 0)
		return 0;
	if (status > 0)
		snprintf(reason, size, "--fileio-map-with: '%s %s' ended with status %d", command, mapping, status);
	else
		snprintf(reason, size, "--fileio-map-with: '%s %s' cannot be run (%s)", command, mapping,
			 iiodma_errno_name(status));
	return status > 0 ? -ECANCELED : status;
}
