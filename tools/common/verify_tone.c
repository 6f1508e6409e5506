/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A tone that goes on without a jump. Frequency, level and how exact the source is are taken from the first samples that
 * are a tone; from then on each sample must be where the phase says, within a tolerance of twice the largest deviation
 * seen there. Where one is not, the next ones tell what it was: they go on as if nothing had happened (wrong samples), or
 * with another phase (a gap, whose length follows from the shift as far as the tone does not repeat).
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "verify_tone.h"

#define SAMPLES_LEARNED 2048u
#define WINDOW 512u        /* of these that must be one tone; a jump leaves three more to choose from */
#define WINDOW_MIN 64u     /* in a stream that is over before */
#define COLLECTED 32u      /* samples that decide what was wrong with the first of them */
#define CHUNK 256u         /* samples compared before looking at the outcome */
#define FOLLOW_EVERY 1024u /* samples between two looks at how the phase drifts */
#define FOLLOWED 64u       /* samples that tell it */
#define FIRST 16u          /* samples that must be where a window further on says */
#define AMPLITUDE_MIN 8.0
#define DEVIATION_MAX 0.125 /* of the amplitude */
#define GAP_MAX 65536u

enum phase_of_check { LEARNING, FOLLOWING, COLLECTING, NO_TONE };

struct tone {
	struct verify base;
	enum phase_of_check state;
	size_t pair_count;
	struct tone_pair *pairs;
	int tolerance;
	double sample_rate; /* 0 = unknown */
	uint64_t since_follow;
	/* Kept while learning, and from the first sample that is off: [sample * pair_count + pair]. */
	struct tone_value *kept;
	size_t kept_count;
	size_t block_samples; /* of the first block */
};

static struct tone *tone_of(struct verify *verify)
{
	return (struct tone *)verify;
}

static void load_sample(const struct tone *tone, const unsigned char *sample, struct tone_value *ret_values)
{
	for (size_t p = 0; p < tone->pair_count; p++)
		ret_values[p] = tone_value_load(&tone->pairs[p], sample);
}

static void step_all(struct tone *tone, uint64_t samples)
{
	for (size_t p = 0; p < tone->pair_count; p++)
		tone->pairs[p].phase += tone->pairs[p].step * samples;
}

/* Is this sample where the phase, so many samples on, says? */
static bool fits(const struct tone *tone, const struct tone_value *values, uint64_t samples_on)
{
	for (size_t p = 0; p < tone->pair_count; p++) {
		const struct tone_pair *pair = &tone->pairs[p];

		if (!tone_value_is_near(pair, values[p], pair->phase + pair->step * samples_on, tone->tolerance))
			return false;
	}
	return true;
}

/* ---- learning ---- */

/* Returns the largest deviation in the window, as part of the amplitude; INFINITY when nothing is there. */
static double learn_from(struct tone *tone, size_t first, size_t window)
{
	double deviation = 0, amplitude = 0;

	for (size_t p = 0; p < tone->pair_count; p++) {
		const double off = tone_pair_learn(&tone->pairs[p], tone->kept + first * tone->pair_count + p,
						   tone->pair_count, window);

		deviation = off > deviation ? off : deviation;
		amplitude = tone->pairs[p].amplitude > amplitude ? tone->pairs[p].amplitude : amplitude;
	}
	tone->tolerance = (int)ceil(2 * deviation) + 1;
	return amplitude >= AMPLITUDE_MIN ? deviation / amplitude : (double)INFINITY;
}

