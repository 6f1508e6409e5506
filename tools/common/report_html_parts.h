/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The sections of the HTML report. Each writes nothing when the result has nothing for it. */
#ifndef IIODMA_TOOLS_REPORT_HTML_PARTS_H
#define IIODMA_TOOLS_REPORT_HTML_PARTS_H

#include <stdio.h>

#include "result.h"

void report_html_tables(FILE *out, const struct result *result); /* of settings, and of all cells */
void report_html_bars(FILE *out, const struct result *result);   /* each cell's rate and its spread */
void report_html_split(FILE *out, const struct result *result);  /* where each cell's time went */
void report_html_curves(FILE *out, const struct result *result); /* rate over block size */

#endif
