/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "unit.h"

#include <math.h>

#include <iiodma/histogram.h>

static struct iiodma_histogram *new_histogram(void)
{
	struct iiodma_histogram *histogram = NULL;

	assert_int_equal(iiodma_histogram_new(&histogram), 0);
	return histogram;
}

static void empty_has_no_values(void **state)
{
	struct iiodma_histogram *histogram = new_histogram();

	assert_int_equal(iiodma_histogram_count(histogram), 0);
	assert_int_equal(iiodma_histogram_min(histogram), -1);
	assert_int_equal(iiodma_histogram_max(histogram), -1);
	assert_int_equal(iiodma_histogram_percentile(histogram, 50), -1);
	assert_true(isnan(iiodma_histogram_mean(histogram)));
	iiodma_histogram_free(histogram);
	iiodma_histogram_free(NULL);
}

/*
 * What the histogram says of @value must be within 1/128 of it, and @value itself below 128. Framed by values far apart, so
 * that the exact minimum and maximum cannot help.
 */
static void check_error_bound(struct iiodma_histogram *histogram, int64_t value)
{
	int64_t said;
	uint64_t error;

	iiodma_histogram_reset(histogram);
	iiodma_histogram_record(histogram, 0);
	iiodma_histogram_record(histogram, value);
	iiodma_histogram_record(histogram, INT64_MAX);
	said = iiodma_histogram_percentile(histogram, 50);

	error = said > value ? (uint64_t)said - (uint64_t)value : (uint64_t)value - (uint64_t)said;
	if (error > (uint64_t)value / 128)
		fail_msg("%lld is reported as %lld", (long long)value, (long long)said);
}

static void error_is_bounded_over_the_whole_range(void **state)
{
	struct iiodma_histogram *histogram = new_histogram();
	uint64_t random = 1;

	for (int64_t value = 0; value < 4096; value++)
		check_error_bound(histogram, value);
	for (unsigned int bit = 12; bit < 63; bit++) { /* around the ends of cells, where an index is wrong first */
		for (int64_t cell = 0; cell <= 64; cell++) {
			int64_t edge = (int64_t)((UINT64_C(1) << bit) + ((uint64_t)cell << (bit - 6)) - 1);

			check_error_bound(histogram, edge - 1);
			check_error_bound(histogram, edge);
			if (edge < INT64_MAX)
				check_error_bound(histogram, edge + 1);
		}
	}
	for (int i = 0; i < 10000; i++) {
		random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
		check_error_bound(histogram, (int64_t)(random >> (1 + i % 63)));
	}
	iiodma_histogram_free(histogram);
}

static void counts_and_extremes_are_exact(void **state)
{
	struct iiodma_histogram *histogram = new_histogram();

	iiodma_histogram_record(histogram, 1000003);
	iiodma_histogram_record(histogram, 999);
	iiodma_histogram_record(histogram, INT64_MAX);
	assert_int_equal(iiodma_histogram_count(histogram), 3);
	assert_int_equal(iiodma_histogram_min(histogram), 999);
	assert_true(iiodma_histogram_max(histogram) == INT64_MAX);
	assert_int_equal(iiodma_histogram_percentile(histogram, 0), 999);
	assert_true(iiodma_histogram_percentile(histogram, 100) == INT64_MAX);

	iiodma_histogram_record(histogram, -5);
	assert_int_equal(iiodma_histogram_min(histogram), 0);
	iiodma_histogram_free(histogram);
}

/* C113: 1000 known values in any order: 99 % of them are at most the 990th */
static void a_thousand_known_values(void **state)
{
	struct iiodma_histogram *histogram = new_histogram();

	for (int64_t i = 0; i < 1000; i++)
		iiodma_histogram_record(histogram, (1 + i * 617 % 1000) * 5000);
	assert_int_equal(iiodma_histogram_min(histogram), 5000);
	assert_int_equal(iiodma_histogram_max(histogram), 5000000);
	assert_in_range(iiodma_histogram_percentile(histogram, 50), 2500000 * 0.99, 2500000 * 1.01);
	assert_in_range(iiodma_histogram_percentile(histogram, 99), 4950000 * 0.99, 4950000 * 1.01);
	iiodma_histogram_free(histogram);
}

