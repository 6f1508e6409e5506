/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Checking the samples of a run, in the form bench_measure wants it. */
#ifndef IIODMA_BENCH_VERIFY_H
#define IIODMA_BENCH_VERIFY_H

#include "bench_measure.h"
#include "common/check.h"

struct bench_check {
	struct check_request request;
	struct iiodma_channel *const *channels;
	size_t channel_count;
	struct check *check;            /* NULL between runs */
	struct bench_verifier verifier; /* to hand to bench_measure */
};

/* Make @check ready for runs with @kind (not VERIFY_NONE) over @channels. It must stay where it is. */
void bench_check_prepare(struct bench_check *check, enum verify_kind kind, struct iiodma_channel *const *channels,
			 size_t channel_count);

#endif
