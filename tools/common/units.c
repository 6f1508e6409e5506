/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "units.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "clock.h"
#include "message.h"

#define EXPONENT_MAX 400 /* beyond any double */

struct suffix {
	const char *text;
	uint64_t factor;
};

static const struct suffix count_suffixes[] = {
	{"k", UINT64_C(1000)},          {"M", UINT64_C(1000000)},  {"G", UINT64_C(1000000000)},
	{"T", UINT64_C(1000000000000)}, {"Ki", UINT64_C(1) << 10}, {"Mi", UINT64_C(1) << 20},
	{"Gi", UINT64_C(1) << 30},      {"Ti", UINT64_C(1) << 40}, {NULL, 0},
};

static const struct suffix duration_suffixes[] = {
	{"ns", 1},
	{"us", UINT64_C(1000)},
	{"ms", UINT64_C(1000000)},
	{"s", UINT64_C(1000000000)},
	{"min", UINT64_C(60000000000)},
	{"h", UINT64_C(3600000000000)},
	{NULL, 0},
};

/* A number taken apart without rounding: digits × 10^exponent × factor. */
struct number {
	uint64_t digits;
	int exponent;
	uint64_t factor;
};

static bool is_digit(char letter)
{
	return letter >= '0' && letter <= '9';
}

static int add_digit(uint64_t *digits, char letter)
{
	if (__builtin_mul_overflow(*digits, UINT64_C(10), digits) ||
	    __builtin_add_overflow(*digits, (uint64_t)(letter - '0'), digits))
		return -ERANGE;
	return 0;
}

/* Zeros at the end of a fraction mean nothing and must not overflow the digits. */
static int scan_fraction(const char **text, struct number *number)
{
	int zeros = 0;
	int r;

	for (; is_digit(**text); (*text)++) {
		if (**text == '0') {
			zeros++;
			continue;
		}
		for (; zeros > 0; zeros--, number->exponent--)
			if ((r = add_digit(&number->digits, '0')) < 0)
				return r;
		if ((r = add_digit(&number->digits, **text)) < 0)
			return r;
		number->exponent--;
	}
	return 0;
}

static int scan_exponent(const char **text, struct number *number)
{
	const char *at = *text + 1;
	bool negative = *at == '-';
	int exponent = 0;

	if (*at == '-' || *at == '+')
		at++;
	if (!is_digit(*at))
		return -EINVAL;
	for (; is_digit(*at); at++) {
		exponent = exponent * 10 + (*at - '0');
		if (exponent > EXPONENT_MAX)
			return -ERANGE;
	}
	number->exponent += negative ? -exponent : exponent;
	*text = at;
	return 0;
}

static int scan_suffix(const char *text, const struct suffix *suffixes, uint64_t *ret_factor)
{
	for (; suffixes->text; suffixes++)
		if (!strcmp(text, suffixes->text)) {
			*ret_factor = suffixes->factor;
			return 0;
		}
	return -EINVAL;
}

/* An empty suffix that is in no table counts as @plain_factor. */
static int scan_number(const char *text, const struct suffix *suffixes, uint64_t plain_factor,
		       struct number *ret_number)
{
	struct number number = {.factor = plain_factor};
	bool too_large = false;
	int r;

	if (!is_digit(*text))
		return -EINVAL;
	/* Go on after an overflow: "99999999999999999999x" is no number rather than a large one. */
	for (; is_digit(*text); text++)
		too_large |= add_digit(&number.digits, *text) < 0;
	if (*text == '.') {
		text++;
		if (!is_digit(*text))
			return -EINVAL;
		too_large |= scan_fraction(&text, &number) < 0;
		while (is_digit(*text))
			text++;
	}
	if (*text == 'e' || *text == 'E')
		if ((r = scan_exponent(&text, &number)) < 0)
			return r;
	if (*text && (r = scan_suffix(text, suffixes, &number.factor)) < 0)
		return r;
	if (too_large)
		return -ERANGE;
	*ret_number = number;
	return 0;
}

