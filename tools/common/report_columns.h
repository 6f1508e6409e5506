/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The columns of the table of cells, the same in text, Markdown and HTML. */
#ifndef IIODMA_TOOLS_REPORT_COLUMNS_H
#define IIODMA_TOOLS_REPORT_COLUMNS_H

#include "result.h"

#define REPORT_COLUMN_TEXT 1024
#define REPORT_COLUMNS_MAX 24

struct report_column {
	const char *title;
	void (*text)(const struct result_cell *cell, char text[REPORT_COLUMN_TEXT]);
	bool right;     /* aligned */
	bool constant;  /* left out, and said above the table, when all cells agree */
	bool elsewhere; /* is said with the devices when all cells agree */
	bool planned;   /* has something to say before anything was measured */
};

/* The columns worth showing, those in which all cells agree left out. Returns how many. */
size_t report_columns_choose(const struct result *result, const struct report_column *chosen[REPORT_COLUMNS_MAX]);

/* The method and what all cells agree in, one line: "3 runs, 1.000 s each, memory heap:system" */
void report_columns_agreed(const struct result *result, char *text, size_t size);

#endif
