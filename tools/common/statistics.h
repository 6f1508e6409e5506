/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Mean, spread and order of repeated measurements. */
#ifndef IIODMA_TOOLS_STATISTICS_H
#define IIODMA_TOOLS_STATISTICS_H

#include <stddef.h>

/* Every member is NaN when it is undefined: no value at all, or fewer than two for the deviation. */
struct statistics {
	size_t count;
	double mean;
	double standard_deviation; /* of the sample: divided by count - 1 */
	double min;
	double median;
	double max;
};

/*
 * Statistics of @count values; values that are not finite are left out and not counted. Sorts the values in place.
 */
struct statistics statistics_of(double *values, size_t count);

#endif
