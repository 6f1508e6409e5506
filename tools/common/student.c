/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * P(|T| >= t) is the regularized incomplete beta function I_x(f/2, 1/2) with x = f / (f + t^2): Abramowitz and Stegun, Handbook of
 * Mathematical Functions, 26.7.1 and 26.5.27. The function itself by its continued fraction, DLMF 8.17.22.
 */
#include "student.h"

#include <math.h>

#define STEPS_MAX 10000
#define PRECISION 1e-15
#define NEARLY_ZERO 1e-300

static double not_zero(double value)
{
	return fabs(value) < NEARLY_ZERO ? NEARLY_ZERO : value;
}

/* The coefficient d_@index of the fraction. */
static double coefficient(int index, double a, double b, double x)
{
	const double m = index / 2;

	if (index % 2)
		return -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
	return m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
}

/* 1 / (1 + d1 / (1 + d2 / (1 + …))), from the front, as Lentz and Thompson do it; converges fast below x = (a+1)/(a+b+2). */
static double fraction(double a, double b, double x)
{
	double value = 1, numerator = 1, denominator = 0, factor = 0;

	for (int i = 1; i < STEPS_MAX && fabs(factor - 1) > PRECISION; i++) {
		const double d = coefficient(i, a, b, x);

		denominator = 1 / not_zero(1 + d * denominator);
		numerator = not_zero(1 + d / numerator);
		factor = numerator * denominator;
		value *= factor;
	}
	return 1 / value;
}

static double incomplete_beta(double a, double b, double x)
{
	double front;

	if (x <= 0 || x >= 1)
		return x >= 1;
	front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x));
	if (x < (a + 1) / (a + b + 2))
		return front * fraction(a, b, x) / a;
	return 1 - front * fraction(b, a, 1 - x) / b;
}

double student_two_sided(double t, double freedom)
{
	return incomplete_beta(freedom / 2, 0.5, freedom / (freedom + t * t));
}

double student_critical(double confidence, double freedom)
{
	double low = 0, high = 1;

	while (student_two_sided(high, freedom) > 1 - confidence && high < 1e12)
		high *= 2;
	for (int i = 0; i < 200 && high - low > 1e-12 * high; i++) {
		const double middle = (low + high) / 2;

		if (student_two_sided(middle, freedom) > 1 - confidence)
			low = middle;
		else
			high = middle;
	}
	return high;
}
