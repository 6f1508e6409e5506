/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "unit.h"

#include <math.h>

#include "common/line_fit.h"

/* Block sizes of a sweep: 16 bytes to 16 MiB. */
#define SIZES 11u

static void sizes(double x[SIZES])
{
	for (unsigned int i = 0; i < SIZES; i++)
		x[i] = ldexp(16, (int)(2 * i));
}

static void assert_near(double value, double expected, double share)
{
	if (!(fabs(value - expected) <= share * fabs(expected)))
		fail_msg("%.9g instead of %.9g", value, expected);
}

/* 1 ms for a block and 40 MiB/s, found again over six powers of ten */
static void known_costs(void **state)
{
	double x[SIZES], y[SIZES];
	struct line_fit fit;

	sizes(x);
	for (unsigned int i = 0; i < SIZES; i++)
		y[i] = 1e-3 + x[i] / 41943040;
	fit = line_fit(x, y, SIZES);
	assert_near(fit.base, 1e-3, 1e-9);
	assert_near(fit.slope, 1 / 41943040.0, 1e-9);
	assert_true(fit.residual_ratio < 1e-9);
	assert_int_equal(fit.count, SIZES);
	assert_int_equal(fit.used, SIZES);
}

/* Plain least squares would take the base from the biggest block's deviation: 1 % of 400 ms is 4 blocks' worth. */
static void small_blocks_count_as_much_as_big_ones(void **state)
{
	static const double noise[SIZES] = {.004, -.011, .013, -.002, .009, -.014, .007, -.006, .012, -.009, .001};
	double x[SIZES], y[SIZES];
	struct line_fit fit;

	sizes(x);
	for (unsigned int i = 0; i < SIZES; i++)
		y[i] = (1e-3 + x[i] / 41943040) * (1 + noise[i]);
	fit = line_fit(x, y, SIZES);
	assert_near(fit.base, 1e-3, 0.01);
	assert_near(fit.slope, 1 / 41943040.0, 0.01);
	assert_near(fit.residual_ratio, 0.0101, 0.1);
	assert_int_equal(fit.used, SIZES);
}

static void a_third_may_be_wrong(void **state)
{
	double x[SIZES], y[SIZES];
	struct line_fit fit;

	sizes(x);
	for (unsigned int i = 0; i < SIZES; i++)
		y[i] = 5e-6 + x[i] * 1e-9;
	y[0] *= 30;
	y[5] *= 3;
	y[10] /= 2;
	fit = line_fit(x, y, SIZES);
	assert_near(fit.base, 5e-6, 1e-6);
	assert_near(fit.slope, 1e-9, 1e-6);
	assert_int_equal(fit.used, SIZES - 3);
}

static void two_points_are_a_line_without_residual(void **state)
{
	const double x[] = {16384, 1048576}, y[] = {1e-3 + 16384 * 1e-8, 1e-3 + 1048576 * 1e-8};
	struct line_fit fit = line_fit(x, y, 2);

	assert_near(fit.base, 1e-3, 1e-9);
	assert_near(fit.slope, 1e-8, 1e-9);
	assert_true(isnan(fit.residual_ratio));
}

static void no_line_through_one_size(void **state)
{
	const double x[] = {64, 64, 64}, y[] = {1, 2, 3};
	struct line_fit fit = line_fit(x, y, 3);

	assert_true(isnan(fit.base) && isnan(fit.slope) && isnan(fit.residual_ratio));
	assert_int_equal(fit.count, 3);
	assert_int_equal(fit.used, 0);
	fit = line_fit(x, y, 0);
	assert_true(isnan(fit.base));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(known_costs),
		cmocka_unit_test(small_blocks_count_as_much_as_big_ones),
		cmocka_unit_test(a_third_may_be_wrong),
		cmocka_unit_test(two_points_are_a_line_without_residual),
		cmocka_unit_test(no_line_through_one_size),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
