/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Samples that carry their own number, or that tell it by what they are: counter, ramp, prbs. */
#include <errno.h>
#include <stdlib.h>

#include "verify_checker.h"
#include "verify_pattern.h"

/* The pseudo-random sequence is long enough to take a short step back for samples that came twice. */
#define PRBS_REPEATED_MAX 64u

struct sequence {
	struct verify base;
	struct verify_pattern *pattern;
	bool begun;
	uint32_t expected; /* number of the next sample if nothing is wrong */
	bool suspecting;   /* the sample before was off, but in itself right: */
	uint32_t suspect;  /* its number */
	uint32_t suspect_expected;
	uint64_t suspect_index;
	uint64_t suspect_block;
};

static void suspect_is_wrong(struct sequence *sequence)
{
	sequence->base.result.wrong++;
	verify_note_error(&sequence->base, sequence->suspect_index, sequence->suspect_block);
	sequence->suspecting = false;
}

/* The longest step back that is taken for samples delivered again. */
static uint64_t repeated_max(const struct verify_pattern *pattern)
{
	if (pattern->period > UINT32_MAX)
		return pattern->period / 2;
	return pattern->kind == VERIFY_PRBS ? PRBS_REPEATED_MAX : 0;
}

/*
 * The difference tells forward from backward, whichever wraps. A counter that wraps within a block or two cannot tell
 * them apart; a gap there is taken for the loss that it nearly always is.
 */
static void suspect_is_gap(struct sequence *sequence)
{
	const struct verify_pattern *pattern = sequence->pattern;
	const uint64_t forward =
		verify_pattern_after(pattern, sequence->suspect, pattern->period - sequence->suspect_expected);
	const uint64_t back = pattern->period - forward;

	sequence->base.result.gaps++;
	if (back < repeated_max(pattern))
		sequence->base.result.repeated += back;
	else
		sequence->base.result.lost += forward;
	verify_note_error(&sequence->base, sequence->suspect_index, sequence->suspect_block);
	sequence->suspecting = false;
}

/* One sample where something is off, or was at the one before. */
static void look_at(struct sequence *sequence, const unsigned char *sample, uint64_t index)
{
	const struct verify_pattern *pattern = sequence->pattern;
	const uint32_t number = verify_pattern_number(pattern, sample);
	const bool plausible = verify_pattern_fits(pattern, sample, number);

	if (sequence->suspecting && plausible && number == verify_pattern_after(pattern, sequence->suspect, 1)) {
		suspect_is_gap(sequence);
		sequence->expected = number;
	} else if (sequence->suspecting) {
		suspect_is_wrong(sequence);
	}
	if (!plausible) {
		sequence->base.result.wrong++;
		verify_note_error(&sequence->base, index, sequence->base.result.blocks);
	} else if (number != sequence->expected) {
		sequence->suspecting = true;
		sequence->suspect = number;
		sequence->suspect_expected = sequence->expected;
		sequence->suspect_index = index;
		sequence->suspect_block = sequence->base.result.blocks;
	}
	sequence->expected = verify_pattern_after(pattern, sequence->expected, 1);
}

/* The first sample that can be one sets the number. Returns whether @sample did. */
static bool begin(struct sequence *sequence, const unsigned char *sample, uint64_t index)
{
	sequence->begun = verify_pattern_begin(sequence->pattern, sample);
	if (sequence->begun) {
		sequence->expected = verify_pattern_number(sequence->pattern, sample);
		return true;
	}
	sequence->base.result.wrong++;
	verify_note_error(&sequence->base, index, sequence->base.result.blocks);
	return false;
}

/* Returns how many samples from @data on have been dealt with: all that are right, or one that is not. */
static size_t advance(struct sequence *sequence, const unsigned char *data, size_t count, uint64_t index)
{
	size_t good;

	if (!sequence->begun && !begin(sequence, data, index))
		return 1;
	if (sequence->suspecting) {
		look_at(sequence, data, index);
		return 1;
	}
	good = verify_pattern_run(sequence->pattern, data, count, sequence->expected);
	sequence->expected = verify_pattern_after(sequence->pattern, sequence->expected, good);
	if (good < count)
		look_at(sequence, data + good * sequence->base.sample_bytes, index + good);
	return good < count ? good + 1 : good;
}

static void look_at_block(struct verify *verify, const unsigned char *data, size_t count)
{
	struct sequence *sequence = (struct sequence *)verify;

	for (size_t done = 0; done < count;)
		done += advance(sequence, data + done * verify->sample_bytes, count - done,
				verify->result.samples + done);
}

static void conclude(const struct verify *verify, struct verify_result *ret_result)
{
	const struct sequence *sequence = (const struct sequence *)verify;

	if (sequence->suspecting) {
		ret_result->wrong++;
		if (!verify->error_seen) {
			ret_result->first_error_sample = sequence->suspect_index;
			ret_result->first_error_block = sequence->suspect_block;
		}
	}
	ret_result->no_sequence = ret_result->wrong > ret_result->samples / 2;
	ret_result->lost_exact = sequence->pattern->period > UINT32_MAX && !ret_result->no_sequence;
}

static void free_sequence(struct verify *verify)
{
	verify_pattern_free(((struct sequence *)verify)->pattern);
	free(verify);
}

static const struct verify_ops sequence_ops = {
	.block = look_at_block,
	.result = conclude,
	.free = free_sequence,
};

int verify_sequence_new(enum verify_kind kind, const struct verify_column *columns, size_t count, size_t sample_bytes,
			struct verify **ret_verify)
{
	struct sequence *sequence = calloc(1, sizeof(*sequence));
	int r;

	if (!sequence)
		return -ENOMEM;
	sequence->base.ops = &sequence_ops;
	sequence->base.sample_bytes = sample_bytes;
	r = verify_pattern_new(kind, columns, count, sample_bytes, &sequence->pattern);
	if (r < 0) {
		free(sequence);
		return r;
	}
	sequence->base.result.period = sequence->pattern->period;
	*ret_verify = &sequence->base;
	return 0;
}
