/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "settings_table.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report_words.h"

#define MIB 1048576.0
#define SOURCE_WORDS 64

static bool same_rate(double a, double b)
{
	return (isnan(a) && isnan(b)) || a == b;
}

/* Whether two cells belong into one table. */
static bool together(const struct result_cell *a, const struct result_cell *b)
{
	return a->setup.setting[0] && b->setup.setting[0] && a->setup.touch == b->setup.touch &&
	       a->setup.block_samples == b->setup.block_samples && a->setup.depth_asked == b->setup.depth_asked &&
	       same_rate(a->setup.rate_asked, b->setup.rate_asked);
}

static bool is_first_of_a_table(const struct result *result, size_t index)
{
	if (!result->cells[index].setup.setting[0])
		return false;
	for (size_t i = 0; i < index; i++)
		if (together(&result->cells[i], &result->cells[index]))
			return false;
	return true;
}

/* The row of @name, made where there is none yet. */
static size_t find_row(struct settings_table *table, const char *name)
{
	size_t row = 0;

	while (row < table->row_count && strcmp(table->row[row], name) != 0)
		row++;
	if (row == table->row_count && row < SETTINGS_ROWS_MAX)
		table->row[table->row_count++] = name;
	return row;
}

static size_t find_column(struct settings_table *table, const struct result_setup *setup)
{
	size_t column = 0;

	while (column < table->column_count &&
	       (table->column[column].api != setup->api || table->column[column].direction != setup->direction))
		column++;
	if (column == table->column_count && column < SETTINGS_COLUMNS_MAX)
		table->column[table->column_count++] =
			(struct settings_column){.api = setup->api, .direction = setup->direction};
	return column;
}

static void add_cell(struct settings_table *table, const struct result_cell *cell)
{
	size_t row = find_row(table, cell->setup.setting);
	size_t column = find_column(table, &cell->setup);

	if (row < SETTINGS_ROWS_MAX && column < SETTINGS_COLUMNS_MAX)
		table->cell[row][column] = cell;
}

bool settings_table_next(const struct result *result, size_t *position, struct settings_table *ret_table)
{
	size_t first = *position;

	while (first < result->cell_count && !is_first_of_a_table(result, first))
		first++;
	*position = first + 1;
	if (first >= result->cell_count)
		return false;
	*ret_table = (struct settings_table){.example = &result->cells[first]};
	for (size_t i = first; i < result->cell_count; i++)
		if (together(ret_table->example, &result->cells[i]))
			add_cell(ret_table, &result->cells[i]);
	return true;
}

void settings_caption_words(const struct settings_table *table, const char *plus_minus, char *text, size_t size)
{
	const struct result_setup *setup = &table->example->setup;
	char source[SOURCE_WORDS];

	report_source_words(setup, source, sizeof(source));
	snprintf(text, size, "MiB/s, mean %s deviation: source %s, blocks of %" PRIu64 " samples, touch %s", plus_minus,
		 source, setup->block_samples, result_touch_name(setup->touch));
}

void settings_column_words(const struct settings_column *column, char *text, size_t size)
{
	snprintf(text, size, "%s %s", iiodma_api_name(column->api), result_direction_name(column->direction));
}

void settings_cell_words(const struct result_cell *cell, const char *plus_minus, char *text, size_t size)
{
	struct statistics rates;

	if (!cell) {
		snprintf(text, size, "-");
		return;
	}
	rates = result_cell_rates(cell);
	if (!isfinite(rates.mean))
		snprintf(text, size, "%s", cell->status == RESULT_OK ? "-" : result_status_name(cell->status));
	else if (!isfinite(rates.standard_deviation))
		snprintf(text, size, "%.2f", rates.mean / MIB);
	else
		snprintf(text, size, "%.2f %s %.2f", rates.mean / MIB, plus_minus, rates.standard_deviation / MIB);
	if (result_cell_capped(cell))
		strncat(text, " (capped)", size - strlen(text) - 1);
	if (isfinite(rates.mean) && cell->status != RESULT_OK)
		strncat(text, " (partial)", size - strlen(text) - 1);
}
