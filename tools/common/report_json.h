/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Parts of the JSON document, shared with the live lines. Each returns a new reference, NULL when memory ran out. */
#ifndef IIODMA_TOOLS_REPORT_JSON_H
#define IIODMA_TOOLS_REPORT_JSON_H

#include <jansson.h>
#include <stdio.h>

#include "result.h"

/* What was run where: tool, command line, system, method. */
json_t *report_json_head(const struct result *result);
json_t *report_json_cell(const struct result_cell *cell, bool with_runs);
json_t *report_json_run(const struct result_run *run);
json_t *report_json_interval(const struct result_interval *interval);

#endif
