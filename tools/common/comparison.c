/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "comparison.h"

#include <math.h>
#include <stdlib.h>

#include "student.h"

static const char *const verdict_names[] = {
	[COMPARISON_NOT_MEASURED] = "not measured",
	[COMPARISON_TOO_FEW_RUNS] = "too few runs",
	[COMPARISON_NO_DIFFERENCE] = "no difference",
	[COMPARISON_FASTER] = "faster",
	[COMPARISON_SLOWER] = "slower",
};

const char *comparison_verdict_name(enum comparison_verdict verdict)
{
	return verdict_names[verdict];
}

/* Of the logarithms of all rates of the cell; count is 0 when memory ran out, which reads as not measured. */
static struct statistics logarithms(const struct result_cell *cell)
{
	double *values = calloc(cell->run_count + 1, sizeof(*values));
	struct statistics statistics;

	for (size_t i = 0; values && i < cell->run_count; i++)
		values[i] = log(cell->runs[i].bytes_per_second);
	statistics = statistics_of(values, values ? cell->run_count : 0);
	free(values);
	return statistics;
}

/* The square of the standard error of a mean. */
static double squared_error(const struct statistics *statistics)
{
	return statistics->standard_deviation * statistics->standard_deviation / (double)statistics->count;
}

static double welch_freedom(const struct statistics *before, const struct statistics *after)
{
	const double a = squared_error(before), b = squared_error(after);

	return (a + b) * (a + b) / (a * a / (double)(before->count - 1) + b * b / (double)(after->count - 1));
}

/* Every run on either side came out the same: there is no chance that could have played a part. */
static void compare_exact(struct comparison *one, double difference)
{
	one->change_low = one->change_high = one->change;
	one->probability = difference == 0;
	one->visible_change = 0;
}

static void compare_spread(struct comparison *one, const struct statistics *before, const struct statistics *after,
			   const struct comparison_rule *rule)
{
	const double difference = after->mean - before->mean;
	const double error = sqrt(squared_error(before) + squared_error(after));
	double freedom, reach;

	if (error == 0) {
		compare_exact(one, difference);
		return;
	}
	freedom = welch_freedom(before, after);
	reach = student_critical(rule->confidence, freedom) * error;
	one->change_low = expm1(difference - reach);
	one->change_high = expm1(difference + reach);
	one->probability = student_two_sided(difference / error, freedom);
	one->visible_change = expm1(reach);
}

static void compare_cells(struct comparison *one, const struct comparison_rule *rule)
{
	const struct statistics before = logarithms(one->before);
	const struct statistics after = logarithms(one->after);

	one->before_rates = result_cell_rates(one->before);
	one->after_rates = result_cell_rates(one->after);
	one->change = expm1(after.mean - before.mean);
	one->change_low = one->change_high = one->visible_change = (double)NAN;
	one->probability = one->adjusted_probability = (double)NAN;
	one->verdict = before.count == 0 || after.count == 0 ? COMPARISON_NOT_MEASURED : COMPARISON_TOO_FEW_RUNS;
	if (before.count < COMPARISON_RUNS_MIN || after.count < COMPARISON_RUNS_MIN)
		return;
	one->verdict = COMPARISON_NO_DIFFERENCE;
	compare_spread(one, &before, &after, rule);
}

static int by_probability(const void *left, const void *right)
{
	const double a = (*(struct comparison *const *)left)->probability;
	const double b = (*(struct comparison *const *)right)->probability;

	return (a > b) - (a < b);
}

/* Benjamini and Hochberg: the k-th smallest of m probabilities counts m/k times, and never more than the next one does. */
static void adjust(struct comparison **ordered, size_t count)
{
	double least = 1;

	qsort(ordered, count, sizeof(*ordered), by_probability);
	for (size_t k = count; k > 0; k--) {
		least = fmin(least, ordered[k - 1]->probability * (double)count / (double)k);
		ordered[k - 1]->adjusted_probability = least;
	}
}

static void give_verdict(struct comparison *one, const struct comparison_rule *rule)
{
	if (one->adjusted_probability > 1 - rule->confidence)
		return;
	if (one->change >= rule->min_change)
		one->verdict = COMPARISON_FASTER;
	else if (-one->change / (1 + one->change) >= rule->min_change) /* seen from the other side it is as large */
		one->verdict = COMPARISON_SLOWER;
}

void comparison_judge(struct comparison *comparisons, size_t count, const struct comparison_rule *rule)
{
	struct comparison **ordered = calloc(count + 1, sizeof(struct comparison *));
	size_t judged = 0;

	for (size_t i = 0; i < count; i++) {
		compare_cells(&comparisons[i], rule);
		if (ordered && comparisons[i].verdict == COMPARISON_NO_DIFFERENCE)
			ordered[judged++] = &comparisons[i];
	}
	if (ordered)
		adjust(ordered, judged);
	for (size_t i = 0; i < judged; i++)
		give_verdict(ordered[i], rule);
	free(ordered);
}
