/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "report_settings.h"

#include <errno.h>
#include <libsmartcols.h>

#include "report_reasons.h"
#include "settings_table.h"

#define WORDS 256

/* libsmartcols escapes what the locale does not know, and the tools have none. */
#define PLUS_MINUS "+-"

static int add_columns(struct libscols_table *lines, const struct settings_table *table)
{
	char words[WORDS];

	if (!scols_table_new_column(lines, "kernel mapping", 0, 0))
		return -ENOMEM;
	for (size_t i = 0; i < table->column_count; i++) {
		settings_column_words(&table->column[i], words, sizeof(words));
		if (!scols_table_new_column(lines, words, 0, SCOLS_FL_RIGHT))
			return -ENOMEM;
	}
	return 0;
}

static int add_row(struct libscols_table *lines, const struct settings_table *table, size_t row)
{
	struct libscols_line *line = scols_table_new_line(lines, NULL);
	char words[WORDS];

	if (!line)
		return -ENOMEM;
	settings_row_words(table, row, words, sizeof(words));
	if (scols_line_set_data(line, 0, words) < 0)
		return -ENOMEM;
	for (size_t i = 0; i < table->column_count; i++) {
		settings_cell_words(table->cell[row][i], PLUS_MINUS, words, sizeof(words));
		if (scols_line_set_data(line, i + 1, words) < 0)
			return -ENOMEM;
	}
	return 0;
}

static int print_table(FILE *out, const struct settings_table *table)
{
	struct libscols_table *lines = scols_new_table();
	int ret = lines ? add_columns(lines, table) : -ENOMEM;

	for (size_t row = 0; ret == 0 && row < table->row_count; row++)
		ret = add_row(lines, table, row);
	if (ret == 0) {
		scols_table_set_termforce(lines, SCOLS_TERMFORCE_NEVER);
		scols_table_set_stream(lines, out);
		ret = scols_print_table(lines);
	}
	scols_unref_table(lines);
	return ret;
}

int report_settings(FILE *out, const struct result *result)
{
	struct settings_table table;
	size_t position = 0;
	char caption[WORDS];
	int ret = 0;

	while (ret == 0 && settings_table_next(result, &position, &table)) {
		settings_caption_words(&table, PLUS_MINUS, caption, sizeof(caption));
		fprintf(out, "%s\n", caption);
		ret = print_table(out, &table);
		fputc('\n', out);
	}
	if (position > 0) {
		report_mapping_notes(out, result);
		report_reasons(out, result, true);
	}
	return ret;
}