/* Divide by ten without a rest, taking the two and the five wherever they are. */
static bool divide_by_ten(uint64_t *digits, uint64_t *factor)
{
	if (*digits % 10 == 0)
		*digits /= 10;
	else if (*factor % 10 == 0)
		*factor /= 10;
	else if (*digits % 5 == 0 && *factor % 2 == 0)
		*digits /= 5, *factor /= 2;
	else if (*digits % 2 == 0 && *factor % 5 == 0)
		*digits /= 2, *factor /= 5;
	else
		return false;
	return true;
}

static int whole_value(struct number number, uint64_t *ret_value)
{
	uint64_t value;

	if (number.digits == 0) {
		*ret_value = 0;
		return 0;
	}
	for (; number.exponent < 0; number.exponent++)
		if (!divide_by_ten(&number.digits, &number.factor))
			return -EINVAL;
	if (__builtin_mul_overflow(number.digits, number.factor, &value))
		return -ERANGE;
	for (; number.exponent > 0; number.exponent--)
		if (__builtin_mul_overflow(value, UINT64_C(10), &value))
			return -ERANGE;
	*ret_value = value;
	return 0;
}

int units_parse_count(const char *text, uint64_t *ret_count)
{
	struct number number;
	int r = scan_number(text, count_suffixes, 1, &number);

	return r < 0 ? r : whole_value(number, ret_count);
}

int units_parse_bytes(const char *text, uint64_t *ret_bytes)
{
	size_t length = strlen(text);
	char bare[64];

	if (length >= sizeof(bare))
		return -EINVAL;
	memcpy(bare, text, length + 1);
	if (length > 0 && bare[length - 1] == 'B')
		bare[length - 1] = '\0';
	return units_parse_count(bare, ret_bytes);
}

int units_parse_real(const char *text, double *ret_value)
{
	struct number number;
	int r = scan_number(text, count_suffixes, 1, &number);
	double scale = 1;
	double value;

	if (r < 0)
		return r;
	for (int left = number.exponent < 0 ? -number.exponent : number.exponent; left > 0; left--)
		scale *= 10;
	value = (double)number.digits * (double)number.factor;
	value = number.exponent < 0 ? value / scale : value * scale;
	if (!isfinite(value))
		return -ERANGE;
	*ret_value = value;
	return 0;
}

int units_parse_duration(const char *text, int64_t plain_unit_ns, int64_t *ret_ns)
{
	struct number number;
	uint64_t ns;
	int r = scan_number(text, duration_suffixes, (uint64_t)plain_unit_ns, &number);

	if (r < 0 || (r = whole_value(number, &ns)) < 0)
		return r;
	if (ns > INT64_MAX)
		return -ERANGE;
	*ret_ns = (int64_t)ns;
	return 0;
}

int units_parse_time_limit(const char *text, int64_t *ret_ns)
{
	int64_t ns;
	int r;

	if (!strcmp(text, "inf")) {
		*ret_ns = -1;
		return 0;
	}
	r = units_parse_duration(text, NS_PER_MS, &ns);
	if (r < 0)
		return r;
	if (ns > INT32_MAX * NS_PER_MS)
		return -ERANGE;
	*ret_ns = ns;
	return 0;
}

static const char count_form[] = "with k M G T for thousands or Ki Mi Gi Ti for 1024s";

static uint64_t option_whole(const char *option, const char *text, uint64_t low, uint64_t high,
			     int (*parse)(const char *, uint64_t *))
{
	uint64_t value = 0;
	int r = parse(text, &value);

	if (r == -EINVAL)
		message_die(EXIT_STATUS_USAGE, "option %s: '%s' is not a whole number; valid: %llu to %llu, %s", option,
			    text, (unsigned long long)low, (unsigned long long)high, count_form);
	if (r < 0 || value < low || value > high)
		message_die(EXIT_STATUS_USAGE, "option %s: %s is out of range; valid: %llu to %llu", option, text,
			    (unsigned long long)low, (unsigned long long)high);
	return value;
}

uint64_t units_option_count(const char *option, const char *text, uint64_t low, uint64_t high)
{
	return option_whole(option, text, low, high, units_parse_count);
}

uint64_t units_option_bytes(const char *option, const char *text, uint64_t low, uint64_t high)
{
	return option_whole(option, text, low, high, units_parse_bytes);
}

