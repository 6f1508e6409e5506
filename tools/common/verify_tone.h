/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The arithmetic of verify_tone.c: one complex tone in an I/Q pair. A phase is 64 bit, one turn is 2^64, so that it wraps
 * by itself and nothing drifts in 10^8 samples.
 */
#ifndef TOOLS_VERIFY_TONE_H
#define TOOLS_VERIFY_TONE_H

#include "verify_checker.h"

#define TONE_PAIRS_MAX 4u
#define TONE_TABLE 16384u /* values of a turn */

struct tone_value {
	int16_t i;
	int16_t q;
};

struct tone_pair {
	size_t i_offset;
	size_t q_offset;
	double amplitude;
	uint64_t phase; /* of the next sample */
	uint64_t step;
	int16_t cosine[TONE_TABLE]; /* of this amplitude */
};

/* -EINVAL: a channel without its partner, or more pairs than TONE_PAIRS_MAX. */
int tone_pairs_find(const struct verify_column *columns, size_t count, struct tone_pair *pairs, size_t *ret_count);
const struct tone_pair *tone_loudest(const struct tone_pair *pairs, size_t count);

struct tone_value tone_value_load(const struct tone_pair *pair, const unsigned char *sample);
bool tone_value_is_near(const struct tone_pair *pair, struct tone_value value, uint64_t phase, int tolerance);

/* Learn step and amplitude from @count values, @stride apart. Returns the largest deviation from that tone. */
double tone_pair_learn(struct tone_pair *pair, const struct tone_value *values, size_t stride, size_t count);

/* By how much the phase of values @from to @to - 1 is ahead of the pair's, where value 0 is the next sample. */
uint64_t tone_shift(const struct tone_pair *pair, const struct tone_value *values, size_t stride, size_t from,
		    size_t to);

/* How many of @count samples from the start of @data are near the tone. */
size_t tone_pair_run(const struct tone_pair *pair, const unsigned char *data, size_t sample_bytes, size_t count,
		     int tolerance);

/* The tone has been followed for @samples, and @values are the next @count: correct phase and step. */
void tone_pair_follow(struct tone_pair *pair, const struct tone_value *values, size_t stride, size_t count,
		      uint64_t samples);

double tone_turns(const struct tone_pair *pair); /* per sample, -0.5 to 0.5 */

/* The fewest samples, 1 to @max, that shift the phase by @shift as far as @tolerance can tell; 0 = none. */
uint64_t tone_samples_of_shift(const struct tone_pair *pair, uint64_t shift, int tolerance, uint64_t max);

/* After so many samples the tone is the same again; @max when it takes longer. */
uint64_t tone_period(const struct tone_pair *pair, int tolerance, uint64_t max);

#endif
