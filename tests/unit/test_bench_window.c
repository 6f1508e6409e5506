/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which blocks count, told by hand-made times: the arithmetic of every rate. */
#include "unit.h"

#include <math.h>

#include "bench_window.h"

#define MS INT64_C(1000000)
#define SECOND (1000 * MS)
#define MIB UINT64_C(1048576)

struct kept {
	struct result_interval intervals[64];
	size_t count;
};

static void keep(void *context, const struct result_interval *interval)
{
	struct kept *kept = context;

	assert_true(kept->count < COUNT(kept->intervals));
	kept->intervals[kept->count++] = *interval;
}

static double rate_of(const struct bench_window *window)
{
	return result_rate(window->bytes, bench_window_elapsed_ns(window));
}

/* C13: not the mean of the blocks' rates, of which nine would be without bound */
static void rate_is_total_bytes_by_total_time(void **state)
{
	const struct bench_window_config config = {.duration_ns = -1, .limit_bytes = 10 * MIB};
	struct bench_window window;

	assert_int_equal(bench_window_start(&window, &config, 5 * SECOND), BENCH_WINDOW_OPENED);
	for (int i = 0; i < 9; i++)
		assert_int_equal(bench_window_deliver(&window, 5 * SECOND, 1, MIB), BENCH_WINDOW_COUNTING);
	assert_int_equal(bench_window_deliver(&window, 6 * SECOND, 1, MIB), BENCH_WINDOW_COMPLETE);
	assert_true(fabs(rate_of(&window) - 10.0 * MIB) < 1e-6);
	assert_int_equal(window.blocks, 10);
}

/* C11: what was delivered counts, not what a block could hold */
static void short_blocks_count_what_they_bring(void **state)
{
	const struct bench_window_config config = {.duration_ns = SECOND};
	struct bench_window window;

	bench_window_start(&window, &config, 0);
	for (int i = 1; i <= 10; i++)
		bench_window_deliver(&window, i * 100 * MS, 1, MIB / 2);
	assert_int_equal(window.state, BENCH_WINDOW_COMPLETE);
	assert_true(fabs(rate_of(&window) - 5.0 * MIB) < 1e-6);
}

/* C25 */
static void warmup_is_left_out_of_bytes_and_time(void **state)
{
	struct kept kept = {.count = 0};
	const struct bench_window_config config = {.warmup_ns = SECOND,
						   .duration_ns = 2 * SECOND,
						   .interval_ns = SECOND / 2,
						   .interval = keep,
						   .context = &kept};
	struct bench_window window;
	uint64_t counted = 0;
	int64_t now = 0;

	bench_window_start(&window, &config, now);
	for (int i = 0; i < 10; i++)
		bench_window_deliver(&window, now += 100 * MS, 1, MIB);
	assert_int_equal(window.state, BENCH_WINDOW_OPENED);
	while (window.state != BENCH_WINDOW_COMPLETE)
		bench_window_deliver(&window, now += 10 * MS, 1, MIB);
	bench_window_end(&window);

	assert_int_equal(window.bytes, 209715200);
	assert_int_equal(bench_window_elapsed_ns(&window), 2 * SECOND);
	assert_true(fabs(rate_of(&window) - 100.0 * MIB) < 1e-6);
	assert_int_equal(kept.count, 6);
	for (size_t i = 0; i < kept.count; i++) {
		assert_int_equal(kept.intervals[i].warmup, i < 2);
		counted += kept.intervals[i].warmup ? 0 : kept.intervals[i].bytes;
	}
	assert_int_equal(counted, window.bytes);
}

/* Queue fill: nine blocks that waited since before the boundary do not make the rate. */
static void one_turn_of_the_ring_is_left_out(void **state)
{
	const struct bench_window_config config = {
		.warmup_ns = BENCH_WARMUP_TURN, .duration_ns = SECOND, .turn_blocks = 4};
	struct bench_window window;

	bench_window_start(&window, &config, 0);
	for (int i = 1; i <= 3; i++)
		assert_int_equal(bench_window_deliver(&window, 50 * MS, 1, MIB), BENCH_WINDOW_WARMUP);
	assert_int_equal(bench_window_deliver(&window, 100 * MS, 1, MIB), BENCH_WINDOW_OPENED);
	assert_int_equal(window.bytes, 0);
	bench_window_deliver(&window, 600 * MS, 1, MIB);
	bench_window_deliver(&window, 1100 * MS, 1, MIB);
	assert_int_equal(window.state, BENCH_WINDOW_COMPLETE);
	assert_int_equal(window.bytes, 2 * MIB);
	assert_int_equal(bench_window_elapsed_ns(&window), SECOND);
}

