/* SPDX-License-Identifier: GPL-2.0-or-later */
/* iiodma-bench without a word of its own: the product of all axes, measured and shown as one table. */
#include "bench_command.h"
#include "bench_commands.h"

static const struct bench_kind matrix = {
	.tool = TOOL_BENCH,
	.about =
		"Measure how many bytes per second each interface moves. The result goes to standard output, progress\n"
		"and notices to standard error. Without DEVICE: one I/Q pair of cf-ad9361-lpc and "
		"cf-ad9361-dds-core-lpc.",
};

enum exit_status bench_matrix(int argc, char **argv)
{
	return bench_command(&matrix, argc, argv);
}
