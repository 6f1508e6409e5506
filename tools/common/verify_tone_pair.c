/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <endian.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "verify_tone.h"

#define TABLE_SHIFT 50u /* of a phase, to the place in the table */
#define TURN 18446744073709551616.0
#define LONGEST_LAG 4u /* of a window, as its fraction */
#define SEGMENTS 8u    /* of a window */

static const struct verify_column *find_column(const struct verify_column *columns, size_t count, unsigned int channel)
{
	for (size_t i = 0; i < count; i++)
		if (columns[i].channel == channel)
			return &columns[i];
	return NULL;
}

int tone_pairs_find(const struct verify_column *columns, size_t count, struct tone_pair *pairs, size_t *ret_count)
{
	size_t found = 0;

	for (size_t i = 0; i < count; i++) {
		const struct verify_column *partner = find_column(columns, count, columns[i].channel ^ 1);

		if (!partner || found == TONE_PAIRS_MAX)
			return -EINVAL;
		if (columns[i].channel % 2 == 0) {
			pairs[found].i_offset = columns[i].offset;
			pairs[found++].q_offset = partner->offset;
		}
	}
	*ret_count = found;
	return 0;
}

const struct tone_pair *tone_loudest(const struct tone_pair *pairs, size_t count)
{
	const struct tone_pair *loudest = pairs;

	for (size_t p = 1; p < count; p++)
		if (pairs[p].amplitude > loudest->amplitude)
			loudest = &pairs[p];
	return loudest;
}

static int load(const unsigned char *sample, size_t offset)
{
	return (int16_t)le16toh(*(const uint16_t *)(const void *)(sample + offset));
}

struct tone_value tone_value_load(const struct tone_pair *pair, const unsigned char *sample)
{
	return (struct tone_value){
		.i = (int16_t)load(sample, pair->i_offset),
		.q = (int16_t)load(sample, pair->q_offset),
	};
}

static int cosine(const struct tone_pair *pair, uint64_t phase)
{
	return pair->cosine[phase >> TABLE_SHIFT];
}

static int sine(const struct tone_pair *pair, uint64_t phase)
{
	return pair->cosine[((phase >> TABLE_SHIFT) - TONE_TABLE / 4) % TONE_TABLE];
}

static bool is_off(const struct tone_pair *pair, int i, int q, uint64_t phase, int tolerance)
{
	return abs(i - cosine(pair, phase)) > tolerance || abs(q - sine(pair, phase)) > tolerance;
}

bool tone_value_is_near(const struct tone_pair *pair, struct tone_value value, uint64_t phase, int tolerance)
{
	return !is_off(pair, value.i, value.q, phase, tolerance);
}

/* Turns as a phase; whole turns are dropped. */
static uint64_t phase_of(double turns)
{
	return (uint64_t)(int64_t)((turns - floor(turns + 0.5)) * TURN);
}

static double turns_of(uint64_t phase)
{
	return (double)(int64_t)phase / TURN;
}

double tone_turns(const struct tone_pair *pair)
{
	return turns_of(pair->step);
}

/* Turns from a value to the one @lag later, on average; -0.5 to 0.5. */
static double turns_in(const struct tone_value *values, size_t stride, size_t count, size_t lag)
{
	double x = 0, y = 0;

	for (size_t n = 0; n + lag < count; n++) {
		const struct tone_value a = values[n * stride], b = values[(n + lag) * stride];

		x += (double)a.i * b.i + (double)a.q * b.q;
		y += (double)a.i * b.q - (double)a.q * b.i;
	}
	return atan2(y, x) / (2 * M_PI);
}

/* Each longer lag is more exact, and the one before says how many whole turns lie in it. */
static double find_turns(const struct tone_value *values, size_t stride, size_t count)
{
	double turns = turns_in(values, stride, count, 1);

	for (size_t lag = 2; lag <= count / LONGEST_LAG; lag *= 2) {
		const double coarse = turns * (double)lag;
		const double rest = turns_in(values, stride, count, lag) - (coarse - floor(coarse + 0.5));

		turns = (coarse + rest - floor(rest + 0.5)) / (double)lag;
	}
	return turns;
}

static double find_amplitude(const struct tone_value *values, size_t stride, size_t count)
{
	double power = 0;

	for (size_t n = 0; n < count; n++) {
		const struct tone_value value = values[n * stride];

		power += (double)value.i * value.i + (double)value.q * value.q;
	}
	return sqrt(power / (double)count);
}

static void set_amplitude(struct tone_pair *pair, double amplitude)
{
	pair->amplitude = amplitude;
	for (unsigned int k = 0; k < TONE_TABLE; k++)
		pair->cosine[k] = (int16_t)fmin(round(amplitude * cos(2 * M_PI * k / TONE_TABLE)), INT16_MAX);
}

