/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is about to be measured, what cannot be, and how long it will take: told before it runs. */
#ifndef IIODMA_BENCH_FORECAST_H
#define IIODMA_BENCH_FORECAST_H

#include "bench_devices.h"

/* Seconds that the cells of @result will take, all in all; NaN when nobody can tell (a count of samples, not paced). */
double bench_forecast_seconds(const struct result *result, const struct bench_options *options,
			      const struct bench_devices *devices);

/* The plan in a few lines: how many runs and how long, and for each reason the cells that are n/a for it. */
void bench_forecast_print(FILE *out, const struct result *result, const struct bench_options *options,
			  const struct bench_devices *devices);

#endif
