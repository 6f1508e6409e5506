/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "report_reasons.h"

#include <string.h>

static bool concerned(const struct result_cell *cell, bool of_settings)
{
	return cell->status == RESULT_IMPOSSIBLE && (cell->setup.setting[0] || !of_settings);
}

static bool alike(const struct result_cell *a, const struct result_cell *b, bool of_settings)
{
	return concerned(a, of_settings) && concerned(b, of_settings) && strcmp(a->reason, b->reason) == 0;
}

static bool said_before(const struct result *result, size_t index, bool of_settings)
{
	for (size_t i = 0; i < index; i++)
		if (alike(&result->cells[i], &result->cells[index], of_settings))
			return true;
	return false;
}

static void print_cell(FILE *out, const struct result_setup *setup)
{
	fprintf(out, " %s.%s", iiodma_api_name(setup->api), result_direction_name(setup->direction));
	if (setup->setting[0])
		fprintf(out, " (%s)", setup->setting);
	else if (setup->mapping[0])
		fprintf(out, " (%s)", setup->mapping);
	else if (setup->heap[0])
		fprintf(out, " (%s)", setup->heap);
}

void report_reasons(FILE *out, const struct result *result, bool of_settings)
{
	for (size_t first = 0; first < result->cell_count; first++) {
		const char *separator = "n/a:";

		if (!concerned(&result->cells[first], of_settings) || said_before(result, first, of_settings))
			continue;
		for (size_t i = first; i < result->cell_count; i++) {
			if (!alike(&result->cells[first], &result->cells[i], of_settings))
				continue;
			fputs(separator, out);
			print_cell(out, &result->cells[i].setup);
			separator = ",";
		}
		fprintf(out, ": %s\n", result->cells[first].reason);
	}
}

static bool has_note(const struct result_cell *cell)
{
	return cell->setup.setting[0] && cell->setup.mapping_note[0];
}

static bool noted_before(const struct result *result, size_t index)
{
	const struct result_setup *setup = &result->cells[index].setup;

	for (size_t i = 0; i < index; i++)
		if (has_note(&result->cells[i]) && result->cells[i].setup.api == setup->api &&
		    strcmp(result->cells[i].setup.mapping, setup->mapping) == 0)
			return true;
	return false;
}

void report_mapping_notes(FILE *out, const struct result *result)
{
	for (size_t i = 0; i < result->cell_count; i++) {
		const struct result_setup *setup = &result->cells[i].setup;

		if (has_note(&result->cells[i]) && !noted_before(result, i))
			fprintf(out, "%s %s: %s\n", iiodma_api_name(setup->api), setup->mapping, setup->mapping_note);
	}
}
