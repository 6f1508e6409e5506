/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The highest sample rate that is carried, by trying rates: first doubled or halved from a start until one that is
 * carried and one that is not are known, then halved between the two. What is tried and how often is the caller's.
 */
#ifndef IIODMA_BENCH_SEARCH_H
#define IIODMA_BENCH_SEARCH_H

#include <stdbool.h>

#include "common/findings.h"

enum search_answer {
	SEARCH_CARRIED,
	SEARCH_LOST,
	SEARCH_REJECTED, /* the device does not take this rate */
	SEARCH_STOPPED,  /* nothing can be learned any more: told to stop, or an error */
};

struct search_config {
	double start; /* samples per second, above 0 */
	double lowest;
	double highest;
	double tolerance_ratio; /* how near the two may be */
	/* *rate is what to try; becomes what the device made of it. */
	enum search_answer (*try)(void *context, double *rate);
	void *context;
};

struct search_result {
	enum finding_bound bound;
	double carried;     /* highest rate carried; NaN: none */
	double not_carried; /* lowest rate above it that is not; NaN: none was tried */
	bool monotone;      /* no rate below a carried one was lost */
	unsigned int tries;
};

struct search_result search_highest(const struct search_config *config);

#endif
