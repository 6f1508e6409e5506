/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "unit.h"

#include <endian.h>

#include "common/verify_checker.h"

#define MS INT64_C(1000000)
#define BLOCK 100u
#define SAMPLE_BYTES 16u
#define OFFSET 8u

struct bed {
	struct verify *verify;
	struct verify_result result;
	bool big_endian;
};

static void bed_open(struct bed *bed, double interval_ns, bool big_endian)
{
	*bed = (struct bed){.big_endian = big_endian};
	assert_int_equal(verify_timestamp_new(OFFSET, big_endian, SAMPLE_BYTES, interval_ns, &bed->verify), 0);
}

static void bed_deliver(struct bed *bed, const int64_t *stamps, size_t count)
{
	unsigned char *data = calloc(count, SAMPLE_BYTES);

	for (size_t i = 0; i < count; i++) {
		const uint64_t value = (uint64_t)stamps[i];
		const uint64_t stored = bed->big_endian ? htobe64(value) : htole64(value);

		memcpy(data + i * SAMPLE_BYTES + OFFSET, &stored, sizeof(stored));
	}
	verify_block(bed->verify, data, count * SAMPLE_BYTES);
	verify_result(bed->verify, &bed->result);
	free(data);
}

/* @count samples from number @first on, 1 ms apart, jittered by up to @jitter_ns to either side. */
static void bed_run(struct bed *bed, uint64_t first, size_t count, int jitter_ns)
{
	int64_t stamps[BLOCK];

	for (size_t i = 0; i < count; i++)
		stamps[i] = 1700000000000 * MS + (int64_t)(first + i) * MS +
			    (jitter_ns ? rand() % (2 * jitter_ns + 1) - jitter_ns : 0);
	bed_deliver(bed, stamps, count);
}

/* C117: block 37 of 100 is left out. */
static void a_lost_block_is_measured_and_placed(void **state)
{
	for (int big_endian = 0; big_endian < 2; big_endian++) {
		struct bed bed;
		char text[VERIFY_TEXT];

		bed_open(&bed, (double)MS, big_endian);
		for (uint64_t block = 0; block < 100; block++)
			if (block != 37)
				bed_run(&bed, block * BLOCK, BLOCK, 0);
		assert_true(bed.result.gaps == 1);
		assert_true(bed.result.lost == 100);
		assert_true(bed.result.lost_exact);
		assert_string_equal(verify_error_text(&bed.result, text, sizeof(text)),
				    "timestamp gap before sample 3700: 101.0 ms, expected 1.0 ms, 100 samples missing, "
				    "at a block edge");
		assert_true(bed.result.first_error_block == 37);
		verify_free(bed.verify);
	}
}

/* C117: jitter of a fifth of the period on every stamp is no fault. */
static void jitter_is_no_gap(void **state)
{
	struct bed bed;

	srand(5);
	bed_open(&bed, (double)MS, false);
	for (uint64_t block = 0; block < 100; block++)
		bed_run(&bed, block * BLOCK, BLOCK, (int)(MS / 5));
	assert_false(verify_failed(&bed.result));
	verify_free(bed.verify);
}

static void one_sample_is_enough(void **state)
{
	struct bed bed;

	bed_open(&bed, (double)MS, false);
	bed_run(&bed, 0, 50, 0);
	bed_run(&bed, 50, 20, 0);
	bed_run(&bed, 71, 20, 0);
	assert_true(bed.result.lost == 1);
	assert_non_null(strstr(bed.result.fault, "before sample 70: 2.0 ms"));
	verify_free(bed.verify);
}

static void within_a_block_is_said(void **state)
{
	const int64_t stamps[] = {0, MS, 2 * MS, 7 * MS, 8 * MS};
	struct bed bed;

	bed_open(&bed, (double)MS, false);
	bed_deliver(&bed, stamps, COUNT(stamps));
	assert_non_null(
		strstr(bed.result.fault, "before sample 3: 5.0 ms, expected 1.0 ms, 4 samples missing, within a"));
	verify_free(bed.verify);
}

/* Back, twice the same, and so far that the difference of two stamps overflows. */
static void what_goes_back_is_wrong(void **state)
{
	const int64_t repeated[] = {0, MS, MS, 2 * MS}, back[] = {10 * MS, 5 * MS, 6 * MS},
		      far[] = {INT64_MAX, INT64_MIN + 5 * MS};
	struct bed bed;

	bed_open(&bed, (double)MS, false);
	bed_deliver(&bed, repeated, COUNT(repeated));
	assert_true(bed.result.wrong == 1 && bed.result.gaps == 0);
	assert_non_null(strstr(bed.result.fault, "timestamp of sample 2 is 0.000 ms after the one before"));
	verify_free(bed.verify);
	bed_open(&bed, (double)MS, false);
	bed_deliver(&bed, back, COUNT(back));
	assert_true(bed.result.wrong == 1);
	assert_non_null(strstr(bed.result.fault, "-5.000 ms"));
	verify_free(bed.verify);
	bed_open(&bed, (double)MS, false);
	bed_deliver(&bed, far, COUNT(far));
	assert_true(verify_failed(&bed.result));
	verify_free(bed.verify);
}

/* Without a rate the first samples say what the period is, and are judged by it too. */
static void an_unknown_rate_is_found(void **state)
{
	struct bed bed;

	bed_open(&bed, 0, false);
	bed_run(&bed, 0, 5, 0);
	assert_false(verify_failed(&bed.result));
	bed_run(&bed, 15, 50, 0);
	assert_true(bed.result.gaps == 1 && bed.result.lost == 10);
	assert_true(bed.result.first_error_sample == 5 && bed.result.first_error_block == 1);
	assert_non_null(strstr(bed.result.fault, "at a block edge"));
	assert_non_null(strstr(bed.result.basis, "period of 1.000000 ms"));
	bed_run(&bed, 165, 50, 0);
	assert_true(bed.result.gaps == 2 && bed.result.lost == 110);
	verify_free(bed.verify);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_lost_block_is_measured_and_placed),
		cmocka_unit_test(jitter_is_no_gap),
		cmocka_unit_test(one_sample_is_enough),
		cmocka_unit_test(within_a_block_is_said),
		cmocka_unit_test(what_goes_back_is_wrong),
		cmocka_unit_test(an_unknown_rate_is_found),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
