/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "verify.h"

#include <ctype.h>
#include <errno.h>
#include <iiodma.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "verify_checker.h"

#define NS_PER_S 1e9
#define KIND_NAME(upper, lower) [VERIFY_##upper] = #lower,

static const char *const kind_names[] = {VERIFY_KINDS(KIND_NAME, KIND_NAME)};

int verify_kind_from_name(const char *name, enum verify_kind *ret_kind)
{
	for (size_t i = 0; i < VERIFY_KIND_COUNT; i++)
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

bool verify_is_sequence(enum verify_kind kind)
{
	return kind != VERIFY_NONE && kind != VERIFY_HASH && kind != VERIFY_STALE;
}

const char *verify_kind_needs(enum verify_kind kind)
{
	switch (kind) {
	case VERIFY_COUNTER:
		return "channels of 16 bit, little endian, whose names end in a number, an even one among them";
	case VERIFY_PRBS:
	case VERIFY_TONE:
		return "I/Q pairs of 16 bit, little endian: voltage0 with voltage1, voltage2 with voltage3";
	case VERIFY_TIMESTAMP:
		return "the channel timestamp, 64 bit, among them";
	default:
		return "channels of 16 bit, little endian, whose names end in a number";
	}
}

int verify_new(enum verify_kind kind, const struct verify_column *columns, size_t count, size_t sample_bytes,
	       struct verify **ret_verify)
{
	if (count == 0 || sample_bytes % 2)
		return -EINVAL;
	for (size_t i = 0; i < count; i++)
		if (columns[i].offset % 2 || columns[i].offset + 2 > sample_bytes)
			return -EINVAL;
	switch (kind) {
	case VERIFY_COUNTER:
	case VERIFY_RAMP:
	case VERIFY_PRBS:
		return verify_sequence_new(kind, columns, count, sample_bytes, ret_verify);
	case VERIFY_TONE:
		return verify_tone_new(columns, count, sample_bytes, ret_verify);
	default:
		return -EINVAL;
	}
}

void verify_free(struct verify *verify)
{
	if (verify)
		verify->ops->free(verify);
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

static bool is_timestamp(const struct iiodma_channel *channel)
{
	return !strcmp(iiodma_channel_id(channel), "timestamp");
}

static int new_timestamp(const struct iiodma_stream *stream, struct iiodma_channel *const *channels, size_t count,
			 size_t sample_bytes, double sample_rate, struct verify **ret_verify)
{
	for (size_t i = 0; i < count; i++) {
		const struct iiodma_format *format = iiodma_channel_format(channels[i]);
		const ssize_t offset = iiodma_stream_channel_offset(stream, channels[i]);

		if (is_timestamp(channels[i]) && offset >= 0 && iiodma_format_storage_bits(format) == 64)
			return verify_timestamp_new((size_t)offset, iiodma_format_is_big_endian(format), sample_bytes,
						    sample_rate > 0 ? NS_PER_S / sample_rate : 0, ret_verify);
	}
	return -EINVAL;
}

int verify_new_for_stream(enum verify_kind kind, const struct iiodma_stream *stream,
			  struct iiodma_channel *const *channels, size_t count, size_t sample_bytes, double sample_rate,
			  struct verify **ret_verify)
{
	struct verify_column *columns;
	size_t used = 0;
	int r = 0;

	if (kind == VERIFY_TIMESTAMP)
		return new_timestamp(stream, channels, count, sample_bytes, sample_rate, ret_verify);
	columns = calloc(count ? count : 1, sizeof(*columns));
	if (!columns)
		return -ENOMEM;
	for (size_t i = 0; r == 0 && i < count; i++) {
		const ssize_t offset = iiodma_stream_channel_offset(stream, channels[i]);

		if (is_timestamp(channels[i]))
			continue;
		if (offset < 0 || !format_fits(iiodma_channel_format(channels[i]))) {
			r = -EINVAL;
			break;
		}
		columns[used].offset = (size_t)offset;
		r = channel_number(iiodma_channel_id(channels[i]), &columns[used++].channel);
	}
	if (r == 0)
		r = verify_new(kind, columns, used, sample_bytes, ret_verify);
	free(columns);
	if (r == 0 && kind == VERIFY_TONE)
		verify_tone_rate(*ret_verify, sample_rate);
	return r;
}

bool verify_note_error(struct verify *verify, uint64_t sample, uint64_t block)
{
	if (verify->error_seen)
		return false;
	verify->error_seen = true;
	verify->result.first_error_sample = sample;
	verify->result.first_error_block = block;
	return true;
}

void verify_block(struct verify *verify, const void *data, size_t bytes)
{
	const size_t count = bytes / verify->sample_bytes;

	verify->ops->block(verify, data, count);
	verify->result.samples += count;
	verify->result.blocks++;
}

void verify_result(const struct verify *verify, struct verify_result *ret_result)
{
	*ret_result = verify->result;
	if (verify->ops->result)
		verify->ops->result(verify, ret_result);
}

bool verify_failed(const struct verify_result *result)
{
	return result->gaps > 0 || result->wrong > 0;
}

const char *verify_error_text(const struct verify_result *result, char *text, size_t size)
{
	if (!verify_failed(result))
		snprintf(text, size, "-");
	else if (result->fault[0])
		snprintf(text, size, "%s", result->fault);
	else
		snprintf(text, size, "first error at sample %llu (block %llu)",
			 (unsigned long long)result->first_error_sample, (unsigned long long)result->first_error_block);
	return text;
}
