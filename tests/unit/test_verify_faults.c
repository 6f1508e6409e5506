/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A single fault, of every sort, anywhere in a stream, for every sequence: found, placed to the sample, and named. */
#include "unit.h"

#include <endian.h>
#include <math.h>

#include "common/verify.h"

#define STREAM 20000u
#define BLOCK_MAX 3000u
#define TRIALS 150u

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define LONG_STREAM UINT64_C(1000000)
#else
#define LONG_STREAM UINT64_C(100000000)
#endif

static const struct verify_column one_pair[] = {{0, 0}, {2, 1}};
static const struct verify_column two_pairs[] = {{0, 0}, {2, 1}, {4, 2}, {6, 3}};
static const struct verify_column crossed[] = {{2, 0}, {0, 1}};

/* ---- sources ---- */

struct source {
	const char *name;
	enum verify_kind kind;
	const struct verify_column *columns;
	size_t count;
	double turns; /* tone: per sample */
	double amplitude;
	unsigned int noise; /* ± so much */
	bool tells_repeats; /* from losses */
};

static const struct source sources[] = {
	{"counter", VERIFY_COUNTER, one_pair, COUNT(one_pair), .tells_repeats = true},
	{"counter, two pairs", VERIFY_COUNTER, two_pairs, COUNT(two_pairs), .tells_repeats = true},
	{"ramp", VERIFY_RAMP, two_pairs, COUNT(two_pairs), .tells_repeats = false},
	{"prbs", VERIFY_PRBS, one_pair, COUNT(one_pair), .tells_repeats = true},
	{"prbs, two pairs", VERIFY_PRBS, two_pairs, COUNT(two_pairs), .tells_repeats = true},
	{"prbs, crossed", VERIFY_PRBS, crossed, COUNT(crossed), .tells_repeats = true},
	{"tone of the chip", VERIFY_TONE, one_pair, COUNT(one_pair), 1.0 / 32, 2047, 0, true},
	{"its fastest, at the lowest level", VERIFY_TONE, two_pairs, COUNT(two_pairs), 4.0 / 32, 255, 0, false},
	{"tone of 256 samples", VERIFY_TONE, one_pair, COUNT(one_pair), 1.0 / 256, 2047, 0, true},
	{"any tone, with noise", VERIFY_TONE, one_pair, COUNT(one_pair), -0.1234567, 1500, 3, true},
	{"16 bit", VERIFY_TONE, one_pair, COUNT(one_pair), 0.0123456, 32000, 0, true},
};

/*
 * The chip's sequence by the words of the FPGA core's source: {din[14:0], (^din[15:4]) ^ (^din[2:1])}, I is the upper 12
 * bits, Q the lower 12 the other way round.
 */
static uint16_t *prbs_states(void)
{
	static uint16_t states[65535];
	unsigned int bits[16] = {1};

	if (states[0])
		return states;
	for (size_t n = 0; n < COUNT(states); n++) {
		unsigned int parity = bits[2] ^ bits[1];

		for (unsigned int i = 0; i < 16; i++)
			states[n] |= (uint16_t)(bits[i] << i);
		for (unsigned int i = 4; i < 16; i++)
			parity ^= bits[i];
		memmove(bits + 1, bits, 15 * sizeof(*bits));
		bits[0] = parity;
	}
	return states;
}

static uint16_t prbs_value(unsigned int channel, uint64_t number)
{
	const unsigned int state = prbs_states()[number % 65535];
	unsigned int value = 0;

	for (unsigned int i = 0; i < 12; i++)
		value |= channel % 2 ? (state >> i & 1) << (11 - i) : (state >> (i + 4) & 1) << i;
	return (uint16_t)(value & 0x800 ? value | 0xf000 : value);
}

static uint16_t tone_value(const struct source *source, unsigned int channel, uint64_t number)
{
	const double angle = 2 * M_PI * fmod(source->turns * (double)number, 1) + 0.3 + channel / 2;
	const double noise = source->noise ? (double)(rand() % (2 * (int)source->noise + 1)) - source->noise : 0;

	return (uint16_t)(int16_t)lround(source->amplitude * (channel % 2 ? sin(angle) : cos(angle)) + noise);
}

