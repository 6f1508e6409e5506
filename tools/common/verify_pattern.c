/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "verify_pattern.h"

#include <endian.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define RAMP_PERIOD 4096u
#define RAMP_STEP 512u
#define CHUNK VERIFY_PRBS_RUN /* samples compared before looking at the outcome, so that the compiler can use vectors */

static enum verify_layout find_layout(const struct verify_pattern *pattern)
{
	if (pattern->kind == VERIFY_RAMP || pattern->sample_bytes != 2 * pattern->count)
		return VERIFY_LAYOUT_COLUMNS;
	for (size_t i = 0; i < pattern->count; i++)
		if (pattern->columns[i].offset != 2 * i || pattern->columns[i].channel % 2 != i % 2)
			return VERIFY_LAYOUT_COLUMNS;
	if (pattern->count == 2)
		return VERIFY_LAYOUT_PAIR;
	return pattern->count == 4 ? VERIFY_LAYOUT_TWO_PAIRS : VERIFY_LAYOUT_COLUMNS;
}

static void find_halves(struct verify_pattern *pattern)
{
	for (size_t i = 0; i < pattern->count; i++) {
		const struct verify_column *column = &pattern->columns[i];

		if (column->channel % 2 == 0 && !pattern->even)
			pattern->even = column;
		if (column->channel % 2 == 1 && !pattern->odd)
			pattern->odd = column;
	}
}

static uint64_t find_period(const struct verify_pattern *pattern)
{
	if (pattern->kind == VERIFY_RAMP)
		return RAMP_PERIOD;
	if (pattern->kind == VERIFY_PRBS)
		return VERIFY_PRBS_PERIOD;
	return pattern->odd ? UINT64_C(1) << 32 : UINT64_C(1) << 16;
}

static const struct verify_column *find_column(const struct verify_pattern *pattern, unsigned int channel)
{
	for (size_t i = 0; i < pattern->count; i++)
		if (pattern->columns[i].channel == channel)
			return &pattern->columns[i];
	return NULL;
}

/* Every channel must have its partner: one half of a pair alone does not say where in the sequence it is. */
static int find_pairs(struct verify_pattern *pattern)
{
	pattern->prbs = malloc(sizeof(*pattern->prbs));
	pattern->pairs = calloc(pattern->count, sizeof(*pattern->pairs));
	if (!pattern->prbs || !pattern->pairs)
		return -ENOMEM;
	verify_prbs_init(pattern->prbs);
	for (size_t i = 0; i < pattern->count; i++) {
		const struct verify_column *column = &pattern->columns[i];
		const struct verify_column *partner = find_column(pattern, column->channel ^ 1);

		if (!partner)
			return -EINVAL;
		if (column->channel % 2 == 0)
			pattern->pairs[pattern->pair_count++] = (struct verify_pair){
				.i_offset = column->offset,
				.q_offset = partner->offset,
			};
	}
	return 0;
}

static int complete(struct verify_pattern *pattern)
{
	find_halves(pattern);
	pattern->period = find_period(pattern);
	pattern->layout = find_layout(pattern);
	if (pattern->kind == VERIFY_COUNTER && !pattern->even)
		return -EINVAL;
	return pattern->kind == VERIFY_PRBS ? find_pairs(pattern) : 0;
}

int verify_pattern_new(enum verify_kind kind, const struct verify_column *columns, size_t count, size_t sample_bytes,
		       struct verify_pattern **ret_pattern)
{
	struct verify_pattern *pattern = calloc(1, sizeof(*pattern) + count * sizeof(*columns));
	int r;

	if (!pattern)
		return -ENOMEM;
	memcpy(pattern->columns, columns, count * sizeof(*columns));
	pattern->kind = kind;
	pattern->count = count;
	pattern->sample_bytes = sample_bytes;
	r = complete(pattern);
	if (r < 0) {
		verify_pattern_free(pattern);
		return r;
	}
	*ret_pattern = pattern;
	return 0;
}

void verify_pattern_free(struct verify_pattern *pattern)
{
	if (!pattern)
		return;
	free(pattern->prbs);
	free(pattern->pairs);
	free(pattern);
}

static uint16_t load_at(const unsigned char *sample, size_t offset)
{
	return le16toh(*(const uint16_t *)(const void *)(sample + offset));
}

static uint16_t load(const unsigned char *sample, const struct verify_column *column)
{
	return load_at(sample, column->offset);
}

static uint32_t pair_number(const struct verify_pattern *pattern, const struct verify_pair *pair,
			    const unsigned char *sample)
{
	return verify_prbs_number(pattern->prbs, load_at(sample, pair->i_offset), load_at(sample, pair->q_offset));
}

