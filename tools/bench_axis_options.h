/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Options that are lists of values to combine, read into axes. */
#ifndef IIODMA_BENCH_AXIS_OPTIONS_H
#define IIODMA_BENCH_AXIS_OPTIONS_H

#include "bench_plan.h"
#include "common/options.h"

/*
 * Take an option of this file. Returns whether @key was one; a bad value ends the program with one sentence and
 * status 2.
 */
bool bench_axis_take_option(struct bench_axes *axes, enum option_key key, const char *spelling, const char *argument);

/*
 * After the last option: fill in what was not given and refuse what contradicts (status 2).
 * @default_heap: for the blocks of dmabuf, NULL = the library's choice
 * @no_sync: leave cache maintenance out, whatever the memory
 * @reference: with no API, direction or memory given, the reference table is what is wanted
 */
void bench_axis_complete(struct bench_axes *axes, const char *default_heap, bool no_sync, bool reference);

#endif