static uint16_t value_of(const struct source *source, unsigned int channel, uint64_t number)
{
	switch (source->kind) {
	case VERIFY_RAMP:
		return (uint16_t)((number + 512 * channel) % 4096 - 2048);
	case VERIFY_PRBS:
		/* The second pair may stand elsewhere in the sequence. */
		return prbs_value(channel, number + 1234 * (channel / 2));
	case VERIFY_TONE:
		return tone_value(source, channel, number);
	default:
		return (uint16_t)(channel % 2 ? number >> 16 : number);
	}
}

static void put_sample(const struct source *source, unsigned char *sample, uint64_t number)
{
	for (size_t i = 0; i < source->count; i++) {
		const uint16_t value = htole16(value_of(source, source->columns[i].channel, number));

		memcpy(sample + source->columns[i].offset, &value, sizeof(value));
	}
}

/* ---- single faults ---- */

enum fault { FAULT_NONE, FAULT_MISSING, FAULT_REPEATED, FAULT_SWAPPED, FAULT_WRONG, FAULTS };

/* The number of sample @index of a stream with @fault at @place. */
static uint64_t number_at(enum fault fault, uint64_t place, uint64_t index)
{
	switch (fault) {
	case FAULT_MISSING:
		return index < place ? index : index + 1;
	case FAULT_REPEATED:
		return index < place ? index : index - 1;
	case FAULT_SWAPPED:
		return index == place ? index + 1 : index == place + 1 ? index - 1 : index;
	default:
		return index;
	}
}

static void fill(const struct source *source, unsigned char *data, size_t count, enum fault fault, uint64_t place,
		 uint64_t first)
{
	const size_t sample_bytes = 2 * source->count;

	for (size_t i = 0; i < count; i++) {
		put_sample(source, data + i * sample_bytes, first + number_at(fault, place, i));
		if (fault == FAULT_WRONG && i == place)
			data[i * sample_bytes + 2 * ((size_t)rand() % source->count) + 1] ^= 0x02;
	}
}

/* In blocks of any size, as a slow device with fileio delivers. */
static struct verify_result check_stream(const struct source *source, const unsigned char *data, size_t count,
					 size_t block_max)
{
	const size_t sample_bytes = 2 * source->count;
	struct verify_result result;
	struct verify *verify;

	assert_int_equal(verify_new(source->kind, source->columns, source->count, sample_bytes, &verify), 0);
	for (size_t done = 0; done < count;) {
		size_t block = 1 + (size_t)rand() % block_max;

		block = block < count - done ? block : count - done;
		verify_block(verify, data + done * sample_bytes, block * sample_bytes);
		done += block;
	}
	verify_result(verify, &result);
	verify_free(verify);
	assert_true(result.samples == count);
	return result;
}

static void assert_fault(const struct source *source, enum fault fault, uint64_t place,
			 const struct verify_result *result)
{
	const uint64_t missing = fault == FAULT_MISSING, repeated = fault == FAULT_REPEATED;
	const uint64_t wrong = fault == FAULT_SWAPPED ? 2 : fault == FAULT_WRONG;
	bool right = verify_failed(result) == (fault != FAULT_NONE) && result->gaps == missing + repeated &&
		     result->wrong == wrong && !result->no_sequence;

	if (fault != FAULT_NONE)
		right = right && result->first_error_sample == place;
	if (fault == FAULT_MISSING)
		right = right && result->lost == 1 && result->repeated == 0;
	if (fault == FAULT_REPEATED && source->tells_repeats)
		right = right && result->repeated == 1 && result->lost == 0;
	if (!right)
		fail_msg("%s, fault %d at %llu: gaps %llu lost %llu repeated %llu wrong %llu at %llu", source->name,
			 (int)fault, (unsigned long long)place, (unsigned long long)result->gaps,
			 (unsigned long long)result->lost, (unsigned long long)result->repeated,
			 (unsigned long long)result->wrong, (unsigned long long)result->first_error_sample);
}

