/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "unit.h"

#include <math.h>

#include "bench_search.h"

/* A device that takes low … high in steps, and carries up to a limit. */
struct device {
	double low, high, step;
	double limit;
	double lost_below; /* loses below this as well */
	unsigned int stop_after;
	unsigned int tries;
};

static enum search_answer ask(void *context, double *rate)
{
	struct device *device = context;

	if (device->stop_after && ++device->tries > device->stop_after)
		return SEARCH_STOPPED;
	if (*rate < device->low || *rate > device->high)
		return SEARCH_REJECTED;
	if (device->step > 0)
		*rate = device->step * floor(*rate / device->step);
	return *rate <= device->limit && *rate >= device->lost_below ? SEARCH_CARRIED : SEARCH_LOST;
}

static struct search_result search_from(struct device *device, double start)
{
	const struct search_config config = {
		.start = start, .lowest = 1e3, .highest = 1e9, .tolerance_ratio = 0.01, .try = ask, .context = device};

	return search_highest(&config);
}

static void assert_found(struct search_result found, double limit)
{
	assert_true(found.carried <= limit && found.carried >= limit / 1.011);
}

static void a_limit_above_or_below_the_start(void **state)
{
	struct device device = {.low = 520833, .high = 61.44e6, .limit = 23.4e6};
	static const double starts[] = {520833, 1e6, 23.4e6, 30.72e6, 61.44e6};

	for (size_t i = 0; i < COUNT(starts); i++) {
		struct search_result found = search_from(&device, starts[i]);

		assert_int_equal(found.bound, FINDING_BOUND_LOSS);
		assert_found(found, 23.4e6);
		assert_true(found.not_carried > 23.4e6 && found.not_carried < 23.4e6 * 1.011);
		assert_true(found.monotone);
		assert_true(found.tries < 20);
	}
}

/* The device's highest is carried. */
static void the_device_is_the_limit(void **state)
{
	struct device device = {.low = 520833, .high = 61.44e6, .limit = 1e12};
	struct search_result found = search_from(&device, 4e6);

	assert_int_equal(found.bound, FINDING_BOUND_DEVICE);
	assert_found(found, 61.44e6);
}

static void the_range_is_the_limit(void **state)
{
	struct device device = {.low = 1, .high = 1e12, .limit = 1e12};
	struct search_result found = search_from(&device, 4e6);

	assert_int_equal(found.bound, FINDING_BOUND_RANGE);
	assert_true(found.carried == 1e9 && isnan(found.not_carried));
}

/* The lowest that the device takes lies between two rates of the search. */
static void even_the_lowest_loses(void **state)
{
	struct device device = {.low = 520833, .high = 61.44e6, .limit = 500e3};
	struct search_result found = search_from(&device, 4e6);

	assert_int_equal(found.bound, FINDING_BOUND_NOTHING);
	assert_true(isnan(found.carried));
	device.limit = 525e3; /* just above the lowest: found, though half the start's half is rejected */
	found = search_from(&device, 4e6);
	assert_int_equal(found.bound, FINDING_BOUND_LOSS);
	assert_found(found, 525e3);
	device.low = 1; /* no rate is rejected: down to the lowest that may be tried */
	device.limit = 10;
	found = search_from(&device, 4e6);
	assert_int_equal(found.bound, FINDING_BOUND_NOTHING);
}

static void no_rate_is_taken(void **state)
{
	struct device device = {.low = 2e12, .high = 3e12, .limit = 1e12};

	assert_int_equal(search_from(&device, 4e6).bound, FINDING_BOUND_NO_RATE);
}

/* A device with steps never answers with what is between them; the search ends all the same. */
static void coarse_steps(void **state)
{
	struct device device = {.low = 1e6, .high = 64e6, .step = 4e6, .limit = 25e6};
	struct search_result found = search_from(&device, 8e6);

	assert_int_equal(found.bound, FINDING_BOUND_LOSS);
	assert_true(found.carried == 24e6 && found.not_carried == 28e6);
	assert_true(found.tries < 20);
}

static void a_lower_rate_that_loses_is_told(void **state)
{
	struct device device = {.low = 1e3, .high = 61.44e6, .limit = 50e6, .lost_below = 40e6};
	struct search_result found = search_from(&device, 45e6);

	assert_int_equal(found.bound, FINDING_BOUND_LOSS);
	assert_found(found, 50e6);
	assert_false(found.monotone);
}

static void stopped_keeps_what_is_known(void **state)
{
	struct device device = {.low = 520833, .high = 61.44e6, .limit = 23.4e6, .stop_after = 3};
	struct search_result found = search_from(&device, 4e6);

	assert_int_equal(found.bound, FINDING_BOUND_UNKNOWN);
	assert_true(found.carried == 16e6);
	assert_int_equal(found.tries, 4);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_limit_above_or_below_the_start),
		cmocka_unit_test(the_device_is_the_limit),
		cmocka_unit_test(the_range_is_the_limit),
		cmocka_unit_test(even_the_lowest_loses),
		cmocka_unit_test(no_rate_is_taken),
		cmocka_unit_test(coarse_steps),
		cmocka_unit_test(a_lower_rate_that_loses_is_told),
		cmocka_unit_test(stopped_keeps_what_is_known),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
