/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "unit.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <unistd.h>

#include <iiodma/context.h>
#include <iiodma/device.h>
#include <iiodma/error.h>

#include "fake_kernel.h"

static struct iiodma_context *context;
static struct iiodma_device *adc, *dac;
static struct fake_device *fake_phy, *fake_adc;

/* None of the devices has a rate; each test puts it where it wants it. */
static int boot(void **state)
{
	fake_boot();
	fake_phy = fake_device_add("ad9361-phy");
	fake_adc = fake_device_add("cf-ad9361-lpc");
	fake_device_add("cf-ad9361-dds-core-lpc");
	assert_int_equal(iiodma_context_open(NULL, &context), 0);
	assert_int_equal(iiodma_context_find_device(context, "cf-ad9361-lpc", &adc), 0);
	assert_int_equal(iiodma_context_find_device(context, "cf-ad9361-dds-core-lpc", &dac), 0);
	return 0;
}

static int shut_down(void **state)
{
	iiodma_context_close(context);
	fake_shutdown();
	return 0;
}

static void assert_rate(const struct iiodma_device *device, enum iiodma_direction direction, double expected)
{
	double rate = -1;

	if (iiodma_device_sample_rate(device, direction, &rate) != 0)
		fail_msg("%s", iiodma_error_text());
	assert_true(rate == expected);
}

static void rate_is_missing(void **state)
{
	double rate = 77;

	assert_int_equal(iiodma_device_sample_rate(adc, IIODMA_INPUT, &rate), -ENOENT);
	assert_true(rate == 77);
	assert_error_has("cf-ad9361-lpc");
	assert_error_has("in_voltage_sampling_frequency");
	assert_int_equal(iiodma_device_set_sample_rate(adc, IIODMA_INPUT, 1e6), -ENOENT);
}

/* Each place added goes before those added earlier. */
static void places_are_searched_in_order(void **state)
{
	fake_attr_set(fake_phy, "in_voltage_sampling_frequency", "4");
	fake_attr_set(fake_phy, "out_voltage_sampling_frequency", "40");
	assert_rate(adc, IIODMA_INPUT, 4);
	assert_rate(dac, IIODMA_OUTPUT, 40);
	fake_attr_set(fake_phy, "sampling_frequency", "3");
	assert_rate(adc, IIODMA_INPUT, 3);
	assert_rate(dac, IIODMA_OUTPUT, 3);
	fake_attr_set(fake_adc, "in_voltage_sampling_frequency", "2");
	assert_rate(adc, IIODMA_INPUT, 2);
	assert_rate(dac, IIODMA_OUTPUT, 3);
	fake_attr_set(fake_adc, "sampling_frequency", "1");
	assert_rate(adc, IIODMA_INPUT, 1);
}

static void rates_are_written_where_it_is_allowed(void **state)
{
	fake_attr_set(fake_adc, "sampling_frequency", "1");
	fake_attr_set(fake_phy, "in_voltage_sampling_frequency", "1");
	assert_int_equal(iiodma_device_set_sample_rate(adc, IIODMA_INPUT, 61.44e6), 0);
	assert_string_equal(fake_attr_text(fake_adc, "sampling_frequency"), "61440000");

	fake_file_chmod("/sys/bus/iio/devices/iio:device1/sampling_frequency", 0444);
	assert_int_equal(iiodma_device_set_sample_rate(adc, IIODMA_INPUT, 30.72e6), 0);
	assert_string_equal(fake_attr_text(fake_adc, "sampling_frequency"), "61440000");
	assert_string_equal(fake_attr_text(fake_phy, "in_voltage_sampling_frequency"), "30720000");

	fake_file_chmod("/sys/bus/iio/devices/iio:device0/in_voltage_sampling_frequency", 0444);
	assert_int_equal(iiodma_device_set_sample_rate(adc, IIODMA_INPUT, 1e6), -EACCES);
}

/* The kernel says EINVAL for "cannot be written" and for "not this rate": the next place may do better. */
static void rate_the_adc_cannot_take_goes_to_the_phy(void **state)
{
	fake_attr_set(fake_adc, "sampling_frequency", "1");
	fake_attr_set(fake_phy, "sampling_frequency", "1");
	fake_fail("write */iio:device1/sampling_frequency *", 0, EINVAL);
	assert_int_equal(iiodma_device_set_sample_rate(adc, IIODMA_INPUT, 5), 0);
	assert_string_equal(fake_attr_text(fake_adc, "sampling_frequency"), "1");
	assert_string_equal(fake_attr_text(fake_phy, "sampling_frequency"), "5");
}

static void rate_no_place_takes_is_reported(void **state)
{
	fake_attr_set(fake_adc, "sampling_frequency", "1");
	fake_attr_set(fake_phy, "sampling_frequency", "1"); /* the last place is missing */
	fake_file_chmod("/sys/bus/iio/devices/iio:device0/sampling_frequency", 0444);
	fake_fail("write */iio:device1/sampling_frequency *", 0, EINVAL);
	assert_int_equal(iiodma_device_set_sample_rate(adc, IIODMA_INPUT, 5), -EINVAL);
	assert_string_equal(iiodma_error_text(), "use sampling_frequency of cf-ad9361-lpc: Invalid argument (EINVAL)");
}