static void describe(struct tone *tone)
{
	const struct tone_pair *pair = tone_loudest(tone->pairs, tone->pair_count);
	const double turns = tone_turns(pair);
	const double moves = 2 * M_PI * fabs(turns) * pair->amplitude / M_SQRT2; /* at least, in I or Q, per sample */
	char rate[48] = "", unseen[64] = "";

	if (tone->sample_rate > 0)
		snprintf(rate, sizeof(rate), " (%.0f Hz)", turns * tone->sample_rate);
	if (moves <= tone->tolerance)
		snprintf(unseen, sizeof(unseen), ", gaps of fewer than %.0f samples stay unseen",
			 ceil((tone->tolerance + 1) / (moves > 0 ? moves : 1e-9)));
	snprintf(tone->base.result.basis, sizeof(tone->base.result.basis),
		 "a tone of %.7f turns per sample%s, amplitude %.0f, tolerance %d%s", turns, rate, pair->amplitude,
		 tone->tolerance, unseen);
	tone->base.result.period = tone_period(pair, tone->tolerance, GAP_MAX);
}

/* The window that is most of a tone, so that a jump or a wrong sample elsewhere does no harm. */
static double find_window(struct tone *tone, size_t window, size_t *ret_first)
{
	double least = INFINITY;

	for (size_t first = 0; first + window <= tone->kept_count; first += window) {
		const double deviation = learn_from(tone, first, window);

		if (deviation < least) {
			least = deviation;
			*ret_first = first;
		}
	}
	return least;
}

static size_t count_fitting(const struct tone *tone, const struct tone_value *values, size_t count)
{
	size_t fitting = 0;

	for (size_t k = 0; k < count; k++)
		fitting += fits(tone, values + k * tone->pair_count, k);
	return fitting;
}

/* Back from the window to the first sample; if there is a jump in between, the first samples say what the phase was. */
static void go_back(struct tone *tone, size_t first)
{
	for (size_t p = 0; p < tone->pair_count; p++)
		tone->pairs[p].phase -= tone->pairs[p].step * first;
	if (count_fitting(tone, tone->kept, FIRST) > FIRST / 2)
		return;
	for (size_t p = 0; p < tone->pair_count; p++)
		tone->pairs[p].phase += tone_shift(&tone->pairs[p], tone->kept + p, tone->pair_count, 0, FIRST);
}

/* All that was kept, if it is one tone; it is the more exact the longer it is. Else what one window says. */
static bool learn(struct tone *tone)
{
	size_t window = WINDOW, first = 0;
	double least;

	while (window > tone->kept_count)
		window /= 2;
	if (window < WINDOW_MIN)
		return false;
	least = find_window(tone, window, &first);
	if (least > DEVIATION_MAX)
		return false;
	if (learn_from(tone, 0, tone->kept_count) > 1.5 * least) {
		(void)learn_from(tone, first, window);
		go_back(tone, first);
	}
	describe(tone);
	return true;
}

/* ---- following ---- */

/* The first of @count samples that is off, or @count. The phase stays where it is. */
static size_t find_first_off(const struct tone *tone, const unsigned char *data, size_t count)
{
	size_t good = count;

	for (size_t p = 0; p < tone->pair_count; p++) {
		const size_t here =
			tone_pair_run(&tone->pairs[p], data, tone->base.sample_bytes, good, tone->tolerance);

		good = here < good ? here : good;
	}
	return good;
}

/* A frequency that is not exactly what was learned shows as a drift of the phase: lean against it. */
static void follow(struct tone *tone, const struct tone_value *values, size_t count)
{
	for (size_t p = 0; p < tone->pair_count; p++)
		tone_pair_follow(&tone->pairs[p], values + p, tone->pair_count, count, tone->since_follow);
	tone->since_follow = 0;
}

/* The @count samples from @data on are right. */
static void follow_now_and_then(struct tone *tone, const unsigned char *data, size_t count)
{
	struct tone_value values[FOLLOWED * TONE_PAIRS_MAX];

	tone->since_follow += count;
	if (tone->since_follow < FOLLOW_EVERY || count < FOLLOWED)
		return;
	for (size_t n = 0; n < FOLLOWED; n++)
		load_sample(tone, data + n * tone->base.sample_bytes, values + n * tone->pair_count);
	follow(tone, values, FOLLOWED);
}

