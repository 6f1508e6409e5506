// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Does the simulated converter do what the tests will rely on? Runs before them.
 * With --measure it prints how fast it is instead.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "selftest.h"

static unsigned int passed, failed;

bool check(bool ok, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fputs(ok ? "ok    " : "FAIL  ", stdout);
	vprintf(format, args);
	putchar('\n');
	va_end(args);
	fflush(stdout);

	if (ok)
		passed++;
	else
		failed++;

	return ok;
}

bool check_done(int result, const char *what)
{
	return result < 0 ? check(false, "%s: %s", what, strerror(-result)) : check(true, "%s", what);
}

bool check_error(int result, int expected, const char *what)
{
	return check(result == expected, "%s: %s", what,
		     result < 0 ? strerror(-result) : "no error");
}

void note(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fputs("note  ", stdout);
	vprintf(format, args);
	putchar('\n');
	va_end(args);
	fflush(stdout);
}

int64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);

	return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

void sleep_ms(unsigned int ms)
{
	struct timespec time = {.tv_sec = ms / 1000, .tv_nsec = (long)(ms % 1000) * 1000000};

	nanosleep(&time, NULL);
}

int main(int argc, char **argv)
{
	if (argc > 2 || (argc == 2 && strcmp(argv[1], "--measure") != 0)) {
		fputs("Usage: sim-selftest [--measure]\n", stderr);
		return 2;
	}
	if (!check(sim_is_loaded(), "the simulated converter is loaded"))
		return 1;
	sim_reset();

	if (argc == 2) {
		measure();
	} else {
		check_devices();
		check_receiving();
		check_sending();
		check_model();
		check_faults();
		check_unbind();
	}

	sim_reset();
	sim_set_rate(FULL_RATE);
	printf("%u passed, %u failed\n", passed, failed);

	return failed ? 1 : 0;
}
