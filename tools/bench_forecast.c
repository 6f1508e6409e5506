/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "bench_forecast.h"

#include <math.h>
#include <stdio.h>

#include "bench_window.h"
#include "common/clock.h"
#include "common/report_reasons.h"
#include "common/units.h"

/* Taking the device, memory for the blocks, giving both back: a few hundredths of a second on any machine. */
#define SET_UP_SECONDS 0.05
#define TURN_LEAST_SECONDS 0.02

/* Samples per second; NaN = not known or not paced. */
static double rate_of(const struct result_setup *setup, const struct bench_devices *devices)
{
	double rate = isnan(setup->rate_asked) ? devices->rate[setup->direction].before : setup->rate_asked;

	return setup->api != IIODMA_API_NULL && rate > 0 ? rate : (double)NAN;
}

static double warmup_seconds(const struct result_setup *setup, const struct bench_options *options, double rate)
{
	double turn = (double)setup->block_samples * setup->depth_asked / rate;

	if (options->warmup_ns != BENCH_WARMUP_TURN)
		return (double)options->warmup_ns / (double)NS_PER_SECOND;
	return fmax(TURN_LEAST_SECONDS, turn); /* fmax() leaves out what is no number */
}

static double counted_seconds(const struct bench_options *options, const struct target *target, double rate)
{
	uint64_t samples = target->sample_bytes ? stream_request_samples(&options->stream, target->sample_bytes) : 0;
	double seconds = samples ? (double)samples / rate : (double)INFINITY;

	if (options->duration_ns >= 0)
		seconds = fmin(seconds, (double)options->duration_ns / (double)NS_PER_SECOND);
	return seconds;
}

static double cell_seconds(const struct result_setup *setup, const struct bench_options *options,
			   const struct bench_devices *devices)
{
	double rate = rate_of(setup, devices);

	return SET_UP_SECONDS + warmup_seconds(setup, options, rate) +
	       counted_seconds(options, &devices->target[setup->direction], rate);
}

double bench_forecast_seconds(const struct result *result, const struct bench_options *options,
			      const struct bench_devices *devices)
{
	double seconds = 0;

	for (size_t i = 0; i < result->cell_count; i++)
		if (result->cells[i].status == RESULT_OK)
			seconds += options->repeats * cell_seconds(&result->cells[i].setup, options, devices);
	return seconds;
}

static size_t count_possible(const struct result *result)
{
	size_t possible = 0;

	for (size_t i = 0; i < result->cell_count; i++)
		possible += result->cells[i].status == RESULT_OK;
	return possible;
}

void bench_forecast_print(FILE *out, const struct result *result, const struct bench_options *options,
			  const struct bench_devices *devices)
{
	double seconds = bench_forecast_seconds(result, options, devices);
	size_t possible = count_possible(result);
	char words[UNITS_TEXT];

	fprintf(out, "plan: %zu of %zu cell%s, %u run%s of each", possible, result->cell_count,
		result->cell_count == 1 ? "" : "s", options->repeats, options->repeats == 1 ? "" : "s");
	if (isfinite(seconds))
		fprintf(out, ", about %s\n", units_seconds(words, (int64_t)(seconds * (double)NS_PER_SECOND)));
	else
		fprintf(out, ", for a time that nobody can tell\n");
	report_reasons(out, result, false);
}
