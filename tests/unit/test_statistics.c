/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "unit.h"

#include <math.h>

#include "common/statistics.h"

static void none_is_undefined(void **state)
{
	struct statistics s = statistics_of(NULL, 0);

	assert_int_equal(s.count, 0);
	assert_true(isnan(s.mean) && isnan(s.standard_deviation) && isnan(s.min) && isnan(s.median) && isnan(s.max));
}

static void one_has_no_deviation(void **state)
{
	double value[] = {42};
	struct statistics s = statistics_of(value, 1);

	assert_true(s.mean == 42 && s.min == 42 && s.median == 42 && s.max == 42);
	assert_true(isnan(s.standard_deviation));
}

static void known_values(void **state)
{
	double values[] = {4, 2, 9, 4, 5, 7, 5, 4};
	struct statistics s = statistics_of(values, COUNT(values));

	assert_int_equal(s.count, 8);
	assert_true(s.mean == 5);
	assert_true(s.median == 4.5);
	assert_true(s.min == 2 && s.max == 9);
	/* squares of the distances: 1+9+16+1+0+4+0+1 = 32; of a sample, so 32 ÷ 7 */
	assert_true(fabs(s.standard_deviation - sqrt(32.0 / 7)) < 1e-12);
}

static void odd_count_has_a_middle(void **state)
{
	double values[] = {3, 1, 2};

	assert_true(statistics_of(values, 3).median == 2);
}

/* C108 */
static void undefined_values_do_not_count(void **state)
{
	double values[] = {NAN, 10, INFINITY, 20, -INFINITY};
	struct statistics s = statistics_of(values, COUNT(values));

	assert_int_equal(s.count, 2);
	assert_true(s.mean == 15 && s.min == 10 && s.max == 20);
}

/* A naive sum of squares loses a deviation of bytes beside rates of gigabytes. */
static void small_deviation_of_large_values(void **state)
{
	double values[] = {4e9, 4e9 + 1, 4e9 + 2};

	assert_true(fabs(statistics_of(values, 3).standard_deviation - 1) < 1e-9);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(none_is_undefined),
		cmocka_unit_test(one_has_no_deviation),
		cmocka_unit_test(known_values),
		cmocka_unit_test(odd_count_has_a_middle),
		cmocka_unit_test(undefined_values_do_not_count),
		cmocka_unit_test(small_deviation_of_large_values),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
