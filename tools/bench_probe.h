/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What of a plan this machine and its devices cannot do, found out before anything runs. */
#ifndef IIODMA_BENCH_PROBE_H
#define IIODMA_BENCH_PROBE_H

#include "bench_devices.h"

/*
 * Mark the cells of result->cells that cannot be RESULT_IMPOSSIBLE, the errno in their reason: a heap that is
 * missing or that the platform refuses, an API that the buffer does not know. What may pass (busy, out of memory) is left to the
 * run. Changes no setting of a device.
 */
void bench_probe(struct result *result, const struct bench_devices *devices);

#endif
