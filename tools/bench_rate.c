/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "bench_rate.h"

#include <math.h>

/* Rates are whole numbers of samples per second in sysfs. */
#define SAME_RATE 0.5

static double read_rate(const struct bench_rate *rate)
{
	double value;

	if (!rate->device || iiodma_device_sample_rate(rate->device, rate->direction, &value) < 0)
		return (double)NAN;
	return value;
}

void bench_rate_remember(struct bench_rate *rate, const struct iiodma_device *device, enum iiodma_direction direction)
{
	*rate = (struct bench_rate){.device = device, .direction = direction};
	rate->before = read_rate(rate);
}

int bench_rate_set(struct bench_rate *rate, double samples_per_second, double *ret_in_force)
{
	int ret;

	*ret_in_force = read_rate(rate);
	if (isnan(samples_per_second) || fabs(*ret_in_force - samples_per_second) < SAME_RATE)
		return 0;
	ret = iiodma_device_set_sample_rate(rate->device, rate->direction, samples_per_second);
	if (ret < 0)
		return ret;
	rate->changed = true;
	*ret_in_force = read_rate(rate);
	return 0;
}

int bench_rate_restore(struct bench_rate *rate)
{
	if (!rate->changed || isnan(rate->before))
		return 0;
	rate->changed = false;
	return iiodma_device_set_sample_rate(rate->device, rate->direction, rate->before);
}
