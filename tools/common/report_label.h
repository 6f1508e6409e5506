/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Short names for cells, for charts: only what tells the cells of a result apart. */
#ifndef IIODMA_TOOLS_REPORT_LABEL_H
#define IIODMA_TOOLS_REPORT_LABEL_H

#include "result.h"

#define REPORT_LABEL_TEXT 512

/* Which parts tell cells apart. */
struct report_label {
	bool from, setting, mapping, memory, touch, block, depth, source;
};

struct report_label report_label_choose(const struct result *result);

/* "dmabuf read, coherent, 65536 samples" */
void report_label_words(const struct report_label *label, const struct result_cell *cell, char text[REPORT_LABEL_TEXT]);

#endif