double units_option_real(const char *option, const char *text, double low, double high)
{
	double value = 0;
	int r = units_parse_real(text, &value);

	if (r == -EINVAL)
		message_die(EXIT_STATUS_USAGE, "option %s: '%s' is not a number; valid: %g to %g, %s", option, text,
			    low, high, count_form);
	if (r < 0 || value < low || value > high)
		message_die(EXIT_STATUS_USAGE, "option %s: %s is out of range; valid: %g to %g", option, text, low,
			    high);
	return value;
}

int64_t units_option_duration(const char *option, const char *text, int64_t low_ns, int64_t high_ns)
{
	const double low = (double)low_ns / (double)NS_PER_SECOND;
	const double high = (double)high_ns / (double)NS_PER_SECOND;
	int64_t ns = 0;
	int r = units_parse_duration(text, NS_PER_SECOND, &ns);

	if (r == -EINVAL)
		message_die(
			EXIT_STATUS_USAGE,
			"option %s: '%s' is not a duration; valid: %g s to %.10g s, as 2.5s, 500ms, 10us, 3min, 1h; "
			"a plain number counts seconds",
			option, text, low, high);
	if (r < 0 || ns < low_ns || ns > high_ns)
		message_die(EXIT_STATUS_USAGE, "option %s: %s is out of range; valid: %g s to %.10g s", option, text,
			    low, high);
	return ns;
}

int64_t units_option_time_limit(const char *option, const char *text)
{
	int64_t ns = 0;

	if (units_parse_time_limit(text, &ns) < 0)
		message_die(EXIT_STATUS_USAGE,
			    "option %s: '%s' is no time limit; valid: 0 to %d milliseconds, or inf to wait "
			    "for ever",
			    option, text, INT32_MAX);
	return ns;
}

double units_per_second(uint64_t amount, int64_t elapsed_ns)
{
	if (elapsed_ns <= 0)
		return (double)NAN;
	return (double)amount * (double)NS_PER_SECOND / (double)elapsed_ns;
}

static const char *print_scaled(char text[UNITS_TEXT], double value, double scale, const char *unit)
{
	if (isfinite(value))
		snprintf(text, UNITS_TEXT, "%.2f %s", value / scale, unit);
	else
		snprintf(text, UNITS_TEXT, "-");
	return text;
}

const char *units_mib_per_second(char text[UNITS_TEXT], double bytes_per_second)
{
	return print_scaled(text, bytes_per_second, 1048576, "MiB/s");
}

const char *units_mb_per_second(char text[UNITS_TEXT], double bytes_per_second)
{
	return print_scaled(text, bytes_per_second, 1e6, "MB/s");
}

const char *units_sample_rate(char text[UNITS_TEXT], double samples_per_second)
{
	if (!isfinite(samples_per_second))
		snprintf(text, UNITS_TEXT, "-");
	else if (samples_per_second >= 1e6)
		snprintf(text, UNITS_TEXT, "%.8g MS/s", samples_per_second / 1e6);
	else if (samples_per_second >= 1e3)
		snprintf(text, UNITS_TEXT, "%.8g kS/s", samples_per_second / 1e3);
	else
		snprintf(text, UNITS_TEXT, "%.8g S/s", samples_per_second);
	return text;
}

const char *units_bytes(char text[UNITS_TEXT], uint64_t bytes)
{
	static const struct {
		unsigned int shift;
		const char *unit;
	} units[] = {{30, "GiB"}, {20, "MiB"}, {10, "KiB"}};

	for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++)
		if (bytes >> units[i].shift && bytes % (UINT64_C(1) << units[i].shift) == 0) {
			snprintf(text, UNITS_TEXT, "%llu bytes (%llu %s)", (unsigned long long)bytes,
				 (unsigned long long)(bytes >> units[i].shift), units[i].unit);
			return text;
		}
	snprintf(text, UNITS_TEXT, "%llu bytes", (unsigned long long)bytes);
	return text;
}

const char *units_seconds(char text[UNITS_TEXT], int64_t ns)
{
	snprintf(text, UNITS_TEXT, "%.3f s", (double)ns / (double)NS_PER_SECOND);
	return text;
}

const char *units_time_limit(char text[UNITS_TEXT], int64_t ns)
{
	if (ns < 0)
		snprintf(text, UNITS_TEXT, "inf");
	else
		snprintf(text, UNITS_TEXT, "%.10g ms", (double)ns / (double)NS_PER_MS);
	return text;
}
