/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "line_fit.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "statistics.h"

/* With fewer points a median of deviations says nothing: all of them count. */
#define ROBUST_POINTS 5u

/* Beyond so many robust deviations a point is no part of the line. */
#define OUTLIER_DEVIATIONS 2.5

/* However well the others lie on a line, so much beside it is no error. */
#define ALWAYS_FINE 0.01

struct line {
	double base;
	double slope;
};

struct points {
	const double *x;
	const double *y;
	size_t count;
	bool left_out[LINE_FIT_POINTS_MAX];
};

static double deviation(const struct points *points, struct line line, size_t i)
{
	return (line.base + line.slope * points->x[i]) / points->y[i] - 1;
}

static double median_deviation(const struct points *points, struct line line)
{
	double deviations[LINE_FIT_POINTS_MAX];

	for (size_t i = 0; i < points->count; i++)
		deviations[i] = fabs(deviation(points, line, i));
	return statistics_of(deviations, points->count).median;
}

static struct line through(const struct points *points, size_t i, size_t j)
{
	struct line line;

	line.slope = (points->y[j] - points->y[i]) / (points->x[j] - points->x[i]);
	line.base = points->y[i] - line.slope * points->x[i];
	return line;
}

/* Returns the least median deviation of the lines through any two points, infinite when there is no such line. */
static double guess(const struct points *points, struct line *ret_line)
{
	double least = (double)INFINITY;

	for (size_t i = 0; i < points->count; i++) {
		for (size_t j = i + 1; j < points->count; j++) {
			struct line line;
			double median;

			if (points->x[i] == points->x[j])
				continue;
			line = through(points, i, j);
			median = median_deviation(points, line);
			if (median < least) {
				least = median;
				*ret_line = line;
			}
		}
	}
	return least;
}

static void leave_out(struct points *points, struct line line, double median)
{
	double limit = OUTLIER_DEVIATIONS * 1.4826 * (1 + 5 / ((double)points->count - 2)) * median;

	for (size_t i = 0; i < points->count; i++)
		points->left_out[i] = fabs(deviation(points, line, i)) > fmax(limit, ALWAYS_FINE);
}

/* Dividing the equation of each point by its y makes the deviations relative: base ÷ y + slope · x ÷ y = 1. */
static struct line least_squares(const struct points *points)
{
	double uu = 0, uv = 0, vv = 0, u1 = 0, v1 = 0, determinant;

	for (size_t i = 0; i < points->count; i++) {
		double u = 1 / points->y[i], v = points->x[i] / points->y[i];

		if (points->left_out[i])
			continue;
		uu += u * u;
		uv += u * v;
		vv += v * v;
		u1 += u;
		v1 += v;
	}
	determinant = uu * vv - uv * uv;
	return (struct line){.base = (u1 * vv - v1 * uv) / determinant, .slope = (uu * v1 - uv * u1) / determinant};
}

static void summarize(const struct points *points, struct line line, struct line_fit *fit)
{
	double sum = 0;

	for (size_t i = 0; i < points->count; i++) {
		if (points->left_out[i])
			continue;
		fit->used++;
		sum += deviation(points, line, i) * deviation(points, line, i);
	}
	fit->base = line.base;
	fit->slope = line.slope;
	if (fit->used > 2)
		fit->residual_ratio = sqrt(sum / (double)(fit->used - 2));
}

struct line_fit line_fit(const double *x, const double *y, size_t count)
{
	struct line_fit fit = {.base = (double)NAN, .slope = (double)NAN, .residual_ratio = (double)NAN};
	struct points points = {.x = x, .y = y, .count = count < LINE_FIT_POINTS_MAX ? count : LINE_FIT_POINTS_MAX};
	struct line line = {.base = (double)NAN, .slope = (double)NAN};
	double median = guess(&points, &line);

	fit.count = points.count;
	if (!isfinite(median))
		return fit;
	if (points.count >= ROBUST_POINTS)
		leave_out(&points, line, median);
	summarize(&points, least_squares(&points), &fit);
	return fit;
}