/* Returns how many samples were right; the rest begins with one that is not. */
static size_t run(struct tone *tone, const unsigned char *data, size_t count)
{
	size_t done = 0;

	while (done < count) {
		const unsigned char *chunk = data + done * tone->base.sample_bytes;
		const size_t size = count - done < CHUNK ? count - done : CHUNK;
		const size_t good = find_first_off(tone, chunk, size);

		if (good == size)
			follow_now_and_then(tone, chunk, size);
		step_all(tone, good);
		done += good;
		if (good < size)
			break;
	}
	return done;
}

/* ---- what was wrong ---- */

/* Lost or repeated samples that shift the phase so. */
static void count_gap(struct tone *tone, uint64_t shift)
{
	struct verify_result *result = &tone->base.result;
	const struct tone_pair *pair = tone_loudest(tone->pairs, tone->pair_count);
	const uint64_t ahead = tone_samples_of_shift(pair, shift, tone->tolerance, GAP_MAX);
	const uint64_t back = tone_samples_of_shift(pair, 0 - shift, tone->tolerance, GAP_MAX);
	const bool repeats = pair->step && back > 0 && (ahead == 0 || back * 16 <= ahead);

	result->gaps++;
	if (repeats)
		result->repeated += back;
	else
		result->lost += ahead > 0 ? ahead : 1;
}

/*
 * The kept samples begin with one that is off. Most fit the old phase: the others are wrong. The last ones fit another
 * phase: there was a gap. Neither: all are wrong, and the phase is what it is now.
 */
static void judge(struct tone *tone)
{
	struct verify_result *result = &tone->base.result;
	const size_t count = tone->kept_count;
	const struct tone_pair *loudest = tone_loudest(tone->pairs, tone->pair_count);
	size_t fitting = count_fitting(tone, tone->kept, count);
	uint64_t shift = 0;

	if (fitting < (count + 1) / 2) {
		for (size_t p = 0; p < tone->pair_count; p++) {
			struct tone_pair *pair = &tone->pairs[p];
			const uint64_t off = tone_shift(pair, tone->kept + p, tone->pair_count, count / 2, count);

			shift = pair == loudest ? off : shift;
			pair->phase += off;
		}
		fitting = count_fitting(tone, tone->kept, count);
		if (fitting >= (count + 1) / 2)
			count_gap(tone, shift);
	}
	result->wrong += count - fitting;
	step_all(tone, count);
	tone->kept_count = 0;
}

/* ---- the stream ---- */

static size_t keep(struct tone *tone, const unsigned char *data, size_t count, size_t wanted)
{
	const size_t room = wanted - tone->kept_count;
	const size_t taken = count < room ? count : room;

	for (size_t i = 0; i < taken; i++)
		load_sample(tone, data + i * tone->base.sample_bytes,
			    tone->kept + (tone->kept_count + i) * tone->pair_count);
	tone->kept_count += taken;
	return taken;
}

/* The kept samples, which were only learned from, are checked as all others. */
static void check_learned(struct tone *tone)
{
	const size_t count = tone->kept_count, pairs = tone->pair_count;
	const uint64_t first = tone->base.result.samples - count;
	struct tone_value *all = tone->kept;
	struct tone_value collected[COLLECTED * TONE_PAIRS_MAX];
	size_t k = 0;

	tone->kept = collected;
	while (k < count) {
		/* Only samples that are right may tell a drift. */
		if (++tone->since_follow >= FOLLOW_EVERY / 4 && count - k >= FOLLOWED &&
		    count_fitting(tone, all + k * pairs, FOLLOWED) == FOLLOWED)
			follow(tone, all + k * pairs, FOLLOWED);
		if (fits(tone, all + k * pairs, 0)) {
			step_all(tone, 1);
			k++;
			continue;
		}
		verify_note_error(&tone->base, first + k, (first + k) / tone->block_samples);
		tone->kept_count = count - k < COLLECTED ? count - k : COLLECTED;
		memcpy(collected, all + k * pairs, tone->kept_count * pairs * sizeof(*all));
		k += tone->kept_count;
		judge(tone);
	}
	tone->kept = all;
	tone->kept_count = 0;
}