uint32_t verify_pattern_after(const struct verify_pattern *pattern, uint32_t number, uint64_t steps)
{
	return (uint32_t)((number + steps) % pattern->period);
}

bool verify_pattern_begin(struct verify_pattern *pattern, const unsigned char *sample)
{
	uint32_t first = 0;

	for (size_t i = 0; i < pattern->pair_count; i++) {
		const uint32_t number = pair_number(pattern, &pattern->pairs[i], sample);

		if (number == VERIFY_PRBS_NO_NUMBER)
			return false;
		if (i == 0)
			first = number;
		pattern->pairs[i].ahead = verify_pattern_after(pattern, number, pattern->period - first);
	}
	return true;
}

uint32_t verify_pattern_number(const struct verify_pattern *pattern, const unsigned char *sample)
{
	if (pattern->kind == VERIFY_PRBS)
		return pair_number(pattern, pattern->pairs, sample);
	if (pattern->kind == VERIFY_RAMP)
		return (load(sample, pattern->columns) + RAMP_PERIOD / 2 - RAMP_STEP * pattern->columns->channel) %
		       RAMP_PERIOD;
	return (pattern->odd ? (uint32_t)load(sample, pattern->odd) << 16 : 0) | load(sample, pattern->even);
}

static uint16_t column_value(const struct verify_pattern *pattern, const struct verify_column *column, uint32_t number)
{
	if (pattern->kind == VERIFY_RAMP)
		return (uint16_t)((number + RAMP_STEP * column->channel) % RAMP_PERIOD - RAMP_PERIOD / 2);
	return (uint16_t)(column->channel % 2 ? number >> 16 : number);
}

static bool pairs_fit(const struct verify_pattern *pattern, const unsigned char *sample, uint32_t number)
{
	for (size_t i = 0; i < pattern->pair_count; i++) {
		const struct verify_pair *pair = &pattern->pairs[i];
		const uint32_t value = pattern->prbs->pair[verify_pattern_after(pattern, number, pair->ahead)];

		if (value != ((uint32_t)load_at(sample, pair->q_offset) << 16 | load_at(sample, pair->i_offset)))
			return false;
	}
	return true;
}

bool verify_pattern_fits(const struct verify_pattern *pattern, const unsigned char *sample, uint32_t number)
{
	if (number >= pattern->period)
		return false;
	if (pattern->kind == VERIFY_PRBS)
		return pairs_fit(pattern, sample, number);
	for (size_t i = 0; i < pattern->count; i++)
		if (load(sample, &pattern->columns[i]) != column_value(pattern, &pattern->columns[i], number))
			return false;
	return true;
}

/* The four below: how many samples from the start of @data count on from @number. */
static size_t run_of_pairs(const uint32_t *data, size_t count, uint32_t number)
{
	size_t done = 0;

	for (; count - done >= CHUNK; done += CHUNK) {
		const uint32_t base = number + (uint32_t)done;
		uint32_t difference = 0;

		for (uint32_t i = 0; i < CHUNK; i++)
			difference |= le32toh(data[done + i]) ^ (base + i);
		if (difference)
			break;
	}
	while (done < count && le32toh(data[done]) == number + (uint32_t)done)
		done++;
	return done;
}

static uint64_t twice(uint32_t number)
{
	return (uint64_t)number << 32 | number;
}

static size_t run_of_two_pairs(const uint64_t *data, size_t count, uint32_t number)
{
	size_t done = 0;

	for (; count - done >= CHUNK; done += CHUNK) {
		const uint32_t base = number + (uint32_t)done;
		uint64_t difference = 0;

		for (uint32_t i = 0; i < CHUNK; i++)
			difference |= le64toh(data[done + i]) ^ twice(base + i);
		if (difference)
			break;
	}
	while (done < count && le64toh(data[done]) == twice(number + (uint32_t)done))
		done++;
	return done;
}

