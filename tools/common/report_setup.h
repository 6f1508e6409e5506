/* SPDX-License-Identifier: GPL-2.0-or-later */
/* On what, by what and when a result was got, in words; for the formats that a person reads. */
#ifndef IIODMA_TOOLS_REPORT_SETUP_H
#define IIODMA_TOOLS_REPORT_SETUP_H

#include "result.h"

typedef void (*report_setup_fact)(void *context, const char *name, const char *value);

/* Call @fact for each thing that is known, in order of interest. */
void report_setup(const struct result *result, report_setup_fact fact, void *context);

#endif