/* A turn that is over at once still gives the machine time to get going. */
static void a_fast_turn_lasts_a_little(void **state)
{
	const struct bench_window_config config = {
		.warmup_ns = BENCH_WARMUP_TURN, .duration_ns = SECOND, .turn_blocks = 2};
	struct bench_window window;

	bench_window_start(&window, &config, 0);
	for (int i = 0; i < 19; i++)
		assert_int_equal(bench_window_deliver(&window, i * MS, 1, 1), BENCH_WINDOW_WARMUP);
	assert_int_equal(bench_window_deliver(&window, 20 * MS, 1, 1), BENCH_WINDOW_OPENED);
}

/* C24 */
static void late_intervals_carry_their_real_ends(void **state)
{
	struct kept kept = {.count = 0};
	const struct bench_window_config config = {.duration_ns = SECOND,
						   .interval_ns = 100 * MS,
						   .source_bytes_per_second = 245.76e6,
						   .interval = keep,
						   .context = &kept};
	static const int ends_ms[] = {100, 265, 300, 400, 1000};
	struct bench_window window;
	uint64_t sum = 0;

	bench_window_start(&window, &config, 0);
	for (size_t i = 0; i < COUNT(ends_ms); i++)
		bench_window_deliver(&window, ends_ms[i] * MS, 1, 24 * 1000 * 1000);
	bench_window_end(&window);

	assert_int_equal(kept.count, COUNT(ends_ms));
	for (size_t i = 0; i < kept.count; i++) {
		const struct result_interval *one = &kept.intervals[i];
		const double rate = result_rate(one->bytes, one->end_ns - one->start_ns);

		assert_int_equal(one->end_ns, ends_ms[i] * MS);
		assert_int_equal(one->start_ns, i ? ends_ms[i - 1] * MS : 0);
		assert_int_equal(one->over_source_rate, rate > 245.76e6);
		sum += one->bytes;
	}
	assert_true(kept.intervals[2].over_source_rate); /* 24 MB in 35 ms */
	assert_false(kept.intervals[1].over_source_rate);
	assert_int_equal(sum, window.bytes);
}

/* C21: 2 s at 80 MiB/s, then 2 s at 20 MiB/s */
static void total_is_the_average_of_its_own_totals(void **state)
{
	struct kept kept = {.count = 0};
	const struct bench_window_config config = {
		.duration_ns = 4 * SECOND, .interval_ns = 2 * SECOND, .interval = keep, .context = &kept};
	struct bench_window window;
	int64_t now = 0;

	bench_window_start(&window, &config, now);
	while (window.state != BENCH_WINDOW_COMPLETE) {
		now += 100 * MS;
		bench_window_deliver(&window, now, 1, now <= 2 * SECOND ? 8 * MIB : 2 * MIB);
	}
	bench_window_end(&window);
	assert_true(fabs(rate_of(&window) - 50.0 * MIB) < 1e-6);
	assert_int_equal(kept.count, 2);
	assert_int_equal(kept.intervals[1].bytes, 40 * MIB);
}

/* C115 */
static void a_clock_that_steps_back_gives_no_time(void **state)
{
	const struct bench_window_config config = {.duration_ns = -1, .limit_bytes = MIB};
	struct bench_window window;

	bench_window_start(&window, &config, SECOND);
	bench_window_deliver(&window, SECOND - MS, 1, MIB);
	assert_true(window.clock_backwards);
	assert_int_equal(bench_window_elapsed_ns(&window), 0);
	assert_true(isnan(rate_of(&window)));
}

/* C10 C55: not one sample more than asked for */
static void the_limit_cuts_the_last_block(void **state)
{
	const struct bench_window_config config = {.duration_ns = -1, .limit_bytes = MIB + 4};
	struct bench_window window;

	bench_window_start(&window, &config, 0);
	bench_window_deliver(&window, MS, 1, MIB);
	assert_int_equal(bench_window_deliver(&window, 2 * MS, 1, MIB), BENCH_WINDOW_COMPLETE);
	assert_int_equal(window.bytes, MIB + 4);
}

static void a_window_that_never_opened_has_nothing(void **state)
{
	const struct bench_window_config config = {.warmup_ns = SECOND, .duration_ns = SECOND};
	struct bench_window window;

	bench_window_start(&window, &config, 0);
	bench_window_deliver(&window, SECOND / 2, 1, MIB);
	bench_window_end(&window);
	assert_int_equal(window.bytes, 0);
	assert_int_equal(bench_window_elapsed_ns(&window), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rate_is_total_bytes_by_total_time),
		cmocka_unit_test(short_blocks_count_what_they_bring),
		cmocka_unit_test(warmup_is_left_out_of_bytes_and_time),
		cmocka_unit_test(one_turn_of_the_ring_is_left_out),
		cmocka_unit_test(a_fast_turn_lasts_a_little),
		cmocka_unit_test(late_intervals_carry_their_real_ends),
		cmocka_unit_test(total_is_the_average_of_its_own_totals),
		cmocka_unit_test(a_clock_that_steps_back_gives_no_time),
		cmocka_unit_test(the_limit_cuts_the_last_block),
		cmocka_unit_test(a_window_that_never_opened_has_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
