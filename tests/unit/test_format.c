/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "unit.h"

#include <stdio.h>

#include <iiodma/error.h>
#include <iiodma/format.h>

static struct iiodma_format *parse(const char *text)
{
	struct iiodma_format *format = NULL;

	if (iiodma_format_parse(text, &format) != 0)
		fail_msg("\"%s\" is refused: %s", text, iiodma_error_text());
	return format;
}

static void parts_are_read(void **state)
{
	struct iiodma_format *format = parse("be:u20/32X2>>8");

	assert_true(iiodma_format_is_big_endian(format));
	assert_false(iiodma_format_is_signed(format));
	assert_int_equal(iiodma_format_bits(format), 20);
	assert_int_equal(iiodma_format_storage_bits(format), 32);
	assert_int_equal(iiodma_format_repeat(format), 2);
	assert_int_equal(iiodma_format_shift(format), 8);
	assert_int_equal(iiodma_format_bytes(format), 8);
	iiodma_format_free(format);

	format = parse("le:s16/16"); /* the kernel's ABI text has the shift as optional */
	assert_false(iiodma_format_is_big_endian(format));
	assert_true(iiodma_format_is_signed(format));
	assert_int_equal(iiodma_format_repeat(format), 1);
	assert_int_equal(iiodma_format_shift(format), 0);
	iiodma_format_free(format);
	iiodma_format_free(NULL);
}

/* C60 */
static void repeat_multiplies_bytes(void **state)
{
	struct iiodma_format *format = parse("le:s16/16X2>>0");

	assert_int_equal(iiodma_format_bytes(format), 4);
	iiodma_format_free(format);
}

static void text_comes_back(void **state)
{
	static const char *const texts[] = {
		"le:s12/16>>4", "be:u24/32X2>>8",      "le:s64/64>>0", "le:u8/8>>0",
		"be:s24/24>>0", "le:u100/128X255>>28", "le:S12/16>>0", "be:U10/16>>2",
	};
	char text[32];

	for (size_t i = 0; i < COUNT(texts); i++) {
		struct iiodma_format *format = parse(texts[i]);

		assert_int_equal(iiodma_format_text(format, text, sizeof(text)), strlen(texts[i]));
		assert_string_equal(text, texts[i]);
		assert_int_equal(iiodma_format_text(format, text, strlen(texts[i])), -ENOSPC);
		iiodma_format_free(format);
	}
	assert_int_equal(iiodma_format_text(NULL, text, sizeof(text)), -EINVAL);
}

static void nonsense_is_refused(void **state)
{
	static const char *const texts[] = {
		"",
		"le",
		"le:",
		"le:s",
		"le:s12",
		"le:s12/",
		"le:s12/16>>",
		"le:s12/16>>4 ",
		" le:s12/16>>4",
		"me:s12/16>>4",
		"le:f32/32>>0",
		"le:s17/16>>0",
		"le:s12/16>>5",
		"le:s0/16>>0",
		"le:s12/12>>0",
		"le:s12/48>>0",
		"le:s12/16X0>>0",
		"le:s12/16X>>0",
		"le:s-1/16>>0",
		"le:s12/16>>-4",
		"le:s12/16>>4294967300",
		"le:s4294967308/16>>0",
		"le:s12/4294967312>>0",
		"le:s12/16X256>>0",
		"le:s+12/16>>0",
		"le:s12/16>4",
		"LE:s12/16>>4",
		"le:T12/16>>4",
	};
	struct iiodma_format *const untouched = (struct iiodma_format *)&texts;
	struct iiodma_format *format = untouched;

	for (size_t i = 0; i < COUNT(texts); i++) {
		if (iiodma_format_parse(texts[i], &format) != -EINVAL)
			fail_msg("\"%s\" is taken", texts[i]);
		assert_error_has(texts[i]);
		assert_ptr_equal(format, untouched);
	}
	assert_int_equal(iiodma_format_parse(NULL, &format), -EINVAL);
}

