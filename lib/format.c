/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The kernel's notation for one value, and turning stored words into numbers and back without a shift C leaves undefined. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <iiodma/format.h>

#include "error.h"

struct iiodma_format {
	bool is_signed;
	bool is_fully_defined; /* written in capitals */
	bool is_big_endian;
	unsigned int bits;
	unsigned int storage_bits;
	unsigned int shift;
	unsigned int repeat;
};

/* A stored word of up to 128 bits. */
struct word {
	uint64_t high;
	uint64_t low;
};

/* One part of the notation: true and *text moved behind it, or false. */
static bool take(const char **text, const char *part)
{
	size_t length = strlen(part);

	if (strncmp(*text, part, length) != 0)
		return false;
	*text += length;
	return true;
}

/* The kernel keeps all these numbers in a byte. */
static bool take_number(const char **text, unsigned int *ret_number)
{
	unsigned int number = 0;
	const char *at = *text;

	while (*at >= '0' && *at <= '9' && number <= UINT8_MAX)
		number = 10 * number + (unsigned int)(*at++ - '0');
	if (at == *text || number > UINT8_MAX)
		return false;
	*text = at;
	*ret_number = number;
	return true;
}

/* s, u, or in capitals where the driver defines every bit of the storage */
static bool take_sign(const char **text, struct iiodma_format *format)
{
	const char sign = **text;

	format->is_signed = sign == 's' || sign == 'S';
	format->is_fully_defined = sign == 'S' || sign == 'U';
	if (sign == '\0' || strchr("sSuU", sign) == NULL)
		return false;
	(*text)++;
	return true;
}

/* [be|le]:[s|u|S|U]bits/storage_bits[Xrepeat][>>shift] */
static bool read_notation(const char *text, struct iiodma_format *format)
{
	*format = (struct iiodma_format){.repeat = 1};

	format->is_big_endian = take(&text, "be:");
	if (!format->is_big_endian && !take(&text, "le:"))
		return false;
	if (!take_sign(&text, format))
		return false;
	if (!take_number(&text, &format->bits) || !take(&text, "/") || !take_number(&text, &format->storage_bits))
		return false;
	if (take(&text, "X") && !take_number(&text, &format->repeat))
		return false;
	if (take(&text, ">>") && !take_number(&text, &format->shift))
		return false;
	return *text == '\0';
}

static bool is_possible(const struct iiodma_format *format)
{
	switch (format->storage_bits) {
	case 8:
	case 16:
	case 24:
	case 32:
	case 64:
	case 128:
		break;
	default:
		return false;
	}
	return format->bits >= 1 && format->bits + format->shift <= format->storage_bits && format->repeat >= 1;
}

int iiodma_format_parse(const char *text, struct iiodma_format **ret_format)
{
	struct iiodma_format parsed, *format;

	if (!text || !read_notation(text, &parsed) || !is_possible(&parsed))
		return error_say(-EINVAL, "\"%s\" is no scan format such as le:s12/16>>4", text ? text : "");

	format = malloc(sizeof(*format));
	if (!format)
		return error_set(-ENOMEM, "keep scan format %s", text);
	*format = parsed;
	*ret_format = format;
	return 0;
}

void iiodma_format_free(struct iiodma_format *format)
{
	free(format);
}

bool iiodma_format_is_signed(const struct iiodma_format *format)
{
	return format->is_signed;
}

bool iiodma_format_is_fully_defined(const struct iiodma_format *format)
{
	return format->is_fully_defined;
}

bool iiodma_format_is_big_endian(const struct iiodma_format *format)
{
	return format->is_big_endian;
}

unsigned int iiodma_format_bits(const struct iiodma_format *format)
{
	return format->bits;
}

unsigned int iiodma_format_storage_bits(const struct iiodma_format *format)
{
	return format->storage_bits;
}

unsigned int iiodma_format_shift(const struct iiodma_format *format)
{
	return format->shift;
}

