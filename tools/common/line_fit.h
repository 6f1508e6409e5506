/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A straight line through measured points, y = base + slope · x, where x and y span many powers of ten and a few of the
 * points are wrong.
 *
 * What counts is the relative deviation r = (base + slope · x) ÷ y − 1, so that small blocks weigh as much as big ones.
 * Of the lines through any two points the one with the least median of |r| is taken for a first guess; points farther
 * from it than 2.5 robust deviations (1.4826 · (1 + 5 ÷ (n − 2)) · median |r|) are left out (none
 * that is off by less than 1 %), and the line is the one with the least sum of r² over the others. Up to half of the points may be off without moving it.
 */
#ifndef TOOLS_LINE_FIT_H
#define TOOLS_LINE_FIT_H

#include <stddef.h>

#define LINE_FIT_POINTS_MAX 128u

struct line_fit {
	double base;           /* NaN: fewer than two different x */
	double slope;          /* NaN likewise */
	double residual_ratio; /* root of the sum of r² ÷ (used − 2); NaN with fewer than three points */
	size_t count;          /* points given */
	size_t used;           /* of them, not left out */
};

/* @y: above 0. Of more than LINE_FIT_POINTS_MAX points the first are taken. */
struct line_fit line_fit(const double *x, const double *y, size_t count);

#endif
