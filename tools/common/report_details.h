/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Everything known about one cell, one line for each value. */
#ifndef IIODMA_TOOLS_REPORT_DETAILS_H
#define IIODMA_TOOLS_REPORT_DETAILS_H

#include <stdio.h>

#include "result.h"

void report_details(FILE *out, const struct result_cell *cell);

#endif
