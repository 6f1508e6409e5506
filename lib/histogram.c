/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A log-linear histogram over all non-negative 64-bit values.
 *
 * Every power of two is an octave, every octave from 64 up is cut into 64 cells of equal width: 1 in 64…127, 2 in
 * 128…255, 4 in 256…511 and so on. With shift = how many bits a value has beyond the 7 that tell its cell,
 *
 *     cell = 64 * shift + (value >> shift)
 *
 * numbers the cells without a gap; below 128 the cell is the value itself. A cell of width w = 2^shift begins at 64 * w
 * at least, and is reported by its middle, which is at most w / 2 away: the error is at most 1/128 of the value. 3712
 * cells reach up to INT64_MAX, 29 KiB in one allocation. Smallest and largest value are kept as they are.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <iiodma/histogram.h>

#include "error.h"

#define CELLS_PER_OCTAVE 64u
#define CELL_BITS 7                 /* a value of up to this many bits is its own cell */
#define SHIFT_MAX (63u - CELL_BITS) /* INT64_MAX has 63 bits */
#define CELLS (CELLS_PER_OCTAVE * (SHIFT_MAX + 2))

struct iiodma_histogram {
	uint64_t count;
	uint64_t sum_low; /* sum of all values, 128 bits: 64 would overflow */
	uint64_t sum_high;
	int64_t min; /* valid when count > 0 */
	int64_t max;
	uint64_t cells[CELLS];
};

static unsigned int cell_of(uint64_t value)
{
	unsigned int bits = 64u - (unsigned int)__builtin_clzll(value | CELLS_PER_OCTAVE);
	unsigned int shift = bits - CELL_BITS;

	return CELLS_PER_OCTAVE * shift + (unsigned int)(value >> shift);
}

static int64_t middle_of(unsigned int cell)
{
	unsigned int shift = cell < 2 * CELLS_PER_OCTAVE ? 0 : cell / CELLS_PER_OCTAVE - 1;
	uint64_t first = (uint64_t)(cell - CELLS_PER_OCTAVE * shift) << shift;

	return (int64_t)(first + (UINT64_C(1) << shift) / 2);
}

static void add_to_sum(struct iiodma_histogram *histogram, uint64_t high, uint64_t low)
{
	histogram->sum_low += low;
	histogram->sum_high += high + (histogram->sum_low < low);
}

int iiodma_histogram_new(struct iiodma_histogram **ret_histogram)
{
	struct iiodma_histogram *histogram = calloc(1, sizeof(*histogram));

	if (!histogram)
		return error_set(-ENOMEM, "make a histogram");
	*ret_histogram = histogram;
	return 0;
}

void iiodma_histogram_free(struct iiodma_histogram *histogram)
{
	free(histogram);
}

void iiodma_histogram_record(struct iiodma_histogram *histogram, int64_t value)
{
	if (value < 0)
		value = 0;
	if (histogram->count == 0 || value < histogram->min)
		histogram->min = value;
	if (histogram->count == 0 || value > histogram->max)
		histogram->max = value;
	histogram->count++;
	add_to_sum(histogram, 0, (uint64_t)value);
	histogram->cells[cell_of((uint64_t)value)]++;
}

void iiodma_histogram_merge(struct iiodma_histogram *histogram, const struct iiodma_histogram *from)
{
	if (from->count == 0)
		return;
	if (histogram->count == 0 || from->min < histogram->min)
		histogram->min = from->min;
	if (histogram->count == 0 || from->max > histogram->max)
		histogram->max = from->max;
	histogram->count += from->count;
	add_to_sum(histogram, from->sum_high, from->sum_low);
	for (unsigned int i = 0; i < CELLS; i++)
		histogram->cells[i] += from->cells[i];
}

void iiodma_histogram_reset(struct iiodma_histogram *histogram)
{
	memset(histogram, 0, sizeof(*histogram));
}

uint64_t iiodma_histogram_count(const struct iiodma_histogram *histogram)
{
	return histogram->count;
}

int64_t iiodma_histogram_min(const struct iiodma_histogram *histogram)
{
	return histogram->count ? histogram->min : -1;
}

int64_t iiodma_histogram_max(const struct iiodma_histogram *histogram)
{
	return histogram->count ? histogram->max : -1;
}

double iiodma_histogram_mean(const struct iiodma_histogram *histogram)
{
	const double two_to_64 = 18446744073709551616.0;

	if (histogram->count == 0)
		return (double)NAN;
	return ((double)histogram->sum_high * two_to_64 + (double)histogram->sum_low) / (double)histogram->count;
}

/* How many of the smallest values make up @percentile percent: 1 … count. */
static uint64_t rank_of(uint64_t count, double percentile)
{
	double wanted;
	uint64_t rank;

	if (!(percentile > 0)) /* NaN as well */
		return 1;
	if (percentile >= 100)
		return count;

	wanted = percentile * (double)count / 100;
	rank = (uint64_t)wanted;
	if ((double)rank < wanted)
		rank++;
	return rank == 0 ? 1 : rank > count ? count : rank;
}

int64_t iiodma_histogram_percentile(const struct iiodma_histogram *histogram, double percentile)
{
	uint64_t rank, seen = 0;
	unsigned int cell = 0;
	int64_t value;

	if (histogram->count == 0)
		return -1;
	rank = rank_of(histogram->count, percentile);
	if (rank == 1)
		return histogram->min;
	if (rank == histogram->count)
		return histogram->max;

	while ((seen += histogram->cells[cell]) < rank)
		cell++;
	value = middle_of(cell);
	if (value < histogram->min) /* the middle of a cell can lie outside what was recorded */
		return histogram->min;
	return value > histogram->max ? histogram->max : value;
}
