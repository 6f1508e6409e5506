/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "block_curves.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "report_words.h"

static struct block_curve *curve_named(struct block_curves *curves, const char *name, size_t cells_max)
{
	struct block_curve *grown, *curve;

	for (size_t i = 0; i < curves->curve_count; i++)
		if (strcmp(curves->curves[i].name, name) == 0)
			return &curves->curves[i];
	grown = realloc(curves->curves, (curves->curve_count + 1) * sizeof(*grown));
	if (!grown)
		return NULL;
	curves->curves = grown;
	curve = &grown[curves->curve_count];
	*curve = (struct block_curve){.cells = calloc(cells_max, sizeof(struct result_cell *))};
	if (!curve->cells)
		return NULL;
	memcpy(curve->name, name, REPORT_LABEL_TEXT);
	curves->curve_count++;
	return curve;
}

static int by_block(const void *left, const void *right)
{
	const uint64_t a = (*(const struct result_cell *const *)left)->setup.block_samples;
	const uint64_t b = (*(const struct result_cell *const *)right)->setup.block_samples;

	return (a > b) - (a < b);
}

/* One point is no line, and neither are several above each other. */
static bool is_line(struct block_curve *curve)
{
	qsort(curve->cells, curve->cell_count, sizeof(*curve->cells), by_block);
	return curve->cell_count > 1 &&
	       curve->cells[0]->setup.block_samples != curve->cells[curve->cell_count - 1]->setup.block_samples;
}

static void keep_lines(struct block_curves *curves)
{
	size_t kept = 0;

	for (size_t i = 0; i < curves->curve_count; i++) {
		if (is_line(&curves->curves[i]))
			curves->curves[kept++] = curves->curves[i];
		else
			free(curves->curves[i].cells);
	}
	curves->curve_count = kept;
}

int block_curves_find(const struct result *result, struct block_curves *curves)
{
	struct report_label label = report_label_choose(result);
	char name[REPORT_LABEL_TEXT];

	*curves = (struct block_curves){0};
	label.block = false;
	for (size_t i = 0; i < result->cell_count; i++) {
		const struct result_cell *cell = &result->cells[i];
		struct block_curve *curve;

		if (!report_shows_rate(cell) || result_cell_rates(cell).count == 0)
			continue;
		memset(name, 0, sizeof(name));
		report_label_words(&label, cell, name);
		curve = curve_named(curves, name, result->cell_count);
		if (!curve)
			return -ENOMEM;
		curve->cells[curve->cell_count++] = cell;
	}
	keep_lines(curves);
	return 0;
}

void block_curves_clear(struct block_curves *curves)
{
	for (size_t i = 0; i < curves->curve_count; i++)
		free(curves->curves[i].cells);
	free(curves->curves);
	*curves = (struct block_curves){0};
}
