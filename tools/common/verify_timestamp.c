/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Continuity by the channel "timestamp": nanoseconds that step on by one sample period from sample to sample. A step
 * between a half and one and a half periods is one sample, however it jitters; a longer one is a gap of so many samples,
 * a shorter one, or one back, is a sample that is wrong.
 */
#include <endian.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "verify_checker.h"

/* Without a sample rate the period is the median of the first steps, which these are kept for. */
#define LEARNED_STEPS 15u

#define NS_PER_MS 1e6

struct timestamps {
	struct verify base;
	size_t offset;
	bool big_endian;
	double interval_ns; /* expected; 0 = not known yet */
	bool begun;
	int64_t last_ns;
	struct {
		int64_t step_ns;
		uint64_t sample;
		uint64_t block;
		bool at_edge;
	} kept[LEARNED_STEPS];
	unsigned int kept_count;
};

static int64_t stamp(const struct timestamps *stamps, const unsigned char *sample)
{
	uint64_t value;

	memcpy(&value, sample + stamps->offset, sizeof(value));
	return (int64_t)(stamps->big_endian ? be64toh(value) : le64toh(value));
}

static void describe(struct timestamps *stamps, int64_t step_ns, uint64_t missing, bool at_edge)
{
	struct verify_result *result = &stamps->base.result;
	const char *place = at_edge ? "at a block edge" : "within a block";

	if (missing > 0)
		snprintf(result->fault, sizeof(result->fault),
			 "timestamp gap before sample %" PRIu64 ": %.1f ms, expected %.1f ms, %" PRIu64
			 " samples missing, %s",
			 result->first_error_sample, (double)step_ns / NS_PER_MS, stamps->interval_ns / NS_PER_MS,
			 missing, place);
	else
		snprintf(result->fault, sizeof(result->fault),
			 "timestamp of sample %" PRIu64 " is %.3f ms after the one before, expected %.3f ms, %s",
			 result->first_error_sample, (double)step_ns / NS_PER_MS, stamps->interval_ns / NS_PER_MS,
			 place);
}

static void judge(struct timestamps *stamps, int64_t step_ns, uint64_t sample, uint64_t block, bool at_edge)
{
	struct verify_result *result = &stamps->base.result;
	const double steps = (double)step_ns / stamps->interval_ns;
	uint64_t missing = 0;

	if (steps >= 0.5 && steps <= 1.5)
		return;
	if (steps > 1.5)
		missing = (uint64_t)llround(steps) - 1;
	if (missing > 0) {
		result->gaps++;
		result->lost += missing;
	} else {
		result->wrong++;
	}
	if (verify_note_error(&stamps->base, sample, block))
		describe(stamps, step_ns, missing, at_edge);
}

static int compare_steps(const void *a, const void *b)
{
	const int64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* What is known of the period by now, then judge the steps that waited for it. */
static void learn(struct timestamps *stamps)
{
	int64_t steps[LEARNED_STEPS];

	for (unsigned int i = 0; i < stamps->kept_count; i++)
		steps[i] = stamps->kept[i].step_ns;
	qsort(steps, stamps->kept_count, sizeof(*steps), compare_steps);
	stamps->interval_ns = (double)steps[stamps->kept_count / 2];
	if (!(stamps->interval_ns > 0))
		stamps->interval_ns = 1;
	for (unsigned int i = 0; i < stamps->kept_count; i++)
		judge(stamps, stamps->kept[i].step_ns, stamps->kept[i].sample, stamps->kept[i].block,
		      stamps->kept[i].at_edge);
	snprintf(stamps->base.result.basis, sizeof(stamps->base.result.basis),
		 "the period of %.6f ms is that of the first samples: the sample rate is unknown",
		 stamps->interval_ns / NS_PER_MS);
}

static void keep(struct timestamps *stamps, int64_t step_ns, uint64_t sample, bool at_edge)
{
	const unsigned int i = stamps->kept_count++;

	stamps->kept[i].step_ns = step_ns;
	stamps->kept[i].sample = sample;
	stamps->kept[i].block = stamps->base.result.blocks;
	stamps->kept[i].at_edge = at_edge;
	if (stamps->kept_count == LEARNED_STEPS)
		learn(stamps);
}

static void look_at_block(struct verify *verify, const unsigned char *data, size_t count)
{
	struct timestamps *stamps = (struct timestamps *)verify;

	for (size_t i = 0; i < count; i++) {
		const int64_t now_ns = stamp(stamps, data + i * verify->sample_bytes);
		const int64_t step_ns = (int64_t)((uint64_t)now_ns - (uint64_t)stamps->last_ns);
		const uint64_t sample = verify->result.samples + i;

		if (stamps->begun && stamps->interval_ns > 0)
			judge(stamps, step_ns, sample, verify->result.blocks, i == 0);
		else if (stamps->begun)
			keep(stamps, step_ns, sample, i == 0);
		stamps->begun = true;
		stamps->last_ns = now_ns;
	}
}

/* Fewer steps than wanted must do at the end. */
static void conclude(const struct verify *verify, struct verify_result *ret_result)
{
	struct timestamps stamps = *(const struct timestamps *)verify;

	if (!(stamps.interval_ns > 0) && stamps.kept_count > 0)
		learn(&stamps);
	*ret_result = stamps.base.result;
	ret_result->no_sequence = ret_result->wrong > ret_result->samples / 2;
	ret_result->lost_exact = !ret_result->no_sequence;
}

static void free_timestamps(struct verify *verify)
{
	free(verify);
}

static const struct verify_ops timestamp_ops = {
	.block = look_at_block,
	.result = conclude,
	.free = free_timestamps,
};

int verify_timestamp_new(size_t offset, bool big_endian, size_t sample_bytes, double interval_ns,
			 struct verify **ret_verify)
{
	struct timestamps *stamps = calloc(1, sizeof(*stamps));

	if (!stamps)
		return -ENOMEM;
	stamps->base.ops = &timestamp_ops;
	stamps->base.sample_bytes = sample_bytes;
	stamps->offset = offset;
	stamps->big_endian = big_endian;
	stamps->interval_ns = interval_ns;
	*ret_verify = &stamps->base;
	return 0;
}