/* How far the values get ahead of the pair's step, in turns per sample: the slope of the phase over the segments. */
static double find_slope(const struct tone_pair *pair, const struct tone_value *values, size_t stride, size_t count)
{
	const size_t length = count / SEGMENTS;
	double slope = 0, spread = 0;

	for (size_t k = 0; k < SEGMENTS; k++) {
		const double place = ((double)k - (SEGMENTS - 1) / 2.0) * (double)length;

		slope += place * turns_of(tone_shift(pair, values, stride, k * length, (k + 1) * length));
		spread += place * place;
	}
	return slope / spread;
}

double tone_pair_learn(struct tone_pair *pair, const struct tone_value *values, size_t stride, size_t count)
{
	double largest = 0;
	uint64_t phase;

	set_amplitude(pair, find_amplitude(values, stride, count));
	pair->step = phase_of(find_turns(values, stride, count));
	pair->phase = 0;
	pair->phase = tone_shift(pair, values, stride, 0, count);
	pair->step += phase_of(find_slope(pair, values, stride, count));
	pair->phase += tone_shift(pair, values, stride, 0, count);
	phase = pair->phase;
	for (size_t n = 0; n < count; n++, phase += pair->step) {
		const struct tone_value value = values[n * stride];

		largest = fmax(largest, abs(value.i - cosine(pair, phase)));
		largest = fmax(largest, abs(value.q - sine(pair, phase)));
	}
	return largest;
}

uint64_t tone_shift(const struct tone_pair *pair, const struct tone_value *values, size_t stride, size_t from,
		    size_t to)
{
	double x = 0, y = 0;

	for (size_t n = from; n < to; n++) {
		const uint64_t phase = pair->phase + pair->step * n;
		const double c = cosine(pair, phase), s = sine(pair, phase);
		const struct tone_value value = values[n * stride];

		x += value.i * c + value.q * s;
		y += value.q * c - value.i * s;
	}
	return phase_of(atan2(y, x) / (2 * M_PI));
}

/* The outcome is looked at once for all, which keeps branches out of the loop. */
static bool all_near(const struct tone_pair *pair, const unsigned char *data, size_t sample_bytes, size_t count,
		     int tolerance)
{
	const unsigned char *i = data + pair->i_offset, *q = data + pair->q_offset;
	const unsigned int room = 2 * (unsigned int)tolerance;
	uint64_t phase = pair->phase;
	unsigned int off = 0;

	for (size_t n = 0; n < count; n++, phase += pair->step) {
		off |= (unsigned int)(load(i, n * sample_bytes) - cosine(pair, phase) + tolerance) > room;
		off |= (unsigned int)(load(q, n * sample_bytes) - sine(pair, phase) + tolerance) > room;
	}
	return !off;
}

size_t tone_pair_run(const struct tone_pair *pair, const unsigned char *data, size_t sample_bytes, size_t count,
		     int tolerance)
{
	uint64_t phase = pair->phase;
	size_t good = 0;

	if (all_near(pair, data, sample_bytes, count, tolerance))
		return count;
	for (; good < count; good++, phase += pair->step) {
		const struct tone_value value = tone_value_load(pair, data + good * sample_bytes);

		if (is_off(pair, value.i, value.q, phase, tolerance))
			break;
	}
	return good;
}

void tone_pair_follow(struct tone_pair *pair, const struct tone_value *values, size_t stride, size_t count,
		      uint64_t samples)
{
	double drift;

	if (pair->amplitude < 1)
		return;
	drift = turns_of(tone_shift(pair, values, stride, 0, count));
	pair->phase += phase_of(drift / 2);
	pair->step += phase_of(drift / 16 / (double)samples);
}

/* What a tolerance in value is in phase. */
static uint64_t phase_tolerance(const struct tone_pair *pair, int tolerance)
{
	const double turns = (tolerance + 1) / (2 * M_PI * fmax(pair->amplitude, 1));

	return turns < 0.25 ? (uint64_t)(turns * TURN) : UINT64_C(1) << 62;
}

static uint64_t distance(uint64_t a, uint64_t b)
{
	const uint64_t difference = a - b;

	return difference < 0 - difference ? difference : 0 - difference;
}

/* The nearest of those that come near first: a slow tone comes near before it is there. */
uint64_t tone_samples_of_shift(const struct tone_pair *pair, uint64_t shift, int tolerance, uint64_t max)
{
	const uint64_t near = phase_tolerance(pair, tolerance);
	uint64_t best = 0, best_distance = near + 1;

	for (uint64_t n = 1; n <= max; n++) {
		const uint64_t away = distance(pair->step * n, shift);

		if (away < best_distance) {
			best = n;
			best_distance = away;
		} else if (best && away > near) {
			break;
		}
	}
	return best;
}

uint64_t tone_period(const struct tone_pair *pair, int tolerance, uint64_t max)
{
	const uint64_t near = phase_tolerance(pair, tolerance) / 8 + 1;

	for (uint64_t n = 1; n <= max; n++)
		if (distance(pair->step * n, 0) <= near)
			return n;
	return max;
}
