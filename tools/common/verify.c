/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "verify.h"

#include <ctype.h>
#include <endian.h>
#include <errno.h>
#include <iiodma.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RAMP_PERIOD 4096u
#define RAMP_STEP 512u
#define CHUNK 1024u /* samples compared before looking at the outcome, so that the compiler can use vectors */

enum layout {
	LAYOUT_PAIR,      /* one counter word per sample and nothing else */
	LAYOUT_TWO_PAIRS, /* the same twice */
	LAYOUT_COLUMNS,   /* anything */
};

struct verify {
	enum verify_kind kind;
	enum layout layout;
	size_t sample_bytes;
	uint32_t mask; /* period - 1 */
	const struct verify_column *even;
	const struct verify_column *odd; /* NULL: none chosen */

	bool begun;
	uint32_t expected; /* number of the next sample if nothing is wrong */
	bool suspecting;   /* the sample before was off, but in itself right: */
	uint32_t suspect;  /* its number */
	uint32_t suspect_expected;
	uint64_t suspect_index;
	uint64_t suspect_block;
	bool error_seen;
	struct verify_result result;

	size_t count;
	struct verify_column columns[];
};

static const char *const kind_names[] = {
	[VERIFY_NONE] = "none",
	[VERIFY_COUNTER] = "counter",
	[VERIFY_RAMP] = "ramp",
};

int verify_kind_from_name(const char *name, enum verify_kind *ret_kind)
{
	for (size_t i = 0; i < sizeof(kind_names) / sizeof(*kind_names); i++)
		if (!strcmp(name, kind_names[i])) {
			*ret_kind = (enum verify_kind)i;
			return 0;
		}
	return -EINVAL;
}

const char *verify_kind_name(enum verify_kind kind)
{
	return kind_names[kind];
}

static enum layout find_layout(const struct verify *verify)
{
	if (verify->kind != VERIFY_COUNTER || verify->sample_bytes != 2 * verify->count)
		return LAYOUT_COLUMNS;
	for (size_t i = 0; i < verify->count; i++)
		if (verify->columns[i].offset != 2 * i || verify->columns[i].channel % 2 != i % 2)
			return LAYOUT_COLUMNS;
	if (verify->count == 2)
		return LAYOUT_PAIR;
	return verify->count == 4 ? LAYOUT_TWO_PAIRS : LAYOUT_COLUMNS;
}

static void find_halves(struct verify *verify)
{
	for (size_t i = 0; i < verify->count; i++) {
		const struct verify_column *column = &verify->columns[i];

		if (column->channel % 2 == 0 && !verify->even)
			verify->even = column;
		if (column->channel % 2 == 1 && !verify->odd)
			verify->odd = column;
	}
}

static uint32_t find_mask(const struct verify *verify)
{
	if (verify->kind == VERIFY_RAMP)
		return RAMP_PERIOD - 1;
	return verify->odd ? UINT32_MAX : UINT16_MAX;
}

int verify_new(enum verify_kind kind, const struct verify_column *columns, size_t count, size_t sample_bytes,
	       struct verify **ret_verify)
{
	struct verify *verify;

	if (kind == VERIFY_NONE || count == 0 || sample_bytes % 2)
		return -EINVAL;
	for (size_t i = 0; i < count; i++)
		if (columns[i].offset % 2 || columns[i].offset + 2 > sample_bytes)
			return -EINVAL;
	verify = calloc(1, sizeof(*verify) + count * sizeof(*columns));
	if (!verify)
		return -ENOMEM;
	memcpy(verify->columns, columns, count * sizeof(*columns));
	verify->kind = kind;
	verify->count = count;
	verify->sample_bytes = sample_bytes;
	find_halves(verify);
	if (kind == VERIFY_COUNTER && !verify->even) {
		free(verify);
		return -EINVAL;
	}
	verify->mask = find_mask(verify);
	verify->layout = find_layout(verify);
	verify->result.period = (uint64_t)verify->mask + 1;
	verify->result.lost_exact = verify->mask == UINT32_MAX;
	*ret_verify = verify;
	return 0;
}

void verify_free(struct verify *verify)
{
	free(verify);
}

/* 3 in "voltage3". Returns -EINVAL for an id that ends in no digit. */
static int channel_number(const char *id, unsigned int *ret_number)
{
	const char *digits = id + strlen(id);

	while (digits > id && isdigit((unsigned char)digits[-1]))
		digits--;
	if (!*digits || strlen(digits) > 6)
		return -EINVAL;
	*ret_number = (unsigned int)strtoul(digits, NULL, 10);
	return 0;
}

static bool format_fits(const struct iiodma_format *format)
{
	return iiodma_format_storage_bits(format) == 16 && iiodma_format_shift(format) == 0 &&
	       iiodma_format_repeat(format) == 1 && !iiodma_format_is_big_endian(format);
}

int verify_new_for_stream(enum verify_kind kind, const struct iiodma_stream *stream,
			  struct iiodma_channel *const *channels, size_t count, size_t sample_bytes,
			  struct verify **ret_verify)
{
	struct verify_column *columns = calloc(count ? count : 1, sizeof(*columns));
	int r = columns ? 0 : -ENOMEM;

	for (size_t i = 0; r == 0 && i < count; i++) {
		const ssize_t offset = iiodma_stream_channel_offset(stream, channels[i]);

		if (offset < 0 || !format_fits(iiodma_channel_format(channels[i]))) {
			r = -EINVAL;
			break;
		}
		columns[i].offset = (size_t)offset;
		r = channel_number(iiodma_channel_id(channels[i]), &columns[i].channel);
	}
	if (r == 0)
		r = verify_new(kind, columns, count, sample_bytes, ret_verify);
	free(columns);
	return r;
}

