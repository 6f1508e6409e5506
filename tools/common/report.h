/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The formats a result can be shown in. All of them say the same; none computes what another does not. */
#ifndef IIODMA_TOOLS_REPORT_H
#define IIODMA_TOOLS_REPORT_H

#include <stdio.h>

#include "result.h"

#define REPORT_SCHEMA_VERSION 1

/*
 * Each returns 0, -ENOMEM or the -errno of writing (everything is flushed). Numbers have a decimal point in every
 * locale.
 */

/* A table of the cells; for a single cell, or @details, also one line for each value. */
int report_text(FILE *out, const struct result *result, bool details);

/* The cells before anything was measured: what each is, and why some cannot be. */
int report_plan(FILE *out, const struct result *result);

/* One JSON document, described by tools/schema/iiodma-bench.schema.json. */
int report_json(FILE *out, const struct result *result);

/* One line for each run of each cell, a line of names first; a cell without runs has one line. */
int report_csv(FILE *out, const struct result *result);

/* A pipe table of the cells and the set-up. */
int report_markdown(FILE *out, const struct result *result);

/* A page that stands alone: tables, bars, time split, curves over block size, set-up. */
int report_html(FILE *out, const struct result *result);

/* JSON lines: one object on each line, flushed at once. "start" first, "end" last. */
int report_line_start(FILE *out, const struct result *result);
int report_line_interval(FILE *out, size_t cell, size_t run, const struct result_interval *interval);
int report_line_run(FILE *out, size_t cell, size_t run, const struct result_run *finished);
int report_line_end(FILE *out, const struct result *result);

/* All lines but the last, of a result that was not told live. */
int report_lines_before_end(FILE *out, const struct result *result);

#endif
