/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <inttypes.h>
#include <libsmartcols.h>
#include <math.h>
#include <string.h>

#include "plain_numbers.h"
#include "report.h"
#include "report_details.h"
#include "report_settings.h"
#include "report_words.h"
#include "sysinfo.h"

#define CELL_TEXT 1024

/* A column: its title and the text of a cell in it. */
struct column {
	const char *title;
	void (*text)(const struct result_cell *cell, char text[CELL_TEXT]);
	bool right;    /* aligned */
	bool constant; /* left out, and said above the table, when all cells agree */
};

static void api_text(const struct result_cell *cell, char text[CELL_TEXT])
{
	snprintf(text, CELL_TEXT, "%s", iiodma_api_name(cell->setup.api));
}

static void direction_text(const struct result_cell *cell, char text[CELL_TEXT])
{
	snprintf(text, CELL_TEXT, "%s", result_direction_name(cell->setup.direction));
}

static void memory_text(const struct result_cell *cell, char text[CELL_TEXT])
{
	if (cell->status == RESULT_IMPOSSIBLE && cell->setup.memory == IIODMA_MEMORY_AUTO)
		snprintf(text, CELL_TEXT, "-");
	else
		result_memory_text(&cell->setup, text, CELL_TEXT);
}

static void setting_text(const struct result_cell *cell, char text[CELL_TEXT])
{
	snprintf(text, CELL_TEXT, "%s", cell->setup.setting);
}

static void mapping_text(const struct result_cell *cell, char text[CELL_TEXT])
{
	report_mapping_words(&cell->setup, text, CELL_TEXT);
}

static void touch_text(const struct result_cell *cell, char text[CELL_TEXT])
{
	snprintf(text, CELL_TEXT, "%s", result_touch_name(cell->setup.touch));
}

static void block_text(const struct result_cell *cell, char text[CELL_TEXT])
{
	snprintf(text, CELL_TEXT, "%" PRIu64 " samples", cell->setup.block_samples);
}

static void depth_text(const struct result_cell *cell, char text[CELL_TEXT])
{
	snprintf(text, CELL_TEXT, "%u blocks", cell->setup.depth);
}

static void source_text(const struct result_cell *cell, char text[CELL_TEXT])
{
	report_source_words(&cell->setup, text, CELL_TEXT);
}

static void mib_text(const struct result_cell *cell, char text[CELL_TEXT])
{
	report_mib_words(report_shows_rate(cell) ? result_cell_rates(cell).mean : NAN, text, CELL_TEXT);
}

static void deviation_text(const struct result_cell *cell, char text[CELL_TEXT])
{
	report_mib_words(report_shows_rate(cell) ? result_cell_rates(cell).standard_deviation : NAN, text, CELL_TEXT);
}

static void mb_text(const struct result_cell *cell, char text[CELL_TEXT])
{
	report_mb_words(report_shows_rate(cell) ? result_cell_rates(cell).mean : NAN, text, CELL_TEXT);
}

static void cpu_text(const struct result_cell *cell, char text[CELL_TEXT])
{
	report_percent_words(result_cell_cpu_ratios(cell).mean, text, CELL_TEXT);
}

static void lost_text(const struct result_cell *cell, char text[CELL_TEXT])
{
	report_lost_words(cell, text, CELL_TEXT);
}

static void note_text(const struct result_cell *cell, char text[CELL_TEXT])
{
	report_note_words(cell, text, CELL_TEXT);
}

static const struct column columns[] = {
	{.title = "SETTING", .text = setting_text, .constant = true},
	{.title = "API", .text = api_text},
	{.title = "DIRECTION", .text = direction_text},
	{.title = "MEMORY", .text = memory_text, .constant = true},
	{.title = "MAPPING", .text = mapping_text, .constant = true},
	{.title = "TOUCH", .text = touch_text, .constant = true},
	{.title = "BLOCK", .text = block_text, .right = true, .constant = true},
	{.title = "DEPTH", .text = depth_text, .right = true, .constant = true},
	{.title = "SOURCE", .text = source_text, .right = true},
	{.title = "MEAN", .text = mib_text, .right = true},
	{.title = "DEVIATION", .text = deviation_text, .right = true},
	{.title = "MEAN", .text = mb_text, .right = true},
	{.title = "CPU", .text = cpu_text, .right = true},
	{.title = "LOST", .text = lost_text, .right = true},
	{.title = "NOTE", .text = note_text},
};

#define COLUMN_COUNT (sizeof(columns) / sizeof(columns[0]))

/* All cells say the same in this column. */
static bool agreed(const struct result *result, const struct column *column, char text[CELL_TEXT])
{
	char other[CELL_TEXT];

	if (!column->constant || result->cell_count == 0)
		return false;
	column->text(&result->cells[0], text);
	for (size_t i = 1; i < result->cell_count; i++) {
		column->text(&result->cells[i], other);
		if (strcmp(text, other) != 0)
			return false;
	}
	return true;
}

static int add_columns(struct libscols_table *table, const struct result *result)
{
	char text[CELL_TEXT];

	for (size_t i = 0; i < COLUMN_COUNT; i++)
		if (!agreed(result, &columns[i], text) &&
		    !scols_table_new_column(table, columns[i].title, 0, columns[i].right ? SCOLS_FL_RIGHT : 0))
			return -ENOMEM;
	return 0;
}

static int add_line(struct libscols_table *table, const struct result *result, const struct result_cell *cell)
{
	struct libscols_line *line = scols_table_new_line(table, NULL);
	char text[CELL_TEXT];
	size_t place = 0;

	for (size_t i = 0; line && i < COLUMN_COUNT; i++) {
		if (agreed(result, &columns[i], text))
			continue;
		columns[i].text(cell, text);
		if (scols_line_set_data(line, place++, text) < 0)
			return -ENOMEM;
	}
	return line ? 0 : -ENOMEM;
}

static int print_table(FILE *out, const struct result *result)
{
	struct libscols_table *table = scols_new_table();
	int ret = table ? add_columns(table, result) : -ENOMEM;

	for (size_t i = 0; ret == 0 && i < result->cell_count; i++)
		ret = add_line(table, result, &result->cells[i]);
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
	fprintf(out, "%s version=%s", result->tool, iiodma_version());
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
	char text[CELL_TEXT];

	report_method_words(&result->method, text, sizeof(text));
	fputs(text, out);
	for (size_t i = 0; i < COLUMN_COUNT; i++)
		if (agreed(result, &columns[i], text) && text[0])
			report_agreed_words(out, columns[i].title, text);
	fputs("\n\n", out);
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
		ret = print_table(out, result);
	if (ret < 0)
		return ret;
	for (size_t i = 0; i < result->cell_count; i++)
		if (details || result->cell_count == 1)
			report_details(out, &result->cells[i]);
	print_requirements(out, result);
	return 0;
}

int report_text(FILE *out, const struct result *result, bool details)
{
	struct plain_numbers numbers = plain_numbers_begin();
	int ret;

	errno = 0;
	ret = print_all(out, result, details);
	plain_numbers_end(&numbers);
	if (ret < 0)
		return ret;
	return fflush(out) < 0 || ferror(out) ? (errno ? -errno : -EIO) : 0;
}
