/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The tools' only clock: monotonic, so that setting the wall clock changes no duration. */
#ifndef TOOLS_CLOCK_H
#define TOOLS_CLOCK_H

#include <stdint.h>

#define NS_PER_SECOND INT64_C(1000000000)
#define NS_PER_MS INT64_C(1000000)

int64_t clock_ns(void);

#endif
