/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The tables of settings of a result as text. */
#ifndef IIODMA_TOOLS_REPORT_SETTINGS_H
#define IIODMA_TOOLS_REPORT_SETTINGS_H

#include <stdio.h>

#include "result.h"

/* Each under a line that says what its cells have in common; nothing without a setting. Returns 0 or -ENOMEM. */
int report_settings(FILE *out, const struct result *result);

#endif
