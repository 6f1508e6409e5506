/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "verify_pattern.h"

#include <endian.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define RAMP_PERIOD 4096u
#define RAMP_STEP 512u
#define CHUNK 1024u /* samples compared before looking at the outcome, so that the compiler can use vectors */

static enum verify_layout find_layout(const struct verify_pattern *pattern)
{
	if (pattern->kind != VERIFY_COUNTER || pattern->sample_bytes != 2 * pattern->count)
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

static uint32_t find_mask(const struct verify_pattern *pattern)
{
	if (pattern->kind == VERIFY_RAMP)
		return RAMP_PERIOD - 1;
	return pattern->odd ? UINT32_MAX : UINT16_MAX;
}

int verify_pattern_new(enum verify_kind kind, const struct verify_column *columns, size_t count, size_t sample_bytes,
		       struct verify_pattern **ret_pattern)
{
	struct verify_pattern *pattern;

	if (kind == VERIFY_NONE || count == 0 || sample_bytes % 2)
		return -EINVAL;
	for (size_t i = 0; i < count; i++)
		if (columns[i].offset % 2 || columns[i].offset + 2 > sample_bytes)
			return -EINVAL;
	pattern = calloc(1, sizeof(*pattern) + count * sizeof(*columns));
	if (!pattern)
		return -ENOMEM;
	memcpy(pattern->columns, columns, count * sizeof(*columns));
	pattern->kind = kind;
	pattern->count = count;
	pattern->sample_bytes = sample_bytes;
	find_halves(pattern);
	if (kind == VERIFY_COUNTER && !pattern->even) {
		free(pattern);
		return -EINVAL;
	}
	pattern->mask = find_mask(pattern);
	pattern->layout = find_layout(pattern);
	*ret_pattern = pattern;
	return 0;
}

static uint16_t load(const unsigned char *sample, const struct verify_column *column)
{
	return le16toh(*(const uint16_t *)(const void *)(sample + column->offset));
}

uint32_t verify_pattern_number(const struct verify_pattern *pattern, const unsigned char *sample)
{
	if (pattern->kind == VERIFY_RAMP)
		return (load(sample, pattern->columns) + RAMP_PERIOD / 2 - RAMP_STEP * pattern->columns->channel) &
		       pattern->mask;
	return (pattern->odd ? (uint32_t)load(sample, pattern->odd) << 16 : 0) | load(sample, pattern->even);
}

static uint16_t column_value(const struct verify_pattern *pattern, const struct verify_column *column, uint32_t number)
{
	if (pattern->kind == VERIFY_RAMP)
		return (uint16_t)((number + RAMP_STEP * column->channel) % RAMP_PERIOD - RAMP_PERIOD / 2);
	return (uint16_t)(column->channel % 2 ? number >> 16 : number);
}

bool verify_pattern_fits(const struct verify_pattern *pattern, const unsigned char *sample, uint32_t number)
{
	for (size_t i = 0; i < pattern->count; i++)
		if (load(sample, &pattern->columns[i]) != column_value(pattern, &pattern->columns[i], number))
			return false;
	return true;
}

/* The three below: how many samples from the start of @data count on from @number. */
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
	while (done < count && verify_pattern_fits(pattern, data + done * step, number + (uint32_t)done))
		done++;
	return done;
}

size_t verify_pattern_run(const struct verify_pattern *pattern, const unsigned char *data, size_t count,
			  uint32_t number)
{
	if (pattern->layout == VERIFY_LAYOUT_PAIR && (uintptr_t)data % sizeof(uint32_t) == 0)
		return run_of_pairs((const uint32_t *)(const void *)data, count, number);
	if (pattern->layout == VERIFY_LAYOUT_TWO_PAIRS && (uintptr_t)data % sizeof(uint64_t) == 0)
		return run_of_two_pairs((const uint64_t *)(const void *)data, count, number);
	return run_of_columns(pattern, data, count, number);
}