/* One column of CHUNK samples, @stride words apart: 0 when all count on from @base. A loop for each kind of value. */
static uint16_t column_difference(const struct verify_pattern *pattern, const struct verify_column *column,
				  const unsigned char *data, uint32_t base)
{
	const uint16_t *words = (const uint16_t *)(const void *)(data + column->offset);
	const size_t stride = pattern->sample_bytes / sizeof(*words);
	uint16_t difference = 0;

	if (pattern->kind == VERIFY_RAMP)
		for (uint32_t i = 0, ramp = base + RAMP_STEP * column->channel; i < CHUNK; i++)
			difference |=
				le16toh(words[i * stride]) ^ (uint16_t)((ramp + i) % RAMP_PERIOD - RAMP_PERIOD / 2);
	else if (column->channel % 2)
		for (uint32_t i = 0; i < CHUNK; i++)
			difference |= le16toh(words[i * stride]) ^ (uint16_t)((base + i) >> 16);
	else
		for (uint32_t i = 0; i < CHUNK; i++)
			difference |= le16toh(words[i * stride]) ^ (uint16_t)(base + i);
	return difference;
}

/* @count samples of one pair against the table: 0 when all are those that begin with @expected. */
static uint32_t pair_difference(const struct verify_pair *pair, const unsigned char *data, size_t sample_bytes,
				const uint32_t *expected, size_t count)
{
	const uint16_t *i_words = (const uint16_t *)(const void *)(data + pair->i_offset);
	const uint16_t *q_words = (const uint16_t *)(const void *)(data + pair->q_offset);
	const size_t stride = sample_bytes / sizeof(*i_words);
	uint32_t difference = 0;

	for (size_t n = 0; n < count; n++)
		difference |=
			((uint32_t)le16toh(q_words[n * stride]) << 16 | le16toh(i_words[n * stride])) ^ expected[n];
	return difference;
}

static uint32_t plain_pair_difference(const uint32_t *data, const uint32_t *expected, size_t count)
{
	uint32_t difference = 0;

	for (size_t n = 0; n < count; n++)
		difference |= le32toh(data[n]) ^ expected[n];
	return difference;
}

static bool pairs_go_on(const struct verify_pattern *pattern, const unsigned char *data, size_t count, uint32_t number)
{
	const bool plain = pattern->layout == VERIFY_LAYOUT_PAIR && (uintptr_t)data % sizeof(uint32_t) == 0;

	for (size_t i = 0; i < pattern->pair_count; i++) {
		const struct verify_pair *pair = &pattern->pairs[i];
		const uint32_t *expected = pattern->prbs->pair + verify_pattern_after(pattern, number, pair->ahead);

		if (plain ? plain_pair_difference((const uint32_t *)(const void *)data, expected, count)
			  : pair_difference(pair, data, pattern->sample_bytes, expected, count))
			return false;
	}
	return true;
}

static size_t run_of_prbs(const struct verify_pattern *pattern, const unsigned char *data, size_t count,
			  uint32_t number)
{
	const size_t step = pattern->sample_bytes;
	size_t done = 0;

	while (done < count) {
		const size_t chunk = count - done < CHUNK ? count - done : CHUNK;
		const uint32_t at = verify_pattern_after(pattern, number, done);

		if (!pairs_go_on(pattern, data + done * step, chunk, at))
			break;
		done += chunk;
	}
	while (done < count && pairs_fit(pattern, data + done * step, verify_pattern_after(pattern, number, done)))
		done++;
	return done;
}

static bool chunk_counts_on(const struct verify_pattern *pattern, const unsigned char *data, uint32_t base)
{
	for (size_t i = 0; i < pattern->count; i++)
		if (column_difference(pattern, &pattern->columns[i], data, base))
			return false;
	return true;
}

static size_t run_of_columns(const struct verify_pattern *pattern, const unsigned char *data, size_t count,
			     uint32_t number)
{
	const size_t step = pattern->sample_bytes;
	size_t done = 0;

	while (count - done >= CHUNK && chunk_counts_on(pattern, data + done * step, number + (uint32_t)done))
		done += CHUNK;
	for (uint32_t at = verify_pattern_after(pattern, number, done);
	     done < count && verify_pattern_fits(pattern, data + done * step, at); done++)
		at = (uint64_t)at + 1 < pattern->period ? at + 1 : 0;
	return done;
}

size_t verify_pattern_run(const struct verify_pattern *pattern, const unsigned char *data, size_t count,
			  uint32_t number)
{
	if (pattern->kind == VERIFY_PRBS)
		return run_of_prbs(pattern, data, count, number);
	if (pattern->layout == VERIFY_LAYOUT_PAIR && (uintptr_t)data % sizeof(uint32_t) == 0)
		return run_of_pairs((const uint32_t *)(const void *)data, count, number);
	if (pattern->layout == VERIFY_LAYOUT_TWO_PAIRS && (uintptr_t)data % sizeof(uint64_t) == 0)
		return run_of_two_pairs((const uint64_t *)(const void *)data, count, number);
	return run_of_columns(pattern, data, count, number);
}