static int64_t decode(const char *text, const char *raw)
{
	struct iiodma_format *format = parse(text);
	int64_t value = iiodma_format_decode(format, raw);

	iiodma_format_free(format);
	return value;
}

/* C97 */
static void values_are_shifted_then_sign_extended(void **state)
{
	assert_int_equal(decode("le:s12/16>>4", "\xf0\xff"), -1);
	assert_int_equal(decode("le:s12/16>>4", "\x00\x80"), -2048);
	assert_int_equal(decode("le:s12/16>>4", "\xf0\x7f"), 2047);
	assert_int_equal(decode("le:s24/32>>0", "\x00\x00\x80\x00"), -8388608);
	assert_int_equal(decode("be:s24/32>>8", "\xff\xff\xff\x00"), -1);
	assert_int_equal(decode("le:u12/16>>0", "\xff\xff"), 4095);
	assert_int_equal(decode("be:s24/24>>0", "\x80\x00\x01"), -8388607);
	assert_int_equal(decode("le:s64/64>>0", "\x00\x00\x00\x00\x00\x00\x00\x80"), INT64_MIN);
	assert_true((uint64_t)decode("be:u64/64>>0", "\xff\xff\xff\xff\xff\xff\xff\xfe") == UINT64_MAX - 1);
}

static void wide_storage_keeps_the_low_64_bits(void **state)
{
	static const char raw[] = "\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x8f";

	assert_true((uint64_t)decode("be:u128/128>>0", raw) == UINT64_C(0x08090a0b0c0d0e8f));
	assert_true((uint64_t)decode("be:u120/128>>8", raw) == UINT64_C(0x0708090a0b0c0d0e));
	assert_true((uint64_t)decode("be:u64/128>>64", raw) == UINT64_C(0x0001020304050607));
	assert_true((uint64_t)decode("be:u16/128>>104", raw) == UINT64_C(0x0102));
	assert_true((uint64_t)decode("le:u64/128>>0", raw) == UINT64_C(0x0706050403020100));
	assert_int_equal(decode("be:s4/128>>4", raw), -8);
}

/* The same by hand, bit by bit: slow, but with nothing in it that could be undefined. */
static int64_t expected_value(uint64_t word, unsigned int bits, unsigned int shift, bool is_signed)
{
	uint64_t value = 0;

	for (unsigned int i = 0; i < bits; i++)
		value |= (word >> (shift + i) & 1) << i;
	if (is_signed && bits < 64 && (value >> (bits - 1) & 1)) {
		for (unsigned int i = bits; i < 64; i++)
			value |= UINT64_C(1) << i;
	}
	return (int64_t)value;
}

static void put_word(uint64_t word, unsigned int bytes, bool big_endian, uint8_t *raw)
{
	for (unsigned int i = 0; i < bytes; i++)
		raw[big_endian ? bytes - 1 - i : i] = (uint8_t)(word >> (8 * i) & 0xff);
}

/* Decodes @word and encodes the value again: only the format's own bits may come back. */
static void check_word(const struct iiodma_format *format, uint64_t word)
{
	unsigned int bytes = iiodma_format_storage_bits(format) / 8;
	unsigned int bits = iiodma_format_bits(format), shift = iiodma_format_shift(format);
	bool big_endian = iiodma_format_is_big_endian(format);
	uint64_t own_bits = (bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1) << shift;
	uint8_t raw[9], again[9], kept[9];
	int64_t value;

	memset(again, 0xa5, sizeof(again));
	put_word(word, bytes, big_endian, raw + 1); /* odd addresses must do as well */
	put_word(word & own_bits, bytes, big_endian, kept + 1);

	value = iiodma_format_decode(format, raw + 1);
	if (value != expected_value(word, bits, shift, iiodma_format_is_signed(format)))
		fail_msg("word %llx decodes to %lld", (unsigned long long)word, (long long)value);

	iiodma_format_encode(format, value, again + 1);
	assert_memory_equal(again + 1, kept + 1, bytes);
	assert_int_equal(again[0], 0xa5);
	if (bytes < 8)
		assert_int_equal(again[1 + bytes], 0xa5);
}

