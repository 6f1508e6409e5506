/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The table of settings that a result holds: a row for each setting, a column for each API and direction. Every report
 * shows it from this one arrangement. Cells that differ in anything else (rate, block, depth, touch) make tables of
 * their own.
 */
#ifndef IIODMA_TOOLS_SETTINGS_TABLE_H
#define IIODMA_TOOLS_SETTINGS_TABLE_H

#include "result.h"

/* Four mappings make no more settings than this, and no more APIs than this are to be had. */
#define SETTINGS_ROWS_MAX 256u
#define SETTINGS_COLUMNS_MAX 16u

struct settings_column {
	enum iiodma_api api;
	enum iiodma_direction direction;
};

struct settings_table {
	const struct result_cell *example;  /* the first of its cells: says what all have in common */
	const char *row[SETTINGS_ROWS_MAX]; /* names of settings, see setting_title() */
	const char
		*row_from[SETTINGS_ROWS_MAX]; /* of merged results that measured the same: whose row it is; else "" */
	size_t row_count;
	struct settings_column column[SETTINGS_COLUMNS_MAX];
	size_t column_count;
	const struct result_cell *cell[SETTINGS_ROWS_MAX][SETTINGS_COLUMNS_MAX]; /* NULL where there is none */
};

/*
 * The next table of @result, whose cells it points to.
 * @position: 0 before the first
 * Returns whether there is one.
 */
bool settings_table_next(const struct result *result, size_t *position, struct settings_table *ret_table);

/* What all cells have in common: "MiB/s, mean +- deviation: source 61.44 MS/s, blocks of 65536 samples, touch none" */
void settings_caption_words(const struct settings_table *table, const char *plus_minus, char *text, size_t size);

/* "coherent reads + write-combine writes", with the result it came from where rows are told apart by it */
void settings_row_words(const struct settings_table *table, size_t row, char *text, size_t size);

/* "fileio read" */
void settings_column_words(const struct settings_column *column, char *text, size_t size);

/*
 * "171.20 ± 1.31", in MiB/s, with "(capped)" where the source was the limit; "n/a", "failed"; "-" without a cell.
 * @plus_minus: what stands between the two, for readers that know no "±"
 */
void settings_cell_words(const struct result_cell *cell, const char *plus_minus, char *text, size_t size);

#endif
