/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A result as an SVG, drawn by gnuplot: curves over block size, or a bar for each cell where there is only one size. */
#ifndef IIODMA_TOOLS_REPORT_PLOT_H
#define IIODMA_TOOLS_REPORT_PLOT_H

#include <stdio.h>

#include "result.h"

/* Whether gnuplot is installed. */
bool report_plot_possible(void);

/* Returns 0, -ENODATA when no cell has a rate, -EIO when gnuplot failed, or another negative errno; all is flushed. */
int report_plot(FILE *out, const struct result *result);

#endif
