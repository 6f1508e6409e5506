/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a comparison came to, as text and as JSON. */
#ifndef IIODMA_TOOLS_REPORT_COMPARE_H
#define IIODMA_TOOLS_REPORT_COMPARE_H

#include <stdio.h>

#include "result_match.h"
#include "result_read.h"

#define REPORT_COMPARE_SCHEMA_VERSION 1

struct comparison_report {
	const struct result_file *before;
	const struct result_file *after;
	const struct result_match *match;
	const struct comparison_rule *rule;
	int exit_status;
};

size_t report_compare_count(const struct comparison_report *report, enum comparison_verdict verdict);

/* Each returns 0, -ENOMEM or the -errno of writing; everything is flushed. */

/* A table of the cells, and below it how many there are of each verdict. */
int report_compare_text(FILE *out, const struct comparison_report *report);

/* One document, described by tools/schema/iiodma-bench-compare.schema.json. */
int report_compare_json(FILE *out, const struct comparison_report *report);

#endif
