/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "unit.h"

#include <fcntl.h>
#include <unistd.h>

#include "common/perf.h"

#define ROUNDS 1000000

static volatile uint64_t sum;

static void work(void)
{
	for (uint64_t i = 0; i < ROUNDS; i++)
		sum += i;
}

/* Counted, or unknown with the reason: never 0 for want of a counter. C108 */
static void counters_count_or_say_why_not(void **state)
{
	struct perf_counts before, after, difference;
	struct perf perf;

	perf_open(&perf);
	before = perf_read(&perf);
	work();
	after = perf_read(&perf);
	difference = perf_difference(&after, &before);
	for (int i = 0; i < PERF_COUNTERS; i++) {
		assert_int_equal(perf.fd[i] < 0, after.value[i] < 0);
		if (perf.fd[i] < 0)
			assert_true(perf.reason[0] != '\0');
	}
	if (difference.value[PERF_INSTRUCTIONS] >= 0)
		assert_true(difference.value[PERF_INSTRUCTIONS] > ROUNDS);
	assert_int_equal(perf_scope(&perf)[0] == '\0',
			 perf.fd[PERF_CYCLES] < 0 && perf.fd[PERF_INSTRUCTIONS] < 0 && perf.fd[PERF_CACHE_MISSES] < 0);
	perf_close(&perf);
	assert_string_equal(perf_scope(&perf), "");
	assert_int_equal(perf_read(&perf).value[PERF_CYCLES], -1);
}

static int pipe_with(uint64_t value, uint64_t enabled, uint64_t running)
{
	const uint64_t count[] = {value, enabled, running};
	int ends[2];

	assert_int_equal(pipe(ends), 0);
	assert_int_equal(write(ends[1], count, sizeof(count)), sizeof(count));
	close(ends[1]);
	return ends[0];
}

/* A counter that had to share the processor's is scaled up; one that never got a turn knows nothing. */
static void shared_counters_are_scaled(void **state)
{
	struct perf perf = {.fd = {pipe_with(300, 1000, 1000), pipe_with(300, 1000, 250), pipe_with(0, 1000, 0)}};
	struct perf_counts counts = perf_read(&perf);

	assert_int_equal(counts.value[PERF_CYCLES], 300);
	assert_int_equal(counts.value[PERF_INSTRUCTIONS], 1200);
	assert_int_equal(counts.value[PERF_CACHE_MISSES], -1);
	perf_close(&perf);
}

static void unknown_stays_unknown(void **state)
{
	const struct perf_counts start = {{10, -1, 30}}, end = {{15, 20, 20}};
	struct perf_counts difference = perf_difference(&end, &start);

	assert_int_equal(difference.value[0], 5);
	assert_int_equal(difference.value[1], -1);
	assert_int_equal(difference.value[2], -1); /* cannot be */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(counters_count_or_say_why_not),
		cmocka_unit_test(shared_counters_are_scaled),
		cmocka_unit_test(unknown_stays_unknown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
