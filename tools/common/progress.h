/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The status line of a running transfer. */
#ifndef TOOLS_PROGRESS_H
#define TOOLS_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

struct progress {
	bool wanted;
	int64_t start_ns;
	int64_t last_ns;
	uint64_t last_bytes;
};

void progress_begin(struct progress *progress, int64_t now_ns);

/* Shows totals and the rate of the moment, twice a second. Costs a comparison otherwise. */
void progress_update(struct progress *progress, int64_t now_ns, uint64_t bytes);

#endif
