/* SPDX-License-Identifier: LGPL-2.1-or-later */
/** A histogram of durations, log-linear: bounded relative error over the whole range, fixed memory. */
#ifndef IIODMA_HISTOGRAM_H
#define IIODMA_HISTOGRAM_H

#include <iiodma/types.h>

IIODMA_BEGIN_DECLS

/**
 * Make an empty histogram of non-negative 64-bit values. Values below 128 are kept exactly; above, a value is known to within 1/128 (0.8 %).
 * @ret_histogram: freed by the caller with iiodma_histogram_free(). Returns 0 or -ENOMEM.
 */
int iiodma_histogram_new(struct iiodma_histogram **ret_histogram) IIODMA_MUST_CHECK;

/** NULL is fine. */
void iiodma_histogram_free(struct iiodma_histogram *histogram);

/** Count @value once; a negative value counts as 0. Never fails, never allocates. */
void iiodma_histogram_record(struct iiodma_histogram *histogram, int64_t value);

/** Add all counts of @from to @histogram. */
void iiodma_histogram_merge(struct iiodma_histogram *histogram, const struct iiodma_histogram *from);

/** Forget all counts. */
void iiodma_histogram_reset(struct iiodma_histogram *histogram);

uint64_t iiodma_histogram_count(const struct iiodma_histogram *histogram);

/** Smallest and largest recorded value, exact; -1 when empty. */
int64_t iiodma_histogram_min(const struct iiodma_histogram *histogram);
int64_t iiodma_histogram_max(const struct iiodma_histogram *histogram);

/** Mean of the recorded values, exact up to rounding; NaN when empty. */
double iiodma_histogram_mean(const struct iiodma_histogram *histogram);

/**
 * Value at a percentile by nearest rank: the smallest recorded value v such that at least @percentile percent of all values are <= v,
 * within the histogram's error. @percentile is taken into 0 … 100. -1 when empty.
 */
int64_t iiodma_histogram_percentile(const struct iiodma_histogram *histogram, double percentile);

IIODMA_END_DECLS

#endif