unsigned int iiodma_format_repeat(const struct iiodma_format *format)
{
	return format->repeat;
}

size_t iiodma_format_bytes(const struct iiodma_format *format)
{
	return (size_t)format->storage_bits / 8 * format->repeat;
}

int iiodma_format_text(const struct iiodma_format *format, char *text, size_t size)
{
	const char *signs;
	char repeat[16] = "", notation[64];
	int length;

	if (!format)
		return error_say(-EINVAL, "the scan format is not known");
	signs = format->is_fully_defined ? "US" : "us";
	if (format->repeat > 1)
		snprintf(repeat, sizeof(repeat), "X%u", format->repeat);
	length = snprintf(notation, sizeof(notation), "%s:%c%u/%u%s>>%u", format->is_big_endian ? "be" : "le",
			  signs[format->is_signed], format->bits, format->storage_bits, repeat, format->shift);
	if ((size_t)length >= size)
		return error_say(-ENOSPC, "scan format %s needs %d bytes, not %zu", notation, length + 1, size);
	memcpy(text, notation, (size_t)length + 1);
	return length;
}

static struct word load(const struct iiodma_format *format, const uint8_t *raw)
{
	size_t bytes = format->storage_bits / 8;
	struct word word = {0};

	for (size_t i = 0; i < bytes; i++) { /* from the most significant byte down */
		uint8_t byte = raw[format->is_big_endian ? i : bytes - 1 - i];

		word.high = word.high << 8 | word.low >> 56;
		word.low = word.low << 8 | byte;
	}
	return word;
}

static void store(const struct iiodma_format *format, struct word word, uint8_t *raw)
{
	size_t bytes = format->storage_bits / 8;

	for (size_t i = 0; i < bytes; i++) { /* from the least significant byte up */
		raw[format->is_big_endian ? bytes - 1 - i : i] = (uint8_t)(word.low & 0xff);
		word.low = word.low >> 8 | word.high << 56;
		word.high >>= 8;
	}
}

/* Shifting by the full width of a type is undefined in C, hence the cases. */
static struct word shift_right(struct word word, unsigned int shift)
{
	if (shift == 0)
		return word;
	if (shift >= 64)
		return (struct word){.low = word.high >> (shift - 64)};
	return (struct word){.high = word.high >> shift, .low = word.low >> shift | word.high << (64 - shift)};
}

static struct word shift_left(struct word word, unsigned int shift)
{
	if (shift == 0)
		return word;
	if (shift >= 64)
		return (struct word){.high = word.low << (shift - 64)};
	return (struct word){.high = word.high << shift | word.low >> (64 - shift), .low = word.low << shift};
}

/* The lowest @bits bits set; @bits is 0 … 64. */
static uint64_t mask(unsigned int bits)
{
	return bits == 0 ? 0 : UINT64_MAX >> (64 - bits);
}

/* Bits of the shifted word that carry the value: a fully defined one is valid beyond its nominal bits. */
static unsigned int value_bits(const struct iiodma_format *format)
{
	return format->is_fully_defined ? format->storage_bits - format->shift : format->bits;
}

int64_t iiodma_format_decode(const struct iiodma_format *format, const void *raw)
{
	const unsigned int bits = value_bits(format);
	uint64_t value = shift_right(load(format, raw), format->shift).low;

	if (bits < 64) {
		value &= mask(bits);
		if (format->is_signed && value >> (bits - 1))
			value |= ~mask(bits);
	}
	return (int64_t)value;
}

void iiodma_format_encode(const struct iiodma_format *format, int64_t value, void *raw)
{
	const unsigned int bits = value_bits(format);
	struct word word = {.low = (uint64_t)value};

	if (bits <= 64) {
		word.low &= mask(bits);
	} else if (format->is_signed && value < 0) {
		word.high = mask(bits - 64);
	}
	store(format, shift_left(word, format->shift), raw);
}