static uint16_t load(const unsigned char *sample, const struct verify_column *column)
{
	return le16toh(*(const uint16_t *)(const void *)(sample + column->offset));
}

/* The number a sample claims to have. */
static uint32_t sample_number(const struct verify *verify, const unsigned char *sample)
{
	if (verify->kind == VERIFY_RAMP)
		return (load(sample, verify->columns) + RAMP_PERIOD / 2 - RAMP_STEP * verify->columns->channel) &
		       verify->mask;
	return (verify->odd ? (uint32_t)load(sample, verify->odd) << 16 : 0) | load(sample, verify->even);
}

static uint16_t column_value(const struct verify *verify, const struct verify_column *column, uint32_t number)
{
	if (verify->kind == VERIFY_RAMP)
		return (uint16_t)((number + RAMP_STEP * column->channel) % RAMP_PERIOD - RAMP_PERIOD / 2);
	return (uint16_t)(column->channel % 2 ? number >> 16 : number);
}

static bool sample_is(const struct verify *verify, const unsigned char *sample, uint32_t number)
{
	for (size_t i = 0; i < verify->count; i++)
		if (load(sample, &verify->columns[i]) != column_value(verify, &verify->columns[i], number))
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

static size_t run_of_columns(const struct verify *verify, const unsigned char *data, size_t count, uint32_t number)
{
	size_t done = 0;

	while (done < count && sample_is(verify, data + done * verify->sample_bytes, number + (uint32_t)done))
		done++;
	return done;
}

static size_t run(const struct verify *verify, const unsigned char *data, size_t count, uint32_t number)
{
	if (verify->layout == LAYOUT_PAIR && (uintptr_t)data % sizeof(uint32_t) == 0)
		return run_of_pairs((const uint32_t *)(const void *)data, count, number);
	if (verify->layout == LAYOUT_TWO_PAIRS && (uintptr_t)data % sizeof(uint64_t) == 0)
		return run_of_two_pairs((const uint64_t *)(const void *)data, count, number);
	return run_of_columns(verify, data, count, number);
}

static void note_error(struct verify *verify, uint64_t index, uint64_t block)
{
	if (verify->error_seen)
		return;
	verify->error_seen = true;
	verify->result.first_error_sample = index;
	verify->result.first_error_block = block;
}

static void suspect_is_wrong(struct verify *verify)
{
	verify->result.wrong++;
	note_error(verify, verify->suspect_index, verify->suspect_block);
	verify->suspecting = false;
}

/*
 * The difference tells forward from backward, whichever wraps. A counter that wraps within a block or two cannot tell them
 * apart; a gap there is taken for the loss that it nearly always is.
 */
static void suspect_is_gap(struct verify *verify)
{
	const uint32_t step = (verify->suspect - verify->suspect_expected) & verify->mask;

	verify->result.gaps++;
	if (!verify->result.lost_exact || step <= verify->mask / 2)
		verify->result.lost += step;
	else
		verify->result.repeated += verify->result.period - step;
	note_error(verify, verify->suspect_index, verify->suspect_block);
	verify->suspecting = false;
}

/* One sample where something is off, or was at the one before. */
static void look_at(struct verify *verify, const unsigned char *sample, uint64_t index)
{
	const uint32_t number = sample_number(verify, sample);
	const bool plausible = sample_is(verify, sample, number);

	if (verify->suspecting && plausible && number == ((verify->suspect + 1) & verify->mask)) {
		suspect_is_gap(verify);
		verify->expected = number;
	} else if (verify->suspecting) {
		suspect_is_wrong(verify);
	}
	if (!plausible) {
		verify->result.wrong++;
		note_error(verify, index, verify->result.blocks);
	} else if (number != (verify->expected & verify->mask)) {
		verify->suspecting = true;
		verify->suspect = number;
		verify->suspect_expected = verify->expected;
		verify->suspect_index = index;
		verify->suspect_block = verify->result.blocks;
	}
	verify->expected++;
}

void verify_block(struct verify *verify, const void *data, size_t bytes)
{
	const unsigned char *bytes_at = data;
	const size_t count = bytes / verify->sample_bytes;
	size_t done = 0;

	if (count > 0 && !verify->begun) {
		verify->expected = sample_number(verify, bytes_at);
		verify->begun = true;
	}
	while (done < count) {
		if (!verify->suspecting) {
			const size_t good =
				run(verify, bytes_at + done * verify->sample_bytes, count - done, verify->expected);

			verify->expected += (uint32_t)good;
			done += good;
		}
		if (done < count) {
			look_at(verify, bytes_at + done * verify->sample_bytes, verify->result.samples + done);
			done++;
		}
	}
	verify->result.samples += count;
	verify->result.blocks++;
}

void verify_result(const struct verify *verify, struct verify_result *ret_result)
{
	*ret_result = verify->result;
	if (!verify->suspecting)
		return;
	ret_result->wrong++;
	if (!verify->error_seen) {
		ret_result->first_error_sample = verify->suspect_index;
		ret_result->first_error_block = verify->suspect_block;
	}
}

bool verify_failed(const struct verify_result *result)
{
	return result->gaps > 0 || result->wrong > 0;
}

const char *verify_error_text(const struct verify_result *result, char *text, size_t size)
{
	if (verify_failed(result))
		snprintf(text, size, "first error at sample %llu (block %llu)",
			 (unsigned long long)result->first_error_sample, (unsigned long long)result->first_error_block);
	else
		snprintf(text, size, "-");
	return text;
}
