/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rate over block size: which cells make up a line. */
#ifndef IIODMA_TOOLS_BLOCK_CURVES_H
#define IIODMA_TOOLS_BLOCK_CURVES_H

#include "report_label.h"
#include "result.h"

struct block_curve {
	char name[REPORT_LABEL_TEXT];
	const struct result_cell **cells; /* with a rate, by growing block */
	size_t cell_count;
};

struct block_curves {
	struct block_curve *curves; /* each of at least two cells */
	size_t curve_count;
};

/* @curves: cleared with block_curves_clear() in any case; points into @result. Returns 0 or -ENOMEM. */
int block_curves_find(const struct result *result, struct block_curves *curves);
void block_curves_clear(struct block_curves *curves);

#endif
