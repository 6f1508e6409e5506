/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <libsmartcols.h>
#include <string.h>

#include "plain_numbers.h"
#include "report.h"
#include "report_columns.h"
#include "report_details.h"
#include "report_findings.h"
#include "report_settings.h"
#include "sysinfo.h"

struct chosen {
	const struct report_column *columns[REPORT_COLUMNS_MAX];
	size_t count;
};

static int add_columns(struct libscols_table *table, const struct chosen *chosen)
{
	for (size_t i = 0; i < chosen->count; i++)
		if (!scols_table_new_column(table, chosen->columns[i]->title, 0,
					    chosen->columns[i]->right ? SCOLS_FL_RIGHT : 0))
			return -ENOMEM;
	return 0;
}

static int add_line(struct libscols_table *table, const struct chosen *chosen, const struct result_cell *cell)
{
	struct libscols_line *line = scols_table_new_line(table, NULL);
	char text[REPORT_COLUMN_TEXT];

	for (size_t i = 0; line && i < chosen->count; i++) {
		chosen->columns[i]->text(cell, text);
		if (scols_line_set_data(line, i, text) < 0)
			return -ENOMEM;
	}
	return line ? 0 : -ENOMEM;
}

static void drop_unplanned(struct chosen *chosen)
{
	size_t kept = 0;

	for (size_t i = 0; i < chosen->count; i++)
		if (chosen->columns[i]->planned)
			chosen->columns[kept++] = chosen->columns[i];
	chosen->count = kept;
}

/* What cannot be and stands in a table of settings has its reason below that. */
static bool told_already(const struct result_cell *cell, bool plan)
{
	return !plan && cell->status == RESULT_IMPOSSIBLE && cell->setup.setting[0];
}

static int print_table(FILE *out, const struct result *result, bool plan)
{
	struct libscols_table *table = scols_new_table();
	struct chosen chosen;
	int ret;

	chosen.count = report_columns_choose(result, chosen.columns);
	if (plan)
		drop_unplanned(&chosen);
	ret = table ? add_columns(table, &chosen) : -ENOMEM;
	for (size_t i = 0; ret == 0 && i < result->cell_count; i++)
		if (!told_already(&result->cells[i], plan))
			ret = add_line(table, &chosen, &result->cells[i]);
	if (ret == 0) {
		/* Neither cut to a terminal's width nor coloured: what a pipe gets is what the eye sees. */
		scols_table_set_termforce(table, SCOLS_TERMFORCE_NEVER);
		scols_table_set_stream(table, out);
		ret = scols_print_table(table);
	}
	scols_unref_table(table);
	return ret;
}

static void print_machine(FILE *out, const struct result *result)
{
	fprintf(out, "%s version=%s", result->tool, result_tool_version(result));
	if (result->system)
		fprintf(out, " kernel=%s machine=%s", result->system->kernel_release, result->system->machine);
	fputc('\n', out);
}

/* Each device and its channels once. */
static void print_devices(FILE *out, const struct result *result)
{
	for (size_t i = 0; i < result->cell_count; i++) {
		const struct result_setup *setup = &result->cells[i].setup;
		bool seen = setup->device[0] == '\0';

		for (size_t j = 0; j < i && !seen; j++)
			seen = strcmp(setup->device, result->cells[j].setup.device) == 0 &&
			       strcmp(setup->channels, result->cells[j].setup.channels) == 0;
		if (!seen)
			fprintf(out, "device %s: %s\n", setup->device, setup->channels);
	}
}

static void print_agreed(FILE *out, const struct result *result)
{
	char text[2 * REPORT_COLUMN_TEXT];

	report_columns_agreed(result, text, sizeof(text));
	fprintf(out, "%s\n\n", text);
}

static void print_requirements(FILE *out, const struct result *result)
{
	for (size_t i = 0; i < result->requirement_count; i++) {
		const struct result_requirement *one = &result->requirements[i];

		fprintf(out, "require %s: %s%s%s\n", one->text, one->met ? "met" : "NOT MET",
			one->finding[0] ? ", " : "", one->finding);
	}
}

static int print_all(FILE *out, const struct result *result, bool details)
{
	int ret;

	print_machine(out, result);
	print_devices(out, result);
	print_agreed(out, result);
	ret = report_settings(out, result);
	if (ret == 0)
		ret = print_table(out, result, false);
	if (ret < 0)
		return ret;
	for (size_t i = 0; i < result->cell_count; i++)
		if (details || result->cell_count == 1)
			report_details(out, &result->cells[i]);
	print_requirements(out, result);
	return report_findings(out, result);
}

static int print_plan(FILE *out, const struct result *result)
{
	print_agreed(out, result);
	return print_table(out, result, true);
}

static int finish(FILE *out, struct plain_numbers *numbers, int ret)
{
	plain_numbers_end(numbers);
	if (ret < 0)
		return ret;
	return fflush(out) < 0 || ferror(out) ? (errno ? -errno : -EIO) : 0;
}

int report_text(FILE *out, const struct result *result, bool details)
{
	struct plain_numbers numbers = plain_numbers_begin();

	errno = 0;
	return finish(out, &numbers, print_all(out, result, details));
}

int report_plan(FILE *out, const struct result *result)
{
	struct plain_numbers numbers = plain_numbers_begin();

	errno = 0;
	return finish(out, &numbers, print_plan(out, result));
}