static void every_fault_is_found_anywhere(void **state)
{
	const char *seed = getenv("IIODMA_TEST_SEED");

	srand(seed ? (unsigned int)strtoul(seed, NULL, 10) : 2021);
	for (size_t s = 0; s < COUNT(sources); s++) {
		const struct source *source = &sources[s];
		unsigned char *data = malloc(STREAM * 2 * source->count);

		for (unsigned int trial = 0; trial < TRIALS; trial++) {
			const enum fault fault = (enum fault)(trial % FAULTS);
			const uint64_t first = (uint64_t)rand() << 8;
			/* The first samples say where it begins, and those after a fault what it was. */
			const uint64_t lead = source->kind == VERIFY_TONE ? 16 : 1;
			const uint64_t place = lead + (uint64_t)rand() % (STREAM - 100);
			struct verify_result result;

			fill(source, data, STREAM, fault, place, first);
			result = check_stream(source, data, STREAM, BLOCK_MAX);
			assert_fault(source, fault, place, &result);
		}
		free(data);
	}
}

/* ---- one in 10^8 ---- */

/* All of these repeat after this many samples, so that memory filled once serves a long stream. */
#define COMMON_PERIOD (65535u)
#define POWER_PERIOD (65536u)

static void one_fault_in_a_long_stream_is_placed(void **state)
{
	static const size_t periodic[] = {2, 3, 6, 8};

	srand(1);
	for (size_t s = 0; s < COUNT(periodic); s++) {
		const struct source *source = &sources[periodic[s]];
		const size_t period = source->kind == VERIFY_PRBS ? COMMON_PERIOD : POWER_PERIOD;
		const size_t sample_bytes = 2 * source->count;
		const uint64_t turns = LONG_STREAM / period + 1;
		const uint64_t turn = 1 + (uint64_t)rand() % (turns - 2), at = (uint64_t)rand() % (period - 100);
		unsigned char *data = malloc(period * sample_bytes), *faulty = malloc(period * sample_bytes);
		struct verify_result result;
		struct verify *verify;

		fill(source, data, period, FAULT_NONE, 0, 0);
		memcpy(faulty, data, period * sample_bytes);
		faulty[at * sample_bytes + 1] ^= 0x02;
		assert_int_equal(verify_new(source->kind, source->columns, source->count, sample_bytes, &verify), 0);
		for (uint64_t t = 0; t < turns; t++)
			verify_block(verify, t == turn ? faulty : data, period * sample_bytes);
		verify_result(verify, &result);
		verify_free(verify);
		assert_true(result.samples >= LONG_STREAM);
		assert_fault(source, FAULT_WRONG, turn * period + at, &result);
		assert_true(result.first_error_block == turn);
		free(data);
		free(faulty);
	}
}

/* C08: a counter over the wrap of 32 bit, with one sample too few in 10^8. */
static void one_sample_missing_in_a_long_count_is_placed(void **state)
{
	const uint32_t block = 65536, start = 0xfffff000u;
	const uint64_t blocks = LONG_STREAM / block + 1, hit = blocks - 3;
	uint32_t *data = malloc(block * sizeof(*data));
	struct verify_result result;
	struct verify *verify;

	assert_int_equal(verify_new(VERIFY_COUNTER, one_pair, COUNT(one_pair), 4, &verify), 0);
	for (uint64_t b = 0; b < blocks; b++) {
		uint32_t next = start + (uint32_t)(b * block) + (b > hit);

		for (uint32_t i = 0; i < block; i++)
			data[i] = htole32(next + i + (b == hit && i >= 4321));
		verify_block(verify, data, block * sizeof(*data));
	}
	verify_result(verify, &result);
	verify_free(verify);
	free(data);
	assert_fault(&sources[0], FAULT_MISSING, hit * block + 4321, &result);
}

/* ---- what is particular to one ---- */

static void prbs_begins_with_the_first_sample_that_can_be_one(void **state)
{
	const struct source *source = &sources[3];
	unsigned char data[1000 * 4];
	struct verify_result result;

	fill(source, data, 1000, FAULT_NONE, 0, 777);
	memset(data, 0, 10 * 4);
	result = check_stream(source, data, 1000, 100);
	assert_true(result.wrong == 10);
	assert_true(result.gaps == 0);
	assert_true(result.first_error_sample == 0);
	assert_true(result.period == 65535);
}

