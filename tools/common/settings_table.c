/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "settings_table.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report_words.h"
#include "setting.h"

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

/* The row of a setting (and of the result it is @from), made where there is none yet. */
static size_t find_row(struct settings_table *table, const char *name, const char *from)
{
	size_t row = 0;

	while (row < table->row_count &&
	       (strcmp(table->row[row], name) != 0 || strcmp(table->row_from[row], from) != 0))
		row++;
	if (row == table->row_count && row < SETTINGS_ROWS_MAX) {
		table->row_from[row] = from;
		table->row[table->row_count++] = name;
	}
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

/* Whether two results that were merged have both measured the same cell. */
static bool measured_twice(const struct result *result, const struct result_cell *cell)
{
	for (const struct result_cell *other = result->cells; other < cell; other++)
		if (cell->run_count > 0 && other->run_count > 0 && together(cell, other) &&
		    cell->setup.api == other->setup.api && cell->setup.direction == other->setup.direction &&
		    strcmp(cell->setup.setting, other->setup.setting) == 0 &&
		    strcmp(cell->setup.from, other->setup.from) != 0)
			return true;
	return false;
}

static bool origins_collide(const struct result *result, const struct result_cell *example)
{
	for (size_t i = 0; i < result->cell_count; i++)
		if (together(example, &result->cells[i]) && measured_twice(result, &result->cells[i]))
			return true;
	return false;
}

/* What was measured outdoes what could not be. */
static void add_cell(struct settings_table *table, const struct result_cell *cell, bool by_origin)
{
	size_t row = find_row(table, cell->setup.setting, by_origin ? cell->setup.from : "");
	size_t column = find_column(table, &cell->setup);
	const struct result_cell **place;

	if (row >= SETTINGS_ROWS_MAX || column >= SETTINGS_COLUMNS_MAX)
		return;
	place = &table->cell[row][column];
	if (!*place || cell->run_count >= (*place)->run_count)
		*place = cell;
}

bool settings_table_next(const struct result *result, size_t *position, struct settings_table *ret_table)
{
	size_t first = *position;
	bool by_origin;

	while (first < result->cell_count && !is_first_of_a_table(result, first))
		first++;
	*position = first + 1;
	if (first >= result->cell_count)
		return false;
	*ret_table = (struct settings_table){.example = &result->cells[first]};
	by_origin = origins_collide(result, ret_table->example);
	for (size_t i = first; i < result->cell_count; i++)
		if (together(ret_table->example, &result->cells[i]))
			add_cell(ret_table, &result->cells[i], by_origin);
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

void settings_row_words(const struct settings_table *table, size_t row, char *text, size_t size)
{
	size_t used;

	setting_title(table->row[row], text, size);
	used = strlen(text);
	if (table->row_from[row][0])
		snprintf(text + used, size - used, " (%s)", table->row_from[row]);
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
