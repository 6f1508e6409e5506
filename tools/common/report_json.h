/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Parts of the JSON document, shared with the live lines. Each returns a new reference, NULL when memory ran out. */
#ifndef IIODMA_TOOLS_REPORT_JSON_H
#define IIODMA_TOOLS_REPORT_JSON_H

#include <jansson.h>
#include <stdio.h>

#include "result.h"

/* 15 digits: what a double holds for certain, without the noise of the 17th. */
#define REPORT_JSON_FLAGS (JSON_REAL_PRECISION(15) | JSON_ENSURE_ASCII)

/* What was run where: tool, command line, system, method. */
json_t *report_json_head(const struct result *result);
json_t *report_json_cell(const struct result_cell *cell, bool with_runs);
json_t *report_json_run(const struct result_run *run);
json_t *report_json_interval(const struct result_interval *interval);

/* Write @value (whose reference is taken over; NULL gives -ENOMEM) and a newline, and flush. */
int report_json_write(FILE *out, json_t *value, size_t extra_flags);

#endif
