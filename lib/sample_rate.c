/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The sample rate of a device: where drivers keep it, and its text, which no locale may change. C109 */
#include <errno.h>
#include <inttypes.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <iiodma/context.h>
#include <iiodma/device.h>

#include "device.h"
#include "error.h"

#define RATE_MAX 1e15 /* far beyond any converter, and whole numbers up to here are exact in a double */
#define MICRO UINT64_C(1000000)

#define ATTRIBUTES 2

static const char *const attributes[][ATTRIBUTES] = {
	[IIODMA_INPUT] = {"sampling_frequency", "in_voltage_sampling_frequency"},
	[IIODMA_OUTPUT] = {"sampling_frequency", "out_voltage_sampling_frequency"},
};

static bool is_phy(const struct iiodma_device *device)
{
	static const char ending[] = "-phy";
	size_t length = strlen(device->name);

	return length >= strlen(ending) && strcmp(device->name + length - strlen(ending), ending) == 0;
}

/* The device to look at in round @round: first @device itself, then the phys of its context. NULL when there is no more. */
static const struct iiodma_device *candidate(const struct iiodma_device *device, size_t round)
{
	const struct iiodma_context *context = device->context;

	if (round == 0)
		return device;
	for (size_t i = 0; i < context->device_count; i++) {
		if (context->devices[i] != device && is_phy(context->devices[i]) && --round == 0)
			return context->devices[i];
	}
	return NULL;
}

/* What is done at a place, with the same results as iiodma_device_attr_read() and _write(). */
typedef int (*visit_fn)(const struct iiodma_device *device, const char *attribute, double *rate);

/*
 * Go through all places in order until one takes it. EINVAL leads on as well: the IIO core answers so for an attribute
 * whose driver cannot write it, which looks the same as a rate the driver rejects. The first refusal is reported when
 * no place takes it.
 */
static int visit_places(const struct iiodma_device *device, enum iiodma_direction direction, visit_fn visit,
			double *rate)
{
	const struct iiodma_device *at, *refused_at = NULL;
	const char *refused = NULL;
	int refusal = 0;

	for (size_t round = 0; (at = candidate(device, round)); round++) {
		for (size_t i = 0; i < ATTRIBUTES; i++) {
			int r = visit(at, attributes[direction][i], rate);

			if (r != -ENOENT && r != -EACCES && r != -EINVAL)
				return r;
			if (r == -ENOENT || refusal)
				continue;
			refusal = r;
			refused_at = at;
			refused = attributes[direction][i];
		}
	}
	if (refusal)
		return error_set(refusal, "use %s of %s", refused, refused_at->name);
	return error_say(-ENOENT, "neither %s nor a device called …-phy has %s or %s", device->name,
			 attributes[direction][0], attributes[direction][1]);
}

/* Digits with a decimal point in every locale, and nothing else. */
static bool parse_rate(const char *text, double *ret_rate)
{
	locale_t c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
	double rate;
	char *end;

	if (!c_locale)
		return false;
	rate = strtod_l(text, &end, c_locale);
	freelocale(c_locale);
	if (end == text || *end != '\0' || !isfinite(rate) || rate < 0)
		return false;
	*ret_rate = rate;
	return true;
}

/* In whole numbers: printf() would take the decimal point from the locale, and drivers may refuse a fraction. */
static void print_rate(double rate, char *text, size_t size)
{
	uint64_t whole = (uint64_t)rate;
	uint64_t micro = (uint64_t)((rate - (double)whole) * (double)MICRO + 0.5);

	whole += micro / MICRO;
	micro %= MICRO;
	if (micro)
		snprintf(text, size, "%" PRIu64 ".%06" PRIu64, whole, micro);
	else
		snprintf(text, size, "%" PRIu64, whole);
}

static int read_rate(const struct iiodma_device *device, const char *attribute, double *rate)
{
	char text[64];
	int r = iiodma_device_attr_read(device, attribute, text, sizeof(text));

	if (r < 0)
		return r;
	if (!parse_rate(text, rate))
		return error_say(-EBADMSG, "%s of %s reads \"%s\", which is no rate", attribute, device->name, text);
	return 0;
}

static int write_rate(const struct iiodma_device *device, const char *attribute, double *rate)
{
	char text[64];

	print_rate(*rate, text, sizeof(text));
	return iiodma_device_attr_write(device, attribute, text);
}

int iiodma_device_sample_rate(const struct iiodma_device *device, enum iiodma_direction direction,
			      double *ret_samples_per_second)
{
	return visit_places(device, direction, read_rate, ret_samples_per_second);
}

int iiodma_device_set_sample_rate(const struct iiodma_device *device, enum iiodma_direction direction,
				  double samples_per_second)
{
	if (!(samples_per_second >= 0 && samples_per_second <= RATE_MAX)) /* NaN as well */
		return error_say(-EINVAL, "a sample rate must be between 0 and 10^15 samples per second");
	return visit_places(device, direction, write_rate, &samples_per_second);
}
