/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "verify_pattern.h"

#include <ctype.h>
#include <errno.h>
#include <iiodma.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct verify {
	struct verify_pattern *pattern;
	bool begun;
	uint32_t expected; /* number of the next sample if nothing is wrong */
	bool suspecting;   /* the sample before was off, but in itself right: */
	uint32_t suspect;  /* its number */
	uint32_t suspect_expected;
	uint64_t suspect_index;
	uint64_t suspect_block;
	bool error_seen;
	struct verify_result result;
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

int verify_new(enum verify_kind kind, const struct verify_column *columns, size_t count, size_t sample_bytes,
	       struct verify **ret_verify)
{
	struct verify *verify = calloc(1, sizeof(*verify));
	int r;

	if (!verify)
		return -ENOMEM;
	r = verify_pattern_new(kind, columns, count, sample_bytes, &verify->pattern);
	if (r < 0) {
		free(verify);
		return r;
	}
	verify->result.period = (uint64_t)verify->pattern->mask + 1;
	*ret_verify = verify;
	return 0;
}

void verify_free(struct verify *verify)
{
	if (!verify)
		return;
	free(verify->pattern);
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
 * The difference tells forward from backward, whichever wraps. A counter that wraps within a block or two cannot tell
 * them apart; a gap there is taken for the loss that it nearly always is.
 */
static void suspect_is_gap(struct verify *verify)
{
	const uint32_t step = (verify->suspect - verify->suspect_expected) & verify->pattern->mask;

	verify->result.gaps++;
	if (verify->pattern->mask != UINT32_MAX || step <= verify->pattern->mask / 2)
		verify->result.lost += step;
	else
		verify->result.repeated += verify->result.period - step;
	note_error(verify, verify->suspect_index, verify->suspect_block);
	verify->suspecting = false;
}

/* One sample where something is off, or was at the one before. */
static void look_at(struct verify *verify, const unsigned char *sample, uint64_t index)
{
	const uint32_t number = verify_pattern_number(verify->pattern, sample);
	const bool plausible = verify_pattern_fits(verify->pattern, sample, number);

	if (verify->suspecting && plausible && number == ((verify->suspect + 1) & verify->pattern->mask)) {
		suspect_is_gap(verify);
		verify->expected = number;
	} else if (verify->suspecting) {
		suspect_is_wrong(verify);
	}
	if (!plausible) {
		verify->result.wrong++;
		note_error(verify, index, verify->result.blocks);
	} else if (number != (verify->expected & verify->pattern->mask)) {
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
	const size_t count = bytes / verify->pattern->sample_bytes;
	size_t done = 0;

	if (count > 0 && !verify->begun) {
		verify->expected = verify_pattern_number(verify->pattern, bytes_at);
		verify->begun = true;
	}
	while (done < count) {
		if (!verify->suspecting) {
			const size_t good =
				verify_pattern_run(verify->pattern, bytes_at + done * verify->pattern->sample_bytes,
						   count - done, verify->expected);

			verify->expected += (uint32_t)good;
			done += good;
		}
		if (done < count) {
			look_at(verify, bytes_at + done * verify->pattern->sample_bytes, verify->result.samples + done);
			done++;
		}
	}
	verify->result.samples += count;
	verify->result.blocks++;
}

void verify_result(const struct verify *verify, struct verify_result *ret_result)
{
	*ret_result = verify->result;
	if (verify->suspecting) {
		ret_result->wrong++;
		if (!verify->error_seen) {
			ret_result->first_error_sample = verify->suspect_index;
			ret_result->first_error_block = verify->suspect_block;
		}
	}
	ret_result->no_sequence = ret_result->wrong > ret_result->samples / 2;
	ret_result->lost_exact = verify->pattern->mask == UINT32_MAX && !ret_result->no_sequence;
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
