/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What iiodma-bench can be asked to do. Each command is one file tools/bench_NAME.c with a function of this shape and one line
 * in the table of bench.c; it reads its own command line (argv[0] is its name, argv[-1] the program's) and reports.
 */
#ifndef IIODMA_BENCH_COMMANDS_H
#define IIODMA_BENCH_COMMANDS_H

#include "common/exit_status.h"

enum exit_status bench_matrix(int argc, char **argv);
enum exit_status bench_compare(int argc, char **argv);
enum exit_status bench_memory(int argc, char **argv);
enum exit_status bench_report(int argc, char **argv);
enum exit_status bench_limit(int argc, char **argv);
enum exit_status bench_sweep(int argc, char **argv);

#endif
