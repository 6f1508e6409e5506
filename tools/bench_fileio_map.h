/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The user's command that gives the kernel's own blocks another mapping. */
#ifndef IIODMA_BENCH_FILEIO_MAP_H
#define IIODMA_BENCH_FILEIO_MAP_H

#include <stddef.h>

/*
 * Run "@command MAPPING" in a shell, its output going to standard error. Returns 0, or -errno: it could not be run, or
 * (-ECANCELED) ended with another status than 0; then @reason says so.
 */
int bench_fileio_map_set(const char *command, const char *mapping, char *reason, size_t size);

#endif
