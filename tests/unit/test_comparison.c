/* SPDX-License-Identifier: GPL-2.0-or-later */
/* C29: what is called a difference is one, and what is one is seen. */
#include "unit.h"

#include <math.h>

#include "common/comparison.h"
#include "common/student.h"

#define RUNS_MAX 15u
#define CELLS 24u
#define TRIES 300u
#define RATE 200e6

static const struct comparison_rule rule = {.confidence = 0.99, .min_change = 0.01};

/* ---- measurements that never were: the same ones on every machine ---- */

/* Steele, Lea, Flood: SplitMix64 */
static uint64_t random_bits(uint64_t *state)
{
	uint64_t bits = *state += UINT64_C(0x9e3779b97f4a7c15);

	bits = (bits ^ (bits >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	bits = (bits ^ (bits >> 27)) * UINT64_C(0x94d049bb133111eb);
	return bits ^ (bits >> 31);
}

static double random_share(uint64_t *state)
{
	return ((double)(random_bits(state) >> 11) + 0.5) / 9007199254740992.0;
}

/* Box and Muller */
static double random_normal(uint64_t *state)
{
	const double radius = sqrt(-2 * log(random_share(state)));

	return radius * cos(2 * 3.14159265358979323846 * random_share(state));
}

struct side {
	struct result_run runs[CELLS][RUNS_MAX];
	struct result_cell cells[CELLS];
};

static void measure(struct side *side, size_t runs, double rate, double noise, uint64_t *state)
{
	for (size_t cell = 0; cell < CELLS; cell++) {
		side->cells[cell] = (struct result_cell){.runs = side->runs[cell], .run_count = runs};
		for (size_t run = 0; run < runs; run++)
			side->runs[cell][run].bytes_per_second = rate * exp(noise * random_normal(state));
	}
}

static size_t count_of(const struct comparison *comparisons, size_t count, enum comparison_verdict verdict)
{
	size_t found = 0;

	for (size_t i = 0; i < count; i++)
		found += comparisons[i].verdict == verdict;
	return found;
}

/* How many of @tries comparisons of all cells give every cell the verdict. */
static unsigned int tries_with(enum comparison_verdict verdict, size_t runs, double noise, double factor,
			       unsigned int tries, uint64_t seed)
{
	static struct side before, after;
	struct comparison comparisons[CELLS];
	unsigned int found = 0;

	for (unsigned int i = 0; i < tries; i++) {
		measure(&before, runs, RATE, noise, &seed);
		measure(&after, runs, factor * RATE, noise, &seed);
		for (size_t cell = 0; cell < CELLS; cell++)
			comparisons[cell] =
				(struct comparison){.before = &before.cells[cell], .after = &after.cells[cell]};
		comparison_judge(comparisons, CELLS, &rule);
		found += count_of(comparisons, CELLS, verdict) == CELLS;
	}
	return found;
}

/* In all 24 cells at once, in at least 19 of 20 tries, whatever the noise */
static void the_same_is_no_difference(void **state)
{
	static const double noises[] = {0.001, 0.01, 0.05, 0.3};

	for (size_t i = 0; i < COUNT(noises); i++) {
		for (size_t runs = COMPARISON_RUNS_MIN; runs <= RUNS_MAX; runs *= 2) {
			const unsigned int found =
				tries_with(COMPARISON_NO_DIFFERENCE, runs, noises[i], 1, TRIES, 1000 * i + runs);

			if (found < TRIES * 19 / 20)
				fail_msg("%u of %u at a noise of %g with %zu runs", found, TRIES, noises[i], runs);
		}
	}
}

/* Five runs see 5 % through 1 % of noise, and fifteen through 2 %: in all 24 cells at once, in at least 19 of 20 tries. */
static void five_percent_are_seen(void **state)
{
	const unsigned int faster = tries_with(COMPARISON_FASTER, 5, 0.01, 1.05, TRIES, 1);
	const unsigned int slower = tries_with(COMPARISON_SLOWER, 5, 0.01, 1 / 1.05, TRIES, 2);
	const unsigned int noisy = tries_with(COMPARISON_FASTER, 15, 0.02, 1.05, TRIES, 3);

	if (faster < TRIES * 19 / 20 || slower < TRIES * 19 / 20 || noisy < TRIES * 19 / 20)
		fail_msg("faster %u, slower %u, noisy %u of %u", faster, slower, noisy, TRIES);
}

/* ---- cells one by one ---- */

struct pair {
	struct result_run runs[2][RUNS_MAX];
	struct result_cell cells[2];
	struct comparison comparison;
};

static void compare(struct pair *pair, const double *before, size_t before_count, const double *after,
		    size_t after_count)
{
	for (size_t i = 0; i < before_count; i++)
		pair->runs[0][i].bytes_per_second = before[i];
	for (size_t i = 0; i < after_count; i++)
		pair->runs[1][i].bytes_per_second = after[i];
	pair->cells[0] = (struct result_cell){.runs = pair->runs[0], .run_count = before_count};
	pair->cells[1] = (struct result_cell){.runs = pair->runs[1], .run_count = after_count};
	pair->comparison = (struct comparison){.before = &pair->cells[0], .after = &pair->cells[1]};
	comparison_judge(&pair->comparison, 1, &rule);
}

static void assert_near(double found, double expected)
{
	if (!(fabs(found - expected) <= 1e-9 * fabs(expected)))
		fail_msg("%.15g is not %.15g", found, expected);
}

/* Published: NIST/SEMATECH e-Handbook of Statistical Methods, table of critical values, to its three digits */
static void the_distribution_is_that_of_the_tables(void **state)
{
	static const struct {
		double confidence, freedom, critical;
	} table[] = {
		{0.95, 1, 12.706}, {0.95, 4, 2.776},  {0.99, 4, 4.604},   {0.99, 10, 3.169},
		{0.9, 30, 1.697},  {0.998, 5, 5.893}, {0.95, 100, 1.984}, {0.99, 1, 63.657},
	};

	for (size_t i = 0; i < COUNT(table); i++)
		assert_true(fabs(student_critical(table[i].confidence, table[i].freedom) - table[i].critical) < 6e-4);
	/* Exact: f = 1 is the Cauchy distribution, f = 2 has a closed form */
	assert_near(student_two_sided(1, 1), 0.5);
	assert_near(student_two_sided(3, 2), 1 - 3 / sqrt(11));
	assert_near(student_two_sided(1e-3, 2), 1 - 1e-3 / sqrt(2 + 1e-6));
	assert_near(student_two_sided(0, 7), 1);
	assert_near(student_two_sided(200, 2), 1 - 200 / sqrt(40002));
}

/* Worked by hand: ln rates 0, 0.1, 0.2 and 0.3, 0.5, 0.7 */
static void a_worked_example_comes_out(void **state)
{
	const double before[] = {1, exp(0.1), exp(0.2)}, after[] = {exp(0.3), exp(0.5), exp(0.7)};
	struct pair pair = {0};
	const double error = sqrt(0.01 / 3 + 0.04 / 3), t = 0.4 / error;
	const double freedom = 25.0 / (1.0 / 2 + 16.0 / 2);

	compare(&pair, before, 3, after, 3);
	assert_near(pair.comparison.change, expm1(0.4));
	assert_near(pair.comparison.probability, student_two_sided(t, freedom));
	assert_near(pair.comparison.change_high, expm1(0.4 + error * student_critical(0.99, freedom)));
	assert_int_equal(pair.comparison.verdict, COMPARISON_NO_DIFFERENCE);
}

/* Both ways round it is the same difference. */
static void it_does_not_matter_who_is_first(void **state)
{
	const double one[] = {100e6, 101e6, 99.5e6, 100.3e6}, other[] = {107e6, 106e6, 106.4e6, 105e6};
	struct pair there = {0}, back = {0};

	compare(&there, one, 4, other, 4);
	compare(&back, other, 4, one, 4);
	assert_int_equal(there.comparison.verdict, COMPARISON_FASTER);
	assert_int_equal(back.comparison.verdict, COMPARISON_SLOWER);
	assert_near(there.comparison.probability, back.comparison.probability);
	assert_near((1 + there.comparison.change) * (1 + back.comparison.change), 1);
}

static void too_few_runs_say_so(void **state)
{
	const double some[] = {100e6, 101e6, 99e6};
	struct pair pair = {0};

	compare(&pair, some, 3, some, 2);
	assert_int_equal(pair.comparison.verdict, COMPARISON_TOO_FEW_RUNS);
	assert_true(isnan(pair.comparison.probability));
	compare(&pair, some, 1, some, 3);
	assert_int_equal(pair.comparison.verdict, COMPARISON_TOO_FEW_RUNS);
	compare(&pair, some, 3, some, 0);
	assert_int_equal(pair.comparison.verdict, COMPARISON_NOT_MEASURED);
	assert_true(isnan(pair.comparison.change));
	compare(&pair, (const double[]){(double)NAN, (double)NAN, (double)NAN}, 3, some, 3);
	assert_int_equal(pair.comparison.verdict, COMPARISON_NOT_MEASURED);
}

/* A paced source gives the same rate every time; then what differs differs, if it is enough to matter. */
static void without_spread_the_size_decides(void **state)
{
	const double slow[] = {100e6, 100e6, 100e6}, little[] = {100.5e6, 100.5e6, 100.5e6},
		     much[] = {102e6, 102e6, 102e6};
	struct pair pair = {0};

	compare(&pair, slow, 3, slow, 3);
	assert_int_equal(pair.comparison.verdict, COMPARISON_NO_DIFFERENCE);
	assert_near(pair.comparison.probability, 1);
	compare(&pair, slow, 3, little, 3);
	assert_int_equal(pair.comparison.verdict, COMPARISON_NO_DIFFERENCE);
	compare(&pair, slow, 3, much, 3);
	assert_int_equal(pair.comparison.verdict, COMPARISON_FASTER);
	compare(&pair, much, 3, slow, 3);
	assert_int_equal(pair.comparison.verdict, COMPARISON_SLOWER);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_distribution_is_that_of_the_tables),
		cmocka_unit_test(a_worked_example_comes_out),
		cmocka_unit_test(it_does_not_matter_who_is_first),
		cmocka_unit_test(too_few_runs_say_so),
		cmocka_unit_test(without_spread_the_size_decides),
		cmocka_unit_test(the_same_is_no_difference),
		cmocka_unit_test(five_percent_are_seen),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
