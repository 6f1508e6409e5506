/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "statistics.h"

#include <math.h>
#include <stdlib.h>

static int compare_doubles(const void *left, const void *right)
{
	double a = *(const double *)left;
	double b = *(const double *)right;

	return (a > b) - (a < b);
}

/* Move the finite values to the front; returns how many there are. */
static size_t keep_finite(double *values, size_t count)
{
	size_t kept = 0;

	for (size_t i = 0; i < count; i++)
		if (isfinite(values[i]))
			values[kept++] = values[i];
	return kept;
}

static double mean_of(const double *values, size_t count)
{
	double sum = 0;

	for (size_t i = 0; i < count; i++)
		sum += values[i];
	return sum / (double)count;
}

/* Two passes: the squares of rates near 1e9 would drown a deviation of a few bytes per second. */
static double deviation_of(const double *values, size_t count, double mean)
{
	double sum = 0;

	for (size_t i = 0; i < count; i++)
		sum += (values[i] - mean) * (values[i] - mean);
	return sqrt(sum / (double)(count - 1));
}

struct statistics statistics_of(double *values, size_t count)
{
	struct statistics result = {.mean = NAN, .standard_deviation = NAN, .min = NAN, .median = NAN, .max = NAN};

	count = keep_finite(values, count);
	if (count == 0)
		return result;
	qsort(values, count, sizeof(*values), compare_doubles);
	result.count = count;
	result.mean = mean_of(values, count);
	if (count > 1)
		result.standard_deviation = deviation_of(values, count, result.mean);
	result.min = values[0];
	result.max = values[count - 1];
	result.median = (values[(count - 1) / 2] + values[count / 2]) / 2;
	return result;
}
