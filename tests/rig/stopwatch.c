/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * usage: stopwatch FILE COMMAND...: runs the command and writes "SECONDS CPU_SECONDS" to FILE: wall time, and the CPU
 * time of the command in user and kernel mode. Ends with the command's status.
 */
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static double seconds(struct timeval time)
{
	return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

int main(int argc, char **argv)
{
	struct rusage usage;
	double start = now();
	int status;
	pid_t pid;
	FILE *file;

	if (argc < 3) {
		fprintf(stderr, "usage: stopwatch FILE COMMAND...\n");
		return 2;
	}
	pid = fork();
	if (pid == 0) {
		execvp(argv[2], argv + 2);
		perror(argv[2]);
		_exit(127);
	}
	if (pid < 0 || wait4(pid, &status, 0, &usage) != pid) {
		perror("stopwatch");
		return 1;
	}
	file = fopen(argv[1], "w");
	if (!file ||
	    fprintf(file, "%.3f %.3f\n", now() - start, seconds(usage.ru_utime) + seconds(usage.ru_stime)) < 0 ||
	    fclose(file) != 0) {
		perror(argv[1]);
		return 1;
	}
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
