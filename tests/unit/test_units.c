/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tool_child.h"

#include <math.h>

#include "comma_locale.h"
#include "common/units.h"

static void reads_counts_exactly(void **state) /* C15 C20 */
{
	static const struct {
		const char *text;
		uint64_t value;
	} cases[] = {
		{"0", 0},
		{"1", 1},
		{"007", 7},
		{"65536", 65536},
		{"1k", 1000},
		{"1M", 1000000},
		{"1G", 1000000000},
		{"2T", UINT64_C(2000000000000)},
		{"1Ki", 1024},
		{"1Mi", 1048576},
		{"1.5Gi", 1610612736},
		{"1Ti", UINT64_C(1) << 40},
		{"61.44M", 61440000},
		{"61.44e6", 61440000},
		{"6144E4", 61440000},
		{"1e+3", 1000},
		{"25e-1k", 2500},
		{"0.5Ki", 512},
		{"0.0009765625Ki", 1},
		{"1.000000000000000000000000000", 1},
		{"0e9", 0},
		{"0.0", 0},
		{"18446744073709551615", UINT64_MAX},
		{"1.8446744073709551615e19", UINT64_MAX},
		{"5000000000", UINT64_C(5000000000)},
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		uint64_t value = 99;

		if (units_parse_count(cases[i].text, &value) != 0 || value != cases[i].value)
			fail_msg("%s gave %llu", cases[i].text, (unsigned long long)value);
	}
}

static void refuses_what_is_no_count(void **state) /* C20 */
{
	static const struct {
		const char *text;
		int error;
	} cases[] = {
		{"", -EINVAL},
		{"abc", -EINVAL},
		{"4X", -EINVAL},
		{"64kk", -EINVAL},
		{"1Q", -EINVAL},
		{"1K", -EINVAL},
		{"1ki", -EINVAL},
		{"1 k", -EINVAL},
		{" 1", -EINVAL},
		{"1 ", -EINVAL},
		{"-1", -EINVAL},
		{"+1", -EINVAL},
		{"12,5", -EINVAL},
		{"0x10", -EINVAL},
		{".5k", -EINVAL},
		{"1.", -EINVAL},
		{"1.k", -EINVAL},
		{"1e", -EINVAL},
		{"1e-", -EINVAL},
		{"1.5", -EINVAL},
		{"0.0001Ki", -EINVAL},
		{"1e-1", -EINVAL},
		{"nan", -EINVAL},
		{"inf", -EINVAL},
		{"99999999999999999999x", -EINVAL},
		{"18446744073709551616", -ERANGE},
		{"99999999999999999999", -ERANGE},
		{"16777216Ti", -ERANGE},
		{"1e20", -ERANGE},
		{"1e999", -ERANGE},
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		uint64_t value = 99;
		const int r = units_parse_count(cases[i].text, &value);

		if (r != cases[i].error || value != 99)
			fail_msg("%s gave %d and %llu", cases[i].text, r, (unsigned long long)value);
	}
}

static void takes_bytes_with_their_letter(void **state)
{
	uint64_t value = 0;

	assert_int_equal(units_parse_bytes("16MiB", &value), 0);
	assert_true(value == UINT64_C(16) << 20);
	assert_int_equal(units_parse_bytes("32", &value), 0);
	assert_true(value == 32);
	assert_int_equal(units_parse_bytes("7B", &value), 0);
	assert_true(value == 7);
	assert_int_equal(units_parse_bytes("B", &value), -EINVAL);
	assert_int_equal(units_parse_bytes("1BB", &value), -EINVAL);
	assert_true(value == 7);
}

static void reads_reals(void **state)
{
	double value = -1;

	assert_int_equal(units_parse_real("61.44e6", &value), 0);
	assert_true(value == 61.44e6);
	assert_int_equal(units_parse_real("61.44M", &value), 0);
	assert_true(value == 61.44e6);
	assert_int_equal(units_parse_real("0.25", &value), 0);
	assert_true(value == 0.25);
	assert_int_equal(units_parse_real("1e-3", &value), 0);
	assert_true(value == 1e-3);
	assert_int_equal(units_parse_real("1e350", &value), -ERANGE);
	assert_int_equal(units_parse_real("1,5", &value), -EINVAL);
	assert_int_equal(units_parse_real("nan", &value), -EINVAL);
	assert_true(value == 1e-3);
}

