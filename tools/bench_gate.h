/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Conditions that a result must meet: --require and --max-lost. What is not known is not met. */
#ifndef IIODMA_BENCH_GATE_H
#define IIODMA_BENCH_GATE_H

#include "common/result.h"

enum bench_relation {
	BENCH_AT_LEAST,
	BENCH_ABOVE,
	BENCH_AT_MOST,
	BENCH_BELOW,
};

struct bench_requirement {
	const char *text; /* as given */
	bool any_api;
	enum iiodma_api api;
	bool any_direction;
	enum iiodma_direction direction;
	enum bench_relation relation;
	double bytes_per_second;
};

/* "dmabuf.read>=200MiB/s"; @text must live as long as the requirement. Returns 0 or -EINVAL. */
int bench_requirement_parse(const char *text, struct bench_requirement *ret_requirement);

/*
 * Hold the result against the requirements and against @max_lost samples in a run (negative = no such limit), and note
 * in it what was found. Returns 0 or -ENOMEM.
 */
int bench_gate(struct result *result, const struct bench_requirement *requirements, size_t count, int64_t max_lost);

/* Whether everything noted is met. */
bool bench_gate_passed(const struct result *result);

#endif