static void check_words(const struct iiodma_format *format)
{
	unsigned int storage = iiodma_format_storage_bits(format);
	uint64_t all = storage == 64 ? UINT64_MAX : (UINT64_C(1) << storage) - 1;
	uint64_t word = UINT64_C(0x9e3779b97f4a7c15);

	check_word(format, 0);
	check_word(format, all);
	for (unsigned int bit = 0; bit < storage; bit++)
		check_word(format, UINT64_C(1) << bit);
	for (int i = 0; i < 8; i++) {
		check_word(format, word & all);
		word = word * UINT64_C(6364136223846793005) + 1;
	}
}

/* C99 */
static void every_width_and_shift_works(void **state)
{
	static const unsigned int storages[] = {8, 16, 24, 32, 64};
	char text[32];

	for (size_t i = 0; i < COUNT(storages); i++) {
		for (unsigned int bits = 1; bits <= storages[i]; bits++) {
			for (unsigned int shift = 0; shift <= storages[i] - bits; shift++) {
				for (unsigned int kind = 0; kind < 4; kind++) {
					struct iiodma_format *format;

					snprintf(text, sizeof(text), "%s:%c%u/%u>>%u", kind & 1 ? "be" : "le",
						 kind & 2 ? 's' : 'u', bits, storages[i], shift);
					format = parse(text);
					check_words(format);
					iiodma_format_free(format);
				}
			}
		}
	}
}

/* C99 */
static void every_16_bit_word_works(void **state)
{
	static const char *const texts[] = {"le:s12/16>>4", "be:s12/16>>0", "le:u12/16>>4", "le:s16/16>>0",
					    "le:s1/16>>15"};

	for (size_t i = 0; i < COUNT(texts); i++) {
		struct iiodma_format *format = parse(texts[i]);

		for (uint64_t word = 0; word <= 0xffff; word++)
			check_word(format, word);
		iiodma_format_free(format);
	}
}

static void wide_values_keep_their_sign(void **state)
{
	struct iiodma_format *format = parse("be:s100/128>>8");
	uint8_t raw[16];

	iiodma_format_encode(format, -2, raw);
	assert_memory_equal(raw, "\x00\x00\x0f\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xfe\x00", 16);
	assert_int_equal(iiodma_format_decode(format, raw), -2);

	iiodma_format_encode(format, 5, raw);
	assert_memory_equal(raw, "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x05\0", 16);
	iiodma_format_free(format);
}

/* As the AD9361 drivers announce it: capitals say that the bits above the value are defined as well. */
static void fully_defined_values_are_taken_whole(void **state)
{
	struct iiodma_format *format = parse("le:S12/16>>0");
	uint8_t raw[2];

	assert_true(iiodma_format_is_signed(format));
	assert_true(iiodma_format_is_fully_defined(format));
	assert_int_equal(iiodma_format_decode(format, "\xff\x7f"), 32767);
	assert_int_equal(iiodma_format_decode(format, "\x00\xf8"), -2048);
	iiodma_format_encode(format, -2, raw);
	assert_memory_equal(raw, "\xfe\xff", 2);
	iiodma_format_free(format);

	format = parse("be:U10/16>>2");
	assert_false(iiodma_format_is_signed(format));
	assert_int_equal(iiodma_format_decode(format, "\xff\xff"), 0x3fff);
	iiodma_format_free(format);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(parts_are_read),
		cmocka_unit_test(repeat_multiplies_bytes),
		cmocka_unit_test(text_comes_back),
		cmocka_unit_test(nonsense_is_refused),
		cmocka_unit_test(values_are_shifted_then_sign_extended),
		cmocka_unit_test(wide_storage_keeps_the_low_64_bits),
		cmocka_unit_test(every_width_and_shift_works),
		cmocka_unit_test(every_16_bit_word_works),
		cmocka_unit_test(wide_values_keep_their_sign),
		cmocka_unit_test(fully_defined_values_are_taken_whole),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