static void reads_durations(void **state)
{
	static const struct {
		const char *text;
		int64_t ns;
	} cases[] = {
		{"2.5s", 2500000000},  {"500ms", 500000000}, {"10us", 10000},     {"7ns", 7}, {"3min", 180000000000},
		{"1h", 3600000000000}, {"2", 2000000000},    {"0.25", 250000000}, {"0", 0},
	};
	int64_t ns = 99;

	for (size_t i = 0; i < COUNT(cases); i++) {
		assert_int_equal(units_parse_duration(cases[i].text, 1000000000, &ns), 0);
		assert_true(ns == cases[i].ns);
	}
	ns = 99;
	assert_int_equal(units_parse_duration("0.1ns", 1, &ns), -EINVAL);
	assert_int_equal(units_parse_duration("1k", 1, &ns), -EINVAL);
	assert_int_equal(units_parse_duration("-1s", 1, &ns), -EINVAL);
	assert_int_equal(units_parse_duration("9e18s", 1, &ns), -ERANGE);
	assert_int_equal(units_parse_duration("9223372036.854775808s", 1, &ns), -ERANGE);
	assert_true(ns == 99);
}

static void reads_time_limits(void **state) /* C33 C34 */
{
	int64_t ns = 99;

	assert_int_equal(units_parse_time_limit("-7", &ns), -EINVAL);
	assert_int_equal(units_parse_time_limit("3000000000", &ns), -ERANGE);
	assert_int_equal(units_parse_time_limit("2147483648", &ns), -ERANGE);
	assert_int_equal(units_parse_time_limit("-1", &ns), -EINVAL);
	assert_int_equal(units_parse_time_limit("infinite", &ns), -EINVAL);
	assert_true(ns == 99);
	assert_int_equal(units_parse_time_limit("500", &ns), 0);
	assert_true(ns == 500000000);
	assert_int_equal(units_parse_time_limit("0", &ns), 0);
	assert_true(ns == 0);
	assert_int_equal(units_parse_time_limit("2147483647", &ns), 0);
	assert_true(ns == INT64_C(2147483647) * 1000000);
	assert_int_equal(units_parse_time_limit("inf", &ns), 0);
	assert_true(ns == -1);
}

static void option_out_of_range(const void *text)
{
	units_option_count("-b", text, 1, 1000);
}

static void names_option_value_and_range(void **state) /* C20 */
{
	struct tool_child child = tool_child_run(option_out_of_range, "4X");

	assert_refused(&child, 2, "-b");
	assert_refused(&child, 2, "'4X'");
	child = tool_child_run(option_out_of_range, "1001");
	assert_refused(&child, 2, "option -b: 1001 is out of range; valid: 1 to 1000");
	child = tool_child_run(option_out_of_range, "0");
	assert_refused(&child, 2, "out of range");
	child = tool_child_run(option_out_of_range, "1k");
	assert_int_equal(child.status, 0);
}

static void prints_units_that_cannot_be_mistaken(void **state) /* C13 C16 C108 */
{
	char text[UNITS_TEXT];

	assert_string_equal(units_mib_per_second(text, 245760000), "234.38 MiB/s");
	assert_string_equal(units_mb_per_second(text, 245760000), "245.76 MB/s");
	assert_string_equal(units_mib_per_second(text, units_per_second(10485760, 1000000000)), "10.00 MiB/s");
	assert_string_equal(units_mb_per_second(text, units_per_second(10485760, 1000000000)), "10.49 MB/s");
	assert_string_equal(units_mib_per_second(text, units_per_second(1, 0)), "-");
	assert_string_equal(units_mib_per_second(text, units_per_second(1, -5)), "-");
	assert_string_equal(units_sample_rate(text, 61.44e6), "61.44 MS/s");
	assert_string_equal(units_sample_rate(text, 48000), "48 kS/s");
	assert_string_equal(units_sample_rate(text, 10), "10 S/s");
	assert_string_equal(units_sample_rate(text, (double)NAN), "-");
	assert_string_equal(units_bytes(text, 262144), "262144 bytes (256 KiB)");
	assert_string_equal(units_bytes(text, 1000), "1000 bytes");
	assert_string_equal(units_seconds(text, 2500000000), "2.500 s");
	assert_string_equal(units_time_limit(text, 2000000000), "2000 ms");
	assert_string_equal(units_time_limit(text, -1), "inf");
}

/* A program that links this may have set a locale with a decimal comma. */
static void does_not_mind_the_locale(void **state) /* C109 */
{
	const bool entered = comma_locale_enter();
	double value = 0;
	int good, comma;

	good = units_parse_real("61.44e6", &value);
	comma = units_parse_real("61,44", &value);
	comma_locale_leave();
	if (!entered)
		skip();
	assert_int_equal(good, 0);
	assert_true(value == 61.44e6);
	assert_int_equal(comma, -EINVAL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads_counts_exactly),
		cmocka_unit_test(refuses_what_is_no_count),
		cmocka_unit_test(takes_bytes_with_their_letter),
		cmocka_unit_test(reads_reals),
		cmocka_unit_test(reads_durations),
		cmocka_unit_test(reads_time_limits),
		cmocka_unit_test(names_option_value_and_range),
		cmocka_unit_test(prints_units_that_cannot_be_mistaken),
		cmocka_unit_test(does_not_mind_the_locale),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
