/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What follows from the cells, as text and as JSON. */
#ifndef TOOLS_REPORT_FINDINGS_H
#define TOOLS_REPORT_FINDINGS_H

#include <jansson.h>
#include <stdio.h>

#include "result.h"

/* Below the table. Nothing without findings. Returns 0 or -ENOMEM. */
int report_findings(FILE *out, const struct result *result);

/* A new reference; NULL when memory ran out. */
json_t *report_json_findings(const struct result *result);

#endif