/* Another failure is the answer: nothing is tried elsewhere. */
static void failing_write_is_reported(void **state)
{
	fake_attr_set(fake_adc, "sampling_frequency", "1");
	fake_attr_set(fake_phy, "sampling_frequency", "1");
	fake_fail("write */iio:device1/sampling_frequency *", 0, EBUSY);
	assert_int_equal(iiodma_device_set_sample_rate(adc, IIODMA_INPUT, 5), -EBUSY);
	assert_error_has("write \"5\" to /sys/bus/iio/devices/iio:device1/sampling_frequency");
	assert_string_equal(fake_attr_text(fake_phy, "sampling_frequency"), "1");
}

static void fractions_are_kept(void **state)
{
	static const struct {
		double rate;
		const char *text;
	} cases[] = {
		{0, "0"}, {12.5, "12.500000"}, {0.000001, "0.000001"}, {99.9999999, "100"}, {1e15, "1000000000000000"},
	};

	fake_attr_set(fake_adc, "sampling_frequency", "1");
	for (size_t i = 0; i < COUNT(cases); i++) {
		assert_int_equal(iiodma_device_set_sample_rate(adc, IIODMA_INPUT, cases[i].rate), 0);
		assert_string_equal(fake_attr_text(fake_adc, "sampling_frequency"), cases[i].text);
	}
	assert_int_equal(iiodma_device_set_sample_rate(adc, IIODMA_INPUT, 12.5), 0);
	assert_rate(adc, IIODMA_INPUT, 12.5);
}

static void impossible_rates_are_refused(void **state)
{
	static const double rates[] = {-1, 1e16, (double)INFINITY, (double)NAN};
	static const char *const texts[] = {"", "fast", "1 MHz", "1,5", "nan", "inf", "-1"};
	double rate;

	fake_attr_set(fake_phy, "sampling_frequency", "3"); /* must not be taken for a rate that is there but odd */
	fake_attr_set(fake_adc, "sampling_frequency", "1");
	for (size_t i = 0; i < COUNT(rates); i++)
		assert_int_equal(iiodma_device_set_sample_rate(adc, IIODMA_INPUT, rates[i]), -EINVAL);
	assert_string_equal(fake_attr_text(fake_adc, "sampling_frequency"), "1");
	for (size_t i = 0; i < COUNT(texts); i++) {
		fake_attr_set(fake_adc, "sampling_frequency", texts[i]);
		assert_int_equal(iiodma_device_sample_rate(adc, IIODMA_INPUT, &rate), -EBADMSG);
	}
}

/* Make a locale with a decimal comma in @folder; false when this machine has no sources of locales. */
static bool make_comma_locale(const char *folder)
{
	char command[256];

	snprintf(command, sizeof(command), "localedef -i de_DE -f UTF-8 %s/de_DE.UTF-8 >/dev/null 2>&1", folder);
	return system(command) == 0;
}

/* C109 */
static void decimal_point_in_every_locale(void **state)
{
	char folder[] = "/tmp/iiodma-locale-XXXXXX", command[64], number[16];
	const char *name = setlocale(LC_ALL, "de_DE.UTF-8");
	bool made = false;

	if (!name) {
		assert_non_null(mkdtemp(folder));
		setenv("LOCPATH", folder, 1);
		made = true;
		if (make_comma_locale(folder))
			name = setlocale(LC_ALL, "de_DE.UTF-8");
	}
	snprintf(number, sizeof(number), "%.1f", 0.5);
	fake_attr_set(fake_adc, "sampling_frequency", "12.500000");
	if (name) {
		assert_string_equal(number, "0,5"); /* the locale is in force */
		assert_rate(adc, IIODMA_INPUT, 12.5);
		assert_int_equal(iiodma_device_set_sample_rate(adc, IIODMA_INPUT, 0.25), 0);
		assert_string_equal(fake_attr_text(fake_adc, "sampling_frequency"), "0.250000");
	}

	setlocale(LC_ALL, "C");
	unsetenv("LOCPATH");
	if (made) {
		snprintf(command, sizeof(command), "rm -rf %s", folder);
		assert_int_equal(system(command), 0);
	}
	if (!name)
		skip(); /* no locale with a comma to be had */
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, boot, shut_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(rate_is_missing),
		TEST(places_are_searched_in_order),
		TEST(rates_are_written_where_it_is_allowed),
		TEST(rate_the_adc_cannot_take_goes_to_the_phy),
		TEST(rate_no_place_takes_is_reported),
		TEST(failing_write_is_reported),
		TEST(fractions_are_kept),
		TEST(impossible_rates_are_refused),
		TEST(decimal_point_in_every_locale),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