static void learned(struct tone *tone, uint64_t samples_now)
{
	const uint64_t before = tone->base.result.samples;

	if (!learn(tone)) {
		tone->state = NO_TONE;
		tone->base.result.wrong += tone->kept_count;
		verify_note_error(&tone->base, 0, 0);
		return;
	}
	tone->base.result.samples = samples_now;
	check_learned(tone);
	tone->base.result.samples = before;
	tone->state = FOLLOWING;
}

/* Returns how many samples have been dealt with. */
static size_t advance(struct tone *tone, const unsigned char *data, size_t count, uint64_t index)
{
	size_t done;

	switch (tone->state) {
	case LEARNING:
		done = keep(tone, data, count, SAMPLES_LEARNED);
		if (tone->kept_count == SAMPLES_LEARNED)
			learned(tone, index + done);
		return done;
	case FOLLOWING:
		done = run(tone, data, count);
		if (done < count) {
			verify_note_error(&tone->base, index + done, tone->base.result.blocks);
			tone->state = COLLECTING;
		}
		return done;
	case COLLECTING:
		done = keep(tone, data, count, COLLECTED);
		if (tone->kept_count == COLLECTED) {
			judge(tone);
			tone->state = FOLLOWING;
		}
		return done;
	default:
		tone->base.result.wrong += count;
		return count;
	}
}

static void look_at_block(struct verify *verify, const unsigned char *data, size_t count)
{
	if (tone_of(verify)->block_samples == 0)
		tone_of(verify)->block_samples = count;
	for (size_t done = 0; done < count;)
		done += advance(tone_of(verify), data + done * verify->sample_bytes, count - done,
				verify->result.samples + done);
}

/* What is still kept is judged as it is, on a copy: more may follow. */
static void conclude(const struct verify *verify, struct verify_result *ret_result)
{
	const struct tone *tone = (const struct tone *)verify;
	struct tone_pair pairs[TONE_PAIRS_MAX];
	struct tone copy = *tone;

	memcpy(pairs, tone->pairs, tone->pair_count * sizeof(*pairs));
	copy.pairs = pairs;
	if (tone->state == LEARNING && tone->kept_count > 0)
		learned(&copy, copy.base.result.samples);
	else if (tone->state == COLLECTING && tone->kept_count > 0)
		judge(&copy);
	*ret_result = copy.base.result;
	ret_result->no_sequence = ret_result->wrong > ret_result->samples / 2;
}

static void free_tone(struct verify *verify)
{
	free(tone_of(verify)->kept);
	free(tone_of(verify)->pairs);
	free(verify);
}

static const struct verify_ops tone_ops = {
	.block = look_at_block,
	.result = conclude,
	.free = free_tone,
};

void verify_tone_rate(struct verify *verify, double sample_rate)
{
	tone_of(verify)->sample_rate = sample_rate > 0 ? sample_rate : 0;
}

int verify_tone_new(const struct verify_column *columns, size_t count, size_t sample_bytes, struct verify **ret_verify)
{
	struct tone *tone = calloc(1, sizeof(*tone));
	int r = -ENOMEM;

	if (!tone)
		return r;
	tone->base.ops = &tone_ops;
	tone->base.sample_bytes = sample_bytes;
	tone->pairs = calloc(TONE_PAIRS_MAX, sizeof(*tone->pairs));
	if (tone->pairs)
		r = tone_pairs_find(columns, count, tone->pairs, &tone->pair_count);
	if (r == 0) {
		tone->kept = calloc(SAMPLES_LEARNED * tone->pair_count, sizeof(*tone->kept));
		r = tone->kept ? 0 : -ENOMEM;
	}
	if (r < 0) {
		free_tone(&tone->base);
		return r;
	}
	*ret_verify = &tone->base;
	return 0;
}
