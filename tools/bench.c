/* SPDX-License-Identifier: GPL-2.0-or-later */
/* iiodma-bench: finds the command that the first word names. */
#include <stddef.h>
#include <string.h>

#include "bench_commands.h"
#include "common/message.h"

struct bench_command {
	const char *name;
	enum exit_status (*run)(int argc, char **argv);
};

/* Ended by the one without a name, which takes whatever names no command: options, a device. */
static const struct bench_command commands[] = {
	{"compare", bench_compare},
	{"report", bench_report},
	{"memory", bench_memory},
	{"limit", bench_limit},
	{"sweep", bench_sweep},
	{"--sweep", bench_sweep},
	{NULL, bench_matrix},
};

int main(int argc, char **argv)
{
	const struct bench_command *command = commands;

	message_init(argv[0]);
	while (command->name && (argc < 2 || strcmp(argv[1], command->name) != 0))
		command++;
	return command->name ? (int)command->run(argc - 1, argv + 1) : (int)command->run(argc, argv);
}