static void percentiles_are_by_nearest_rank(void **state)
{
	struct iiodma_histogram *histogram = new_histogram();

	for (int64_t value = 1; value <= 100; value++) /* all below 128, so exact */
		iiodma_histogram_record(histogram, 101 - value);
	for (int percent = 1; percent <= 100; percent++)
		assert_int_equal(iiodma_histogram_percentile(histogram, percent), percent);
	assert_int_equal(iiodma_histogram_percentile(histogram, 0.001), 1);
	assert_int_equal(iiodma_histogram_percentile(histogram, 50.001), 51);
	assert_int_equal(iiodma_histogram_percentile(histogram, 99.9), 100);
	assert_int_equal(iiodma_histogram_percentile(histogram, -3), 1);
	assert_int_equal(iiodma_histogram_percentile(histogram, 1000), 100);
	assert_int_equal(iiodma_histogram_percentile(histogram, (double)NAN), 1);

	for (int i = 0; i < 900; i++)
		iiodma_histogram_record(histogram, 120);
	assert_int_equal(iiodma_histogram_percentile(histogram, 10), 100);
	assert_int_equal(iiodma_histogram_percentile(histogram, 10.1), 120);
	assert_int_equal(iiodma_histogram_percentile(histogram, 99.9), 120);
	iiodma_histogram_free(histogram);
}

static void percentile_stays_within_what_was_recorded(void **state)
{
	struct iiodma_histogram *histogram = new_histogram();
	const int64_t cell_start = INT64_C(1) << 40, cell_end = cell_start + (INT64_C(1) << 34) - 1;

	for (int i = 0; i < 3; i++)
		iiodma_histogram_record(histogram, cell_start);
	assert_true(iiodma_histogram_percentile(histogram, 50) == cell_start);

	iiodma_histogram_reset(histogram);
	for (int i = 0; i < 3; i++)
		iiodma_histogram_record(histogram, cell_end);
	assert_true(iiodma_histogram_percentile(histogram, 50) == cell_end);
	iiodma_histogram_free(histogram);
}

static void mean_survives_a_sum_beyond_64_bits(void **state)
{
	struct iiodma_histogram *histogram = new_histogram();
	double largest = (double)INT64_MAX;

	iiodma_histogram_record(histogram, 1);
	iiodma_histogram_record(histogram, 2);
	assert_true(iiodma_histogram_mean(histogram) == 1.5);

	iiodma_histogram_reset(histogram);
	assert_true(isnan(iiodma_histogram_mean(histogram)));
	for (int i = 0; i < 1000; i++)
		iiodma_histogram_record(histogram, INT64_MAX);
	assert_true(fabs(iiodma_histogram_mean(histogram) - largest) < largest * 1e-12);
	iiodma_histogram_free(histogram);
}

static void merging_equals_recording_all(void **state)
{
	struct iiodma_histogram *left = new_histogram(), *right = new_histogram(), *all = new_histogram();
	uint64_t random = 7;

	iiodma_histogram_merge(left, right); /* nothing into nothing */
	assert_int_equal(iiodma_histogram_min(left), -1);
	for (int i = 0; i < 5000; i++) {
		int64_t value;

		random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
		value = (int64_t)(random >> (1 + i % 50));
		iiodma_histogram_record(i % 3 ? left : right, value);
		iiodma_histogram_record(all, value);
	}
	iiodma_histogram_merge(left, right);
	assert_int_equal(iiodma_histogram_count(left), 5000);
	assert_int_equal(iiodma_histogram_min(left), iiodma_histogram_min(all));
	assert_int_equal(iiodma_histogram_max(left), iiodma_histogram_max(all));
	assert_true(fabs(iiodma_histogram_mean(left) - iiodma_histogram_mean(all)) <=
		    iiodma_histogram_mean(all) * 1e-12);
	for (int percent = 0; percent <= 100; percent++)
		assert_int_equal(iiodma_histogram_percentile(left, percent), iiodma_histogram_percentile(all, percent));

	iiodma_histogram_free(left);
	iiodma_histogram_free(right);
	iiodma_histogram_free(all);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(empty_has_no_values),
		cmocka_unit_test(error_is_bounded_over_the_whole_range),
		cmocka_unit_test(counts_and_extremes_are_exact),
		cmocka_unit_test(a_thousand_known_values),
		cmocka_unit_test(percentiles_are_by_nearest_rank),
		cmocka_unit_test(percentile_stays_within_what_was_recorded),
		cmocka_unit_test(mean_survives_a_sum_beyond_64_bits),
		cmocka_unit_test(merging_equals_recording_all),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
