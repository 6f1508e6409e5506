/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The command line of iiodma-bench, read into a struct. */
#ifndef IIODMA_BENCH_OPTIONS_H
#define IIODMA_BENCH_OPTIONS_H

#include "bench_gate.h"
#include "bench_plan.h"
#include "common/report_output.h"
#include "common/scheduling.h"
#include "common/stream_request.h"
#include "common/target.h"
#include "common/verify.h"

#define BENCH_REQUIREMENTS_MAX 64u

struct bench_kind;

struct bench_options {
	const struct bench_kind *kind;
	struct target_request target;
	struct stream_request stream; /* what is not an axis: time limit, sync, amount */
	struct bench_axes axes;
	bool block_in_bytes;                         /* blocks of the axes are bytes until the channels are known */
	unsigned int channel_counts[BENCH_AXIS_MAX]; /* so many of the chosen channels */
	size_t channel_count_count;                  /* 0 = all of them */
	bool channel_counts_given;
	double rate_low; /* ends of a search */
	double rate_high;
	int64_t duration_ns; /* negative = not given */
	int64_t warmup_ns;
	bool warmup_given;
	int64_t interval_ns;
	unsigned int repeats; /* 0 = not given */
	bool split;
	enum verify_kind verify;
	bool no_test_mode; /* leave the converter's test modes as they are */
	struct bench_requirement requirements[BENCH_REQUIREMENTS_MAX];
	size_t requirement_count;
	int64_t max_lost; /* negative = not given */
	struct report_request report;
	struct scheduling scheduling;
	bool plan_only;
};

/*
 * Read the command line of a command and fill in defaults. Help and version are printed and end the program; so does, with one
 * sentence and status 2, whatever is wrong.
 */
void bench_options_read(struct bench_options *options, const struct bench_kind *kind, int argc, char **argv);

#endif