static void prbs_needs_whole_pairs(void **state)
{
	static const struct verify_column torn[] = {{0, 0}, {2, 1}, {4, 2}};
	struct verify *verify;

	assert_int_equal(verify_new(VERIFY_PRBS, one_pair, 1, 2, &verify), -EINVAL);
	assert_int_equal(verify_new(VERIFY_PRBS, torn, 3, 6, &verify), -EINVAL);
	assert_int_equal(verify_new(VERIFY_TONE, torn, 3, 6, &verify), -EINVAL);
}

static void a_lost_block_of_a_tone_is_measured(void **state)
{
	const struct source *source = &sources[9];
	unsigned char *data = malloc(STREAM * 4);
	struct verify_result result;

	fill(source, data, STREAM, FAULT_NONE, 0, 0);
	memmove(data + 8000 * 4, data + 9000 * 4, (STREAM - 9000) * 4);
	result = check_stream(source, data, STREAM - 1000, BLOCK_MAX);
	assert_true(result.gaps == 1 && result.wrong == 0);
	assert_true(result.first_error_sample == 8000);
	/* Noise lets the phase be known to a thousandth of a turn or so: the tone comes by there after 81 samples. */
	assert_true(result.lost >= 1);
	assert_false(result.lost_exact);
	free(data);
}

static void a_tone_says_what_it_is(void **state)
{
	unsigned char *data = malloc(STREAM * 4);
	struct verify_result result;

	fill(&sources[6], data, STREAM, FAULT_NONE, 0, 0);
	result = check_stream(&sources[6], data, STREAM, BLOCK_MAX);
	assert_non_null(strstr(result.basis, "a tone of 0.0312500 turns per sample, amplitude 2047, tolerance "));
	assert_true(result.period == 32);
	fill(&sources[9], data, STREAM, FAULT_NONE, 0, 0);
	result = check_stream(&sources[9], data, STREAM, BLOCK_MAX);
	assert_non_null(strstr(result.basis, "a tone of -0.12345"));
	free(data);
}

/* A tone so slow that a sample more or less is within the tolerance: said, not passed over. */
static void a_slow_tone_says_what_stays_unseen(void **state)
{
	const struct source slow = {"slow", VERIFY_TONE, one_pair, COUNT(one_pair), 1.0 / 20000, 2000, 2, false};
	unsigned char *data = malloc(STREAM * 4);
	struct verify_result result;

	fill(&slow, data, STREAM, FAULT_NONE, 0, 0);
	result = check_stream(&slow, data, STREAM, BLOCK_MAX);
	assert_false(verify_failed(&result));
	assert_non_null(strstr(result.basis, "samples stay unseen"));
	free(data);
}

static void a_short_tone_is_judged_all_the_same(void **state)
{
	const struct source *source = &sources[6];
	unsigned char data[500 * 4];
	struct verify_result result;

	fill(source, data, 500, FAULT_MISSING, 400, 0);
	result = check_stream(source, data, 500, 100);
	assert_fault(source, FAULT_MISSING, 400, &result);
}

static void noise_is_no_tone(void **state)
{
	unsigned char *data = malloc(STREAM * 4);
	struct verify_result result;

	for (size_t i = 0; i < STREAM * 4; i++)
		data[i] = (unsigned char)rand();
	result = check_stream(&sources[6], data, STREAM, BLOCK_MAX);
	assert_true(result.no_sequence);
	assert_true(verify_failed(&result));
	free(data);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_fault_is_found_anywhere),
		cmocka_unit_test(one_fault_in_a_long_stream_is_placed),
		cmocka_unit_test(one_sample_missing_in_a_long_count_is_placed),
		cmocka_unit_test(prbs_begins_with_the_first_sample_that_can_be_one),
		cmocka_unit_test(prbs_needs_whole_pairs),
		cmocka_unit_test(a_lost_block_of_a_tone_is_measured),
		cmocka_unit_test(a_tone_says_what_it_is),
		cmocka_unit_test(a_slow_tone_says_what_stays_unseen),
		cmocka_unit_test(a_short_tone_is_judged_all_the_same),
		cmocka_unit_test(noise_is_no_tone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
