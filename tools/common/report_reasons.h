/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Why cells are n/a: each reason once, with the cells it holds for. */
#ifndef IIODMA_TOOLS_REPORT_REASONS_H
#define IIODMA_TOOLS_REPORT_REASONS_H

#include <stdio.h>

#include "result.h"

/* Of all cells, or only of those in a table of settings, which has no room for reasons. */
void report_reasons(FILE *out, const struct result *result, bool of_settings);

/* What is to be known of the mappings of a table of settings, each once: two that are one on this platform. */
void report_mapping_notes(FILE *out, const struct result *result);

#endif
